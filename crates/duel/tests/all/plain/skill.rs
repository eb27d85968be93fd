//! Which skills can be used, and what using one does.

use super::file::{Part, Skill, Tree};
use super::readings;
use super::state::Running;
use super::turn::{Over, Play};

impl Play<'_> {
    pub(crate) fn is_usable(&self, side: usize, skill: &Skill) -> bool {
        let there = |name: &str| self.state.numbers[side][name];
        let price = self.price(side, skill);
        let payable = price.iter().all(|(name, much)| {
            if name == "hp" && *much > 0 { there(name) > *much } else { there(name) >= *much }
        });
        payable && self.could_be_used(side, skill)
    }

    pub(super) fn could_use_any(&self, side: usize) -> bool {
        self.rules.own_moves(side).into_iter().any(|skill| self.is_usable(side, skill))
    }

    pub(crate) fn price(&self, side: usize, skill: &Skill) -> Vec<(String, i64)> {
        let cost = skill.cost.iter();
        cost.map(|(name, much)| (name.clone(), self.view().amount(side, much).max(0))).collect()
    }

    /// Cost apart.
    fn could_be_used(&self, side: usize, skill: &Skill) -> bool {
        let key = (side, skill.id.clone());
        let when = skill.when.as_ref().is_none_or(|when| self.view().holds(side, when));
        let ready = !self.state.cooldowns.contains_key(&key);
        let left = self.state.uses.get(&key).is_none_or(|uses| *uses > 0);
        let free = skill.effect.as_ref().is_none_or(|effect| {
            effect.refreshes || effect.stacks.is_some() || !self.state.effects.contains_key(&key)
        });
        let picks = skill.picks.as_ref().is_none_or(|tree| self.picked(side, tree).is_some());
        when && ready && left && free && picks
    }

    fn picked(&self, side: usize, tree: &str) -> Option<&Skill> {
        let mut candidates = Vec::new();
        self.candidates(side, &self.rules.trees[tree], &mut candidates);
        candidates.sort_by_key(|node| node.priority);
        let skills = candidates.into_iter().map(|node| self.rules.skill(&node.skill));
        skills.into_iter().find(|skill| self.could_be_used(side, skill))
    }

    fn candidates<'t>(&self, side: usize, node: &'t Tree, all: &mut Vec<&'t Tree>) {
        let holds = node.when.as_ref().is_none_or(|when| self.view().holds(side, when));
        if holds && !node.then.is_empty() {
            node.then.iter().for_each(|below| self.candidates(side, below, all));
        } else {
            all.push(node);
        }
    }

    /// Uses a skill, `queue` apart, and gives what was used (the picked one) and paid.
    pub(super) fn use_skill(
        &mut self,
        side: usize,
        id: &str,
        price: &[(String, i64)],
    ) -> Result<Skill, Over> {
        let chosen = self.rules.skill(id);
        let used = match &chosen.picks {
            Some(tree) => self.picked(side, tree).expect("it can be used").clone(),
            None => chosen.clone(),
        };
        for (name, much) in price {
            self.add(side, name, -much)?;
        }
        if used.id != id {
            self.count_use(side, chosen);
        }
        self.carry_out(side, &used)?;
        Ok(used)
    }

    /// The reactions of a side to something, in the order of its skills.
    pub(super) fn react(&mut self, side: usize, event: &str) -> Result<(), Over> {
        let rules = self.rules;
        for id in &rules.fighters[side].skills {
            let skill = rules.skill(id);
            let back = event == "dies" && self.state.numbers[side]["hp"] > 0;
            if skill.on.as_deref() != Some(event)
                || !self.could_be_used(side, skill)
                || (back && !readings::EVERY_DIES_HAPPENS)
            {
                continue;
            }
            self.reacting += 1;
            self.carry_out(side, skill)?;
            self.reacting -= 1;
        }
        Ok(())
    }

    fn count_use(&mut self, side: usize, skill: &Skill) {
        let key = (side, skill.id.clone());
        if let Some(turns) = skill.cooldown {
            self.state.cooldowns.insert(key.clone(), turns + 1);
            self.new_cooldowns.insert(key.clone());
        }
        if let Some(uses) = self.state.uses.get_mut(&key) {
            *uses -= 1;
        }
    }

    fn carry_out(&mut self, side: usize, skill: &Skill) -> Result<(), Over> {
        self.count_use(side, skill);
        for (index, part) in skill.parts.iter().enumerate() {
            if part.when.as_ref().is_none_or(|when| self.view().holds(side, when)) {
                self.part(side, part, (index == 0).then_some(skill))?;
            }
        }
        Ok(())
    }

    /// One part; `own` is the skill whose effect starts with it.
    fn part(&mut self, side: usize, part: &Part, own: Option<&Skill>) -> Result<(), Over> {
        let enemy = 1 - side;
        if part.damage.is_some() {
            let strikes = self.view().amount(side, &part.strikes).clamp(0, 100);
            for _ in 0..strikes {
                self.hit(side, part)?;
            }
        }
        if part.kills {
            self.kill(enemy)?;
        }
        if let Some(heal) = &part.heal {
            let heal = self.view().amount(side, heal);
            let heal = if readings::HEALING_MAY_HURT { heal } else { heal.max(0) };
            self.add(side, "hp", heal)?;
        }
        for change in &part.at_once {
            self.change(side, change)?;
        }
        for word in &part.cleanses {
            self.state.effects.retain(|(caster, id), _| match word.as_str() {
                "enemy" => *caster != enemy,
                "self" => *caster != side,
                skill => id != skill,
            });
        }
        if let Some(skill) = own {
            self.start_effect(side, skill);
        }
        for id in &part.starts {
            self.start_effect(side, self.rules.skill(id));
        }
        self.state.stunned[enemy] = self.state.stunned[enemy].max(part.stuns);
        self.steal(side, part.steals);
        self.again |= part.again;
        Ok(())
    }

    fn start_effect(&mut self, side: usize, skill: &Skill) {
        let Some(effect) = &skill.effect else { return };
        let key = (side, skill.id.clone());
        let turns = effect.lasts.unwrap_or(1);
        let stacks = match (self.state.effects.get(&key), effect.stacks) {
            (None, _) => 1,
            (Some(running), Some(most)) => (running.stacks + 1).min(most),
            (Some(_), None) if effect.refreshes => 1,
            (Some(_), None) => return,
        };
        self.state.effects.insert(key.clone(), Running { turns, stacks });
        self.new_effects.insert(key);
    }
}
