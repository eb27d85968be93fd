//! The commands for combat, whose decks are given or dealt.

use std::time::Instant;

use outplay::combat::{Deal, MOST_DEALT, Mode};
use outplay::text::nearest;
use outplay::{
    Allowed, Answer, CombatMatch, Contents, Question, Replay as Replayed, Source, Stop, Table,
    Text, match_combat, thousands,
};
use outplay_render::combat::{self as render, NAME};
use outplay_render::json;

use super::args::{
    Command, Deal as DealArgs, Format, Game, Match, Replay, Show, Solve, TableFormat,
};
use super::progress::Progress;
use super::{Done, Wrong, expect, files, print, print_json, print_modes, source};

/// More rounds are told only when args for.
const ROUNDS_TOLD: u64 = 10_000;

/// Does what was asked about combat.
pub(super) fn run(command: &Command, source: &Source) -> Result<Done, Wrong> {
    let plain = |message: &str| Err(Wrong::Plain(message.to_owned()));
    match command {
        Command::Show(args) => show(args),
        Command::Solve(args) => solve(args, source),
        Command::Replay(args) => replay(args, source),
        Command::Deal(args) => deal(args),
        Command::Match(args) => many(args),
        Command::Play(args) => super::play::combat(args, source),
        Command::Check(_) => plain(
            "combat has no rules file to check: its rules are part of the program (outplay show combat)",
        ),
        Command::Report(_) => plain("nobody chooses anything in combat: a report is about a fight"),
        Command::Tune(_) => plain("two decks are played as they are dealt: tuning is for fights"),
        Command::Compare(_) => plain(
            "combat has no searches to compare: nobody chooses anything, the decks play themselves",
        ),
        _ => plain("combat has no fighters: a tournament is for fights"),
    }
}

fn show(args: &Show) -> Result<Done, Wrong> {
    let game = &args.game;
    refuse_rules(
        game,
        &[
            (game.mode.is_some(), "--mode", "both modes are shown"),
            (game.input.is_some(), "--input", "no decks are needed to show the rules"),
            (game.p1.is_some(), "--p1", "no decks are needed to show the rules"),
            (game.p2.is_some(), "--p2", "no decks are needed to show the rules"),
        ],
    )?;
    if args.format == Format::Json {
        print_json(&render::facts());
        return Ok(Done::Well);
    }
    print(&render::rules());
    Ok(Done::Well)
}

fn solve(args: &Solve, source: &Source) -> Result<Done, Wrong> {
    refuse_rules(
        &args.game,
        &[
            (args.after.is_some(), "--after", "nobody makes moves"),
            (args.at_most.is_some(), "--at-most", "nothing is spent"),
            (args.all, "--all", "there is only one line"),
            (args.by.is_some(), "--by", "there is nothing to search"),
            (args.playouts.is_some(), "--playouts", "it is played out once"),
            (args.seed.is_some(), "--seed", "nothing is drawn"),
        ],
    )?;
    let limits = source::allowed(&args.limits).kept();
    let question = Question { explain: args.explain, ..Question::default() };
    let mut answers = Vec::new();
    let (begun, tables) = (Instant::now(), tables(&args.game, source)?);
    for (done, table) in tables.iter().enumerate() {
        // All modes share the time.
        let limits = limits.shared(begun.elapsed(), tables.len() - done);
        let answer =
            source::limited(&limits, "rounds", |budget| table.solver().solve(&question, budget))?;
        if let Answer::Combat(answer) = answer {
            answers.push(answer);
        }
    }
    if args.format == Format::Json {
        print_modes(NAME, &answers);
    } else {
        for (index, answer) in answers.iter().enumerate() {
            if answers.len() > 1 {
                print(&format!("{}{}:\n", if index == 0 { "" } else { "\n" }, answer.mode));
            }
            print(&render::answer(answer));
        }
    }
    let stopped = answers.iter().any(|answer| answer.stopped.is_some());
    let done = if stopped { Done::Stopped } else { Done::Well };
    let outcome = |answer| {
        let answer = Answer::Combat(answer);
        (answer.mode().unwrap_or_default().to_owned(), answer.outcome())
    };
    let outcomes: Vec<_> = answers.into_iter().map(outcome).collect();
    expect::judged(args.expect.as_ref(), &outcomes, done)
}

