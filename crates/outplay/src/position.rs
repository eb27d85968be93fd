//! A position of a fight as somebody at it sees it: what has happened, what can be done, what it is
//! worth. Each question names the moves made so far, so whoever asks need not remember anything.

use std::sync::atomic::AtomicBool;

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Move, Names, Refusal, Snapshot, Visitor};
use outplay_game::{Game, Player, Turn, ZeroSum};
use outplay_lab::Limits as StyleLimits;
use outplay_search::{Oracle, Stop, explain};

use crate::replay::refused_after;
use crate::versus::starting_after;
use crate::weigh::weigh;
use crate::{Failure, Limits, Players, Request, Stopped, StyleName};

/// A position, and the way there.
#[derive(Clone, Debug)]
pub struct Position {
    /// What things are called.
    pub names: Names,
    /// The turns so far; the last one has begun where somebody chooses.
    pub account: Account,
    /// The position as it stands.
    pub now: Snapshot,
    /// Who is to choose; nobody where it is over, or goes on for ever by itself.
    pub chooses: Option<Player>,
    /// What they can and cannot do, in the order of their skills.
    pub options: Vec<MoveOption>,
    /// What the outcome is worth to player 1, once it is over, where the winner's hp counts.
    pub value: Option<i64>,
}

/// A skill of whoever chooses.
#[derive(Clone, Debug)]
pub struct MoveOption {
    /// The key of a line of moves.
    pub key: char,
    /// Its name.
    pub name: String,
    /// What it costs: how much of which number.
    pub cost: Vec<(i32, String)>,
    /// The hp that it takes from the enemy at once, where it can be used.
    pub harm: Option<i32>,
    /// Why it cannot be used now.
    pub refused: Option<String>,
}

/// What a move is worth.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The key of the move.
    pub key: char,
    /// Its name.
    pub name: String,
    /// The value to whoever chooses: of the winner's hp, or of what a win costs (then none where
    /// the win is thrown away).
    pub value: Option<i64>,
    /// Is no other move better?
    pub best: bool,
}

/// The position after some moves. The request's own `after` comes before them.
///
/// # Errors
/// When the rules or the question are wrong. A move that cannot be made ends the account, and is
/// in it.
///
/// ```
/// let request = outplay::Request::shipped("arena").unwrap().sides("vampire", "rogue");
/// let position = outplay::position(&request, "S").unwrap();
/// assert_eq!(position.chooses, Some(outplay::game::Player::Two));
/// assert_eq!(position.options[1].cost, [(10, "sp".to_owned())]);
/// let queue: String = position.now.queue.iter().map(|place| place.letter()).collect();
/// assert_eq!(queue, "BAAB");
/// ```
pub fn position(request: &Request, moves: &str) -> Result<Position, Failure> {
    let loaded = request.load()?;
    let seen = loaded.fight.visit(See { moves, after: request.after.as_deref() });
    seen.map_err(|refusal| refused_after(request, &refusal))
}

/// What each move of whoever chooses is worth; empty where nobody does.
///
/// # Errors
/// When the rules or the moves are wrong; inside that, when a limit stops it.
pub fn hints(
    request: &Request,
    moves: &str,
    limits: Limits,
) -> Result<Result<Vec<Hint>, Stopped>, Failure> {
    let request = going_on(request, moves);
    let loaded = request.load()?;
    let asked = loaded.fight.visit(Ask { after: request.after.as_deref(), limits });
    let hints = asked.map_err(|refusal| refused_after(&request, &refusal))?;
    Ok(hints.map_err(Stopped::from))
}

/// The key of the move that a style chooses; `None` where nobody chooses or the style is manual.
/// Randomness comes from the seed and the number of moves made.
///
/// # Errors
/// When the rules, the moves or a style are wrong; inside that, when a limit stops it.
///
/// ```
/// use outplay::StyleName;
/// let request = outplay::Request::shipped("arena").unwrap().sides("mage", "rogue");
/// let styles = [StyleName::Minimax, StyleName::Greedy];
/// let limits = outplay::Limits::default();
/// let chosen = outplay::choose(&request, "", styles, 1, limits).unwrap();
/// assert_eq!(chosen, Ok(Some('S')));
/// ```
pub fn choose(
    request: &Request,
    moves: &str,
    styles: [StyleName; 2],
    seed: u64,
    limits: Limits,
) -> Result<Result<Option<char>, Stopped>, Failure> {
    let request = going_on(request, moves);
    let loaded = request.load()?;
    let players = Players::new(&loaded.fight, styles)?;
    let made = moves.chars().filter(|letter| outplay_duel::is_key(*letter)).count() as u64;
    // Seeds of one game lie far from those of another.
    let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(made);
    let asked = loaded.fight.visit(Choose {
        players: &players,
        after: request.after.as_deref(),
        seed,
        limits,
    });
    let chosen = asked.map_err(|refusal| refused_after(&request, &refusal))?;
    Ok(chosen.map_err(Stopped::from))
}

