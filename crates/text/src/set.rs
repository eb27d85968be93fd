//! Changes to a tree from outside: `boss.hp=71`.
//!
//! A path is looked up as it stands and then below each *shortcut* (`fighters`, `skills`, ...), and
//! must mean exactly one thing. It may name a value of the file, or one that the format knows and
//! the file leaves out; a name of the user's own must be in the file, so that a typo never becomes
//! a rule. A table with one entry goes by its parent: `missile.cost=60` sets `missile.cost.mana`.

use std::collections::HashSet;

use crate::tree::parse_value;
use crate::{Code, Decimal, Entry, Node, Problem, Shape, SourceId, Span, Table, Value, near};

/// A change: what, to what, and where it was asked for.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path as typed, `boss.hp`.
    pub path: String,
    /// Where the path stands.
    pub path_span: Span,
    /// The new value.
    pub value: Node,
}

impl Change {
    /// Reads `PATH=VALUE`, the value in TOML's notation or as a bare word.
    ///
    /// # Errors
    /// When there is no `=`, or nothing on one side of it, or a sign before a number as if to add it, or
    /// a number that is too large or has too many digits.
    pub fn parse(text: &str, source: SourceId) -> Result<Self, Problem> {
        let (path, value) = text.split_once('=').unwrap_or((text, ""));
        if path.trim().is_empty() || value.trim().is_empty() {
            return Err(Problem::error(
                Code::Syntax,
                Span::all(source, text),
                "expected PATH=VALUE",
            )
            .help("for example `boss.hp=71`"));
        }
        let start = path.len() + 1 + (value.len() - value.trim_start().len());
        let value = value.trim();
        let span = Span { source, start, end: start + value.len() };
        // To some it would mean "so much more", to TOML it means nothing.
        if let Some(number) = value.strip_prefix('+') {
            let message = format!("`{value}` would not be added to anything");
            let help = format!("write the number itself, as in `{}={number}`", path.trim());
            return Err(Problem::error(Code::Syntax, span, message).help(help));
        }
        Ok(Self {
            path: path.trim().to_owned(),
            path_span: Span { source, start: 0, end: path.trim_end().len() },
            value: parse_value(value, span)?,
        })
    }
}

/// Makes a change, or says why it cannot be made.
///
/// # Errors
/// When the path means nothing (the near ones are listed) or more than one thing.
pub fn apply(
    root: &mut Table,
    shape: &'static Shape,
    shortcuts: &[&str],
    change: &Change,
) -> Result<(), Problem> {
    let typed: Vec<&str> = change.path.split('.').collect();
    match meanings(root, shape, shortcuts, &typed).as_slice() {
        [path] => {
            if matches!(change.value.value, Value::Table(_)) {
                put(root, path, change);
                return Ok(());
            }
            let path: Vec<String> = narrowed(root, shape, path);
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let several: Vec<String> = table_at(root, &path)
                .filter(|table| table.len() > 1)
                .map_or(Vec::new(), |table| table.keys().map(str::to_owned).collect());
            if several.is_empty() {
                put(root, &path, change);
                return Ok(());
            }
            let inside: Vec<_> =
                several.iter().map(|key| format!("{}.{key}", change.path)).collect();
            let message = format!("`{}` is more than one thing", change.path);
            Err(Problem::error(Code::Ambiguous, change.path_span, message)
                .help(format!("say {}", quoted(&inside).replace(", ", " or "))))
        }
        [] => {
            let mut known = Vec::new();
            leaves(root, ("", ""), shortcuts, &mut known);
            // Where the short path would mean several things, the whole ones are named.
            let clear = |short: &str| -> Vec<String> {
                let full: Vec<_> = known.iter().filter(|(other, _)| other == short).collect();
                match full.as_slice() {
                    [_] => vec![short.to_owned()],
                    several => several.iter().map(|(_, full)| full.clone()).collect(),
                }
            };
            let mut seen = HashSet::new();
            let shorts: Vec<&str> = known
                .iter()
                .map(|(short, _)| short.as_str())
                .filter(|&it| seen.insert(it))
                .collect();
            let near = near(&change.path, shorts.iter().copied());
            let message = format!("nothing is called `{}`", change.path);
            let problem = Problem::error(Code::UnknownPath, change.path_span, message);
            Err(if near.is_empty() {
                let last = typed.last().copied().unwrap_or("");
                let same: Vec<_> = shorts
                    .iter()
                    .filter(|path| path.rsplit('.').next() == Some(last) || path.contains(typed[0]))
                    .flat_map(|path| clear(path))
                    .take(6)
                    .collect();
                problem.help(match same.as_slice() {
                    [] => "nothing of these rules has a name like that".to_owned(),
                    paths => format!("near to it: {}", quoted(paths)),
                })
            } else {
                let near: Vec<_> = near.iter().flat_map(|path| clear(path)).take(4).collect();
                problem.help(format!("did you mean {}?", quoted(&near)))
            })
        }
        several => {
            let full: Vec<_> = several.iter().map(|path| path.join(".")).collect();
            let message = format!("`{}` could mean more than one thing", change.path);
            let problem = Problem::error(Code::Ambiguous, change.path_span, message);
            Err(problem.help(format!("say {}", quoted(&full).replace(", ", " or "))))
        }
    }
}

