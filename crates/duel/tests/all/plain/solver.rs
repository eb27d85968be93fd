//! Plain solvers of small fights: the graph of everything that can happen, and on it the least cost
//! of a win that player 1 can force, and what a fight is worth to both.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::file::Goal;
use super::state::{Phase, State};
use super::{Fight, Played};

/// Every state in which somebody acts or it has ended, and what each of the moves there leads to
/// and costs.
pub(crate) struct Graph<'f> {
    fight: &'f Fight,
    pub(crate) states: Vec<State>,
    places: HashMap<State, usize>,
    moves: Vec<Vec<(usize, u64)>>,
}

impl<'f> Graph<'f> {
    /// `None` where there are more states than `most`, or more turns than anybody waits for.
    pub(crate) fn of(fight: &'f Fight, most: usize) -> Option<Self> {
        let mut graph =
            Self { fight, states: Vec::new(), places: HashMap::new(), moves: Vec::new() };
        graph.place(fight.start());
        graph.grown(most)
    }

    /// The same with these states as well, and all that can happen after them.
    pub(crate) fn with(
        mut self,
        states: impl IntoIterator<Item = State>,
        most: usize,
    ) -> Option<Self> {
        for state in states {
            self.place(state);
        }
        self.grown(most)
    }

    fn grown(mut self, most: usize) -> Option<Self> {
        while self.moves.len() < self.states.len() {
            let state = self.states[self.moves.len()].clone();
            if self.states.len() > most || state.phase == Phase::TooLong {
                return None;
            }
            let mut moves = Vec::new();
            for (id, _) in self.fight.choices(&state) {
                let Played { state, spent } = self.fight.play(&state, &id);
                moves.push((self.place(state), spent));
            }
            self.moves.push(moves);
        }
        Some(self)
    }

    fn place(&mut self, state: State) -> usize {
        let state = self.known(state);
        let next = self.states.len();
        let place = *self.places.entry(state.clone()).or_insert(next);
        if place == next {
            self.states.push(state);
        }
        place
    }

    fn known(&self, mut state: State) -> State {
        if !self.fight.rules.reads_round {
            state.round = 0;
        }
        state
    }

    pub(crate) fn place_of(&self, state: &State) -> usize {
        self.places[&self.known(state.clone())]
    }

