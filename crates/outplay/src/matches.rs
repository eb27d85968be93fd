//! Many games of a fight between two styles, as plain data.
//!
//! Games are played by `outplay-lab` in the fight without the places in the queue that no longer
//! matter, and spelled in the real one, so that `replay` takes them. Values are to player 1. Game
//! i depends on seed + i and nothing else: the answer is the same on any number of threads.

use std::time::Instant;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Names, Refusal, Visitor};
use outplay_game::{Game, Player};
use outplay_lab::{MatchReport, MatchSetup, play_match};
use outplay_text::{Problem, Sources, Span};
use serde::Serialize;

use crate::position::style_limits;
use crate::replay::refused_after;
use crate::versus::starting_after;
use crate::{Failure, Limits, Players, Request, Seat, Setting, StyleName};

/// How many games, and what they may cost.
#[derive(Clone, Copy)]
pub struct MatchOptions<'a> {
    /// How many games.
    pub games: u64,
    /// The seed of the first; each next game has the next seed.
    pub seed: u64,
    /// What it may take; `on_progress` is told the games that are over, of twice as many: each
    /// seed is played with either player first.
    pub limits: Limits<'a>,
}

/// What came of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Who met whom, and how.
    #[serde(flatten)]
    pub setting: Setting,
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
    /// Why that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<&'static str>,
    /// The same seeds with the other player first.
    pub other_first: Option<Outcome>,
    /// Time that took.
    pub seconds: f64,
}

/// The games of a match, counted.
pub type Outcome = MatchReport<PlayedGame>;

/// One game of many.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedGame {
    /// What was random in it came from this: a match of one game with this seed plays it again.
    pub seed: u64,
    /// The choices made.
    pub length: u64,
    /// What it was worth to player 1.
    pub margin: i64,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// It went on for too long.
    pub cut: bool,
    /// The moves, as `replay --moves` takes them.
    pub moves: String,
    /// The command that replays it, where somebody has filled it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
}

