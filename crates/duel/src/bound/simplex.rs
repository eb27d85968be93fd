//! Small linear programs, solved exactly in whole numbers: what is best for one goal after another,
//! within the same limits.

/// What makes a linear program as great as can be: its variables are `numerators` over
/// `denominator`, which is above 0.
pub(super) struct Optimum {
    pub(super) numerators: Vec<i128>,
    pub(super) denominator: i128,
}

/// More pivots than this are not made.
const MOST_PIVOTS: usize = 200;

/// Numbers in between stay below this, so that products of two fit.
const MOST: i128 = 1 << 62;

/// What limits variables that are 0 or more: no row times them may exceed its limit.
///
/// It is the simplex method on a condensed tableau whose entries are all over one common
/// denominator, the last pivot, and so stay whole; Bland's rule keeps it from going in circles.
pub(super) struct Program {
    /// The rows, the limit last.
    table: Vec<Vec<i128>>,
    denominator: i128,
    /// Which variable each column and row stands for; those from the width on are what is left of
    /// the limits.
    outside: Vec<usize>,
    inside: Vec<usize>,
    /// Have the numbers grown too large?
    overflown: bool,
}

impl Program {
    /// Limits are 0 or more.
    pub(super) fn new(rows: &[Vec<i64>], limits: &[i64], width: usize) -> Self {
        let line = |(row, &limit): (&Vec<i64>, &i64)| {
            row.iter().copied().chain([limit]).map(i128::from).collect()
        };
        Self {
            table: rows.iter().zip(limits).map(line).collect(),
            denominator: 1,
            outside: (0..width).collect(),
            inside: (width..width + rows.len()).collect(),
            overflown: false,
        }
    }

    /// Makes `gains` times the variables as great as can be, from where the last such question was
    /// left. `None` where there is no end to it, or the numbers grow too large on the way.
    pub(super) fn maximise(&mut self, gains: &[i64]) -> Option<Optimum> {
        if self.overflown {
            return None;
        }
        let width = self.outside.len();
        let gain = |variable: usize| gains.get(variable).map_or(0, |&gain| i128::from(gain));
        let mut goal: Vec<i128> =
            self.outside.iter().map(|&variable| -gain(variable) * self.denominator).collect();
        for (line, &variable) in self.table.iter().zip(&self.inside) {
            for (sum, entry) in goal.iter_mut().zip(line).filter(|_| variable < width) {
                *sum += gain(variable) * entry;
            }
        }
        for _ in 0..MOST_PIVOTS {
            if goal.iter().any(|sum| sum.abs() >= MOST) {
                return None;
            }
            let better = (0..width).filter(|&column| goal[column] < 0);
            let Some(column) = better.min_by_key(|&column| self.outside[column]) else {
                let mut numerators = vec![0; width];
                for (line, &variable) in self.table.iter().zip(&self.inside) {
                    if variable < width {
                        numerators[variable] = line[width];
                    }
                }
                return Some(Optimum { numerators, denominator: self.denominator });
            };
            self.pivot(column, &mut goal)?;
        }
        None
    }

    /// Lets the variable of a column in and another one out; `None` where it could grow for ever.
    fn pivot(&mut self, column: usize, goal: &mut [i128]) -> Option<()> {
        let (table, width, before) = (&mut self.table, self.outside.len(), self.denominator);
        let row = (0..table.len()).filter(|&row| table[row][column] > 0).min_by(|&one, &two| {
            let left = table[one][width] * table[two][column];
            let right = table[two][width] * table[one][column];
            left.cmp(&right).then(self.inside[one].cmp(&self.inside[two]))
        })?;
        let mut pivot_line = std::mem::take(&mut table[row]);
        let pivot = pivot_line[column];
        let others = table.iter_mut().map(Vec::as_mut_slice).chain([goal]);
        for line in others.filter(|line| !line.is_empty()) {
            let factor = line[column];
            for (entry, &above) in line.iter_mut().zip(&pivot_line) {
                *entry = (pivot * *entry - factor * above) / before;
            }
            line[column] = -factor;
        }
        pivot_line[column] = before;
        table[row] = pivot_line;
        self.denominator = pivot;
        std::mem::swap(&mut self.outside[column], &mut self.inside[row]);
        self.overflown = table.iter().flatten().any(|entry| entry.abs() >= MOST);
        (!self.overflown).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_mix_is_found_as_a_fraction() {
        let mut program = Program::new(&[vec![2, 1], vec![1, 3]], &[7, 9], 2);
        // The most of 3x + 2y where 2x + y <= 7 and x + 3y <= 9: x = 12/5 and y = 11/5.
        let best = program.maximise(&[3, 2]).unwrap();
        let denominator = best.denominator;
        assert_eq!(best.numerators, [12 * denominator / 5, 11 * denominator / 5]);
        // And then the most of y alone, and of x alone.
        let best = program.maximise(&[-1, 1]).unwrap();
        assert_eq!(best.numerators, [0, 3 * best.denominator]);
        let best = program.maximise(&[1, -1]).unwrap();
        assert_eq!([2 * best.numerators[0], best.numerators[1]], [7 * best.denominator, 0]);
    }

    #[test]
    fn what_has_no_end_has_no_optimum() {
        assert!(Program::new(&[vec![1, -1]], &[4], 2).maximise(&[0, 1]).is_none());
    }

    #[test]
    fn what_gains_nothing_is_left_out() {
        let best = Program::new(&[vec![1, 1]], &[4], 2).maximise(&[-1, 1]).unwrap();
        assert_eq!((best.numerators, best.denominator), (vec![0, 4], 1));
    }
}
