//! A game of two sides, loaded: lines of moves followed, told and refused.

use std::sync::Arc;

use outplay_game::{Budget, Game, Node, Player};
use outplay_search::Oracle;
use outplay_text::{Code, Problem};

use super::Sided;
use super::prover::SidesProver;
use crate::table::{Contents, Prover, Room};
use crate::{
    About, Choice, Failure, MoveOption, Position, Refused, ReplayTurn, Scene, SideState,
    SidesReplay, StyleName, Text,
};

/// A game, loaded.
pub(super) struct SidesRoom<G> {
    pub(super) about: About,
    pub(super) game: G,
}

/// A line of moves as it was followed: the states before each move and after the last, the moves,
/// and what could not be made.
pub(super) struct Followed<G: Game> {
    pub(super) states: Vec<G::State>,
    pub(super) moves: Vec<G::Move>,
    refused: Option<(usize, String)>,
    unused: usize,
}

impl<G: Sided> SidesRoom<G> {
    pub(super) fn moves(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves
    }

    /// The move of that name; in any case where only one fits.
    fn find(&self, state: &G::State, name: &str) -> Option<G::Move> {
        let moves = self.moves(state);
        let exact = moves.iter().find(|mv| self.game.move_name(state, **mv) == name);
        exact.copied().or_else(|| {
            let alike = |mv: &&G::Move| {
                self.game.move_name(state, **mv).to_lowercase() == name.to_lowercase()
            };
            let mut found = moves.iter().filter(alike);
            found.next().filter(|_| found.next().is_none()).copied()
        })
    }

    /// Follows a line: names with commas between, or letters side by side where all names are such.
    pub(super) fn follow(&self, from: &G::State, line: &str) -> Followed<G> {
        let mut followed: Followed<G> =
            Followed { states: vec![from.clone()], moves: Vec::new(), refused: None, unused: 0 };
        let mut words: Vec<String> = self.about.split(line).into_iter().rev().collect();
        let mut number = 0;
        loop {
            let state = followed.states.last().expect("the start is there").clone();
            let mv = match self.game.node(&state) {
                Node::End | Node::Mean => break,
                Node::Single => {
                    let known = &followed.states[..followed.states.len() - 1];
                    if known.contains(&state) {
                        break;
                    }
                    self.moves(&state)[0]
                }
                Node::Max | Node::Min => {
                    let Some(word) = words.pop() else { break };
                    number += 1;
                    let mv = self.find(&state, &word).or_else(|| {
                        // Letters side by side.
                        let first = word.chars().next()?;
                        let mv = self.find(&state, &first.to_string())?;
                        words.push(word[first.len_utf8()..].trim().to_owned());
                        Some(mv)
                    });
                    let Some(mv) = mv else {
                        followed.refused = Some((number, self.why_not(&state, &word)));
                        break;
                    };
                    mv
                }
            };
            followed.states.push(self.game.play(&state, mv));
            followed.moves.push(mv);
        }
        followed.unused = words.len();
        followed
    }

    fn why_not(&self, state: &G::State, word: &str) -> String {
        let known: Vec<_> =
            self.moves(state).into_iter().map(|mv| self.game.move_name(state, mv)).collect();
        format!("no move is called {word:?} there: there is {}", known.join(", "))
    }

    /// Where a line leads.
    pub(super) fn at(&self, moves: &Text) -> Result<G::State, Failure> {
        let followed = self.follow(&self.game.start(), &moves.text);
        let reason = match followed.refused {
            Some((number, reason)) => Some((number, reason)),
            None if followed.unused > 0 => {
                let number = self.about.split(&moves.text).len() - followed.unused + 1;
                Some((number, "the game is over".to_owned()))
            }
            None => None,
        };
        match reason {
            Some((number, reason)) => {
                let message = format!("move {number} is refused: {reason}");
                Err(Failure::in_text(&moves.name, &moves.text, None, |span| {
                    Problem::error(Code::RefusedMove, span, message)
                }))
            }
            None => Ok(followed.states.last().expect("the start is there").clone()),
        }
    }

