//! Fights from a rules file, as a table holds them.
//!
//! [`open`] goes from texts to a [`Room`]: read once, laid over with the options, compiled for the
//! smallest states that hold it. `prover.rs` answers the questions, `told.rs` makes plain data of
//! what happened.

mod budget;
mod cost;
mod dice;
mod knowledge;
pub(crate) mod nearest;
mod odds;
mod prover;
mod study;
mod told;
mod versus;
pub(crate) mod weight;

use std::borrow::Cow;
use std::sync::Arc;

use outplay_duel::order::{Order, OrderKind};
use outplay_duel::{
    Builder, Dice, Duel, Fight, Move, NORMAL, RulesFile, SkillNames, phrases, spec,
};
use outplay_game::{MinCost, Objective, Player};
use outplay_lab::Price;
use outplay_text::set::Numbered;
use outplay_text::{Code, Problem, Problems, Sources, Span};

use crate::about::{About, Effect, Kind, Member, Mode, Side, Skill};
use crate::styles::Players;
use crate::table::{Contents, Prover, Room, Table};
use crate::{Failure, MoveOption, Position, RuleNumber, Source, StyleName, Text};

/// A rules file that was read, for as many tables as are wanted.
struct File {
    text: Text,
    rules: RulesFile,
    problems: Problems,
}

/// Opens a fight.
pub(crate) fn open(source: &Source, file: &Text) -> Result<Table, Failure> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let id = sources.add(&file.name, &file.text);
    let rules = RulesFile::read(&sources, id, &mut problems);
    build(source, &Arc::new(File { text: file.clone(), rules, problems }), |fight, rooms| {
        fight.build(rooms)
    })
}

/// All problems of the file, in every mode.
pub(crate) fn check(file: &Text) -> Failure {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let id = sources.add(&file.name, &file.text);
    let rules = RulesFile::read(&sources, id, &mut problems);
    rules.check(&sources, &mut problems);
    Failure::new(sources, problems)
}

/// Lays the options over a file that was read, and makes a room of it.
fn build(source: &Source, file: &Arc<File>, make: Make) -> Result<Table, Failure> {
    let mut problems = file.problems.clone();
    let (sources, options) = texts(source, file);
    let fight = file.rules.fight(&sources, &options, &mut problems);
    match fight {
        Some(fight) if !problems.has_errors() => {
            let about = about(source, &fight, &file.rules);
            let room = make(Arc::new(fight), Rooms { about, file: Arc::clone(file), make });
            Ok(Table::new(source, room, sources, problems.into_sorted()))
        }
        _ => Err(Failure::new(sources, problems)),
    }
}

/// The texts of a fight, the file first, as it was when it was read; and what to make of them.
fn texts(source: &Source, file: &File) -> (Sources, outplay_duel::Options) {
    let mut sources = Sources::default();
    sources.add(&file.text.name, &file.text.text);
    let options = &source.options;
    let order = options.order.as_ref().map(whole_order);
    let mut add =
        |text: &Option<Text>| text.as_ref().map(|text| sources.add(&text.name, &text.text));
    let options = outplay_duel::Options {
        mode: options.mode.clone(),
        sides: [add(&options.sides[0]), add(&options.sides[1])],
        order: add(&order),
        goal: add(&options.goal),
        input: add(&options.input),
        set: options.set.iter().map(|text| sources.add(&text.name, &text.text)).collect(),
    };
    (sources, options)
}

/// The numbers of a fight's rules.
fn numbers(source: &Source, file: &File, fight: &Fight) -> Vec<RuleNumber> {
    let (sources, options) = texts(source, file);
    let names = &fight.names;
    let members = names.members.iter().map(|member| &member.names);
    let taking_part: Vec<_> = names.fighters.iter().chain(members).collect();
    let is_used = |full: &[String]| match full {
        [group, who, ..] if group == "fighters" => {
            taking_part.iter().any(|fighter| fighter.id == *who)
        }
        [group, skill, ..] if group == "skills" => {
            taking_part.iter().any(|fighter| fighter.has_skill(skill))
        }
        // A decision tree is a way to play, and no rule; the format's version is no number of the fight.
        [group, ..] if ["trees", "format"].contains(&group.as_str()) => false,
        _ => true,
    };
    let numbers = file.rules.numbers(&sources, &options).into_iter();
    numbers
        .map(|Numbered { path, full, value }| {
            let used = is_used(&full);
            RuleNumber { path, full: full.join("."), value: value.to_string(), used }
        })
        .collect()
}

/// A turn order by its whole name, where what was given means one.
fn whole_order(given: &Text) -> Text {
    let name = OrderKind::called(&given.text).map_or(given.text.as_str(), |kind| kind.name());
    Text::new(&given.name, name)
}