/// The request from the position after more moves.
fn going_on(request: &Request, moves: &str) -> Request {
    let before = request.after.as_deref().unwrap_or_default();
    request.clone().after(format!("{before}{moves}"))
}

struct See<'a> {
    moves: &'a str,
    after: Option<&'a str>,
}

impl Visitor for See<'_> {
    type Output = Result<Position, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?;
        let (account, state) = duel.account_to(names, self.moves);
        let now = Snapshot::of(&state, names);
        let (chooses, reasons) = match duel.options(names, &state) {
            Some((player, reasons)) => (Some(player), reasons),
            None => (None, Vec::new()),
        };
        let options = reasons.into_iter().enumerate().map(|(skill, refused)| {
            let player = chooses.unwrap_or(Player::One);
            let who = &names.fighters[player.index()];
            let number = |slot: usize| who.numbers.iter().find(|(_, other)| *other == slot);
            let cost = duel.cost_of(player, skill).into_iter();
            let cost = cost.filter_map(|(slot, by)| Some((by, number(slot)?.0.clone())));
            MoveOption {
                key: who.skills[skill].key,
                name: who.skills[skill].name.clone(),
                cost: cost.collect(),
                harm: refused.is_none().then(|| duel.harm(&state, Move::of(skill))),
                refused,
            }
        });
        let value = (names.zero_sum && account.over).then(|| duel.payoff(&state));
        Ok(Position {
            options: options.collect(),
            names: names.clone(),
            account,
            now,
            chooses,
            value,
        })
    }
}

struct Ask<'a> {
    after: Option<&'a str>,
    limits: Limits<'a>,
}

impl Visitor for Ask<'_> {
    type Output = Result<Result<Vec<Hint>, Stop>, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?.without_unreached_places();
        let start = duel.start();
        let mut moves = Vec::new();
        duel.moves(&start, &mut moves);
        let Turn::Choose(player) = duel.turn(&start) else { return Ok(Ok(Vec::new())) };
        Ok(self.limits.with_control(|control| {
            if names.zero_sum {
                let mut oracle = Oracle::new(&duel, &start, control)?;
                let weighed = weigh(&duel, names, &moves[..1], false, &mut oracle, control);
                let (choices, None) = weighed else { return weighed.1.map_or(Ok(Vec::new()), Err) };
                let options = choices.into_iter().flat_map(|choice| choice.moves);
                let hint = |option: crate::Weighed| Hint {
                    key: option.key,
                    name: option.name,
                    value: Some(option.value),
                    best: option.regret == 0,
                };
                return Ok(options.map(hint).collect());
            }
            let decisions = explain(&duel, &start, &moves[..1], control)?;
            let options = decisions.first().map(|d| d.moves.as_slice()).unwrap_or_default();
            // Player 2 would rather that no win is left.
            let worth = |cost: Option<u64>| match player {
                Player::One => cost.map_or(i128::MIN, |cost| -i128::from(cost)),
                Player::Two => cost.map_or(i128::MAX, i128::from),
            };
            let best = options.iter().map(|option| worth(option.cost)).max();
            let named = &names.fighters[player.index()].skills;
            let hint = |option: &outplay_search::Alternative<Move>| {
                let skill = &named[option.mv.skill()?];
                Some(Hint {
                    key: skill.key,
                    name: skill.name.clone(),
                    value: option.cost.and_then(|cost| i64::try_from(cost).ok()),
                    best: Some(worth(option.cost)) == best,
                })
            };
            Ok(options.iter().filter_map(hint).collect())
        }))
    }
}

struct Choose<'a> {
    players: &'a Players,
    after: Option<&'a str>,
    seed: u64,
    limits: Limits<'a>,
}

impl Visitor for Choose<'_> {
    type Output = Result<Result<Option<char>, Stop>, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?.without_unreached_places();
        let start = duel.start();
        let Turn::Choose(player) = duel.turn(&start) else { return Ok(Ok(None)) };
        let limits = style_limits(&self.limits);
        let style = self.players.style(&duel, player, names.zero_sum, limits);
        let Some(mut style) = style else { return Ok(Ok(None)) };
        let mut moves = Vec::new();
        duel.moves(&start, &mut moves);
        style.begin(&start, self.seed);
        let chosen = style.choose(&duel, &start, &moves);
        let key = |mv: Move| Some(names.fighters[player.index()].skills[mv.skill()?].key);
        Ok(chosen.map(key))
    }
}

/// The limits of an answer as those of a style.
pub(crate) fn style_limits<'a>(limits: &Limits<'a>) -> StyleLimits<'a> {
    let interrupt: Option<&'a AtomicBool> = limits.interrupt;
    StyleLimits { max_states: limits.max_states, deadline: limits.deadline(), interrupt }
}