    fn scene(&self, state: &G::State) -> Scene {
        Scene { sides: Default::default(), queue: None, facts: self.game.facts(state) }
    }

    /// The line, told.
    pub(super) fn told(&self, followed: &Followed<G>, choices: &[Choice]) -> SidesReplay {
        let game = &self.game;
        let last = followed.states.last().expect("the start is there");
        let over = game.node(last) == Node::End;
        let mut turns = Vec::new();
        for (state, (mv, after)) in
            followed.states.iter().zip(followed.moves.iter().zip(&followed.states[1..]))
        {
            let Some(player) = game.node(state).chooser() else { continue };
            let round = u32::try_from(turns.len() + 1).unwrap_or(u32::MAX);
            let choice = choices.get(turns.len());
            let name = game.move_name(state, *mv);
            let mut events = vec![name.clone()];
            if game.node(after) == Node::End {
                events.push(match game.winner(after) {
                    Some(winner) => format!("{} wins", self.about.side(winner).name),
                    None => "nobody wins".to_owned(),
                });
            }
            turns.push(ReplayTurn {
                round,
                side: player.number(),
                skill: Some(name),
                picked: None,
                events,
                p1: SideState::default(),
                p2: SideState::default(),
                queue_after_skill: None,
                queue: None,
                facts: game.facts(after),
                regret: choice.and_then(Choice::regret),
                best: choice.map(Choice::best).filter(|best| !best.is_empty()),
            });
        }
        let rounds = u32::try_from(turns.len()).unwrap_or(u32::MAX);
        SidesReplay {
            game: self.about.game.clone(),
            mode: self.about.mode.clone(),
            winner: game.winner(last).map(Player::number),
            over,
            spent: 0,
            listed_cost: 0,
            unit: self.about.unit().to_owned(),
            goal: self.about.goal(),
            at_most: None,
            rounds,
            refused: followed.refused.as_ref().map(|(number, reason)| Refused {
                round: rounds + 1,
                r#move: *number,
                reason: reason.clone(),
            }),
            unused: followed.unused,
            start: Default::default(),
            queue: None,
            facts: game.facts(&followed.states[0]),
            value: over.then(|| game.payoff(last)),
            endless: game.node(last) == Node::Single,
            turns,
            untold: 0,
            unweighed: 0,
            stopped: None,
        }
    }
}

impl<G: Sided> Room for SidesRoom<G>
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn about(&self) -> &About {
        &self.about
    }

    fn position(&self, after: &Text, moves: &str) -> Result<Position, Failure> {
        let followed = self.follow(&self.at(after)?, moves);
        let state = followed.states.last().expect("the start is there");
        let chooses = self.game.node(state).chooser();
        let options = chooses.map(|_| self.moves(state)).unwrap_or_default();
        let options = options.into_iter().map(|mv| {
            let name = self.game.move_name(state, mv);
            MoveOption {
                key: name.clone(),
                name,
                about: None,
                does: String::new(),
                cost: Vec::new(),
                harm: None,
                refused: None,
            }
        });
        let made = followed.states.iter().zip(&followed.moves).filter_map(|(state, mv)| {
            let player = self.game.node(state).chooser()?;
            Some((player, self.game.move_name(state, *mv)))
        });
        Ok(Position {
            options: options.collect(),
            made: made.collect(),
            now: self.scene(state),
            replay: self.told(&followed, &[]),
            chooses,
            rolls: Vec::new(),
        })
    }

    fn check_styles(&self, styles: &[StyleName; 2]) -> Result<(), Failure> {
        for (style, player) in styles.iter().zip(Player::BOTH) {
            SidesProver::style(&self.game, style, player, Budget::UNLIMITED)?;
        }
        Ok(())
    }

    fn prover(self: Arc<Self>) -> Box<dyn Prover> {
        let oracle = Oracle::empty(&self.game);
        Box::new(SidesProver { room: self, oracle })
    }

    fn holds(&self) -> Vec<(usize, &'static str)> {
        self.game.holds()
    }

    fn contents(&self) -> Contents<'_> {
        Contents::Sides
    }
}
