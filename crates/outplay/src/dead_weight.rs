//! What a fight could do without: the worth without each skill and each effect, skills that no position
//! needs, and how often the best lines use each.
//!
//! Every figure is a solve of the fight with something switched off (`poison=off`), so that whoever types
//! that gets it again. What is said of all positions is proved by looking at all of them, where they are
//! few enough; else those around the best line are looked at, and that is said.

use std::time::Instant;

use outplay_game::{Budget, Player, Stop};
use outplay_search::Sum;
use serde::{Deserialize, Serialize};

use crate::cells::Variants;
use crate::fight::weight::{AllPositions, Needed};
use crate::{Failure, Kind, Number, Run, Table, Text, Tried, Worth, thousands};

/// Of a fight with more positions than this not all are looked at.
pub const MOST_POSITIONS: u64 = 300_000;

/// So many positions around the best line are looked at where not all can be.
const MOST_NEAR: usize = 200;

/// What part of the time is for solving the fight without each of its parts.
const TIME_FOR_CELLS: f64 = 0.7;

/// What part of the rest is for looking at every position.
const TIME_FOR_POSITIONS: f64 = 0.5;

/// What a fight could do without.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeadWeight {
    /// The game.
    pub game: String,
    /// The mode.
    pub mode: String,
    /// What a value counts.
    pub unit: String,
    /// What the fight is worth as it is.
    pub base: Worth,
    /// Every skill of the fighters who meet, player 1's first, each in the order of the file.
    pub skills: Vec<SkillWeight>,
    /// Every effect that one of these skills starts.
    pub effects: Vec<EffectWeight>,
    /// The positions that were looked at.
    pub looked_at: LookedAt,
    /// The best lines; none where they were not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<BestLines>,
    /// Why the best lines were not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncounted: Option<String>,
    /// What stopped it before everything was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Time that took.
    pub seconds: f64,
}

/// Which positions of a fight were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LookedAt {
    /// All that can be reached: so many.
    All(u64),
    /// The positions of the best line and those one move off it: so many.
    NearTheBestLine(u64),
    /// None, since dice fall or a limit stopped it.
    None,
}

/// What the best lines are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestLines {
    /// How many there are: lines in which every choice of either side is a best one, and that end.
    pub count: Number,
    /// Is that the exact count? Else it is too large, and rounded.
    pub exact: bool,
}

/// What a skill is good for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillWeight {
    /// 1 or 2: whose it is. Where a fighter meets itself, both lose it.
    pub side: u8,
    /// Which fighter has it.
    pub fighter: String,
    /// What the rules call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The change that takes it away: `poison=off`.
    pub set: String,
    /// What the fight is worth without it.
    pub without: Tried,
    /// Is the fight worth anything else without it? None where that is not known.
    pub changes: Option<bool>,
    /// Is it needed in any position?
    pub need: Need,
    /// How often the best lines use it; none where they are not counted or nobody chooses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<Used>,
}

/// Is a skill needed in any position that can be reached?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "need", rename_all = "kebab-case")]
pub enum Need {
    /// It is proved that without it no position that can be reached is worth anything else.
    NowhereProved {
        /// How many positions that are.
        positions: u64,
    },
    /// In the positions of the best line and those one move off it another move is always as good.
    NowhereNear {
        /// How many positions were looked at.
        positions: u64,
    },
    /// Without it some position is worth something else.
    Somewhere {
        /// The moves to such a position, where one is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// It is not known, and why.
    Unknown {
        /// Why.
        why: String,
    },
}

/// How often the best lines use a skill, with every line counted alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Used {
    /// How many of the best lines use it.
    pub lines: Number,
    /// What part of them that is.
    pub share: f64,
    /// How often it is used in a line, on average.
    pub mean: f64,
    /// Does every best line use it?
    pub always: bool,
}