fn replay(args: &Replay, source: &Source) -> Result<Done, Wrong> {
    refuse_rules(
        &args.game,
        &[
            (args.after.is_some(), "--after", "nobody makes moves"),
            (args.moves.is_some(), "--moves", "nobody makes moves"),
            (args.at_most.is_some(), "--at-most", "nothing is spent"),
        ],
    )?;
    let rounds = args.max_rounds.unwrap_or(ROUNDS_TOLD);
    let limits = outplay::Limits {
        states: rounds,
        ..Allowed { memory: args.max_memory, ..Allowed::default() }.usual()
    };
    let mut answers = Vec::new();
    for table in tables(&args.game, source)? {
        let replay = source::limited(&limits, "rounds", |budget| {
            table.solver().replay(&Text::new("--after", ""), "", budget)
        })?;
        if let Replayed::Combat(replay) = replay {
            answers.push(replay);
        }
    }
    if args.format == Format::Json {
        print_modes(NAME, &answers);
    } else {
        for answer in &answers {
            if answers.len() > 1 {
                print(&format!("{}:\n\n", answer.mode));
            }
            print(&render::replay(answer));
        }
    }
    let outcomes: Vec<_> =
        answers.iter().map(|answer| (answer.mode.clone(), answer.outcome())).collect();
    // So many rounds were asked for, and that is no limit.
    let limit = |stop: Stop| stop != Stop::States;
    let stopped = answers.iter().any(|answer| answer.stopped.is_some_and(limit));
    let done = if stopped { Done::Stopped } else { Done::Well };
    expect::judged(args.expect.as_ref(), &outcomes, done)
}

fn deal(args: &DealArgs) -> Result<Done, Wrong> {
    let number = args.number.unwrap_or(1);
    let deal = Deal::random(cards(args.cards)?, args.seed, number);
    if args.format == Format::Json {
        print_json(&json::dealt_decks(&deal, args.seed, number));
    } else {
        print(&deal.to_string());
    }
    Ok(Done::Well)
}

fn many(args: &Match) -> Result<Done, Wrong> {
    let game = &args.game;
    refuse_rules(
        game,
        &[
            (game.p1.is_some(), "--p1", "in a match the decks are dealt, see --cards"),
            (game.p2.is_some(), "--p2", "in a match the decks are dealt, see --cards"),
            (game.input.is_some(), "--input", "in a match the decks are dealt, see --cards"),
            (args.after.is_some(), "--after", "nobody makes moves"),
            (args.job.store.is_some(), "--store", "a match of decks is dealt and played anew"),
            (args.job.cell_seconds.is_some(), "--cell-seconds", "a deal is soon over"),
            (args.job.dask.is_some(), "--dask", "a deal is soon over"),
        ],
    )?;
    let [mode] = modes(game.mode.as_deref())?[..] else {
        return Err(Wrong::Plain("a match is played in one mode: plain or recursive".to_owned()));
    };
    let question =
        CombatMatch { cards: cards(args.cards)?, games: args.games, seed: args.seed, mode };
    let bar = Progress::counting(args.games);
    let limits = source::allowed(&args.job.limits).kept();
    let answer =
        source::within(&limits, &|deals| bar.at(deals), |budget| match_combat(&question, budget));
    drop(bar);
    match args.format {
        TableFormat::Json => print_json(&answer),
        TableFormat::Csv => print(&render::deals_csv(&answer)),
        TableFormat::Text => print(&render::deals(&answer, args.games)),
    }
    Ok(if answer.stopped.is_some() { Done::Stopped } else { Done::Well })
}

