//! The position before the first turn: the words of the state, and the queue where one is given.

use outplay_text::{Code, Problem, Problems};

use super::layout::Fight;
use super::trees;
use crate::order::{Place, read_places};

/// How many may stand in a queue to begin with.
const MOST_PLACES: usize = 10_000;

impl Fight<'_> {
    /// The words of the state before the first turn.
    pub(super) fn start(&self, problems: &mut Problems) -> Vec<u32> {
        let mut words = vec![0; self.words];
        for side in [0, 1] {
            let fighter = self.sides[side];
            for (name, slot) in &self.slots[side] {
                let own = fighter.numbers.iter().find(|(word, _)| word.text == *name);
                let number = own.map_or(fighter.hp, |(_, number)| *number);
                words[*slot] = u32::try_from(number).unwrap_or(0);
            }
            for (word, number) in &self.spec.start[side] {
                let number = u32::try_from(*number).unwrap_or(0);
                if let Some(slot) = self.slot(side, &word.text) {
                    words[slot] = number;
                } else if let Some((_, _, timer)) = self
                    .effects
                    .iter()
                    .find(|(caster, skill, _)| *caster == side && skill.id.text == word.text)
                {
                    if number > timer.mask {
                        let message = format!("{number} turns are too many");
                        problems.push(
                            Problem::error(Code::OutOfRange, word.span, message)
                                .help("at most 65535"),
                        );
                    } else {
                        words[timer.word] |= number << timer.shift;
                    }
                } else if word.text == "armor" || self.has_number(side, &word.text) {
                    // A fixed number: read where it is used.
                } else {
                    let mut known: Vec<&str> =
                        self.slots[side].iter().map(|(name, _)| name.as_str()).collect();
                    known.extend(fighter.numbers.iter().map(|(word, _)| word.text.as_str()));
                    let own = self.effects.iter().filter(|(caster, _, _)| *caster == side);
                    known.extend(own.map(|(_, skill, _)| skill.id.text.as_str()));
                    known.sort_unstable();
                    known.dedup();
                    let message = format!(
                        "`{}` has no number or effect called `{}`",
                        fighter.id.text, word.text
                    );
                    problems.push(
                        Problem::error(Code::UnknownNumber, word.span, message)
                            .one_of(&word.text, known),
                    );
                }
            }
        }
        words
    }

    /// Who stands in the queue before the first turn, where that is given.
    pub(super) fn queue(&self, problems: &mut Problems) -> Option<Vec<Place>> {
        let word = self.spec.queue.as_ref()?;
        if !self.spec.order.has_places() {
            problems.push(
                Problem::error(Code::NoQueue, word.span, "there is no queue: the sides take turns")
                    .help("choose `order = \"queue\"` or `\"restricted-queue\"` under `[turns]`"),
            );
        }
        match read_places(&word.text) {
            Ok(places) if places.len() <= MOST_PLACES => Some(places),
            Ok(places) => {
                let message = format!("{} places are too many", places.len());
                let help = format!("at most {MOST_PLACES}");
                problems.push(Problem::error(Code::TooMany, word.span, message).help(help));
                None
            }
            Err(wrong) => {
                let at = wrong.at..wrong.at + wrong.letter.len_utf8();
                let message = format!("`{}` is nobody's place in a queue", wrong.letter);
                problems.push(
                    Problem::error(Code::UnknownChoice, trees::within(word, at), message)
                        .help("A or a is player 1, B or b is player 2, the front comes first"),
                );
                None
            }
        }
    }
}
