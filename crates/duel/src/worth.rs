//! What the winner of a fight can have left at most: a bound that is derived from the rules.
//!
//! Where every skill of a fighter takes from one pool that never fills again, the pool says how
//! much harm they can still do in all, and how much life they can still gain (a knapsack, tabulated
//! once per fight for every amount of the pool). Who cannot do enough harm cannot win. Who wins has
//! at most the hp that they have and can gain; and, since a drain only moves hp from one to the
//! other, at most the hp of both and what both can heal.
//!
//! Winning also takes time, in which the loser can hit back. Whatever the loser might do, they may
//! also use one [`Answer`] again and again: the turn order says how many turns they have for sure
//! before the winner has had enough to win ([`Order::turns_before`]), and each of them takes its
//! harm from the winner; if it drains, the winner needs more turns still.
//!
//! Where effects run, or skills do more than pay, hit, drain and change numbers by fixed amounts, it
//! knows nothing. The laws check it on the arena
//! and on random rosters.

use outplay_game::Player;

use crate::order::{Order, Pace, Step};
use crate::rules::{Extent, Rules, Skill, Slot, Stuck};
use crate::state::{CEILING, State};

/// A bound on what the winner has left.
#[derive(Clone, Debug)]
pub(crate) struct Worth(Option<[Side; 2]>);

#[derive(Clone, Debug)]
struct Side {
    hp: Slot,
    /// The pool that every skill takes from, where there is a skill.
    pool: Option<Slot>,
    /// By what is in the pool.
    reach: Vec<Reach>,
    /// What one turn does at most.
    a_turn: Reach,
    /// Does the enemy win only by harm, and not when this side is stuck?
    holds_out: bool,
    /// What the side can do again and again about an enemy who wants to win.
    answers: Vec<Answer>,
}

/// The most that can still be done, in all.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    harm: i64,
    /// Life gained, drained or healed.
    gain: i64,
    /// Life gained out of nothing.
    heal: i64,
    /// Life lost by one's own doing.
    own: i64,
}

/// A skill that can be used again and again, whatever the enemy does, and what it does at least.
#[derive(Clone, Debug)]
struct Answer {
    cost: Vec<(Slot, i32)>,
    harm: i64,
    /// Of the harm, what the user gains, and what nobody does.
    drained: i64,
    destroyed: i64,
    pace: Pace,
}

/// Larger pools are not tabulated.
const MOST_ROWS: usize = 100_000;

/// Nobody looks further ahead than so many turns.
const MOST_TURNS: u32 = 1000;

/// How often a drain's making the fight longer is taken into account.
const ROUNDS: usize = 4;

impl Worth {
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, start: &State<W, O>) -> Self {
        let quiet = rules.extent == Extent::Plain
            && rules.effects.is_empty()
            && rules.fighters.iter().all(|fighter| fighter.upkeep.is_empty());
        if !quiet {
            return Self(None);
        }
        let [one, two] = Player::BOTH.map(|player| Side::new(rules, player, start));
        Self(one.zip(two).map(|(one, two)| [one, two]))
    }

    /// More than this the player cannot be left with as the winner; 0 where they cannot win.
    #[inline]
    pub(crate) fn most<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        player: Player,
    ) -> i64 {
        let Some(sides) = &self.0 else { return i64::MAX };
        let (me, enemy) = (&sides[player.index()], &sides[player.other().index()]);
        let (my_hp, enemy_hp) = (i64::from(state.number(me.hp)), i64::from(state.number(enemy.hp)));
        let (mine, theirs) = (me.reach(state), enemy.reach(state));
        if enemy.holds_out && mine.harm + theirs.own < enemy_hp {
            return 0;
        }
        let by_gain = my_hp + mine.gain;
        let by_both = my_hp + enemy_hp + mine.heal + theirs.heal;
        let mut most = by_gain.min(by_both);
        // Whoever is at 0 hp no longer answers.
        for answer in enemy.answers.iter().filter(|_| enemy_hp > 0) {
            let (turns, need) = answer.turns(state, player, enemy_hp, me.a_turn.harm);
            if enemy.holds_out && mine.harm + theirs.own < need {
                return 0;
            }
            most = most.min(by_gain - turns * answer.harm).min(by_both - turns * answer.destroyed);
        }
        most.max(0)
    }
}

impl Answer {
    /// How often it is used for sure before the other player has won, if it is used whenever it
    /// can be; and how much harm they must do to win.
    #[inline]
    fn turns<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        winner: Player,
        hp: i64,
        harm_a_turn: i64,
    ) -> (i64, i64) {
        let uses = self.cost.iter().map(|&(slot, amount)| state.number(slot) / amount).min();
        let uses = uses.unwrap_or(0);
        let (mut turns, mut need) = (0, hp);
        for _ in 0..ROUNDS {
            let nth = (need + harm_a_turn - 1).checked_div(harm_a_turn);
            let nth = nth
                .and_then(|nth| u32::try_from(nth).ok())
                .map_or(MOST_TURNS, |nth| nth.clamp(1, MOST_TURNS));
            let before = state.order.turns_before(winner, nth, self.pace);
            let now = i64::from(before).min(i64::from(uses));
            if now == turns || hp + now * self.drained > i64::from(CEILING) {
                break;
            }
            turns = now;
            need = hp + turns * self.drained;
            if self.drained == 0 {
                break;
            }
        }
        (turns, need)
    }
}

