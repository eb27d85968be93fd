//! Everything that a table is asked, of every kind of game that ships, is answered as it was: digests of the
//! whole answers, but for what was measured.
//!
//! To see what was answered, and not only that it differs: `SAID=/tmp/after cargo test -p outplay answers::` writes all of
//! it, a file for each question; the same before the change, and `diff -r` tells.
//! To write the figures anew, after a change that was meant: `UPDATE_GOLDEN=1 cargo test -p outplay answers::`.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fmt::{Debug, Write};
use std::path::Path;

use outplay::game::Player;
use outplay::{
    Axis, Budget, By, Failure, LadderOptions, MatchOptions, Question, ReportOptions, Run, Sitting,
    Source, StyleName, Sweep, Table, Text, Tuning, Want, WhatMoves, registry,
};
use serde::Serialize;
use serde_json::Value;

/// Few enough that nothing takes long, and most is settled.
const BUDGET: Budget<'_> = Budget { states: 3000, ..Budget::UNLIMITED };
/// For each of many fights.
const FEWER: Budget<'_> = Budget { states: 400, ..Budget::UNLIMITED };
/// So few that it stops.
const LITTLE: Budget<'_> = Budget { states: 40, ..Budget::UNLIMITED };

/// A line for each question.
struct Answers(String);

impl Answers {
    fn says(&mut self, question: &str, text: &str) {
        let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        writeln!(self.0, "{question}: {} {digest:016x}", text.len()).unwrap();
        if let Some(folder) = std::env::var_os("SAID") {
            std::fs::create_dir_all(&folder).unwrap();
            let name = format!("{}.txt", question.replace(['/', ' '], "-"));
            std::fs::write(Path::new(&folder).join(name), text).unwrap();
        }
    }

    /// What is told as data, without what was measured.
    fn told<T: Serialize>(&mut self, question: &str, answer: Result<T, Failure>) {
        match answer {
            Ok(answer) => {
                let mut value = serde_json::to_value(answer).unwrap();
                unmeasured(&mut value);
                self.says(question, &value.to_string());
            }
            Err(failure) => self.failed(question, &failure),
        }
    }

    fn shown<T: Debug>(&mut self, question: &str, answer: Result<T, Failure>) {
        match answer {
            Ok(answer) => self.says(question, &format!("{answer:?}")),
            Err(failure) => self.failed(question, &failure),
        }
    }

    fn failed(&mut self, question: &str, failure: &Failure) {
        let codes: Vec<_> = failure.problems.iter().map(|problem| problem.code.name()).collect();
        self.says(question, &format!("{codes:?} {failure}"));
    }
}

/// Times and sizes are measured, and never compared.
fn unmeasured(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds") && !name.contains("bytes"));
            fields.values_mut().for_each(unmeasured);
        }
        Value::Array(values) => values.iter_mut().for_each(unmeasured),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn sources() -> Vec<(&'static str, Source)> {
    vec![
        ("wizard", Source::game("wizard").set("boss.hp=30").set("boss.attack=7")),
        ("wizard-hard", Source::game("wizard").mode("hard").set("boss.hp=25")),
        ("wizard-lost", Source::game("wizard").set("boss.attack=60")),
        ("wizard-few-rounds", Source::game("wizard").set("boss.hp=20").goal("rounds")),
        ("arena", Source::game("arena").sides("mage", "rogue").set("p1.hp=60").set("p2.hp=50")),
        (
            "arena-restricted",
            Source::game("arena").sides("vampire", "mage").order("restricted-queue"),
        ),
        ("dragon", Source::game("dragon")),
        ("lesson", Source::game("lesson")),
        ("hedge", Source::game("hedge")),
        ("duelists", Source::game("duelists")),
        ("fencers", Source::game("fencers")),
        ("rpglite", Source::game("rpglite")),
        ("nim", Source::game("nim").set("heaps=[2, 3, 1]")),
        ("unknown", Source::game("wizrd")),
        ("wrong", Source::game("wizard").set("boss.hq=3").mode("hrad")),
    ]
}

