//! Write down a turn-based fight, and Outplay plays it out, lets you play it, and proves the best
//! play.
//!
//! This crate is the library behind the `outplay` program, and the one to depend on. A [`Source`] says
//! which game, [`Source::open`] reads and compiles it once and gives a [`Table`], and a [`Solver`] of
//! that table answers questions and keeps what it has proved. Answers are plain data that any view
//! can show and any program can read ([`Answer`], [`Replay`], [`Position`]); nothing here prints.
//!
//! ```
//! use outplay::{Budget, Proof, Question, Source};
//!
//! let table = Source::game("wizard").set("boss.hp=21").set("boss.attack=1").open().unwrap();
//! let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
//! assert_eq!((answer.value(), answer.proof()), (Some(279), Proof::Optimal));
//! assert_eq!(answer.line().len(), 3); // Poison and two Magic Missiles
//! ```
//!
//! To step through a fight by hand there is [`Table::battle`]. A game of one's own needs
//! [`game::Game`] and [`game::MinCost`] or [`game::ZeroSum`] for the searches, and
//! [`game::Described`] and a line in the registry for every view; see `examples/`.

mod about;
mod accuracy;
mod advice;
mod allowed;
mod answer;
mod axis;
mod bench;
mod cells;
mod chance;
mod combat_decks;
mod compare;
mod cost;
mod dead_weight;
mod decimal;
mod drawing;
mod exact;
mod expect;
mod failure;
mod fight;
mod hands;
mod known;
mod ladder;
mod matches;
mod meetings;
mod nearest;
mod numbers;
mod own_style;
mod position;
mod question;
mod ranking;
pub mod registry;
mod replay;
mod report;
mod sample;
mod sensitivity;
mod sides;
mod sitting;
mod source;
mod style_name;
mod styles;
mod sweep;
mod table;
mod tournament;
mod tune;
mod versus;
mod weigh;
mod worth;

pub use about::{About, Effect, Goal, Kind, Member, Mode, Side, Skill};
pub use accuracy::{Stake, badness, given_away};
pub use allowed::Allowed;
pub use answer::{Answer, Took};
pub use axis::{Axis, axis_value};
pub use bench::{Bench, Cell};
pub use cells::{Elsewhere, Run, Tried, rules_text};
pub use chance::{ChanceAnswer, ChanceChoice, ChanceOption, ChanceSpread, ChanceStart, Mean};
pub use combat_decks::{
    Circle, CombatAnswer, CombatMatch, CombatMatchAnswer, CombatReplay, CombatRound, Dealt, Ending,
    Scored, match_combat, read_mode as read_combat_mode, replay_combat, solve_combat,
};
pub use compare::Comparison;
pub use cost::{CostAnswer, Explained, Improved, Interval, OptimalLines, Priced};
pub use dead_weight::{
    BestLines, DeadWeight, EffectWeight, LookedAt, MOST_POSITIONS, Need, SkillWeight, Used,
};
pub use decimal::{Decimal, NotDecimal};
pub use drawing::Drawing;
pub use exact::{ExactMean, ExactPlay, Lapse, LapseMove, Lapses};
pub use expect::{Expectation, Judgement, NotExpected, Relation};
pub use failure::Failure;
pub use hands::{
    CardUse, CardWorth, CompareHands, DamageRow, DeckAnswer, DeckCardRow, DrawnHand, HandAnswer,
    HandComparison, HandRefused, HandReplay, HandStep, HandWorth, SizeRow, compare_hands,
    deal_ranges, deck_odds, replay_hand, rest_of_hand, solve_hand,
};
pub use known::KnownOutcome;
pub use ladder::{Ends, How, LadderAnswer, LadderOptions, Rung};
pub use matches::{MatchAnswer, MatchOptions, Outcome, PlayedGame, read_seats};
pub use nearest::{Missing, NearChoice, NearMove, NearestLine, Nearness};
pub use numbers::{amount, count, thousands};
pub use outplay_combat as combat;
pub use outplay_duel as duel;
pub use outplay_game as game;
pub use outplay_game::{Budget, Limits, Objective, Proof, Stop, memory};
pub use outplay_hand as hand;
pub use outplay_lab as lab;
pub use outplay_nim as nim;
pub use outplay_search as search;
pub use outplay_text as text;
pub use outplay_tree as tree;
pub use own_style::{OwnStyle, Playing, Spot};
pub use position::{Hint, MoveOption, Position};
pub use question::{By, OnBetter, Question, SOLVING_PLAYOUTS, UnknownSearch};
pub use ranking::{Counter, Dominated, Outclassed};
pub use replay::{Refused, Replay, ReplayTurn, Scene, SideState, SidesReplay};
pub use report::{ModeWorth, Omitted, Report, ReportOptions, Roster, RosterSkill};
pub use sample::{Sample, TriedMove};
pub use sensitivity::{Cliff, Edited, Moved, Sensitivity, Standing, WhatMoves};
pub use sitting::{Chosen, Judged, Review, Reviewed, Sitting};
pub use source::{Options, Source, Text};
pub use style_name::{StyleName, UnknownStyle};
pub use styles::Seat;
pub use sweep::{MOST_AXES, MOST_CELLS, Sweep, SweepAnswer};
pub use table::{Contents, RuleNumber, Solver, Table};
pub use tournament::{
    MOST_ENTRANTS, OrderTable, PlayedMeeting, SolvedMeeting, TournamentAnswer, read_styles,
};
pub use tune::{
    Advantage, Balance, NotWanted, Tunable, TuneAnswer, TuneProof, Tuned, TunedNumber, Tuning, Want,
};
pub use versus::{MoveValue, Setting, VersusAnswer};
pub use weigh::{Choice, Weighed};
pub use worth::{Number, Worth};

/// Opens a game that ships, or whatever a source says.
///
/// # Errors
/// Everything that is wrong with it.
///
/// ```
/// let arena = outplay::open("arena").unwrap();
/// assert_eq!(arena.about().title, "Arena");
/// ```
pub fn open(source: impl Into<Source>) -> Result<Table, Failure> {
    source.into().open()
}
