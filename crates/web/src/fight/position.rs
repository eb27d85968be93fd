//! A position of a fight: who may do what, and what that is worth.
//!
//! The one place where the pages ask about single moves.

use outplay::duel::Account;
use outplay::game::Player;
use outplay::{Failure, Loaded, Request};

use super::stopped::ran_out;
use super::{Best, Question};
use crate::work::Allowance;
use crate::wrong::Wrong;
use outplay_render::play::harm;

/// A fight after some moves.
pub(in super::super) struct Position {
    /// The moves that led here, as keys.
    pub(in super::super) moves: String,
    /// Who made each of them, and what it is called.
    pub(in super::super) made: Vec<(Player, String)>,
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
    /// What it does to the enemy at once.
    pub(in super::super) harm: String,
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

impl Worth {
    /// Is it a move to be recommended? Whoever cannot win has none; player 2 is content where player 1
    /// cannot.
    pub(in super::super) fn is_good(&self, player: Player) -> bool {
        self.best && (player == Player::Two || self.value.is_some())
    }
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
        let spec = loaded.fight.spec.skills.iter().find(|skill| Some(skill.id.text.as_str()) == id);
        let cost = option.cost.iter().map(|(by, number)| format!("{by} {number}"));
        LegalMove {
            key: option.key,
            about: spec.and_then(|skill| skill.about.clone()),
            cost: cost.collect::<Vec<_>>().join(", "),
            harm: harm(&option),
            name: option.name,
            refused: option.refused,
        }
    });
    let options = options.collect();
    // A fighter with one skill does not choose, and what it does is not among the moves.
    let made = account.choices.iter().filter_map(|(player, mv)| {
        let skills = &found.names.fighters[player.index()].skills;
        Some((*player, skills.get(mv.skill()?).filter(|_| skills.len() > 1)?.name.clone()))
    });
    let made = made.collect();
    Ok(Position { moves, made, account, chooser: found.chooses, options, value: found.value })
}

/// A move of the address that cannot be made, with its place.
fn refused(moves: &str, number: usize, reason: &str) -> Wrong {
    let mut sources = outplay::text::Sources::default();
    let source = sources.add("moves", moves);
    let place = moves.char_indices().nth(number.saturating_sub(1));
    let span = place.map(|(start, letter)| outplay::text::Span {
        source,
        start,
        end: start + letter.len_utf8(),
    });
    let message = format!("move {number} cannot be made: {reason}");
    Failure { sources, problems: vec![outplay::text::Problem::error(span, message)] }.into()
}

/// What every legal move of a position is worth; nothing where nobody chooses, or why it is not
/// settled.
pub(in super::super) fn move_values(
    request: &Request,
    position: &Position,
    allowance: &Allowance,
) -> Result<Result<Vec<Worth>, &'static str>, Wrong> {
    let hints = match outplay::hints(request, &position.moves, allowance.part(0.7)?)? {
        Ok(hints) => hints,
        Err(stopped) => return Ok(Err(ran_out(Some(stopped)))),
    };
    let best = hints.iter().find(|hint| hint.best).and_then(|hint| hint.value);
    let worth = |hint: &outplay::Hint| Worth {
        key: hint.key,
        value: hint.value,
        regret: hint.value.zip(best).map(|(value, best)| value.abs_diff(best)),
        best: hint.best,
    };
    Ok(Ok(hints.iter().map(worth).collect()))
}

/// What is known of the moves where not all of them are settled: the one that begins a proved line.
pub(in super::super) fn first_of(best: &Best, player: Player, zero_sum: bool) -> Vec<Worth> {
    let Some(key) = best.moves.chars().next().filter(|_| best.proved) else { return Vec::new() };
    let sign = if zero_sum && player == Player::Two { -1 } else { 1 };
    let value = best.value.map(|value| sign * value);
    vec![Worth { key, value, regret: Some(0), best: true }]
}

/// The key of the move that the style of whoever chooses makes; none where it is a person's. Or why
/// it is not settled.
pub(in super::super) fn reply(
    question: &Question,
    position: &Position,
    allowance: &Allowance,
) -> Result<Result<Option<char>, &'static str>, Wrong> {
    let player = position.chooser.filter(|player| !question.by_hand(*player));
    if player.is_none() {
        return Ok(Ok(None));
    }
    let (request, styles) = (&question.request, question.styles.clone());
    let searches = player.is_some_and(|player| styles[player.index()].searches());
    let limits = if searches { allowance.limits()? } else { allowance.light() };
    let chosen = outplay::choose(request, &position.moves, styles, 1, limits)?;
    Ok(chosen.map_err(|stopped| ran_out(Some(stopped))))
}
