//! Amounts and conditions with every name resolved: what a number of a fighter is when it is read,
//! what is counted, and what is the same throughout the fight.

use std::ops::Range;

use outplay_text::{Code, Decimal, Problem, Problems, Span};

use super::layout::{Fight, View};
use crate::amount::{Amount, Held, Number, Reading};
use crate::condition::{self, Condition};
use crate::formula::{self, Choice, Formula, Name, Whose};
use crate::rules::Chance;
use crate::spec::{self, Word};

impl Fight<'_> {
    /// An amount that is not rolled for; `None` where it is wrong, which is said.
    pub(super) fn fixed_amount(
        &self,
        view: View,
        amount: &spec::Amount,
        span: Span,
        problems: &mut Problems,
    ) -> Option<Amount> {
        let amount = self.amount(view, amount, span, problems)?;
        if let Amount::Rolled(_) = amount {
            let message = "no dice are rolled for this";
            let help =
                "dice belong into `damage`, `strikes`, `heal`, `at-once`, `each-turn` and upkeep";
            problems.push(Problem::error(Code::Unusable, span, message).help(help));
            return None;
        }
        Some(amount)
    }

    /// How likely something is; `None` where that is wrong, which is said.
    pub(super) fn chance(
        &self,
        view: View,
        chance: &spec::Chance,
        span: Span,
        problems: &mut Problems,
    ) -> Option<Chance> {
        let text = match chance {
            spec::Chance::Exact(decimal) => return Some(exact(*decimal)),
            spec::Chance::Named(text) => text,
        };
        let word = Word { text: text.clone(), span };
        let (cases, of) = match text.rsplit_once(" in ") {
            Some((cases, of)) => (cases, of.trim()),
            None => return self.named_chance(view, &word, problems),
        };
        let Some(of) = of.parse().ok().filter(|of| (1..=1_000_000_000).contains(of)) else {
            let message = format!("`{of}` is no number of cases");
            let help = "a chance of 7 in 20 is \"7 in 20\"; at most 1,000,000,000 cases";
            problems.push(Problem::error(Code::BadFormula, span, message).help(help));
            return None;
        };
        let cases = spec::Amount::Named(cases.to_owned());
        let cases = self.fixed_amount(view, &cases, span, problems)?;
        Some(Chance { cases, of })
    }

    /// A chance that is a number of a fighter: `accuracy`, `enemy.dodge`.
    fn named_chance(&self, view: View, word: &Word, problems: &mut Problems) -> Option<Chance> {
        let name = match formula::parse(&word.text) {
            Ok(Formula::Number(name)) if !name.name.starts_with('.') => name,
            Ok(Formula::Digits(digits @ (0 | 1))) => return Some(exact(i64::from(digits).into())),
            _ => {
                let message = format!("`{}` is no chance", word.text);
                let help = meant(&word.text);
                problems.push(Problem::error(Code::BadFormula, word.span, message).help(help));
                return None;
            }
        };
        let who = self.members[view.of(name.whose)];
        let decimal = who.decimals.iter().find(|(other, _)| other.text == name.name);
        let whole = self.fixed_number(view.of(name.whose), &name.name);
        match (decimal, whole) {
            (Some((_, decimal)), _) => Some(exact(*decimal)),
            (None, Some(whole @ (0 | 1))) => Some(exact(i64::from(whole).into())),
            (None, Some(whole)) => {
                let message = format!("`{}` is {whole}, and a chance is from 0 to 1", name.name);
                let help = format!("so many cases of so many are \"{} in 20\"", word.text);
                let span = within(word, name.at);
                problems.push(Problem::error(Code::OutOfRange, span, message).help(help));
                None
            }
            (None, None) => {
                let message = format!("`{}` has no number `{}`", who.id.text, name.name);
                let help = format!("add `{} = 0.75` to `[fighters.{}]`", name.name, who.id.text);
                let span = within(word, name.at);
                problems.push(Problem::error(Code::UnknownNumber, span, message).help(help));
                None
            }
        }
    }

    /// An amount as one fighter reads it; `None` where it is wrong, which is said.
    pub(super) fn amount(
        &self,
        view: View,
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
                    formula.translate(&mut |name| self.resolve(view, &word, name, problems));
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

    /// A condition as one fighter reads it; `None` where it is wrong, which is said.
    pub(super) fn condition(
        &self,
        view: View,
        word: &Word,
        problems: &mut Problems,
    ) -> Option<Condition<Number>> {
        match condition::parse(&word.text) {
            Ok(condition) => {
                if condition.has_dice() {
                    let message = "a condition rolls no dice";
                    let help = "a part that happens now and then has `chance = 0.25`";
                    problems
                        .push(Problem::error(Code::BadCondition, word.span, message).help(help));
                    return None;
                }
                condition.translate(&mut |name| self.resolve(view, word, name, problems))
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

    /// What a name in a formula means to one fighter.
    fn resolve(
        &self,
        view: View,
        word: &Word,
        name: &Name,
        problems: &mut Problems,
    ) -> Option<Formula<Number>> {
        let whose = view.of(name.whose);
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
        // What somebody else has cast is looked for as they see it.
        let seen = match name.whose {
            Whose::Own => view,
            Whose::Enemy | Whose::Target => View { own: whose, enemy: view.own, target: view.own },
        };
        let effect = self.effect(seen, skill).map(|effect| self.effects[effect].timer);
        let turns = || effect.map(|timer| Formula::Number(Number::Count(timer)));
        let stacks = self.effect(seen, skill).and_then(|effect| self.effects[effect].stacks);
        let stacks = stacks.filter(|_| kind == "stacks");
        let found = match (kind, known) {
            _ if stacks.is_some() => stacks.map(|field| Formula::Number(Number::Count(field))),
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
        let who = self.members[whose];
        let mut known = vec!["hp", "armor", "round", "stunned"];
        known.extend(who.numbers.iter().map(|(word, _)| word.text.as_str()));
        let effects = self.effects.iter().filter(|effect| effect.view.own == whose);
        known.extend(effects.map(|effect| effect.skill.id.text.as_str()));
        let own = self.counters.iter().filter(|counter| counter.who == whose);
        known.extend(own.map(|counter| counter.name.as_str()));
        if let Some((_, decimal)) = who.decimals.iter().find(|(word, _)| word.text == name.name) {
            let message = format!("`{}` is a chance, {decimal}, and no amount", name.name);
            let help = "an amount is whole; a chance stands in `accuracy`, `chance`, `critical` or `recharge`";
            let span = within(word, name.at.clone());
            problems.push(Problem::error(Code::WrongType, span, message).help(help));
            return;
        }
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
        } else if is_die(&name.name) {
            problem.help(format!("one die is `1{}`, two are `2{}`", name.name, name.name))
        } else {
            problem.one_of(&name.name, known)
        });
    }

    /// A number of a fighter as it is read, with everything that running effects add to it.
    pub(super) fn reading(
        &self,
        who: usize,
        name: &str,
        span: Span,
        problems: &mut Problems,
    ) -> Reading {
        let slot = self.slot(who, name);
        let base = if slot.is_some() { 0 } else { self.fixed_number(who, name).unwrap_or(0) };
        let mut held = Vec::new();
        let this = (who, name.to_owned());
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
                if running.view.of(part.of) == who && part.number.text == name {
                    let by = self.fixed_amount(running.view, &part.amount, part.span, problems);
                    let by = by.unwrap_or(Amount::Fixed(0));
                    held.push(Held { effect, timer: running.timer, stacks: running.stacks, by });
                }
            }
        }
        self.open.borrow_mut().pop();
        Reading { base, slot, held }
    }
}

/// Is it a die without how many?
fn is_die(name: &str) -> bool {
    let faces = name.strip_prefix(['d', 'D']);
    faces.is_some_and(|faces| faces.bytes().all(|digit| digit.is_ascii_digit()))
}

/// What a text that is no chance was meant for.
fn meant(text: &str) -> &'static str {
    let text = text.trim();
    if text.ends_with('%') {
        "63 % is 0.63, without quotes"
    } else if text.parse::<f64>().is_ok() {
        "a number from 0 to 1 stands without quotes: 0.7"
    } else {
        "a chance is a number from 0 to 1, the name of one, as in \"accuracy\", or so many cases of \
         so many: \"11 + strength in 20\""
    }
}

/// A decimal as a chance: so many cases of as few as possible, so that several chances together are
/// not finer than they need be.
fn exact(decimal: Decimal) -> Chance {
    let cases = i32::try_from(decimal.numerator()).unwrap_or(0);
    let of = u32::try_from(decimal.denominator()).unwrap_or(1);
    let (mut common, mut rest) = (of, cases.unsigned_abs());
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    let cases = cases / i32::try_from(common).unwrap_or(1);
    Chance { cases: Amount::Fixed(cases), of: of / common }
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