/// What an effect is good for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectWeight {
    /// 1 or 2: who casts it.
    pub side: u8,
    /// The skill that it belongs to, as the rules call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The change that takes it away and leaves the rest of the skill: `poison.effect=off`.
    pub set: String,
    /// What the fight is worth without it.
    pub without: Tried,
    /// Is the fight worth anything else without it? None where that is not known.
    pub changes: Option<bool>,
}

/// A skill or an effect that can be switched off.
struct Part {
    side: Player,
    fighter: String,
    id: String,
    name: String,
    set: String,
}

impl Table {
    /// What the fight could do without: its worth without each skill and each effect, which skills no
    /// position needs, and how often the best lines use each.
    ///
    /// # Errors
    /// A game that is no fight; a store that cannot be read or written.
    ///
    /// ```
    /// use outplay::{Budget, Need, Run};
    /// let wizard = outplay::open("wizard").unwrap();
    /// let weight = wizard.dead_weight(&Run::within(&Budget::default())).unwrap();
    /// let drain = weight.skills.iter().find(|skill| skill.id == "drain").unwrap();
    /// assert_eq!((drain.set.as_str(), drain.changes), ("drain=off", Some(false)));
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a job has a cell for each part")]
    pub fn dead_weight(&self, how: &Run<'_>) -> Result<DeadWeight, Failure> {
        let begin = Instant::now();
        let about = self.about();
        if about.kind != Kind::Fight {
            return Err(self.cannot("be looked at skill by skill"));
        }
        let (skills, effects) = (self.skill_parts(), self.effect_parts());
        let parts: Vec<&Part> = skills.iter().chain(&effects).collect();
        let edit = |number: u64, options: &mut crate::Options| {
            let part = number.checked_sub(1).map(|part| parts[usize::try_from(part).unwrap_or(0)]);
            options.set.extend(part.map(|part| Text::new("set", part.set.as_str())));
        };
        let count = 1 + parts.len() as u64;
        let variants =
            Variants { table: self, count, edit: &edit, after: None, may_be_impossible: true };
        let part = Run { budget: how.budget.share_of_time(TIME_FOR_CELLS), ..*how };
        let mut cells = variants.solve(&part)?.cells.into_iter();
        let Some(Tried::Worth(base)) = cells.next() else {
            return Err(self.cannot("be solved"));
        };
        let mut stopped = base.stopped;
        let mut tried = |part: &Part| {
            let without = cells.next().expect("a cell for each part");
            stopped = stopped.or(without.worth().and_then(|worth| worth.stopped));
            let changes = match &without {
                Tried::Worth(worth) => base.is_same(worth).map(|same| !same),
                Tried::Impossible { .. } => None,
            };
            (part.set.clone(), without, changes)
        };
        let mut weighed: Vec<SkillWeight> = Vec::new();
        for part in &skills {
            let (set, without, changes) = tried(part);
            weighed.push(SkillWeight {
                side: part.side.number(),
                fighter: part.fighter.clone(),
                id: part.id.clone(),
                name: part.name.clone(),
                set,
                without,
                changes,
                need: Need::Unknown { why: "nobody chooses it".to_owned() },
                used: None,
            });
        }
        let effects = effects.iter().map(|part| {
            let (set, without, changes) = tried(part);
            let (id, name) = (part.id.clone(), part.name.clone());
            EffectWeight { side: part.side.number(), id, name, set, without, changes }
        });
        let mut weight = DeadWeight {
            game: about.game.clone(),
            mode: about.mode.clone(),
            unit: about.unit().to_owned(),
            effects: effects.collect(),
            skills: weighed,
            looked_at: LookedAt::None,
            lines: None,
            uncounted: None,
            stopped: None,
            seconds: 0.0,
            base,
        };
        weight.stopped = stopped;
        self.look_at_positions(&mut weight, &how.budget.quiet());
        for skill in weight.skills.iter_mut().filter(|skill| skill.changes == Some(true)) {
            if !matches!(skill.need, Need::Somewhere { .. } | Need::NowhereProved { .. }) {
                // The start is a position too.
                skill.need = Need::Somewhere { after: Some(String::new()) };
            }
        }
        weight.seconds = begin.elapsed().as_secs_f64();
        Ok(weight)
    }

