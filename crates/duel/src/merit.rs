//! Merits: the numbers of a fight of which more can only be good for their owner, proved from its
//! rules.
//!
//! Let a position be better for player 1 than another where player 1 has at least as much of each
//! of their merits, player 2 at most as much of each of theirs, and everything else is the same.
//! Then player 1 does at least as well from it, because everything that happens keeps the one
//! better than the other: player 1 makes the same moves, and player 2 has no others to make. What
//! the rules must not do for that, [`Proof`] says point by point. All numbers are taken for merits
//! first; those that break a point are dropped, and the others are looked at again, until nothing
//! is dropped any more. What is not understood breaks its point: when in doubt a number is no merit.
//!
//! `signs.rs` says which way an amount goes when a number does.

mod signs;
#[cfg(test)]
mod tests;

use outplay_game::{MOST_MERITS, Player};

use crate::amount::{Amount, Number};
use crate::formula::Formula;
use crate::order::Order;
use crate::range::Ranges;
use crate::rules::{Change, Hit, Part, Rules, Skill, Slot, Stuck, Trigger};
use crate::state::State;
use signs::Signs;

/// The numbers of each player of which more can only be good for them, as words of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merits([Vec<Slot>; 2]);

impl Merits {
    /// What can be proved of these rules from this position on.
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, opening: &State<W, O>) -> Self {
        let first = rules.fighters[0].hp;
        let within = (first..rules.words).all(|slot| opening.number(slot) <= rules.most[slot]);
        let alive = rules.fighters.iter().all(|fighter| opening.number(fighter.hp) > 0);
        // A position that somebody has made up may break what the rules hold otherwise.
        if !within || !alive {
            return Self([Vec::new(), Vec::new()]);
        }
        Self::of(rules, O::PLACES)
    }

    /// What can be proved of these rules. `places`: are turns places in a line?
    fn of(rules: &Rules, places: bool) -> Self {
        let mut proof = Proof::new(rules, places);
        loop {
            let before = proof.signs.merits;
            proof.look();
            if proof.signs.merits == before {
                let mut slots = Player::BOTH.map(|player| proof.signs.merits_of(player));
                // What goes beyond what a search compares must be the same.
                slots[0].truncate(MOST_MERITS / 2);
                slots[1].truncate(MOST_MERITS / 2);
                return Self(slots);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// The merits of a player, in the order of the state.
    #[inline]
    pub(crate) fn slots(&self, player: Player) -> &[Slot] {
        &self.0[player.index()]
    }
}

/// What it is fought for, as far as an early end is good or bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// A win of player 1, as cheap as can be: to win at once is best, and how it is lost is all one.
    Cost,
    /// The hp that the winner has left.
    WinnerHp,
    /// What player 2 has lost at the end.
    Damage,
}

struct Proof<'r> {
    rules: &'r Rules,
    places: bool,
    goal: Goal,
    /// Whose hp can rise.
    heals: [bool; 2],
    signs: Signs<'r>,
}

impl<'r> Proof<'r> {
    fn new(rules: &'r Rules, places: bool) -> Self {
        let goal = match () {
            () if rules.counts_damage => Goal::Damage,
            () if rules.terms.objective.is_zero_sum() => Goal::WinnerHp,
            () => Goal::Cost,
        };
        let heals = Player::BOTH.map(|player| heals(rules, player));
        Self { rules, places, goal, heals, signs: Signs::new(rules) }
    }

    /// Looks at every rule once, and drops what breaks a point.
    fn look(&mut self) {
        self.ends();
        let rules = self.rules;
        for player in Player::BOTH {
            let fighter = rules.fighter(player);
            self.passing_over(player);
            for skill in &fighter.skills {
                self.skill(player, skill);
            }
            for reaction in &fighter.reactions {
                // Whether it happens must be the same in both.
                self.same_limits(&reaction.skill);
                reaction.skill.parts.iter().for_each(|part| self.part(player, part, true));
            }
            fighter.upkeep.iter().for_each(|change| self.change(change));
        }
        for effect in &rules.effects {
            if let Some(until) = &effect.until {
                self.signs.same_condition(until);
            }
            effect.each_turn.iter().for_each(|change| self.change(change));
        }
    }

