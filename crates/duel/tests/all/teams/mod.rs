//! Dice and teams against a plain interpreter with exact fractions: `rules.rs` says whom skills can be
//! aimed at, `position.rs` what a position is, `deeds.rs` what skills do, `play.rs` what a turn is and how
//! the dice fall, `generate.rs` writes random files. The interpreter is written from docs/language.md.
//!
//! `PROPTEST_CASES=10000 cargo test --release -p outplay-duel --test all -- teams` tries more.

mod deeds;
mod fraction;
pub(crate) mod generate;
mod play;
mod position;
mod rules;
pub(crate) mod values;

use std::collections::BTreeMap;

use outplay_duel::order::{Alternate, Order};
use outplay_duel::{Dice, DiceMove, Duel, Fight, Names, Rolling, Snapshot, Visitor};
use outplay_game::{Chance, Game, MOST_WEIGHT, Node, Player, Versus};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::plain::engine;
use fraction::Fraction;
use generate::{Seed, files};
use play::Choice;
use position::{Phase, Position};
use rules::Rules;

const GAMES: usize = 2;
const MOVES: usize = 8;
/// More positions on the way to the next choice are not followed.
const MOST_STEPS: usize = 150;

/// How likely each position is, by what it shows.
type Shown<P> = BTreeMap<String, (Fraction, Vec<P>)>;

/// What a side of the engine is asked for, as text.
fn label(names: &Names, side: usize, mv: DiceMove) -> String {
    match mv {
        DiceMove::Choice(mv) => {
            let skill = &names.fighters[side].skills[mv.skill().expect("a skill")];
            if names.members.is_empty() { skill.id.clone() } else { skill.name.clone() }
        }
        DiceMove::Pass => "pass".to_owned(),
        mv => format!("{mv:?}"),
    }
}

/// The engine's side of the comparison.
struct Engine<'a, const W: usize, O: Order> {
    dice: Dice<W, O>,
    names: &'a Names,
    rules: &'a Rules,
}

impl<const W: usize, O: Order> Engine<'_, W, O> {
    fn moves(&self, spot: &Rolling<W, O>) -> Vec<(String, DiceMove)> {
        let mut moves = Vec::new();
        self.dice.moves(spot, &mut moves);
        let side = usize::from(self.dice.node(spot) == Node::Min);
        moves.into_iter().map(|mv| (label(self.names, side, mv), mv)).collect()
    }

    fn show(&self, spot: &Rolling<W, O>) -> String {
        let mut lines = vec![match self.dice.node(spot) {
            Node::Max => "1 chooses".to_owned(),
            Node::Min => "2 chooses".to_owned(),
            _ => format!("over {:?}", self.dice.winner(spot).map(Player::index)),
        }];
        let mut moves: Vec<_> = self.moves(spot).into_iter().map(|(label, _)| label).collect();
        moves.sort();
        lines.push(moves.join(", "));
        let mut facts = Vec::new();
        let everyone: Vec<_> = match &self.names.members[..] {
            [] => Player::BOTH.into_iter().zip(&self.names.fighters).collect(),
            members => members.iter().map(|member| (member.player, &member.names)).collect(),
        };
        for (player, who) in everyone {
            let changing = who.numbers.iter().map(|(name, at)| (name, spot.state().number(*at)));
            let fixed = who.constants.iter().map(|(name, number)| (name, *number));
            for (name, number) in changing.chain(fixed).filter(|(_, number)| *number != 0) {
                facts.push(format!("{} {} {name} {number}", player.index(), who.id));
            }
        }
        let snapshot = Snapshot::of(spot.state(), self.names);
        for ((player, _, name), turns) in self.names.effects.iter().zip(snapshot.timers) {
            facts.extend((turns > 0).then(|| format!("{} {name}: {turns}", player.index())));
        }
        for ((player, name), count) in self.names.counters().zip(snapshot.counters) {
            facts.extend((count > 0).then(|| format!("{} {name}: {count}", player.index())));
        }
        facts.sort();
        lines.extend(facts);
        lines.join("\n")
    }

    /// On to where somebody chooses, or it is over.
    fn settle(&self, from: Rolling<W, O>) -> Option<Shown<Rolling<W, O>>> {
        let mut pending = vec![(Fraction::ONE, from)];
        let mut shown = Shown::new();
        let mut steps = 0;
        while let Some((weight, spot)) = pending.pop() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            match self.dice.node(&spot) {
                Node::Mean => {
                    let mut results = Vec::new();
                    self.dice.results(&spot, &mut results);
                    let total: i128 = results.iter().map(|(weight, _)| i128::from(*weight)).sum();
                    // Too fine to be told.
                    if total > i128::from(MOST_WEIGHT) {
                        return None;
                    }
                    for (own, spot) in results {
                        let share = Fraction::of(i128::from(own), total);
                        add(&mut pending, weight.times(share)?, spot)?;
                    }
                }
                Node::Single => {
                    add(&mut pending, weight, self.dice.play(&spot, DiceMove::GoOn))?;
                }
                Node::Min if !self.rules.is_asked(1) => {
                    let (_, only) = self.moves(&spot).remove(0);
                    add(&mut pending, weight, self.dice.play(&spot, only))?;
                }
                Node::Max | Node::Min | Node::End => {
                    note(&mut shown, self.show(&spot), weight, spot)?;
                }
            }
        }
        Some(shown)
    }
}

