//! The fast ways against the plain reference, on thousands of small deals; and the laws.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use outplay_combat::{
    Combat, Deal, Ends, Mode, Position, Replay, Told, count, reference, replay, solve,
};
use outplay_game::{Budget, Game, Node, Stop, laws};
use proptest::prelude::*;

/// Decks of unequal sizes with distinct values, consecutive or not, some far beyond the deck sizes.
fn deals(most: usize) -> impl Strategy<Value = Deal> {
    let spread = prop_oneof![Just(1_u32), 1_u32..4, Just(1000), Just(400_000_000)];
    (2..=most, spread, any::<u64>()).prop_flat_map(move |(cards, spread, seed)| {
        (1..cards).prop_map(move |split| {
            let count = u32::try_from(cards).unwrap();
            let order = Deal::random(count, seed, 1).decks().concat();
            // Values rise with the rank, some steps by one and some by up to `spread`.
            let value = |rank: u32| match spread {
                1 => rank,
                400_000_000 => rank * (u32::MAX / count),
                _ => (1..=rank).map(|r| 1 + (r * 7919 + 13) % spread).sum(),
            };
            let cards: Vec<u32> = order.into_iter().map(value).collect();
            let (one, two) = cards.split_at(split);
            Deal::new([one.to_vec(), two.to_vec()]).unwrap()
        })
    })
}

fn agree(deal: &Deal) -> Result<(), TestCaseError> {
    for mode in Mode::BOTH {
        let fast = solve(deal, mode, &Budget::UNLIMITED).unwrap();
        let (slow, counts) = reference::solve(deal, mode);
        prop_assert_eq!(
            (fast.winner, fast.ends, fast.rounds, &fast.decks),
            (slow.winner, slow.ends, slow.rounds, &slow.decks)
        );
        prop_assert_eq!(fast.score(), slow.score());
        if mode == Mode::Recursive {
            prop_assert_eq!(count(deal, mode, &Budget::UNLIMITED), Ok(counts));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 3000, ..ProptestConfig::default()
    })]

    #[test]
    fn shortcuts_change_nothing_in_small_deals(deal in deals(12)) {
        agree(&deal)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 150, ..ProptestConfig::default()
    })]

    #[test]
    fn shortcuts_change_nothing_in_larger_deals(deal in deals(26)) {
        agree(&deal)?;
    }

    #[test]
    fn the_laws_hold(deal in deals(8)) {
        for mode in Mode::BOTH {
            let combat = Combat { deal: deal.clone(), mode };
            let states = laws::check(&combat, 400);
            prop_assert!(states.is_ok(), "{:?}", states);
        }
    }

    #[test]
    fn a_replay_tells_what_the_reference_counts(deal in deals(10)) {
        for mode in Mode::BOTH {
            let (slow, counts) = reference::solve(&deal, mode);
            let told = replay(&deal, mode, u64::MAX, &Budget::UNLIMITED);
            prop_assert_eq!(told.ends, Some(slow.ends));
            prop_assert_eq!(told.winner, slow.winner);
            prop_assert_eq!(told.decks.as_ref(), Some(&slow.decks));
            prop_assert_eq!((told.rounds, told.games), (counts.rounds, counts.games));
            well_formed(&told)?;
        }
    }

    #[test]
    fn a_replay_that_is_cut_short_is_the_start_of_the_whole(deal in deals(10), most in 0_u64..30) {
        let whole = replay(&deal, Mode::Recursive, u64::MAX, &Budget::UNLIMITED);
        let part = replay(&deal, Mode::Recursive, most, &Budget::UNLIMITED);
        prop_assert_eq!(part.rounds, most.min(whole.rounds));
        prop_assert_eq!(&part.told[..], &whole.told[..part.told.len()]);
        prop_assert_eq!(part.ends.is_some(), part.told.len() == whole.told.len());
        prop_assert_eq!(part.stopped, None);
    }

    #[test]
    fn a_replay_that_a_limit_stops_is_the_start_of_the_whole(
        deal in deals(10), most in 0_u64..6000, limit in 0_usize..3,
    ) {
        let (budget, stop) = [
            (Budget { answer: most, ..Budget::UNLIMITED }, Stop::Answer),
            (Budget { bytes: most, ..Budget::UNLIMITED }, Stop::Memory),
            (Budget { states: most / 200, ..Budget::UNLIMITED }, Stop::States),
        ][limit];
        let whole = replay(&deal, Mode::Recursive, u64::MAX, &Budget::UNLIMITED);
        let part = replay(&deal, Mode::Recursive, u64::MAX, &budget);
        prop_assert_eq!(&part.told[..], &whole.told[..part.told.len()]);
        prop_assert_eq!(part.stopped, part.ends.is_none().then_some(stop));
        let cards = |told: &Told| match told {
            Told::Round { decks, .. } | Told::RoundWon { decks, .. } => decks.concat().len(),
            Told::Game { .. } | Told::GameWon { .. } => 0,
        };
        let told: usize = part.told.iter().map(cards).sum();
        prop_assert!(stop != Stop::Answer || told as u64 * 7 <= most);
    }
}

