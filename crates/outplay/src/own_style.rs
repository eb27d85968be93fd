//! Styles of a program's own, in matches against any other: whoever chooses is told where the game stands, as a
//! line of moves, and names a move.
//!
//! The game is seen from outside, through the table: a state is a line and the [`Position`] that it leads to, so
//! that such a style plays every game that can be played move by move, dice and all. That costs some
//! microseconds a move; styles for millions of games are compiled for their game ([`outplay_lab::Style`]).

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use outplay_game::{Budget, Chance, Game, Node, Objective, Player, Stop, Versus, ZeroSum};
use outplay_lab::{MatchSetup, Price, Random, Style, play_match_with_dice};
use outplay_text::{Code, Problem};

use crate::styles::seed_after;
use crate::table::Choice;
use crate::{
    Failure, MatchAnswer, MatchOptions, Outcome, PlayedGame, Position, Solver, StyleName, Table,
    Text,
};

/// A style of a program's own.
///
/// ```
/// use outplay::{Budget, MatchOptions, OwnStyle, Playing, Source, Spot, Stop, StyleName};
///
/// /// Always the last move that there is.
/// struct Last;
///
/// impl OwnStyle for Last {
///     fn name(&self) -> String {
///         "last".to_owned()
///     }
///     fn choose(&self, spot: &Spot<'_>) -> Result<String, Stop> {
///         let options = &spot.position.options;
///         Ok(options[options.len() - 1].key.clone())
///     }
/// }
///
/// let arena = Source::game("arena").sides("mage", "rogue").open().unwrap();
/// let players = [Playing::Own(&Last), Playing::Style(StyleName::Minimax)];
/// let options = MatchOptions { games: 3, ..MatchOptions::default() };
/// let answer = arena.play_match_by(&players, &options, &Budget::default()).unwrap();
/// assert_eq!((answer.outcome.games, answer.styles[0].as_str()), (3, "last"));
/// ```
pub trait OwnStyle: Sync {
    /// What it is called.
    fn name(&self) -> String;

    /// The move that it makes here, as it stands in a line.
    ///
    /// # Errors
    /// When something stops it: the match ends there.
    fn choose(&self, spot: &Spot<'_>) -> Result<String, Stop>;
}

/// Where somebody is to choose.
pub struct Spot<'a> {
    /// The game; in a match also that in which the other player is first.
    pub table: &'a Table,
    /// All moves so far, those before the start of a match included.
    pub moves: &'a str,
    /// Where they lead.
    pub position: &'a Position,
    /// What is random in this game comes from this.
    pub seed: u64,
}

/// How a side is played.
#[derive(Clone)]
pub enum Playing<'a> {
    /// By a style that everybody knows.
    Style(StyleName),
    /// By a style of a program's own.
    Own(&'a dyn OwnStyle),
}

impl Playing<'_> {
    fn name(&self) -> String {
        match self {
            Self::Style(style) => style.to_string(),
            Self::Own(own) => own.name(),
        }
    }
}

