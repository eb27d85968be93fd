//! `outplay play`: who sits where, and with prompts or on the full screen.

use std::io::IsTerminal;

use outplay::duel::ALL;
use outplay::lab::StyleName;
use outplay::{Players, Seat};

use super::args::{Fight, Play};
use super::{Done, Wrong, draw, fight, files};
use crate::play::{Budget, Ended, Sitting, Trouble, prompts};

pub(super) fn run(asked: &Play) -> Result<Done, Wrong> {
    let mut sitting = sitting(asked)?;
    let mut input = std::io::stdin().lock();
    let echo = !input.is_terminal();
    let ended = prompts(&mut sitting, &mut input, &mut std::io::stdout().lock(), echo);
    done(ended)
}

fn done(ended: Result<Ended, Trouble>) -> Result<Done, Wrong> {
    match ended {
        Ok(Ended::Well) => Ok(Done::Well),
        Ok(Ended::Endless) => Ok(Done::Stopped),
        Err(Trouble::Failure(failure)) => Err(failure.into()),
        // A reader who has gone away is no reason to complain.
        Err(Trouble::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(Done::Well),
        Err(Trouble::Io(error)) => Err(Wrong::Plain(format!("the game cannot go on: {error}"))),
    }
}

/// The fight and its players.
fn sitting(asked: &Play) -> Result<Sitting, Wrong> {
    if asked.mode.as_deref() == Some(ALL) {
        return Err(Wrong::Plain("a game is played in one mode: name it with --mode".to_owned()));
    }
    if asked.input.as_deref().is_some_and(|path| path.as_os_str() == "-") {
        let message = "--input -: standard input is where the moves come from; give a file";
        return Err(Wrong::Plain(message.to_owned()));
    }
    let seat = |option: &str, text: &Option<String>| {
        text.as_deref().map_or(Ok(Seat::default()), |text| Seat::read(option, text))
    };
    let (one, two) = (seat("--p1", &asked.p1)?, seat("--p2", &asked.p2)?);
    let request = fight::request(
        &Fight {
            game: asked.game.clone(),
            mode: asked.mode.clone(),
            set: asked.set.clone(),
            p1: one.fighter,
            p2: two.fighter,
            order: asked.order.clone(),
            input: asked.input.clone(),
        },
        asked.after.as_deref(),
    )?;
    let loaded = request.load()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let styles =
        [one.style.unwrap_or(StyleName::Manual), two.style.unwrap_or(StyleName::Minimax)];
    // A tree that is not there is better said before the first move.
    Players::new(&loaded.fight, styles.clone())?;
    let mut sitting = Sitting::new(request, styles, asked.seed);
    let usual = Budget::default();
    sitting.budget = Budget {
        max_states: asked.max_states.unwrap_or(usual.max_states),
        max_seconds: asked.max_seconds.unwrap_or(usual.max_seconds),
    };
    sitting.options = options(asked);
    // Moves before the start that cannot be made are said with their place.
    sitting.position()?;
    Ok(sitting)
}

/// What names this game on the command line.
fn options(asked: &Play) -> Vec<String> {
    let mut words = vec![asked.game.clone()];
    let mut add = |option: &str, value: &str| {
        words.extend([option.to_owned(), value.to_owned()]);
    };
    if let Some(mode) = &asked.mode {
        add("--mode", mode);
    }
    for set in &asked.set {
        add("--set", set);
    }
    if let Some(order) = &asked.order {
        add("--order", order);
    }
    if let Some(input) = &asked.input {
        add("--input", &files::name(input));
    }
    words
}
