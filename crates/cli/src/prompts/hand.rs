//! A hand line by line.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use outplay::hand::Use;

use outplay_render::play::{BestTurn, HAND_GOAL, HandSitting, judged, shown};

use super::game::read_line;
use super::{Ended, Trouble};
use outplay_render::table::aligned_indented;

/// Plays to the end of the turn or of the input.
///
/// # Errors
/// When nobody reads any more.
pub(crate) fn run(
    sitting: &mut HandSitting,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    echo: bool,
) -> Result<Ended, Trouble> {
    writeln!(out, "A hand: type `play CARD`, `pitch CARD` or `end`, or ? for help.")?;
    writeln!(out, "Goal: {HAND_GOAL}")?;
    let stop = AtomicBool::new(false);
    let mut stale = true;
    while !sitting.state().0.is_over() {
        if std::mem::replace(&mut stale, false) {
            show(sitting, out)?;
        }
        write!(out, "turn> ")?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out, "\nThe input ends here.")?;
            writeln!(out, "To see it again: {}", sitting.replay_command())?;
            return Ok(Ended::Well);
        };
        let line = line.trim();
        if echo {
            writeln!(out, "{}", shown(line))?;
        }
        match line.to_lowercase().as_str() {
            "" => {}
            "?" | "help" => {
                let help = "  play CARD, pitch CARD, end, hint, rules, undo, quit";
                writeln!(out, "{help}")?;
            }
            "rules" => writeln!(out, "{}", outplay_render::hand::rules())?,
            "hint" => {
                let rest = sitting.rests().pop();
                match rest.and_then(|hand| BestTurn::of(&hand, &sitting.limits, &stop).ok()) {
                    Some(best) => writeln!(out, "  {}", best.hint())?,
                    None => writeln!(out, "No hint: it was not settled within the limits.")?,
                }
            }
            "undo" if sitting.undo() => stale = true,
            "undo" => writeln!(out, "There is nothing to take back.")?,
            "quit" | "exit" => {
                writeln!(out, "To see it again: {}", sitting.replay_command())?;
                return Ok(Ended::Well);
            }
            _ => match sitting.play(line) {
                Ok(()) => stale = true,
                Err(reason) => writeln!(out, "Not now: {reason}.")?,
            },
        }
    }
    let rests: Vec<_> = sitting
        .rests()
        .iter()
        .map_while(|hand| BestTurn::of(hand, &sitting.limits, &stop).ok())
        .collect();
    let review = sitting.review(&rests);
    writeln!(out, "\n{}\n\nYour moves:", review.verdict.join("\n"))?;
    let rows: Vec<_> = review
        .moves
        .iter()
        .enumerate()
        .map(|(index, (made, gave_away))| {
            vec![(index + 1).to_string(), made.clone(), judged(*gave_away)]
        })
        .collect();
    write!(out, "{}", aligned_indented(&[], &[1, 2], &rows))?;
    writeln!(out, "\nTo see it again: {}", sitting.replay_command())?;
    Ok(Ended::Well)
}
fn show(sitting: &HandSitting, out: &mut dyn Write) -> std::io::Result<()> {
    let (state, damage) = sitting.state();
    let (points, resources) = (state.action_points, state.resources);
    writeln!(out, "\n  damage {damage}, action points {points}, resources {resources}")?;
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let rows: Vec<_> = sitting
        .hand
        .cards
        .iter()
        .zip(&state.uses)
        .map(|(card, of)| {
            let of = match of {
                Use::Played => "played",
                Use::Pitched => "pitched",
                Use::Kept => "",
            };
            let cost = card.attack.map(|_| card.cost);
            vec![
                card.name.clone(),
                number(cost),
                number(card.pitch),
                number(card.attack),
                card.go_again.to_string(),
                of.to_owned(),
            ]
        })
        .collect();
    let header = ["card", "cost", "pitch", "attack", "go again", ""];
    write!(out, "{}", aligned_indented(&header, &[0, 5], &rows))
}
