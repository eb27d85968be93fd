//! How a fight goes on: the one place where the rules of a turn are carried out.
//!
//! A turn begins with the upkeep of its side, then all running effects apply (player 1's first, in
//! the order of the file), then each counts down, then the side uses a skill. Whoever reaches 0 hp
//! has lost at that moment. Then the turn order says whose turn is next.
//!
//! In a queue a turn is an action: a place whose fighter could use no skill in it is dropped before
//! anything happens. A skill is used while the acting place is still in front, the last one of a
//! fight included; then that place leaves. When nobody is left the fight is over, and nobody wins.
//!
//! Everything that happens is told to a [`Witness`]; a search has none (`()`), and the compiler
//! removes the telling.

use outplay_game::Player;
use serde::{Deserialize, Serialize};

use crate::Duel;
use crate::game::Kept;
use crate::order::{Order, Step};
use crate::rules::{Skill, Slot, Stuck};
use crate::state::{State, Status};

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
    /// The enemy is hit.
    Hits {
        /// The hp that it costs, before it stops at 0.
        damage: i32,
        /// What armor held back.
        blocked: i32,
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

/// Whoever wants to know what happens.
pub(crate) trait Witness<const W: usize, O> {
    /// Something happened; `state` is the position right after it.
    fn see(&mut self, event: Event, state: &State<W, O>);
}

impl<const W: usize, O> Witness<W, O> for () {
    #[inline]
    fn see(&mut self, _: Event, _: &State<W, O>) {}
}

/// How many turns without a choice are played at a stretch. A fight that only goes in circles is
/// handed back to the search, which knows how to notice.
const STRETCH: u32 = 100;

impl<const W: usize, O: Order> Duel<W, O> {
    /// Goes on until somebody has to choose, or it is over, or for a long stretch of turns.
    pub(crate) fn run(&self, state: &mut State<W, O>, witness: &mut impl Witness<W, O>) {
        for _ in 0..STRETCH {
            if self.turn(state, witness) {
                return;
            }
        }
    }

    /// Plays the turn that is about to begin up to its choice, or whole where there is none; says
    /// whether there is somebody to ask, or nothing more to play.
    #[inline]
    pub(crate) fn turn(&self, state: &mut State<W, O>, witness: &mut impl Witness<W, O>) -> bool {
        let Status::Before(player) = state.status() else { return true };
        let fighter = self.rules.fighter(player);
        if let Some(winner) = self.begin(state, player, witness) {
            end(state, Some(winner), witness);
            return true;
        }
        let usable = fighter.skills.iter().position(|skill| self.can_use(state, player, skill));
        match usable {
            None => self.be_stuck(state, player, witness),
            Some(_) if fighter.moves => state.set_status(Status::Chooses(player)),
            Some(only) => self.act(state, player, only, witness),
        }
        !matches!(state.status(), Status::Before(_))
    }

    /// What happens to a player in whose turn no skill can be used.
    pub(crate) fn be_stuck(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) {
        witness.see(Event::Stuck, state);
        match self.rules.stuck {
            Stuck::Lose => end(state, Some(player.other()), witness),
            Stuck::Skip => self.pass(state, player, None, witness),
        }
    }

    /// The start of a turn: upkeep, then effects, then timers. Names the winner, if it is over.
    #[inline]
    fn begin(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) -> Option<Player> {
        witness.see(Event::Turn(player), state);
        for &change in &self.rules.fighter(player).upkeep {
            let slot = change.slot;
            let by = state.change(slot, change.by);
            witness.see(Event::Upkeep { slot, by }, state);
            if let Some(winner) = self.fallen(state, change.by, slot) {
                return Some(winner);
            }
        }
        for (index, effect) in self.rules.effects.iter().enumerate() {
            if state.bits(effect.timer) == 0 {
                continue;
            }
            for &change in &effect.each_turn {
                let slot = change.slot;
                let by = state.change(slot, change.by);
                witness.see(Event::Tick { effect: index, slot, by }, state);
                if let Some(winner) = self.fallen(state, change.by, slot) {
                    return Some(winner);
                }
            }
        }
        for (index, effect) in self.rules.effects.iter().enumerate() {
            if state.bits(effect.timer) > 0 {
                state.count_down(effect.timer);
                let turns = state.bits(effect.timer);
                witness.see(Event::Left { effect: index, turns }, state);
            }
        }
        None
    }

    /// May the player use the skill now?
    #[inline]
    pub(crate) fn can_use(&self, state: &State<W, O>, player: Player, skill: &Skill) -> bool {
        self.can_pay(state, player, skill)
            && skill
                .starts
                .is_none_or(|(effect, _)| state.bits(self.rules.effects[effect].timer) == 0)
    }

    /// Does the player have what the skill costs?
    #[inline]
    pub(crate) fn can_pay(&self, state: &State<W, O>, player: Player, skill: &Skill) -> bool {
        let hp = self.rules.fighter(player).hp;
        skill.cost.iter().all(|&(slot, amount)| !lacks(state.number(slot), amount, slot == hp))
    }

    /// Uses a skill that can be used; then it is the next turn, unless it is over.
    #[inline]
    pub(crate) fn act(
        &self,
        state: &mut State<W, O>,
        player: Player,
        index: usize,
        witness: &mut impl Witness<W, O>,
    ) {
        let skill = &self.rules.fighter(player).skills[index];
        debug_assert!(self.can_use(state, player, skill), "the caller offers only usable skills");
        witness.see(Event::Uses { skill: index }, state);
        let used = match &skill.picks {
            None => skill,
            Some(picks) => {
                let node = picks.tree.pick(state);
                witness.see(Event::Picks { node }, state);
                &picks.skills[node]
            }
        };
        for &(slot, amount) in &skill.cost {
            state.change(slot, -amount);
            witness.see(Event::Pays { slot, amount }, state);
        }
        let winner = self.affect(state, player, used, witness);
        for &step in &used.queue {
            state.order.step(player, step);
            if O::PLACES {
                witness.see(Event::Queues(step), state);
            }
        }
        self.pass(state, player, winner, witness);
    }

    /// What a skill does to numbers and effects. Names the winner, if it is over.
    #[inline]
    fn affect(
        &self,
        state: &mut State<W, O>,
        player: Player,
        skill: &Skill,
        witness: &mut impl Witness<W, O>,
    ) -> Option<Player> {
        if let Some(hit) = &skill.hit {
            let target = self.rules.fighter(player.other());
            let full = hit.amount.read(state);
            let armor = if hit.pierces { 0 } else { target.armor.read(state) };
            let damage = match self.rules.least_damage {
                Some(least) => (full - armor).max(least),
                None => full - armor,
            };
            let lost = -state.change(target.hp, -damage);
            witness.see(Event::Hits { damage, blocked: full - damage }, state);
            if hit.drains {
                let by = state.change(self.rules.fighter(player).hp, lost.max(0));
                witness.see(Event::Drains { by }, state);
            }
            if let Some(winner) = self.fallen(state, -damage, target.hp) {
                return Some(winner);
            }
        }
        for &change in &skill.at_once {
            let slot = change.slot;
            let by = state.change(slot, change.by);
            witness.see(Event::Changes { slot, by }, state);
            if let Some(winner) = self.fallen(state, change.by, slot) {
                return Some(winner);
            }
        }
        if let Some((effect, turns)) = skill.starts {
            state.set_bits(self.rules.effects[effect].timer, turns);
            witness.see(Event::Starts { effect, turns }, state);
        }
        None
    }

    /// The turn of a player is over: on to the next, unless somebody has won.
    #[inline]
    fn pass(
        &self,
        state: &mut State<W, O>,
        player: Player,
        winner: Option<Player>,
        witness: &mut impl Witness<W, O>,
    ) {
        let next = state.order.pass(player);
        if O::PLACES {
            witness.see(Event::Leaves, state);
        }
        let next = self.settle(state, next, witness);
        match (winner, next) {
            (None, Some(next)) => state.set_status(Status::Before(next)),
            (winner, _) => end(state, winner, witness),
        }
    }

    /// Drops the places in front whose fighters can do nothing with them; says whose turn is next.
    #[inline]
    pub(crate) fn settle(
        &self,
        state: &mut State<W, O>,
        mut next: Option<Player>,
        witness: &mut impl Witness<W, O>,
    ) -> Option<Player> {
        if !O::PLACES || self.rules.stuck == Stuck::Lose {
            return next;
        }
        if self.kept != Kept::All {
            for player in Player::BOTH {
                let most = match self.kept {
                    _ if self.is_spent(state, player) => Some(0),
                    Kept::Reached => self.rules.fighter(player).actions_left(state),
                    _ => None,
                };
                if let Some(most) = most {
                    state.order.keep(player, most);
                }
            }
            next = state.order.front();
        }
        while let Some(player) = next.filter(|&player| !self.could_act(state, player)) {
            next = state.order.pass(player);
            witness.see(Event::Drops(player), state);
        }
        next
    }

    /// Could the player use a skill in a turn that began now?
    #[inline]
    fn could_act(&self, state: &State<W, O>, player: Player) -> bool {
        let fighter = self.rules.fighter(player);
        let able = |state: &State<W, O>| {
            fighter.skills.iter().any(|skill| self.can_use(state, player, skill))
        };
        if fighter.upkeep.is_empty() && self.rules.effects.is_empty() {
            return able(state);
        }
        let mut tried = state.clone();
        self.begin(&mut tried, player, &mut ()).is_some() || able(&tried)
    }

    /// Can the player never use a skill again? Each then costs more of something than there is,
    /// and there will never be more of it.
    pub(crate) fn is_spent(&self, state: &State<W, O>, player: Player) -> bool {
        self.rules.fighter(player).skills.iter().all(|skill| {
            let short = |&(slot, amount): &(Slot, i32)| {
                !self.rules.grows(slot) && state.number(slot) < amount
            };
            skill.cost.iter().any(short)
        })
    }

    /// After a loss: is a side at 0 hp? Then the other has won.
    #[inline]
    fn fallen(&self, state: &State<W, O>, by: i32, slot: Slot) -> Option<Player> {
        if by >= 0 || state.number(slot) > 0 {
            return None;
        }
        let of = |player: &Player| self.rules.fighter(*player).hp == slot;
        Player::BOTH.into_iter().find(of).map(Player::other)
    }
}

/// Is there too little of a number to pay with? Nobody pays with their last hp.
#[inline]
pub(crate) fn lacks(number: i32, amount: i32, is_hp: bool) -> bool {
    number < amount + i32::from(is_hp && amount > 0)
}

pub(crate) fn end<const W: usize, O: Order>(
    state: &mut State<W, O>,
    winner: Option<Player>,
    witness: &mut impl Witness<W, O>,
) {
    state.set_status(Status::Over(winner));
    witness.see(Event::Over(winner), state);
}
