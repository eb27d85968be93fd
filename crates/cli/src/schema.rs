//! `outplay schema`.

use outplay::text::json_schema;
use outplay::{duel, tree};

use super::{Done, Wrong, print_json};

#[expect(clippy::unnecessary_wraps, reason = "every command answers in the same way")]
pub(super) fn run() -> Result<Done, Wrong> {
    let shapes = [("a fight", &duel::FORMAT), ("a game tree", &tree::FORMAT)];
    print_json(&json_schema(&shapes, "outplay-rules-1.json", "Outplay rules file, format 1"));
    Ok(Done::Well)
}
