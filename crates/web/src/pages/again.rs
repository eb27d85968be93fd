//! A question about a game that cannot be answered, shown again: the form with everything as it was
//! typed, what is wrong beside the field that it is wrong with, and what would be right.
//!
//! Whatever a page asks, its address is a list of names and values; so one form does for all pages.
//! What the game's own fields do not carry has a plain field of its own, that can be mended or emptied.

use maud::{Markup, html};
use outplay::{Kind, Table};

use super::field::plain;
use super::form::{fields, modes_of, orders_of, sides, unchanged};
use super::{error, head, solve};
use crate::address::Address;
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::notes::Notes;
use crate::query::Query;
use crate::work::Work;

/// What is asked besides the game and goes along without being shown.
const UNSEEN: [&str; 3] = ["hint", "watch", "rules"];
/// More values than this are not typed by anybody.
const MOST_FIELDS: usize = 100;

/// The page, where the question is about a game whose form can be shown.
pub(super) fn again(
    game: &Game,
    path: &str,
    query: &Query,
    work: &Work,
    wrong: &Error,
) -> Option<Page> {
    let here = path.trim_start_matches('/').split('/').next()?;
    let form_of_its_own = matches!(game.listed.kind, Kind::Fight | Kind::Sides);
    let is_page = ["play", "solve", "explore", "lab", "show"].contains(&here);
    if wrong.status() != 400 || !form_of_its_own || !is_page || query.pairs().len() > MOST_FIELDS {
        return None;
    }
    let address = Address::as_typed(game, query, Notes::of(wrong, query));
    let table = address.nearest(work).ok()?;
    let unchanged = unchanged(work, &table).ok()?;
    let title = &unchanged.about().title;
    let body = html! {
        (head(&address.without_the_wrong(), title, here, ""))
        (error::above(wrong, &address.notes))
        @if here == "solve" && game.listed.kind == Kind::Fight {
            (solve::form(&address, &unchanged, query, None))
        } @else {
            (form(&address, &unchanged, query, here))
        }
    };
    Some(page(Place::Games, &format!("{title}: that cannot be answered"), &body))
}

/// The form of any page.
fn form(address: &Address, unchanged: &Table, query: &Query, here: &str) -> Markup {
    let players = here == "play";
    html! {
        form.sheet method="get" action=(address.path(here)) {
            (modes_of(address, unchanged.about()))
            div.fields.broad { (sides(address, unchanged, players)) (orders_of(address, unchanged.about())) }
            (fields(address, unchanged, players))
            (others(address, query, &[]))
            button.main { "Try again" }
        }
    }
}

/// What is asked besides the game, as it was typed; but not what has a field in the form anyway.
pub(super) fn others(address: &Address, query: &Query, has_field: &[&str]) -> Markup {
    let kept = |name: &str| address.kept.iter().any(|(other, _)| other == name);
    let others: Vec<_> = query
        .pairs()
        .iter()
        .filter(|(name, _)| !kept(name) && !has_field.contains(&name.as_str()))
        .collect();
    let is_seen = |name: &str| address.notes.is_wrong(name) || !UNSEEN.contains(&name);
    let mut named = Vec::new();
    html! {
        @if !others.is_empty() {
            div.fields.broad {
                @for (name, value) in others {
                    @if !is_seen(name) || (named.contains(&name) && !address.notes.is_wrong(name)) {
                        input type="hidden" name=(name) value=(value);
                    } @else if !named.contains(&name) {
                        (plain(&address.notes, (name, &name.replace('-', " ")), value))
                    }
                    @let () = named.push(name);
                }
            }
        }
    }
}
