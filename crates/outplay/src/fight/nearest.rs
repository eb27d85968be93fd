//! A fight that cannot be won: which line comes nearest, and what is missing.
//!
//! These are questions beside the question, so that they get less room, and where they find no answer
//! nothing else is lost.

use std::sync::Arc;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Move, Names, State};
use outplay_game::{Budget, Game, Nearness as _, Player, Proof, Stop};
use outplay_search::{Algorithm, Near, Nearest, solve};

use super::prover::FightProver;
use crate::{Failure, Hint, Missing, NearChoice, NearMove, NearestLine, Nearness, Text};

/// How many states may go into how near it comes.
const MOST_STATES: u64 = 500_000;
/// How many states may go into what is missing, all numbers together.
const MOST_STATES_FOR_MISSING: u64 = 400_000;
/// So many steps are tried at least, and a number up to so many times what it is.
const STEPS: i32 = 50;
const TIMES: i32 = 4;

/// What such a question may cost.
pub(crate) fn aside<'a>(budget: &Budget<'a>) -> Budget<'a> {
    Budget { states: budget.states.min(MOST_STATES), ..budget.quiet() }.share_of_time(0.5)
}

/// How good it is for a player who chooses: more is better.
pub(crate) fn merit<M>(near: &Near<M>, player: Player) -> (i64, i128) {
    let life = near.rounds.map_or(i128::MAX, i128::from);
    match player {
        Player::One => (-near.gap, life),
        Player::Two => (near.gap, -life),
    }
}

impl<const W: usize, O: Order> FightProver<W, O> {
    /// The line that comes nearest from the position after some moves; none where there is no time
    /// left to look.
    pub(super) fn nearest_line(
        &mut self,
        after: &Text,
        explain: bool,
        budget: &Budget,
    ) -> Result<Option<NearestLine>, Failure> {
        if budget.ended().is_some() {
            return Ok(None);
        }
        let budget = aside(budget);
        let from = self.at(after)?;
        let found = self.nearest.solve(&self.quick, &from, &budget);
        if found.stopped.is_some() && found.line.is_empty() {
            return Ok(None);
        }
        let room = Arc::clone(&self.room);
        let (duel, names) = (room.starting_after(after)?, &room.fight.names);
        let (moves, line) = duel.spell(names, &found.line);
        let account = duel.account(names, &moves);
        let proved = found.stopped.is_none();
        let explain = (explain && proved).then(|| {
            let mut choices = self.near_choices(&from, &found.line, &budget).unwrap_or_default();
            for side in Player::BOTH {
                let turns = account.turns.iter();
                let turns = turns.filter(|turn| turn.player == side && turn.skill.is_some());
                let own = choices.iter_mut().filter(|choice| choice.side == side.number());
                for (choice, turn) in own.zip(turns) {
                    choice.round = turn.round;
                }
            }
            choices
        });
        Ok(Some(NearestLine {
            moves,
            line,
            enemy_hp: found.gap,
            life: (!proved || found.rounds.is_some()).then_some(u64::from(account.rounds)),
            proof: if proved { Proof::Optimal } else { Proof::Bound },
            stopped: found.stopped,
            states: found.expanded,
            explain,
        }))
    }

    /// What every move would have left at every choice of a line.
    fn near_choices(
        &mut self,
        from: &State<W, O>,
        line: &[Move],
        budget: &Budget,
    ) -> Result<Vec<NearChoice>, Stop> {
        let (mut state, mut choices) = (from.clone(), Vec::new());
        let mut least = self.quick.gap(from).unwrap_or(i64::MAX);
        for &chosen in line {
            if let Some(player) = self.quick.node(&state).chooser() {
                let left = self.nearest.gaps(&self.quick, &state, budget)?;
                let moves = left.into_iter().filter_map(|(mv, gap)| {
                    let (key, name) = self.room.spell(player, mv)?;
                    Some(NearMove { key, name, chosen: mv == chosen, enemy_hp: gap.min(least) })
                });
                let moves = moves.collect();
                choices.push(NearChoice { round: 0, side: player.number(), moves });
            }
            let (next, passed) = self.quick.play_measuring(&state, chosen);
            least = passed.gap.map_or(least, |gap| least.min(gap));
            state = next;
        }
        Ok(choices)
    }