impl Table {
    /// Plays a match like [`Table::play_match`], with styles of a program's own. What comes of them exactly
    /// is not known, and nothing is kept.
    ///
    /// # Errors
    /// What is wrong with the question; a move that a style chose and that cannot be made.
    pub fn play_match_by(
        &self,
        players: &[Playing<'_>; 2],
        options: &MatchOptions,
        budget: &Budget,
    ) -> Result<MatchAnswer, Failure> {
        let names = players.each_ref().map(Playing::name);
        let styles = players.each_ref().map(|player| match player {
            Playing::Style(style) => style.clone(),
            Playing::Own(_) => StyleName::Random,
        });
        crate::matches::refuse_manual(&styles)?;
        self.check_styles(&styles)?;
        self.match_played(names, options, budget, &mut |table, budget| {
            played(table, players, &styles, options, budget)
        })
    }
}

/// Plays the games of a match.
fn played(
    table: &Table,
    players: &[Playing<'_>; 2],
    styles: &[StyleName; 2],
    options: &MatchOptions,
    budget: &Budget,
) -> Result<Outcome, Failure> {
    let game = AtTable { table, wrong: Mutex::new(None) };
    let after = options.after.clone().unwrap_or_else(|| Text::new("after", ""));
    let (from, length) = (game.at(after.text.clone())?, table.about().split(&after.text).len());
    let setup = MatchSetup {
        games: options.games,
        seed: options.seed,
        budget: *budget,
        ..MatchSetup::default()
    };
    let price = match &table.about().objective {
        Objective::LeastCost(unit) => Some(Price { unit, of: AtTable::spent }),
        _ => None,
    };
    let report = play_match_with_dice(&game, &from, &setup, price, |game| {
        Player::BOTH.map(|player| match &players[player.index()] {
            Playing::Own(own) => Box::new(Own { style: *own, game, seed: 0 }) as Box<dyn Style<_>>,
            Playing::Style(StyleName::Random) => Box::new(Random::new(player)),
            Playing::Style(_) => {
                let solver = table.solver();
                Box::new(Named { solver, styles, budget: budget.quiet(), length, seed: 0 })
            }
        })
    });
    if let Some(wrong) = game.wrong.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(wrong);
    }
    Ok(report.map_games(|played| {
        let mut state = from.clone();
        for &mv in &played.moves {
            state = game.play(&state, mv);
        }
        let moves = table.about().split(&state.line).split_off(length);
        PlayedGame::new(&played, table.about().join(&moves))
    }))
}

/// A game as somebody at its table sees it.
struct AtTable<'a> {
    table: &'a Table,
    /// What a style did wrong.
    wrong: Mutex<Option<Failure>>,
}

/// A line of moves, and where it leads.
#[derive(Clone)]
struct Here {
    line: String,
    position: Arc<Position>,
}

impl PartialEq for Here {
    fn eq(&self, other: &Self) -> bool {
        self.line == other.line
    }
}

impl Eq for Here {}

impl Hash for Here {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.line.hash(hasher);
    }
}

impl fmt::Debug for Here {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl Here {
    /// What can be done here, as it stands in a line: the legal moves, or how the dice may fall.
    fn keys(&self) -> impl Iterator<Item = &str> {
        let options = self.position.options.iter().filter(|option| option.refused.is_none());
        let rolls = self.position.rolls.iter().map(|(key, _)| key.as_str());
        options.map(|option| option.key.as_str()).chain(rolls)
    }

    /// The actions of both sides so far.
    fn actions(&self) -> u64 {
        let turns = self.position.replay.turns.iter();
        turns.filter(|turn| turn.skill.is_some()).count() as u64
    }
}

impl AtTable<'_> {
    fn at(&self, line: String) -> Result<Here, Failure> {
        let position = Arc::new(self.table.position(&line)?);
        if let Some(refused) = &position.replay.refused {
            let message = format!("move {} is refused: {}", refused.r#move, refused.reason);
            return Err(Failure::plain(Problem::error(Code::RefusedMove, None, message)));
        }
        Ok(Here { line, position })
    }

    fn spent(&self, state: &Here, mv: usize) -> u64 {
        self.play(state, mv).position.replay.spent - state.position.replay.spent
    }

    fn is_wrong(&self, wrong: Failure) -> Stop {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(wrong);
        Stop::Interrupted
    }
}

impl Game for AtTable<'_> {
    type State = Here;
    /// Which of the keys.
    type Move = usize;

    fn start(&self) -> Here {
        self.at(String::new()).expect("the start of a game that was opened")
    }

    fn node(&self, state: &Here) -> Node {
        match state.position.chooses {
            _ if state.position.replay.over => Node::End,
            _ if !state.position.rolls.is_empty() => Node::Mean,
            Some(player) => Node::of(player),
            // It goes on for ever by itself.
            None => Node::End,
        }
    }