/// One more way to a position.
fn add<P: PartialEq>(all: &mut Vec<(Fraction, P)>, weight: Fraction, position: P) -> Option<()> {
    match all.iter_mut().find(|(_, other)| *other == position) {
        Some((sum, _)) => *sum = sum.plus(weight)?,
        None => all.push((weight, position)),
    }
    Some(())
}

fn note<P: PartialEq>(
    shown: &mut Shown<P>,
    text: String,
    weight: Fraction,
    position: P,
) -> Option<()> {
    let (sum, positions) = shown.entry(text).or_insert((Fraction::ZERO, Vec::new()));
    *sum = sum.plus(weight)?;
    if !positions.contains(&position) {
        positions.push(position);
    }
    Some(())
}

/// A choice as the engine calls it.
fn plain_label(rules: &Rules, choice: &Choice) -> String {
    let (who, id, way) = match choice {
        Choice::Pass => return "pass".to_owned(),
        Choice::End if rules.has_teams() => return "End turn".to_owned(),
        Choice::End => return "end-turn".to_owned(),
        Choice::Use(_, id, _) if !rules.has_teams() => return id.clone(),
        Choice::Use(who, id, way) => (who, id, way),
    };
    let all = way.targets.iter().chain(way.others.iter().map(|(_, target)| target));
    let all: Vec<_> = all.map(|who| rules.members[*who].name.as_str()).collect();
    let several = rules.ways(*who, rules.skill(id)).len() > 1;
    let whom = if several { format!(" at {}", all.join(", ")) } else { String::new() };
    format!("{}: {}{whom}", rules.members[*who].name, id.to_uppercase().replace("DRIP", "Drip"))
}

