//! Small drawings of our own, embedded as SVG: who fights, and what the games look like.
//!
//! A fighter of a rules file has the drawing of its name where there is one. Any other is composed of
//! parts: `names.rs` chooses them, by words in the name where they say something (an archer has a bow)
//! and else by the name alone, so that the same name always looks the same; `people.rs`, `gear.rs` and
//! `creatures.rs` draw them in the colours of `palette.rs`.

mod creatures;
mod gear;
mod names;
mod palette;
mod people;
#[cfg(test)]
mod tests;

use maud::{Markup, PreEscaped};

pub(crate) use names::Figure;

/// What there are drawings of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    Mark,
    Mage,
    Rogue,
    Vampire,
    Sorcerer,
    Wizard,
    Boss,
    Keeper,
    Drowned,
    /// Somebody composed of parts.
    Fighter(Figure),
    Card,
    Deck,
    Tree,
}

/// The names that fighters of rules files may have.
const NAMED: [(&str, Picture); 8] = [
    ("mage", Picture::Mage),
    ("rogue", Picture::Rogue),
    ("vampire", Picture::Vampire),
    ("sorcerer", Picture::Sorcerer),
    ("wizard", Picture::Wizard),
    ("boss", Picture::Boss),
    ("keeper", Picture::Keeper),
    ("drowned", Picture::Drowned),
];

/// The drawing of a fighter, by its name in the rules file.
pub(crate) fn picture_of(fighter: &str) -> Picture {
    let fighter = fighter.to_lowercase();
    let found = NAMED.iter().find(|(name, _)| fighter == *name);
    found.map_or_else(|| Picture::Fighter(Figure::of(&fighter)), |(_, picture)| *picture)
}

/// The drawing, to stand in a page. It says nothing that the text beside it does not say.
pub(crate) fn picture(of: Picture) -> Markup {
    let drawn = match of {
        Picture::Fighter(figure) => return PreEscaped(composed(figure)),
        Picture::Mark => include_str!("figures/mark.svg"),
        Picture::Mage => include_str!("figures/mage.svg"),
        Picture::Rogue => include_str!("figures/rogue.svg"),
        Picture::Vampire => include_str!("figures/vampire.svg"),
        Picture::Sorcerer => include_str!("figures/sorcerer.svg"),
        Picture::Wizard => include_str!("figures/wizard.svg"),
        Picture::Boss => include_str!("figures/boss.svg"),
        Picture::Keeper => include_str!("figures/keeper.svg"),
        Picture::Drowned => include_str!("figures/drowned.svg"),
        Picture::Card => include_str!("figures/card.svg"),
        Picture::Deck => include_str!("figures/deck.svg"),
        Picture::Tree => include_str!("figures/tree.svg"),
    };
    PreEscaped(drawn.to_owned())
}

/// The drawing of somebody composed of parts.
fn composed(figure: Figure) -> String {
    let drawn = match figure {
        Figure::Person(person) => people::drawn(person),
        Figure::Creature(creature) => creatures::drawn(creature),
    };
    format!(
        "<svg class=\"figure\" viewBox=\"0 0 120 120\" aria-hidden=\"true\" focusable=\"false\">\
         {drawn}</svg>"
    )
}
