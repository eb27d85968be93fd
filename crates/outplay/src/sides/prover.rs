//! Answers questions about one game of two sides, and keeps what it has proved.

use std::sync::Arc;

use outplay_game::{Budget, Node, Player};
use outplay_lab::{
    Greedy, Look, MatchSetup, Minimax, Noisy, Random, Style, TreeSearch, play_match,
};
use outplay_search::{Mcts, Oracle, game_tree};
use outplay_text::{Code, Problem};

use super::Sided;
use super::room::SidesRoom;
use crate::matches::refuse_manual;
use crate::table::{self, Games, Prover, Room};
use crate::versus::{Way, joined, solved};
use crate::weigh::{Spelling, options, weigh};
use crate::{
    Answer, Choice, Drawing, Failure, Hint, Outcome, PlayedGame, Question, Replay, SidesReplay,
    StyleName, Text, VersusAnswer,
};

pub(super) struct SidesProver<G: Sided> {
    pub(super) room: Arc<SidesRoom<G>>,
    pub(super) oracle: Oracle<G>,
}

/// Moves by the names that the game gives them.
struct Names<'a, G>(&'a SidesRoom<G>);

impl<G: Sided> Spelling<G> for Names<'_, G> {
    fn spell(&self, state: &G::State, mv: G::Move) -> Option<(String, String)> {
        let name = self.0.game.move_name(state, mv);
        (!name.is_empty()).then(|| (name.clone(), name))
    }

    fn line(&self, from: &G::State, line: &[G::Move]) -> String {
        let names = self.names(from, line);
        joined(&names.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

impl<G: Sided> Names<'_, G> {
    fn names(&self, from: &G::State, line: &[G::Move]) -> Vec<String> {
        let (mut state, mut names) = (from.clone(), Vec::new());
        for &mv in line {
            names.push(self.0.game.move_name(&state, mv));
            state = self.0.game.play(&state, mv);
        }
        names.retain(|name| !name.is_empty());
        names
    }
}

impl<G: Sided> SidesProver<G>
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// The player of a side; `None` for one who is asked.
    pub(super) fn style<'g>(
        game: &'g G,
        name: &StyleName,
        player: Player,
        budget: Budget<'g>,
    ) -> Result<Option<Box<dyn Style<G> + 'g>>, Failure> {
        Ok(Some(match name {
            StyleName::Manual => return Ok(None),
            StyleName::Random => Box::new(Random::new(player)),
            StyleName::Greedy => {
                Box::new(Greedy::new(|game: &G, state: &G::State, mv| game.score(state, mv)))
            }
            StyleName::Minimax | StyleName::MinimaxRecursive | StyleName::MinimaxIterative => {
                Box::new(Minimax::new(game, name.algorithm(), budget))
            }
            StyleName::Mcts(playouts) => {
                let search = Mcts::of_payoff().playouts(*playouts);
                Box::new(TreeSearch::new(player, search, budget))
            }
            StyleName::Noisy(_) => {
                let slips = name.slips().unwrap_or((0, 1));
                let best = Box::new(Minimax::new(game, None, budget));
                Box::new(Noisy::new(name.to_string(), player, slips, best))
            }
            StyleName::Look(far) => {
                // What the game guesses of a position stands for hp.
                let score = |game: &G, state: &G::State| match game.node(state) {
                    Node::End => game.payoff(state),
                    _ => game.value_guess(state),
                };
                Box::new(Look::new(*far, score, |_, _, _| {}, budget))
            }
            StyleName::Tree(name) => {
                let message = format!("no decision tree is called `{name}`: this game has none");
                return Err(Failure::plain(Problem::error(Code::UnknownTree, None, message)));
            }
        }))
    }
}

