//! What may vary in a fight: the numbers of both sides first, then those of skills, effects and all the rest,
//! and the words that have a few values. A range begins around what is written, and holds only values
//! that the rules take.

use maud::{Markup, html};
use outplay::text::Decimal;
use outplay::{RuleNumber, Table, Text};

use crate::notes::Notes;

/// Which words a file may use, and how many fight at once: another number is another game.
const NOT_OF_THE_FIGHT: [&str; 2] = ["format", "sides.size"];
/// A side has no more names to choose from than this.
const MOST_NAMES: usize = 64;
/// Decimals are stepped through in ten-thousandths.
const UNIT: i64 = 10_000;

/// Something that may vary.
#[derive(Clone)]
pub(super) struct Choice {
    /// How a change names it.
    pub(super) path: String,
    /// Whose it is.
    pub(super) group: String,
    /// What it is now.
    pub(super) now: String,
    /// All of its values, where it is a word.
    pub(super) words: Vec<String>,
}

impl Choice {
    /// What people call it.
    pub(super) fn name(&self) -> String {
        named(&self.path)
    }

    /// Is it a number of somebody who fights?
    pub(super) fn is_of_a_fighter(&self, table: &Table) -> bool {
        owners(table).iter().any(|(_, name)| *name == self.group)
    }
}

/// A path as people read it.
pub(super) fn named(path: &str) -> String {
    match path {
        "p1" => "player 1".to_owned(),
        "p2" => "player 2".to_owned(),
        "order" => "turn order".to_owned(),
        path => path.replace('.', " "),
    }
}

/// Who fights, by id and name, player 1's first.
fn owners(table: &Table) -> Vec<(String, String)> {
    let about = table.about();
    let all = table.fight().map_or(&[][..], |fight| &fight.spec.fighters[..]);
    let mut ids: Vec<&str> = Vec::new();
    for side in 0..2 {
        if about.members[side].is_empty() {
            ids.push(&about.sides[side].id);
        }
        for member in &about.members[side] {
            // Where one fights twice, they are told apart by a number.
            let fighter = all.iter().map(|fighter| fighter.id.text.as_str());
            let fighter = fighter.filter(|id| {
                let rest = member.id.strip_prefix(*id);
                let number = rest.and_then(|rest| rest.strip_prefix('-'));
                rest == Some("") || number.is_some_and(|number| number.parse::<u32>().is_ok())
            });
            ids.extend(fighter);
        }
    }
    let mut owners: Vec<(String, String)> = Vec::new();
    for id in ids {
        if let Some(fighter) = all.iter().find(|fighter| fighter.id.text == id)
            && owners.iter().all(|(other, _)| other != id)
        {
            owners.push((id.to_owned(), fighter.name.clone()));
        }
    }
    owners
}

/// Everything that may vary in a fight.
pub(super) fn choices(table: &Table) -> Vec<Choice> {
    let owners = owners(table);
    let used =
        |number: &RuleNumber| number.used && !NOT_OF_THE_FIGHT.contains(&number.full.as_str());
    let mut found: Vec<(usize, Choice)> = Vec::new();
    for number in table.numbers().into_iter().filter(used) {
        let mut parts = number.full.split('.');
        let (kind, id) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let owner = owners.iter().position(|(owner, _)| kind == "fighters" && owner == id);
        let (place, group) = match (owner, kind) {
            (Some(place), _) => (place, owners[place].1.clone()),
            (None, "skills") => (100, "Skills".to_owned()),
            (None, "effects") => (101, "Effects".to_owned()),
            _ => (102, "The rules".to_owned()),
        };
        let choice = Choice { path: number.path, group, now: number.value, words: Vec::new() };
        found.push((place, choice));
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, choice)| choice).chain(words(table)).collect()
}

/// The words that may vary.
fn words(table: &Table) -> Vec<Choice> {
    let about = table.about();
    let word = |path: &str, now: &str, words: Vec<String>| Choice {
        path: path.to_owned(),
        group: "Words".to_owned(),
        now: now.to_owned(),
        words,
    };
    let mut found = Vec::new();
    if about.modes.len() > 1 {
        let modes = about.modes.iter().map(|mode| mode.name.clone());
        found.push(word("mode", &about.mode, modes.collect()));
    }
    if about.has_queue() {
        let orders = ["queue", "restricted-queue"].map(str::to_owned).to_vec();
        found.push(word("order", about.order.map_or("", |order| order.name()), orders));
    }
    let teams = table.fight().map(|fight| fight.spec.teams()).unwrap_or_default();
    if (3..=MOST_NAMES).contains(&teams.len()) {
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            found.push(word(name, &about.sides[side].id, teams.clone()));
        }
    }
    found
}

