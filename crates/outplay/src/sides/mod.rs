//! Any game of two sides that names its moves ([`Described`]), as a table holds it: game trees that
//! are written out, and games that are a crate of their own. `room.rs` follows lines and tells them,
//! `prover.rs` answers the questions.

mod prover;
mod room;

use std::sync::Arc;

use outplay_game::{Described, Objective};
use outplay_text::{Problems, SourceId, Sources};

use crate::about::{About, Kind, Side};
use crate::{Failure, Source, Table, Text};

use room::SidesRoom;

/// What a game of this kind must allow: to be kept, and to be searched on many threads.
pub(crate) trait Sided: Described + Send + Sync + 'static {}

impl<G: Described + Send + Sync + 'static> Sided for G {}

/// A table with a game.
pub(crate) fn table<G: Sided>(
    source: &Source,
    (title, about): (String, Option<String>),
    game: G,
    (sources, problems): (Sources, Problems),
) -> Table
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    let [one, two] = game.players();
    let about = About {
        game: source.game.clone(),
        title,
        about,
        kind: Kind::Sides,
        mode: outplay_duel::NORMAL.to_owned(),
        modes: Vec::new(),
        objective: Objective::ZeroSum("points".to_owned()),
        order: None,
        sides: [Side::named("p1", one), Side::named("p2", two)],
        effects: Vec::new(),
        counters: Vec::new(),
        undecided: false,
        letters: false,
        rolls: false,
        members: Default::default(),
    };
    Table::new(source, Arc::new(SidesRoom { about, game }), sources, problems.into_sorted())
}

impl Table {
    /// A table with a game of a program's own: it is solved, replayed, matched and compared like those that
    /// ship. It has no options, and no store knows it.
    ///
    /// ```
    /// use outplay::{Budget, Question, Table};
    /// let nim = outplay::nim::Nim::new(vec![1, 2, 4]);
    /// let table = Table::of_game("stones", "Stones", nim);
    /// let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
    /// assert_eq!((answer.game(), answer.value()), ("stones", Some(1)));
    /// ```
    pub fn of_game<G>(name: &str, title: &str, game: G) -> Self
    where
        G: Described + Send + Sync + 'static,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        let nothing = (Sources::default(), Problems::default());
        table(&Source::game(name), (title.to_owned(), None), game, nothing)
    }
}

/// Opens a game tree that is written out in a file.
pub(crate) fn open_tree(source: &Source, file: &Text) -> Result<Table, Failure> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let id = sources.add(&file.name, &file.text);
    let add = |text: &Text| sources.add(&text.name, &text.text);
    let set: Vec<_> = source.options.set.iter().map(add).collect();
    let read = outplay_tree::read(&sources, id, &set, &mut problems);
    match read {
        Some(read) if !problems.has_errors() => {
            let title = read.title.unwrap_or_else(|| source.game.clone());
            Ok(table(source, (title, read.about), read.tree, (sources, problems)))
        }
        _ => Err(Failure::new(sources, problems)),
    }
}

/// Makes a game from the changes of its numbers, each `NAME=VALUE`: its title, a sentence about it, and
/// the game.
type Read<G> = fn(&Sources, &[SourceId], &mut Problems) -> Option<(String, String, G)>;

/// Opens a game that is a crate of its own.
pub(crate) fn open<G: Sided>(source: &Source, read: Read<G>) -> Result<Table, Failure>
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let add = |text: &Text| sources.add(&text.name, &text.text);
    let set: Vec<_> = source.options.set.iter().map(add).collect();
    match read(&sources, &set, &mut problems) {
        Some((title, about, game)) if !problems.has_errors() => {
            Ok(table(source, (title, Some(about)), game, (sources, problems)))
        }
        _ => Err(Failure::new(sources, problems)),
    }
}
