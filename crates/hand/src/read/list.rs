//! The community's card list, read from the user's own file, and cards by name from it.
//!
//! Tab-separated with a header; the columns Name, Color, Pitch, Cost, Power and Card Keywords are
//! used, in whatever order. A card whose cost or power is blank or no plain number cannot be
//! played; one without a plain pitch cannot be pitched; with neither it is refused by name.

use outplay_text::{Code, Problem, Problems, SourceId, Sources, Span, near};
use rustc_hash::FxHashMap;

use super::rows::{Field, rows};
use crate::{Card, MOST_NUMBER};

/// A card list.
#[derive(Debug, Default)]
pub struct CardList {
    cards: Vec<Listed>,
    by_name: FxHashMap<String, Vec<usize>>,
}

/// A card as the list has it.
#[derive(Debug)]
struct Listed {
    name: String,
    color: String,
    pitch: String,
    cost: String,
    power: String,
    go_again: bool,
}

const COLUMNS: [&str; 6] = ["Name", "Color", "Pitch", "Cost", "Power", "Card Keywords"];

impl CardList {
    /// Reads a list.
    pub fn read(sources: &Sources, source: SourceId, problems: &mut Problems) -> Self {
        let text = &sources.get(source).text;
        let first = text.lines().next().unwrap_or("");
        let separator = if first.contains('\t') { b'\t' } else { b',' };
        let rows = rows(sources, source, separator, problems);
        let mut list = Self::default();
        let Some((header, rows)) = rows.split_first() else {
            let message = "this card list is empty";
            problems.push(Problem::error(Code::Empty, Span::all(source, text), message).help(
                format!(
                    "it needs a line with the columns {}, separated by tabs",
                    COLUMNS.join(", ")
                ),
            ));
            return list;
        };
        let place =
            |column: &str| header.iter().position(|field| field.text.eq_ignore_ascii_case(column));
        let places = COLUMNS.map(place);
        let missing: Vec<_> = COLUMNS
            .iter()
            .zip(places)
            .filter(|(_, at)| at.is_none())
            .map(|(name, _)| *name)
            .collect();
        if !missing.is_empty() {
            let message = format!("this card list has no column {}", missing.join(", "));
            let span = Span { end: header[header.len() - 1].span.end, ..header[0].span };
            problems.push(
                Problem::error(Code::MissingField, span, message)
                    .help("the first line names the columns, separated by tabs"),
            );
            return list;
        }
        let field = |row: &[Field], column: usize| {
            let field = places[column].and_then(|at| row.get(at));
            field.map_or(String::new(), |field| field.text.replace(char::is_control, ""))
        };
        for row in rows {
            let keywords = field(row, 5);
            let go_again =
                keywords.split(',').any(|keyword| keyword.trim().eq_ignore_ascii_case("go again"));
            let [name, color, pitch, cost, power] = [0, 1, 2, 3, 4].map(|at| field(row, at));
            if !name.is_empty() {
                let key = name.to_lowercase();
                list.by_name.entry(key).or_default().push(list.cards.len());
                list.cards.push(Listed { name, color, pitch, cost, power, go_again });
            }
        }
        list
    }

    /// How many cards it has.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The card called `Snatch (red)`, or `Snatch` where it comes in one colour only.
    pub fn find(&self, words: &str, span: Span, problems: &mut Problems) -> Option<Card> {
        let words = words.trim();
        let (name, color) = match words.strip_suffix(')').and_then(|words| words.rsplit_once('(')) {
            // A name may end in parentheses itself.
            Some(_) if self.by_name.contains_key(&words.to_lowercase()) => (words, None),
            Some((name, color)) => (name.trim_end(), Some(color.trim())),
            None => (words, None),
        };
        let Some(all) = self.by_name.get(&name.to_lowercase()) else {
            let names = self.by_name.values().map(|places| self.cards[places[0]].name.as_str());
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            let message = format!("no card of the list is called `{name}`");
            let problem = Problem::error(Code::UnknownCard, span, message);
            problems.push(match near(name, names).as_slice() {
                [] => problem.help("names are as in the list, in any case: `Name (color)`"),
                near => {
                    let near: Vec<_> =
                        near.iter().take(3).map(|name| format!("`{name}`")).collect();
                    problem.help(format!("did you mean {}?", near.join(" or ")))
                }
            });
            return None;
        };
        let fits =
            |listed: &Listed| color.is_none_or(|color| listed.color.eq_ignore_ascii_case(color));
        let found: Vec<&Listed> =
            all.iter().map(|&at| &self.cards[at]).filter(|l| fits(l)).collect();
        let mut colors: Vec<String> = all.iter().map(|&at| self.cards[at].called()).collect();
        colors.dedup();
        let Some(first) = found.first() else {
            let message = format!("`{name}` does not come in `{}`", color.unwrap_or(""));
            let help = format!("there is {}", colors.join(", "));
            problems.push(Problem::error(Code::UnknownCard, span, message).help(help));
            return None;
        };
        if found.iter().any(|other| other.color != first.color) {
            let message = format!("`{name}` comes in more than one colour");
            problems.push(
                Problem::error(Code::Ambiguous, span, message)
                    .help(format!("say {}", colors.join(" or "))),
            );
            return None;
        }
        if found.iter().any(|other| other.numbers() != first.numbers()) {
            let message = format!("{} is in the list with different numbers", first.called());
            problems.push(
                Problem::warning(Code::Ambiguous, span, message).help("the first one is taken"),
            );
        }
        first.card(span, problems)
    }
}

