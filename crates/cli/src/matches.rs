//! `outplay match`: many games between two styles.

use outplay::duel::ALL;
use outplay::{MatchOptions, Source, StyleName, read_seats};
use outplay_render::commands::name_replays;
use outplay_render::matches;

use super::args::{Match, TableFormat};
use super::job::job;
use super::progress::Progress;
use super::{Done, Wrong, print, print_json, source};

pub(super) fn run(args: &Match, source: Source) -> Result<Done, Wrong> {
    if args.cards.is_some() {
        let message = "--cards means nothing in a fight: cards are dealt in combat";
        return Err(Wrong::Plain(message.to_owned()));
    }
    one_mode(args.game.mode.as_deref(), "match")?;
    let given = [("p1", &args.game.p1), ("p2", &args.game.p2)]
        .map(|(name, text)| text.as_deref().map(|text| source::option(name, text)));
    let seats = read_seats(given.each_ref().map(Option::as_ref))?;
    let table = source::open(&source::with_options(source, &args.game)?)?;
    let styles = seats.map(|seat| seat.style.unwrap_or(StyleName::Minimax));
    let after = args.after.as_deref().map(|after| source::option("after", after));
    let options = MatchOptions { games: args.games, seed: args.seed, after };
    let bar = Progress::counting(2 * args.games);
    let limits = source::allowed(&args.job.limits).styles(&styles);
    let played = job(&args.job, &limits, table.source(), &|games| bar.at(games), |how| {
        table.play_match_kept(&styles, &options, how)
    });
    drop(bar);
    let mut answer = played?;
    let after = args.after.as_deref();
    name_replays(&mut answer, &args.game.name, &table, after);
    match args.format {
        TableFormat::Json => print_json(&answer),
        TableFormat::Csv => print(&matches::csv(&answer)),
        TableFormat::Text => print(&matches::text(table.about(), &answer)),
    }
    let other = answer.other_first.as_ref().and_then(|other| other.stopped);
    let stopped = answer.outcome.stopped.or(other);
    Ok(if stopped.is_some() { Done::Stopped } else { Done::Well })
}

/// What is played in one mode only.
pub(super) fn one_mode(mode: Option<&str>, what: &str) -> Result<(), Wrong> {
    if mode == Some(ALL) {
        return Err(Wrong::Plain(format!("a {what} is played in one mode, not in all")));
    }
    Ok(())
}
