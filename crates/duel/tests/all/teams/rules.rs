//! A rules file of two sides with one or several fighters: who they are, whom a skill can be aimed at,
//! and whom an effect is about.

use toml::{Table, Value};

use crate::plain::file::{self, Change, Fighter, Part, Skill};
use crate::plain::formula::{Condition, Formula};

#[expect(clippy::struct_excessive_bools, reason = "a word is there or not")]
pub(crate) struct Rules {
    pub(crate) members: Vec<Member>,
    /// Who stands on which side, by place.
    pub(crate) teams: [Vec<usize>; 2],
    /// In the order of the file.
    pub(crate) skills: Vec<Skill>,
    pub(crate) speed: bool,
    pub(crate) stuck_loses: bool,
    /// `None`: a coin.
    pub(crate) first: Option<usize>,
    pub(crate) pass: String,
    pub(crate) least_damage: Option<i64>,
    pub(crate) soak: Option<String>,
    pub(crate) overheals: bool,
    pub(crate) goal: String,
    pub(crate) rounds: Option<i64>,
    /// Does anything ask for the round?
    pub(crate) counts_rounds: bool,
}

pub(crate) struct Member {
    pub(crate) side: usize,
    /// As names and counters show them.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) fighter: Fighter,
    pub(crate) upkeep: Vec<Change>,
}

/// Who is who where something is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct View {
    pub(crate) own: usize,
    pub(crate) enemy: usize,
    pub(crate) target: usize,
}

/// A way to aim a skill: its targets, and those of the parts that have one of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    pub(crate) targets: Vec<usize>,
    pub(crate) others: Vec<(usize, usize)>,
}

impl Rules {
    pub(crate) fn read(text: &str) -> Self {
        let root: Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let empty = Table::new();
        let at = |name: &str| root.get(name).and_then(Value::as_table).unwrap_or(&empty);
        let (turns, damage, goal) = (at("turns"), at("damage"), at("goal"));
        let mut members = Vec::new();
        let mut teams = [Vec::new(), Vec::new()];
        for side in [0, 1] {
            let names = file::words(at("sides"), ["p1", "p2"][side]);
            for (place, id) in names.iter().enumerate() {
                let alike = names.iter().filter(|other| *other == id).count();
                let number = names[..place].iter().filter(|other| *other == id).count() + 1;
                let title = id[..1].to_uppercase() + &id[1..];
                let (id, name) = match alike {
                    1 => (id.clone(), title),
                    _ => (format!("{id}-{number}"), format!("{title} {number}")),
                };
                teams[side].push(members.len());
                members.push(Member {
                    side,
                    id,
                    name,
                    fighter: file::fighter(
                        file::table(&at("fighters")[&names[place]]),
                        turns.get("actions"),
                    ),
                    upkeep: at("upkeep").get(&names[place]).map_or(Vec::new(), file::changes),
                });
            }
        }
        let word = |table: &Table, name: &str| file::word(table, name).unwrap_or_default();
        Self {
            members,
            teams,
            skills: at("skills")
                .iter()
                .map(|(id, skill)| file::skill(id, file::table(skill)))
                .collect(),
            speed: word(turns, "order") == "speed",
            stuck_loses: word(turns, "stuck") != "skip",
            first: match word(turns, "first").as_str() {
                "coin" => None,
                "p2" => Some(1),
                _ => Some(0),
            },
            pass: word(turns, "pass"),
            least_damage: file::whole(damage, "least"),
            soak: file::word(damage, "soak"),
            overheals: damage.get("overheal").and_then(Value::as_bool) != Some(false),
            goal: word(goal, "least") + &word(goal, "most"),
            rounds: file::whole(goal, "rounds"),
            counts_rounds: text.contains("round"),
        }
    }

    /// Are there teams, or is it a duel?
    pub(crate) fn has_teams(&self) -> bool {
        self.members.len() > 2 || self.speed
    }

    pub(crate) fn skill(&self, id: &str) -> &Skill {
        self.skills.iter().find(|skill| skill.id == id).unwrap_or_else(|| panic!("no skill {id}"))
    }

