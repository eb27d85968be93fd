//! Small games written as strings. All that the searches prove of a game, with whatever limits, must hold at
//! once, and be what looking one move further ahead again and again comes to (`searches/plain.rs`): what a
//! win costs (`costs.rs`), what the game is worth (`values.rs`), how near a goal comes (`near.rs`), and,
//! with dice, how likely that is (`chances.rs`).

mod chances;
mod costs;
mod near;
mod plain;
mod plays;
mod values;

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, laws};

use crate::text;
use plain::Plain;

/// Longer numbers do not sum up.
const MOST_DIGITS: usize = 6;
/// States that a search may keep; at last more than any of these games has.
const LIMITS: [u64; 5] = [0, 1, 3, 9, ALL];
const ALL: u64 = 3000;
/// So small a game can be looked at in every way.
const TINY: usize = 8;

/// Tries one input: a sketch.
pub fn try_one(data: &[u8]) {
    let Some(text) = text(data, 500) else { return };
    if text.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits.len() > MOST_DIGITS)
    {
        return;
    }
    let Ok(game) = text.parse::<Sketch>() else { return };
    if laws::check_chance(&game, 1000).is_err() {
        return;
    }
    let plain = Plain::new(&game, text);
    // What the start does not lead to was not checked, and is asked about all the same.
    if plain.rolls_nothing() {
        return;
    }
    if !plain.has_dice() {
        costs::hold(&plain);
        values::hold(&plain);
        near::hold(&plain);
    }
    chances::hold(&plain);
}

fn within(states: u64) -> Budget<'static> {
    Budget { states, ..Budget::UNLIMITED }
}

/// What comes of a line, which must be one: every state that it passes.
fn passed(plain: &Plain, line: &[usize]) -> Vec<usize> {
    let mut states = vec![0];
    for &mv in line {
        let way = plain.ways(states[states.len() - 1]).iter().find(|way| way.mv == mv);
        states.push(way.unwrap_or_else(|| panic!("{line:?} cannot be made\n{}", plain.text)).next);
    }
    states
}
