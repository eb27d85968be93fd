//! Every possible hand of a deck, weighed by how often it is drawn.
//!
//! Cards of the same name are one [`Stack`]: a hand with k of its n copies stands for n choose k
//! draws, so duplicates are weighed and not enumerated. The work is split by the first two stacks
//! of a hand and shared by all cores; the sums are whole numbers, so that the answer does not
//! depend on who added them first.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use outplay_game::{Budget, Stop};
use rayon::prelude::*;

use crate::{Card, Hand, Plan, Use, exact};

/// Copies of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The card.
    pub card: Card,
    /// How many of it.
    pub copies: u32,
}

/// A stack's place in its deck.
pub type DeckCard = usize;

/// A deck, and what each turn has besides the cards drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The cards to draw from.
    pub stacks: Vec<Stack>,
    /// What is there in every turn: its cards (weapons), action points and resources.
    pub always: Hand,
}

/// The best turns of all hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// How many draws there are, as often as they can be drawn.
    pub draws: u128,
    /// How many different hands that are.
    pub hands: u64,
    /// How many draws have a best turn of each damage, from 0 on.
    pub by_damage: Vec<u128>,
    /// A best hand, its stacks in the order of the deck.
    pub best: Option<(u64, Vec<DeckCard>)>,
    /// A worst hand.
    pub worst: Option<(u64, Vec<DeckCard>)>,
    /// What each stack does.
    pub carries: Vec<Carries>,
    /// What kept some hands from being played, where something did: then the sums are over those
    /// that were.
    pub stopped: Option<Stop>,
}

/// What a stack does in the best turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carries {
    /// Draws with at least one copy.
    pub draws: u128,
    /// Damage of their best turns, summed.
    pub damage: u128,
    /// Damage that its own copies deal in them, summed.
    pub own: u128,
}

/// n choose k, for the small k of a hand.
pub fn choose(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, step| product * u128::from(n - step) / u128::from(step + 1))
}

/// A hand as far as it has been drawn.
#[derive(Clone)]
struct Drawn {
    from: usize,
    stacks: Vec<DeckCard>,
    weight: u128,
}

impl Deck {
    /// How many cards it has.
    pub fn size(&self) -> u32 {
        self.stacks.iter().map(|stack| stack.copies).sum()
    }

    /// How many different hands of that size there are.
    pub fn different_hands(&self, draw: u32) -> u128 {
        let mut ways = vec![0_u128; draw as usize + 1];
        ways[0] = 1;
        for stack in &self.stacks {
            for size in (1..ways.len()).rev() {
                let copies = size.min(stack.copies as usize);
                ways[size] += (1..=copies).map(|taken| ways[size - taken]).sum::<u128>();
            }
        }
        ways[draw as usize]
    }

    /// The best turn of every hand of so many cards. The budget's states are different hands, and
    /// so is its progress.
    pub fn odds(&self, draw: u32, budget: &Budget) -> Odds {
        let mut parts = Vec::new();
        let none = Drawn { from: 0, stacks: Vec::new(), weight: 1 };
        self.split(&none, draw, 2, &mut parts);
        let (played, stopped) = (AtomicU64::new(0), OnceLock::new());
        let mut odds = parts
            .par_iter()
            .map(|part| {
                let mut work = Work {
                    deck: self,
                    draw: draw as usize,
                    hand: self.empty_hand(draw as usize),
                    odds: Odds { carries: self.no_carries(), ..Odds::default() },
                };
                let mut told = 0;
                let mut go_on = |hands: u64| {
                    if hands - told >= 512 {
                        let all = played.fetch_add(hands - told, Ordering::Relaxed) + hands - told;
                        told = hands;
                        let ended = budget.look_around(all);
                        let full = (all >= budget.states).then_some(Stop::States);
                        if let Some(stop) = full.or(ended) {
                            stopped.get_or_init(|| stop);
                        }
                    }
                    stopped.get().is_none()
                };
                let mut drawn = part.clone();
                work.complete(&mut drawn, &mut go_on);
                let unsaid = work.odds.hands - told;
                let all = played.fetch_add(unsaid, Ordering::Relaxed) + unsaid;
                if let Some(tell) = budget.on_progress {
                    tell(all);
                }
                work.odds
            })
            .reduce(|| Odds { carries: self.no_carries(), ..Odds::default() }, Odds::merge);
        odds.stopped = stopped.into_inner();
        odds
    }

    fn no_carries(&self) -> Vec<Carries> {
        vec![Carries::default(); self.stacks.len()]
    }

    /// A hand of blank cards followed by those that are always there.
    fn empty_hand(&self, draw: usize) -> Hand {
        let mut hand = self.always.clone();
        let blank = Card::new("", 0, 0, 0, 0);
        hand.cards.splice(0..0, std::iter::repeat_n(blank, draw));
        hand
    }

