//! Where finished cells are kept.

use std::fmt;

use twox_hash::XxHash3_128;

/// What a cell is known by: all that it depends on, and a short name made of that.
///
/// ```
/// use outplay_lab::Key;
/// let key = Key::new(r#"{"solve":"wizard"}"#);
/// assert_eq!(key.name().len(), 32);
/// assert_eq!(key.name(), Key::new(key.question()).name());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    name: String,
    question: String,
}

impl Key {
    /// The key of whatever is the answer to this.
    pub fn new(question: impl Into<String>) -> Self {
        let question = question.into();
        Self { name: content_name(&question), question }
    }

    /// The short name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All that the cell depends on.
    pub fn question(&self) -> &str {
        &self.question
    }
}

/// A short name for a text: the same for the same text, on every machine.
pub fn content_name(text: &str) -> String {
    format!("{:032x}", XxHash3_128::oneshot(text.as_bytes()))
}

/// Keeps finished cells, whoever writes them: two threads, two processes. Of two cells for one question the
/// first stays.
pub trait Store: Sync {
    /// The cell, where it is kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn get(&self, key: &Key) -> Result<Option<String>, StoreError>;

    /// Keeps a cell; once this has returned, it is kept whatever happens.
    ///
    /// # Errors
    /// When it cannot be kept: a full disk, a file that may not be written.
    fn put(&self, key: &Key, cell: &str) -> Result<(), StoreError>;
}

/// Why a store, or whoever fills it, could not be used, in a sentence without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    why: String,
    help: Option<String>,
}

impl StoreError {
    /// A store that could not be used.
    pub fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), help: None }
    }

    /// With what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What is wrong.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// What would be right, where that is known.
    pub fn remedy(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.help {
            Some(help) => write!(f, "{}: {help}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for StoreError {}