    /// Looks at every position, or at those around the best line.
    fn look_at_positions(&self, weight: &mut DeadWeight, budget: &Budget) {
        let part = budget.share_of_time(TIME_FOR_POSITIONS);
        let few = Budget { states: part.states.min(MOST_POSITIONS), ..part };
        let mut solver = self.solver();
        match solver.every_position(&few) {
            None => {
                let why = "dice fall, or several fighters stand on a side";
                weight.uncounted = Some(why.to_owned());
                weight.unknown(why);
            }
            Some(Ok(all)) => self.take_all(weight, &all),
            Some(Err(stop)) => {
                weight.uncounted = Some(match stop {
                    Stop::States => {
                        format!("there are more than {} positions", thousands(few.states))
                    }
                    _ => "a limit stopped it".to_owned(),
                });
                self.look_around(weight, budget);
            }
        }
    }

    /// What all positions say.
    fn take_all(&self, weight: &mut DeadWeight, all: &AllPositions) {
        weight.looked_at = LookedAt::All(all.positions);
        let positions = all.positions;
        match &all.lines {
            Some(lines) => {
                let (count, exact) = number(lines.count);
                weight.lines = Some(BestLines { count, exact });
            }
            None => weight.uncounted = Some("positions return, and lines go round".to_owned()),
        }
        for (index, (player, place, needed)) in all.skills.iter().enumerate() {
            let side = self.about().side(*player);
            let id = &side.skills[*place].id;
            // To end a turn is no skill.
            let is_own = |id: &str| {
                let mut all = weight.skills.iter();
                all.any(|skill| skill.id == id && skill.fighter == side.id)
            };
            let usable = side.skills.iter().filter(|skill| is_own(&skill.id)).count();
            let own = weight.skills.iter_mut().find(|skill| {
                skill.id == *id && skill.side == player.number() && skill.fighter == side.id
            });
            let Some(skill) = own else { continue };
            skill.need = match needed {
                _ if usable == 1 => Need::Unknown { why: "it is all that they can do".to_owned() },
                Needed::Nowhere => Need::NowhereProved { positions },
                Needed::Somewhere(after) => Need::Somewhere { after: after.clone() },
                Needed::Unknown => Need::Unknown {
                    why: "there are positions in which nothing else can be done".to_owned(),
                },
            };
            skill.used = all.lines.as_ref().map(|lines| {
                let share = lines.with[index].part_of(lines.count);
                Used {
                    lines: number(lines.with[index]).0,
                    share,
                    mean: lines.uses[index].part_of(lines.count),
                    always: lines.count.exact != Some(0)
                        && lines.with[index].exact == lines.count.exact
                        && share >= 1.0,
                }
            });
        }
    }

    /// Looks at the positions of the best line and those one move off it.
    fn look_around(&self, weight: &mut DeadWeight, budget: &Budget) {
        let about = self.about();
        let moves = about.split(&weight.base.moves);
        let mut solver = self.solver();
        let (mut positions, mut needed) = (0, Vec::new());
        let mut open: Vec<String> =
            (0..=moves.len()).map(|made| about.join(&moves[..made])).collect();
        let on_the_line = open.len();
        let mut next = 0;
        while let Some(line) = open.get(next).cloned() {
            if positions >= MOST_NEAR || budget.ended().is_some() {
                break;
            }
            next += 1;
            let (Ok(position), Ok(hints)) = (self.position(&line), solver.hints(&line, budget))
            else {
                continue;
            };
            let Some(player) = position.chooses else { continue };
            positions += 1;
            let valued = hints.iter().any(|hint| hint.value.is_some() || hint.mean.is_some());
            let best: Vec<_> = hints.iter().filter(|hint| hint.best).collect();
            if let ([only], true, true) = (&best[..], valued, hints.len() > 1) {
                needed.push((player, only.key.clone(), line.clone()));
            }
            if next <= on_the_line {
                let off = hints.iter().map(|hint| about.extended(&line, &hint.key));
                open.extend(off.filter(|line| !moves.starts_with(&about.split(line))));
            }
        }
        let positions = positions as u64;
        if positions == 0 {
            weight.unknown("a limit stopped it");
            return;
        }
        weight.looked_at = LookedAt::NearTheBestLine(positions);
        for skill in &mut weight.skills {
            let Some(player) = Player::BOTH.into_iter().find(|one| one.number() == skill.side)
            else {
                continue;
            };
            let side = about.side(player);
            let Some(own) = side.skill(&skill.id).filter(|_| side.chooses) else { continue };
            let key = own.key.to_string();
            let found = needed.iter().find(|(who, one, _)| *who == player && *one == key);
            skill.need = match found {
                Some((_, _, line)) => Need::Somewhere { after: Some(line.clone()) },
                None => Need::NowhereNear { positions },
            };
        }
    }

