//! The format of a fight's rules file, as data: what may stand where, and what it means.
//!
//! The checker, the JSON Schema and changes from outside all read this one description.

use outplay_text::{Field, Rest, Shape};

/// The largest number that a file may hold.
pub(crate) const MOST: i64 = 1_000_000;

/// Where a change looks for a path besides the root.
pub(crate) const SHORTCUTS: [&str; 3] = ["fighters", "skills", "start"];

/// A whole rules file.
pub static FORMAT: Shape = Shape::Table { fields: ROOT, rest: None };

const fn field(name: &'static str, shape: &'static Shape, about: &'static str) -> Field {
    Field { name, shape, required: false, about }
}

const fn required(name: &'static str, shape: &'static Shape, about: &'static str) -> Field {
    Field { name, shape, required: true, about }
}

const fn own(what: &'static str, shape: &'static Shape) -> Rest {
    Rest { what, shape, settable: false, free: false }
}

static ROOT: &[Field] = &[
    required("format", &Shape::Integer { least: 1, most: 1 }, "the version of this format: 1"),
    required("game", &Shape::Word(&["duel"]), "the kind of game: a duel is a fight of two sides"),
    field("title", &Shape::Text, "what the fight is called"),
    field("about", &Shape::Text, "the fight (or the mode) in a sentence"),
    field("sides", &SIDES, "which fighter each player has"),
    field("turns", &TURNS, "whose turn it is"),
    field("goal", &GOAL, "what player 1 wants"),
    field("damage", &DAMAGE, "how hits are reckoned"),
    required(
        "fighters",
        &Shape::Table { fields: &[], rest: Some(own("a fighter", &FIGHTER)) },
        "who fights",
    ),
    field(
        "skills",
        &Shape::Table { fields: &[], rest: Some(own("a skill", &SKILL)) },
        "what fighters can do",
    ),
    field(
        "trees",
        &Shape::Table { fields: &[], rest: Some(own("a decision tree", &TREE)) },
        "decision trees, by which skills and players choose",
    ),
    field(
        "upkeep",
        &Shape::Table {
            fields: &[],
            rest: Some(Rest { what: "a fighter", shape: &CHANGES, settable: true, free: false }),
        },
        "for each fighter, what changes at the start of their own turns, before anything else",
    ),
    field("start", &START, "the position to start from, where it is not the usual one"),
    field(
        "input",
        &Shape::Table {
            fields: &[],
            rest: Some(Rest { what: "a label", shape: &Shape::Text, settable: false, free: true }),
        },
        "for each label of the puzzle's own text, the number that it sets",
    ),
    field(
        "modes",
        &Shape::Table { fields: &[], rest: Some(own("a mode", &Shape::Overlay(&FORMAT))) },
        "named variations: anything of this file, laid over it",
    ),
];

static SIDES: Shape = Shape::Table {
    fields: &[
        field("p1", &Shape::Text, "the fighter of player 1 (the first of the file, unless told)"),
        field("p2", &Shape::Text, "the fighter of player 2 (the second of the file, unless told)"),
    ],
    rest: None,
};

static TURNS: Shape = Shape::Table {
    fields: &[
        field(
            "order",
            &Shape::Word(&["alternate", "queue", "restricted-queue"]),
            "the sides take turns (the usual), or stand in a queue that skills add to",
        ),
        field("first", &Shape::Word(&["p1", "p2"]), "who begins (p1, unless told)"),
        field(
            "stuck",
            &Shape::Word(&["lose", "skip"]),
            "who can use no skill on their turn loses (the usual), or is passed over; in a queue, \
             places of such a fighter that come to the front are dropped",
        ),
    ],
    rest: None,
};

static GOAL: Shape = Shape::Table {
    fields: &[
        field(
            "least",
            &Shape::Text,
            "win with the least of this: a pool of player 1, or \"actions\" (the usual)",
        ),
        field(
            "most",
            &Shape::Word(&["winner-hp"]),
            "both sides want to win with the most of this; the loser loses as much",
        ),
    ],
    rest: None,
};

static DAMAGE: Shape = Shape::Table {
    fields: &[field("least", &NUMBER, "a hit does at least this much, whatever the armor")],
    rest: None,
};

