//! `outplay play`: who sits where, and with prompts or on the full screen.

use std::io::IsTerminal;

use outplay::Players;
use outplay::StyleName;
use outplay::duel::ALL;

use super::args::Play;
use super::{Done, Wrong, colourful, combat, draw, fight, files, hand, print};
use crate::prompts::{Ended, Trouble, prompts, prompts_for_a_hand, prompts_for_combat};
use outplay_render as tell;
use outplay_render::play::{Budget, CombatSitting, HandSitting, Sitting};
use outplay_tui::{App, CombatApp, FightApp, HandApp, Left, Look, run as full_screen};

pub(super) fn run(asked: &Play) -> Result<Done, Wrong> {
    let (input, output) = (std::io::stdin(), std::io::stdout());
    let typed = input.is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    let plain = asked.plain || dumb || !typed || !output.is_terminal();
    let ended = match (asked.fight.game.as_str(), plain) {
        (tell::hand::NAME, true) => {
            let mut sitting = a_hand(asked)?;
            prompts_for_a_hand(&mut sitting, &mut input.lock(), &mut output.lock(), !typed)
        }
        (tell::hand::NAME, false) => show(&mut HandApp::new(a_hand(asked)?)),
        (tell::combat::NAME, true) => {
            prompts_for_combat(&decks(asked)?, &mut input.lock(), &mut output.lock(), !typed)
        }
        (tell::combat::NAME, false) => show(&mut CombatApp::new(decks(asked)?)),
        (_, true) => prompts(&mut sitting(asked)?, &mut input.lock(), &mut output.lock(), !typed),
        (_, false) => show(&mut FightApp::new(sitting(asked)?)?),
    };
    match ended {
        Ok(Ended::Well) => Ok(Done::Well),
        Ok(Ended::Endless) => Ok(Done::Stopped),
        Ok(Ended::BySignal(signal)) => Ok(Done::Ended(signal)),
        Err(Trouble::Failure(failure)) => Err(failure.into()),
        // A reader who has gone away is no reason to complain.
        Err(Trouble::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(Done::Well),
        Err(Trouble::Io(error)) => Err(Wrong::Plain(format!("the game cannot go on: {error}"))),
    }
}

/// On the full screen, until somebody leaves.
fn show(app: &mut dyn App) -> Result<Ended, Trouble> {
    let left = full_screen(app, Look { colour: colourful(&std::io::stdout()) })?;
    print(&app.farewell());
    Ok(match left {
        Left::ByKey => Ended::Well,
        Left::BySignal(signal) => Ended::BySignal(signal),
    })
}

/// What the input options may not be.
fn refuse_standard_input(asked: &Play) -> Result<(), Wrong> {
    if asked.fight.input.as_deref().is_some_and(|path| path.as_os_str() == "-") {
        let message = "--input -: standard input is where the moves come from; give a file";
        return Err(Wrong::Plain(message.to_owned()));
    }
    Ok(())
}

fn budget(asked: &Play) -> Budget {
    let usual = Budget::default();
    Budget {
        max_states: asked.max_states.unwrap_or(usual.max_states),
        max_seconds: asked.max_seconds.unwrap_or(usual.max_seconds),
    }
}

/// The fight and its players.
fn sitting(asked: &Play) -> Result<Sitting, Wrong> {
    hand::refuse_cards(&asked.cards)?;
    if asked.fight.mode.as_deref() == Some(ALL) {
        return Err(Wrong::Plain("a game is played in one mode: name it with --mode".to_owned()));
    }
    refuse_standard_input(asked)?;
    let [one, two] = fight::seats(&asked.fight)?;
    let request = fight::request(&asked.fight, asked.after.as_deref())?;
    let loaded = request.load()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let styles = [one.style.unwrap_or(StyleName::Manual), two.style.unwrap_or(StyleName::Minimax)];
    // A tree that is not there is better said before the first move.
    Players::new(&loaded.fight, styles.clone())?;
    let mut sitting = Sitting::new(request, styles, asked.seed);
    sitting.budget = budget(asked);
    sitting.options = words(asked, Some(&asked.fight.game));
    // Moves before the start that cannot be made are said with their place.
    sitting.position()?;
    Ok(sitting)
}

/// The hand that was given, or one that is dealt.
fn a_hand(asked: &Play) -> Result<HandSitting, Wrong> {
    refuse_standard_input(asked)?;
    let mut sitting = match hand::to_play(&asked.fight, &asked.cards, asked.after.is_some())? {
        Some(loaded) => {
            draw::problems(&loaded.sources, &loaded.warnings);
            let mut options = words(asked, None);
            for card in &asked.cards.card {
                options.extend(["--card".to_owned(), card.clone()]);
            }
            if let Some(names) = &asked.cards.hand {
                options.extend(["--hand".to_owned(), names.clone()]);
            }
            if let Some(list) = &asked.cards.card_list {
                options.extend(["--card-list".to_owned(), files::name(list)]);
            }
            HandSitting::new(loaded.hand, options)
        }
        None => HandSitting::dealt(asked.seed),
    };
    sitting.budget = budget(asked);
    Ok(sitting)
}

/// The decks that were given, or some that are dealt.
fn decks(asked: &Play) -> Result<CombatSitting, Wrong> {
    hand::refuse_cards(&asked.cards)?;
    refuse_standard_input(asked)?;
    let (mode, deal) = combat::to_watch(&asked.fight, asked.after.is_some())?;
    Ok(match deal {
        Some(deal) => {
            let mut options = words(asked, None);
            for (option, deck) in [("--p1", &asked.fight.p1), ("--p2", &asked.fight.p2)] {
                options.extend(deck.iter().flat_map(|deck| [option.to_owned(), deck.clone()]));
            }
            CombatSitting::new(&deal, mode, options)
        }
        None => CombatSitting::dealt(mode, asked.seed, 1),
    })
}

/// What names this game on the command line, without the sides.
fn words(asked: &Play, game: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = game.into_iter().map(str::to_owned).collect();
    let mut add = |option: &str, value: &str| {
        words.extend([option.to_owned(), value.to_owned()]);
    };
    if let Some(mode) = &asked.fight.mode {
        add("--mode", mode);
    }
    for set in &asked.fight.set {
        add("--set", set);
    }
    if let Some(order) = &asked.fight.order {
        add("--order", order);
    }
    if let Some(input) = &asked.fight.input {
        add("--input", &files::name(input));
    }
    words
}
