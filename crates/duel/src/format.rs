//! The format of a fight's rules file, as data: what may stand where, and what it means.
//!
//! The checker, the JSON Schema and changes from outside all read this one description.

use outplay_text::{Field, Rest, Shape};

use crate::hints;

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
        field(
            "p1",
            &NAMES,
            "the fighters of player 1 (the first of the file, unless told), as a list of names, or \
             in one word: their letters, or names with + between",
        ),
        field("p2", &NAMES, "the fighters of player 2 (the next of the file, unless told)"),
        field(
            "size",
            &Shape::Integer { least: 1, most: 6 },
            "how many fighters a side has, where it is not said who they are (1, unless told)",
        ),
        field("twice", &Shape::Flag, "the same fighter may stand on a side more than once"),
    ],
    rest: None,
};

static TURNS: Shape = Shape::Table {
    fields: &[
        field(
            "order",
            &Shape::Word(&["alternate", "queue", "restricted-queue", "speed"]),
            "the sides take turns (the usual), or stand in a queue that skills add to; speed: each \
             fighter has a turn of its own, once a round, those with the most `speed` first",
        ),
        field(
            "first",
            &Shape::Word(&["p1", "p2", "coin"]),
            "who begins (p1, unless told), or whoever a fair coin says",
        ),
        field(
            "pass",
            &Shape::Word(&["never", "stunned", "always"]),
            "when a team may pass its turn: never (the usual), while one of it is stunned, always",
        ),
        field(
            "stuck",
            &Shape::Word(&["lose", "skip"]),
            "who can use no skill on their turn loses (the usual), or is passed over; in a queue, \
             places of such a fighter that come to the front are dropped",
        ),
        field("actions", &ACTIONS, "how many skills a side may use in a turn (1, unless told)"),
    ],
    rest: None,
};

static GOAL: Shape = Shape::Table {
    fields: &[
        field(
            "least",
            &Shape::Text,
            "win with the least of this: a pool of player 1, \"actions\" (the usual) or \"rounds\"",
        ),
        field(
            "most",
            &Shape::Word(&["winner-hp", "damage", "win"]),
            "winner-hp: both sides want to win with the most hp left, and the loser loses as much; \
             damage: player 1 wants the enemy to lose the most hp in so many `rounds`; win: the \
             chance that player 1 wins",
        ),
        field(
            "rounds",
            &Shape::Integer { least: 1, most: 10_000 },
            "the fight is over after so many rounds, and nobody has won",
        ),
    ],
    rest: None,
};

static DAMAGE: Shape = Shape::Table {
    fields: &[
        field("least", &NUMBER, "a hit does at least this much, whatever the armor"),
        field(
            "overheal",
            &Shape::Flag,
            "false: nobody is healed above the hp that they start with (true, unless told)",
        ),
        field("soak", &Shape::Text, "the number of the target that hits take before its hp"),
    ],
    rest: None,
};

static NUMBER: Shape = Shape::Integer { least: 0, most: MOST };
static CHANGE: Shape = Shape::Amount { least: -MOST, most: MOST };
static COUNT: Shape = Shape::Integer { least: 1, most: 200 };

static ACTIONS: Shape =
    Shape::OneOf(&[&Shape::Integer { least: 1, most: 100 }, &Shape::Word(&["any"])]);

/// A number of a fighter, or where it starts and how far it goes.
static OWN_NUMBER: Shape = Shape::OneOf(&[
    &NUMBER,
    &Shape::Decimal { least: 0, most: 1 },
    &Shape::Table {
        fields: &[
            field("start", &NUMBER, "what there is of it to begin with (its `max`, unless told)"),
            field("max", &NUMBER, "it never rises above this"),
            field("resets", &Shape::Flag, RESETS),
        ],
        rest: None,
    },
]);

/// Life, which nobody begins without.
static LIFE: Shape = Shape::OneOf(&[
    &Shape::Integer { least: 1, most: MOST },
    &Shape::Table {
        fields: &[
            field(
                "start",
                &Shape::Integer { least: 1, most: MOST },
                "what there is of it to begin with (its `max`, unless told)",
            ),
            field("max", &Shape::Integer { least: 1, most: MOST }, "it never rises above this"),
            field("resets", &Shape::Flag, RESETS),
        ],
        rest: None,
    },
]);

const RESETS: &str = "it goes back to its start at the start of each of the fighter's own turns";

