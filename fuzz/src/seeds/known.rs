//! Seeds that are made from what is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use outplay::combat::Deal;
use outplay::lab::{Key, SqliteStore, Store};
use outplay::registry::template;
use serde_json::Value;

use crate::cells::{JOBS, cells_of};
use crate::moves::table;
use crate::opened::choice;
use crate::{games, stores};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All rules files, in order, and the one to start from.
pub(super) fn files() -> Vec<String> {
    let folders = ["rules", "golden/fights"]
        .map(|folder| fs::read_dir(root().join(folder)).expect("a folder"));
    let paths = folders.into_iter().flatten().map(|entry| entry.expect("a file").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("a rules file"));
    texts.chain([template("mine")]).collect()
}

/// The rows of a file in golden/.
fn golden(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(root().join("golden").join(name)).expect("a file in golden/");
    let Ok(Value::Array(rows)) = serde_json::from_str(&text) else { panic!("{name} is no list") };
    rows
}

/// For each game that ships, inputs with the byte that stands for it.
pub(super) fn for_games(of: fn(&'static str) -> Vec<String>) -> Vec<Vec<u8>> {
    let numbered = (0_u8..).zip(games());
    let inputs = numbered
        .flat_map(|(number, game)| of(game.name).into_iter().map(move |text| (number, text)));
    inputs.map(|(number, text)| [&[number], text.as_bytes()].concat()).collect()
}

/// Changes of a game: those of the known fights, each number as it is, each mode, order and goal.
pub(super) fn changes(game: &'static str) -> Vec<String> {
    let file = format!("rules/{game}.toml");
    let about_it = |row: &Value| row["file"] == file.as_str();
    let mut all: Vec<String> = golden("fights.json")
        .into_iter()
        .filter(about_it)
        .map(|row| {
            let set = row["set"].as_array().into_iter().flatten().filter_map(Value::as_str);
            set.collect::<Vec<_>>().join("\n")
        })
        .collect();
    let table = table(game);
    all.extend(table.numbers().chunks(5).take(4).map(|numbers| {
        let set = numbers.iter().map(|number| format!("{}={}", number.path, number.value));
        set.collect::<Vec<_>>().join("\n")
    }));
    all.extend(table.about().modes.iter().map(|mode| format!("mode {}", mode.name)));
    let sides: Vec<_> = table.about().sides.iter().map(|side| side.id.as_str()).collect();
    all.push(format!("sides {}", sides.join(" ")));
    all.push("order queue\ngoal winner-hp".to_owned());
    all.push("order alternate\ngoal rounds".to_owned());
    all.push("input Hit Points: 13\\nDamage: 8".to_owned());
    all
}

/// Lines of a game, as the options are offered.
pub(super) fn lines(game: &'static str) -> Vec<String> {
    let table = table(game);
    let line = |pick: u8| {
        (0..12).fold(String::new(), |moves, number| {
            match choice(&table, &moves, pick.wrapping_mul(number)) {
                Some(key) => table.about().extended(&moves, &key),
                None => moves,
            }
        })
    };
    (0..4).map(line).collect()
}

/// Whatever stands between quotes in the rules files: formulas and conditions among it.
pub(super) fn quoted() -> Vec<String> {
    let all: BTreeSet<String> = files()
        .iter()
        .flat_map(|file| file.lines())
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|text| text.contains(' ') && text.len() < 60)
        .map(str::to_owned)
        .collect();
    all.into_iter().collect()
}

/// Hands as JSON.
pub(super) fn hands() -> Vec<Vec<u8>> {
    let known = golden("hand.json").into_iter().take(12);
    known.map(|row| format!("\u{1}{}", row["cards"]).into_bytes()).collect()
}

/// Deals in both forms.
pub(super) fn decks() -> Vec<String> {
    let cards =
        |value: &Value| -> Vec<u32> { serde_json::from_value(value.clone()).expect("cards") };
    let known = golden("combat.json")
        .into_iter()
        .take(30)
        .map(|row| [cards(&row["player1"]), cards(&row["player2"])]);
    known
        .enumerate()
        .map(|(number, decks)| {
            if number % 2 == 0 {
                return Deal::new(decks).expect("a known deal").to_string();
            }
            decks
                .map(|deck| deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
                .join("\n")
        })
        .collect()
}

/// A store as a file, what is put into others, and cells as jobs keep them.
pub(super) fn stores() -> Vec<Vec<u8>> {
    let folder = stores::folder();
    let path = folder.path().join("cells.sqlite");
    let store = SqliteStore::open(&path, "rules").expect("a new store");
    store.put(&Key::new("question"), "4").expect("it is kept");
    // The log becomes part of the file.
    drop(store);
    let file = fs::read(&path).expect("a store");
    let texts = [
        "rules\nquestion=4\nquestion=5\nother=\n",
        "\n=\n",
        "a\u{0}b\n{\"solve\":\"wizard\"}={\"value\":1}\n",
    ];
    let jobs = (stores::FIRST_JOB..).zip(JOBS);
    let cells = jobs.map(|(letter, job)| [&[letter], cells_of(job).as_bytes()].concat());
    [file].into_iter().chain(texts.map(|text| text.as_bytes().to_vec())).chain(cells).collect()
}

/// Bytes for generators to draw from, the same each time.
pub(super) fn noise(number: u64) -> Vec<u8> {
    let next = |last: &u64| {
        Some(last.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f))
    };
    let words = std::iter::successors(Some(number), next).skip(1).take(32);
    words.flat_map(|word| (word >> 8).to_le_bytes()).collect()
}
