//! The parts of a form about a fight: its mode, its fighters and players, its numbers.
//!
//! A field left empty means what the rules say, and shows it; so a change of mode is not undone by
//! numbers that nobody changed. What no field carries goes along unseen, so that a form asks about the
//! fight it stands beside.

use maud::{Markup, html};
use outplay::duel::spec::Fighter;
use outplay::{Loaded, StyleName};

use super::Question;
use super::question::{STYLES, who};

/// The fighters of the two sides.
const SIDES: [&str; 2] = ["p1", "p2"];

fn has_modes(loaded: &Loaded) -> bool {
    loaded.modes.len() > 1
}

/// Are there more fighters than two?
fn has_fighters(loaded: &Loaded) -> bool {
    loaded.fight.spec.fighters.len() > SIDES.len()
}

fn has_side(loaded: &Loaded, side: usize, players: bool) -> bool {
    has_fighters(loaded) || (players && loaded.fight.names.fighters[side].skills.len() > 1)
}

fn has_orders(loaded: &Loaded) -> bool {
    loaded.fight.names.order.has_places()
}

/// A choice of mode, where there are any.
pub(in super::super) fn modes(loaded: &Loaded) -> Markup {
    html! {
        @if has_modes(loaded) {
            label { "Mode"
                select name="mode" {
                    @for (mode, about) in &loaded.modes {
                        option value=(mode) selected[*mode == loaded.mode] title=[about.as_deref()] { (mode) }
                    }
                }
            }
            @for (mode, about) in &loaded.modes {
                @if let (true, Some(about)) = (*mode == loaded.mode, about) {
                    p.soft.small { (about) }
                }
            }
        }
    }
}

/// A choice of fighters, where the rules have more than two, and with `players` of who plays them,
/// where they have anything to choose.
pub(in super::super) fn sides(question: &Question, unchanged: &Loaded, players: bool) -> Markup {
    let names = &unchanged.fight.names.fighters;
    let choice = has_fighters(unchanged);
    html! {
        @for (side, name) in SIDES.into_iter().enumerate() {
            @let id = names[side].id.as_str();
            @if has_side(unchanged, side, players) {
                label { "Player " (side + 1)
                    select name=(name) {
                        @let all = &unchanged.fight.spec.fighters;
                        @for fighter in all.iter().filter(|fighter| choice || fighter.id.text == id) {
                            @let here = fighter.id.text == id;
                            @if players {
                                @for style in styles(question, side) {
                                    option value=(format!("{}:{style}", fighter.id.text))
                                        selected[here && *style == question.styles[side]] {
                                        (fighter.name) ", played by " (who(style))
                                    }
                                }
                            } @else {
                                option value=(seat(question, name, &fighter.id.text)) selected[here] { (fighter.name) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The styles to choose from: those with a name of their own, and whichever is asked for.
fn styles(question: &Question, side: usize) -> Vec<&StyleName> {
    let own = &question.styles[side];
    let known = STYLES.iter().map(|(style, _)| style);
    let other = Some(own).filter(|own| STYLES.iter().all(|(style, _)| style != *own));
    known.chain(other).collect()
}

/// A fighter, with the style that the address gives it.
fn seat(question: &Question, name: &str, fighter: &str) -> String {
    match question.given(name).and_then(|seat| seat.split_once(':')) {
        Some((_, style)) => format!("{fighter}:{style}"),
        None => fighter.to_owned(),
    }
}

/// A choice of turn order, where there is a queue.
pub(in super::super) fn orders(unchanged: &Loaded) -> Markup {
    let own = unchanged.fight.names.order;
    html! {
        @if has_orders(unchanged) {
            label { "Turn order"
                select name="order" {
                    @for order in ["queue", "restricted-queue"] {
                        option value=(order) selected[order == own.name()] { (order) }
                    }
                }
            }
        }
    }
}

/// A field for each number of the two fighters, and whatever else was changed; `players` as for
/// [`sides`], which stands in the same form, as do [`modes`] and [`orders`].
pub(in super::super) fn fields(question: &Question, unchanged: &Loaded, players: bool) -> Markup {
    let spec = &unchanged.fight.spec;
    let ids = unchanged.fight.names.fighters.each_ref().map(|fighter| fighter.id.as_str());
    let mut shown = Vec::new();
    let sides: Vec<_> = ids
        .iter()
        .enumerate()
        .filter_map(|(side, id)| {
            let fighter = spec.fighters.iter().find(|fighter| fighter.id.text == *id)?;
            let numbers = numbers(fighter).into_iter().map(|(number, default)| {
                let owner = owner(unchanged, side);
                (format!("{owner}.{number}"), number, default)
            });
            let numbers: Vec<_> = numbers.collect();
            shown.extend(numbers.iter().map(|(path, _, _)| path.clone()));
            Some((fighter.name.clone(), numbers))
        })
        .collect();
    let elsewhere = |name: &str| match name {
        "mode" => has_modes(unchanged),
        "order" => has_orders(unchanged),
        "p1" => has_side(unchanged, 0, players),
        "p2" => has_side(unchanged, 1, players),
        _ => false,
    };
    let hidden = question.kept.iter();
    let hidden = hidden.filter(|(name, _)| !elsewhere(name) && !shown.contains(name));
    html! {
        @for (name, numbers) in &sides {
            fieldset {
                legend { (name) }
                div.fields {
                    @for (path, number, default) in numbers {
                        label { (number)
                            input type="number" name=(path) value=[question.given(path)]
                                placeholder=(default) step="1" inputmode="numeric";
                        }
                    }
                }
            }
        }
        @for (name, value) in hidden {
            input type="hidden" name=(name) value=(value);
        }
    }
}

/// What the numbers of a side go by: the fighter, unless both sides have the same or a skill is
/// called like it.
pub(in super::super) fn owner(loaded: &Loaded, side: usize) -> String {
    let fighters = &loaded.fight.names.fighters;
    let id = &fighters[side].id;
    if fighters[0].id == fighters[1].id {
        return format!("p{}", side + 1);
    }
    let ambiguous = loaded.fight.spec.skills.iter().any(|skill| skill.id.text == *id);
    if ambiguous { format!("fighters.{id}") } else { id.clone() }
}

/// The numbers of a fighter, as the rules file has them.
fn numbers(fighter: &Fighter) -> Vec<(String, i32)> {
    let mut numbers = vec![("hp".to_owned(), fighter.hp)];
    if fighter.armor != 0 {
        numbers.push(("armor".to_owned(), fighter.armor));
    }
    numbers.extend(fighter.numbers.iter().map(|(word, number)| (word.text.clone(), *number)));
    numbers
}
