//! The room in the middle: a game, loaded, that can be asked things.
//!
//! A [`Table`] holds a game of whatever kind, read and compiled once; a [`Solver`] of it keeps what it
//! has proved and answers the next question from that. Sizes of states, turn orders and goals end
//! here, behind two traits: one virtual call a question, while the inner loops stay compiled for the
//! game. What each kind does for a question is in `fight/`, `sides/`, `hand/` and `combat/`.

use std::sync::Arc;

use outplay_combat::Deal;
use outplay_duel::order::Order;
use outplay_duel::{Battle, Fight};
use outplay_game::{Budget, Stop};
use outplay_hand::{Deck, Hand};
use outplay_text::{Code, Problem, Sources};
use rustc_hash::FxHashMap;

use crate::exact::Study;
use crate::fight::weight::AllPositions;
use crate::fight::{Rooms, with_order};
use crate::question::QuestionKey;
use crate::styles::seed_after;
use crate::{
    About, Answer, By, ChanceSpread, Comparison, Drawing, Failure, Hint, Mean, Options, Outcome,
    Position, Question, Replay, Source, StyleName, Text,
};

/// A game, loaded, that can be asked things. Copies share the game.
#[derive(Clone)]
pub struct Table {
    source: Arc<Source>,
    room: Arc<dyn Room>,
    /// The texts, for the warnings.
    sources: Arc<Sources>,
    warnings: Arc<[Problem]>,
}

/// A number of the rules, and how a change names it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RuleNumber {
    /// The path as one would type it: `boss.hp`.
    pub path: String,
    /// The whole path: `fighters.boss.hp`.
    pub full: String,
    /// What it is, as it is written.
    pub value: String,
    /// Does it belong to anybody or anything that takes part?
    pub used: bool,
}

impl RuleNumber {
    /// Is this path, typed, this number?
    pub(crate) fn is_at(&self, typed: &str) -> bool {
        let below = self.full.split_once('.').map_or("", |(_, below)| below);
        [self.path.as_str(), &self.full, below].contains(&typed)
    }
}

/// What a table holds: a game of some kind.
pub(crate) trait Room: Send + Sync {
    /// What the game says about itself.
    fn about(&self) -> &About;

    /// The position after some moves from where `after` leads, and how it came to that.
    fn position(&self, after: &Text, moves: &str) -> Result<Position, Failure> {
        let _ = (after, moves);
        Err(self.cannot("be played move by move"))
    }

    /// Can these styles play it?
    fn check_styles(&self, styles: &[StyleName; 2]) -> Result<(), Failure>;

    /// Something that proves, and knows nothing yet.
    fn prover(self: Arc<Self>) -> Box<dyn Prover>;

    /// The same rules with other options, read from what was read before where that can be.
    fn edited(&self, source: &Source) -> Result<Table, Failure> {
        source.open()
    }

    /// The numbers of the rules that a change can name.
    fn numbers(&self, source: &Source) -> Vec<RuleNumber> {
        let _ = source;
        Vec::new()
    }

    /// What a room of the same fight is made from, where it is one.
    fn made_from(&self) -> Option<(Arc<Fight>, Rooms)> {
        None
    }

    /// What is really there, where it is this kind of game.
    fn contents(&self) -> Contents<'_>;

    /// How much of what the rules hold.
    fn holds(&self) -> Vec<(usize, &'static str)> {
        Vec::new()
    }

    /// Roughly how many bytes it takes.
    fn bytes(&self) -> u64 {
        1 << 16
    }

    /// What this game does not do.
    fn cannot(&self, what: &str) -> Failure {
        cannot(self.about(), what)
    }
}

fn cannot(about: &About, what: &str) -> Failure {
    let message = format!("{} cannot {what}: its goal is {}", about.game, about.objective);
    Failure::plain(Problem::error(Code::NotHere, None, message))
}

