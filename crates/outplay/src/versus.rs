//! The best play for both sides, as plain data: fights in which one's gain is the other's loss.
//!
//! Values are to player 1, unless a name says otherwise. A search for values goes through the fight
//! without the places in the queue that no longer matter; what is shown is the real one.

use std::time::Instant;

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Move, Names, Refusal, Visitor};
use outplay_game::{Game, Player, ZeroSum};
use outplay_search::{
    Control, Oracle, Stats, Stop, ZeroSumAlgorithm, ZeroSumSolution, solve_zero_sum,
};
use outplay_text::Problem;
use serde::{Serialize, Serializer};

use crate::replay::refused_after;
use crate::weigh::{number, weigh};
use crate::{Choice, Failure, Limits, Proof, Request, Stopped};

/// The answer to "what is the best play for both?".
#[derive(Clone, Debug, Serialize)]
pub struct VersusAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The setting, where the game is a fight.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub setting: Option<Setting>,
    /// What the game is worth to player 1 when both do their best; none where that is not proved.
    pub value: Option<i64>,
    /// Who chooses first: 1 or 2.
    pub current: Option<u8>,
    /// The value to whoever chooses first.
    pub value_to_current: Option<i64>,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// All best first moves.
    pub best: String,
    /// What each first move is worth to whoever makes it.
    #[serde(serialize_with = "by_name")]
    pub move_values: Vec<MoveValue>,
    /// The line, as `replay --moves` takes it.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// Does the line come back to itself, so that it goes on for ever?
    pub for_ever: bool,
    /// `optimal` or `bound`.
    pub proof: Proof,
    /// With `bound`: the least that it is worth to player 1, where anything is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i64>,
    /// With `bound`: the most that it is worth to player 1, where anything is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// What stopped the search, be it after the value was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The search.
    pub by: &'static str,
    /// States expanded.
    pub states: u64,
    /// States generated.
    pub generated: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// What every move was worth at every choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Choice>>,
    /// Did a limit cut short what comes after the value: the line, the other moves, the explanation?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// The line told turn by turn, where the game is a fight and its value is proved.
    #[serde(skip)]
    pub told: Option<(Account, Names)>,
    /// What things are called, where the game is a fight.
    #[serde(skip)]
    pub names: Option<Names>,
}

/// Who meets whom, and how.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// The mode.
    pub mode: String,
    /// The turn order.
    pub order: &'static str,
    /// The fighter of player 1.
    pub p1: String,
    /// The fighter of player 2.
    pub p2: String,
}

/// Moves as the names of their values.
fn by_name<S: Serializer>(moves: &[MoveValue], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().map(|option| (&option.r#move, option.value)))
}

/// A move and its value.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub r#move: String,
    /// What it is worth to whoever makes it.
    pub value: i64,
}

/// How to solve.
#[derive(Clone, Copy, Default)]
pub struct VersusOptions<'a> {
    /// By which search; the fastest that applies, unless told.
    pub by: Option<ZeroSumAlgorithm>,
    /// Weigh every other move.
    pub explain: bool,
    /// What it may take.
    pub limits: Limits<'a>,
}

/// Answers of several searches to the same question.
#[derive(Clone, Debug, Serialize)]
pub struct VersusComparison {
    /// The game.
    pub game: String,
    /// Do all searches that finished give the same value?
    pub agree: bool,
    /// One answer for each search.
    pub answers: Vec<VersusAnswer>,
}

