//! Everyone against everyone: under perfect play, or by style over many games.
//!
//! A cell of perfect play is what a solver of that pairing answers, and a cell of styles is the match
//! of it from the same seed: what the matrix says, solving and playing say too. Values are to
//! player 1, who is the row.

use std::collections::BTreeMap;
use std::time::Instant;

use outplay_duel::Fight;
use outplay_game::{Budget, Objective, Proof, Stop};
use outplay_lab::{Cell, Tournament};
use outplay_text::{Code, Problem, Problems, Sources, Span};
use serde::{Deserialize, Serialize};

use crate::matches::{manual, refuse_manual};
use crate::meetings::{Meeting, Meetings, Pairing};
use crate::ranking::{counters, dominated};
use crate::{Counter, Dominated, Failure, Mean, Run, StyleName, Table, Text, UnknownStyle};

/// More entrants than this are refused.
pub const MOST_ENTRANTS: usize = 64;

/// What came of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TournamentAnswer<D> {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The mode.
    pub mode: String,
    /// A matrix for each turn order.
    pub orders: Vec<OrderTable<D>>,
    /// In a fight of teams: the teams, as they are named in `matrix`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<String>,
    /// In a fight of teams: what each row is worth against each column; none where it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matrix: Vec<Vec<Option<f64>>>,
    /// In a fight of teams: for each team the one that it does worst against.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// In a fight of teams: which are never better than another, whomever they meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dominated: Vec<Dominated>,
    /// Why it is not known what moving first is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// What stopped it, where something did: `time`, `states` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Time that took.
    pub seconds: f64,
}

/// The matrix of one turn order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OrderTable<D> {
    /// The turn order.
    pub order: String,
    /// The matrix, and what it says.
    #[serde(flatten)]
    pub table: Tournament<D>,
}

/// A meeting under perfect play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedMeeting {
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// The line, as `replay --moves` takes it.
    pub moves: String,
    /// `optimal` or `bound`.
    pub proof: Proof,
    /// With `bound`: the least that it is worth to player 1, where anything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<i64>,
    /// With `bound`: the most that it is worth to player 1, where anything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// Where dice fall or teams fight: the value between its bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Mean>,
    /// States expanded.
    pub states: u64,
    /// What stopped the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// A meeting over many games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedMeeting {
    /// Games counted.
    pub games: u64,
    /// Games that player 1 won.
    pub p1_wins: u64,
    /// Games that player 2 won.
    pub p2_wins: u64,
    /// Games that nobody won.
    pub ties: u64,
    /// Games that went on for too long.
    pub cut: u64,
    /// Choices in a game, on average.
    pub mean_length: Option<f64>,
    /// With 95 % confidence the true mean margin is within so much of the value.
    pub margin_within: Option<f64>,
    /// What stopped the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

impl Table {
    /// Everyone against everyone when both do their best: in a fight with a queue under both of its
    /// orders, unless the options choose one. No `fighters` means all. Progress is told in meetings.
    ///
    /// # Errors
    /// What is wrong with the question; a game that is no fight for the winner's hp.
    ///
    /// ```
    /// let arena = outplay::open("arena").unwrap();
    /// let answer = arena.solve_tournament(&[], &outplay::Budget::default()).unwrap();
    /// let queue = &answer.orders[0];
    /// assert_eq!((queue.order.as_str(), queue.table.entrants.len()), ("queue", 4));
    /// assert_eq!(queue.table.rows[0][1].value_to_p1, Some(-10.0)); // mage against rogue
    /// ```
    pub fn solve_tournament(
        &self,
        fighters: &[String],
        budget: &Budget,
    ) -> Result<TournamentAnswer<SolvedMeeting>, Failure> {
        self.solve_tournament_kept(fighters, &Run::within(budget))
    }

    /// The same as a job: every meeting is a cell that a store keeps.
    ///
    /// # Errors
    /// The same; a store that cannot be used.
    pub fn solve_tournament_kept(
        &self,
        fighters: &[String],
        how: &Run<'_>,
    ) -> Result<TournamentAnswer<SolvedMeeting>, Failure> {
        let begin = Instant::now();
        let fight = self.fight_for_hp()?;
        let fighters = entered(fight, fighters, 1)?;
        let orders = self.tournament_orders();
        let cells = (fighters.len() * fighters.len()) as u64;
        let mut tables = Vec::new();
        for (done, order) in (0_u64..).zip(orders) {
            let pairing = |(one, two): (&String, &String)| Pairing {
                sides: [one.clone(), two.clone()],
                order: Some(order.clone()),
                meeting: Meeting::Solved,
            };
            let pairings = pairs(&fighters).map(pairing).collect();
            let tell = |cells_done: u64| {
                if let Some(tell) = how.budget.on_progress {
                    tell(done * cells + cells_done);
                }
            };
            let cells = Meetings::new(self, pairings, how.told(&tell)).met()?;
            tables.push(OrderTable { order, table: Tournament::new(fighters.clone(), cells) });
        }
        let stopped = |cell: &Cell<SolvedMeeting>| cell.detail.stopped;
        let mut answer = self.tournament_answer(fight, tables, stopped, begin);
        if let Some(order) = answer.orders.first().filter(|_| self.about().rolls) {
            let value = |cell: &Cell<SolvedMeeting>| cell.value_to_p1;
            answer.pairs.clone_from(&order.table.entrants);
            answer.matrix =
                order.table.rows.iter().map(|row| row.iter().map(value).collect()).collect();
            answer.counters = counters(&answer.pairs, &answer.matrix);
            answer.dominated = dominated(order);
        }
        Ok(answer)
    }

