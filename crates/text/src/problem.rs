//! What is wrong with a text, all of it at once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::{Code, Span, nearest};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Suspicious, but it can be played.
    Warning,
    /// It cannot be understood.
    Error,
}

/// One thing that is wrong: what kind of mistake, what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// What kind of mistake it is.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where, if it is anywhere.
    pub span: Option<Span>,
    /// What would be right.
    pub help: Option<String>,
}

impl Problem {
    /// An error at a place.
    pub fn error(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        let (span, message) = (span.into(), message.into());
        Self { code, severity: Severity::Error, message, span, help: None }
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says which of the `known` words was probably meant, or else which there are.
    #[must_use]
    pub fn one_of<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<_> = known.into_iter().take(MOST_COMPARED).collect();
        match nearest(word, known.iter().copied()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None if known.is_empty() => self,
            None => {
                let few = known.iter().take(MOST_NAMED);
                let list: Vec<_> = few.map(|word| format!("`{word}`")).collect();
                self.help(format!("there is {}", list.join(", ")))
            }
        }
    }
}

/// No more words are compared, and no more named: a text may have thousands, and each of them wrong.
const MOST_COMPARED: usize = 2048;
const MOST_NAMED: usize = 256;

/// Problems as they are collected: each is kept once, in the order of the text. Where the syntax of a
/// text is broken only that is told: what is missing or unknown then mostly follows from it.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    all: Vec<Problem>,
    seen: HashSet<Problem>,
    broken: bool,
    warnings: Counted,
    errors: Counted,
}

/// More errors than this are counted and not listed, and so are more warnings: a file of a million wrong rows is
/// told in a page, and in little memory.
pub const MOST_LISTED: usize = 100;

/// Problems of one severity, those that are listed and those that are not.
#[derive(Clone, Debug, Default)]
struct Counted {
    listed: usize,
    /// Each once, by its hash: a text is often looked at twice.
    unlisted: HashSet<u64>,
    /// Those that nobody has put into words.
    wordless: usize,
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }
}

impl Problems {
    /// Adds a problem, unless the same one is there already; one too many is only counted.
    pub fn push(&mut self, problem: Problem) {
        let counted = match problem.severity {
            Severity::Warning => &mut self.warnings,
            Severity::Error => &mut self.errors,
        };
        if counted.listed < MOST_LISTED {
            if self.seen.insert(problem.clone()) {
                counted.listed += 1;
                self.all.push(problem);
            }
        } else if !self.seen.contains(&problem) {
            let mut hasher = DefaultHasher::new();
            problem.hash(&mut hasher);
            counted.unlisted.insert(hasher.finish());
        }
    }

    /// Adds those problems of others that are to be told. How many of them were not listed is known, and not which: they
    /// are counted where those of their severity are told.
    pub fn absorb(&mut self, others: Self, is_told: impl Fn(&Problem) -> bool) {
        let Self { all, warnings, errors, broken, .. } = others;
        self.broken |= broken;
        for (mine, theirs, severity) in [
            (&mut self.warnings, warnings, Severity::Warning),
            (&mut self.errors, errors, Severity::Error),
        ] {
            if all.iter().any(|problem| problem.severity == severity && is_told(problem)) {
                mine.unlisted.extend(theirs.unlisted);
                mine.wordless += theirs.wordless;
            }
        }
        self.extend(all.into_iter().filter(is_told));
    }

    /// Are so many errors listed that one more is only counted, and need not be put into words?
    pub fn is_full(&self) -> bool {
        self.errors.listed == MOST_LISTED
    }

    /// Counts an error that is not put into words.
    pub fn push_unlisted(&mut self) {
        self.errors.wordless += 1;
    }

    /// Adds an error of syntax that leaves a text half read.
    pub(crate) fn push_broken(&mut self, problem: Problem) {
        self.broken = true;
        self.push(problem);
    }

    /// Is anything an error?
    pub fn has_errors(&self) -> bool {
        self.errors.listed > 0
    }

    /// The problems, in the order of the text, and at last how many more there are.
    pub fn into_sorted(mut self) -> Vec<Problem> {
        if self.broken {
            self.all.retain(|problem| problem.code == Code::Syntax);
        }
        self.all.sort_by_key(|problem| problem.span.map(|span| (span.source, span.start)));
        let counts = [(self.warnings, Severity::Warning), (self.errors, Severity::Error)];
        for (Counted { unlisted, wordless, .. }, severity) in counts {
            let unlisted = unlisted.len() + wordless;
            if unlisted > 0 && !self.broken {
                let (plural, are) = if unlisted == 1 { ("", "is") } else { ("s", "are") };
                let what = format!("{unlisted} more problem{plural} {are} not listed");
                let more = Problem::error(Code::MoreProblems, None, what);
                self.all.push(Problem { severity, ..more.help("mend those listed first") });
            }
        }
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: usize) -> impl Iterator<Item = Problem> {
        (0..count)
            .map(|number| Problem::error(Code::OutOfRange, None, format!("{number} is wrong")))
    }

