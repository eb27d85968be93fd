//! `outplay schema`.

use outplay::registry;

use super::{Done, Wrong, print_json};

#[expect(clippy::unnecessary_wraps, reason = "every command answers in the same way")]
pub(super) fn run() -> Result<Done, Wrong> {
    print_json(&registry::schema());
    Ok(Done::Well)
}
