//! Random rules files that are right: which words a file uses is random, too, and everything is
//! drawn from numbers of which 0 is always the simplest, so that what fails shrinks to a few lines.

mod amounts;
mod skills;

use proptest::prelude::*;

use skills::{Kind, Plan};

/// A word of the language, or a way to write one, that a file may use or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Heal,
    AtOnce,
    Pierces,
    Drains,
    Lasts,
    EachTurn,
    While,
    Upkeep,
    Picks,
    Start,
    Second,
    LeastDamage,
    Named,
    // What the language has learned since.
    Formula,
    When,
    Max,
    Resets,
    Round,
    Until,
    Refreshes,
    Stacks,
    Cooldown,
    Uses,
    Strikes,
    Type,
    Soak,
    Kills,
    Cleanses,
    Starts,
    Stuns,
    Steals,
    Again,
    Also,
    Hits,
    Hurt,
    Dies,
    TurnStarts,
    TurnEnds,
    Actions,
    AnyActions,
    Rounds,
    Shared,
    OtherOrder,
}

use Word::{
    Actions, Again, Also, AnyActions, AtOnce, Cleanses, Cooldown, Dies, Drains, EachTurn, Formula,
    Heal, Hits, Hurt, Kills, Lasts, LeastDamage, Max, Named, OtherOrder, Picks, Pierces, Refreshes,
    Resets, Round, Rounds, Second, Shared, Soak, Stacks, Start, Starts, Steals, Strikes, Stuns,
    TurnEnds, TurnStarts, Type, Until, Upkeep, Uses, When, While,
};

pub(crate) const OLD: [Word; 13] = [
    Heal,
    AtOnce,
    Pierces,
    Drains,
    Lasts,
    EachTurn,
    While,
    Upkeep,
    Picks,
    Start,
    Second,
    LeastDamage,
    Named,
];

const NEW: [Word; 30] = [
    Formula, When, Max, Resets, Round, Until, Refreshes, Stacks, Cooldown, Uses, Strikes, Type,
    Soak, Kills, Cleanses, Starts, Stuns, Steals, Again, Also, Hits, Hurt, Dies, TurnStarts,
    TurnEnds, Actions, AnyActions, Rounds, Shared, OtherOrder,
];

const FIGHTERS: [&str; 2] = ["hero", "villain"];

/// What a file is written from.
#[derive(Clone)]
pub(crate) struct Seed {
    words: Vec<Word>,
    frame: Vec<u16>,
    skills: [Vec<Vec<u16>>; 2],
    /// Only what the first engine knew, and meant as language.md does.
    old: bool,
    /// So that it can be solved.
    small: bool,
}

/// The file is what one wants to see.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.words)
    }
}

/// Files of the old words alone.
pub(crate) fn old_files(small: bool) -> impl Strategy<Value = Seed> {
    let words = prop::sample::subsequence(OLD.to_vec(), 0..=OLD.len());
    seeds(words, true, small)
}

/// Files of all words: some have one or two of the new ones, some many, some all.
pub(crate) fn all_files(small: bool) -> impl Strategy<Value = Seed> {
    let old = prop::sample::subsequence(OLD.to_vec(), 0..=OLD.len());
    let new = NEW.to_vec();
    let new = prop_oneof![
        3 => prop::sample::subsequence(new.clone(), 1..=3),
        3 => prop::sample::subsequence(new.clone(), 4..=12),
        1 => prop::sample::subsequence(new.clone(), NEW.len()),
    ];
    let words = (old, new).prop_map(|(old, new)| [old, new].concat());
    seeds(words, false, small)
}

fn seeds(
    words: impl Strategy<Value = Vec<Word>>,
    old: bool,
    small: bool,
) -> impl Strategy<Value = Seed> {
    let draws = |most: usize| prop::collection::vec(any::<u16>(), most);
    let skills = || prop::collection::vec(draws(250), 1..=4);
    (words, draws(400), skills(), skills()).prop_map(move |(words, frame, one, two)| Seed {
        words,
        frame,
        skills: [one, two],
        old,
        small,
    })
}

