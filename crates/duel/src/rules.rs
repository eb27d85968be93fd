//! A fight as tables: what [`crate::compile()`] makes of the written rules.
//!
//! Everything is a number here: which word of the packed state, by how much, whose. Names are kept
//! apart, in [`Names`], for views alone, and what the fight is about in [`Terms`].

use outplay_game::{Objective, Player};
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Number, Reading};
use crate::condition::Condition;
use crate::order::{Order, OrderKind, Place, Step};
use crate::state::{Field, State};
use crate::swift::Swift;

/// The compiled rules of one fight between two sides.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that have nothing to do with one another")]
pub(crate) struct Rules {
    /// The first fighter of each side; in a duel there is no other.
    pub(crate) fighters: [Fighter; 2],
    /// What only a fight of teams has.
    pub(crate) teams: Option<Box<Teams>>,
    /// Does anything depend on a roll?
    pub(crate) rolls: bool,
    /// May dice fall between the start of a turn and the next choice?
    pub(crate) turns_roll: bool,
    /// Does a coin decide who begins?
    pub(crate) coin: bool,
    /// Every effect that can run, in the order in which they apply.
    pub(crate) effects: Vec<Effect>,
    /// Who begins.
    pub(crate) first: Player,
    /// What happens to a side that can use no skill.
    pub(crate) stuck: Stuck,
    /// What it is fought for, and whose turn comes next.
    pub(crate) terms: Terms,
    /// What player 1's actions cost, as the goal counts it.
    pub(crate) price: Price,
    /// Is it fought for what player 2 loses?
    pub(crate) counts_damage: bool,
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
    /// For each word that holds a number, the most that it may be.
    pub(crate) most: Vec<i32>,
    /// What counts the rounds, where anything asks.
    pub(crate) round: Option<Slot>,
    /// The fight is over after so many rounds.
    pub(crate) rounds: Option<i32>,
    /// Who has begun, where a coin says so and rounds are counted.
    pub(crate) began: Option<Field>,
    /// The actions that are left in the turn that is on, where there may be more than one. All
    /// bits set: any number.
    pub(crate) actions: Option<Field>,
    /// Is the turn that is on a stolen one? Kept where turns can be stolen.
    pub(crate) taken: Option<Field>,
    /// Has somebody acted in the turn that is on? Kept where the goal counts turns.
    pub(crate) acted: Option<Field>,
    /// What the bounds may rely on.
    pub(crate) extent: Extent,
    /// The short way through a turn, where there is one.
    pub(crate) swift: Option<Swift>,
}

/// A fighter, by its place among all: first the first of each side, then the others of player 1, then
/// those of player 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Who(pub(crate) u8);

impl Who {
    pub(crate) fn of(place: usize) -> Self {
        Self(u8::try_from(place).expect("the compiler allows few fighters"))
    }

    /// The place among all.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The only fighter of a player in a duel, the first in a team.
impl From<Player> for Who {
    #[inline]
    fn from(player: Player) -> Self {
        Self(player as u8)
    }
}

/// Sides of several fighters.
#[derive(Clone, Debug)]
pub(crate) struct Teams {
    /// The fighters after the first of each side.
    pub(crate) others: Vec<Fighter>,
    /// Who stands on which side, in the order of the team.
    pub(crate) sides: [Vec<Who>; 2],
    /// What each side can do, in move order: who, and which of their skills.
    pub(crate) moves: [Vec<(Who, usize)>; 2],
    /// What the goal counts of each of player 1's, where that is a number.
    pub(crate) pools: Vec<Slot>,
    /// When a side may pass its turn.
    pub(crate) pass: Pass,
    /// Does nothing reset, cool down or happen by itself at anybody's turns?
    pub(crate) quiet: bool,
    /// Does nothing at all happen at the start of turns?
    pub(crate) calm: bool,
    /// Whose turn it is and who has acted in the round, where each fighter has a turn of its own.
    pub(crate) speed: Option<Speed>,
}

impl Teams {
    /// May a side ever pass its turn?
    pub(crate) fn may_pass(&self) -> bool {
        self.pass != Pass::Never
    }
}

/// When a side may pass its turn although it could act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It may not.
    Never,
    /// While one of its own is stunned.
    Stunned,
    /// Whenever it wants.
    Always,
}

/// Each fighter once a round, the fastest first.
#[derive(Clone, Debug)]
pub(crate) struct Speed {
    /// How fast each is, by place among all.
    pub(crate) speeds: Vec<Reading>,
    /// Whose turn it is, by place among all.
    pub(crate) acting: Field,
    /// For each whether they have had their turn in this round.
    pub(crate) acted: Vec<Field>,
}

