//! Everything that a designer asks of a fight, answered by exact solves: one job after the other, each of a
//! size that suits the fight. What a limit left out is said.

use std::time::Instant;

use outplay_game::{Budget, Objective, Stop};
use outplay_text::Code;
use serde::{Deserialize, Serialize};

use crate::cells::Variants;
use crate::ranking::counters;
use crate::{
    Answer, Axis, Counter, DeadWeight, Failure, Goal, Kind, LadderAnswer, LadderOptions, Number,
    Outclassed, Question, Replay, Run, Sensitivity, SidesReplay, SolvedMeeting, Source, Sweep,
    SweepAnswer, Table, Text, TournamentAnswer, Tried, WhatMoves, Worth,
};

/// How much a report may ask for, in states of a fight without dice.
const WORK: u64 = 20_000_000;
/// The same where dice fall, and each state takes much longer.
const WORK_WITH_DICE: u64 = 1_000_000;

/// Every fight of a report may keep so many states.
const FEWEST_STATES: u64 = 100_000;

/// A map has no more values along a side than this.
const MOST_ACROSS: i64 = 41;
const MOST_DOWN: i64 = 21;

/// A roster with more entrants is not looked at skill by skill.
const MOST_FOR_SKILLS: usize = 8;

/// How to make a report.
#[derive(Clone, Debug)]
pub struct ReportOptions {
    /// So many games are played where a style's figures cannot be known exactly.
    pub games: u64,
    /// The seed of the first.
    pub seed: u64,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self { games: 2000, seed: 1 }
    }
}

/// Everything that a designer asks of a fight.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The mode that all but `modes` is about.
    pub mode: String,
    /// What values count.
    pub unit: String,
    /// What it is played for.
    pub goal: Option<Goal>,
    /// Who meets whom.
    pub sides: [String; 2],
    /// What each mode is worth; empty where there is one.
    pub modes: Vec<ModeWorth>,
    /// The best play.
    pub answer: Answer,
    /// Its line, turn by turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<SidesReplay>,
    /// Everyone against everyone, where the rules name nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roster: Option<Roster>,
    /// What moves the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Sensitivity>,
    /// The value over the two numbers that move it most; programs read it in the form of a sweep.
    #[serde(skip)]
    pub map: Option<SweepAnswer>,
    /// What the fight could do without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<DeadWeight>,
    /// How it goes for players who are not perfect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<LadderAnswer>,
    /// What is missing, and why.
    pub missing: Vec<Omitted>,
    /// What stopped it, where something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Time of it all.
    pub seconds: f64,
}

/// What a mode is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModeWorth {
    /// The mode.
    pub mode: String,
    /// What it is worth.
    pub tried: Tried,
}

/// A part that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Omitted {
    /// Which.
    pub part: String,
    /// Why.
    pub why: String,
}

/// Everyone against everyone.
#[derive(Clone, Debug, Serialize)]
pub struct Roster {
    /// The matrices, and what they say.
    pub tournament: TournamentAnswer<SolvedMeeting>,
    /// For each entrant the one that it does worst against, as player 1 in the first turn order.
    pub counters: Vec<Counter>,
    /// Who is worse than another against everyone, whoever begins.
    pub outclassed: Vec<Outclassed>,
    /// What each skill is worth to whoever has it, against everyone else; empty where that was not asked.
    pub skills: Vec<RosterSkill>,
}

/// What a skill is worth to a fighter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RosterSkill {
    /// Who has it.
    pub fighter: String,
    /// What the rules call it.
    pub skill: String,
    /// The change that takes it away.
    pub set: String,
    /// Meetings with others, as player 1, that were solved with and without it.
    pub meetings: u64,
    /// In how many of them it changes the value.
    pub changes: u64,
    /// What the fighter loses without it, on average.
    pub loss: Option<f64>,
}