impl Listed {
    /// `Snatch (red)`.
    fn called(&self) -> String {
        if self.color.is_empty() {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.color.to_lowercase())
        }
    }

    fn numbers(&self) -> (Option<u32>, Option<u32>, Option<u32>, bool) {
        (plain(&self.pitch), plain(&self.cost), plain(&self.power), self.go_again)
    }

    fn card(&self, span: Span, problems: &mut Problems) -> Option<Card> {
        let (name, (pitch, cost, power, go_again)) = (self.called(), self.numbers());
        let why = || {
            let odd = |what: &str, text: &str, number: Option<u32>| match (number, text) {
                (Some(_), _) => None,
                (None, "") => Some(format!("no {what}")),
                (None, text) => Some(format!("`{text}` as its {what}")),
            };
            let reasons = [odd("cost", &self.cost, cost), odd("power", &self.power, power)];
            reasons.into_iter().flatten().collect::<Vec<_>>().join(" and ")
        };
        let (attack, cost) = match (power, cost, pitch) {
            (Some(power), Some(cost), _) => (Some(power), cost),
            (_, _, Some(_)) => {
                let message = format!("{name} can only be pitched: in the list it has {}", why());
                problems.push(Problem::warning(Code::Unplayable, span, message));
                (None, 0)
            }
            (_, _, None) => {
                let message = format!(
                    "{name} can be neither played nor pitched: in the list it has {}, and no pitch value",
                    why()
                );
                let attack = power.map_or("A".to_owned(), |power| power.to_string());
                problems.push(Problem::error(Code::Unplayable, span, message).help(format!(
                    "a weapon's cost is not in the list: give the card by itself, as `{name},cost=C,attack={attack}`"
                )));
                return None;
            }
        };
        Some(Card { name, cost, pitch, attack, go_again: u32::from(go_again), action: 1 })
    }
}

/// A plain number; blanks, `*` and `X` are none.
fn plain(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().filter(|&number| number <= MOST_NUMBER)
}

/// `3x Name (color)`: how many, and where the name stands in the text.
pub(super) fn copies(text: &str) -> (Option<u32>, usize) {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let rest = &text[digits..];
    let after = rest.strip_prefix(['x', 'X', '×']).unwrap_or(rest);
    if digits == 0 || !after.starts_with(' ') {
        return (Some(1), 0);
    }
    (text[..digits].parse().ok(), text.len() - after.trim_start().len())
}

/// `Snatch (red); 2x Wounding Blow (blue)`: the cards, by name from a list.
pub fn hand_by_names(
    sources: &Sources,
    source: SourceId,
    list: &CardList,
    problems: &mut Problems,
) -> Vec<Card> {
    let text = &sources.get(source).text;
    let mut cards = Vec::new();
    let mut at = 0;
    for part in text.split([';', '\n']) {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        let (number, from) = copies(part);
        let span = Span { source, start: start + from, end: start + part.len() };
        match number.filter(|number| (1..=100).contains(number)) {
            None => {
                let message = "expected 1 to 100 copies of a card";
                problems.push(Problem::error(Code::OutOfRange, Span { start, ..span }, message));
            }
            Some(number) => {
                if let Some(card) = list.find(&part[from..], span, problems) {
                    cards.extend(std::iter::repeat_n(card, number as usize));
                }
            }
        }
    }
    cards
}