/// How much of the language a fight uses, for bounds that are derived from its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Extent {
    /// Every skill pays, hits, changes numbers and starts its own effect, by amounts that are the same
    /// throughout (a hit may be a fixed number of the fighter, with what effects add); it can be used
    /// whenever it is paid for and its effect does not run. A turn is an action.
    Plain,
    /// The same, but skills may have conditions, cooldowns and limited uses, and numbers a maximum.
    Limited,
    /// The same, but hits may strike several times, and be as much as a formula says.
    Reckoned,
    /// Anything.
    Whole,
}

/// What an action of player 1 costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Price {
    /// One.
    Actions,
    /// What is paid of this number.
    Pool(Slot),
    /// One for each turn.
    Rounds,
}

/// What happens to a side that can use no skill on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    Lose,
    Skip,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that have nothing to do with one another")]
pub(crate) struct Fighter {
    /// The word that holds the hp, and the most that there may be.
    pub(crate) hp: Slot,
    pub(crate) most_hp: i32,
    pub(crate) armor: Reading,
    /// The number that soaks hits before the hp do.
    pub(crate) soak: Option<Slot>,
    /// What each type of hit, by its number, is resisted by, in per cent.
    pub(crate) resists: Vec<(usize, Amount)>,
    /// What can be used; where there may be several actions a turn, its end is the last of them.
    pub(crate) skills: Vec<Skill>,
    /// What happens by itself.
    pub(crate) reactions: Vec<Reaction>,
    /// Numbers that go back to where they started, and where that is.
    pub(crate) resets: Vec<(Slot, i32)>,
    pub(crate) upkeep: Vec<Change>,
    /// Timers that count this fighter's turns.
    pub(crate) cooldowns: Vec<Field>,
    /// Skills that a roll at the start of the fighter's turns makes ready again.
    pub(crate) recharges: Vec<(Field, Chance)>,
    /// Turns that will be missed.
    pub(crate) stunned: Option<Field>,
    /// Turns of the enemy that will be this fighter's.
    pub(crate) stolen: Option<Field>,
    /// Does nothing reset, cool down or happen by itself at the fighter's turns?
    pub(crate) quiet: bool,
    /// How many actions a turn has; 0 for any number.
    pub(crate) actions: u32,
    /// May the side end its turn?
    pub(crate) ends: bool,
    /// Does each of the fighter's actions count as a move? Else they are folded into the move
    /// before: there is nothing to choose and nothing to count.
    pub(crate) moves: bool,
    /// Does nothing at all happen at the start of the fighter's turns?
    pub(crate) calm: bool,
    /// So much of a number is all that it takes to use any skill, where that is so.
    pub(crate) enough: Option<(Slot, i32)>,
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

#[derive(Clone, Debug, Default)]
pub(crate) struct Skill {
    /// What is paid; hp must be left over, anything else may be spent whole.
    pub(crate) cost: Vec<(Slot, Amount)>,
    /// What it counts towards a goal that is not rounds, where that is the same throughout.
    pub(crate) price: Option<u64>,
    /// So much of a number is all that it takes to use it, where that is so.
    pub(crate) enough: Option<(Slot, i32)>,
    /// The effect that must not run for it to be used.
    pub(crate) alone: Option<usize>,
    /// What else keeps it from being used.
    pub(crate) limits: Option<Box<Limits>>,
    /// What it does, one after the other.
    pub(crate) parts: Vec<Part>,
    /// What it does to the turn order.
    pub(crate) queue: Vec<Step>,
    /// Another skill is used instead, for this one's cost.
    pub(crate) picks: Option<Picks>,
    /// It is the end of the turn.
    pub(crate) ends: bool,
}

/// When a skill can be used, what it costs apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    /// What must hold.
    pub(crate) when: Option<Condition<Number>>,
    /// What counts until it is ready again, and from where.
    pub(crate) cooldown: Option<(Field, u32)>,
    /// Not 0 until a roll makes it ready again.
    pub(crate) recharge: Option<Field>,
    /// How often it can still be used.
    pub(crate) uses: Option<Field>,
    /// Who must stand, and who must have fallen, by the words of their hp: those that it aims at.
    pub(crate) targets: Vec<(Slot, bool)>,
}

/// Something that a skill does.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Whom it is done to.
    pub(crate) target: Who,
    pub(crate) hit: Option<Hit>,
    pub(crate) changes: Vec<Change>,
    /// Effects that start.
    pub(crate) starts: Vec<usize>,
    /// What few skills do; on the way of every move of a search it is one look aside.
    pub(crate) rare: Option<Box<Rare>>,
}

/// The rarer words of a part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare {
    /// What must hold for the part to happen.
    pub(crate) when: Option<Condition<Number>>,
    pub(crate) kills: bool,
    /// Effects that end.
    pub(crate) cleanses: Vec<usize>,
    pub(crate) stuns: u32,
    pub(crate) steals: u32,
    pub(crate) again: bool,
    /// It happens only while this hp is not 0.
    pub(crate) stands: Option<Slot>,
    /// What a roll decides.
    pub(crate) roll: Option<Rolled>,
}

