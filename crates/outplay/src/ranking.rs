//! What a matrix of everyone against everyone says: whom each does worst against, and who is worse than
//! another whomever they meet. By what is proved of each meeting, so that one that is not settled excuses
//! whoever took part in it.

use outplay_game::Proof;
use serde::{Deserialize, Serialize};

use crate::{Mean, OrderTable, SolvedMeeting, TournamentAnswer};

/// The team that another does worst against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counter {
    /// The team.
    pub pair: String,
    /// The one that it does worst against.
    pub best_counter: String,
    /// What the team is worth against that one.
    pub value: f64,
}

/// A team that is never better than another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dominated {
    /// The team.
    pub pair: String,
    /// The first that is at least as good against everyone, and better against someone.
    pub by: String,
}

/// A fighter or a team that is worse than another against everyone, whoever begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outclassed {
    /// The turn order.
    pub order: String,
    /// Who is worse.
    pub entrant: String,
    /// The first that is at least as good against everyone from either side, and better against someone.
    pub by: String,
}

/// For each team the one that it does worst against, the first among equals.
pub(crate) fn counters(teams: &[String], matrix: &[Vec<Option<f64>>]) -> Vec<Counter> {
    let worst = |(team, row): (&String, &Vec<Option<f64>>)| {
        let known = row.iter().zip(teams).filter_map(|(value, other)| Some(((*value)?, other)));
        let (value, counter) =
            known.reduce(|best, next| if next.0 < best.0 { next } else { best })?;
        Some(Counter { pair: team.clone(), best_counter: counter.clone(), value })
    };
    teams.iter().zip(matrix).filter_map(worst).collect()
}

/// The sides from which two are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// As player 1.
    First,
    /// As player 1 and as player 2.
    Both,
}

/// For each entrant that another is at least as good as against everyone, and better against someone: the
/// places of the two, the first of those that are better.
fn outdone(order: &OrderTable<SolvedMeeting>, from: From) -> Vec<(usize, usize)> {
    let bounds = |row: usize, column: usize| {
        let cell = &order.table.rows[row][column];
        let proved = cell.value_to_p1.filter(|_| cell.detail.proof == Proof::Optimal);
        let exact = proved.map(|value| Mean { value, lower: value, upper: value });
        cell.detail.interval.or(exact)
    };
    let everyone = 0..order.table.entrants.len();
    // What one has against an opponent, beside what the other has; as player 2 the less the better.
    let against = |one: usize, other: usize| {
        let sides = move |opponent: usize| {
            let first = bounds(one, opponent).zip(bounds(other, opponent));
            let second = bounds(opponent, other).zip(bounds(opponent, one));
            std::iter::once(first).chain((from == From::Both).then_some(second))
        };
        everyone.clone().flat_map(sides)
    };
    // The same bounds to the last bit are those of the same fight.
    let no_worse = |one: usize, other: usize| {
        against(one, other)
            .all(|pair| pair.is_some_and(|(one, other)| one.lower >= other.upper || one == other))
    };
    let better = |one: usize, other: usize| {
        against(one, other).any(|pair| pair.is_some_and(|(one, other)| one.lower > other.upper))
    };
    let by = |worse: usize| {
        let by = everyone.clone().find(|&by| no_worse(by, worse) && better(by, worse))?;
        Some((worse, by))
    };
    everyone.clone().filter_map(by).collect()
}

/// Who is never better than another as player 1.
pub(crate) fn dominated(order: &OrderTable<SolvedMeeting>) -> Vec<Dominated> {
    let name = |place: usize| order.table.entrants[place].clone();
    let told = |(worse, by)| Dominated { pair: name(worse), by: name(by) };
    outdone(order, From::First).into_iter().map(told).collect()
}

impl TournamentAnswer<SolvedMeeting> {
    /// Who is worse than another against everyone, as player 1 and as player 2.
    ///
    /// ```
    /// let arena = outplay::open("arena").unwrap();
    /// let answer = arena.solve_tournament(&[], &outplay::Budget::default()).unwrap();
    /// let worse = answer.outclassed();
    /// assert!(worse.iter().all(|one| one.entrant != one.by));
    /// ```
    pub fn outclassed(&self) -> Vec<Outclassed> {
        let of_order = |order: &OrderTable<SolvedMeeting>| {
            let name = |place: usize| order.table.entrants[place].clone();
            let told = |(worse, by)| Outclassed {
                order: order.order.clone(),
                entrant: name(worse),
                by: name(by),
            };
            outdone(order, From::Both).into_iter().map(told).collect::<Vec<_>>()
        };
        self.orders.iter().flat_map(of_order).collect()
    }
}
