//! The hand in words: its rules.

use outplay::hand::{MOST_CARDS, MOST_NUMBER};
use serde_json::json;

use super::table::{aligned, indented};

/// The name of the game.
pub const NAME: &str = "hand";
/// What the game is called.
pub const TITLE: &str = "The hand";
/// What it is about.
pub const ABOUT: &str =
    "The best turn from cards that are played, pitched or kept (Flesh and Blood)";

const RULES: &str = "\
A turn starts with 1 action point and 0 resources.
  play   costs 1 action point and the card's cost in resources, deals its attack,
         and gives as many action points as its go again
  pitch  gives the card's pitch value in resources, and costs nothing
  keep   leaves the card in hand
The turn ends when no action point is left or nothing more is done.
Wanted: the most damage; among equals the fewest cards used; then, in hand order, played before
pitched before kept. The line shown pitches only when a play is short of resources.
";

/// The fields of a card: name, and what it means.
const FIELDS: [(&str, &str); 6] = [
    ("name", "what the card is called; each by another name (nr0, nr1, ... if left out)"),
    ("cost", "resources to play it"),
    ("pitch", "resources from pitching it (or pitch_value); left out: it can only be played"),
    ("attack", "damage when played; left out: it can only be pitched"),
    ("go_again", "action points that playing it gives; 0 if left out"),
    ("action", "0 marks an instant, which costs no action point; 1 if left out"),
];

const SETTINGS: [(&str, u32, &str); 2] = [
    ("action-points", 1, "action points at the start"),
    ("resources", 0, "resources at the start"),
];

const WAYS: [(&str, &str); 3] = [
    ("exact", "branch and bound over both balances; proved, and the default"),
    ("greedy", "strongest card first, pitching what it needs; a guess"),
    ("brute", "every order of every use, up to 10 cards"),
];

/// The game for programs.
pub fn facts() -> serde_json::Value {
    let pairs = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(name, about)| json!({ "name": name, "about": about }));
        pairs.collect::<Vec<_>>()
    };
    json!({
        "game": NAME, "title": TITLE, "about": ABOUT, "rules": RULES,
        "fields": pairs(&FIELDS), "by": pairs(&WAYS),
        "set": SETTINGS.map(|(name, value, about)| json!({ "name": name, "value": value, "about": about })),
        "most_cards": MOST_CARDS, "most_number": MOST_NUMBER,
    })
}

/// The rules for people.
pub fn rules() -> String {
    let fields = FIELDS.map(|(name, about)| vec![name.to_owned(), about.to_owned()]);
    let settings = SETTINGS
        .map(|(name, value, about)| vec![format!("--set {name}={value}"), about.to_owned()]);
    let ways = WAYS.map(|(name, about)| vec![format!("--by {name}"), about.to_owned()]);
    format!(
        "{TITLE}\n{ABOUT}\n\n{RULES}\nA card (YAML, JSON, CSV or --card \"Snatch,cost=0,pitch=1,attack=4,go_again=0\")\n{}\
         Numbers are 0 to {MOST_NUMBER}, hands have up to {MOST_CARDS} cards.\n\n\
         What the turn starts with\n{}\nWays to a turn\n{}",
        indented(&aligned(&["field", "what"], &[0, 1], &fields)),
        indented(&aligned(&[], &[0, 1], &settings)),
        indented(&aligned(&[], &[0, 1], &ways)),
    )
}
