//! Courses against every line of a game, one by one, in exact fractions.

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Chance, Game, MinCost, Node, Player, Stop, Versus};
use proptest::prelude::*;

use super::exact::Fraction;
use super::{Course, Ending};

/// Some weights for every choice; some moves are never made.
fn weights(game: &Sketch, state: usize, moves: &[usize], out: &mut Vec<u64>) {
    if game.node(&state) == Node::Mean {
        game.weights(&state, out);
        return;
    }
    let weight = |&mv: &usize| (state * 5 + mv * 3) as u64 % 4;
    out.extend(moves.iter().map(weight));
    if out.iter().all(|&weight| weight == 0) {
        out[0] = 1;
    }
}

fn course(game: &Sketch, most: usize) -> Option<Course<Sketch>> {
    let strategy = |&state: &usize, moves: &[usize], out: &mut Vec<u64>| {
        weights(game, state, moves, out);
        Ok(())
    };
    let price = |&state: &usize, mv| game.cost(&state, mv);
    Course::follow(game, &0, strategy, price, most, &Budget::UNLIMITED).unwrap()
}

/// One line from the start to its end.
struct Line {
    moves: Vec<usize>,
    likely: Fraction,
    spent: i64,
    actions: i64,
    end: usize,
}

fn all_lines(game: &Sketch) -> Vec<Line> {
    let first =
        Line { moves: Vec::new(), likely: Fraction::whole(1), spent: 0, actions: 0, end: 0 };
    let (mut open, mut done) = (vec![first], Vec::new());
    while let Some(line) = open.pop() {
        let state = line.end;
        let node = game.node(&state);
        let (mut moves, mut out) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        match node {
            Node::End => {
                done.push(line);
                continue;
            }
            Node::Single => out.push(1),
            _ => weights(game, state, &moves, &mut out),
        }
        let total = Fraction::whole(i64::try_from(out.iter().sum::<u64>()).unwrap());
        for (&mv, &weight) in moves.iter().zip(&out).filter(|(_, weight)| **weight > 0) {
            let weight = Fraction::whole(i64::try_from(weight).unwrap());
            open.push(Line {
                moves: [&line.moves[..], &[mv]].concat(),
                likely: line.likely * weight / total,
                spent: line.spent + i64::try_from(game.cost(&state, mv)).unwrap(),
                actions: line.actions + i64::from(node.chooser().is_some()),
                end: game.play(&state, mv),
            });
        }
    }
    done
}

/// A game in which every move leads on, with all kinds of nodes and ends.
fn onward() -> impl Strategy<Value = String> {
    let place = (0..4_u8, prop::collection::vec((0..9_u64, 1..4_usize, 1..6_u64), 1..4));
    prop::collection::vec(place, 3..9).prop_map(|places| {
        let count = places.len();
        let kind = |place: usize| if place == 0 { 0 } else { usize::from(places[place].0) };
        let name = |place: usize| match place {
            place if place < count => format!("n{place}{}", ["", "?", "!", "~"][kind(place)]),
            place if place == count => "win".to_owned(),
            place if place == count + 1 => "lost".to_owned(),
            _ => "tie".to_owned(),
        };
        let mut text = String::new();
        for (place, (_, moves)) in places.iter().enumerate() {
            let kept = if kind(place) == 2 { 1 } else { moves.len() };
            let moves = moves.iter().take(kept).map(|&(cost, ahead, weight)| match kind(place) {
                3 => format!("{weight}x0 {}", name(place + ahead)),
                _ => format!("{cost} {}", name(place + ahead)),
            });
            text += &format!("{}: {}\n", name(place), moves.collect::<Vec<_>>().join(", "));
        }
        text + "lost = -1\ntie = 0\n"
    })
}

