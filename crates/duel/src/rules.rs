//! A fight as tables: what [`crate::compile()`] makes of the written rules.
//!
//! Everything is a number here: which word of the packed state, by how much, whose. Names are kept
//! apart, in [`Names`], for views alone, and what the fight is about in [`Terms`].

use outplay_game::{Objective, Player};
use serde::{Deserialize, Serialize};

use crate::condition::Condition;
use crate::order::{Order, OrderKind, Place, Step};
use crate::state::{Field, State};

/// The compiled rules of one fight between two fighters.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The fighters: player 1's, then player 2's. A side is a team; so far, of one.
    pub(crate) fighters: [Fighter; 2],
    /// Every effect that can run, in the order in which they apply.
    pub(crate) effects: Vec<Effect>,
    /// Who begins.
    pub(crate) first: Player,
    /// What happens to a side that can use no skill.
    pub(crate) stuck: Stuck,
    /// What it is fought for, and whose turn comes next.
    pub(crate) terms: Terms,
    /// Who stands in the queue before the first turn, where the file says so.
    pub(crate) queue: Option<Vec<Place>>,
    /// The words that hold numbers which something can raise, as bits.
    pub(crate) growing: u32,
    /// A hit does at least this much.
    pub(crate) least_damage: Option<i32>,
    /// How many words a state has.
    pub(crate) words: usize,
    /// The words of the state before the first turn, as a rules file may set them.
    pub(crate) start: Vec<u32>,
}

/// What happens to a side that can use no skill on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    Lose,
    Skip,
}

#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    /// The word that holds the hp.
    pub(crate) hp: Slot,
    pub(crate) armor: Amount,
    pub(crate) skills: Vec<Skill>,
    pub(crate) upkeep: Vec<Change>,
    /// Does each of the fighter's actions count as a move? Else they are folded into the move
    /// before: there is nothing to choose and nothing to count.
    pub(crate) moves: bool,
    /// What limits how often the fighter can still act.
    pub(crate) budget: Option<Budget>,
}

/// A pool that never fills, of which every skill of a fighter takes so much at least. Who cannot
/// act now never can again, so every action that is left takes its share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) pool: Slot,
    pub(crate) least: i32,
}

/// A word of the state that holds a number.
pub(crate) type Slot = usize;

#[derive(Clone, Debug)]
pub(crate) struct Skill {
    /// What is paid; hp must be left over, anything else may be spent whole.
    pub(crate) cost: Vec<(Slot, i32)>,
    /// What it counts towards the goal.
    pub(crate) price: u64,
    pub(crate) hit: Option<Hit>,
    pub(crate) at_once: Vec<Change>,
    /// The effect that it starts, and for how many turns.
    pub(crate) starts: Option<(usize, u32)>,
    /// What it does to the turn order.
    pub(crate) queue: Vec<Step>,
    /// Another skill is used instead, for this one's cost.
    pub(crate) picks: Option<Picks>,
}

#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) amount: Amount,
    pub(crate) pierces: bool,
    /// Does the user gain the hp that the target lost?
    pub(crate) drains: bool,
}

/// A choice that the rules make.
#[derive(Clone, Debug)]
pub(crate) struct Picks {
    pub(crate) tree: Tree,
    /// The skill of each node, without its cost.
    pub(crate) skills: Vec<Skill>,
}

/// A decision tree: a node is a candidate when all conditions above it hold and it is a leaf or
/// fails its own. The first node is the root.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug)]
pub(crate) struct TreeNode {
    pub(crate) priority: i32,
    /// What must hold to go on to the nodes below; `None` always holds.
    pub(crate) when: Option<Condition<Number>>,
    pub(crate) then: Vec<usize>,
}

/// A number in a condition.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Amount(Amount),
    /// The turns left of an effect.
    Timer(Field),
}

impl Number {
    fn read<const W: usize, O: Order>(&self, state: &State<W, O>) -> i32 {
        match self {
            Self::Amount(amount) => amount.read(state),
            Self::Timer(timer) => state.bits(*timer).cast_signed(),
        }
    }
}

impl Tree {
    /// The candidates, by their places among the nodes, the first choice first.
    pub(crate) fn candidates<const W: usize, O: Order>(&self, state: &State<W, O>) -> Vec<usize> {
        let mut found = Vec::new();
        self.visit(state, &mut |node| found.push(node));
        found.sort_by_key(|&node| self.nodes[node].priority);
        found
    }

    /// The first choice.
    #[inline]
    pub(crate) fn pick<const W: usize, O: Order>(&self, state: &State<W, O>) -> usize {
        let mut best = None;
        self.visit(state, &mut |node| {
            if best.is_none_or(|best: usize| self.nodes[node].priority < self.nodes[best].priority)
            {
                best = Some(node);
            }
        });
        best.expect("a tree has a leaf, or a node on the way there that stops")
    }

