//! A position of a fight: who may do what, and what that is worth.
//!
//! The one place where the pages ask about single moves.

use outplay::duel::Account;
use outplay::game::Player;
use outplay::{Failure, Loaded, Request};

use super::Question;
use crate::serve::work::Allowance;
use crate::serve::wrong::Wrong;

/// A fight after some moves.
pub(in super::super) struct Position {
    /// The moves that led here, as keys.
    pub(in super::super) moves: String,
    /// What happened so far.
    pub(in super::super) account: Account,
    /// Who chooses, if anybody does.
    pub(in super::super) chooser: Option<Player>,
    /// What they could do, and what not.
    pub(in super::super) options: Vec<LegalMove>,
    /// What the outcome is worth to player 1, once it is over, where the winner's hp counts.
    pub(in super::super) value: Option<i64>,
}

/// A move, and whether it can be made.
#[derive(Clone, Debug)]
pub(in super::super) struct LegalMove {
    /// Its key.
    pub(in super::super) key: char,
    /// Its name.
    pub(in super::super) name: String,
    /// In a sentence.
    pub(in super::super) about: Option<String>,
    /// What it costs.
    pub(in super::super) cost: String,
    /// Why it cannot be made.
    pub(in super::super) refused: Option<String>,
}

/// What a move is worth to whoever chooses.
#[derive(Clone, Debug)]
pub(in super::super) struct Worth {
    /// Its key.
    pub(in super::super) key: char,
    /// The winner's hp, or what the win costs player 1; none where it wins nothing.
    pub(in super::super) value: Option<i64>,
    /// What is lost against the best move.
    pub(in super::super) regret: Option<u64>,
    /// Is it as good as any?
    pub(in super::super) best: bool,
}

/// The position after some moves.
pub(in super::super) fn position(
    loaded: &Loaded,
    request: &Request,
    moves: &str,
) -> Result<Position, Wrong> {
    let moves: String = moves.chars().filter(|letter| outplay::duel::is_key(*letter)).collect();
    let found = outplay::position(request, &moves)?;
    let account = found.account;
    if let Some(refusal) = &account.refused {
        return Err(refused(&moves, refusal.move_number, &refusal.reason));
    }
    if account.unused > 0 {
        let number = moves.chars().count() - account.unused + 1;
        return Err(refused(&moves, number, "the fight is over"));
    }
    let skills = found.chooses.map(|player| &found.names.fighters[player.index()].skills);
    let options = found.options.into_iter().enumerate().map(|(place, option)| {
        let id = skills.and_then(|skills| skills.get(place)).map(|skill| skill.id.as_str());
        let written =
            loaded.fight.written.skills.iter().find(|skill| Some(skill.id.text.as_str()) == id);
        let cost = option.cost.iter().map(|(by, number)| format!("{by} {number}"));
        LegalMove {
            key: option.key,
            name: option.name,
            about: written.and_then(|skill| skill.about.clone()),
            cost: cost.collect::<Vec<_>>().join(", "),
            refused: option.refused,
        }
    });
    let options = options.collect();
    Ok(Position { moves, account, chooser: found.chooses, options, value: found.value })
}

/// A move of the address that cannot be made, with its place.
fn refused(moves: &str, number: usize, reason: &str) -> Wrong {
    let mut sources = outplay::written::Sources::default();
    let source = sources.add("moves", moves);
    let place = moves.char_indices().nth(number.saturating_sub(1));
    let span = place.map(|(start, letter)| outplay::written::Span {
        source,
        start,
        end: start + letter.len_utf8(),
    });
    let message = format!("move {number} cannot be made: {reason}");
    Failure { sources, problems: vec![outplay::written::Problem::error(span, message)] }.into()
}

/// What every legal move of a position is worth; empty where nobody chooses, or where that is not
/// settled in the time allowed.
pub(in super::super) fn move_values(
    request: &Request,
    position: &Position,
    allowance: &Allowance,
) -> Vec<Worth> {
    // The position was understood, so only a limit is left to go wrong.
    let hints = outplay::hints(request, &position.moves, allowance.part(0.6)).unwrap_or_default();
    let best = hints.iter().find(|hint| hint.best).and_then(|hint| hint.value);
    let worth = |hint: &outplay::Hint| Worth {
        key: hint.key,
        value: hint.value,
        regret: hint.value.zip(best).map(|(value, best)| value.abs_diff(best)),
        best: hint.best,
    };
    hints.iter().map(worth).collect()
}

/// The key of the move that the style of whoever chooses makes; none where it is a person's, or
/// where it is not settled in the time allowed.
pub(in super::super) fn reply(
    question: &Question,
    position: &Position,
    allowance: &Allowance,
) -> Option<char> {
    let styles = question.styles.clone();
    outplay::choose(&question.request, &position.moves, styles, 1, allowance.limits()).ok()?
}
