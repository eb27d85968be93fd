//! Two decks that fight by themselves, as a table holds them: how a deal ends, how it is played, and
//! many random deals.

mod deals;
mod solve;

use std::sync::Arc;

use outplay_combat::{Deal, Mode, parse, parse_decks};
use outplay_game::{Budget, Objective};
use outplay_text::{Code, Problem, Problems, Sources};

pub use deals::{CombatMatch, CombatMatchAnswer, Dealt, match_combat};
pub use solve::{
    Circle, CombatAnswer, CombatReplay, CombatRound, Ending, Scored, replay_combat, solve_combat,
};

use crate::about::{self, About, Kind, Side};
use crate::table::{Contents, Prover, Room, Table};
use crate::{Answer, Failure, Question, Replay, Source, StyleName, Text};

/// Opens two decks.
pub(crate) fn open(source: &Source, title: &str, about: &str) -> Result<Table, Failure> {
    let mode = read_mode(source.options.mode.as_deref())?;
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let options = &source.options;
    let deal = match (&options.input, &options.sides) {
        (Some(text), [None, None]) => {
            let source = sources.add(&text.name, &text.text);
            parse(&sources, source, &mut problems)
        }
        (None, [Some(one), Some(two)]) => {
            let lists = [one, two].map(|deck| sources.add(&deck.name, &deck.text));
            parse_decks(&sources, lists, &mut problems)
        }
        (input, [one, two]) => {
            let message = match (input, one, two) {
                (Some(_), _, _) => {
                    "the decks come from one text or from two lists, not from both".to_owned()
                }
                (None, None, None) => "which decks?".to_owned(),
                (None, one, _) => {
                    let missing = if one.is_none() { 1 } else { 2 };
                    format!("the deck of player {missing} is missing")
                }
            };
            return Err(Failure::plain(Problem::error(Code::NoCards, None, message)));
        }
    };
    let Some(deal) = deal.filter(|_| !problems.has_errors()) else {
        return Err(Failure::new(sources, problems));
    };
    let mode_of = |mode: Mode| about::Mode { name: mode.name().to_owned(), about: None };
    let about = About {
        game: source.game.clone(),
        title: title.to_owned(),
        about: Some(about.to_owned()),
        kind: Kind::Combat,
        mode: mode.name().to_owned(),
        modes: Mode::BOTH.map(mode_of).to_vec(),
        objective: Objective::PlayedOut,
        order: None,
        sides: [Side::named("p1", "player 1"), Side::named("p2", "player 2")],
        effects: Vec::new(),
        counters: Vec::new(),
        undecided: false,
        letters: false,
        rolls: false,
        members: Default::default(),
    };
    let room = Arc::new(CombatRoom { about, deal, mode });
    Ok(Table::new(source, room, sources, problems.into_sorted()))
}

/// The mode of that name; `normal` is plain.
///
/// # Errors
/// A name that no mode has.
pub fn read_mode(name: Option<&str>) -> Result<Mode, Failure> {
    match name {
        None | Some("plain" | outplay_duel::NORMAL) => Ok(Mode::Plain),
        Some("recursive") => Ok(Mode::Recursive),
        Some(other) => {
            let message = format!("combat has no mode called {other}");
            let problem = Problem::error(Code::UnknownMode, None, message);
            Err(Failure::plain(problem.one_of(other, ["plain", "recursive", "normal", "all"])))
        }
    }
}

struct CombatRoom {
    about: About,
    deal: Deal,
    mode: Mode,
}

impl Room for CombatRoom {
    fn about(&self) -> &About {
        &self.about
    }

    fn check_styles(&self, _: &[StyleName; 2]) -> Result<(), Failure> {
        Err(self.cannot("be played by styles"))
    }

    fn prover(self: Arc<Self>) -> Box<dyn Prover> {
        Box::new(CombatProver(self))
    }

    fn contents(&self) -> Contents<'_> {
        Contents::Combat(&self.deal, self.mode)
    }

    fn bytes(&self) -> u64 {
        self.deal.cards() as u64 * 8
    }
}

/// Nobody chooses, so there is nothing to keep but whole answers.
struct CombatProver(Arc<CombatRoom>);

impl Prover for CombatProver {
    fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        let CombatRoom { deal, mode, .. } = &*self.0;
        Ok(Answer::Combat(Box::new(solve_combat(deal, *mode, question.explain, budget))))
    }

    fn replay(&mut self, _: &Text, _: &str, budget: &Budget) -> Result<Replay, Failure> {
        let CombatRoom { deal, mode, .. } = &*self.0;
        Ok(Replay::Combat(Box::new(replay_combat(deal, *mode, budget))))
    }

    fn cannot(&self, what: &str) -> Failure {
        self.0.cannot(what)
    }
}
