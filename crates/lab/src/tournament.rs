//! Everyone against everyone: a matrix of values, and what it says of each entrant.
//!
//! What a cell is worth, whoever asks knows how to find out, by the same call that answers for one
//! pairing: a solved fight, a match. Here the cells are summed up.

use serde::{Deserialize, Serialize};

/// One entrant as player 1 against one as player 2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell<D> {
    /// What it is worth to player 1; `None` where a limit kept that unknown, or there is no such game.
    pub value_to_p1: Option<f64>,
    /// Why these two cannot meet, where that is so: nothing is counted for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impossible: Option<String>,
    /// How that was found: a solution, a match report.
    pub detail: D,
}

/// How good an entrant is. All values are to the entrant, on average over all opponents that it can
/// meet, itself included; `None` where one of them is unknown, or there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// 1 for the best; equals share a place. `None` as long as somebody's mean is not known, and for
    /// who meets nobody.
    pub place: Option<usize>,
    /// Which entrant, counted from 0.
    pub entrant: usize,
    /// Its name.
    pub name: String,
    /// As player 1: the mean of its row.
    pub as_p1: Option<f64>,
    /// As player 2: minus the mean of its column.
    pub as_p2: Option<f64>,
    /// Over both seats: the mean of the two; that of one, where there is nothing to play in the other.
    pub overall: Option<f64>,
}

/// The matrix, and what it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tournament<D> {
    /// The names of the entrants.
    pub entrants: Vec<String>,
    /// A row for each entrant as player 1, in it a cell for each as player 2.
    pub rows: Vec<Vec<Cell<D>>>,
    /// The best first; equals in the order of the entrants, the unknown last.
    pub standings: Vec<Standing>,
    /// What moving first is worth where player 1 does: the mean of all cells.
    pub first_mover_advantage: Option<f64>,
}

impl<D> Tournament<D> {
    /// Sums up a matrix: its cells row by row, as many as there are pairings.
    ///
    /// ```
    /// use outplay_lab::{Cell, Tournament};
    /// let values = [2.0, 8.0, -4.0, 0.0];
    /// let names = ["mage".to_owned(), "rogue".to_owned()].to_vec();
    /// let cell = |value| Cell { value_to_p1: Some(value), impossible: None, detail: () };
    /// let table = Tournament::new(names, values.map(cell));
    /// assert_eq!(table.first_mover_advantage, Some(1.5));
    /// let mage = &table.standings[0];
    /// assert_eq!((mage.as_p1, mage.as_p2, mage.overall), (Some(5.0), Some(1.0), Some(3.0)));
    /// ```
    pub fn new(entrants: Vec<String>, cells: impl IntoIterator<Item = Cell<D>>) -> Self {
        let (count, mut cells) = (entrants.len(), cells.into_iter());
        let rows: Vec<Vec<Cell<D>>> =
            (0..count).map(|_| cells.by_ref().take(count).collect()).collect();
        let all = rows.iter().flatten();
        Self {
            standings: standings(&entrants, &rows),
            first_mover_advantage: Mean::of(all, 1.0).known(),
            entrants,
            rows,
        }
    }
}

fn standings<D>(entrants: &[String], rows: &[Vec<Cell<D>>]) -> Vec<Standing> {
    let mut unknown = false;
    let mut standings: Vec<Standing> = entrants
        .iter()
        .enumerate()
        .map(|(entrant, name)| {
            let as_p1 = Mean::of(&rows[entrant], 1.0);
            let as_p2 = Mean::of(rows.iter().map(|row| &row[entrant]), -1.0);
            let overall = match (as_p1, as_p2) {
                (Mean::Known(one), Mean::Known(two)) => Mean::Known(f64::midpoint(one, two)),
                (mean, Mean::Empty) | (Mean::Empty, mean) => mean,
                _ => Mean::Unknown,
            };
            unknown |= matches!(overall, Mean::Unknown);
            let [as_p1, as_p2, overall] = [as_p1, as_p2, overall].map(Mean::known);
            Standing { place: None, entrant, name: name.clone(), as_p1, as_p2, overall }
        })
        .collect();
    standings.sort_by(|one, other| {
        let key = |standing: &Standing| standing.overall.unwrap_or(f64::NEG_INFINITY);
        key(other).total_cmp(&key(one))
    });
    // Whoever is not known yet may come before anyone.
    if !unknown {
        let meets = |standing: &&Standing| standing.overall.is_some();
        for index in 0..standings.iter().filter(meets).count() {
            let shares = index > 0 && standings[index].overall == standings[index - 1].overall;
            let place = if shares { standings[index - 1].place } else { Some(index + 1) };
            standings[index].place = place;
        }
    }
    standings
}

