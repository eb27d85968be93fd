//! Golden figures of the exact search: states expanded, which are its speed without noise, and what is known where it
//! stops. A change that only makes it slower, or a stopped answer worse, changes them.

use outplay_game::{Budget, Stop};

use crate::exact::many;
use crate::few::few;
use crate::{Card, Hand, Range, Ranges, brute_within};

/// Small numbers, so that ties abound.
pub(crate) fn tied(cards: usize, seed: u64) -> Hand {
    let range = |min, max| Range { min, max };
    let ranges = Ranges {
        cost: range(0, 3),
        pitch: range(0, 3),
        attack: range(0, 4),
        go_again: range(0, if seed.is_multiple_of(2) { 1 } else { 3 }),
    };
    let mut hand = ranges.deal(cards, seed);
    for (place, card) in hand.cards.iter_mut().enumerate() {
        match (place as u64 + seed) % 11 {
            0 => card.pitch = None,
            1 => card.attack = None,
            2 => card.action = 0,
            _ => {}
        }
    }
    hand.action_points = u32::from(seed.is_multiple_of(5)) + 1;
    hand.resources = u32::from(seed.is_multiple_of(7)) * 2;
    hand
}

/// Hands of so many cards: with many ties, and with few of them and too few action points.
fn hands(cards: usize) -> impl Iterator<Item = Hand> {
    let scarce = Ranges { go_again: Range { min: 0, max: 1 }, ..Ranges::default() };
    (0..100).flat_map(move |seed| [tied(cards, seed), scarce.deal(cards, seed)])
}

#[test]
fn no_more_states_are_expanded_than_were() {
    let states =
        |cards, solve: fn(&Hand) -> u64| hands(cards).map(|hand| solve(&hand)).sum::<u64>();
    let few = [2, 5, 8, 12].map(|cards| states(cards, |hand| few(hand).1));
    let many = [2, 5, 12, 16, 24, 40]
        .map(|cards| states(cards, |hand| many(hand, &Budget::UNLIMITED).states));
    let brute = states(3, |hand| brute_within(hand, &Budget::UNLIMITED).states);
    let wanted = ([450, 1020, 1744, 3185], [552, 1782, 15762, 17897, 24356, 43025], 5437);
    assert_eq!((few, many, brute), wanted);
}

#[test]
fn what_is_known_where_it_stops_is_as_much_as_it_was() {
    let known = [14, 30].map(|cards| {
        [1, 10, 40].map(|states| {
            let budget = Budget { states, ..Budget::UNLIMITED };
            let found = hands(cards).map(|hand| many(&hand, &budget));
            found.fold((0, 0), |sum, found| (sum.0 + found.plan.damage, sum.1 + found.at_most))
        })
    });
    let wanted = [
        [(6744, 7065), (6750, 7060), (6826, 7039)],
        [(14332, 14545), (14372, 14521), (14413, 14520)],
    ];
    assert_eq!(known, wanted);
}

#[test]
fn where_everything_can_be_played_little_is_searched() {
    // The resources at the start and a pitched card or two pay for it all: which is the question.
    let mut hand = Ranges { pitch: Range { min: 1, max: 9 }, ..Ranges::default() }.deal(40, 3);
    for (place, card) in hand.cards.iter_mut().enumerate() {
        (card.cost, card.go_again) = (1, 1);
        if place % 4 == 0 {
            card.attack = None;
        }
    }
    let searched = [0, 20, 26, 27, 28].map(|resources| {
        hand.resources = resources;
        let found = many(&hand, &Budget::UNLIMITED);
        (found.states, found.plan.used())
    });
    assert_eq!(searched, [(70, 31), (56, 28), (55, 28), (68, 27), (68, 27)]);
}

#[test]
fn what_is_remembered_is_counted_in_bytes() {
    let cards = (0..400_u32).map(|n| {
        let weight = 5000 + (n * 7919) % 4001;
        Card::new(format!("nr{n}"), weight, weight % 7 + 1, weight + weight % 7 + 1, 1)
    });
    let hand = Hand { resources: 10_000, ..Hand::new(cards.collect()) };
    let states = [100_000, 1_000_000].map(|bytes| {
        let found = many(&hand, &Budget { bytes, states: 1_000_000, ..Budget::UNLIMITED });
        assert_eq!(found.stopped, Some(Stop::Memory));
        found.states
    });
    // Each takes 33 bytes or more, and a part of the table is always free.
    assert_eq!(states, [1874, 29_024]);
}
