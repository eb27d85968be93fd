//! Turns: the three ways against each other and against known answers, and the laws of the game.

use outplay_game::{Budget, Game, Stop, laws};
use outplay_hand::{
    Card, Hand, Move, Plan, Ranges, Use, brute, brute_within, exact, exact_within, greedy,
    worth_within,
};
use proptest::prelude::*;

fn card() -> impl Strategy<Value = Card> {
    let number = prop_oneof![3 => 0_u32..4, 1 => 0_u32..15];
    let pitch = prop_oneof![8 => (0_u32..4).prop_map(Some), 1 => Just(None)];
    let attack = prop_oneof![8 => (0_u32..9).prop_map(Some), 1 => Just(None)];
    let go_again = prop_oneof![4 => Just(0_u32), 3 => Just(1), 1 => 2_u32..9];
    let action = prop_oneof![6 => Just(1_u32), 1 => Just(0)];
    (number, pitch, attack, go_again, action).prop_map(|(cost, pitch, attack, go_again, action)| {
        Card { name: String::new(), cost, pitch, attack, go_again, action }
    })
}

fn hand(most: usize) -> impl Strategy<Value = Hand> {
    let start = prop_oneof![3 => Just(1_u32), 1 => 0_u32..4];
    let resources = prop_oneof![3 => Just(0_u32), 1 => 0_u32..5];
    (prop::collection::vec(card(), 0..=most), start, resources).prop_map(
        |(mut cards, action_points, resources)| {
            for (place, card) in cards.iter_mut().enumerate() {
                card.name = format!("nr{place}");
            }
            Hand { cards, action_points, resources }
        },
    )
}