/// What happens as the dice fall.
#[derive(Clone, Debug)]
pub(crate) enum Rolled {
    /// Something happens, or something else.
    Chance { of: RollKind, chance: Chance, then: Vec<Part>, otherwise: Vec<Part> },
    /// One of those who stand is picked, each as likely as the next: by the word of their hp, and
    /// what happens then.
    Target(Vec<(Who, Slot, Vec<Part>)>),
}

/// How likely something is.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    /// In so many cases...
    pub(crate) cases: Amount,
    /// ...of so many.
    pub(crate) of: u32,
}

/// What is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RollKind {
    /// Does it hit?
    Hits,
    /// Is it a critical hit?
    Critical,
    /// Does this part happen?
    Happens,
    /// Is the skill ready again?
    Ready,
    /// How much?
    Amount,
    /// Whom?
    Target,
    /// Who begins?
    Begins,
}

impl RollKind {
    /// The two results of a roll that has no numbers.
    pub(crate) fn results(self) -> [&'static str; 2] {
        match self {
            Self::Hits => ["hit", "miss"],
            Self::Critical => ["critical", "plain"],
            Self::Happens | Self::Amount | Self::Target => ["yes", "no"],
            Self::Ready => ["ready", "not-ready"],
            Self::Begins => ["p1", "p2"],
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) amount: Amount,
    pub(crate) strikes: Amount,
    /// The type, by its number.
    pub(crate) r#type: Option<usize>,
    pub(crate) pierces: bool,
    /// Does the user gain the hp that the target lost?
    pub(crate) drains: bool,
    /// How likely a strike is critical, and how many times as hard it is then.
    pub(crate) critical: Option<Box<(Chance, i32)>>,
}

/// A skill that happens by itself.
#[derive(Clone, Debug)]
pub(crate) struct Reaction {
    pub(crate) on: Trigger,
    /// Who is the enemy in it.
    pub(crate) enemy: Who,
    /// Which it is, by its place among the fighter's own.
    pub(crate) name: usize,
    pub(crate) skill: Skill,
}

/// What sets off a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    Hits,
    Hurt,
    Dies,
    TurnStarts,
    TurnEnds,
}

impl Trigger {
    /// The triggers as rules files write them.
    pub(crate) const WORDS: [(&'static str, Self); 5] = [
        ("hits", Self::Hits),
        ("hurt", Self::Hurt),
        ("dies", Self::Dies),
        ("turn-starts", Self::TurnStarts),
        ("turn-ends", Self::TurnEnds),
    ];
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

impl Tree {
    /// The candidates, by their places among the nodes, the first choice first.
    pub(crate) fn candidates<const W: usize, O: Order>(&self, state: &State<W, O>) -> Vec<usize> {
        let mut found = Vec::new();
        self.visit(state, &mut |node| found.push(node));
        found.sort_by_key(|&node| self.nodes[node].priority);
        found
    }

    /// The first choice among those that are allowed.
    #[inline]
    pub(crate) fn pick<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        allowed: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut best = None;
        self.visit(state, &mut |node| {
            let earlier = |best: usize| self.nodes[node].priority < self.nodes[best].priority;
            if best.is_none_or(earlier) && allowed(node) {
                best = Some(node);
            }
        });
        best
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
            if node.then.is_empty() || !node.when.as_ref().is_none_or(|when| when.is_met(state)) {
                candidate(place);
            } else {
                reached |= node.then.iter().fold(0, |below, next| below | 1 << next);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) slot: Slot,
    /// The most that the number may be.
    pub(crate) most: i32,
    pub(crate) by: Amount,
}

#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// Who casts it.
    pub(crate) caster: Player,
    /// Turns left; 0 when it does not run.
    pub(crate) timer: Field,
    /// For how many turns it runs.
    pub(crate) lasts: u32,
    /// Does the timer count down?
    pub(crate) counts: bool,
    /// When it ends, its timer apart.
    pub(crate) until: Option<Box<Condition<Number>>>,
    /// Does it start anew where it runs already?
    pub(crate) refreshes: bool,
    /// How often it is stacked, and at most how often.
    pub(crate) stacks: Option<(Field, u32)>,
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
    /// The fighters of the two sides; a team as if it were one.
    pub fighters: [FighterNames; 2],
    /// In a fight of teams, everyone by place.
    #[serde(default)]
    pub members: Vec<MemberNames>,
    /// The effects, in the order in which they apply: who casts them, and the skill's id and name.
    pub effects: Vec<(Player, String, String)>,
    /// What else is counted: whose, what, and where in the state.
    pub(crate) counters: Vec<(Player, String, Field)>,
    pub(crate) timers: Vec<Field>,
}

/// One of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberNames {
    /// Whose they are.
    pub player: Player,
    /// The letter that stands for them, with a number where there are several of the kind.
    pub letter: String,
    /// What they and their parts are called.
    pub names: FighterNames,
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
    /// What happens by itself: the names in the file and for people.
    #[serde(default)]
    pub reactions: Vec<(String, String)>,
}

