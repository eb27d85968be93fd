//! Signals that ask the program to end: Ctrl-C, `TERM`, `HUP`.
//!
//! The first asks the search to stop and to say what is known, which is the usual way to an exit status; a second
//! one, not just after it, ends the program at once, as it would have without anybody who listens, though never in the
//! middle of a file ([`whole`]). Whoever started the program with `nohup` wants it to live on, and so `HUP` is left alone
//! then, where Linux says so. A file that may not grow any more (`ulimit -f`) is an error like a full disk, and no signal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
#[cfg(unix)]
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// From now on a signal asks the search to stop; a second one ends the program.
pub(super) fn listen() -> &'static AtomicBool {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(start);
    &INTERRUPTED
}

/// Until it is dropped, none of these signals ends the program.
pub(super) fn whole() -> MutexGuard<'static, ()> {
    listen();
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Within so short a time it is the same request once more: `timeout` sends its signal to the program and then to all
/// that it started, and so do others.
#[cfg(unix)]
const TWICE: Duration = Duration::from_millis(300);

/// Is this the first signal?
fn is_first() -> bool {
    !INTERRUPTED.swap(true, Ordering::Relaxed)
}

/// Waits for signals on a thread of its own. Where there cannot be one, signals end the program as usual.
#[cfg(unix)]
fn start() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let (hand_over, handed_over) = std::sync::mpsc::channel::<Signals>();
    let waiting = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let Ok(mut signals) = handed_over.recv() else { return };
        let mut begin = Instant::now();
        for signal in signals.forever() {
            if is_first() {
                begin = Instant::now();
            } else if begin.elapsed() > TWICE {
                end(signal);
            }
        }
    });
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let heard = wanted.into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal));
    if waiting.is_ok()
        && let Ok(signals) = Signals::new(heard)
    {
        let _ = hand_over.send(signals);
    }
}

/// Ends the program as this signal does, once no file is half-written.
#[cfg(unix)]
fn end(signal: i32) {
    let _whole = whole();
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    std::process::exit(128 + signal);
}

/// Was the program started so that it does not notice that signal?
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| ignored(&status))
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The signals that `/proc/self/status` says are ignored, a bit each.
#[cfg(unix)]
fn ignored(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// A file that may not grow any more is an error where it is written, and does not end the program.
#[cfg(unix)]
pub(super) fn survive_large_files() {
    use signal_hook::{consts::SIGXFSZ, flag};
    // Without it the usual happens, which is no worse than before.
    let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
}

#[cfg(not(unix))]
fn start() {
    let _ = ctrlc::set_handler(|| {
        if !is_first() {
            let _whole = whole();
            std::process::exit(130);
        }
    });
}

#[cfg(not(unix))]
pub(super) fn survive_large_files() {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_says_of_ignored_signals_is_read() {
        let status = "Name:\toutplay\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        assert_eq!(ignored(status), Some(0x1001));
        assert_eq!(ignored("Name:\toutplay\n"), None);
    }
}
