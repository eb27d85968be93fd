//! What moves the answer: every number of a fight a little less and a little more, and step by step further
//! on, each time solved anew.
//!
//! Nothing is guessed from neighbours: more of something may well be worse, and a win may come, go and come
//! again. So a cliff is two fights next to each other that were both solved, and a threshold is the nearest of
//! all values that were tried. How far that was is said for every number.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use outplay_game::{Proof, Stop};
use serde::{Deserialize, Serialize};

use crate::cells::{Solved, Variants};
use crate::{Failure, Kind, Objective, Options, Run, Table, Text, Tried, Worth};

/// What is asked about the numbers of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatMoves {
    /// Only these numbers, by the paths that [`Table::numbers`] gives; none: all of whoever takes part.
    pub paths: Vec<String>,
    /// How many steps each number is followed at most, each way.
    pub steps: u32,
}

impl Default for WhatMoves {
    /// All numbers, up to 50 steps each way.
    fn default() -> Self {
        Self { paths: Vec::new(), steps: 50 }
    }
}

/// A number is followed for at least so many steps each way, however small it is.
const FEWEST_STEPS: i128 = 10;

/// Which words a file may use, and how many fight at once: another number is another game.
const NOT_OF_THE_FIGHT: [&str; 2] = ["format", "sides.size"];

/// After so many steps each way whoever is in a hurry has heard the most important.
const STAGES: [i128; 3] = [5, 15, i128::MAX];

/// What part of the time that is left is for each stage: the edits, then the steps.
const TIME_FOR_STAGES: [f64; 4] = [0.6, 0.5, 0.6, 1.0];

/// With little time no fight gets more than so many times its share.
const LONGEST: f64 = 4.0;

/// What moves the answer of a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sensitivity {
    /// The game.
    pub game: String,
    /// The mode.
    pub mode: String,
    /// What a value counts.
    pub unit: String,
    /// What the fight is worth as it is.
    pub base: Worth,
    /// Whose fight it is as it stands.
    pub standing: Standing,
    /// Every number, the one that moves the answer most first.
    pub numbers: Vec<Moved>,
    /// Every single step after which it is somebody else's fight, in the order of the numbers.
    pub cliffs: Vec<Cliff>,
    /// How many fights were tried.
    pub tried: u64,
    /// How many of them are not settled.
    pub open: u64,
    /// What stopped it before all were settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Time that took.
    pub seconds: f64,
}

/// Whose fight it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Player 1 wins; with dice, player 1 is favoured, or wins for sure where that has a price.
    First,
    /// Player 2 wins; with dice, player 2 is favoured, or player 1 does not win for sure.
    Second,
    /// Nobody does.
    Nobody,
    /// It is not known.
    Unknown,
}

/// What a number does to the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The number, as one would type it: `boss.hp`.
    pub path: String,
    /// What it is.
    pub value: String,
    /// The worth at -10 %, -1, +1 and +10 %; of a number with a fraction at -0.01 and +0.01.
    pub edits: Vec<Edited>,
    /// The lowest and the highest value among these and the fight as it is, where there is any.
    pub range: Option<[f64; 2]>,
    /// Is it somebody else's fight after one of these edits? That counts for more than any difference.
    pub flips: bool,
    /// Is the fight worth the same at every value that was tried? None where that is not known.
    pub inert: Option<bool>,
    /// The nearest lower value at which it is somebody else's fight; none down to `scanned_from`. Where dice
    /// fall, as far as it is known who is favoured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
    /// The nearest higher value at which it is somebody else's fight; none up to `scanned_to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
    /// Every value from this one on was tried, and is settled or no fight.
    pub scanned_from: String,
    /// Every value up to this one was tried, and is settled or no fight.
    pub scanned_to: String,
    /// Did a limit keep it from being followed as far as was asked?
    pub cut_short: bool,
}

