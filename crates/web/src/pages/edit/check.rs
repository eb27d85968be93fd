//! What is wrong with rules, and what they are worth, within limits.
//!
//! `outplay check` looks at every mode and at every pair of fighters, which takes as long as it takes.
//! Here that is done for files whose length times modes times pairs is small; of larger ones the rules
//! as they stand are checked, and the first modes. The fight is solved in its first modes, each with a
//! part of the states and the time that a page may take.

use outplay::text::{Code, Problem, Problems, Sources, Table as Tree, parse};
use outplay::{About, Answer, Budget, Failure, Question, Table};
use outplay_render::Voice;
use outplay_render::answer::{headline, proof};

use crate::error::Error;
use crate::here::Best;
use crate::own;
use crate::words;
use crate::work::Work;

/// A whole check may look at so many bytes, each as often as there are modes and pairs.
const WHOLE: usize = 512 << 10;
/// With more fighters than this, not every pair of them is looked at.
const MANY_FIGHTERS: usize = 12;
/// So many modes are opened and solved.
pub(super) const MOST_MODES: usize = 6;
/// So many states may be kept for all of them together.
const STATES: u64 = 2_000_000;

/// What came of it.
pub(super) struct Checked {
    /// Everything that is wrong, or only suspicious.
    pub(super) found: Failure,
    /// The fight, where it can be opened.
    pub(super) table: Option<Table>,
    /// What it is worth, mode by mode.
    pub(super) worths: Vec<Worth>,
    /// Was it too large to be checked in every mode?
    pub(super) partly: bool,
    /// The rules as an address has them, where they are short enough.
    pub(super) packed: Option<String>,
}

/// What a fight is worth.
pub(super) struct Worth {
    /// In which mode.
    pub(super) mode: String,
    /// In a line.
    pub(super) headline: String,
    /// How that is known.
    pub(super) proof: String,
    /// Is there a win, where one is looked for?
    pub(super) won: bool,
    /// Is it proved?
    pub(super) proved: bool,
}

/// Checks rules and solves them.
pub(super) fn check(work: &Work, text: &str) -> Result<Checked, Error> {
    if text.len() > own::MOST_BYTES {
        let problem = Problem::error(Code::TooMany, None, own::too_large());
        let found = Failure::plain(problem.help("download them, and use the program"));
        return Ok(Checked { found, table: None, worths: Vec::new(), partly: true, packed: None });
    }
    // Whatever is asked here searches, and reading long rules takes as long as a search.
    work.budget()?;
    let source = own::source(text);
    let whole = effort(text) <= WHOLE;
    let mut found = if whole { source.check() } else { nothing() };
    let table = if found.has_errors() { None } else { opened(work, text, whole, &mut found) };
    let worths = match &table {
        Some(table) => worths(work, table, &mut found)?,
        None => Vec::new(),
    };
    Ok(Checked { found, table, worths, partly: !whole, packed: work.packed(text) })
}

fn nothing() -> Failure {
    Failure { sources: Sources::default(), problems: Vec::new(), stopped: None }
}

/// How much a whole check would have to look at.
fn effort(text: &str) -> usize {
    let mut sources = Sources::default();
    let id = sources.add(own::FILE, text);
    let root = parse(&sources, id, &mut Problems::default());
    let fighters = |table: &Tree| table.table("fighters").map_or(0, Tree::len);
    let modes = root.table("modes");
    let in_modes = modes.into_iter().flat_map(Tree::iter).filter_map(|mode| mode.node.as_table());
    let all = fighters(&root) + in_modes.map(fighters).sum::<usize>();
    let pairs = if all > MANY_FIGHTERS { all } else { all * all };
    let modes = modes.map_or(0, Tree::len) + 1;
    text.len().saturating_mul(modes).saturating_mul(pairs + 1)
}

/// The rules as they stand; what is wrong or suspicious about them is added to what was found.
fn opened(work: &Work, text: &str, whole: bool, found: &mut Failure) -> Option<Table> {
    match work.table(&own::source(text), None) {
        Err(failure) => {
            *found = failure;
            None
        }
        Ok(table) => {
            if !whole {
                let (sources, problems) = table.warnings();
                let (sources, problems) = (sources.clone(), problems.to_vec());
                *found = Failure { sources, problems, stopped: None };
            }
            Some(table)
        }
    }
}

/// What the fight is worth in its first modes. A mode that cannot be opened is one more problem.
fn worths(work: &Work, table: &Table, found: &mut Failure) -> Result<Vec<Worth>, Error> {
    let modes: Vec<_> = table.about().modes.iter().map(|mode| mode.name.clone()).collect();
    // A game without modes has its rules as they stand.
    let modes = if modes.is_empty() { vec![table.about().mode.clone()] } else { modes };
    let shown = modes.len().min(MOST_MODES);
    let mut worths = Vec::new();
    for (done, mode) in modes.into_iter().take(shown).enumerate() {
        let opened = if done == 0 {
            Ok(table.clone())
        } else {
            work.edited(table, |options| options.mode = Some(mode.clone()))
        };
        let table = match opened {
            Ok(table) => table,
            Err(failure) => {
                *found = failure;
                return Ok(Vec::new());
            }
        };
        let left = u32::try_from(shown - done).unwrap_or(1);
        let budget = work.budget()?.share_of_time(1.0 / f64::from(left));
        let budget = Budget { states: budget.states.min(STATES / shown as u64), ..budget };
        let answer = work.fresh_solver(&table).solve(&Question::default(), &budget)?;
        worths.push(worth(mode, table.about(), answer));
    }
    Ok(worths)
}

fn worth(mode: String, about: &About, answer: Answer) -> Worth {
    let best = Best { answer, keys: Vec::new() };
    let (won, proved) = (best.answer.value().is_some(), best.is_proved());
    let [headline, proof] = match &best.answer {
        Answer::Cost(answer) => [headline(about, answer), proof(about, answer, Voice::Page)],
        _ => words::best(about, &best, true),
    };
    Worth { mode, headline, proof, won, proved }
}
