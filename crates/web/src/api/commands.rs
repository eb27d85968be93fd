//! The commands: one list of what can be asked, for whoever reads a question, for the page and for the
//! `OpenAPI` document.

use outplay::Kind;
use serde_json::Value;

use super::answers::{self, MOST_CARDS, MOST_REPEATED};
use super::arguments::Arguments;
use super::lab::{self, MOST_GAMES, MOST_IN_A_MEETING};
use super::names::{
    AFTER, ALL, COMBAT, FIGHT, GAME, HAND, LIMITS, Name, SIDES, SIDES_AND_HAND, Takes, WHOLE, name,
};
use crate::error::Error;
use crate::work::Work;

/// Answers a question about a game.
pub(super) type Answer = fn(&Arguments<'_>, &Work) -> Result<Value, Error>;

/// Something that can be asked about a game.
pub(crate) struct Command {
    /// As it stands in the address.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) summary: &'static str,
    /// The names that it knows besides those of the game and the limits.
    pub(crate) own: &'static [Name],
    /// The games that can be varied as [`GAME`] says.
    varied: &'static [Kind],
    /// The names of a game that it has no use for.
    without: &'static [&'static str],
    /// The names without which it cannot be answered for any game.
    pub(crate) required: &'static [&'static str],
    /// The games that have it.
    pub(crate) of: &'static [Kind],
    /// What its progress is counted in.
    pub(crate) counts: &'static str,
    /// The schema of its answers.
    pub(super) schema: &'static str,
    /// How it is answered.
    pub(super) answer: Answer,
    /// Questions to try.
    pub(crate) examples: &'static [Example],
}

/// A question to try.
pub(crate) struct Example {
    /// What it asks.
    pub(crate) about: &'static str,
    /// Of which game.
    pub(crate) game: &'static str,
    /// With which names and values.
    pub(crate) query: &'static [(&'static str, &'static str)],
    /// The file in `examples/` with what is answered, without what was measured, and its text; none
    /// where that is long.
    pub(crate) answer: Option<(&'static str, &'static str)>,
}

impl Command {
    /// The command of that name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|command| command.name == name)
    }

    /// Does a game of that kind have it?
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.of.contains(&kind)
    }

    /// Every name that it knows, of any game.
    pub(crate) fn all_names(&self) -> impl Iterator<Item = &'static Name> {
        let varied = GAME.iter().filter(|name| {
            name.of.iter().any(|kind| self.varied.contains(kind))
                && !self.without.contains(&name.name)
                && !self.own.iter().any(|own| own.name == name.name)
        });
        varied.chain(self.own).chain(&LIMITS)
    }

    /// The names that it knows of a game of that kind.
    pub(crate) fn names(&self, kind: Kind) -> impl Iterator<Item = &'static Name> {
        let varied = GAME
            .iter()
            .filter(move |name| self.varied.contains(&kind) && !self.without.contains(&name.name));
        varied.chain(self.own).chain(&LIMITS).filter(move |name| name.of.contains(&kind))
    }
}

/// A question to try, with what is answered.
macro_rules! example {
    ($about:literal, $game:literal, [$($query:tt)*], $file:literal) => {
        Example {
            about: $about,
            game: $game,
            query: &[$($query)*],
            answer: Some(($file, include_str!(concat!("examples/", $file, ".json")))),
        }
    };
    ($about:literal, $game:literal, [$($query:tt)*]) => {
        Example { about: $about, game: $game, query: &[$($query)*], answer: None }
    };
}

const CARDS: (&str, &str) = ("card", "Snatch,cost=2,pitch=1,attack=6");
const BLUE: (&str, &str) = ("card", "Zap,cost=0,pitch=3,attack=1");
const DECKS: [(&str, &str); 2] = [("p1", "9 2 6"), ("p2", "5 8 4")];

