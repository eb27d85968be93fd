//! The smallest change of the rules after which something is so, by exact solves.
//!
//! A change is counted in steps of the numbers that may change. [`nearest`] looks at every point in the
//! order of its steps, then of how many numbers it changes, then of the numbers as they were named, and takes
//! the first at which everything that is wanted holds: all that is nearer was solved. [`balance`] makes the
//! largest advantage of any pair of a roster least; where there are too many points to look at all of them it
//! goes downhill, and says so.

mod balance;
mod nearest;

use std::str::FromStr;

use outplay_game::Stop;
use outplay_text::{Code, Decimal, Problem};
use serde::{Deserialize, Serialize};

use crate::axis::Fixed;
use crate::{
    Axis, Expectation, Failure, Goal, Judgement, NotExpected, Relation, RuleNumber, Run, Source,
    Table, Text, Worth, thousands,
};

pub use balance::{Advantage, Balance};

/// More numbers than this cannot change at once.
const MOST_NUMBERS: usize = 32;

/// What is wanted of a fight.
///
/// ```
/// use outplay::Want;
/// assert_eq!("balanced".parse(), Ok(Want::Balanced));
/// assert!("value in 1000..1100".parse::<Want>().is_ok());
/// let wrong = "cheap".parse::<Want>().unwrap_err();
/// assert!(wrong.to_string().contains("balanced"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Want {
    /// That nobody has an advantage, or as little as can be.
    Balanced,
    /// That the answer is so.
    Is(Expectation),
}

impl FromStr for Want {
    type Err = NotWanted;

    fn from_str(text: &str) -> Result<Self, NotWanted> {
        if text.trim() == "balanced" {
            return Ok(Self::Balanced);
        }
        text.parse().map(Self::Is).map_err(NotWanted)
    }
}

impl std::fmt::Display for Want {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Balanced => f.write_str("balanced"),
            Self::Is(expected) => expected.fmt(f),
        }
    }
}

/// A text that says nothing that could be wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotWanted(NotExpected);

impl std::fmt::Display for NotWanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; or balanced", self.0)
    }
}

impl std::error::Error for NotWanted {}

/// What to look for, and what may change.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// What is wanted, all of it.
    pub wants: Vec<Want>,
    /// What may change, and between which values; `*.hp` is the hp of everyone.
    pub changes: Vec<Axis>,
}

/// What came of a tuning.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuneAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The mode.
    pub mode: String,
    /// What values count.
    pub unit: String,
    /// What it is played for.
    pub goal: Option<Goal>,
    /// What was wanted.
    pub wants: Vec<String>,
    /// What may change.
    pub numbers: Vec<Tunable>,
    /// What the rules as they stand are worth; none of a roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Worth>,
    /// The change, where one was found; an empty one where all is as wanted already.
    pub found: Option<Tuned>,
    /// How sure that is.
    pub proof: TuneProof,
    /// How many points there are: every combination of the values.
    pub points: f64,
    /// How many of them were solved.
    pub tried: u64,
    /// How many of the points that come before the one found, or of all, are not settled: what is wanted may
    /// hold there.
    pub open: u64,
    /// All points of so many steps or fewer were looked at.
    pub within: Option<u64>,
    /// Of a roster: everyone against everyone, before and after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// What stopped it, where something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Time of it all.
    pub seconds: f64,
}

/// How sure a change is the smallest, or the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TuneProof {
    /// No nearer point is as wanted (or none at all is): every one of them was solved.
    Nearest,
    /// No point is better: every one of them was solved.
    Best,
    /// No change of a single number from here is better; others were not all looked at.
    Local,
    /// Some points that come before were not settled, or it was stopped.
    Open,
}

/// A number that may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tunable {
    /// Its path.
    pub path: String,
    /// What it is.
    pub now: String,
    /// Its first value.
    pub from: String,
    /// Its last.
    pub to: String,
    /// How many values it may have.
    pub values: u64,
}