    /// Hints where no move wins: how near each comes. None where a limit stopped it.
    pub(super) fn near_hints(
        &mut self,
        state: &State<W, O>,
        player: Player,
        budget: &Budget,
    ) -> Option<Vec<Hint>> {
        let near = self.nearest.moves(&self.quick, state, &aside(budget)).ok()?;
        let best = near.iter().map(|near| merit(near, player)).max();
        let hint = |near: &Near<Move>| {
            let (key, name) = self.room.spell(player, near.mv)?;
            Some(Hint {
                key,
                name,
                value: None,
                regret: None,
                best: Some(merit(near, player)) == best,
                near: Some(Nearness { enemy_hp: near.gap, life: near.rounds }),
                mean: None,
                unit: None,
            })
        };
        Some(near.iter().filter_map(hint).collect())
    }
}

/// The move that comes nearest, for a style that is asked in one position after the other; none where a limit stopped it.
///
/// What it plays depends on the position alone, and not on those it was asked about before: it is asked of every
/// position or, where all of the fight are too many to look at, of none (`whole`, which is found out once).
pub(crate) fn nearest_move_of_style<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    state: &State<W, O>,
    player: Player,
    nearest: &mut Nearest<Duel<W, O>>,
    whole: &mut Option<bool>,
    budget: &Budget,
) -> Option<Move> {
    let all = || nearest.gaps(duel, &duel.start(), &aside(budget)).is_ok();
    whole.get_or_insert_with(all).then(|| nearest_move(duel, state, player, nearest, budget))?
}

/// The move that comes nearest for a player; none where a limit stopped it.
pub(crate) fn nearest_move<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    state: &State<W, O>,
    player: Player,
    nearest: &mut Nearest<Duel<W, O>>,
    budget: &Budget,
) -> Option<Move> {
    let near = nearest.moves(duel, state, &aside(budget)).ok()?;
    // The first of the best.
    near.iter().rev().max_by_key(|near| merit(near, player)).map(|near| near.mv)
}

/// The numbers of a fight that is lost with which it would be won. Each has the same share, and what
/// those before it left.
pub(super) fn missing<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    names: &Names,
    budget: &Budget,
) -> Vec<Missing> {
    let duel = duel.without_unreached_places();
    let (own, enemy) = duel.decisive();
    let mut numbers: Vec<_> = own.into_iter().map(|slot| (Player::One, slot)).collect();
    numbers.push((Player::Two, enemy));
    let mut states = budget.states.min(MOST_STATES_FOR_MISSING);
    let (mut missing, mut open) = (Vec::new(), u32::try_from(numbers.len()).unwrap_or(u32::MAX));
    for (player, slot) in numbers {
        let mut known = names.fighters[player.index()].numbers.iter();
        let share = states / u64::from(open);
        let budget = Budget { states: share, ..budget.quiet() };
        let budget = budget.share_of_time(1.0 / f64::from(open + 1));
        if let Some((name, _)) = known.find(|(_, other)| *other == slot) {
            let (found, left) = scan(&duel, player, slot, name, &budget);
            missing.push(found);
            states -= share - left;
        }
        open -= 1;
    }
    missing
}

/// Tries one number after the other; and how many states are left.
fn scan<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    player: Player,
    slot: usize,
    name: &str,
    budget: &Budget,
) -> (Missing, u64) {
    let now = duel.opening().number(slot);
    let most = now.saturating_mul(TIMES).max(now.saturating_add(STEPS)).min(duel.most(slot));
    let step = if player == Player::One { 1 } else { -1 };
    let last = if player == Player::One { most } else { 1 };
    let (mut none, mut wins, mut stopped) = (now, None, None);
    let mut left = budget.states;
    while step * (last - none) > 0 && wins.is_none() {
        stopped = budget.ended();
        if stopped.is_some() {
            break;
        }
        let other = duel.starting_with(slot, none + step);
        let budget = Budget { states: left, ..*budget };
        let by = Algorithm::default_for(&other);
        let found = solve(&other, &other.start(), by, None, &budget);
        left = left.saturating_sub(found.stats.generated.max(1));
        match (found.cost, found.proof) {
            (Some(_), _) => wins = Some(none + step),
            (None, Proof::Optimal) => none += step,
            (None, _) => {
                stopped = found.stopped.or(Some(Stop::States));
                break;
            }
        }
    }
    let wins = wins.map(i64::from);
    let none = wins.is_none().then_some(i64::from(none));
    let own = player == Player::One;
    let missing = Missing {
        number: name.to_owned(),
        side: player.number(),
        now: i64::from(now),
        at_least: wins.filter(|_| own),
        at_most: wins.filter(|_| !own),
        none_up_to: none.filter(|_| own),
        none_down_to: none.filter(|_| !own),
        stopped,
    };
    (missing, left)
}