    #[test]
    fn very_many_problems_are_counted_and_not_listed() {
        let mut problems = Problems::default();
        problems.extend(numbered(100_000));
        assert!(problems.is_full() && problems.has_errors());
        problems.push_unlisted();
        let told = problems.into_sorted();
        assert_eq!(told.len(), MOST_LISTED + 1);
        assert_eq!(told[0].message, "0 is wrong");
        let more = told.last().unwrap();
        assert_eq!((more.code, more.severity), (Code::MoreProblems, Severity::Error));
        assert_eq!(more.message, "99901 more problems are not listed");
    }

    #[test]
    fn as_many_as_are_listed_are_all_there_and_none_of_them_twice() {
        let mut problems = Problems::default();
        problems.extend(numbered(MOST_LISTED).chain(numbered(MOST_LISTED)));
        assert_eq!(problems.into_sorted(), numbered(MOST_LISTED).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_behind_very_many_warnings_is_an_error() {
        let mut problems = Problems::default();
        for problem in numbered(MOST_LISTED + 1) {
            problems.push(Problem { severity: Severity::Warning, ..problem });
        }
        assert!(!problems.is_full() && !problems.has_errors());
        problems.push(Problem::error(Code::Empty, None, "nothing is here"));
        assert!(problems.has_errors());
        let told = problems.into_sorted();
        assert_eq!(told.len(), MOST_LISTED + 2);
        assert_eq!(told.iter().filter(|problem| problem.severity == Severity::Error).count(), 1);
        assert_eq!(told.last().unwrap().message, "1 more problem is not listed");
    }

    #[test]
    fn problems_of_others_are_each_counted_once() {
        let mut problems = Problems::default();
        for _ in 0..3 {
            let mut others = Problems::default();
            // A text that is looked at twice.
            others.extend(numbered(9000).chain(numbered(9000)));
            problems.absorb(others, |_| true);
        }
        let told = problems.into_sorted();
        assert_eq!(told.len(), MOST_LISTED + 1);
        assert_eq!(told.last().unwrap().message, "8900 more problems are not listed");
        let warnings = numbered(9000)
            .map(|problem| Problem { severity: Severity::Warning, ..problem })
            .chain([Problem::error(Code::Empty, None, "nothing is here")]);
        let (mut others, mut problems) = (Problems::default(), Problems::default());
        others.extend(warnings);
        problems.absorb(others, |problem| problem.severity == Severity::Error);
        assert_eq!(problems.into_sorted().len(), 1);
    }

    #[test]
    fn a_slip_in_the_last_of_a_thousand_names_is_seen() {
        let names: Vec<_> = (0..1000).map(|number| format!("position-{number}")).collect();
        let of = |word: &str| {
            let problem = Problem::error(Code::UnknownField, None, "x");
            problem.one_of(word, names.iter().map(String::as_str)).help.unwrap()
        };
        assert_eq!(of("psition-999"), "did you mean `position-999`?");
        assert!(of("quite another").ends_with("`position-255`"));
    }

    fn span(start: usize) -> Span {
        let source = crate::Sources::default().add("a", "");
        Span { source, start, end: start + 1 }
    }

    #[test]
    fn problems_are_kept_once_and_sorted_by_where_they_are() {
        let mut problems = Problems::default();
        let late = Problem::warning(Code::Unused, span(9), "late");
        let early = Problem::error(Code::Twice, span(2), "early").help("mend it");
        let nowhere = Problem::warning(Code::Limit, None, "nowhere");
        problems.extend([late.clone(), nowhere.clone()]);
        assert!(!problems.has_errors());
        problems.extend([early.clone(), late.clone()]);
        assert!(problems.has_errors());
        assert_eq!(problems.into_sorted(), [nowhere, early, late]);
    }

    #[test]
    fn where_the_syntax_is_broken_only_that_is_told() {
        let syntax = |message: &str| Problem::error(Code::Syntax, span(5), message);
        let missing = Problem::error(Code::MissingField, span(1), "missing");
        let mut whole = Problems::default();
        whole.extend([syntax("a sign"), missing.clone()]);
        assert_eq!(whole.into_sorted(), [missing.clone(), syntax("a sign")]);
        let mut broken = Problems::default();
        broken.push(missing);
        broken.push_broken(syntax("a bracket"));
        assert_eq!(broken.into_sorted(), [syntax("a bracket")]);
    }

    #[test]
    fn what_was_meant_or_what_there_is() {
        let help = |word: &str, known: &[&str]| {
            Problem::error(Code::Twice, None, "x").one_of(word, known.iter().copied()).help
        };
        assert_eq!(
            help("posion", &["shield", "poison"]).as_deref(),
            Some("did you mean `poison`?")
        );
        assert_eq!(
            help("x", &["shield", "poison"]).as_deref(),
            Some("there is `shield`, `poison`")
        );
        assert_eq!(help("x", &[]), None);
    }
}
