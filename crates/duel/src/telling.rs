//! A fight with dice told turn by turn: moves and rolls as text, checked one by one.
//!
//! A line names what was chosen, and how the dice fell only where that makes a difference:
//! `K>W [hit] W>K [miss]`, or `4[hit]32` where skills have letters of their own. A roll stands in
//! brackets, one word for each thing that was rolled for.

use std::collections::HashSet;

use outplay_game::{Game, Node, Player, ZeroSum};

use crate::account::{Account, Refusal, Scribe, Snapshot};
use crate::dice::{Cause, Dealer, Dice, DiceMove, Rolling, Script, Way};
use crate::event::{Event, Roll, Witness};
use crate::game::Move;
use crate::is_key;
use crate::order::Order;
use crate::rules::Names;
use crate::state::{State, Status};

/// What a side that passes writes.
pub const PASS: &str = "pass";

/// A line that was followed.
#[derive(Clone, Debug)]
pub struct Told<const W: usize, O: Order> {
    /// What happened.
    pub account: Account,
    /// Every step: where it was made, and what was chosen or rolled.
    pub steps: Vec<(Rolling<W, O>, DiceMove)>,
    /// Where it leads.
    pub end: Rolling<W, O>,
}

/// The words of a line: moves, and rolls with their brackets. Where moves are single letters, each
/// letter is a word.
///
/// ```
/// use outplay_duel::words_of;
/// assert_eq!(words_of("K>W [hit], W>K[miss plain]", false), ["K>W", "[hit]", "W>K", "[miss plain]"]);
/// assert_eq!(words_of("42[hit]3", true), ["4", "2", "[hit]", "3"]);
/// ```
pub fn words_of(line: &str, letters: bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut open, mut inside) = (false, false);
    for letter in line.chars() {
        match letter {
            '[' if !inside => {
                words.push(String::from('['));
                (open, inside) = (false, true);
            }
            _ if inside => {
                if let Some(word) = words.last_mut() {
                    word.push(letter);
                }
                inside = letter != ']';
            }
            _ if !is_key(letter) => open = false,
            _ => {
                match words.last_mut().filter(|_| open && !letters) {
                    Some(word) => word.push(letter),
                    None => words.push(letter.to_string()),
                }
                open = true;
            }
        }
    }
    words
}

/// Tells a scribe, and answers rolls from a script.
struct Reader<'a, 'n> {
    scribe: &'a mut Scribe<'n>,
    script: Script,
}

impl<const W: usize, O: Order> Witness<W, O> for Reader<'_, '_> {
    fn see(&mut self, event: Event, state: &State<W, O>) {
        self.scribe.see(event, state);
    }

    fn roll(&mut self, roll: Roll<'_>) -> usize {
        self.script.roll(roll)
    }
}

impl<const W: usize, O: Order> Dealer<W, O> for Reader<'_, '_> {
    fn rolled(&self) -> usize {
        Dealer::<W, O>::rolled(&self.script)
    }
}

/// More turns by themselves than this are not played.
const MOST_ALONE: usize = 10_000;

impl<const W: usize, O: Order> Dice<W, O> {
    /// Does a side ever choose, so that what it does is written down?
    fn is_listed(&self, names: &Names, player: Player) -> bool {
        names.fighters[player.index()].skills.len() > 1
            || self.duel.rules.teams.as_ref().is_some_and(|teams| teams.may_pass())
    }

    /// How a choice is written, and what it is called; `None` where it is no choice.
    pub fn spell(
        &self,
        names: &Names,
        spot: &Rolling<W, O>,
        mv: DiceMove,
    ) -> Option<(String, String)> {
        let Status::Chooses(player) = spot.state().status() else { return None };
        match mv {
            DiceMove::Choice(mv) => {
                let skill = &names.fighters[player.index()].skills[mv.skill()?];
                Some((skill.spelt.clone(), skill.name.clone()))
            }
            DiceMove::Pass => Some((PASS.to_owned(), "pass".to_owned())),
            DiceMove::GoOn | DiceMove::Roll(_) => None,
        }
    }

