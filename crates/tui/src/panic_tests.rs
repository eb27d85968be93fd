//! A panic leaves the terminal as it was. The test runs itself again in a pseudo-terminal, where an
//! app breaks down on purpose.

use std::io::Read;
use std::time::Duration;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::Frame;

use super::{App, Effect, Event, Theme, run};

/// Draws once, then breaks down.
struct Broken;

impl App for Broken {
    fn handle(&mut self, _: Event) -> Vec<Effect> {
        panic!("broken on purpose");
    }

    fn pace(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn draw(&self, frame: &mut Frame, _: Theme) {
        frame.render_widget("all is well", frame.area());
    }

    fn farewell(&self) -> String {
        String::new()
    }
}

#[test]
#[ignore = "breaks down on purpose; run in a terminal by the test below"]
fn an_app_breaks_down() {
    run(&mut Broken, Theme { colour: false }).unwrap();
}

#[test]
fn a_panic_restores_the_terminal_and_is_told() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut shell = CommandBuilder::new("sh");
    let again = "\"$AGAIN\" --ignored --exact panic_tests::an_app_breaks_down --nocapture";
    shell.args(["-c", &format!("{again}; stty -a; echo THE END")]);
    shell.env("AGAIN", std::env::current_exe().unwrap());
    shell.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(shell).unwrap();
    drop(pair.slave);
    let (mut reader, mut bytes) = (pair.master.try_clone_reader().unwrap(), Vec::new());
    // On Linux the end of a pseudo-terminal is an error.
    let _ = reader.read_to_end(&mut bytes);
    child.wait().unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let (shown, left) = text.split_once("\x1b[?1049l").expect("the full screen is left");
    assert!(shown.contains("\x1b[?1049h") && shown.contains("all"), "{text}");
    assert!(left.contains("broken on purpose") && left.contains("THE END"), "{text}");
    for setting in ["icanon", "echo", "isig"] {
        assert!(left.split_whitespace().any(|word| word == setting), "{setting} is off: {text}");
    }
}
