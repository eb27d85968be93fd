//! How well a choice was made: the share that it kept of what was at stake, how bad the move was, and how
//! much it gave away.
//!
//! What is at stake in a choice is the difference between its best move and its worst. A win that is
//! thrown away counts as much as the whole win was worth, or as the worst of the other moves, whichever
//! is more. Where all moves are equally good, or where no move wins any more, nothing is at stake, and
//! the choice says nothing about whoever made it.

use crate::Hint;

/// What a move loses against the best one.
enum Loss {
    /// So much.
    Some(f64),
    /// The win itself.
    Win,
}

#[expect(clippy::cast_precision_loss, reason = "a share for people to read")]
fn loss(hint: &Hint) -> Loss {
    match (hint.best, hint.mean, hint.regret) {
        (true, _, _) => Loss::Some(0.0),
        (false, Some((_, regret)), _) => Loss::Some(regret.max(0.0)),
        (false, None, Some(regret)) => Loss::Some(regret as f64),
        (false, None, None) => Loss::Win,
    }
}

/// What was at stake in a choice, and what of it the move that was made lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stake {
    /// The difference between the best move and the worst, in the unit of the game's values; above 0.
    pub of: f64,
    /// What was lost, from 0 to all of it.
    pub lost: f64,
}

impl Stake {
    /// What was at stake when the move of this key was made; none where nothing was, or where the move
    /// is not among them.
    ///
    /// ```
    /// use outplay::{Budget, Stake};
    /// let table = outplay::Source::game("wizard").set("boss.hp=20").open().unwrap();
    /// let hints = table.solver().hints("", &Budget::default()).unwrap();
    /// // Recharge wastes 229 mana, and no move wastes more; Poison wastes 14.
    /// assert_eq!(Stake::in_choice(&hints, "0"), Some(Stake { of: 229.0, lost: 0.0 }));
    /// assert_eq!(Stake::in_choice(&hints, "3"), Some(Stake { of: 229.0, lost: 14.0 }));
    /// ```
    pub fn in_choice(hints: &[Hint], key: &str) -> Option<Self> {
        let made = hints.iter().find(|hint| hint.key.eq_ignore_ascii_case(key))?;
        if hints.iter().any(|hint| hint.near.is_some()) {
            return None;
        }
        let (mut of, mut thrown) = (0.0_f64, false);
        for hint in hints {
            match loss(hint) {
                Loss::Some(loss) => of = of.max(loss),
                Loss::Win => thrown = true,
            }
        }
        if thrown {
            // A win that costs nothing is worth something all the same.
            let best = hints.iter().find(|hint| hint.best);
            of = of.max(best.map_or(0.0, size)).max(1.0);
        }
        let lost = match loss(made) {
            Loss::Some(loss) => loss,
            Loss::Win => of,
        };
        (of > 0.0).then_some(Self { of, lost })
    }

    /// The share that was kept of all that was at stake in some choices; none where nothing was.
    ///
    /// ```
    /// use outplay::Stake;
    /// let played = [Stake { of: 30.0, lost: 0.0 }, Stake { of: 10.0, lost: 10.0 }];
    /// assert_eq!(Stake::kept(played), Some(0.75));
    /// assert_eq!(Stake::kept([]), None);
    /// ```
    pub fn kept(choices: impl IntoIterator<Item = Self>) -> Option<f64> {
        let (mut of, mut lost) = (0.0, 0.0);
        for choice in choices {
            of += choice.of;
            lost += choice.lost;
        }
        (of > 0.0).then(|| 1.0 - lost / of)
    }
}

/// How bad the move of this key was among these, from 0, as good as any, to 1, the win thrown away: the
/// chance that it gave away, or the share of the value. Of moves none of which wins, one that comes less
/// near is a little bad. What is not among them is not bad.
///
/// ```
/// use outplay::{Budget, badness};
/// let table = outplay::Source::game("wizard").set("boss.hp=20").open().unwrap();
/// let hints = table.solver().hints("", &Budget::default()).unwrap();
/// // A win takes 265 mana; Poison wastes 14, and Recharge 229.
/// assert_eq!(badness(&hints, "0"), 0.0);
/// assert!(badness(&hints, "3") < badness(&hints, "4"));
/// ```
pub fn badness(hints: &[Hint], key: &str) -> f64 {
    let made = hints.iter().find(|hint| hint.key.eq_ignore_ascii_case(key));
    let Some(made) = made.filter(|made| !made.best) else { return 0.0 };
    let best = hints.iter().find(|hint| hint.best).map_or(0.0, size);
    match loss(made) {
        Loss::Some(loss) if made.unit.as_deref() == Some("chance") => loss,
        Loss::Some(loss) => loss / size(made).max(best).max(loss).max(1.0),
        Loss::Win if made.near.is_some() => LESS_NEAR,
        Loss::Win => 1.0,
    }
}

