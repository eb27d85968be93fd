//! What skills do in a fight of one or several a side.

use super::play::{Over, Play};
use super::position::whose;
use super::rules::{Aim, View};
use crate::plain::LIMIT;
use crate::plain::file::{Chance, Change, Part, Skill};
use crate::plain::formula::{Formula, divided};
use crate::plain::state::Running;

impl Play<'_> {
    /// An amount for which dice may be rolled.
    fn rolled(&self, view: View, formula: &Formula) -> i64 {
        formula.rolled(&|name| self.reading().name(view, name), &mut |weights| self.roll(weights))
    }

    pub(super) fn happens(&self, view: View, chance: &Chance) -> bool {
        let (cases, of) = match chance {
            Chance::Exact(cases, of) => (*cases, *of),
            Chance::Cases(formula, of) => {
                (i128::from(self.reading().amount(view, formula)).clamp(0, *of), *of)
            }
            Chance::Name(text) => {
                let (who, name) = match text.split_once('.') {
                    Some(("enemy", name)) => (view.enemy, name),
                    Some(("target", name)) => (view.target, name),
                    _ => (view.own, text.as_str()),
                };
                self.rules.members[who].fighter.decimals[name]
            }
        };
        cases == of || cases > 0 && self.roll(&[cases, of - cases]) == 0
    }

    /// Whoever has fallen does nothing more, last words apart.
    fn is_silent(&self, user: usize) -> bool {
        self.rules.has_teams() && !self.position.stands(user) && !self.dying.contains(&user)
    }

    pub(super) fn carry_out(&mut self, who: usize, skill: &Skill, way: &Aim) -> Result<(), Over> {
        let key = (who, skill.id.clone());
        if let Some(turns) = skill.cooldown {
            self.position.cooldowns.insert(key.clone(), turns + 1);
        }
        if skill.recharge.is_some() {
            self.position.spent.insert(key.clone());
        }
        if let Some(uses) = self.position.uses.get_mut(&key) {
            *uses -= 1;
        }
        match skill.target.as_deref() {
            Some("random-enemy") => match self.random(&way.targets) {
                Some(target) => self.at(who, skill, way, target),
                None => Ok(()),
            },
            Some("enemies" | "allies") => {
                for target in &way.targets {
                    if self.position.stands(*target) {
                        self.at(who, skill, way, *target)?;
                    }
                }
                Ok(())
            }
            _ => way.targets.iter().try_for_each(|target| self.at(who, skill, way, *target)),
        }
    }

    /// One of those who stand.
    fn random(&self, all: &[usize]) -> Option<usize> {
        let standing: Vec<usize> =
            all.iter().copied().filter(|who| self.position.stands(*who)).collect();
        match standing.len() {
            0 => None,
            1 => Some(standing[0]),
            count => Some(standing[self.roll(&vec![1; count])]),
        }
    }

    /// All that a skill does to one target.
    fn at(&mut self, who: usize, skill: &Skill, way: &Aim, target: usize) -> Result<(), Over> {
        let view = self.rules.aimed(who, target);
        if self.is_silent(who) {
            return Ok(());
        }
        let hits = skill.accuracy.as_ref().is_none_or(|accuracy| self.happens(view, accuracy));
        if !hits {
            return skill.miss.as_ref().map_or(Ok(()), |miss| self.part(view, miss, None));
        }
        for (place, part) in skill.parts.iter().enumerate() {
            if place == 0 {
                self.part(view, part, Some(skill))?;
                continue;
            }
            match part.target.as_deref() {
                None => self.part(view, part, None)?,
                Some(word @ ("enemies" | "allies")) => {
                    for target in self.rules.meant(who, word) {
                        if self.position.stands(target) {
                            self.part(self.rules.aimed(who, target), part, None)?;
                        }
                    }
                }
                Some("random-enemy") => {
                    // Nobody is picked by whoever does nothing any more.
                    let all = self.rules.meant(who, "enemy");
                    let target = if self.is_silent(who) { None } else { self.random(&all) };
                    if let Some(target) = target {
                        self.part(self.rules.aimed(who, target), part, None)?;
                    }
                }
                Some(_) => {
                    let other = way.others.iter().find(|(other, _)| *other == place);
                    let target = other.expect("it is aimed").1;
                    self.part(self.rules.aimed(who, target), part, None)?;
                }
            }
        }
        Ok(())
    }

    /// One part; `own` is the skill whose effect starts with it.
    fn part(&mut self, view: View, part: &Part, own: Option<&Skill>) -> Result<(), Over> {
        let met = part.when.as_ref().is_none_or(|when| self.reading().holds(view, when));
        if self.is_silent(view.own) || !met {
            return Ok(());
        }
        if let Some(chance) = &part.chance
            && !self.happens(view, chance)
        {
            return part.otherwise.as_ref().map_or(Ok(()), |part| self.part(view, part, None));
        }
        let (user, target) = (view.own, view.target);
        if part.damage.is_some() {
            for _ in 0..self.rolled(view, &part.strikes).clamp(0, 100) {
                self.hit(view, part)?;
            }
        }
        if self.is_silent(user) {
            return Ok(());
        }
        if part.kills {
            self.add(target, "hp", -self.position.numbers[target]["hp"])?;
        }
        if let Some(heal) = &part.heal {
            let ally = self.rules.members[user].side == self.rules.members[target].side;
            let heal = self.rolled(view, heal);
            self.add(if ally { target } else { user }, "hp", heal)?;
        }
        for change in &part.at_once {
            self.change(view, change)?;
        }
        let side = self.rules.members[user].side;
        for word in &part.cleanses {
            let rules = self.rules;
            self.position.effects.retain(|(caster, id, _), _| match word.as_str() {
                "enemy" => rules.members[*caster].side == side,
                "self" => rules.members[*caster].side != side,
                skill => id != skill,
            });
        }
        if let Some(skill) = own {
            self.start(view, skill);
        }
        for id in &part.starts {
            self.start(view, self.rules.skill(id));
        }
        if !self.rules.has_teams() || self.position.stands(target) {
            let stunned = &mut self.position.stunned[target];
            *stunned = part.stuns.max(*stunned);
        }
        if part.again && self.position.actions < LIMIT {
            self.position.actions += 1;
        }
        Ok(())
    }

    fn start(&mut self, view: View, skill: &Skill) {
        let Some(effect) = &skill.effect else { return };
        let key = (view.own, skill.id.clone(), self.rules.victim(view.own, skill, view.target));
        let stacks = match (self.position.effects.get(&key), effect.stacks) {
            (None, _) => 1,
            (Some(running), Some(most)) => (running.stacks + 1).min(most),
            (Some(_), None) if effect.refreshes => 1,
            (Some(_), None) => return,
        };
        self.position.effects.insert(key, Running { turns: effect.lasts.unwrap_or(1), stacks });
    }

    pub(super) fn change(&mut self, view: View, change: &Change) -> Result<(), Over> {
        let by = self.rolled(view, &change.by);
        self.add(whose(view, change), &change.name, by)
    }

    /// A change by a stacked effect.
    pub(super) fn tick(&mut self, view: View, change: &Change, stacks: i64) -> Result<(), Over> {
        let by = (self.rolled(view, &change.by) * stacks).clamp(-LIMIT, LIMIT);
        self.add(whose(view, change), &change.name, by)
    }

    fn most(&self, who: usize, name: &str) -> i64 {
        let number = &self.rules.members[who].fighter.numbers[name];
        let full = (name == "hp" && !self.rules.overheals).then_some(number.start);
        number.max.or(full).unwrap_or(LIMIT)
    }

    pub(super) fn add(&mut self, who: usize, name: &str, by: i64) -> Result<(), Over> {
        let before = self.position.numbers[who][name];
        let after = (before + by).clamp(0, self.most(who, name));
        self.position.numbers[who].insert(name.to_owned(), after);
        if name == "hp" && before > 0 && after == 0 { self.falls(who) } else { Ok(()) }
    }

    /// Somebody has come to 0 hp.
    fn falls(&mut self, who: usize) -> Result<(), Over> {
        if !self.dying.insert(who) {
            return Ok(());
        }
        let enemy = self.first_enemy(who);
        let reacted = self.react(who, enemy, "dies");
        self.dying.remove(&who);
        reacted?;
        if self.rules.has_teams() && !self.position.stands(who) {
            self.position.stunned[who] = 0;
        }
        let is_down = |side: usize| {
            self.rules.teams[side].iter().all(|member| !self.position.stands(*member))
        };
        let side = self.rules.members[who].side;
        match (is_down(side), is_down(1 - side)) {
            (false, _) => Ok(()),
            (true, false) => Err(Over(Some(1 - side))),
            (true, true) => Err(Over(None)),
        }
    }

    /// The first enemy who stands.
    pub(super) fn first_enemy(&self, who: usize) -> usize {
        let enemies = self.rules.meant(who, "enemy");
        enemies.iter().copied().find(|enemy| self.position.stands(*enemy)).unwrap_or(enemies[0])
    }

    fn hit(&mut self, view: View, part: &Part) -> Result<(), Over> {
        let (user, target) = (view.own, view.target);
        let fallen = self.rules.has_teams() && !self.position.stands(target);
        let Some(damage) = part.damage.as_ref().filter(|_| !fallen && !self.is_silent(user)) else {
            return Ok(());
        };
        let mut left = self.rolled(view, damage);
        if let Some((chance, times)) = &part.critical
            && self.happens(view, chance)
        {
            left = (left * times).clamp(-LIMIT, LIMIT);
        }
        if !part.pierces {
            left -= self.reading().number(target, "armor");
        }
        if let Some(least) = self.rules.least_damage {
            left = left.max(least);
        }
        let resists = &self.rules.members[target].fighter.resists;
        if let Some(percent) = part.kind.as_ref().and_then(|kind| resists.get(kind)) {
            let own = self.rules.aimed(target, self.rules.meant(target, "enemy")[0]);
            let percent = self.reading().amount(own, percent).min(100);
            left = divided(left * (100 - percent), 100);
        }
        if left < 0 {
            return self.add(target, "hp", -left);
        }
        if let Some(soak) = &self.rules.soak {
            let there = self.position.numbers[target].get_mut(soak).expect("all have it");
            let soaked = left.min(*there);
            *there -= soaked;
            left -= soaked;
        }
        let hp = self.position.numbers[target]["hp"];
        let lost = left.min(hp);
        self.position.numbers[target].insert("hp".to_owned(), hp - lost);
        if part.drains {
            self.add(user, "hp", lost)?;
        }
        if lost > 0 && !self.position.stands(target) {
            self.falls(target)?;
        }
        // A strike at one's own side sets off nothing.
        let foes = self.rules.members[user].side != self.rules.members[target].side;
        if lost > 0 && self.reacting == 0 && foes {
            let stands =
                |play: &Self, who: usize| !play.rules.has_teams() || play.position.stands(who);
            if stands(self, user) {
                self.react(user, target, "hits")?;
            }
            if stands(self, target) {
                self.react(target, user, "hurt")?;
            }
        }
        Ok(())
    }

    /// What somebody has for an occasion that is about this enemy.
    pub(super) fn react(&mut self, who: usize, enemy: usize, event: &str) -> Result<(), Over> {
        let rules = self.rules;
        for id in &rules.members[who].fighter.skills {
            let skill = rules.skill(id);
            if skill.on.as_deref() != Some(event) {
                continue;
            }
            let way = rules.only_way(who, enemy, skill);
            if !self.could_be_used(who, skill, &way) {
                continue;
            }
            self.reacting += 1;
            let done = self.carry_out(who, skill, &way);
            self.reacting -= 1;
            done?;
        }
        Ok(())
    }
}
