//! Decks: the weighed hands against drawing every card by itself.

use outplay_game::{Budget, Stop};
use outplay_hand::{Card, Deck, Hand, Move, Ranges, Stack, Use, choose, exact};

fn deck(kinds: usize, seed: u64) -> Deck {
    let cards = Ranges::default().deal(kinds, seed).cards;
    let stacks = (1_u32..).zip(cards).map(|(at, card)| Stack { card, copies: at % 3 + 1 });
    let mut always = Hand::new(vec![Card { pitch: None, ..Card::new("Sword", 1, 0, 3, 0) }]);
    always.resources = 1;
    Deck { stacks: stacks.collect(), always }
}

/// Every way to draw, card by card.
fn drawn_one_by_one(deck: &Deck, draw: usize) -> Vec<Vec<usize>> {
    let cards = deck.stacks.iter().enumerate();
    let cards: Vec<usize> =
        cards.flat_map(|(at, stack)| std::iter::repeat_n(at, stack.copies as usize)).collect();
    let sets = (0_u32..1 << cards.len()).filter(|set| set.count_ones() as usize == draw);
    sets.map(|set| (0..cards.len()).filter(|at| set >> at & 1 == 1).map(|at| cards[at]).collect())
        .collect()
}

#[test]
fn a_deck_has_the_same_odds_on_any_number_of_threads() {
    // Equal cards under other names: many best hands, of which the first in the deck's order is told.
    let twins = |seed: u64| {
        let mut deck = deck(9, seed);
        for (place, stack) in deck.stacks.iter_mut().enumerate() {
            let name = format!("nr{place}");
            let (cost, pitch) = (1 + u32::from(seed == 2), 1);
            stack.card = Card::new(&name, cost, pitch, 4, u32::from(place % 2 == 0));
        }
        deck
    };
    for seed in [1, 2] {
        let deck = twins(seed);
        let [one, more] = [1, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // Several times: who comes first is up to the threads.
            let odds = (0..8).map(|_| pool.install(|| deck.odds(4, &Budget::UNLIMITED)));
            odds.collect::<Vec<_>>()
        });
        assert!(one.iter().chain(&more).all(|odds| *odds == one[0]));
        // Of equally good hands, and of equally bad ones, the first in the order of the deck.
        let hands = drawn_one_by_one(&deck, 4).into_iter().map(|stacks| {
            let drawn = stacks.iter().map(|&stack| deck.stacks[stack].card.clone());
            let cards = drawn.chain(deck.always.cards.clone()).collect();
            (exact(&Hand { cards, ..deck.always.clone() }).damage, stacks)
        });
        let hands: Vec<_> = hands.collect();
        let most = hands.iter().map(|hand| hand.0).max().unwrap();
        let least = hands.iter().map(|hand| hand.0).min().unwrap();
        let first = |damage| hands.iter().filter(|hand| hand.0 == damage).min().cloned();
        assert_eq!((&one[0].best, &one[0].worst), (&first(most), &first(least)));
    }
}

#[test]
fn weights_stand_for_every_single_draw() {
    for (seed, draw) in [(1, 3), (2, 4), (3, 1)] {
        let deck = deck(6, seed);
        let odds = deck.odds(draw, &Budget::UNLIMITED);
        let hands = drawn_one_by_one(&deck, draw as usize);
        let mut by_damage = vec![0_u128; odds.by_damage.len()];
        let (mut own, mut with) = (vec![0_u128; 6], vec![0_u128; 6]);
        for stacks in &hands {
            let drawn = stacks.iter().map(|&stack| deck.stacks[stack].card.clone());
            let cards = drawn.chain(deck.always.cards.clone()).collect();
            let hand = Hand { cards, ..deck.always.clone() };
            let plan = exact(&hand);
            by_damage[usize::try_from(plan.damage).unwrap()] += 1;
            for (stack, with) in with.iter_mut().enumerate() {
                *with += u128::from(stacks.contains(&stack));
            }
            for (place, &stack) in stacks.iter().enumerate() {
                if plan.uses[place] == Use::Played {
                    own[stack] +=
                        u128::from(hand.damage(Move::Play(u32::try_from(place).unwrap())));
                }
            }
        }
        assert_eq!(odds.by_damage, by_damage);
        assert_eq!(odds.draws, hands.len() as u128);
        assert_eq!(odds.draws, choose(deck.size(), draw));
        assert_eq!(u128::from(odds.hands), deck.different_hands(draw));
        assert_eq!(odds.carries.iter().map(|c| c.draws).collect::<Vec<_>>(), with);
        // Which of two copies is played does not matter: they are one stack.
        assert_eq!(odds.carries.iter().map(|c| c.own).sum::<u128>(), own.iter().sum());
        assert_eq!(odds.best.unwrap().0, by_damage.len() as u64 - 1);
        assert_eq!(odds.stopped, None);
    }
}

#[test]
fn the_odds_do_not_depend_on_the_number_of_threads() {
    let deck = deck(12, 7);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| deck.odds(4, &Budget::UNLIMITED))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn limits_stop_the_work() {
    let all = deck(40, 1).different_hands(5);
    let few = Budget { states: 1, ..Budget::UNLIMITED };
    for (budget, stop) in [(few, Stop::States), (Budget::UNLIMITED.seconds(0.0), Stop::Time)] {
        let odds = deck(40, 1).odds(5, &budget);
        assert_eq!(odds.stopped, Some(stop));
        assert!(u128::from(odds.hands) < all);
    }
}
