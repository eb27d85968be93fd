//! Somebody watching two decks fight.

use outplay::combat::{Deal, Mode};
use outplay::{Budget, CombatReplay, replay_combat};

use crate::commands::quoted;

/// How many cards are dealt where none are given.
const CARDS_DEALT: u32 = 12;
/// More rounds are not told.
const MOST_ROUNDS: u64 = 10_000;

/// Two decks, and everything that becomes of them.
#[derive(Clone, Debug)]
pub struct CombatSitting {
    /// How they fight.
    pub mode: Mode,
    /// The fight.
    pub replay: CombatReplay,
    /// The seed and the number, where the decks were dealt.
    dealt: Option<(u64, u64)>,
    /// The options that name the decks on the command line, where they were given.
    options: Vec<String>,
}

impl CombatSitting {
    /// Decks that were given.
    pub fn new(deal: &Deal, mode: Mode, options: Vec<String>) -> Self {
        let replay =
            replay_combat(deal, mode, &Budget { states: MOST_ROUNDS, ..Budget::default() });
        Self { mode, replay, dealt: None, options }
    }

    /// Decks dealt by seed.
    pub fn dealt(mode: Mode, seed: u64, number: u64) -> Self {
        let deal = Deal::random(CARDS_DEALT, seed, number);
        Self { dealt: Some((seed, number)), ..Self::new(&deal, mode, Vec::new()) }
    }

    /// The next deal, where they were dealt.
    pub fn again(&mut self) {
        if let Some((seed, number)) = self.dealt {
            *self = Self::dealt(self.mode, seed, number.wrapping_add(1).max(1));
        }
    }

    /// The command that tells it again.
    pub fn replay_command(&self) -> String {
        let mode = self.mode.name();
        match self.dealt {
            Some((seed, number)) => format!(
                "outplay deal combat --cards {CARDS_DEALT} --seed {seed} --number {number} | \
                 outplay replay combat --mode {mode} --input -"
            ),
            None => {
                let mut words: Vec<_> = ["outplay", "replay", "combat"].map(str::to_owned).to_vec();
                words.extend(self.options.iter().cloned());
                quoted(&words)
            }
        }
    }
}
