//! Where everything is in the state.

use std::cell::RefCell;

use outplay_text::{Code, Problem, Problems};

use crate::formula::Formula;
use crate::rules::Slot;
use crate::spec::{self, Actions, Part, Spec, Word};
use crate::state::{CEILING, Field};
use crate::{condition, formula};

/// The largest state that a fight may need, in words.
pub(crate) const MOST_WORDS: usize = 32;

/// What a side counts of its turns: those that it will miss, and those that it will take.
pub(super) const STUNNED: &str = "stunned";
pub(super) const STOLEN: &str = "stolen";

/// A fight whose numbers have found their places.
pub(super) struct Fight<'w> {
    pub(super) spec: &'w Spec,
    pub(super) sides: [&'w spec::Fighter; 2],
    /// What each side can use, in move order.
    pub(super) skills: [Vec<&'w spec::Skill>; 2],
    /// What happens to each side by itself.
    pub(super) reactions: [Vec<&'w spec::Skill>; 2],
    /// The numbers of each side that change in play, hp first, and their words.
    pub(super) slots: [Vec<(String, Slot)>; 2],
    /// The effects in the order in which they apply.
    pub(super) effects: Vec<Running<'w>>,
    /// What is counted of skills (`cooldown.cleave`), and of sides (`stunned`).
    pub(super) counters: Vec<Counter>,
    /// The actions that are left in a turn, and whether there was one.
    pub(super) actions: Option<Field>,
    pub(super) acted: Option<Field>,
    /// Whether a turn is a stolen one.
    pub(super) taken: Option<Field>,
    /// What counts the rounds, where anything asks, and the last one that it tells apart.
    pub(super) round: Option<(Slot, i32)>,
    pub(super) words: usize,
    /// The types of hits that there are.
    pub(super) types: Vec<&'w str>,
    /// Numbers that are being worked out, to notice one that depends on itself.
    pub(super) open: RefCell<Vec<(usize, String)>>,
}

/// An effect that can run.
#[derive(Clone, Copy)]
pub(super) struct Running<'w> {
    /// Who casts it.
    pub(super) side: usize,
    pub(super) skill: &'w spec::Skill,
    pub(super) timer: Field,
    pub(super) stacks: Option<Field>,
}

/// Something that is counted.
pub(super) struct Counter {
    pub(super) side: usize,
    pub(super) name: String,
    pub(super) field: Field,
}

/// Gives out bits of words, one after the other.
struct Bits(u32);

impl Bits {
    /// The next so many bits, in one word.
    fn take(&mut self, bits: u32) -> Field {
        if self.0 % 32 + bits > 32 {
            self.0 = self.0.next_multiple_of(32);
        }
        let (word, shift) = ((self.0 / 32) as usize, self.0 % 32);
        self.0 += bits;
        Field { word, shift, mask: (1 << bits) - 1 }
    }
}

impl<'w> Fight<'w> {
    pub(super) fn lay_out(
        spec: &'w Spec,
        sides: [&'w spec::Fighter; 2],
        problems: &mut Problems,
    ) -> Option<Self> {
        let all = sides.map(|fighter| -> Vec<_> {
            fighter.skills.iter().filter_map(|word| find_skill(spec, word)).collect()
        });
        let [skills, reactions] = [false, true].map(|reacts| {
            all.each_ref().map(|all| {
                let kind = all.iter().filter(|skill| skill.on.is_some() == reacts);
                kind.copied().collect::<Vec<_>>()
            })
        });
        let does = all.each_ref().map(|own| does(spec, own));
        let started = does.each_ref().map(|does| {
            let words = does.iter().flat_map(|skill| skill.parts()).flat_map(|part| &part.starts);
            words.filter_map(|word| find_skill(spec, word)).collect::<Vec<_>>()
        });
        // In the order of the file, whatever the order of the fighter's list.
        let mut effects = Vec::new();
        for side in [0, 1] {
            let is_there = |skill: &&spec::Skill| {
                let mut there = does[side].iter().chain(&started[side]);
                skill.runs() && there.any(|other| other.id.text == skill.id.text)
            };
            effects.extend(spec.skills.iter().filter(is_there).map(|skill| (side, skill)));
        }
        let longest_set = spec.start.iter().flatten().map(|&(_, number)| number).max();
        let wide = effects.iter().any(|(_, skill)| skill.lasts.is_some_and(|(l, _)| l > 0xff))
            || longest_set.is_some_and(|number| number > 0xff);
        let width: u32 = if wide { 16 } else { 8 };
        // The status has the first bits of the first word.
        let mut bits = Bits(width);
        let timers: Vec<_> = effects.iter().map(|_| bits.take(width)).collect();
        let effects: Vec<_> = effects
            .into_iter()
            .zip(timers)
            .map(|((side, skill), timer)| {
                let stacks = skill.stacks.map(|_| bits.take(8));
                Running { side, skill, timer, stacks }
            })
            .collect();
        let mut counters = count(&effects, &does, &mut bits);
        let most_actions = sides.map(|fighter| fighter.actions.unwrap_or(spec.actions));
        let parts = || does.iter().flatten().flat_map(|skill| skill.parts());
        let several = most_actions.iter().any(|&actions| actions != Actions::UpTo(1))
            || parts().any(|part| part.again.is_some_and(|(again, _)| again));
        let actions = several.then(|| bits.take(8));
        let rounds = spec.least.as_ref().is_some_and(|word| word.text == super::names::ROUNDS);
        let acted = (several && rounds).then(|| bits.take(8));
        let steals = parts().any(|part| part.steals.is_some());
        let taken = (steals && !spec.order.has_places()).then(|| bits.take(8));
        for side in [0, 1] {
            let set = |name: &str| spec.start[side].iter().any(|(word, _)| word.text == name);
            let own = sides[side].numbers.iter().any(|(word, _)| word.text == STUNNED);
            let stuns = parts().any(|part| part.stuns.is_some()) || set(STUNNED) && !own;
            for (name, _) in [(STUNNED, stuns), (STOLEN, steals)].into_iter().filter(|(_, is)| *is)
            {
                counters.push(Counter { side, name: name.to_owned(), field: bits.take(8) });
            }
        }
        let mut words = bits.0.div_ceil(32) as usize;
        let mut slots = [Vec::new(), Vec::new()];
        for side in [0, 1] {
            let numbers = sides[side].numbers.iter().map(|(word, _)| word.text.as_str());
            let touched = |name: &&str| changes_in_play(spec, sides, &does, &started, side, name);
            let pools = std::iter::once("armor").chain(numbers).filter(touched);
            for name in std::iter::once("hp").chain(pools) {
                slots[side].push((name.to_owned(), words));
                words += 1;
            }
        }
        let mut fight = Self {
            spec,
            sides,
            skills,
            reactions,
            slots,
            effects,
            counters,
            actions,
            acted,
            taken,
            round: None,
            words,
            types: types(&does),
            open: RefCell::default(),
        };
        if let Some(last) = spec.rounds.or_else(|| fight.last_round(&does, &started)) {
            fight.round = Some((fight.words, last));
            fight.words += 1;
        }
        if fight.words > MOST_WORDS {
            let message = format!(
                "this fight has too many numbers and effects: {} words of {MOST_WORDS}",
                fight.words
            );
            problems.push(
                Problem::error(Code::TooMany, sides[0].id.span, message)
                    .help("leave out some skills that last, or some pools"),
            );
            return None;
        }
        Some(fight)
    }

    /// The round from which on all are alike: where it is only compared with digits, one more than
    /// the largest of them. `None` where nothing asks for it.
    fn last_round(
        &self,
        does: &[Vec<&'w spec::Skill>; 2],
        started: &[Vec<&'w spec::Skill>; 2],
    ) -> Option<i32> {
        let mut last = None;
        for side in [0, 1] {
            let is_round = |name: &formula::Name| {
                let whose = if name.enemy { 1 - side } else { side };
                name.name == "round" && !self.has_number(whose, "round")
            };
            let skills = does[side].iter().chain(&started[side]);
            let own = self.spec.upkeep.iter().filter(|upkeep| self.keeps(side, upkeep));
            let nodes = self.spec.trees.iter().flat_map(|(_, root)| root.all());
            let all = skills
                .flat_map(|skill| skill.formulas())
                .chain(own.flat_map(|upkeep| texts(&upkeep.changes)))
                .chain(texts(&self.sides[side].resists))
                .chain(nodes.filter_map(|node| Some(node.when.as_ref()?.text.as_str())));
            for text in all.filter(|text| names_in(text).iter().any(is_round)) {
                last = last.max(Some(last_compared(text, &is_round).unwrap_or(CEILING - 1) + 1));
            }
        }
        last
    }

    /// Is it this side's upkeep?
    pub(super) fn keeps(&self, side: usize, upkeep: &spec::Upkeep) -> bool {
        upkeep.fighter.text == self.sides[side].id.text
    }

    /// What the rules say a number is, where nothing changes it.
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
        ["hp", "armor"].contains(&name)
            || self.sides[side].numbers.iter().any(|(word, _)| word.text == name)
    }

    pub(super) fn counter(&self, side: usize, name: &str) -> Option<Field> {
        let counter = self.counters.iter().find(|c| c.side == side && c.name == name);
        counter.map(|counter| counter.field)
    }

    /// The effect of a skill that a side casts.
    pub(super) fn effect(&self, side: usize, skill: &str) -> Option<usize> {
        self.effects.iter().position(|e| e.side == side && e.skill.id.text == skill)
    }

    /// May the side use more than one skill a turn, and so end it?
    pub(super) fn actions(&self, side: usize) -> Actions {
        self.sides[side].actions.unwrap_or(self.spec.actions)
    }
}

/// The largest of the digits with which a condition compares the round; `None` where it does
/// anything else with it.
fn last_compared(text: &str, is_round: &impl Fn(&formula::Name) -> bool) -> Option<i32> {
    let condition = condition::parse(text).ok()?;
    let mut last = 0;
    for (left, right) in condition.comparisons() {
        match (left, right) {
            (Formula::Number(name), Formula::Digits(digits))
            | (Formula::Digits(digits), Formula::Number(name))
                if is_round(name) =>
            {
                last = last.max(*digits);
            }
            _ if left.numbers().into_iter().chain(right.numbers()).any(is_round) => return None,
            _ => {}
        }
    }
    Some(last)
}

/// What a side does: its own skills, and those that its trees may pick.
fn does<'w>(spec: &'w Spec, own: &[&'w spec::Skill]) -> Vec<&'w spec::Skill> {
    let picks = own.iter().filter_map(|skill| find_tree(spec, skill.picks.as_ref()?));
    let nodes = picks.flat_map(spec::TreeNode::all);
    let picked = nodes.filter_map(|node| find_skill(spec, &node.skill));
    own.iter().copied().chain(picked).collect()
}

/// What is counted of the skills of both sides.
fn count(effects: &[Running<'_>], does: &[Vec<&spec::Skill>; 2], bits: &mut Bits) -> Vec<Counter> {
    let mut counters = Vec::new();
    for effect in effects {
        let name = format!("stacks.{}", effect.skill.id.text);
        counters.extend(effect.stacks.map(|field| Counter { side: effect.side, name, field }));
    }
    for side in [0, 1] {
        for skill in &does[side] {
            let names = [("cooldown", skill.cooldown.is_some()), ("uses", skill.uses.is_some())];
            for (word, _) in names.into_iter().filter(|(_, there)| *there) {
                let name = format!("{word}.{}", skill.id.text);
                if !counters.iter().any(|c: &Counter| c.side == side && c.name == name) {
                    counters.push(Counter { side, name, field: bits.take(8) });
                }
            }
        }
    }
    counters
}

/// The types of hits, each once.
fn types<'w>(does: &[Vec<&'w spec::Skill>; 2]) -> Vec<&'w str> {
    let parts = does.iter().flatten().flat_map(|skill| skill.parts());
    let mut types: Vec<_> =
        parts.filter_map(|part| Some(part.r#type.as_ref()?.text.as_str())).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// The formulas among the amounts of some parts.
pub(super) fn texts(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| part.amount.formula())
}

/// Every number in a formula or condition; none where it is neither, which is said elsewhere.
pub(super) fn names_in(text: &str) -> Vec<formula::Name> {
    let owned = |names: Vec<&formula::Name>| names.into_iter().cloned().collect();
    match (formula::parse(text), condition::parse(text)) {
        (Ok(formula), _) => owned(formula.numbers()),
        (_, Ok(condition)) => owned(condition.numbers()),
        _ => Vec::new(),
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

/// Does anything of this fight change the number for good?
fn changes_in_play(
    spec: &Spec,
    sides: [&spec::Fighter; 2],
    does: &[Vec<&spec::Skill>; 2],
    started: &[Vec<&spec::Skill>; 2],
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
        let ticks = does[actor].iter().chain(&started[actor]).any(|s| touches(actor, &s.each_turn));
        ticks
            || does[actor].iter().any(|skill| {
                touches(actor, &skill.cost)
                    || skill.parts().any(|part| touches(actor, &part.at_once))
            })
    });
    let by_upkeep = [0, 1].into_iter().any(|actor| {
        let own = spec.upkeep.iter().filter(|u| u.fighter.text == sides[actor].id.text);
        own.into_iter().any(|upkeep| touches(actor, &upkeep.changes))
    });
    let resets = sides[side].ranges.iter().any(|(other, range)| other == name && range.resets);
    let soaks = spec.soak.as_ref().is_some_and(|word| word.text == name);
    by_skill || by_upkeep || resets || soaks
}
