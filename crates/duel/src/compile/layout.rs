//! Where everything is in the state.

use std::cell::RefCell;

use outplay_text::{Code, Problem, Problems};

use crate::formula::{Formula, Whose};
use crate::order::OrderKind;
use crate::rules::Slot;
use crate::spec::{self, Actions, Part, Spec, Word};
use crate::state::{CEILING, Field};
use crate::{condition, formula};

use super::aims::Aim;

/// The largest state that a fight may need, in words.
pub(crate) const MOST_WORDS: usize = 32;

/// What a side counts of its turns: those that it will miss, and those that it will take.
pub(super) const STUNNED: &str = "stunned";
pub(super) const STOLEN: &str = "stolen";

/// A fight whose numbers have found their places.
pub(super) struct Fight<'w> {
    pub(super) spec: &'w Spec,
    /// Everyone: the first of each side, then the others of player 1, then those of player 2.
    pub(super) members: Vec<&'w spec::Fighter>,
    /// Who stands on which side.
    pub(super) teams: [Vec<usize>; 2],
    /// What each fighter can use, in move order.
    pub(super) skills: Vec<Vec<&'w spec::Skill>>,
    /// What happens to each fighter by itself.
    pub(super) reactions: Vec<Vec<&'w spec::Skill>>,
    /// The numbers of each fighter that change in play, hp first, and their words.
    pub(super) slots: Vec<Vec<(String, Slot)>>,
    /// The effects in the order in which they apply.
    pub(super) effects: Vec<Running<'w>>,
    /// What is counted of skills (`cooldown.cleave`), and of sides (`stunned`).
    pub(super) counters: Vec<Counter>,
    /// The actions that are left in a turn, and whether there was one.
    pub(super) actions: Option<Field>,
    pub(super) acted: Option<Field>,
    /// Whose turn it is and who has had theirs, where the order is by speed.
    pub(super) speed: Option<(Field, Vec<Field>)>,
    /// Whether a turn is a stolen one.
    pub(super) taken: Option<Field>,
    /// What counts the rounds, where anything asks, and the last one that it tells apart.
    pub(super) round: Option<(Slot, i32)>,
    /// Who has begun, where a coin says so and rounds are counted.
    pub(super) began: Option<Field>,
    pub(super) words: usize,
    /// The types of hits that there are.
    pub(super) types: Vec<&'w str>,
    /// Numbers that are being worked out, to notice one that depends on itself.
    pub(super) open: RefCell<Vec<(usize, String)>>,
}

/// Who is who when a skill is read: its user, the enemy, and whom it is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) own: usize,
    pub(super) enemy: usize,
    pub(super) target: usize,
}

impl View {
    /// Which fighter a word is about.
    pub(super) fn of(self, whose: Whose) -> usize {
        match whose {
            Whose::Own => self.own,
            Whose::Enemy => self.enemy,
            Whose::Target => self.target,
        }
    }
}

/// An effect that can run.
#[derive(Clone, Copy)]
pub(super) struct Running<'w> {
    /// Who casts it, and whom it is aimed at.
    pub(super) view: View,
    /// Is it another one for each whom it is aimed at?
    pub(super) aimed: bool,
    pub(super) skill: &'w spec::Skill,
    pub(super) timer: Field,
    pub(super) stacks: Option<Field>,
}

