//! The nearest point at which everything that is wanted holds.

use std::time::Instant;

use super::{Knob, Point, TuneAnswer, TuneProof, heading, holds, lay, tuned};
use crate::cells::Variants;
use crate::{Expectation, Failure, Run, Table, Tried, Worth};

/// Points that are solved at once: what may be solved too much.
const BLOCK: usize = 64;

/// More points than this are not looked at.
const MOST_POINTS: u64 = 10_000_000;

pub(super) fn nearest(
    table: &Table,
    wants: &[&Expectation],
    knobs: &[Knob],
    how: &Run<'_>,
) -> Result<TuneAnswer, Failure> {
    let begin = Instant::now();
    let told: Vec<String> = wants.iter().map(ToString::to_string).collect();
    let mut answer = heading(table, &told, knobs);
    let mut search = Search { table, knobs, how, answer: &mut answer };
    let farthest: u64 =
        knobs.iter().filter_map(|knob| knob.values.last()).map(|(_, steps)| steps).sum();
    let mut found = None;
    for steps in 0..=farthest {
        let shell = shell(knobs, steps);
        found = search.first_of(&shell, wants)?;
        if found.is_some() || search.answer.stopped.is_some() {
            break;
        }
        search.answer.within = Some(steps);
        if search.answer.tried >= MOST_POINTS {
            search.answer.stopped = Some(outplay_game::Stop::States);
            break;
        }
    }
    answer.found = found.map(|(point, worth)| tuned(knobs, &point, Some(worth)));
    let sure = answer.open == 0 && answer.stopped.is_none();
    answer.proof = if sure { TuneProof::Nearest } else { TuneProof::Open };
    answer.seconds = begin.elapsed().as_secs_f64();
    Ok(answer)
}

struct Search<'a> {
    table: &'a Table,
    knobs: &'a [Knob],
    how: &'a Run<'a>,
    answer: &'a mut TuneAnswer,
}

impl Search<'_> {
    /// The first of these points at which all that is wanted holds.
    fn first_of(
        &mut self,
        points: &[Point],
        wants: &[&Expectation],
    ) -> Result<Option<(Point, Worth)>, Failure> {
        for block in points.chunks(BLOCK) {
            let before = self.answer.tried;
            let tell = |done: u64| {
                if let Some(tell) = self.how.budget.on_progress {
                    tell(before + done);
                }
            };
            let solved = Variants {
                table: self.table,
                count: block.len() as u64,
                edit: &|number, options| {
                    lay(self.knobs, &block[usize::try_from(number).unwrap_or_default()], options);
                },
                after: None,
                may_be_impossible: true,
            }
            .solve(&self.how.told(&tell))?;
            for (point, cell) in block.iter().zip(solved.cells) {
                // What the rules refuse is not a way to get what is wanted.
                let Tried::Worth(worth) = cell else { continue };
                self.answer.tried += 1;
                if self.answer.before.is_none() {
                    self.answer.before = Some(worth.clone());
                }
                match holds(wants, &worth, self.answer.goal.as_ref()) {
                    Some(true) => return Ok(Some((point.clone(), worth))),
                    Some(false) => {}
                    None => {
                        self.answer.open += 1;
                        let ended = self.how.budget.ended();
                        self.answer.stopped = self.answer.stopped.or(ended);
                    }
                }
            }
            if self.answer.stopped.is_some() {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// Every point of so many steps: those that change the fewest numbers first, then by the numbers as they
/// were named, the nearest values first.
fn shell(knobs: &[Knob], steps: u64) -> Vec<Point> {
    let mut points = Vec::new();
    fill(knobs, steps, &mut Vec::new(), &mut points);
    points.sort_by_key(|point| {
        let changed = knobs.iter().zip(point).filter(|(knob, place)| knob.values[**place].1 > 0);
        changed.count()
    });
    points
}

fn fill(knobs: &[Knob], left: u64, point: &mut Point, points: &mut Vec<Point>) {
    let Some((knob, others)) = knobs[point.len()..].split_first() else {
        if left == 0 {
            points.push(point.clone());
        }
        return;
    };
    let reach: u64 =
        others.iter().filter_map(|knob| knob.values.last()).map(|(_, steps)| steps).sum();
    for (place, (_, steps)) in knob.values.iter().enumerate() {
        if *steps <= left && left - steps <= reach {
            point.push(place);
            fill(knobs, left - steps, point, points);
            point.pop();
        }
    }
}
