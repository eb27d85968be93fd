//! Which game, from an address: `/solve/wizard?mode=hard&boss.hp=71`.
//!
//! A name with a dot is a number of the rules, as for `set`; the others are the options of the
//! command line. `p1=keeper:minimax` names the fighter and who plays it; in a game without fighters
//! `p1=:minimax` says who plays. Every text goes by its name in the address, which is what a problem
//! calls it.

use std::sync::{Arc, OnceLock};

use outplay::duel::{ALL, NORMAL};
use outplay::game::Player;
use outplay::text::Code;
use outplay::{
    About, By, Failure, Kind, Objective, Options, Question, Seat, Source, StyleName, Table, Text,
};

use crate::catalogue::{FileNews, Game};
use crate::error::Error;
use crate::notes::Notes;
use crate::own;
use crate::query::{Query, encode, with_query};
use crate::work::Work;

/// The names that a question about a game may have, by what it is.
pub(crate) const fn names(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Fight => &["mode", "p1", "p2", "order", "goal", "input", "set"],
        Kind::Sides => &["p1", "p2", "set"],
        Kind::Hand => &["card", "hand", "card-list", "input", "set"],
        Kind::Combat => &["mode", "p1", "p2", "input"],
    }
}

/// Is a name with a dot a number of the rules?
const fn has_numbers(kind: Kind) -> bool {
    matches!(kind, Kind::Fight | Kind::Sides)
}

/// A game, as asked for.
#[derive(Clone)]
pub(crate) struct Address {
    /// The game's name.
    pub(crate) game: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// What the library is asked about.
    pub(crate) source: Source,
    /// The game as it stands, where it was opened.
    like: Option<Table>,
    /// Who plays.
    pub(crate) styles: [StyleName; 2],
    /// What dice and random players start from.
    pub(crate) seed: u64,
    /// What makes this game differ from the rules as they stand, as it goes in an address.
    pub(crate) kept: Vec<(String, String)>,
    /// What is new of its rules file, where that is watched.
    pub(crate) file: Option<Arc<FileNews>>,
    /// What is wrong with it, where a form is shown again.
    pub(crate) notes: Notes,
    /// Numbers of fighters who do not take part, once that is known.
    idle: OnceLock<Vec<String>>,
}

