//! The parts of a form about a game: its mode, its fighters and players, its numbers.
//!
//! A field left empty means what the rules say, and shows it; so a change of mode is not undone by
//! numbers that nobody changed. What no field carries goes along unseen, so that a form asks about the
//! game it stands beside. A game without fighters has only who plays, and what goes along.

use maud::{Markup, html};
use outplay::duel::spec::Fighter;
use outplay::game::Player;
use outplay::{About, Kind, StyleName, Table};

use super::field::{choice, number, plain};
use crate::address::{Address, takes_part};
use crate::error::Error;
use crate::notes::Notes;
use crate::words::{STYLES, who};
use crate::work::Work;

/// The fighters of the two sides.
const SIDES: [&str; 2] = ["p1", "p2"];

/// The rules as they stand in this mode, with these fighters, before any number was changed.
pub(crate) fn unchanged(work: &Work, table: &Table) -> Result<Table, Error> {
    Ok(work.edited(table, |options| {
        options.set.clear();
        options.input = None;
    })?)
}

fn has_modes(about: &About) -> bool {
    about.modes.len() > 1
}

/// The fighters of the rules, where there are any.
fn all_fighters(table: &Table) -> &[Fighter] {
    table.fight().map_or(&[], |fight| &fight.spec.fighters)
}

/// Are there more fighters than two?
fn has_fighters(table: &Table) -> bool {
    all_fighters(table).len() > SIDES.len()
}

/// Do teams meet, so that a side is named by letters?
fn has_teams(table: &Table) -> bool {
    table.fight().is_some_and(|fight| fight.spec.size > 1 || fight.spec.twice)
}

/// Who stands on a side, by their letters.
fn team_of(table: &Table, side: usize) -> String {
    let id = &table.about().sides[side].id;
    let letters = table.fight().and_then(|fight| fight.spec.team(id));
    letters.unwrap_or_else(|| id.clone())
}

/// A field for each team, by the letters of its fighters, and with `players` who plays it.
fn teams(address: &Address, unchanged: &Table, players: bool) -> Markup {
    let roster = all_fighters(unchanged).iter().filter_map(|fighter| {
        let letter = unchanged.fight()?.spec.team(&fighter.id.text)?;
        Some(format!("{letter} {}", fighter.name))
    });
    let roster = roster.collect::<Vec<_>>().join(", ");
    html! {
        @for (side, name) in SIDES.into_iter().enumerate() {
            @let team = team_of(unchanged, side);
            @let list = format!("{name}-seats");
            @let seated = format!("{team}:{}", address.styles[side]);
            @let seated = if players { seated } else { seat(address, name, &team) };
            @let typed = address.given(name).filter(|_| address.notes.is_wrong(name));
            div.field {
                label { "Player " (side + 1)
                    input name=(name) value=(typed.unwrap_or(&seated)) list=[players.then_some(&list)]
                        id=[address.notes.id(name)] aria-invalid=[address.notes.invalid(name)]
                        aria-describedby=[address.notes.described(name)]
                        autofocus[address.notes.is_first(name)] autocomplete="off" spellcheck="false";
                }
                (address.notes.beside(name))
            }
            @if players {
                datalist id=(list) {
                    @for style in styles(address, side) {
                        option value=(format!("{team}:{style}")) { "played by " (who(style)) }
                    }
                }
            }
        }
        p.soft.small {
            "A side is named by the letters of its fighters"
            @if players { ", with who plays it behind a colon: manual, minimax, greedy or random" }
            ". " (roster) "."
        }
    }
}

fn has_side(table: &Table, side: usize, players: bool) -> bool {
    has_fighters(table) || has_teams(table) || (players && table.about().sides[side].chooses)
}

/// A choice of mode, where there are any.
pub(crate) fn modes(about: &About) -> Markup {
    modes_noted(&Notes::default(), None, about)
}

/// The same in a form that says what is wrong with it.
pub(crate) fn modes_of(address: &Address, about: &About) -> Markup {
    modes_noted(&address.notes, address.given("mode"), about)
}

