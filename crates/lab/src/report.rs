//! What came of many games.
//!
//! Games are added in the order of their seeds, lengths and margins in whole numbers, so nothing
//! depends on who played them when. The confidence interval is the usual one of a mean:
//! `mean ± 1.96 s / √n`, where `s² = (n Σx² - (Σx)²) / (n (n - 1))` over the margins x of the n
//! games. It holds for many games; for a handful it is too narrow.

use std::cmp::Reverse;

use outplay_game::{Player, Stop};
use serde::{Deserialize, Serialize};

use crate::{Playout, Spread};

/// What came of a match, with a few of its games as `P`. `p1_wins + p2_wins + ties + cut = games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport<P> {
    /// The seed of the first game; each next game has the next seed.
    pub seed: u64,
    /// Games asked for.
    pub asked: u64,
    /// Games counted: fewer than asked for only where something stopped the match, and then those
    /// of the first seeds.
    pub games: u64,
    /// Neither style is random: one game was played and counted `games` times.
    pub one_for_all: bool,
    /// Games that player 1 won.
    pub p1_wins: u64,
    /// Games that player 2 won.
    pub p2_wins: u64,
    /// Games that ended with nobody winning.
    pub ties: u64,
    /// Games that went on for too long; they count as draws worth 0.
    pub cut: u64,
    /// Choices in a game, on average; of a game that was cut, until then.
    pub mean_length: Option<f64>,
    /// What a game was worth to player 1, on average.
    pub mean_margin: Option<f64>,
    /// With 95 % confidence the true mean is within so much of `mean_margin`, either way. `None`
    /// with fewer than two games (or margins beyond all reckoning).
    pub margin_within: Option<f64>,
    /// What player 1 spent, where the game is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Spent>,
    /// The shortest game that ended, or else the shortest.
    pub shortest: Option<P>,
    /// The longest game that ended, or else the longest.
    pub longest: Option<P>,
    /// The game that was won by the least, or else a tie.
    pub closest: Option<P>,
    /// What stopped the match, where something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// The sums that the means are made of, so that matches can be put together; none where they have
    /// outgrown the numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sums: Option<Sums>,
    /// How often each length and each margin came up, where there are few enough of them; only whoever
    /// played the games knows it, and no file keeps it.
    #[serde(skip)]
    pub spread: Option<Spread>,
}

/// What the means of a match are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Actions in all games.
    pub actions: u64,
    /// Margins of all games.
    pub margins: i64,
    /// Squares of all margins.
    pub squares: u64,
    /// What player 1 spent in all games, in those that they won, and the squares of the latter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<[u64; 3]>,
}

/// What makes a game worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// It went on for too long.
    pub cut: bool,
    /// Its actions.
    pub length: u64,
    /// What it was worth to player 1.
    pub margin: i64,
    /// Did anybody win?
    pub won: bool,
}

impl Looks {
    fn shortest(self) -> (bool, u64) {
        (self.cut, self.length)
    }

    fn longest(self) -> (bool, Reverse<u64>) {
        (self.cut, Reverse(self.length))
    }

    fn closest(self) -> (bool, bool, u64) {
        (!self.won, self.cut, self.margin.unsigned_abs())
    }
}

/// What player 1 spent in the games of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// What it is counted in.
    pub unit: String,
    /// On average over the games that player 1 won; none where they won none.
    pub mean_of_wins: Option<f64>,
    /// With 95 % confidence the true mean of wins is within so much of it, either way.
    pub mean_within: Option<f64>,
    /// The cheapest win.
    pub least: Option<u64>,
    /// The dearest win.
    pub most: Option<u64>,
    /// On average over all games, won or not.
    pub mean: Option<f64>,
}

impl<P> MatchReport<P> {
    /// The report of a match of which no game was begun, because something stopped it.
    ///
    /// # Panics
    /// Never: it has no games.
    #[must_use]
    pub fn unbegun(price: Option<&str>, seed: u64, stop: Stop) -> Self {
        let report = Tally::<()>::new(price).report((seed, 0), false, Some(stop));
        report.map_games(|_| unreachable!("it has no games"))
    }