    fn moves(&self, state: &Here, out: &mut Vec<usize>) {
        out.extend(0..state.keys().count());
    }

    fn play(&self, state: &Here, mv: usize) -> Here {
        let key = state.keys().nth(mv).expect("one of the moves");
        let line = self.table.about().extended(&state.line, key);
        self.at(line).expect("a move that was offered can be made")
    }
}

impl Chance for AtTable<'_> {
    fn weights(&self, state: &Here, out: &mut Vec<u64>) {
        out.extend(state.position.rolls.iter().map(|(_, weight)| *weight));
    }
}

impl Versus for AtTable<'_> {
    fn winner(&self, state: &Here) -> Option<Player> {
        state.position.replay.won_by()
    }

    fn play_counting(&self, state: &Here, mv: usize) -> (Here, u64) {
        let next = self.play(state, mv);
        let taken = next.actions() - state.actions();
        (next, taken)
    }
}

impl ZeroSum for AtTable<'_> {
    fn payoff(&self, state: &Here) -> i64 {
        let winner = state.position.replay.won_by();
        if let Some(value) = state.position.replay.value {
            return value;
        }
        if self.table.about().objective == Objective::Win {
            return i64::from(winner == Some(Player::One));
        }
        winner.map_or(0, |winner| {
            let numbers = &state.position.now.sides[winner.index()].numbers;
            // In a team everybody has their own.
            let is_hp = |name: &str| name.rsplit('.').next() == Some("hp");
            let hp = numbers.iter().filter(|(name, _)| is_hp(name));
            let hp: i64 = hp.map(|(_, hp)| i64::from(*hp).max(0)).sum();
            if winner == Player::One { hp } else { -hp }
        })
    }
}

/// A style of a program's own, at the table.
struct Own<'a> {
    style: &'a dyn OwnStyle,
    game: &'a AtTable<'a>,
    seed: u64,
}

impl<'a> Style<AtTable<'a>> for Own<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.style.name().into()
    }

    fn begin(&mut self, _: &Here, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, _: &AtTable<'a>, state: &Here, _: &[usize]) -> Result<usize, Stop> {
        let Here { line: moves, position } = state;
        let spot = Spot { table: self.game.table, moves, position, seed: self.seed };
        let key = self.style.choose(&spot)?;
        state.keys().position(|known| known == key).ok_or_else(|| {
            let known: Vec<&str> = state.keys().collect();
            let after = if state.line.is_empty() {
                "at the start"
            } else {
                &format!("after {}", state.line)
            };
            let message =
                format!("{} chose `{key}` {after}, which cannot be done", self.style.name());
            let problem = Problem::error(Code::RefusedMove, None, message);
            self.game.is_wrong(Failure::plain(problem.one_of(&key, known)))
        })
    }
}

/// A style that everybody knows, at the table.
struct Named<'a> {
    solver: Solver,
    styles: &'a [StyleName; 2],
    budget: Budget<'a>,
    /// The moves before the start.
    length: usize,
    seed: u64,
}

