use super::*;
use crate::{Sources, parse};

static NUMBER: Shape = Shape::Integer { least: 0, most: 9 };
static FIGHTER: Shape = Shape::Table {
    fields: &[
        Field { name: "hp", shape: &NUMBER, required: true, about: "life" },
        Field { name: "skills", shape: &Shape::List(&Shape::Text), required: false, about: "" },
    ],
    rest: Some(Rest { what: "a number", shape: &NUMBER, settable: false, free: false }),
};

fn problems_of(text: &str, shape: &Shape) -> Vec<String> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("a.toml", text);
    let table = parse(&sources, source, &mut problems);
    check(&table, shape, Span::all(source, text), &mut problems);
    let problems = problems.into_sorted();
    problems
        .into_iter()
        .map(|p| format!("{} / {}", p.message, p.help.unwrap_or_default()))
        .collect()
}

#[test]
fn every_problem_is_reported_at_once() {
    assert_eq!(
        problems_of("mana = 10\nskils = ['a']\nskills = [1]", &FIGHTER),
        [
            "`hp` is missing / add `hp = ...`: life",
            "10 is out of range / it may be 0 to 9",
            "`skils` is unknown here, and is not a number either / did you mean `skills`?",
            "expected text, got a whole number / ",
        ]
    );
}

#[test]
fn a_file_that_fits_has_no_problem() {
    assert_eq!(problems_of("hp = 3\nmana = 4\nskills = ['a', 'b']", &FIGHTER), [""; 0]);
}

static SKILL: Shape = Shape::Table {
    fields: &[
        Field { name: "accuracy", shape: &Shape::Chance, required: false, about: "" },
        Field { name: "weight", shape: &WEIGHT, required: false, about: "" },
        Field { name: "luck", shape: &LUCK, required: false, about: "" },
    ],
    rest: None,
};
static WEIGHT: Shape = Shape::Decimal { least: -2, most: 3 };
static LUCK: Shape = Shape::OneOf(&[&NUMBER, &WEIGHT, &Shape::Table { fields: &[], rest: None }]);

#[test]
fn a_chance_is_a_number_from_0_to_1_or_a_formula() {
    for right in ["0.63", "0", "1", "0.0", "1.0", "1e-3", "'accuracy'"] {
        assert_eq!(problems_of(&format!("accuracy = {right}"), &SKILL), [""; 0], "{right}");
    }
    for (wrong, help) in [
        ("63", "63 per cent is 0.63"),
        ("62.50", "62.5 per cent is 0.625"),
        ("100", "100 per cent is 1"),
        ("1.2", "0 is never, 0.5 is half of the time, 1 is always"),
        ("101", "0 is never, 0.5 is half of the time, 1 is always"),
        ("-0.1", "0 is never, 0.5 is half of the time, 1 is always"),
        ("62.12345678", "0 is never, 0.5 is half of the time, 1 is always"),
    ] {
        assert_eq!(
            problems_of(&format!("accuracy = {wrong}"), &SKILL),
            [format!("a chance is a number from 0 to 1 / {help}")],
            "{wrong}"
        );
    }
    assert_eq!(
        problems_of("accuracy = true", &SKILL),
        ["expected a number from 0 to 1 or a formula in quotes, got true or false / "]
    );
    assert_eq!(
        problems_of("accuracy = 0.1234567891", &SKILL),
        ["this number has too many digits after the point / \
          at most 9 digits after the point: 0.123456789"]
    );
}

#[test]
fn a_number_with_a_fraction_stands_only_where_one_may() {
    for right in ["-2", "-1.999", "0.5", "3", "3.0"] {
        assert_eq!(problems_of(&format!("weight = {right}"), &SKILL), [""; 0], "{right}");
    }
    for wrong in ["-2.001", "-3", "3.000000001", "4"] {
        assert_eq!(
            problems_of(&format!("weight = {wrong}"), &SKILL),
            [format!("{wrong} is out of range / it may be -2 to 3")]
        );
    }
    assert_eq!(problems_of("weight = 'a'", &SKILL), ["expected a number, got text / "]);
    assert_eq!(
        problems_of("hp = 2.5", &FIGHTER),
        ["expected a whole number, got a number with a fraction / "]
    );
}

#[test]
fn a_value_of_several_shapes_may_have_a_fraction_in_one_of_them() {
    for right in ["9", "2.5", "{}"] {
        assert_eq!(problems_of(&format!("luck = {right}"), &SKILL), [""; 0], "{right}");
    }
    assert_eq!(problems_of("luck = 3.5", &SKILL), ["3.5 is out of range / it may be -2 to 3"]);
    assert_eq!(
        problems_of("luck = 'a'", &SKILL),
        ["expected a whole number or a number or a table, got text / "]
    );
}
