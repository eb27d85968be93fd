//! Somebody with a hand of cards, and what was possible.

use std::sync::atomic::AtomicBool;

use outplay::hand::{Hand, Move, Ranges, State};
use outplay::{Budget, By, Failure, Limits, Proof, rest_of_hand, solve_hand};

use crate::commands::quoted;

/// How many cards are dealt where none are given.
pub(super) const CARDS_DEALT: usize = 5;

/// What a hand is played for.
pub const HAND_GOAL: &str = "The most damage this turn; among equals with the fewest cards.";

/// A hand being played.
#[derive(Clone, Debug)]
pub struct HandSitting {
    /// The hand.
    pub hand: Hand,
    /// What was done with it.
    pub line: Vec<Move>,
    /// The seed, where the hand was dealt.
    pub dealt: Option<u64>,
    /// The options that name the hand on the command line, where it was given.
    pub options: Vec<String>,
    /// What a search may take.
    pub limits: Limits,
}

/// The best turn of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// Its damage.
    pub damage: u64,
    /// Its line.
    pub moves: String,
    /// Is nothing better?
    pub proved: bool,
}

impl BestTurn {
    /// Finds it.
    ///
    /// # Errors
    /// When the hand cannot be solved.
    pub fn of(hand: &Hand, limits: &Limits, stop: &AtomicBool) -> Result<Self, Failure> {
        let budget = Budget { interrupt: Some(stop), ..limits.start() };
        let answer = solve_hand(hand, By::Exact, false, &budget)?;
        let proved = answer.proof == Proof::Optimal;
        Ok(Self { damage: answer.value, moves: answer.moves, proved })
    }

    /// As a hint in the middle of a turn.
    pub fn hint(&self) -> String {
        let Self { damage, moves, proved } = self;
        let sure = if *proved { "" } else { "at least " };
        if moves.is_empty() {
            "No more damage can be dealt: end.".to_owned()
        } else {
            format!("From here {sure}{damage} more damage: {moves}")
        }
    }
}

/// What came of a turn.
#[derive(Clone, Debug)]
pub struct HandReview {
    /// In a sentence or two.
    pub verdict: Vec<String>,
    /// Every move, with the damage that it gave away.
    pub moves: Vec<(String, Option<u64>)>,
}

impl HandSitting {
    /// A hand that was given.
    pub fn new(hand: Hand, options: Vec<String>) -> Self {
        Self {
            hand,
            line: Vec::new(),
            dealt: None,
            options,
            limits: Limits { seconds: Some(10.0), ..Limits::default() },
        }
    }

    /// A hand dealt by seed.
    pub fn dealt(seed: u64) -> Self {
        let hand = Ranges::default().deal(CARDS_DEALT, seed);
        Self { dealt: Some(seed), ..Self::new(hand, Vec::new()) }
    }

    /// How far the turn is, and the damage so far.
    pub fn state(&self) -> (State, u64) {
        let replay = self.hand.replay(&self.hand.spell(&self.line));
        (replay.end, replay.damage)
    }

    /// Does something with a card; a move that cannot be made changes nothing.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let so_far = self.hand.spell(&self.line);
        let line = if so_far.is_empty() { text.to_owned() } else { format!("{so_far}, {text}") };
        let replay = self.hand.replay(&line);
        if let Some(refused) = replay.refused {
            return Err(refused.reason);
        }
        self.line = replay.steps.iter().map(|step| step.mv).collect();
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> bool {
        self.line.pop().is_some()
    }

    /// Begins again: with the next hand where it was dealt, else with the same.
    pub fn again(&mut self) {
        let limits = self.limits;
        if let Some(seed) = self.dealt {
            *self = Self::dealt(seed.wrapping_add(1));
        }
        self.line.clear();
        self.limits = limits;
    }

    /// What was left as a hand of its own: at the start, and after every move.
    pub fn rests(&self) -> Vec<Hand> {
        let replay = self.hand.replay(&self.hand.spell(&self.line));
        let after = replay.steps.iter().map(|step| rest_of_hand(&self.hand, &step.after));
        std::iter::once(self.hand.clone()).chain(after).collect()
    }

    /// What came of it, from the best turns of [`Self::rests`].
    pub fn review(&self, rests: &[BestTurn]) -> HandReview {
        let replay = self.hand.replay(&self.hand.spell(&self.line));
        let proved = rests.iter().all(|rest| rest.proved);
        let best = rests.first();
        let mut verdict = Vec::new();
        let dealt = replay.damage;
        match best {
            Some(best) if best.proved && dealt >= best.damage => {
                verdict.push(format!("{dealt} damage: no turn of this hand deals more."));
            }
            Some(best) => {
                let could = if best.proved { "the best turn deals" } else { "one could deal" };
                verdict.push(format!("{dealt} damage; {could} {}.", best.damage.max(dealt)));
                verdict.push(format!("Best line: {}", best.moves));
            }
            None => verdict.push(format!("{dealt} damage.")),
        }
        // What could still be had in all, at the start and after each move.
        let damages = std::iter::once(0).chain(replay.steps.iter().map(|step| step.damage));
        let reach: Vec<_> = damages.zip(rests).map(|(dealt, rest)| dealt + rest.damage).collect();
        let moves = replay.steps.iter().enumerate().map(|(index, step)| {
            let gave_away = reach.get(index..index + 2).map(|pair| pair[0].saturating_sub(pair[1]));
            (self.hand.spell_move(step.mv), gave_away.filter(|_| proved))
        });
        HandReview { verdict, moves: moves.collect() }
    }

    /// The command that tells this turn again.
    pub fn replay_command(&self) -> String {
        let moves = ["--moves".to_owned(), self.hand.spell(&self.line)];
        let mut words: Vec<String> = ["outplay", "replay", "hand"].map(str::to_owned).to_vec();
        words.extend(self.options.iter().cloned());
        match self.dealt {
            Some(seed) => {
                words.extend(["--input".to_owned(), "-".to_owned()]);
                words.extend(moves);
                format!(
                    "outplay deal hand --cards {CARDS_DEALT} --seed {seed} | {}",
                    quoted(&words)
                )
            }
            None => {
                words.extend(moves);
                quoted(&words)
            }
        }
    }
}