/// Plays a match: player 1 by the first style, player 2 by the second; then the same seeds with
/// the other player first, to see what moving first is worth.
///
/// # Errors
/// When the rules or the question are wrong, or a style is `manual`.
///
/// ```
/// use outplay::StyleName;
/// use outplay::{Limits, MatchOptions, Request, play_matches};
///
/// let request = Request::shipped("arena").unwrap().sides("mage", "rogue");
/// let styles = [StyleName::Minimax, StyleName::Minimax];
/// let options = MatchOptions { games: 100, seed: 1, limits: Limits::default() };
/// let answer = play_matches(&request, styles, &options).unwrap();
/// assert_eq!((answer.outcome.mean_margin, answer.outcome.p2_wins), (Some(-10.0), 100));
/// ```
pub fn play_matches(
    request: &Request,
    styles: [StyleName; 2],
    options: &MatchOptions,
) -> Result<MatchAnswer, Failure> {
    let begin = Instant::now();
    let loaded = request.load()?;
    refuse_manual(&styles)?;
    let fight = &loaded.fight;
    let players = Players::new(fight, styles.clone())?;
    let names = &fight.names;
    let setup = setup(options, options.limits.on_progress);
    let play = |fight: &Fight, players: &Players, setup: MatchSetup| {
        let after = request.after.as_deref();
        let played = fight.visit(PlayMany { players, after, setup });
        played.map_err(|refusal| refused_after(request, &refusal))
    };
    let outcome = play(fight, &players, setup)?;
    let first = if fight.spec.second_begins { Player::Two } else { Player::One };
    let mut left_out = None;
    if outcome.stopped.is_some() {
        left_out = Some("the match was stopped");
    } else if request.after.is_some() {
        left_out = Some("the moves before say whose turn it is");
    } else if fight.spec.queue.is_some() {
        left_out = Some("the queue at the start says who is first");
    }
    let mut other_first = None;
    if left_out.is_none() {
        let turned = request.clone().set(format!("turns.first=p{}", first.other().number()));
        let turned = turned.load()?.fight;
        let players = Players::new(&turned, styles.clone())?;
        let tell = |over| {
            if let Some(tell) = options.limits.on_progress {
                tell(options.games + over);
            }
        };
        let setup = MatchSetup { on_progress: Some(&tell), ..setup };
        let other = play(&turned, &players, setup)?;
        left_out = other.stopped.map(|_| "the match was stopped");
        other_first = Some(other);
    }
    let gain = |other: &Outcome| {
        // Over both ways: what whoever is first gains on average.
        let sign = if first == Player::One { 1.0 } else { -1.0 };
        let (mean, other) = outcome.mean_margin.zip(other.mean_margin)?;
        Some(sign * (mean - other) / 2.0 + 0.0)
    };
    let known_first = request.after.is_none() && fight.spec.queue.is_none();
    Ok(MatchAnswer {
        game: request.game.clone(),
        title: names.title.clone(),
        setting: Setting {
            mode: loaded.mode.clone(),
            order: names.order.name(),
            p1: names.fighters[0].id.clone(),
            p2: names.fighters[1].id.clone(),
        },
        styles: styles.map(|style| style.to_string()),
        first: known_first.then(|| first.number()),
        first_mover_advantage: other_first
            .as_ref()
            .filter(|other| other.stopped.is_none())
            .and_then(gain),
        left_out,
        other_first,
        outcome,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The setup of a match under the clock of these options, which starts now.
fn setup<'a>(
    options: &MatchOptions<'a>,
    on_progress: Option<&'a (dyn Fn(u64) + Sync)>,
) -> MatchSetup<'a> {
    MatchSetup {
        games: options.games,
        seed: options.seed,
        limits: style_limits(&options.limits),
        on_progress,
        ..MatchSetup::default()
    }
}

/// Reads who sits where in a match: `--p1` and `--p2`.
///
/// # Errors
/// What is wrong with either, said at once.
pub fn read_seats(one: Option<&str>, two: Option<&str>) -> Result<[Seat; 2], Failure> {
    let read = |option: &str, text: Option<&str>| match text {
        Some(text) => read_seat(option, text),
        None => Ok(Seat::default()),
    };
    match (read("--p1", one), read("--p2", two)) {
        (Ok(one), Ok(two)) => Ok([one, two]),
        (Err(one), Err(two)) => Err(one.and(two)),
        (Err(wrong), Ok(_)) | (Ok(_), Err(wrong)) => Err(wrong),
    }
}

/// Reads `FIGHTER[:STYLE]` for a match, where nobody is asked; `option` is what it was given for.
///
/// # Errors
/// A style that there is none of, with the nearest, and `manual`.
fn read_seat(option: &str, text: &str) -> Result<Seat, Failure> {
    let seat = Seat::read(option, text)?;
    if seat.style == Some(StyleName::Manual) {
        let mut sources = Sources::default();
        let source = sources.add(option, text);
        let start = text.find(':').map_or(0, |colon| colon + 1);
        let problems = vec![manual(Span { source, start, end: text.len() })];
        return Err(Failure { sources, problems });
    }
    Ok(seat)
}

/// Many games are played by themselves.
pub(crate) fn refuse_manual(styles: &[StyleName]) -> Result<(), Failure> {
    let (mut sources, mut problems) = (Sources::default(), Vec::new());
    for (style, number) in styles.iter().zip(1..) {
        if *style == StyleName::Manual {
            let source = sources.add(format!("style {number}"), "manual");
            problems.push(manual(Span { source, start: 0, end: "manual".len() }));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure { sources, problems }) }
}

pub(crate) fn manual(span: Span) -> Problem {
    Problem::error(span, "nobody is asked here: many games are played by themselves")
        .help("to play yourself, use `outplay play`; here, name another style, as in `minimax`")
}

/// A match of a fight, compiled for its states.
pub(crate) struct PlayMany<'a> {
    pub(crate) players: &'a Players,
    pub(crate) after: Option<&'a str>,
    pub(crate) setup: MatchSetup<'a>,
}

impl Visitor for PlayMany<'_> {
    type Output = Result<Outcome, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?;
        let quick = duel.without_unreached_places();
        let limits = self.setup.limits;
        let report = play_match(&quick, &quick.start(), &self.setup, |quick| {
            Player::BOTH.map(|player| {
                let style = self.players.style(quick, player, names.zero_sum, limits);
                style.expect("a match has refused `manual`")
            })
        });
        Ok(report.map_games(|played| PlayedGame {
            seed: played.seed,
            length: played.choices,
            margin: played.margin,
            winner: played.winner.map(Player::number),
            cut: played.cut,
            moves: duel.spell(names, &played.moves).0,
            replay: None,
        }))
    }
}