/// Something that is counted.
pub(super) struct Counter {
    pub(super) who: usize,
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
        sides: &[Vec<&'w spec::Fighter>; 2],
        problems: &mut Problems,
    ) -> Option<Self> {
        let (members, teams) = numbered(sides);
        let all: Vec<Vec<&spec::Skill>> = members
            .iter()
            .map(|fighter| {
                fighter.skills.iter().filter_map(|word| find_skill(spec, word)).collect()
            })
            .collect();
        let [skills, reactions] = [false, true].map(|reacts| {
            let kind = |all: &Vec<&'w spec::Skill>| {
                let kind = all.iter().filter(|skill| skill.on.is_some() == reacts);
                kind.copied().collect::<Vec<_>>()
            };
            all.iter().map(kind).collect::<Vec<_>>()
        });
        let does: Vec<_> = all.iter().map(|own| does(spec, own)).collect();
        let started: Vec<_> = does.iter().map(|does| started(spec, does)).collect();
        let effects = running(spec, &teams, [&does, &started]);
        let longest_set = spec.start.iter().flatten().map(|&(_, number)| number).max();
        let wide = effects.iter().any(|(_, _, skill)| skill.lasts.is_some_and(|(l, _)| l > 0xff))
            || longest_set.is_some_and(|number| number > 0xff);
        let width: u32 = if wide { 16 } else { 8 };
        // The status has the first bits of the first word.
        let mut bits = Bits(width);
        let timers: Vec<_> = effects.iter().map(|_| bits.take(width)).collect();
        let effects: Vec<_> = effects
            .into_iter()
            .zip(timers)
            .map(|((view, aimed, skill), timer)| {
                let stacks = skill.stacks.map(|_| bits.take(8));
                Running { view, aimed, skill, timer, stacks }
            })
            .collect();
        let mut counters = count(&effects, &does, &mut bits);
        let most_actions = members.iter().map(|fighter| fighter.actions.unwrap_or(spec.actions));
        let parts = || does.iter().flatten().flat_map(|skill| skill.all_parts());
        let several = most_actions.into_iter().any(|actions| actions != Actions::UpTo(1))
            || parts().any(|part| part.again.is_some_and(|(again, _)| again));
        let actions = several.then(|| bits.take(8));
        let rounds = spec.least.as_ref().is_some_and(|word| word.text == super::names::ROUNDS);
        let acted = (several && rounds).then(|| bits.take(8));
        let steals = parts().any(|part| part.steals.is_some());
        let taken = (steals && !spec.order.has_places()).then(|| bits.take(8));
        let longest_stun = parts().filter_map(|part| part.stuns).map(|(turns, _)| turns).max();
        for (who, fighter) in members.iter().enumerate() {
            let side = usize::from(teams[1].contains(&who));
            let set = |name: &str| spec.start[side].iter().any(|(word, _)| word.text == name);
            let own = fighter.numbers.iter().any(|(word, _)| word.text == STUNNED);
            let stuns = longest_stun.is_some() || set(STUNNED) && !own;
            let counted = [(STUNNED, stuns), (STOLEN, steals)];
            for (name, _) in counted.into_iter().filter(|(_, is)| *is) {
                counters.push(Counter { who, name: name.to_owned(), field: bits.take(8) });
            }
        }
        let speed = (spec.order == OrderKind::Speed).then(|| {
            let acted = members.iter().map(|_| bits.take(1)).collect();
            (bits.take(8), acted)
        });
        let mut words = bits.0.div_ceil(32) as usize;
        let mut slots = vec![Vec::new(); members.len()];
        let cast = Cast { spec, members: &members, teams: &teams, does: &does, started: &started };
        for (who, fighter) in members.iter().enumerate() {
            let numbers = fighter.numbers.iter().map(|(word, _)| word.text.as_str());
            let touched = |name: &&str| cast.changes_in_play(who, name);
            let pools = std::iter::once("armor").chain(numbers).filter(touched);
            for name in std::iter::once("hp").chain(pools) {
                slots[who].push((name.to_owned(), words));
                words += 1;
            }
        }
        let mut fight = Self {
            spec,
            members,
            teams,
            speed,
            skills,
            reactions,
            slots,
            effects,
            counters,
            actions,
            acted,
            taken,
            round: None,
            began: None,
            words,
            types: types(&does),
            open: RefCell::default(),
        };
        if let Some(last) = spec.rounds.or_else(|| fight.last_round(&does, &started)) {
            fight.round = Some((fight.words, last));
            fight.words += 1;
            if spec.coin {
                fight.began = Some(Field { word: fight.words, shift: 0, mask: 1 });
                fight.words += 1;
            }
        }
        fight.fits(problems).then_some(fight)
    }

    /// Is there room for all of it? Where not, that is said.
    fn fits(&self, problems: &mut Problems) -> bool {
        let fits = self.words <= MOST_WORDS;
        if !fits {
            let message = format!(
                "this fight has too many numbers and effects: {} words of {MOST_WORDS}",
                self.words
            );
            problems.push(
                Problem::error(Code::TooMany, self.members[0].id.span, message)
                    .help("leave out some skills that last, or some pools"),
            );
        }
        fits
    }

    /// The round from which on all are alike: where it is only compared with digits, one more than
    /// the largest of them. `None` where nothing asks for it.
    fn last_round(
        &self,
        does: &[Vec<&'w spec::Skill>],
        started: &[Vec<&'w spec::Skill>],
    ) -> Option<i32> {
        let mut last = None;
        for who in 0..self.members.len() {
            let is_round = |name: &formula::Name| {
                let whose = self.view(who).of(name.whose);
                name.name == "round" && !self.has_number(whose, "round")
            };
            let skills = does[who].iter().chain(&started[who]);
            let own = self.spec.upkeep.iter().filter(|upkeep| self.keeps(who, upkeep));
            let nodes = self.spec.trees.iter().flat_map(|(_, root)| root.all());
            let all = skills
                .flat_map(|skill| skill.formulas())
                .chain(own.flat_map(|upkeep| texts(&upkeep.changes)))
                .chain(texts(&self.members[who].resists))
                .chain(nodes.filter_map(|node| Some(node.when.as_ref()?.text.as_str())));
            for text in all.filter(|text| names_in(text).iter().any(is_round)) {
                last = last.max(Some(last_compared(text, &is_round).unwrap_or(CEILING - 1) + 1));
            }
        }
        last
    }

    /// Which side a fighter is on.
    pub(super) fn side_of(&self, who: usize) -> usize {
        usize::from(self.teams[1].contains(&who))
    }

    /// Does a side have more than one fighter, or is there anything else that only teams have?
    pub(super) fn has_teams(&self) -> bool {
        self.members.len() > 2 || self.speed.is_some()
    }

    /// Who is who for a fighter that aims at nobody: the first of the other side is the enemy.
    pub(super) fn view(&self, own: usize) -> View {
        let enemy = self.teams[1 - self.side_of(own)][0];
        View { own, enemy, target: enemy }
    }

    /// Is it this fighter's upkeep?
    pub(super) fn keeps(&self, who: usize, upkeep: &spec::Upkeep) -> bool {
        upkeep.fighter.text == self.members[who].id.text
    }

    /// What the rules say a number is, where nothing changes it.
    pub(super) fn fixed_number(&self, who: usize, name: &str) -> Option<i32> {
        let side = self.side_of(who);
        let who = self.members[who];
        let find = |numbers: &[(Word, i32)]| {
            numbers.iter().find(|(word, _)| word.text == name).map(|&(_, number)| number)
        };
        let own = if name == "armor" { Some(who.armor) } else { find(&who.numbers) };
        // A number set for this side alone, as in `p1.attack`, goes before the fighter's own.
        own.map(|own| find(&self.spec.start[side]).unwrap_or(own))
    }

    pub(super) fn slot(&self, who: usize, name: &str) -> Option<Slot> {
        self.slots[who].iter().find(|(slot, _)| slot == name).map(|(_, slot)| *slot)
    }

    pub(super) fn has_number(&self, who: usize, name: &str) -> bool {
        ["hp", "armor"].contains(&name)
            || self.members[who].numbers.iter().any(|(word, _)| word.text == name)
    }

    pub(super) fn counter(&self, who: usize, name: &str) -> Option<Field> {
        let counter = self.counters.iter().find(|c| c.who == who && c.name == name);
        counter.map(|counter| counter.field)
    }

    /// The effect of a skill that a fighter casts: the one that is aimed at the target, where there
    /// is one for each.
    pub(super) fn effect(&self, view: View, skill: &str) -> Option<usize> {
        let own = |e: &Running| e.view.own == view.own && e.skill.id.text == skill;
        let aimed = |e: &Running| own(e) && e.aimed && e.view.target == view.target;
        let place = self.effects.iter().position(aimed);
        place.or_else(|| self.effects.iter().position(own))
    }

    /// How many skills a fighter may use in a turn; with more than one, it may be ended.
    pub(super) fn actions(&self, who: usize) -> Actions {
        self.members[who].actions.unwrap_or(self.spec.actions)
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

/// The effects that can run, and whether each is another one for each target: player 1's first, and in
/// the order of the file, whatever the order of a fighter's list.
fn running<'w>(
    spec: &'w Spec,
    teams: &[Vec<usize>; 2],
    [does, started]: [&[Vec<&'w spec::Skill>]; 2],
) -> Vec<(View, bool, &'w spec::Skill)> {
    let mut effects = Vec::new();
    for own in teams.iter().flatten().copied() {
        let is_there = |skill: &&spec::Skill| {
            let mut there = does[own].iter().chain(&started[own]);
            skill.runs() && there.any(|other| other.id.text == skill.id.text)
        };
        for skill in spec.skills.iter().filter(is_there) {
            let views = views_of(skill, own, teams);
            let aimed = views.len() > 1;
            effects.extend(views.into_iter().map(|view| (view, aimed, skill)));
        }
    }
    effects
}

/// The skills whose effects others start.
fn started<'w>(spec: &'w Spec, does: &[&'w spec::Skill]) -> Vec<&'w spec::Skill> {
    let words = does.iter().flat_map(|skill| skill.all_parts());
    let words = words.into_iter().flat_map(|part| &part.starts);
    words.filter_map(|word| find_skill(spec, word)).collect()
}

/// What is counted of the skills of both sides.
fn count(effects: &[Running<'_>], does: &[Vec<&spec::Skill>], bits: &mut Bits) -> Vec<Counter> {
    let mut counters = Vec::new();
    for effect in effects {
        let name = format!("stacks.{}", effect.skill.id.text);
        let who = effect.view.own;
        counters.extend(effect.stacks.map(|field| Counter { who, name, field }));
    }
    for (who, does) in does.iter().enumerate() {
        for skill in does {
            let names = [
                ("cooldown", skill.cooldown.is_some()),
                ("uses", skill.uses.is_some()),
                ("recharge", skill.recharge.is_some()),
            ];
            for (word, _) in names.into_iter().filter(|(_, there)| *there) {
                let name = format!("{word}.{}", skill.id.text);
                if !counters.iter().any(|c: &Counter| c.who == who && c.name == name) {
                    counters.push(Counter { who, name, field: bits.take(8) });
                }
            }
        }
    }
    counters
}

/// The types of hits, each once.
fn types<'w>(does: &[Vec<&'w spec::Skill>]) -> Vec<&'w str> {
    let parts = does.iter().flatten().flat_map(|skill| skill.all_parts());
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

/// Everyone, with the first of each side before the others; and who stands on which side.
fn numbered<'w>(sides: &[Vec<&'w spec::Fighter>; 2]) -> (Vec<&'w spec::Fighter>, [Vec<usize>; 2]) {
    let mut members: Vec<_> = sides.iter().filter_map(|side| side.first().copied()).collect();
    let mut teams = [vec![0], vec![1]];
    for (side, team) in sides.iter().zip(&mut teams) {
        for fighter in side.iter().skip(1) {
            team.push(members.len());
            members.push(fighter);
        }
    }
    (members, teams)
}

/// Whom the effect of a skill may be aimed at: anybody where it is about whom it is aimed at, else it is
/// the same for all.
fn views_of(skill: &spec::Skill, own: usize, teams: &[Vec<usize>; 2]) -> Vec<View> {
    let side = usize::from(teams[1].contains(&own));
    let enemy = teams[1 - side][0];
    let changed = skill.each_turn.iter().chain(&skill.held).any(|part| part.of != Whose::Own);
    let until = skill.until.iter().map(|word| word.text.as_str());
    let amounts = texts(&skill.each_turn).chain(texts(&skill.held)).chain(until);
    let named = amounts.flat_map(names_in).any(|name| name.whose != Whose::Own);
    if !changed && !named {
        return vec![View { own, enemy, target: enemy }];
    }
    let allies = skill.target.as_ref().is_some_and(|word| Aim::of(word).is_own());
    let targets = &teams[if allies { side } else { 1 - side }];
    let enemy = |target: usize| if allies { enemy } else { target };
    targets.iter().map(|&target| View { own, enemy: enemy(target), target }).collect()
}

/// Everyone and what they do.
struct Cast<'a, 'w> {
    spec: &'a Spec,
    members: &'a [&'w spec::Fighter],
    teams: &'a [Vec<usize>; 2],
    does: &'a [Vec<&'w spec::Skill>],
    started: &'a [Vec<&'w spec::Skill>],
}