fn modes_noted(notes: &Notes, typed: Option<&str>, about: &About) -> Markup {
    html! {
        @if has_modes(about) {
            div.field {
                label { "Mode"
                    (choice(notes, "mode", typed, &html! {
                        @for mode in &about.modes {
                            option value=(mode.name) selected[mode.name == about.mode] title=[mode.about.as_deref()] { (mode.name) }
                        }
                    }))
                }
                (notes.beside("mode"))
            }
            @for mode in &about.modes {
                @if let (true, Some(about)) = (mode.name == about.mode, &mode.about) {
                    p.soft.small { (about) }
                }
            }
        }
    }
}

/// A choice of fighters, where the rules have more than two, and with `players` of who plays them,
/// where they have anything to choose.
pub(crate) fn sides(address: &Address, unchanged: &Table, players: bool) -> Markup {
    if has_teams(unchanged) {
        return teams(address, unchanged, players);
    }
    let about = unchanged.about();
    let any = has_fighters(unchanged);
    html! {
        @for (side, name) in SIDES.into_iter().enumerate() {
            @let id = about.sides[side].id.as_str();
            @if has_side(unchanged, side, players) {
                @let options = html! {
                        @if about.kind == Kind::Sides {
                            @for style in styles(address, side) {
                                option value=(format!(":{style}")) selected[*style == address.styles[side]] {
                                    "played by " (who(style))
                                }
                            }
                        }
                        @for fighter in all_fighters(unchanged).iter().filter(|fighter| any || fighter.id.text == id) {
                            @let here = fighter.id.text == id;
                            @if players {
                                @for style in styles(address, side) {
                                    option value=(format!("{}:{style}", fighter.id.text))
                                        selected[here && *style == address.styles[side]] {
                                        (fighter.name) ", played by " (who(style))
                                    }
                                }
                            } @else {
                                option value=(seat(address, name, &fighter.id.text)) selected[here] { (fighter.name) }
                            }
                        }
                };
                div.field {
                    label { "Player " (side + 1) (choice(&address.notes, name, address.given(name), &options)) }
                    (address.notes.beside(name))
                }
            }
        }
    }
}

/// The styles to choose from: those with a name of their own, and whichever is asked for.
fn styles(address: &Address, side: usize) -> Vec<&StyleName> {
    let own = &address.styles[side];
    let known = STYLES.iter().map(|(style, _)| style);
    let other = Some(own).filter(|own| STYLES.iter().all(|(style, _)| style != *own));
    known.chain(other).collect()
}

/// A fighter, with the style that the address gives it.
fn seat(address: &Address, name: &str, fighter: &str) -> String {
    match address.given(name).and_then(|seat| seat.split_once(':')) {
        Some((_, style)) => format!("{fighter}:{style}"),
        None => fighter.to_owned(),
    }
}

/// A choice of turn order, where there is a queue.
pub(crate) fn orders(about: &About) -> Markup {
    orders_noted(&Notes::default(), None, about)
}

/// The same in a form that says what is wrong with it.
pub(crate) fn orders_of(address: &Address, about: &About) -> Markup {
    orders_noted(&address.notes, address.given("order"), about)
}

fn orders_noted(notes: &Notes, typed: Option<&str>, about: &About) -> Markup {
    let own = about.order.map_or("", |order| order.name());
    html! {
        @if about.has_queue() {
            div.field {
                label { "Turn order"
                    (choice(notes, "order", typed, &html! {
                        @for order in ["queue", "restricted-queue"] {
                            option value=(order) selected[order == own] { (order) }
                        }
                    }))
                }
                (notes.beside("order"))
            }
        }
    }
}