static FIGHTER: Shape = Shape::Hinted(
    &Shape::Table {
        fields: &[
            field("name", &Shape::Text, "what to call them, where it is not the name of the table"),
            field("key", &Shape::Letter, "a short name of one letter"),
            field("about", &Shape::Text, "the fighter in a sentence"),
            required("hp", &LIFE, "life: whoever reaches 0 has lost"),
            field(
                "armor",
                &OWN_NUMBER,
                "taken off every hit that does not pierce (0, unless told)",
            ),
            field("skills", &Shape::List(&Shape::Text), "the skills they have, in this order"),
            field("actions", &ACTIONS, "how many skills they may use in a turn"),
            field("resists", &RESISTS, "for each type of hit, how many per cent are taken off"),
        ],
        rest: Some(own("a number of the fighter", &OWN_NUMBER)),
    },
    hints::FIGHTER,
);

static RESISTS: Shape = Shape::Table {
    fields: &[],
    rest: Some(Rest { what: "a type of hit", shape: &CHANGE, settable: true, free: false }),
};

static NAMES: Shape = Shape::OneOf(&[&Shape::List(&Shape::Text), &Shape::Text]);
static ONE_VALUE: Shape = Shape::Whole(&CHANGES);

static SKILL: Shape =
    Shape::Hinted(&Shape::Table { fields: SKILL_FIELDS, rest: None }, hints::SKILL);
static PART: Shape = Shape::Shared("part", &PART_TABLE);
static PART_TABLE: Shape =
    Shape::Hinted(&Shape::Table { fields: &PART_FIELDS, rest: None }, hints::PART);

const NAME: Field =
    field("name", &Shape::Text, "what to call it, where it is not the name of the table");
const KEY: Field =
    field("key", &Shape::Letter, "the letter, digit or sign that stands for it in a line of moves");
const SKILL_WHEN: Field =
    field("when", &Shape::Text, "it can be used only where this holds, as in \"hp <= 10\"");
const PART_WHEN: Field =
    field("when", &Shape::Text, "it happens only where this holds, as in \"enemy.hp <= 10\"");
const ON: Field = field(
    "on",
    &Shape::Word(&["hits", "hurt", "dies", "turn-starts", "turn-ends"]),
    "it is no move, but happens by itself whenever this does",
);
static WHOLE_COST: Shape = Shape::Whole(&COST);
static PARTS: Shape = Shape::List(&PART);
const COSTS: Field = field("cost", &WHOLE_COST, "what the user pays, of which number");
const TARGET: Field = field(
    "target",
    &Shape::Word(&[
        "enemy",
        "any-enemy",
        "enemies",
        "random-enemy",
        "ally",
        "other-ally",
        "allies",
        "fallen-ally",
        "self",
    ]),
    "whom it is aimed at: one enemy who stands (the usual), one who may have fallen, all of them, \
     one by a roll; one ally (oneself included), another one, all, one who has fallen; oneself",
);
const UP_TO: Field = field(
    "up-to",
    &Shape::Integer { least: 2, most: 6 },
    "it may be aimed at so many different ones, each of them rolled for (one, unless told)",
);
const ACCURACY: Field = field(
    "accuracy",
    &Shape::Chance,
    "how likely it is to hit: 0.63, the name of such a number, or \"11 + strength in 20\"; where it \
     misses, nothing of it happens but `miss`",
);
const MISS: Field = field("miss", &PART, "what it does where it misses");
const CHANCE: Field = field("chance", &Shape::Chance, "how likely this is to happen");
const CRITICAL: Field = field(
    "critical",
    &Shape::Table {
        fields: &[
            required("chance", &Shape::Chance, "how likely a hit is critical"),
            field(
                "times",
                &Shape::Integer { least: 2, most: 100 },
                "how many times as hard it is then (2, unless told)",
            ),
        ],
        rest: None,
    },
    "its hits are now and then harder",
);
const RECHARGE: Field = field(
    "recharge",
    &Shape::Chance,
    "once used it is not ready, and at the start of each of the user's turns so likely to be again",
);
const COOLDOWN: Field = field(
    "cooldown",
    &Shape::Integer { least: 0, most: 200 },
    "it cannot be used again in the same turn, nor in so many turns of the user after that",
);
const USES: Field =
    field("uses", &Shape::Integer { least: 1, most: 200 }, "how often it can be used in a fight");
const HIT: Field = field("damage", &CHANGE, "a hit on the enemy, at once");
const STRIKES: Field = field(
    "strikes",
    &Shape::Amount { least: 0, most: 100 },
    "how often it hits (once, unless told)",
);
const TYPE: Field = field("type", &Shape::Text, "the type of the hit, which a fighter may resist");
const PIERCES: Field = field("pierces", &Shape::Flag, "the hit ignores armor");
const DRAINS: Field =
    field("drains", &Shape::Flag, "the user gains the hp that the target lost by the hit");