/// All that a path as typed may mean.
fn meanings<'t>(
    root: &Table,
    shape: &'static Shape,
    shortcuts: &[&'t str],
    typed: &[&'t str],
) -> Vec<Vec<&'t str>> {
    let prefixes = std::iter::once(None).chain(shortcuts.iter().copied().map(Some));
    let paths = prefixes.map(|prefix| prefix.into_iter().chain(typed.iter().copied()).collect());
    paths.filter(|path: &Vec<&str>| exists(root, shape, path)).collect()
}

/// A number that stands in a tree, and how a change names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The path as one would type it, as short as is clear.
    pub path: String,
    /// All names on the way to it.
    pub full: Vec<String>,
    /// The number.
    pub value: Decimal,
}

/// Every number of a tree that a change can name, in the order of the file. Numbers in lists have no
/// names.
pub fn numbers(root: &Table, shape: &'static Shape, shortcuts: &[&str]) -> Vec<Numbered> {
    let mut found = Vec::new();
    collect(root, &mut Vec::new(), &mut found);
    let short = |(full, value): (Vec<String>, Decimal)| {
        let path: Vec<&str> = full.iter().map(String::as_str).collect();
        // A table with one entry goes by its parent.
        let least = if shortcuts.contains(&path[0]) { 3 } else { 2 };
        let mut length = path.len();
        while length > least
            && table_at(root, &path[..length - 1]).is_some_and(|table| table.len() == 1)
        {
            length -= 1;
        }
        let below = usize::from(shortcuts.contains(&path[0]));
        let typed = &path[below..length];
        let clear = meanings(root, shape, shortcuts, typed).len() == 1;
        let path = if clear { typed } else { &path[..length] }.join(".");
        Numbered { path, full, value }
    };
    found.into_iter().map(short).collect()
}

fn collect(table: &Table, path: &mut Vec<String>, out: &mut Vec<(Vec<String>, Decimal)>) {
    for Entry { key, node, .. } in table.iter() {
        path.push(key.clone());
        match &node.value {
            Value::Integer(number) => out.push((path.clone(), Decimal::from(*number))),
            Value::Decimal(number) => out.push((path.clone(), *number)),
            Value::Table(inner) => collect(inner, path, out),
            Value::Text(_) | Value::Flag(_) | Value::List(_) | Value::Date => {}
        }
        path.pop();
    }
}

fn quoted(words: &[impl AsRef<str>]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    words.join(", ")
}

/// Does the path name something that is there, or that the format lets a file say?
fn exists(table: &Table, shape: &'static Shape, path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else { return true };
    let inner = shape.inside(first);
    match (table.get(first), inner) {
        (Some(node), Some((shape, _))) => match node.as_table() {
            Some(table) => exists(table, shape, rest),
            None => rest.is_empty(),
        },
        (None, Some((shape, true))) => exists(&Table::default(), shape, rest),
        _ => false,
    }
}

/// The path with the names of tables added that have just one entry: those go by their parents, and
/// a value that is a table by its first field.
fn narrowed(root: &Table, shape: &'static Shape, path: &[&str]) -> Vec<String> {
    let inner = path.iter().try_fold(shape, |shape, key| Some(shape.inside(key)?.0));
    let mut table = table_at(root, path);
    let mut path: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
    if let (Some(field), Some(_)) = (inner.and_then(Shape::main_field), table) {
        path.push(field.to_owned());
        return path;
    }
    while let Some(inner) = table.filter(|table| table.len() == 1) {
        let only = inner.keys().next().unwrap_or_default().to_owned();
        table = inner.table(&only);
        path.push(only);
    }
    path
}

fn table_at<'t>(root: &'t Table, path: &[&str]) -> Option<&'t Table> {
    path.iter().try_fold(root, |table, key| table.table(key))
}

