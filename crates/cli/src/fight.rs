//! From arguments to a request.

use outplay::StyleName;
use outplay::search::Algorithm;
use outplay::{Request, Seat};

use super::args::{By, Fight, Limits};
use super::{Progress, Wrong, files, listen_for_interrupts, remark};

/// The request that the arguments describe.
pub(super) fn request(fight: &Fight, after: Option<&str>) -> Result<Request, Wrong> {
    let mut request = files::game(&fight.game)?;
    request.mode.clone_from(&fight.mode);
    request.sides = seats(fight)?.map(|seat| seat.fighter);
    if let Some(path) = &fight.input {
        request.input = Some((files::name(path), files::text(path)?));
    }
    request.order.clone_from(&fight.order);
    request.set.extend(fight.set.iter().map(|set| ("--set".to_owned(), set.clone())));
    request.after = after.map(str::to_owned);
    Ok(request)
}

/// Who plays, and how: `--p1` and `--p2`.
pub(super) fn seats(fight: &Fight) -> Result<[Seat; 2], Wrong> {
    let read = |option: &str, text: &Option<String>| match text {
        Some(text) => Seat::read(option, text),
        None => Ok(Seat::default()),
    };
    Ok([read("--p1", &fight.p1)?, read("--p2", &fight.p2)?])
}

/// Says of styles that nobody plays by them, where both sides do their best or moves are given.
pub(super) fn remark_on_styles(fight: &Fight) -> Result<(), Wrong> {
    for (seat, option) in seats(fight)?.iter().zip(["--p1", "--p2"]) {
        let style = seat.style.as_ref().filter(|style| **style != StyleName::Minimax);
        if let Some(style) = style {
            remark(&format!(
                "The style in {option}, {style}, means nothing here: `match` and `play` go by it.\n"
            ));
        }
    }
    Ok(())
}

/// Do both sides fight for the winner's hp? Else player 1 wants to win at the least cost.
pub(super) fn is_for_two(request: &Request) -> Result<bool, Wrong> {
    // One mode is as good as another: a file that is wrong in it is wrong.
    let request = request.each_mode().swap_remove(0);
    Ok(request.load()?.fight.names.zero_sum)
}

/// The search that was asked for, if it is one for fights.
pub(super) fn algorithm(by: Option<By>) -> Result<Algorithm, Wrong> {
    by.map_or(Some(Algorithm::Astar), By::of_a_fight).ok_or_else(|| {
        let message =
            "this search is for other games; the least cost is found --by astar, dijkstra, dfs or \
             brute";
        Wrong::Plain(message.to_owned())
    })
}

/// Does work under the limits that were asked for, with a spinner on a terminal.
pub(super) fn limited<T>(limits: &Limits, work: impl FnOnce(outplay::Limits) -> T) -> T {
    let progress = Progress::new();
    let tell = |states| progress.tell(states);
    work(outplay::Limits {
        max_states: limits.max_states.unwrap_or(outplay::Limits::default().max_states),
        max_seconds: limits.max_seconds,
        interrupt: Some(listen_for_interrupts()),
        on_progress: Some(&tell),
    })
}
