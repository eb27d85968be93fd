//! Who plays how, and many games at once.
//!
//! [`Style`] is the one seam: whatever chooses moves is one, [`Random`], [`Greedy`], [`Minimax`], [`TreeSearch`],
//! [`Look`], [`Noisy`], a closure ([`Chooser`]) or a type of one's own. [`playout`] plays one game between two of them,
//! [`play_match`] many in parallel, and a [`Tournament`] is a matrix of everyone against everyone. Work of many cells is
//! a [`Job`]: [`run`] does it on all cores, or by [`Workers`] elsewhere, and keeps it in a [`Store`]. The answers are plain data; the same
//! seed gives the same answer on any number of threads. Nothing here knows a concrete game, and
//! nothing prints.
//!
//! ```
//! use outplay_game::{Budget, Game, Player, sketch::Sketch};
//! use outplay_lab::{MatchSetup, Minimax, Random, play_match};
//!
//! let game: Sketch =
//!     "a: 0 b?, 0 c?\nb?: 0 d, 0 e\nc?: 0 e, 0 f\nd = 3\ne = -1\nf = 9".parse().unwrap();
//! let setup = MatchSetup { games: 100, seed: 7, ..MatchSetup::default() };
//! let report = play_match(&game, &game.start(), &setup, |game| {
//!     let best = Minimax::new(game, None, Budget::default());
//!     [Box::new(Random::new(Player::One)), Box::new(best)]
//! });
//! assert_eq!((report.games, report.p2_wins, report.mean_margin), (100, 100, Some(-1.0)));
//! ```

mod job;
mod look;
mod matches;
mod minimax;
mod noisy;
mod playout;
mod random;
mod report;
mod runner;
mod spread;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod style;
mod tournament;
mod tree_search;
mod workers;

pub use job::{Job, Ran, kept, run};
pub use look::{FARTHEST_LOOK, Look};
pub use matches::{MatchSetup, StylePair, play_match, play_match_for, play_match_with_dice};
pub use minimax::Minimax;
pub use noisy::Noisy;
pub use playout::{Playout, Price, playout, playout_with_dice};
pub use random::{Dice, Random};
pub use report::{Looks, MatchReport, Spent, Sums};
pub use runner::{find_threads, in_order};
pub use spread::Spread;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
pub use store::{Key, Store, StoreError, content_name};
pub use style::{Chooser, Greedy, Style};
pub use tournament::{Cell, Standing, Tournament};
pub use tree_search::TreeSearch;
pub use workers::{Tasks, Worked, Workers};
