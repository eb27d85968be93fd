//! A position of a fight: who may do what, and what that is worth.
//!
//! The one place where the pages ask about single moves. Which moves are legal comes from trying
//! each key; what they are worth from solving the position after each.

use outplay::duel::written::{Amount, Skill};
use outplay::duel::{Account, Duel, Names, Refusal, Visitor};
use outplay::game::{Game, Player, Turn};
use outplay::{Failure, Loaded, Request, SolveOptions, replay, solve};

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

/// What a move is worth.
#[derive(Clone, Debug)]
pub(in super::super) struct Worth {
    /// Its key.
    pub(in super::super) key: char,
    /// The least that the rest of the fight costs player 1 with it; none where it wins nothing.
    pub(in super::super) value: Option<u64>,
    /// Is that proved?
    pub(in super::super) proved: bool,
    /// Where it is not: the rest costs at least this.
    pub(in super::super) lower: Option<u64>,
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
    let account = replay(request, &moves)?.account;
    if let Some(refusal) = &account.refused {
        return Err(refused(&moves, refusal.move_number, &refusal.reason));
    }
    if account.unused > 0 {
        let number = moves.chars().count() - account.unused + 1;
        return Err(refused(&moves, number, "the fight is over"));
    }
    let (chooser, options) = match legal_moves(loaded, &moves) {
        Some((player, options)) => (Some(player), options),
        None => (None, Vec::new()),
    };
    Ok(Position { moves, account, chooser, options })
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

/// Who chooses after these moves, and every skill of theirs: usable, or why not.
fn legal_moves(loaded: &Loaded, moves: &str) -> Option<(Player, Vec<LegalMove>)> {
    let (player, refusals) = loaded.fight.visit(Try { moves })?;
    let fighter = &loaded.fight.names.fighters[player.index()];
    let options = fighter.skills.iter().zip(refusals).map(|(named, refused)| {
        let written = loaded.fight.written.skills.iter().find(|skill| skill.id.text == named.id);
        LegalMove {
            key: named.key,
            name: named.name.clone(),
            about: written.and_then(|skill| skill.about.clone()),
            cost: written.map(cost).unwrap_or_default(),
            refused,
        }
    });
    Some((player, options.collect()))
}

fn cost(skill: &Skill) -> String {
    let parts = skill.cost.iter().map(|part| {
        let amount = match &part.amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Named(name) => name.clone(),
        };
        format!("{amount} {}", part.number.text)
    });
    parts.collect::<Vec<_>>().join(", ")
}

struct Try<'a> {
    moves: &'a str,
}

impl Visitor for Try<'_> {
    type Output = Option<(Player, Vec<Option<String>>)>;

    fn visit<const W: usize>(self, duel: &Duel<W>, names: &Names) -> Self::Output {
        let state = duel.after(names, self.moves).ok()?;
        let Turn::Choose(player) = duel.turn(&state) else { return None };
        let here = duel.starting_at(state);
        let skills = names.fighters[player.index()].skills.iter();
        let refusals = skills.map(|skill| {
            let tried = here.after(names, &skill.key.to_string());
            tried.err().map(|Refusal { reason, .. }| reason)
        });
        Some((player, refusals.collect()))
    }
}

/// What every legal move of a position is worth, in the order of the moves.
pub(in super::super) fn move_values(
    request: &Request,
    position: &Position,
    allowance: &Allowance,
) -> Result<Vec<Worth>, Wrong> {
    let legal = || position.options.iter().filter(|option| option.refused.is_none());
    let count = legal().count();
    let mut values = Vec::new();
    for (index, option) in legal().enumerate() {
        let after = format!("{}{}", position.moves, option.key);
        let spent = replay(request, &after)?.account.spent - position.account.spent;
        let request = request.clone().after(&after);
        #[expect(clippy::cast_precision_loss, reason = "a share of the time")]
        let limits = allowance.part(1.0 / (count - index) as f64);
        let answer = solve(&request, &SolveOptions { limits, ..SolveOptions::default() })?;
        let proved = answer.proof == "optimal";
        let value = answer.value.map(|value| value + spent);
        let lower = answer.interval.filter(|_| !proved).map(|known| known.lower + spent);
        values.push(Worth { key: option.key, value, proved, lower, regret: None, best: false });
    }
    // Player 1 wants the least and a win at all; player 2 the opposite.
    let wish = |worth: &Worth| {
        let cost = worth.value.map_or((1, 0), |value| (0, value));
        if position.chooser == Some(Player::Two) { (-cost.0, u64::MAX - cost.1) } else { cost }
    };
    let best =
        values.iter().min_by_key(|worth| wish(worth)).map(|worth| (wish(worth), worth.value));
    // Next to a move that is not settled none can be called best.
    let all_proved = values.iter().all(|worth| worth.proved);
    if let Some((best, value)) = best {
        for worth in &mut values {
            worth.best = wish(worth) == best && all_proved;
            let regret = worth.value.zip(value).map(|(one, other)| one.abs_diff(other));
            worth.regret = regret.filter(|_| all_proved);
        }
    }
    Ok(values)
}

/// The key of the best move, the first of equals.
pub(in super::super) fn best_reply(
    request: &Request,
    position: &Position,
    allowance: &Allowance,
) -> Result<Option<char>, Wrong> {
    let values = move_values(request, position, allowance)?;
    Ok(values.iter().find(|worth| worth.best).map(|worth| worth.key))
}
