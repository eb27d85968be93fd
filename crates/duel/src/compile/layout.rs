//! Where everything is in the state.

use outplay_text::{Code, Problem, Problems};

use crate::rules::Slot;
use crate::spec::{self, Part, Spec, Word};
use crate::state::Field;

/// The largest state that a fight may need, in words.
pub(crate) const MOST_WORDS: usize = 32;

/// A fight whose numbers have found their places.
pub(super) struct Fight<'w> {
    pub(super) spec: &'w Spec,
    pub(super) sides: [&'w spec::Fighter; 2],
    /// The skills of each side, in move order.
    pub(super) skills: [Vec<&'w spec::Skill>; 2],
    /// The numbers of each side that change in play, hp first, and their words.
    pub(super) slots: [Vec<(String, Slot)>; 2],
    /// The effects in the order in which they apply: whose, which skill, and the timer.
    pub(super) effects: Vec<(usize, &'w spec::Skill, Field)>,
    pub(super) words: usize,
}

impl<'w> Fight<'w> {
    pub(super) fn lay_out(
        spec: &'w Spec,
        sides: [&'w spec::Fighter; 2],
        problems: &mut Problems,
    ) -> Option<Self> {
        let skills = sides.map(|fighter| -> Vec<_> {
            fighter.skills.iter().filter_map(|word| find_skill(spec, word)).collect()
        });
        // What a side does: its own skills, and those that its trees may pick.
        let does = skills.each_ref().map(|own| {
            let picks = own.iter().filter_map(|skill| find_tree(spec, skill.picks.as_ref()?));
            let nodes = picks.flat_map(spec::TreeNode::all);
            let picked = nodes.filter_map(|node| find_skill(spec, &node.skill));
            own.iter().copied().chain(picked).collect::<Vec<_>>()
        });
        // In the order of the file, whatever the order of the fighter's list.
        let mut effects = Vec::new();
        for side in [0, 1] {
            let runs = |skill: &&spec::Skill| {
                skill.lasts.is_some() && does[side].iter().any(|s| s.id.text == skill.id.text)
            };
            effects.extend(spec.skills.iter().filter(runs).map(|skill| (side, skill)));
        }
        let longest_set = spec.start.iter().flatten().map(|&(_, number)| number).max();
        let wide = effects.iter().any(|(_, skill)| skill.lasts.is_some_and(|(l, _)| l > 0xff))
            || longest_set.is_some_and(|number| number > 0xff);
        let bits: u32 = if wide { 16 } else { 8 };
        // The status has the first bits of the first word.
        let mut next_bit = bits;
        let effects: Vec<_> = effects
            .into_iter()
            .map(|(side, skill)| {
                let (word, shift) = ((next_bit / 32) as usize, next_bit % 32);
                next_bit += bits;
                (side, skill, Field { word, shift, mask: (1 << bits) - 1 })
            })
            .collect();
        let mut words = next_bit.div_ceil(32) as usize;
        let mut slots = [Vec::new(), Vec::new()];
        for side in [0, 1] {
            let numbers = sides[side].numbers.iter().map(|(word, _)| word.text.as_str());
            let pools = numbers.filter(|name| changes_in_play(spec, sides, &does, side, name));
            for name in std::iter::once("hp").chain(pools) {
                slots[side].push((name.to_owned(), words));
                words += 1;
            }
        }
        if words > MOST_WORDS {
            let message = format!(
                "this fight has too many numbers and effects: {words} words of {MOST_WORDS}"
            );
            problems.push(
                Problem::error(Code::TooMany, sides[0].id.span, message)
                    .help("leave out some skills that last, or some pools"),
            );
            return None;
        }
        Some(Self { spec, sides, skills, slots, effects, words })
    }

    pub(super) fn fixed_number(&self, side: usize, name: &str) -> Option<i32> {
        let who = self.sides[side];
        let find = |numbers: &[(Word, i32)]| {
            numbers.iter().find(|(word, _)| word.text == name).map(|&(_, number)| number)
        };
        let own = if name == "armor" { Some(who.armor) } else { find(&who.numbers) };
        // A number set for this side alone, as in `p1.attack`, goes before the fighter's own.
        own.map(|own| find(&self.spec.start[side]).unwrap_or(own))
    }

    pub(super) fn slot(&self, side: usize, name: &str) -> Option<Slot> {
        self.slots[side].iter().find(|(slot, _)| slot == name).map(|(_, slot)| *slot)
    }

    pub(super) fn has_number(&self, side: usize, name: &str) -> bool {
        self.sides[side].numbers.iter().any(|(word, _)| word.text == name)
    }
}

/// The skill of that name.
pub(super) fn find_skill<'w>(spec: &'w Spec, word: &Word) -> Option<&'w spec::Skill> {
    spec.skills.iter().find(|skill| skill.id.text == word.text)
}

/// The decision tree of that name.
pub(super) fn find_tree<'w>(spec: &'w Spec, word: &Word) -> Option<&'w spec::TreeNode> {
    spec.trees.iter().find(|(id, _)| id.text == word.text).map(|(_, root)| root)
}

/// Does a cost or a change of this fight touch the number?
fn changes_in_play(
    spec: &Spec,
    sides: [&spec::Fighter; 2],
    skills: &[Vec<&spec::Skill>; 2],
    side: usize,
    name: &str,
) -> bool {
    let touches = |actor: usize, parts: &[Part]| {
        parts.iter().any(|part| {
            let whose = if part.of_enemy { 1 - actor } else { actor };
            whose == side && part.number.text == name
        })
    };
    let by_skill = [0, 1].into_iter().any(|actor| {
        skills[actor].iter().any(|skill| {
            touches(actor, &skill.cost)
                || touches(actor, &skill.at_once)
                || touches(actor, &skill.each_turn)
        })
    });
    let by_upkeep = [0, 1].into_iter().any(|actor| {
        let own = spec.upkeep.iter().filter(|u| u.fighter.text == sides[actor].id.text);
        own.into_iter().any(|upkeep| touches(actor, &upkeep.changes))
    });
    by_skill || by_upkeep
}