/// Questions to a solver.
fn solved(name: &str, table: &Table, answers: &mut Answers) {
    let mut solver = table.solver();
    for by in By::ALL {
        let question = Question { playouts: Some(60), ..Question::default().by(by) };
        answers.told(&format!("{name} solve by {by}"), solver.solve(&question, &BUDGET));
    }
    let whole = Question {
        explain: true,
        all: Some(5),
        nearest: true,
        at_most: None,
        ..Question::default()
    };
    answers.told(&format!("{name} solve all"), table.solver().solve(&whole, &BUDGET));
    let within = Question { at_most: Some(300), ..Question::default() };
    answers.told(&format!("{name} solve at most"), table.solver().solve(&within, &BUDGET));
    answers.told(&format!("{name} solve a little"), table.solver().solve(&whole, &LITTLE));
    if let Ok(answer) = table.solver().solve(&Question::default(), &BUDGET) {
        let moves = table.about().split(answer.moves());
        let half = table.about().join(&moves[..moves.len() / 2]);
        let outcome = answer.outcome();
        answers.says(&format!("{name} outcome"), &format!("{outcome:?}"));
        let kept = (answer.value(), answer.bounds(), answer.winner(), answer.proof(), answer.by());
        answers.says(&format!("{name} kept"), &format!("{kept:?} {:?}", answer.shown_moves()));
        for (what, moves) in [("whole", answer.moves()), ("half", &half), ("wrong", "zz9[hit]")] {
            let after = Text::new("after", "");
            let replay = table.solver().replay(&after, moves, &BUDGET);
            answers.told(&format!("{name} replay {what}"), replay);
            let replay = table.solver().replay_at_most(&after, moves, 200);
            answers.told(&format!("{name} replay at most {what}"), replay);
            answers.shown(&format!("{name} position {what}"), table.position(moves));
            answers.told(&format!("{name} hints {what}"), solver.hints(moves, &BUDGET));
            let drawing = solver.drawing(Some(&Text::new("after", moves)), 30, &BUDGET);
            answers.shown(&format!("{name} drawing {what}"), drawing);
            let best = solver.best_line(moves, &BUDGET);
            answers.told(&format!("{name} best line {what}"), best);
        }
    }
    for style in ["random", "greedy", "minimax", "mcts=50", "half"] {
        let Ok(style) = style.parse::<StyleName>() else {
            answers.says(&format!("{name} style {style}"), "no such style");
            continue;
        };
        let styles = [style.clone(), style];
        let chosen = table.solver().choose("", &styles, 3, &BUDGET);
        answers.shown(&format!("{name} chosen by {}", styles[0]), chosen);
        answers.shown(&format!("{name} styles {}", styles[0]), table.check_styles(&styles));
        let options = MatchOptions { games: 4, ..MatchOptions::default() };
        let played = table.play_match(&styles, &options, &BUDGET);
        answers.told(&format!("{name} match of {}", styles[0]), played);
    }
    answers.told(&format!("{name} compare"), table.compare(None, &LITTLE));
}

/// Questions over many games.
fn many(name: &str, table: &Table, answers: &mut Answers) {
    let run = Run::within(&FEWER);
    let numbers = table.numbers();
    let shown: Vec<_> = numbers.iter().map(|number| format!("{number:?}")).collect();
    answers.says(&format!("{name} numbers"), &shown.join("\n"));
    let Some(first) = numbers.iter().find(|number| number.path.ends_with("hp")) else { return };
    let axis = Axis::range(&first.path, 8, 11);
    let sweep = table.source().sweep(&Sweep::over([axis.clone()]), &run);
    answers.shown(
        &format!("{name} sweep"),
        sweep.map(|sweep| {
            let worths: Vec<_> = sweep.worths().cloned().collect();
            (sweep.values(0).join(" "), sweep.base_cell(), worths)
        }),
    );
    let moved = WhatMoves { paths: vec![first.path.clone()], steps: 3 };
    answers.told(&format!("{name} what moves"), table.what_moves(&moved, &run));
    answers.told(&format!("{name} dead weight"), table.dead_weight(&run));
    let options = LadderOptions { games: 8, ..LadderOptions::default() };
    answers.told(
        &format!("{name} ladder"),
        table.ladder(&[StyleName::Random, StyleName::Greedy, StyleName::Minimax], &options, &FEWER),
    );
    if let Ok(wants) = "win".parse::<Want>() {
        let tuning = Tuning { wants: vec![wants], changes: vec![axis] };
        answers.told(&format!("{name} tune"), table.source().tune(&tuning, &run));
    }
}

