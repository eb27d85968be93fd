//! A skill that can be used again and again, whatever the enemy does.

use outplay_game::Player;

use super::reach::Reach;
use crate::order::{Census, Order, Pace, Step};
use crate::rules::{Change, Rules, Skill, Slot};
use crate::state::{CEILING, State};

/// Such a skill, and what it does at least.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    cost: (Slot, u32),
    /// What it costs besides.
    more: Vec<(Slot, u32)>,
    pub(super) harm: i64,
    /// Of the harm, what the user gains, and what nobody does.
    drained: i64,
    pub(super) destroyed: i64,
    pace: Pace,
    /// What one turn of the enemy does to the user at most.
    enemy_turn: i64,
}

/// Nobody looks further ahead than so many turns.
const MOST_TURNS: u32 = 1000;

/// How often a drain's making the fight longer is taken into account.
const ROUNDS: usize = 4;

impl Answer {
    /// How often it is used for sure before the other player has won, if it is used whenever it
    /// can be; and how much harm they must do to win. Of the user's hp so much may be lost `before`
    /// anybody does anything.
    #[inline]
    pub(super) fn turns<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        census: &Census,
        winner: Player,
        (hp, before_all, nth): (i64, i64, u32),
    ) -> (i64, i64) {
        if self.drained == 0 {
            let before = state.order.turns_before(census, winner, nth, self.pace);
            return (if hp > before_all { i64::from(self.uses(state, before)) } else { 0 }, hp);
        }
        let (mut turns, mut need) = (0, hp);
        for round in 0..ROUNDS {
            let left = need - before_all;
            if left <= 0 {
                break;
            }
            let nth = if round == 0 { nth } else { self.nth(left) };
            let before = state.order.turns_before(census, winner, nth, self.pace);
            let now = i64::from(self.uses(state, before));
            if now == turns || hp + now * self.drained > i64::from(CEILING) {
                break;
            }
            turns = now;
            need = hp + turns * self.drained;
        }
        (turns, need)
    }

    /// How many turns of the enemy it takes to do so much harm.
    #[inline]
    pub(super) fn nth(&self, harm: i64) -> u32 {
        if self.enemy_turn == 0 {
            return MOST_TURNS;
        }
        let known = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        known(harm).div_ceil(known(self.enemy_turn)).clamp(1, MOST_TURNS)
    }

    /// How often it can be paid for, and no more often than `wanted`.
    #[inline]
    fn uses<const W: usize, O: Order>(&self, state: &State<W, O>, wanted: u32) -> u32 {
        let paid = |uses: u32, (slot, amount): (Slot, u32)| {
            let there = state.number(slot).unsigned_abs();
            // A division is dear, and seldom needed.
            let enough = u64::from(amount) * u64::from(uses) <= u64::from(there);
            if enough { uses } else { there / amount }
        };
        let uses = paid(wanted, self.cost);
        if self.more.is_empty() {
            return uses;
        }
        self.more.iter().fold(uses, |uses, &cost| paid(uses, cost))
    }

    /// The skill as an answer: it can be paid for as often as the numbers say now, since nothing
    /// else lowers them; nothing else keeps it from being used; it harms only the enemy; and where it
    /// resets the queue, the user is added first then. Nobody's upkeep harms the user.
    pub(super) fn new(rules: &Rules, player: Player, skill: &Skill) -> Option<Self> {
        let (me, enemy) = (rules.fighter(player), rules.fighter(player.other()));
        let all = |player: Player| rules.fighter(player).skills.iter().flat_map(Skill::forms);
        let lowered = |slot: Slot| {
            let at_once = Player::BOTH.into_iter().flat_map(all).flat_map(Skill::changes);
            let upkeep = rules.fighters.iter().flat_map(|fighter| &fighter.upkeep);
            let each_turn = rules.effects.iter().flat_map(|effect| &effect.each_turn);
            let lowers =
                |change: &Change| change.slot == slot && change.by.fixed().is_none_or(|by| by < 0);
            at_once.chain(upkeep).chain(each_turn).any(lowers)
        };
        let adds = |form: &Skill, step: Step| {
            let added = form.queue.iter().filter(|&&other| other == step).count();
            u32::try_from(added).unwrap_or(u32::MAX)
        };
        let cost = skill.cost.iter().map(|(slot, amount)| Some((*slot, amount.fixed()?)));
        let cost: Vec<(Slot, i32)> = cost.collect::<Option<_>>()?;
        let paid = cost.iter().filter(|&&(_, amount)| amount > 0);
        let cost: Vec<_> = paid.map(|&(slot, amount)| (slot, amount.unsigned_abs())).collect();
        let (&first, more) = cost.split_first()?;
        let forms = || std::iter::once(skill).chain(skill.forms());
        let is_free = forms().all(|form| form.alone.is_none() && form.limits.is_none());
        let does: Vec<Reach> =
            skill.forms().iter().map(|form| least_of(rules, player, skill, form)).collect();
        // After it the enemy stands in front, and the user behind them.
        let anew = skill.forms().iter().all(|form| {
            let mut last = form.queue.rsplitn(2, |&step| step == Step::Reset);
            last.next().and_then(<[Step]>::first) == Some(&Step::Own) && last.next().is_some()
        });
        let steady = is_free
            && cost.iter().all(|&(slot, _)| !lowered(slot))
            && does.iter().all(|does| does.own == 0 && does.gift == 0)
            && (anew || skill.forms().iter().all(|form| adds(form, Step::Reset) == 0))
            && Reach::of_changes(rules, player, &me.upkeep).own == 0
            && Reach::of_changes(rules, player.other(), &enemy.upkeep).harm == 0;
        let least = |part: fn(&Reach) -> i64| does.iter().map(part).min().unwrap_or(0);
        // Where there is a most to the hp, what is gained may be lost.
        let is_kept = me.most_hp == CEILING;
        let enemy_turn = enemy.skills.iter().flat_map(|skill| {
            let most = |form| Reach::most_of(rules, player.other(), skill, form).harm;
            skill.forms().iter().map(most)
        });
        let answer = Self {
            cost: first,
            more: more.to_vec(),
            harm: least(|does| does.harm),
            drained: if is_kept { least(|does| does.gain) } else { 0 },
            destroyed: least(|does| does.harm - does.gain),
            pace: Pace {
                most: all(player.other()).map(|form| adds(form, Step::Own)).max().unwrap_or(0),
                resets: all(player.other()).any(|form| adds(form, Step::Reset) > 0),
                back: skill.forms().iter().map(|form| adds(form, Step::Own)).min().unwrap_or(0),
                gives: skill.forms().iter().any(|form| adds(form, Step::Enemy) > 0),
                anew,
            },
            enemy_turn: enemy_turn.max().unwrap_or(0),
        };
        (steady && answer.harm > 0).then_some(answer)
    }
}

/// The least that a skill does in this form, heals and effects apart. What it may give the enemy
/// and costs the user of their own hp counts in full.
fn least_of(rules: &Rules, player: Player, skill: &Skill, form: &Skill) -> Reach {
    let most = Reach::most_of(rules, player, skill, form);
    let hit = form.hit().map_or(Reach::NOTHING, |hit| Reach::of_hit(rules, player, hit).0);
    let at_once = Reach::of_changes(rules, player, form.changes());
    Reach { harm: hit.harm + at_once.harm, gain: hit.gain, heal: 0, ..most }
}
