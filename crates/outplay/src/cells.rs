//! Many fights that differ in what is laid over their rules, each solved: the cells of sweeps, reports and
//! tunings. The rules file is read once; each cell is the table with other options, solved, so that it is
//! worth exactly what a solver says of it.

use std::sync::atomic::{AtomicU64, Ordering};

use outplay_game::{Budget, Stop};
use outplay_lab::{Job, Key, Ran, Store, StoreError, Workers, content_name, kept, run};
use outplay_text::{Code, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::bench::{Piece, Work};
use crate::{Failure, Options, Question, Source, Table, Text, Worth, registry};

/// The version of what a stored cell means: a change of its meaning makes all kept cells strangers.
const FORMAT: u32 = 1;

/// How a job is run: where its cells are done and kept, and what it may cost.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Where finished cells are kept; none: nowhere.
    pub store: Option<&'a dyn Store>,
    /// Who does the cells; none: this process does, on all cores.
    pub elsewhere: Option<Elsewhere<'a>>,
    /// What all of it may cost: its time and its interruption are the job's, its states and bytes are for each
    /// cell. Progress is told in cells.
    pub budget: Budget<'a>,
    /// No cell takes longer than so many seconds.
    pub cell_seconds: Option<f64>,
}

/// Workers in other processes, each of whom has a [`crate::Bench`] of the same source.
#[derive(Clone, Copy)]
pub struct Elsewhere<'a> {
    /// Who they are.
    pub workers: &'a dyn Workers,
    /// What they have opened: pieces of work say in what they differ from it.
    pub source: &'a Source,
}

impl<'a> Run<'a> {
    /// A run within a budget, in this process, that keeps nothing.
    pub fn within(budget: &Budget<'a>) -> Self {
        Self { store: None, elsewhere: None, budget: *budget, cell_seconds: None }
    }

    /// Does what is missing of a job, and takes its cells in order.
    pub(crate) fn run<J: Job<Wrong = Failure>>(
        &self,
        job: &J,
        take: &mut dyn FnMut(J::Cell),
    ) -> Result<Ran, Failure> {
        let workers = self.elsewhere.map(|elsewhere| elsewhere.workers);
        run(job, self.store, workers, &self.budget, take)
    }

    /// A piece of work as text for the workers, where there are any.
    pub(crate) fn task(&self, options: &Options, work: Work) -> Option<String> {
        let Elsewhere { source, .. } = self.elsewhere?;
        Some(Piece::new(&source.options, options, work).to_string())
    }

    /// What one cell may cost.
    pub(crate) fn cell_budget(&self) -> Budget<'a> {
        let quiet = self.budget.quiet();
        self.cell_seconds.map_or(quiet, |seconds| quiet.seconds(seconds))
    }

    /// The cell of this question: what is kept, or what comes of the work.
    pub(crate) fn kept<T: Serialize + DeserializeOwned>(
        &self,
        question: impl FnOnce() -> String,
        is_finished: impl FnOnce(&T) -> bool,
        work: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let key = self.store.map(|_| Key::new(question()));
        kept(self.store.zip(key.as_ref()), is_finished, work).map(|(cell, _)| cell)
    }

    /// The same run, with progress that begins after so many cells of it.
    pub(crate) fn told<'b>(&self, tell: &'b (dyn Fn(u64) + Sync)) -> Run<'b>
    where
        'a: 'b,
    {
        Run { budget: Budget { on_progress: Some(tell), ..self.budget }, ..*self }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let problem = Problem::error(Code::Unwritable, None, error.why());
        Self::plain(match error.remedy() {
            Some(help) => problem.help(help),
            None => problem,
        })
    }
}

/// What came of one of many fights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tried {
    /// There is no such fight, and why.
    Impossible {
        /// Why.
        impossible: String,
    },
    /// What it is worth.
    Worth(Worth),
}

impl Tried {
    /// What it is worth, where there is such a fight.
    pub fn worth(&self) -> Option<&Worth> {
        match self {
            Self::Worth(worth) => Some(worth),
            Self::Impossible { .. } => None,
        }
    }
}

/// What makes one fight of many: it changes the options.
pub(crate) type Edit<'a> = &'a (dyn Fn(u64, &mut Options) + Sync);

/// Many fights, each the table with other options.
pub(crate) struct Variants<'a> {
    pub(crate) table: &'a Table,
    pub(crate) count: u64,
    pub(crate) edit: Edit<'a>,
    /// From the position after these moves.
    pub(crate) after: Option<&'a Text>,
    /// Is a fight that there cannot be a cell that says so, and not the end of the job?
    pub(crate) may_be_impossible: bool,
}

/// What came of many fights.
pub(crate) struct Solved {
    pub(crate) cells: Vec<Tried>,
    pub(crate) ran: Ran,
    pub(crate) states: u64,
}

