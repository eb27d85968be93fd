//! Many games between two styles, as plain data. Values are to player 1. Game i depends on seed + i
//! and nothing else: the answer is the same on any number of threads.

use std::time::Instant;

use outplay_duel::order::OrderKind;
use outplay_game::{Budget, Objective, Player, Stop};
use outplay_lab::{Job, Looks, MatchReport, Playout};
use outplay_text::{Code, Problem, Problems, Sources, Span};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::bench::Work;
use crate::cells::{question, rules_name};
use crate::exact::Study;
use crate::table::Games;
use crate::{
    ChanceSpread, ExactPlay, Failure, Goal, Lapses, Mean, Run, Seat, Setting, Solver, StyleName,
    Table, Text, UnknownStyle,
};

/// Which games to play.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// How many games.
    pub games: u64,
    /// The seed of the first; each next game has the next seed.
    pub seed: u64,
    /// From the position after these moves.
    pub after: Option<Text>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self { games: 1000, seed: 1, after: None }
    }
}

/// What came of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Who met whom, and how.
    #[serde(flatten)]
    pub setting: Setting,
    /// What it is played for: `{"least": "mana"}`, `{"most": "winner-hp"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// The styles of player 1 and player 2.
    pub styles: [String; 2],
    /// Who moved first: 1 or 2, or as the start of the queue or the moves before say.
    pub first: Option<u8>,
    /// The games.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// What moving first is worth: half of what player 1's mean margin is higher when they are
    /// first than when player 2 is.
    pub first_mover_advantage: Option<f64>,
    /// Where both styles go by the position alone and something is random, and few enough positions can
    /// come up: what a game is worth exactly, which the mean margin comes near.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<Mean>,
    /// The same of how it ends and how long it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<ChanceSpread>,
    /// Who wins how often and at what price, exactly, where few enough positions can come up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_play: Option<ExactPlay>,
    /// What each side that is not perfect gives away, and where; of sides of which that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lapses: Vec<Lapses>,
    /// Why that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// The same seeds with the other player first.
    pub other_first: Option<Outcome>,
    /// Time that took.
    pub seconds: f64,
}

/// The games of a match, counted.
pub type Outcome = MatchReport<PlayedGame>;

/// One game of many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// What was random in it came from this: a match of one game with this seed plays it again.
    pub seed: u64,
    /// The actions of both sides.
    pub length: u64,
    /// What it was worth to player 1.
    pub margin: i64,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// It went on for too long.
    pub cut: bool,
    /// What player 1 spent, where the game is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
    /// The moves, as `replay --moves` takes them.
    pub moves: String,
    /// The command that replays it, where somebody has filled it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
}

impl PlayedGame {
    /// What makes it worth a look.
    pub(crate) fn looks(&self) -> Looks {
        let Self { cut, length, margin, winner, .. } = *self;
        Looks { cut, length, margin, won: winner.is_some() }
    }

    /// A game that was played, with its moves spelled.
    pub(crate) fn new<M>(played: &Playout<M>, moves: String) -> Self {
        Self {
            seed: played.seed,
            length: played.actions,
            margin: played.margin,
            winner: played.winner.map(Player::number),
            cut: played.cut,
            spent: played.spent,
            moves,
            replay: None,
        }
    }
}

impl Table {
    /// Plays a match: player 1 by the first style, player 2 by the second; then the same seeds with
    /// the other player first, to see what moving first is worth. Progress is told in games that
    /// are over, of twice as many as asked for.
    ///
    /// # Errors
    /// What is wrong with the question; a style that is `manual`.
    ///
    /// ```
    /// use outplay::{Budget, MatchOptions, Source, StyleName};
    /// let arena = Source::game("arena").sides("mage", "rogue").open().unwrap();
    /// let styles = [StyleName::Minimax, StyleName::Minimax];
    /// let options = MatchOptions { games: 100, ..MatchOptions::default() };
    /// let answer = arena.play_match(&styles, &options, &Budget::default()).unwrap();
    /// assert_eq!((answer.outcome.mean_margin, answer.outcome.p2_wins), (Some(-10.0), 100));
    /// ```
    pub fn play_match(
        &self,
        styles: &[StyleName; 2],
        options: &MatchOptions,
        budget: &Budget,
    ) -> Result<MatchAnswer, Failure> {
        self.play_match_kept(styles, options, &Run::within(budget))
    }

