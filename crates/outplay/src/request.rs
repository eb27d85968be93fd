//! A question about a fight, and what is wrong with it if it cannot be answered.
//!
//! A [`Request`] holds texts only: the rules, the puzzle's input, overrides. [`Request::load`] turns
//! them into a fight or into a [`Failure`], which lists every problem with the texts that they are
//! in. What to ask about the fight, and what that may cost ([`Limits`]), comes separately.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outplay_duel::{ALL, Fight, NORMAL, Options, RulesFile};
use outplay_search::Control;
use outplay_text::{Problem, Problems, Severity, Sources};

use crate::SHIPPED;

/// Which fight, and from where: everything that does not depend on what is asked about it.
#[derive(Clone, Debug)]
pub struct Request {
    /// What the game is called in answers.
    pub game: String,
    /// What the rules file is called in problems.
    pub file: String,
    /// The rules file.
    pub rules: String,
    /// A named variation of the rules.
    pub mode: Option<String>,
    /// The fighters of the two sides.
    pub sides: [Option<String>; 2],
    /// The turn order.
    pub order: Option<String>,
    /// The puzzle's own text: what to call it, and the text.
    pub input: Option<(String, String)>,
    /// Overrides, each `PATH=VALUE`, with what to call them.
    pub set: Vec<(String, String)>,
    /// Start from the position after these moves.
    pub after: Option<String>,
}

/// A question that is wrong: every problem, with the texts that they are in.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The texts.
    pub sources: Sources,
    /// What is wrong with them.
    pub problems: Vec<Problem>,
}

impl Failure {
    /// The problems of two questions in one.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        for mut problem in other.problems {
            if let Some(span) = &mut problem.span {
                let text = other.sources.get(span.source);
                span.source = self.sources.add(&text.name, &text.text);
            }
            self.problems.push(problem);
        }
        self
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

/// A fight that was understood.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The fight.
    pub fight: Fight,
    /// The mode that it is in.
    pub mode: String,
    /// All modes of the file, with what they say of themselves.
    pub modes: Vec<(String, Option<String>)>,
    /// The texts, for the warnings.
    pub sources: Sources,
    /// What is suspicious.
    pub warnings: Vec<Problem>,
}

impl Request {
    /// A question about a game that ships; `None` if there is none of that name.
    pub fn shipped(name: &str) -> Option<Self> {
        let found = SHIPPED.iter().find(|shipped| shipped.name == name)?;
        Some(Self::rules(name, format!("{name}.toml"), found.text))
    }

    /// A question about a rules file.
    pub fn rules(
        game: impl Into<String>,
        file: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Self {
            game: game.into(),
            file: file.into(),
            rules: text.into(),
            mode: None,
            sides: [None, None],
            order: None,
            input: None,
            set: Vec::new(),
            after: None,
        }
    }

    /// Changes one number or word of the rules: `PATH=VALUE`.
    #[must_use]
    pub fn set(mut self, change: impl Into<String>) -> Self {
        self.set.push(("--set".to_owned(), change.into()));
        self
    }

    /// Chooses a named variation of the rules.
    #[must_use]
    pub fn mode(mut self, mode: impl Into<String>) -> Self {
        self.mode = Some(mode.into());
        self
    }

    /// Chooses the fighters of the two sides, by name or by short name.
    #[must_use]
    pub fn sides(mut self, one: impl Into<String>, two: impl Into<String>) -> Self {
        self.sides = [Some(one.into()), Some(two.into())];
        self
    }

    /// Chooses the turn order.
    #[must_use]
    pub fn order(mut self, order: impl Into<String>) -> Self {
        self.order = Some(order.into());
        self
    }

    /// Starts from the position after these moves.
    #[must_use]
    pub fn after(mut self, moves: impl Into<String>) -> Self {
        self.after = Some(moves.into());
        self
    }

    /// The names of the modes of the rules file, the plain rules first.
    pub fn modes(&self) -> Vec<String> {
        let mut sources = Sources::default();
        let file = sources.add(&self.file, &self.rules);
        RulesFile::read(&sources, file, &mut Problems::default()).modes()
    }

    /// One request for each mode that is asked for: several where the mode is `all`.
    pub fn each_mode(&self) -> Vec<Self> {
        if self.mode.as_deref() != Some(ALL) {
            return vec![self.clone()];
        }
        self.modes().into_iter().map(|mode| self.clone().mode(mode)).collect()
    }

    /// Reads and compiles the rules.
    ///
    /// # Errors
    /// Everything that is wrong with them, and with the question.
    pub fn load(&self) -> Result<Loaded, Failure> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add(&self.file, &self.rules);
        let rules = RulesFile::read(&sources, file, &mut problems);
        let sides = ["--p1", "--p2"].into_iter().zip(&self.sides);
        let sides: Vec<_> =
            sides.map(|(name, text)| text.as_ref().map(|text| sources.add(name, text))).collect();
        let options = Options {
            mode: self.mode.clone(),
            sides: [sides[0], sides[1]],
            order: self.order.as_ref().map(|text| sources.add("--order", text)),
            input: self.input.as_ref().map(|(name, text)| sources.add(name, text)),
            set: self.set.iter().map(|(name, text)| sources.add(name, text)).collect(),
        };
        let fight = rules.fight(&sources, &options, &mut problems);
        match fight {
            Some(fight) if !problems.has_errors() => Ok(Loaded {
                fight,
                mode: self.mode.clone().unwrap_or_else(|| NORMAL.to_owned()),
                modes: rules
                    .modes()
                    .into_iter()
                    .map(|mode| {
                        let about = rules.about_mode(&mode).map(str::to_owned);
                        (mode, about)
                    })
                    .collect(),
                sources,
                warnings: problems.into_sorted(),
            }),
            _ => Err(Failure { sources, problems: problems.into_sorted() }),
        }
    }

    /// All problems of the rules file itself, in every mode.
    pub fn check(&self) -> Failure {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add(&self.file, &self.rules);
        let rules = RulesFile::read(&sources, file, &mut problems);
        rules.check(&sources, &mut problems);
        Failure { sources, problems: problems.into_sorted() }
    }
}

impl Failure {
    /// Is anything an error?
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// One problem that is in no text.
    pub(crate) fn plain(problem: Problem) -> Self {
        Self { sources: Sources::default(), problems: vec![problem] }
    }
}

/// What an answer may cost, and who is told how far it is.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// States to keep in memory.
    pub max_states: u64,
    /// Seconds to take.
    pub max_seconds: Option<f64>,
    /// Set from outside to stop.
    pub interrupt: Option<&'a AtomicBool>,
    /// Called now and then with the number of states expanded.
    pub on_progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { max_states: 10_000_000, max_seconds: None, interrupt: None, on_progress: None }
    }
}

impl Limits<'_> {
    /// When the time is up, by a clock that starts now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let seconds = Duration::try_from_secs_f64(self.max_seconds?).ok()?;
        Instant::now().checked_add(seconds)
    }

    /// Does work under the control of a clock that starts now.
    pub(crate) fn with_control<T>(&self, work: impl FnOnce(&mut Control) -> T) -> T {
        let deadline = self.deadline();
        let mut tell = |states| {
            if let Some(on_progress) = self.on_progress {
                on_progress(states);
            }
        };
        let mut control = Control {
            max_states: self.max_states,
            deadline,
            interrupt: self.interrupt,
            on_progress: Some(&mut tell),
            ..Control::default()
        };
        work(&mut control)
    }
}