impl Variants<'_> {
    /// Solves them all, or what is missing of them.
    pub(crate) fn solve(&self, how: &Run<'_>) -> Result<Solved, Failure> {
        let job = Solving {
            of: self,
            how,
            rules: rules_name(self.table.source()),
            states: AtomicU64::new(0),
        };
        let mut cells = Vec::new();
        let ran = how.run(&job, &mut |cell| cells.push(cell))?;
        // The store may have it from somebody who takes that for an answer: here it is what is wrong.
        if !self.may_be_impossible
            && let Some(number) = cells.iter().position(|cell| cell.worth().is_none())
        {
            job.solved(number as u64)?;
        }
        Ok(Solved { cells, ran, states: job.states.into_inner() })
    }
}

/// The job of it.
struct Solving<'a> {
    of: &'a Variants<'a>,
    how: &'a Run<'a>,
    rules: String,
    states: AtomicU64,
}

impl Solving<'_> {
    fn options(&self, number: u64) -> Options {
        let mut options = self.of.table.source().options.clone();
        (self.of.edit)(number, &mut options);
        options
    }

    fn solved(&self, number: u64) -> Result<Worth, Failure> {
        let table = self.of.table.edited(|options| *options = self.options(number))?;
        let (worth, states) = solved(&table, self.of.after, &self.how.cell_budget())?;
        self.states.fetch_add(states, Ordering::Relaxed);
        Ok(worth)
    }
}

/// What one fight is worth, and how many states that took.
pub(crate) fn solved(
    table: &Table,
    after: Option<&Text>,
    budget: &Budget,
) -> Result<(Worth, u64), Failure> {
    let question = Question { after: after.cloned(), ..Question::default() };
    let answer = table.solver().solve(&question, budget)?;
    Ok((Worth::of(&answer), answer.states()))
}

/// What stands for a fight that there cannot be; what is wrong, where that is no answer.
pub(crate) fn tried(
    solved: Result<Worth, Failure>,
    may_be_impossible: bool,
) -> Result<Tried, Failure> {
    match solved {
        Ok(worth) => Ok(Tried::Worth(worth)),
        Err(failure) if may_be_impossible && failure.stopped.is_none() => {
            Ok(Tried::Impossible { impossible: failure.reason() })
        }
        Err(failure) => Err(failure),
    }
}

impl Job for Solving<'_> {
    type Cell = Tried;
    type Wrong = Failure;

    fn count(&self) -> u64 {
        self.of.count
    }

    fn question(&self, number: u64) -> Option<String> {
        let after = self.of.after.map(|after| after.text.as_str());
        Some(question("solve", &self.rules, &self.options(number), json!({ "after": after })))
    }

    fn cell(&self, number: u64) -> Result<Tried, Failure> {
        tried(self.solved(number), self.of.may_be_impossible)
    }

    fn task(&self, number: u64) -> Option<String> {
        let work = Work::Solve {
            after: self.of.after.cloned(),
            may_be_impossible: self.of.may_be_impossible,
        };
        self.how.task(&self.options(number), work)
    }

    fn took(&self, states: u64) {
        self.states.fetch_add(states, Ordering::Relaxed);
    }

    fn unbegun(&self, _: u64, stop: Stop) -> Tried {
        Tried::Worth(Worth::unknown(stop))
    }

    fn is_finished(cell: &Tried) -> bool {
        cell.worth().is_none_or(Worth::is_settled)
    }
}

/// What the rules of a source are known by in a key.
pub(crate) fn rules_name(source: &Source) -> String {
    content_name(&rules_text(source))
}

/// The rules of a source as text: its file, or else its name. It is what a store is made for.
///
/// ```
/// assert!(outplay::rules_text(&outplay::Source::game("wizard")).contains("[fighters.boss]"));
/// assert_eq!(outplay::rules_text(&outplay::Source::game("combat")), "combat");
/// ```
pub fn rules_text(source: &Source) -> String {
    registry::file_of(source).map_or_else(|| source.game.clone(), |file| file.text)
}

/// All that a cell depends on, as text that is the same for the same question.
pub(crate) fn question(what: &str, rules: &str, options: &Options, more: Value) -> String {
    let mut asked = Map::new();
    let mut put = |name: &str, value: Value| {
        let empty = value.as_array().is_some_and(Vec::is_empty);
        if !value.is_null() && !empty {
            asked.insert(name.to_owned(), value);
        }
    };
    put("format", FORMAT.into());
    put("cell", what.into());
    put("rules", rules.into());
    let Options { mode, sides: [p1, p2], order, goal, input, set, cards, hand, card_list, deck } =
        options;
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.text.clone());
    // Long texts by their names.
    let name = |text: &Option<Text>| text.as_ref().map(|text| content_name(&text.text));
    put("mode", mode.as_deref().filter(|mode| *mode != outplay_duel::NORMAL).into());
    put("p1", text(p1).into());
    put("p2", text(p2).into());
    put("order", text(order).into());
    put("goal", text(goal).into());
    put("input", name(input).into());
    put("set", set.iter().map(|change| change.text.as_str()).collect());
    put("cards", cards.iter().map(|card| card.text.as_str()).collect());
    put("hand", text(hand).into());
    put("card-list", name(card_list).into());
    put("deck", name(deck).into());
    if let Value::Object(more) = more {
        for (name, value) in more {
            put(&name, value);
        }
    }
    Value::Object(asked).to_string()
}