    /// The same as a job: every thousand games are a cell that a store keeps.
    ///
    /// # Errors
    /// The same; a store that cannot be used.
    pub fn play_match_kept(
        &self,
        styles: &[StyleName; 2],
        options: &MatchOptions,
        how: &Run<'_>,
    ) -> Result<MatchAnswer, Failure> {
        let budget = &how.budget;
        refuse_manual(styles)?;
        self.check_styles(styles)?;
        let nothing = Text::new("after", "");
        let after = options.after.as_ref().unwrap_or(&nothing);
        let games = Games { after, styles, count: options.games, seed: options.seed };
        let mut solver = self.solver();
        let names = styles.each_ref().map(ToString::to_string);
        let mut first = true;
        let mut answer = self.match_played(names, options, budget, &mut |table, budget| {
            let how = Run { budget: *budget, ..*how };
            // What is proved of the fight as it is helps to study it.
            if std::mem::take(&mut first) {
                return played(table, &mut solver, &games, &how);
            }
            played(table, &mut table.solver(), &games, &how)
        })?;
        let begin = Instant::now();
        let perfect = styles.iter().all(StyleName::is_perfect) && !self.about().rolls;
        let mut study = None;
        if answer.outcome.stopped.is_none() && !perfect {
            study = solver.study(&games, true, budget)?;
        }
        let expected = match &mut study {
            Some(Study { worth, spread, .. }) if spread.is_some() => {
                spread.take().map(|spread| (*worth, spread))
            }
            _ => solver.expected(&games, &budget.quiet()),
        };
        let (exact, distribution) = expected.unzip();
        let (exact_play, lapses) = study.map(|study| (study.figures, study.lapses)).unzip();
        answer.exact = exact.flatten();
        answer.distribution = distribution;
        answer.exact_play = exact_play;
        answer.lapses = lapses.unwrap_or_default();
        answer.seconds += begin.elapsed().as_secs_f64();
        Ok(answer)
    }

    /// A match, whoever plays its games: from this table, and from the one on which the other player is first.
    pub(crate) fn match_played(
        &self,
        styles: [String; 2],
        options: &MatchOptions,
        budget: &Budget,
        play: &mut dyn FnMut(&Self, &Budget) -> Result<Outcome, Failure>,
    ) -> Result<MatchAnswer, Failure> {
        let begin = Instant::now();
        let outcome = play(self, budget)?;
        let about = self.about();
        let first = match self.fight() {
            Some(fight) if fight.spec.second_begins => Player::Two,
            _ => Player::One,
        };
        let mut left_out = if outcome.stopped.is_some() {
            Some("the match was stopped")
        } else if options.after.is_some() {
            Some("the moves before say whose turn it is")
        } else {
            match self.fight() {
                None => Some("the rules say who is first"),
                Some(fight) if fight.spec.coin => Some("a coin decides who is first"),
                Some(fight) if fight.spec.order == OrderKind::Speed => Some("the fastest is first"),
                Some(fight) if fight.spec.queue.is_some() => {
                    Some("the queue at the start says who is first")
                }
                Some(_) => None,
            }
        };
        let known_first =
            options.after.is_none() && self.fight().is_none_or(|fight| fight.spec.queue.is_none());
        let mut other_first = None;
        if left_out.is_none() {
            let turned = self.edited(|options| {
                let change = format!("turns.first=p{}", first.other().number());
                options.set.push(Text::new("who begins", change));
            })?;
            let tell = |over| {
                if let Some(tell) = budget.on_progress {
                    tell(options.games + over);
                }
            };
            let other = play(&turned, &Budget { on_progress: Some(&tell), ..*budget })?;
            left_out = other.stopped.map(|_| "the match was stopped");
            other_first = Some(other);
        }
        let gain = |other: &Outcome| {
            // Over both ways: what whoever is first gains on average.
            let sign = if first == Player::One { 1.0 } else { -1.0 };
            let (mean, other) = outcome.mean_margin.zip(other.mean_margin)?;
            Some(sign * (mean - other) / 2.0 + 0.0)
        };
        Ok(MatchAnswer {
            game: about.game.clone(),
            title: about.title.clone(),
            setting: about.setting(),
            goal: about.goal(),
            styles,
            first: known_first.then(|| first.number()),
            first_mover_advantage: other_first
                .as_ref()
                .filter(|other| other.stopped.is_none())
                .and_then(gain),
            left_out: left_out.map(str::to_owned),
            exact: None,
            distribution: None,
            exact_play: None,
            lapses: Vec::new(),
            other_first,
            outcome,
            seconds: begin.elapsed().as_secs_f64(),
        })
    }
}

