//! The rules again, as plainly as they can be written: lists, sets, and games inside games.
//!
//! Slow on purpose and without any shortcut; everything else is compared with it.

use std::collections::{HashMap, VecDeque};

use outplay_game::Player;

use crate::{Counts, Cycle, Deal, Ends, Mode, Outcome};

type Decks = [VecDeque<u32>; 2];

/// Plays a deal by the rules.
pub fn solve(deal: &Deal, mode: Mode) -> (Outcome, Counts) {
    let decks = deal.decks().map(|deck| deck.iter().copied().collect());
    let mut counts = Counts::default();
    let (winner, ends, rounds, decks) = game(decks, mode, 0, &mut counts);
    let decks = decks.map(Vec::from);
    (Outcome { winner, ends, rounds, decks, played: counts.rounds, skipped: 0 }, counts)
}

fn game(
    mut decks: Decks,
    mode: Mode,
    depth: u64,
    counts: &mut Counts,
) -> (Option<Player>, Ends, u64, Decks) {
    counts.games += 1;
    counts.deepest = counts.deepest.max(depth);
    let mut seen: HashMap<Decks, u64> = HashMap::new();
    let mut rounds = 0;
    loop {
        for player in Player::BOTH {
            if decks[player.index()].is_empty() {
                return (Some(player.other()), Ends::AllCards, rounds, decks);
            }
        }
        if let Some(before) = seen.insert(decks.clone(), rounds) {
            let cycle = Cycle { start: before + 1, length: rounds - before };
            counts.repetitions += 1;
            return match mode {
                Mode::Plain => (None, Ends::Never(cycle), rounds, decks),
                Mode::Recursive => (Some(Player::One), Ends::Repetition(cycle), rounds, decks),
            };
        }
        rounds += 1;
        counts.rounds += 1;
        let [one, two] = &mut decks;
        let (Some(first), Some(second)) = (one.pop_front(), two.pop_front()) else {
            unreachable!("both have cards");
        };
        let (first_takes, second_takes) = (first as usize, second as usize);
        let winner =
            if mode == Mode::Recursive && one.len() >= first_takes && two.len() >= second_takes {
                let one = one.iter().copied().take(first_takes).collect();
                let two = two.iter().copied().take(second_takes).collect();
                game([one, two], mode, depth + 1, counts).0
            } else if first > second {
                Some(Player::One)
            } else {
                Some(Player::Two)
            };
        if winner == Some(Player::One) {
            one.extend([first, second]);
        } else {
            two.extend([second, first]);
        }
    }
}
