//! The commands for combat: every one whose game is called `combat` comes here first.

use outplay::combat::{Deal, MOST_DEALT, Mode};
use outplay::text::nearest;
use outplay::{
    CombatAnswer, CombatMatch, DecksFrom, match_combat, replay_combat, solve_combat, thousands,
};
use outplay_render::combat::{self as tell, NAME};
use outplay_render::json;

use super::args::{
    Command, Deal as DealAsked, Fight, Format, Match, Replay, Show, Solve, TableFormat,
};
use super::{Done, Progress, Wrong, files, listen_for_interrupts, print, print_json, print_modes};

/// More rounds are told only when asked for.
const ROUNDS_TOLD: u64 = 10_000;

/// Does what was asked, if it was asked about combat.
pub(super) fn run(command: &Command) -> Option<Result<Done, Wrong>> {
    let about = |game: &str| game == NAME;
    match command {
        Command::Show(asked) if about(&asked.fight.game) => Some(show(asked)),
        Command::Solve(asked) if about(&asked.fight.game) => Some(solve(asked)),
        Command::Replay(asked) if about(&asked.fight.game) => Some(replay(asked)),
        Command::Deal(asked) if about(&asked.game) => Some(deal(asked)),
        Command::Match(asked) if about(&asked.fight.game) => Some(many(asked)),
        Command::Check(asked) if about(&asked.file) => Some(Err(Wrong::Plain(
            "combat has no rules file to check: its rules are part of the program (outplay show combat)"
                .to_owned(),
        ))),
        Command::Compare(asked) if about(&asked.fight.game) => Some(Err(Wrong::Plain(
            "combat has no searches to compare: nobody chooses anything, the decks play themselves"
                .to_owned(),
        ))),
        _ => None,
    }
}

fn show(asked: &Show) -> Result<Done, Wrong> {
    let fight = &asked.fight;
    refuse_rules(
        fight,
        &[
            (fight.mode.is_some(), "--mode", "both modes are shown"),
            (fight.input.is_some(), "--input", "no decks are needed to show the rules"),
            (fight.p1.is_some(), "--p1", "no decks are needed to show the rules"),
            (fight.p2.is_some(), "--p2", "no decks are needed to show the rules"),
        ],
    )?;
    if asked.format == Format::Json {
        print_json(&tell::facts());
        return Ok(Done::Well);
    }
    print(&tell::rules());
    Ok(Done::Well)
}

fn solve(asked: &Solve) -> Result<Done, Wrong> {
    refuse_rules(
        &asked.fight,
        &[
            (asked.after.is_some(), "--after", "nobody makes moves"),
            (asked.at_most.is_some(), "--at-most", "nothing is spent"),
            (asked.all, "--all", "there is only one line"),
            (asked.by.is_some(), "--by", "there is nothing to search"),
        ],
    )?;
    let modes = modes(asked.fight.mode.as_deref())?;
    let deal = decks(&asked.fight)?;
    let mut answers: Vec<CombatAnswer> = Vec::new();
    for &mode in &modes {
        let progress = Progress::new();
        let tell = |rounds| progress.tell_of(rounds, "rounds");
        let limits = outplay::Limits {
            max_states: asked.limits.max_states.unwrap_or(u64::MAX),
            max_seconds: asked.limits.max_seconds,
            interrupt: Some(listen_for_interrupts()),
            on_progress: Some(&tell),
        };
        answers.push(solve_combat(&deal, mode, asked.explain, &limits));
    }
    if asked.format == Format::Json {
        print_modes(NAME, &answers);
    } else {
        for (index, answer) in answers.iter().enumerate() {
            if answers.len() > 1 {
                print(&format!("{}{}:\n", if index == 0 { "" } else { "\n" }, answer.mode));
            }
            print(&tell::answer(answer));
        }
    }
    let stopped = answers.iter().any(|answer| answer.stopped.is_some());
    Ok(if stopped { Done::Stopped } else { Done::Well })
}

