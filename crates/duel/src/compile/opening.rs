//! The position before the first turn: the words of the state, and the queue where one is given.

use outplay_text::{Code, Problem, Problems};

use super::amounts::within;
use super::layout::Fight;
use crate::order::{Place, read_places};
use crate::spec::Word;
use crate::state::Field;

/// How many may stand in a queue to begin with.
const MOST_PLACES: usize = 10_000;

impl Fight<'_> {
    /// The words of the state before the first turn.
    pub(super) fn start(&self, problems: &mut Problems) -> Vec<u32> {
        let mut words = vec![0; self.words];
        for (who, fighter) in self.members.iter().enumerate() {
            let side = self.side_of(who);
            for (name, slot) in &self.slots[who] {
                let number = match name.as_str() {
                    "hp" => Some(fighter.hp),
                    "armor" => Some(fighter.armor),
                    _ => fighter.numbers.iter().find(|(word, _)| word.text == *name).map(|n| n.1),
                };
                words[*slot] = u32::try_from(number.unwrap_or(0)).unwrap_or(0);
            }
            for counter in self.counters.iter().filter(|counter| counter.who == who) {
                let skill = counter.name.strip_prefix("uses.");
                let skill = self.spec.skills.iter().find(|s| Some(s.id.text.as_str()) == skill);
                let uses = skill.and_then(|skill| skill.uses).map_or(0, |(uses, _)| uses);
                put(&mut words, counter.field, uses);
            }
            for (word, number) in &self.spec.start[side] {
                self.set(who, word, *number, &mut words, problems);
            }
            for running in self.effects.iter().filter(|running| running.view.own == who) {
                let runs =
                    words[running.timer.word] >> running.timer.shift & running.timer.mask > 0;
                let stacked = format!("stacks.{}", running.skill.id.text);
                let set =
                    self.spec.start[side].iter().any(|(word, n)| word.text == stacked && *n > 0);
                if let Some(stacks) = running.stacks.filter(|_| runs != set) {
                    put(&mut words, stacks, u32::from(runs));
                }
            }
        }
        words
    }

    /// Something of a side that the file or a change sets.
    fn set(
        &self,
        who: usize,
        word: &Word,
        number: i32,
        words: &mut [u32],
        problems: &mut Problems,
    ) {
        let fighter = self.members[who];
        let value = u32::try_from(number).unwrap_or(0);
        let range = fighter.ranges.iter().find(|(name, _)| *name == word.text);
        let full = Some(fighter.hp).filter(|_| word.text == "hp" && !self.spec.overheal);
        if let Some(most) = range.and_then(|(_, range)| Some(range.most?.0)).or(full)
            && number > most
        {
            let message = format!("`{}` is {most} at most, and not {number}", word.text);
            problems.push(Problem::error(Code::OutOfRange, word.span, message));
        }
        let effect = self.effect(self.view(who), &word.text);
        let effect = effect.map(|effect| self.effects[effect].timer);
        let counter = self.counter(who, &word.text);
        if let Some(slot) = self.slot(who, &word.text) {
            words[slot] = value;
        } else if self.has_number(who, &word.text) {
            // A fixed number: read where it is used.
        } else if let Some(field) = effect.or(counter) {
            if value > field.mask {
                let message = format!("{value} are too many");
                let help = format!("at most {}", if effect.is_some() { 65_535 } else { 255 });
                problems.push(Problem::error(Code::OutOfRange, word.span, message).help(help));
            } else {
                put(words, field, value);
            }
        } else {
            let mut known: Vec<&str> =
                self.slots[who].iter().map(|(name, _)| name.as_str()).collect();
            known.extend(fighter.numbers.iter().map(|(word, _)| word.text.as_str()));
            let own = self.effects.iter().filter(|running| running.view.own == who);
            known.extend(own.map(|running| running.skill.id.text.as_str()));
            let own = self.counters.iter().filter(|counter| counter.who == who);
            known.extend(own.map(|counter| counter.name.as_str()));
            known.sort_unstable();
            known.dedup();
            let message =
                format!("`{}` has no number or effect called `{}`", fighter.id.text, word.text);
            problems.push(
                Problem::error(Code::UnknownNumber, word.span, message).one_of(&word.text, known),
            );
        }
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
                    Problem::error(Code::UnknownChoice, within(word, at), message)
                        .help("A or a is player 1, B or b is player 2, the front comes first"),
                );
                None
            }
        }
    }
}

/// Puts a number into some bits.
fn put(words: &mut [u32], field: Field, number: u32) {
    let word = &mut words[field.word];
    *word = (*word & !(field.mask << field.shift)) | (number << field.shift);
}
