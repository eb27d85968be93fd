//! A fight with dice, or of teams, as a table holds it: lines with rolls, followed and told.

use std::sync::Arc;

use outplay_duel::order::Order;
use outplay_duel::{Dice, DiceMove, Fight, Rolling, Snapshot, Told, words_of};
use outplay_game::{Game, MinCost, Node, Objective};
use outplay_lab::Price;
use outplay_text::{Code, Problem};

use super::odds::DiceProver;
use super::{File, Make, Rooms, build, numbers, told};
use crate::styles::Players;
use crate::table::{Contents, Prover, Room, Table};
use crate::{About, Failure, MoveOption, Position, RuleNumber, Source, StyleName, Text};

/// A fight with dice, compiled for its states.
pub(super) struct DiceRoom<const W: usize, O: Order> {
    pub(super) about: About,
    pub(super) file: Arc<File>,
    pub(super) make: Make,
    pub(super) fight: Arc<Fight>,
    pub(super) game: Dice<W, O>,
}

impl<const W: usize, O: Order> DiceRoom<W, O> {
    /// Follows a line from a position.
    pub(super) fn tell(&self, from: &Rolling<W, O>, line: &str) -> Told<W, O> {
        let words = words_of(line, self.about.letters);
        self.game.tell(&self.fight.names, from, &words)
    }

    /// Where a line leads.
    pub(super) fn at(&self, moves: &Text) -> Result<Rolling<W, O>, Failure> {
        let told = self.tell(&self.game.start(), &moves.text);
        let reason = match told.account.refused {
            Some(refusal) => Some((refusal.move_number, refusal.reason)),
            None if told.account.unused > 0 => {
                let count = words_of(&moves.text, self.about.letters).len();
                Some((count - told.account.unused + 1, "the fight is over".to_owned()))
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
            None => Ok(told.end),
        }
    }

    /// What is spent, where the goal is to win with the least of it. Rounds are not counted where dice fall.
    pub(super) fn price(&self) -> Option<Price<'_, Dice<W, O>>> {
        let Objective::LeastCost(unit) = &self.about.objective else { return None };
        let price = Price { unit, of: |game: &Dice<W, O>, spot, mv| game.cost(spot, mv) };
        (unit != "rounds").then_some(price)
    }

    pub(super) fn moves(&self, spot: &Rolling<W, O>) -> Vec<DiceMove> {
        let mut moves = Vec::new();
        self.game.moves(spot, &mut moves);
        moves
    }

    /// How a move stands in a line, and what it is called.
    pub(super) fn spell(&self, spot: &Rolling<W, O>, mv: DiceMove) -> Option<(String, String)> {
        match mv {
            DiceMove::Roll(result) => {
                let name = self.game.roll_name(spot, result);
                (!name.is_empty()).then(|| (format!("[{name}]"), name))
            }
            _ => self.game.spell(&self.fight.names, spot, mv),
        }
    }

    /// A line of moves as text, and each of them in words.
    pub(super) fn line(&self, from: &Rolling<W, O>, line: &[DiceMove]) -> (String, Vec<String>) {
        let (words, names) = self.game.spell_line(&self.fight.names, from, line);
        (self.about.join(&words), names)
    }
}

impl<const W: usize, O: Order> Room for DiceRoom<W, O> {
    fn about(&self) -> &About {
        &self.about
    }

    fn position(&self, after: &Text, moves: &str) -> Result<Position, Failure> {
        let told = self.tell(&self.at(after)?, moves);
        let (names, spot) = (&self.fight.names, &told.end);
        let chooses = self.game.node(spot).chooser();
        let mut options = Vec::new();
        for mv in chooses.map(|_| self.moves(spot)).unwrap_or_default() {
            let Some((key, name)) = self.spell(spot, mv) else { continue };
            let skill = match (mv, chooses) {
                (DiceMove::Choice(mv), Some(player)) => {
                    mv.skill().map(|place| &self.about.side(player).skills[place])
                }
                _ => None,
            };
            options.push(MoveOption {
                key,
                name,
                about: skill.and_then(|skill| skill.about.clone()),
                does: skill.map(|skill| skill.does.clone()).unwrap_or_default(),
                cost: self.game.cost_of(names, spot, mv),
                harm: None,
                refused: None,
            });
        }
        let made = told.steps.iter().filter_map(|(spot, mv)| {
            let player = self.game.node(spot).chooser().filter(|p| self.about.side(*p).chooses)?;
            Some((player, self.spell(spot, *mv)?.1))
        });
        let rolls = match self.game.node(spot) {
            Node::Mean => self.game.rolls(spot),
            _ => Vec::new(),
        };
        Ok(Position {
            options,
            made: made.collect(),
            now: told::scene(&Snapshot::of(spot.state(), names), &self.about),
            replay: told::replay(&self.about, &self.fight, &told.account, &[]),
            chooses,
            rolls: rolls.into_iter().map(|(name, weight)| (format!("[{name}]"), weight)).collect(),
        })
    }

    fn check_styles(&self, styles: &[StyleName; 2]) -> Result<(), Failure> {
        Players::new(&self.fight, styles.clone()).map(|_| ())
    }

    fn prover(self: Arc<Self>) -> Box<dyn Prover> {
        Box::new(DiceProver::new(self))
    }

    fn edited(&self, source: &Source) -> Result<Table, Failure> {
        build(source, &self.file, self.make)
    }

    fn numbers(&self, source: &Source) -> Vec<RuleNumber> {
        numbers(source, &self.file, &self.fight)
    }

    fn made_from(&self) -> Option<(Arc<Fight>, Rooms)> {
        let (about, file) = (self.about.clone(), Arc::clone(&self.file));
        Some((Arc::clone(&self.fight), Rooms { about, file, make: self.make }))
    }

    fn holds(&self) -> Vec<(usize, &'static str)> {
        super::holds(&self.fight, &self.about)
    }

    fn contents(&self) -> Contents<'_> {
        Contents::Fight(&self.fight)
    }
}