impl Address {
    /// Reads which game is asked about; `more` are the names that this question knows besides.
    pub(crate) fn read(game: &Game, query: &Query, more: &[&str]) -> Result<Self, Error> {
        let kind = game.listed.kind;
        let (names, numbers) = (names(kind), has_numbers(kind));
        let own: &[&str] = if game.packed.is_some() { &own::NAMES } else { &[] };
        query.only(&[names, own, more].concat(), numbers)?;
        let is_number = |name: &str| numbers && name.contains('.');
        let mut set = Vec::new();
        for (name, value) in query.pairs() {
            if name == "set" {
                set.push(Text::new(name, value));
            } else if is_number(name) {
                set.push(Text::new(name, format!("{name}={value}")));
            }
        }
        let mut options = Options {
            mode: query.one("mode")?.map(str::to_owned),
            order: query.text("order")?,
            goal: query.text("goal")?,
            input: query.text("input")?,
            set,
            cards: query.texts("card"),
            hand: query.text("hand")?,
            card_list: query.text("card-list")?,
            ..Options::default()
        };
        // As in the terminal: somebody against the solver.
        let mut styles = [StyleName::Manual, StyleName::Minimax];
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            let Some(given) = query.text(name)? else { continue };
            if kind == Kind::Combat {
                options.sides[side] = Some(given);
                continue;
            }
            let Seat { fighter, style } = Seat::read(&given)?;
            styles[side] = style.unwrap_or_else(|| styles[side].clone());
            if let (Kind::Sides, Some(fighter)) = (kind, &fighter) {
                let message = format!(
                    "`{name}` is {:?}, and there are no fighters to choose from: say who plays, \
                     as in :greedy",
                    fighter.text
                );
                return Err(Error::value(name, message));
            }
            options.sides[side] = fighter;
        }
        let kept = query.pairs().iter();
        let kept = kept
            .filter(|(name, _)| names.contains(&name.as_str()) || is_number(name))
            .filter(|(name, value)| name != "mode" || value != NORMAL);
        Ok(Self {
            game: game.listed.name.clone(),
            kind,
            source: Source { options, ..game.source.clone() },
            like: game.table.clone(),
            styles,
            seed: 1,
            kept: rules(game).chain(kept.cloned()).collect(),
            file: game.file.clone(),
            notes: Notes::default(),
            idle: OnceLock::new(),
        })
    }

    /// The game as far as it was typed, right or wrong: nothing but its form can be shown.
    pub(crate) fn as_typed(game: &Game, query: &Query, notes: Notes) -> Self {
        let kind = game.listed.kind;
        let known = [names(kind), &["seed"]].concat();
        let is_kept =
            |name: &str| known.contains(&name) || (has_numbers(kind) && name.contains('.'));
        let mut options = Options {
            mode: query.typed("mode").map(str::to_owned),
            order: query.typed("order").map(|order| Text::new("order", order)),
            ..Options::default()
        };
        let mut styles = [StyleName::Manual, StyleName::Minimax];
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            let Some(Ok(seat)) = query.typed(name).map(|seat| Seat::read(&Text::new(name, seat)))
            else {
                continue;
            };
            styles[side] = seat.style.unwrap_or_else(|| styles[side].clone());
            options.sides[side] = seat.fighter;
        }
        let kept = query.pairs().iter().filter(|(name, _)| is_kept(name));
        Self {
            game: game.listed.name.clone(),
            kind,
            source: Source { options, ..game.source.clone() },
            like: game.table.clone(),
            styles,
            seed: 1,
            kept: rules(game).chain(kept.cloned()).collect(),
            file: game.file.clone(),
            notes,
            idle: OnceLock::new(),
        }
    }

    /// The same game without anything that is wrong with it.
    pub(crate) fn without_the_wrong(&self) -> Self {
        let mut sound = self.clone();
        sound.kept.retain(|(name, _)| !self.notes.is_wrong(name));
        let options = &mut sound.source.options;
        options.mode.take_if(|_| self.notes.is_wrong("mode"));
        options.order.take_if(|_| self.notes.is_wrong("order"));
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            options.sides[side].take_if(|_| self.notes.is_wrong(name));
        }
        sound
    }

    /// The nearest to it that can be opened: without what is wrong, or else the game as it stands.
    pub(crate) fn nearest(&self, work: &Work) -> Result<Table, Error> {
        let sound = self.without_the_wrong();
        let opened = self.table(work, &sound.source);
        opened.or_else(|_| self.like.clone().ok_or_else(Error::busy))
    }

    /// The numbers in the address of fighters who do not take part, once the game was opened.
    pub(crate) fn idle(&self) -> &[String] {
        self.idle.get().map_or(&[], Vec::as_slice)
    }

    /// The same page without those numbers.
    pub(crate) fn without_idle(&self) -> Self {
        let mut rest = self.clone();
        rest.kept.retain(|(name, _)| !self.idle().contains(name));
        rest
    }

    /// The same of a page about a game that is played move by move.
    pub(crate) fn of_a_page(game: &Game, query: &Query, more: &[&str]) -> Result<Self, Error> {
        match game.listed.kind {
            Kind::Fight | Kind::Sides => Self::with_seed(game, query, more),
            Kind::Hand | Kind::Combat => {
                let name = &game.listed.name;
                Err(Error::not_found(format!("{name} is no fight: see its own page")))
            }
        }
    }

    /// The same of a page about a fight.
    pub(crate) fn of_a_fight(game: &Game, query: &Query, more: &[&str]) -> Result<Self, Error> {
        match game.listed.kind {
            Kind::Fight => Self::with_seed(game, query, more),
            _ => {
                let name = &game.listed.name;
                Err(Error::not_found(format!("{name} is no fight: see its own page")))
            }
        }
    }

    /// The same with the seed of the dice, which goes from page to page.
    fn with_seed(game: &Game, query: &Query, more: &[&str]) -> Result<Self, Error> {
        let mut address = Self::read(game, query, &[more, &["seed"]].concat())?;
        if let Some(seed) = query.number("seed", "1")? {
            address.seed = seed;
            address.kept.push(("seed".to_owned(), seed.to_string()));
        }
        Ok(address)
    }

    /// The seed of another game, where it matters.
    pub(crate) fn next_seed(&self, about: &About) -> Option<String> {
        let matters = about.rolls || self.styles.iter().any(StyleName::draws);
        matters.then(|| self.seed.wrapping_add(1).to_string())
    }

    /// Is every mode asked about?
    pub(crate) fn is_of_all_modes(&self) -> bool {
        self.source.options.mode.as_deref() == Some(ALL)
    }

    /// The game, on a page.
    pub(crate) fn open(&self, work: &Work) -> Result<Table, Error> {
        if self.is_of_all_modes() {
            let message = "a page shows one mode; /api answers for all at once";
            return Err(Error::value("mode", message));
        }
        let table = self.table(work, &self.source)?;
        let names = self.kept.iter().map(|(name, _)| name);
        let idle = names.filter(|name| is_idle(&table, name)).cloned().collect();
        // It is the same whoever asks first.
        let _ = self.idle.set(idle);
        Ok(table)
    }

    /// The game in each mode that is asked for.
    pub(crate) fn open_all(&self, work: &Work) -> Result<Vec<Table>, Error> {
        self.source.each_mode().iter().map(|source| self.table(work, source)).collect()
    }

    fn table(&self, work: &Work, source: &Source) -> Result<Table, Error> {
        let opened = work.table(source, self.like.as_ref());
        Ok(opened.map_err(|failure| helped(self.kind, failure))?)
    }

    /// Does somebody make the moves of that side?
    pub(crate) fn by_hand(&self, player: Player) -> bool {
        self.styles[player.index()] == StyleName::Manual
    }

    /// Does nobody who has a choice choose by hand, so that there is only watching?
    pub(crate) fn is_watched(&self, about: &About) -> bool {
        let chooses = |player: &Player| about.side(*player).chooses;
        !Player::BOTH.into_iter().filter(chooses).any(|player| self.by_hand(player))
    }

    /// The value of a name in the address.
    pub(crate) fn given(&self, name: &str) -> Option<&str> {
        let found = self.kept.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The path of a page about this game.
    pub(crate) fn path(&self, page: &str) -> String {
        format!("/{page}/{}", encode(&self.game))
    }

    /// Where the rules can be changed: the file as it is, whatever was laid over it; none where there
    /// is no file.
    pub(crate) fn rules_link(&self) -> Option<String> {
        outplay::registry::file_of(&self.source)?;
        let rules: Vec<_> = self.kept.iter().filter(|(name, _)| name == "rules").collect();
        let rules: Vec<_> = rules.iter().map(|(name, value)| (name, value)).collect();
        Some(with_query(&self.path("edit"), &rules))
    }

    /// The address of another page about the same game.
    pub(crate) fn link(&self, page: &str, more: &[(&str, &str)]) -> String {
        // An empty value is as good as none.
        let more: Vec<_> = more.iter().filter(|(_, value)| !value.is_empty()).copied().collect();
        let kept = self.kept.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let kept = kept.filter(|(name, _)| !more.iter().any(|(other, _)| other == name));
        let pairs: Vec<(&str, &str)> = kept.chain(more.iter().copied()).collect();
        with_query(&self.path(page), &pairs)
    }
}