    /// The games worth a look, by what makes them so.
    pub fn notable(&self) -> [(&'static str, Option<&P>); 3] {
        [
            ("shortest", self.shortest.as_ref()),
            ("longest", self.longest.as_ref()),
            ("closest", self.closest.as_ref()),
        ]
    }

    /// The same report with its games told in another way.
    pub fn map_games<Q>(self, tell: impl Fn(P) -> Q) -> MatchReport<Q> {
        MatchReport {
            seed: self.seed,
            asked: self.asked,
            games: self.games,
            one_for_all: self.one_for_all,
            p1_wins: self.p1_wins,
            p2_wins: self.p2_wins,
            ties: self.ties,
            cut: self.cut,
            mean_length: self.mean_length,
            mean_margin: self.mean_margin,
            margin_within: self.margin_within,
            price: self.price,
            shortest: self.shortest.map(&tell),
            longest: self.longest.map(&tell),
            closest: self.closest.map(&tell),
            stopped: self.stopped,
            sums: self.sums,
            spread: self.spread,
        }
    }

    /// The report of this match and of one that goes on with the next seed, as if they had been one; none
    /// where their sums have outgrown the numbers.
    #[must_use]
    pub fn joined(self, next: Self, looks: impl Fn(&P) -> Looks) -> Option<Self> {
        let mut tally: Tally<P> = Tally::new(None);
        for report in [self.clone_counts(), next.clone_counts()] {
            tally.count(&report)?;
        }
        let price = match (&self.price, &next.price) {
            (Some(one), Some(other)) => {
                Some(Purse::joined([one, other], [self.sums?, next.sums?])?)
            }
            _ => None,
        };
        tally.price = price;
        let spreads = self.spread.clone().zip(next.spread.as_ref());
        tally.spread = spreads.and_then(|(one, other)| one.joined(other));
        let stopped = self.stopped.or(next.stopped);
        let asked = self.asked.saturating_add(next.asked);
        let (seed, one_for_all) = (self.seed, self.one_for_all && next.one_for_all);
        // The first of those that are alike stays.
        let pick = |one: Option<P>, other: Option<P>, later: fn(Looks, Looks) -> bool| match (
            one, other,
        ) {
            (Some(one), Some(other)) if later(looks(&other), looks(&one)) => Some(other),
            (one, other) => one.or(other),
        };
        let shortest =
            pick(self.shortest, next.shortest, |one, other| one.shortest() < other.shortest());
        let longest =
            pick(self.longest, next.longest, |one, other| one.longest() < other.longest());
        let closest =
            pick(self.closest, next.closest, |one, other| one.closest() < other.closest());
        let joined = tally.report((seed, asked), one_for_all, stopped);
        Some(Self {
            shortest,
            longest,
            closest,
            ..joined.map_games(|_| unreachable!("it has no games"))
        })
    }

    fn clone_counts(&self) -> Counts {
        let Self { games, p1_wins, p2_wins, cut, sums, .. } = *self;
        Counts { games, p1_wins, p2_wins, cut, sums }
    }
}

/// The counts of a report.
#[derive(Clone, Copy)]
struct Counts {
    games: u64,
    p1_wins: u64,
    p2_wins: u64,
    cut: u64,
    sums: Option<Sums>,
}

/// Games counted so far.
pub(crate) struct Tally<M> {
    games: u64,
    p1_wins: u64,
    p2_wins: u64,
    cut: u64,
    actions: u128,
    margins: i128,
    /// The sum of the squares; `None` once it has outgrown the numbers.
    squares: Option<i128>,
    price: Option<Purse>,
    shortest: Option<Playout<M>>,
    longest: Option<Playout<M>>,
    closest: Option<Playout<M>>,
    spread: Option<Spread>,
}

/// What was spent so far.
struct Purse {
    unit: String,
    all: u128,
    of_wins: u128,
    /// The sum of the squares over the wins; `None` once it has outgrown the numbers.
    squares: Option<i128>,
    range: Option<(u64, u64)>,
}

impl Purse {
    fn new(unit: &str) -> Self {
        Self { unit: unit.to_owned(), all: 0, of_wins: 0, squares: Some(0), range: None }
    }

    fn add(&mut self, spent: u64, won: bool, times: u64) {
        let sum = u128::from(spent) * u128::from(times);
        self.all = self.all.saturating_add(sum);
        if !won {
            return;
        }
        self.of_wins = self.of_wins.saturating_add(sum);
        let spent_wide = i128::from(spent);
        let square =
            spent_wide.checked_mul(spent_wide).and_then(|one| one.checked_mul(i128::from(times)));
        self.squares = self.squares.zip(square).and_then(|(sum, square)| sum.checked_add(square));
        let (least, most) = self.range.unwrap_or((spent, spent));
        self.range = Some((least.min(spent), most.max(spent)));
    }

