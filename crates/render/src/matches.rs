//! Many games between two styles, in words.

use outplay::{About, Kind, MatchAnswer, Objective, Outcome, PlayedGame, count, thousands};

use crate::table::{aligned, csv_field, decimal};
use crate::voice::why;

/// Longer lines of moves are left to JSON.
const MOVES_SHOWN: usize = 500;

/// What came of a match.
pub fn text(about: &About, answer: &MatchAnswer) -> String {
    let outcome = &answer.outcome;
    let setting = &answer.setting;
    let [one, two] = &answer.styles;
    let mode = if setting.mode == "normal" { "" } else { &format!(", {}", setting.mode) };
    let fight = about.kind == Kind::Fight;
    let [p1, p2] = if fight { [&*setting.p1, &*setting.p2] } else { about.names() };
    let order = if fight { format!("{}{mode}, ", setting.order) } else { String::new() };
    let mut text = format!(
        "{}: {p1} ({one}) against {p2} ({two}), {order}{} from seed {}\n\n",
        answer.title,
        count(outcome.games, "game"),
        outcome.seed,
    );
    let share = |games: u64| {
        let tenths = (games * 2000 + outcome.games.max(1)) / (2 * outcome.games.max(1));
        format!("{}.{} %", tenths / 10, tenths % 10)
    };
    let wins = |name: &str, number: u8| {
        if fight { format!("{name} wins (player {number})") } else { format!("{name} wins") }
    };
    // Whatever a fight is for, a margin is of the winner's hp, but where only a win counts.
    let wins_count = about.objective == Objective::Win;
    let unit = match (wins_count, fight) {
        (true, _) => "wins a game",
        (false, true) => "hp",
        (false, false) => about.unit(),
    };
    let digits = if wins_count { 4 } else { 1 };
    let row = |what: String, games: u64| vec![what, thousands(games), share(games)];
    let mut rows = vec![
        row(wins(p1, 1), outcome.p1_wins),
        row(wins(p2, 2), outcome.p2_wins),
        row("ties".to_owned(), outcome.ties),
    ];
    if outcome.cut > 0 {
        rows.push(row("no end in sight".to_owned(), outcome.cut));
    }
    text += &aligned(&["", "games", "share"], &[0], &rows);
    text.push('\n');
    if let (Some(length), Some(margin)) = (outcome.mean_length, outcome.mean_margin) {
        let within = match outcome.margin_within {
            Some(within) if !outcome.one_for_all => {
                format!(", +- {} with 95 % confidence", decimal(within, digits))
            }
            _ => String::new(),
        };
        let mut rows = vec![
            vec!["mean length".to_owned(), decimal(length, 1), "actions".to_owned()],
            vec![
                "mean margin".to_owned(),
                decimal(margin, digits),
                format!("{unit} to player 1{within}"),
            ],
        ];
        if let Some(exact) = answer.exact {
            let unit = about.unit();
            rows.push(vec![
                "expected".to_owned(),
                decimal(exact.value, digits.max(4)),
                format!("{unit} to player 1, exactly {:.9}", exact.value),
            ]);
        }
        if let Some(gain) = answer.first_mover_advantage {
            let other = answer.other_first.as_ref().and_then(|other| other.mean_margin);
            let other = decimal(other.unwrap_or(0.0), 1);
            let who = if answer.first == Some(2) { 1 } else { 2 };
            rows.push(vec![
                "moving first".to_owned(),
                decimal(gain, 1),
                format!("{unit} (the margin is {other} with player {who} first)"),
            ]);
        }
        text += &aligned(&[], &[0, 2], &rows);
    }
    if let Some(reason) = &answer.left_out {
        text += &format!("What moving first is worth is left out: {reason}.\n");
    }
    if outcome.one_for_all && outcome.games > 0 {
        text += "Neither style is random: every game is the same.\n";
    }
    text += &games(&answer.outcome);
    let other = answer.other_first.as_ref().filter(|other| other.stopped.is_some());
    for (outcome, which) in
        [(&answer.outcome, "")].into_iter().chain(other.map(|o| (o, " with the other first")))
    {
        if let Some(stopped) = outcome.stopped {
            text += &format!(
                "\nStopped {} after {} of {} games{which}.\n",
                why(stopped),
                thousands(outcome.games),
                thousands(outcome.asked)
            );
        }
    }
    text
}

/// The shortest, longest and closest game, and how to see them again.
fn games(outcome: &Outcome) -> String {
    let one_for_all = outcome.one_for_all;
    let mut found: Vec<(&str, &PlayedGame)> =
        outcome.notable().into_iter().filter_map(|(what, game)| Some((what, game?))).collect();
    if one_for_all {
        found.truncate(1);
    }
    if found.is_empty() {
        return String::new();
    }
    let name = |what: &str| if one_for_all { "the game".to_owned() } else { what.to_owned() };
    let rows: Vec<_> = found
        .iter()
        .map(|(what, game)| {
            let winner = match game.winner {
                Some(winner) => format!("player {winner}"),
                None if game.cut => "no end".to_owned(),
                None => "tie".to_owned(),
            };
            let (seed, length) = (game.seed.to_string(), thousands(game.length));
            vec![name(what), seed, length, game.margin.to_string(), winner]
        })
        .collect();
    let header = ["", "seed", "actions", "margin", "winner"];
    let mut text = format!("\n{}\nTo see them again:\n", aligned(&header, &[0, 4], &rows));
    for (what, game) in &found {
        let command = match &game.replay {
            Some(command) if game.moves.len() <= MOVES_SHOWN => command.clone(),
            _ => "(too long a line; --format json has it)".to_owned(),
        };
        text += &format!("  {:8}  {command}\n", name(what));
    }
    if one_for_all { text.replace("see them again", "see it again") } else { text }
}

/// A line for the match, and one for the other player first.
pub fn csv(answer: &MatchAnswer) -> String {
    let mut text = String::from(
        "game,mode,order,p1,p1_style,p2,p2_style,first,seed,games,p1_wins,p2_wins,ties,cut,\
         mean_length,mean_margin,margin_within\n",
    );
    let setting = &answer.setting;
    let other = answer.first.map(|first| 3 - first);
    let outcomes = [(answer.first, Some(&answer.outcome)), (other, answer.other_first.as_ref())];
    for (first, outcome) in outcomes {
        let Some(outcome) = outcome else { continue };
        let number = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
        let mut cells: Vec<String> = [
            answer.game.as_str(),
            &setting.mode,
            &setting.order,
            &setting.p1,
            &answer.styles[0],
            &setting.p2,
            &answer.styles[1],
        ]
        .map(csv_field)
        .to_vec();
        cells.push(first.map(|first| first.to_string()).unwrap_or_default());
        let counts = [outcome.seed, outcome.games, outcome.p1_wins, outcome.p2_wins];
        cells.extend(counts.into_iter().chain([outcome.ties, outcome.cut]).map(|n| n.to_string()));
        let means = [outcome.mean_length, outcome.mean_margin, outcome.margin_within];
        cells.extend(means.map(number));
        text += &format!("{}\n", cells.join(","));
    }
    text
}
