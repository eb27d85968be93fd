//! Where the cells of somebody else's job are done: a source that was opened once, and pieces of work as text.
//!
//! A job that is run elsewhere ([`crate::Run::elsewhere`]) writes each missing cell as a [`Piece`]: what is laid
//! over the rules where that differs from what the workers have, and what is asked. A [`Bench`] does it by the
//! very functions that the job itself would have called, so that where a cell was done cannot be seen in it.

use std::fmt;

use outplay_duel::ALL;
use outplay_game::Budget;
use outplay_text::{Code, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cells::{solved, tried};
use crate::matches::block;
use crate::meetings::{Meeting, met};
use crate::{Failure, Options, PlayedMeeting, SolvedMeeting, Source, Table, Text};

/// What is asked about one fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Work {
    /// What it is worth.
    Solve {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Text>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may_be_impossible: bool,
    },
    /// What a meeting of a tournament comes to.
    Meeting(Meeting),
    /// Some games of a match.
    Match { styles: [String; 2], after: Text, games: u64, seed: u64 },
}

/// A cell as text: what is asked, and what is laid over the rules.
#[derive(Serialize, Deserialize)]
pub(crate) struct Piece {
    /// The options that differ from those of the source.
    options: Map<String, Value>,
    work: Work,
}

impl Piece {
    pub(crate) fn new(base: &Options, options: &Options, work: Work) -> Self {
        let base = fields(base);
        let mut options = fields(options);
        options.retain(|name, value| base.get(name) != Some(value));
        Self { options, work }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Options by their names.
fn fields(options: &Options) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// A source that was opened, for the cells of a job that is run elsewhere.
pub struct Bench {
    source: Source,
    base: Map<String, Value>,
    /// None where the rules cannot be played as they stand: each piece says who fights.
    table: Option<Table>,
}

/// What came of a piece of work.
pub struct Cell {
    /// The cell as JSON, as its job writes it.
    pub text: String,
    /// States expanded.
    pub states: u64,
}

impl Bench {
    /// Opens a source. Where all modes are asked for, each piece says which it is of.
    pub fn new(source: Source) -> Self {
        let base = fields(&source.options);
        let mut plain = source.clone();
        plain.options.mode = plain.options.mode.filter(|mode| mode != ALL);
        Self { base, table: plain.open().ok(), source }
    }

    /// Does a piece of work within a budget.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn cell(&self, piece: &str, budget: &Budget) -> Result<Cell, Failure> {
        let unreadable = |error: serde_json::Error| {
            let message = format!("this is no piece of work: {error}");
            Failure::plain(Problem::error(Code::Syntax, None, message))
        };
        let Piece { options, work } = serde_json::from_str(piece).map_err(unreadable)?;
        let mut all = self.base.clone();
        all.extend(options);
        let options: Options = serde_json::from_value(all.into()).map_err(unreadable)?;
        let table = self.table(options);
        let (text, states) = match work {
            Work::Solve { after, may_be_impossible } => {
                let worth = table.and_then(|table| solved(&table, after.as_ref(), budget));
                let (worth, states) = worth.map_or_else(
                    |failure| (Err(failure), 0),
                    |(worth, states)| (Ok(worth), states),
                );
                (serde_json::to_string(&tried(worth, may_be_impossible)?), states)
            }
            Work::Meeting(Meeting::Solved) => {
                let cell = met::<SolvedMeeting>(table, &Meeting::Solved, budget)?;
                (serde_json::to_string(&cell), cell.detail.states)
            }
            Work::Meeting(played @ Meeting::Played { .. }) => {
                (serde_json::to_string(&met::<PlayedMeeting>(table, &played, budget)?), 0)
            }
            Work::Match { styles, after, games, seed } => {
                let outcome = block(&table?, &styles, &after, (games, seed), budget)?;
                (serde_json::to_string(&outcome), 0)
            }
        };
        Ok(Cell { text: text.map_err(unreadable)?, states })
    }

    fn table(&self, options: Options) -> Result<Table, Failure> {
        match &self.table {
            Some(table) => table.edited(|laid| *laid = options),
            None => Source { options, ..self.source.clone() }.open(),
        }
    }
}