    /// The words of a line from a state, as a replay takes them; and each step in words for people.
    pub fn spell_line(
        &self,
        names: &Names,
        from: &Rolling<W, O>,
        line: &[DiceMove],
    ) -> (Vec<String>, Vec<String>) {
        let (mut words, mut told) = (Vec::new(), Vec::new());
        let mut spot = from.clone();
        for &mv in line {
            match mv {
                DiceMove::Roll(result) => {
                    let name = self.roll_name(&spot, result);
                    if !name.is_empty() {
                        words.push(format!("[{name}]"));
                        told.push(name);
                    }
                }
                _ => {
                    let listed = spot.player().is_some_and(|player| self.is_listed(names, player));
                    if let Some((word, name)) = self.spell(names, &spot, mv).filter(|_| listed) {
                        words.push(word);
                        told.push(name);
                    }
                }
            }
            spot = self.play(&spot, mv);
        }
        (words, told)
    }

    /// Follows a line from a state.
    pub fn tell(&self, names: &Names, from: &Rolling<W, O>, words: &[String]) -> Told<W, O> {
        let mut scribe = self.duel.scribe(names);
        if let (false, Status::Chooses(player)) = (from.is_rolling(), from.state().status()) {
            scribe.open_at(player, from.state());
        }
        let mut steps: Vec<(Rolling<W, O>, DiceMove)> = Vec::new();
        let mut spot = from.clone();
        let (mut choices, mut refused, mut endless) = (Vec::new(), None, false);
        let mut given = words.iter().enumerate().peekable();
        let mut alone = HashSet::new();
        loop {
            let player = spot.player().unwrap_or(Player::One);
            let next = match self.node(&spot) {
                Node::End => break,
                Node::Single => {
                    if !alone.insert(spot.clone()) || alone.len() > MOST_ALONE {
                        endless = true;
                        break;
                    }
                    let next = self.play(&spot, DiceMove::GoOn);
                    if next.is_rolling() {
                        (DiceMove::GoOn, next)
                    } else {
                        (DiceMove::GoOn, self.follow(&spot, Cause::GoesOn, None, &mut scribe))
                    }
                }
                Node::Mean => {
                    let (ways, results) = self.ways_and_results(&spot);
                    let way = match (results, given.peek()) {
                        (1, _) => 0,
                        (_, None) => break,
                        (_, Some((index, word))) => match find_way(&ways, word) {
                            Some(way) => {
                                given.next();
                                way
                            }
                            None => {
                                let reason = no_such_roll(&ways, word);
                                refused = Some((*index, reason));
                                break;
                            }
                        },
                    };
                    let result = Self::result_of(&ways, way);
                    let Some(cause) = spot.cause() else { break };
                    let next = self.follow(&spot, cause, Some(&ways[way]), &mut scribe);
                    (DiceMove::Roll(result), next)
                }
                Node::Max | Node::Min => {
                    alone.clear();
                    let mut moves = Vec::new();
                    self.moves(&spot, &mut moves);
                    let mv = if self.is_listed(names, player) {
                        let Some((index, word)) = given.next() else { break };
                        let Some(mv) = self.find(names, &spot, &moves, word) else {
                            let reason = self.why_not(names, &spot, player, &moves, word);
                            refused = Some((index, reason));
                            break;
                        };
                        mv
                    } else {
                        moves[0]
                    };
                    let cause = match mv {
                        DiceMove::Choice(mv) => Cause::Move(mv),
                        _ => Cause::Move(Move::GO_ON),
                    };
                    if let DiceMove::Choice(mv) = mv {
                        choices.push((player, mv));
                    }
                    let next = self.play(&spot, mv);
                    if next.is_rolling() && next.cause() == Some(cause) {
                        (mv, next)
                    } else {
                        (mv, self.follow(&spot, cause, None, &mut scribe))
                    }
                }
            };
            let (mv, after) = next;
            steps.push((spot, mv));
            spot = after;
        }
        let unused = given.count();
        let refused = refused.map(|(index, reason)| Refusal {
            round: scribe.round(),
            move_number: index + 1,
            reason,
        });
        let account = Account {
            opening: Snapshot::of(from.state(), names),
            endless,
            refused,
            unused,
            choices,
            waits: self.node(&spot).chooser().is_some(),
            ..self.account_at(&spot, scribe)
        };
        Told { account, steps, end: spot }
    }