/// The line is legal, does what the plan says, and pitches only when a play is short.
fn check_line(hand: &Hand, plan: &Plan, frugal: bool) {
    let replay = hand.replay(&hand.spell(&plan.line));
    assert_eq!(replay.refused, None, "{}", hand.spell(&plan.line));
    assert_eq!((replay.damage, &replay.end.uses), (plan.damage, &plan.uses));
    let moves: Vec<Move> = replay.steps.iter().map(|step| step.mv).collect();
    assert_eq!(moves, plan.line);
    if frugal {
        let mut before = u64::from(hand.resources);
        for (at, step) in replay.steps.iter().enumerate() {
            if let Move::Pitch(_) = step.mv {
                let next = plan.line[at..].iter().find_map(|mv| match mv {
                    Move::Play(place) => Some(u64::from(hand.cards[*place as usize].cost)),
                    _ => None,
                });
                assert!(before < next.expect("a pitch is for a play"), "{:?}", plan.line);
            }
            before = step.after.resources;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_is_brute_force_ties_included(hand in hand(5)) {
        let (plan, reference) = (exact(&hand), brute(&hand));
        prop_assert_eq!(&plan, &reference);
        check_line(&hand, &plan, true);
    }

    #[test]
    fn greedy_is_legal_and_never_above_exact(hand in hand(12)) {
        let (guess, best) = (greedy(&hand), exact(&hand));
        check_line(&hand, &guess, false);
        check_line(&hand, &best, true);
        prop_assert!(guess.damage <= best.damage);
        prop_assert!(guess.damage < best.damage || guess.used() >= best.used());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_is_brute_force_on_larger_hands(hand in hand(7)) {
        prop_assert_eq!(exact(&hand), brute(&hand));
    }

    #[test]
    fn the_turn_obeys_the_laws_of_a_game(hand in hand(4)) {
        let law = laws::check(&hand, 5000);
        prop_assert!(law.is_ok(), "{:?}", law);
    }

    /// Subsets as a table: another way to the same damage, for hands too large for brute force.
    #[test]
    fn exact_is_the_plain_table_on_hands_of_many_alike_cards(
        kinds in prop::collection::vec(card(), 1..5),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 15..60),
    ) {
        let cards = picks.iter().enumerate().map(|(place, pick)| {
            Card { name: format!("nr{place}"), ..kinds[pick.index(kinds.len())].clone() }
        });
        let hand = Hand::new(cards.collect());
        let plan = exact(&hand);
        check_line(&hand, &plan, true);
        prop_assert_eq!((plan.damage, plan.used()), table(&hand));
    }
}

#[test]
fn exact_is_the_plain_table_on_dealt_hands() {
    for seed in 0..60 {
        let hand = Ranges::default().deal(13 + usize::try_from(seed % 14).unwrap(), seed);
        let plan = exact(&hand);
        assert_eq!((plan.damage, plan.used()), table(&hand), "seed {seed}");
        check_line(&hand, &plan, true);
    }
}

/// Damage and cards used of the best turn, from a plain table over both balances.
fn table(hand: &Hand) -> (u64, usize) {
    use std::collections::HashMap;
    let mut best: HashMap<(i64, i64), (u64, i64)> = HashMap::new();
    best.insert((i64::from(hand.resources), i64::from(hand.action_points)), (0, 0));
    for card in &hand.cards {
        let mut next = best.clone();
        for (&(resources, actions), &(damage, used)) in &best {
            let mut offer = |resources: i64, actions: i64, value: (u64, i64)| {
                let entry = next.entry((resources, actions)).or_insert(value);
                *entry = (*entry).max(value);
            };
            if let Some(attack) = card.attack {
                let balance = i64::from(card.go_again) - i64::from(card.action);
                let value = (damage + u64::from(attack), used - 1);
                offer(resources - i64::from(card.cost), actions + balance, value);
            }
            if let Some(pitch) = card.pitch {
                offer(resources + i64::from(pitch), actions, (damage, used - 1));
            }
        }
        best = next;
    }
    let feasible = best.iter().filter(|((resources, actions), _)| *resources >= 0 && *actions >= 0);
    let (damage, used) =
        feasible.map(|(_, &value)| value).max().expect("doing nothing is feasible");
    (damage, usize::try_from(-used).expect("cards used are counted downwards"))
}

#[test]
fn the_known_answers_hold() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../golden/hand.json")).unwrap();
    let rows = golden.as_array().unwrap();
    assert_eq!(rows.len(), 120);
    for row in rows {
        let cards = row["cards"].as_array().unwrap().iter().enumerate().map(|(place, card)| {
            let number = |key: &str| u32::try_from(card[key].as_u64().unwrap()).unwrap();
            let numbers = ["cost", "pitch", "attack", "go_again"].map(number);
            Card::new(format!("nr{place}"), numbers[0], numbers[1], numbers[2], numbers[3])
        });
        let hand = Hand::new(cards.collect());
        let plan = exact(&hand);
        assert_eq!(Some(plan.damage), row["most_damage"].as_u64(), "{row}");
        check_line(&hand, &plan, true);
    }
}

#[test]
fn a_weapon_is_played_and_never_pitched() {
    let sword = Card { pitch: None, ..Card::new("Sword", 1, 0, 3, 0) };
    let hand = Hand::new(vec![sword.clone(), sword.clone()]).with_distinct_names();
    assert_eq!(exact(&hand).damage, 0);
    let hand = Hand::new(vec![sword, Card::new("Gem", 9, 1, 9, 0)]);
    assert_eq!(hand.spell(&exact(&hand).line), "pitch Gem, play Sword");
}

#[test]
fn an_instant_needs_no_action_point_but_a_turn_that_is_not_over() {
    let spark = Card { action: 0, ..Card::new("Spark", 0, 1, 2, 0) };
    let mut hand = Hand::new(vec![Card::new("Hit", 0, 1, 5, 0), spark]);
    assert_eq!(hand.spell(&exact(&hand).line), "play Spark, play Hit");
    hand.action_points = 0;
    assert_eq!((exact(&hand).damage, brute(&hand).damage), (0, 0));
    assert!(hand.replay("play Spark").refused.is_some());
}

#[test]
fn ties_go_to_fewer_cards_and_then_to_the_front_of_the_hand() {
    // Either blue card pays alone; two red ones would pay as well.
    let cards = [
        ("R", 0, 1, 0, 0),
        ("A", 3, 1, 6, 0),
        ("S", 0, 2, 0, 0),
        ("B", 0, 3, 0, 0),
        ("C", 0, 3, 0, 0),
    ];
    let hand = Hand::new(cards.map(|(n, c, p, a, g)| Card::new(n, c, p, a, g)).to_vec());
    let kept_but = [Use::Kept, Use::Played, Use::Kept, Use::Pitched, Use::Kept];
    assert_eq!(exact(&hand).uses, kept_but);
}

#[test]
fn an_empty_hand_deals_nothing() {
    let plan = exact(&Hand::new(Vec::new()));
    assert_eq!((plan.damage, plan.line.len()), (0, 0));
    assert_eq!(Hand::new(Vec::new()).start().uses.len(), 0);
}

#[test]
fn a_search_that_is_stopped_says_what_is_known() {
    // Attack and weight in step: every price is right for every card, and little can be cut.
    let cards = (0..400_u32).map(|n| {
        let weight = 5000 + (n * 7919) % 4001;
        Card::new(format!("nr{n}"), weight, weight % 7 + 1, weight + weight % 7 + 1, 1)
    });
    let mut hand = Hand::new(cards.collect());
    hand.resources = 10_000;
    let stops = [
        (Budget { states: 10_000, ..Budget::UNLIMITED }, Stop::States),
        (Budget::UNLIMITED.seconds(0.0), Stop::Time),
        (Budget { bytes: 100_000, ..Budget::UNLIMITED }, Stop::Memory),
    ];
    for (budget, stop) in stops {
        let found = exact_within(&hand, &budget);
        check_line(&hand, &found.plan, false);
        assert_eq!(found.stopped, Some(stop));
        assert!(found.at_most > found.plan.damage, "{found:?}");
        assert_eq!(worth_within(&hand, found.plan.damage, &budget), Err(stop));
    }
    let few = Hand::new(hand.cards[..9].to_vec());
    let found = brute_within(&few, &Budget { states: 1000, ..Budget::UNLIMITED });
    assert_eq!((found.stopped, found.states), (Some(Stop::States), 1000));
    assert!(found.at_most >= brute(&few).damage);
}
