//! Combat in words: its rules, answers, replays as the puzzle tells them, and matches.

use outplay::combat::Told;
use outplay::{CombatAnswer, CombatMatchAnswer, CombatReplay, Dealt, Stop, count, thousands};

use serde_json::json;

use super::table::{aligned, indented};

/// What to ask for.
pub const NAME: &str = "combat";
/// What it is called.
pub const TITLE: &str = "Combat";
/// What it is.
pub const ABOUT: &str = "Two decks that fight by themselves, plain and recursive.";
const RULES: &str = "\
Both players draw their top card. The higher card wins the round, and the winner puts their own card
and then the other at the bottom of their deck. Who holds all the cards wins. The winner's score is
the bottom card times 1, the one above it times 2, and so on. All cards are different whole numbers
above 0. Nobody chooses anything.";
const MODES: [(&str, &[&str]); 2] = [
    ("plain", &["The rules as they stand. Some decks go in a circle for ever: nobody wins."]),
    (
        "recursive",
        &[
            "Where both have at least as many cards left as their drawn card says, a new game with",
            "copies of that many next cards decides the round. Decks that come back in a game end",
            "it for player 1.",
        ],
    ),
];
const INPUT: &str = "Player 1:\n9\n2\n\nPlayer 2:\n5\n8\n";

/// Longer decks are cut.
const CARDS_SHOWN: usize = 60;

/// What stopped it, after "stopped".
fn why(stop: Stop) -> &'static str {
    match stop {
        Stop::Memory => {
            "because sub-games lie too deep for a gigabyte of memory, or for --max-memory,"
        }
        _ => super::voice::why(stop),
    }
}

/// How a deal ends.
pub fn answer(answer: &CombatAnswer) -> String {
    if let Some(stopped) = answer.stopped {
        let after = rounds(answer.states);
        let why = why(stopped);
        return format!("Not known: stopped {why} after {after} of all games.\n");
    }
    let mut text = headline(answer);
    if answer.mode == "recursive" {
        text += &match (answer.games, answer.rounds_of_all_games) {
            (Some(1), _) => "By the rules: no sub-games.\n".to_owned(),
            (Some(games), Some(all)) => format!(
                "By the rules: {}, {} in all, sub-games up to {} deep, {} ended by repetition.\n",
                count(games, "game"),
                rounds(all),
                answer.deepest.unwrap_or(0),
                match answer.repetitions.unwrap_or(0) {
                    0 => "none".to_owned(),
                    some => thousands(some),
                }
            ),
            _ => "By the rules: too many games to count them all.\n".to_owned(),
        };
        text += &format!(
            "Found by playing {}, {} decided without playing.\n",
            rounds(answer.states),
            count(answer.skipped, "sub-game")
        );
    }
    if let (Some(decks), Some(winner)) = (&answer.decks, answer.winner) {
        text += &format!("Their deck: {}\n", cards(&decks[usize::from(winner) - 1], CARDS_SHOWN));
    }
    if let Some(scored) = &answer.explain {
        let mut total = 0;
        let rows: Vec<_> = scored
            .iter()
            .map(|line| {
                total += line.points;
                let numbers = [u128::from(line.card), line.weight.into(), line.points, total];
                numbers.map(large).to_vec()
            })
            .collect();
        let header = ["card", "x weight", "= points", "in all"];
        text += &format!("\nThe score, from the top card down:\n{}", aligned(&header, &[], &rows));
    }
    text
}

fn headline(answer: &CombatAnswer) -> String {
    let circle = answer.cycle.map_or(String::new(), |cycle| {
        let after = rounds(cycle.length);
        format!("the decks of round {} come back after {after}", thousands(cycle.start))
    });
    match (answer.winner, answer.score, answer.rounds) {
        (Some(winner), Some(score), Some(played)) => {
            let how = if circle.is_empty() { String::new() } else { format!(": {circle}") };
            let (score, played) = (large(score), rounds(played));
            format!("Player {winner} wins with a score of {score} after {played}{how}.\n")
        }
        _ => format!("Nobody wins, it never ends: {circle}, again and again.\n"),
    }
}

