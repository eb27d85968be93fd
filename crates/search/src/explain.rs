//! What every other move was worth.
//!
//! Each alternative is a question of its own, answered by a search from the state it leads to; all of
//! them together share one allowance of states, so that an explanation cannot take longer than the
//! limits allow.

use outplay_game::{Budget, MinCost, Node, Player, Stop};

use crate::Costs;

/// A state of a line in which somebody chose, with all that could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<M> {
    /// How many moves of the line came before.
    pub after: usize,
    /// Who chose.
    pub player: Player,
    /// The moves, in move order.
    pub moves: Vec<Alternative<M>>,
}

/// A move with its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative<M> {
    /// The move.
    pub mv: M,
    /// Was it the one of the line?
    pub chosen: bool,
    /// The least that the rest of the game costs with it, itself included; `None`: no win left.
    pub cost: Option<u64>,
}

/// The value of every legal move at every choice along a line. What `costs` knows already is not
/// searched again, and what it learns it keeps.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::{Costs, explain};
/// let game: outplay_game::sketch::Sketch = "a: 1 b, 5 win\nb: 1 a, 2 win".parse().unwrap();
/// let decisions =
///     explain(&game, &0, &[0, 1], &mut Costs::default(), &Budget::default()).unwrap();
/// let prices: Vec<_> = decisions[1].moves.iter().map(|option| option.cost).collect();
/// assert_eq!(prices, [Some(4), Some(2)]);
/// ```
///
/// # Errors
/// When a limit stops one of the searches.
pub fn explain<G: MinCost>(
    game: &G,
    from: &G::State,
    line: &[G::Move],
    costs: &mut Costs<G>,
    budget: &Budget,
) -> Result<Vec<Decision<G::Move>>, Stop> {
    let mut allowance = Allowance::new(costs, budget);
    let mut state = from.clone();
    let mut decisions = Vec::new();
    for (after, &chosen) in line.iter().enumerate() {
        let player = match game.node(&state) {
            Node::Max => Some(Player::One),
            Node::Min => Some(Player::Two),
            Node::Single | Node::End => None,
            Node::Mean => return Err(Stop::Chance),
        };
        if let Some(player) = player {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let moves = moves
                .into_iter()
                .map(|mv| {
                    let rest = allowance.cost(game, &game.play(&state, mv))?;
                    let cost = rest.map(|rest| rest + game.cost(&state, mv));
                    Ok(Alternative { mv, chosen: mv == chosen, cost })
                })
                .collect::<Result<_, _>>()?;
            decisions.push(Decision { after, player, moves });
        }
        state = game.play(&state, chosen);
    }
    Ok(decisions)
}

/// Many questions within one allowance of states.
pub(crate) struct Allowance<'a, 'b, G: MinCost> {
    costs: &'a mut Costs<G>,
    budget: Budget<'b>,
    before: u64,
}

impl<'a, 'b, G: MinCost> Allowance<'a, 'b, G> {
    pub(crate) fn new(costs: &'a mut Costs<G>, budget: &Budget<'b>) -> Self {
        let before = costs.spent();
        Self { costs, budget: budget.quiet(), before }
    }

    /// The least cost from a state; `None`: no win.
    pub(crate) fn cost(&mut self, game: &G, state: &G::State) -> Result<Option<u64>, Stop> {
        let spent = self.costs.spent() - self.before;
        let states = self.budget.states.saturating_sub(spent);
        self.costs.cost(game, state, &Budget { states, ..self.budget })
    }
}