impl Source {
    /// Everything that a designer asks of a fight. Progress is told in fights.
    ///
    /// # Errors
    /// What is wrong with the rules; a game that is no fight; a store that cannot be used.
    pub fn report(&self, options: &ReportOptions, how: &Run<'_>) -> Result<Report, Failure> {
        let begin = Instant::now();
        let table = self.open()?;
        let about = table.about();
        if about.kind != Kind::Fight {
            return Err(table.cannot("be reported on: a report is about a fight"));
        }
        let mut solver = table.solver();
        let question = Question { nearest: true, ..Question::default() };
        let answer = solver.solve(&question, &how.budget.quiet())?;
        let line =
            match solver.replay(&Text::new("after", ""), answer.shown_moves(), &how.budget.quiet())
            {
                Ok(Replay::Sides(replay)) if !answer.shown_moves().is_empty() => Some(*replay),
                _ => None,
            };
        drop(solver);
        let mut report = Report {
            game: about.game.clone(),
            title: about.title.clone(),
            mode: about.mode.clone(),
            unit: about.unit().to_owned(),
            goal: about.goal(),
            sides: about.sides.each_ref().map(|side| side.id.clone()),
            modes: Vec::new(),
            line,
            roster: None,
            moves: None,
            map: None,
            weight: None,
            people: None,
            missing: Vec::new(),
            stopped: None,
            answer,
            seconds: 0.0,
        };
        let mut parts = Parts { source: self, table: &table, options, how, report: &mut report };
        parts.modes()?;
        parts.roster()?;
        parts.moves()?;
        parts.weight()?;
        parts.people()?;
        parts.map();
        report.stopped = how.budget.ended().or(report.answer.stopped());
        report.seconds = begin.elapsed().as_secs_f64();
        Ok(report)
    }
}

/// Is it nothing that this fight can be asked?
fn is_not_here(failure: &Failure) -> bool {
    failure.problems.iter().any(|problem| problem.code == Code::NotHere)
}

struct Parts<'a> {
    source: &'a Source,
    table: &'a Table,
    options: &'a ReportOptions,
    how: &'a Run<'a>,
    report: &'a mut Report,
}

