//! Everyone against everyone: under perfect play, or by style over many games.
//!
//! A cell of perfect play is [`solve_versus`] of that pairing, and a cell of styles is the match of
//! it from the same seed: what the matrix says, `solve` and `match` say too. Values are to
//! player 1, who is the row.

use std::collections::BTreeMap;
use std::time::Instant;

use outplay_duel::Fight;
use outplay_lab::{Cell, Limits as StyleLimits, MatchSetup, Tournament, tournament};
use outplay_text::{Problem, Problems, Sources, Span};
use serde::Serialize;

use crate::matches::{PlayMany, manual, refuse_manual};
use crate::position::style_limits;
use crate::{
    Failure, Limits, Loaded, Players, Proof, Request, Stopped, StyleName, VersusOptions,
    solve_versus,
};

/// More entrants than this are refused.
pub const MOST_ENTRANTS: usize = 64;

/// What came of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentAnswer<D> {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The mode.
    pub mode: String,
    /// A matrix for each turn order.
    pub orders: Vec<OrderTable<D>>,
    /// Why it is not known what moving first is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<&'static str>,
    /// What stopped it, where something did: `time`, `states` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Time that took.
    pub seconds: f64,
}

/// The matrix of one turn order.
#[derive(Clone, Debug, Serialize)]
pub struct OrderTable<D> {
    /// The turn order.
    pub order: &'static str,
    /// The matrix, and what it says.
    #[serde(flatten)]
    pub table: Tournament<D>,
}

/// A meeting under perfect play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedMeeting {
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// The line, as `replay --moves` takes it.
    pub moves: String,
    /// `optimal` or `bound`.
    pub proof: Proof,
    /// With `bound`: the least that it is worth to player 1, where anything is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i64>,
    /// With `bound`: the most that it is worth to player 1, where anything is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// States expanded.
    pub states: u64,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A meeting over many games.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// Everyone against everyone when both do their best: in a fight with a queue under both of its
/// orders, unless the request chooses one. No `fighters` means all.
///
/// # Errors
/// When the rules or the question are wrong, or the fight is not for the winner's hp.
///
/// ```
/// use outplay::{Limits, Request, solve_tournament};
/// let arena = Request::shipped("arena").unwrap();
/// let answer = solve_tournament(&arena, &[], Limits::default()).unwrap();
/// let queue = &answer.orders[0];
/// assert_eq!((queue.order, queue.table.entrants.len()), ("queue", 4));
/// assert_eq!(queue.table.rows[0][1].value_to_p1, Some(-10.0)); // mage against rogue
/// ```
#[expect(clippy::missing_panics_doc, reason = "each question is loaded before it is solved")]
pub fn solve_tournament(
    request: &Request,
    fighters: &[String],
    limits: Limits,
) -> Result<TournamentAnswer<SolvedMeeting>, Failure> {
    let begin = Instant::now();
    let loaded = opened(request)?;
    let fighters = entered(&loaded, fighters, 1)?;
    let deadline = limits.deadline();
    let own = loaded.fight.names.order.name();
    let chosen = request.order.is_some()
        || request.set.iter().any(|(_, change)| change.trim_start().starts_with("turns.order"));
    let both = loaded.fight.names.order.has_places() && !chosen;
    let orders = if both { vec!["queue", "restricted-queue"] } else { vec![own] };
    let meeting = |order: &str, one: usize, two: usize| {
        let request = request.clone().order(order);
        request.sides(fighters[one].as_str(), fighters[two].as_str())
    };
    // Whatever is wrong with a pairing is said before the first is solved.
    for order in &orders {
        for pairing in 0..fighters.len() * fighters.len() {
            meeting(order, pairing / fighters.len(), pairing % fighters.len()).load()?;
        }
    }
    let cells = (fighters.len() * fighters.len()) as u64;
    let mut tables = Vec::new();
    for (done, &order) in (0_u64..).zip(&orders) {
        let solve = |one: usize, two: usize| {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let max_seconds = left.map(|left| left.as_secs_f64());
            let limits = Limits { max_seconds, on_progress: None, ..limits };
            let options = VersusOptions { by: None, explain: false, limits };
            let answer = solve_versus(&meeting(order, one, two), &options)
                .expect("the same question was loaded before");
            #[expect(clippy::cast_precision_loss, reason = "hp are far below 2^52")]
            let value_to_p1 = answer.value.map(|value| value as f64);
            let detail = SolvedMeeting {
                winner: answer.winner,
                moves: answer.moves,
                proof: answer.proof,
                lower: answer.lower,
                upper: answer.upper,
                states: answer.states,
                stopped: answer.stopped,
            };
            Cell { value_to_p1, detail }
        };
        let tell = |cells_done: u64| {
            if let Some(tell) = limits.on_progress {
                tell(done * cells + cells_done);
            }
        };
        let table = tournament(fighters.clone(), solve, Some(&tell));
        tables.push(OrderTable { order, table });
    }
    let stopped = |cell: &Cell<SolvedMeeting>| cell.detail.stopped;
    Ok(answer(request, loaded, tables, stopped, begin))
}

