//! `tournament`: everyone against everyone, under perfect play or by style.

use outplay::lab::{Cell, Tournament as Matrix};
use outplay::{
    OrderTable, PlayedMeeting, Request, SolvedMeeting, TournamentAnswer, count, play_tournament,
    read_fighters, read_styles, solve_tournament, thousands,
};

use super::args::{TableFormat, Tournament};
use super::matches::one_mode;
use super::{Done, Progress, Wrong, draw, fight, listen_for_interrupts, print, print_json};
use outplay_render as tell;
use outplay_render::json;
use outplay_render::table::{aligned, csv_field, decimal};

/// Where the names of all columns are longer than this together, they are numbered instead.
const NAMES_SHOWN: usize = 70;

/// With more entrants than this, means are shown as whole numbers.
const EXACT_COLUMNS: usize = 8;

/// With more entrants than this, the matrix is left to JSON and CSV.
const COLUMNS_SHOWN: usize = 12;

pub(super) fn run(asked: &Tournament) -> Result<Done, Wrong> {
    let request = request(asked)?;
    let loaded = request.load()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let fighters = match &asked.fighters {
        Some(text) => read_fighters(&request, "--fighters", text)?,
        None => Vec::new(),
    };
    let styles = match &asked.styles {
        Some(text) => read_styles("--styles", text)?,
        None => Vec::new(),
    };
    let everyone = loaded.fight.spec.fighters.len();
    let fighting = if fighters.is_empty() { everyone } else { fighters.len() };
    let in_a_queue = loaded.fight.names.order.has_places();
    let both_queues = in_a_queue && styles.is_empty() && request.order.is_none();
    let orders = if both_queues { 2 } else { 1 };
    let entrants = (fighting * styles.len().max(1)) as u64;
    let bar = Progress::counting(orders * entrants * entrants);
    let tell = |cells| bar.at(cells);
    let limits = outplay::Limits {
        max_states: asked.limits.max_states.unwrap_or(outplay::Limits::default().max_states),
        max_seconds: asked.limits.max_seconds,
        interrupt: Some(listen_for_interrupts()),
        on_progress: Some(&tell),
    };
    if styles.is_empty() {
        let answer = solve_tournament(&request, &fighters, limits)?;
        drop(bar);
        let about =
            "what each meeting is worth to player 1 (the row) when both do their best, in hp";
        show(&answer, asked.format, None, about, (SOLVED, solved_cells));
        return Ok(done(&answer));
    }
    let games = (asked.games.unwrap_or(200), asked.seed.unwrap_or(1));
    let answer = play_tournament(&request, &fighters, &styles, games, limits)?;
    drop(bar);
    let about = format!(
        "the mean margin of player 1 (the row) in hp, {} a meeting from seed {}",
        count(games.0, "game"),
        games.1
    );
    show(&answer, asked.format, Some(games), &about, (PLAYED, played_cells));
    Ok(done(&answer))
}

/// The request, if it is one for a tournament.
fn request(asked: &Tournament) -> Result<Request, Wrong> {
    let game = asked.fight.game.as_str();
    if [tell::hand::NAME, tell::combat::NAME].contains(&game) {
        let message = format!("{game} has no fighters: a tournament is for fights");
        return Err(Wrong::Plain(message));
    }
    if asked.fight.p1.is_some() || asked.fight.p2.is_some() {
        let message = "--p1 and --p2 are for one meeting; in a tournament everyone meets everyone \
                       (choose some with --fighters)";
        return Err(Wrong::Plain(message.to_owned()));
    }
    if asked.styles.is_none() && (asked.games.is_some() || asked.seed.is_some()) {
        let message = "--games and --seed go with --styles; without them perfect play is proved, \
                       and one game tells all";
        return Err(Wrong::Plain(message.to_owned()));
    }
    one_mode(asked.fight.mode.as_deref(), "tournament")?;
    fight::request(&asked.fight, None)
}

fn done<D>(answer: &TournamentAnswer<D>) -> Done {
    if answer.stopped.is_some() { Done::Stopped } else { Done::Well }
}

