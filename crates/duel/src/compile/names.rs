//! What things are called, the keys of the skills, and what the fight is about.

use outplay_game::{Objective, Player};

use super::layout::{Fight, find_skill, find_tree};
use super::sides;
use crate::rules::{FighterNames, MemberNames, Names, SkillNames, Terms};
use crate::spec::{self, Actions};

/// The names of the goals that count what player 1 does.
pub(super) const ACTIONS: &str = "actions";
pub(super) const ROUNDS: &str = "rounds";
/// The name of the goal that counts what the enemy loses.
pub(super) const DAMAGE: &str = "damage";
/// The name of the goal that counts nothing but the win.
pub(super) const WIN: &str = "win";

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
            let spelt = key.to_string();
            let by = self.members[side].id.text.clone();
            named.push(SkillNames { id, name, key, spelt, by, picks });
        }
        if self.actions(side) != Actions::UpTo(1) && !skills.is_empty() {
            let (id, name, key) = (END.0.to_owned(), END.1.to_owned(), END.2);
            let spelt = key.to_string();
            let by = self.members[side].id.text.clone();
            named.push(SkillNames { id, name, key, spelt, by, picks: Vec::new() });
        }
        named
    }

    /// What it is fought for, and whose turn comes next.
    pub(super) fn terms(&self) -> Terms {
        let price = self.spec.least.as_ref().map_or(ACTIONS, |word| &word.text).to_owned();
        let objective = match self.spec.most.as_ref().map(|word| word.text.as_str()) {
            Some(DAMAGE) => Objective::ZeroSum(DAMAGE.to_owned()),
            Some(WIN) => Objective::Win,
            Some(_) => Objective::ZeroSum("hp".to_owned()),
            None => Objective::LeastCost(price.clone()),
        };
        Terms { objective, order: self.spec.order, price }
    }

    /// What a fighter's numbers are that do not change in play.
    fn constants(&self, who: usize) -> Vec<(String, i32)> {
        let mut constants = Vec::new();
        let armor = self.fixed_number(who, "armor").filter(|&armor| armor > 0);
        if let Some(armor) = armor.filter(|_| self.slot(who, "armor").is_none()) {
            constants.push(("armor".to_owned(), armor));
        }
        for (word, _) in &self.members[who].numbers {
            if self.slot(who, &word.text).is_none() {
                let number = self.fixed_number(who, &word.text).unwrap_or(0);
                constants.push((word.text.clone(), number));
            }
        }
        constants
    }

    /// What one fighter and everything about them is called.
    fn fighter_names(&self, who: usize) -> FighterNames {
        let fighter = self.members[who];
        let reactions = self.reactions[who].iter();
        FighterNames {
            id: fighter.id.text.clone(),
            name: fighter.name.clone(),
            numbers: self.slots[who].clone(),
            constants: self.constants(who),
            skills: self.keyed(who),
            reactions: reactions.map(|it| (it.id.text.clone(), it.name.clone())).collect(),
        }
    }

    /// Everyone, by place, each with a name and a letter that nobody else on the side has.
    fn members(&self) -> Vec<MemberNames> {
        let letters = sides::letters(self.spec);
        let roster = |fighter: &spec::Fighter| {
            self.spec.fighters.iter().position(|other| other.id.text == fighter.id.text)
        };
        let mut members = Vec::new();
        for (who, fighter) in self.members.iter().enumerate() {
            let team = &self.teams[self.side_of(who)];
            let alike = |other: &&usize| self.members[**other].id.text == fighter.id.text;
            let place = team.iter().filter(alike).position(|&other| other == who).unwrap_or(0) + 1;
            let several = team.iter().filter(alike).count() > 1;
            let letter = roster(fighter).map_or('?', |place| letters[place]);
            let numbered = |text: String, between: &str| {
                if several { format!("{text}{between}{place}") } else { text }
            };
            let names = self.fighter_names(who);
            members.push(MemberNames {
                player: Player::BOTH[self.side_of(who)],
                letter: numbered(letter.to_string(), ""),
                names: FighterNames {
                    id: numbered(names.id, "-"),
                    name: numbered(names.name, " "),
                    ..names
                },
            });
        }
        members
    }

    /// A whole side as if it were one fighter: its moves are its skills, and its numbers say whose.
    fn team_names(&self, side: usize, members: &[MemberNames]) -> FighterNames {
        let team: Vec<&MemberNames> = self.teams[side].iter().map(|&who| &members[who]).collect();
        let of_all = |part: fn(&FighterNames) -> Vec<(String, usize)>| -> Vec<(String, usize)> {
            let own = |member: &&MemberNames| {
                let id = member.names.id.clone();
                let named = part(&member.names).into_iter();
                named.map(move |(name, at)| (format!("{id}.{name}"), at)).collect::<Vec<_>>()
            };
            team.iter().flat_map(own).collect()
        };
        let constants = |member: &&MemberNames| {
            let id = member.names.id.clone();
            let all = member.names.constants.clone().into_iter();
            all.map(move |(name, number)| (format!("{id}.{name}"), number)).collect::<Vec<_>>()
        };
        let names: Vec<&str> = team.iter().map(|member| member.names.name.as_str()).collect();
        let letters: Vec<&str> = team.iter().map(|member| member.letter.as_str()).collect();
        let short = letters.iter().all(|letter| letter.len() == 1);
        let ids: Vec<&str> =
            self.teams[side].iter().map(|&who| &*self.members[who].id.text).collect();
        FighterNames {
            id: if short && team.len() > 1 { letters.concat() } else { ids.join("+") },
            name: names.join(" and "),
            numbers: of_all(|names| names.numbers.clone()),
            constants: team.iter().flat_map(constants).collect(),
            skills: self.teams[side]
                .iter()
                .flat_map(|&who| self.team_moves(who, members))
                .collect(),
            reactions: Vec::new(),
        }
    }

    /// What one of a team can do: every way to aim each skill, as people write it.
    fn team_moves(&self, who: usize, members: &[MemberNames]) -> Vec<SkillNames> {
        let own = &members[who];
        let alone = self.teams[self.side_of(who)].len() == 1;
        let several = own.names.skills.len() > 1;
        let mut moves = Vec::new();
        for (skill, named) in self.skills[who].iter().zip(&own.names.skills) {
            let ways = self.ways(who, skill);
            for way in &ways {
                let mut key = String::new();
                if !alone || !several {
                    key += &own.letter;
                }
                if several {
                    key.push(named.key);
                }
                let all = |aims: &mut dyn Iterator<Item = usize>, between: &str| {
                    aims.map(|who| members[who].letter.as_str()).collect::<Vec<_>>().join(between)
                };
                let aimed = all(&mut way.targets.iter().copied(), "");
                let others = all(&mut way.others.iter().map(|(_, target)| *target), "+");
                if ways.len() > 1 {
                    key += &format!(">{aimed}");
                    if !others.is_empty() {
                        key += &format!("+{others}");
                    }
                }
                let whom: Vec<&str> = way
                    .targets
                    .iter()
                    .chain(way.others.iter().map(|(_, target)| target))
                    .filter(|_| ways.len() > 1)
                    .map(|&who| members[who].names.name.as_str())
                    .collect();
                let whom = if whom.is_empty() {
                    String::new()
                } else {
                    format!(" at {}", whom.join(", "))
                };
                let name = format!("{}: {}{whom}", own.names.name, named.name);
                moves.push(SkillNames { name, spelt: key, ..named.clone() });
            }
        }
        let ends = own.names.skills.iter().filter(|skill| skill.id == END.0);
        moves.extend(ends.cloned());
        moves
    }

    pub(super) fn names(&self) -> Names {
        let members = self.members();
        let mut fighters = if self.has_teams() {
            [0, 1].map(|side| self.team_names(side, &members))
        } else {
            [0, 1].map(|who| self.fighter_names(who))
        };
        let effects = self.effects.iter().map(|running| {
            let (skill, caster) = (running.skill, running.view.own);
            let name = match (self.has_teams(), running.aimed) {
                (false, _) => skill.name.clone(),
                (true, false) => format!("{} ({})", skill.name, members[caster].names.name),
                (true, true) => {
                    let target = &members[running.view.target].names.name;
                    format!("{} ({} at {target})", skill.name, members[caster].names.name)
                }
            };
            (Player::BOTH[self.side_of(caster)], skill.id.text.clone(), name)
        });
        let counters = self.counters.iter().map(|counter| {
            let name = if self.has_teams() {
                format!("{}.{}", members[counter.who].names.id, counter.name)
            } else {
                counter.name.clone()
            };
            (Player::BOTH[self.side_of(counter.who)], name, counter.field)
        });
        if fighters[0].name == fighters[1].name {
            for (fighter, number) in fighters.iter_mut().zip(1..) {
                fighter.name += &format!(" {number}");
            }
        }
        let (effects, counters): (Vec<_>, Vec<_>) = (effects.collect(), counters.collect());
        let [one, two] = &fighters;
        let title = self.spec.title.clone();
        Names {
            title: title.unwrap_or_else(|| format!("{} against {}", one.name, two.name)),
            effects,
            fighters,
            members: if self.has_teams() { members } else { Vec::new() },
            counters,
            timers: self.effects.iter().map(|running| running.timer).collect(),
        }
    }
}