/// What a table holds, for those who know the kind.
pub enum Contents<'a> {
    /// A fight: its rules as typed, and what things are called.
    Fight(&'a Fight),
    /// Any other game of two sides.
    Sides,
    /// A hand, and the deck that hands are drawn from where one was given.
    Hand(&'a Hand, Option<&'a Deck>),
    /// Two decks, and how they fight.
    Combat(&'a Deal, outplay_combat::Mode),
}

/// Answers questions about one game, and keeps what it has proved.
pub(crate) trait Prover: Send {
    /// The best play.
    fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure>;

    /// These moves, turn by turn, and what each gave away where that is known.
    fn replay(&mut self, after: &Text, moves: &str, budget: &Budget) -> Result<Replay, Failure>;

    /// The same, as long as no more is spent than that.
    fn replay_at_most(&mut self, after: &Text, moves: &str, most: u64) -> Result<Replay, Failure> {
        let _ = (after, moves, most);
        Err(self.cannot("be replayed within a budget"))
    }

    /// What each move is worth.
    fn hints(&mut self, moves: &Text, budget: &Budget) -> Result<Vec<Hint>, Failure> {
        let _ = (moves, budget);
        Err(self.cannot("weigh single moves"))
    }

    /// What a style would play.
    fn choose(&mut self, choice: &Choice<'_>, budget: &Budget) -> Result<Option<String>, Failure> {
        let _ = (choice, budget);
        Err(self.cannot("be played by styles"))
    }

    /// Games between two styles.
    fn play_games(&mut self, games: &Games<'_>, budget: &Budget) -> Result<Outcome, Failure> {
        let _ = (games, budget);
        Err(self.cannot("be played by styles"))
    }

    /// What comes of two styles exactly, where that can be known: what it is worth to player 1, where it
    /// is played for that, and how likely each end is.
    fn expected(&mut self, games: &Games<'_>, budget: &Budget) -> Option<Expected> {
        let _ = (games, budget);
        None
    }

    /// What comes of two styles exactly, and where it is lost; none where that is not known. With `ends`
    /// also how it ends, where no dice fall.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn study(
        &mut self,
        games: &Games<'_>,
        ends: bool,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        let _ = (games, ends, budget);
        Ok(None)
    }

    /// The top of the game's tree.
    fn drawing(&mut self, after: &Text, most: usize, budget: &Budget) -> Result<Drawing, Failure> {
        let _ = (after, most, budget);
        Err(self.cannot("be drawn as a tree"))
    }

    /// What every position of the game says of the skills; none where it has dice or no skills.
    fn every_position(&mut self, budget: &Budget) -> Option<Result<AllPositions, Stop>> {
        let _ = budget;
        None
    }

    /// How much memory its knowledge takes.
    fn bytes(&self) -> u64 {
        0
    }

    /// What this game does not do.
    fn cannot(&self, what: &str) -> Failure;
}

/// What two styles come to: what it is worth to player 1, and how it ends.
pub(crate) type Expected = (Option<Mean>, ChanceSpread);

/// A choice that a style makes: where, which styles play, and what their randomness comes from.
pub(crate) struct Choice<'a> {
    pub(crate) moves: &'a Text,
    pub(crate) styles: &'a [StyleName; 2],
    pub(crate) seed: u64,
}

/// Which games to play.
pub(crate) struct Games<'a> {
    pub(crate) after: &'a Text,
    pub(crate) styles: &'a [StyleName; 2],
    pub(crate) count: u64,
    pub(crate) seed: u64,
}

impl Table {
    pub(crate) fn new(
        source: &Source,
        room: Arc<dyn Room>,
        sources: Sources,
        warnings: Vec<Problem>,
    ) -> Self {
        let (source, sources) = (Arc::new(source.clone()), Arc::new(sources));
        Self { source, room, sources, warnings: warnings.into() }
    }

    /// What the game says about itself.
    pub fn about(&self) -> &About {
        self.room.about()
    }

    /// What this game does not do.
    pub(crate) fn cannot(&self, what: &str) -> Failure {
        self.room.cannot(what)
    }

    /// Where it came from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What is suspicious about the rules, with the texts.
    pub fn warnings(&self) -> (&Sources, &[Problem]) {
        (&self.sources, &self.warnings)
    }

