//! Whom a skill is aimed at: each way to aim it becomes a move of its own, so that nothing of it is
//! left to be looked up in play.

use outplay_text::{Code, Problem, Problems};

use super::layout::{Fight, View, names_in};
use crate::formula::Whose;
use crate::rules::{Chance, Limits, Part, Rare, RollKind, Rolled, Skill, Who};
use crate::spec::{self, Word};

/// Whom something may be aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// One enemy who stands.
    Enemy,
    /// One enemy, whether they stand or have fallen.
    AnyEnemy,
    /// Every enemy who stands.
    Enemies,
    /// An enemy who stands, picked by a roll.
    RandomEnemy,
    /// One of one's own who stands, oneself included.
    Ally,
    /// One of one's own who stands, but oneself.
    OtherAlly,
    /// Every one of one's own who stands.
    Allies,
    /// One of one's own who has fallen.
    FallenAlly,
    /// Oneself.
    Itself,
}

impl Aim {
    /// The words of rules files.
    pub(crate) const WORDS: [(&'static str, Self); 9] = [
        ("enemy", Self::Enemy),
        ("any-enemy", Self::AnyEnemy),
        ("enemies", Self::Enemies),
        ("random-enemy", Self::RandomEnemy),
        ("ally", Self::Ally),
        ("other-ally", Self::OtherAlly),
        ("allies", Self::Allies),
        ("fallen-ally", Self::FallenAlly),
        ("self", Self::Itself),
    ];

    pub(super) fn of(word: &Word) -> Self {
        let known = Self::WORDS.into_iter().find(|(text, _)| *text == word.text);
        // What is none of them was reported with its place.
        known.map_or(Self::Enemy, |(_, aim)| aim)
    }

    /// Is it at one's own side?
    pub(super) fn is_own(self) -> bool {
        matches!(
            self,
            Self::Ally | Self::OtherAlly | Self::Allies | Self::FallenAlly | Self::Itself
        )
    }

    /// Must the target stand, or have fallen? `None`: either.
    fn stands(self) -> Option<bool> {
        match self {
            Self::AnyEnemy => None,
            Self::FallenAlly => Some(false),
            _ => Some(true),
        }
    }
}

/// A way to aim a skill: whom its own parts are aimed at, one after the other, and for each part with
/// an aim of its own the target of that.
#[derive(Clone, Debug)]
pub(super) struct Aimed {
    pub(super) targets: Vec<usize>,
    pub(super) others: Vec<(usize, usize)>,
}

impl Fight<'_> {
    /// Everybody whom an aim may mean, as one fighter sees it.
    fn candidates(&self, own: usize, aim: Aim) -> Vec<usize> {
        let side = self.side_of(own);
        let team = &self.teams[if aim.is_own() { side } else { 1 - side }];
        match aim {
            Aim::Itself => vec![own],
            Aim::OtherAlly | Aim::FallenAlly => {
                team.iter().copied().filter(|&who| who != own).collect()
            }
            _ => team.clone(),
        }
    }

    /// Who is who, where somebody is aimed at.
    fn aimed_at(&self, own: usize, target: usize) -> View {
        let view = self.view(own);
        let enemy = if self.side_of(own) == self.side_of(target) { view.enemy } else { target };
        View { own, enemy, target }
    }

    /// Every way to aim a skill, in the order of the teams.
    pub(super) fn ways(&self, own: usize, skill: &spec::Skill) -> Vec<Aimed> {
        let aim = skill.target.as_ref().map_or(Aim::Enemy, Aim::of);
        let all = self.candidates(own, aim);
        let mains: Vec<Vec<usize>> = match aim {
            Aim::Enemies | Aim::Allies | Aim::RandomEnemy => vec![all],
            _ if skill.target.is_none() && !is_aimed(skill) => vec![vec![self.view(own).enemy]],
            _ => {
                let most = skill.up_to.map_or(1, |(most, _)| most) as usize;
                groups(&all, most.min(all.len()).max(1))
            }
        };
        let mut ways: Vec<Aimed> =
            mains.into_iter().map(|targets| Aimed { targets, others: Vec::new() }).collect();
        for (place, part) in skill.also.iter().enumerate() {
            let Some(word) = &part.target else { continue };
            let aim = Aim::of(word);
            if matches!(aim, Aim::Enemies | Aim::Allies | Aim::RandomEnemy) {
                continue;
            }
            let candidates = self.candidates(own, aim);
            ways = ways
                .iter()
                .flat_map(|way| candidates.iter().map(move |&target| (way, target)))
                .map(|(way, target)| {
                    let mut others = way.others.clone();
                    others.push((place, target));
                    Aimed { targets: way.targets.clone(), others }
                })
                .collect();
        }
        ways
    }