impl<'a> Style<AtTable<'a>> for Named<'_> {
    fn name(&self) -> Cow<'_, str> {
        "named".into()
    }

    fn begin(&mut self, _: &Here, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, game: &AtTable<'a>, state: &Here, _: &[usize]) -> Result<usize, Stop> {
        let made = game.table.about().split(&state.line).len() - self.length;
        let choice = Choice {
            moves: &Text::new("moves", &state.line),
            styles: self.styles,
            seed: seed_after(self.seed, made),
        };
        let chosen = self.solver.choose_from(&choice, &self.budget);
        let chosen = chosen.map_err(|failure| match failure.stopped {
            Some(stop) => stop,
            None => game.is_wrong(failure),
        })?;
        Ok(chosen.and_then(|key| state.keys().position(|known| known == key)).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    /// The most damage now, as `greedy` plays it.
    struct Strongest;

    impl OwnStyle for Strongest {
        fn name(&self) -> String {
            "strongest".to_owned()
        }

        fn choose(&self, spot: &Spot<'_>) -> Result<String, Stop> {
            let usable = spot.position.options.iter().filter(|option| option.refused.is_none());
            // The first of the best.
            Ok(usable.rev().max_by_key(|option| option.harm).unwrap().key.clone())
        }
    }

    fn same_as_greedy(source: &Source) {
        for other in [StyleName::Minimax, StyleName::Random] {
            same_against(source, &other);
        }
    }

    fn same_against(source: &Source, other: &StyleName) {
        let table = source.open().unwrap();
        let options = MatchOptions { games: 4, ..MatchOptions::default() };
        let greedy = [StyleName::Greedy, other.clone()];
        let expected = table.play_match(&greedy, &options, &Budget::default()).unwrap();
        let players = [Playing::Own(&Strongest), Playing::Style(other.clone())];
        let found = table.play_match_by(&players, &options, &Budget::default()).unwrap();
        assert_eq!(found.styles, ["strongest".to_owned(), other.to_string()]);
        for (found, expected) in [
            (Some(&found.outcome), Some(&expected.outcome)),
            (found.other_first.as_ref(), expected.other_first.as_ref()),
        ] {
            assert_eq!(found.is_some(), expected.is_some());
            let (Some(found), Some(expected)) = (found, expected) else { continue };
            let told = |outcome: &Outcome| {
                let shortest = outcome.shortest.as_ref().unwrap();
                (
                    (outcome.games, outcome.p1_wins, outcome.p2_wins, outcome.ties),
                    (outcome.mean_margin, outcome.mean_length),
                    outcome.price.as_ref().map(|price| price.mean),
                    (shortest.moves.clone(), shortest.length, shortest.margin),
                )
            };
            assert_eq!(told(found), told(expected), "{}", source.game);
        }
    }

    #[test]
    fn a_style_of_ones_own_plays_as_one_that_does_the_same() {
        same_as_greedy(&Source::game("arena").sides("vampire", "rogue"));
        same_as_greedy(&Source::game("arena").sides("mage", "sorcerer").order("restricted-queue"));
        same_as_greedy(&Source::game("wizard").set("boss.hp=14"));
    }

    #[test]
    fn dice_fall_and_teams_fight() {
        /// The first move.
        struct First;
        impl OwnStyle for First {
            fn name(&self) -> String {
                "first".to_owned()
            }
            fn choose(&self, spot: &Spot<'_>) -> Result<String, Stop> {
                Ok(spot.position.options[0].key.clone())
            }
        }
        let table = Source::game("rpglite").sides("KA", "WR").open().unwrap();
        let options = MatchOptions { games: 40, ..MatchOptions::default() };
        let play = || {
            let players = [Playing::Own(&First), Playing::Style(StyleName::Random)];
            table.play_match_by(&players, &options, &Budget::default()).unwrap().outcome
        };
        let outcome = play();
        assert_eq!((outcome.games, outcome.p1_wins + outcome.p2_wins), (40, 40));
        assert!(outcome.p1_wins > 0 && outcome.p2_wins > 0, "{outcome:?}");
        assert_eq!(play(), outcome);
    }

    #[test]
    fn a_move_that_cannot_be_made_is_said() {
        struct Wrong;
        impl OwnStyle for Wrong {
            fn name(&self) -> String {
                "wrong".to_owned()
            }
            fn choose(&self, spot: &Spot<'_>) -> Result<String, Stop> {
                Ok(if spot.moves.is_empty() { "S" } else { "Z" }.to_owned())
            }
        }
        let table = Source::game("arena").sides("vampire", "rogue").open().unwrap();
        let players = [Playing::Own(&Wrong), Playing::Own(&Wrong)];
        let wrong = table.play_match_by(&players, &MatchOptions::default(), &Budget::default());
        let wrong = wrong.unwrap_err().to_string();
        assert!(wrong.contains("wrong chose `Z` after S"), "{wrong}");
    }
}