/// The best play of both sides of a fight for the winner's hp.
///
/// # Errors
/// When the rules or the question are wrong, or the fight has another goal.
///
/// ```
/// use outplay::{Request, VersusOptions, solve_versus};
///
/// let request = Request::shipped("arena").unwrap().sides("mage", "rogue");
/// let answer = solve_versus(&request, &VersusOptions::default()).unwrap();
/// assert_eq!((answer.value, answer.best.as_str()), (Some(-10), "S"));
/// ```
pub fn solve_versus(request: &Request, options: &VersusOptions) -> Result<VersusAnswer, Failure> {
    let loaded = request.load()?;
    let names = &loaded.fight.names;
    if !names.zero_sum {
        let message = format!("the goal of this fight is the least {}", names.price);
        let help = "`most = \"winner-hp\"` under `[goal]` makes it a fight for two";
        return Err(Failure::plain(Problem::error(None, message).help(help)));
    }
    let asked = loaded.fight.visit(Solve { options, after: request.after.as_deref() });
    let mut answer = asked.map_err(|refusal| refused_after(request, &refusal))?;
    answer.game.clone_from(&request.game);
    answer.setting = Some(Setting {
        mode: loaded.mode,
        order: names.order.name(),
        p1: names.fighters[0].id.clone(),
        p2: names.fighters[1].id.clone(),
    });
    Ok(answer)
}

/// The answers of every search for two sides.
///
/// # Errors
/// Whatever is wrong with the question.
pub fn compare_versus(
    game: &str,
    mut solve: impl FnMut(ZeroSumAlgorithm) -> Result<VersusAnswer, Failure>,
) -> Result<VersusComparison, Failure> {
    let answers: Result<Vec<_>, _> = ZeroSumAlgorithm::ALL.into_iter().map(&mut solve).collect();
    let answers = answers?;
    let mut values = answers.iter().filter_map(|answer| answer.value);
    let first = values.next();
    let agree = values.all(|value| Some(value) == first);
    Ok(VersusComparison { game: game.to_owned(), agree, answers })
}

/// A game from a position, solved.
pub(crate) struct Solved<M> {
    pub(crate) solution: ZeroSumSolution<M>,
    pub(crate) by: ZeroSumAlgorithm,
    /// The value to player 1 of each first move, where no limit stopped it.
    pub(crate) values: Vec<(M, i64)>,
    /// Did a limit stop the line or the values of the moves?
    pub(crate) cut_short: bool,
    pub(crate) seconds: f64,
}

/// Solves a game: the one way to a value, for every command.
///
/// The oracle, where there is one, knows what the search has proved.
pub(crate) fn solved<'g, G: ZeroSum>(
    game: &'g G,
    by: Option<ZeroSumAlgorithm>,
    control: &mut Control,
) -> (Solved<G::Move>, Option<Oracle<'g, G>>) {
    let default = ZeroSumAlgorithm::default_for(game);
    let by = by.unwrap_or(default);
    let start = game.start();
    let begin = Instant::now();
    let (mut solution, mut oracle) = if by == default {
        Oracle::solve(game, &start, control)
    } else {
        (solve_zero_sum(game, &start, by, control), None)
    };
    let seconds = begin.elapsed().as_secs_f64();
    if solution.value().is_none() {
        let values = Vec::new();
        return (Solved { solution, by, values, cut_short: false, seconds }, oracle);
    }
    let mut around = || {
        let oracle = match &mut oracle {
            Some(oracle) => oracle,
            none => none.insert(Oracle::new(game, &start, control)?),
        };
        // Bounds may settle a value where the search itself cannot weigh going on for ever.
        if solution.stopped == Some(Stop::Cycle) {
            (solution.line, solution.returns_to) = oracle.line(&start, control)?;
            solution.stopped = None;
        }
        oracle.move_values(&start, control)
    };
    let (values, stopped) = match around() {
        Ok(values) => (values, None),
        Err(stop) => (Vec::new(), Some(stop)),
    };
    solution.stopped = solution.stopped.or(stopped);
    let cut_short = solution.stopped.is_some();
    (Solved { solution, by, values, cut_short, seconds }, oracle)
}