fn replay(asked: &Replay) -> Result<Done, Wrong> {
    refuse_rules(
        &asked.fight,
        &[
            (asked.after.is_some(), "--after", "nobody makes moves"),
            (asked.moves.is_some(), "--moves", "nobody makes moves"),
        ],
    )?;
    let modes = modes(asked.fight.mode.as_deref())?;
    let deal = decks(&asked.fight)?;
    let most = asked.max_rounds.unwrap_or(ROUNDS_TOLD);
    let answers: Vec<_> = modes.iter().map(|&mode| replay_combat(&deal, mode, most)).collect();
    if asked.format == Format::Json {
        print_modes(NAME, &answers);
    } else {
        for answer in &answers {
            if answers.len() > 1 {
                print(&format!("{}:\n\n", answer.mode));
            }
            print(&tell::replay(answer));
        }
    }
    Ok(Done::Well)
}

fn deal(asked: &DealAsked) -> Result<Done, Wrong> {
    let number = asked.number.unwrap_or(1);
    let deal = Deal::random(cards(asked.cards)?, asked.seed, number);
    if asked.format == Format::Json {
        print_json(&json::dealt_decks(&deal, asked.seed, number));
    } else {
        print(&deal.to_string());
    }
    Ok(Done::Well)
}

fn many(asked: &Match) -> Result<Done, Wrong> {
    let fight = &asked.fight;
    refuse_rules(
        fight,
        &[
            (fight.p1.is_some(), "--p1", "in a match the decks are dealt, see --cards"),
            (fight.p2.is_some(), "--p2", "in a match the decks are dealt, see --cards"),
            (fight.input.is_some(), "--input", "in a match the decks are dealt, see --cards"),
            (asked.after.is_some(), "--after", "nobody makes moves"),
        ],
    )?;
    let [mode] = modes(fight.mode.as_deref())?[..] else {
        return Err(Wrong::Plain("a match is played in one mode: plain or recursive".to_owned()));
    };
    let question =
        CombatMatch { cards: cards(asked.cards)?, games: asked.games, seed: asked.seed, mode };
    let bar = Progress::counting(asked.games);
    let tell = |deals| bar.at(deals);
    let limits = outplay::Limits {
        max_states: asked.limits.max_states.unwrap_or(u64::MAX),
        max_seconds: asked.limits.max_seconds,
        interrupt: Some(listen_for_interrupts()),
        on_progress: Some(&tell),
    };
    let answer = match_combat(&question, &limits);
    drop(bar);
    match asked.format {
        TableFormat::Json => print_json(&answer),
        TableFormat::Csv => print(&tell::deals_csv(&answer)),
        TableFormat::Text => print(&tell::deals(&answer, asked.games)),
    }
    Ok(if answer.stopped.is_some() { Done::Stopped } else { Done::Well })
}

fn cards(asked: Option<u32>) -> Result<u32, Wrong> {
    match asked {
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

/// The modes asked for: both for `all`.
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
pub(super) fn to_watch(fight: &Fight, after: bool) -> Result<(Mode, Option<Deal>), Wrong> {
    refuse_rules(fight, &[(after, "--after", "nobody makes moves")])?;
    let [mode] = modes(fight.mode.as_deref())?[..] else {
        return Err(Wrong::Plain("a game is played in one mode: plain or recursive".to_owned()));
    };
    let given = fight.input.is_some() || fight.p1.is_some() || fight.p2.is_some();
    Ok((mode, if given { Some(decks(fight)?) } else { None }))
}

/// The decks asked about.
fn decks(fight: &Fight) -> Result<Deal, Wrong> {
    let from = match (&fight.input, &fight.p1, &fight.p2) {
        (Some(path), None, None) => DecksFrom::Text(files::name(path), files::text(path)?),
        (None, Some(one), Some(two)) => DecksFrom::Lists([one.clone(), two.clone()]),
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
    };
    Ok(from.deal()?)
}

/// Refuses what only fights from a rules file have, and what else was given without sense.
fn refuse_rules(fight: &Fight, more: &[(bool, &str, &str)]) -> Result<(), Wrong> {
    let rules = [
        (!fight.set.is_empty(), "--set", "its rules have no numbers to change"),
        (fight.order.is_some(), "--order", "both players draw at the same time"),
    ];
    match rules.iter().chain(more).find(|(given, _, _)| *given) {
        Some((_, option, why)) => {
            Err(Wrong::Plain(format!("{option} means nothing in combat: {why}")))
        }
        None => Ok(()),
    }
}
