//! What is wrong with a text, all of it at once.

use std::collections::HashSet;

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
        let known: Vec<_> = known.into_iter().collect();
        match nearest(word, known.iter().copied()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None if known.is_empty() => self,
            None => {
                let list: Vec<_> = known.iter().map(|word| format!("`{word}`")).collect();
                self.help(format!("there is {}", list.join(", ")))
            }
        }
    }
}

/// Problems as they are collected: each is kept once, in the order of the text. Where the syntax of a
/// text is broken only that is told: what is missing or unknown then mostly follows from it.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    all: Vec<Problem>,
    seen: HashSet<Problem>,
    broken: bool,
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }
}

impl Problems {
    /// Adds a problem, unless the same one is there already.
    pub fn push(&mut self, problem: Problem) {
        if self.seen.insert(problem.clone()) {
            self.all.push(problem);
        }
    }

    /// Adds an error of syntax that leaves a text half read.
    pub(crate) fn push_broken(&mut self, problem: Problem) {
        self.broken = true;
        self.push(problem);
    }

    /// Is anything an error?
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The problems, in the order of the text.
    pub fn into_sorted(mut self) -> Vec<Problem> {
        if self.broken {
            self.all.retain(|problem| problem.code == Code::Syntax);
        }
        self.all.sort_by_key(|problem| problem.span.map(|span| (span.source, span.start)));
        self.all
    }
}
