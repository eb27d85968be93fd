//! How a fight of teams goes on: sides of several fighters, by turns or by speed.
//!
//! Where the sides take turns, one fighter of the side acts, whichever the player wants; what resets,
//! upkeep and what happens by itself is everyone's who stands. By speed, each fighter has a turn of its
//! own, once a round. What a skill does is the same as in a duel (`deeds.rs`), to whom it is aimed at.

use std::ops::ControlFlow::{self, Break, Continue};

use outplay_game::Player;

use crate::Duel;
use crate::deeds::Scene;
use crate::event::{Event, Witness};
use crate::order::Order;
use crate::play::{Flow, end};
use crate::rules::{Pass, Slot, Speed, Stuck, Teams, Trigger, Who};
use crate::state::{State, Status};

impl<const W: usize, O: Order> Duel<W, O> {
    fn teams(&self) -> &Teams {
        self.rules.teams.as_deref().expect("only fights of teams come here")
    }

    /// Is this the hp of somebody who has fallen?
    pub(crate) fn is_hp_of_the_fallen(&self, state: &State<W, O>, slot: Slot) -> bool {
        state.number(slot) == 0 && self.rules.everyone().any(|(_, fighter)| fighter.hp == slot)
    }

    /// Those whose turn it is: the whole side, or one by speed; whoever has fallen has none.
    fn actors<'a>(
        &'a self,
        state: &'a State<W, O>,
        player: Player,
    ) -> impl Iterator<Item = Who> + Clone {
        let side = self.teams().sides[player.index()].iter().copied();
        side.filter(move |&who| self.acts(state, who))
    }

    /// The same as they are now, as bits.
    fn set_of_actors(&self, state: &State<W, O>, player: Player) -> u32 {
        self.actors(state, player).fold(0, |set, who| set | 1 << who.0)
    }

    /// Those of a side who are in a set, in the order of the team.
    fn members_of(&self, player: Player, set: u32) -> impl Iterator<Item = Who> {
        let side = self.teams().sides[player.index()].iter().copied();
        side.filter(move |who| set & (1 << who.0) != 0)
    }

    /// Is it the turn of this fighter, whose side's turn it is, and does it stand?
    #[inline]
    fn acts(&self, state: &State<W, O>, who: Who) -> bool {
        let speed = self.teams().speed.as_ref();
        speed.is_none_or(|speed| state.bits(speed.acting) == u32::from(who.0))
            && self.stands(state, who)
    }

    #[inline]
    fn is_stunned(&self, state: &State<W, O>, who: Who) -> bool {
        self.rules.member(who).stunned.is_some_and(|stunned| state.bits(stunned) > 0)
    }

    /// The start of a side's turn, up to its choice.
    pub(crate) fn take_team_turn(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) {
        if let Break(winner) = self.begin_team_turn(state, player, witness) {
            end(state, winner, witness);
            return;
        }
        if let Some(actions) = self.rules.actions {
            let most = self.actions_of(state, player);
            state.set_bits(actions, if most == 0 { actions.mask } else { most });
        }
        self.offer(state, player, witness);
    }

    /// How many actions the turn has; 0 for any number.
    fn actions_of(&self, state: &State<W, O>, player: Player) -> u32 {
        let most = self.actors(state, player).map(|who| self.rules.member(who).actions);
        // A side has as many as one of its own at the most.
        let any = most.clone().any(|most| most == 0);
        if any { 0 } else { most.max().unwrap_or(1) }
    }

    fn begin_team_turn(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        witness.see(Event::Turn(player), state);
        if self.teams().calm {
            return Continue(());
        }
        let scene = Scene::default();
        if self.begins_a_round(state, player) {
            self.count_round(state);
        }
        let actors = self.set_of_actors(state, player);
        for who in self.members_of(player, actors) {
            if self.stands(state, who) {
                self.keep_up(state, who, scene, witness)?;
            }
        }
        self.apply_effects(state, scene, witness)?;
        for who in self.members_of(player, actors) {
            if self.stands(state, who) {
                self.make_ready(state, who, scene, witness)?;
            }
        }
        Continue(())
    }

    /// Asks the side at the start of its turn what to do, or ends it where it can do nothing.
    fn offer(&self, state: &mut State<W, O>, player: Player, witness: &mut impl Witness<W, O>) {
        if self.team_can_act(state, player) {
            state.set_status(Status::Chooses(player));
            return;
        }
        if self.actors(state, player).any(|who| self.is_stunned(state, who)) {
            self.wake(state, player);
            witness.see(Event::Misses(player), state);
        } else if self.actors(state, player).next().is_some() {
            witness.see(Event::Stuck, state);
            // Who may end a turn, or pass it, does so.
            let ends = self.actors(state, player).any(|who| self.rules.member(who).ends);
            let free = ends || self.teams().pass == Pass::Always;
            if self.rules.stuck == Stuck::Lose && !free {
                end(state, Some(player.other()), witness);
                return;
            }
        }
        self.end_team_turn(state, player, Continue(()), witness);
    }

    /// Can anybody whose turn it is use a skill?
    fn team_can_act(&self, state: &State<W, O>, player: Player) -> bool {
        let moves = self.teams().moves[player.index()].iter();
        moves.copied().any(|(who, skill)| {
            !self.rules.member(who).skills[skill].ends && self.can_make(state, who, skill)
        })
    }

    /// May this fighter of the side whose turn it is use this skill now?
    #[inline]
    fn can_make(&self, state: &State<W, O>, who: Who, skill: usize) -> bool {
        self.acts(state, who)
            && !self.is_stunned(state, who)
            && self.can_use(state, who, &self.rules.member(who).skills[skill])
    }

    /// May the side pass its turn?
    pub(crate) fn may_pass(&self, state: &State<W, O>, player: Player) -> bool {
        match self.teams().pass {
            Pass::Never => false,
            Pass::Stunned => self.actors(state, player).any(|who| self.is_stunned(state, who)),
            Pass::Always => true,
        }
    }

    /// What a side can do, by its places in the list of its moves.
    pub(crate) fn team_moves(
        &self,
        state: &State<W, O>,
        player: Player,
    ) -> impl Iterator<Item = usize> {
        let moves = self.teams().moves[player.index()].iter().enumerate();
        let usable = moves.filter(move |&(_, &(who, skill))| self.can_make(state, who, skill));
        // The turn is the side's, and ends once, whoever says so.
        let mut ends = false;
        let once = usable.filter(move |&(_, &(who, skill))| {
            let end = self.rules.member(who).skills[skill].ends;
            let again = end && ends;
            ends |= end;
            !again
        });
        once.map(|(place, _)| place)
    }

    /// Those of a side who were stunned are so for one action less.
    fn wake(&self, state: &mut State<W, O>, player: Player) {
        for &who in &self.teams().sides[player.index()] {
            let stunned = self.rules.member(who).stunned;
            let stunned = stunned.filter(|&stunned| state.bits(stunned) > 0);
            if let Some(stunned) = stunned.filter(|_| self.acts(state, who)) {
                state.count_down(stunned);
            }
        }
    }

    /// A side makes one of its moves, or passes (`None`).
    pub(crate) fn act_in_team(
        &self,
        state: &mut State<W, O>,
        player: Player,
        place: Option<usize>,
        witness: &mut impl Witness<W, O>,
    ) {
        let Some(place) = place else {
            witness.see(Event::Passes, state);
            self.wake(state, player);
            self.end_team_turn(state, player, Continue(()), witness);
            return;
        };
        let (who, index) = self.teams().moves[player.index()][place];
        let skill = &self.rules.member(who).skills[index];
        witness.see(Event::Uses { skill: place }, state);
        if let Some(acted) = self.rules.acted {
            state.set_bits(acted, 1);
        }
        // Whoever sat out this action has done so, whatever comes of it.
        self.wake(state, player);
        let mut flow = Continue(());
        if !skill.ends {
            flow = self.make_use_of(state, who, skill, witness);
            let more = self.rules.actions.is_some_and(|actions| state.bits(actions) > 0);
            if more && flow.is_continue() && self.team_can_act(state, player) {
                state.set_status(Status::Chooses(player));
                return;
            }
        }
        self.end_team_turn(state, player, flow, witness);
    }

    /// The turn of a side ends: what happens then, and on to the next.
    fn end_team_turn(
        &self,
        state: &mut State<W, O>,
        player: Player,
        flow: Flow,
        witness: &mut impl Witness<W, O>,
    ) {
        let flow = match flow {
            Break(winner) => Break(winner),
            Continue(()) => self.turn_ends(state, player, witness),
        };
        for field in [self.rules.actions, self.rules.acted].into_iter().flatten() {
            state.set_bits(field, 0);
        }
        let next = match &self.teams().speed {
            None => player.other(),
            Some(speed) => self.next_by_speed(state, speed),
        };
        match flow {
            Continue(()) if !self.is_out_of_time(state, next) => {
                state.set_status(Status::Before(next));
            }
            flow => end(state, ControlFlow::break_value(flow).flatten(), witness),
        }
    }

    fn turn_ends(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        if self.teams().quiet {
            return Continue(());
        }
        for who in self.members_of(player, self.set_of_actors(state, player)) {
            if !self.stands(state, who) {
                continue;
            }
            let enemy = self.nearest_enemy(state, player);
            self.react(state, who, enemy, Trigger::TurnEnds, Scene::default(), witness)?;
        }
        Continue(())
    }

    /// The fastest of those who stand and have not had their turn in this round; player 1's first
    /// among equals. Where all have had theirs, a round begins.
    pub(crate) fn next_by_speed(&self, state: &mut State<W, O>, speed: &Speed) -> Player {
        let acting = state.bits(speed.acting) as usize;
        if let Some(&acted) = speed.acted.get(acting) {
            state.set_bits(acted, 1);
        }
        self.fastest(state, speed)
    }

    /// Whose turn it is now, where whoever has acted in this round is marked.
    pub(crate) fn fastest(&self, state: &mut State<W, O>, speed: &Speed) -> Player {
        let sides = &self.teams().sides;
        let all = || sides.iter().flatten().copied().filter(|&who| self.stands(state, who));
        let waits = |who: &Who| state.bits(speed.acted[who.index()]) == 0;
        let new_round = !all().any(|who| waits(&who));
        let candidates = all().filter(|who| new_round || waits(who));
        let read = |who: Who| speed.speeds[who.index()].read(state);
        let fastest = candidates.fold(None, |best: Option<(Who, i32)>, who| match best {
            Some((_, faster)) if faster >= read(who) => best,
            _ => Some((who, read(who))),
        });
        if new_round {
            speed.acted.iter().for_each(|&acted| state.set_bits(acted, 0));
        }
        let Some((who, _)) = fastest else { return Player::One };
        state.set_bits(speed.acting, u32::from(who.0));
        self.rules.side_of(who)
    }
}