    /// What is really there, for whoever knows the kind.
    pub fn contents(&self) -> Contents<'_> {
        self.room.contents()
    }

    /// How much of what the rules hold: so many fighters, so many positions.
    pub fn holds(&self) -> Vec<(usize, &'static str)> {
        self.room.holds()
    }

    /// The fight, where it is one.
    pub fn fight(&self) -> Option<&Fight> {
        match self.contents() {
            Contents::Fight(fight) => Some(fight),
            _ => None,
        }
    }

    /// A battle to step through by hand, where the game is a fight: play, undo, change a number, add
    /// to and take from the queue.
    ///
    /// # Errors
    /// When it is none.
    pub fn battle(&self) -> Result<Battle, Failure> {
        match self.contents() {
            Contents::Fight(fight) => Ok(fight.battle()),
            _ => Err(self.room.cannot("be stepped through as a battle")),
        }
    }

    /// The same fight under a turn order of one's own, for every question.
    ///
    /// # Errors
    /// When the game is no fight.
    pub fn with_order<O: Order>(&self) -> Result<Self, Failure> {
        let made_from = self.room.made_from();
        let (fight, rooms) = made_from.ok_or_else(|| self.room.cannot("have a turn order"))?;
        Ok(Self { room: with_order::<O>(fight, rooms), ..self.clone() })
    }

    /// The same game with other options; its file is not read again.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn edited(&self, edit: impl FnOnce(&mut Options)) -> Result<Self, Failure> {
        let mut source = Source::clone(&self.source);
        edit(&mut source.options);
        self.room.edited(&source)
    }

    /// The numbers of the rules that a change can name, with all that is laid over the file; none where
    /// the game has no rules file.
    ///
    /// ```
    /// let wizard = outplay::Source::game("wizard").set("boss.hp=71").open().unwrap();
    /// let hp = wizard.numbers().into_iter().find(|number| number.path == "boss.hp").unwrap();
    /// assert_eq!((hp.value.as_str(), hp.used), ("71", true));
    /// ```
    pub fn numbers(&self) -> Vec<RuleNumber> {
        self.room.numbers(&self.source)
    }

    /// The position after some moves from the start, and how it came to that. A move that cannot be
    /// made ends the account, and is in it.
    ///
    /// # Errors
    /// When the game is not played move by move.
    ///
    /// ```
    /// let arena = outplay::Source::game("arena").sides("vampire", "rogue").open().unwrap();
    /// let position = arena.position("S").unwrap();
    /// assert_eq!(position.chooses, Some(outplay::game::Player::Two));
    /// assert_eq!(position.options[1].cost, [(10, "sp".to_owned())]);
    /// assert_eq!(position.now.queue.as_deref(), Some("BAAB"));
    /// ```
    pub fn position(&self, moves: &str) -> Result<Position, Failure> {
        self.position_after(&Text::new("after", ""), moves)
    }

    /// The position after some moves from where others lead; what happened is told from there.
    ///
    /// # Errors
    /// When the moves before cannot be made.
    pub fn position_after(&self, after: &Text, moves: &str) -> Result<Position, Failure> {
        self.room.position(after, moves)
    }

    /// Can these styles play it? Better said before the first move.
    ///
    /// # Errors
    /// A decision tree that is not there, or that the fighter cannot use.
    pub fn check_styles(&self, styles: &[StyleName; 2]) -> Result<(), Failure> {
        self.room.check_styles(styles)
    }

    /// Something that answers questions about this game and keeps what it has proved.
    pub fn solver(&self) -> Solver {
        let prover = Arc::clone(&self.room).prover();
        Solver { table: self.clone(), prover, answers: FxHashMap::default() }
    }

    /// Every search that applies, side by side, each from nothing, each with an equal share of the
    /// time.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn compare(&self, after: Option<&Text>, budget: &Budget) -> Result<Comparison, Failure> {
        crate::compare::compare(self, after, budget)
    }

    /// Roughly how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.room.bytes()
    }
}

/// Answers questions about a table's game, and keeps what it has proved between them: settled values
/// and lines are the same as without, only sooner.
pub struct Solver {
    table: Table,
    prover: Box<dyn Prover>,
    /// Whole answers that were settled, by their questions.
    answers: FxHashMap<QuestionKey, Answer>,
}

/// So many whole answers are kept.
const MOST_ANSWERS: usize = 64;

/// What a kept answer is taken to weigh.
const BYTES_OF_AN_ANSWER: u64 = 4096;

