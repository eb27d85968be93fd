//! Changes of games that ship: `--set` with paths, amounts, formulas and words, modes, orders, goals, sides and
//! the puzzle's own text; and the same lines as axes of a sweep.

use outplay::{Axis, Source, Text};

use crate::game_and_text;
use crate::opened::{try_table, well_placed};

/// Tries one input: a game, and a change in every line.
pub fn try_one(data: &[u8]) {
    let Some((game, text)) = game_and_text(data, 1000) else { return };
    let mut source = Source::game(game);
    for line in text.lines().take(6) {
        source = match line.split_once(' ') {
            Some(("mode", mode)) => source.mode(mode),
            Some(("order", order)) => source.order(order),
            Some(("goal", goal)) => source.goal(goal),
            Some(("input", input)) => source.input(input.replace("\\n", "\n")),
            Some(("sides", sides)) => {
                let (one, two) = sides.split_once(' ').unwrap_or((sides, sides));
                source.sides(one, two)
            }
            _ => source.set(line),
        };
        if let Err(failure) = Axis::read_at_most(&Text::new("axis", line), 1000) {
            well_placed(&failure);
        }
    }
    match source.open() {
        Ok(table) => try_table(&table, data),
        Err(failure) => well_placed(&failure),
    }
}
