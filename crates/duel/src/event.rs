//! What happens in a fight, and whoever wants to know: `play.rs` and `deeds.rs` tell, an account or
//! nobody listens.

use outplay_game::Player;
use serde::{Deserialize, Serialize};

use crate::order::Step;
use crate::rules::{RollKind, Who};
use crate::state::State;

/// Something that happens in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A turn begins.
    Turn(Player),
    /// The upkeep of the side whose turn it is changes a number.
    Upkeep {
        /// The word of the state.
        slot: usize,
        /// By how much it really changed.
        by: i32,
    },
    /// A running effect changes a number.
    Tick {
        /// Which effect.
        effect: usize,
        /// The word of the state.
        slot: usize,
        /// By how much it really changed.
        by: i32,
    },
    /// An effect has counted down.
    Left {
        /// Which effect.
        effect: usize,
        /// Turns left; 0 when it is over.
        turns: u32,
    },
    /// The side whose turn it is uses a skill.
    Uses {
        /// The skill, by its place among the fighter's.
        skill: usize,
    },
    /// A decision tree picks the skill that is really used.
    Picks {
        /// The node of the tree, by its place in [`crate::SkillNames::picks`].
        node: usize,
    },
    /// Part of the price.
    Pays {
        /// The word of the state.
        slot: usize,
        /// How much.
        amount: i32,
    },
    /// A roll was made.
    Rolls {
        /// What for.
        of: RollKind,
        /// Which of the results it was, from 0; of an amount, how much.
        result: i32,
    },
    /// Somebody is hit by whoever acts.
    Hits {
        /// Who.
        target: Who,
        /// The hp that it costs, before it stops at 0.
        damage: i32,
        /// What armor held back.
        blocked: i32,
        /// What a resistance took off; below 0 where the target is weak against it.
        #[serde(default, skip_serializing_if = "is_nothing")]
        resisted: i32,
        /// What was soaked up before it came to the hp.
        #[serde(default, skip_serializing_if = "is_nothing")]
        soaked: i32,
    },
    /// Somebody is killed outright by whoever acts.
    Kills {
        /// Who.
        target: Who,
    },
    /// Somebody has fallen, and their side fights on.
    Falls {
        /// Who.
        who: Who,
    },
    /// The user gains the hp that the target lost.
    Drains {
        /// How much.
        by: i32,
    },
    /// A skill changes a number at once.
    Changes {
        /// The word of the state.
        slot: usize,
        /// By how much it really changed.
        by: i32,
    },
    /// An effect ends before its time.
    Ends {
        /// Which effect.
        effect: usize,
    },
    /// Something happens by itself; what follows is done by its owner.
    Reacts {
        /// Whose it is.
        who: Who,
        /// Which, by its place among the fighter's.
        reaction: usize,
    },
    /// What happened by itself is over.
    Reacted,
    /// A fighter will miss turns.
    Stuns {
        /// Who.
        who: Who,
        /// How many, in all.
        turns: u32,
    },
    /// A player misses this turn.
    Misses(Player),
    /// A side that could act passes its turn.
    Passes,
    /// A player will have turns of the enemy.
    Steals {
        /// How many.
        turns: u32,
    },
    /// The player acts again.
    Again,
    /// An effect begins.
    Starts {
        /// Which effect.
        effect: usize,
        /// For how many turns.
        turns: u32,
    },
    /// A skill changes the queue, as far as it can.
    Queues(Step),
    /// The acting place leaves the queue.
    Leaves,
    /// A place in front is dropped: its fighter can use no skill.
    Drops(Player),
    /// The side whose turn it is can use no skill.
    Stuck,
    /// The fight is over.
    Over(Option<Player>),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_nothing(number: &i32) -> bool {
    *number == 0
}

/// Whoever wants to know what happens, and has the dice.
pub(crate) trait Witness<const W: usize, O> {
    /// Something happened; `state` is the position right after it.
    fn see(&mut self, event: Event, state: &State<W, O>);

    /// Which result a roll has, from 0: each is as likely as its weight says. Nobody asks where a
    /// fight has no dice.
    fn roll(&mut self, roll: Roll<'_>) -> usize {
        debug_assert!(false, "no dice are at hand for {roll:?}");
        0
    }
}

/// Something that the dice decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roll<'w> {
    pub(crate) of: RollKind,
    /// How likely each result is; none is 0, and there are two at least.
    pub(crate) weights: &'w [u64],
    /// The first result, where they are numbers.
    pub(crate) least: i32,
}

impl<const W: usize, O> Witness<W, O> for () {
    #[inline]
    fn see(&mut self, _: Event, _: &State<W, O>) {}
}