    /// Where one of the two positions ends before the other, that must not be to the wrong one's
    /// advantage. In the worse one player 1 may be dead, and lose what player 2 has: nothing if
    /// player 2 can only have less later. In the better one player 2 may be dead, and player 1 wins
    /// what they have: no less than later, if it can only fall. A win is as cheap as it can be when
    /// it is there; and nobody loses more than everything.
    fn ends(&mut self) {
        let rules = self.rules;
        let hp = |player: Player| rules.fighter(player).hp;
        for player in Player::BOTH {
            let matters = match self.goal {
                Goal::Cost => false,
                Goal::WinnerHp => true,
                Goal::Damage => player == Player::One,
            };
            if matters && self.heals[player.other().index()] {
                self.signs.drop(hp(player));
            }
        }
        // Last words may raise the dead and kill the living, and then nobody has won: let both fall
        // at the same moment in both positions.
        let all = rules.fighters.iter().flat_map(|fighter| &fighter.reactions);
        if all.into_iter().any(|reaction| reaction.on == Trigger::Dies) {
            self.signs.drop(hp(Player::One));
            self.signs.drop(hp(Player::Two));
        }
        // Rounds that never end are worth 0, which may be more or less than what was done so far.
        let endless = rules.fighters.iter().any(|fighter| {
            let mut parts = fighter.skills.iter().flat_map(Skill::all_parts);
            let turns = |part: &Part| part.rare.as_ref().is_some_and(|r| r.again || r.steals > 0);
            fighter.actions == 0 || parts.any(turns)
        });
        let soaks_itself = rules.fighters.iter().any(|fighter| fighter.soak == Some(fighter.hp));
        if self.goal == Goal::Damage && endless || soaks_itself {
            self.signs.drop_all();
        }
    }

    /// Who can use no skill may be passed over, or lose: whoever has more may have to act instead.
    /// That is no harm where they may as well end their turn, or where they would have lost.
    fn passing_over(&mut self, player: Player) {
        let rules = self.rules;
        let fighter = rules.fighter(player);
        if fighter.skills.iter().any(is_always_there) {
            return;
        }
        let mut parts = fighter.skills.iter().flat_map(Skill::all_parts);
        let again = parts.any(|part| part.rare.as_ref().is_some_and(|rare| rare.again));
        let skips = rules.stuck == Stuck::Skip;
        let forced = if fighter.ends { self.places && skips } else { skips || again };
        let healed = self.heals[player.other().index()];
        let early = match self.goal {
            Goal::Cost => false,
            Goal::WinnerHp => healed,
            // The end is not the worst for player 2: nothing more is lost.
            Goal::Damage => healed || player == Player::Two,
        };
        if forced || !skips && !fighter.ends && early {
            for skill in &fighter.skills {
                skill.cost.iter().for_each(|(slot, _)| self.signs.drop(*slot));
                self.same_limits(skill);
            }
        }
    }

    /// What can be used in the worse position can be used in the better one, and costs the same.
    fn skill(&mut self, player: Player, skill: &Skill) {
        for (_, amount) in &skill.cost {
            self.signs.same_amount(amount);
        }
        if let Some(when) = skill.limits.as_ref().and_then(|limits| limits.when.as_ref()) {
            self.signs.holds_for(when, player);
        }
        if let Some(picks) = &skill.picks {
            // The same is picked in both.
            for when in picks.tree.nodes.iter().filter_map(|node| node.when.as_ref()) {
                self.signs.same_condition(when);
            }
            picks.skills.iter().for_each(|picked| self.same_limits(picked));
        }
        skill.all_parts().for_each(|part| self.part(player, part, false));
    }

    fn same_limits(&mut self, skill: &Skill) {
        if let Some(when) = skill.limits.as_ref().and_then(|limits| limits.when.as_ref()) {
            self.signs.same_condition(when);
        }
    }

    fn part(&mut self, user: Player, part: &Part, reacting: bool) {
        if let Some(when) = part.rare.as_ref().and_then(|rare| rare.when.as_ref()) {
            self.signs.same_condition(when);
        }
        if let Some(hit) = &part.hit {
            self.hit(user, hit, reacting);
        }
        part.changes.iter().for_each(|change| self.change(change));
    }

    /// A merit may change by more where that is good for its owner; any other number changes by the
    /// same.
    fn change(&mut self, change: &Change) {
        match self.signs.owner(change.slot).filter(|_| self.signs.is_merit(change.slot)) {
            // All of it is spent, and the same is left.
            Some(_) if empties(change) => {}
            Some(owner) => self.signs.grows_for(&change.by, owner),
            None => self.signs.same_amount(&change.by),
        }
    }