/// Draws, one after the other; those that are missing are 0.
pub(super) struct Source<'s> {
    draws: &'s [u16],
    words: &'s [Word],
    at: usize,
}

impl Source<'_> {
    pub(super) fn below(&mut self, many: usize) -> usize {
        let draw = self.draws.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(draw) % many.max(1)
    }

    /// So often in a hundred; never where the draw is 0.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) + percent >= 100
    }

    pub(super) fn one_of<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices[self.below(choices.len())]
    }

    /// Does the file use the word, and does it here?
    pub(super) fn uses(&mut self, word: Word, percent: usize) -> bool {
        let here = self.chance(percent);
        self.words.contains(&word) && here
    }

    pub(super) fn has(&self, word: Word) -> bool {
        self.words.contains(&word)
    }
}

impl Seed {
    pub(crate) fn has(&self, word: Word) -> bool {
        self.words.contains(&word)
    }

    /// The file.
    pub(crate) fn text(&self) -> String {
        let mut source = Source { draws: &self.frame, words: &self.words, at: 0 };
        let order = source.one_of(&["alternate", "alternate", "queue", "restricted-queue"]);
        let stuck = source.one_of(&["skip", "lose"]);
        // The first engine lets places tick that are dropped, and starts what runs once more.
        let still = self.old && order != "alternate" && stuck == "skip";
        let plans = skills::plan(self, &mut source, still);
        let mut text = String::from("format = 1\ngame = \"duel\"\n[turns]\n");
        text += &format!("order = \"{order}\"\nstuck = \"{stuck}\"\n");
        if source.uses(Second, 50) {
            text += "first = \"p2\"\n";
        }
        if source.uses(Actions, 60) {
            text += &format!("actions = {}\n", 2 + source.below(2));
        } else if source.uses(AnyActions, 50) {
            text += "actions = \"any\"\n";
        }
        text += &self.goal(&mut source, &plans);
        // Without it, a hit that armor stops heals in the first engine.
        let least = source.uses(LeastDamage, 70) || self.old;
        let soak = source.uses(Soak, 80);
        if least || soak {
            text += "[damage]\n";
        }
        if least {
            text += &format!("least = {}\n", source.below(2));
        }
        if soak {
            text += &format!("soak = \"{}\"\n", source.one_of(&["guard", "rage"]));
        }
        if !still && source.has(Upkeep) {
            text += &self.upkeep(&mut source, &plans);
        }
        if source.uses(Start, 80) {
            text += &self.position(&mut source, &plans, order);
        }
        for side in [0, 1] {
            text += &self.fighter(&mut source, &plans, side);
        }
        text + &skills::write(self, &plans, order)
    }

    fn goal(&self, source: &mut Source, plans: &[Plan]) -> String {
        let paid = plans.iter().any(|plan| plan.sides.contains(&0) && plan.pays_mana);
        let mut goals = vec!["least = \"actions\"", "most = \"winner-hp\""];
        if !self.old {
            goals.push("least = \"rounds\"");
        }
        if paid {
            goals.push("least = \"mana\"");
        }
        if source.has(Rounds) {
            goals.push("most = \"damage\"");
        }
        let goal = source.one_of(&goals);
        let mut text = format!("[goal]\n{goal}\n");
        let limit = source.uses(Rounds, 50);
        if limit || goal.contains("damage") {
            text += &format!("rounds = {}\n", 1 + source.below(6));
        }
        text
    }

    fn upkeep(&self, source: &mut Source, plans: &[Plan]) -> String {
        let mut text = String::from("[upkeep]\n");
        for side in [0, 1] {
            if source.chance(60) {
                let changes = amounts::changes(self, source, plans, &[side]);
                text += &format!("{} = {changes}\n", FIGHTERS[side]);
            }
        }
        text
    }