    /// What two matches spent.
    fn joined(both: [&Spent; 2], sums: [Sums; 2]) -> Option<Self> {
        let mut purse = Self::new(&both[0].unit);
        for (spent, sums) in both.into_iter().zip(sums) {
            let [all, of_wins, squares] = sums.spent?;
            purse.all += u128::from(all);
            purse.of_wins += u128::from(of_wins);
            purse.squares = purse.squares.and_then(|sum| sum.checked_add(i128::from(squares)));
            if let Some((least, most)) = spent.least.zip(spent.most) {
                let (low, high) = purse.range.unwrap_or((least, most));
                purse.range = Some((low.min(least), high.max(most)));
            }
        }
        Some(purse)
    }

    fn sums(&self) -> Option<[u64; 3]> {
        let squares = u64::try_from(self.squares?).ok()?;
        Some([u64::try_from(self.all).ok()?, u64::try_from(self.of_wins).ok()?, squares])
    }

    fn report(self, games: u64, wins: u64) -> Spent {
        let mean = |sum: u128, count: u64| {
            let sum = i128::try_from(sum).ok().filter(|_| count > 0)?;
            Some(quotient(sum, count))
        };
        let sum = i128::try_from(self.of_wins).ok();
        Spent {
            mean_of_wins: mean(self.of_wins, wins),
            mean_within: sum.and_then(|sum| within(wins, sum, self.squares)),
            least: self.range.map(|(least, _)| least),
            most: self.range.map(|(_, most)| most),
            mean: mean(self.all, games),
            unit: self.unit,
        }
    }
}

impl<M> Tally<M> {
    pub(crate) fn new(price: Option<&str>) -> Self {
        Self {
            games: 0,
            p1_wins: 0,
            p2_wins: 0,
            cut: 0,
            actions: 0,
            margins: 0,
            squares: Some(0),
            price: price.map(Purse::new),
            shortest: None,
            longest: None,
            closest: None,
            spread: Some(Spread::default()),
        }
    }

    /// Counts the games of a report, but not what they look like.
    fn count(&mut self, counts: &Counts) -> Option<()> {
        let sums = counts.sums?;
        self.games = self.games.checked_add(counts.games)?;
        self.p1_wins += counts.p1_wins;
        self.p2_wins += counts.p2_wins;
        self.cut += counts.cut;
        self.actions += u128::from(sums.actions);
        self.margins += i128::from(sums.margins);
        self.squares = self.squares.and_then(|sum| sum.checked_add(i128::from(sums.squares)));
        Some(())
    }

    fn sums(&self) -> Option<Sums> {
        let spent = match &self.price {
            Some(price) => Some(price.sums()?),
            None => None,
        };
        Some(Sums {
            actions: u64::try_from(self.actions).ok()?,
            margins: i64::try_from(self.margins).ok()?,
            squares: u64::try_from(self.squares?).ok()?,
            spent,
        })
    }

