//! The largest advantage of any pair made least.

use std::time::Instant;

use outplay_game::Stop;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::{Knob, Point, TuneAnswer, TuneProof, heading, lay, steps, tuned};
use crate::cells::Variants;
use crate::{Failure, Run, Source, Table, Text, Tried};

/// With no more points than this, all are looked at.
const MOST_POINTS: f64 = 5000.0;

/// A roster before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// Who meets whom.
    pub entrants: Vec<String>,
    /// What the row is worth against the column, as player 1, in the rules as they stand.
    pub before: Vec<Vec<Option<f64>>>,
    /// The same after the change.
    pub after: Vec<Vec<Option<f64>>>,
    /// The largest advantage before.
    pub largest_before: Option<Advantage>,
    /// The largest advantage after.
    pub largest_after: Option<Advantage>,
}

/// What one has over another: half of what the one is worth against the other, as player 1, less what the other
/// is worth against the one, so that being first counts for neither. Where only one way round is fought,
/// all of what that is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advantage {
    /// Who has it.
    pub of: String,
    /// Over whom.
    pub over: String,
    /// How much.
    pub by: f64,
}

/// How far from balance a point is: the largest advantage, then the sum of their squares, then its steps.
type Unrest = (f64, f64, u64);

pub(super) fn balance(
    source: &Source,
    table: &Table,
    knobs: &[Knob],
    how: &Run<'_>,
) -> Result<TuneAnswer, Failure> {
    let begin = Instant::now();
    let mut answer = heading(table, &["balanced".to_owned()], knobs);
    let mut roster = Roster::new(source, table, knobs, how);
    let start: Point = vec![0; knobs.len()];
    let before = roster.matrix(&start)?;
    roster.leave_out_what_cannot_be(&before);
    let (best, proof) = if answer.points <= MOST_POINTS {
        (roster.best_of_all()?, TuneProof::Best)
    } else {
        (roster.downhill(start)?, TuneProof::Local)
    };
    let after = roster.matrix(&best)?;
    answer.stopped = roster.stopped;
    answer.proof = if roster.stopped.is_some() { TuneProof::Open } else { proof };
    answer.tried = roster.seen.len() as u64;
    answer.found = Some(tuned(knobs, &best, None));
    let largest = |matrix: &Matrix| roster.advantages(matrix).into_iter().next();
    answer.balance = Some(Balance {
        largest_before: largest(&before),
        largest_after: largest(&after),
        entrants: roster.entrants,
        before,
        after,
    });
    answer.seconds = begin.elapsed().as_secs_f64();
    Ok(answer)
}

type Matrix = Vec<Vec<Option<f64>>>;

/// Everyone against everyone at any point; what was solved before is kept.
struct Roster<'a> {
    table: &'a Table,
    knobs: &'a [Knob],
    how: &'a Run<'a>,
    entrants: Vec<String>,
    /// Who meets whom: only one pair where the sides were named.
    meetings: Vec<(usize, usize)>,
    /// For each meeting, which knobs matter to it.
    matter: Vec<Vec<usize>>,
    /// What was solved: a meeting, and the values of the knobs that matter.
    known: FxHashMap<(usize, Point), Option<f64>>,
    /// The points that were looked at.
    seen: FxHashSet<Point>,
    fights: u64,
    stopped: Option<Stop>,
    /// What a value of nothing for anybody is.
    even: f64,
}

impl<'a> Roster<'a> {
    fn new(source: &Source, table: &'a Table, knobs: &'a [Knob], how: &'a Run<'a>) -> Self {
        let named = source.options.sides.iter().any(Option::is_some);
        let everyone = table.fight().map(|fight| fight.spec.teams()).unwrap_or_default();
        let sides = table.about().sides.each_ref().map(|side| side.id.clone());
        let (entrants, meetings) = if named || everyone.len() < 2 {
            (sides.to_vec(), vec![(0, 1)])
        } else {
            let pairs =
                (0..everyone.len()).flat_map(|one| (0..everyone.len()).map(move |two| (one, two)));
            let pairs = pairs.filter(|(one, two)| one != two).collect();
            (everyone, pairs)
        };
        let even = if table.about().objective == outplay_game::Objective::Win && meetings.len() == 1
        {
            0.5
        } else {
            0.0
        };
        let matter = |pair| match how.budget.ended() {
            // Nothing will be solved any more.
            Some(_) => (0..knobs.len()).collect(),
            None => matter(table, knobs, &entrants, pair),
        };
        let matter = meetings.iter().copied().map(matter).collect();
        Self {
            table,
            knobs,
            how,
            entrants,
            meetings,
            matter,
            known: FxHashMap::default(),
            seen: FxHashSet::default(),
            fights: 0,
            stopped: None,
            even,
        }
    }

