//! Which fight, from an address: `/solve/wizard?mode=hard&boss.hp=71`.
//!
//! A name with a dot is a number of the rules, as for `--set`; the others are the options of the
//! command line. `p1=keeper:minimax` names the fighter and who plays it.

use outplay::StyleName;
use outplay::duel::{ALL, Names};
use outplay::game::Player;
use outplay::{Loaded, Request, Seat};

use crate::asked::{Asked, address, encode};
use crate::wrong::Wrong;
use crate::{Game, Kind};

/// The names that every question about a fight may have.
const NAMES: [&str; 6] = ["mode", "p1", "p2", "order", "input", "set"];

/// The styles that a form offers, with who they are.
pub(super) const STYLES: [(StyleName, &str); 4] = [
    (StyleName::Manual, "you"),
    (StyleName::Minimax, "the solver"),
    (StyleName::Greedy, "greed"),
    (StyleName::Random, "chance"),
];

/// Who a style is.
pub(super) fn who(style: &StyleName) -> String {
    let known = STYLES.iter().find(|(other, _)| other == style);
    known.map_or_else(|| style.to_string(), |(_, who)| (*who).to_owned())
}

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
        // As in the terminal: somebody against the solver.
        let mut styles = [StyleName::Manual, StyleName::Minimax];
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            let Some(text) = asked.one(name)? else { continue };
            let Seat { fighter, style } = Seat::read(name, text)?;
            styles[side] = style.unwrap_or_else(|| styles[side].clone());
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
                request.set.push(("the address".to_owned(), format!("{name}={value}")));
            }
        }
        let kept = asked.pairs().iter();
        let kept = kept
            .filter(|(name, _)| NAMES.contains(&name.as_str()) || name.contains('.'))
            .filter(|(name, value)| name != "mode" || value != "normal");
        Ok(Self { game: game.name.clone(), request, styles, kept: kept.cloned().collect() })
    }

    /// Does somebody make the moves of that side?
    pub(in super::super) fn by_hand(&self, player: Player) -> bool {
        self.styles[player.index()] == StyleName::Manual
    }

    /// Does nobody who has a choice choose by hand, so that there is only watching?
    pub(in super::super) fn is_watched(&self, names: &Names) -> bool {
        let chooses = |player: &Player| names.fighters[player.index()].skills.len() > 1;
        !Player::BOTH.into_iter().filter(chooses).any(|player| self.by_hand(player))
    }

    /// Who plays a side, in a word or two.
    pub(in super::super) fn played_by(&self, player: Player, names: &Names) -> String {
        if names.fighters[player.index()].skills.len() < 2 {
            return "no choice".to_owned();
        }
        if Player::BOTH.into_iter().all(|player| self.by_hand(player)) {
            return "by hand".to_owned();
        }
        who(&self.styles[player.index()])
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
        // An empty value is as good as none.
        let more = more.iter().filter(|(_, value)| !value.is_empty());
        let more = more.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let more: Vec<(String, String)> = more.collect();
        let kept =
            self.kept.iter().filter(|(name, _)| !more.iter().any(|(other, _)| other == name));
        let pairs: Vec<_> = kept.cloned().chain(more.iter().cloned()).collect();
        address(&format!("/{page}/{}", encode(&self.game)), &pairs)
    }
}
