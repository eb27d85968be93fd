//! What comes of two styles exactly, as plain data: how often each side wins, at what price, and where a
//! side that is not perfect gives most away.
//!
//! A style that draws is as good as dice: every position that can come up between two styles is found, and
//! probability flows through them ([`Course`]). Where there are too many, nothing is said here, and a match has
//! only its games.

use outplay_game::{Budget, Node, Player, Stop, Versus};
use outplay_lab::{Price, StylePair};
use outplay_search::{Course, Ending, Interval};
use serde::{Deserialize, Serialize};

use crate::{ChanceSpread, Mean};

/// More positions than this are not followed.
pub(crate) const MOST_POSITIONS: usize = 200_000;

/// Where more than this of the probability is not accounted for, the figures are not told.
const MOST_MISSING: f64 = 1e-9;

/// Values nearer than this count as equal.
const EQUAL: f64 = 1e-9;

/// So many positions are told in which most is given away.
const SPOTS: usize = 3;

/// What comes of two styles, exactly: each figure is proved to lie between its bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactPlay {
    /// How likely player 1 wins.
    pub p1_wins: Mean,
    /// How likely player 2 wins.
    pub p2_wins: Mean,
    /// How likely the fight ends and nobody wins.
    pub ties: Mean,
    /// How likely it goes on for ever.
    pub for_ever: Mean,
    /// Actions of either side in a game that ends, on average; none where none ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<ExactMean>,
    /// What player 1 spends in a game that they win, on average; none where the goal is no price, or
    /// they never win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<ExactMean>,
    /// What the price is counted in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How much of the probability is not accounted for; every bound allows for it.
    pub missing: f64,
    /// How many positions can come up.
    pub positions: u64,
}

/// A mean that is proved to lie between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactMean {
    /// The mean, as well as it is known.
    pub value: f64,
    /// It is no less.
    pub lower: f64,
    /// It is no more; none where a fight may go in circles for any time, so that no line is the longest.
    pub upper: Option<f64>,
}

impl From<Interval> for ExactMean {
    fn from(interval: Interval) -> Self {
        let bounded = interval.upper.is_finite();
        Self {
            value: if bounded { interval.middle() } else { interval.lower },
            lower: interval.lower,
            upper: bounded.then_some(interval.upper),
        }
    }
}

/// What a side gives away against what it could have had, over a whole game on average.
///
/// In every position in which it chooses, what its move is worth is compared with what the best is worth, if
/// both played their best from there on; that is weighed with how often the position comes up. Against a
/// perfect opponent, or one who does not choose, the sum is exactly what the fight is worth less
/// what the side gets.
///
/// What is compared is the value that the fight is played for: hp, or a win. Where the goal is a price,
/// chances come first: `thrown_away` is how much of the chance to win is lost, and `given_away` how
/// much more is paid by moves that lose none of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lapses {
    /// The side: 1 or 2.
    pub side: u8,
    /// Its style.
    pub style: String,
    /// What `given_away` counts: "hp", "mana", "chance".
    pub unit: String,
    /// What it gives away in a game, on average.
    pub given_away: f64,
    /// Where the goal is a price: how much of the chance to win (for player 2: to keep the other from it)
    /// it throws away in a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown_away: Option<f64>,
    /// The positions in which it loses most, the worst first: by what is thrown away, then by what is
    /// given away. Empty where it gives nothing away.
    pub spots: Vec<Lapse>,
}

/// A position in which much is given away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lapse {
    /// The likeliest moves that lead there from where the games start, as `--after` takes them; empty
    /// at the start itself.
    pub after: String,
    /// How often it comes up in a game, on average.
    pub visits: f64,
    /// What is given away there in a game, on average: visits times what a visit costs.
    pub given_away: f64,
    /// How much of the chance to win is thrown away there, the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown_away: Option<f64>,
    /// What could be done there, and how likely the style is to do it.
    pub moves: Vec<LapseMove>,
}

/// A move in a position in which much is given away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LapseMove {
    /// As it stands in a line of moves.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// How likely the style makes it there.
    pub likely: f64,
    /// Is no other move better?
    pub best: bool,
    /// What it gives away; none where it throws chances away, which no price makes good.
    pub gives_away: Option<f64>,
    /// How much of the chance to win it throws away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws_away: Option<f64>,
}

/// The figures of two styles, and what each imperfect side gives away where that was found.
pub(crate) struct Study {
    pub(crate) figures: ExactPlay,
    /// What it is worth to player 1, where no dice fall and it is played for that.
    pub(crate) worth: Option<Mean>,
    /// How it ends, where that was asked for.
    pub(crate) spread: Option<ChanceSpread>,
    pub(crate) lapses: Vec<Lapses>,
}