/// Everyone against everyone, every fighter with every style, over many games each, in the turn
/// order of the request. No `fighters` means all.
///
/// # Errors
/// When the rules or the question are wrong, a style is `manual`, or the fight is not for the
/// winner's hp.
#[expect(clippy::missing_panics_doc, reason = "only moves before the start can be refused")]
pub fn play_tournament(
    request: &Request,
    fighters: &[String],
    styles: &[StyleName],
    (games, seed): (u64, u64),
    limits: Limits,
) -> Result<TournamentAnswer<PlayedMeeting>, Failure> {
    let begin = Instant::now();
    let loaded = opened(request)?;
    refuse_manual(styles)?;
    let fighters = entered(&loaded, fighters, styles.len())?;
    let count = fighters.len();
    let mut fights: Vec<Fight> = Vec::new();
    for pairing in 0..count * count {
        let (one, two) = (&fighters[pairing / count], &fighters[pairing % count]);
        fights.push(request.clone().sides(one.as_str(), two.as_str()).load()?.fight);
    }
    let entrants: Vec<(usize, &StyleName)> =
        (0..count).flat_map(|fighter| styles.iter().map(move |style| (fighter, style))).collect();
    let mut meetings = Vec::new();
    for &(one, one_style) in &entrants {
        for &(two, two_style) in &entrants {
            let fight = &fights[one * count + two];
            let players =
                Players::asked_for(["--styles"; 2], fight, [one_style.clone(), two_style.clone()])?;
            meetings.push((fight, players));
        }
    }
    let style_limits: StyleLimits = style_limits(&limits);
    let play = |one: usize, two: usize| {
        let (fight, players) = &meetings[one * entrants.len() + two];
        let setup = MatchSetup { games, seed, limits: style_limits, ..MatchSetup::default() };
        let outcome = fight
            .visit(PlayMany { players, after: None, setup })
            .expect("only moves before the start can be refused");
        let detail = PlayedMeeting {
            games: outcome.games,
            p1_wins: outcome.p1_wins,
            p2_wins: outcome.p2_wins,
            ties: outcome.ties,
            cut: outcome.cut,
            mean_length: outcome.mean_length,
            margin_within: outcome.margin_within,
            stopped: outcome.stopped.map(Stopped::from),
        };
        let value_to_p1 = outcome.mean_margin.filter(|_| outcome.stopped.is_none());
        Cell { value_to_p1, detail }
    };
    let names = entrants.iter().map(|(fighter, style)| format!("{}:{style}", fighters[*fighter]));
    let table = tournament(names.collect(), play, limits.on_progress.map(|tell| tell as _));
    let order = loaded.fight.names.order.name();
    let stopped = |cell: &Cell<PlayedMeeting>| cell.detail.stopped;
    Ok(answer(request, loaded, vec![OrderTable { order, table }], stopped, begin))
}

/// Reads styles by their names, with commas between; `option` is what they were given for.
///
/// # Errors
/// Names that no style has, with the nearest; `manual`; one that is there twice.
pub fn read_styles(option: &str, text: &str) -> Result<Vec<StyleName>, Failure> {
    let mut styles: Vec<StyleName> = Vec::new();
    read_list(option, text, |span, word| {
        let style: StyleName = word.parse().map_err(|unknown: crate::UnknownStyle| {
            let message = format!("no style is called `{word}`");
            Problem::error(span, message).help(unknown.help())
        })?;
        if style == StyleName::Manual {
            return Err(manual(span));
        }
        if styles.contains(&style) {
            return Err(Problem::error(span, format!("`{word}` is there twice")));
        }
        styles.push(style);
        Ok(())
    })?;
    Ok(styles)
}