    /// The skills of those who meet, each with the change that takes it away.
    fn skill_parts(&self) -> Vec<Part> {
        let (Some(fight), about) = (self.fight(), self.about()) else { return Vec::new() };
        let mut who: Vec<(Player, String)> = Vec::new();
        for player in Player::BOTH {
            let members = &about.members[player.index()];
            if members.is_empty() {
                who.push((player, about.side(player).id.clone()));
            }
            who.extend(members.iter().map(|member| (player, member.id.clone())));
        }
        let has = |fighter: &str, id: &str| {
            let fighter = fight.spec.fighter(fighter);
            fighter.is_some_and(|fighter| fighter.skills.iter().any(|skill| skill.text == id))
        };
        let mut parts: Vec<Part> = Vec::new();
        for (player, fighter) in &who {
            let own = fight.spec.fighter(fighter).map(|fighter| &fighter.skills[..]);
            for skill in own.unwrap_or_default() {
                let shared =
                    who.iter().any(|(_, other)| other != fighter && has(other, &skill.text));
                let set = if shared {
                    format!("{fighter}.{}=off", skill.text)
                } else {
                    format!("{}=off", skill.text)
                };
                if parts.iter().any(|part| part.set == set) {
                    continue;
                }
                let spec = fight.spec.skills.iter().find(|spec| spec.id.text == skill.text);
                let name = spec.map_or(&skill.text, |spec| &spec.name).clone();
                parts.push(Part {
                    side: *player,
                    fighter: fighter.clone(),
                    id: skill.text.clone(),
                    name,
                    set,
                });
            }
        }
        parts
    }

    /// The effects of skills, each with the change that takes it away.
    fn effect_parts(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for effect in &self.about().effects {
            let set = format!("{}.effect=off", effect.id);
            if parts.iter().all(|part| part.set != set) {
                parts.push(Part {
                    side: effect.caster,
                    fighter: String::new(),
                    id: effect.id.clone(),
                    name: effect.name.clone(),
                    set,
                });
            }
        }
        parts
    }
}

impl DeadWeight {
    fn unknown(&mut self, why: &str) {
        for skill in &mut self.skills {
            skill.need = Need::Unknown { why: why.to_owned() };
        }
    }

    /// The skills without which nothing is known to change: neither the fight's worth nor any position
    /// that was looked at.
    pub fn idle(&self) -> impl Iterator<Item = &SkillWeight> {
        self.skills.iter().filter(|skill| {
            let idle = matches!(skill.need, Need::NowhereProved { .. } | Need::NowhereNear { .. });
            idle && skill.changes == Some(false)
        })
    }
}

/// A sum as a number, and whether it is exact.
fn number(sum: Sum) -> (Number, bool) {
    match sum.exact.and_then(|exact| i64::try_from(exact).ok()) {
        Some(exact) => (Number::Whole(exact), true),
        None => (Number::Real(sum.near), false),
    }
}
