//! Cards, hands that are dealt and written, and what their parts are worth.

use std::sync::atomic::{AtomicU64, Ordering};

use outplay_game::Budget;
use outplay_hand::read::write_yaml;
use outplay_hand::{
    Card, Carries, Deck, Hand, Odds, Range, Ranges, Stack, choose, exact, worth, worth_within,
};

#[test]
fn the_numbers_of_a_card_are_all_but_its_name() {
    let card = Card { action: 0, ..Card::new("A", 7, 2, 5, 3) };
    assert_eq!(card.numbers(), (7, Some(2), Some(5), 3, 0));
    let bare = Card { pitch: None, attack: None, ..Card::new("B", 0, 2, 5, 0) };
    assert_eq!(bare.numbers(), (0, None, None, 0, 1));
}

#[test]
fn a_card_is_found_by_its_own_name_first_and_else_in_any_case() {
    let hand = Hand::new(["Gem", "gem", "Ax"].map(|name| Card::new(name, 0, 1, 1, 0)).to_vec());
    let found = ["gem", "GEM", "ax", "Gems"].map(|name| hand.find(name));
    assert_eq!(found, [Some(1), Some(0), Some(2), None]);
    let named: Vec<_> =
        hand.with_distinct_names().cards.into_iter().map(|card| card.name).collect();
    assert_eq!(named, ["Gem", "gem #2", "Ax"]);
}

#[test]
fn a_seed_deals_the_same_hand_for_ever() {
    let hand = Ranges::default().deal(6, 1);
    let numbers = hand.cards.iter().map(|card| (card.cost, card.pitch, card.attack, card.go_again));
    let wanted = [
        (4, Some(2), Some(14), 0),
        (1, Some(2), Some(5), 0),
        (7, Some(1), Some(13), 2),
        (4, Some(2), Some(10), 0),
        (0, Some(3), Some(2), 2),
        (0, Some(2), Some(14), 2),
    ];
    assert_eq!(numbers.collect::<Vec<_>>(), wanted);
    let whole = Range { min: 0, max: u32::MAX };
    let narrow = Range { min: 7, max: 8 };
    let hand = Ranges { cost: whole, attack: narrow, ..Ranges::default() }.deal(40, 2);
    assert!(hand.cards.iter().any(|card| card.cost > u32::MAX / 2));
    let attacks = |attack| hand.cards.iter().filter(|card| card.attack == Some(attack)).count();
    assert!(attacks(7) > 9 && attacks(8) > 9 && attacks(7) + attacks(8) == 40);
}

#[test]
fn a_hand_is_written_with_what_is_not_as_usual() {
    let cards = vec![
        Card::new("Spark", 1, 2, 5, 0),
        Card { action: 0, attack: None, ..Card::new("1 Gem", 0, 1, 0, 1) },
        Card { pitch: None, ..Card::new("Ax9", 3, 0, 2, 0) },
        Card { pitch: None, ..Card::new("9Ax", 3, 0, 2, 0) },
    ];
    let wanted = "cards:\n  - {name: Spark, cost: 1, pitch_value: 2, attack: 5, go_again: 0}\n  - {name: \"1 Gem\", cost: 0, pitch_value: 1, go_again: 1, action: 0}\n  - {name: Ax9, cost: 3, attack: 2, go_again: 0}\n  - {name: \"9Ax\", cost: 3, attack: 2, go_again: 0}\n";
    assert_eq!(write_yaml(&Hand::new(cards)), wanted);
    assert_eq!(write_yaml(&Hand::new(Vec::new())), "cards: []\n");
}

#[test]
fn what_a_part_is_worth_is_the_difference_that_it_makes() {
    for seed in 0..40 {
        let mut hand = Ranges::default().deal(7, seed);
        hand.resources = 2;
        let damage = exact(&hand).damage;
        let worth = worth(&hand, damage);
        assert_eq!(Ok(&worth), worth_within(&hand, damage, &Budget::UNLIMITED).as_ref());
        assert_eq!(worth.cards.len(), 7);
        for (place, &loss) in worth.cards.iter().enumerate() {
            let mut without = hand.clone();
            without.cards.remove(place);
            assert_eq!(exact(&without).damage + loss, damage, "seed {seed}");
        }
        let richer = Hand { resources: 3, ..hand.clone() };
        let longer = Hand { action_points: 2, ..hand };
        assert_eq!(exact(&richer).damage, damage + worth.resource);
        assert_eq!(exact(&longer).damage, damage + worth.action_point);
    }
}

/// Three cards by name, two of which are two of a kind.
fn small_deck() -> Deck {
    let stack =
        |name: &str, attack, copies| Stack { card: Card::new(name, 0, 1, attack, 1), copies };
    let always = Hand { resources: 0, ..Hand::new(Vec::new()) };
    Deck { stacks: vec![stack("A", 1, 2), stack("B", 4, 1)], always }
}

#[test]
fn the_odds_of_a_small_deck_are_those_on_paper() {
    // AA once, AB twice.
    let deck = small_deck();
    let told = AtomicU64::new(0);
    let tell = |hands| {
        told.fetch_max(hands, Ordering::Relaxed);
    };
    let odds = deck.odds(2, &Budget { on_progress: Some(&tell), ..Budget::UNLIMITED });
    let wanted = Odds {
        draws: 3,
        hands: 2,
        by_damage: vec![0, 0, 1, 0, 0, 2],
        best: Some((5, vec![0, 1])),
        worst: Some((2, vec![0, 0])),
        carries: vec![
            Carries { draws: 3, damage: 2 + 2 * 5, own: 2 + 2 },
            Carries { draws: 2, damage: 2 * 5, own: 2 * 4 },
        ],
        stopped: None,
    };
    assert_eq!(odds, wanted);
    assert_eq!(told.into_inner(), 2);
    assert!((odds.mean() - 4.0).abs() < 1e-9);
    assert!(Odds::default().mean().abs() < f64::EPSILON);
    assert_eq!((deck.size(), deck.different_hands(2), deck.different_hands(4)), (3, 2, 0));
}

#[test]
fn a_draw_is_counted_as_on_paper() {
    let chosen = [(4, 0), (4, 1), (4, 2), (4, 4), (4, 5), (0, 0), (0, 1), (52, 5)]
        .map(|(n, k)| choose(n, k));
    assert_eq!(chosen, [1, 4, 6, 1, 0, 1, 0, 2_598_960]);
}
