//! `outplay schema`.

use outplay::duel::FORMAT;
use outplay::written::json_schema;

use super::{Done, Wrong, print_json};

#[expect(clippy::unnecessary_wraps, reason = "every command answers in the same way")]
pub(super) fn run() -> Result<Done, Wrong> {
    print_json(&json_schema(&FORMAT, "outplay-rules-1.json", "Outplay rules file, format 1"));
    Ok(Done::Well)
}
