//! Everything that can be said of a file, with the words that it is about; and the schema of all shapes.

use super::*;
use crate::{Sources, json_schema, parse};

static DIGIT: Shape = Shape::Integer { least: -1, most: 9 };
static AMOUNT: Shape = Shape::Amount { least: 1, most: 5 };
static POOL: Shape = Shape::Table {
    fields: &[
        Field { name: "start", shape: &AMOUNT, required: true, about: "at first" },
        Field { name: "max", shape: &DIGIT, required: false, about: "at most" },
    ],
    rest: None,
};
static NUMBER: Shape = Shape::Shared("number", &Shape::OneOf(&[&DIGIT, &POOL, &Shape::Flag]));
static WHEN: Shape = Shape::Whole(&Shape::Table {
    fields: &[Field { name: "self", shape: &Shape::Text, required: true, about: "whose" }],
    rest: Some(Rest { what: "a side", shape: &Shape::Flag, settable: false, free: true }),
});
static FIGHTER: Shape = Shape::Hinted(
    &Shape::Table {
        fields: &[
            Field { name: "hp", shape: &NUMBER, required: true, about: "life" },
            Field { name: "letter", shape: &Shape::Letter, required: false, about: "one letter" },
            Field {
                name: "kind",
                shape: &Shape::Word(&["big", "small"]),
                required: false,
                about: "how",
            },
            Field {
                name: "skills",
                shape: &Shape::List(&DIGIT),
                required: false,
                about: "what it can",
            },
            Field { name: "when", shape: &WHEN, required: false, about: "when" },
            Field {
                name: "note",
                shape: &Shape::Any("anything at all"),
                required: false,
                about: "free",
            },
        ],
        rest: Some(Rest { what: "a number", shape: &NUMBER, settable: true, free: false }),
    },
    &[("poison", "that is an effect"), ("mana", "say `hp`")],
);
static FIGHTERS: Shape = Shape::Table {
    fields: &[],
    rest: Some(Rest { what: "a fighter", shape: &FIGHTER, settable: false, free: false }),
};
static FILE: Shape = Shape::Table {
    fields: &[
        Field { name: "fighters", shape: &FIGHTERS, required: true, about: "who fights" },
        Field { name: "fast", shape: &Shape::Flag, required: false, about: "quickly" },
        Field { name: "amount", shape: &AMOUNT, required: false, about: "how much" },
        Field { name: "modes", shape: &MODES, required: false, about: "other rules" },
        Field { name: "hard", shape: &Shape::Overlay(&FIGHTER), required: false, about: "harder" },
        Field {
            name: "weights",
            shape: &Shape::List(&Shape::Decimal { least: 0, most: 2 }),
            required: false,
            about: "",
        },
    ],
    rest: None,
};
static MODES: Shape = Shape::Table {
    fields: &[],
    rest: Some(Rest { what: "a mode", shape: &Shape::Overlay(&FILE), settable: false, free: true }),
};

