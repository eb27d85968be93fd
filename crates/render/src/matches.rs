//! Many games between two styles, in words.

use outplay::lab::Spent;
use outplay::{
    About, Kind, Lapse, LapseMove, MatchAnswer, Mean, Objective, Outcome, PlayedGame, count,
    thousands,
};

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
        if let Some(price) = &outcome.price {
            rows.push(price_row(price, outcome));
        }
        if let Some(exact) = answer.exact.filter(|_| about.rolls) {
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
    text += &cut(outcome);
    text += &exactly(about, answer);
    text += &lapses(about, answer);
    text += &games(&answer.outcome);
    text += &stopped(answer);
    text
}

/// How many games were cut: of a fight with a price always, since a price is of games that were won.
fn cut(outcome: &Outcome) -> String {
    match outcome.cut {
        0 if outcome.price.is_none() || outcome.games == 0 => String::new(),
        0 => "No game was cut for going on too long.\n".to_owned(),
        1 => "1 game was cut for going on too long; nobody won it.\n".to_owned(),
        cut => {
            format!("{} games were cut for going on too long; nobody won them.\n", thousands(cut))
        }
    }
}

/// What stopped it, and when.
fn stopped(answer: &MatchAnswer) -> String {
    let mut text = String::new();
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

/// What player 1 spent.
fn price_row(price: &Spent, outcome: &Outcome) -> Vec<String> {
    let unit = &price.unit;
    let all =
        price.mean.map_or(String::new(), |mean| format!("{} over all games", decimal(mean, 1)));
    let Some(mean) = price.mean_of_wins else {
        return vec!["mean price".to_owned(), "-".to_owned(), format!("{unit}: no win; {all}")];
    };
    let within = match price.mean_within {
        Some(within) if !outcome.one_for_all => {
            format!(", +- {} with 95 % confidence", decimal(within, 1))
        }
        _ => String::new(),
    };
    let range = match (price.least, price.most) {
        (Some(least), Some(most)) if least < most => {
            format!(", {} to {}", thousands(least), thousands(most))
        }
        _ => String::new(),
    };
    let what = format!("{unit} for a win{range}{within}; {all}");
    vec!["mean price".to_owned(), decimal(mean, 1), what]
}

/// A chance as people read it.
fn percent(chance: f64) -> String {
    format!("{:.4} %", 100.0 * chance)
}

/// The figures that the games only come near.
fn exactly(about: &About, answer: &MatchAnswer) -> String {
    let Some(play) = &answer.exact_play else { return String::new() };
    // Where nothing is random, the one game says it all.
    if answer.outcome.one_for_all {
        return String::new();
    }
    let row = |what: &str, figure: String, unit: String| vec![what.to_owned(), figure, unit];
    let chance = |what: &str, mean: Mean| row(what, percent(mean.value), String::new());
    let mut rows =
        vec![chance("player 1 wins", play.p1_wins), chance("player 2 wins", play.p2_wins)];
    for (what, mean) in [("nobody wins", play.ties), ("for ever", play.for_ever)] {
        if mean.lower > 0.0 {
            rows.push(chance(what, mean));
        }
    }
    if let Some(length) = play.length {
        rows.push(row("mean length", decimal(length.value, 4), "actions".to_owned()));
    }
    if let (Some(price), Some(unit)) = (play.price, &play.unit) {
        rows.push(row("mean price", decimal(price.value, 4), format!("{unit} for a win")));
    }
    if let Some(worth) = answer.exact.filter(|_| !about.rolls) {
        let unit = format!("{} to player 1", about.unit());
        rows.push(row("mean margin", decimal(worth.value, 4), unit));
    }
    let positions = match play.positions {
        1 => "the one position".to_owned(),
        many => format!("all {} positions", thousands(many)),
    };
    let table = aligned(&[], &[0, 2], &rows);
    format!("\nExactly, from {positions} that can come up:\n{table}")
}

/// What the sides that are not perfect give away, and where.
fn lapses(about: &About, answer: &MatchAnswer) -> String {
    let mut text = String::new();
    for lapses in &answer.lapses {
        let who = &about.sides[usize::from(lapses.side == 2)].name;
        let who = format!("{who} ({})", lapses.style);
        if lapses.spots.is_empty() {
            text += &format!("\n{who} gives nothing away.\n");
            continue;
        }
        let given = format!("{} {}", decimal(lapses.given_away, 2), lapses.unit);
        let lost = match lapses.thrown_away {
            Some(thrown) if thrown > 0.0 => {
                format!("throws away {} of its chance and {given}", percent(thrown))
            }
            _ => format!("gives away {given}"),
        };
        text += &format!("\n{who} {lost} in a game; most of it here:\n");
        let rows: Vec<_> = lapses.spots.iter().map(|spot| lapse(spot, &lapses.unit)).collect();
        let header = ["after", "comes up", "best", "loses by", "in a game"];
        text += &aligned(&header, &[0, 2, 3], &rows);
    }
    text
}

/// A position in which much is lost.
fn lapse(spot: &Lapse, unit: &str) -> Vec<String> {
    let named = |keep: &dyn Fn(&LapseMove) -> bool| {
        let names = spot.moves.iter().filter(|mv| keep(mv)).map(|mv| mv.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    // Where chances are thrown away, what else is spent is the lesser evil.
    let throws = spot.thrown_away.is_some_and(|thrown| thrown > 0.0);
    let worse = |mv: &LapseMove| {
        let thrown = mv.throws_away.is_some_and(|thrown| thrown > 0.0);
        mv.likely > 0.0 && !mv.best && (thrown || !throws)
    };
    let loses = match spot.thrown_away.filter(|_| throws) {
        Some(thrown) => percent(thrown),
        None => format!("{} {unit}", decimal(spot.given_away, 2)),
    };
    let after = if spot.after.is_empty() { "the start" } else { &spot.after };
    let best = named(&|mv: &LapseMove| mv.best);
    vec![after.to_owned(), decimal(spot.visits, 4), best, named(&worse), loses]
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
         mean_length,mean_margin,margin_within,price_unit,mean_price_of_wins,least_price,most_price,\
         mean_price\n",
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
        let price = outcome.price.as_ref();
        let whole = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        cells.push(price.map(|price| csv_field(&price.unit)).unwrap_or_default());
        cells.push(number(price.and_then(|price| price.mean_of_wins)));
        cells.push(whole(price.and_then(|price| price.least)));
        cells.push(whole(price.and_then(|price| price.most)));
        cells.push(number(price.and_then(|price| price.mean)));
        text += &format!("{}\n", cells.join(","));
    }
    text
}
