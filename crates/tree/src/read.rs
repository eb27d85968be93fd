//! From a file to a tree, with every problem in it.
//!
//! Positions get their numbers in the order of the file, the start first; names are looked up when
//! all are known. A number that stands for a worth may be anything from minus to plus a trillion.

use std::collections::{HashMap, HashSet};

use outplay_game::{Node, Player, is_acyclic};
use outplay_text::set::{self, Change};
use outplay_text::{
    Code, Entry, Node as Spec, Problem, Problems, SourceId, Sources, Span, Table, Value, check,
    parse,
};

use crate::format::{FORMAT, POSITION};
use crate::game::{Position, Tree};

/// The most that an end may be worth, either way.
const MOST: i64 = 1_000_000_000_000;

/// A tree's file that has been read.
#[derive(Clone, Debug)]
pub struct TreeFile {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// What it says of itself.
    pub about: Option<String>,
    /// The game.
    pub tree: Tree,
}

/// Reads a tree, with changes of the form `PATH=VALUE` (`start.A=30`) made to it, unless there are
/// errors; every problem is reported.
pub fn read(
    sources: &Sources,
    source: SourceId,
    changes: &[SourceId],
    problems: &mut Problems,
) -> Option<TreeFile> {
    let mut root = parse(sources, source, problems);
    for &change in changes {
        let change = Change::parse(&sources.get(change).text, change);
        let made =
            change.and_then(|change| set::apply(&mut root, &FORMAT, &["positions"], &change));
        if let Err(problem) = made {
            problems.push(problem);
        }
    }
    let top = Span { source, start: 0, end: 0 };
    check(&root, &FORMAT, top, problems);
    let for_chooser = root.get("values").and_then(Spec::as_text) == Some("chooser");
    let mut reader = Reader { nodes: Vec::new(), links: Vec::new(), for_chooser, problems };
    let mut named = Vec::new();
    if let Some(start) = root.get("start") {
        named.push(("start", reader.position("start", start)));
    }
    for Entry { key, key_span, node } in root.table("positions").into_iter().flat_map(Table::iter) {
        if key == "start" {
            let message = "`start` is the first position's own name";
            reader.problems.push(
                Problem::error(Code::ReservedName, *key_span, message)
                    .help("call this one otherwise"),
            );
        }
        named.push((key, reader.position(key, node)));
    }
    reader.connect(&named);
    let led_to: HashSet<&str> = reader.links.iter().map(|link| link.to.as_str()).collect();
    for Entry { key, key_span, .. } in root.table("positions").into_iter().flat_map(Table::iter) {
        if !led_to.contains(key.as_str()) {
            let message = format!("no move leads to `{key}`");
            reader.problems.push(Problem::warning(Code::Unused, *key_span, message));
        }
    }
    let nodes = reader.nodes;
    if problems.has_errors() || nodes.is_empty() {
        return None;
    }
    let text = |key| root.get(key).and_then(Spec::as_text).map(str::to_owned);
    let next: Vec<Vec<usize>> = nodes
        .iter()
        .map(|node| node.moves.iter().map(|&(_, target)| target as usize).collect())
        .collect();
    let acyclic = is_acyclic(&next);
    Some(TreeFile { title: text("title"), about: text("about"), tree: Tree { nodes, acyclic } })
}

struct Reader<'p> {
    nodes: Vec<Position>,
    links: Vec<Link>,
    /// Does a plain number count for whoever chooses where it stands?
    for_chooser: bool,
    problems: &'p mut Problems,
}

/// A move that leads to a position by name.
struct Link {
    from: u32,
    mv: usize,
    to: String,
    span: Span,
}

