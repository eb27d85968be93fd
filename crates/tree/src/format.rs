//! What a tree's file may hold, as data.

use outplay_text::{Field, Rest, Shape};

/// Words for what a position is.
pub(crate) const POSITION: &str = "a position: `player = 1` or `player = 2`, then its moves, as in `{ player = 2, A = 5, B = -3 }`";

static PLACE: Shape = Shape::Any(POSITION);

/// The file as a whole.
pub static FORMAT: Shape = Shape::Table {
    fields: &[
        Field {
            name: "format",
            shape: &Shape::Integer { least: 1, most: 1 },
            required: true,
            about: "the version of this format: 1",
        },
        Field {
            name: "game",
            shape: &Shape::Word(&["tree"]),
            required: true,
            about: "what kind of game it is: \"tree\"",
        },
        Field { name: "title", shape: &Shape::Text, required: false, about: "its name" },
        Field { name: "about", shape: &Shape::Text, required: false, about: "a sentence on it" },
        Field {
            name: "values",
            shape: &Shape::Word(&["p1", "chooser"]),
            required: false,
            about: "for whom a plain number counts: \"p1\", player 1 (unless told otherwise), or \
                    \"chooser\", whoever chooses where it stands",
        },
        Field {
            name: "start",
            shape: &PLACE,
            required: true,
            about: "the first position: who chooses and the moves",
        },
        Field {
            name: "positions",
            shape: &Shape::Table {
                fields: &[],
                rest: Some(Rest {
                    what: "a position",
                    shape: &PLACE,
                    settable: false,
                    free: false,
                }),
            },
            required: false,
            about: "positions that moves lead to by name",
        },
    ],
    rest: None,
};
