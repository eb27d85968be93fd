//! A battle for states of one size, in one turn order: where it stands, what was before, and how it
//! goes on after a move or an edit.
//!
//! A [`Moment`] is all that can change; each is kept until it is taken back. After an edit the
//! position is judged by the rules of an opening, except that a turn which has begun does not begin
//! again: its upkeep and effects have happened.

use std::sync::Arc;

use outplay_game::Player;

use super::{Legal, NoQueue, Refused};
use crate::account::Scribe;
use crate::compile::opening_status;
use crate::game::{Duel, Move};
use crate::load::{Builder, Fight};
use crate::order::{Order, Place, Step};
use crate::rules::{Names, Stuck};
use crate::state::{State, Status};
use crate::{Snapshot, words};

/// A battle whatever the size of its states.
pub(super) trait Stage: Send + Sync {
    fn boxed(&self) -> Box<dyn Stage>;
    fn status(&self) -> Status;
    fn snapshot(&self) -> Snapshot;
    /// The actions left in the turn that is on, where they are counted.
    fn actions_left(&self) -> Option<u32>;
    fn legal(&self) -> Vec<Legal>;
    fn moves_made(&self) -> &str;
    fn is_edited(&self) -> bool;
    fn play(&mut self, word: &str) -> Result<Vec<String>, Refused>;
    fn undo(&mut self) -> bool;
    fn set(&mut self, slot: usize, value: i32);
    fn enqueue(&mut self, player: Player) -> Result<Option<Place>, NoQueue>;
    fn dequeue(&mut self) -> Result<Option<Place>, NoQueue>;
}

impl Clone for Box<dyn Stage> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

/// Sets the stage: the fight before its first choice.
pub(super) struct Staging;

impl Builder for Staging {
    type Output = Box<dyn Stage>;

    fn build<const W: usize, O: Order>(self, duel: Duel<W, O>, fight: Arc<Fight>) -> Self::Output {
        let now = Moment {
            state: duel.opening().clone(),
            keys: 0,
            edited: false,
            begun: None,
            next: duel.rules.first,
        };
        let duel = Arc::new(duel);
        let mut staged = Staged { duel, fight, now, past: Vec::new(), keys: String::new() };
        staged.advance(|duel, state, scribe| duel.open(state, scribe));
        Box::new(staged)
    }
}

/// A battle with states of `W` words and this turn order.
#[derive(Clone)]
struct Staged<const W: usize, O> {
    duel: Arc<Duel<W, O>>,
    fight: Arc<Fight>,
    now: Moment<W, O>,
    /// What was before each move and each edit.
    past: Vec<Moment<W, O>>,
    /// The keys of all moves made.
    keys: String,
}

/// A position, and what is known of how it came about.
#[derive(Clone)]
struct Moment<const W: usize, O> {
    state: State<W, O>,
    /// How many bytes the keys of the moves have.
    keys: usize,
    edited: bool,
    /// Whose turn has begun, upkeep and effects included, and waits for a skill; also where an edit
    /// has ended the fight before it was used.
    begun: Option<Player>,
    /// Whose turn begins next, where the order itself does not say and an edit lets the fight go on.
    next: Player,
}

impl<const W: usize, O: Order> Staged<W, O> {
    fn names(&self) -> &Names {
        &self.fight.names
    }

    fn remember(&mut self) {
        self.past.push(self.now.clone());
    }

    /// Does something, and goes on to the next choice. Gives what happened, in words.
    fn advance(
        &mut self,
        what: impl FnOnce(&Duel<W, O>, &mut State<W, O>, &mut Scribe),
    ) -> Vec<String> {
        let (duel, names, now) = (&self.duel, &self.fight.names, &mut self.now);
        let mut scribe = duel.scribe(names);
        scribe.player = now.next;
        what(duel, &mut now.state, &mut scribe);
        duel.go_on(&mut now.state, &mut scribe, &mut Vec::new());
        now.next = if scribe.acted { scribe.player.other() } else { scribe.player };
        now.begun = match now.state.status() {
            Status::Chooses(player) => Some(player),
            Status::Before(_) | Status::Over(_) => None,
        };
        let mut told = words::tell(&scribe.turns, names);
        if scribe.untold > 0 {
            told.push(format!("and {} more turns", scribe.untold));
        }
        told
    }

    /// After an edit: whose turn it is now, and whether it is over, by the rules of an opening; but
    /// a turn that has begun does not begin again.
    fn reconsider(&mut self) {
        self.now.edited = true;
        let hp = self.hp();
        let front = self.now.state.order.front();
        let begun = self.now.begun.filter(|&player| !O::PLACES || front == Some(player));
        let Some(player) = begun else {
            let first = if O::PLACES { front } else { Some(self.now.next) };
            self.now.state.set_status(opening_status(hp, first));
            if !hp.contains(&0) {
                self.advance(|duel, state, scribe| duel.open(state, scribe));
            }
            return;
        };
        if hp.contains(&0) {
            self.now.state.set_status(opening_status(hp, None));
            return;
        }
        self.now.state.set_status(Status::Chooses(player));
        self.advance(|duel, state, scribe| {
            if !duel.can_act(state, player) {
                scribe.open(player, state);
                duel.be_stuck(state, player, scribe);
            }
        });
        if self.duel.rules.stuck == Stuck::Lose {
            self.now.begun = begun;
        }
    }

