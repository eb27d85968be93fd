//! The full screen in a terminal of its own: start, play, resize, suspend, leave, and everything as it was.
//!
//! Nothing is timed: each step waits until a text is on the screen, for as long as a slow machine
//! may need.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longer than any step takes.
const PATIENCE: Duration = Duration::from_mins(2);

fn nonzero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Runs a shell command in a terminal of 80 by 24.
    fn run(command: &str) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut shell = CommandBuilder::new("sh");
        shell.args(["-c", command]);
        shell.env("OUTPLAY", env!("CARGO_BIN_EXE_outplay"));
        shell.env("TERM", "xterm-256color");
        shell.cwd(std::env::temp_dir());
        let child = pair.slave.spawn_command(shell).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(nonzero(24), nonzero(80), 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self { master: pair.master, writer, child, screen }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn on_the_full_screen(&self) -> bool {
        self.screen.lock().unwrap().screen().alternate_screen()
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, ready: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        while !ready(&self.text()) {
            assert!(begin.elapsed() < PATIENCE, "still no {what}:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    fn resize(&self, rows: u16, cols: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(nonzero(rows), nonzero(cols));
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// The settings of the terminal are shown last, by `stty -a; echo THE END`.
    fn assert_restored(mut self) {
        self.wait_for("THE END");
        assert!(!self.on_the_full_screen());
        let text = self.text();
        for setting in ["icanon", "echo", "isig"] {
            let on = text.split_whitespace().any(|word| word == setting);
            assert!(on, "{setting} is off:\n{text}");
        }
        assert!(!self.screen.lock().unwrap().screen().hide_cursor());
        assert!(self.child.wait().unwrap().success());
    }
}

const F2: &str = "\x1bOQ";
const F10: &str = "\x1b[21~";

#[test]
fn a_fight_is_started_played_resized_and_left() {
    let mut terminal = Terminal::run(
        "\"$OUTPLAY\" play arena --p1 vampire --p2 sorcerer || exit 1; stty -a; echo THE END",
    );
    terminal.wait_for("Moves of Vampire");
    assert!(terminal.on_the_full_screen());
    terminal.wait_for("F10 quit");
    terminal.send("s");
    terminal.wait_for("2 Sorcerer:");
    terminal.wait_for("press a key of a move");
    terminal.send(F2);
    terminal.wait_for("(best)");
    // Wider and taller, tiny, and back again.
    terminal.resize(40, 120);
    terminal
        .wait("wide screen", |text| text.lines().nth(39).is_some_and(|l| l.contains("F10 quit")));
    terminal.resize(5, 20);
    terminal.wait_for("The window is too");
    terminal.resize(24, 80);
    terminal
        .wait("usual screen", |text| text.lines().nth(23).is_some_and(|l| l.contains("F10 quit")));
    terminal.send(F10);
    terminal.wait_for("To go on:");
    terminal.assert_restored();
}

#[test]
fn control_c_leaves_and_restores_the_terminal() {
    let mut terminal = Terminal::run("\"$OUTPLAY\" play wizard || exit 1; stty -a; echo THE END");
    terminal.wait_for("Moves of Wizard");
    terminal.send("\x03");
    terminal.assert_restored();
}

/// Two decks on the full screen, and the number of the process that shows them. Its exit status is
/// told at the end.
fn combat() -> (Terminal, String) {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let command = format!(
        "exec 3<&0; \"$OUTPLAY\" play combat <&3 & echo $! > {}; wait $!; echo STATUS $?; \
         stty -a <&3; echo THE END",
        pid.display()
    );
    let terminal = Terminal::run(&command);
    terminal.wait_for("Player 2");
    let number = std::fs::read_to_string(&pid).unwrap();
    (terminal, number.trim().to_owned())
}

fn kill(signal: &str, process: &str) {
    let killed = std::process::Command::new("kill").args([signal, process]).status();
    assert!(killed.unwrap().success());
}

#[test]
fn a_signal_from_elsewhere_restores_the_terminal_and_is_the_exit_status() {
    for (signal, status) in [("-TERM", "STATUS 143"), ("-HUP", "STATUS 129")] {
        let (terminal, process) = combat();
        kill(signal, &process);
        terminal.wait_for(status);
        terminal.assert_restored();
    }
}

#[test]
fn the_screen_is_drawn_anew_after_a_stop_and_on_control_l() {
    let (mut terminal, process) = combat();
    let is_clean = |text: &str| text.contains("Player 2") && !text.contains("between");
    kill("-STOP", &process);
    // What a shell does meanwhile.
    terminal.screen.lock().unwrap().process(b"\x1b[?1049l\x1b[?25h$ between the lines\r\n");
    assert!(!is_clean(&terminal.text()));
    kill("-CONT", &process);
    terminal.wait("clean screen", is_clean);
    assert!(terminal.on_the_full_screen());
    terminal.screen.lock().unwrap().process(b"\x1b[5;5Hbetween the lines");
    assert!(!is_clean(&terminal.text()));
    terminal.send("\x0c");
    terminal.wait("clean screen", is_clean);
    terminal.send(F10);
    terminal.wait_for("STATUS 0");
    terminal.assert_restored();
}

#[test]
fn control_z_hands_the_terminal_to_the_shell_and_fg_comes_back() {
    let mut terminal = Terminal::run(
        "set -m; \"$OUTPLAY\" play wizard; stty -a | grep -o '[-]*icanon' | sed 's/^/IT IS /'; \
         read again; fg; stty -a; echo THE END",
    );
    terminal.wait_for("Moves of Wizard");
    terminal.send("0");
    terminal.wait_for("1 Boss: Strike");
    terminal.send("\x1a");
    terminal.wait_for("IT IS icanon");
    assert!(!terminal.on_the_full_screen());
    assert!(!terminal.screen.lock().unwrap().screen().hide_cursor());
    // The shell reads lines as ever, then the game is there as it was left.
    terminal.send("\n");
    terminal.wait_for("1 Boss: Strike");
    assert!(terminal.on_the_full_screen());
    assert!(!terminal.text().contains("IT IS"));
    terminal.send("0");
    terminal.wait_for("2 Boss: Strike");
    terminal.send(F10);
    terminal.wait_for("--moves 00");
    terminal.assert_restored();
}

#[test]
fn where_nobody_could_wake_it_control_z_does_not_stop_the_game() {
    let mut terminal = Terminal::run("exec \"$OUTPLAY\" play wizard");
    terminal.wait_for("Moves of Wizard");
    terminal.send("\x1a");
    terminal.send("0");
    terminal.wait_for("1 Boss: Strike");
    assert!(terminal.on_the_full_screen());
    terminal.send(F10);
    terminal.wait_for("--moves 0");
    assert!(terminal.child.wait().unwrap().success());
}

#[test]
fn nothing_is_left_behind_when_the_window_changes() {
    let (mut terminal, process) = combat();
    let is_clean = |text: &str| text.contains("Player 2") && !text.contains("left behind");
    let spoil = |terminal: &Terminal| {
        terminal.screen.lock().unwrap().process(b"\x1b[7;7Hleft behind");
        assert!(!is_clean(&terminal.text()));
    };
    // Larger and back before anybody looked: to the program the size is what it was.
    spoil(&terminal);
    kill("-WINCH", &process);
    terminal.wait("clean screen", is_clean);
    for (rows, cols) in [(40, 120), (50, 200), (24, 80)] {
        spoil(&terminal);
        terminal.resize(rows, cols);
        terminal.wait("clean screen", |text| {
            let last = text.lines().nth(usize::from(rows) - 1);
            is_clean(text) && last.is_some_and(|line| line.contains("F10 quit"))
        });
        let text = terminal.text();
        assert_eq!(text.matches("F10 quit").count(), 1, "{text}");
    }
    terminal.send(F10);
    terminal.wait_for("STATUS 0");
    terminal.assert_restored();
}

#[test]
fn a_lost_fight_is_stepped_through_and_tried_again() {
    let mut terminal =
        Terminal::run("\"$OUTPLAY\" play wizard --set p1.hp=9 || exit 1; stty -a; echo THE END");
    terminal.wait_for("Moves of Wizard");
    terminal.send("00");
    terminal.wait_for("What cost most:");
    terminal.send("\x1b[D\x1b[D");
    terminal.wait_for("Move 1 of 2, Magic Missile");
    terminal.send("\x1b[C");
    terminal.wait_for("Move 2 of 2, Magic Missile");
    terminal.send("\x1b[D\r");
    terminal.wait_for("From here again.");
    terminal.send("\x1bOP");
    terminal.wait_for("Rules (F1: keys)");
    terminal.send("q");
    terminal.send(F10);
    terminal.assert_restored();
}

#[test]
fn a_terminal_that_can_do_nothing_gets_prompts() {
    let mut terminal =
        Terminal::run("TERM=dumb \"$OUTPLAY\" play wizard || exit 1; stty -a; echo THE END");
    terminal.wait_for("Wizard>");
    assert!(!terminal.on_the_full_screen());
    terminal.send("quit\n");
    terminal.assert_restored();
}

#[test]
fn hands_and_prompts_work_in_a_terminal_too() {
    let mut terminal = Terminal::run("\"$OUTPLAY\" play hand || exit 1; stty -a; echo THE END");
    terminal.wait_for("The turn so far");
    terminal.send("ie");
    terminal.wait_for("The end");
    terminal.send(F10);
    terminal.assert_restored();
    let mut terminal =
        Terminal::run("\"$OUTPLAY\" play wizard --plain || exit 1; stty -a; echo THE END");
    terminal.wait_for("Wizard>");
    assert!(!terminal.on_the_full_screen());
    terminal.send("quit\n");
    terminal.assert_restored();
}