/// A field that chooses one of them; with `none`, nothing may be chosen too.
pub(super) fn select(
    notes: &Notes,
    name: &str,
    choices: &[Choice],
    chosen: &str,
    none: Option<&str>,
) -> Markup {
    let mut groups: Vec<&str> = Vec::new();
    for choice in choices {
        if !groups.contains(&choice.group.as_str()) {
            groups.push(&choice.group);
        }
    }
    let known = choices.iter().any(|choice| choice.path == chosen) || none == Some(chosen);
    html! {
        select name=(name) id=[notes.id(name)] aria-invalid=[notes.invalid(name)]
            aria-describedby=[notes.described(name)] autofocus[notes.is_first(name)] {
            @if let Some(none) = none { option value=(none) selected[none == chosen] { "nothing: a curve" } }
            @if !known { option value=(chosen) selected { (named(chosen)) } }
            @for group in groups {
                optgroup label=(group) {
                    @for choice in choices.iter().filter(|choice| choice.group == group) {
                        option value=(choice.path) selected[choice.path == chosen] { (choice.name()) }
                    }
                }
            }
        }
    }
}

/// From where to where, and in what steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) step: String,
}

/// A range around what a number is, with no more than so many values, all of which the rules take.
pub(super) fn around(table: &Table, choice: &Choice, most: u64) -> Range {
    let Some(now) = units(&choice.now) else {
        return Range { from: "1".to_owned(), to: "10".to_owned(), step: "1".to_owned() };
    };
    let half = i64::try_from(most.saturating_sub(1) / 2).unwrap_or(i64::MAX).clamp(1, 200);
    let whole = now % UNIT == 0 && !choice.now.contains('.');
    // About half as much and half as much again; of a small number some more; of a share not beyond 1.
    let (reach, least, greatest) = if whole {
        (now.abs().max(12 * UNIT) / 2, 0.min(now), i64::MAX / 2)
    } else {
        let greatest = if (0..=UNIT).contains(&now) { UNIT } else { i64::MAX / 2 };
        (now.abs().max(UNIT / 2) / 2, 0.min(now), greatest)
    };
    // Rather a little less far than in larger steps.
    let step = round_up(reach / half * 3 / 5, if whole { UNIT } else { UNIT / 100 });
    let fits = |value: i64| takes(table, choice, &written(value));
    let steps = (reach / step).clamp(1, half);
    let down = (1..=steps).take_while(|step_of| {
        let value = now - step_of * step;
        value >= least && fits(value)
    });
    let down = i64::try_from(down.count()).unwrap_or(0);
    // What is missing below is added above.
    let up = (1..=2 * steps - down).take_while(|step_of| {
        let value = now.saturating_add(step_of.saturating_mul(step));
        value <= greatest && fits(value)
    });
    let up = i64::try_from(up.count()).unwrap_or(0);
    Range { from: written(now - down * step), to: written(now + up * step), step: written(step) }
}

/// Do the rules take this value?
pub(super) fn takes(table: &Table, choice: &Choice, value: &str) -> bool {
    let change = format!("{}={value}", choice.path);
    table.edited(|options| options.set.push(Text::new("set", change))).is_ok()
}

/// A number in ten-thousandths, where it can be stepped through.
fn units(text: &str) -> Option<i64> {
    let number = text.parse::<Decimal>().ok()?;
    let denominator = i64::try_from(number.denominator()).ok()?;
    let units = number.numerator().checked_mul(UNIT)?;
    (units % denominator == 0 && units.abs() / denominator < i64::MAX / 8)
        .then_some(units / denominator)
}

/// Ten-thousandths as they are written.
fn written(units: i64) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let (whole, part) = (units.abs() / UNIT, units.abs() % UNIT);
    let digits = format!("{part:04}");
    match digits.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        digits => format!("{sign}{whole}.{digits}"),
    }
}

/// The next round number: one, two or five of a power of ten of the least.
fn round_up(rough: i64, least: i64) -> i64 {
    let mut power = least;
    loop {
        for by in [1, 2, 5] {
            if power.saturating_mul(by) >= rough {
                return power.saturating_mul(by);
            }
        }
        power = power.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use outplay::Source;

    use super::*;

    #[test]
    fn a_range_holds_what_is_written_and_only_what_the_rules_take() {
        for game in ["wizard", "arena", "lighthouse", "rpglite", "monsters", "dragon", "siege"] {
            let table = Source::game(game).open().unwrap();
            for choice in choices(&table).iter().filter(|choice| choice.words.is_empty()) {
                for most in [5, 21, 41] {
                    let Range { from, to, step } = around(&table, choice, most);
                    let text = format!("{}={from}..{to}:{step}", choice.path);
                    let axis = outplay::Axis::read(&Text::new("vary", &text)).unwrap();
                    assert!(axis.values.len() as u64 <= most, "{game}: {text}");
                    assert!(axis.values.contains(&choice.now), "{game}: {text}, {}", choice.now);
                }
            }
        }
    }

    #[test]
    fn the_numbers_of_both_sides_come_first() {
        let table = Source::game("lighthouse").open().unwrap();
        let all = choices(&table);
        assert_eq!(all[0].path, "keeper.hp");
        let skills = all.iter().position(|choice| choice.group == "Skills").unwrap();
        let last = all.iter().rposition(|choice| choice.group == "Drowned One").unwrap();
        assert!(last < skills);
    }

    #[test]
    fn numbers_are_written_as_they_were() {
        for text in ["0", "7", "0.63", "-3", "-0.5", "12.0001"] {
            assert_eq!(written(units(text).unwrap()), text);
        }
        assert_eq!(units("9223372036854775807"), None);
    }
}