impl Cast<'_, '_> {
    /// Does anything of this fight change the number for good?
    fn changes_in_play(&self, who: usize, name: &str) -> bool {
        let side_of = |who: usize| self.teams[1].contains(&who);
        let touches = |actor: usize, parts: &[Part]| {
            parts.iter().any(|part| {
                let meant = match part.of {
                    Whose::Own => actor == who,
                    Whose::Enemy => side_of(actor) != side_of(who),
                    Whose::Target => true,
                };
                meant && part.number.text == name
            })
        };
        let everyone = || 0..self.members.len();
        let by_skill = everyone().any(|actor| {
            let ticks = self.does[actor].iter().chain(&self.started[actor]);
            ticks.into_iter().any(|skill| touches(actor, &skill.each_turn))
                || self.does[actor].iter().any(|skill| {
                    touches(actor, &skill.cost)
                        || skill.all_parts().iter().any(|part| touches(actor, &part.at_once))
                })
        });
        let by_upkeep = everyone().any(|actor| {
            let own = self.spec.upkeep.iter();
            let own = own.filter(|upkeep| upkeep.fighter.text == self.members[actor].id.text);
            own.into_iter().any(|upkeep| touches(actor, &upkeep.changes))
        });
        let ranges = &self.members[who].ranges;
        let resets = ranges.iter().any(|(other, range)| other == name && range.resets);
        let soaks = self.spec.soak.as_ref().is_some_and(|word| word.text == name);
        by_skill || by_upkeep || resets || soaks
    }
}