/// What a move is worth to whoever makes it: first the chance, then the value. More is better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    pub(crate) chance: f64,
    pub(crate) value: f64,
}

/// A fight between styles.
pub(crate) struct Meeting<'a, G: Versus> {
    pub(crate) game: &'a G,
    pub(crate) from: &'a G::State,
    pub(crate) price: Option<Price<'a, G>>,
    /// How likely the results of a roll are.
    pub(crate) rolls: fn(&G, &G::State, &mut Vec<u64>),
}

impl<G: Versus> Meeting<'_, G> {
    /// Everything that can come up; none where that is too much, or a style does not go by the position.
    pub(crate) fn course(
        &self,
        styles: &mut StylePair<'_, G>,
        budget: &Budget,
    ) -> Result<Option<Course<G>>, Stop> {
        let mut unknown = false;
        let strategy = |state: &G::State, moves: &[G::Move], out: &mut Vec<u64>| {
            let style = match self.game.node(state) {
                Node::Max => &mut styles[0],
                Node::Min => &mut styles[1],
                Node::Mean | Node::Single | Node::End => {
                    (self.rolls)(self.game, state, out);
                    return Ok(());
                }
            };
            unknown = !style.odds(self.game, state, moves, out)?;
            if unknown { Err(Stop::Chance) } else { Ok(()) }
        };
        let price =
            |state: &G::State, mv| self.price.map_or(0, |price| (price.of)(self.game, state, mv));
        let course =
            Course::follow(self.game, self.from, strategy, price, MOST_POSITIONS, &budget.quiet());
        match course {
            Err(_) if unknown => Ok(None),
            Ok(Some(course)) if course.missing() > MOST_MISSING => Ok(None),
            course => course,
        }
    }

    /// The figures of a course.
    pub(crate) fn figures(&self, course: &Course<G>) -> ExactPlay {
        let ending = |winner| course.ending(|state| self.game.winner(state) == winner);
        let Ending { likely, price, .. } = ending(Some(Player::One));
        ExactPlay {
            p1_wins: likely.into(),
            p2_wins: ending(Some(Player::Two)).likely.into(),
            ties: ending(None).likely.into(),
            for_ever: course.for_ever().into(),
            length: course.ending(|_| true).length.map(ExactMean::from),
            price: price.filter(|_| self.price.is_some()).map(ExactMean::from),
            unit: self.price.map(|price| price.unit.to_owned()),
            missing: course.missing(),
            positions: course.states() as u64,
        }
    }

    /// What a side gives away. `weigh` says what each legal move is worth to whoever chooses, `tell` spells a
    /// line, `spell` a move: its key and its name.
    pub(crate) fn lapses(
        &self,
        course: &Course<G>,
        (side, style, unit): (Player, String, String),
        mut weigh: impl FnMut(usize, &G::State) -> Result<Vec<(G::Move, Worth)>, Stop>,
        tell: impl Fn(&[G::Move]) -> String,
        spell: impl Fn(&G::State, G::Move) -> Option<(String, String)>,
    ) -> Result<Lapses, Stop> {
        let mut found: Vec<Found> = Vec::new();
        let (mut given_away, mut thrown_away) = (0.0, 0.0);
        let mut moves = Vec::new();
        for visit in course.visits() {
            if self.game.node(visit.state).chooser() != Some(side) {
                continue;
            }
            moves.clear();
            self.game.moves(visit.state, &mut moves);
            if moves.len() < 2 {
                continue;
            }
            let options = weigh(visit.place, visit.state)?;
            let Some(best) = best_of(&options) else { continue };
            let (mut given, mut thrown) = (0.0, 0.0);
            for (mv, likely) in visit.moves() {
                let Some(&(_, worth)) = options.iter().find(|(other, _)| *other == mv) else {
                    continue;
                };
                let loses = Loss::of(best, worth);
                given += likely * loses.given.unwrap_or(0.0);
                thrown += likely * loses.thrown;
            }
            let (given, thrown) = (visit.visits * given, visit.visits * thrown);
            given_away += given;
            thrown_away += thrown;
            if given > EQUAL || thrown > EQUAL {
                found.push(Found { place: visit.place, given, thrown });
            }
        }
        found.sort_by(Found::worst_first);
        found.truncate(SPOTS);
        let places: Vec<usize> = found.iter().map(|found| found.place).collect();
        let lines = course.lines(&places);
        let priced = self.price.is_some();
        let mut spots = Vec::new();
        for (spot, line) in found.iter().zip(lines) {
            let Some(visit) = course.visits().find(|visit| visit.place == spot.place) else {
                continue;
            };
            let options = weigh(visit.place, visit.state)?;
            let Some(best) = best_of(&options) else { continue };
            let mut moves = Vec::new();
            for &(mv, worth) in &options {
                let Some((key, name)) = spell(visit.state, mv) else { continue };
                let loses = Loss::of(best, worth);
                moves.push(LapseMove {
                    key,
                    name,
                    likely: visit.moves().find(|(made, _)| *made == mv).map_or(0.0, |made| made.1),
                    best: loses.thrown <= EQUAL && loses.given.is_some_and(|given| given <= EQUAL),
                    gives_away: loses.given,
                    throws_away: priced.then_some(loses.thrown),
                });
            }
            spots.push(Lapse {
                after: tell(&line),
                visits: visit.visits,
                given_away: spot.given,
                thrown_away: priced.then_some(spot.thrown),
                moves,
            });
        }
        let thrown_away = priced.then_some(thrown_away);
        Ok(Lapses { side: side.number(), style, unit, given_away, thrown_away, spots })
    }
}