    /// A hit may be larger where that is good for its user, as long as all that it changes are
    /// merits, and nothing asks whether it took any hp.
    fn hit(&mut self, user: Player, hit: &Hit, reacting: bool) {
        let rules = self.rules;
        let (own, target) = (rules.fighter(user), rules.fighter(user.other()));
        let resisted = target.resists.iter().find(|(kind, _)| Some(*kind) == hit.r#type);
        let answered = !reacting && is_answered(rules, user);
        let least = least_of(rules, user, hit);
        let always_hurts = least > 0 && target.soak.is_none() && resisted.is_none();
        let same = !self.signs.is_merit(target.hp)
            || target.soak.is_some_and(|soak| !self.signs.is_merit(soak))
            || hit.drains && !self.signs.is_merit(own.hp)
            || answered && !always_hurts;
        if same {
            self.signs.same_amount(&hit.amount);
            if !hit.pierces {
                self.signs.same_reading(&target.armor);
            }
            target.soak.into_iter().for_each(|soak| self.signs.drop(soak));
        } else {
            self.signs.grows_for(&hit.amount, user);
            if !hit.pierces {
                self.signs.reads_for(&target.armor, user.other());
            }
        }
        match resisted {
            // A part of what heals is less healed.
            Some((_, percent)) if same || least < 0 => self.signs.same_amount(percent),
            Some((_, percent)) => self.signs.grows_for(percent, user.other()),
            None => {}
        }
        if same || least < 0 || answered {
            self.signs.same_amount(&hit.strikes);
        } else {
            self.signs.grows_for(&hit.strikes, user);
        }
        // What is drained is what was lost. Who has less to lose than the hit takes is dead, and
        // nothing comes after it; but where a turn is only tried, nobody falls.
        if hit.drains && reacting {
            self.signs.drop(target.hp);
        }
    }
}

/// Can the skill be used at any time?
fn is_always_there(skill: &Skill) -> bool {
    let free = skill.cost.iter().all(|(_, amount)| amount.fixed().is_some_and(|cost| cost <= 0));
    free && !skill.ends && skill.alone.is_none() && skill.limits.is_none() && skill.picks.is_none()
}

/// Does it take away all that there is of a number?
fn empties(change: &Change) -> bool {
    let Amount::Reckoned(formula) = &change.by else { return false };
    let Formula::Minus(inner) = &**formula else { return false };
    let Formula::Number(Number::Read(reading)) = &**inner else { return false };
    reading.slot == Some(change.slot) && reading.held.is_empty()
}

/// Does anything happen by itself when a strike of this player takes hp?
fn is_answered(rules: &Rules, user: Player) -> bool {
    let has = |player: Player, on: Trigger| {
        rules.fighter(player).reactions.iter().any(|reaction| reaction.on == on)
    };
    has(user, Trigger::Hits) || has(user.other(), Trigger::Hurt)
}

/// A strike of this hit, before it is resisted and soaked, is no less than this.
fn least_of(rules: &Rules, user: Player, hit: &Hit) -> i64 {
    let armor = &rules.fighter(user.other()).armor;
    let (full, _) = Ranges::of(rules).amount(&hit.amount);
    let (_, armor) = if hit.pierces { (0, 0) } else { Ranges::of(rules).reading(armor) };
    let least = rules.least_damage.map_or(i64::MIN, i64::from);
    (full - armor).max(least)
}

/// Can the hp of this player ever rise?
pub(crate) fn heals(rules: &Rules, player: Player) -> bool {
    let fighter = rules.fighter(player);
    let parts = |of: Player| {
        let of = rules.fighter(of);
        let reactions = of.reactions.iter().map(|reaction| &reaction.skill);
        of.skills.iter().chain(reactions).flat_map(Skill::all_parts)
    };
    let hits = |of: Player| parts(of).filter_map(|part| part.hit.as_ref());
    let at_once = Player::BOTH.into_iter().flat_map(parts).flat_map(|part| &part.changes);
    let each_turn = rules.effects.iter().flat_map(|effect| &effect.each_turn);
    let upkeep = rules.fighters.iter().flat_map(|fighter| &fighter.upkeep);
    let mut changes = at_once.chain(each_turn).chain(upkeep);
    let rises =
        |change: &Change| change.slot == fighter.hp && Ranges::of(rules).amount(&change.by).1 > 0;
    let enemy = player.other();
    changes.any(rises)
        || fighter.resets.iter().any(|(slot, _)| *slot == fighter.hp)
        || hits(player).any(|hit| hit.drains)
        || hits(enemy).any(|hit| least_of(rules, enemy, hit) < 0)
}