impl Reader<'_> {
    /// Takes in a position and all below it.
    fn position(&mut self, name: &str, node: &Spec) -> u32 {
        let place = self.add(name, Node::End, 0);
        let Some(table) = node.as_table() else {
            let message = format!("expected a position, got {}", node.kind());
            self.problems.push(Problem::error(Code::WrongType, node.span, message).help(POSITION));
            return place;
        };
        let player = self.player(table, node.span);
        for Entry { key, key_span, node } in table.iter() {
            if key == "player" {
                continue;
            }
            if matches!(key.as_str(), "p1" | "p2") {
                let message = format!("`{key}` says what an end is worth, and this is no end");
                let help = format!("an end is `{{ {key} = ... }}`, without moves or player");
                self.problems
                    .push(Problem::error(Code::Contradiction, *key_span, message).help(help));
                continue;
            }
            let mv = self.nodes[place as usize].moves.len();
            let path = if name == "start" { key.clone() } else { format!("{name}.{key}") };
            let next = self.target(&path, node, player, (place, mv));
            self.nodes[place as usize].moves.push((key.clone(), next));
        }
        if self.nodes[place as usize].moves.is_empty() {
            let message = "this position has no moves";
            let help = "an end is written as what it is worth: a number, or `{ p2 = -80 }`";
            self.problems.push(Problem::error(Code::Empty, node.span, message).help(help));
        }
        self.nodes[place as usize].node = Node::of(player);
        place
    }

    /// Who chooses in a position.
    fn player(&mut self, table: &Table, span: Span) -> Player {
        let Some(node) = table.get("player") else {
            let message = "`player` is missing: who chooses here?";
            self.problems.push(
                Problem::error(Code::MissingField, span, message)
                    .help("add `player = 1` or `player = 2`"),
            );
            return Player::One;
        };
        match node.value {
            Value::Integer(1) => Player::One,
            Value::Integer(2) => Player::Two,
            _ => {
                let message = "`player` is 1 or 2: who chooses here";
                self.problems.push(
                    Problem::error(Code::UnknownChoice, node.span, message).help(
                        "a move cannot be called `player`; write `player = 1` or `player = 2`",
                    ),
                );
                Player::One
            }
        }
    }

    /// Takes in what a move leads to.
    fn target(&mut self, path: &str, node: &Spec, chooser: Player, at: (u32, usize)) -> u32 {
        match &node.value {
            Value::Integer(number) => {
                let counts_for = if self.for_chooser { chooser } else { Player::One };
                self.end(path, *number, counts_for, node.span)
            }
            Value::Text(name) => {
                let (from, mv) = at;
                self.links.push(Link { from, mv, to: name.trim().to_owned(), span: node.span });
                0
            }
            Value::Table(table) if is_end(table) => self.table_end(path, table),
            Value::Table(_) => self.position(path, node),
            _ => {
                let message = format!("a move cannot lead to {}", node.kind());
                self.problems.push(Problem::error(Code::WrongType, node.span, message).help(
                    "it leads to a whole number (what the end is worth), to a position in braces, \
                     or to the name of one, as text",
                ));
                0
            }
        }
    }

    /// An end as `{ p1 = 20 }` or `{ p2 = -80 }`.
    fn table_end(&mut self, path: &str, table: &Table) -> u32 {
        let mut place = 0;
        for (index, Entry { key, key_span, node }) in table.iter().enumerate() {
            let player = if key == "p2" { Player::Two } else { Player::One };
            if index > 0 {
                let message = "an end is worth to one player what it costs the other";
                self.problems.push(
                    Problem::error(Code::Contradiction, *key_span, message)
                        .help("give one of the two"),
                );
            } else if let Value::Integer(number) = node.value {
                place = self.end(path, number, player, node.span);
            } else {
                let message = format!("expected a whole number, got {}", node.kind());
                self.problems.push(Problem::error(Code::WrongType, node.span, message));
            }
        }
        place
    }

    fn end(&mut self, path: &str, number: i64, counts_for: Player, span: Span) -> u32 {
        if !(-MOST..=MOST).contains(&number) {
            let message = format!("{number} is out of range");
            let help = format!("it may be {} to {MOST}", -MOST);
            self.problems.push(Problem::error(Code::OutOfRange, span, message).help(help));
            return 0;
        }
        self.add(path, Node::End, if counts_for == Player::Two { -number } else { number })
    }

    fn add(&mut self, name: &str, node: Node, payoff: i64) -> u32 {
        let place = u32::try_from(self.nodes.len()).expect("a text has fewer than 2^32 positions");
        self.nodes.push(Position { name: name.to_owned(), node, payoff, moves: Vec::new() });
        place
    }

    /// Lets the moves that name a position lead there.
    fn connect(&mut self, named: &[(&str, u32)]) {
        // Of two of one name, which a text cannot have, the first.
        let places: HashMap<&str, u32> = named.iter().rev().copied().collect();
        for Link { from, mv, to, span } in &self.links {
            match places.get(to.as_str()) {
                Some(&place) => self.nodes[*from as usize].moves[*mv].1 = place,
                None => self.problems.push(
                    Problem::error(
                        Code::UnknownPosition,
                        *span,
                        format!("no position is called `{to}`"),
                    )
                    .one_of(to, named.iter().map(|(name, _)| *name)),
                ),
            }
        }
    }
}

/// Is it what an end is worth to somebody?
fn is_end(table: &Table) -> bool {
    !table.is_empty() && table.keys().all(|key| matches!(key, "p1" | "p2"))
}