    fn before(&self) -> Vec<Vec<(usize, u64)>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            for &(to, cost) in moves {
                before[to].push((from, cost));
            }
        }
        before
    }

    /// For each state the least that a win costs whatever player 2 does; `None` where player 1
    /// cannot force one. The cheapest state that is not settled yet is settled next (Knuth's
    /// Dijkstra): one of player 1's by its cheapest move, one of player 2's by its last.
    pub(crate) fn least_costs(&self) -> Vec<Option<u64>> {
        let before = self.before();
        let mut settled: Vec<Option<u64>> = vec![None; self.states.len()];
        let mut open: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        let mut dearest = vec![0; self.states.len()];
        let mut next = BTreeSet::new();
        for (place, state) in self.states.iter().enumerate() {
            if state.winner() == Some(0) {
                next.insert((0, place));
            }
        }
        while let Some((cost, place)) = next.pop_first() {
            if settled[place].is_some() {
                continue;
            }
            settled[place] = Some(cost);
            for &(from, more) in &before[place] {
                if self.states[from].turn == 0 {
                    next.insert((cost + more, from));
                } else {
                    open[from] -= 1;
                    dearest[from] = dearest[from].max(cost + more);
                    if open[from] == 0 {
                        next.insert((dearest[from], from));
                    }
                }
            }
        }
        settled
    }

    /// What each state is worth to player 1, who wants the most, and player 2 the least; for ever is
    /// worth 0. A state is worth as much as the best end that player 1 can force, where that is
    /// above 0, or the worst that player 2 can, where it is below.
    pub(crate) fn values(&self) -> Vec<i64> {
        let is_end = |state: &State| matches!(state.phase, Phase::Over(_));
        let ends: Vec<_> = (0..self.states.len()).filter(|&at| is_end(&self.states[at])).collect();
        let mut by_worth: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for end in ends {
            by_worth.entry(self.fight.worth(&self.states[end])).or_default().push(end);
        }
        let mut values = vec![0; self.states.len()];
        let thresholds: Vec<i64> = by_worth.keys().copied().collect();
        for &threshold in thresholds.iter().filter(|&&worth| worth > 0) {
            let good = by_worth.range(threshold..).flat_map(|(_, ends)| ends.iter().copied());
            for place in self.forced(0, good.collect()) {
                values[place] = threshold;
            }
        }
        for &threshold in thresholds.iter().rev().filter(|&&worth| worth < 0) {
            let bad = by_worth.range(..=threshold).flat_map(|(_, ends)| ends.iter().copied());
            for place in self.forced(1, bad.collect()) {
                values[place] = threshold;
            }
        }
        values
    }

    /// For each state the least hp of player 2, whenever somebody acts or at the end, that player 1
    /// can force; the largest number where nobody ever acts.
    pub(crate) fn nearest(&self) -> Vec<i64> {
        let mut gaps: Vec<i64> = self.states.iter().filter_map(Self::gap).collect();
        gaps.sort_unstable();
        gaps.dedup();
        let mut nearest = vec![i64::MAX; self.states.len()];
        for &gap in gaps.iter().rev() {
            let near = |at: &usize| Self::gap(&self.states[*at]).is_some_and(|own| own <= gap);
            for place in self.forced(0, (0..self.states.len()).filter(near).collect()) {
                nearest[place] = gap;
            }
        }
        nearest
    }

    fn gap(state: &State) -> Option<i64> {
        matches!(state.phase, Phase::Acting | Phase::Over(_)).then(|| state.numbers[1]["hp"])
    }

    /// How many rounds begin from a state on when player 1 comes as near as they can and lives long,
    /// and player 2 holds them off and kills soon; `None` where that is more than `most`, or for ever,
    /// be it in one turn without end. Found by supposing ever less.
    pub(crate) fn life(&self, from: usize, nearest: &[i64], most: i64) -> Option<i64> {
        let gap = nearest[from];
        let reaches = |place: usize| Self::gap(&self.states[place]).is_some_and(|own| own <= gap);
        let rounds: Vec<Vec<i64>> = self
            .states
            .iter()
            .map(|state| {
                let ids = self.fight.choices(state).into_iter();
                ids.map(|(id, _)| self.fight.play(state, &id).state.round - state.round).collect()
            })
            .collect();
        let mut lives = vec![[most + 1; 2]; self.states.len()];
        loop {
            let before = lives.clone();
            for (place, state) in self.states.iter().enumerate() {
                for reached in [0, 1] {
                    let own = state.turn == 0;
                    let edges = self.moves[place].iter().zip(&rounds[place]);
                    let fits = |next: usize| {
                        if own {
                            reached == 1 || nearest[next] == gap
                        } else {
                            nearest[next] >= gap
                        }
                    };
                    let worth =
                        edges.filter(|((next, _), _)| fits(*next)).map(|((next, _), by)| {
                            by + before[*next][usize::from(reached == 1 || reaches(*next))]
                        });
                    let worth = if own { worth.max() } else { worth.min() };
                    let ends = if state.phase == Phase::ForEver { most + 1 } else { 0 };
                    lives[place][reached] = worth.unwrap_or(ends).min(most + 1);
                }
            }
            if lives == before {
                let life = lives[from][usize::from(reaches(from))];
                return (life <= most).then_some(life);
            }
        }
    }

    /// From where a side can force that one of these is reached.
    fn forced(&self, side: usize, targets: Vec<usize>) -> BTreeSet<usize> {
        let before = self.before();
        let mut open: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        let mut reached: BTreeSet<usize> = targets.iter().copied().collect();
        let mut new = targets;
        while let Some(place) = new.pop() {
            for &(from, _) in &before[place] {
                open[from] -= 1;
                if (self.states[from].turn == side || open[from] == 0) && reached.insert(from) {
                    new.push(from);
                }
            }
        }
        reached
    }
}

/// What the searches of the engine call the cost of the fight from its start. Of player 1's turns
/// those are not counted that are over before anybody first has to choose.
pub(crate) fn cost_from_start(fight: &Fight, graph: &Graph, costs: &[Option<u64>]) -> Option<u64> {
    let state = first_choice(fight);
    Some(costs[graph.place_of(&state)]? + begun(fight, &state))
}

/// Where somebody first has to choose: player 1 always has to, player 2 where they are asked.
pub(crate) fn first_choice(fight: &Fight) -> State {
    let mut state = fight.start();
    let mut seen = BTreeSet::new();
    while state.phase == Phase::Acting
        && state.turn == 1
        && !fight.rules.is_asked(1)
        && seen.insert(state.clone())
        && seen.len() < 1000
    {
        let only = fight.choices(&state).remove(0).0;
        state = fight.play(&state, &only).state;
    }
    state
}

/// The turn of player 1 that has begun counts as well.
pub(crate) fn begun(fight: &Fight, state: &State) -> u64 {
    let mine = state.phase == Phase::Acting && state.turn == 0;
    u64::from(fight.rules.goal == Goal::LeastRounds && mine)
}
