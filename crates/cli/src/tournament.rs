//! `outplay tournament`: everyone against everyone, under perfect play or by style.

use outplay::{Source, Stop, Table, Text, read_styles};
use outplay_render::{json, tournament};

use super::args::{TableFormat, Tournament};
use super::job::job;
use super::matches::one_mode;
use super::progress::Progress;
use super::{Done, Wrong, print, print_json, source};

pub(super) fn run(args: &Tournament, source: Source) -> Result<Done, Wrong> {
    let table = open(args, source)?;
    let read = |name: &str, text: &Option<String>| -> Option<Text> {
        text.as_deref().map(|text| source::option(name, text))
    };
    let fighters = match read("fighters", &args.fighters) {
        Some(given) => table.read_fighters(&given)?,
        None => Vec::new(),
    };
    let styles = match read("styles", &args.styles) {
        Some(given) => read_styles(&given)?,
        None => Vec::new(),
    };
    let everyone = table.fight().map_or(0, |fight| fight.spec.teams().len());
    let fighting = if fighters.is_empty() { everyone } else { fighters.len() };
    let orders = if styles.is_empty() { table.tournament_orders().len() } else { 1 };
    let entrants = fighting * styles.len().max(1);
    let bar = Progress::counting((orders * entrants * entrants) as u64);
    let limits = source::allowed(&args.job.limits).styles(&styles);
    let tell = |cells| bar.at(cells);
    if styles.is_empty() {
        let solved = job(&args.job, &limits, table.source(), &tell, |how| {
            table.solve_tournament_kept(&fighters, how)
        });
        drop(bar);
        let answer = solved?;
        match args.format {
            TableFormat::Json => print_json(&json::tournament(&answer, None)),
            TableFormat::Csv => print(&tournament::solved_csv(&answer)),
            TableFormat::Text => print(&tournament::solved(&answer)),
        }
        return Ok(done(answer.stopped));
    }
    let games = (args.games.unwrap_or(200), args.seed.unwrap_or(1));
    let played = job(&args.job, &limits, table.source(), &tell, |how| {
        table.play_tournament_kept(&fighters, &styles, games, how)
    });
    drop(bar);
    let answer = played?;
    match args.format {
        TableFormat::Json => print_json(&json::tournament(&answer, Some(games))),
        TableFormat::Csv => print(&tournament::played_csv(&answer)),
        TableFormat::Text => print(&tournament::played(&answer, games)),
    }
    Ok(done(answer.stopped))
}

/// The table, if the arguments are for a tournament.
fn open(args: &Tournament, source: Source) -> Result<Table, Wrong> {
    if args.game.p1.is_some() || args.game.p2.is_some() {
        let message = "--p1 and --p2 are for one meeting; in a tournament everyone meets everyone \
                       (choose some with --fighters)";
        return Err(Wrong::Plain(message.to_owned()));
    }
    if args.styles.is_none() && (args.games.is_some() || args.seed.is_some()) {
        let message = "--games and --seed go with --styles; without them perfect play is proved, \
                       and one game tells all";
        return Err(Wrong::Plain(message.to_owned()));
    }
    one_mode(args.game.mode.as_deref(), "tournament")?;
    Ok(source::open(&source::with_options(source, &args.game)?)?)
}

fn done(stopped: Option<Stop>) -> Done {
    if stopped.is_some() { Done::Stopped } else { Done::Well }
}
