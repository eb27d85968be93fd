//! A game told turn by turn, as plain data.

use std::collections::BTreeMap;

use outplay_duel::order::{Place, read_places};
use outplay_game::{Player, Stop};
use serde::{Deserialize, Serialize};

use crate::{About, CombatReplay, Goal, HandReplay};

/// What came of some moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Replay {
    /// Of a game of two sides.
    Sides(Box<SidesReplay>),
    /// Of a hand.
    Hand(Box<HandReplay>),
    /// Of two decks.
    Combat(Box<CombatReplay>),
}

/// What came of some moves of a game of two sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SidesReplay {
    /// The game.
    pub game: String,
    /// Its mode.
    pub mode: String,
    /// 1, 2 or nobody (yet).
    pub winner: Option<u8>,
    /// Is it over?
    pub over: bool,
    /// What player 1 spent of what the goal counts.
    pub spent: u64,
    /// What all the moves given would cost, legal or not.
    pub listed_cost: u64,
    /// What that is counted in.
    pub unit: String,
    /// What it is played for: `{"least": "mana"}`, `{"most": "winner-hp"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// The budget, where there is one: no move may spend more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// Rounds started.
    pub rounds: u32,
    /// The move that could not be made.
    pub refused: Option<Refused>,
    /// How many moves were left over.
    pub unused: usize,
    /// The position before the first turn.
    pub start: [SideState; 2],
    /// The queue before the first turn, the front first: A player 1, B player 2, lower case where
    /// they are not able to add.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    /// What else there is to say of the position before the first turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
    /// What the outcome is worth to player 1, where one's gain is the other's loss and it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Does it go on for ever, with nobody to choose?
    pub endless: bool,
    /// The turns, as many as are told.
    pub turns: Vec<ReplayTurn>,
    /// How many more turns there were.
    pub untold: usize,
    /// Of how many moves, the first ones, limits kept what they gave away from being known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unweighed: usize,
    /// What kept it from being told whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A move that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The round in which it was tried.
    pub round: u32,
    /// Which of the moves, counted from 1.
    pub r#move: usize,
    /// Why not.
    pub reason: String,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayTurn {
    /// The round, from 1.
    pub round: u32,
    /// Whose turn: 1 or 2.
    pub side: u8,
    /// The skill used, by its name in the file; in a game without skills the move.
    pub skill: Option<String>,
    /// The skill that a decision tree picked, by its name in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
    /// What happened, in words.
    pub events: Vec<String>,
    /// Player 1 after it.
    pub p1: SideState,
    /// Player 2 after it.
    pub p2: SideState,
    /// The queue after the skill, while the acting place was still in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_after_skill: Option<String>,
    /// The queue after the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    /// What else there is to say of the position after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
    /// What the move gave away, where one's gain is the other's loss and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regret: Option<i64>,
    /// The best moves in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

impl ReplayTurn {
    /// Whose turn.
    pub fn player(&self) -> Player {
        if self.side == 2 { Player::Two } else { Player::One }
    }

    /// The position after it.
    pub fn after(&self) -> Scene {
        Scene {
            sides: [self.p1.clone(), self.p2.clone()],
            queue: self.queue.clone(),
            facts: self.facts.clone(),
        }
    }

    /// Roughly how many bytes it takes where it is written out.
    pub(crate) fn bytes(&self) -> u64 {
        let words: usize = self.events.iter().map(|event| event.len() + 8).sum();
        let numbers = self.p1.len() + self.p2.len();
        let queues = self.queue.as_ref().map_or(0, |queue| 2 * queue.len());
        let facts: usize = self.facts.iter().map(|(name, fact)| name.len() + fact.len() + 16).sum();
        (200 + words + 24 * numbers + queues + facts) as u64
    }
}

/// The numbers of a side and its running effects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideState {
    /// hp and pools, by name.
    #[serde(flatten)]
    pub numbers: BTreeMap<String, i32>,
    /// Turns left of the effects that this side has cast.
    pub effects: BTreeMap<String, u32>,
    /// What else is counted of this side, as `cooldown.cleave`, `uses.potion`, `stacks.poison` or
    /// `stunned`; left out where nothing is.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u32>,
}