    fn position(&self, source: &mut Source, plans: &[Plan], order: &str) -> String {
        let mut text = String::from("[start]\n");
        for side in [0, 1] {
            let p = format!("p{}", side + 1);
            if source.chance(40) {
                text += &format!("{p}.hp = {}\n", 1 + source.below(3));
            }
            if source.chance(30) {
                text += &format!("{p}.mana = {}\n", source.below(3));
            }
            if !self.old && source.uses(Stuns, 40) {
                text += &format!("{p}.stunned = {}\n", source.below(3));
            }
            let known = |plan: &&Plan| plan.sides.contains(&side) && plan.kind != Kind::Started;
            for plan in plans.iter().filter(known) {
                let id = &plan.id;
                if plan.effect && source.chance(30) {
                    let turns = if plan.lasts > 0 { 1 + source.below(plan.lasts) } else { 1 };
                    text += &format!("{p}.{id} = {turns}\n");
                    if plan.stacks > 1 {
                        let stacks = 1 + source.below(plan.stacks);
                        text += &format!("{p}.stacks.{id} = {stacks}\n");
                    }
                }
                if let Some(turns) = plan.cooldown
                    && source.chance(30)
                {
                    text += &format!("{p}.cooldown.{id} = {}\n", source.below(turns + 2));
                }
                if let Some(uses) = plan.uses
                    && source.chance(30)
                {
                    text += &format!("{p}.uses.{id} = {}\n", source.below(uses + 1));
                }
            }
        }
        if order != "alternate" && source.chance(50) {
            let places = (0..=source.below(5)).map(|_| source.one_of(&["A", "B", "b", "a"]));
            let places: Vec<_> = places.collect();
            text += &format!("queue = \"{}\"\n", places.concat());
        }
        text
    }

    fn fighter(&self, source: &mut Source, plans: &[Plan], side: usize) -> String {
        let mut text = format!("[fighters.{}]\n", FIGHTERS[side]);
        let most = if self.small { [6, 4, 3] } else { [12, 9, 5] };
        let hp = 1 + source.below(most[0]);
        let (mana, rage) = (source.below(most[1]), source.below(most[2]));
        let numbers = [("hp", hp), ("mana", mana), ("rage", rage)];
        let spare = [source.below(4), source.below(3), source.below(3)];
        let others = [("might", spare[0]), ("armor", spare[1]), ("guard", spare[2])];
        for (name, start) in numbers.into_iter().chain(others) {
            let capped = source.uses(Max, if self.small { 90 } else { 50 });
            let resets = source.uses(Resets, 30) && name != "hp";
            let max = start.max(3) + source.below(3);
            // A position may give 3 hp and 2 mana.
            text += &match (capped, resets) {
                (true, false) if start == max => format!("{name} = {{ max = {max} }}\n"),
                (true, false) => format!("{name} = {{ start = {start}, max = {max} }}\n"),
                (true, true) => {
                    format!("{name} = {{ start = {start}, max = {max}, resets = true }}\n")
                }
                (false, true) => format!("{name} = {{ start = {start}, resets = true }}\n"),
                (false, false) => format!("{name} = {start}\n"),
            };
        }
        if source.uses(Actions, 30) {
            text += &format!("actions = {}\n", 1 + source.below(3));
        } else if source.uses(AnyActions, 30) {
            text += "actions = \"any\"\n";
        }
        if source.uses(Type, 80) {
            let fire = source.one_of(&["50", "100", "-100", "33", "130"]);
            let ice = amounts::amount(self, source, plans, &[side], 0, 120);
            text += &format!("resists = {{ fire = {fire}, ice = {ice} }}\n");
        }
        let mut mine: Vec<_> = plans
            .iter()
            .filter(|plan| plan.sides.contains(&side) && plan.kind != Kind::Started)
            .map(|plan| format!("\"{}\"", plan.id))
            .collect();
        if source.uses(OtherOrder, 70) {
            mine.reverse();
        }
        text + &format!("skills = [{}]\n", mine.join(", "))
    }
}
