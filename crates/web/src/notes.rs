//! What is wrong with what was typed, by the field that it was typed in.
//!
//! Every text that the library is handed goes by its name in the address, which is the name of a
//! field; so a problem says by itself beside which field it belongs. What is about no field stands
//! above the form alone. The ids that tie a field to its remark are made here.

use maud::{Markup, html};
use outplay::text::{Code, Problem, Severity, Sources};

use crate::error::Error;
use crate::query::Query;

/// More remarks than this do not help anybody.
const MOST: usize = 50;

/// What is wrong with a field.
#[derive(Clone, Debug)]
struct Note {
    field: String,
    message: String,
    help: Option<String>,
}

/// What is wrong with the fields of a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Vec<Note>);

impl Notes {
    /// What an error says of what was asked.
    pub(crate) fn of(error: &Error, query: &Query) -> Self {
        Self::by(error, |sources, problem| {
            field_of(sources, problem).filter(|field| query.typed(field).is_some())
        })
    }

    /// The same where a form says for itself in which field a problem is.
    pub(crate) fn by(error: &Error, field: impl Fn(&Sources, &Problem) -> Option<String>) -> Self {
        match error {
            Error::Plain(..) | Error::Rules(..) => Self::default(),
            Error::Value { name, message } => {
                Self(vec![Note { field: name.clone(), message: message.clone(), help: None }])
            }
            Error::Input(failure) => {
                let wrong = failure.problems.iter().take(MOST);
                let wrong = wrong.filter(|problem| problem.severity == Severity::Error);
                let notes = wrong.filter_map(|problem| {
                    let field = field(&failure.sources, problem)?;
                    let (message, help) = (problem.message.clone(), problem.help.clone());
                    Some(Note { field, message, help })
                });
                Self(notes.collect())
            }
        }
    }

    /// The field that a problem is said beside.
    pub(crate) fn field_of(&self, problem: &Problem) -> Option<&str> {
        let same = |note: &&Note| note.message == problem.message && note.help == problem.help;
        self.0.iter().find(same).map(|note| note.field.as_str())
    }

    /// Is something wrong with a field?
    pub(crate) fn is_wrong(&self, field: &str) -> bool {
        self.0.iter().any(|note| note.field == field)
    }

    /// The fields with which something is wrong, each once.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let mut fields = Vec::new();
        for note in &self.0 {
            if !fields.contains(&note.field.as_str()) {
                fields.push(note.field.as_str());
            }
        }
        fields
    }

    /// The id of a field, where something is wrong with it.
    pub(crate) fn id(&self, field: &str) -> Option<String> {
        self.is_wrong(field).then(|| id(field))
    }

    /// `aria-invalid` of a field.
    pub(crate) fn invalid(&self, field: &str) -> Option<&'static str> {
        self.is_wrong(field).then_some("true")
    }

    /// `aria-describedby` of a field.
    pub(crate) fn described(&self, field: &str) -> Option<String> {
        self.is_wrong(field).then(|| remark_id(field))
    }

    /// Is it the first of them, where somebody should begin?
    pub(crate) fn is_first(&self, field: &str) -> bool {
        self.0.first().is_some_and(|note| note.field == field)
    }

    /// What stands beside a field: what is wrong, and what would be right.
    pub(crate) fn beside(&self, field: &str) -> Markup {
        html! {
            @if self.is_wrong(field) {
                div.beside id=(remark_id(field)) {
                    @for note in self.0.iter().filter(|note| note.field == field) {
                        p { (note.message) @if let Some(help) = &note.help { ": " (help) } }
                    }
                }
            }
        }
    }
}

/// The id of a field.
pub(crate) fn id(field: &str) -> String {
    format!("field-{}", field.replace(' ', "-"))
}

fn remark_id(field: &str) -> String {
    format!("wrong-{}", field.replace(' ', "-"))
}

/// The field that a problem is in: that of its text.
fn field_of(sources: &Sources, problem: &Problem) -> Option<String> {
    if problem.code == Code::UnknownMode {
        return Some("mode".to_owned());
    }
    problem.span.map(|span| sources.get(span.source).name.clone())
}