static ANY: Shape = Shape::Any("anything");
static HARD: Shape = Shape::Overlay(&FILE);
static EITHER: Shape = Shape::OneOf(&[&DIGIT, &POOL]);

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_words() {
    let texts = [
        "fighters.a.hp = 3",
        "fighters = 3\nfast = 'yes'\namount = 6",
        "fighters = {}\namount = 'x + 1'\nfast = 1\nquick = true\nmods = 1\n",
        "fighters.a = { letter = 'ab' }\nfighters.b = { hp = 10, letter = '' }",
        "fighters.a = { hp = { start = 0, max = -2 }, letter = ',', kind = 'bag' }",
        "fighters.a = { hp = { max = 10 }, letter = 'é', kind = 'unheard of' }",
        "fighters.a = { hp = 'x', letter = ' ', skills = [1, 10, 'x', [2]] }",
        "fighters.a = { hp = true, letter = '#', skills = 3, note = [1, {}] }",
        "fighters.a = { hp = 1, poison = 3, mana = 2, mana2 = 4, luk = 'x', kid = { a = 1 } }",
        "fighters.a = { hp = 1, poison = { turns = 3 }, mana = { start = 1 }, Poison = { turns = 3 } }",
        "fighters.a = { hp = 1, skils = 'x', leter = { a = 1 }, \"a b\" = 1, 3x = 2, a_b-c = 3, \"é9\" = 4 }",
        "fighters.\"a b\" = { hp = 1 }\nfighters.9 = { hp = 1 }\nfighters.- = 4",
        "fighters.a = { hp = 1, when = { self = 1, 'any name' = true, other = 2 } }",
        "fighters.a = { hp = 1, when = {} }",
        "fighters.a.hp = 1\nmodes.'very hard'.fighters.a.letter = 'xx'\nmodes.b = { fast = 1, slow = 2, fighters = { b = {} } }",
        "fighters.a.hp = 1\nhard = { poison = 'x', hp = { max = 3 }, letter = 4 }",
        "fighters.a.hp = 1\nweights = [0, 2, 2.0, 2.5, -1, 'x', true]",
        "fighters.a.hp = 2020-01-01\nfast = 1.5\namount = 0x10\nweights = [{}]",
        "fighters.a.hp = 99999999999999999999\nfast = 1e99\nfighters.b = { hp = 1, letter = \"\\u0007\" }",
        "a = [\nb = = 1\nquick = 2",
        "fighters.a.hp = 1\nfighters.a.hp = 2",
    ];
    let mut told = String::new();
    for text in texts {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("a.toml", text);
        let table = parse(&sources, source, &mut problems);
        check(&table, &FILE, Span::all(source, text), &mut problems);
        told += &format!("{text:?}\n");
        for problem in problems.into_sorted() {
            let words = problem.span.map(|span| sources.text(span));
            let help = problem.help.unwrap_or_default();
            told += &format!("{} {words:?} {} / {help}\n", problem.code, problem.message);
        }
    }
    let golden = include_str!("told.txt");
    for (number, (line, wanted)) in told.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, wanted, "line {}", number + 1);
    }
    assert_eq!(told.len(), golden.len(), "{told}");
}

#[test]
fn each_shape_says_what_it_expects() {
    let expected = [&DIGIT, &AMOUNT, &NUMBER, &WHEN, &FIGHTER, &MODES].map(Shape::expected);
    let wanted = [
        "a whole number",
        "a whole number or a formula in quotes",
        "a whole number or a table or true or false",
        "a table",
        "a table",
        "a table",
    ];
    assert_eq!(expected, wanted);
    let expected = [
        Shape::Letter,
        Shape::Word(&["a", "b"]),
        Shape::List(&Shape::Flag),
        Shape::Chance,
        Shape::Any("anything"),
        Shape::Overlay(&FILE),
        Shape::Text,
        Shape::Decimal { least: 0, most: 1 },
    ]
    .map(|shape| shape.expected());
    let wanted = [
        "one letter, digit or sign, as text",
        "\"a\" or \"b\"",
        "a list of true or false",
        "a number from 0 to 1 or a formula in quotes",
        "anything",
        "a table",
        "text",
        "a number",
    ];
    assert_eq!(expected, wanted);
}

#[test]
fn what_is_one_value_and_by_what_it_goes() {
    let one = [&NUMBER, &WHEN, &FIGHTER, &POOL, &DIGIT].map(Shape::is_one_value);
    assert_eq!(one, [true, true, false, false, false]);
    assert!(Shape::Hinted(&WHEN, &[]).is_one_value());
    assert_eq!((EITHER.main_field(), POOL.main_field()), (Some("start"), None));
    let inside = |shape: &'static Shape, key| {
        shape.inside(key).map(|(shape, settable)| (shape.expected(), settable))
    };
    let text = |words: &str, settable| Some((words.to_owned(), settable));
    assert_eq!(inside(&POOL, "start"), text("a whole number or a formula in quotes", true));
    assert_eq!(inside(&POOL, "x"), None);
    assert_eq!(inside(&DIGIT, "x"), None);
    assert_eq!(inside(&FIGHTER, "x"), text("a whole number or a table or true or false", true));
    assert_eq!(inside(&FIGHTERS, "x"), text("a table", false));
    assert_eq!(inside(&EITHER, "max"), text("a whole number", true));
    assert_eq!(inside(&NUMBER, "max"), text("a whole number", true));
    assert_eq!(inside(&WHEN, "other"), text("true or false", false));
    assert_eq!(inside(&ANY, "x"), text("anything", false));
    assert_eq!(inside(&HARD, "fast"), text("true or false", true));
}

#[test]
fn the_schema_of_all_shapes_is_as_it_was() {
    let schema = json_schema(&[("a file", &FILE), ("a word", &Shape::Text)], "x.json", "X");
    let golden: serde_json::Value = serde_json::from_str(include_str!("told.json")).unwrap();
    assert_eq!(schema, golden, "{schema:#}");
}
