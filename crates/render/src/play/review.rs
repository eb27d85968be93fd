//! What came of a game: the verdict, what each of somebody's moves gave away, and the best line.
//!
//! Where nobody sits, the moves of both sides are looked at. For two sides all of them have the
//! budget of one move, the last moves first; for a price each has it. What they do not settle is
//! said to be open.

use std::sync::atomic::AtomicBool;

use outplay::game::Player;
use outplay::{
    Failure, Hint, Proof, ReplayAnswer, ReplayTurn, SolveOptions, VersusOptions, amount, hints,
    replay, solve, solve_versus,
};

use super::Sitting;
use crate::fight::verdict;

/// What came of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// How it ended, in a sentence.
    pub verdict: String,
    /// The moves that were looked at.
    pub moves: Vec<Reviewed>,
    /// The best line from the start, and what comes of it.
    pub best: String,
}

/// A move, looked at again.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The turn (in turns that alternate: the round).
    pub round: u32,
    /// Who made it.
    pub who: String,
    /// What it is called.
    pub name: String,
    /// What it gave away, in words.
    pub judged: String,
    /// Was there nothing better?
    pub good: bool,
}

impl Review {
    /// Looks at the game again.
    ///
    /// # Errors
    /// When the rules are wrong.
    pub fn of(sitting: &Sitting, interrupt: Option<&AtomicBool>) -> Result<Self, Failure> {
        let limits = sitting.budget.limits(interrupt);
        let answer = replay(&sitting.request, &sitting.moves(), limits)?;
        let watched = sitting.is_watched();
        let mut moves = Vec::new();
        let mut open = false;
        let chosen = answer.account.turns.iter().zip(&answer.turns).filter_map(|(told, turn)| {
            let fighter = &answer.names.fighters[told.player.index()];
            // A fighter with one skill does not choose.
            let skill = told.skill.filter(|_| fighter.skills.len() > 1)?;
            Some((told.player, &fighter.skills[skill], turn))
        });
        for (index, (player, skill, turn)) in chosen.enumerate() {
            if !watched && !sitting.is_asked(player) {
                continue;
            }
            let judged = if answer.names.zero_sum {
                of_two_sides(turn)
            } else if open {
                None
            } else {
                let before: String = sitting.moves().chars().take(index).collect();
                let weighed = hints(&sitting.request, &before, limits)?.ok();
                open = weighed.is_none();
                weighed.map(|hints| of_a_price(&hints, skill.key, player, &answer))
            };
            let judged = judged.unwrap_or_else(|| ("not settled".to_owned(), true));
            moves.push(Reviewed {
                round: turn.round,
                who: answer.names.fighters[player.index()].name.clone(),
                name: skill.name.clone(),
                judged: judged.0,
                good: judged.1,
            });
        }
        let best = best_line(sitting, &answer, interrupt)?;
        Ok(Self { verdict: verdict(&answer).trim_end().to_owned(), moves, best })
    }
}

/// In words what a move gave away of the winner's hp.
fn of_two_sides(turn: &ReplayTurn) -> Option<(String, bool)> {
    let (regret, best) = (turn.regret?, turn.best.as_deref()?);
    Some(if regret == 0 {
        ("best".to_owned(), true)
    } else {
        (format!("gave away {regret} ({best} was best)"), false)
    })
}

/// In words what a move added to the price of a win.
fn of_a_price(hints: &[Hint], key: char, player: Player, answer: &ReplayAnswer) -> (String, bool) {
    let made = hints.iter().find(|hint| hint.key == key);
    let best: String = hints.iter().filter(|hint| hint.best).map(|hint| hint.key).collect();
    let best_hint = hints.iter().find(|hint| hint.best);
    let (Some(made), Some(best_hint)) = (made, best_hint) else {
        return ("not settled".to_owned(), true);
    };
    if made.best {
        let wins = made.value.is_some() || player == Player::Two;
        return (if wins { "best" } else { "no move wins any more" }.to_owned(), true);
    }
    let text = match (made.value, best_hint.value, player) {
        (Some(made), Some(best_value), _) => {
            let by = amount(made.abs_diff(best_value), &answer.unit);
            if player == Player::One {
                format!("costs {by} more ({best} was best)")
            } else {
                format!("saves them {by} ({best} was best)")
            }
        }
        (None, _, Player::One) => format!("throws the win away ({best} was best)"),
        (_, None, Player::Two) => format!("lets them win ({best} was best)"),
        _ => format!("{best} was best"),
    };
    (text, false)
}

/// The best line from the start.
fn best_line(
    sitting: &Sitting,
    answer: &ReplayAnswer,
    interrupt: Option<&AtomicBool>,
) -> Result<String, Failure> {
    let limits = sitting.budget.limits(interrupt);
    let [one, two] = answer.names.fighters.each_ref().map(|fighter| fighter.name.as_str());
    let open = "The best line was not settled within the limits.".to_owned();
    if answer.names.zero_sum {
        let best = solve_versus(&sitting.request, &VersusOptions { limits, ..Default::default() })?;
        let Some(value) = best.value else { return Ok(open) };
        let end = match value {
            0 if best.for_ever => "it goes on for ever".to_owned(),
            0 => "nobody wins".to_owned(),
            1.. => format!("{one} wins with {value} hp left"),
            _ => format!("{two} wins with {} hp left", -value),
        };
        return Ok(format!("Best play of both: {} ({end})", best.moves));
    }
    let best = solve(&sitting.request, &SolveOptions { limits, ..Default::default() })?;
    Ok(match (best.value, best.proof) {
        (Some(value), Proof::Optimal) => {
            let value = amount(value, &best.unit);
            let against = if best.contested { ", whatever the other does" } else { "" };
            format!("Best line: {} ({one} wins for {value}{against})", best.moves)
        }
        (None, Proof::Optimal) => format!("No line wins: {two} cannot be beaten from the start."),
        _ => open,
    })
}
