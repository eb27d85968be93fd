//! Cells of somebody else: a store may be anybody's, and whatever it says a cell is, there is an answer that
//! can be shown, or what is wrong is said.

use std::sync::Mutex;

use outplay::lab::{Key, Store, StoreError};
use outplay::{
    Axis, Failure, LadderOptions, MatchOptions, ReportOptions, Run, StyleName, Sweep, Table, Text,
    Tuning, WhatMoves,
};
use outplay_render::{draw, matches, report, sweep, tournament, tune};

use crate::SMALL;
use crate::lists::BETWEEN;
use crate::moves::table;
use crate::opened::{reads_back, well_placed};

/// Work that is made of cells, and shows what came of it.
type Job = fn(&Run<'_>) -> Result<(), Failure>;

/// Every kind of cell, and all who look at them.
pub(crate) const JOBS: [Job; 11] = [
    |how| swept("wizard", &["boss.hp=10..12"], how),
    |how| swept("wizard", &["boss.hp=10..12", "mode=normal,hard", "boss.attack=1,8"], how),
    |how| swept("arena", &["p1=mage,rogue", "p2=all"], how),
    |how| swept("monsters", &["ogre.hp=1..3"], how),
    |how| tuned("wizard", "value<=900", "boss.hp=10..12", how),
    |how| tuned("fencers", "balanced", "*.hp=5..6", how),
    |how| played("duelists", 3, how),
    // More than are one cell.
    |how| played("wizard", 1100, how),
    met,
    |how| climbed("duelists", how),
    |how| reported("lesson", how),
];

fn swept(game: &'static str, axes: &[&str], how: &Run<'_>) -> Result<(), Failure> {
    let axes: Result<Vec<_>, _> =
        axes.iter().map(|axis| Axis::read(&Text::new("vary", *axis))).collect();
    let answer = table(game).source().sweep(&Sweep::over(axes?), how)?;
    let _ = (sweep::text(&answer), sweep::csv(&answer), sweep::json_text(&answer));
    let _ = draw::sweep_svg(&answer);
    Ok(())
}

fn tuned(game: &'static str, want: &str, change: &str, how: &Run<'_>) -> Result<(), Failure> {
    let wants = vec![want.parse().expect("it can be wanted")];
    let changes = vec![Axis::read(&Text::new("change", change))?];
    let answer = table(game).source().tune(&Tuning { wants, changes }, how)?;
    reads_back(&answer);
    let _ = tune::text(&answer);
    Ok(())
}

fn played(game: &'static str, games: u64, how: &Run<'_>) -> Result<(), Failure> {
    let options = MatchOptions { games, ..MatchOptions::default() };
    let styles = [StyleName::Random, StyleName::Greedy];
    let table = table(game);
    let answer = table.play_match_kept(&styles, &options, how)?;
    reads_back(&answer);
    let _ = (matches::text(table.about(), &answer), matches::csv(&answer));
    Ok(())
}

fn met(how: &Run<'_>) -> Result<(), Failure> {
    let arena = table("arena");
    let fighters = ["mage", "rogue"].map(str::to_owned);
    let answer = arena.solve_tournament_kept(&fighters, how)?;
    reads_back(&answer);
    let _ = (tournament::solved(&answer), tournament::solved_csv(&answer));
    let styles = [StyleName::Random, StyleName::Greedy];
    let answer = arena.play_tournament_kept(&fighters, &styles, (2, 1), how)?;
    reads_back(&answer);
    let _ = (tournament::played(&answer, (2, 1)), tournament::played_csv(&answer));
    Ok(())
}

fn climbed(game: &'static str, how: &Run<'_>) -> Result<(), Failure> {
    let table: Table = table(game);
    let options = LadderOptions { games: 2, ..LadderOptions::default() };
    reads_back(&table.ladder_kept(&[StyleName::Random], &options, how)?);
    reads_back(&table.what_moves(&WhatMoves { steps: 2, ..WhatMoves::default() }, how)?);
    reads_back(&table.dead_weight(how)?);
    Ok(())
}

fn reported(game: &'static str, how: &Run<'_>) -> Result<(), Failure> {
    let table = table(game);
    let answer = table.source().report(&ReportOptions { games: 2, seed: 1 }, how)?;
    let _ = (report::data(&answer), report::html(&answer, &table));
    Ok(())
}

/// A store that has every cell: one of these texts.
struct Foreign<'a>(Vec<&'a str>);

impl Store for Foreign<'_> {
    fn get(&self, key: &Key) -> Result<Option<String>, StoreError> {
        let number: usize = key.name().bytes().map(usize::from).sum();
        Ok(self.0.get(number % self.0.len()).map(|&cell| cell.to_owned()))
    }

    fn put(&self, _: &Key, _: &str) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A store that has nothing, and notes what it is given.
#[derive(Default)]
struct Noted(Mutex<Vec<String>>);

impl Store for Noted {
    fn get(&self, _: &Key) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn put(&self, _: &Key, cell: &str) -> Result<(), StoreError> {
        self.0.lock().expect("nobody fails with it").push(cell.to_owned());
        Ok(())
    }
}

fn run(store: &dyn Store) -> Run<'_> {
    Run { store: Some(store), ..Run::within(&SMALL) }
}

/// Tries a job on these cells.
pub(crate) fn try_cells(job: Job, text: &str) {
    let store = Foreign(text.split(BETWEEN).collect());
    if let Err(failure) = job(&run(&store)) {
        well_placed(&failure);
    }
}

/// The cells that a job keeps, as they would be tried.
pub(crate) fn cells_of(job: Job) -> String {
    let store = Noted::default();
    // One that so little stops has kept some.
    let _ = job(&run(&store));
    let mut cells = store.0.into_inner().expect("nobody fails with it");
    cells.sort();
    cells.dedup();
    cells.truncate(6);
    cells.join(BETWEEN)
}
