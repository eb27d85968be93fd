//! Why there is no answer: the one error of the library.

use std::fmt;

use outplay_game::Stop;
use outplay_text::{Code, Problem, Problems, Severity, Sources, Span};

/// Why there is no answer: everything that is wrong with the question, with the texts that it is in;
/// or the limit that stopped it before anything could be said.
///
/// No message names an option of some view: whoever asked says how its user would put it right, by
/// the `code` of the problem.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The texts.
    pub sources: Sources,
    /// What is wrong with them.
    pub problems: Vec<Problem>,
    /// The limit, where that is all that is wrong.
    pub stopped: Option<Stop>,
}

impl Failure {
    /// The problems of some texts.
    pub fn new(sources: Sources, problems: Problems) -> Self {
        Self { sources, problems: problems.into_sorted(), stopped: None }
    }

    /// One problem that is in no text.
    pub fn plain(problem: Problem) -> Self {
        Self { sources: Sources::default(), problems: vec![problem], stopped: None }
    }

    /// One problem, somewhere in a text of its own: what to call the text, and which bytes of it.
    pub fn in_text(
        name: &str,
        text: &str,
        place: Option<std::ops::Range<usize>>,
        problem: impl FnOnce(Option<Span>) -> Problem,
    ) -> Self {
        let mut sources = Sources::default();
        let source = sources.add(name, text);
        let span = place.map(|place| Span { source, start: place.start, end: place.end });
        Self { sources, problems: vec![problem(span)], stopped: None }
    }

    /// The problems of two questions in one.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for mut problem in other.problems {
            if let Some(span) = &mut problem.span {
                let text = other.sources.get(span.source);
                span.source = self.sources.add(&text.name, &text.text);
            }
            self.problems.push(problem);
        }
        self
    }

    /// What is wrong, in one sentence: the first error.
    pub fn reason(&self) -> String {
        let error = self.problems.iter().find(|problem| problem.severity == Severity::Error);
        error.or(self.problems.first()).map_or(String::new(), |problem| problem.message.clone())
    }

    /// Is anything an error?
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            match problem.span {
                Some(span) => {
                    let (line, column) = self.sources.line_column(span);
                    let name = &self.sources.get(span.source).name;
                    writeln!(f, "{name}:{line}:{column}: {}", problem.message)?;
                }
                None => writeln!(f, "{}", problem.message)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// For whoever cannot do without an answer.
impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        let message = format!("a limit stopped the search: {}", stop.name());
        let problem = Problem::error(Code::Limit, None, message);
        let problem = match stop {
            Stop::States => problem.help("allow more states"),
            Stop::Time => problem.help("allow more time"),
            Stop::Memory => problem.help("allow more memory, or ask for less at once"),
            Stop::Interrupted | Stop::Worker => problem,
            _ => problem.help("allow more states, or more time"),
        };
        Self { stopped: Some(stop), ..Self::plain(problem) }
    }
}