/// A play in the words of the puzzle, sub-games indented.
pub fn replay(replay: &CombatReplay) -> String {
    let recursive = replay.mode == "recursive";
    let text: String = replay.told.iter().map(|told| telling(told, recursive)).collect();
    text + &ending(replay)
}

/// How a play ends, in the words of the puzzle.
pub fn ending(replay: &CombatReplay) -> String {
    let recursive = replay.mode == "recursive";
    if let (Some(decks), Some(winner), Some(score)) = (&replay.decks, replay.winner, replay.score) {
        let gap = if recursive { "\n" } else { "" };
        let decks = both(decks);
        let score = large(score);
        format!(
            "{gap}== Post-game results ==\n{decks}Player {winner} wins with a score of {score}.\n"
        )
    } else if let Some(cycle) = replay.cycle {
        format!(
            "The decks of round {} are back, {} later: this never ends, and nobody wins.\n",
            cycle.start,
            rounds(cycle.length)
        )
    } else {
        let more = match replay.stopped {
            None | Some(Stop::States) => "More with --max-rounds.".to_owned(),
            Some(stop) => format!("Stopped {}.", why(stop).trim_end_matches(',')),
        };
        format!("Told so far: {}. {more}\n", rounds(replay.rounds))
    }
}

/// One thing that happened. Plain combat is one game, so nothing is said of games.
pub fn telling(told: &Told, recursive: bool) -> String {
    match told {
        Told::Game { .. } | Told::GameWon { .. } if !recursive => String::new(),
        Told::Game { game, depth } => indent(*depth, &format!("=== Game {game} ===\n\n")),
        Told::Round { game, depth, round, decks, cards: [one, two], sub_game } => {
            let of = if recursive { format!(" (Game {game})") } else { String::new() };
            let sub = match sub_game {
                Some(_) => "Playing a sub-game to determine the winner...\n\n",
                None => "",
            };
            let lines = format!(
                "-- Round {round}{of} --\n{}Player 1 plays: {one}\nPlayer 2 plays: {two}\n{sub}",
                both(decks)
            );
            indent(*depth, &lines)
        }
        Told::RoundWon { game, depth, round, winner, .. } => {
            let what = if recursive {
                format!("round {round} of game {game}")
            } else {
                "the round".to_owned()
            };
            indent(*depth, &format!("Player {} wins {what}!\n\n", winner.number()))
        }
        Told::GameWon { game, depth, winner, repeats, back_to } => {
            let repeats = repeats.map_or(String::new(), |round| {
                format!("These decks were there before, in round {round} of game {game}.\n")
            });
            let won = format!("{repeats}The winner of game {game} is {winner}!\n");
            let back = back_to.map_or(String::new(), |game| {
                indent(depth - 1, &format!("\n...anyway, back to game {game}.\n"))
            });
            indent(*depth, &won) + &back
        }
    }
}

/// Moves lines to the right, a step for every game that waits; empty lines stay empty.
fn indent(depth: usize, lines: &str) -> String {
    let margin = "  ".repeat(depth);
    let indented = lines.lines().map(|line| match line {
        "" => "\n".to_owned(),
        line => format!("{margin}{line}\n"),
    });
    indented.collect()
}

fn both(decks: &[Vec<u32>; 2]) -> String {
    let [one, two] = decks.each_ref().map(|deck| cards(deck, usize::MAX));
    format!("Player 1's deck: {one}\nPlayer 2's deck: {two}\n")
}

fn cards(deck: &[u32], most: usize) -> String {
    let shown: Vec<_> = deck.iter().take(most).map(u32::to_string).collect();
    let more = match deck.len().checked_sub(most) {
        Some(more) if more > 0 => format!(", and {} more", thousands(more as u64)),
        _ => String::new(),
    };
    shown.join(", ") + &more
}