    /// What was told, and how it stands at the end of it.
    fn account_at(&self, spot: &Rolling<W, O>, scribe: Scribe<'_>) -> Account {
        let over = self.node(spot) == Node::End;
        Account {
            over,
            winner: match spot.state().status() {
                Status::Over(winner) => winner,
                _ => None,
            },
            payoff: over.then(|| self.duel.payoff(spot.state())),
            ..scribe.account()
        }
    }

    /// Runs what was chosen or rolled, and tells it.
    fn follow(
        &self,
        spot: &Rolling<W, O>,
        cause: Cause,
        way: Option<&Way<W, O>>,
        scribe: &mut Scribe<'_>,
    ) -> Rolling<W, O> {
        let script = way.map_or_else(Script::default, |way| Script::of(&way.rolls));
        let mut reader = Reader { scribe, script };
        let state = self.run(spot.state(), cause, &mut reader);
        Rolling::settled(state)
    }

    /// The move with that name; in either case where that is unambiguous.
    pub fn find(
        &self,
        names: &Names,
        spot: &Rolling<W, O>,
        moves: &[DiceMove],
        word: &str,
    ) -> Option<DiceMove> {
        let spelt = |mv: &DiceMove| self.spell(names, spot, *mv).map(|(word, _)| word);
        let exact = moves.iter().find(|mv| spelt(mv).as_deref() == Some(word));
        exact.copied().or_else(|| {
            let alike =
                |mv: &&DiceMove| spelt(mv).is_some_and(|own| own.eq_ignore_ascii_case(word));
            let mut found = moves.iter().filter(alike);
            found.next().filter(|_| found.next().is_none()).copied()
        })
    }

    fn why_not(
        &self,
        names: &Names,
        spot: &Rolling<W, O>,
        player: Player,
        moves: &[DiceMove],
        word: &str,
    ) -> String {
        let who = &names.fighters[player.index()];
        if word.starts_with('[') {
            return format!("no dice are rolled here: it is {}'s choice", who.name);
        }
        let known = who.skills.iter().position(|skill| skill.spelt.eq_ignore_ascii_case(word));
        if let Some(known) = known {
            if self.duel.rules.teams.is_none()
                && let Some(reason) = self.duel.why_not(names, spot.state(), player, known)
            {
                return reason;
            }
            return format!("{} cannot be done now", who.skills[known].name);
        }
        let legal: Vec<String> = moves
            .iter()
            .filter_map(|mv| self.spell(names, spot, *mv).map(|(word, _)| word))
            .collect();
        format!("{} cannot do {word} (they can do {})", who.name, legal.join(", "))
    }
}

/// The way that a roll in brackets means.
fn find_way<const W: usize, O: Order>(ways: &[Way<W, O>], word: &str) -> Option<usize> {
    let inside = word.strip_prefix('[')?.trim_end_matches(']');
    let name = inside.split_whitespace().collect::<Vec<_>>().join(" ");
    ways.iter().position(|way| way.name().eq_ignore_ascii_case(&name))
}

fn no_such_roll<const W: usize, O: Order>(ways: &[Way<W, O>], word: &str) -> String {
    let mut known: Vec<String> =
        ways.iter().take(8).map(|way| format!("[{}]", way.name())).collect();
    if ways.len() > known.len() {
        known.push("...".to_owned());
    }
    format!("the dice are to be rolled, and cannot fall as {word} (but as {})", known.join(", "))
}
