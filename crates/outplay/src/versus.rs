//! The best play for both sides of any game in which one's gain is the other's loss.
//!
//! Values are to player 1, unless a name says otherwise. How a move and a line of moves are spelled
//! is up to the game.

use std::time::Instant;

use outplay_game::{Budget, Player, Proof, Stop, ZeroSum};
use outplay_search::{
    MctsSolution, Oracle, Stats, ZeroSumAlgorithm, ZeroSumSolution, solve_zero_sum,
};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::advice::advice;
use crate::sample::{Sample, sampled};
use crate::table::wrong_search;
use crate::{By, Choice, Failure, Goal, Question, SOLVING_PLAYOUTS, Took};

/// The answer to "what is the best play for both?".
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VersusAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The setting, where the game is a fight.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<Setting>,
    /// What it is played for: `{"least": "mana"}`, `{"most": "winner-hp"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
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
    #[serde(serialize_with = "by_name", deserialize_with = "from_names")]
    pub move_values: Vec<MoveValue>,
    /// The line, as a replay takes it.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// Does the line come back to itself, so that it goes on for ever?
    pub for_ever: bool,
    /// `optimal` or `bound`; `none` for an estimate.
    pub proof: Proof,
    /// The estimate, where playouts made one.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// With `bound`: the least that it is worth to player 1, where anything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<i64>,
    /// With `bound`: the most that it is worth to player 1, where anything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// What stopped the search, be it after the value was proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Where it was stopped: the numbers that can grow without end, as in `pupil.stamina`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grows: Vec<String>,
    /// Where it was stopped: what would help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The search.
    pub by: By,
    /// States expanded for all that was asked: the value, the line, the other moves, the explanation.
    pub states: u64,
    /// States generated, for all of it.
    pub generated: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time for all that was asked.
    pub seconds: f64,
    /// What the search for the value took alone.
    #[serde(skip)]
    pub search: Took,
    /// What every move was worth at every choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Choice>>,
    /// Did a limit cut short what comes after the value: the line, the other moves, the explanation?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

/// Who meets whom, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The mode.
    pub mode: String,
    /// The turn order.
    pub order: String,
    /// The fighter of player 1.
    pub p1: String,
    /// The fighter of player 2.
    pub p2: String,
}

