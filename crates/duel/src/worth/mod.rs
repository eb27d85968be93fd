//! What the winner of a fight can have left at most: a bound that is derived from the rules.
//!
//! Skills take from pools, and pools that never fill again say how much harm a fighter can still do
//! in all, and how much life they can still gain (`stock.rs`: a knapsack, tabulated once per fight
//! for all amounts of the pools). Who cannot do enough harm cannot win. Who wins has at most the hp
//! that they have and can gain; and, since a drain only moves hp from one to the other, at most the
//! hp of both and what both can heal.
//!
//! Winning also takes time, in which the loser can hit back. Whatever the loser might do, they may
//! also use one [`Answer`] again and again: the turn order says how many turns they have for sure
//! before the winner has had enough to win ([`Order::turns_before`]), and each of them takes its
//! harm from the winner; if it drains, the winner needs more turns still.
//!
//! Effects count as if all that they will do came at once, when they are cast: the most of it for
//! what can be done, and nothing of it for an answer, whose hit is that against the best armor.
//! Hits do the most that running effects can make of them. What costs nothing that is limited can
//! be done without end. Conditions, cooldowns, limited uses and maxima only take from what can be
//! done; an answer has none of them. Of rules that are not at least [limited](Extent::Limited) it
//! knows nothing. The laws check it on the arena and on random rosters.

mod answer;
mod reach;
mod stock;

use outplay_game::Player;

use crate::merit::heals;
use crate::order::{Census, Order};
use crate::rules::{Extent, Rules, Slot, Stuck};
use crate::state::{Field, State};
use answer::Answer;
use reach::Reach;
use stock::Stock;

/// A bound on what the winner has left.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    /// Nothing where the rules are beyond it.
    sides: Option<[Side; 2]>,
    /// The words that hold the hp, and the most that there may be where they can rise.
    hp: [(Slot, Option<i32>); 2],
}

#[derive(Clone, Debug)]
struct Side {
    hp: Slot,
    stock: Stock,
    /// The side's effects: what each will do in every turn that is left of it.
    running: Vec<(Field, Reach)>,
    /// What happens at the start of each of the side's turns, where anything does; and may there
    /// be more such turns than there are skills to use?
    upkeep: Option<Reach>,
    idles: bool,
    /// Does the enemy win only by harm, and not when this side is stuck?
    holds_out: bool,
    /// What the side can do again and again about an enemy who wants to win.
    answers: Vec<Answer>,
}

impl Worth {
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, start: &State<W, O>) -> Self {
        let known = rules.extent <= Extent::Limited;
        let sides = known.then(|| Player::BOTH.map(|player| Side::new(rules, player, start)));
        let hp = Player::BOTH.map(|player| {
            let fighter = rules.fighter(player);
            (fighter.hp, heals(rules, player).then_some(fighter.most_hp))
        });
        Self { sides, hp }
    }

    /// More than this the players cannot be left with as the winner; 0 where they cannot win.
    #[inline]
    pub(crate) fn most<const W: usize, O: Order>(&self, state: &State<W, O>) -> [i64; 2] {
        let there = self.hp.map(|(slot, most)| {
            let now = state.number(slot);
            i64::from(most.map_or(now, |most| most.max(now)))
        });
        let Some(sides) = &self.sides else { return there };
        let [one, two] = sides.each_ref().map(|side| side.reach(state));
        let census = state.order.census();
        [
            Self::most_of(sides, state, &census, Player::One, [&one, &two]).min(there[0]),
            Self::most_of(sides, state, &census, Player::Two, [&two, &one]).min(there[1]),
        ]
    }

    /// The same for one of them, who can do so much, and their enemy so much.
    #[inline]
    fn most_of<const W: usize, O: Order>(
        sides: &[Side; 2],
        state: &State<W, O>,
        census: &Census,
        player: Player,
        [mine, theirs]: [&Reach; 2],
    ) -> i64 {
        let (me, enemy) = (&sides[player.index()], &sides[player.other().index()]);
        let (my_hp, enemy_hp) = (i64::from(state.number(me.hp)), i64::from(state.number(enemy.hp)));
        let harm = mine.harm + theirs.own;
        if enemy.holds_out && harm < enemy_hp {
            return 0;
        }
        let by_gain = my_hp + mine.gain + theirs.gift;
        let by_both = my_hp + enemy_hp + mine.heal + theirs.heal + mine.gift + theirs.gift;
        let mut most = by_gain.min(by_both);
        // Whoever is at 0 hp no longer answers.
        if enemy_hp <= 0 {
            return most.max(0);
        }
        // What runs already may fall on them before anybody has another turn.
        let before = me.runs(state).harm + enemy.runs(state).own;
        // The same for all of them.
        let nth = enemy.answers.first().map_or(0, |answer| answer.nth(enemy_hp - before));
        for answer in &enemy.answers {
            let (turns, need) = answer.turns(state, census, player, (enemy_hp, before, nth));
            if enemy.holds_out && harm < need {
                return 0;
            }
            most = most.min(by_gain - turns * answer.harm).min(by_both - turns * answer.destroyed);
        }
        most.max(0)
    }
}

impl Side {
    fn new<const W: usize, O: Order>(rules: &Rules, player: Player, start: &State<W, O>) -> Self {
        let fighter = rules.fighter(player);
        let options: Vec<Reach> = fighter
            .skills
            .iter()
            .map(|skill| {
                let forms = skill.forms().iter();
                let most = forms.map(|form| Reach::most_of(rules, player, skill, form));
                most.fold(Reach::NOTHING, Reach::at_least)
            })
            .collect();
        let own = |effect: &&crate::rules::Effect| effect.caster == player;
        let running = rules.effects.iter().filter(own).filter_map(|effect| {
            let a_turn = Reach::of_changes(rules, player, &effect.each_turn);
            (a_turn != Reach::NOTHING).then_some((effect.timer, a_turn))
        });
        let upkeep = Reach::of_changes(rules, player, &fighter.upkeep);
        let answers = fighter.skills.iter().filter_map(|skill| Answer::new(rules, player, skill));
        Self {
            hp: fighter.hp,
            stock: Stock::new(rules, player, &options, start),
            running: running.collect(),
            upkeep: (upkeep != Reach::NOTHING).then_some(upkeep),
            idles: !O::PLACES && rules.stuck == Stuck::Skip,
            holds_out: rules.stuck != Stuck::Lose,
            answers: answers.collect(),
        }
    }

    /// The most that the side can still do.
    #[inline]
    fn reach<const W: usize, O: Order>(&self, state: &State<W, O>) -> Reach {
        let mut reach = self.stock.reach(state);
        if !self.running.is_empty() {
            reach = reach.and(self.runs(state));
        }
        match self.upkeep {
            None => reach,
            Some(_) if self.idles => reach.and(self.upkeep_of(Reach::ENDLESS)),
            // A turn in which no skill can be used is the last.
            Some(_) => reach.and(self.upkeep_of(reach.turns + 1)),
        }
    }

    /// What the upkeep of so many turns does.
    fn upkeep_of(&self, turns: i64) -> Reach {
        self.upkeep.map_or(Reach::NOTHING, |upkeep| upkeep.times(turns))
    }

    /// What the effects that run will still do.
    #[inline]
    fn runs<const W: usize, O: Order>(&self, state: &State<W, O>) -> Reach {
        if self.running.is_empty() {
            return Reach::NOTHING;
        }
        let effects = self.running.iter();
        effects.fold(Reach::NOTHING, |reach, &(timer, a_turn)| {
            reach.and(a_turn.times(i64::from(state.bits(timer))))
        })
    }
}