fn about(source: &Source, fight: &Fight, rules: &RulesFile) -> About {
    let names = &fight.names;
    let sides = names.fighters.each_ref().map(|fighter| Side {
        id: fighter.id.clone(),
        name: fighter.name.clone(),
        numbers: fighter.numbers.iter().map(|(name, _)| name.clone()).collect(),
        constants: fighter.constants.clone(),
        skills: fighter
            .skills
            .iter()
            .map(|skill| {
                let spec = fight.spec.skills.iter().find(|spec| spec.id.text == skill.id);
                let owned =
                    spec.filter(|_| fight.needs_dice()).map(|spec| owned(fight, skill, spec));
                let spec = owned.as_ref().or(spec);
                Skill {
                    id: skill.id.clone(),
                    name: skill.name.clone(),
                    key: skill.key,
                    does: spec.map(phrases::does).unwrap_or_default(),
                    about: spec.and_then(|spec| spec.about.clone()),
                }
            })
            .collect(),
        chooses: fighter.skills.len() > 1,
    });
    let effects = names.effects.iter().map(|(caster, id, name)| Effect {
        caster: *caster,
        id: id.clone(),
        name: name.clone(),
        counts: fight.spec.skills.iter().any(|skill| skill.id.text == *id && skill.lasts.is_some()),
    });
    let modes = rules.modes().into_iter().map(|name| {
        let about = rules.about_mode(&name).map(str::to_owned);
        Mode { name, about }
    });
    About {
        game: source.game.clone(),
        title: names.title.clone(),
        about: fight.spec.about.clone(),
        kind: Kind::Fight,
        mode: source.options.mode.clone().unwrap_or_else(|| NORMAL.to_owned()),
        modes: modes.collect(),
        objective: fight.terms.objective.clone(),
        order: Some(fight.terms.order),
        sides,
        effects: effects.collect(),
        counters: names.counters().collect(),
        undecided: fight.spec.rounds.is_some()
            || names.fighters.iter().any(|fighter| !fighter.reactions.is_empty()),
        letters: names.members.is_empty(),
        rolls: fight.needs_dice(),
        members: Player::BOTH.map(|player| {
            let own = names.members.iter().filter(|member| member.player == player);
            own.map(|member| Member {
                id: member.names.id.clone(),
                name: member.names.name.clone(),
                letter: member.letter.clone(),
            })
            .collect()
        }),
    }
}

/// A skill with the numbers of whoever has it.
fn owned(fight: &Fight, skill: &SkillNames, spec: &spec::Skill) -> spec::Skill {
    let Some(fighter) = fight.spec.fighter(&skill.by) else { return spec.clone() };
    let names = &fight.names;
    let member = names.members.iter().find(|member| {
        member.names.skills.iter().any(|own| own.by == skill.by && own.id == skill.id)
    });
    let duelist = names.fighters.iter().find(|own| own.id == skill.by);
    let constants = member.map(|member| &member.names).or(duelist).map(|own| &own.constants[..]);
    spec.with_numbers(constants.unwrap_or_default(), &fighter.decimals)
}

/// Makes the room for the states of a fight: the one dynamic step between a source and a search
/// that is compiled for its states.
pub(crate) struct Rooms {
    about: About,
    file: Arc<File>,
    make: Make,
}

/// How a room is made: with the turn order that the rules name, or with one of a program's own.
type Make = fn(Arc<Fight>, Rooms) -> Arc<dyn Room>;

/// The same fight under a turn order of a program's own.
pub(crate) fn with_order<O: Order>(fight: Arc<Fight>, rooms: Rooms) -> Arc<dyn Room> {
    let make: Make = |fight, rooms| fight.build_with::<O, _>(rooms);
    make(fight, Rooms { make, ..rooms })
}

impl Builder for Rooms {
    type Output = Arc<dyn Room>;

    fn build<const W: usize, O: Order>(self, duel: Duel<W, O>, fight: Arc<Fight>) -> Self::Output {
        let Self { about, file, make } = self;
        if duel.needs_dice() {
            return Arc::new(dice::DiceRoom { about, file, make, fight, game: Dice::new(&duel) });
        }
        Arc::new(FightRoom { about, file, make, fight, duel })
    }
}

/// A fight, compiled for its states.
struct FightRoom<const W: usize, O: Order> {
    about: About,
    file: Arc<File>,
    make: Make,
    fight: Arc<Fight>,
    duel: Duel<W, O>,
}