fn cards(args: Option<u32>) -> Result<u32, Wrong> {
    match args {
        Some(cards) if (2..=MOST_DEALT).contains(&cards) => Ok(cards),
        Some(cards) => Err(Wrong::Plain(format!(
            "--cards {cards} is not a deal for two players: it takes 2 to {}",
            thousands(MOST_DEALT.into())
        ))),
        None => {
            Err(Wrong::Plain("how many cards? give --cards, for example --cards 50".to_owned()))
        }
    }
}

/// The modes args for: both for `all`.
fn modes(name: Option<&str>) -> Result<Vec<Mode>, Wrong> {
    match name {
        None | Some("plain" | "normal") => Ok(vec![Mode::Plain]),
        Some("recursive") => Ok(vec![Mode::Recursive]),
        Some("all") => Ok(Mode::BOTH.to_vec()),
        Some(other) => {
            let hint = match nearest(other, ["plain", "recursive", "normal", "all"]) {
                Some(near) => format!("did you mean {near}?"),
                None => "there is plain, recursive, and all for both".to_owned(),
            };
            Err(Wrong::Plain(format!("combat has no mode called {other}: {hint}")))
        }
    }
}

/// The mode and the decks to watch; no decks where none were given and some are to be dealt.
pub(super) fn to_watch(
    source: &Source,
    game: &Game,
    after: bool,
) -> Result<(Mode, Option<Table>), Wrong> {
    refuse_rules(game, &[(after, "--after", "nobody makes moves")])?;
    let [mode] = modes(game.mode.as_deref())?[..] else {
        return Err(Wrong::Plain("a game is played in one mode: plain or recursive".to_owned()));
    };
    let given = game.input.is_some() || game.p1.is_some() || game.p2.is_some();
    let table = if given { tables(game, source)?.pop() } else { None };
    Ok((mode, table))
}

/// A table with the decks asked about for each mode.
fn tables(game: &Game, source: &Source) -> Result<Vec<Table>, Wrong> {
    let modes = modes(game.mode.as_deref())?;
    let mut source = source.clone();
    let deck = |name: &str, deck: &String| source::option(name, deck);
    match (&game.input, &game.p1, &game.p2) {
        (Some(path), None, None) => source.options.input = Some(files::named(path)?),
        (None, Some(one), Some(two)) => {
            source.options.sides = [Some(deck("p1", one)), Some(deck("p2", two))];
        }
        (Some(_), _, _) => {
            return Err(Wrong::Plain(
                "the decks come from --input or from --p1 and --p2, not from both".to_owned(),
            ));
        }
        (None, None, None) => {
            return Err(Wrong::Plain(
                "which decks? give --input FILE (- for standard input), or --p1 \"9 2 6\" --p2 \"5 8 4\""
                    .to_owned(),
            ));
        }
        (None, one, _) => {
            let missing = if one.is_none() { 1 } else { 2 };
            return Err(Wrong::Plain(format!(
                "the deck of player {missing} is missing: give --p{missing} too, for example --p{missing} \"9 2 6\""
            )));
        }
    }
    let open = |mode: &Mode| Ok(source::open(&source.clone().mode(mode.name()))?);
    modes.iter().map(open).collect()
}

/// The decks of a table.
pub(super) fn deal_of(table: &Table) -> Option<&Deal> {
    match table.contents() {
        Contents::Combat(deal, _) => Some(deal),
        _ => None,
    }
}

/// Refuses what only fights from a rules file have, and what else was given without sense.
fn refuse_rules(game: &Game, more: &[(bool, &str, &str)]) -> Result<(), Wrong> {
    let rules = [
        (!game.set.is_empty(), "--set", "its rules have no numbers to change"),
        (game.order.is_some(), "--order", "both players draw at the same time"),
        (game.goal.is_some(), "--goal", "nobody chooses anything"),
    ];
    match rules.iter().chain(more).find(|(given, _, _)| *given) {
        Some((_, option, why)) => {
            Err(Wrong::Plain(format!("{option} means nothing in combat: {why}")))
        }
        None => Ok(()),
    }
}