/// Every round that begins ends, with the cards that it drew at the bottom of the winner's deck.
fn well_formed(told: &Replay) -> Result<(), TestCaseError> {
    let mut open = Vec::new();
    for event in &told.told {
        match event {
            Told::Round { cards, game, round, .. } => open.push((*cards, *game, *round)),
            Told::RoundWon { winner, decks, game, round, .. } => {
                let (cards, its_game, its_round) = open.pop().expect("a round that began");
                prop_assert_eq!((its_game, its_round), (*game, *round));
                let own = cards[winner.index()];
                let other = cards[winner.other().index()];
                prop_assert!(decks[winner.index()].ends_with(&[own, other]));
            }
            Told::Game { .. } | Told::GameWon { .. } => {}
        }
    }
    prop_assert!(open.is_empty());
    Ok(())
}

#[test]
fn decks_of_every_size_come_out_as_in_the_reference() {
    // Just within and just beyond what fits the small rings, a byte, and two bytes.
    for cards in [63, 64, 65, 126, 127, 128, 129] {
        let deal = Deal::random(cards, 5, 1);
        let fast = solve(&deal, Mode::Plain, &Budget::UNLIMITED).unwrap();
        let (slow, _) = reference::solve(&deal, Mode::Plain);
        assert_eq!((fast.ends, fast.decks), (slow.ends, slow.decks));
        // Only the lowest cards start sub-games, so that the reference ends too.
        let apart = deal.decks().map(|deck| {
            deck.iter().map(|&card| if card < 8 { card } else { card + cards }).collect()
        });
        let deal = Deal::new(apart).unwrap();
        let fast = solve(&deal, Mode::Recursive, &Budget::UNLIMITED).unwrap();
        let (slow, _) = reference::solve(&deal, Mode::Recursive);
        assert_eq!((fast.ends, fast.decks), (slow.ends, slow.decks));
    }
    let (low, high): (Vec<u32>, Vec<u32>) = ((1..40_000).collect(), (40_000..80_000).collect());
    for mode in Mode::BOTH {
        let end = solve(&Deal::new([low.clone(), high.clone()]).unwrap(), mode, &Budget::UNLIMITED);
        assert_eq!(end.unwrap().rounds, 39_999, "player 2 takes a card in every round");
    }
}

#[test]
fn long_circles_are_found_where_many_passages_were_forgotten() {
    let mut circles = 0;
    for number in 1..400 {
        let deal = Deal::random(40 + u32::try_from(number % 23).unwrap(), 11, number);
        let fast = solve(&deal, Mode::Plain, &Budget::UNLIMITED).unwrap();
        let (slow, _) = reference::solve(&deal, Mode::Plain);
        assert_eq!((fast.ends, &fast.decks), (slow.ends, &slow.decks), "{number}");
        circles += usize::from(matches!(fast.ends, Ends::Never(cycle) if cycle.start > 1000));
    }
    assert!(circles > 5, "{circles}");
}

