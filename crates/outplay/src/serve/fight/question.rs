//! Which fight, from an address: `/solve/wizard?mode=hard&boss.hp=71`.
//!
//! A name with a dot is a number of the rules, as for `--set`; the others are the options of the
//! command line. `p1=keeper:minimax` names the fighter and who plays it.

use outplay::StyleName;
use outplay::duel::ALL;
use outplay::{Loaded, Request, Seat};

use crate::serve::asked::{Asked, address, encode};
use crate::serve::wrong::Wrong;
use crate::serve::{Game, Kind};

/// The names that every question about a fight may have.
const NAMES: [&str; 6] = ["mode", "p1", "p2", "order", "input", "set"];

/// The styles that a form offers, with who they are.
pub(in super::super) const STYLES: [(StyleName, &str); 4] = [
    (StyleName::Manual, "you"),
    (StyleName::Minimax, "the solver"),
    (StyleName::Greedy, "greed"),
    (StyleName::Random, "chance"),
];

/// A fight, as asked for.
#[derive(Clone, Debug)]
pub(in super::super) struct Question {
    /// The game's name.
    pub(in super::super) game: String,
    /// What the library is asked.
    pub(in super::super) request: Request,
    /// Who plays.
    pub(in super::super) styles: [StyleName; 2],
    /// What makes this fight differ from the rules as they stand, as it goes in an address.
    pub(in super::super) kept: Vec<(String, String)>,
}

impl Question {
    /// Reads the question; `more` are the names that this page knows besides.
    pub(in super::super) fn read(game: &Game, asked: &Asked, more: &[&str]) -> Result<Self, Wrong> {
        let Kind::Fight(request) = &game.kind else {
            let name = &game.name;
            return Err(Wrong::not_found(format!("{name} is no fight: see its own page")));
        };
        asked.only(&[&NAMES[..], more].concat(), true)?;
        let mut request = Request::clone(request);
        request.mode = asked.one("mode")?.map(str::to_owned);
        let mut styles = [StyleName::Manual, StyleName::Manual];
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            let Some(text) = asked.one(name)? else { continue };
            let Seat { fighter, style } = Seat::read(name, text)?;
            styles[side] = style.unwrap_or(StyleName::Manual);
            request.sides[side] = fighter;
        }
        request.order = asked.one("order")?.map(str::to_owned);
        if let Some(input) = asked.one("input")? {
            request.input = Some(("input".to_owned(), input.to_owned()));
        }
        for (name, value) in asked.pairs() {
            if name == "set" {
                request.set.push(("--set".to_owned(), value.clone()));
            } else if name.contains('.') {
                request.set.push(("--set".to_owned(), format!("{name}={value}")));
            }
        }
        let kept = asked.pairs().iter();
        let kept = kept
            .filter(|(name, _)| NAMES.contains(&name.as_str()) || name.contains('.'))
            .filter(|(name, value)| name != "mode" || value != "normal");
        Ok(Self { game: game.name.clone(), request, styles, kept: kept.cloned().collect() })
    }

    /// The fight.
    pub(in super::super) fn load(&self) -> Result<Loaded, Wrong> {
        if self.request.mode.as_deref() == Some(ALL) {
            return Err(Wrong::question("a page shows one mode; /api answers for all at once"));
        }
        Ok(self.request.load()?)
    }

    /// The rules as they stand in this mode, with these fighters, before any number was changed.
    pub(in super::super) fn unchanged(&self) -> Result<Loaded, Wrong> {
        let mut request = self.request.clone();
        request.set.clear();
        request.input = None;
        Ok(request.load()?)
    }

    /// The value of a name in the address.
    pub(in super::super) fn given(&self, name: &str) -> Option<&str> {
        let found = self.kept.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The address of another page about the same fight.
    pub(in super::super) fn link(&self, page: &str, more: &[(&str, &str)]) -> String {
        let more = more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let pairs: Vec<_> = self.kept.iter().cloned().chain(more).collect();
        address(&format!("/{page}/{}", encode(&self.game)), &pairs)
    }
}