    /// How something is aimed that nobody aims: what happens by itself, at whom it is about, and what
    /// a tree picks.
    pub(super) fn only_way(&self, view: View, skill: &spec::Skill) -> Aimed {
        let all = |aim: Aim| matches!(aim, Aim::Enemies | Aim::Allies | Aim::RandomEnemy);
        let one = |aim: Aim| if aim.is_own() { view.own } else { view.target };
        let aim = skill.target.as_ref().map_or(Aim::Enemy, Aim::of);
        let targets = if all(aim) { self.candidates(view.own, aim) } else { vec![one(aim)] };
        let parts = skill.also.iter().enumerate();
        let others = parts.filter_map(|(place, part)| {
            let aim = Aim::of(part.target.as_ref()?);
            (!all(aim)).then(|| (place, one(aim)))
        });
        Aimed { targets, others: others.collect() }
    }

    /// A skill in one of the ways to aim it.
    pub(super) fn aimed_skill(
        &self,
        own: usize,
        skill: &spec::Skill,
        way: &Aimed,
        problems: &mut Problems,
    ) -> Skill {
        let first = way.targets.first().copied().unwrap_or(self.view(own).enemy);
        let view = self.aimed_at(own, first);
        let mut compiled = self.skill_frame(view, skill, problems);
        let aim = skill.target.as_ref().map_or(Aim::Enemy, Aim::of);
        let each = |target: usize, problems: &mut Problems| {
            self.parts(self.aimed_at(own, target), skill, way, problems)
        };
        compiled.parts = match aim {
            Aim::RandomEnemy => {
                let all = way.targets.iter().map(|&target| {
                    (Who::of(target), self.slots[target][0].1, each(target, problems))
                });
                let roll = Some(Rolled::Target(all.collect()));
                vec![rolled(Who::of(first), roll)]
            }
            _ => way.targets.iter().flat_map(|&target| each(target, problems)).collect(),
        };
        if self.has_teams() {
            let targets = self.needed(own, skill, way, aim);
            if !targets.is_empty() {
                let mut limits = compiled.limits.take().map_or_else(Limits::default, |it| *it);
                limits.targets = targets;
                compiled.limits = Some(Box::new(limits));
            }
        }
        compiled
    }

    /// Who must stand or have fallen for a skill to be aimed so, by the words of their hp.
    fn needed(&self, own: usize, skill: &spec::Skill, way: &Aimed, aim: Aim) -> Vec<(usize, bool)> {
        let mut needed = Vec::new();
        let mut need = |target: usize, stands: Option<bool>| {
            if let Some(stands) = stands.filter(|_| target != own) {
                let hp = self.slots[target][0].1;
                if !needed.contains(&(hp, stands)) {
                    needed.push((hp, stands));
                }
            }
        };
        let aimless = skill.target.is_none() && !is_aimed(skill);
        if !matches!(aim, Aim::Enemies | Aim::Allies | Aim::RandomEnemy) && !aimless {
            way.targets.iter().for_each(|&target| need(target, aim.stands()));
        }
        for &(place, target) in &way.others {
            let stands = skill.also[place].target.as_ref().and_then(|word| Aim::of(word).stands());
            need(target, stands);
        }
        needed
    }

    /// Everything that a skill does to one target: what a hit does, or a miss.
    fn parts(
        &self,
        view: View,
        skill: &spec::Skill,
        way: &Aimed,
        problems: &mut Problems,
    ) -> Vec<Part> {
        // The condition of the skill itself says when it can be used; then its own part happens.
        let own_part = spec::Skill { when: None, ..skill.clone() };
        let mut parts = vec![self.part(view, &own_part, problems)];
        if let Some(effect) = self.effect(view, &skill.id.text).filter(|_| skill.runs()) {
            parts[0].starts.insert(0, effect);
        }
        for (place, part) in skill.also.iter().enumerate() {
            match part.target.as_ref().map(Aim::of) {
                None => parts.push(self.part(view, part, problems)),
                Some(aim @ (Aim::Enemies | Aim::Allies)) => {
                    for target in self.candidates(view.own, aim) {
                        let view = self.aimed_at(view.own, target);
                        let mut part = self.part(view, part, problems);
                        self.only_if_standing(&mut part, target);
                        parts.push(part);
                    }
                }
                Some(Aim::RandomEnemy) => {
                    let all =
                        self.candidates(view.own, Aim::RandomEnemy).into_iter().map(|target| {
                            let view = self.aimed_at(view.own, target);
                            let part = self.part(view, part, problems);
                            (Who::of(target), self.slots[target][0].1, vec![part])
                        });
                    let roll = Rolled::Target(all.collect());
                    parts.push(rolled(Who::of(view.target), Some(roll)));
                }
                Some(_) => {
                    let other = way.others.iter().find(|(other, _)| *other == place);
                    let target = other.map_or(view.target, |(_, target)| *target);
                    parts.push(self.part(self.aimed_at(view.own, target), part, problems));
                }
            }
        }
        let Some((chance, span)) = &skill.accuracy else {
            return self.gathered(view, skill, parts);
        };
        let Some(chance) = self.chance(view, chance, *span, problems) else { return parts };
        let miss = skill.miss.as_deref().map(|miss| self.part(view, miss, problems));
        let of = RollKind::Hits;
        let roll =
            Rolled::Chance { of, chance, then: parts, otherwise: miss.into_iter().collect() };
        let gated = vec![rolled(Who::of(view.target), Some(roll))];
        self.gathered(view, skill, gated)
    }