impl SideState {
    /// One number; 0 where the side does not have it.
    pub fn number(&self, name: &str) -> i32 {
        self.numbers.get(name).copied().unwrap_or(0)
    }

    fn len(&self) -> usize {
        self.numbers.len() + self.effects.len() + self.counters.len()
    }
}

/// What a position looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Both sides.
    pub sides: [SideState; 2],
    /// The queue, where there is one.
    pub queue: Option<String>,
    /// What else there is to say of it.
    pub facts: Vec<(String, String)>,
}

impl Scene {
    /// The effects that run, with their turns left, and what else is counted; those of one side, if
    /// asked for.
    pub fn running(&self, about: &About, cast_by: Option<Player>) -> Vec<String> {
        let cast = about
            .effects
            .iter()
            .filter(|effect| cast_by.is_none_or(|player| effect.caster == player));
        let turns = cast.filter_map(|effect| {
            let side = &self.sides[effect.caster.index()];
            let turns = side.effects.get(&effect.id)?;
            let turns = if effect.counts { format!(" {turns}") } else { String::new() };
            let stacks = side.counters.get(&format!("stacks.{}", effect.id));
            let stacks = stacks.map_or(String::new(), |stacks| format!(" x{stacks}"));
            Some(format!("{}{turns}{stacks}", effect.name))
        });
        let owners = Player::BOTH.into_iter().filter(|&player| cast_by.is_none_or(|p| p == player));
        let counted = owners.flat_map(|player| self.counted(about, player));
        turns.chain(counted).collect()
    }

    /// What is counted of a side besides its effects, as far as there is something to say.
    fn counted(&self, about: &About, player: Player) -> Vec<String> {
        let (side, own) = (&self.sides[player.index()], about.side(player));
        // What happens by itself is nobody's to plan with.
        let name = |id: &str| own.skill(id).map(|skill| skill.name.clone());
        let told =
            side.counters.iter().filter_map(|(counter, &count)| match counter.split_once('.') {
                Some(("cooldown", id)) if count > 0 => {
                    Some(format!("{} ready in {count}", name(id)?))
                }
                Some(("uses", id)) => Some(format!("{}: {count} left", name(id)?)),
                None if count > 0 => Some(format!("{} {counter} {count}", own.name)),
                _ => None,
            });
        told.collect()
    }

    /// The places of the queue, the front first.
    pub fn places(&self) -> Vec<Place> {
        self.queue.as_deref().and_then(|queue| read_places(queue).ok()).unwrap_or_default()
    }
}

impl SidesReplay {
    /// The position before the first turn.
    pub fn opening(&self) -> Scene {
        Scene { sides: self.start.clone(), queue: self.queue.clone(), facts: self.facts.clone() }
    }

    /// The position before the first turn, then after each.
    pub fn scenes(&self) -> impl Iterator<Item = Scene> {
        std::iter::once(self.opening()).chain(self.turns.iter().map(ReplayTurn::after))
    }

    /// Does it wait for a choice, with no more moves given?
    pub fn waits(&self) -> bool {
        !self.over && !self.endless && self.untold == 0
    }

    /// Who has won.
    pub fn won_by(&self) -> Option<Player> {
        self.winner.map(|winner| Player::BOTH[usize::from(winner) - 1])
    }

    /// Leaves turns out from where the answer would grow beyond so many bytes.
    pub(crate) fn cut_to(mut self, bytes: u64) -> Self {
        let mut size = 0_u64;
        let fits = self.turns.iter().take_while(|turn| {
            size = size.saturating_add(turn.bytes());
            size <= bytes
        });
        let fits = fits.count();
        if fits < self.turns.len() {
            self.untold += self.turns.len() - fits;
            self.turns.truncate(fits);
            self.stopped = self.stopped.or(Some(Stop::Answer));
        }
        self
    }
}
