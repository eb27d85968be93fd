//! Everyone against everyone, in words.

use outplay::lab::{Cell, Standing, Tournament as Matrix};
use outplay::{
    About, Objective, OrderTable, PlayedMeeting, SolvedMeeting, TournamentAnswer, count, thousands,
};

use crate::table::{Listing, aligned, csv_field, decimal, duration};
use crate::voice::{Voice, why};

/// Where the names of all columns are longer than this together, they are numbered instead.
const NAMES_SHOWN: usize = 70;

/// With more entrants than this, means are shown as whole numbers.
const EXACT_COLUMNS: usize = 8;

/// With more entrants than this, the matrix is left to JSON and CSV.
const COLUMNS_SHOWN: usize = 12;

/// What stands for a meeting that there is not.
const NONE: &str = "-";

/// What a cell has besides its value: the names for CSV, and what they hold.
type Columns<D> = (&'static str, fn(&D) -> Vec<String>);

/// The game, with its mode where that is another than the normal one.
pub(crate) fn named<D>(answer: &TournamentAnswer<D>) -> String {
    match answer.mode.as_str() {
        "normal" => answer.title.clone(),
        mode => format!("{} ({mode})", answer.title),
    }
}

fn text_of<D>(answer: &TournamentAnswer<D>, means: bool, about: &str) -> String {
    let mut text = format!("{}: {about}\n", named(answer));
    for OrderTable { order, table } in &answer.orders {
        text += &format!("\n{order}\n{}", matrix(table, means));
        text += &format!("{}\n{}", impossible(table), ranking(table).text());
        if let Some(gain) = table.first_mover_advantage {
            text += &format!("{}\n", moving_first(gain));
        }
    }
    if let Some(reason) = &answer.left_out {
        text += &format!("{}\n", left_out(reason));
    }
    if let Some(stopped) = answer.stopped {
        let [known, all] = known(answer).map(thousands);
        text += &format!("Stopped {}: {known} of {all} meetings are known.\n", why(stopped));
    }
    text
}

/// How many meetings are known, of how many that there are.
fn known<D>(answer: &TournamentAnswer<D>) -> [u64; 2] {
    let cells = || answer.orders.iter().flat_map(|order| order.table.rows.iter().flatten());
    let known = cells().filter(|cell| cell.value_to_p1.is_some()).count();
    [known, cells().filter(|cell| cell.impossible.is_none()).count()].map(|count| count as u64)
}

/// What moving first is worth, in a sentence.
pub(crate) fn moving_first(gain: f64) -> String {
    format!("Moving first is worth {} hp on average.", decimal(gain, 1))
}

/// Why it is not known what moving first is worth, in a sentence.
pub(crate) fn left_out(reason: &str) -> String {
    format!("What moving first is worth is left out: {reason}.")
}

/// That two cannot meet, without the end of the sentence.
pub(crate) fn cannot_meet(one: &str, two: &str, why: &str) -> String {
    format!("{one} cannot meet {two}: {why}")
}

/// What a matrix of perfect play says, in a sentence.
pub fn lead(about: &About) -> String {
    let what = match about.objective {
        Objective::Win => "how likely the row wins, in per cent".to_owned(),
        _ if about.rolls => format!("what it is worth to the row, in {}", about.unit()),
        _ => "the winner's hp, to player 1 (the row)".to_owned(),
    };
    format!("Everyone against everyone when both do their best: {what}.")
}

/// A turn order as the head of its matrix.
pub fn turn_order<D>(order: &OrderTable<D>) -> String {
    format!("Turn order: {}", order.order.replace('-', " "))
}

/// How many meetings were `done` (solved, played), what that took, and why not all.
pub fn done_in<D>(answer: &TournamentAnswer<D>, done: &str, voice: Voice) -> String {
    let [known, all] = known(answer);
    let of = if known < all { format!("{} of ", thousands(known)) } else { String::new() };
    let why = answer.stopped.map(|stop| format!(": {}", voice.stopped(Some(stop))));
    let time = duration(answer.seconds);
    format!("{of}{} {done} in {time}{}.", count(all, "fight"), why.unwrap_or_default())
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
        row.extend(cells.iter().map(|meeting| match meeting.impossible {
            Some(_) => NONE.to_owned(),
            None => cell(meeting.value_to_p1, digits),
        }));
        let is_none = cells.iter().all(|meeting| meeting.impossible.is_some());
        let mean = standing(index).and_then(|standing| standing.as_p1);
        row.push(if is_none { NONE.to_owned() } else { cell(mean, 1) });
        rows.push(row);
    }
    let mut last = vec![if wide { "   mean" } else { "mean" }.to_owned()];
    let column = |index| standing(index).and_then(|standing| standing.as_p2).map(|value| -value);
    let is_none = |index: usize| table.rows.iter().all(|row| row[index].impossible.is_some());
    let mean = |index: usize| {
        if is_none(index) { NONE.to_owned() } else { cell(column(index), exact) }
    };
    last.extend((0..count).map(mean));
    last.push(String::new());
    rows.push(last);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    aligned(&header, &[0], &rows)
}

