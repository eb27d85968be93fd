//! What every move was worth at every choice of a line, and what the move made gave away.

use std::collections::VecDeque;

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Move, Names, State};
use outplay_game::{Game, Player, Turn};
use outplay_search::{Control, Oracle, Stop, counts_for};
use serde::Serialize;

/// A choice that was made, with what else could have been chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// The turn, from 1 (in turns that alternate: the round).
    pub round: u32,
    /// Who chose: 1 or 2.
    pub side: u8,
    /// The moves; none where a limit kept them from being weighed.
    pub moves: Vec<Weighed>,
}

/// A move that could have been chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Weighed {
    /// Its place among the fighter's skills.
    #[serde(skip)]
    pub skill: usize,
    /// Its key.
    pub key: char,
    /// Its name.
    pub name: String,
    /// Was it chosen?
    pub chosen: bool,
    /// What it is worth to whoever chooses.
    pub value: i64,
    /// How much better the best move is.
    pub regret: i64,
    /// How it goes on from there when both do their best; for the first choice only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

impl Choice {
    /// What the move that was made gave away, where that is settled.
    pub fn regret(&self) -> Option<i64> {
        self.moves.iter().find(|option| option.chosen).map(|option| option.regret)
    }

    /// The keys of the best moves.
    pub fn best(&self) -> String {
        self.moves.iter().filter(|option| option.regret == 0).map(|option| option.key).collect()
    }

    /// Is it known what its moves are worth?
    pub(crate) fn is_settled(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// Weighs every choice of a line from the duel's start; `lines` also tells how each first move goes
/// on. The last choice is the easiest and comes first: where a limit strikes, the choices before
/// have no moves. Of the states of the line only the last are kept, as many as the limit allows.
pub(crate) fn weigh<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    names: &Names,
    chosen: &[Move],
    lines: bool,
    oracle: &mut Oracle<'_, Duel<W, O>>,
    control: &mut Control,
) -> (Vec<Choice>, Option<Stop>) {
    let (mut states, mut choices) = (Kept::new(control.max_states), Vec::new());
    let mut state = duel.start();
    let mut moves = Vec::new();
    while choices.len() < chosen.len() {
        let mv = match duel.turn(&state) {
            Turn::Over => break,
            Turn::Forced => {
                moves.clear();
                duel.moves(&state, &mut moves);
                moves[0]
            }
            Turn::Choose(player) => {
                if let Some(stop) = control.ended() {
                    return (choices, Some(stop));
                }
                states.push(state.clone());
                choices.push(Choice { round: 0, side: player.number(), moves: Vec::new() });
                chosen[choices.len() - 1]
            }
        };
        state = duel.play(&state, mv);
    }
    let first = choices.len() - states.last.len();
    for (place, state) in (first..choices.len()).zip(&states.last).rev() {
        match options(duel, names, oracle, state, lines && place == 0, control) {
            Ok(options) => choices[place].moves = options,
            Err(stop) => return (choices, Some(stop)),
        }
        for option in &mut choices[place].moves {
            option.chosen = Some(option.skill) == chosen[place].skill();
        }
    }
    (choices, (first > 0).then_some(Stop::States))
}

/// The last states of a line, as many as count for no more than a limit.
struct Kept<const W: usize, O: Order> {
    last: VecDeque<State<W, O>>,
    counted: u64,
    most: u64,
}

impl<const W: usize, O: Order> Kept<W, O> {
    fn new(most: u64) -> Self {
        Self { last: VecDeque::new(), counted: 0, most }
    }

    fn push(&mut self, state: State<W, O>) {
        self.counted += counts_for::<Duel<W, O>>(&state);
        self.last.push_back(state);
        while self.counted > self.most {
            let Some(oldest) = self.last.pop_front() else { break };
            self.counted -= counts_for::<Duel<W, O>>(&oldest);
        }
    }
}

/// What each move of a state is worth to whoever chooses there.
fn options<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    names: &Names,
    oracle: &mut Oracle<'_, Duel<W, O>>,
    state: &State<W, O>,
    lines: bool,
    control: &mut Control,
) -> Result<Vec<Weighed>, Stop> {
    let player = duel.current(state);
    let sign = if player == Player::One { 1 } else { -1 };
    let values = oracle.move_values(state, control)?;
    let best = values.iter().map(|&(_, value)| sign * value).max().unwrap_or(0);
    let mut moves = Vec::new();
    for (mv, value) in values {
        let Some(skill) = mv.skill() else { continue };
        let named = &names.fighters[player.index()].skills[skill];
        let line = if lines {
            let mut whole = vec![mv];
            whole.extend(oracle.line(&duel.play(state, mv), control)?.0);
            Some(duel.starting_at(state.clone()).spell(names, &whole).0)
        } else {
            None
        };
        moves.push(Weighed {
            skill,
            key: named.key,
            name: named.name.clone(),
            chosen: false,
            value: sign * value,
            regret: best - sign * value,
            line,
        });
    }
    Ok(moves)
}

/// Gives the choices the turns of the account in which they were made.
pub(crate) fn number(choices: &mut [Choice], account: &Account) {
    for side in Player::BOTH {
        let turns = account.turns.iter().filter(|turn| turn.player == side && turn.skill.is_some());
        let own = choices.iter_mut().filter(|choice| choice.side == side.number());
        for (choice, turn) in own.zip(turns) {
            choice.round = turn.round;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Request, replay};

    #[test]
    fn where_a_limit_strikes_the_last_moves_are_weighed_and_the_first_are_not() {
        let request = Request::shipped("arena").unwrap().sides("rogue", "rogue");
        let moves = "SASAASASASSSAASASASSSAAAAA";
        let few = Limits { max_states: 60, ..Limits::default() };
        let regrets = |limits: Limits| {
            let answer = replay(&request, moves, limits).unwrap();
            let chosen = answer.turns.into_iter().filter(|turn| turn.skill.is_some());
            (chosen.map(|turn| turn.regret).collect::<Vec<_>>(), answer.unweighed)
        };
        let (all, none) = regrets(Limits::default());
        assert!(none == 0 && all.iter().all(Option::is_some), "{all:?}");
        let (some, unweighed) = regrets(few);
        assert!((1..all.len()).contains(&unweighed), "{unweighed} of {}", all.len());
        assert!(some[..unweighed].iter().all(Option::is_none));
        assert_eq!(some[unweighed..], all[unweighed..]);
    }
}