    /// The beginnings of hands, with at most so many stacks in them.
    fn split(&self, drawn: &Drawn, draw: u32, depth: u32, parts: &mut Vec<Drawn>) {
        let left = draw - u32::try_from(drawn.stacks.len()).expect("a hand is small");
        if left == 0 || depth == 0 {
            parts.push(drawn.clone());
            return;
        }
        for stack in drawn.from..self.stacks.len() {
            for taken in 1..=left.min(self.stacks[stack].copies) {
                let mut next = drawn.clone();
                next.from = stack + 1;
                next.stacks.extend(std::iter::repeat_n(stack, taken as usize));
                next.weight *= choose(self.stacks[stack].copies, taken);
                self.split(&next, draw, depth - 1, parts);
            }
        }
    }
}

impl Odds {
    /// The mean damage.
    #[expect(clippy::cast_precision_loss, reason = "a mean is shown with a few digits")]
    pub fn mean(&self) -> f64 {
        let sum: u128 = (0_u128..).zip(&self.by_damage).map(|(damage, draws)| damage * draws).sum();
        if self.draws == 0 { 0.0 } else { sum as f64 / self.draws as f64 }
    }

    fn count(&mut self, plan: &Plan, drawn: &Drawn, attack_of: impl Fn(usize) -> u64) {
        let damage = usize::try_from(plan.damage).expect("a damage is a sum of small attacks");
        if self.by_damage.len() <= damage {
            self.by_damage.resize(damage + 1, 0);
        }
        self.by_damage[damage] += drawn.weight;
        self.draws += drawn.weight;
        self.hands += 1;
        if self.best.as_ref().is_none_or(|(most, _)| plan.damage > *most) {
            self.best = Some((plan.damage, drawn.stacks.clone()));
        }
        if self.worst.as_ref().is_none_or(|(least, _)| plan.damage < *least) {
            self.worst = Some((plan.damage, drawn.stacks.clone()));
        }
        for (place, &stack) in drawn.stacks.iter().enumerate() {
            let carries = &mut self.carries[stack];
            if place == 0 || drawn.stacks[place - 1] != stack {
                carries.draws += drawn.weight;
                carries.damage += drawn.weight * u128::from(plan.damage);
            }
            if plan.uses[place] == Use::Played {
                carries.own += drawn.weight * u128::from(attack_of(place));
            }
        }
    }

    fn merge(mut self, other: Self) -> Self {
        if self.by_damage.len() < other.by_damage.len() {
            self.by_damage.resize(other.by_damage.len(), 0);
        }
        for (sum, more) in self.by_damage.iter_mut().zip(&other.by_damage) {
            *sum += more;
        }
        self.draws += other.draws;
        self.hands += other.hands;
        // Among equals the first in the order of the deck, whoever found it.
        let better = |a: &(u64, Vec<DeckCard>), b: &(u64, Vec<DeckCard>)| {
            a.0 > b.0 || (a.0 == b.0 && a.1 <= b.1)
        };
        self.best = match (self.best, other.best) {
            (Some(a), Some(b)) => Some(if better(&a, &b) { a } else { b }),
            (a, b) => a.or(b),
        };
        self.worst = match (self.worst, other.worst) {
            (Some(a), Some(b)) => Some(if a.0 < b.0 || (a.0 == b.0 && a.1 <= b.1) { a } else { b }),
            (a, b) => a.or(b),
        };
        for (sum, more) in self.carries.iter_mut().zip(&other.carries) {
            sum.draws += more.draws;
            sum.damage += more.damage;
            sum.own += more.own;
        }
        self
    }
}

/// One thread's share.
struct Work<'a> {
    deck: &'a Deck,
    draw: usize,
    hand: Hand,
    odds: Odds,
}

impl Work<'_> {
    /// Draws the rest of the hand in every way, and plays it.
    fn complete(&mut self, drawn: &mut Drawn, go_on: &mut impl FnMut(u64) -> bool) -> bool {
        let left = self.draw - drawn.stacks.len();
        if left == 0 {
            for (card, &stack) in self.hand.cards.iter_mut().zip(&drawn.stacks) {
                let Card { cost, pitch, attack, go_again, action, name: _ } =
                    self.deck.stacks[stack].card;
                (card.cost, card.pitch, card.attack) = (cost, pitch, attack);
                (card.go_again, card.action) = (go_again, action);
            }
            let plan = exact(&self.hand);
            let cards = &self.hand.cards;
            self.odds.count(&plan, drawn, |place| u64::from(cards[place].attack.unwrap_or(0)));
            return go_on(self.odds.hands);
        }
        let (from, weight) = (drawn.from, drawn.weight);
        for stack in from..self.deck.stacks.len() {
            let copies = self.deck.stacks[stack].copies;
            let most = u32::try_from(left).expect("a hand is small").min(copies);
            drawn.from = stack + 1;
            for taken in 1..=most {
                drawn.stacks.push(stack);
                drawn.weight = weight * choose(copies, taken);
                if !self.complete(drawn, go_on) {
                    return false;
                }
            }
            drawn.stacks.truncate(self.draw - left);
        }
        drawn.from = from;
        drawn.weight = weight;
        true
    }
}