    /// The turn orders that a tournament under perfect play is held in.
    pub fn tournament_orders(&self) -> Vec<String> {
        let options = &self.source().options;
        let set = |text: &Text| text.text.split('=').next().map(str::trim) == Some("turns.order");
        let chosen = options.order.is_some() || options.set.iter().any(set);
        if self.about().has_queue() && !chosen {
            return ["queue", "restricted-queue"].map(str::to_owned).to_vec();
        }
        self.about().order.iter().map(|order| order.name().to_owned()).collect()
    }

    /// Everyone against everyone, every fighter with every style, over many games each, in the turn
    /// order of the options. No `fighters` means all. Progress is told in meetings.
    ///
    /// # Errors
    /// What is wrong with the question; a style that is `manual`; a game that is no fight for the
    /// winner's hp.
    pub fn play_tournament(
        &self,
        fighters: &[String],
        styles: &[StyleName],
        games_and_seed: (u64, u64),
        budget: &Budget,
    ) -> Result<TournamentAnswer<PlayedMeeting>, Failure> {
        self.play_tournament_kept(fighters, styles, games_and_seed, &Run::within(budget))
    }

    /// The same as a job: every meeting is a cell that a store keeps.
    ///
    /// # Errors
    /// The same; a store that cannot be used.
    pub fn play_tournament_kept(
        &self,
        fighters: &[String],
        styles: &[StyleName],
        (games, seed): (u64, u64),
        how: &Run<'_>,
    ) -> Result<TournamentAnswer<PlayedMeeting>, Failure> {
        let begin = Instant::now();
        let fight = self.fight_for_hp()?;
        refuse_manual(styles)?;
        let fighters = entered(fight, fighters, styles.len())?;
        let entrants: Vec<(&String, &StyleName)> = fighters
            .iter()
            .flat_map(|fighter| styles.iter().map(move |style| (fighter, style)))
            .collect();
        // Only a decision tree may be none of somebody's.
        let may_be_refused = styles.iter().any(|style| matches!(style, StyleName::Tree(_)));
        let mut pairings = Vec::new();
        for (&(one, one_style), &(two, two_style)) in pairs(&entrants) {
            let both = [one_style.clone(), two_style.clone()];
            let styles = both.each_ref().map(ToString::to_string);
            let meeting = Meeting::Played { styles, games, seed };
            let pairing = Pairing { sides: [one.clone(), two.clone()], order: None, meeting };
            if may_be_refused && let Ok(table) = pairing.open(self) {
                how.budget.ended().map_or(Ok(()), Err)?;
                table.check_styles(&both)?;
            }
            pairings.push(pairing);
        }
        let names = entrants.iter().map(|(fighter, style)| format!("{fighter}:{style}"));
        let cells = Meetings::new(self, pairings, *how).met()?;
        let table = Tournament::new(names.collect(), cells);
        let order = fight.terms.order.name().to_owned();
        let stopped = |cell: &Cell<PlayedMeeting>| cell.detail.stopped;
        Ok(self.tournament_answer(fight, vec![OrderTable { order, table }], stopped, begin))
    }

    /// Reads fighters of a fight by their names or short names, with commas between.
    ///
    /// # Errors
    /// Names that no fighter has, with the nearest; one that is there twice.
    pub fn read_fighters(&self, given: &Text) -> Result<Vec<String>, Failure> {
        let spec = &self.fight_for_hp()?.spec;
        let mut found: Vec<String> = Vec::new();
        read_list(given, |span, word| {
            if spec.size > 1 {
                let team = spec.team(word);
                let Some(team) = team else {
                    let message = format!("`{word}` is no team");
                    let help = "name it by its letters, or by names with + between";
                    return Err(Problem::error(Code::UnknownFighter, span, message).help(help));
                };
                if found.contains(&team) {
                    return Err(twice(span, word));
                }
                found.push(team);
                return Ok(());
            }
            let Some(fighter) = spec.fighter(word) else {
                let known = spec.fighters.iter().map(|fighter| fighter.id.text.as_str());
                let message = format!("no fighter is called `{word}`");
                let problem = Problem::error(Code::UnknownFighter, span, message);
                return Err(problem.one_of(word, known));
            };
            if found.contains(&fighter.id.text) {
                return Err(twice(span, word));
            }
            found.push(fighter.id.text.clone());
            Ok(())
        })?;
        Ok(found)
    }