/// Is it a number of a fighter who does not take part, so that it changes nothing?
fn is_idle(table: &Table, path: &str) -> bool {
    let Some(fight) = table.fight() else { return false };
    let (path, of_a_fighter) = match path.strip_prefix("fighters.") {
        Some(rest) => (rest, true),
        None => (path, false),
    };
    let Some((whose, _)) = path.split_once('.') else { return false };
    let is_skill = fight.spec.skills.iter().any(|skill| skill.id.text == whose);
    let is_fighter = fight.spec.fighters.iter().any(|fighter| fighter.id.text == whose);
    is_fighter && (of_a_fighter || !is_skill) && !takes_part(table.about(), whose)
}

/// Does a fighter stand on either side?
pub(crate) fn takes_part(about: &About, fighter: &str) -> bool {
    let alone = about.members.iter().all(Vec::is_empty);
    if alone {
        return about.sides.iter().any(|side| side.id == fighter);
    }
    // Where one fights twice, they are told apart by a number.
    about.members.iter().flatten().any(|member| {
        let rest = member.id.strip_prefix(fighter);
        let number = rest.and_then(|rest| rest.strip_prefix('-'));
        rest == Some("") || number.is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

/// The rules of a game that came with the address go along with it.
fn rules(game: &Game) -> impl Iterator<Item = (String, String)> {
    game.packed.iter().map(|packed| ("rules".to_owned(), packed.clone()))
}

/// What would put a problem right, where the library leaves that to whoever asked.
fn helped(kind: Kind, mut failure: Failure) -> Failure {
    for problem in failure.problems.iter_mut().filter(|problem| problem.help.is_none()) {
        let help = match (problem.code, kind) {
            (Code::NoCards, Kind::Combat) => {
                "give `p1` and `p2`, for example 9 2 6 and 5 8 4, or `input`"
            }
            (Code::NoCards, _) => "give `card`, as in A,cost=2,pitch=1,attack=6, or `input`",
            (Code::NoCardList, _) => "give `card-list`",
            _ => continue,
        };
        problem.help = Some(help.to_owned());
    }
    failure
}

/// The searches of a game, and what they are searches of.
fn searches(about: &About) -> (&'static [By], &'static str) {
    match about.objective {
        _ if about.rolls => (&By::OF_CHANCE, "with dice"),
        Objective::LeastCost(_) => (&By::OF_COST, "of a fight"),
        Objective::ZeroSum(_) | Objective::Win => (&By::FOR_TWO_SIDES, "for two sides"),
        Objective::Most(_) => (&By::OF_A_HAND, "of a hand"),
        Objective::PlayedOut => (&[By::Play], "of decks"),
    }
}

/// What is asked about the best play; more optimal lines than `most` are not listed.
pub(crate) fn question(
    about: &About,
    query: &Query,
    most: usize,
) -> Result<Question<'static>, Error> {
    let by = query.one("by")?.map(|name| {
        let (known, what) = searches(about);
        known.iter().copied().find(|by| by.name() == name).ok_or_else(|| {
            let known: Vec<_> = known.iter().map(|by| by.name()).collect();
            let known = known.join(", ");
            let message = format!("no search {what} is called {name:?}: there is {known}");
            Error::value("by", message)
        })
    });
    Ok(Question {
        after: query.text("after")?,
        by: by.transpose()?,
        at_most: query.number("at-most", "1824")?,
        all: query.flag("all")?.then_some(most),
        explain: query.flag("explain")?,
        nearest: true,
        seed: query.number("seed", "1")?,
        playouts: query.number("playouts", "100000")?,
        on_better: None,
    })
}
