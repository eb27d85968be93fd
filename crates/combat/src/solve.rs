//! The outcome of a deal, at speed; see the engine's module for how, and why it is right.

use crate::compact::{Card, Names};
use crate::engine::{End, Engine};
use crate::{Deal, Ends, Mode, Outcome, Stopped};
use outplay_game::Player;

/// Plays a deal to its end. `keep_going` is asked now and then, with the number of rounds played in
/// all games so far.
///
/// # Errors
/// When it was stopped before its end.
///
/// ```
/// use outplay_combat::{Deal, Mode, solve};
/// let deal = Deal::new([vec![9, 2, 6, 3, 1], vec![5, 8, 4, 7, 10]]).unwrap();
/// let score = |mode| solve(&deal, mode, &mut |_| true).unwrap().score();
/// assert_eq!(score(Mode::Plain), Some(306));
/// assert_eq!(score(Mode::Recursive), Some(291));
/// ```
pub fn solve(
    deal: &Deal,
    mode: Mode,
    keep_going: &mut dyn FnMut(u64) -> bool,
) -> Result<Outcome, Stopped> {
    let names = Names::new(deal, mode);
    let highest = names.highest();
    if highest <= u8::MOST {
        solve_as::<u8>(deal, mode, &names, keep_going)
    } else if highest <= u16::MOST {
        solve_as::<u16>(deal, mode, &names, keep_going)
    } else {
        solve_as::<u32>(deal, mode, &names, keep_going)
    }
}

fn solve_as<C: Card>(
    deal: &Deal,
    mode: Mode,
    names: &Names,
    keep_going: &mut dyn FnMut(u64) -> bool,
) -> Result<Outcome, Stopped> {
    let decks = deal.decks().map(|deck| names.deck::<C>(deck));
    let decks = decks.each_ref().map(Vec::as_slice);
    let mut engine = Engine::new(keep_going);
    let end = match mode {
        Mode::Plain => engine.run::<false>(decks)?,
        Mode::Recursive => engine.run::<true>(decks)?,
    };
    let (winner, ends, rounds, decks) = match end {
        End::Won(winner, rounds, decks) => (Some(winner), Ends::AllCards, rounds, decks),
        End::Circle(cycle, decks) => {
            let rounds = cycle.start - 1 + cycle.length;
            match mode {
                Mode::Plain => (None, Ends::Never(cycle), rounds, decks),
                Mode::Recursive => (Some(Player::One), Ends::Repetition(cycle), rounds, decks),
            }
        }
    };
    Ok(Outcome {
        winner,
        ends,
        rounds,
        decks: decks.map(|deck| names.dealt(&deck)),
        played: engine.played,
        skipped: engine.skipped,
    })
}