/// So many games are a cell of a match.
const BLOCK: u64 = 1000;

/// Plays the games, or what is missing of them.
fn played(
    table: &Table,
    solver: &mut Solver,
    games: &Games<'_>,
    how: &Run<'_>,
) -> Result<Outcome, Failure> {
    if how.store.is_none() && how.elsewhere.is_none() {
        return solver.play_games(games, &how.budget);
    }
    let blocks = Blocks { table, games, how, rules: rules_name(table.source()) };
    let mut whole = Whole::default();
    if how.elsewhere.is_some() {
        how.run(&blocks, &mut |outcome| whole.join(outcome))?;
    } else {
        // A block is played on all cores, by one solver that keeps what it has proved.
        for number in 0..blocks.count() {
            let (block, over) = blocks.block(number);
            let tell = |more: u64| {
                if let Some(tell) = how.budget.on_progress {
                    tell(over + more);
                }
            };
            let told = how.told(&tell);
            let asked = || blocks.asked(number);
            whole.join(
                how.kept(asked, Blocks::is_finished, || solver.play_games(&block, &told.budget))?,
            );
            if whole.is_over() {
                break;
            }
        }
    }
    match whole.outcome {
        Some(outcome) if !whole.alone => Ok(Outcome { asked: games.count, ..outcome }),
        // One game that stands for all is soon played; sums that outgrow the numbers cannot be joined.
        _ => solver.play_games(games, &how.budget),
    }
}

/// Some games of a match, as anybody may play them.
pub(crate) fn block(
    table: &Table,
    styles: &[String; 2],
    after: &Text,
    (count, seed): (u64, u64),
    budget: &Budget,
) -> Result<Outcome, Failure> {
    let [one, two] = styles.each_ref().map(|style| read_style(style));
    let styles = &[one?, two?];
    table.solver().play_games(&Games { after, styles, count, seed }, budget)
}

/// A style by its name.
pub(crate) fn read_style(name: &str) -> Result<StyleName, Failure> {
    name.parse().map_err(|unknown: UnknownStyle| {
        Failure::plain(Problem::error(Code::UnknownStyle, None, unknown.to_string()))
    })
}

/// The games of a match, a thousand of them a cell.
struct Blocks<'a> {
    table: &'a Table,
    games: &'a Games<'a>,
    how: &'a Run<'a>,
    rules: String,
}

impl<'a> Blocks<'a> {
    /// The games of a block, and how many there are before it.
    fn block(&self, number: u64) -> (Games<'a>, u64) {
        let over = number * BLOCK;
        let count = BLOCK.min(self.games.count - over);
        (Games { count, seed: self.games.seed.wrapping_add(over), ..*self.games }, over)
    }

    fn styles(&self) -> [String; 2] {
        self.games.styles.each_ref().map(ToString::to_string)
    }