/// A field for each number of the two fighters, and whatever else was changed; `players` as for
/// [`sides`], which stands in the same form, as do [`modes`] and [`orders`].
pub(crate) fn fields(address: &Address, unchanged: &Table, players: bool) -> Markup {
    let about = unchanged.about();
    let mut shown = Vec::new();
    let sides: Vec<_> = shown_fighters(unchanged)
        .into_iter()
        .map(|(owner, fighter)| {
            let numbers = numbers(fighter).into_iter();
            let numbers: Vec<_> = numbers
                .map(|(number, default)| (format!("{owner}.{number}"), number, default))
                .collect();
            shown.extend(numbers.iter().map(|(path, _, _)| path.clone()));
            (whose(unchanged, fighter), fighter.name.clone(), numbers)
        })
        .collect();
    let elsewhere = |name: &str| match name {
        "mode" => has_modes(about),
        "order" => about.has_queue(),
        "p1" => has_side(unchanged, 0, players),
        "p2" => has_side(unchanged, 1, players),
        _ => false,
    };
    let hidden = address.kept.iter();
    // A number of somebody who does not take part is said above, and does not go along.
    let hidden: Vec<_> = hidden
        .filter(|(name, _)| !elsewhere(name) && !shown.contains(name))
        .filter(|(name, _)| !address.idle().contains(name))
        .collect();
    let notes = &address.notes;
    html! {
        @for (whose, name, numbers) in &sides {
            fieldset data-of=[*whose] {
                legend { (name) }
                div.fields {
                    @for (path, label, default) in numbers {
                        (number(notes, (path, label), address.given(path), Some(default)))
                    }
                }
            }
        }
        @if hidden.iter().any(|(name, _)| notes.is_wrong(name)) {
            div.fields.broad {
                @for (name, value) in hidden.iter().filter(|(name, _)| notes.is_wrong(name)) {
                    (plain(notes, (name, name), value))
                }
            }
        }
        @for (name, value) in hidden.iter().filter(|(name, _)| !notes.is_wrong(name)) {
            input type="hidden" name=(name) value=(value);
        }
    }
}

/// On which side alone a fighter stands: its numbers go with the choice of that side.
fn whose(table: &Table, fighter: &Fighter) -> Option<&'static str> {
    let about = table.about();
    let on = |side: &usize| about.sides[*side].id == fighter.id.text;
    match (0..SIDES.len()).filter(on).collect::<Vec<_>>()[..] {
        [side] => Some(SIDES[side]),
        _ => None,
    }
}

/// What the numbers of a side go by: the fighter, unless both sides have the same or a skill is
/// called like it.
pub(crate) fn owner(table: &Table, player: Player) -> String {
    let about = table.about();
    let id = &about.side(player).id;
    if about.sides[0].id == about.sides[1].id {
        return format!("p{}", player.number());
    }
    let mut skills = table.fight().into_iter().flat_map(|fight| &fight.spec.skills);
    if skills.any(|skill| skill.id.text == *id) { format!("fighters.{id}") } else { id.clone() }
}

/// Whose numbers a form has fields for, and what they go by: both fighters, or in a fight of teams
/// whoever stands on either side, once.
fn shown_fighters(table: &Table) -> Vec<(String, &Fighter)> {
    let about = table.about();
    let all = all_fighters(table);
    if about.members.iter().all(Vec::is_empty) {
        let found = Player::BOTH.into_iter().filter_map(|player| {
            let id = &about.side(player).id;
            let fighter = all.iter().find(|fighter| fighter.id.text == *id)?;
            Some((owner(table, player), fighter))
        });
        return found.collect();
    }
    let standing = all.iter().filter(|fighter| takes_part(about, &fighter.id.text));
    standing.map(|fighter| (fighter.id.text.clone(), fighter)).collect()
}

/// The numbers of a fighter, as the rules file has them.
fn numbers(fighter: &Fighter) -> Vec<(String, String)> {
    let mut numbers = vec![("hp".to_owned(), fighter.hp.to_string())];
    if fighter.armor != 0 {
        numbers.push(("armor".to_owned(), fighter.armor.to_string()));
    }
    let whole =
        fighter.numbers.iter().map(|(word, number)| (word.text.clone(), number.to_string()));
    numbers.extend(whole);
    let parts = fighter.decimals.iter();
    numbers.extend(parts.map(|(word, number)| (word.text.clone(), number.to_string())));
    numbers
}
