//! Golden figures: what a play takes, which is its speed without noise, and where exactly each limit stops it.

use outplay_combat::{Deal, Misdeal, Mode, Position, Told, count, replay, solve};
use outplay_game::{Budget, Player, Stop};

/// Rounds that a few deals of so many cards take, and sub-games that were not played, up to a limit.
fn taken(cards: u32, mode: Mode, budget: &Budget) -> (u64, u64) {
    let each = (1..=8).map(|number| match solve(&Deal::random(cards, 9, number), mode, budget) {
        Ok(outcome) => (outcome.played, outcome.skipped),
        Err(unfinished) => (unfinished.played, 0),
    });
    each.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

#[test]
fn a_play_takes_no_more_rounds_than_it_did() {
    let budget = Budget { states: 100_000, ..Budget::UNLIMITED };
    let plain = [10, 40, 64, 65, 130, 700].map(|cards| taken(cards, Mode::Plain, &budget).0);
    let recursive = [10, 40, 52, 64, 65, 130].map(|cards| taken(cards, Mode::Recursive, &budget));
    let wanted = [
        (258, 25),
        (158_102, 397),
        (321_593, 151),
        (707_050, 343),
        (731_509, 2194),
        (959_015, 590),
    ];
    assert_eq!((plain, recursive), ([262, 2098, 4086, 100_458, 13_576, 557_370], wanted));
}

#[test]
fn memory_stops_a_play_where_it_did() {
    let deal = Deal::random(300, 5, 1);
    let stopped = [100, 3_000, 6_000, 9_000, 12_000, 50_000, 200_000].map(|bytes| {
        let budget = Budget { bytes, states: 200_000, ..Budget::UNLIMITED };
        let unfinished = solve(&deal, Mode::Recursive, &budget).unwrap_err();
        (unfinished.stopped, unfinished.played)
    });
    let memory = [0, 15, 134, 1157, 1157, 77_885].map(|played| (Stop::Memory, played));
    assert_eq!(stopped, [&memory[..], &[(Stop::States, 229_500)]].concat()[..]);
    let counted = [1_000, 100_000, 1_000_000].map(|bytes| {
        let budget = Budget { bytes, states: 10_000, ..Budget::UNLIMITED };
        count(&deal, Mode::Recursive, &budget)
    });
    assert_eq!(counted, [Err(Stop::Memory); 3]);
}

#[test]
fn as_many_rounds_are_counted_as_the_budget_has_states() {
    let deal = Deal::new([vec![9, 2, 6, 3, 1], vec![5, 8, 4, 7, 10]]).unwrap();
    for mode in Mode::BOTH {
        let whole = count(&deal, mode, &Budget::UNLIMITED).unwrap();
        let rounds = whole.rounds;
        let states = |states| count(&deal, mode, &Budget { states, ..Budget::UNLIMITED });
        assert_eq!(states(rounds), Ok(whole));
        assert_eq!(states(rounds - 1), Err(Stop::States));
        let told = |states| {
            let budget = Budget { states, ..Budget::UNLIMITED };
            let told = replay(&deal, mode, u64::MAX, &budget);
            (told.rounds, told.stopped, told.winner.is_some())
        };
        assert_eq!(told(rounds), (rounds, None, true));
        assert_eq!(told(rounds - 1), (rounds - 1, Some(Stop::States), false));
    }
}

#[test]
fn a_replay_is_stopped_in_the_round_that_would_be_too_much() {
    let deal = Deal::random(30, 2, 1);
    let told = |budget: Budget| {
        let told = replay(&deal, Mode::Recursive, u64::MAX, &budget);
        (told.rounds, told.told.len())
    };
    let answers =
        [700, 5_000, 20_000, 100_000].map(|answer| told(Budget { answer, ..Budget::UNLIMITED }));
    let bytes =
        [2_000, 20_000, 60_000, 300_000].map(|bytes| told(Budget { bytes, ..Budget::UNLIMITED }));
    assert_eq!(
        (answers, bytes),
        ([(1, 3), (14, 31), (54, 111), (268, 539)], [(3, 7), (45, 93), (135, 273), (832, 1705)])
    );
    let plain = replay(&deal, Mode::Plain, u64::MAX, &Budget { bytes: 8_000, ..Budget::UNLIMITED });
    assert_eq!((plain.rounds, plain.stopped), (14, Some(Stop::Memory)));
}

#[test]
fn games_and_rounds_are_numbered_as_they_begin() {
    // The second round of the first game is decided by a game of its own.
    let deal = Deal::new([vec![5, 2, 9, 3], vec![6, 1, 4, 8]]).unwrap();
    let told = replay(&deal, Mode::Recursive, 8, &Budget::UNLIMITED);
    let line = |event: &Told| match event {
        Told::Game { game, depth } => format!("game {game} at {depth}"),
        Told::Round { game, depth, round, decks, cards, sub_game } => {
            format!("{game}.{round} at {depth}: {decks:?} {cards:?} {sub_game:?}")
        }
        Told::RoundWon { game, depth, round, winner, decks } => {
            format!("{game}.{round} at {depth} to {winner}: {decks:?}")
        }
        Told::GameWon { game, depth, winner, repeats, back_to } => {
            format!("game {game} at {depth} to {winner}: {repeats:?} {back_to:?}")
        }
    };
    let lines: Vec<String> = told.told.iter().map(line).collect();
    let wanted = [
        "game 1 at 0",
        "1.1 at 0: [[5, 2, 9, 3], [6, 1, 4, 8]] [5, 6] None",
        "1.1 at 0 to player 2: [[2, 9, 3], [1, 4, 8, 6, 5]]",
        "1.2 at 0: [[2, 9, 3], [1, 4, 8, 6, 5]] [2, 1] Some(2)",
        "game 2 at 1",
        "2.1 at 1: [[9, 3], [4]] [9, 4] None",
        "2.1 at 1 to player 1: [[3, 9, 4], []]",
        "game 2 at 1 to player 1: None Some(1)",
        "1.2 at 0 to player 1: [[9, 3, 2, 1], [4, 8, 6, 5]]",
        "1.3 at 0: [[9, 3, 2, 1], [4, 8, 6, 5]] [9, 4] None",
        "1.3 at 0 to player 1: [[3, 2, 1, 9, 4], [8, 6, 5]]",
        "1.4 at 0: [[3, 2, 1, 9, 4], [8, 6, 5]] [3, 8] None",
        "1.4 at 0 to player 2: [[2, 1, 9, 4], [6, 5, 8, 3]]",
        "1.5 at 0: [[2, 1, 9, 4], [6, 5, 8, 3]] [2, 6] None",
        "1.5 at 0 to player 2: [[1, 9, 4], [5, 8, 3, 6, 2]]",
        "1.6 at 0: [[1, 9, 4], [5, 8, 3, 6, 2]] [1, 5] None",
        "1.6 at 0 to player 2: [[9, 4], [8, 3, 6, 2, 5, 1]]",
        "1.7 at 0: [[9, 4], [8, 3, 6, 2, 5, 1]] [9, 8] None",
        "1.7 at 0 to player 1: [[4, 9, 8], [3, 6, 2, 5, 1]]",
    ];
    assert_eq!(lines, wanted);
}

#[test]
fn a_circle_is_told_with_its_start_and_its_length() {
    for (one, two) in [(vec![43, 19], vec![2, 29, 14]), (vec![1, 9, 2], vec![3, 8])] {
        let deal = Deal::new([one, two]).unwrap();
        for mode in Mode::BOTH {
            let found = solve(&deal, mode, &Budget::UNLIMITED).unwrap();
            let told = replay(&deal, mode, u64::MAX, &Budget::UNLIMITED);
            assert_eq!((told.ends, told.winner), (Some(found.ends), found.winner));
            assert_eq!(told.decks, Some(found.decks));
        }
    }
}

#[test]
fn what_a_position_keeps_is_counted_in_cards() {
    let deal = Deal::new([vec![5, 2, 9, 3], vec![6, 1, 4]]).unwrap();
    let mut position = Position::new(&deal, Mode::Recursive);
    // Each deck has room for all cards, rounded up to a power of two.
    assert_eq!((position.cards_kept(), position.depth()), (16, 0));
    assert_eq!(format!("{position:?}"), "[[[5, 2, 9, 3], [6, 1, 4]]]");
    position.advance();
    assert_eq!(position.cards_kept(), 16 + 7);
    assert_eq!(position.decks()[1].to_vec(), [1, 4, 6, 5]);
    assert_eq!(position.decks()[1].len(), 4);
    let mut plain = Position::new(&deal, Mode::Plain);
    plain.advance();
    assert_eq!(plain.cards_kept(), 16);
    assert_ne!(position, Position::new(&deal, Mode::Recursive));
}

#[test]
fn decks_that_cannot_fight_say_why() {
    let why = |one: &[u32], two: &[u32]| Deal::new([one.to_vec(), two.to_vec()]).unwrap_err();
    let cases = [
        (why(&[], &[]), Misdeal::Empty(Player::One), "player 1 has no cards"),
        (why(&[1], &[]), Misdeal::Empty(Player::Two), "player 2 has no cards"),
        (why(&[1, 0], &[2]), Misdeal::Zero, "a card is 0"),
        (why(&[7, 1], &[2, 7]), Misdeal::Twice(7), "card 7 is there twice"),
    ];
    for (found, wanted, words) in cases {
        assert_eq!((found, found.to_string().as_str()), (wanted, words));
    }
    let deal = Deal::new([vec![3], vec![1, 2]]).unwrap();
    assert_eq!((deal.cards(), deal.deck(Player::Two)), (3, &[1, 2][..]));
    assert_eq!(deal.to_string(), "Player 1:\n3\n\nPlayer 2:\n1\n2\n");
}
