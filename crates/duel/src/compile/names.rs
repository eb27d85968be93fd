//! What things are called, the keys of the skills, and what the fight is about.

use outplay_game::{Objective, Player};

use super::layout::{Fight, find_skill, find_tree};
use crate::rules::{FighterNames, Names, SkillNames, Terms};
use crate::spec::{self, Actions};

/// The names of the goals that count what player 1 does.
pub(super) const ACTIONS: &str = "actions";
pub(super) const ROUNDS: &str = "rounds";
/// The name of the goal that counts what the enemy loses.
pub(super) const DAMAGE: &str = "damage";

/// What ends a turn of several actions: its id, its name and its key.
pub(super) const END: (&str, &str, char) = ("end-turn", "End turn", '.');

impl Fight<'_> {
    /// The skills with their keys; one without a key gets the first free letter of its name.
    fn keyed(&self, side: usize) -> Vec<SkillNames> {
        let skills = &self.skills[side];
        let given = skills.iter().filter_map(|skill| Some(skill.key?.0));
        let mut taken: Vec<char> = given.chain([END.2]).collect();
        let mut named = Vec::new();
        for skill in skills {
            let key = skill.key.map_or_else(
                || {
                    let own = skill.id.text.chars().filter(char::is_ascii_alphanumeric);
                    let others = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('-'..='~');
                    let key = own.chain(others).find(|key| !taken.contains(key));
                    // More skills than there are keys have been reported.
                    let key = key.unwrap_or('?');
                    taken.push(key);
                    key
                },
                |(key, _)| key,
            );
            let tree = skill.picks.as_ref().and_then(|word| find_tree(self.spec, word));
            let nodes = tree.map(spec::TreeNode::all).unwrap_or_default();
            let picked = |node: &&spec::TreeNode| find_skill(self.spec, &node.skill);
            let picks = nodes.iter().filter_map(picked);
            let picks = picks.map(|skill| (skill.id.text.clone(), skill.name.clone())).collect();
            let (id, name) = (skill.id.text.clone(), skill.name.clone());
            named.push(SkillNames { id, name, key, picks });
        }
        if self.actions(side) != Actions::UpTo(1) && !skills.is_empty() {
            let (id, name, key) = (END.0.to_owned(), END.1.to_owned(), END.2);
            named.push(SkillNames { id, name, key, picks: Vec::new() });
        }
        named
    }

    /// What it is fought for, and whose turn comes next.
    pub(super) fn terms(&self) -> Terms {
        let price = self.spec.least.as_ref().map_or(ACTIONS, |word| &word.text).to_owned();
        let objective = match self.spec.most.as_ref().map(|word| word.text.as_str()) {
            Some(DAMAGE) => Objective::ZeroSum(DAMAGE.to_owned()),
            Some(_) => Objective::ZeroSum("hp".to_owned()),
            None => Objective::LeastCost(price.clone()),
        };
        Terms { objective, order: self.spec.order, price }
    }

    pub(super) fn names(&self) -> Names {
        let fighters = [0, 1].map(|side| {
            let fighter = self.sides[side];
            let mut constants = Vec::new();
            let armor = self.fixed_number(side, "armor").filter(|&armor| armor > 0);
            if let Some(armor) = armor.filter(|_| self.slot(side, "armor").is_none()) {
                constants.push(("armor".to_owned(), armor));
            }
            for (word, _) in &fighter.numbers {
                if self.slot(side, &word.text).is_none() {
                    let number = self.fixed_number(side, &word.text).unwrap_or(0);
                    constants.push((word.text.clone(), number));
                }
            }
            FighterNames {
                id: fighter.id.text.clone(),
                name: fighter.name.clone(),
                numbers: self.slots[side].clone(),
                constants,
                skills: self.keyed(side),
                reactions: self.reactions[side]
                    .iter()
                    .map(|skill| (skill.id.text.clone(), skill.name.clone()))
                    .collect(),
            }
        });
        let effects = self.effects.iter().map(|running| {
            let skill = running.skill;
            (Player::BOTH[running.side], skill.id.text.clone(), skill.name.clone())
        });
        let counters = self
            .counters
            .iter()
            .map(|counter| (Player::BOTH[counter.side], counter.name.clone(), counter.field));
        let mut fighters = fighters;
        if fighters[0].name == fighters[1].name {
            for (fighter, number) in fighters.iter_mut().zip(1..) {
                fighter.name += &format!(" {number}");
            }
        }
        let [one, two] = &fighters;
        let title = self.spec.title.clone();
        Names {
            title: title.unwrap_or_else(|| format!("{} against {}", one.name, two.name)),
            effects: effects.collect(),
            fighters,
            counters: counters.collect(),
            timers: self.effects.iter().map(|running| running.timer).collect(),
        }
    }
}