impl<G: Sided> Prover for SidesProver<G>
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        let way = Way::of(question)?;
        let SidesRoom { about, game } = &*self.room;
        let from = match &question.after {
            Some(after) => self.room.at(after)?,
            None => game.start(),
        };
        let solved = solved(game, &from, way, &mut self.oracle, budget);
        let line = Names(&self.room).names(&from, &solved.solution.line);
        let moves = joined(&line.iter().map(String::as_str).collect::<Vec<_>>());
        let heading = (about.game.as_str(), about.title.as_str());
        let name = |mv| game.move_name(&from, mv);
        let current = game.node(&from).chooser();
        let mut answer = VersusAnswer::new(heading, current, &solved, name, (moves, line));
        answer.goal = self.room.about.goal();
        if question.explain && answer.value.is_some() {
            let chosen = self.room.follow(&from, &answer.moves);
            let chosen = chosen.states.iter().zip(chosen.moves);
            let chosen: Vec<_> = chosen
                .filter(|(state, _)| game.node(state).chooser().is_some())
                .map(|(_, mv)| mv)
                .collect();
            let names = Names(&self.room);
            let (mut choices, stopped) =
                weigh(game, &from, &chosen, true, &names, &mut self.oracle, budget);
            for (choice, round) in choices.iter_mut().zip(1..) {
                choice.round = round;
            }
            choices.retain(Choice::is_settled);
            answer.explain = Some(choices);
            answer.cut_short |= stopped.is_some();
            answer.stopped = answer.stopped.or(stopped);
        }
        answer.end(&solved, &self.oracle, Vec::new);
        Ok(Answer::Versus(Box::new(answer)))
    }

    fn replay(&mut self, after: &Text, moves: &str, budget: &Budget) -> Result<Replay, Failure> {
        let from = self.room.at(after)?;
        let followed = self.room.follow(&from, moves);
        let game = &self.room.game;
        let chosen = followed.states.iter().zip(&followed.moves);
        let chosen: Vec<_> = chosen
            .filter(|(state, _)| game.node(state).chooser().is_some())
            .map(|(_, mv)| *mv)
            .collect();
        let mut choices = Vec::new();
        let mut unweighed = 0;
        if budget.states > 0 {
            let names = Names(&self.room);
            choices = weigh(game, &from, &chosen, false, &names, &mut self.oracle, budget).0;
            unweighed = choices.iter().filter(|choice| !choice.is_settled()).count();
        }
        let replay = self.room.told(&followed, &choices);
        let replay = SidesReplay { unweighed, ..replay }.cut_to(budget.answer);
        Ok(Replay::Sides(Box::new(replay)))
    }

    fn hints(&mut self, moves: &Text, budget: &Budget) -> Result<Vec<Hint>, Failure> {
        let state = self.room.at(moves)?;
        let legal = self.room.moves(&state);
        let (Some(&first), true) = (legal.first(), self.room.game.node(&state).chooser().is_some())
        else {
            return Ok(Vec::new());
        };
        let names = Names(&self.room);
        let options =
            options(&self.room.game, &state, first, false, &names, &mut self.oracle, budget)?;
        Ok(options.into_iter().map(Hint::from).collect())
    }

    fn choose(
        &mut self,
        choice: &table::Choice<'_>,
        budget: &Budget,
    ) -> Result<Option<String>, Failure> {
        let &table::Choice { moves, styles, seed } = choice;
        let state = self.room.at(moves)?;
        let game = &self.room.game;
        let Some(player) = game.node(&state).chooser() else { return Ok(None) };
        let style = &styles[player.index()];
        let mv = if *style == StyleName::Minimax {
            self.oracle.best_move(game, &state, budget)?
        } else {
            let Some(mut style) = Self::style(game, style, player, *budget)? else {
                return Ok(None);
            };
            style.begin(&state, seed);
            Some(style.choose(game, &state, &self.room.moves(&state))?)
        };
        Ok(mv.map(|mv| game.move_name(&state, mv)))
    }

    fn play_games(&mut self, games: &Games<'_>, budget: &Budget) -> Result<Outcome, Failure> {
        let styles = games.styles;
        refuse_manual(styles)?;
        let from = self.room.at(games.after)?;
        let game = &self.room.game;
        self.room.check_styles(styles)?;
        let setup = MatchSetup {
            games: games.count,
            seed: games.seed,
            budget: *budget,
            ..MatchSetup::default()
        };
        let report = play_match(game, &from, &setup, |game| {
            Player::BOTH.map(|player| {
                let style = Self::style(game, &styles[player.index()], player, budget.quiet());
                style.ok().flatten().expect("tried above, and nobody is asked")
            })
        });
        let names = Names(&self.room);
        Ok(report.map_games(|played| PlayedGame::new(&played, names.line(&from, &played.moves))))
    }

    fn drawing(&mut self, after: &Text, most: usize, budget: &Budget) -> Result<Drawing, Failure> {
        let SidesRoom { about, game } = &*self.room;
        let from = self.room.at(after)?;
        let tree = game_tree(game, &from, most, &mut self.oracle, budget)?;
        let name = |state: &G::State, mv| game.move_name(state, mv);
        Ok(Drawing::new::<G>(about.title.clone(), tree, name))
    }

    fn bytes(&self) -> u64 {
        self.oracle.bytes()
    }

    fn cannot(&self, what: &str) -> Failure {
        self.room.cannot(what)
    }
}
