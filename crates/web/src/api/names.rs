//! The names that a question can have: what each is called, what it takes, what it means, and which
//! games know it.
//!
//! This list is read three times: to refuse a name that means nothing, for the page that tells people
//! what can be asked, and for the `OpenAPI` document. So what is said is what is taken.

use outplay::{By, Kind};
use serde_json::{Value, json};

/// A name that can be asked with.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "a name is known by its name")]
pub(crate) struct Name {
    /// As it stands in a query, a form or a JSON object.
    pub(crate) name: &'static str,
    /// What its values are.
    pub(crate) takes: Takes,
    /// What it means.
    pub(crate) about: &'static str,
    /// The games that know it.
    pub(crate) of: &'static [Kind],
}

/// What the values of a name are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// One of a line, with an example.
    Text(&'static str),
    /// One of several lines.
    Lines,
    /// As many as one likes, with an example.
    Many(&'static str),
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A number that is not negative.
    Seconds,
    /// Yes or no.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The name of a search.
    Search,
}

impl Takes {
    /// Its JSON Schema.
    pub(crate) fn schema(self) -> Value {
        match self {
            Self::Text(_) | Self::Lines => json!({ "type": "string" }),
            Self::Many(_) => json!({ "type": "array", "items": { "type": "string" } }),
            Self::Whole(least, most) => {
                json!({ "type": "integer", "minimum": least, "maximum": most })
            }
            Self::Seconds => json!({ "type": "number", "minimum": 0 }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::OneOf(words) => json!({ "type": "string", "enum": words }),
            Self::Search => json!({ "type": "string", "enum": By::ALL.map(By::name) }),
        }
    }
}

pub(super) const FIGHT: &[Kind] = &[Kind::Fight];
pub(super) const SIDES: &[Kind] = &[Kind::Fight, Kind::Sides];
pub(super) const HAND: &[Kind] = &[Kind::Hand];
pub(super) const COMBAT: &[Kind] = &[Kind::Combat];
pub(super) const SIDES_AND_HAND: &[Kind] = &[Kind::Fight, Kind::Sides, Kind::Hand];
pub(super) const ALL: &[Kind] = &[Kind::Fight, Kind::Sides, Kind::Hand, Kind::Combat];

/// A name of those games.
pub(super) const fn name(
    name: &'static str,
    takes: Takes,
    of: &'static [Kind],
    about: &'static str,
) -> Name {
    Name { name, takes, about, of }
}

/// Any whole number that is not negative.
pub(super) const WHOLE: Takes = Takes::Whole(0, u64::MAX);

/// Which game it is, in all its variations: with every question about a game that begins as the rules or
/// the cards say.
pub(crate) static GAME: [Name; 10] = [
    name(
        "mode",
        Takes::Text("hard"),
        &[Kind::Fight, Kind::Combat],
        "A named variation of the rules; the word all asks for every one",
    ),
    name(
        "set",
        Takes::Many("boss.hp=71"),
        SIDES_AND_HAND,
        "PATH=VALUE: change a number or a word of the rules; a name with a dot, as boss.hp=71, does the same",
    ),
    name(
        "p1",
        Takes::Text("mage:greedy"),
        &[Kind::Fight, Kind::Sides, Kind::Combat],
        "The fighter of player 1, with a style as mage:greedy; in combat the deck, top card first",
    ),
    name(
        "p2",
        Takes::Text("rogue:random"),
        &[Kind::Fight, Kind::Sides, Kind::Combat],
        "The same of player 2",
    ),
    name(
        "order",
        Takes::OneOf(&["alternate", "queue", "restricted-queue", "speed"]),
        FIGHT,
        "Whose turn it is",
    ),
    name(
        "goal",
        Takes::Text("winner-hp"),
        FIGHT,
        "Another goal than that of the rules: winner-hp, win, or what to win with the least of",
    ),
    name(
        "input",
        Takes::Lines,
        &[Kind::Fight, Kind::Hand, Kind::Combat],
        "The puzzle's own text: boss stats, a hand, decks",
    ),
    name("card", Takes::Many("Snatch,cost=0,pitch=1,attack=4"), HAND, "A card of the hand"),
    name("hand", Takes::Text("Snatch, Zap"), HAND, "Cards by name, from the card list"),
    name("card-list", Takes::Lines, HAND, "The card list, tab-separated"),
];

/// What every question may say about its cost, and how it wants to be answered.
pub(crate) static LIMITS: [Name; 3] = [
    name("max-seconds", Takes::Seconds, ALL, "Stop with what is known after so many seconds"),
    name("max-states", WHOLE, ALL, "Stop with what is known after keeping so many states"),
    name(
        "progress",
        Takes::Flag,
        ALL,
        "Answer with a stream of events: how far it is, and in the end the answer",
    ),
];

/// Starts from a later position.
pub(super) const AFTER: Name =
    name("after", Takes::Text("30"), SIDES, "Start from the position after these moves");