/// How much the move of this key gave away among these, to be compared with other moves of the game: in
/// the unit of its values, and without end where the win was thrown away. Of moves none of which wins,
/// none gives anything away; nor does what is not among them.
///
/// ```
/// use outplay::{Budget, given_away};
/// let table = outplay::Source::game("wizard").set("boss.hp=20").open().unwrap();
/// let hints = table.solver().hints("", &Budget::default()).unwrap();
/// assert_eq!([given_away(&hints, "0"), given_away(&hints, "3")], [0.0, 14.0]);
/// ```
pub fn given_away(hints: &[Hint], key: &str) -> f64 {
    let made = hints.iter().find(|hint| hint.key.eq_ignore_ascii_case(key));
    match made.map(|made| (loss(made), made.near)) {
        Some((Loss::Some(loss), _)) => loss,
        Some((Loss::Win, None)) => f64::INFINITY,
        Some((Loss::Win, Some(_))) | None => 0.0,
    }
}

/// How bad it is to come less near where no move wins.
const LESS_NEAR: f64 = 0.1;

/// How large the value of a move is.
#[expect(clippy::cast_precision_loss, reason = "a share for people to read")]
fn size(hint: &Hint) -> f64 {
    match (hint.mean, hint.value) {
        (Some((mean, _)), _) => mean.abs(),
        (None, value) => value.map_or(0.0, |value| value.unsigned_abs() as f64),
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these shares and losses come out exactly")]
mod tests {
    use super::{Stake, badness, given_away};
    use crate::Hint;

    fn hint(key: &str, value: Option<i64>, regret: Option<u64>, best: bool) -> Hint {
        Hint {
            key: key.to_owned(),
            name: key.to_owned(),
            value,
            regret,
            best,
            near: None,
            mean: None,
            unit: None,
        }
    }

    /// The share that a single choice kept.
    fn kept(hints: &[Hint], key: &str) -> Option<f64> {
        Stake::kept(Stake::in_choice(hints, key))
    }

    #[test]
    fn what_was_at_stake_is_the_worst_move() {
        let hints = [
            hint("a", Some(30), Some(0), true),
            hint("b", Some(20), Some(10), false),
            hint("c", Some(-10), Some(40), false),
        ];
        assert_eq!(kept(&hints, "a"), Some(1.0));
        assert_eq!(kept(&hints, "b"), Some(0.75));
        assert_eq!(kept(&hints, "C"), Some(0.0));
        assert_eq!(kept(&hints, "d"), None);
        let bad = ["a", "b", "C", "d"].map(|key| badness(&hints, key));
        assert_eq!(bad, [0.0, 10.0 / 30.0, 1.0, 0.0]);
    }

    #[test]
    fn a_win_thrown_away_is_all_of_it() {
        let hints = [
            hint("a", Some(100), Some(0), true),
            hint("b", Some(125), Some(25), false),
            hint("c", None, None, false),
        ];
        assert_eq!(kept(&hints, "b"), Some(0.75));
        assert_eq!(kept(&hints, "c"), Some(0.0));
        assert_eq!([badness(&hints, "b"), badness(&hints, "c")], [0.2, 1.0]);
        let given = ["a", "b", "c", "d"].map(|key| given_away(&hints, key));
        assert_eq!(given, [0.0, 25.0, f64::INFINITY, 0.0]);
        // Player 2, where player 1 cannot win but for one move.
        let hints = [hint("a", None, None, true), hint("b", Some(7), None, false)];
        assert_eq!(kept(&hints, "b"), Some(0.0));
        assert_eq!(kept(&hints, "a"), Some(1.0));
    }

    #[test]
    fn equal_moves_say_nothing() {
        let hints = [hint("a", Some(5), Some(0), true), hint("b", Some(5), Some(0), true)];
        assert_eq!(kept(&hints, "a"), None);
        assert_eq!(kept(&hints[..1], "a"), None);
    }
}
