//! From arguments to a source, and work under the limits that were asked for.

use outplay::{Allowed, Budget, Failure, Kind, Seat, Source, StyleName, Table, Text, registry};

use super::args::{Game, Limits};
use super::progress::Progress;
use super::{Wrong, files, problems, remark, signals};

/// Every option is called as it is typed.
pub(super) fn option(name: &str, text: &str) -> Text {
    Text::new(format!("--{name}"), text)
}

/// The source with what the arguments change.
pub(super) fn with_options(mut source: Source, args: &Game) -> Result<Source, Wrong> {
    let seats = seats(args)?;
    if registry::kind(&source) == Some(Kind::Sides) {
        refuse_fight(args, &seats)?;
    }
    let options = &mut source.options;
    options.mode.clone_from(&args.mode);
    options.sides = seats.map(|seat| seat.fighter);
    if let Some(path) = &args.input {
        options.input = Some(files::named(path)?);
    }
    options.order = args.order.as_deref().map(|order| option("order", order));
    options.goal = args.goal.as_deref().map(|goal| option("goal", goal));
    options.set = args.set.iter().map(|set| option("set", set)).collect();
    Ok(source)
}

/// Opens it, and says what is suspicious about it.
pub(super) fn open(source: &Source) -> Result<Table, Failure> {
    let table = source.open()?;
    warn(&table);
    Ok(table)
}

/// Says what is suspicious about a game.
pub(super) fn warn(table: &Table) {
    let (sources, warnings) = table.warnings();
    problems::draw(sources, warnings);
}

/// Who plays, and how: `--p1` and `--p2`.
pub(super) fn seats(args: &Game) -> Result<[Seat; 2], Failure> {
    let read = |name: &str, text: &Option<String>| match text {
        Some(text) => Seat::read(&option(name, text)),
        None => Ok(Seat::default()),
    };
    Ok([read("p1", &args.p1)?, read("p2", &args.p2)?])
}

/// Says of styles that nobody plays by them, where both sides do their best or moves are given.
pub(super) fn remark_on_styles(args: &Game) -> Result<(), Failure> {
    for (seat, option) in seats(args)?.iter().zip(["--p1", "--p2"]) {
        let style = seat.style.as_ref().filter(|style| **style != StyleName::Minimax);
        if let Some(style) = style {
            remark(&format!(
                "The style in {option}, {style}, means nothing here: `match` and `play` go by it.\n"
            ));
        }
    }
    Ok(())
}

/// What the arguments allow.
pub(super) fn allowed(args: &Limits) -> Allowed {
    Allowed { states: args.max_states, seconds: args.max_seconds, memory: args.max_memory }
}

/// Does work within limits, with a spinner on a terminal that counts `what`.
pub(super) fn limited<T>(
    limits: &outplay::Limits,
    what: &str,
    work: impl FnOnce(&Budget) -> T,
) -> T {
    let progress = Progress::new();
    within(limits, &|done| progress.tell_of(done, what), work)
}

/// Does work within limits, telling how far it is.
pub(super) fn within<T>(
    limits: &outplay::Limits,
    tell: &(dyn Fn(u64) + Sync),
    work: impl FnOnce(&Budget) -> T,
) -> T {
    let interrupt = Some(signals::listen());
    work(&Budget { interrupt, on_progress: Some(tell), ..limits.start() })
}

/// Refuses what only a fight has, where a game has no fighters.
fn refuse_fight(args: &Game, seats: &[Seat; 2]) -> Result<(), Wrong> {
    let given = [
        ("--mode", args.mode.is_some()),
        ("--p1", seats[0].fighter.is_some()),
        ("--p2", seats[1].fighter.is_some()),
        ("--order", args.order.is_some()),
        ("--goal", args.goal.is_some()),
        ("--input", args.input.is_some()),
    ];
    let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if given.is_empty() {
        return Ok(());
    }
    Err(Wrong::Plain(format!("{}: a game without fighters has no such thing", given.join(", "))))
}
