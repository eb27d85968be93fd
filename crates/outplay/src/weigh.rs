//! What every move was worth at every choice of a line, and what the move made gave away.

use std::collections::VecDeque;

use outplay_game::{Budget, Game, Node, Player, Stop, ZeroSum};
use outplay_search::{Oracle, counts_for};
use serde::{Deserialize, Serialize};

/// A choice that was made, with what else could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The turn, from 1 (in turns that alternate: the round).
    pub round: u32,
    /// Who chose: 1 or 2.
    pub side: u8,
    /// The moves; none where a limit kept them from being weighed.
    pub moves: Vec<Weighed>,
}

/// A move that could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weighed {
    /// As it stands in a line of moves.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Was it chosen?
    pub chosen: bool,
    /// What it is worth to whoever chooses.
    pub value: i64,
    /// How much better the best move is.
    pub regret: i64,
    /// How it goes on from there when both do their best; for the first choice only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

impl Choice {
    /// What the move that was made gave away, where that is settled.
    pub fn regret(&self) -> Option<i64> {
        self.moves.iter().find(|option| option.chosen).map(|option| option.regret)
    }

    /// The best moves.
    pub fn best(&self) -> String {
        let best = self.moves.iter().filter(|option| option.regret == 0);
        let best: Vec<&str> = best.map(|option| option.key.as_str()).collect();
        crate::versus::joined(&best)
    }

    /// Is it known what its moves are worth?
    pub(crate) fn is_settled(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// How a game names its moves: as they stand in a line, as people call them, and whole lines.
pub(crate) trait Spelling<G: Game> {
    /// Key and name of a move; none where nobody chose it.
    fn spell(&self, state: &G::State, mv: G::Move) -> Option<(String, String)>;
    /// A line from a state.
    fn line(&self, from: &G::State, line: &[G::Move]) -> String;
}

/// Weighs every choice of a line from a state; `lines` also tells how each first move goes on. The
/// last choice is the easiest and comes first: where a limit strikes, the choices before have no
/// moves. Of the states of the line only the last are kept, as many as the limit allows.
pub(crate) fn weigh<G: ZeroSum>(
    game: &G,
    from: &G::State,
    chosen: &[G::Move],
    lines: bool,
    spelling: &impl Spelling<G>,
    oracle: &mut Oracle<G>,
    budget: &Budget,
) -> (Vec<Choice>, Option<Stop>) {
    let (mut states, mut choices) = (Kept::<G>::new(budget.states), Vec::new());
    let mut state = from.clone();
    let mut moves = Vec::new();
    while choices.len() < chosen.len() {
        let mv = match game.node(&state) {
            Node::End => break,
            Node::Mean => return (choices, Some(Stop::Chance)),
            Node::Single => {
                moves.clear();
                game.moves(&state, &mut moves);
                moves[0]
            }
            node @ (Node::Max | Node::Min) => {
                if let Some(stop) = budget.ended() {
                    return (choices, Some(stop));
                }
                states.push(state.clone());
                let side = node.chooser().map_or(0, Player::number);
                choices.push(Choice { round: 0, side, moves: Vec::new() });
                chosen[choices.len() - 1]
            }
        };
        state = game.play(&state, mv);
    }
    let first = choices.len() - states.last.len();
    for (place, state) in (first..choices.len()).zip(&states.last).rev() {
        let lines = lines && place == 0;
        match options(game, state, chosen[place], lines, spelling, oracle, budget) {
            Ok(options) => choices[place].moves = options,
            Err(stop) => return (choices, Some(stop)),
        }
    }
    (choices, (first > 0).then_some(Stop::States))
}

/// The last states of a line, as many as count for no more than a limit.
struct Kept<G: Game> {
    last: VecDeque<G::State>,
    counted: u64,
    most: u64,
}

impl<G: Game> Kept<G> {
    fn new(most: u64) -> Self {
        Self { last: VecDeque::new(), counted: 0, most }
    }

    fn push(&mut self, state: G::State) {
        self.counted += counts_for::<G>(&state);
        self.last.push_back(state);
        while self.counted > self.most {
            let Some(oldest) = self.last.pop_front() else { break };
            self.counted -= counts_for::<G>(&oldest);
        }
    }
}

/// What each move of a state is worth to whoever chooses there.
pub(crate) fn options<G: ZeroSum>(
    game: &G,
    state: &G::State,
    chosen: G::Move,
    lines: bool,
    spelling: &impl Spelling<G>,
    oracle: &mut Oracle<G>,
    budget: &Budget,
) -> Result<Vec<Weighed>, Stop> {
    let sign = match game.node(state) {
        Node::Min => -1,
        Node::Max | Node::Mean | Node::Single | Node::End => 1,
    };
    let values = oracle.move_values(game, state, budget)?;
    let best = values.iter().map(|&(_, value)| sign * value).max().unwrap_or(0);
    let mut moves = Vec::new();
    for (mv, value) in values {
        let Some((key, name)) = spelling.spell(state, mv) else { continue };
        let line = if lines {
            let mut whole = vec![mv];
            whole.extend(oracle.line(game, &game.play(state, mv), budget)?.0);
            Some(spelling.line(state, &whole))
        } else {
            None
        };
        moves.push(Weighed {
            key,
            name,
            chosen: mv == chosen,
            value: sign * value,
            regret: best - sign * value,
            line,
        });
    }
    Ok(moves)
}