    fn asked(&self, number: u64) -> String {
        let (Games { count, seed, .. }, _) = self.block(number);
        let more = json!({
            "after": self.games.after.text, "styles": self.styles(), "seed": seed, "games": count,
        });
        question("match", &self.rules, &self.table.source().options, more)
    }
}

impl Job for Blocks<'_> {
    type Cell = Outcome;
    type Wrong = Failure;

    fn count(&self) -> u64 {
        self.games.count.div_ceil(BLOCK)
    }

    fn question(&self, number: u64) -> Option<String> {
        Some(self.asked(number))
    }

    fn cell(&self, number: u64) -> Result<Outcome, Failure> {
        self.table.solver().play_games(&self.block(number).0, &self.how.cell_budget())
    }

    fn task(&self, number: u64) -> Option<String> {
        let (Games { count: games, seed, after, .. }, _) = self.block(number);
        let work = Work::Match { styles: self.styles(), after: after.clone(), games, seed };
        self.how.task(&self.table.source().options, work)
    }

    fn unbegun(&self, number: u64, stop: Stop) -> Outcome {
        let unit = match &self.table.about().objective {
            Objective::LeastCost(unit) => Some(unit.as_str()),
            _ => None,
        };
        Outcome::unbegun(unit, self.block(number).0.seed, stop)
    }

    fn is_finished(outcome: &Outcome) -> bool {
        outcome.stopped.is_none() && outcome.sums.is_some()
    }
}

/// Blocks of games that were joined.
#[derive(Default)]
struct Whole {
    outcome: Option<Outcome>,
    /// They cannot be joined.
    alone: bool,
}

impl Whole {
    /// No more need be joined.
    fn is_over(&self) -> bool {
        self.alone || self.outcome.as_ref().is_some_and(|outcome| outcome.stopped.is_some())
    }

    /// Joins the next block; what comes after one that was stopped does not count.
    fn join(&mut self, next: Outcome) {
        if self.is_over() {
            return;
        }
        self.alone = next.one_for_all || next.sums.is_none();
        self.outcome = match self.outcome.take() {
            None => Some(next),
            Some(before) => before.joined(next, PlayedGame::looks),
        };
        self.alone |= self.outcome.is_none();
    }
}

/// Reads who sits where in a match, where nobody is asked.
///
/// # Errors
/// What is wrong with either, said at once.
pub fn read_seats(seats: [Option<&Text>; 2]) -> Result<[Seat; 2], Failure> {
    let read = |text: Option<&Text>| text.map_or_else(|| Ok(Seat::default()), read_seat);
    match (read(seats[0]), read(seats[1])) {
        (Ok(one), Ok(two)) => Ok([one, two]),
        (Err(one), Err(two)) => Err(one.and(two)),
        (Err(wrong), Ok(_)) | (Ok(_), Err(wrong)) => Err(wrong),
    }
}

/// Reads `FIGHTER[:STYLE]` for a match.
fn read_seat(given: &Text) -> Result<Seat, Failure> {
    let seat = Seat::read(given)?;
    if seat.style == Some(StyleName::Manual) {
        let start = given.text.find(':').map_or(0, |colon| colon + 1);
        let place = Some(start..given.text.len());
        return Err(Failure::in_text(&given.name, &given.text, place, manual));
    }
    Ok(seat)
}

/// Many games are played by themselves.
pub(crate) fn refuse_manual(styles: &[StyleName]) -> Result<(), Failure> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    for (style, number) in styles.iter().zip(1..) {
        if *style == StyleName::Manual {
            let source = sources.add(format!("style {number}"), "manual");
            problems.push(manual(Some(Span { source, start: 0, end: "manual".len() })));
        }
    }
    if problems.has_errors() { Err(Failure::new(sources, problems)) } else { Ok(()) }
}

pub(crate) fn manual(span: Option<Span>) -> Problem {
    let message = "nobody is asked here: many games are played by themselves";
    Problem::error(Code::ManualStyle, span, message).help("name another style, as in `minimax`")
}