    /// The fight, if it is one for a tournament.
    fn fight_for_hp(&self) -> Result<&Fight, Failure> {
        let about = self.about();
        let contest = about.objective.is_zero_sum() || about.objective == Objective::Win;
        let fight = self.fight().filter(|_| contest);
        fight.ok_or_else(|| {
            let message = format!(
                "a tournament needs a fight for the winner's hp or for a win; the goal of this one is {}",
                about.objective
            );
            let help = "`most = \"winner-hp\"` under `[goal]` makes it a fight for two";
            Failure::plain(Problem::error(Code::WrongGoal, None, message).help(help))
        })
    }

    /// Puts the answer together.
    fn tournament_answer<D>(
        &self,
        fight: &Fight,
        mut orders: Vec<OrderTable<D>>,
        stopped: impl Fn(&Cell<D>) -> Option<Stop>,
        begin: Instant,
    ) -> TournamentAnswer<D> {
        let spec = &fight.spec;
        let mut cells = orders.iter().flat_map(|order| order.table.rows.iter().flatten());
        let stopped = cells.find_map(stopped);
        let start_of = |side: usize| -> BTreeMap<&str, i32> {
            spec.start[side].iter().map(|(number, value)| (number.text.as_str(), *value)).collect()
        };
        let left_out = if spec.coin {
            Some("a coin decides who is first")
        } else if spec.queue.is_some() {
            Some("the queue at the start says who is first")
        } else if start_of(0) != start_of(1) {
            Some("the sides do not start alike")
        } else if orders.iter().any(|order| is_one_sided(&order.table.rows)) {
            Some("some can meet only one way round")
        } else {
            stopped.map(|_| "not all meetings are known")
        };
        for order in &mut orders {
            // Where everything else is alike, what player 1 gains on average is for being first.
            let gain = &mut order.table.first_mover_advantage;
            let sign = if spec.second_begins { -1.0 } else { 1.0 };
            *gain = gain.filter(|_| left_out.is_none()).map(|gain| sign * gain + 0.0);
        }
        let about = self.about();
        TournamentAnswer {
            game: about.game.clone(),
            title: about.title.clone(),
            mode: about.mode.clone(),
            orders,
            pairs: Vec::new(),
            matrix: Vec::new(),
            counters: Vec::new(),
            dominated: Vec::new(),
            left_out: left_out.map(str::to_owned),
            stopped,
            seconds: begin.elapsed().as_secs_f64(),
        }
    }
}

/// Reads styles by their names, with commas between.
///
/// # Errors
/// Names that no style has, with the nearest; `manual`; one that is there twice.
pub fn read_styles(given: &Text) -> Result<Vec<StyleName>, Failure> {
    let mut styles: Vec<StyleName> = Vec::new();
    read_list(given, |span, word| {
        let style: StyleName = word.parse().map_err(|unknown: UnknownStyle| {
            let message = format!("no style is called `{word}`");
            Problem::error(Code::UnknownStyle, span, message).help(unknown.help())
        })?;
        if style == StyleName::Manual {
            return Err(manual(Some(span)));
        }
        if styles.contains(&style) {
            return Err(twice(span, word));
        }
        styles.push(style);
        Ok(())
    })?;
    Ok(styles)
}

/// Everyone with everyone, row by row.
fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().flat_map(move |one| all.iter().map(move |two| (one, two)))
}

/// Can two meet with one of them as player 1, and not with the other?
fn is_one_sided<D>(rows: &[Vec<Cell<D>>]) -> bool {
    let impossible = |one: usize, two: usize| rows[one][two].impossible.is_some();
    let everyone = 0..rows.len();
    everyone
        .clone()
        .any(|one| everyone.clone().any(|two| impossible(one, two) != impossible(two, one)))
}

fn twice(span: Span, word: &str) -> Problem {
    Problem::error(Code::Twice, span, format!("`{word}` is there twice"))
}

/// Reads words with commas between, and gathers what is wrong with any of them.
fn read_list(
    given: &Text,
    mut read: impl FnMut(Span, &str) -> Result<(), Problem>,
) -> Result<(), Failure> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add(&given.name, &given.text);
    let mut start = 0;
    for word in given.text.split(',') {
        let trimmed = word.trim();
        let begin = start + (word.len() - word.trim_start().len());
        let span = Span { source, start: begin, end: begin + trimmed.len() };
        if trimmed.is_empty() {
            let problem = Problem::error(Code::MissingField, span, "a name is missing here");
            problems.push(problem.help("names stand with commas between, as in `one,two`"));
        } else if let Err(problem) = read(span, trimmed) {
            problems.push(problem);
        }
        start += word.len() + 1;
    }
    if problems.has_errors() {
        return Err(Failure::new(sources, problems));
    }
    Ok(())
}

/// Who takes part, unless they are too many.
fn entered(fight: &Fight, fighters: &[String], styles: usize) -> Result<Vec<String>, Failure> {
    let fighters = if fighters.is_empty() { fight.spec.teams() } else { fighters.to_vec() };
    let entrants = fighters.len() * styles;
    if entrants > MOST_ENTRANTS {
        let message = format!("{entrants} entrants are too many: at most {MOST_ENTRANTS}");
        let problem = Problem::error(Code::TooMany, None, message);
        return Err(Failure::plain(problem.help("choose some of the fighters, or fewer styles")));
    }
    Ok(fighters)
}
