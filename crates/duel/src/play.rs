//! How a fight goes on: the one place where the rules of a turn are carried out.
//!
//! A turn begins with the upkeep of its side, then all running effects apply (player 1's first, in
//! the order of the file), then each counts down, then the side uses a skill. Whoever reaches 0 hp
//! has lost at that moment. Everything that happens is told to a [`Witness`]; a search has none
//! (`()`), and the compiler removes the telling.

use outplay_game::Player;

use crate::Duel;
use crate::rules::{Skill, Slot, Stuck};
use crate::state::{State, Status};

/// Something that happens in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The side whose turn it is can use no skill.
    Stuck,
    /// The fight is over.
    Over(Option<Player>),
}

/// Whoever wants to know what happens.
pub trait Witness<const W: usize> {
    /// Something happened; `state` is the position right after it.
    fn see(&mut self, event: Event, state: &State<W>);
}

impl<const W: usize> Witness<W> for () {
    #[inline]
    fn see(&mut self, _: Event, _: &State<W>) {}
}

/// How many turns without a choice are played at a stretch. A fight that only goes in circles is
/// handed back to the search, which knows how to notice.
const STRETCH: u32 = 1000;

impl<const W: usize> Duel<W> {
    /// Goes on until somebody has to choose, or it is over, or for a long stretch of turns.
    pub(crate) fn run(&self, state: &mut State<W>, witness: &mut impl Witness<W>) {
        for _ in 0..STRETCH {
            if self.turn(state, witness) {
                return;
            }
        }
    }

    /// Plays the turn that is about to begin up to its choice, or whole where there is none; says
    /// whether there is somebody to ask, or nothing more to play.
    #[inline]
    pub(crate) fn turn(&self, state: &mut State<W>, witness: &mut impl Witness<W>) -> bool {
        let Status::Before(player) = state.status() else { return true };
        self.begin(state, player, witness);
        let fighter = self.rules.fighter(player);
        if matches!(state.status(), Status::Over(_)) {
            return true;
        }
        let usable = fighter.skills.iter().position(|skill| self.can_use(state, player, skill));
        match usable {
            None => {
                witness.see(Event::Stuck, state);
                match self.rules.stuck {
                    Stuck::Lose => end(state, player.other(), witness),
                    Stuck::Skip => state.set_status(Status::Before(player.other())),
                }
            }
            Some(_) if fighter.moves => state.set_status(Status::Chooses(player)),
            Some(only) => self.act(state, player, only, witness),
        }
        !matches!(state.status(), Status::Before(_))
    }

    /// The start of a turn: upkeep, then effects, then timers.
    #[inline]
    fn begin(&self, state: &mut State<W>, player: Player, witness: &mut impl Witness<W>) {
        witness.see(Event::Turn(player), state);
        for &change in &self.rules.fighter(player).upkeep {
            let slot = change.slot;
            let by = state.change(slot, change.by);
            witness.see(Event::Upkeep { slot, by }, state);
            if self.someone_fell(state, change.by, slot, witness) {
                return;
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
                if self.someone_fell(state, change.by, slot, witness) {
                    return;
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
    }

    /// May the player use the skill now?
    #[inline]
    pub(crate) fn can_use(&self, state: &State<W>, player: Player, skill: &Skill) -> bool {
        let hp = self.rules.fighter(player).hp;
        skill.cost.iter().all(|&(slot, amount)| {
            // Nobody pays with their last hp.
            state.number(slot) >= amount + i32::from(slot == hp && amount > 0)
        }) && skill
            .starts
            .is_none_or(|(effect, _)| state.bits(self.rules.effects[effect].timer) == 0)
    }

    /// Uses a skill that can be used; then it is the other side's turn, unless it is over.
    #[inline]
    pub(crate) fn act(
        &self,
        state: &mut State<W>,
        player: Player,
        index: usize,
        witness: &mut impl Witness<W>,
    ) {
        let skill = &self.rules.fighter(player).skills[index];
        debug_assert!(self.can_use(state, player, skill), "the caller offers only usable skills");
        witness.see(Event::Uses { skill: index }, state);
        for &(slot, amount) in &skill.cost {
            state.change(slot, -amount);
            witness.see(Event::Pays { slot, amount }, state);
        }
        if let Some(hit) = &skill.hit {
            let target = self.rules.fighter(player.other());
            let full = hit.amount.read(state);
            let armor = if hit.pierces { 0 } else { target.armor.read(state) };
            let damage = match self.rules.least_damage {
                Some(least) => (full - armor).max(least),
                None => full - armor,
            };
            state.change(target.hp, -damage);
            witness.see(Event::Hits { damage, blocked: full - damage }, state);
            if self.someone_fell(state, -damage, target.hp, witness) {
                return;
            }
        }
        for &change in &skill.at_once {
            let slot = change.slot;
            let by = state.change(slot, change.by);
            witness.see(Event::Changes { slot, by }, state);
            if self.someone_fell(state, change.by, slot, witness) {
                return;
            }
        }
        if let Some((effect, turns)) = skill.starts {
            state.set_bits(self.rules.effects[effect].timer, turns);
            witness.see(Event::Starts { effect, turns }, state);
        }
        state.set_status(Status::Before(player.other()));
    }

    /// After a loss: is a side at 0 hp? Then the other has won.
    #[inline]
    fn someone_fell(
        &self,
        state: &mut State<W>,
        by: i32,
        slot: Slot,
        witness: &mut impl Witness<W>,
    ) -> bool {
        if by >= 0 || state.number(slot) > 0 {
            return false;
        }
        for player in Player::BOTH {
            if self.rules.fighter(player).hp == slot {
                end(state, player.other(), witness);
                return true;
            }
        }
        false
    }
}

fn end<const W: usize>(state: &mut State<W>, winner: Player, witness: &mut impl Witness<W>) {
    state.set_status(Status::Over(Some(winner)));
    witness.see(Event::Over(Some(winner)), state);
}
