//! How many best lines there are, and what is done in them, without listing them.
//!
//! A best line is one in which every choice keeps the value, and that comes to an end. Where no position
//! can return on such lines they are counted backwards from the ends, however many there are. Where one
//! can, only lines count that come back to no position that they have passed, and those are followed one
//! by one, up to a limit.

use outplay_game::{Game, Player};

use crate::every::Every;

/// So many moves are followed where lines cannot be counted without following each.
const MOST_STEPS: u64 = 2_000_000;

/// A sum that may be beyond all whole numbers that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// The sum, unless it is too large.
    pub exact: Option<u128>,
    /// About the sum.
    pub near: f64,
}

impl Sum {
    /// A sum of nothing.
    pub const NONE: Self = Self { exact: Some(0), near: 0.0 };
    /// A sum of one.
    pub const ONE: Self = Self { exact: Some(1), near: 1.0 };

    fn add(&mut self, other: Self) {
        self.exact = self.exact.zip(other.exact).and_then(|(one, two)| one.checked_add(two));
        self.near += other.near;
    }

    /// What part of another it is: 0 of nothing.
    pub fn part_of(self, whole: Self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a ratio is as near as a number can be")]
        match (self.exact, whole.exact) {
            (_, Some(0)) => 0.0,
            (Some(part), Some(whole)) => part as f64 / whole as f64,
            _ => self.near / whole.near,
        }
    }
}

/// The best lines, counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// How many there are.
    pub count: Sum,
    /// For each group of moves, in how many of them one of it is made.
    pub with: Vec<Sum>,
    /// For each group of moves, how often one of it is made in all of them together.
    pub uses: Vec<Sum>,
}

/// Bytes that counting the best lines takes, of so many positions with so many moves in all.
pub(super) fn bytes_to_count(positions: usize, moves: usize) -> usize {
    let position = size_of::<Vec<(Option<usize>, usize)>>()
        + size_of::<Vec<usize>>()
        + 3 * size_of::<Sum>()
        + 3 * size_of::<usize>();
    let mv = size_of::<(Option<usize>, usize)>() + size_of::<usize>();
    positions * position + moves * mv
}

impl<G: Game> Every<G> {
    /// Counts the best lines from the first position, and in how many of them moves of each group are
    /// made, and how often. `None` where positions return and there are too many lines to follow.
    ///
    /// ```
    /// use outplay_game::Budget;
    /// use outplay_search::{Every, Sum};
    /// let game: outplay_game::sketch::Sketch = "a: 2 b, 3 win, 1 c\nb: 1 win\nc: 9 win".parse().unwrap();
    /// let every = Every::by_cost(&game, &[0], &Budget::default()).unwrap();
    /// let lines = every.lines(2, |_, mv| Some(usize::from(mv != 0))).unwrap();
    /// assert_eq!(lines.count.exact, Some(2));
    /// assert_eq!((lines.with[0], lines.uses[0].exact), (Sum::ONE, Some(2)));
    /// ```
    pub fn lines(
        &self,
        groups: usize,
        group: impl Fn(Player, G::Move) -> Option<usize>,
    ) -> Option<Lines> {
        let best = self.best_ways(&group);
        if best.ways[0].is_empty() {
            // Over already, or nothing to win.
            let over = self.ways(0).is_empty() && self.value(0).is_some();
            let count = if over { Sum::ONE } else { Sum::NONE };
            let none = vec![Sum::NONE; groups];
            return Some(Lines { count, with: none.clone(), uses: none });
        }
        match best.backwards() {
            Some(order) => Some(best.counted(&order, groups)),
            None => best.followed(groups),
        }
    }