    /// What everyone is worth against everyone at each of these points.
    fn solve(&mut self, points: &[Point]) -> Result<Vec<Matrix>, Failure> {
        let mut missing: Vec<(usize, Point)> = Vec::new();
        let mut asked: FxHashSet<(usize, Point)> = FxHashSet::default();
        for point in points {
            for (meeting, _) in self.meetings.iter().enumerate() {
                let key = self.key(meeting, point);
                if !self.known.contains_key(&key) && asked.insert(key.clone()) {
                    missing.push(key);
                }
            }
        }
        let before = self.fights;
        let tell = |done: u64| {
            if let Some(tell) = self.how.budget.on_progress {
                tell(before + done);
            }
        };
        let solved = Variants {
            table: self.table,
            count: missing.len() as u64,
            edit: &|number, options| {
                let (meeting, values) = &missing[usize::try_from(number).unwrap_or_default()];
                let (one, two) = self.meetings[*meeting];
                let side = |name: &str, who: usize| Some(Text::new(name, &self.entrants[who]));
                options.sides = [side("p1", one), side("p2", two)];
                let mut point: Point = vec![0; self.knobs.len()];
                for (&knob, &value) in self.matter[*meeting].iter().zip(values) {
                    point[knob] = value;
                }
                lay(self.knobs, &point, options);
            },
            after: None,
            may_be_impossible: true,
        }
        .solve(&self.how.told(&tell))?;
        self.fights += missing.len() as u64;
        for (key, cell) in missing.into_iter().zip(solved.cells) {
            let value = match &cell {
                Tried::Worth(worth) if worth.is_settled() => worth.value.map(crate::Number::to_f64),
                Tried::Worth(worth) => {
                    self.stopped = self.stopped.or(worth.stopped);
                    None
                }
                Tried::Impossible { .. } => None,
            };
            self.known.insert(key, value);
        }
        self.seen.extend(points.iter().cloned());
        Ok(points.iter().map(|point| self.told(point)).collect())
    }

    /// Forgets the meetings that the rules do not have as they stand, where there are others.
    fn leave_out_what_cannot_be(&mut self, matrix: &Matrix) {
        if self.stopped.is_some() || matrix.iter().flatten().all(Option::is_none) {
            return;
        }
        let there: Vec<bool> =
            self.meetings.iter().map(|&(one, two)| matrix[one][two].is_some()).collect();
        if there.iter().all(|there| *there) {
            return;
        }
        let mut kept = there.iter();
        self.meetings.retain(|_| kept.next() == Some(&true));
        let mut kept = there.iter();
        self.matter.retain(|_| kept.next() == Some(&true));
        // Meetings are known by their places, which are others now.
        self.known.clear();
    }

    fn key(&self, meeting: usize, point: &Point) -> (usize, Point) {
        (meeting, self.matter[meeting].iter().map(|&knob| point[knob]).collect())
    }

    fn told(&self, point: &Point) -> Matrix {
        let mut matrix = vec![vec![None; self.entrants.len()]; self.entrants.len()];
        for (meeting, &(one, two)) in self.meetings.iter().enumerate() {
            matrix[one][two] = self.known.get(&self.key(meeting, point)).copied().flatten();
        }
        matrix
    }

    fn matrix(&mut self, point: &Point) -> Result<Matrix, Failure> {
        Ok(self.solve(std::slice::from_ref(point))?.remove(0))
    }

    /// Who has an advantage over whom, the largest first.
    fn advantages(&self, matrix: &Matrix) -> Vec<Advantage> {
        let mut found = Vec::new();
        for &(one, two) in &self.meetings {
            let by = match (matrix[one][two], matrix[two][one]) {
                (Some(_), Some(_)) if one > two => continue,
                (Some(there), Some(back)) => (there - back) / 2.0,
                // Stopped before the way back was fought.
                (Some(_), None) if self.meetings.contains(&(two, one)) => continue,
                (Some(there), None) => there - self.even,
                (None, _) => continue,
            };
            let (of, over) = if by < 0.0 { (two, one) } else { (one, two) };
            let name = |who: usize| self.entrants[who].clone();
            found.push(Advantage { of: name(of), over: name(over), by: by.abs() });
        }
        found.sort_by(|one, other| other.by.total_cmp(&one.by));
        found
    }