/// Who cannot meet whom, and why.
fn impossible<D>(table: &Matrix<D>) -> String {
    let mut text = String::new();
    for (row, one) in table.rows.iter().zip(&table.entrants) {
        for (cell, two) in row.iter().zip(&table.entrants) {
            if let Some(why) = &cell.impossible {
                text += &format!("{NONE} {}\n", cannot_meet(one, two, why));
            }
        }
    }
    text
}

/// Everyone with their means, the best first.
pub(crate) fn ranking<D>(table: &Matrix<D>) -> Listing {
    let row = |standing: &Standing| {
        let me = standing.entrant;
        let none = |cell: &Cell<D>| cell.impossible.is_some();
        let as_p1 = table.rows[me].iter().all(none);
        let as_p2 = table.rows.iter().all(|row| none(&row[me]));
        let cell = |value: Option<f64>, is_none: bool| match value {
            Some(value) => decimal(value, 1),
            None if is_none => NONE.to_owned(),
            None => "?".to_owned(),
        };
        let place = standing.place.map(|place| place.to_string());
        let unknown = if as_p1 && as_p2 { NONE } else { "?" };
        vec![
            place.unwrap_or_else(|| unknown.to_owned()),
            standing.name.clone(),
            cell(standing.as_p1, as_p1),
            cell(standing.as_p2, as_p2),
            cell(standing.overall, as_p1 && as_p2),
        ]
    };
    Listing {
        header: ["place", "", "as player 1", "as player 2", "overall"].map(str::to_owned).to_vec(),
        left: vec![1],
        rows: table.standings.iter().map(row).collect(),
    }
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
    let mut text = format!("game,mode,order,p1,p2,value_to_p1,{names},impossible\n");
    for OrderTable { order, table } in &answer.orders {
        for (row, one) in table.rows.iter().zip(&table.entrants) {
            for (cell, two) in row.iter().zip(&table.entrants) {
                let value = cell.value_to_p1.map(|value| value.to_string()).unwrap_or_default();
                let words = [answer.game.as_str(), answer.mode.as_str(), order, one, two];
                let mut words: Vec<String> = words.map(csv_field).to_vec();
                words.push(value);
                words.extend(cells(&cell.detail));
                words.push(csv_field(cell.impossible.as_deref().unwrap_or_default()));
                text += &format!("{}\n", words.join(","));
            }
        }
    }
    text
}

/// A tournament under perfect play.
pub fn solved(answer: &TournamentAnswer<SolvedMeeting>) -> String {
    if !answer.pairs.is_empty() {
        return teams(answer);
    }
    let about = "what each meeting is worth to player 1 (the row) when both do their best, in hp";
    text_of(answer, false, about)
}

