//! What a game is played for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a game is played for: part of what it says about itself, so that nobody has to guess.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Player 1 wants to win at the least cost, counted in this unit: "mana", "actions".
    LeastCost(String),
    /// What one side gains the other loses, in this unit: "hp", "points".
    ZeroSum(String),
    /// Player 1 wants to win and player 2 does not want that: what counts is how likely it is.
    Win,
    /// There is one player, who wants the most of this: "damage".
    Most(String),
    /// Nobody chooses anything: it is played out.
    PlayedOut,
}

impl Objective {
    /// What a value of the game counts.
    pub fn unit(&self) -> &str {
        match self {
            Self::LeastCost(unit) | Self::ZeroSum(unit) | Self::Most(unit) => unit,
            Self::Win => "chance",
            Self::PlayedOut => "points",
        }
    }

    /// Do two sides play for opposite ends?
    pub const fn is_zero_sum(&self) -> bool {
        matches!(self, Self::ZeroSum(_))
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeastCost(unit) => write!(f, "the least {unit}"),
            Self::ZeroSum(unit) => write!(f, "the most {unit} to either side"),
            Self::Win => f.write_str("the best chance to win"),
            Self::Most(unit) => write!(f, "the most {unit}"),
            Self::PlayedOut => f.write_str("none: nobody chooses anything"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_objective_says_what_it_is_for_and_what_it_counts() {
        let unit = || "mana".to_owned();
        let all = [
            (Objective::LeastCost(unit()), "the least mana", "mana", r#"{"least-cost":"mana"}"#),
            (
                Objective::ZeroSum(unit()),
                "the most mana to either side",
                "mana",
                r#"{"zero-sum":"mana"}"#,
            ),
            (Objective::Win, "the best chance to win", "chance", r#""win""#),
            (Objective::Most(unit()), "the most mana", "mana", r#"{"most":"mana"}"#),
            (Objective::PlayedOut, "none: nobody chooses anything", "points", r#""played-out""#),
        ];
        for (objective, words, unit, json) in all {
            assert_eq!((objective.to_string().as_str(), objective.unit()), (words, unit));
            assert_eq!(objective.is_zero_sum(), words.ends_with("either side"));
            assert_eq!(serde_json::to_string(&objective).unwrap(), json);
            assert_eq!(serde_json::from_str::<Objective>(json).unwrap(), objective);
        }
    }
}