/// A number a little less or more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edited {
    /// By how much: `-10 %`, `-1`, `+1`, `+10 %`.
    pub by: String,
    /// What the number is then; rounded, and perhaps the same as before.
    pub to: String,
    /// The change that makes it so: `boss.hp=60`.
    pub set: String,
    /// What the fight is worth then.
    pub tried: Tried,
}

/// A single step after which it is somebody else's fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cliff {
    /// The number.
    pub path: String,
    /// What it is before the step.
    pub from: String,
    /// What it is after the step: more by one, or by 0.01.
    pub to: String,
    /// Whose fight it is before.
    pub standing_before: Standing,
    /// Whose fight it is after.
    pub standing_after: Standing,
    /// What the fight is worth before.
    pub before: Worth,
    /// What the fight is worth after.
    pub after: Worth,
}

impl Table {
    /// What moves the answer: the worth with every number a little less and a little more, the steps after
    /// which it is somebody else's fight, and the nearest value of each number at which it is.
    ///
    /// # Errors
    /// A game that is no fight; a path that is no number of it; a store that cannot be read or written.
    ///
    /// ```
    /// use outplay::{Budget, Run, Standing, WhatMoves};
    /// let wizard = outplay::open("wizard").unwrap();
    /// let asked = WhatMoves { paths: vec!["boss.attack".to_owned()], ..WhatMoves::default() };
    /// let moved = wizard.what_moves(&asked, &Run::within(&Budget::default())).unwrap();
    /// assert_eq!((moved.standing, moved.numbers[0].value.as_str()), (Standing::First, "8"));
    /// ```
    pub fn what_moves(&self, asked: &WhatMoves, how: &Run<'_>) -> Result<Sensitivity, Failure> {
        let begin = Instant::now();
        let about = self.about();
        if about.kind != Kind::Fight {
            return Err(self.cannot("be asked what its numbers do"));
        }
        let ladders = self.ladders(asked)?;
        let stages = stages(&ladders);
        let (mut count, mut open, mut base) = (0, 0, None);
        let mut tried: Vec<BTreeMap<i128, Tried>> = vec![BTreeMap::new(); ladders.len()];
        for (stage, part) in stages.iter().zip(TIME_FOR_STAGES) {
            let solved = self.solve_stage(&ladders, stage, how, (part, count))?;
            count += solved.cells.len() as u64;
            open += solved.ran.open;
            for (wanted, cell) in stage.iter().zip(solved.cells) {
                match (wanted, cell) {
                    (Some((ladder, value)), cell) => {
                        tried[*ladder].insert(*value, cell);
                    }
                    (None, Tried::Worth(worth)) => base = Some(worth),
                    (None, Tried::Impossible { .. }) => {}
                }
            }
        }
        let Some(base) = base else { return Err(self.cannot("be solved")) };
        for (ladder, tried) in ladders.iter().zip(&mut tried) {
            tried.insert(ladder.value, Tried::Worth(base.clone()));
        }
        let worths = || tried.iter().flat_map(BTreeMap::values).filter_map(Tried::worth);
        let stopped = worths().find_map(|worth| worth.stopped);
        let standing_of = |worth: &Worth| standing(&about.objective, worth);
        let mut numbers: Vec<(Moved, Vec<Cliff>)> = ladders
            .iter()
            .zip(&tried)
            .map(|(ladder, tried)| {
                (ladder.moved(tried, &base, &standing_of), ladder.cliffs(tried, &standing_of))
            })
            .collect();
        numbers.sort_by(|(one, _), (two, _)| {
            let key =
                |moved: &Moved| (moved.flips, moved.range.map_or(0.0, |[low, high]| high - low));
            key(two).partial_cmp(&key(one)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let (numbers, cliffs): (Vec<Moved>, Vec<Vec<Cliff>>) = numbers.into_iter().unzip();
        Ok(Sensitivity {
            game: about.game.clone(),
            mode: about.mode.clone(),
            unit: about.unit().to_owned(),
            standing: standing_of(&base),
            base,
            numbers,
            cliffs: cliffs.into_iter().flatten().collect(),
            tried: count,
            open,
            stopped,
            seconds: begin.elapsed().as_secs_f64(),
        })
    }

    /// Solves some of the fights, with a part of the time that is left; so many were solved before.
    fn solve_stage(
        &self,
        ladders: &[Ladder],
        stage: &[Wanted],
        how: &Run<'_>,
        (part, before): (f64, u64),
    ) -> Result<Solved, Failure> {
        let edit = |number: u64, options: &mut Options| {
            let cell = usize::try_from(number).ok().and_then(|cell| stage.get(cell));
            if let Some(Some((ladder, value))) = cell {
                options.set.push(Text::new("set", ladders[*ladder].set(*value)));
            }
        };
        let count = stage.len() as u64;
        let variants =
            Variants { table: self, count, edit: &edit, after: None, may_be_impossible: true };
        let tell = |done: u64| {
            if let Some(tell) = how.budget.on_progress {
                tell(before + done);
            }
        };
        let budget = how.budget.share_of_time(part);
        let mut how = Run { budget, ..*how };
        if let Some(deadline) = budget.deadline {
            let seconds = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
            #[expect(clippy::cast_precision_loss, reason = "there are few")]
            let share = LONGEST * seconds / stage.len().max(1) as f64;
            how.cell_seconds = Some(how.cell_seconds.map_or(share, |most| most.min(share)));
        }
        variants.solve(&how.told(&tell))
    }

    /// The numbers that are asked about, each with the values that are tried.
    fn ladders(&self, asked: &WhatMoves) -> Result<Vec<Ladder>, Failure> {
        let numbers = self.numbers();
        if let Some(path) = asked.paths.iter().find(|path| numbers.iter().all(|n| n.path != **path))
        {
            return Err(unknown_number(path, &numbers));
        }
        let is_asked = |number: &&crate::RuleNumber| match &asked.paths[..] {
            [] => number.used && !NOT_OF_THE_FIGHT.contains(&number.full.as_str()),
            paths => paths.contains(&number.path),
        };
        let asked_for = numbers.iter().filter(is_asked);
        Ok(asked_for.filter_map(|number| Ladder::of(number, asked.steps)).collect())
    }
}

/// A path that is no number of the fight.
fn unknown_number(path: &str, numbers: &[crate::RuleNumber]) -> Failure {
    use outplay_text::{Code, Problem};
    let known = numbers.iter().map(|number| number.path.as_str());
    let message = format!("no number of these rules is called `{path}`");
    Failure::plain(Problem::error(Code::UnknownPath, None, message).one_of(path, known))
}

/// A number and the values at which it is tried, as whole numbers of its smallest part.
struct Ladder {
    path: String,
    /// How many digits after the point the whole numbers stand for.
    digits: u32,
    value: i128,
    /// A single step.
    step: i128,
    /// From where to where it is followed.
    lowest: i128,
    highest: i128,
}

/// More digits after the point than this no number of a file has.
const MOST_DIGITS: u32 = 9;

impl Ladder {
    /// None for what cannot be followed: a formula, or a number with as many digits as there can be.
    fn of(number: &crate::RuleNumber, steps: u32) -> Option<Self> {
        let (whole, part) = number.value.split_once('.').unwrap_or((&number.value, ""));
        let given = u32::try_from(part.len()).ok()?;
        // A tenth of it has a digit more; a step is 0.01.
        let digits = if part.is_empty() { 0 } else { (given + 1).clamp(2, MOST_DIGITS) };
        let scale = 10_i128.pow(digits);
        let mut value = whole.parse::<i128>().ok()?.checked_mul(scale)?;
        if !part.is_empty() {
            let part = part.parse::<i128>().ok()?.checked_mul(10_i128.pow(digits - given))?;
            value += if whole.starts_with('-') { -part } else { part };
        }
        let step = if digits == 0 { 1 } else { scale / 100 };
        let reach = (value.abs() / step).max(FEWEST_STEPS).min(i128::from(steps)) * step;
        let (lowest, highest) = (value - reach, value + reach);
        Some(Self { path: number.path.clone(), digits, value, step, lowest, highest })
    }

    /// By how much it is edited: what that is called, and what the number is then.
    fn edits(&self) -> [(String, i128); 4] {
        let tenth = |percent: i128| {
            let scaled = self.value * percent;
            // Half is rounded away from 0.
            (scaled + scaled.signum() * 50) / 100
        };
        let one = if self.digits == 0 { "1" } else { "0.01" };
        [
            ("-10 %".to_owned(), tenth(90)),
            (format!("-{one}"), self.value - self.step),
            (format!("+{one}"), self.value + self.step),
            ("+10 %".to_owned(), tenth(110)),
        ]
    }

    fn written(&self, value: i128) -> String {
        if self.digits == 0 {
            return value.to_string();
        }
        let scale = 10_u128.pow(self.digits);
        let (whole, part) = (value.unsigned_abs() / scale, value.unsigned_abs() % scale);
        let sign = if value < 0 { "-" } else { "" };
        let text = format!("{sign}{whole}.{part:0width$}", width = self.digits as usize);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn set(&self, value: i128) -> String {
        format!("{}={}", self.path, self.written(value))
    }

    /// The value so many steps away, where it is followed so far.
    fn at(&self, steps: i128) -> Option<i128> {
        let value = self.value + steps * self.step;
        (self.lowest..=self.highest).contains(&value).then_some(value)
    }

    fn moved(
        &self,
        tried: &BTreeMap<i128, Tried>,
        base: &Worth,
        standing_of: &impl Fn(&Worth) -> Standing,
    ) -> Moved {
        let own = standing_of(base);
        let edits: Vec<Edited> = self
            .edits()
            .into_iter()
            .map(|(by, value)| Edited {
                by,
                to: self.written(value),
                set: self.set(value),
                tried: tried[&value].clone(),
            })
            .collect();
        let flipped = |worth: &Worth| {
            let other = standing_of(worth);
            own != Standing::Unknown && other != Standing::Unknown && other != own
        };
        let worths = || edits.iter().filter_map(|edit| edit.tried.worth());
        let values = worths().chain([base]).filter_map(|worth| {
            worth.value.filter(|_| worth.is_settled()).map(crate::Number::to_f64)
        });
        let range = values.fold(None, |range: Option<[f64; 2]>, value| {
            let [low, high] = range.unwrap_or([value; 2]);
            Some([low.min(value), high.max(value)])
        });
        let nearest = |steps: &mut dyn Iterator<Item = i128>| {
            let values = steps.map_while(|steps| self.at(steps));
            // Beyond what is not known nothing is the nearest.
            let unknown = |value: &i128| {
                tried[value].worth().is_some_and(|worth| standing_of(worth) == Standing::Unknown)
            };
            let mut known = values.take_while(|value| !unknown(value));
            let found = known.find(|value| tried[value].worth().is_some_and(flipped));
            found.map(|value| self.written(value))
        };
        let known = |steps: &mut dyn Iterator<Item = i128>| {
            let (mut last, mut cut) = (self.value, false);
            for value in steps.map_while(|steps| self.at(steps)) {
                match &tried[&value] {
                    Tried::Worth(worth) if !worth.is_settled() => {
                        cut = true;
                        break;
                    }
                    Tried::Worth(_) => last = value,
                    Tried::Impossible { .. } => {}
                }
            }
            (last, cut)
        };
        let (from, cut_below) = known(&mut (1..).map(|steps| -steps));
        let (to, cut_above) = known(&mut (1..));
        let same: Vec<Option<bool>> =
            tried.values().filter_map(Tried::worth).map(|worth| base.is_same(worth)).collect();
        let inert = if same.contains(&Some(false)) {
            Some(false)
        } else {
            same.iter().all(|same| *same == Some(true)).then_some(true)
        };
        Moved {
            path: self.path.clone(),
            value: self.written(self.value),
            flips: worths().any(flipped),
            range,
            inert,
            below: nearest(&mut (1..).map(|steps| -steps)),
            above: nearest(&mut (1..)),
            scanned_from: self.written(from),
            scanned_to: self.written(to),
            cut_short: cut_below || cut_above,
            edits,
        }
    }

    /// The steps after which it is somebody else's fight, the lowest first.
    fn cliffs(
        &self,
        tried: &BTreeMap<i128, Tried>,
        standing_of: &impl Fn(&Worth) -> Standing,
    ) -> Vec<Cliff> {
        let steps = (self.highest - self.lowest) / self.step;
        let mut cliffs = Vec::new();
        for number in 0..steps {
            let (from, to) =
                (self.lowest + number * self.step, self.lowest + (number + 1) * self.step);
            let (Some(before), Some(after)) = (tried[&from].worth(), tried[&to].worth()) else {
                continue;
            };
            let standings = [standing_of(before), standing_of(after)];
            if standings[0] != standings[1] && !standings.contains(&Standing::Unknown) {
                cliffs.push(Cliff {
                    path: self.path.clone(),
                    from: self.written(from),
                    to: self.written(to),
                    standing_before: standings[0],
                    standing_after: standings[1],
                    before: before.clone(),
                    after: after.clone(),
                });
            }
        }
        cliffs
    }
}

/// Which fight: a number, by its place, and what it is; none for the fight as it stands.
type Wanted = Option<(usize, i128)>;

/// Every fight that is tried, in the order of what is most important: as it stands and with each number a
/// little less and more, then step by step.
fn stages(ladders: &[Ladder]) -> Vec<Vec<Wanted>> {
    let mut seen: Vec<BTreeSet<i128>> =
        ladders.iter().map(|ladder| BTreeSet::from([ladder.value])).collect();
    let mut first = vec![None];
    for (index, ladder) in ladders.iter().enumerate() {
        let edits = ladder.edits().into_iter().map(|(_, value)| value);
        first.extend(
            edits.filter(|value| seen[index].insert(*value)).map(|value| Some((index, value))),
        );
    }
    let mut stages = vec![first];
    let farthest = ladders.iter().map(|one| (one.highest - one.value) / one.step).max();
    let farthest = farthest.unwrap_or(0);
    let mut from = 1;
    for to in STAGES.map(|to| to.min(farthest)) {
        let mut stage = Vec::new();
        for steps in from..=to {
            for (index, ladder) in ladders.iter().enumerate() {
                let values = [ladder.at(-steps), ladder.at(steps)].into_iter().flatten();
                let new = values.filter(|value| seen[index].insert(*value));
                stage.extend(new.map(|value| Some((index, value))));
            }
        }
        stages.push(stage);
        from = to + 1;
    }
    stages
}

/// Whose fight it is.
fn standing(objective: &Objective, worth: &Worth) -> Standing {
    if !worth.is_settled() {
        return Standing::Unknown;
    }
    if worth.proof == Proof::Optimal {
        return match worth.winner {
            Some(1) => Standing::First,
            Some(_) => Standing::Second,
            None => Standing::Nobody,
        };
    }
    let bounds = worth.lower.zip(worth.upper).map(|(low, high)| (low.to_f64(), high.to_f64()));
    match (objective, bounds) {
        // A price is that of a sure win.
        (Objective::LeastCost(_), _) if worth.value.is_some() => Standing::First,
        (Objective::LeastCost(_), _) => Standing::Second,
        (Objective::Win, Some((low, high))) => favoured(low - 0.5, high - 0.5),
        (_, Some((low, high))) => favoured(low, high),
        (_, None) => Standing::Unknown,
    }
}

/// Who is favoured by a mean that lies between these.
fn favoured(low: f64, high: f64) -> Standing {
    match (low, high) {
        (low, _) if low > 0.0 => Standing::First,
        (_, high) if high < 0.0 => Standing::Second,
        // As near to even as it can be said.
        (low, high) if high - low < 1e-6 => Standing::Nobody,
        _ => Standing::Unknown,
    }
}
