//! From written rules to tables: names become places in the state, and everything that the format
//! alone cannot check is checked here.
//!
//! Every problem is reported in the same run; a part that is wrong is left out, and the tables are
//! only handed on when nothing was.

use outplay_game::Player;
use outplay_written::{Problem, Problems, Span};

use crate::rules::{
    Amount, Change, Effect, Fighter, FighterNames, Held, Hit, Names, Rules, Skill, SkillNames,
    Slot, Stuck,
};
use crate::state::{Field, Status};
use crate::written::{self, Part, Word, Written};

/// The largest state that a fight may need, in words.
pub(crate) const MOST_WORDS: usize = 32;

/// How many skills one fighter may have: each needs a key of its own.
const MOST_SKILLS: usize = 90;

/// The name of the goal that counts what player 1 does.
const ACTIONS: &str = "actions";

/// Compiles a fight, or reports why it cannot be.
pub(crate) fn compile(written: &Written, problems: &mut Problems) -> Option<(Rules, Names)> {
    check_references(written, problems);
    let sides = choose_sides(written, problems)?;
    let fight = Fight::lay_out(written, sides, problems)?;
    let compiled = fight.compile(problems);
    (!problems.has_errors()).then_some(compiled)
}

/// Names that point nowhere, and things that nothing points to.
fn check_references(written: &Written, problems: &mut Problems) {
    let fighters = || written.fighters.iter().map(|fighter| fighter.id.text.as_str());
    for fighter in &written.fighters {
        for (index, word) in fighter.skills.iter().enumerate() {
            if !written.skills.iter().any(|skill| skill.id.text == word.text) {
                problems.push(
                    Problem::error(word.span, format!("no skill is called `{}`", word.text))
                        .one_of(&word.text, written.skills.iter().map(|s| s.id.text.as_str())),
                );
            } else if fighter.skills[..index].iter().any(|other| other.text == word.text) {
                let message = format!("`{}` is listed twice", word.text);
                problems.push(Problem::error(word.span, message));
            }
        }
        if fighter.skills.len() > MOST_SKILLS {
            let message = format!("{} skills are too many for one fighter", fighter.skills.len());
            problems.push(
                Problem::error(fighter.id.span, message).help(format!("at most {MOST_SKILLS}")),
            );
        }
        check_keys(written, fighter, problems);
    }
    for upkeep in &written.upkeep {
        let word = &upkeep.fighter;
        if !fighters().any(|fighter| fighter == word.text) {
            problems.push(
                Problem::error(word.span, format!("no fighter is called `{}`", word.text))
                    .one_of(&word.text, fighters()),
            );
        }
    }
    for skill in &written.skills {
        let id = &skill.id;
        if !written.fighters.iter().any(|f| f.skills.iter().any(|s| s.text == id.text)) {
            let message = format!("no fighter has the skill `{}`", id.text);
            problems.push(Problem::warning(id.span, message));
        }
        if let (Some((_, span)), None) = (&skill.pierces, &skill.damage) {
            let message = "there is no damage that could pierce";
            problems.push(Problem::warning(*span, message).help("add `damage = ...`"));
        }
        let effect = skill.each_turn.iter().chain(&skill.held).next();
        match (skill.lasts, effect) {
            (None, Some(part)) => problems.push(
                Problem::error(part.number.span, "how long this effect lasts is missing")
                    .help("add `lasts = ...` to the skill: a number of turns"),
            ),
            (Some((_, span)), None) => problems.push(
                Problem::error(span, "this effect does nothing while it lasts")
                    .help("add `each-turn = { ... }` or `while = { ... }`"),
            ),
            _ => {}
        }
    }
}