const KILLS: Field = field("kills", &Shape::Flag, "the enemy's hp becomes 0");
const HEAL: Field = field("heal", &CHANGE, "hp for the user, at once");
const AT_ONCE: Field = field("at-once", &ONE_VALUE, "other numbers that change at once, for good");
const CLEANSES: Field = field(
    "cleanses",
    &NAMES,
    "running effects that end: all of the \"enemy\", all of one's own (\"self\"), or those of a skill",
);
const LASTS: Field = field(
    "lasts",
    &Shape::Integer { least: 1, most: 65_535 },
    "an effect: for so many turns of either side, from the next one on",
);
const UNTIL: Field = field(
    "until",
    &Shape::Text,
    "an effect: it ends when this holds at the start of a turn; \"never\": it goes on",
);
const REFRESHES: Field =
    field("refreshes", &Shape::Flag, "used again while it runs, the effect lasts as if new");
const STACKS: Field = field(
    "stacks",
    &Shape::Integer { least: 2, most: 200 },
    "used again while it runs, the effect does everything once more, up to so often",
);
const EACH_TURN: Field =
    field("each-turn", &ONE_VALUE, "what the effect changes at the start of each turn");
const WHILE: Field = field(
    "while",
    &ONE_VALUE,
    "what the effect adds to numbers while it lasts; not to hp or to what skills are paid with",
);
const STARTS: Field =
    field("starts", &NAMES, "skills whose effects start, cast by the user, without their cost");
const STUNS: Field = field("stuns", &COUNT, "the enemy misses so many turns");
const STEALS: Field =
    field("steals", &COUNT, "so many of the enemy's next turns are the user's instead");
const AGAIN: Field = field("again", &Shape::Flag, "the user acts again in this turn");
const QUEUE: Field = field(
    "queue",
    &Shape::List(&Shape::Word(&["self", "enemy", "reset"])),
    "what is added to the queue, in this order; reset: it becomes the user, then the enemy",
);
const PICKS: Field = field(
    "picks",
    &Shape::Text,
    "the decision tree that says which skill is used, for this cost instead of its own",
);
const ALSO: Field =
    field("also", &PARTS, "more that it does, one after the other, each perhaps `when`");

pub(crate) static SKILL_FIELDS: &[Field] = &[
    NAME,
    KEY,
    field("about", &Shape::Text, "the skill in a sentence"),
    ON,
    SKILL_WHEN,
    COSTS,
    TARGET,
    UP_TO,
    ACCURACY,
    MISS,
    COOLDOWN,
    RECHARGE,
    USES,
    HIT,
    STRIKES,
    CRITICAL,
    TYPE,
    PIERCES,
    DRAINS,
    KILLS,
    HEAL,
    AT_ONCE,
    CLEANSES,
    LASTS,
    UNTIL,
    REFRESHES,
    STACKS,
    EACH_TURN,
    WHILE,
    STARTS,
    STUNS,
    STEALS,
    AGAIN,
    QUEUE,
    PICKS,
    ALSO,
];

static PART_FIELDS: [Field; 18] = [
    PART_WHEN,
    TARGET,
    CHANCE,
    field("otherwise", &PART, "what happens where it does not"),
    HIT,
    STRIKES,
    CRITICAL,
    TYPE,
    PIERCES,
    DRAINS,
    KILLS,
    HEAL,
    AT_ONCE,
    CLEANSES,
    STARTS,
    STUNS,
    STEALS,
    AGAIN,
];

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
    fields: &[
        field(
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
        ),
        field(
            "target",
            &Shape::Table {
                fields: &[],
                rest: Some(Rest {
                    what: "a number of the target",
                    shape: &CHANGE,
                    settable: true,
                    free: false,
                }),
            },
            "numbers of whoever it is aimed at",
        ),
    ],
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
    fields: &[
        field("cooldown", &COUNTS, "for each skill, the turns until it is ready"),
        field("uses", &COUNTS, "for each skill, how often it can still be used"),
        field("stacks", &COUNTS, "for each running effect, how often it is stacked"),
    ],
    rest: Some(Rest { what: "a number or an effect", shape: &NUMBER, settable: true, free: false }),
};

static COUNTS: Shape = Shape::OneOf(&[
    &Shape::Table {
        fields: &[],
        rest: Some(Rest { what: "a skill", shape: &NUMBER, settable: true, free: false }),
    },
    &NUMBER,
]);
