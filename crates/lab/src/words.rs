//! How answers for programs name what the games and searches have types for.

use outplay_game::Player;
use outplay_search::Stop;
use serde::{Serialize, Serializer};

/// 1, 2 or nobody.
#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
pub(crate) fn player<S: Serializer>(player: &Option<Player>, to: S) -> Result<S::Ok, S::Error> {
    player.map(Player::number).serialize(to)
}

/// The name of what stopped it, or nothing.
#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
pub(crate) fn stop<S: Serializer>(stop: &Option<Stop>, to: S) -> Result<S::Ok, S::Error> {
    stop.map(Stop::name).serialize(to)
}
