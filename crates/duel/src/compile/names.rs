//! What things are called, the keys of the skills, and what the fight is about.

use outplay_game::{Objective, Player};

use super::layout::{Fight, find_skill, find_tree};
use crate::rules::{FighterNames, Names, SkillNames, Terms};
use crate::spec;

/// The name of the goal that counts what player 1 does.
pub(super) const ACTIONS: &str = "actions";

impl Fight<'_> {
    /// The skills with their keys; one without a key gets the first free letter of its name.
    fn keyed(&self, side: usize) -> Vec<SkillNames> {
        let skills = &self.skills[side];
        let mut taken: Vec<char> = skills.iter().filter_map(|skill| Some(skill.key?.0)).collect();
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
        named
    }

    /// What it is fought for, and whose turn comes next; `price` is the pool that the goal counts.
    pub(super) fn terms(&self, price: Option<&str>) -> Terms {
        let price = price.unwrap_or(ACTIONS).to_owned();
        let objective = match self.spec.most {
            Some(_) => Objective::ZeroSum("hp".to_owned()),
            None => Objective::LeastCost(price.clone()),
        };
        Terms { objective, order: self.spec.order, price }
    }

    pub(super) fn names(&self) -> Names {
        let fighters = [0, 1].map(|side| {
            let fighter = self.sides[side];
            let mut constants = Vec::new();
            if let Some(armor) = self.fixed_number(side, "armor").filter(|&armor| armor > 0) {
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
            }
        });
        let effects = self.effects.iter().map(|(side, skill, _)| {
            (Player::BOTH[*side], skill.id.text.clone(), skill.name.clone())
        });
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
            timers: self.effects.iter().map(|&(_, _, timer)| timer).collect(),
        }
    }
}