    pub(crate) fn report(
        self,
        (seed, asked): (u64, u64),
        one_for_all: bool,
        stopped: Option<Stop>,
    ) -> MatchReport<Playout<M>> {
        let sums = self.sums();
        let Self { games, p1_wins, p2_wins, cut, .. } = self;
        MatchReport {
            seed,
            asked,
            games,
            one_for_all,
            p1_wins,
            p2_wins,
            ties: games - p1_wins - p2_wins - cut,
            cut,
            mean_length: (games > 0).then(|| quotient(self.actions.cast_signed(), games)),
            mean_margin: (games > 0).then(|| quotient(self.margins, games)),
            margin_within: within(games, self.margins, self.squares),
            price: self.price.map(|price| price.report(games, p1_wins)),
            shortest: self.shortest,
            longest: self.longest,
            closest: self.closest,
            stopped,
            sums,
            spread: self.spread,
        }
    }
}

impl<M: Clone> Tally<M> {
    /// Counts a game so many times.
    pub(crate) fn add(&mut self, played: &Playout<M>, times: u64) {
        self.games += times;
        match played.winner {
            Some(Player::One) => self.p1_wins += times,
            Some(Player::Two) => self.p2_wins += times,
            None if played.cut => self.cut += times,
            None => {}
        }
        let spread = self.spread.take();
        self.spread = spread.and_then(|it| it.with(played.actions, played.margin, times));
        let margin = i128::from(played.margin);
        self.actions += u128::from(played.actions) * u128::from(times);
        self.margins += margin * i128::from(times);
        let square = (margin * margin).checked_mul(i128::from(times));
        self.squares = self.squares.zip(square).and_then(|(sum, square)| sum.checked_add(square));
        if let (Some(price), Some(spent)) = (&mut self.price, played.spent) {
            price.add(spent, played.winner == Some(Player::One), times);
        }
        // The first game of those that are alike stays.
        keep_least(&mut self.shortest, played, |game| game.looks().shortest());
        keep_least(&mut self.longest, played, |game| game.looks().longest());
        keep_least(&mut self.closest, played, |game| game.looks().closest());
    }
}

/// Half the width of the confidence interval; see the head of this file.
fn within(count: u64, sum: i128, squares: Option<i128>) -> Option<f64> {
    let n = i128::from(count);
    let spread = n.checked_mul(squares?)?.checked_sub(sum.checked_mul(sum)?)?;
    let pairs = n.checked_mul(n - 1).filter(|&pairs| pairs > 0)?;
    Some(1.96 * (float(spread) / float(pairs) / float(n)).sqrt())
}

fn keep_least<M: Clone, K: Ord>(
    kept: &mut Option<Playout<M>>,
    played: &Playout<M>,
    key: impl Fn(&Playout<M>) -> K,
) {
    if kept.as_ref().is_none_or(|kept| key(played) < key(kept)) {
        *kept = Some(played.clone());
    }
}

fn quotient(sum: i128, count: u64) -> f64 {
    float(sum) / float(i128::from(count))
}

#[expect(clippy::cast_precision_loss, reason = "means are for people")]
fn float(number: i128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game with this margin and so many actions.
    fn game(seed: u64, margin: i64, actions: u64) -> Playout<char> {
        let winner = match margin {
            0 => None,
            1.. => Some(Player::One),
            _ => Some(Player::Two),
        };
        Playout { seed, moves: vec!['m'], actions, margin, winner, cut: false, spent: None }
    }

    fn report(games: &[Playout<char>]) -> MatchReport<Playout<char>> {
        let mut tally = Tally::new(None);
        for game in games {
            tally.add(game, 1);
        }
        tally.report((1, 9), false, None)
    }

    #[test]
    fn counts_means_and_interval_are_those_computed_by_hand() {
        let cut = Playout { cut: true, ..game(5, 0, 10) };
        let games = [game(1, 4, 3), game(2, -2, 5), game(3, 0, 2), game(4, 8, 4), cut];
        let report = report(&games);
        assert_eq!((report.games, report.p1_wins, report.p2_wins), (5, 2, 1));
        assert_eq!((report.ties, report.cut), (1, 1));
        assert_eq!((report.mean_length, report.mean_margin), (Some(4.8), Some(2.0)));
        // Deviations 2, -4, -2, 6, -2: squares 64; s² = 16; 1.96 * 4 / √5.
        let within = report.margin_within.unwrap();
        assert!((within - 1.96 * 4.0 / 5.0_f64.sqrt()).abs() < 1e-12, "{within}");
    }

    #[test]
    fn two_matches_put_together_are_one() {
        let cut = Playout { cut: true, ..game(4, 0, 10) };
        let games =
            [game(1, 4, 3), game(2, -2, 5), game(3, 0, 2), cut, game(5, 8, 4), game(6, 1, 2)];
        for place in 0..=games.len() {
            let part = |games: &[Playout<char>], asked: u64| {
                let mut tally = Tally::new(Some("mana"));
                for game in games {
                    tally.add(&Playout { spent: Some(game.seed * 7), ..game.clone() }, 1);
                }
                tally.report((1, asked), false, None)
            };
            let (before, after) = games.split_at(place);
            let both = part(before, before.len() as u64)
                .joined(part(after, after.len() as u64), Playout::looks);
            assert_eq!(both, Some(part(&games, games.len() as u64)), "{place}");
        }
    }

    #[test]
    fn the_first_seed_of_the_shortest_longest_and_closest_is_kept() {
        let cut = Playout { cut: true, ..game(1, 0, 1) };
        let games =
            [cut, game(2, 0, 4), game(3, 5, 2), game(4, -3, 4), game(5, 3, 2), game(6, 9, 3)];
        let seeds = |report: MatchReport<Playout<char>>| {
            [report.shortest, report.longest, report.closest].map(|game| game.unwrap().seed)
        };
        assert_eq!(seeds(report(&games)), [3, 2, 4]);
        // Where nobody wins, a tie is closest, and only then a game that was cut.
        assert_eq!(seeds(report(&games[..2])), [2, 2, 2]);
        assert_eq!(seeds(report(&games[..1])), [1, 1, 1]);
    }

    #[test]
    fn one_game_has_no_interval_and_no_game_no_means() {
        let one = report(&[game(1, 4, 3)]);
        assert_eq!((one.mean_margin, one.margin_within), (Some(4.0), None));
        let none = report(&[]);
        assert_eq!((none.mean_length, none.mean_margin, none.margin_within), (None, None, None));
        assert_eq!(none.shortest, None);
    }

    #[test]
    fn what_was_spent_is_counted_over_wins_and_over_all() {
        let spent = |spent, margin| Playout { spent: Some(spent), ..game(1, margin, 1) };
        let mut tally = Tally::new(Some("mana"));
        for game in [spent(10, 5), spent(100, -5), spent(16, 5), spent(4, 0)] {
            tally.add(&game, 1);
        }
        let price = tally.report((1, 9), false, None).price.unwrap();
        assert_eq!((price.unit.as_str(), price.least, price.most), ("mana", Some(10), Some(16)));
        assert_eq!((price.mean_of_wins, price.mean), (Some(13.0), Some(32.5)));
        // Deviations 3 and -3: s² = 18; 1.96 √(18 / 2).
        assert!((price.mean_within.unwrap() - 1.96 * 3.0).abs() < 1e-12, "{price:?}");
        let mut lost = Tally::new(Some("mana"));
        lost.add(&spent(7, -1), 3);
        let price = lost.report((1, 9), false, None).price.unwrap();
        assert_eq!((price.mean_of_wins, price.least, price.mean), (None, None, Some(7.0)));
    }

    #[test]
    fn enormous_margins_lose_the_interval_and_nothing_else() {
        let report = report(&vec![game(1, i64::MAX, 1); 5]);
        assert_eq!((report.margin_within, report.p1_wins), (None, 5));
        assert!(report.mean_margin.unwrap() > 9e18);
    }

    #[test]
    fn sums_that_outgrow_the_numbers_are_left_out_and_joined_with_nothing() {
        let spent = |spent| Playout { spent: Some(spent), ..game(1, 1, 1) };
        let of = |spends: &[u64], times| {
            let mut tally = Tally::new(Some("mana"));
            for &each in spends {
                tally.add(&spent(each), times);
            }
            tally.report((1, 1), false, None)
        };
        // The squares of what was spent are the first to be too large.
        let large = 1 << 32;
        assert_eq!(of(&[3, 4], 2).sums.unwrap().spent, Some([14, 14, 50]));
        assert_eq!(of(&[large - 1], 1).sums.map(|sums| sums.spent.is_some()), Some(true));
        assert_eq!(of(&[large], 1).sums, None);
        assert_eq!(of(&[large], 1).price.unwrap().mean, Some(4_294_967_296.0));
        assert_eq!(of(&[u64::MAX], u64::MAX).price.unwrap().mean_within, None);
        assert!(of(&[large], 1).joined(of(&[1], 1), Playout::looks).is_none());
        assert!(of(&[1], 1).joined(of(&[large], 1), Playout::looks).is_none());
        let both = of(&[3], 2).joined(of(&[5, 4], 1), Playout::looks).unwrap();
        let price = both.price.unwrap();
        assert_eq!((price.least, price.most, price.mean), (Some(3), Some(5), Some(3.75)));
        assert_eq!(both.sums, of(&[3, 3, 5, 4], 1).sums);
        // Where one counts what is spent and the other does not, nothing is said of it.
        let other = report(&[game(2, 1, 1)]);
        assert_eq!(of(&[3], 1).joined(other, Playout::looks).unwrap().price, None);
    }

    #[test]
    fn one_game_that_stands_for_many_counts_as_often() {
        let mut one = Tally::new(None);
        one.add(&game(1, -3, 5), 4);
        let mut cut = Playout { cut: true, ..game(2, 0, 9) };
        one.add(&cut, 2);
        cut.cut = false;
        one.add(&cut, 3);
        let report = one.report((1, 9), true, None);
        assert_eq!((report.games, report.p1_wins, report.p2_wins), (9, 0, 4));
        assert_eq!((report.cut, report.ties, report.one_for_all), (2, 3, true));
        let sums = report.sums.unwrap();
        assert_eq!((sums.actions, sums.margins, sums.squares), (65, -12, 36));
        let spread = report.spread.unwrap();
        assert_eq!((spread.lengths[&9], spread.margins[&-3]), (5, 4));
        let half = |one_for_all| {
            let mut tally = Tally::new(None);
            tally.add(&game(1, -3, 5), 2);
            tally.report((1, 2), one_for_all, None)
        };
        let both = |one, other| half(one).joined(half(other), Playout::looks).unwrap().one_for_all;
        assert_eq!([both(true, true), both(true, false), both(false, true)], [true, false, false]);
    }
}