impl FighterNames {
    /// Is this skill theirs, or does it happen to them by itself?
    pub fn has_skill(&self, id: &str) -> bool {
        self.skills.iter().any(|skill| skill.id == id)
            || self.reactions.iter().any(|(reaction, _)| reaction == id)
    }
}

/// What a skill is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillNames {
    /// The name in the file.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The letter that stands for it.
    pub key: char,
    /// How a line of moves spells it: the letter, or in a team who, what and whom, as far as there
    /// is a choice.
    #[serde(default)]
    pub spelt: String,
    /// Whose it is, by the name in the file.
    #[serde(default)]
    pub by: String,
    /// Where a decision tree picks the skill that is used: their names in the file and for people,
    /// node by node.
    pub picks: Vec<(String, String)>,
}

impl Names {
    /// What somebody is called.
    pub fn of(&self, who: Who) -> &str {
        &self.fighter(who).name
    }

    /// What somebody and their parts are called.
    pub fn fighter(&self, who: Who) -> &FighterNames {
        match self.members.get(who.index()) {
            Some(member) => &member.names,
            None => &self.fighters[who.index() & 1],
        }
    }

    /// What a side does, of one or of several: wins, win.
    pub fn verb(&self, player: Player, verb: &str) -> String {
        let several = self.members.iter().filter(|member| member.player == player).count() > 1;
        match (several, verb.ends_with('s')) {
            (true, _) => verb.to_owned(),
            (false, true) => format!("{verb}es"),
            (false, false) => format!("{verb}s"),
        }
    }

    /// Whose somebody is.
    pub fn side_of(&self, who: Who) -> Player {
        let member = self.members.get(who.index());
        member.map_or(Player::BOTH[who.index() & 1], |member| member.player)
    }

    /// What is counted besides numbers and effects: whose, and what, in the order of
    /// [`crate::Snapshot::counters`].
    pub fn counters(&self) -> impl Iterator<Item = (Player, String)> {
        self.counters.iter().map(|(player, name, _)| (*player, name.clone()))
    }
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
    /// What it takes from a pool, as far as that is the same throughout the fight.
    pub(crate) fn takes(&self, pool: Slot) -> i32 {
        let paid = self.cost.iter().filter(|(slot, _)| *slot == pool);
        paid.map(|(_, amount)| amount.fixed().unwrap_or(0)).sum()
    }

    /// Everything that using it may do, with what it picks.
    pub(crate) fn all_parts(&self) -> impl Iterator<Item = &Part> {
        self.forms().iter().flat_map(|form| &form.parts)
    }

    /// The hit of a plain skill.
    pub(crate) fn hit(&self) -> Option<&Hit> {
        self.parts.first()?.hit.as_ref()
    }

    /// What a plain skill changes at once.
    pub(crate) fn changes(&self) -> &[Change] {
        self.parts.first().map_or(&[], |part| &part.changes)
    }

    /// The effect that a plain skill starts.
    pub(crate) fn effect(&self) -> Option<usize> {
        self.parts.first()?.starts.first().copied()
    }
}

impl Rules {
    /// Can something raise the number in this word?
    pub(crate) fn grows(&self, slot: Slot) -> bool {
        self.growing & (1 << slot) != 0
    }

    pub(crate) fn fighter(&self, player: Player) -> &Fighter {
        &self.fighters[player.index()]
    }

    /// Is it more than a duel without dice, or asked for the chance to win?
    pub(crate) fn needs_dice(&self) -> bool {
        self.rolls || self.teams.is_some() || self.terms.objective == Objective::Win
    }

    #[inline]
    pub(crate) fn member(&self, who: Who) -> &Fighter {
        match &self.teams {
            Some(teams) if who.index() > 1 => &teams.others[who.index() - 2],
            _ => &self.fighters[who.index() & 1],
        }
    }

    /// Whose fighter it is.
    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Player {
        match &self.teams {
            Some(teams) if !teams.sides[0].contains(&who) => Player::Two,
            None if who.0 == 1 => Player::Two,
            _ => Player::One,
        }
    }

    /// Everyone, by place.
    pub(crate) fn everyone(&self) -> impl Iterator<Item = (Who, &Fighter)> {
        let others = self.teams.iter().flat_map(|teams| &teams.others);
        self.fighters.iter().chain(others).enumerate().map(|(place, f)| (Who::of(place), f))
    }
}