/// All of them.
pub(crate) static COMMANDS: [Command; 10] = [
    Command {
        name: "show",
        summary: "The rules: of a fight its fighters, skills, effects and modes",
        own: &[],
        varied: SIDES,
        without: &[],
        required: &[],
        of: ALL,
        counts: "states",
        schema: "Show",
        answer: answers::show,
        examples: &[
            example!("The rules of a fight", "wizard", [], "show-wizard"),
            example!("A game of two sides", "nim", [], "show-nim"),
            example!("A hand of cards", "hand", [], "show-hand"),
            example!("Two decks", "combat", [], "show-combat"),
        ],
    },
    Command {
        name: "solve",
        summary: "The best play, proved",
        own: &[
            AFTER,
            name("by", Takes::Search, SIDES_AND_HAND, "Which search, of those that the game has"),
            name("at-most", WHOLE, SIDES, "A budget: is there a win within it?"),
            name("all", Takes::Flag, SIDES, "List every optimal line"),
            name("explain", Takes::Flag, ALL, "At each turn, what every other move was worth"),
            name("playouts", WHOLE, SIDES, "For the search mcts: how many playouts"),
            name("seed", WHOLE, SIDES, "For the search mcts: what the playouts start from"),
        ],
        varied: ALL,
        without: &[],
        required: &[],
        of: ALL,
        counts: "states",
        schema: "Solve",
        answer: answers::solve,
        examples: &[
            example!("The least mana that wins", "wizard", [], "solve-wizard"),
            example!(
                "With another number, in another mode, and what else could have been done",
                "wizard",
                [("mode", "hard"), ("boss.hp", "40"), ("explain", "1")]
            ),
            example!("For two sides", "hedge", [], "solve-hedge"),
            example!("Where dice fall", "monsters", [("ogre.hp", "3")], "solve-monsters"),
            example!("A hand", "hand", [CARDS, BLUE], "solve-hand"),
            example!("Two decks", "combat", [DECKS[0], DECKS[1]], "solve-combat"),
        ],
    },
    Command {
        name: "replay",
        summary: "These moves, turn by turn",
        own: &[
            AFTER,
            name(
                "moves",
                Takes::Text("304320"),
                SIDES_AND_HAND,
                "The moves: 304320, or for a hand: pitch B, play A",
            ),
            name(
                "at-most",
                WHOLE,
                SIDES,
                "A budget, where the goal is a price: the move that would spend more is refused",
            ),
            name("max-rounds", WHOLE, COMBAT, "Tell at most so many rounds"),
        ],
        varied: ALL,
        without: &[],
        required: &[],
        of: ALL,
        counts: "states",
        schema: "Replay",
        answer: answers::replay,
        examples: &[
            example!("Two moves of a fight", "wizard", [("moves", "30")], "replay-wizard"),
            example!(
                "A turn of a hand",
                "hand",
                [CARDS, BLUE, ("moves", "pitch Zap, play Snatch")],
                "replay-hand"
            ),
            example!("Two decks", "combat", [("p1", "9 2"), ("p2", "5 8")], "replay-combat"),
        ],
    },
    Command {
        name: "compare",
        summary: "All searches side by side",
        own: &[
            AFTER,
            name("sizes", Takes::Text("1..9"), HAND, "Sizes of hands, both ends included"),
            name("repeat", Takes::Whole(0, MOST_REPEATED), HAND, "How many of each size [10]"),
            name("seed", WHOLE, HAND, "The seed of the first [1]"),
            name("config", Takes::Lines, HAND, "Ranges for the cards, as YAML"),
        ],
        varied: SIDES,
        without: &[],
        required: &[],
        of: SIDES_AND_HAND,
        counts: "states",
        schema: "Compare",
        answer: answers::compare,
        examples: &[
            example!("Every search of a fight", "lesson", [], "compare-lesson"),
            example!(
                "Hands of one to three cards",
                "hand",
                [("sizes", "1..3"), ("repeat", "2")],
                "compare-hand"
            ),
        ],
    },
    Command {
        name: "deal",
        summary: "Random hands and decks",
        own: &[
            name(
                "cards",
                Takes::Whole(0, MOST_CARDS as u64),
                &[Kind::Hand, Kind::Combat],
                "How many cards; for combat, of both players together",
            ),
            name(
                "seed",
                WHOLE,
                &[Kind::Hand, Kind::Combat],
                "The same seed deals the same cards [1]",
            ),
            name(
                "number",
                WHOLE,
                &[Kind::Hand, Kind::Combat],
                "Combat: which deal of the seed [1]",
            ),
            name(
                "config",
                Takes::Lines,
                &[Kind::Hand, Kind::Combat],
                "Hand: ranges for the cards, as YAML",
            ),
        ],
        varied: &[],
        without: &[],
        required: &["cards"],
        of: &[Kind::Hand, Kind::Combat],
        counts: "states",
        schema: "Deal",
        answer: answers::deal,
        examples: &[
            example!("A hand of four cards", "hand", [("cards", "4"), ("seed", "7")], "deal-hand"),
            example!("Ten cards, in two decks", "combat", [("cards", "10")], "deal-combat"),
        ],
    },
    Command {
        name: "match",
        summary: "Many games between two styles, or of combat",
        own: &[
            AFTER,
            name(
                "cards",
                Takes::Whole(2, MOST_CARDS as u64),
                COMBAT,
                "How many cards, of both players together",
            ),
            name(
                "games",
                Takes::Whole(1, MOST_GAMES),
                &[Kind::Fight, Kind::Sides, Kind::Combat],
                "How many games [1000]",
            ),
            name(
                "seed",
                WHOLE,
                &[Kind::Fight, Kind::Sides, Kind::Combat],
                "What the shuffles and the random moves start from [1]",
            ),
            name(
                "mode",
                Takes::Text("recursive"),
                &[Kind::Fight, Kind::Combat],
                "A named variation of the rules",
            ),
        ],
        varied: SIDES,
        without: &[],
        required: &[],
        of: &[Kind::Fight, Kind::Sides, Kind::Combat],
        counts: "games",
        schema: "Match",
        answer: lab::matched,
        examples: &[
            example!(
                "A mage who moves at random against a rogue who takes the most at once",
                "arena",
                [("p1", "mage:random"), ("p2", "rogue:greedy"), ("games", "20")],
                "match-arena"
            ),
            example!(
                "Random deals of combat",
                "combat",
                [("cards", "10"), ("games", "20")],
                "match-combat"
            ),
        ],
    },
    Command {
        name: "tournament",
        summary: "Everyone against everyone",
        own: &[
            name("fighters", Takes::Text("mage,rogue"), FIGHT, "Who takes part [everyone]"),
            name(
                "styles",
                Takes::Text("random,greedy"),
                FIGHT,
                "Every fighter plays with each [perfect play, proved]",
            ),
            name(
                "games",
                Takes::Whole(1, MOST_IN_A_MEETING),
                FIGHT,
                "With styles: how many games a meeting [200]",
            ),
            name("seed", WHOLE, FIGHT, "With styles: what the random moves start from [1]"),
        ],
        varied: FIGHT,
        without: &["p1", "p2"],
        required: &[],
        of: FIGHT,
        counts: "meetings",
        schema: "Tournament",
        answer: lab::tournament,
        examples: &[
            example!(
                "Two fighters, each against each, under perfect play",
                "arena",
                [("fighters", "mage,rogue")],
                "tournament-arena"
            ),
            example!(
                "The same at random and by greed",
                "arena",
                [("fighters", "mage,rogue"), ("styles", "random,greedy"), ("games", "5")],
                "tournament-styles"
            ),
        ],
    },
    Command {
        name: "sweep",
        summary: "The value over one to four numbers or words",
        own: &[
            AFTER,
            name(
                "vary",
                Takes::Many("boss.hp=50..60:5"),
                ALL,
                "PATH=A..B, PATH=A..B:STEP or PATH=ONE,OTHER: what varies, one to four",
            ),
            name(
                "x",
                Takes::Text("boss.hp=50..52"),
                ALL,
                "The number along a row, and its range: boss.hp=1..80",
            ),
            name(
                "y",
                Takes::Text("boss.attack=7..9"),
                ALL,
                "The number from row to row: boss.attack=1..40",
            ),
            name("seed", WHOLE, ALL, "Which cards are dealt, where cards vary [1]"),
        ],
        varied: ALL,
        without: &[],
        required: &[],
        of: ALL,
        counts: "fights",
        schema: "Sweep",
        answer: lab::sweep,
        examples: &[
            example!(
                "The price of a win in either mode, as the boss gets stronger",
                "wizard",
                [("vary", "mode=normal,hard"), ("vary", "boss.hp=50..60:5")],
                "sweep-wizard"
            ),
            example!(
                "Two numbers",
                "wizard",
                [("x", "boss.hp=50..52"), ("y", "boss.attack=7..8")],
                "sweep-two"
            ),
        ],
    },
    Command {
        name: "tune",
        summary: "The smallest change that gives what is wanted",
        own: &[
            name(
                "want",
                Takes::Many("value<=900"),
                FIGHT,
                "win, no-win, value<=900, value in 1000..1100, or balanced",
            ),
            name(
                "change",
                Takes::Many("boss.hp=40..60"),
                FIGHT,
                "PATH=A..B: a number that may change, and between what",
            ),
        ],
        varied: FIGHT,
        without: &[],
        required: &["want", "change"],
        of: FIGHT,
        counts: "fights",
        schema: "Tune",
        answer: lab::tune,
        examples: &[example!(
            "How strong may the boss be, so that 900 mana are enough?",
            "wizard",
            [("want", "value<=900"), ("change", "boss.hp=40..60")],
            "tune-wizard"
        )],
    },
    Command {
        name: "report",
        summary: "Everything a designer asks of a fight",
        own: &[
            name(
                "games",
                WHOLE,
                FIGHT,
                "How many games where a style can only be sampled, at most 10,000 [2000]",
            ),
            name("seed", WHOLE, FIGHT, "The seed of the first of them [1]"),
        ],
        varied: FIGHT,
        without: &[],
        required: &[],
        of: FIGHT,
        counts: "fights",
        schema: "Report",
        answer: lab::report,
        examples: &[
            example!("All of it", "wizard", [("games", "100")]),
            example!(
                "As far as one gets with two states for each fight",
                "wizard",
                [("max-states", "2"), ("games", "20")],
                "report-wizard"
            ),
        ],
    },
];