#[test]
fn a_game_that_is_asked_to_stop_stops() {
    let deal = Deal::random(20_000, 1, 1);
    let few = Budget { states: 1, ..Budget::UNLIMITED };
    let little = Budget { bytes: 100_000, ..Budget::UNLIMITED };
    let stops =
        [(few, Stop::States), (little, Stop::Memory), (Budget::UNLIMITED.seconds(0.0), Stop::Time)];
    for (budget, stop) in stops {
        let stopped = solve(&deal, Mode::Plain, &budget).unwrap_err();
        assert_eq!((stopped.stopped, stopped.played > 0), (stop, stop != Stop::Memory));
        assert_eq!(count(&deal, Mode::Recursive, &budget), Err(stop));
        let told = replay(&deal, Mode::Recursive, u64::MAX, &budget);
        assert_eq!((told.stopped, told.ends), (Some(stop), None));
    }
}

#[test]
fn games_within_games_count_before_they_have_grown() {
    // The next look at the budget would be 65,536 rounds away.
    let budget = Budget { bytes: 9000, ..Budget::UNLIMITED };
    let stopped = (0..40)
        .filter_map(|seed| solve(&Deal::random(300, seed, 1), Mode::Recursive, &budget).err());
    let early = stopped.filter(|it| it.stopped == Stop::Memory && it.played < 60_000).count();
    assert!(early > 25, "{early} of 40 stopped before the first look");
}

#[test]
fn what_a_replay_keeps_to_play_by_the_rules_counts_beside_what_it_tells() {
    let deal = Deal::random(400, 3, 1);
    for bytes in [200_000_u64, 1_000_000, 3_000_000] {
        let budget = Budget { bytes, ..Budget::UNLIMITED };
        let told = replay(&deal, Mode::Plain, u64::MAX, &budget);
        assert_eq!(told.stopped, Some(Stop::Memory));
        // Decks are listed twice a round, and kept once to know when they return.
        let cards = 3 * told.rounds * 400;
        assert!(cards * 4 <= bytes, "{cards} cards in {bytes} bytes");
        assert!(cards * 8 > bytes, "{cards} cards are few for {bytes} bytes");
    }
}

#[test]
fn every_turn_is_forced_until_it_is_over() {
    let combat = Combat { deal: Deal::random(9, 1, 1), mode: Mode::Recursive };
    let mut position: Position = combat.start();
    let mut steps = 0;
    while combat.node(&position) == Node::Single {
        let mut moves = Vec::new();
        combat.moves(&position, &mut moves);
        position = combat.play(&position, moves[0]);
        steps += 1;
    }
    assert!(steps > 5);
    assert_eq!(combat.node(&position), Node::End);
}

#[test]
fn games_within_games_within_games_use_no_stack_of_the_machine() {
    // The first round of every game starts a sub-game of all cards but a few.
    let deck = |top: u32, more: u32| -> Vec<u32> {
        let falling = (0..999).map(|step| top - 2 * step);
        falling.chain((0..1001).map(|step| more + step)).collect()
    };
    let deal = Deal::new([deck(1999, 10_000), deck(1998, 50_000)]).unwrap();
    let mut position = Position::new(&deal, Mode::Recursive);
    for _ in 0..950 {
        position.advance();
    }
    assert_eq!(position.depth(), 950);
    let budget = Budget { states: 1_000_000, ..Budget::UNLIMITED };
    let found = solve(&deal, Mode::Recursive, &budget);
    // Nobody knows how long it takes; it must end, or stop when told to.
    assert!(found.map_or_else(|it| it.stopped == Stop::States, |_| true));
}
