//! Two decks line by line: Enter tells the next round, `run` the rest.

use std::io::{BufRead, Write};

use outplay::combat::Told;

use outplay_render::play::{CombatSitting, shown};

use super::game::read_line;
use super::{Ended, Trouble};
use outplay_render::combat::{ending, telling};

/// Tells rounds to the end of the game or of the input.
///
/// # Errors
/// When nobody reads any more.
pub(crate) fn run(
    sitting: &CombatSitting,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    echo: bool,
) -> Result<Ended, Trouble> {
    writeln!(out, "Combat ({}): Enter plays a round, `run` the rest.\n", sitting.mode.name())?;
    let recursive = sitting.replay.mode == "recursive";
    let mut running = false;
    for step in &sitting.replay.told {
        while matches!(step, Told::Round { .. }) && !running {
            write!(out, "round> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out, "\nThe input ends here.")?;
                writeln!(out, "To see all of it: {}", sitting.replay_command())?;
                return Ok(Ended::Well);
            };
            let line = line.trim();
            if echo {
                writeln!(out, "{}", shown(line))?;
            }
            match line.to_lowercase().as_str() {
                "" | "step" => break,
                "run" => running = true,
                "quit" | "exit" => {
                    writeln!(out, "To see all of it: {}", sitting.replay_command())?;
                    return Ok(Ended::Well);
                }
                "rules" => writeln!(out, "{}", outplay_render::combat::rules())?,
                _ => writeln!(
                    out,
                    "Enter plays a round, `run` the rest, `rules` tells the rules, `quit` stops."
                )?,
            }
        }
        write!(out, "{}", telling(step, recursive))?;
    }
    write!(out, "{}", ending(&sitting.replay))?;
    Ok(Ended::Well)
}
