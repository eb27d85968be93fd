//! Any game of two sides that names its moves ([`Described`]), as a table holds it: game trees that
//! are written out, and games that are a crate of their own.

use std::sync::Arc;

use outplay_game::{Budget, Described, Game, Node, Objective, Player};
use outplay_lab::{Greedy, MatchSetup, Minimax, Random, Style, play_match};
use outplay_search::{Oracle, game_tree};
use outplay_text::{Code, Problem, Problems, SourceId, Sources};

use crate::about::{About, Kind, Side};
use crate::matches::refuse_manual;
use crate::table::{self, Contents, Games, Prover, Room, Table, wrong_search};
use crate::versus::{joined, solved};
use crate::weigh::{Spelling, options, weigh};
use crate::{
    Answer, By, Choice, Drawing, Failure, Hint, MoveOption, Outcome, PlayedGame, Position,
    Question, Refused, Replay, ReplayTurn, Scene, SideState, SidesReplay, Source, StyleName, Text,
    VersusAnswer,
};

/// What a game of this kind must allow: to be kept, and to be searched on many threads.
pub(crate) trait Sided: Described + Send + Sync + 'static {}

impl<G: Described + Send + Sync + 'static> Sided for G {}

/// A table with a game.
pub(crate) fn table<G: Sided>(
    source: &Source,
    (title, about): (String, Option<String>),
    game: G,
    (sources, problems): (Sources, Problems),
) -> Table
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    let [one, two] = game.players();
    let about = About {
        game: source.game.clone(),
        title,
        about,
        kind: Kind::Sides,
        mode: outplay_duel::NORMAL.to_owned(),
        modes: Vec::new(),
        objective: Objective::ZeroSum("points".to_owned()),
        order: None,
        sides: [Side::named("p1", one), Side::named("p2", two)],
        effects: Vec::new(),
        letters: false,
    };
    Table::new(source, Arc::new(SidesRoom { about, game }), sources, problems.into_sorted())
}

/// Opens a game tree that is written out in a file.
pub(crate) fn open_tree(source: &Source, file: &Text) -> Result<Table, Failure> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let id = sources.add(&file.name, &file.text);
    let add = |text: &Text| sources.add(&text.name, &text.text);
    let set: Vec<_> = source.options.set.iter().map(add).collect();
    let read = outplay_tree::read(&sources, id, &set, &mut problems);
    match read {
        Some(read) if !problems.has_errors() => {
            let title = read.title.unwrap_or_else(|| source.game.clone());
            Ok(table(source, (title, read.about), read.tree, (sources, problems)))
        }
        _ => Err(Failure::new(sources, problems)),
    }
}

/// Makes a game from the changes of its numbers, each `NAME=VALUE`: its title, a sentence about it, and
/// the game.
type Read<G> = fn(&Sources, &[SourceId], &mut Problems) -> Option<(String, String, G)>;

/// Opens a game that is a crate of its own.
pub(crate) fn open<G: Sided>(source: &Source, read: Read<G>) -> Result<Table, Failure>
where
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let add = |text: &Text| sources.add(&text.name, &text.text);
    let set: Vec<_> = source.options.set.iter().map(add).collect();
    match read(&sources, &set, &mut problems) {
        Some((title, about, game)) if !problems.has_errors() => {
            Ok(table(source, (title, Some(about)), game, (sources, problems)))
        }
        _ => Err(Failure::new(sources, problems)),
    }
}

/// A game, loaded.
struct SidesRoom<G> {
    about: About,
    game: G,
}

/// A line of moves as it was followed: the states before each move and after the last, the moves,
/// and what could not be made.
struct Followed<G: Game> {
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    refused: Option<(usize, String)>,
    unused: usize,
}

impl<G: Sided> SidesRoom<G> {
    fn moves(&self, state: &G::State) -> Vec<G::Move> {
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
    fn follow(&self, from: &G::State, line: &str) -> Followed<G> {
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
    fn at(&self, moves: &Text) -> Result<G::State, Failure> {
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
    fn told(&self, followed: &Followed<G>, choices: &[Choice]) -> SidesReplay {
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

struct SidesProver<G: Sided> {
    room: Arc<SidesRoom<G>>,
    oracle: Oracle<G>,
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
    fn style<'g>(
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
                let by = name.algorithm(game).expect("perfect play has a search");
                Box::new(Minimax::new(game, by, budget))
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
        let by = match question.by {
            None => None,
            Some(by) => Some(by.of_two_sides().ok_or_else(|| {
                wrong_search(by, &By::OF_TWO_SIDES, "with two sides the best play is found")
            })?),
        };
        let SidesRoom { about, game } = &*self.room;
        let from = match &question.after {
            Some(after) => self.room.at(after)?,
            None => game.start(),
        };
        let solved = solved(game, &from, by, &mut self.oracle, budget);
        let line = Names(&self.room).names(&from, &solved.solution.line);
        let moves = joined(&line.iter().map(String::as_str).collect::<Vec<_>>());
        let heading = (about.game.as_str(), about.title.as_str());
        let name = |mv| game.move_name(&from, mv);
        let current = game.node(&from).chooser();
        let mut answer = VersusAnswer::new(heading, current, &solved, name, (moves, line));
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