    #[inline]
    fn visit<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        candidate: &mut impl FnMut(usize),
    ) {
        // The nodes stand before those below them, so one pass settles all.
        let mut reached = 1_u128;
        for (place, node) in self.nodes.iter().enumerate() {
            if reached & (1 << place) == 0 {
                continue;
            }
            let holds =
                |when: &Condition<Number>| when.holds(&|number: &Number| number.read(state));
            if node.then.is_empty() || !node.when.as_ref().is_none_or(holds) {
                candidate(place);
            } else {
                reached |= node.then.iter().fold(0, |below, next| below | 1 << next);
            }
        }
    }
}

/// A number that may depend on the state: a fixed part, perhaps a word of the state, and what
/// running effects add.
#[derive(Clone, Debug)]
pub(crate) struct Amount {
    pub(crate) base: i32,
    pub(crate) slot: Option<Slot>,
    pub(crate) held: Vec<Held>,
}

impl Amount {
    /// The number as it stands, with what running effects add.
    #[inline]
    pub(crate) fn read<const W: usize, O: Order>(&self, state: &State<W, O>) -> i32 {
        let mut total = self.base + self.slot.map_or(0, |slot| state.number(slot));
        for held in &self.held {
            if state.bits(held.timer) > 0 {
                total += held.by;
            }
        }
        total
    }
}

/// An effect that adds to an [`Amount`] while it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) effect: usize,
    pub(crate) timer: Field,
    pub(crate) by: i32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) slot: Slot,
    pub(crate) by: i32,
}

#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// Who casts it.
    pub(crate) caster: Player,
    /// Turns left; 0 when it does not run.
    pub(crate) timer: Field,
    pub(crate) each_turn: Vec<Change>,
}

/// What a fight is about, apart from what anything in it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// What it is fought for: a win at the least cost, or the hp that the winner has left, for the
    /// winner and against the loser.
    pub objective: Objective,
    /// Whose turn comes next.
    pub order: OrderKind,
    /// What the price of a skill is counted in, and so what player 1 has spent: the pool of a
    /// least cost, else "actions".
    pub price: String,
}

/// What things are called.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Names {
    /// What the fight is called.
    pub title: String,
    /// The fighters of the two sides.
    pub fighters: [FighterNames; 2],
    /// The effects, in the order in which they apply: who casts them, and the skill's id and name.
    pub effects: Vec<(Player, String, String)>,
    pub(crate) timers: Vec<Field>,
}

/// What a fighter's parts are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FighterNames {
    /// The name in the file.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The numbers that change in play, hp first, with their words of the state.
    pub numbers: Vec<(String, usize)>,
    /// The other numbers.
    pub constants: Vec<(String, i32)>,
    /// The skills, in the order of the moves.
    pub skills: Vec<SkillNames>,
}

/// What a skill is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillNames {
    /// The name in the file.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The letter of a line of moves.
    pub key: char,
    /// Where a decision tree picks the skill that is used: their names in the file and for people,
    /// node by node.
    pub picks: Vec<(String, String)>,
}

impl Skill {
    /// Everything that using it can do: itself, or whatever it picks.
    pub(crate) fn forms(&self) -> &[Self] {
        self.picks.as_ref().map_or(std::slice::from_ref(self), |picks| &picks.skills)
    }
}

impl Fighter {
    /// What every skill takes from, and nothing fills.
    pub(crate) fn pool(&self, grows: impl Fn(Slot) -> bool) -> Option<Slot> {
        let all_take = |pool: &Slot| self.skills.iter().all(|skill| skill.takes(*pool) > 0);
        let pools = self.skills.first()?.cost.iter().map(|&(slot, _)| slot);
        pools.filter(|&slot| !grows(slot)).find(all_take)
    }

    /// How often the fighter can still act, at the most; `None` where that is not known.
    #[inline]
    pub(crate) fn actions_left<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
    ) -> Option<usize> {
        let Budget { pool, least } = self.budget?;
        usize::try_from(state.number(pool) / least).ok()
    }
}

impl Skill {
    /// What it takes from a pool.
    pub(crate) fn takes(&self, pool: Slot) -> i32 {
        self.cost.iter().filter(|&&(slot, _)| slot == pool).map(|&(_, amount)| amount).sum()
    }
}

impl Rules {
    /// Can something raise the number in this word?
    pub(crate) fn grows(&self, slot: Slot) -> bool {
        self.growing & (1 << slot) != 0
    }

    /// Can somebody lose hp at the start of a turn, before anyone acts?
    pub(crate) fn turns_begin_with_losses(&self) -> bool {
        let ticks = self.effects.iter().flat_map(|effect| &effect.each_turn);
        let upkeep = self.fighters.iter().flat_map(|fighter| &fighter.upkeep);
        let is_hp = |slot: Slot| self.fighters.iter().any(|fighter| fighter.hp == slot);
        ticks.chain(upkeep).any(|change| change.by < 0 && is_hp(change.slot))
    }

    pub(crate) fn fighter(&self, player: Player) -> &Fighter {
        &self.fighters[player.index()]
    }
}