/// A change that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuned {
    /// The numbers that change.
    pub changes: Vec<TunedNumber>,
    /// How many steps that is in all.
    pub steps: u64,
    /// What the fight is then worth; none of a roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Worth>,
}

/// A number that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TunedNumber {
    /// Its path.
    pub path: String,
    /// What it is.
    pub from: String,
    /// What it becomes.
    pub to: String,
    /// How many steps that is.
    pub steps: u64,
}

/// A number that may change, with how far each of its values is.
struct Knob {
    path: String,
    full: String,
    now: String,
    /// The values, nearest first, each with its steps; of two that are as near the smaller number first.
    values: Vec<(String, u64)>,
    first: String,
    last: String,
}

impl Knob {
    fn tunable(&self) -> Tunable {
        Tunable {
            path: self.path.clone(),
            now: self.now.clone(),
            from: self.first.clone(),
            to: self.last.clone(),
            values: self.values.len() as u64,
        }
    }
}

/// A point: which value of each knob.
type Point = Vec<usize>;

fn steps(knobs: &[Knob], point: &Point) -> u64 {
    let each = knobs.iter().zip(point).map(|(knob, &value)| knob.values[value].1);
    each.fold(0, u64::saturating_add)
}

/// Lays a point over the rules: what stays as it is, is not touched.
fn lay(knobs: &[Knob], point: &Point, options: &mut crate::Options) {
    for (knob, &place) in knobs.iter().zip(point) {
        let (value, steps) = &knob.values[place];
        if *steps > 0 {
            options.set.push(Text::new(&knob.path, format!("{}={value}", knob.path)));
        }
    }
}

fn tuned(knobs: &[Knob], point: &Point, worth: Option<Worth>) -> Tuned {
    let changed = knobs.iter().zip(point).filter_map(|(knob, &place)| {
        let (value, steps) = &knob.values[place];
        let change = TunedNumber {
            path: knob.path.clone(),
            from: knob.now.clone(),
            to: value.clone(),
            steps: *steps,
        };
        (*steps > 0).then_some(change)
    });
    Tuned { changes: changed.collect(), steps: steps(knobs, point), worth }
}

impl Source {
    /// Looks for the smallest change after which what is wanted holds. Progress is told in fights.
    ///
    /// # Errors
    /// What is wrong with the question; a store that cannot be used.
    ///
    /// ```
    /// use outplay::{Axis, Budget, Run, Source, Text, Tuning};
    /// let tuning = Tuning {
    ///     wants: vec!["value<=900".parse().unwrap()],
    ///     changes: vec![Axis::read(&Text::new("change", "boss.hp=40..70")).unwrap()],
    /// };
    /// let answer = Source::game("wizard").tune(&tuning, &Run::within(&Budget::default())).unwrap();
    /// assert_eq!(answer.found.unwrap().changes[0].to, "52");
    /// ```
    pub fn tune(&self, tuning: &Tuning, how: &Run<'_>) -> Result<TuneAnswer, Failure> {
        let wants = &tuning.wants;
        let balanced = wants.contains(&Want::Balanced);
        let table = self.open()?;
        check(&table, wants)?;
        let knobs = knobs(&table, &tuning.changes, balanced)?;
        if balanced {
            return balance::balance(self, &table, &knobs, how);
        }
        let wants: Vec<&Expectation> = wants
            .iter()
            .filter_map(|want| match want {
                Want::Is(expected) => Some(expected),
                Want::Balanced => None,
            })
            .collect();
        nearest::nearest(&table, &wants, &knobs, how)
    }
}