static NUMBER: Shape = Shape::Integer { least: 0, most: MOST };
static CHANGE: Shape = Shape::Amount { least: -MOST, most: MOST };

static FIGHTER: Shape = Shape::Table {
    fields: &[
        field("name", &Shape::Text, "what to call them, where it is not the name of the table"),
        field("key", &Shape::Letter, "a short name of one letter"),
        field("about", &Shape::Text, "the fighter in a sentence"),
        required("hp", &NUMBER, "life: whoever reaches 0 has lost"),
        field("armor", &NUMBER, "taken off every hit that does not pierce (0, unless told)"),
        field("skills", &Shape::List(&Shape::Text), "the skills they can use, in this order"),
    ],
    rest: Some(own("a number of the fighter", &NUMBER)),
};

static SKILL: Shape = Shape::Table {
    fields: &[
        field("name", &Shape::Text, "what to call it, where it is not the name of the table"),
        field(
            "key",
            &Shape::Letter,
            "the letter, digit or sign that stands for it in a line of moves",
        ),
        field("about", &Shape::Text, "the skill in a sentence"),
        field("cost", &COST, "what the user pays, of which number"),
        field("damage", &CHANGE, "a hit on the enemy, at once"),
        field("pierces", &Shape::Flag, "the hit ignores armor"),
        field("drains", &Shape::Flag, "the user gains the hp that the target lost"),
        field("heal", &CHANGE, "hp for the user, at once"),
        field("at-once", &CHANGES, "other numbers that change at once"),
        field(
            "lasts",
            &Shape::Integer { least: 1, most: 65_535 },
            "an effect: for so many turns of either side, from the next one on",
        ),
        field("each-turn", &CHANGES, "what the effect changes at the start of each turn"),
        field(
            "while",
            &CHANGES,
            "what is different while the effect lasts: armor, or a fixed number",
        ),
        field(
            "queue",
            &Shape::List(&Shape::Word(&["self", "enemy", "reset"])),
            "what is added to the queue, in this order; reset: it becomes the user, then the enemy",
        ),
        field(
            "picks",
            &Shape::Text,
            "the decision tree that says which skill is used, for this cost instead of its own",
        ),
    ],
    rest: None,
};

static TREE: Shape = Shape::Shared(
    "decision-tree",
    &Shape::Table {
        fields: &[
            required("use", &Shape::Text, "the skill that is used"),
            required(
                "priority",
                &Shape::Integer { least: -MOST, most: MOST },
                "of all candidates the one with the lowest number is taken",
            ),
            field(
                "when",
                &Shape::Text,
                "what must hold to go on to `then`, as in \"self.hp > 50 and enemy.sp <= 40\"; \
                 where it does not, this node is a candidate (a node without `then` always is)",
            ),
            field("then", &Shape::List(&TREE), "where to go on"),
        ],
        rest: None,
    },
);

static COST: Shape = Shape::Table {
    fields: &[],
    rest: Some(Rest {
        what: "a number of the fighter",
        shape: &Shape::Amount { least: 0, most: MOST },
        settable: true,
        free: false,
    }),
};

static CHANGES: Shape = Shape::Table {
    fields: &[field(
        "enemy",
        &Shape::Table {
            fields: &[],
            rest: Some(Rest {
                what: "a number of the enemy",
                shape: &CHANGE,
                settable: true,
                free: false,
            }),
        },
        "numbers of the enemy",
    )],
    rest: Some(Rest {
        what: "a number of the fighter",
        shape: &CHANGE,
        settable: true,
        free: false,
    }),
};

static START: Shape = Shape::Table {
    fields: &[
        field("p1", &POSITION, "player 1: numbers, and the turns left of running effects"),
        field("p2", &POSITION, "player 2: numbers, and the turns left of running effects"),
        field(
            "queue",
            &Shape::Text,
            "who stands in the queue, the front first: A player 1, B player 2; a and b are not \
             able to add, in a restricted queue",
        ),
    ],
    rest: None,
};

static POSITION: Shape = Shape::Table {
    fields: &[],
    rest: Some(Rest { what: "a number or an effect", shape: &NUMBER, settable: true, free: false }),
};