/// Moves as the names of their values.
fn by_name<S: Serializer>(moves: &[MoveValue], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().map(|option| (&option.r#move, option.value)))
}

/// The moves in the order in which they stand.
fn from_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MoveValue>, D::Error> {
    struct Moves;
    impl<'de> Visitor<'de> for Moves {
        type Value = Vec<MoveValue>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a map of moves and their values")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut moves = Vec::new();
            while let Some((name, value)) = map.next_entry()? {
                moves.push(MoveValue { r#move: name, value });
            }
            Ok(moves)
        }
    }
    deserializer.deserialize_map(Moves)
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub r#move: String,
    /// What it is worth to whoever makes it.
    pub value: i64,
}

/// A game from a position, solved.
pub(crate) struct Solved<M> {
    pub(crate) solution: ZeroSumSolution<M>,
    pub(crate) by: By,
    /// What playouts found, and the seed that they started from.
    pub(crate) sample: Option<(MctsSolution<M>, u64)>,
    /// The value to player 1 of each first move, where no limit stopped it.
    pub(crate) values: Vec<(M, i64)>,
    /// Did a limit stop the line or the values of the moves?
    pub(crate) cut_short: bool,
    begin: Instant,
    /// What the search for the value took alone.
    search: Took,
    /// Did somebody name the search?
    named: bool,
    /// What the oracle had taken before.
    before: Stats,
}

/// How a value is to be found.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// By whatever settles it soonest.
    Usual,
    /// By this search.
    Named(ZeroSumAlgorithm),
    /// By so many playouts from a seed, as an estimate.
    Sampled {
        /// How many.
        playouts: u64,
        /// What they start from.
        seed: u64,
    },
}

impl Way {
    /// As a question asks for it.
    pub(crate) fn of(question: &Question) -> Result<Self, Failure> {
        match question.by {
            None => Ok(Self::Usual),
            Some(By::Mcts) => Ok(Self::Sampled {
                playouts: question.playouts.unwrap_or(SOLVING_PLAYOUTS),
                seed: question.seed.unwrap_or(1),
            }),
            Some(by) => by.of_two_sides().map(Self::Named).ok_or_else(|| {
                wrong_search(by, &By::FOR_TWO_SIDES, "with two sides the best play is found")
            }),
        }
    }
}

/// Solves a game from a state: the one way to a value, for every command. The oracle uses and extends
/// what it knows; a search that is named starts from nothing, and only the values of the first moves
/// are the oracle's.
pub(crate) fn solved<G: ZeroSum>(
    game: &G,
    from: &G::State,
    way: Way,
    oracle: &mut Oracle<G>,
    budget: &Budget,
) -> Solved<G::Move> {
    let (begin, before) = (Instant::now(), oracle.stats());
    let (mut sample, mut named) = (None, true);
    let (mut solution, by) = match way {
        Way::Usual => {
            named = false;
            let (solution, by) = oracle.solve(game, from, budget);
            (solution, by.into())
        }
        Way::Named(by) => (solve_zero_sum(game, from, by, budget), by.into()),
        Way::Sampled { playouts, seed } => {
            let (found, solution) = sampled(game, from, playouts, seed, budget);
            sample = Some((found, seed));
            (solution, By::Mcts)
        }
    };
    let search = Took::new(&solution.stats, begin);
    if solution.value().is_none() {
        let (values, cut_short) = (Vec::new(), false);
        return Solved { solution, by, sample, values, cut_short, begin, search, named, before };
    }
    let mut around = || {
        // Bounds may settle a value where the search itself cannot weigh going on for ever.
        if solution.stopped == Some(Stop::Cycle) {
            (solution.line, solution.returns_to) = oracle.line(game, from, budget)?;
            solution.stopped = None;
        }
        oracle.move_values(game, from, budget)
    };
    let (values, stopped) = match around() {
        Ok(values) => (values, None),
        Err(stop) => (Vec::new(), Some(stop)),
    };
    solution.stopped = solution.stopped.or(stopped);
    let cut_short = solution.stopped.is_some();
    Solved { solution, by, sample, values, cut_short, begin, search, named, before }
}

impl VersusAnswer {
    /// The answer without a setting.
    pub(crate) fn new<M: Copy>(
        (game, title): (&str, &str),
        current: Option<Player>,
        solved: &Solved<M>,
        move_name: impl Fn(M) -> String,
        (moves, line): (String, Vec<String>),
    ) -> Self {
        let Solved { solution, by, values, search, .. } = solved;
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
        let mut best: Vec<&str> = best.map(|option| option.r#move.as_str()).collect();
        let sample = solved.sample.as_ref();
        let most_tried = sample.and_then(|(found, _)| found.best).map(&move_name);
        best.extend(most_tried.as_deref());
        let Took { states, generated, peak_bytes, seconds } = *search;
        let known = |bound: i64| value.is_none() && bound.unsigned_abs() < i64::MAX.unsigned_abs();
        Self {
            game: game.to_owned(),
            title: title.to_owned(),
            setting: None,
            goal: None,
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
            proof: match (value, sample) {
                (Some(_), _) => Proof::Optimal,
                (None, Some(_)) => Proof::None,
                (None, None) => Proof::Bound,
            },
            sample: sample.map(|(found, seed)| Sample::new(found, *seed, current, &move_name)),
            lower: Some(solution.lower).filter(|&bound| known(bound)),
            upper: Some(solution.upper).filter(|&bound| known(bound)),
            stopped: solution.stopped,
            grows: Vec::new(),
            advice: None,
            by: *by,
            states,
            generated,
            peak_bytes,
            seconds,
            search: *search,
            explain: None,
            cut_short: value.is_some() && solved.cut_short,
        }
    }

    /// When all is done: what it took in all, and where it was stopped, what would help. `grows`
    /// says what can grow without end.
    pub(crate) fn end<G: ZeroSum>(
        &mut self,
        solved: &Solved<G::Move>,
        oracle: &Oracle<G>,
        grows: impl FnOnce() -> Vec<String>,
    ) {
        let mut stats = oracle.stats().since(&solved.before);
        if solved.named {
            stats.add(&solved.solution.stats);
        }
        let Took { states, generated, peak_bytes, seconds } = Took::new(&stats, solved.begin);
        (self.states, self.generated) = (states, generated);
        (self.peak_bytes, self.seconds) = (peak_bytes, seconds);
        if self.stopped.is_some() {
            self.grows = grows();
            let estimable = self.value.is_none();
            self.advice = match self.sample {
                Some(_) => None,
                None => advice(self.stopped, &self.grows, solved.named, estimable),
            };
        }
    }
}

/// Names of one letter stand side by side, longer ones are listed.
pub(crate) fn joined(names: &[&str]) -> String {
    let short = names.iter().all(|name| name.chars().count() == 1);
    names.join(if short { "" } else { ", " })
}