/// Keys of one fighter's skills must differ.
fn check_keys(written: &Written, fighter: &written::Fighter, problems: &mut Problems) {
    let skills: Vec<_> = fighter
        .skills
        .iter()
        .filter_map(|word| written.skills.iter().find(|skill| skill.id.text == word.text))
        .collect();
    for (index, skill) in skills.iter().enumerate() {
        let Some((key, span)) = skill.key else { continue };
        let same = |other: &&&written::Skill| other.key.is_some_and(|(other, _)| other == key);
        let other =
            skills[..index].iter().filter(|other| other.id.text != skill.id.text).find(same);
        if let Some(other) = other {
            let message = format!("the key `{key}` is already that of `{}`", other.id.text);
            let who = &fighter.id.text;
            problems.push(
                Problem::error(span, message).help(format!("`{who}` needs a key for each skill")),
            );
        }
    }
}

/// The fighters of the two sides: as the file says, else the first two (or one, twice).
fn choose_sides<'w>(
    written: &'w Written,
    problems: &mut Problems,
) -> Option<[&'w written::Fighter; 2]> {
    if written.fighters.is_empty() {
        // Where the table is missing altogether, the shape has said so.
        problems.push(
            Problem::error(None, "a fight needs a fighter")
                .help("add a table such as `[fighters.hero]` with `hp = 10`"),
        );
        return None;
    }
    let [one, two] = [0, 1].map(|side| match &written.sides[side] {
        Some(word) => {
            let fighter = find_fighter(written, &word.text);
            if fighter.is_none() {
                let known = written.fighters.iter().map(|fighter| fighter.id.text.as_str());
                problems.push(
                    Problem::error(word.span, format!("no fighter is called `{}`", word.text))
                        .one_of(&word.text, known),
                );
            }
            // The checks that follow go on with whoever would stand there.
            fighter.or(written.fighters.get(side)).or(written.fighters.first())
        }
        None => written.fighters.get(side).or(written.fighters.first()),
    });
    Some([one?, two?])
}

/// A fighter by name or by short name.
fn find_fighter<'w>(written: &'w Written, name: &str) -> Option<&'w written::Fighter> {
    let by_id = written.fighters.iter().find(|fighter| fighter.id.text == name);
    by_id.or_else(|| {
        written
            .fighters
            .iter()
            .find(|fighter| fighter.key.is_some_and(|key| name == key.to_string()))
    })
}

