//! `outplay play`: who sits where, and with prompts or on the full screen.

use std::io::{BufRead, IsTerminal, Write};

use outplay::duel::ALL;
use outplay::{Contents, Limits, Sitting, Source, StyleName, memory};
use outplay_render::play::{CombatSitting, HandSitting};
#[cfg(feature = "tui")]
use outplay_tui::{App, CombatApp, GameApp, HandApp, Left, Theme, run as full_screen};

use super::args::Play;
use super::prompts::{Ended, Trouble, prompts, prompts_for_a_hand, prompts_for_combat};
use super::{Done, Wrong, combat, files, hand, source};

/// A game of two sides.
pub(super) fn run(args: &Play, source: Source) -> Result<Done, Wrong> {
    let mut sitting = sitting(args, source)?;
    #[cfg(feature = "tui")]
    if has_screen(args) {
        return done(show(&mut GameApp::new(sitting)?));
    }
    done(at_prompts(|input, output, echo| prompts(&mut sitting, input, output, echo)))
}

/// A hand: the one that was given, or one that is dealt.
pub(super) fn hand(args: &Play, source: Source) -> Result<Done, Wrong> {
    refuse_standard_input(args)?;
    let table = hand::to_play(source, &args.game, &args.cards, args.after.is_some())?;
    let mut sitting = match table.as_ref().map(outplay::Table::contents) {
        Some(Contents::Hand(cards, _)) => {
            let mut options = words(args);
            for card in &args.cards.card {
                options.extend(["--card".to_owned(), card.clone()]);
            }
            if let Some(names) = &args.cards.hand {
                options.extend(["--hand".to_owned(), names.clone()]);
            }
            if let Some(list) = &args.cards.card_list {
                options.extend(["--card-list".to_owned(), files::name(list)]);
            }
            HandSitting::new(cards.clone(), options)
        }
        _ => HandSitting::dealt(args.seed),
    };
    sitting.limits = limits(args, sitting.limits);
    #[cfg(feature = "tui")]
    if has_screen(args) {
        return done(show(&mut HandApp::new(sitting)));
    }
    done(at_prompts(|input, output, echo| prompts_for_a_hand(&mut sitting, input, output, echo)))
}

/// Two decks: those that were given, or some that are dealt.
pub(super) fn combat(args: &Play, source: &Source) -> Result<Done, Wrong> {
    hand::refuse_cards(&args.cards)?;
    refuse_standard_input(args)?;
    let (mode, table) = combat::to_watch(source, &args.game, args.after.is_some())?;
    let sitting = match table.as_ref().and_then(combat::deal_of) {
        Some(deal) => {
            let mut options = words(args);
            for (option, deck) in [("--p1", &args.game.p1), ("--p2", &args.game.p2)] {
                options.extend(deck.iter().flat_map(|deck| [option.to_owned(), deck.clone()]));
            }
            CombatSitting::new(deal, mode, options)
        }
        None => CombatSitting::dealt(mode, args.seed, 1),
    };
    #[cfg(feature = "tui")]
    if has_screen(args) {
        return done(show(&mut CombatApp::new(sitting)));
    }
    done(at_prompts(|input, output, echo| prompts_for_combat(&sitting, input, output, echo)))
}

/// Is there a terminal that takes a full screen?
#[cfg(feature = "tui")]
fn has_screen(args: &Play) -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    let terminals = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    terminals && !args.plain && !dumb
}

/// Line by line; what is not typed is echoed.
fn at_prompts(
    play: impl FnOnce(&mut dyn BufRead, &mut dyn Write, bool) -> Result<Ended, Trouble>,
) -> Result<Ended, Trouble> {
    let input = std::io::stdin();
    let typed = input.is_terminal();
    play(&mut input.lock(), &mut std::io::stdout().lock(), !typed)
}

/// On the full screen, until somebody leaves.
#[cfg(feature = "tui")]
fn show(app: &mut dyn App) -> Result<Ended, Trouble> {
    let left = full_screen(app, Theme { colour: super::colourful(&std::io::stdout()) })?;
    super::print(&app.farewell());
    Ok(match left {
        Left::ByKey => Ended::Well,
        Left::BySignal(signal) => Ended::BySignal(signal),
    })
}

fn done(ended: Result<Ended, Trouble>) -> Result<Done, Wrong> {
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

/// What the input options may not be.
fn refuse_standard_input(args: &Play) -> Result<(), Wrong> {
    if args.game.input.as_deref().is_some_and(|path| path.as_os_str() == "-") {
        let message = "--input -: standard input is where the moves come from; give a file";
        return Err(Wrong::Plain(message.to_owned()));
    }
    Ok(())
}

fn limits(args: &Play, usual: Limits) -> Limits {
    let limits = Limits {
        states: args.max_states.unwrap_or(usual.states),
        seconds: args.max_seconds.or(usual.seconds),
        ..usual
    };
    limits.memory(args.max_memory.unwrap_or_else(memory::usual))
}

/// The game and its players.
fn sitting(args: &Play, source: Source) -> Result<Sitting, Wrong> {
    hand::refuse_cards(&args.cards)?;
    if args.game.mode.as_deref() == Some(ALL) {
        return Err(Wrong::Plain("a game is played in one mode: name it with --mode".to_owned()));
    }
    refuse_standard_input(args)?;
    let [one, two] = source::seats(&args.game)?;
    let table = source::open(&source::with_options(source, &args.game)?)?;
    let styles = [one.style.unwrap_or(StyleName::Manual), two.style.unwrap_or(StyleName::Minimax)];
    let after = args.after.as_deref().map(|after| source::option("after", after));
    let mut sitting = Sitting::new(&table, styles, after)?.with_seed(args.seed);
    sitting.limits = limits(args, sitting.limits);
    Ok(sitting)
}

/// What names a hand or decks on the command line, without cards.
fn words(args: &Play) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |option: &str, value: &str| {
        words.extend([option.to_owned(), value.to_owned()]);
    };
    if let Some(mode) = &args.game.mode {
        add("--mode", mode);
    }
    for set in &args.game.set {
        add("--set", set);
    }
    if let Some(order) = &args.game.order {
        add("--order", order);
    }
    if let Some(input) = &args.game.input {
        add("--input", &files::name(input));
    }
    words
}