/// The answer before anything was found.
fn heading(table: &Table, wants: &[String], knobs: &[Knob]) -> TuneAnswer {
    let about = table.about();
    #[expect(clippy::cast_precision_loss, reason = "a number of points, told roughly")]
    let points = knobs.iter().map(|knob| knob.values.len() as f64).product();
    TuneAnswer {
        game: about.game.clone(),
        title: about.title.clone(),
        mode: about.mode.clone(),
        unit: about.unit().to_owned(),
        goal: about.goal(),
        wants: wants.to_vec(),
        numbers: knobs.iter().map(Knob::tunable).collect(),
        before: None,
        found: None,
        proof: TuneProof::Open,
        points,
        tried: 0,
        open: 0,
        within: None,
        balance: None,
        stopped: None,
        seconds: 0.0,
    }
}

/// Do all that are wanted hold? None where that is not settled.
fn holds(wants: &[&Expectation], worth: &Worth, goal: Option<&Goal>) -> Option<bool> {
    let outcome = worth.outcome(goal);
    let mut all = Some(true);
    for want in wants {
        match want.judge(&outcome) {
            Judgement::Met => {}
            Judgement::Missed => return Some(false),
            Judgement::Open => all = None,
        }
    }
    all
}

/// Sees that the wants can be had together, and of this game.
fn check(table: &Table, wants: &[Want]) -> Result<(), Failure> {
    let plain = |code, message: String, help: &str| {
        Err(Failure::plain(Problem::error(code, None, message).help(help)))
    };
    if wants.is_empty() {
        return plain(
            Code::Empty,
            "nothing is wanted".to_owned(),
            "for example `value in 1000..1100`",
        );
    }
    if wants.contains(&Want::Balanced) && wants.len() > 1 {
        let help = "ask for `balanced` alone";
        return plain(
            Code::Contradiction,
            "`balanced` is wanted with something else".to_owned(),
            help,
        );
    }
    let about = table.about();
    let contest = about.objective.is_zero_sum() || about.objective == outplay_game::Objective::Win;
    if wants.contains(&Want::Balanced) && !contest {
        let message = format!("nobody can be balanced here: the goal is {}", about.objective);
        return plain(Code::WrongGoal, message, "`balanced` is for the winner's hp, or a win");
    }
    let is: Vec<&Expectation> = wants
        .iter()
        .filter_map(|want| if let Want::Is(is) = want { Some(is) } else { None })
        .collect();
    for (index, one) in is.iter().enumerate() {
        for other in &is[index + 1..] {
            if exclude(one, other) || exclude(other, one) {
                let message = format!("`{one}` and `{other}` exclude each other");
                return plain(Code::Contradiction, message, "no fight can be both");
            }
        }
    }
    Ok(())
}

/// Can both never hold?
fn exclude(one: &Expectation, other: &Expectation) -> bool {
    use Expectation::{Draw, NoWin, Value, Win, Within};
    let span = |of: &Expectation| match *of {
        Within(from, to) => Some((Some((from, true)), Some((to, true)))),
        Value(Relation::Equal, number) => Some((Some((number, true)), Some((number, true)))),
        Value(Relation::AtMost, number) => Some((None, Some((number, true)))),
        Value(Relation::Below, number) => Some((None, Some((number, false)))),
        Value(Relation::AtLeast, number) => Some((Some((number, true)), None)),
        Value(Relation::Above, number) => Some((Some((number, false)), None)),
        _ => None,
    };
    match (one, other) {
        (Win, NoWin | Draw) => true,
        (Value(Relation::Equal, number), Value(Relation::Unequal, not)) => number == not,
        _ => match (span(one), span(other)) {
            (Some((Some((low, closed)), _)), Some((_, Some((high, also))))) => {
                low > high || (low == high && !(closed && also))
            }
            _ => false,
        },
    }
}