    /// What a fighter can choose from.
    pub(crate) fn moves_of(&self, who: usize) -> Vec<&Skill> {
        let all = self.members[who].fighter.skills.iter().map(|id| self.skill(id));
        all.filter(|skill| skill.on.is_none()).collect()
    }

    pub(crate) fn may_end(&self, who: usize) -> bool {
        self.members[who].fighter.actions.is_none_or(|actions| actions > 1)
            && !self.moves_of(who).is_empty()
    }

    /// Is a side asked where it can act? In a duel, whoever has nothing to choose is not, player 1 apart.
    pub(crate) fn is_asked(&self, side: usize) -> bool {
        let who = self.teams[side][0];
        self.has_teams() || side == 0 || self.moves_of(who).len() > 1 || self.may_end(who)
    }

    fn enemies(&self, who: usize) -> &[usize] {
        &self.teams[1 - self.members[who].side]
    }

    fn allies(&self, who: usize) -> &[usize] {
        &self.teams[self.members[who].side]
    }

    /// Everybody whom a word for targets may mean.
    pub(crate) fn meant(&self, who: usize, word: &str) -> Vec<usize> {
        let others = || self.allies(who).iter().copied().filter(|other| *other != who);
        match word {
            "self" => vec![who],
            "ally" | "allies" => self.allies(who).to_vec(),
            "other-ally" | "fallen-ally" => others().collect(),
            _ => self.enemies(who).to_vec(),
        }
    }

    /// Who is who where somebody is aimed at.
    pub(crate) fn aimed(&self, own: usize, target: usize) -> View {
        let enemies = self.enemies(own);
        let enemy = if enemies.contains(&target) { target } else { enemies[0] };
        View { own, enemy, target }
    }

    /// Every way to aim a skill.
    pub(crate) fn ways(&self, who: usize, skill: &Skill) -> Vec<Aim> {
        let word = skill.target.as_deref().unwrap_or("enemy");
        let meant = self.meant(who, word);
        let mains: Vec<Vec<usize>> = if takes_all(word) {
            vec![meant]
        } else if skill.target.is_none() && !is_about_others(skill) {
            vec![vec![self.enemies(who)[0]]]
        } else {
            let most = usize::try_from(skill.up_to).expect("above 0");
            let all = (1_usize..1 << meant.len()).map(|group| {
                let chosen = meant.iter().enumerate().filter(|(place, _)| group >> place & 1 == 1);
                chosen.map(|(_, who)| *who).collect::<Vec<_>>()
            });
            all.filter(|group| group.len() <= most).collect()
        };
        let mut ways: Vec<Aim> =
            mains.into_iter().map(|targets| Aim { targets, others: Vec::new() }).collect();
        for (place, part) in skill.parts.iter().enumerate().skip(1) {
            let Some(word) = part.target.as_deref().filter(|word| !takes_all(word)) else {
                continue;
            };
            let mut more = Vec::new();
            for way in &ways {
                for target in self.meant(who, word) {
                    let mut way = way.clone();
                    way.others.push((place, target));
                    more.push(way);
                }
            }
            ways = more;
        }
        ways
    }

    /// How something is aimed that happens by itself: nobody chooses.
    pub(crate) fn only_way(&self, who: usize, enemy: usize, skill: &Skill) -> Aim {
        let one = |word: &str| match word {
            "self" => who,
            _ => enemy,
        };
        let word = skill.target.as_deref().unwrap_or("enemy");
        let targets = if takes_all(word) { self.meant(who, word) } else { vec![one(word)] };
        let parts = skill.parts.iter().enumerate().skip(1);
        let others = parts.filter_map(|(place, part)| {
            let word = part.target.as_deref().filter(|word| !takes_all(word))?;
            Some((place, one(word)))
        });
        Aim { targets, others: others.collect() }
    }

