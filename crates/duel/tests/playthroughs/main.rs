//! The whole contract of a fight as text that can be compared: every shipped file, every fight of golden/fights
//! and every recipe, played at random from fixed seeds, and all that the library says of it there, as
//! digests, one for each kind of thing that is said. What is found wrong with thousands of files with
//! slips is one of them. No search is asked, so that this is a small program of its own.
//!
//! To see what was said, and not only that it differs: `SAID=/tmp/after cargo test -p outplay-duel --test playthroughs`
//! writes all of it, a file for each fight and kind; the same before the change, and `diff -r` tells.
//! To write the figures anew, after a change that was meant:
//! `UPDATE_GOLDEN=1 cargo test -p outplay-duel --test playthroughs`.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod facts;
mod recipes;

use std::ffi::OsString;
use std::fmt::{Debug, Write};
use std::path::Path;

use outplay_duel::{Fight, Options, RulesFile, phrases};
use outplay_text::{Problems, Sources};

use facts::Facts;

/// A number that stands for a text (FNV-1a), from all that was said; and the text, where somebody wants to see it.
#[derive(Default)]
pub(crate) struct Digest {
    number: u64,
    text: String,
}

impl Digest {
    pub(crate) fn says(&mut self, what: &impl Debug) {
        let text = format!("{what:?}");
        for byte in text.bytes() {
            self.number = (self.number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        if folder().is_some() {
            writeln!(self.text, "{text}").unwrap();
        }
    }

    fn shown(&self, name: &str, kind: &str) {
        if let Some(folder) = folder() {
            std::fs::create_dir_all(&folder).unwrap();
            let name = format!("{}.{kind}.txt", name.replace(['/', ' '], "-"));
            std::fs::write(Path::new(&folder).join(name), &self.text).unwrap();
        }
    }
}

/// Where all that is said is to be written, if somebody wants that.
fn folder() -> Option<OsString> {
    std::env::var_os("SAID")
}

/// A stream of random numbers: `SplitMix64` (Steele, Lea and Flood).
pub(crate) struct Stream(pub(crate) u64);

impl Stream {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((word ^ (word >> 31)) % bound as u64).unwrap()
    }
}

/// What is said of a fight, by kind.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) rules: Digest,
    pub(crate) bounds: Digest,
    pub(crate) guesses: Digest,
    pub(crate) merits: Digest,
    pub(crate) nearness: Digest,
    pub(crate) without: Digest,
    pub(crate) accounts: Digest,
    pub(crate) dice: Digest,
    pub(crate) lines: Digest,
    battle: Digest,
    words: Digest,
    problems: Digest,
}

/// Every fight by name, with its text.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["rules", "golden/fights"] {
        let mut names: Vec<_> = std::fs::read_dir(root.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .collect();
        names.sort();
        for path in names {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            files.push((name, std::fs::read_to_string(path).unwrap()));
        }
    }
    files
}

fn read(text: &str, mode: Option<String>) -> (Option<Fight>, Problems, Sources, RulesFile) {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("fight.toml", text);
    let rules = RulesFile::read(&sources, file, &mut problems);
    rules.check(&sources, &mut problems);
    let options = Options { mode, ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    (fight, problems, sources, rules)
}

/// What is wrong with a text, each problem with its place.
fn problems(text: &str, digest: &mut Digest) {
    let (fight, problems, sources, _) = read(text, None);
    digest.says(&fight.is_some());
    for problem in problems.into_sorted() {
        let place = problem.span.map(|span| sources.line_column(span));
        digest.says(&(problem.code, problem.severity, place, &problem.message, &problem.help));
    }
}

/// A file with a slip in each line in turn.
fn slips(text: &str, stream: &mut Stream, digest: &mut Digest) {
    const INSTEAD: [&str; 11] = [
        "-1",
        "0",
        "1000001",
        "'x'",
        "[]",
        "{}",
        "true",
        "1.5",
        "'hp + 1'",
        "'2d6'",
        "'enemy.hp > 3'",
    ];
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let slip = match line.split_once('=') {
            Some((key, _)) if stream.below(4) > 0 => {
                format!("{key}= {}", INSTEAD[stream.below(INSTEAD.len())])
            }
            Some((key, value)) if stream.below(2) > 0 => format!("{}q ={value}", key.trim_end()),
            Some(_) => String::new(),
            None => line.replace('.', ".q"),
        };
        let mut other = lines.clone();
        other[index] = &slip;
        problems(&other.join("\n"), digest);
    }
}

fn words(fight: &Fight, rules: &RulesFile, digest: &mut Digest) {
    for skill in &fight.spec.skills {
        digest.says(&(phrases::does(skill), phrases::cost(skill), phrases::at_once(skill)));
        digest.says(&(
            phrases::effect(skill),
            phrases::lasts(skill),
            phrases::changes(&skill.cost),
        ));
    }
    digest.says(&(fight.endless(), fight.needs_dice(), rules.modes()));
    digest.says(&rules.modes().iter().map(|mode| rules.about_mode(mode)).collect::<Vec<_>>());
    digest.says(&(&fight.names, &fight.terms));
    digest.says(&fight.spec);
}

/// All that is said of a fight in one mode.
fn play(text: &str, mode: Option<String>, said: &mut Said) {
    let (fight, _, sources, rules) = read(text, mode.clone());
    let Some(fight) = fight else { return };
    words(&fight, &rules, &mut said.words);
    let options = Options { mode, ..Options::default() };
    for number in rules.numbers(&sources, &options) {
        said.words.says(&(number.full, number.path, number.value));
    }
    facts::battle(&fight, &mut said.battle);
    fight.visit(Facts(said));
}

fn table(files: &[(String, String)], with_slips: bool) -> String {
    let mut table = String::new();
    for (name, text) in files {
        let mut said = Said::default();
        play(text, None, &mut said);
        let (_, _, _, rules) = read(text, None);
        for mode in rules.modes().into_iter().skip(1).take(2) {
            play(text, Some(mode), &mut said);
        }
        if with_slips {
            slips(text, &mut Stream(7), &mut said.problems);
        }
        problems(text, &mut said.problems);
        let all = [
            ("rules", said.rules),
            ("bounds", said.bounds),
            ("guesses", said.guesses),
            ("merits", said.merits),
            ("nearness", said.nearness),
            ("without", said.without),
            ("accounts", said.accounts),
            ("dice", said.dice),
            ("lines", said.lines),
            ("battle", said.battle),
            ("words", said.words),
            ("problems", said.problems),
        ];
        writeln!(table, "{name}").unwrap();
        for (kind, digest) in all {
            digest.shown(name, kind);
            writeln!(table, "    {kind} {:016x}", digest.number).unwrap();
        }
    }
    table
}

#[test]
fn everything_that_is_said_of_every_fight_is_golden() {
    let recipes = recipes::fights();
    let found = format!(
        "# All that is said of fights, as digests.\n\
         # To write it anew: UPDATE_GOLDEN=1 cargo test -p outplay-duel --test playthroughs\n{}{}",
        table(&files(), true),
        table(&recipes, false),
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/playthroughs.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, found).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(path).unwrap();
    let mut fight = "";
    let mut differ = Vec::new();
    for (golden, found) in golden.lines().zip(found.lines()) {
        if !golden.starts_with(' ') {
            fight = golden;
        }
        if golden != found {
            differ.push((fight, golden.trim(), found.trim()));
        }
    }
    assert!(differ.is_empty(), "golden, then found: update golden/playthroughs.txt? {differ:#?}");
    assert_eq!(golden.lines().count(), found.lines().count());
}