/// Puts the value at a path that [`exists`].
fn put(table: &mut Table, path: &[&str], change: &Change) {
    let Some((first, rest)) = path.split_first() else { return };
    if rest.is_empty() {
        table.insert(*first, change.path_span, change.value.clone());
        return;
    }
    if table.get(first).is_none() {
        let empty = Node { value: Value::Table(Table::default()), span: change.path_span };
        table.insert(*first, change.path_span, empty);
    }
    if let Some(Node { value: Value::Table(inner), .. }) = table.get_mut(first) {
        put(inner, rest, change);
    }
}

/// The paths of all values, each with the shortcuts left out and in full.
fn leaves(
    table: &Table,
    (short, full): (&str, &str),
    shortcuts: &[&str],
    out: &mut Vec<(String, String)>,
) {
    for Entry { key, node, .. } in table.iter() {
        let below = |prefix: &str| match prefix {
            "" => key.clone(),
            _ => format!("{prefix}.{key}"),
        };
        let full = below(full);
        let is_shortcut = short.is_empty() && shortcuts.contains(&key.as_str());
        let short = if is_shortcut { String::new() } else { below(short) };
        match node.as_table() {
            Some(inner) => {
                if inner.len() == 1 && !short.is_empty() {
                    out.push((short.clone(), full.clone()));
                }
                leaves(inner, (&short, &full), shortcuts, out);
            }
            None => out.push((short, full)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, NoDecimal, Problems, Rest, Sources, check, parse};

    static NUMBER: Shape = Shape::Integer { least: 0, most: 9 };
    static THING: Shape = Shape::Table {
        fields: &[
            Field { name: "hp", shape: &NUMBER, required: true, about: "" },
            Field { name: "cost", shape: &COST, required: false, about: "" },
            Field { name: "each-turn", shape: &DEEP, required: false, about: "" },
        ],
        rest: None,
    };
    static SKILL: Shape = Shape::Table {
        fields: &[
            Field { name: "accuracy", shape: &Shape::Chance, required: false, about: "" },
            Field { name: "luck", shape: &LUCK, required: false, about: "" },
        ],
        rest: None,
    };
    static LUCK: Shape = Shape::OneOf(&[&WEIGHT, &STARTING]);
    static STARTING: Shape = Shape::Table {
        fields: &[Field { name: "start", shape: &WEIGHT, required: true, about: "" }],
        rest: None,
    };
    static WEIGHT: Shape = Shape::Decimal { least: 0, most: 3 };
    static COST: Shape = Shape::Table {
        fields: &[],
        rest: Some(Rest { what: "a number", shape: &NUMBER, settable: false, free: false }),
    };
    static THINGS: Shape = Shape::Table {
        fields: &[],
        rest: Some(Rest { what: "a thing", shape: &THING, settable: false, free: false }),
    };
    static ROOT: Shape = Shape::Table {
        fields: &[
            Field { name: "fighters", shape: &THINGS, required: false, about: "" },
            Field { name: "skills", shape: &THINGS, required: false, about: "" },
        ],
        rest: None,
    };

    static DEEP: Shape = Shape::Table {
        fields: &[Field { name: "enemy", shape: &COST, required: false, about: "" }],
        rest: None,
    };

    const TEXT: &str = "[fighters.boss]\nhp = 1\n[skills.boss]\nhp = 2\n\
        [skills.bolt]\nhp = 3\ncost = { mana = 5 }\n[skills.acid]\nhp = 1\n\
        each-turn.enemy.hp = 3";

    /// The number at a path after a change, or why it cannot be made.
    fn after(change: &str, path: &[&str]) -> Result<Option<i64>, String> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("a.toml", TEXT);
        let mut root = parse(&sources, source, &mut problems);
        let set = sources.add("a change", change);
        let told = |problem: Problem| {
            format!("{} / {}", problem.message, problem.help.unwrap_or_default())
        };
        let change = Change::parse(change, set).map_err(told)?;
        apply(&mut root, &ROOT, &["fighters", "skills"], &change).map_err(told)?;
        let (last, tables) = path.split_last().unwrap();
        let table = tables.iter().fold(&root, |table, key| table.table(key).unwrap());
        Ok(table.get(last).and_then(Node::as_integer))
    }

    #[test]
    fn a_shortcut_may_be_left_out_where_that_is_unambiguous() {
        assert_eq!(after("bolt.hp=7", &["skills", "bolt", "hp"]), Ok(Some(7)));
        assert_eq!(after("fighters.boss.hp=7", &["fighters", "boss", "hp"]), Ok(Some(7)));
        assert_eq!(
            after("boss.hp=7", &["fighters", "boss", "hp"]),
            Err("`boss.hp` could mean more than one thing / \
                 say `fighters.boss.hp` or `skills.boss.hp`"
                .to_owned())
        );
    }

    #[test]
    fn a_table_with_one_entry_goes_by_its_parent_and_one_with_more_does_not() {
        assert_eq!(after("bolt.cost=6", &["skills", "bolt", "cost", "mana"]), Ok(Some(6)));
        let nested = ["skills", "acid", "each-turn", "enemy", "hp"];
        assert_eq!(after("acid.each-turn=6", &nested), Ok(Some(6)));
        assert_eq!(
            after("bolt=6", &["skills", "bolt"]),
            Err("`bolt` is more than one thing / say `bolt.hp` or `bolt.cost`".to_owned())
        );
    }

    #[test]
    fn a_number_with_a_plus_is_neither_added_nor_taken_for_the_number() {
        let told =
            "`+5` would not be added to anything / write the number itself, as in `bolt.hp=5`";
        assert_eq!(after("bolt.hp = +5", &["skills"]), Err(told.to_owned()));
        assert_eq!(after("bolt.hp=-5", &["skills", "bolt", "hp"]), Ok(Some(-5)));
    }

    #[test]
    fn a_typo_never_becomes_a_rule() {
        let typo = after("bolt.cost.manna=6", &["skills"]).unwrap_err();
        assert_eq!(typo, "nothing is called `bolt.cost.manna` / did you mean `bolt.cost.mana`?");
    }

    /// The number at a path inside a skill after a change, or what is wrong and the text where.
    fn chance_after(change: &str, path: &[&str]) -> Result<Decimal, String> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("a.toml", "accuracy = 0.63\nluck = { start = 0.5 }");
        let mut root = parse(&sources, source, &mut problems);
        let set = sources.add("a change", change);
        match Change::parse(change, set).and_then(|change| apply(&mut root, &SKILL, &[], &change)) {
            Ok(()) => check(&root, &SKILL, Span::all(source, ""), &mut problems),
            Err(problem) => problems.push(problem),
        }
        if let Some(problem) = problems.into_sorted().into_iter().next() {
            let place = problem.span.map_or("", |span| sources.text(span));
            let help = problem.help.unwrap_or_default();
            return Err(format!("{place}: {} / {help}", problem.message));
        }
        let (last, tables) = path.split_last().unwrap();
        let table = tables.iter().fold(&root, |table, key| table.table(key).unwrap());
        Ok(table.get(last).and_then(Node::as_decimal).unwrap())
    }

    #[test]
    fn a_number_with_a_fraction_is_set_as_exactly_as_it_is_written() {
        let read = |text: &str| text.parse().map_err(|error: NoDecimal| error.to_string());
        assert_eq!(chance_after("accuracy=0.7", &["accuracy"]), read("0.7"));
        assert_eq!(chance_after("accuracy = 1e-3", &["accuracy"]), read("0.001"));
        assert_eq!(chance_after("accuracy=1", &["accuracy"]), Ok(Decimal::from(1)));
        assert_eq!(chance_after("luck=0.123456789", &["luck", "start"]), read("0.123456789"));
    }

    #[test]
    fn a_number_with_a_fraction_that_cannot_be_set_is_refused_where_it_stands() {
        let refused = |change| chance_after(change, &["accuracy"]).unwrap_err();
        assert_eq!(
            refused("accuracy=63"),
            "63: a chance is a number from 0 to 1 / 63 per cent is 0.63"
        );
        assert_eq!(refused("luck=3.5"), "3.5: 3.5 is out of range / it may be 0 to 3");
        assert_eq!(
            refused("accuracy = 0.1234567891"),
            "0.1234567891: this number has too many digits after the point / \
             at most 9 digits after the point: 0.123456789"
        );
        assert_eq!(
            refused("accuracy=nan"),
            "nan: this is no number that rules can hold / write it in digits: 0.63"
        );
        assert_eq!(
            refused("accuracy=+0.7"),
            "+0.7: `+0.7` would not be added to anything / \
             write the number itself, as in `accuracy=0.7`"
        );
        assert_eq!(
            refused("acuracy=0.7"),
            "acuracy: nothing is called `acuracy` / did you mean `accuracy`?"
        );
    }

    #[test]
    fn numbers_go_by_the_shortest_path_that_is_clear() {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("a.toml", TEXT);
        let root = parse(&sources, source, &mut problems);
        let found = numbers(&root, &ROOT, &["fighters", "skills"]);
        let told: Vec<_> =
            found.iter().map(|number| format!("{}={}", number.path, number.value)).collect();
        let expected = [
            "fighters.boss.hp=1",
            "skills.boss.hp=2",
            "bolt.hp=3",
            "bolt.cost=5",
            "acid.hp=1",
            "acid.each-turn=3",
        ];
        assert_eq!(told, expected);
        // Each of them can be set.
        for number in &found {
            let full: Vec<&str> = number.full.iter().map(String::as_str).collect();
            assert_eq!(after(&format!("{}=7", number.path), &full), Ok(Some(7)), "{}", number.path);
        }
    }

    #[test]
    fn a_change_knows_where_its_parts_stand() {
        let parts = |text: &str| {
            let mut sources = Sources::default();
            let source = sources.add("--set", text);
            match Change::parse(text, source) {
                Ok(change) => {
                    let words = |span| sources.text(span).to_owned();
                    Ok((change.path, words(change.path_span), words(change.value.span)))
                }
                Err(problem) => Err((
                    problem.code,
                    sources.text(problem.span.unwrap()).to_owned(),
                    problem.message,
                )),
            }
        };
        let fine =
            |path: &str, value: &str| Ok((path.to_owned(), path.to_owned(), value.to_owned()));
        assert_eq!(parts("boss.hp=71"), fine("boss.hp", "71"));
        assert_eq!(parts("a  =  'x y' "), fine("a", "'x y'"));
        assert_eq!(parts("a=b=c"), fine("a", "b=c"));
        let wrong =
            |code, words: &str, message: &str| Err((code, words.to_owned(), message.to_owned()));
        for text in ["a", "a=", " =3", "a = ", ""] {
            assert_eq!(parts(text), wrong(Code::Syntax, text, "expected PATH=VALUE"));
        }
        let told = "`+ 3` would not be added to anything";
        assert_eq!(parts("a = + 3"), wrong(Code::Syntax, "+ 3", told));
        let large = "99999999999999999999";
        let told = "this number is too large";
        assert_eq!(parts(&format!("a = {large} ")), wrong(Code::OutOfRange, large, told));
        let told = "text cannot contain the control character U+001B";
        assert_eq!(parts("a=\u{1b}[2J"), wrong(Code::ControlCharacter, "\u{1b}[2J", told));
    }

    #[test]
    fn what_is_not_called_so_is_told_with_what_is() {
        let told = |change: &str| after(change, &["skills"]).unwrap_err();
        assert_eq!(
            told("zzz.hp=1"),
            "nothing is called `zzz.hp` / near to it: `fighters.boss.hp`, `skills.boss.hp`, `bolt.hp`, `acid.hp`, `acid.each-turn.enemy.hp`"
        );
        assert_eq!(
            told("zzz.y=1"),
            "nothing is called `zzz.y` / nothing of these rules has a name like that"
        );
        assert_eq!(
            told("acid.zzzzz.y=1"),
            "nothing is called `acid.zzzzz.y` / near to it: `acid.hp`, `acid.each-turn`, `acid.each-turn.enemy`, `acid.each-turn.enemy.hp`"
        );
        assert_eq!(told("bolt.hpp=1"), "nothing is called `bolt.hpp` / did you mean `bolt.hp`?");
        assert_eq!(
            told("bos.hp=1"),
            "nothing is called `bos.hp` / did you mean `fighters.boss.hp`, `skills.boss.hp`, `bolt.hp`?"
        );
        assert_eq!(told("bolt.hp.x=1"), "nothing is called `bolt.hp.x` / did you mean `bolt.hp`?");
    }

    #[test]
    fn a_table_takes_the_place_of_what_is_there_and_what_is_known_is_made() {
        let mana = ["skills", "bolt", "cost", "mana"];
        assert_eq!(after("bolt.cost={ mana = 8 }", &mana), Ok(Some(8)));
        // The format knows it, the file does not have it: the tables on the way are made.
        let deep = ["skills", "bolt", "each-turn", "enemy"];
        assert_eq!(after("bolt.each-turn.enemy=8", &deep), Ok(Some(8)));
        assert!(after("bolt.each-turn.enemy.hp=8", &deep).is_err());
        assert!(after("newcomer.hp=8", &["skills"]).is_err());
        let table = ["skills", "acid", "each-turn", "enemy", "hp"];
        assert_eq!(after("acid.each-turn.enemy={ hp = 2 }", &table), Ok(Some(2)));
    }
}