impl Side {
    fn new<const W: usize, O: Order>(
        rules: &Rules,
        player: Player,
        start: &State<W, O>,
    ) -> Option<Self> {
        let fighter = rules.fighter(player);
        let price = |skill: &Skill, pool: Slot| usize::try_from(skill.takes(pool)).unwrap_or(0);
        let pool = fighter.pool(|slot| rules.grows(slot));
        if pool.is_none() && !fighter.skills.is_empty() {
            return None;
        }
        let options = fighter.skills.iter().map(|skill| {
            let does = forms(rules, player, skill)?.into_iter();
            let most = does.fold(Reach::default(), Reach::at_least);
            Some((pool.map_or(0, |pool| price(skill, pool)), most))
        });
        let options: Vec<(usize, Reach)> = options.collect::<Option<_>>()?;
        let rows = pool.map_or(0, |pool| usize::try_from(start.number(pool)).unwrap_or(0)) + 1;
        if rows > MOST_ROWS {
            return None;
        }
        let mut reach = vec![Reach::default(); rows];
        for row in 0..rows {
            for &(price, does) in options.iter().filter(|(price, _)| *price <= row) {
                let then = does.and(reach[row - price]);
                reach[row] = reach[row].at_least(then);
            }
        }
        let a_turn = options.iter().fold(Reach::default(), |most, (_, does)| most.at_least(*does));
        let answers = fighter.skills.iter().filter_map(|skill| Answer::new(rules, player, skill));
        let holds_out = rules.stuck != Stuck::Lose;
        Some(Self { hp: fighter.hp, pool, reach, a_turn, holds_out, answers: answers.collect() })
    }

    #[inline]
    fn reach<const W: usize, O: Order>(&self, state: &State<W, O>) -> Reach {
        let pool = self.pool.map_or(0, |pool| state.number(pool));
        let row = usize::try_from(pool).ok().and_then(|row| self.reach.get(row));
        *row.expect("a pool that never grows stays within the table, and nothing takes it below 0")
    }
}

impl Answer {
    /// The skill as an answer: it can be paid for as often as the numbers say now, since nothing
    /// else lowers them; it harms only the enemy; and it does not reset the queue.
    fn new(rules: &Rules, player: Player, skill: &Skill) -> Option<Self> {
        let all = |player: Player| rules.fighter(player).skills.iter().flat_map(Skill::forms);
        let lowered = |slot: Slot| {
            let forms = Player::BOTH.into_iter().flat_map(all);
            let mut changes = forms.flat_map(Skill::changes);
            changes.any(|change| change.slot == slot && change.by.fixed().is_none_or(|by| by < 0))
        };
        let adds = |form: &Skill, step: Step| {
            let added = form.queue.iter().filter(|&&other| other == step).count();
            u32::try_from(added).unwrap_or(u32::MAX)
        };
        let cost = skill.cost.iter().map(|(slot, amount)| Some((*slot, amount.fixed()?)));
        let cost: Vec<(Slot, i32)> = cost.collect::<Option<_>>()?;
        let cost: Vec<_> = cost.into_iter().filter(|&(_, amount)| amount > 0).collect();
        let does = forms(rules, player, skill)?;
        let steady = cost.iter().all(|&(slot, _)| !lowered(slot))
            && does.iter().all(|does| does.own == 0)
            && skill.forms().iter().all(|form| adds(form, Step::Reset) == 0);
        let least = |part: fn(&Reach) -> i64| does.iter().map(part).min().unwrap_or(0);
        let answer = Self {
            cost,
            harm: least(|does| does.harm),
            drained: least(|does| does.gain - does.heal),
            destroyed: least(|does| does.harm - (does.gain - does.heal)),
            pace: Pace {
                most: all(player.other()).map(|form| adds(form, Step::Own)).max().unwrap_or(0),
                resets: all(player.other()).any(|form| adds(form, Step::Reset) > 0),
                back: skill.forms().iter().map(|form| adds(form, Step::Own)).min().unwrap_or(0),
                gives: skill.forms().iter().any(|form| adds(form, Step::Enemy) > 0),
            },
        };
        (steady && answer.harm > 0).then_some(answer)
    }
}

/// What each form of a skill does; `None` where that depends on the state.
fn forms(rules: &Rules, player: Player, skill: &Skill) -> Option<Vec<Reach>> {
    let (me, enemy) = (rules.fighter(player), rules.fighter(player.other()));
    let paid = i64::from(skill.takes(me.hp));
    let of = |form: &Skill| {
        let mut does = Reach { own: paid, ..Reach::default() };
        if let Some(hit) = form.hit() {
            let armor = if hit.pierces { 0 } else { enemy.armor.base };
            if !enemy.armor.held.is_empty() || enemy.armor.slot.is_some() {
                return None;
            }
            let full = hit.amount.fixed()?;
            let damage = (full - armor).max(rules.least_damage.unwrap_or(i32::MIN));
            if damage < 0 {
                return None;
            }
            does.harm += i64::from(damage);
            if hit.drains {
                does.gain += i64::from(damage);
            }
        }
        for change in form.changes() {
            let by = change.by.fixed()?;
            if change.slot == me.hp {
                let healed = i64::from(by.max(0));
                does.heal += healed;
                does.gain += healed;
                does.own -= i64::from(by.min(0));
            } else if change.slot == enemy.hp {
                if by > 0 {
                    return None;
                }
                does.harm -= i64::from(by);
            }
        }
        Some(does)
    };
    skill.forms().iter().map(of).collect()
}

impl Reach {
    fn and(self, other: Self) -> Self {
        Self {
            harm: self.harm + other.harm,
            gain: self.gain + other.gain,
            heal: self.heal + other.heal,
            own: self.own + other.own,
        }
    }

    fn at_least(self, other: Self) -> Self {
        Self {
            harm: self.harm.max(other.harm),
            gain: self.gain.max(other.gain),
            heal: self.heal.max(other.heal),
            own: self.own.max(other.own),
        }
    }
}