/// Teams against teams: what each is worth against each, whom it does worst against, and who is never
/// better than another.
fn teams(answer: &TournamentAnswer<SolvedMeeting>) -> String {
    let (what, scale) = if is_chance(answer) {
        ("the chance of the row to beat the column, in per cent", 100.0)
    } else {
        ("what each row is worth against each column on average, in hp", 1.0)
    };
    let mut text = format!("{}: {what}, when both do their best\n\n", named(answer));
    let cell =
        |value: &Option<f64>| value.map_or("?".to_owned(), |value| format!("{:.0}", scale * value));
    let mut header = vec![""];
    header.extend(answer.pairs.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = answer
        .pairs
        .iter()
        .zip(&answer.matrix)
        .map(|(pair, row)| {
            let mut cells = vec![pair.clone()];
            cells.extend(row.iter().map(cell));
            cells
        })
        .collect();
    if answer.pairs.len() <= TEAMS_SHOWN {
        text += &narrow(&header, &rows);
        text.push('\n');
    }
    text += &ranked_teams(answer).text();
    if let Some(stopped) = answer.stopped {
        text += &format!("Stopped {}: not all meetings are known.\n", why(stopped));
    }
    text
}

/// Teams with their means, the best first, and whom each does worst against.
pub(crate) fn ranked_teams(answer: &TournamentAnswer<SolvedMeeting>) -> Listing {
    let mean = |row: &[Option<f64>]| -> Option<f64> {
        let known: Option<Vec<f64>> = row.iter().copied().collect();
        #[expect(clippy::cast_precision_loss, reason = "a handful of teams")]
        known.map(|known| known.iter().sum::<f64>() / known.len().max(1) as f64)
    };
    let mut ranked: Vec<(&String, Option<f64>)> =
        answer.pairs.iter().zip(answer.matrix.iter().map(|row| mean(row))).collect();
    ranked.sort_by(|one, two| two.1.unwrap_or(-1.0).total_cmp(&one.1.unwrap_or(-1.0)));
    let unit = if is_chance(answer) { "chance" } else { "hp" };
    let shown = |value: f64| crate::chance::worth(value, unit);
    let rows = ranked
        .into_iter()
        .map(|(pair, mean)| {
            let counter = answer.counters.iter().find(|counter| counter.pair == *pair);
            let by = answer.dominated.iter().find(|dominated| dominated.pair == *pair);
            vec![
                pair.clone(),
                mean.map_or("?".to_owned(), shown),
                counter.map_or(String::new(), |it| it.best_counter.clone()),
                counter.map_or(String::new(), |it| shown(it.value)),
                by.map_or(String::new(), |by| format!("{} is never worse", by.by)),
            ]
        })
        .collect();
    let header = ["", "on average", "best counter", "against it", ""].map(str::to_owned).to_vec();
    Listing { header, left: vec![0, 2, 4], rows }
}

/// Is what teams are worth a chance?
fn is_chance(answer: &TournamentAnswer<SolvedMeeting>) -> bool {
    answer.matrix.iter().flatten().flatten().all(|value| (0.0..=1.0).contains(value))
}

/// With more teams than this the matrix is left to JSON and CSV.
const TEAMS_SHOWN: usize = 30;

/// A matrix with one space between its columns.
fn narrow(header: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded = cells.zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        format!("{}\n", padded.collect::<Vec<_>>().join(" "))
    };
    let mut text = line(&mut header.iter().copied());
    for row in rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text
}

/// A tournament under perfect play, for spreadsheets.
pub fn solved_csv(answer: &TournamentAnswer<SolvedMeeting>) -> String {
    csv(answer, (SOLVED, solved_cells))
}

/// A tournament of so many games a meeting, from this seed.
pub fn played(answer: &TournamentAnswer<PlayedMeeting>, (games, seed): (u64, u64)) -> String {
    text_of(answer, true, &margins(games, seed))
}

/// What a matrix of so many games a meeting says.
pub(crate) fn margins(games: u64, seed: u64) -> String {
    let games = count(games, "game");
    format!("the mean margin of player 1 (the row) in hp, {games} a meeting from seed {seed}")
}

/// A tournament of many games, for spreadsheets.
pub fn played_csv(answer: &TournamentAnswer<PlayedMeeting>) -> String {
    csv(answer, (PLAYED, played_cells))
}