/// The numbers that may change.
fn knobs(table: &Table, changes: &[Axis], everyone: bool) -> Result<Vec<Knob>, Failure> {
    let numbers = table.numbers();
    let mut knobs: Vec<Knob> = Vec::new();
    for axis in changes {
        let matching: Vec<&RuleNumber> = numbers
            .iter()
            .filter(|number| everyone || number.used)
            .filter(|number| matches(&axis.name, number))
            .collect();
        if matching.is_empty() {
            return Err(no_number(table, axis, &numbers));
        }
        for number in matching {
            if knobs.iter().any(|knob| knob.full == number.full) {
                let message = format!("`{}` may change in two ways", number.path);
                return Err(Failure::plain(
                    Problem::error(Code::Twice, None, message).help("name each number once"),
                ));
            }
            knobs.push(knob(axis, number)?);
        }
    }
    if knobs.is_empty() || knobs.len() > MOST_NUMBERS {
        let message = format!("{} numbers may change", thousands(knobs.len() as u64));
        let help = format!("name 1 to {MOST_NUMBERS}, for example `boss.hp=40..70`");
        return Err(Failure::plain(Problem::error(Code::OutOfRange, None, message).help(help)));
    }
    Ok(knobs)
}

/// Is that number meant by the path, in which `*` stands for any name?
fn matches(typed: &str, number: &RuleNumber) -> bool {
    if !typed.contains('*') {
        return number.is_at(typed);
    }
    let alike = |path: &str| {
        let (typed, path): (Vec<_>, Vec<_>) =
            (typed.split('.').collect(), path.split('.').collect());
        typed.len() == path.len()
            && typed.iter().zip(&path).all(|(one, other)| *one == "*" || one == other)
    };
    let below = number.full.split_once('.').map_or("", |(_, below)| below);
    [number.path.as_str(), &number.full, below].into_iter().any(alike)
}

fn no_number(table: &Table, axis: &Axis, numbers: &[RuleNumber]) -> Failure {
    // What a change of it would say: a path that is there may still be no number.
    let change = |options: &mut crate::Options| {
        options.set.push(Text::new(&axis.name, format!("{}={}", axis.name, axis.values[0])));
    };
    if !axis.name.contains('*')
        && let Err(failure) = table.edited(change)
    {
        return failure;
    }
    let message = format!("`{}` is no number of these rules", axis.name);
    let known: Vec<&str> = numbers.iter().map(|number| number.path.as_str()).collect();
    Failure::plain(Problem::error(Code::UnknownPath, None, message).one_of(&axis.name, known))
}

fn knob(axis: &Axis, number: &RuleNumber) -> Result<Knob, Failure> {
    let wrong = |message: String| {
        let help = "a number may change within a range: `boss.hp=40..70`";
        Failure::plain(Problem::error(Code::WrongType, None, message).help(help))
    };
    let fixed = |text: &str| {
        let number = text.parse::<Decimal>().ok().and_then(Fixed::of);
        number.ok_or_else(|| wrong(format!("`{text}` is no number for `{}`", axis.name)))
    };
    if axis.values.is_empty() {
        return Err(wrong(format!("`{}` has no values", axis.name)));
    }
    let now = fixed(&number.value)?;
    let mut values: Vec<Fixed> =
        axis.values.iter().map(|value| fixed(value)).collect::<Result<_, _>>()?;
    let (first, last) = (axis.values[0].clone(), axis.values[axis.values.len() - 1].clone());
    values.sort_unstable_by_key(|value| value.0);
    let step =
        values.windows(2).map(|pair| pair[1].0 - pair[0].0).min().unwrap_or(Fixed::ONE.0).max(1);
    let away = |value: &Fixed| {
        let steps = (value.0 - now.0).unsigned_abs().div_ceil(step.unsigned_abs());
        u64::try_from(steps).unwrap_or(u64::MAX)
    };
    if !values.iter().any(|value| value.0 == now.0) {
        values.push(now);
    }
    let mut values: Vec<(String, u64)> =
        values.iter().map(|value| (value.to_string(), away(value))).collect();
    values.sort_by_key(|(_, steps)| *steps);
    Ok(Knob {
        path: number.path.clone(),
        full: number.full.clone(),
        now: number.value.clone(),
        values,
        first,
        last,
    })
}
