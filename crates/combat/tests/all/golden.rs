//! Known answers: the two examples of the puzzle and 40 deals, some of which never end.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use outplay_combat::{Deal, Mode, Position, count, parse, reference, solve};
use outplay_game::{Budget, Player};
use outplay_text::{Problems, Sources};
use serde_json::Value;

struct Known {
    deal: Deal,
    plain: Option<u128>,
    recursive: (u64, u128),
}

fn known() -> Vec<Known> {
    let files = [
        include_str!("../../../../golden/combat.json"),
        include_str!("../../../../golden/combat-50.json"),
    ];
    let mut known = Vec::new();
    for file in files {
        for entry in serde_json::from_str::<Vec<Value>>(file).unwrap() {
            let deck = |player: &str| {
                let cards = entry[player].as_array().unwrap().iter();
                cards.map(|card| u32::try_from(card.as_u64().unwrap()).unwrap()).collect()
            };
            known.push(Known {
                deal: Deal::new([deck("player1"), deck("player2")]).unwrap(),
                plain: entry["combat_score"].as_u64().map(u128::from),
                recursive: (
                    entry["recursive_winner"].as_u64().unwrap(),
                    entry["recursive_score"].as_u64().unwrap().into(),
                ),
            });
        }
    }
    known
}

#[test]
fn all_known_deals_come_out_as_known() {
    let known = known();
    assert_eq!(known.len(), 40);
    for Known { deal, plain, recursive } in known {
        let found = solve(&deal, Mode::Plain, &Budget::UNLIMITED).unwrap();
        assert_eq!(found.score(), plain, "{deal}");
        let found = solve(&deal, Mode::Recursive, &Budget::UNLIMITED).unwrap();
        let winner = found.winner.map_or(0, |winner| u64::from(winner.number()));
        assert_eq!((winner, found.score()), (recursive.0, Some(recursive.1)), "{deal}");
    }
}

#[test]
fn known_deals_are_the_same_with_and_without_shortcuts() {
    for Known { deal, .. } in known() {
        for mode in Mode::BOTH {
            let (slow, counts) = reference::solve(&deal, mode);
            let fast = solve(&deal, mode, &Budget::UNLIMITED).unwrap();
            assert_eq!(
                (fast.winner, fast.ends, fast.rounds, &fast.decks),
                (slow.winner, slow.ends, slow.rounds, &slow.decks),
                "{deal}"
            );
            if mode == Mode::Recursive {
                assert_eq!(count(&deal, mode, &Budget::UNLIMITED), Ok(counts));
            }
        }
    }
}

#[test]
fn the_text_of_a_deal_reads_back_as_that_deal() {
    for Known { deal, .. } in known() {
        for text in [deal.to_string(), deal.to_string().replace('\n', "\r\n")] {
            let mut sources = Sources::default();
            let source = sources.add("decks.txt", text.trim_end());
            let mut problems = Problems::default();
            assert_eq!(parse(&sources, source, &mut problems).as_ref(), Some(&deal));
            assert!(problems.into_sorted().is_empty());
        }
    }
}

#[test]
fn the_position_that_never_ends_is_won_by_player_one_when_it_returns() {
    let deal = Deal::new([vec![43, 19], vec![2, 29, 14]]).unwrap();
    let found = solve(&deal, Mode::Recursive, &Budget::UNLIMITED).unwrap();
    assert_eq!((found.winner, found.score()), (Some(Player::One), Some(105)));
    let mut position = Position::new(&deal, Mode::Recursive);
    while position.winner().is_none() {
        position.advance();
    }
    assert_eq!(position.winner(), Some(Player::One));
}