/// A fight whose numbers have found their places.
struct Fight<'w> {
    written: &'w Written,
    sides: [&'w written::Fighter; 2],
    /// The skills of each side, in move order.
    skills: [Vec<&'w written::Skill>; 2],
    /// The numbers of each side that change in play, hp first, and their words.
    slots: [Vec<(String, Slot)>; 2],
    /// The effects in the order in which they apply: whose, which skill, and the timer.
    effects: Vec<(usize, &'w written::Skill, Field)>,
    words: usize,
}

impl<'w> Fight<'w> {
    fn lay_out(
        written: &'w Written,
        sides: [&'w written::Fighter; 2],
        problems: &mut Problems,
    ) -> Option<Self> {
        let skills = sides.map(|fighter| -> Vec<_> {
            let named = |word: &Word| written.skills.iter().find(|s| s.id.text == word.text);
            fighter.skills.iter().filter_map(named).collect()
        });
        // In the order of the file, whatever the order of the fighter's list.
        let mut effects = Vec::new();
        for side in [0, 1] {
            let runs = |skill: &&written::Skill| {
                skill.lasts.is_some() && skills[side].iter().any(|s| s.id.text == skill.id.text)
            };
            effects.extend(written.skills.iter().filter(runs).map(|skill| (side, skill)));
        }
        let longest_set = written.start.iter().flatten().map(|&(_, number)| number).max();
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
            let pools = numbers.filter(|name| changes_in_play(written, sides, &skills, side, name));
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
                Problem::error(sides[0].id.span, message)
                    .help("leave out some skills that last, or some pools"),
            );
            return None;
        }
        Some(Self { written, sides, skills, slots, effects, words })
    }

    fn compile(&self, problems: &mut Problems) -> (Rules, Names) {
        let price = self.price(problems);
        let fighters = [0, 1].map(|side| self.fighter(side, price.as_deref(), problems));
        let effects = self
            .effects
            .iter()
            .map(|&(side, skill, timer)| Effect {
                caster: Player::BOTH[side],
                timer,
                each_turn: self.changes(side, &skill.each_turn, problems),
            })
            .collect();
        for &(side, skill, _) in &self.effects {
            self.check_held(side, skill, problems);
        }
        self.warn_of_idle_numbers(problems);
        let first = if self.written.second_begins { Player::Two } else { Player::One };
        let mut rules = Rules {
            fighters,
            effects,
            first,
            stuck: if self.written.stuck_skips { Stuck::Skip } else { Stuck::Lose },
            least_damage: self.written.least_damage,
            words: self.words,
            start: Vec::new(),
        };
        rules.start = self.start(problems);
        self.warn_of_healing_hits(&rules, problems);
        (rules, self.names(price))
    }

    /// The pool that the goal counts; `None` counts actions.
    fn price(&self, problems: &mut Problems) -> Option<String> {
        let word = self.written.least.as_ref().filter(|word| word.text != ACTIONS)?;
        if self.slot(0, &word.text).is_none() {
            let who = &self.sides[0].id.text;
            let message = format!("`{who}` has no pool `{}` to spend", word.text);
            let pools = self.slots[0].iter().map(|(name, _)| name.as_str());
            problems.push(
                Problem::error(word.span, message)
                    .one_of(&word.text, pools.chain(std::iter::once(ACTIONS))),
            );
        }
        Some(word.text.clone())
    }

    fn fighter(&self, side: usize, price: Option<&str>, problems: &mut Problems) -> Fighter {
        let skills: Vec<Skill> = self.skills[side]
            .iter()
            .map(|skill| self.skill(side, skill, price, problems))
            .collect();
        let upkeep = self
            .written
            .upkeep
            .iter()
            .filter(|upkeep| upkeep.fighter.text == self.sides[side].id.text)
            .flat_map(|upkeep| self.changes(side, &upkeep.changes, problems))
            .collect();
        Fighter {
            hp: self.slots[side][0].1,
            armor: self.amount_of(side, "armor", self.fixed_number(side, "armor").unwrap_or(0)),
            // Player 1's actions are what the goal counts, so each of them is a move.
            moves: skills.len() > 1 || (side == 0 && !skills.is_empty()),
            skills,
            upkeep,
        }
    }

    fn skill(
        &self,
        side: usize,
        skill: &written::Skill,
        price: Option<&str>,
        problems: &mut Problems,
    ) -> Skill {
        let mut cost = Vec::new();
        for part in &skill.cost {
            let slot = self.slot(side, &part.number.text);
            if slot.is_none() || part.of_enemy {
                self.unknown_number(side, part, problems);
            }
            let amount = self.constant(side, &part.amount, part.span, problems);
            cost.extend(slot.zip(amount));
        }
        let counted = match (side, price) {
            (1, _) => 0,
            (_, None) => 1,
            (_, Some(pool)) => {
                let slot = self.slot(side, pool);
                let paid = cost.iter().filter(|(paid, _)| Some(*paid) == slot).map(|(_, by)| *by);
                u64::try_from(paid.sum::<i32>()).unwrap_or(0)
            }
        };
        let hit = skill.damage.as_ref().map(|(amount, span)| Hit {
            amount: self.damage(side, amount, *span, problems),
            pierces: skill.pierces.is_some_and(|(pierces, _)| pierces),
        });
        let healed = skill.heal.as_ref().and_then(|(amount, span)| {
            let by = self.constant(side, amount, *span, problems)?;
            Some(Change { slot: self.slots[side][0].1, by })
        });
        let mut at_once: Vec<Change> = healed.into_iter().collect();
        at_once.extend(self.changes(side, &skill.at_once, problems));
        let place = self
            .effects
            .iter()
            .position(|(owner, effect, _)| *owner == side && effect.id.text == skill.id.text);
        let starts = place.zip(skill.lasts.map(|(lasts, _)| u32::from(lasts)));
        Skill { cost, price: counted, hit, at_once, starts }
    }

    /// Changes to numbers of either side, as seen by the side that makes them.
    fn changes(&self, side: usize, parts: &[Part], problems: &mut Problems) -> Vec<Change> {
        let mut changes = Vec::new();
        for part in parts {
            let whose = if part.of_enemy { 1 - side } else { side };
            let slot = self.slot(whose, &part.number.text);
            if part.number.text == "armor" {
                problems
                    .push(Problem::error(part.number.span, "armor does not change for good").help(
                        "an effect can hold it: `lasts = ...` and `while = { armor = ... }`",
                    ));
            } else if slot.is_none() {
                self.unknown_number(whose, part, problems);
            }
            let by = self.constant(side, &part.amount, part.span, problems);
            changes.extend(slot.zip(by).map(|(slot, by)| Change { slot, by }));
        }
        changes
    }

    /// What may be held while an effect lasts: armor, or a number that does not change in play.
    fn check_held(&self, side: usize, skill: &written::Skill, problems: &mut Problems) {
        for part in &skill.held {
            let whose = if part.of_enemy { 1 - side } else { side };
            let name = part.number.text.as_str();
            if self.slot(whose, name).is_some() {
                let message = format!("`{name}` changes in play and cannot be held");
                problems.push(
                    Problem::error(part.number.span, message)
                        .help("use `each-turn = { ... }`; `while` is for armor and fixed numbers"),
                );
            } else if name != "armor" && !self.has_number(whose, name) {
                self.unknown_number(whose, part, problems);
            }
            self.constant(side, &part.amount, part.span, problems);
        }
    }

    /// The hit of a skill: fixed, a fixed number of the fighter (with what effects hold), or a pool.
    fn damage(
        &self,
        side: usize,
        amount: &written::Amount,
        span: Span,
        problems: &mut Problems,
    ) -> Amount {
        match amount {
            written::Amount::Fixed(base) => Amount { base: *base, slot: None, held: Vec::new() },
            written::Amount::Named(name) => match self.slot(side, name) {
                Some(slot) => Amount { base: 0, slot: Some(slot), held: Vec::new() },
                None => {
                    let base = self.constant(side, amount, span, problems).unwrap_or(0);
                    self.amount_of(side, name, base)
                }
            },
        }
    }

    /// A fixed number of a fighter with everything that running effects add to it.
    fn amount_of(&self, side: usize, name: &str, base: i32) -> Amount {
        let mut held = Vec::new();
        for (effect, &(caster, skill, timer)) in self.effects.iter().enumerate() {
            for part in &skill.held {
                let whose = if part.of_enemy { 1 - caster } else { caster };
                if whose == side && part.number.text == name {
                    let by = self.constant_or_zero(caster, &part.amount);
                    held.push(Held { effect, timer, by });
                }
            }
        }
        Amount { base, slot: None, held }
    }

    /// An amount that is the same throughout the fight.
    fn constant(
        &self,
        side: usize,
        amount: &written::Amount,
        span: Span,
        problems: &mut Problems,
    ) -> Option<i32> {
        match amount {
            written::Amount::Fixed(number) => Some(*number),
            written::Amount::Named(name) => {
                let who = self.sides[side];
                if self.slot(side, name).is_some() {
                    let message = format!("`{name}` of `{}` changes in play", who.id.text);
                    problems.push(
                        Problem::error(span, message).help(
                            "only `damage` may name a number that changes; write it in digits",
                        ),
                    );
                    return None;
                }
                let found = self.fixed_number(side, name);
                if found.is_none() {
                    let message = format!("`{}` has no number `{name}`", who.id.text);
                    let known = who.numbers.iter().map(|(word, _)| word.text.as_str());
                    problems.push(Problem::error(span, message).one_of(name, known));
                }
                found
            }
        }
    }

    fn constant_or_zero(&self, side: usize, amount: &written::Amount) -> i32 {
        match amount {
            written::Amount::Fixed(number) => *number,
            written::Amount::Named(name) => self.fixed_number(side, name).unwrap_or(0),
        }
    }

    fn fixed_number(&self, side: usize, name: &str) -> Option<i32> {
        let who = self.sides[side];
        let find = |numbers: &[(Word, i32)]| {
            numbers.iter().find(|(word, _)| word.text == name).map(|&(_, number)| number)
        };
        let own = if name == "armor" { Some(who.armor) } else { find(&who.numbers) };
        // A number set for this side alone, as in `p1.attack`, goes before the fighter's own.
        own.map(|own| find(&self.written.start[side]).unwrap_or(own))
    }

    fn slot(&self, side: usize, name: &str) -> Option<Slot> {
        self.slots[side].iter().find(|(slot, _)| slot == name).map(|(_, slot)| *slot)
    }

    fn has_number(&self, side: usize, name: &str) -> bool {
        self.sides[side].numbers.iter().any(|(word, _)| word.text == name)
    }

    fn unknown_number(&self, side: usize, part: &Part, problems: &mut Problems) {
        let who = self.sides[side];
        let name = &part.number.text;
        let message = format!("`{}` has no number `{name}`", who.id.text);
        let known = who.numbers.iter().map(|(word, _)| word.text.as_str());
        let problem = Problem::error(part.number.span, message);
        problems.push(match outplay_written::nearest(name, known.chain(std::iter::once("hp"))) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("add `{name} = 0` to `[fighters.{}]`", who.id.text)),
        });
    }

    /// The words of the state before the first turn.
    fn start(&self, problems: &mut Problems) -> Vec<u32> {
        let mut words = vec![0; self.words];
        for side in [0, 1] {
            let fighter = self.sides[side];
            for (name, slot) in &self.slots[side] {
                let own = fighter.numbers.iter().find(|(word, _)| word.text == *name);
                let number = own.map_or(fighter.hp, |(_, number)| *number);
                words[*slot] = u32::try_from(number).unwrap_or(0);
            }
            for (word, number) in &self.written.start[side] {
                let number = u32::try_from(*number).unwrap_or(0);
                if let Some(slot) = self.slot(side, &word.text) {
                    words[slot] = number;
                } else if let Some((_, _, timer)) = self
                    .effects
                    .iter()
                    .find(|(caster, skill, _)| *caster == side && skill.id.text == word.text)
                {
                    if number > timer.mask {
                        let message = format!("{number} turns are too many");
                        problems.push(Problem::error(word.span, message).help("at most 65535"));
                    } else {
                        words[timer.word] |= number << timer.shift;
                    }
                } else if word.text == "armor" || self.has_number(side, &word.text) {
                    // A fixed number: read where it is used.
                } else {
                    let mut known: Vec<&str> =
                        self.slots[side].iter().map(|(name, _)| name.as_str()).collect();
                    known.extend(fighter.numbers.iter().map(|(word, _)| word.text.as_str()));
                    let own = self.effects.iter().filter(|(caster, _, _)| *caster == side);
                    known.extend(own.map(|(_, skill, _)| skill.id.text.as_str()));
                    let message = format!(
                        "`{}` has no number or effect called `{}`",
                        fighter.id.text, word.text
                    );
                    problems.push(Problem::error(word.span, message).one_of(&word.text, known));
                }
            }
        }
        words
    }

    /// A number that nothing reads or changes is more likely a slip than a wish.
    fn warn_of_idle_numbers(&self, problems: &mut Problems) {
        let skills = &self.written.skills;
        let used = |name: &str| {
            let in_parts = |parts: &[Part]| {
                parts.iter().any(|part| part.number.text == name || named(&part.amount, name))
            };
            let in_amount = |amount: &Option<(written::Amount, Span)>| {
                amount.as_ref().is_some_and(|(amount, _)| named(amount, name))
            };
            self.written.upkeep.iter().any(|upkeep| in_parts(&upkeep.changes))
                || self.written.least.as_ref().is_some_and(|word| word.text == name)
                || skills.iter().any(|skill| {
                    [&skill.cost, &skill.at_once, &skill.each_turn, &skill.held]
                        .into_iter()
                        .any(|parts| in_parts(parts))
                        || in_amount(&skill.damage)
                        || in_amount(&skill.heal)
                })
        };
        for fighter in &self.written.fighters {
            for (word, _) in fighter.numbers.iter().filter(|(word, _)| !used(&word.text)) {
                let message = format!("nothing uses the number `{}`", word.text);
                let known = ["armor", "name", "skills", "about", "key"];
                let problem = Problem::warning(word.span, message);
                problems.push(match outplay_written::nearest(&word.text, known) {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem,
                });
            }
        }
    }

    /// Without a least damage, armor that is thicker than the hit makes it heal.
    fn warn_of_healing_hits(&self, rules: &Rules, problems: &mut Problems) {
        if rules.least_damage.is_some() {
            return;
        }
        for side in [0, 1] {
            let armor = rules.fighters[1 - side].armor.base;
            for (skill, compiled) in self.skills[side].iter().zip(&rules.fighters[side].skills) {
                if let (Some((_, span)), Some(hit)) = (&skill.damage, &compiled.hit)
                    && !hit.pierces
                    && hit.amount.slot.is_none()
                    && hit.amount.base < armor
                {
                    let enemy = &self.sides[1 - side].id.text;
                    let message = format!(
                        "this hit of {} heals `{enemy}`, whose armor is {armor}",
                        hit.amount.base
                    );
                    problems.push(
                        Problem::warning(*span, message).help("set `least = 0` under `[damage]`"),
                    );
                }
            }
        }
    }

    fn names(&self, price: Option<String>) -> Names {
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
                skills: keyed(&self.skills[side]),
            }
        });
        let effects = self.effects.iter().map(|(side, skill, _)| {
            (Player::BOTH[*side], skill.id.text.clone(), skill.name.clone())
        });
        let [one, two] = &fighters;
        let title = self.written.title.clone();
        Names {
            title: title.unwrap_or_else(|| format!("{} against {}", one.name, two.name)),
            effects: effects.collect(),
            fighters,
            price: price.unwrap_or_else(|| ACTIONS.to_owned()),
            timers: self.effects.iter().map(|&(_, _, timer)| timer).collect(),
        }
    }
}

