//! The short way through a turn, for fights in which every skill takes from one pool, hits once and
//! changes the queue, and nothing else ever happens.
//!
//! `play.rs` and `deeds.rs` say what a turn is. This is the same with all looked up beforehand, for
//! searches and random games, which ask for nothing but the next position; where something is told of
//! a turn, it goes the long way. Tests let both play the same games.

use outplay_game::Player;

use crate::amount::{Amount, Number, Reading};
use crate::condition::{Comparison, Condition};
use crate::formula::Formula;
use crate::game::Kept;
use crate::order::{Order, Step};
use crate::rules::{Extent, Picks, Rules, Skill, Slot, Stuck};
use crate::state::{CEILING, State, Status};

/// Such a fight.
#[derive(Clone, Debug)]
pub(crate) struct Swift([Side; 2]);

#[derive(Clone, Debug)]
struct Side {
    hp: Slot,
    /// What every skill takes from, and what the cheapest takes.
    pool: Slot,
    least: i32,
    uses: Vec<Use>,
}

/// A skill.
#[derive(Clone, Debug)]
struct Use {
    cost: i32,
    /// What it does; where it picks, one for each node of the tree.
    blows: Vec<Blow>,
    tree: Vec<Fork>,
}

#[derive(Clone, Copy, Debug)]
struct Blow {
    damage: i32,
    drains: bool,
    steps: [Option<Step>; MOST_STEPS],
}

/// A node of a decision tree, in an order in which the first candidate is picked.
#[derive(Clone, Copy, Debug)]
struct Fork {
    /// A candidate if these hold, and the last does not, where there is one.
    path: [Option<Test>; MOST_DEPTH],
    fails: Option<Test>,
    blow: usize,
}

/// A number compared with a fixed one.
#[derive(Clone, Copy, Debug)]
struct Test {
    slot: Slot,
    comparison: Comparison,
    than: i32,
}

const MOST_STEPS: usize = 4;
const MOST_DEPTH: usize = 4;

impl Swift {
    /// The fight, where it is such a one.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        let calm = rules.fighters.iter().all(|fighter| fighter.calm && fighter.moves);
        if rules.extent != Extent::Plain || rules.stuck != Stuck::Skip || !calm {
            return None;
        }
        let [one, two] = Player::BOTH.map(|player| Side::new(rules, player));
        Some(Self([one?, two?]))
    }

    /// May the player use the skill now?
    #[inline]
    pub(crate) fn can_use<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        player: Player,
        skill: usize,
    ) -> bool {
        let side = &self.0[player.index()];
        state.number(side.pool) >= side.uses[skill].cost
    }

    /// How many skills a player has.
    #[inline]
    pub(crate) fn skills(&self, player: Player) -> usize {
        self.0[player.index()].uses.len()
    }

    /// Uses a skill that can be used, and goes on to the next choice or to the end.
    #[inline]
    pub(crate) fn play<const W: usize, O: Order>(
        &self,
        state: &mut State<W, O>,
        player: Player,
        skill: usize,
        kept: Kept,
    ) {
        let (me, enemy) = (&self.0[player.index()], &self.0[player.other().index()]);
        let used = &me.uses[skill];
        let blow = match used.tree.iter().find(|fork| fork.is_picked(state)) {
            None => &used.blows[0],
            Some(fork) => &used.blows[fork.blow],
        };
        state.change(me.pool, -used.cost, CEILING);
        let lost = -state.change(enemy.hp, -blow.damage, CEILING);
        if blow.drains {
            state.change(me.hp, lost, CEILING);
        }
        let falls = blow.damage > 0 && state.number(enemy.hp) == 0;
        for &step in blow.steps.iter().map_while(Option::as_ref) {
            state.order.step(player, step);
        }
        let mut next = state.order.pass(player);
        if kept != Kept::All {
            for player in Player::BOTH {
                self.keep(state, player, kept);
            }
            next = state.order.front();
        }
        while let Some(idle) = next.filter(|&next| !self.can_act(state, next)) {
            next = state.order.pass(idle);
        }
        state.set_status(match next {
            _ if falls => Status::Over((state.number(me.hp) > 0).then_some(player)),
            Some(next) => Status::Chooses(next),
            None => Status::Over(None),
        });
    }

    #[inline]
    fn can_act<const W: usize, O: Order>(&self, state: &State<W, O>, player: Player) -> bool {
        let side = &self.0[player.index()];
        state.number(side.pool) >= side.least
    }

    /// Drops the places that a player can never reach.
    #[inline]
    fn keep<const W: usize, O: Order>(&self, state: &mut State<W, O>, player: Player, kept: Kept) {
        let side = &self.0[player.index()];
        let there = state.number(side.pool);
        if there < side.least {
            state.order.keep(player, 0);
            return;
        }
        let (there, least) = (there.unsigned_abs(), side.least.unsigned_abs());
        // A division is dear, and seldom needed.
        if kept == Kept::Reached
            && (there as usize) < state.order.length().saturating_mul(least as usize)
        {
            state.order.keep(player, (there / least) as usize);
        }
    }
}

impl Side {
    fn new(rules: &Rules, player: Player) -> Option<Self> {
        let fighter = rules.fighter(player);
        let (pool, least) = fighter.enough.filter(|(pool, _)| !rules.grows(*pool))?;
        let is_mine = |skill: &Skill| skill.enough.is_some_and(|(slot, _)| slot == pool);
        if fighter.ends || !fighter.skills.iter().all(is_mine) {
            return None;
        }
        let uses = fighter.skills.iter().map(|skill| {
            let blows = skill.forms().iter().map(|form| Blow::new(rules, player, form));
            Some(Use {
                cost: skill.enough?.1,
                blows: blows.collect::<Option<_>>()?,
                tree: skill.picks.as_ref().map_or(Some(Vec::new()), forks)?,
            })
        });
        Some(Self { hp: fighter.hp, pool, least, uses: uses.collect::<Option<_>>()? })
    }
}