fn at_the_table(name: &str, table: &Table, answers: &mut Answers) {
    let styles = [StyleName::Manual, StyleName::Random];
    let mut sitting = match Sitting::new(table, styles, None) {
        Ok(sitting) => sitting.with_seed(4),
        Err(failure) => return answers.failed(&format!("{name} sitting"), &failure),
    };
    let mut told = String::new();
    for _ in 0..8 {
        let Ok(position) = sitting.position() else { break };
        let asked = Player::BOTH.map(|player| sitting.is_asked(player));
        writeln!(told, "{position:?} {asked:?} {} {}", sitting.moves(), sitting.count()).unwrap();
        let chosen = sitting.choose(None).ok().flatten();
        let key = chosen.map(|chosen| chosen.key).or_else(|| {
            position
                .options
                .iter()
                .find(|option| option.refused.is_none())
                .map(|option| option.key.clone())
        });
        let Some(key) = key else { break };
        writeln!(told, "{:?} {:?}", sitting.play("?!", true), sitting.play(&key, true)).unwrap();
    }
    writeln!(told, "{} {}", sitting.undo(), sitting.all_moves()).unwrap();
    answers.says(&format!("{name} sitting"), &told);
    // It takes its time, so that it is asked only where that is nothing.
    if ["wizard", "lesson", "nim"].contains(&name) {
        answers.shown(
            &format!("{name} review"),
            sitting.review(None).map(|review| (review.moves, review.best.moves().to_owned())),
        );
    }
}

/// A roster of which everyone may meet everyone, for the chance to win.
const DUELLISTS: &str = r#"
format = 1
game = "duel"
title = "Duellists"

[goal]
most = "win"

[fighters.steady]
hp = 2
skills = ["thrust"]

[fighters.bold]
hp = 1
skills = ["lunge", "thrust"]

[fighters.late]
hp = 3
skills = ["thrust"]

[skills.thrust]
damage = 1
accuracy = 0.75

[skills.lunge]
damage = 2
accuracy = 0.5
"#;

/// Everything on one page: modes; a roster for hp, and one for chances; sides that are named.
fn reported(answers: &mut Answers) {
    let roster = ["mage", "rogue", "vampire", "sorcerer"].map(|name| format!("{name}.hp=12"));
    let arena = roster.into_iter().fold(Source::game("arena"), Source::set);
    let sources = [
        ("wizard", Source::game("wizard").set("boss.hp=12").set("boss.attack=7")),
        ("arena", arena.clone()),
        ("mage-rogue", arena.sides("mage", "rogue")),
        ("duellists", Source::rules("duellists", "duellists.toml", DUELLISTS)),
        ("lost", Source::game("wizard").set("boss.hp=30").set("boss.attack=60")),
    ];
    let options = ReportOptions { games: 4, seed: 1 };
    for (name, source) in sources {
        answers.told(&format!("{name} report"), source.report(&options, &Run::within(&FEWER)));
        answers
            .told(&format!("{name} little report"), source.report(&options, &Run::within(&LITTLE)));
    }
}

fn found() -> String {
    let mut answers = Answers(String::from(
        "# What tables are asked and answer: the length of the answer, and its digest.\n\
         # To write it anew: UPDATE_GOLDEN=1 cargo test -p outplay answers::\n",
    ));
    for (name, source) in sources() {
        let checked = source.check();
        answers.failed(&format!("{name} check"), &checked);
        let table = match source.open() {
            Ok(table) => table,
            Err(failure) => {
                answers.failed(&format!("{name} open"), &failure);
                continue;
            }
        };
        answers.says(&format!("{name} about"), &format!("{:?}", table.about()));
        solved(name, &table, &mut answers);
        many(name, &table, &mut answers);
        at_the_table(name, &table, &mut answers);
    }
    reported(&mut answers);
    answers.shown("games", registry::games());
    answers.0
}

#[test]
fn every_answer_is_the_golden_one() {
    let found = found();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/answers.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, found).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(path).unwrap();
    let differ: Vec<_> =
        golden.lines().zip(found.lines()).filter(|(golden, found)| golden != found).collect();
    assert!(differ.is_empty(), "golden, then found: update golden/answers.txt? {differ:#?}");
    assert_eq!(golden.lines().count(), found.lines().count());
}