    /// Who must stand (or have fallen) for a skill to be aimed so.
    pub(crate) fn needed(who: usize, skill: &Skill, way: &Aim) -> Vec<(usize, bool)> {
        let mut needed = Vec::new();
        let mut need = |word: &str, target: usize| match word {
            "any-enemy" => {}
            _ if target == who => {}
            "fallen-ally" => needed.push((target, false)),
            _ => needed.push((target, true)),
        };
        let word = skill.target.as_deref().unwrap_or("enemy");
        if !takes_all(word) && (skill.target.is_some() || is_about_others(skill)) {
            way.targets.iter().for_each(|target| need(word, *target));
        }
        for (place, target) in &way.others {
            need(skill.parts[*place].target.as_deref().expect("it has one"), *target);
        }
        needed
    }

    /// Whom the effect of a skill may be about; nothing where it is about its caster alone.
    pub(crate) fn victims(&self, caster: usize, skill: &Skill) -> Vec<usize> {
        let effect = skill.effect.as_ref().expect("an effect");
        let changes = effect.each_turn.iter().chain(&effect.held);
        let changed = changes.clone().any(|change| change.enemy || change.target);
        let read = changes.clone().any(|change| asks(&change.by));
        let until = effect.until.as_ref().is_some_and(asks_when);
        if !changed && !read && !until {
            return Vec::new();
        }
        let own = ["ally", "other-ally", "allies", "fallen-ally", "self"];
        let at_own = skill.target.as_deref().is_some_and(|word| own.contains(&word));
        if at_own { self.allies(caster).to_vec() } else { self.enemies(caster).to_vec() }
    }

    /// Whom the effect is about that is started at somebody.
    pub(crate) fn victim(&self, caster: usize, skill: &Skill, target: usize) -> Option<usize> {
        let victims = self.victims(caster, skill);
        let fits = victims.contains(&target);
        if fits { Some(target) } else { victims.first().copied() }
    }
}

fn takes_all(word: &str) -> bool {
    ["enemies", "allies", "random-enemy"].contains(&word)
}

/// Is somebody else's number in it?
fn asks(formula: &Formula) -> bool {
    match formula {
        Formula::Name(name) => name.starts_with("enemy.") || name.starts_with("target."),
        Formula::Number(_) | Formula::Roll(..) => false,
        Formula::Negative(inner) => asks(inner),
        Formula::Two(one, _, two) => asks(one) || asks(two),
        Formula::Least(all) | Formula::Most(all) => all.iter().any(asks),
    }
}

fn asks_when(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(one, _, two) => asks(one) || asks(two),
        Condition::And(one, two) | Condition::Or(one, two) => asks_when(one) || asks_when(two),
        Condition::Not(inner) => asks_when(inner),
        Condition::Never => false,
    }
}

fn asks_chance(chance: &file::Chance) -> bool {
    match chance {
        file::Chance::Exact(..) => false,
        file::Chance::Name(name) => asks(&Formula::Name(name.clone())),
        file::Chance::Cases(formula, _) => asks(formula),
    }
}

/// Does a skill do anything to whom it is aimed at, or ask about them, outside of the parts that are
/// aimed by themselves?
fn is_about_others(skill: &Skill) -> bool {
    let own = skill.parts.iter().enumerate().filter(|(at, part)| *at == 0 || part.target.is_none());
    let effect = skill.effect.as_ref().is_some_and(|effect| {
        let mut changes = effect.each_turn.iter().chain(&effect.held);
        changes.any(|change| change.enemy || change.target || asks(&change.by))
            || effect.until.as_ref().is_some_and(asks_when)
    });
    own.map(|(_, part)| part).chain(&skill.miss).any(part_is_about_others)
        || effect
        || skill.cost.iter().any(|(_, by)| asks(by))
        || skill.when.as_ref().is_some_and(asks_when)
        || [&skill.accuracy, &skill.recharge].into_iter().flatten().any(asks_chance)
}

fn part_is_about_others(part: &Part) -> bool {
    let chances = part.chance.iter().chain(part.critical.iter().map(|(chance, _)| chance));
    part.damage.is_some()
        || part.kills
        || part.stuns > 0
        || part.at_once.iter().any(|change| change.enemy || change.target || asks(&change.by))
        || part.heal.as_ref().is_some_and(asks)
        || part.when.as_ref().is_some_and(asks_when)
        || chances.into_iter().any(asks_chance)
        || part.otherwise.as_deref().is_some_and(part_is_about_others)
}
