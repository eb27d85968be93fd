//! Cards, and a hand of them.

/// No number of a card, and nothing that a turn starts with, is larger.
pub const MOST_NUMBER: u32 = 10_000;
/// No hand has more cards.
pub const MOST_CARDS: usize = 10_000;

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// What it is called; each card of a hand by another name.
    pub name: String,
    /// Resources that playing it costs.
    pub cost: u32,
    /// Resources that pitching it gives; `None`: it cannot be pitched (a weapon).
    pub pitch: Option<u32>,
    /// Damage that playing it deals; `None`: it can only be pitched.
    pub attack: Option<u32>,
    /// Action points that playing it gives.
    pub go_again: u32,
    /// Action points that playing it costs: 1, or 0 for an instant.
    pub action: u32,
}

impl Card {
    /// A plain card, which can be played and pitched.
    pub fn new(name: impl Into<String>, cost: u32, pitch: u32, attack: u32, go_again: u32) -> Self {
        let (name, pitch, attack) = (name.into(), Some(pitch), Some(attack));
        Self { name, cost, pitch, attack, go_again, action: 1 }
    }

    /// What playing it does to the action points.
    #[inline]
    pub(crate) fn action_balance(&self) -> i64 {
        i64::from(self.go_again) - i64::from(self.action)
    }

    /// The card without its name: what the rules see.
    pub fn numbers(&self) -> (u32, Option<u32>, Option<u32>, u32, u32) {
        (self.cost, self.pitch, self.attack, self.go_again, self.action)
    }
}

/// A hand, and what its turn starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The cards, in hand order.
    pub cards: Vec<Card>,
    /// Action points at the start.
    pub action_points: u32,
    /// Resources at the start.
    pub resources: u32,
}

impl Hand {
    /// A hand at the start of a plain turn: one action point, no resources.
    pub fn new(cards: Vec<Card>) -> Self {
        Self { cards, action_points: 1, resources: 0 }
    }

    /// The place of the card of that name, in any case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let same = |card: &Card| card.name == name;
        let alike = |card: &Card| card.name.to_lowercase() == name.to_lowercase();
        self.cards.iter().position(same).or_else(|| self.cards.iter().position(alike))
    }

    /// Gives cards of the same name numbers: `Snatch`, `Snatch #2`, ...
    #[must_use]
    pub fn with_distinct_names(mut self) -> Self {
        let mut seen: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
        for card in &mut self.cards {
            let times = seen.entry(card.name.to_lowercase()).or_insert(0);
            *times += 1;
            if *times > 1 {
                card.name = format!("{} #{times}", card.name);
            }
        }
        self
    }
}
