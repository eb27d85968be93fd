//! Which numbers can grow without end: then a search may never meet the last state, and whoever reads
//! that it was stopped should know why.
//!
//! A number grows without end where something raises it again and again: an upkeep, or a skill that
//! can always be paid for and used once more. Nothing is promised, for an answer does not rest on it.

use crate::load::Fight;
use crate::rules::{Change, Effect, Fighter, Rules, Skill, Slot};
use crate::state::CEILING;

impl Fight {
    /// The numbers that can grow without end, as in `pupil.stamina`: something raises them again and
    /// again, and they have no `max`. The round is one where the rules ask for it and nothing ends it.
    pub fn endless(&self) -> Vec<String> {
        let slots = endless(&self.rules);
        let mut names = Vec::new();
        for fighter in &self.names.fighters {
            let own = fighter.numbers.iter().filter(|(_, slot)| slots.contains(slot));
            names.extend(own.map(|(name, _)| format!("{}.{name}", fighter.id)));
        }
        let round = self.rules.round.filter(|_| self.rules.rounds.is_none());
        names.extend(round.map(|_| "round".to_owned()));
        // Two of a kind.
        names.dedup();
        names
    }
}

/// The words of the numbers that can grow without end.
fn endless(rules: &Rules) -> Vec<Slot> {
    if rules.rounds.is_some() {
        return Vec::new();
    }
    let resets = |slot: Slot| {
        let mut resets = rules.fighters.iter().flat_map(|fighter| &fighter.resets);
        resets.any(|&(reset, _)| reset == slot)
    };
    let free = |slot: &Slot| rules.most[*slot] >= CEILING && !resets(*slot);
    let mut slots: Vec<Slot> = (0..rules.words).filter(free).collect();
    loop {
        // What must be paid for with what runs out comes to an end itself.
        let kept: Vec<Slot> =
            slots.iter().copied().filter(|&slot| is_raised(rules, slot, &slots)).collect();
        if kept.len() == slots.len() {
            return kept;
        }
        slots = kept;
    }
}

/// Does something raise a number again and again, while only these numbers never run out?
fn is_raised(rules: &Rules, slot: Slot, endless: &[Slot]) -> bool {
    let pays = |skill: &Skill| {
        let limited = skill.limits.as_ref().is_some_and(|limits| limits.uses.is_some());
        let mut cost = skill.cost.iter();
        !limited
            && cost.all(|(pool, amount)| {
                endless.contains(pool) || amount.fixed().is_none_or(|amount| amount <= 0)
            })
    };
    rules.fighters.iter().zip(rules.fighters.iter().rev()).any(|(fighter, enemy)| {
        let reactions = fighter.reactions.iter().map(|reaction| &reaction.skill);
        let mut skills = fighter.skills.iter().chain(reactions);
        raise(slot, &fighter.upkeep) > 0
            || skills.any(|skill| {
                pays(skill)
                    && (drains(skill, (fighter, enemy), slot, endless)
                        || gain(rules, skill, slot) > 0)
            })
    })
}

/// Does it drain hp of which there is no end?
fn drains(skill: &Skill, sides: (&Fighter, &Fighter), slot: Slot, endless: &[Slot]) -> bool {
    let (fighter, enemy) = sides;
    slot == fighter.hp
        && endless.contains(&enemy.hp)
        && skill.all_parts().any(|part| part.hit.as_ref().is_some_and(|hit| hit.drains))
}

/// By how much a skill raises a number, its price and its effects included; the most that there is
/// where that changes in play.
fn gain(rules: &Rules, skill: &Skill, slot: Slot) -> i64 {
    let lasting = |effect: &Effect| {
        let turns = if effect.counts { i64::from(effect.lasts) } else { i64::from(CEILING) };
        raise(slot, &effect.each_turn).saturating_mul(turns)
    };
    let parts = skill.all_parts().map(|part| {
        let effects = part.starts.iter().map(|&effect| lasting(&rules.effects[effect]));
        effects.fold(raise(slot, &part.changes), i64::saturating_add)
    });
    let paid = skill.cost.iter().filter(|(pool, _)| *pool == slot);
    let paid: i64 = paid.filter_map(|(_, amount)| amount.fixed().map(i64::from)).sum();
    parts.fold(0, i64::saturating_add).saturating_sub(paid)
}

/// By how much changes raise a number together.
fn raise(slot: Slot, changes: &[Change]) -> i64 {
    let own = changes.iter().filter(|change| change.slot == slot);
    own.map(|change| i64::from(change.by.fixed().unwrap_or(CEILING))).sum()
}

#[cfg(test)]
mod tests {
    use outplay_text::{Problems, Sources};

    use crate::{Options, RulesFile};

    /// The numbers of a fight that can grow without end.
    fn grow(skills: &str, more: &str) -> Vec<String> {
        let text = format!(
            "format = 1\ngame = \"duel\"\n{more}\n[fighters.one]\nhp = 9\nmana = 9\nrage = 0\n\
             skills = [{skills}]\n[fighters.two]\nhp = 9\nskills = [\"hit\"]\n\
             [skills.hit]\ndamage = 1\n[skills.drain]\ndamage = 1\ndrains = true\n\
             [skills.rest]\nat-once = {{ mana = 1 }}\n\
             [skills.heal]\ncost = {{ mana = 2 }}\nat-once = {{ hp = 1 }}\n\
             [skills.poor]\ncost = {{ mana = 2 }}\nat-once = {{ mana = 1 }}\n\
             [skills.once]\nuses = 3\nat-once = {{ rage = 1 }}\n\
             [skills.roar]\nwhen = \"round > 3\"\n\
             [skills.song]\ncost = {{ mana = 2 }}\nlasts = 3\neach-turn = {{ mana = 1 }}\n"
        );
        let mut sources = Sources::default();
        let source = sources.add("test.toml", text);
        let mut problems = Problems::default();
        let file = RulesFile::read(&sources, source, &mut problems);
        let fight = file.fight(&sources, &Options::default(), &mut problems);
        fight.expect("it is right").endless()
    }

    #[test]
    fn what_is_raised_again_and_again_grows_without_end() {
        assert_eq!(grow("\"rest\", \"hit\"", ""), ["one.mana"]);
        assert_eq!(grow("\"rest\", \"heal\"", ""), ["one.hp", "one.mana"]);
        assert_eq!(grow("\"song\", \"hit\"", ""), ["one.mana"]);
        assert_eq!(grow("\"hit\"", "[upkeep]\ntwo = { hp = 1 }"), ["two.hp"]);
        assert_eq!(grow("\"drain\"", "[upkeep]\ntwo = { hp = 1 }"), ["one.hp", "two.hp"]);
        assert_eq!(grow("\"roar\", \"hit\"", ""), ["round"]);
    }

    #[test]
    fn what_runs_out_does_not() {
        for skills in ["\"hit\"", "\"drain\"", "\"heal\", \"hit\"", "\"poor\"", "\"once\", \"hit\""]
        {
            assert!(grow(skills, "").is_empty(), "{skills}");
        }
        assert!(grow("\"rest\"", "[goal]\nmost = \"damage\"\nrounds = 9").is_empty());
    }
}