impl Parts<'_> {
    fn omit(&mut self, part: &str, why: impl Into<String>) {
        self.report.missing.push(Omitted { part: part.to_owned(), why: why.into() });
    }

    /// A part of the time that is left, for a part of the report.
    fn share(&self, part: f64) -> Run<'_> {
        Run { budget: self.how.budget.share_of_time(part), ..*self.how }
    }

    /// The same for many fights: one that is much harder than the one that the report is about is given up,
    /// and said not to be settled.
    fn share_for_fights(&self, part: f64) -> Run<'_> {
        let run = self.share(part);
        let states = self.report.answer.states().saturating_mul(20).max(FEWEST_STATES);
        Run { budget: Budget { states: run.budget.states.min(states), ..run.budget }, ..run }
    }

    /// How many fights may be asked for, by what this one took.
    fn affordable(&self) -> u64 {
        let work = if self.table.about().rolls { WORK_WITH_DICE } else { WORK };
        work / self.report.answer.states().max(50)
    }

    /// Is there anything to ask of a fight that is not settled itself?
    fn is_settled(&mut self, part: &str) -> bool {
        let settled = Worth::of(&self.report.answer).is_settled();
        if !settled {
            self.omit(part, "the fight itself is not settled");
        }
        settled
    }

    fn modes(&mut self) -> Result<(), Failure> {
        let modes = self.source.modes();
        if modes.len() < 2 {
            return Ok(());
        }
        let edit = |number: u64, options: &mut crate::Options| {
            options.mode =
                usize::try_from(number).ok().and_then(|number| modes.get(number).cloned());
        };
        let solved = Variants {
            table: self.table,
            count: modes.len() as u64,
            edit: &edit,
            after: None,
            may_be_impossible: true,
        }
        .solve(&self.share_for_fights(0.2))?;
        let worth = |(mode, tried): (&String, Tried)| ModeWorth { mode: mode.clone(), tried };
        self.report.modes = modes.iter().zip(solved.cells).map(worth).collect();
        Ok(())
    }

    fn roster(&mut self) -> Result<(), Failure> {
        let Some(fight) = self.table.fight() else { return Ok(()) };
        let named = self.source.options.sides.iter().any(Option::is_some)
            || fight.spec.sides.iter().any(|side| !side.is_empty());
        let contest = {
            let objective = &self.table.about().objective;
            objective.is_zero_sum() || *objective == Objective::Win
        };
        let entrants = fight.spec.teams();
        if named || !contest || entrants.len() < 2 {
            return Ok(());
        }
        if entrants.len() > crate::MOST_ENTRANTS {
            self.omit(
                "everyone against everyone",
                format!("{} entrants are too many", entrants.len()),
            );
            return Ok(());
        }
        let run = self.share(0.5);
        let tournament = self.table.solve_tournament_kept(&[], &run)?;
        let Some(order) = tournament.orders.first() else { return Ok(()) };
        let names = &order.table.entrants;
        let value = |cell: &outplay_lab::Cell<SolvedMeeting>| cell.value_to_p1;
        let matrix: Vec<Vec<Option<f64>>> =
            order.table.rows.iter().map(|row| row.iter().map(value).collect()).collect();
        let counters = counters(names, &matrix);
        let outclassed = tournament.outclassed();
        let open = matrix.iter().flatten().filter(|value| value.is_none()).count();
        let impossible =
            order.table.rows.iter().flatten().filter(|cell| cell.impossible.is_some()).count();
        if open > impossible {
            self.omit(
                "everyone against everyone",
                format!("{} meetings are not settled", open - impossible),
            );
        }
        let skills = self.roster_skills(&entrants)?;
        self.report.roster = Some(Roster { tournament, counters, outclassed, skills });
        Ok(())
    }

    /// What each skill is worth to whoever has it.
    fn roster_skills(&mut self, entrants: &[String]) -> Result<Vec<RosterSkill>, Failure> {
        let Some(fight) = self.table.fight() else { return Ok(Vec::new()) };
        if entrants.len() > MOST_FOR_SKILLS || self.table.about().rolls {
            return Ok(Vec::new());
        }
        // Every fighter with nothing or one of their skills off, against everyone else.
        let mut asked: Vec<(&str, Option<&str>, &str)> = Vec::new();
        for fighter in &fight.spec.fighters {
            let skills = fighter.skills.iter().map(|skill| Some(skill.text.as_str()));
            for skill in std::iter::once(None).chain(skills) {
                let others = entrants.iter().filter(|other| **other != fighter.id.text);
                asked.extend(others.map(|other| (fighter.id.text.as_str(), skill, other.as_str())));
            }
        }
        let edit = |number: u64, options: &mut crate::Options| {
            let (fighter, skill, other) = asked[usize::try_from(number).unwrap_or_default()];
            options.sides = [Some(Text::new("p1", fighter)), Some(Text::new("p2", other))];
            options.set.extend(skill.map(|skill| Text::new("set", format!("{skill}=off"))));
        };
        let solved = Variants {
            table: self.table,
            count: asked.len() as u64,
            edit: &edit,
            after: None,
            may_be_impossible: true,
        }
        .solve(&self.share_for_fights(0.3))?;
        let value = |fighter: &str, skill: Option<&str>, other: &str| {
            let place = asked.iter().position(|&cell| cell == (fighter, skill, other))?;
            let worth = solved.cells[place].worth().filter(|worth| worth.is_settled())?;
            worth.value.map(Number::to_f64)
        };
        let mut weighed = Vec::new();
        for fighter in &fight.spec.fighters {
            for skill in &fighter.skills {
                let others = entrants.iter().filter(|other| **other != fighter.id.text);
                let losses: Vec<f64> = others
                    .filter_map(|other| {
                        let with = value(&fighter.id.text, None, other)?;
                        Some(with - value(&fighter.id.text, Some(&skill.text), other)?)
                    })
                    .collect();
                #[expect(clippy::cast_precision_loss, reason = "a few meetings")]
                let mean = losses.iter().sum::<f64>() / losses.len() as f64;
                weighed.push(RosterSkill {
                    fighter: fighter.id.text.clone(),
                    skill: skill.text.clone(),
                    set: format!("{}=off", skill.text),
                    meetings: losses.len() as u64,
                    changes: losses.iter().filter(|loss| loss.abs() > 1e-9).count() as u64,
                    loss: (!losses.is_empty()).then_some(mean),
                });
            }
        }
        Ok(weighed)
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let part = "what moves the answer";
        if !self.is_settled(part) {
            return Ok(());
        }
        let numbers = self.table.numbers().iter().filter(|number| number.used).count() as u64;
        let steps = (self.affordable() / numbers.max(1)).saturating_sub(4) / 2;
        if steps < 2 {
            self.omit(
                part,
                "each of its fights takes too long for so many; `sweep` asks for some of them",
            );
            return Ok(());
        }
        let asked =
            WhatMoves { steps: u32::try_from(steps.min(50)).unwrap_or(50), ..WhatMoves::default() };
        let moves = self.table.what_moves(&asked, &self.share_for_fights(0.5))?;
        if moves.open > 0 {
            self.omit(
                part,
                format!("{} of its {} fights are not settled", moves.open, moves.tried),
            );
        }
        self.report.moves = Some(moves);
        Ok(())
    }

    fn weight(&mut self) -> Result<(), Failure> {
        let part = "what it could do without";
        if !self.is_settled(part) {
            return Ok(());
        }
        let weight = self.table.dead_weight(&self.share(0.5))?;
        if weight.stopped.is_some() {
            self.omit(part, "a limit stopped it before everything was known");
        }
        self.report.weight = Some(weight);
        Ok(())
    }

    fn people(&mut self) -> Result<(), Failure> {
        let ReportOptions { games, seed } = *self.options;
        let options = LadderOptions { games, seed, ..LadderOptions::default() };
        let run = self.share(0.6);
        let ladder = self.table.ladder_kept(&[], &options, &run);
        match ladder {
            Ok(ladder) => {
                if ladder.rungs.iter().any(|rung| rung.stopped.is_some()) {
                    self.omit("players who are not perfect", "a limit stopped some of them");
                }
                self.report.people = Some(ladder);
                Ok(())
            }
            // Or there are none: player 1 has no choice.
            Err(failure) if failure.stopped.is_some() || is_not_here(&failure) => {
                self.omit("players who are not perfect", failure.reason());
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }

    /// The value over the two numbers that move it most.
    fn map(&mut self) {
        let part = "the map over two numbers";
        let Some(moves) = &self.report.moves else {
            if Worth::of(&self.report.answer).is_settled() {
                self.omit(part, "it is not known which numbers move the answer");
            }
            return;
        };
        let moving = moves.numbers.iter().filter(|number| number.inert != Some(true));
        let whole = moving
            .filter_map(|number| Some((number.path.clone(), number.value.parse::<i64>().ok()?)));
        let found: Vec<(String, i64)> = whole.filter(|(_, now)| *now > 0).take(2).collect();
        let [(across, x), (down, y)] = &found[..] else {
            self.omit(part, "fewer than two whole numbers move the answer");
            return;
        };
        let affordable = i64::try_from(self.affordable()).unwrap_or(i64::MAX);
        let wide = MOST_ACROSS.min(affordable / 5);
        let tall = MOST_DOWN.min(affordable / wide.max(1));
        if wide < 5 || tall < 5 {
            self.omit(part, "each of its fights takes too long for so many");
            return;
        }
        let axis = |path: &str, now: i64, most: i64| {
            let from = (now / 2).max(now - most / 2).max(1);
            Axis::range(path, from, (from + most - 1).min(now + now / 2 + 2).max(now))
        };
        let sweep = Sweep::over([axis(across, *x, wide), axis(down, *y, tall)]);
        let run = self.share_for_fights(0.9);
        match self.source.sweep(&sweep, &run) {
            Ok(swept) => {
                let open = swept.worths().filter(|worth| !worth.is_settled()).count();
                if open > 0 {
                    self.omit(
                        part,
                        format!("{open} of its {} fights are not settled", swept.cells.len()),
                    );
                }
                self.report.map = Some(swept);
            }
            // Some value along the way is refused by the rules.
            Err(failure) => self.omit(part, failure.reason()),
        }
    }
}
