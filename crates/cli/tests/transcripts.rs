//! Every command in the README and the docs, run as a test.
//!
//! A ```` ```console ```` block holds lines that start with `$ ` and what they print. Each document
//! gets an empty folder; its commands run there in a shell, one after the other, so that pipes and
//! files work as they do for a reader. A ```` ```toml NAME.toml ```` block is a file of that name, which
//! is put there. Times differ from run to run and are not compared. With
//! `UPDATE_TRANSCRIPTS=1` the documents are rewritten with what was printed, but for the times: those
//! in the README are of a release build.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The README, the docs, and the transcripts that are only tests.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![root.join("README.md")];
    for folder in [root.join("docs"), root.join("crates/cli/tests/transcripts")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// What a command prints, errors included, and its exit status where it is not 0.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_outplay"));
    let path = format!("{}:{}", program.parent().unwrap().display(), env!("PATH"));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !output.status.success() {
        text += &format!("(exit status {})\n", output.status.code().unwrap());
    }
    text
}

/// The document with what its commands print now.
fn rerun(document: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        text += line;
        text.push('\n');
        if let Some(name) = line.strip_prefix("```toml ") {
            let mut file = String::new();
            while let Some(line) = lines.next_if(|line| *line != "```") {
                file += &format!("{line}\n");
            }
            std::fs::write(folder.path().join(name), &file).unwrap();
            text += &file;
        }
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let printed = run(command, folder.path());
            text += &format!("{line}\n");
            // Like a reader, a test does not look at lines that are cut off on purpose.
            for line in printed.lines() {
                text += &format!("{}\n", line.trim_end());
            }
        }
    }
    text
}

/// What times and their ratios are counted in.
const UNITS: [&str; 5] = ["ns", "us", "ms", "s", "x"];

/// A line without the times in it.
fn timeless(line: &str) -> String {
    let is_number = |word: &str| word.replace(',', "").parse::<f64>().is_ok();
    // A time may end a sentence.
    let is_unit = |word: &str| UNITS.contains(&word.trim_end_matches(['.', ',', ';']));
    let words: Vec<&str> = line.split_whitespace().collect();
    let timed = words.windows(2).any(|pair| is_number(pair[0]) && is_unit(pair[1]));
    if line.trim_start().starts_with("\"seconds\"") {
        return "\"seconds\": TIME".to_owned();
    }
    if !timed {
        return line.to_owned();
    }
    let mut kept = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let unit = words.get(index + 1).is_some_and(|next| is_unit(next));
        if unit && is_number(words[index]) {
            kept.push("TIME");
            index += 2;
        } else {
            kept.push(words[index]);
            index += 1;
        }
    }
    kept.join(" ")
}

/// What was printed, but for lines that differ only in their times: those stay as they were measured.
fn updated(document: &str, printed: &str) -> String {
    let known: HashMap<String, &str> =
        document.lines().map(|line| (timeless(line), line)).collect();
    let kept = |line| known.get(&timeless(line)).copied().unwrap_or(line);
    printed.lines().flat_map(|line| [kept(line), "\n"]).collect()
}

#[test]
fn every_command_in_the_documents_prints_what_is_written_there() {
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    let mut commands = 0;
    for path in documents() {
        let document = std::fs::read_to_string(&path).unwrap();
        commands += document.lines().filter(|line| line.starts_with("$ ")).count();
        let printed = rerun(&document);
        if update {
            std::fs::write(&path, updated(&document, &printed)).unwrap();
            continue;
        }
        let (mut left, mut right) = (document.lines(), printed.lines());
        loop {
            let (document, printed) = (left.next(), right.next());
            if document.is_none() && printed.is_none() {
                break;
            }
            let same = document.map(timeless) == printed.map(timeless);
            assert!(
                same,
                "{} is out of date (UPDATE_TRANSCRIPTS=1 rewrites it):\n- {}\n+ {}",
                path.display(),
                document.unwrap_or(""),
                printed.unwrap_or("")
            );
        }
    }
    assert!(commands > 20, "the documents show commands");
}