/// What came of many deals.
pub fn deals(answer: &CombatMatchAnswer, asked: u64) -> String {
    let share = |part: u64| {
        let tenths = (part * 2000 + answer.games.max(1)) / (2 * answer.games.max(1));
        format!("{}.{} %", tenths / 10, tenths % 10)
    };
    let row = |what: &str, deals: u64| vec![what.to_owned(), thousands(deals), share(deals)];
    let mut rows = vec![row("player 1 wins", answer.p1_wins)];
    if answer.mode == "recursive" {
        rows.push(row("  by repetition", answer.repetitions));
    }
    rows.push(row("player 2 wins", answer.p2_wins));
    if answer.mode == "plain" {
        rows.push(row("never ends", answer.never));
    }
    let mut text = format!(
        "{} random deals of {} cards, {}, seed {}\n\n{}",
        thousands(answer.games),
        thousands(answer.cards.into()),
        answer.mode,
        answer.seed,
        aligned(&["", "deals", "share"], &[0], &rows)
    );
    if let (Some(shortest), Some(median), Some(mean), Some(longest), Some(score)) = (
        answer.shortest,
        answer.median_rounds,
        answer.mean_rounds,
        answer.longest,
        answer.mean_score,
    ) {
        let of = |dealt: Dealt| vec![thousands(dealt.rounds), format!("deal {}", dealt.number)];
        let lengths = [
            [vec!["shortest".to_owned()], of(shortest)].concat(),
            vec!["median".to_owned(), thousands(median), String::new()],
            vec!["mean".to_owned(), format!("{mean:.1}"), String::new()],
            [vec!["longest".to_owned()], of(longest)].concat(),
        ];
        let ended = if answer.never > 0 { " of a deal that ends" } else { "" };
        text += &format!(
            "\nRounds{ended}\n{}\nThe winner's score is {score:.1} on average.\n\
             Deal N again: outplay deal combat --cards {} --seed {} --number N\n",
            aligned(&[], &[0, 2], &lengths),
            answer.cards,
            answer.seed
        );
    }
    if let Some(stopped) = answer.stopped {
        let why = why(stopped);
        text += &format!("Stopped {why} before {} deals were played.\n", thousands(asked));
    }
    text
}

/// One line for each deal.
pub fn deals_csv(answer: &CombatMatchAnswer) -> String {
    let mut text = String::from("deal,winner,ends,rounds,score\n");
    for dealt in &answer.deals {
        let winner = dealt.winner.map(|winner| winner.to_string()).unwrap_or_default();
        let score = dealt.score.map(|score| score.to_string()).unwrap_or_default();
        text +=
            &format!("{},{winner},{},{},{score}\n", dealt.number, dealt.ends.name(), dealt.rounds);
    }
    text
}

fn rounds(number: u64) -> String {
    count(number, "round")
}

/// A score, which may be larger than other numbers.
fn large(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), thousands)
}

/// The game for programs.
pub fn facts() -> serde_json::Value {
    let modes = MODES.map(|(name, about)| json!({ "name": name, "about": about.join(" ") }));
    json!({
        "game": NAME, "title": TITLE, "about": ABOUT, "rules": RULES.replace('\n', " "),
        "input": INPUT, "modes": modes,
    })
}

/// The rules for people.
pub fn rules() -> String {
    let modes = MODES.iter().flat_map(|(name, about)| {
        let names = std::iter::once(*name).chain(std::iter::repeat(""));
        names.zip(about.iter()).map(|(name, about)| format!("  {name:9}  {about}\n"))
    });
    format!(
        "{TITLE}\n{ABOUT}\n\n{RULES}\n\nModes (plain unless told; normal is plain, all is both)\n\
         {}\n\
         Decks, as the puzzle writes them, top card first (--input FILE, or - for standard input)\n\
         {}\
         or as lists: --p1 \"9 2\" --p2 \"5 8\"\n",
        modes.collect::<String>(),
        indented(INPUT).replace("  \n", "\n"),
    )
}