fn plain_show(rules: &Rules, position: &Position) -> String {
    let mut lines = vec![match position.phase {
        Phase::Acting => format!("{} chooses", position.turn + 1),
        Phase::Over(winner) => format!("over {winner:?}"),
        phase => panic!("{phase:?} shows nothing"),
    }];
    let acting = position.phase == Phase::Acting;
    let choices = if acting { rules.choices(position) } else { Vec::new() };
    let mut moves: Vec<_> = choices.iter().map(|choice| plain_label(rules, choice)).collect();
    moves.sort();
    lines.push(moves.join(", "));
    let mut facts = Vec::new();
    let of = |who: usize, text: String| {
        let member = &rules.members[who];
        let id = if rules.has_teams() { format!("{}.", member.id) } else { String::new() };
        format!("{} {id}{text}", member.side)
    };
    for (who, member) in rules.members.iter().enumerate() {
        let numbers = position.numbers[who].iter().filter(|(_, number)| **number != 0);
        facts.extend(
            numbers.map(|(name, number)| format!("{} {} {name} {number}", member.side, member.id)),
        );
        facts.extend(
            (position.stunned[who] > 0)
                .then(|| of(who, format!("stunned: {}", position.stunned[who]))),
        );
    }
    for ((caster, id, victim), running) in &position.effects {
        let skill = rules.skill(id);
        let title = id[..1].to_uppercase() + &id[1..];
        let caster_name = &rules.members[*caster].name;
        let several = rules.victims(*caster, skill).len() > 1;
        let name = match victim.filter(|_| several) {
            _ if !rules.has_teams() => title,
            None => format!("{title} ({caster_name})"),
            Some(victim) => format!("{title} ({caster_name} at {})", rules.members[victim].name),
        };
        facts.push(format!("{} {name}: {}", rules.members[*caster].side, running.turns));
        let stacks = skill.effect.as_ref().is_some_and(|effect| effect.stacks.is_some());
        facts.extend(stacks.then(|| of(*caster, format!("stacks.{id}: {}", running.stacks))));
    }
    for (word, list) in [("cooldown", &position.cooldowns), ("uses", &position.uses)] {
        for ((who, id), count) in list.iter().filter(|(_, count)| **count > 0) {
            facts.push(of(*who, format!("{word}.{id}: {count}")));
        }
    }
    facts.extend(position.spent.iter().map(|(who, id)| of(*who, format!("recharge.{id}: 1"))));
    facts.sort();
    lines.extend(facts);
    lines.join("\n")
}

fn plain_settle(rules: &Rules, all: Vec<(Fraction, Position)>) -> Option<Shown<Position>> {
    let mut pending = all;
    let mut shown = Shown::new();
    let mut steps = 0;
    while let Some((weight, position)) = pending.pop() {
        steps += 1;
        if steps > MOST_STEPS {
            return None;
        }
        let results = match position.phase {
            Phase::Coin | Phase::Before => rules.results(&position, None)?,
            Phase::Acting if !rules.is_asked(position.turn) => {
                let choices = rules.choices(&position);
                rules.results(&position, choices.first())?
            }
            Phase::Acting | Phase::Over(_) => {
                let text = plain_show(rules, &position);
                note(&mut shown, text, weight, position)?;
                continue;
            }
        };
        for (own, position) in results {
            add(&mut pending, weight.times(own)?, position)?;
        }
    }
    Some(shown)
}

fn described<P>(shown: &Shown<P>) -> String {
    let all = shown.iter().map(|(text, (weight, _))| format!("{weight:?}\n{text}\n"));
    all.collect::<Vec<_>>().join("\n")
}

/// Plays random games of both in step.
struct Lockstep<'a> {
    text: &'a str,
    picks: &'a [u16],
}

impl Visitor for Lockstep<'_> {
    type Output = Result<usize, TestCaseError>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let rules = Rules::read(self.text);
        let dice = Dice::new(duel);
        let engine = Engine { dice, names: &fight.names, rules: &rules };
        let mut compared = 0;
        for game in 0..GAMES {
            let opening = vec![(Fraction::ONE, Position::opening(&rules))];
            let mut theirs = engine.settle(engine.dice.start());
            let mut ours = plain_settle(&rules, opening);
            let mut line: Vec<String> = Vec::new();
            for number in 0..MOVES {
                let (Some(one), Some(two)) = (&theirs, &ours) else { break };
                let same = one.len() == two.len()
                    && one.iter().zip(two).all(|((text, (weight, _)), (other, (sum, _)))| {
                        text == other && weight == sum
                    });
                prop_assert!(
                    same,
                    "after {line:?}\nthe engine comes to\n{}\n\nby the docs it is\n{}\n\n{}",
                    described(one),
                    described(two),
                    self.text
                );
                compared += 1;
                let pick = usize::from(self.picks[(game * 7 + number) % self.picks.len()]);
                let place = pick % one.len();
                let (Some((text, (_, spots))), Some((_, (_, positions)))) =
                    (one.iter().nth(place), two.iter().nth(place))
                else {
                    break;
                };
                // What looks the same but is not cannot be told apart.
                let ([spot], [position]) = (&spots[..], &positions[..]) else { break };
                let moves = engine.moves(spot);
                if moves.is_empty() {
                    break;
                }
                let (label, mv) = &moves[(pick >> 4) % moves.len()];
                line.push(format!("{text}\n-> {label}"));
                let choices = rules.choices(position);
                let chosen = choices.iter().find(|choice| plain_label(&rules, choice) == *label);
                theirs = engine.settle(engine.dice.play(spot, *mv));
                let results = rules.results(position, chosen);
                ours = results.and_then(|results| plain_settle(&rules, results));
            }
        }
        Ok(compared)
    }
}

