//! The loop: draws the app, waits for keys, answers and the clock, does what the app wants done.
//!
//! However it ends (a key, a signal, an error, a panic), the terminal is left as it was found:
//! [`Guard`] restores it when dropped, and the panic hook before it prints.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event as Input, KeyEventKind};

use super::save::save;
use super::worker::Worker;
use super::{App, Effect, Event, Look};

/// How often to look for answers.
const GLANCE: Duration = Duration::from_millis(30);

/// Set by a signal that asks the program to end.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Restores the terminal.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// The exit status after the terminal has gone away, as shells count signals.
const HUNG_UP: i32 = 129;

/// Runs an app on the full screen until somebody leaves.
///
/// # Errors
/// When the terminal cannot be read or written.
pub(crate) fn run(app: &mut dyn App, look: Look) -> io::Result<()> {
    // In raw mode Ctrl-C is a key; this is for signals from elsewhere.
    let _ = ctrlc::set_handler(|| {
        ENDED.store(true, Ordering::Relaxed);
        // A window that was closed: nobody is left to ask, nothing to restore, and whoever waits
        // for a key there waits for ever, busily.
        if !io::stdin().is_terminal() {
            std::process::exit(HUNG_UP);
        }
    });
    // Also sets the hook for panics.
    let mut terminal = ratatui::try_init()?;
    let _guard = Guard;
    go_round(app, look, &mut terminal)
}

fn go_round(app: &mut dyn App, look: Look, terminal: &mut DefaultTerminal) -> io::Result<()> {
    let mut worker = Worker::new();
    let mut effects = app.begin();
    let (mut stepped, mut stale) = (Instant::now(), true);
    loop {
        let mut events = Vec::new();
        for effect in effects.drain(..) {
            match effect {
                Effect::Ask(question) => worker.ask(question),
                Effect::Forget => worker.forget(),
                Effect::Save(name, text) => {
                    events.push(Event::Saved(save(Path::new("."), &name, &text)));
                }
                Effect::Quit => return Ok(()),
            }
        }
        if ENDED.load(Ordering::Relaxed) {
            return Ok(());
        }
        if worker.is_broken() {
            return Err(io::Error::other("a search broke down; please report this game"));
        }
        if events.is_empty() {
            if std::mem::take(&mut stale) {
                terminal.draw(|frame| app.draw(frame, look))?;
            }
            let waited = stepped.elapsed();
            let wait = app.pace().map_or(GLANCE, |pace| pace.saturating_sub(waited).min(GLANCE));
            if event::poll(wait)? {
                match event::read()? {
                    Input::Key(key) if key.kind != KeyEventKind::Release => {
                        events.push(Event::Key(key));
                    }
                    // A new size, at the least.
                    _ => stale = true,
                }
            }
            events.extend(worker.answer());
            if app.pace().is_some_and(|pace| stepped.elapsed() >= pace) {
                events.push(Event::Tick);
            }
        }
        for event in events {
            if matches!(event, Event::Tick | Event::Answer(_)) {
                stepped = Instant::now();
            }
            effects.extend(app.handle(event));
            stale = true;
        }
    }
}