impl VersusAnswer {
    /// The answer without names of its own: how a move, and how a line of moves is spelled, is up
    /// to the game.
    pub(crate) fn new<M: Copy>(
        title: String,
        current: Option<Player>,
        solved: &Solved<M>,
        move_name: impl Fn(M) -> String,
        (moves, line): (String, Vec<String>),
    ) -> Self {
        let Solved { solution, by, values, seconds, .. } = solved;
        let value = solution.value();
        let to_current = |value: i64| if current == Some(Player::Two) { -value } else { value };
        let move_values: Vec<MoveValue> = values
            .iter()
            .map(|&(mv, value)| MoveValue { r#move: move_name(mv), value: to_current(value) })
            // Where nobody chooses, the move has no name.
            .filter(|option| !option.r#move.is_empty())
            .collect();
        let most = move_values.iter().map(|option| option.value).max();
        let best = move_values.iter().filter(|option| Some(option.value) == most);
        let best: Vec<&str> = best.map(|option| option.r#move.as_str()).collect();
        let Stats { expanded, generated, peak_bytes, .. } = solution.stats;
        let known = |bound: i64| value.is_none() && bound.unsigned_abs() < i64::MAX.unsigned_abs();
        Self {
            game: String::new(),
            title,
            setting: None,
            value,
            current: current.map(Player::number),
            value_to_current: value.map(to_current),
            winner: value.and_then(|value| match value {
                0 => None,
                1.. => Some(Player::One.number()),
                _ => Some(Player::Two.number()),
            }),
            best: joined(&best),
            move_values,
            moves,
            line,
            for_ever: solution.returns_to.is_some(),
            proof: if value.is_some() { Proof::Optimal } else { Proof::Bound },
            lower: Some(solution.lower).filter(|&bound| known(bound)),
            upper: Some(solution.upper).filter(|&bound| known(bound)),
            stopped: solution.stopped.map(Stopped::from),
            by: by.name(),
            states: expanded,
            generated,
            peak_bytes,
            seconds: *seconds,
            explain: None,
            cut_short: value.is_some() && solved.cut_short,
            told: None,
            names: None,
        }
    }
}

/// Names of one letter stand side by side, longer ones are listed.
pub(crate) fn joined(names: &[&str]) -> String {
    let short = names.iter().all(|name| name.chars().count() == 1);
    names.join(if short { "" } else { ", " })
}

struct Solve<'a> {
    options: &'a VersusOptions<'a>,
    after: Option<&'a str>,
}

impl Visitor for Solve<'_> {
    type Output = Result<VersusAnswer, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?;
        let quick = duel.without_unreached_places();
        self.options.limits.with_control(|control| {
            let (solved, oracle) = solved(&quick, self.options.by, control);
            let line = duel.spell(names, &solved.solution.line);
            let moves = line.0.clone();
            let current = duel.current(&duel.start());
            let key = |mv: Move| {
                let skills = &names.fighters[current.index()].skills;
                mv.skill().map_or(String::new(), |skill| skills[skill].key.to_string())
            };
            let mut answer =
                VersusAnswer::new(names.title.clone(), Some(current), &solved, key, line);
            answer.names = Some(names.clone());
            if answer.value.is_none() {
                return Ok(answer);
            }
            let account = duel.account(names, &moves);
            if let Some(mut oracle) = oracle.filter(|_| self.options.explain) {
                let chosen: Vec<Move> = account.choices.iter().map(|&(_, mv)| mv).collect();
                let (mut choices, stopped) =
                    weigh(&quick, names, &chosen, true, &mut oracle, control);
                number(&mut choices, &account);
                choices.retain(Choice::is_settled);
                answer.explain = Some(choices);
                answer.cut_short |= stopped.is_some();
                answer.stopped = answer.stopped.or(stopped.map(Stopped::from));
            }
            answer.told = Some((account, names.clone()));
            Ok(answer)
        })
    }
}

/// The fight from where a question starts.
pub(crate) fn starting_after<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    names: &Names,
    after: Option<&str>,
) -> Result<Duel<W, O>, Refusal> {
    match after {
        None => Ok(duel.clone()),
        Some(after) => Ok(duel.starting_at(duel.after(names, after)?)),
    }
}