/// What a file that is written at random may come to.
const TOO_MUCH: [&str; 4] = ["too many numbers", "no pool", "too fine", "ways to act"];

/// The engine's fight; none where the file is too large for it.
fn open(text: &str) -> Result<Option<Fight>, TestCaseError> {
    match engine::open(text) {
        Ok(fight) => Ok(Some(fight)),
        Err(why) if TOO_MUCH.iter().any(|what| why.contains(what)) => Ok(None),
        Err(why) => Err(TestCaseError::fail(format!("{why}\n{text}"))),
    }
}

pub(crate) fn follow(seed: &Seed, picks: &[u16]) -> Result<usize, TestCaseError> {
    let text = seed.text();
    let Some(fight) = open(&text)? else { return Ok(0) };
    fight.visit_with::<Alternate, _>(Lockstep { text: &text, picks })
}

fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig::with_cases(asked.unwrap_or(cases));
    ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 4_000,
        max_shrink_time: 15_000,
        ..config
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn dice_and_teams_are_played_as_the_docs_say(
        (seed, picks) in (files(false), prop::collection::vec(any::<u16>(), 1..30)),
    ) {
        follow(&seed, &picks)?;
    }
}

/// Each of these in at least two files of a hundred.
const WRITTEN: [&str; 40] = [
    "accuracy = 0.",
    "accuracy = \"luck\"",
    "accuracy = \"enemy.luck\"",
    "might in 4",
    "miss = ",
    "chance = ",
    "otherwise = ",
    "critical = ",
    "times = 3",
    "recharge = ",
    "1d2",
    "0..2",
    "2d2",
    "up-to = 2",
    "\"any-enemy\"",
    "\"enemies\"",
    "\"random-enemy\"",
    "\"ally\"",
    "\"other-ally\"",
    "\"allies\"",
    "\"fallen-ally\"",
    "target = \"self\"",
    "target.hp",
    "order = \"speed\"",
    "first = \"coin\"",
    "pass = \"stunned\"",
    "pass = \"always\"",
    "overheal = false",
    "soak = ",
    "stuns = ",
    "again = ",
    "kills = ",
    "drains = ",
    "starts = ",
    "stacks = 2",
    "cooldown = ",
    "actions = 2",
    "actions = \"any\"",
    "on = \"dies\"",
    "on = \"hurt\"",
];

#[test]
fn every_word_of_chance_and_teams_is_written_often_and_games_have_moves() {
    const FILES: usize = 400;
    let mut runner = TestRunner::deterministic();
    let (mut counts, mut compared, mut solved) = ([0; WRITTEN.len()], 0, 0);
    for number in 0..FILES {
        let seed = files(number % 2 == 1).new_tree(&mut runner).expect("a file").current();
        let text = seed.text();
        for (count, word) in counts.iter_mut().zip(WRITTEN) {
            *count += usize::from(text.contains(word));
        }
        if number % 8 == 0 {
            compared += follow(&seed, &[5, 17, 40, 300, 77]).expect("both agree");
        } else if number % 8 == 1 {
            solved += usize::from(values::hold(&seed).expect("both agree"));
        }
    }
    let rare: Vec<_> = WRITTEN.iter().zip(counts).filter(|(_, count)| count * 50 < FILES).collect();
    assert!(rare.is_empty(), "{rare:?}");
    assert!(compared > FILES / 4, "only {compared} positions in {} files", FILES / 8);
    assert!(solved > FILES / 40, "only {solved} of {} files are solved", FILES / 8);
}