/// What some meetings are worth on average.
#[derive(Clone, Copy)]
enum Mean {
    /// All are known.
    Known(f64),
    /// One is not.
    Unknown,
    /// There is none that can be played.
    Empty,
}

impl Mean {
    /// The mean of the meetings that there are, times the sign.
    fn of<'c, D: 'c>(cells: impl IntoIterator<Item = &'c Cell<D>>, sign: f64) -> Self {
        let possible = cells.into_iter().filter(|cell| cell.impossible.is_none());
        // Never a zero with a sign.
        let numbers = possible.map(|cell| cell.value_to_p1.map(|value| sign * value + 0.0));
        let Some(numbers) = numbers.collect::<Option<Vec<f64>>>() else { return Self::Unknown };
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 entrants")]
        let count = numbers.len() as f64;
        if numbers.is_empty() {
            return Self::Empty;
        }
        Self::Known(numbers.iter().sum::<f64>() / count)
    }

    fn known(self) -> Option<f64> {
        match self {
            Self::Known(mean) => Some(mean),
            Self::Unknown | Self::Empty => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(values: &[&[Option<f64>]]) -> Tournament<()> {
        let names = (0..values.len()).map(|index| format!("e{index}")).collect();
        let cell = |value: &Option<f64>| Cell { value_to_p1: *value, impossible: None, detail: () };
        Tournament::new(names, values.iter().copied().flatten().map(cell))
    }

    #[test]
    fn a_meeting_that_cannot_be_played_counts_for_nobody() {
        // The second cannot meet itself, and the third nobody.
        let cell = |pairing: usize| {
            let (row, column) = (pairing / 3, pairing % 3);
            let impossible = row + column > 1;
            let value_to_p1 =
                (!impossible).then_some([[2.0, 4.0], [-1.0, 0.0]][row % 2][column % 2]);
            Cell { value_to_p1, impossible: impossible.then(|| "no".to_owned()), detail: () }
        };
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let table = Tournament::new(names, (0..9).map(cell));
        let found: Vec<_> = table
            .standings
            .iter()
            .map(|s| (s.name.as_str(), s.place, s.as_p1, s.as_p2, s.overall))
            .collect();
        let expected = [
            ("a", Some(1), Some(3.0), Some(-0.5), Some(1.25)),
            ("b", Some(2), Some(-1.0), Some(-4.0), Some(-2.5)),
            ("c", None, None, None, None),
        ];
        assert_eq!(found, expected);
        assert_eq!(table.first_mover_advantage, Some(5.0 / 3.0));
    }

    #[test]
    fn a_matrix_is_summed_up_as_by_hand() {
        let values: [[f64; 3]; 3] = [[0.0, -6.0, 3.0], [9.0, 3.0, 6.0], [0.0, 0.0, 3.0]];
        let rows: Vec<Vec<_>> = values.iter().map(|row| row.map(Some).to_vec()).collect();
        let table = table(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert_eq!(table.first_mover_advantage, Some(2.0));
        assert_eq!(table.rows[1][2].value_to_p1, Some(6.0));
        let found: Vec<_> = table
            .standings
            .iter()
            .map(|s| {
                (
                    s.place.unwrap(),
                    s.entrant,
                    s.as_p1.unwrap(),
                    s.as_p2.unwrap(),
                    s.overall.unwrap(),
                )
            })
            .collect();
        let expected = [(1, 1, 6.0, 1.0, 3.5), (2, 2, 1.0, -4.0, -1.5), (3, 0, -1.0, -3.0, -2.0)];
        assert_eq!(found, expected);
    }

    #[test]
    fn equals_share_a_place_and_there_are_none_while_somebody_is_unknown() {
        let even = [Some(0.0); 3];
        let places = |table: Tournament<()>| -> Vec<_> {
            table.standings.iter().map(|standing| (standing.place, standing.entrant)).collect()
        };
        let first = |entrant| (Some(1), entrant);
        assert_eq!(places(table(&[&even, &even, &even])), [first(0), first(1), first(2)]);
        let torn = [Some(0.0), None, Some(0.0)];
        let table = table(&[&even, &even, &torn]);
        assert_eq!(table.first_mover_advantage, None);
        assert_eq!(places(table), [(None, 0), (None, 1), (None, 2)]);
    }

    #[test]
    fn programs_read_back_what_was_written() {
        let table = table(&[&[Some(0.0), None], &[Some(2.5), Some(-1.0)]]);
        let json = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Tournament<()>>(&json).unwrap(), table);
    }

    #[test]
    fn nobody_is_a_tournament_too() {
        assert_eq!(table(&[]).first_mover_advantage, None);
    }
}
