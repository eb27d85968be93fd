//! How far long work is, on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outplay::thousands;

/// A spinner that counts states, on a terminal, for work that takes a moment.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Self(bar).with_style("{spinner} {msg} ({elapsed})")
    }

    /// A bar for work whose length is known.
    pub(super) fn counting(length: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
        Self(bar).with_style("{bar:40} {human_pos} of {human_len} ({eta} left)")
    }

    /// A bar for so many cells, with how many are done in a second.
    pub(super) fn cells(length: u64) -> Self {
        Self::counting(length)
            .with_style("{bar:40} {human_pos} of {human_len} cells, {per_sec}, {eta} left")
    }

    /// A bar for so many different hands.
    pub(super) fn hands(length: u64) -> Self {
        Self::counting(length)
            .with_style("{bar:30} {human_pos} of {human_len} hands ({elapsed}, {eta} to go)")
    }

    fn with_style(self, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
        self
    }

    /// How much of it is done.
    pub(super) fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    pub(super) fn tell_of(&self, number: u64, what: &str) {
        if self.0.elapsed() > Duration::from_millis(300) {
            self.0.set_message(format!("{} {what}, Ctrl-C for what is known", thousands(number)));
            self.0.tick();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