proptest! {
    #[test]
    fn every_figure_is_that_of_all_lines(text in onward()) {
        let game: Sketch = text.parse().unwrap();
        let (course, lines) = (course(&game, 1000).unwrap(), all_lines(&game));
        let none = Fraction::whole(0);
        for winner in [Some(Player::One), Some(Player::Two), None] {
            let of_kind = || lines.iter().filter(|line| game.winner(&line.end) == winner);
            let ending = course.ending(|state| game.winner(state) == winner);
            let likely = of_kind().fold(none, |sum, line| sum + line.likely);
            prop_assert!(likely.at_least(ending.likely.lower) && likely.at_most(ending.likely.upper));
            prop_assert!(ending.likely.width() < 1e-15);
            let mean = |of: fn(&Line) -> i64| {
                of_kind().fold(none, |sum, line| sum + line.likely * Fraction::whole(of(line)))
            };
            if likely == none {
                prop_assert_eq!((ending.price, ending.length), (None, None));
                continue;
            }
            for (within, sum) in [(ending.price, mean(|it| it.spent)), (ending.length, mean(|it| it.actions))] {
                let (within, mean) = (within.unwrap(), sum / likely);
                prop_assert!(mean.at_least(within.lower) && mean.at_most(within.upper), "{:?}", within);
                prop_assert!(within.width() < 1e-9, "{:?}", within);
            }
        }
        prop_assert!(course.missing() < 1e-15);
        // How often every position comes up, and the likeliest way to it.
        for visit in course.visits() {
            let (mut often, mut likeliest, mut seen) = (none, none, Vec::new());
            for line in &lines {
                let (mut state, mut likely) = (0, Fraction::whole(1));
                for (made, &mv) in line.moves.iter().enumerate() {
                    if state == *visit.state {
                        often = often + line.likely;
                        let before = line.moves[..made].to_vec();
                        if !seen.contains(&before) {
                            likeliest = likeliest.max(likely);
                            seen.push(before);
                        }
                    }
                    let (mut moves, mut out) = (Vec::new(), Vec::new());
                    game.moves(&state, &mut moves);
                    if game.node(&state) == Node::Single { out.push(1) } else { weights(&game, state, &moves, &mut out) }
                    let part = |weight: u64| Fraction::whole(i64::try_from(weight).unwrap());
                    likely = likely * part(out[mv]) / part(out.iter().sum());
                    state = game.play(&state, mv);
                }
            }
            prop_assert!(often.at_least(visit.visits - 1e-12) && often.at_most(visit.visits + 1e-12));
            let found = &course.lines(&[visit.place])[0];
            prop_assert!(seen.contains(found));
            let mut likely = 1.0;
            let mut state = 0;
            for mv in found {
                let here = course.visits().find(|other| *other.state == state).unwrap();
                likely *= here.moves().find(|(other, _)| other == mv).unwrap().1;
                state = game.play(&state, *mv);
            }
            prop_assert!(likeliest.at_least(likely - 1e-12) && likeliest.at_most(likely + 1e-12));
        }
    }
}

fn even(text: &str) -> (Course<Sketch>, Ending) {
    let game: Sketch = text.parse().unwrap();
    let strategy = |_: &usize, moves: &[usize], out: &mut Vec<u64>| {
        out.extend(moves.iter().map(|_| 1));
        Ok(())
    };
    let price = |&state: &usize, mv| game.cost(&state, mv);
    let course = Course::follow(&game, &0, strategy, price, 100, &Budget::UNLIMITED).unwrap();
    let course = course.unwrap();
    let won = course.ending(|state| game.winner(state) == Some(Player::One));
    (course, won)
}

#[test]
fn what_goes_round_ends_as_often_as_it_should() {
    // Half of the time once more: two throws on average, of which one costs 3.
    let (course, won) = even("a: 3 a, 0 win");
    assert!(won.likely.contains(1.0) && won.likely.width() < 1e-12, "{won:?}");
    assert!((won.price.unwrap().lower - 3.0).abs() < 1e-9, "{won:?}");
    assert!((won.length.unwrap().lower - 2.0).abs() < 1e-9, "{won:?}");
    // No line is the dearest.
    assert!(won.price.unwrap().upper.is_infinite());
    assert!((course.visits().next().unwrap().visits - 2.0).abs() < 1e-9);
    assert!(course.missing() < 1e-12);
}

#[test]
fn what_never_ends_is_known_for_sure() {
    let (course, won) = even("a: 1 b, 1 win\nb: 0 c\nc: 0 b");
    assert_eq!((won.likely.lower, won.likely.upper), (0.5, 0.5));
    assert_eq!((course.for_ever().lower, course.missing()), (0.5, 0.0));
}

#[test]
fn limits_are_kept() {
    let text = "a: 0 b\nb: 0 c\nc: 0 win";
    let game: Sketch = text.parse().unwrap();
    assert!(course(&game, 3).is_none() && course(&game, 4).is_some());
    let strategy = |_: &usize, _: &[usize], _: &mut Vec<u64>| Err(Stop::Interrupted);
    let stopped = Course::follow(&game, &0, strategy, |_, _| 0, 9, &Budget::UNLIMITED);
    assert_eq!(stopped.err(), Some(Stop::Interrupted));
}

#[test]
fn other_weights_are_the_same_as_from_the_start() {
    let text = "a: 1 b?, 2 c\nb?: 0 c, 0 win\nc: 4 a, 3 win, 0 lost\nlost:";
    let game: Sketch = text.parse().unwrap();
    let of = |state: usize, mv: usize| (state * 7 + mv * 5 + 1) as u64;
    let strategy = |&state: &usize, moves: &[usize], out: &mut Vec<u64>| {
        out.extend(moves.iter().map(|&mv| of(state, mv)));
        Ok(())
    };
    let price = |&state: &usize, mv| game.cost(&state, mv);
    let anew =
        Course::follow(&game, &0, strategy, price, 100, &Budget::UNLIMITED).unwrap().unwrap();
    let (mut course, _) = even(text);
    let weigh = |_: usize, &state: &usize, weights: &mut [u64]| {
        for (mv, weight) in weights.iter_mut().enumerate() {
            *weight = of(state, mv);
        }
    };
    course.reweigh(weigh, &Budget::UNLIMITED).unwrap();
    let won = |course: &Course<Sketch>| course.ending(|state| game.is_goal(state));
    assert_eq!(won(&course), won(&anew));
    assert_eq!(course.missing().to_bits(), anew.missing().to_bits());
    let visits = |course: &Course<Sketch>| course.visits().map(|it| it.visits).collect::<Vec<_>>();
    assert_eq!(visits(&course), visits(&anew));
}
