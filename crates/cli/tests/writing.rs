//! Answers that cannot be written, and readers who have gone away.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs::OpenOptions;
use std::process::{Command, Output, Stdio};

const COMMANDS: &[&str] = &[
    "games",
    "show wizard",
    "check wizard",
    "schema",
    "completions bash",
    "solve wizard",
    "solve wizard --format json",
    "solve wizard --by dfs --mode all",
    "solve hand --card A,cost=0,pitch=1,attack=4",
    "solve combat --p1 1 --p2 2",
    "replay wizard --moves 0",
    "compare nim",
    "match arena --games 2",
    "tournament arena --fighters mage,rogue --format csv",
    "deal hand --cards 3",
    "play wizard --plain",
    "--help",
    "solve --help",
    "--version",
];

fn outplay(arguments: &str, stdout: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outplay"));
    command.args(arguments.split(' ')).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).output().unwrap()
}

#[test]
fn an_answer_that_could_not_be_written_is_never_silence() {
    for arguments in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = outplay(arguments, full.into());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.contains("No space left on device"), "{arguments}: {said}");
    }
}

#[test]
fn a_reader_who_has_gone_away_is_no_reason_to_complain() {
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = outplay(arguments, writer.into());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{arguments}");
    }
}