impl<const W: usize, O: Order> FightRoom<W, O> {
    /// The fight from the position after these moves.
    fn starting_after(&self, after: &Text) -> Result<Cow<'_, Duel<W, O>>, Failure> {
        if after.text.is_empty() {
            return Ok(Cow::Borrowed(&self.duel));
        }
        let state = self.duel.after(&self.fight.names, &after.text);
        let state = state.map_err(|refusal| {
            let message = format!("move {} is refused: {}", refusal.move_number, refusal.reason);
            refused(after, refusal.move_number, &message)
        })?;
        Ok(Cow::Owned(self.duel.starting_at(state)))
    }

    /// What is spent, where the goal is to win with the least of it.
    fn price(&self) -> Option<Price<'_, Duel<W, O>>> {
        let Objective::LeastCost(unit) = &self.about.objective else { return None };
        Some(Price { unit, of: |duel: &Duel<W, O>, state, mv| duel.cost(state, mv) })
    }

    /// Key and name of a skill.
    fn spell(&self, player: Player, mv: Move) -> Option<(String, String)> {
        let skill = &self.fight.names.fighters[player.index()].skills[mv.skill()?];
        Some((skill.key.to_string(), skill.name.clone()))
    }
}

impl<const W: usize, O: Order> Room for FightRoom<W, O> {
    fn about(&self) -> &About {
        &self.about
    }

    fn position(&self, after: &Text, moves: &str) -> Result<Position, Failure> {
        let duel = &*self.starting_after(after)?;
        let names = &self.fight.names;
        let (account, state) = duel.account_to(names, moves);
        let (chooses, reasons) = match duel.options(names, &state) {
            Some((player, reasons)) => (Some(player), reasons),
            None => (None, Vec::new()),
        };
        let options = reasons.into_iter().enumerate().map(|(skill, refused)| {
            let player = chooses.unwrap_or(Player::One);
            let who = &names.fighters[player.index()];
            let number = |slot: usize| who.numbers.iter().find(|(_, other)| *other == slot);
            let cost = duel.cost_of(&state, player, skill).into_iter();
            let cost = cost.filter_map(|(slot, by)| Some((by, number(slot)?.0.clone())));
            MoveOption {
                key: who.skills[skill].key.to_string(),
                name: who.skills[skill].name.clone(),
                about: self.about.side(player).skills[skill].about.clone(),
                does: self.about.side(player).skills[skill].does.clone(),
                cost: cost.collect(),
                harm: refused.is_none().then(|| duel.harm(&state, Move::of(skill))),
                refused,
            }
        });
        let options = options.collect();
        // A fighter with one skill does not choose, and what it does is not among the moves.
        let listed = account.choices.iter().filter(|(player, _)| self.about.side(*player).chooses);
        let made = listed.filter_map(|&(player, mv)| Some((player, self.spell(player, mv)?.1)));
        Ok(Position {
            options,
            made: made.collect(),
            now: told::scene(&outplay_duel::Snapshot::of(&state, names), &self.about),
            replay: told::replay(&self.about, &self.fight, &account, &[]),
            chooses,
            rolls: Vec::new(),
        })
    }

    fn check_styles(&self, styles: &[StyleName; 2]) -> Result<(), Failure> {
        Players::new(&self.fight, styles.clone()).map(|_| ())
    }

    fn prover(self: Arc<Self>) -> Box<dyn Prover> {
        Box::new(prover::FightProver::new(self))
    }

    fn edited(&self, source: &Source) -> Result<Table, Failure> {
        build(source, &self.file, self.make)
    }

    fn numbers(&self, source: &Source) -> Vec<RuleNumber> {
        numbers(source, &self.file, &self.fight)
    }

    fn made_from(&self) -> Option<(Arc<Fight>, Rooms)> {
        let (about, file) = (self.about.clone(), Arc::clone(&self.file));
        Some((Arc::clone(&self.fight), Rooms { about, file, make: self.make }))
    }

    fn holds(&self) -> Vec<(usize, &'static str)> {
        holds(&self.fight, &self.about)
    }

    fn contents(&self) -> Contents<'_> {
        Contents::Fight(&self.fight)
    }
}

/// How much of what the rules of a fight hold.
fn holds(fight: &Fight, about: &About) -> Vec<(usize, &'static str)> {
    let spec = &fight.spec;
    vec![
        (spec.fighters.len(), "fighter"),
        (spec.skills.len(), "skill"),
        (about.modes.len(), "mode"),
    ]
}

/// A move of a line that cannot be made, with its place.
pub(crate) fn refused(moves: &Text, number: usize, message: &str) -> Failure {
    let keys = moves.text.char_indices().filter(|(_, letter)| outplay_duel::is_key(*letter));
    let place = keys.map(|(start, letter)| start..start + letter.len_utf8()).nth(number - 1);
    Failure::in_text(&moves.name, &moves.text, place, |span: Option<Span>| {
        Problem::error(Code::RefusedMove, span, message)
    })
}
