//! Hands of cards, as a table holds them: the best turn, a replay, what a deck's hands are worth, and
//! the three ways compared.

mod compare;
mod odds;
mod read;
mod replay;
mod solve;

use std::sync::Arc;

use outplay_game::{Budget, Objective};
use outplay_hand::{Deck, Hand};

pub use compare::{CompareHands, HandComparison, SizeRow, compare_hands};
pub use odds::{DamageRow, DeckAnswer, DeckCardRow, DrawnHand, deck_odds};
pub use read::deal_ranges;
pub use replay::{HandRefused, HandReplay, HandStep, replay_hand, rest_of_hand};
pub use solve::{CardUse, CardWorth, HandAnswer, HandWorth, solve_hand};

use crate::about::{About, Kind, Side};
use crate::table::{Contents, Prover, Room, Table};
use crate::{Answer, By, Failure, Question, Replay, Source, StyleName, Text};

/// Opens a hand, and the deck where there is one.
pub(crate) fn open(source: &Source, title: &str, about: &str) -> Result<Table, Failure> {
    let (hand, deck, sources, problems) = read::read(&source.options)?;
    let about = About {
        game: source.game.clone(),
        title: title.to_owned(),
        about: Some(about.to_owned()),
        kind: Kind::Hand,
        mode: outplay_duel::NORMAL.to_owned(),
        modes: Vec::new(),
        objective: Objective::Most("damage".to_owned()),
        order: None,
        sides: [Side::named("p1", "player 1"), Side::named("p2", "nobody")],
        effects: Vec::new(),
        counters: Vec::new(),
        undecided: false,
        letters: false,
        rolls: false,
        members: Default::default(),
    };
    let room = Arc::new(HandRoom { about, hand, deck });
    Ok(Table::new(source, room, sources, problems.into_sorted()))
}

struct HandRoom {
    about: About,
    hand: Hand,
    deck: Option<Deck>,
}

impl Room for HandRoom {
    fn about(&self) -> &About {
        &self.about
    }

    fn check_styles(&self, _: &[StyleName; 2]) -> Result<(), Failure> {
        Err(self.cannot("be played by styles"))
    }

    fn prover(self: Arc<Self>) -> Box<dyn Prover> {
        Box::new(HandProver(self))
    }

    fn contents(&self) -> Contents<'_> {
        Contents::Hand(&self.hand, self.deck.as_ref())
    }
}

/// A turn is so short that nothing is kept of it.
struct HandProver(Arc<HandRoom>);

impl HandProver {
    /// What is left of the hand after some moves.
    fn rest(&self, after: &Text) -> Result<Hand, Failure> {
        let replay = self.0.hand.replay(&after.text);
        if let Some(refused) = &replay.refused {
            let message = format!("move {} is refused: {}", refused.number, refused.reason);
            return Err(crate::fight::refused(after, refused.number, &message));
        }
        Ok(rest_of_hand(&self.0.hand, &replay.end))
    }
}

impl Prover for HandProver {
    fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        let by = question.by.unwrap_or(By::Exact);
        let rest;
        let hand = match &question.after {
            Some(after) if !after.text.is_empty() => {
                rest = self.rest(after)?;
                &rest
            }
            _ => &self.0.hand,
        };
        Ok(Answer::Hand(Box::new(solve_hand(hand, by, question.explain, budget)?)))
    }

    fn replay(&mut self, after: &Text, moves: &str, _: &Budget) -> Result<Replay, Failure> {
        let before = after.text.trim();
        let line = [before, moves].into_iter().filter(|part| !part.trim().is_empty());
        let line: Vec<&str> = line.collect();
        Ok(Replay::Hand(Box::new(replay_hand(&self.0.hand, &line.join(", ")))))
    }

    fn cannot(&self, what: &str) -> Failure {
        self.0.cannot(what)
    }
}
