//! Random amounts, changes and conditions.

use super::skills::{Kind, Plan};
use super::{Seed, Source, Word};

/// Numbers that skills are paid with, or hp: no `while` holds them, so it may read them.
const UNHELD: [&str; 3] = ["hp", "mana", "rage"];
pub(super) const HELD: [&str; 3] = ["armor", "might", "guard"];

/// A whole number, or a formula in quotes, for all those sides.
pub(super) fn amount(
    seed: &Seed,
    source: &mut Source,
    plans: &[Plan],
    sides: &[usize],
    least: i32,
    most: i32,
) -> String {
    if !seed.old && source.uses(Word::Formula, 40) {
        return format!("\"{}\"", formula(source, plans, sides, false, 2));
    }
    whole(source, least, most)
}

/// Whole numbers nearest to 1 come first.
pub(super) fn whole(source: &mut Source, least: i32, most: i32) -> String {
    let span = usize::try_from(most - least + 1).expect("a range");
    let first = 1.clamp(least, most);
    let step = i32::try_from(source.below(span)).expect("a small number");
    let number = first + step;
    (if number > most { number - most - 1 + least } else { number }).to_string()
}

pub(super) fn formula(
    source: &mut Source,
    plans: &[Plan],
    sides: &[usize],
    held: bool,
    depth: usize,
) -> String {
    if depth == 0 || source.chance(40) {
        return leaf(source, plans, sides, held);
    }
    let kind = source.below(8);
    let mut inner = || formula(source, plans, sides, held, depth - 1);
    match kind {
        0 => format!("{} + {}", inner(), inner()),
        1 => format!("{} - ({})", inner(), inner()),
        2 => format!("({}) * {}", inner(), inner()),
        3 => format!("({}) / ({})", inner(), inner()),
        4 => format!("min({}, {})", inner(), inner()),
        5 => format!("max({}, {}, 1)", inner(), inner()),
        6 => format!("-({})", inner()),
        _ => format!("({}) / 2", inner()),
    }
}

fn leaf(source: &mut Source, plans: &[Plan], sides: &[usize], held: bool) -> String {
    let mut names: Vec<String> = UNHELD.iter().map(|&name| name.to_owned()).collect();
    if !held {
        names.extend(HELD.iter().map(|&name| name.to_owned()));
    }
    names.extend(names.clone().into_iter().map(|name| format!("enemy.{name}")));
    names.push("self.mana".to_owned());
    if source.has(Word::Stuns) {
        names.extend(["stunned".to_owned(), "enemy.stunned".to_owned()]);
    }
    if source.has(Word::Round) {
        names.extend(["round".to_owned(), "round".to_owned()]);
    }
    if let [side] = sides {
        for plan in plans.iter().filter(|plan| plan.kind != Kind::Started) {
            let mine = plan.sides.contains(side);
            let theirs = plan.sides.contains(&(1 - side));
            let mut add = |name: String| {
                if mine {
                    names.push(name.clone());
                }
                if theirs {
                    names.push(format!("enemy.{name}"));
                }
            };
            if plan.effect {
                add(plan.id.clone());
                add(format!("stacks.{}", plan.id));
            }
            if plan.cooldown.is_some() {
                add(format!("cooldown.{}", plan.id));
            }
            if plan.uses.is_some() {
                add(format!("uses.{}", plan.id));
            }
        }
    }
    if source.chance(60) {
        names.swap_remove(source.below(names.len()))
    } else {
        source.below(5).to_string()
    }
}

/// One or two changes, the enemy's together.
pub(super) fn changes(seed: &Seed, source: &mut Source, plans: &[Plan], sides: &[usize]) -> String {
    let names = |count: usize| [&UNHELD[..], &HELD[..]].concat().into_iter().take(count);
    let names: Vec<_> = names(if seed.old { 3 } else { 6 }).collect();
    let mut parts: Vec<(bool, &str, String)> = Vec::new();
    for _ in 0..=source.below(3) {
        let (enemy, name) = (source.chance(40), source.one_of(&names));
        let by = amount(seed, source, plans, sides, -3, 3);
        if !parts.iter().any(|part| (part.0, part.1) == (enemy, name)) {
            parts.push((enemy, name, by));
        }
    }
    let enemy_first = source.chance(30);
    parts.sort_by_key(|part| part.0 != enemy_first);
    table(&parts)
}

/// What an effect holds: constants, or formulas of what no effect holds.
pub(super) fn held(seed: &Seed, source: &mut Source, plans: &[Plan], sides: &[usize]) -> String {
    let mut parts = Vec::new();
    for _ in 0..=source.below(2) {
        let enemy = source.chance(40) && !seed.old;
        let name = if seed.old { "armor" } else { source.one_of(&HELD) };
        let by = if !seed.old && source.uses(Word::Formula, 40) {
            format!("\"{}\"", formula(source, plans, sides, true, 1))
        } else {
            whole(source, if seed.old { 0 } else { -2 }, 3)
        };
        if !parts.iter().any(|part: &(bool, &str, String)| (part.0, part.1) == (enemy, name)) {
            parts.push((enemy, name, by));
        }
    }
    parts.sort_by_key(|part| part.0);
    table(&parts)
}

fn table(parts: &[(bool, &str, String)]) -> String {
    let part = |(enemy, name, by): &(bool, &str, String)| {
        format!("{}{name} = {by}", if *enemy { "enemy." } else { "" })
    };
    format!("{{ {} }}", parts.iter().map(part).collect::<Vec<_>>().join(", "))
}

/// A condition in quotes.
pub(super) fn condition(
    seed: &Seed,
    source: &mut Source,
    plans: &[Plan],
    sides: &[usize],
) -> String {
    format!("\"{}\"", compared(seed, source, plans, sides, 2))
}

fn compared(
    seed: &Seed,
    source: &mut Source,
    plans: &[Plan],
    sides: &[usize],
    depth: usize,
) -> String {
    let deeper = depth > 0 && source.chance(35);
    let kind = source.below(4);
    if deeper {
        let mut inner = || compared(seed, source, plans, sides, depth - 1);
        return match kind {
            0 => format!("not ({})", inner()),
            1 => format!("({}) and ({})", inner(), inner()),
            2 => format!("{} or {}", inner(), inner()),
            _ => format!("{} and {} or not {}", inner(), inner(), inner()),
        };
    }
    let sign = source.one_of(&[">=", "<=", ">", "<", "=", "!="]);
    if !seed.old && source.uses(Word::Formula, 50) {
        let left = formula(source, plans, sides, false, 2);
        let right = formula(source, plans, sides, false, 1);
        return format!("{left} {sign} {right}");
    }
    let who = source.one_of(&["self", "enemy"]);
    let (name, limit) = (source.one_of(&UNHELD), source.below(5));
    format!("{who}.{name} {sign} {limit}")
}
