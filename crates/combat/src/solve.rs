//! The outcome of a deal, at speed; see the engine's module for how, and why it is right.

use crate::compact::{Card, Names};
use crate::engine::{End, Engine};
use crate::{Deal, Ends, Mode, Outcome, Unfinished};
use outplay_game::{Budget, Player};

/// Plays a deal to its end. The budget's states are rounds of all games together, and so is its
/// progress; it is looked at now and then. Sub-games take at most a gigabyte.
///
/// # Errors
/// When it was stopped before its end.
///
/// ```
/// use outplay_combat::{Deal, Mode, solve};
/// use outplay_game::Budget;
/// let deal = Deal::new([vec![9, 2, 6, 3, 1], vec![5, 8, 4, 7, 10]]).unwrap();
/// let score = |mode| solve(&deal, mode, &Budget::UNLIMITED).unwrap().score();
/// assert_eq!(score(Mode::Plain), Some(306));
/// assert_eq!(score(Mode::Recursive), Some(291));
/// ```
pub fn solve(deal: &Deal, mode: Mode, budget: &Budget) -> Result<Outcome, Unfinished> {
    let names = Names::new(deal, mode);
    let highest = names.highest();
    if highest <= u8::MOST {
        solve_as::<u8>(deal, mode, &names, budget)
    } else if highest <= u16::MOST {
        solve_as::<u16>(deal, mode, &names, budget)
    } else {
        solve_as::<u32>(deal, mode, &names, budget)
    }
}

fn solve_as<C: Card>(
    deal: &Deal,
    mode: Mode,
    names: &Names,
    budget: &Budget,
) -> Result<Outcome, Unfinished> {
    let decks = deal.decks().map(|deck| names.deck::<C>(deck));
    let decks = decks.each_ref().map(Vec::as_slice);
    let mut engine = Engine::new(budget);
    let end = match mode {
        Mode::Plain => engine.run::<false>(decks),
        Mode::Recursive => engine.run::<true>(decks),
    };
    let end = end.map_err(|stopped| Unfinished { stopped, played: engine.played })?;
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