    /// What is done to all is done to those who stand.
    fn gathered(&self, view: View, skill: &spec::Skill, mut parts: Vec<Part>) -> Vec<Part> {
        let aim = skill.target.as_ref().map(Aim::of);
        if !matches!(aim, Some(Aim::Enemies | Aim::Allies)) {
            return parts;
        }
        if parts.len() > 1 {
            // Whether they stand is seen once for all of it.
            let (of, otherwise) = (RollKind::Happens, Vec::new());
            let roll = Rolled::Chance { of, chance: Chance::CERTAIN, then: parts, otherwise };
            parts = vec![rolled(Who::of(view.target), Some(roll))];
        }
        for part in &mut parts {
            self.only_if_standing(part, view.target);
        }
        parts
    }

    /// The part happens only where the target stands.
    fn only_if_standing(&self, part: &mut Part, target: usize) {
        let hp = self.slots[target][0].1;
        part.rare.get_or_insert_default().stands = Some(hp);
    }
}

/// A part that is nothing but a roll.
pub(super) fn rolled(target: Who, roll: Option<Rolled>) -> Part {
    let rare = Rare { roll, ..Rare::default() };
    Part { target, hit: None, changes: Vec::new(), starts: Vec::new(), rare: Some(Box::new(rare)) }
}

/// Does a skill do anything to, or depend on, whom it is aimed at?
fn is_aimed(skill: &spec::Skill) -> bool {
    let mut parts = vec![skill];
    parts.extend(skill.miss.as_deref());
    parts.extend(skill.also.iter().filter(|part| part.target.is_none()));
    skill.picks.is_some()
        || parts.into_iter().flat_map(inside).any(|part| {
            let changes = [&part.cost, &part.at_once, &part.each_turn, &part.held];
            let of_others = |part: &spec::Part| part.of != Whose::Own;
            part.damage.is_some()
                || part.kills.is_some()
                || part.stuns.is_some()
                || part.steals.is_some()
                || changes.into_iter().flatten().any(of_others)
                || part
                    .own_formulas()
                    .into_iter()
                    .flat_map(names_in)
                    .any(|name| name.whose != Whose::Own)
        })
}

/// A part, and what happens where it does not.
fn inside(part: &spec::Skill) -> Vec<&spec::Skill> {
    let mut all = vec![part];
    while let Some(more) = all[all.len() - 1].otherwise.as_deref() {
        all.push(more);
    }
    all
}

/// All groups of one to so many, in order: the smaller ones first.
fn groups(all: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    let mut found = Vec::new();
    for _ in 0..most {
        let longer = |group: &Vec<usize>| {
            let last = group.last().and_then(|last| all.iter().position(|who| who == last));
            let next = last.map_or(0, |last| last + 1);
            let group = group.clone();
            all[next..].iter().map(move |&who| [&group[..], &[who]].concat()).collect::<Vec<_>>()
        };
        groups = groups.iter().flat_map(longer).collect();
        found.extend(groups.iter().cloned());
    }
    found
}

/// What a file says about aims that can never be.
pub(super) fn check(fight: &Fight, problems: &mut Problems) {
    for (who, skills) in fight.skills.iter().enumerate() {
        for skill in skills {
            for part in skill.all_parts() {
                let Some(word) = &part.target else { continue };
                let aim = Aim::of(word);
                if fight.candidates(who, aim).is_empty() {
                    let name = &fight.members[who].id.text;
                    let message =
                        format!("`{name}` has nobody beside whom `{}` could mean", word.text);
                    problems.push(
                        Problem::warning(Code::NoEffect, word.span, message)
                            .help("the skill can never be used in this team"),
                    );
                }
            }
        }
    }
}