    fn unrest(&self, matrix: &Matrix, point: &Point) -> Unrest {
        let advantages = self.advantages(matrix);
        // Rules with which somebody cannot fight at all are no balance.
        let all = self.meetings.iter().all(|&(one, two)| matrix[one][two].is_some());
        let largest = advantages.first().filter(|_| all);
        let largest = largest.map_or(f64::INFINITY, |advantage| advantage.by);
        let squares = advantages.iter().map(|advantage| advantage.by * advantage.by).sum();
        (largest, squares, steps(self.knobs, point))
    }

    /// The best of these, if it is better than what there is; the first among equals.
    fn better(&mut self, points: &[Point], best: &mut (Unrest, Point)) -> Result<bool, Failure> {
        let matrices = self.solve(points)?;
        if self.stopped.is_some() {
            return Ok(false);
        }
        let mut found = false;
        for (point, matrix) in points.iter().zip(&matrices) {
            let unrest = self.unrest(matrix, point);
            if less(unrest, best.0) {
                *best = (unrest, point.clone());
                found = true;
            }
        }
        Ok(found)
    }

    fn best_of_all(&mut self) -> Result<Point, Failure> {
        let mut best = ((f64::INFINITY, f64::INFINITY, u64::MAX), vec![0; self.knobs.len()]);
        let lengths: Vec<usize> = self.knobs.iter().map(|knob| knob.values.len()).collect();
        let count: usize = lengths.iter().product();
        let point = |mut number: usize| -> Point {
            let mut point = vec![0; lengths.len()];
            for (place, length) in point.iter_mut().zip(&lengths).rev() {
                (*place, number) = (number % length, number / length);
            }
            point
        };
        let all: Vec<Point> = (0..count).map(point).collect();
        for block in all.chunks(256) {
            self.better(block, &mut best)?;
            if self.stopped.is_some() {
                break;
            }
        }
        Ok(best.1)
    }

    /// Goes to the best value of one number after the other until no number by itself helps any more, nor two
    /// of them by a step each.
    fn downhill(&mut self, start: Point) -> Result<Point, Failure> {
        let matrix = self.matrix(&start)?;
        let mut best = (self.unrest(&matrix, &start), start);
        loop {
            let here = best.1.clone();
            let mut all = Vec::new();
            for (knob, values) in self.knobs.iter().enumerate() {
                for place in 0..values.values.len() {
                    let mut point = here.clone();
                    point[knob] = place;
                    all.push(point);
                }
            }
            if self.better(&all, &mut best)? {
                continue;
            }
            if self.stopped.is_some() || !self.better(&self.pairs_of_steps(&here), &mut best)? {
                return Ok(best.1);
            }
        }
    }

    /// Every two numbers, each a step up or down.
    fn pairs_of_steps(&self, here: &Point) -> Vec<Point> {
        let beside = |knob: usize| -> Vec<usize> {
            let values = &self.knobs[knob].values;
            let number = |place: usize| values[place].0.parse::<f64>().unwrap_or_default();
            let now = number(here[knob]);
            let below = (0..values.len()).filter(|&place| number(place) < now);
            let above = (0..values.len()).filter(|&place| number(place) > now);
            let nearest = |one: &usize, other: &usize| {
                (number(*one) - now).abs().total_cmp(&(number(*other) - now).abs())
            };
            below.min_by(nearest).into_iter().chain(above.min_by(nearest)).collect()
        };
        let mut points = Vec::new();
        for one in 0..self.knobs.len() {
            for two in one + 1..self.knobs.len() {
                for first in beside(one) {
                    for second in beside(two) {
                        let mut point = here.clone();
                        (point[one], point[two]) = (first, second);
                        points.push(point);
                    }
                }
            }
        }
        points
    }
}

fn less(one: Unrest, other: Unrest) -> bool {
    let order = one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.cmp(&other.2));
    order.is_lt()
}

/// Which knobs matter to a meeting: those of its fighters and of their skills, and those of nobody.
fn matter(
    table: &Table,
    knobs: &[Knob],
    entrants: &[String],
    (one, two): (usize, usize),
) -> Vec<usize> {
    let meeting = table.edited(|options| {
        let side = |name: &str, who: usize| Some(Text::new(name, &entrants[who]));
        options.sides = [side("p1", one), side("p2", two)];
    });
    let Ok(meeting) = meeting else { return (0..knobs.len()).collect() };
    let numbers = meeting.numbers();
    let used = |knob: &Knob| {
        numbers.iter().find(|number| number.full == knob.full).is_none_or(|number| number.used)
    };
    (0..knobs.len()).filter(|&knob| used(&knobs[knob])).collect()
}