/// A whole fight with one side that may do anything and another that is perfect: many styles of that side
/// have the same positions, and differ only in how likely each move is.
pub(crate) struct Survey<G: Versus> {
    pub(crate) course: Course<G>,
    /// What each move is worth, by position; empty where the side has nothing to choose.
    pub(crate) options: Vec<Vec<(G::Move, Worth)>>,
    /// Which move is the best one; none before it is asked for.
    best: Option<Vec<u32>>,
}

impl<G: Versus> Survey<G> {
    /// Weighs every choice of a side in a course in which it makes every move.
    pub(crate) fn new(
        game: &G,
        course: Course<G>,
        side: Player,
        mut weigh: impl FnMut(&G::State) -> Result<Vec<(G::Move, Worth)>, Stop>,
    ) -> Result<Self, Stop> {
        let mut options = vec![Vec::new(); course.states()];
        for visit in course.visits() {
            if game.node(visit.state).chooser() == Some(side) && visit.moves().count() > 1 {
                options[visit.place] = weigh(visit.state)?;
            }
        }
        Ok(Self { course, options, best: None })
    }

    /// Lets the side slip so often, and else make its best move.
    pub(crate) fn slip(
        &mut self,
        (slips, of): (u32, u32),
        mut perfect: impl FnMut(&G::State, &[(G::Move, Worth)]) -> Result<G::Move, Stop>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let (slips, of) = (u64::from(slips), u64::from(of));
        if self.best.is_none() && slips < of {
            let mut best = vec![0; self.options.len()];
            for visit in self.course.visits() {
                let options = &self.options[visit.place];
                if options.is_empty() {
                    continue;
                }
                let chosen = perfect(visit.state, options)?;
                let place = options.iter().position(|(mv, _)| *mv == chosen).unwrap_or(0);
                best[visit.place] = u32::try_from(place).expect("fewer than 2^32 moves");
            }
            self.best = Some(best);
        }
        let (options, best) = (&self.options, self.best.as_deref());
        let weigh = |place: usize, _: &G::State, weights: &mut [u64]| {
            if options[place].is_empty() {
                return;
            }
            let count = weights.len() as u64;
            weights.fill(if slips == of { 1 } else { slips });
            if let Some(best) = best.filter(|_| slips < of) {
                weights[best[place] as usize] += (of - slips) * count;
            }
        };
        self.course.reweigh(weigh, budget)
    }
}

/// A position in which something is given away.
struct Found {
    place: usize,
    given: f64,
    thrown: f64,
}

impl Found {
    fn worst_first(&self, other: &Self) -> std::cmp::Ordering {
        let chance = other.thrown.total_cmp(&self.thrown);
        chance.then(other.given.total_cmp(&self.given)).then(self.place.cmp(&other.place))
    }
}

/// What a move loses against the best.
struct Loss {
    given: Option<f64>,
    thrown: f64,
}

impl Loss {
    fn of(best: Worth, worth: Worth) -> Self {
        let thrown = best.chance - worth.chance;
        if thrown > EQUAL {
            return Self { given: None, thrown };
        }
        Self { given: Some((best.value - worth.value).max(0.0)), thrown: 0.0 }
    }
}

fn best_of<M>(options: &[(M, Worth)]) -> Option<Worth> {
    let chance = options.iter().map(|(_, worth)| worth.chance).reduce(f64::max)?;
    let among = options.iter().filter(|(_, worth)| chance - worth.chance <= EQUAL);
    let value = among.map(|(_, worth)| worth.value).reduce(f64::max)?;
    Some(Worth { chance, value })
}