impl Blow {
    fn new(rules: &Rules, player: Player, form: &Skill) -> Option<Self> {
        let [part] = &form.parts[..] else { return None };
        let hit = part.hit.as_ref()?;
        let armor = &rules.fighter(player.other()).armor;
        let Amount::Fixed(full) = hit.amount else { return None };
        if !part.changes.is_empty() || !part.starts.is_empty() || !armor.held.is_empty() {
            return None;
        }
        let through = full.saturating_sub(if hit.pierces { 0 } else { armor.base });
        let damage = rules.least_damage.map_or(through, |least| through.max(least));
        let mut steps = [None; MOST_STEPS];
        if damage < 0 || form.queue.len() > MOST_STEPS {
            return None;
        }
        for (place, &step) in steps.iter_mut().zip(&form.queue) {
            *place = Some(step);
        }
        Some(Self { damage, drains: hit.drains, steps })
    }
}

/// The candidates of a tree with what makes them candidates, the first choice first.
fn forks(picks: &Picks) -> Option<Vec<Fork>> {
    let nodes = &picks.tree.nodes;
    let mut paths = vec![None; nodes.len()];
    paths[0] = Some([None; MOST_DEPTH]);
    let mut forks = Vec::new();
    // The nodes stand before those below them.
    for (place, node) in nodes.iter().enumerate() {
        let path: [Option<Test>; MOST_DEPTH] = paths[place]?;
        let test = match &node.when {
            Some(when) => Some(Test::new(when)?),
            None => None,
        };
        let is_leaf = node.then.is_empty();
        if is_leaf || test.is_some() {
            forks.push(Fork { path, fails: test.filter(|_| !is_leaf), blow: place });
        }
        for &below in &node.then {
            let mut path = path;
            if let Some(test) = test {
                *path.iter_mut().find(|place| place.is_none())? = Some(test);
            }
            paths[below] = Some(path);
        }
    }
    forks.sort_by_key(|fork| nodes[fork.blow].priority);
    Some(forks)
}

impl Fork {
    #[inline]
    fn is_picked<const W: usize, O: Order>(&self, state: &State<W, O>) -> bool {
        self.path.iter().map_while(Option::as_ref).all(|test| test.holds(state))
            && self.fails.is_none_or(|test| !test.holds(state))
    }
}

impl Test {
    fn new(condition: &Condition<Number>) -> Option<Self> {
        match condition {
            Condition::Compare(
                Formula::Number(Number::Read(Reading { base: 0, slot: Some(slot), held })),
                comparison,
                Formula::Digits(than),
            ) if held.is_empty() => {
                Some(Self { slot: *slot, comparison: *comparison, than: *than })
            }
            _ => None,
        }
    }

    #[inline]
    fn holds<const W: usize, O: Order>(self, state: &State<W, O>) -> bool {
        self.comparison.holds(state.number(self.slot), self.than)
    }
}

#[cfg(test)]
mod tests {
    use outplay_game::Game;
    use outplay_text::{Problems, Sources};

    use super::*;
    use crate::{Duel, Fight, Move, Options, RulesFile, Visitor};

    /// Plays games both ways from a seed, and says how many moves were made.
    struct Both(u64);

    impl Visitor for Both {
        type Output = usize;

        fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> usize {
            let duels =
                [duel.clone(), duel.without_spent_places(), duel.without_unreached_places()];
            let (mut seed, mut made) = (self.0, 0);
            for duel in duels {
                assert!(duel.rules.swift.is_some());
                let (mut state, mut moves): (_, Vec<Move>) = (duel.start(), Vec::new());
                while let Status::Chooses(player) = state.status() {
                    moves.clear();
                    duel.moves(&state, &mut moves);
                    let skills = duel.rules.fighter(player).skills.iter();
                    let usable = skills.filter(|skill| duel.can_use(&state, player, skill));
                    assert_eq!(usable.count(), moves.len());
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let mv = moves[usize::try_from(seed >> 33).unwrap_or(0) % moves.len()];
                    let mut long = state.clone();
                    duel.act(&mut long, player, mv.skill().unwrap_or(0), &mut ());
                    duel.run(&mut long, &mut ());
                    state = duel.play(&state, mv);
                    assert_eq!(state, long);
                    made += 1;
                }
            }
            made
        }
    }

    #[test]
    fn both_ways_lead_to_the_same_places() {
        let fighters = ["mage", "rogue", "vampire", "sorcerer"];
        for (pair, order) in (0..16).flat_map(|pair| [(pair, "queue"), (pair, "restricted-queue")])
        {
            let (mut sources, mut problems) = (Sources::default(), Problems::default());
            let file = sources.add("arena.toml", include_str!("../../../rules/arena.toml"));
            let rules = RulesFile::read(&sources, file, &mut problems);
            let sides = [fighters[pair / 4], fighters[pair % 4]];
            let set = ["p1.hp=500", "p1.sp=400", "p2.hp=300", "p2.sp=500"];
            let options = Options {
                sides: sides.map(|side| Some(sources.add("--side", side))),
                order: Some(sources.add("--order", order)),
                set: set.map(|text| sources.add("--set", text)).to_vec(),
                ..Options::default()
            };
            let fight = rules.fight(&sources, &options, &mut problems).expect("the arena is right");
            for seed in 0..20 {
                assert!(fight.visit(Both(seed)) > 20);
            }
        }
    }
}
