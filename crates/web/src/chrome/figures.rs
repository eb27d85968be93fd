//! Small drawings of our own, embedded as SVG: who fights, and what the games look like.
//!
//! A fighter of a rules file is drawn by its name where we have a drawing of that name, and as a
//! plain fighter otherwise.

use maud::{Markup, PreEscaped};

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
    Fighter,
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
    let fighter = fighter.to_ascii_lowercase();
    let found = NAMED.iter().find(|(name, _)| fighter.contains(name));
    found.map_or(Picture::Fighter, |(_, picture)| *picture)
}

/// The drawing, to stand in a page. It says nothing that the text beside it does not say.
pub(crate) fn picture(of: Picture) -> Markup {
    PreEscaped(
        match of {
            Picture::Mark => include_str!("figures/mark.svg"),
            Picture::Mage => include_str!("figures/mage.svg"),
            Picture::Rogue => include_str!("figures/rogue.svg"),
            Picture::Vampire => include_str!("figures/vampire.svg"),
            Picture::Sorcerer => include_str!("figures/sorcerer.svg"),
            Picture::Wizard => include_str!("figures/wizard.svg"),
            Picture::Boss => include_str!("figures/boss.svg"),
            Picture::Keeper => include_str!("figures/keeper.svg"),
            Picture::Drowned => include_str!("figures/drowned.svg"),
            Picture::Fighter => include_str!("figures/fighter.svg"),
            Picture::Card => include_str!("figures/card.svg"),
            Picture::Deck => include_str!("figures/deck.svg"),
            Picture::Tree => include_str!("figures/tree.svg"),
        }
        .to_owned(),
    )
}