    fn hp(&self) -> [i32; 2] {
        Player::BOTH.map(|player| self.now.state.number(self.duel.rules.fighter(player).hp))
    }

    /// The usable skill that a word means: by its key, else by its id.
    fn find(&self, player: Player, word: &str) -> Result<usize, Refused> {
        let who = &self.names().fighters[player.index()];
        let by_id = who.skills.iter().position(|skill| skill.id == word);
        let mut letters = word.chars();
        let by_key = match (letters.next(), letters.next()) {
            (Some(key), None) => Some(self.duel.find(self.names(), &self.now.state, player, key)),
            _ => None,
        };
        match (by_key, by_id) {
            (Some(Err(Refused::Unknown(_))) | None, Some(index)) => {
                let why_not = self.duel.why_not(self.names(), &self.now.state, player, index);
                why_not.map_or(Ok(index), |reason| Err(Refused::Unusable(reason)))
            }
            (Some(found), _) => found,
            (None, None) => {
                let known: Vec<_> = who.skills.iter().map(|skill| skill.id.as_str()).collect();
                Err(Refused::Unknown(format!(
                    "{} has no skill `{word}` (they have {})",
                    who.name,
                    known.join(", ")
                )))
            }
        }
    }
}

impl<const W: usize, O: Order> Stage for Staged<W, O> {
    fn boxed(&self) -> Box<dyn Stage> {
        Box::new(self.clone())
    }

    fn status(&self) -> Status {
        self.now.state.status()
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.now.state, self.names())
    }

    fn actions_left(&self) -> Option<u32> {
        let actions = self.duel.rules.actions?;
        Some(self.now.state.bits(actions)).filter(|&left| left < actions.mask)
    }

    fn legal(&self) -> Vec<Legal> {
        let state = &self.now.state;
        let Status::Chooses(player) = state.status() else { return Vec::new() };
        let who = &self.names().fighters[player.index()];
        let own = self.duel.rules.fighter(player).skills.iter().zip(&who.skills).enumerate();
        let usable = own.filter(|(_, (skill, _))| self.duel.can_use(state, player, skill));
        let called = |slot: usize| {
            let number = who.numbers.iter().find(|(_, other)| *other == slot);
            number.map_or(String::new(), |(name, _)| name.clone())
        };
        usable
            .map(|(index, (_, names))| Legal {
                key: names.key,
                id: names.id.clone(),
                name: names.name.clone(),
                cost: self
                    .duel
                    .cost_of(state, player, index)
                    .into_iter()
                    .map(|(slot, amount)| (amount, called(slot)))
                    .collect(),
                harm: self.duel.harm(state, Move::of(index)),
            })
            .collect()
    }

    fn moves_made(&self) -> &str {
        &self.keys
    }

    fn is_edited(&self) -> bool {
        self.now.edited
    }

    fn play(&mut self, word: &str) -> Result<Vec<String>, Refused> {
        let player = match self.status() {
            Status::Chooses(player) => player,
            Status::Before(_) => return Err(Refused::NobodyChooses),
            Status::Over(_) => return Err(Refused::Over),
        };
        let skill = self.find(player, word)?;
        self.remember();
        self.keys.push(self.names().fighters[player.index()].skills[skill].key);
        self.now.keys = self.keys.len();
        Ok(self.advance(|duel, state, scribe| {
            scribe.open(player, state);
            duel.act(state, player, skill, scribe);
        }))
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.keys.truncate(before.keys);
        self.now = before;
        true
    }

    fn set(&mut self, slot: usize, value: i32) {
        self.remember();
        let by = value - self.now.state.number(slot);
        self.now.state.change(slot, by, self.duel.rules.most[slot]);
        self.reconsider();
    }

    fn enqueue(&mut self, player: Player) -> Result<Option<Place>, NoQueue> {
        if !O::PLACES {
            return Err(NoQueue);
        }
        self.remember();
        let before = self.now.state.order.places().len();
        self.now.state.order.step(player, Step::Own);
        let added = self.now.state.order.places().get(before).copied();
        self.reconsider();
        Ok(added)
    }

    fn dequeue(&mut self) -> Result<Option<Place>, NoQueue> {
        if !O::PLACES {
            return Err(NoQueue);
        }
        let Some(front) = self.now.state.order.places().first().copied() else { return Ok(None) };
        self.remember();
        self.now.state.order.pass(front.player);
        // Even where the same player is next, it is another turn.
        self.now.begun = None;
        self.reconsider();
        Ok(Some(front))
    }
}
