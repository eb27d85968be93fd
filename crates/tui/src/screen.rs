//! The loop: draws the app, waits for keys, answers and the clock, does what the app wants done.
//!
//! However it ends (a key, a signal, an error, a panic), the terminal is left as it was found:
//! [`Guard`] restores it when dropped, and the panic hook before it prints. Ctrl-Z hands it to the shell
//! as it was found and takes it again when the shell goes on with the program.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::save::save;
use super::worker::Worker;
use super::{App, Effect, Event, Theme};

/// How often to look for answers.
const GLANCE: Duration = Duration::from_millis(30);

/// The signal that asked the program to end, as its number; none: 0.
static ENDED: AtomicI32 = AtomicI32::new(0);

/// Set when the program goes on after it was stopped.
static WOKEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// How somebody left the full screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// By a key.
    ByKey,
    /// By the signal of this number.
    BySignal(i32),
}

/// Runs an app on the full screen until somebody leaves. The terminal is then as it was, also after an
/// error or a panic; [`App::farewell`] is left to the caller to print.
///
/// # Errors
/// When the terminal cannot be read or written.
pub fn run(app: &mut dyn App, theme: Theme) -> io::Result<Left> {
    listen();
    // Also sets the hook for panics.
    let mut terminal = ratatui::try_init()?;
    let _guard = Guard;
    go_round(app, theme, &mut terminal)
}

/// A signal asks the program to end.
fn end(signal: i32) {
    ENDED.store(signal, Ordering::Relaxed);
    // A window that was closed: nobody is left to ask, nothing to restore, and whoever waits for a
    // key there waits for ever, busily.
    if !io::stdin().is_terminal() {
        std::process::exit(128 + signal);
    }
}

/// Listens for signals from elsewhere; in raw mode Ctrl-C is a key. Without listening the usual
/// things happen, which is fine.
#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM])
    else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGCONT {
                WOKEN.store(true, Ordering::Relaxed);
            } else {
                end(signal);
            }
        }
    });
}

/// Listens for whatever asks the program to end.
#[cfg(not(unix))]
fn listen() {
    const INTERRUPT: i32 = 2;
    let _ = ctrlc::set_handler(|| end(INTERRUPT));
}

/// Ctrl-Z: the program stops, as it would where keys still send signals, with the terminal as it was
/// found. All of its process group does, since a shell waits for that and not for one process. Where
/// no shell could ever wake it the system does not stop it, and it goes on.
#[cfg(unix)]
fn suspend(terminal: &mut DefaultTerminal) {
    use rustix::process::{Signal, kill_current_process_group};
    let _ = terminal.show_cursor();
    ratatui::restore();
    // Where that fails there is nothing to wait for.
    let _ = kill_current_process_group(Signal::TSTP);
    WOKEN.store(true, Ordering::Relaxed);
}

/// Nothing else stops a program from its keyboard.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) {}

/// Takes the terminal again after somebody else had it, and forgets what was on it.
fn take_again(terminal: &mut DefaultTerminal) -> io::Result<()> {
    // Raw mode is left first, because it is only entered where it is thought to be off.
    disable_raw_mode()?;
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    // Unlike `clear` this does not ask the terminal where its cursor is.
    let size = terminal.size()?;
    terminal.resize(size.into())?;
    terminal.hide_cursor()
}

/// Ctrl-L: draw everything anew, as elsewhere.
fn is_redraw(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('l' | 'L'))
}

/// Ctrl-Z.
fn is_suspend(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('z' | 'Z'))
}

fn go_round(app: &mut dyn App, theme: Theme, terminal: &mut DefaultTerminal) -> io::Result<Left> {
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
                Effect::Quit => return Ok(Left::ByKey),
            }
        }
        let signal = ENDED.load(Ordering::Relaxed);
        if signal != 0 {
            return Ok(Left::BySignal(signal));
        }
        if WOKEN.swap(false, Ordering::Relaxed) {
            take_again(terminal)?;
            stale = true;
        }
        if worker.is_broken() {
            return Err(io::Error::other("a search broke down; please report this game"));
        }
        if events.is_empty() {
            if std::mem::take(&mut stale) {
                terminal.draw(|frame| app.draw(frame, theme))?;
            }
            let waited = stepped.elapsed();
            let wait = app.pace().map_or(GLANCE, |pace| pace.saturating_sub(waited).min(GLANCE));
            if event::poll(wait)? {
                match event::read()? {
                    Input::Key(key) if is_redraw(key) => WOKEN.store(true, Ordering::Relaxed),
                    Input::Key(key) if is_suspend(key) => suspend(terminal),
                    Input::Key(key) if key.kind != KeyEventKind::Release => {
                        events.push(Event::Key(key));
                    }
                    // Whatever the terminal made of its rows is wiped, also where the size is the
                    // old one again by now.
                    Input::Resize(..) => {
                        let size = terminal.size()?;
                        terminal.resize(size.into())?;
                        stale = true;
                    }
                    _ => stale = true,
                }
            }
            events.extend(worker.answer());
            if app.pace().is_some_and(|pace| stepped.elapsed() >= pace) {
                events.push(Event::Tick);
            }
        }
        for event in events {
            let clocked = matches!(event, Event::Tick | Event::Answer(_)) || app.pace().is_none();
            effects.extend(app.handle(event));
            // What a key sets going has its time from then on.
            if clocked {
                stepped = Instant::now();
            }
            stale = true;
        }
    }
}