/// Reads fighters of a fight by their names or short names, with commas between.
///
/// # Errors
/// When the rules are wrong; names that no fighter has, with the nearest; one that is there twice.
pub fn read_fighters(request: &Request, option: &str, text: &str) -> Result<Vec<String>, Failure> {
    let spec = request.load()?.fight.spec;
    let mut found: Vec<String> = Vec::new();
    read_list(option, text, |span, word| {
        let Some(fighter) = spec.fighter(word) else {
            let known = spec.fighters.iter().map(|fighter| fighter.id.text.as_str());
            let message = format!("no fighter is called `{word}`");
            return Err(Problem::error(span, message).one_of(word, known));
        };
        if found.contains(&fighter.id.text) {
            return Err(Problem::error(span, format!("`{word}` is there twice")));
        }
        found.push(fighter.id.text.clone());
        Ok(())
    })?;
    Ok(found)
}

/// Reads words with commas between, and gathers what is wrong with any of them.
fn read_list(
    option: &str,
    text: &str,
    mut read: impl FnMut(Span, &str) -> Result<(), Problem>,
) -> Result<(), Failure> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add(option, text);
    let mut start = 0;
    for word in text.split(',') {
        let trimmed = word.trim();
        let begin = start + (word.len() - word.trim_start().len());
        let span = Span { source, start: begin, end: begin + trimmed.len() };
        if trimmed.is_empty() {
            let problem = Problem::error(span, "a name is missing here");
            problems.push(problem.help("names stand with commas between, as in `one,two`"));
        } else if let Err(problem) = read(span, trimmed) {
            problems.push(problem);
        }
        start += word.len() + 1;
    }
    if problems.has_errors() {
        return Err(Failure { sources, problems: problems.into_sorted() });
    }
    Ok(())
}

/// The rules, if they are for a tournament.
fn opened(request: &Request) -> Result<Loaded, Failure> {
    let loaded = request.load()?;
    let names = &loaded.fight.names;
    if !names.zero_sum {
        let message = format!(
            "a tournament needs a fight for the winner's hp; the goal of this one is the least {}",
            names.price
        );
        let help = "`most = \"winner-hp\"` under `[goal]` makes it a fight for two";
        return Err(Failure::plain(Problem::error(None, message).help(help)));
    }
    if request.after.is_some() {
        let message = "a tournament has no moves before: each pair would need its own";
        return Err(Failure::plain(Problem::error(None, message)));
    }
    Ok(loaded)
}

/// Who takes part, unless they are too many.
fn entered(loaded: &Loaded, fighters: &[String], styles: usize) -> Result<Vec<String>, Failure> {
    let everyone = loaded.fight.spec.fighters.iter().map(|fighter| fighter.id.text.clone());
    let fighters = if fighters.is_empty() { everyone.collect() } else { fighters.to_vec() };
    let entrants = fighters.len() * styles;
    if entrants > MOST_ENTRANTS {
        let message = format!("{entrants} entrants are too many: at most {MOST_ENTRANTS}");
        let help = "choose some with --fighters, or fewer --styles";
        return Err(Failure::plain(Problem::error(None, message).help(help)));
    }
    Ok(fighters)
}

/// Puts the answer together.
fn answer<D>(
    request: &Request,
    loaded: Loaded,
    mut orders: Vec<OrderTable<D>>,
    stopped: impl Fn(&Cell<D>) -> Option<Stopped>,
    begin: Instant,
) -> TournamentAnswer<D> {
    let spec = &loaded.fight.spec;
    let mut cells = orders.iter().flat_map(|order| order.table.rows.iter().flatten());
    let stopped = cells.find_map(stopped);
    let start_of = |side: usize| -> BTreeMap<&str, i32> {
        spec.start[side].iter().map(|(number, value)| (number.text.as_str(), *value)).collect()
    };
    let left_out = if spec.queue.is_some() {
        Some("the queue at the start says who is first")
    } else if start_of(0) != start_of(1) {
        Some("the sides do not start alike")
    } else {
        stopped.map(|_| "not all meetings are known")
    };
    for order in &mut orders {
        // Where everything else is alike, what player 1 gains on average is for being first.
        let gain = &mut order.table.first_mover_advantage;
        let sign = if spec.second_begins { -1.0 } else { 1.0 };
        *gain = gain.filter(|_| left_out.is_none()).map(|gain| sign * gain + 0.0);
    }
    TournamentAnswer {
        game: request.game.clone(),
        title: loaded.fight.names.title.clone(),
        mode: loaded.mode,
        orders,
        left_out,
        stopped,
        seconds: begin.elapsed().as_secs_f64(),
    }
}