    /// The moves that keep the value and lead to an end, of every position that such moves lead to.
    fn best_ways(&self, group: &impl Fn(Player, G::Move) -> Option<usize>) -> Best {
        let count = self.len();
        let mut ways: Vec<Vec<(Option<usize>, usize)>> = vec![Vec::new(); count];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        let (mut met, mut ends, mut open) = (vec![false; count], Vec::new(), vec![0]);
        met[0] = true;
        while let Some(place) = open.pop() {
            if self.ways(place).is_empty() {
                ends.push(place);
            }
            if self.value(place).is_none() {
                continue;
            }
            for way in self.ways(place).iter().filter(|way| self.keeps(place, way)) {
                let next = way.next as usize;
                let group = self.chooser(place).and_then(|player| group(player, way.mv));
                ways[place].push((group, next));
                before[next].push(place);
                if !met[next] {
                    met[next] = true;
                    open.push(next);
                }
            }
        }
        let (mut leads, mut open) = (vec![false; count], ends);
        for &end in &open {
            leads[end] = true;
        }
        while let Some(place) = open.pop() {
            for &from in &before[place] {
                if !leads[from] {
                    leads[from] = true;
                    open.push(from);
                }
            }
        }
        for ways in &mut ways {
            ways.retain(|&(_, next)| leads[next]);
        }
        Best { ways }
    }
}

/// The moves of best lines: their group, and where they lead.
struct Best {
    ways: Vec<Vec<(Option<usize>, usize)>>,
}

impl Best {
    /// The positions of best lines, each after all that it leads to; none where one can return.
    fn backwards(&self) -> Option<Vec<usize>> {
        // Not met, on the line that is followed, or done.
        let mut marks = vec![0_u8; self.ways.len()];
        let (mut order, mut stack) = (Vec::new(), vec![(0, 0)]);
        marks[0] = 1;
        while let Some((place, at)) = stack.last_mut() {
            match self.ways[*place].get(*at) {
                Some(&(_, next)) => {
                    *at += 1;
                    match marks[next] {
                        0 => {
                            marks[next] = 1;
                            stack.push((next, 0));
                        }
                        1 => return None,
                        _ => {}
                    }
                }
                None => {
                    marks[*place] = 2;
                    order.push(*place);
                    stack.pop();
                }
            }
        }
        Some(order)
    }

    /// Counts backwards from the ends.
    fn counted(&self, order: &[usize], groups: usize) -> Lines {
        let mut lines = vec![Sum::NONE; self.ways.len()];
        for &place in order {
            let mut sum = if self.ways[place].is_empty() { Sum::ONE } else { Sum::NONE };
            for &(_, next) in &self.ways[place] {
                sum.add(lines[next]);
            }
            lines[place] = sum;
        }
        let (mut with, mut uses) = (Vec::new(), Vec::new());
        // One group after the other: there may be many positions.
        let (mut having, mut used) = (lines.clone(), lines.clone());
        for group in 0..groups {
            for &place in order {
                let (mut some, mut all) = (Sum::NONE, Sum::NONE);
                for &(of, next) in &self.ways[place] {
                    let is_one = of == Some(group);
                    some.add(if is_one { lines[next] } else { having[next] });
                    all.add(used[next]);
                    if is_one {
                        all.add(lines[next]);
                    }
                }
                (having[place], used[place]) = (some, all);
            }
            with.push(having[0]);
            uses.push(used[0]);
        }
        Lines { count: lines[0], with, uses }
    }

    /// Follows each line that comes back to no position; none where that takes too long.
    fn followed(&self, groups: usize) -> Option<Lines> {
        let (mut passed, mut made) = (vec![false; self.ways.len()], vec![0_u128; groups]);
        let (mut count, mut with, mut uses) = (0_u128, vec![0_u128; groups], vec![0_u128; groups]);
        let mut stack: Vec<(usize, usize, Option<usize>)> = vec![(0, 0, None)];
        passed[0] = true;
        let mut steps = 0;
        while let Some((place, at, _)) = stack.last_mut() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            let place = *place;
            if let Some(&(group, next)) = self.ways[place].get(*at) {
                *at += 1;
                if !passed[next] {
                    passed[next] = true;
                    if let Some(group) = group {
                        made[group] += 1;
                    }
                    stack.push((next, 0, group));
                }
                continue;
            }
            if self.ways[place].is_empty() {
                count += 1;
                for group in 0..groups {
                    with[group] += u128::from(made[group] > 0);
                    uses[group] += made[group];
                }
            }
            passed[place] = false;
            if let Some((_, _, Some(group))) = stack.pop() {
                made[group] -= 1;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "it is said to be near")]
        let sum = |exact: u128| Sum { exact: Some(exact), near: exact as f64 };
        let sums = |all: Vec<u128>| all.into_iter().map(sum).collect();
        Some(Lines { count: sum(count), with: sums(with), uses: sums(uses) })
    }
}
