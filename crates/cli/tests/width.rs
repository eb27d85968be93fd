//! Tables in a window: none of their lines is wider, and nothing is lost. Piped they are whole, which the
//! transcripts see.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// What a command prints on a terminal of so many columns; what it says beside its answer is left out.
fn printed(command: &str, columns: u16) -> String {
    let size = PtySize { rows: 24, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-c", &format!("\"$OUTPLAY\" {command} 2>/dev/null")]);
    shell.env("OUTPLAY", env!("CARGO_BIN_EXE_outplay"));
    shell.env("NO_COLOR", "1");
    shell.cwd(std::env::temp_dir());
    let mut child = pair.slave.spawn_command(shell).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let (mut bytes, mut some) = (Vec::new(), [0; 4096]);
    // On Linux the end of a terminal is an error.
    while let Ok(count @ 1..) = reader.read(&mut some) {
        bytes.extend(&some[..count]);
    }
    assert!(child.wait().unwrap().success(), "{command}");
    String::from_utf8(bytes).unwrap().replace('\r', "")
}

/// The tables of every kind; sentences and commands to type may wrap as the terminal likes.
const TABLES: &[&str] = &[
    "solve wizard",
    "solve wizard --set boss.hp=20 --explain",
    "solve arena --p1 mage --p2 rogue --explain",
    "solve arena --p1 vampire --p2 sorcerer --order r",
    "solve nim",
    "replay arena --p1 rogue --p2 mage --moves SASAASASASSSA",
    "show wizard",
    "show arena",
    "show lighthouse",
    "tournament arena",
    "tournament arena --styles random,greedy --games 2",
    "compare wizard",
    "compare arena --set p1.hp=40 --set p2.hp=40",
    "match arena --p1 mage:random --p2 rogue:greedy --games 20",
    "solve hand --card A,cost=2,pitch=1,attack=6 --card B,cost=3,pitch=2,attack=4 --explain",
    "games",
];

/// Does a line stand in a table? Those begin with spaces, or have columns.
fn is_of_a_table(line: &str) -> bool {
    line.trim_end().contains("  ") && !line.contains("outplay replay")
}

#[test]
fn tables_ran_past_the_edge_of_the_window() {
    for command in TABLES {
        for columns in [80, 40] {
            let text = printed(command, columns);
            for line in text.lines().filter(|line| is_of_a_table(line)) {
                let wide = line.chars().count();
                assert!(wide <= columns.into(), "{command} at {columns}:\n{line}\n\n{text}");
            }
        }
    }
}

#[test]
fn every_number_and_word_of_a_table_is_still_there() {
    let words = |text: &str| -> Vec<String> {
        let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        words.sort();
        words
    };
    let wide = words(&printed("show wizard", 400));
    assert_eq!(words(&printed("show wizard", 80)), wide);
    let text = printed("solve wizard", 40);
    let row = "round 9 Wizard\n  what happens: Magic Missile (-53 mana)\n    hits for 4; Wizard wins\n  \
               Wizard hp 7, mana 52, Boss hp 0\n";
    assert!(text.ends_with(row), "{text}");
}