impl Solver {
    /// The table that it belongs to.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The best play from where the question says.
    ///
    /// # Errors
    /// What is wrong with the question; which goal the game has, where it is asked for another.
    ///
    /// ```
    /// use outplay::{Budget, Proof, Question, Source};
    /// let table = Source::game("wizard").set("boss.hp=21").set("boss.attack=1").open().unwrap();
    /// let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
    /// assert_eq!((answer.value(), answer.proof()), (Some(279), Proof::Optimal));
    /// ```
    pub fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        let key = question.key();
        if let Some(answer) = key.as_ref().and_then(|key| self.answers.get(key)) {
            return Ok(answer.clone());
        }
        let answer = self.prover.solve(question, budget)?;
        if let Some(key) = key.filter(|_| answer.is_whole()) {
            if self.answers.len() >= MOST_ANSWERS {
                self.answers.clear();
            }
            self.answers.insert(key, answer.clone());
        }
        Ok(answer)
    }

    /// The best move from where some moves lead, and its whole line; none where nobody chooses or a
    /// limit was too tight.
    ///
    /// # Errors
    /// What is wrong with the moves.
    pub fn best_line(&mut self, moves: &str, budget: &Budget) -> Result<Answer, Failure> {
        let after = (!moves.is_empty()).then(|| Text::new("moves", moves));
        self.solve(&Question { after, ..Question::default() }, budget)
    }

    /// These moves from where `after` leads, turn by turn. Where the limits are too tight to weigh
    /// the moves, they are told without what they gave away.
    ///
    /// # Errors
    /// What is wrong with `after`. A move that cannot be made is part of the answer.
    ///
    /// ```
    /// use outplay::{Budget, Source, Text};
    /// let wizard = Source::game("wizard").set("boss.hp=40").set("boss.attack=10").mode("hard");
    /// let mut solver = wizard.open().unwrap().solver();
    /// let replay = solver.replay(&Text::new("after", ""), "304320", &Budget::default()).unwrap();
    /// let outplay::Replay::Sides(replay) = replay else { panic!("a fight has two sides") };
    /// assert_eq!((replay.winner, replay.spent, replay.rounds), (Some(1), 794, 6));
    /// ```
    pub fn replay(
        &mut self,
        after: &Text,
        moves: &str,
        budget: &Budget,
    ) -> Result<Replay, Failure> {
        self.prover.replay(after, moves, budget)
    }

    /// The same within a budget: a move with which player 1 would have spent more is refused.
    ///
    /// # Errors
    /// What is wrong with `after`; a game in which nothing is spent.
    ///
    /// ```
    /// use outplay::{Source, Text};
    /// let mut solver = Source::game("wizard").open().unwrap().solver();
    /// let replay = solver.replay_at_most(&Text::new("after", ""), "432030000", 400).unwrap();
    /// let outplay::Replay::Sides(replay) = replay else { panic!("a fight has two sides") };
    /// assert_eq!((replay.spent, replay.refused.unwrap().r#move), (229, 2));
    /// ```
    pub fn replay_at_most(
        &mut self,
        after: &Text,
        moves: &str,
        most: u64,
    ) -> Result<Replay, Failure> {
        self.prover.replay_at_most(after, moves, most)
    }

    /// What each move of whoever chooses is worth; empty where nobody does.
    ///
    /// # Errors
    /// What is wrong with the moves; the limit that stopped it, in `stopped`.
    pub fn hints(&mut self, moves: &str, budget: &Budget) -> Result<Vec<Hint>, Failure> {
        self.prover.hints(&Text::new("moves", moves), budget)
    }

    /// The move that a style chooses; `None` where nobody chooses or the style is manual. Randomness
    /// comes from the seed and the number of moves made.
    ///
    /// # Errors
    /// What is wrong with the moves or a style; the limit that stopped it, in `stopped`.
    ///
    /// ```
    /// use outplay::{Budget, Source, StyleName};
    /// let arena = Source::game("arena").sides("mage", "rogue").open().unwrap();
    /// let styles = [StyleName::Minimax, StyleName::Greedy];
    /// let chosen = arena.solver().choose("", &styles, 1, &Budget::default()).unwrap();
    /// assert_eq!(chosen.as_deref(), Some("S"));
    /// ```
    pub fn choose(
        &mut self,
        moves: &str,
        styles: &[StyleName; 2],
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<String>, Failure> {
        let made = self.table.about().split(moves).len();
        let seed = seed_after(seed, made);
        self.choose_from(&Choice { moves: &Text::new("moves", moves), styles, seed }, budget)
    }

    /// The same, with randomness from the seed alone.
    pub(crate) fn choose_from(
        &mut self,
        choice: &Choice<'_>,
        budget: &Budget,
    ) -> Result<Option<String>, Failure> {
        self.prover.choose(choice, budget)
    }

    /// The top of the game's tree with its values, its best line and what alpha-beta cuts off.
    ///
    /// # Errors
    /// What is wrong with the question; the limit that stopped it, in `stopped`.
    pub fn drawing(
        &mut self,
        after: Option<&Text>,
        most: usize,
        budget: &Budget,
    ) -> Result<Drawing, Failure> {
        self.prover.drawing(after.unwrap_or(&Text::new("after", "")), most, budget)
    }

    pub(crate) fn every_position(&mut self, budget: &Budget) -> Option<Result<AllPositions, Stop>> {
        self.prover.every_position(budget)
    }

    pub(crate) fn play_games(
        &mut self,
        games: &Games<'_>,
        budget: &Budget,
    ) -> Result<Outcome, Failure> {
        self.prover.play_games(games, budget)
    }

    pub(crate) fn expected(&mut self, games: &Games<'_>, budget: &Budget) -> Option<Expected> {
        self.prover.expected(games, budget)
    }

    pub(crate) fn study(
        &mut self,
        games: &Games<'_>,
        ends: bool,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        self.prover.study(games, ends, budget)
    }

    /// How much memory its knowledge takes, roughly.
    pub fn bytes(&self) -> u64 {
        self.prover.bytes() + self.answers.len() as u64 * BYTES_OF_AN_ANSWER
    }
}

/// A search that a game does not have.
pub(crate) fn wrong_search(by: By, known: &[By], what: &str) -> Failure {
    let names: Vec<&str> = known.iter().map(|by| by.name()).collect();
    let (last, others) = names.split_last().expect("every game has a search");
    let message =
        format!("{by} is a search for other games; {what} by {} or {last}", others.join(", "));
    Failure::plain(Problem::error(Code::WrongSearch, None, message))
}
