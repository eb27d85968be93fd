//! Write down a turn-based fight, and Outplay plays it out, lets you play it, and proves the best
//! play.
//!
//! This crate is the library behind the `outplay` program, and the one to depend on: it gathers the
//! others ([`game`], [`search`], [`lab`], [`text`], and the games [`duel`], [`hand`], [`combat`]
//! and [`tree`]) and answers whole questions with plain data that any view can show: [`solve()`],
//! [`solve_versus`], [`replay()`], [`position()`], [`play_matches`] and more for a fight,
//! [`solve_hand`] and [`deck_odds`] for a hand, [`solve_combat`] and [`match_combat`] for decks. It
//! never prints.
//!
//! ```
//! use outplay::{Request, SolveOptions};
//!
//! let request = Request::shipped("wizard").unwrap().set("boss.hp=21").set("boss.attack=1");
//! let answer = outplay::solve(&request, &SolveOptions::default()).unwrap();
//! assert_eq!((answer.value, answer.proof), (Some(279), outplay::Proof::Optimal));
//! assert_eq!(answer.line.len(), 3); // Poison and two Magic Missiles
//! ```
//!
//! A game of one's own needs [`game::Game`] and [`game::MinCost`] or [`game::ZeroSum`]; see
//! `examples/`.

mod best_turn;
mod compare;
mod deals;
mod decks;
pub mod draw;
mod matches;
mod position;
mod proof;
mod replay;
mod request;
mod sheet;
mod shipped;
mod solve;
mod style_name;
mod styles;
mod sweep;
mod tournament;
mod trees;
mod versus;
mod weigh;
mod words;

pub use best_turn::{
    CardUse, CardWorth, CompareHands, DamageRow, DeckAnswer, DeckCardRow, DrawnHand, HandAnswer,
    HandBy, HandComparison, HandRefused, HandReplay, HandRequest, HandStep, HandWorth, LoadedDeck,
    LoadedHand, SizeRow, compare_hands, deal_ranges, deck_odds, histogram_svg, replay_hand,
    rest_of_hand, solve_hand, times_svg,
};
pub use compare::{Comparison, compare};
pub use deals::{CombatMatch, CombatMatchAnswer, Dealt, match_combat};
pub use decks::{
    Circle, CombatAnswer, CombatReplay, CombatRound, DecksFrom, Scored, replay_combat, solve_combat,
};
pub use draw::{Picture, draw_versus};
pub use matches::{MatchAnswer, MatchOptions, Outcome, PlayedGame, play_matches, read_seats};
pub use outplay_combat as combat;
pub use outplay_duel as duel;
pub use outplay_game as game;
pub use outplay_hand as hand;
pub use outplay_lab as lab;
pub use outplay_search as search;
pub use outplay_text as text;
pub use outplay_tree as tree;
pub use position::{Hint, MoveOption, Position, choose, hints, position};
pub use proof::{Proof, Stopped};
pub use replay::{ReplayAnswer, ReplayTurn, SideState, replay};
pub use request::{Failure, Limits, Loaded, Request};
pub use sheet::{Column, Sheet, SheetRow};
pub use shipped::{SHIPPED, SHIPPED_TREES, Shipped};
pub use solve::{
    Explained, Interval, OnBetter, OptimalLines, Priced, SolveAnswer, SolveOptions, solve,
};
pub use style_name::{StyleName, UnknownStyle};
pub use styles::{Players, Seat};
pub use sweep::{Axis, Cell, MOST_CELLS, SweepAnswer, sweep};
pub use tournament::{
    MOST_ENTRANTS, OrderTable, PlayedMeeting, SolvedMeeting, TournamentAnswer, play_tournament,
    read_fighters, read_styles, solve_tournament,
};
pub use trees::{TreeRequest, solve_tree};
pub use versus::{
    MoveValue, Setting, VersusAnswer, VersusComparison, VersusOptions, compare_versus, solve_versus,
};
pub use weigh::{Choice, Weighed};
pub use words::{
    amount, count, describe, number_name, queue_letters, running, thousands, who_is_who,
};
