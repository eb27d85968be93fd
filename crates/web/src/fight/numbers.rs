//! The numbers of a fight over its turns, as charts: one for each kind of number that changes.

use outplay::duel::{Account, Names, Snapshot};

use crate::look::{Chart, Series};

/// A chart for hp and for each pool.
pub(in super::super) fn charts(account: &Account, names: &Names) -> Vec<Chart> {
    let snapshots: Vec<&Snapshot> = std::iter::once(&account.opening)
        .chain(account.turns.iter().map(|turn| &turn.after))
        .collect();
    let mut steps = vec![("start".to_owned(), "start".to_owned())];
    steps.extend(account.turns.iter().map(|turn| {
        let who = &names.fighters[turn.player.index()].name;
        (turn.round.to_string(), format!("{} {}, {who}", names.order.counts(), turn.round))
    }));
    let mut charts: Vec<Chart> = Vec::new();
    for (side, fighter) in names.fighters.iter().enumerate() {
        for (place, (number, _)) in fighter.numbers.iter().enumerate() {
            let values: Vec<i32> =
                snapshots.iter().map(|snapshot| snapshot.numbers[side][place]).collect();
            if values.iter().all(|value| *value == values[0]) {
                continue;
            }
            let series = Series { name: fighter.name.clone(), side: side + 1, values };
            match charts.iter_mut().find(|chart| chart.title == *number) {
                Some(chart) => chart.series.push(series),
                None => charts.push(Chart {
                    title: number.clone(),
                    series: vec![series],
                    steps: steps.clone(),
                }),
            }
        }
    }
    charts
}
