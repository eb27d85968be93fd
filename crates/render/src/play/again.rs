//! A game looked at again: how well it was played, and where it was lost.

use outplay::game::Player;
use outplay::{Judged, Review, Reviewed, Stake, Table, count};

/// So many of the worst moves are named.
const WORST: usize = 3;

/// What was kept of all that was at stake, in a sentence; nothing where nothing ever was, or where not
/// all of it is settled.
pub fn accuracy(review: &Review) -> Option<String> {
    if review.moves.iter().any(|made| made.judged == Judged::Open) {
        return None;
    }
    let stakes: Vec<Stake> = review.moves.iter().filter_map(|made| made.stake).collect();
    let kept = Stake::kept(stakes.iter().copied())?;
    let choices = count(stakes.len() as u64, "choice");
    Some(format!("Accuracy {:.0} %, in {choices} that mattered.", 100.0 * kept))
}

/// The worst moves, the worst first: where the win was thrown away, then where most was given away.
pub fn worst(review: &Review) -> Vec<&Reviewed> {
    let mut worst: Vec<_> = review.moves.iter().filter(|made| !made.judged.is_good()).collect();
    // Equals stay in the order in which they were made.
    worst.sort_by(|one, two| two.given_away.total_cmp(&one.given_away));
    worst.truncate(WORST);
    worst
}

/// The most that a number of a side may be, where the rules say so.
pub fn maximum(table: &Table, player: Player, number: &str) -> Option<i32> {
    let about = table.about();
    let (id, number) = match number.rsplit_once('.') {
        Some((member, number)) => (member, number),
        None => (about.side(player).id.as_str(), number),
    };
    let fighter = table.fight()?.spec.fighters.iter().find(|fighter| fighter.id.text == id)?;
    let range = fighter.ranges.iter().find(|(name, _)| name == number);
    range.and_then(|(_, range)| range.most).map(|(most, _)| most)
}

#[cfg(test)]
mod tests {
    use outplay::{Sitting, Source, StyleName};

    use super::*;

    fn played(source: &Source, keys: &str) -> Review {
        let styles = [StyleName::Manual, StyleName::Minimax];
        let mut sitting = Sitting::new(&source.open().unwrap(), styles, None).unwrap();
        sitting.limits.seconds = None;
        for key in keys.chars() {
            while let Some(chosen) = sitting.choose(None).unwrap() {
                sitting.play(&chosen.key, false).unwrap();
            }
            sitting.play(&key.to_string(), true).unwrap();
        }
        sitting.review(None).unwrap()
    }

    #[test]
    fn the_worst_moves_stand_in_order_and_the_win_thrown_away_is_the_first() {
        let review = played(&Source::game("wizard"), "130000");
        let names: Vec<_> =
            worst(&review).iter().map(|made| (made.round, made.name.as_str())).collect();
        assert_eq!(names[..2], [(3, "Magic Missile"), (1, "Drain")]);
        assert!(names.len() <= WORST);
        // Drain wastes 316 of the 316 at stake, Poison nothing, and Magic Missile the win.
        let share = accuracy(&review).unwrap();
        assert!(share.starts_with("Accuracy ") && !share.contains("100 %"), "{share}");
        assert!(share.ends_with(" %, in 3 choices that mattered."), "{share}");
    }

    #[test]
    fn a_perfect_game_has_no_worst_move() {
        let review = played(&Source::game("wizard").set("boss.hp=21"), "300");
        assert!(worst(&review).is_empty());
        assert_eq!(accuracy(&review).unwrap(), "Accuracy 100 %, in 3 choices that mattered.");
    }

    #[test]
    fn a_maximum_is_known_where_the_rules_name_one() {
        let table = Source::game("fencers").open().unwrap();
        let about = table.about();
        let known =
            about.sides[0].numbers.iter().any(|n| maximum(&table, Player::One, n).is_some());
        assert!(known, "breath has a maximum: {:?}", about.sides[0].numbers);
        assert_eq!(maximum(&table, Player::One, "nothing"), None);
    }
}