/// What a cell has besides its value: the names for CSV, and what they hold.
type Columns<D> = (&'static str, fn(&D) -> Vec<String>);

fn show<D: serde::Serialize>(
    answer: &TournamentAnswer<D>,
    format: TableFormat,
    games: Option<(u64, u64)>,
    about: &str,
    columns: Columns<D>,
) {
    match format {
        TableFormat::Json => print_json(&json::tournament(answer, games)),
        TableFormat::Csv => print(&csv(answer, columns)),
        TableFormat::Text => print(&text(answer, games.is_some(), about)),
    }
}

fn text<D>(answer: &TournamentAnswer<D>, means: bool, about: &str) -> String {
    let mode = if answer.mode == "normal" { "" } else { &format!(" ({})", answer.mode) };
    let mut text = format!("{}{mode}: {about}\n", answer.title);
    for OrderTable { order, table } in &answer.orders {
        text += &format!("\n{order}\n{}\n{}", matrix(table, means), ranking(table));
        if let Some(gain) = table.first_mover_advantage {
            text += &format!("Moving first is worth {} hp on average.\n", decimal(gain, 1));
        }
    }
    if let Some(why) = answer.left_out {
        text += &format!("What moving first is worth is left out: {why}.\n");
    }
    if let Some(stopped) = answer.stopped {
        let cells = || answer.orders.iter().flat_map(|order| order.table.rows.iter().flatten());
        text += &format!(
            "Stopped {}: {} of {} meetings are known.\n",
            tell::why(stopped),
            thousands(cells().filter(|cell| cell.value_to_p1.is_some()).count() as u64),
            thousands(cells().count() as u64)
        );
    }
    text
}

/// Rows are player 1, columns player 2, with the means of both.
fn matrix<D>(table: &Matrix<D>, means: bool) -> String {
    let count = table.entrants.len();
    if count > COLUMNS_SHOWN {
        return format!("(a matrix of {count} by {count}: --format json or csv has it)\n");
    }
    let wide =
        table.entrants.iter().map(|name| name.chars().count() + 2).sum::<usize>() > NAMES_SHOWN;
    let exact = usize::from(count <= EXACT_COLUMNS);
    let digits = if means { exact } else { 0 };
    let cell = |value: Option<f64>, digits| value.map_or("?".to_owned(), |v| decimal(v, digits));
    let number = |index: usize| (index + 1).to_string();
    let head = |index: usize| if wide { number(index) } else { table.entrants[index].clone() };
    let mut header = vec![String::new()];
    header.extend((0..count).map(head));
    header.push("mean".to_owned());
    let standing = |entrant: usize| table.standings.iter().find(|s| s.entrant == entrant);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (index, cells) in table.rows.iter().enumerate() {
        let name = &table.entrants[index];
        let mut row = vec![if wide { format!("{:>2} {name}", index + 1) } else { name.clone() }];
        row.extend(cells.iter().map(|Cell { value_to_p1, .. }| cell(*value_to_p1, digits)));
        row.push(cell(standing(index).and_then(|standing| standing.as_p1), 1));
        rows.push(row);
    }
    let mut last = vec![if wide { "   mean" } else { "mean" }.to_owned()];
    let column = |index| standing(index).and_then(|standing| standing.as_p2).map(|value| -value);
    last.extend((0..count).map(|index| cell(column(index), exact)));
    last.push(String::new());
    rows.push(last);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    aligned(&header, &[0], &rows)
}

fn ranking<D>(table: &Matrix<D>) -> String {
    let cell = |value: Option<f64>| value.map_or("?".to_owned(), |value| decimal(value, 1));
    let row = |standing: &outplay::lab::Standing| {
        vec![
            standing.place.map_or("?".to_owned(), |place| place.to_string()),
            standing.name.clone(),
            cell(standing.as_p1),
            cell(standing.as_p2),
            cell(standing.overall),
        ]
    };
    let rows: Vec<_> = table.standings.iter().map(row).collect();
    aligned(&["place", "", "as player 1", "as player 2", "overall"], &[1], &rows)
}

const SOLVED: &str = "winner,moves,proof,states";
const PLAYED: &str = "games,p1_wins,p2_wins,ties,cut,mean_length,margin_within";

fn solved_cells(meeting: &SolvedMeeting) -> Vec<String> {
    let winner = meeting.winner.map(|winner| winner.to_string()).unwrap_or_default();
    vec![
        winner,
        csv_field(&meeting.moves),
        meeting.proof.name().to_owned(),
        meeting.states.to_string(),
    ]
}

fn played_cells(meeting: &PlayedMeeting) -> Vec<String> {
    let counts = [meeting.games, meeting.p1_wins, meeting.p2_wins, meeting.ties, meeting.cut];
    let means = [meeting.mean_length, meeting.margin_within];
    let means = means.map(|mean| mean.map(|mean| mean.to_string()).unwrap_or_default());
    counts.into_iter().map(|count| count.to_string()).chain(means).collect()
}

/// A line for each cell.
fn csv<D>(answer: &TournamentAnswer<D>, (names, cells): Columns<D>) -> String {
    let mut text = format!("game,mode,order,p1,p2,value_to_p1,{names}\n");
    for OrderTable { order, table } in &answer.orders {
        for (row, one) in table.rows.iter().zip(&table.entrants) {
            for (cell, two) in row.iter().zip(&table.entrants) {
                let value = cell.value_to_p1.map(|value| value.to_string()).unwrap_or_default();
                let words = [answer.game.as_str(), answer.mode.as_str(), order, one, two];
                let mut words: Vec<String> = words.map(csv_field).to_vec();
                words.push(value);
                words.extend(cells(&cell.detail));
                text += &format!("{}\n", words.join(","));
            }
        }
    }
    text
}
