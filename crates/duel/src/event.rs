//! What happens in a fight, and whoever wants to know: `play.rs` and `deeds.rs` tell, an account or
//! nobody listens.

use outplay_game::Player;
use serde::{Deserialize, Serialize};

use crate::order::Step;
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
    /// The enemy of whoever acts is hit.
    Hits {
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
    /// The enemy of whoever acts is killed outright.
    Kills,
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
        player: Player,
        /// Which, by its place among the fighter's.
        reaction: usize,
    },
    /// What happened by itself is over.
    Reacted,
    /// A player will miss turns.
    Stuns {
        /// Who.
        player: Player,
        /// How many, in all.
        turns: u32,
    },
    /// A player misses this turn.
    Misses(Player),
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

/// Whoever wants to know what happens.
pub(crate) trait Witness<const W: usize, O> {
    /// Something happened; `state` is the position right after it.
    fn see(&mut self, event: Event, state: &State<W, O>);
}

impl<const W: usize, O> Witness<W, O> for () {
    #[inline]
    fn see(&mut self, _: Event, _: &State<W, O>) {}
}