fn named(amount: &written::Amount, name: &str) -> bool {
    matches!(amount, written::Amount::Named(other) if other == name)
}

/// Does a cost or a change of this fight touch the number?
fn changes_in_play(
    written: &Written,
    sides: [&written::Fighter; 2],
    skills: &[Vec<&written::Skill>; 2],
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
        let own = written.upkeep.iter().filter(|u| u.fighter.text == sides[actor].id.text);
        own.into_iter().any(|upkeep| touches(actor, &upkeep.changes))
    });
    by_skill || by_upkeep
}

/// The skills with their keys; one without a key gets the first free letter of its name.
fn keyed(skills: &[&written::Skill]) -> Vec<SkillNames> {
    let mut taken: Vec<char> = skills.iter().filter_map(|skill| Some(skill.key?.0)).collect();
    let mut named = Vec::new();
    for skill in skills {
        let key = skill.key.map_or_else(
            || {
                let own = skill.id.text.chars().filter(char::is_ascii_alphanumeric);
                let free = own.chain('a'..='z').chain('A'..='Z').chain('0'..='9').chain('!'..='~');
                let key = free.into_iter().find(|key| !taken.contains(key)).unwrap_or('?');
                taken.push(key);
                key
            },
            |(key, _)| key,
        );
        let (id, name) = (skill.id.text.clone(), skill.name.clone());
        named.push(SkillNames { id, name, key });
    }
    named
}

/// The status of a position from its hp alone, before `first` begins.
pub(crate) fn opening_status(hp: [i32; 2], first: Player) -> Status {
    match hp.map(|hp| hp == 0) {
        [true, true] => Status::Over(None),
        [true, false] => Status::Over(Some(Player::Two)),
        [false, true] => Status::Over(Some(Player::One)),
        [false, false] => Status::Before(first),
    }
}
