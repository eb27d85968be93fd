//! Amounts and conditions with every name resolved: what a number of a fighter is when it is read,
//! what is counted, and what is the same throughout the fight.

use std::ops::Range;

use outplay_text::{Code, Problem, Problems, Span};

use super::layout::Fight;
use crate::amount::{Amount, Held, Number, Reading};
use crate::condition::{self, Condition};
use crate::formula::{self, Choice, Formula, Name};
use crate::spec::{self, Word};

impl Fight<'_> {
    /// An amount as one side reads it; `None` where it is wrong, which is said.
    pub(super) fn amount(
        &self,
        side: usize,
        amount: &spec::Amount,
        span: Span,
        problems: &mut Problems,
    ) -> Option<Amount> {
        let text = match amount {
            spec::Amount::Fixed(number) => return Some(Amount::Fixed(*number)),
            spec::Amount::Named(text) => text,
        };
        let word = Word { text: text.clone(), span };
        match formula::parse(text) {
            Ok(formula) => {
                let resolved =
                    formula.translate(&mut |name| self.resolve(side, &word, name, problems));
                resolved.map(Amount::from)
            }
            Err(wrong) => {
                problems.push(
                    Problem::error(Code::BadFormula, within(&word, wrong.at), wrong.message)
                        .help(wrong.help),
                );
                None
            }
        }
    }

    /// A condition as one side reads it; `None` where it is wrong, which is said.
    pub(super) fn condition(
        &self,
        side: usize,
        word: &Word,
        problems: &mut Problems,
    ) -> Option<Condition<Number>> {
        match condition::parse(&word.text) {
            Ok(condition) => {
                condition.translate(&mut |name| self.resolve(side, word, name, problems))
            }
            Err(wrong) => {
                problems.push(
                    Problem::error(Code::BadCondition, within(word, wrong.at), wrong.message)
                        .help(wrong.help),
                );
                None
            }
        }
    }

    /// What a name in a formula means to one side.
    fn resolve(
        &self,
        side: usize,
        word: &Word,
        name: &Name,
        problems: &mut Problems,
    ) -> Option<Formula<Number>> {
        let whose = if name.enemy { 1 - side } else { side };
        let text = name.name.as_str();
        if self.has_number(whose, text) {
            let reading = self.reading(whose, text, within(word, name.at.clone()), problems);
            let fixed = reading.slot.is_none() && reading.held.is_empty();
            return Some(if fixed {
                Formula::Digits(reading.base)
            } else {
                Formula::Number(Number::Read(reading))
            });
        }
        let counted = self.counter(whose, text).map(|field| Formula::Number(Number::Count(field)));
        let (kind, skill) = text.split_once('.').unwrap_or(("", text));
        let known = self.spec.skills.iter().find(|other| other.id.text == skill);
        let effect = self.effect(whose, skill).map(|effect| self.effects[effect].timer);
        let turns = || effect.map(|timer| Formula::Number(Number::Count(timer)));
        let found = match (kind, known) {
            _ if counted.is_some() => counted,
            ("", None) if text == "stunned" => Some(Formula::Digits(0)),
            ("", None) if text == "round" => self.round.map(|(slot, _)| {
                let reading = Reading { base: 0, slot: Some(slot), held: Vec::new() };
                Formula::Number(Number::Read(reading))
            }),
            // An effect that nobody here can start never runs.
            ("", Some(skill)) if skill.runs() => Some(turns().unwrap_or(Formula::Digits(0))),
            ("stacks", Some(skill)) if skill.runs() => Some(match turns() {
                Some(turns) => Formula::Of(Choice::Least, vec![turns, Formula::Digits(1)]),
                None => Formula::Digits(0),
            }),
            ("cooldown", Some(skill)) if skill.cooldown.is_some() => Some(Formula::Digits(0)),
            ("uses", Some(skill)) if skill.uses.is_some() => Some(Formula::Digits(0)),
            _ => None,
        };
        if found.is_none() {
            self.unknown(whose, word, name, problems);
        }
        found
    }

    fn unknown(&self, whose: usize, word: &Word, name: &Name, problems: &mut Problems) {
        let who = self.sides[whose];
        let mut known = vec!["hp", "armor", "round", "stunned"];
        known.extend(who.numbers.iter().map(|(word, _)| word.text.as_str()));
        let effects = self.effects.iter().filter(|effect| effect.side == whose);
        known.extend(effects.map(|effect| effect.skill.id.text.as_str()));
        let own = self.counters.iter().filter(|counter| counter.side == whose);
        known.extend(own.map(|counter| counter.name.as_str()));
        let message = format!("`{}` has no number or effect called `{}`", who.id.text, name.name);
        let problem = Problem::error(Code::UnknownNumber, within(word, name.at.clone()), message);
        let parts = name.name.split('-');
        let minus = parts.clone().count() > 1
            && parts.clone().all(|part| {
                self.has_number(whose, part) || part.bytes().all(|digit| digit.is_ascii_digit())
            });
        problems.push(if minus {
            let spaced = parts.collect::<Vec<_>>().join(" - ");
            problem.help(format!("a minus has spaces around it: `{spaced}`"))
        } else {
            problem.one_of(&name.name, known)
        });
    }

    /// A number of a fighter as it is read, with everything that running effects add to it.
    pub(super) fn reading(
        &self,
        side: usize,
        name: &str,
        span: Span,
        problems: &mut Problems,
    ) -> Reading {
        let slot = self.slot(side, name);
        let base = if slot.is_some() { 0 } else { self.fixed_number(side, name).unwrap_or(0) };
        let mut held = Vec::new();
        let this = (side, name.to_owned());
        if self.open.borrow().contains(&this) {
            let message = format!("`{name}` depends on itself: an effect adds to it by it");
            problems.push(
                Problem::error(Code::Contradiction, span, message)
                    .help("let `while` add a number that no effect changes"),
            );
            return Reading { base, slot, held };
        }
        self.open.borrow_mut().push(this);
        for (effect, running) in self.effects.iter().enumerate() {
            for part in &running.skill.held {
                let whose = if part.of_enemy { 1 - running.side } else { running.side };
                if whose == side && part.number.text == name {
                    let by = self.amount(running.side, &part.amount, part.span, problems);
                    let by = by.unwrap_or(Amount::Fixed(0));
                    held.push(Held { effect, timer: running.timer, stacks: running.stacks, by });
                }
            }
        }
        self.open.borrow_mut().pop();
        Reading { base, slot, held }
    }
}

/// The place of a part of a word. A word in quotes begins one further on; where it was written with
/// escapes, its parts have no places of their own.
pub(super) fn within(word: &Word, at: Range<usize>) -> Span {
    let quotes = (word.span.end - word.span.start).checked_sub(word.text.len());
    let offset = match quotes {
        Some(0) => 0,
        Some(2) => 1,
        _ => return word.span,
    };
    let start = word.span.start + offset;
    Span { start: start + at.start, end: start + at.end, ..word.span }
}
