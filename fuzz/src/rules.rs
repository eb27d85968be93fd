//! Rules files: any text. What opens is solved and played, in every mode.

use outplay::Source;

use crate::opened::{try_table, well_placed};
use crate::text;

/// Files that are longer say nothing new.
const MOST: usize = 12_000;

/// Tries one input.
pub fn try_one(data: &[u8]) {
    let Some(text) = text(data, MOST) else { return };
    let source = Source::rules("fuzzed", "fuzzed.toml", text);
    let checked = source.check();
    let picks: Vec<u8> = text.bytes().rev().take(20).collect();
    match source.open() {
        Ok(table) => {
            try_table(&table, &picks);
            // What a check finds wrong may be in a mode that is not the plain one.
            if !checked.has_errors() {
                for mode in source.modes() {
                    let opened = source.clone().mode(&mode).open();
                    assert!(opened.is_ok(), "{mode}: {:?}", opened.err());
                }
            }
        }
        Err(failure) => {
            well_placed(&failure);
            assert!(
                checked.has_errors(),
                "a check finds nothing wrong, but it does not open: {failure}"
            );
            well_placed(&checked);
        }
    }
}
