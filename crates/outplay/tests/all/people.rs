//! Styles of people: sampled games against exact figures, exact figures against a plain expansion, and what is
//! given away against what is lost.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay::{
    Budget, How, LadderOptions, Lapses, MatchAnswer, MatchOptions, Source, StyleName, Table,
};

fn table(game: &str, sides: Option<(&str, &str)>, set: &[&str]) -> Table {
    let mut source = Source::game(game);
    if let Some((one, two)) = sides {
        source = source.sides(one, two);
    }
    for change in set {
        source = source.set(*change);
    }
    source.open().unwrap()
}

fn style(name: &str) -> StyleName {
    name.parse().unwrap()
}

fn played(table: &Table, one: &str, two: &str, games: u64) -> MatchAnswer {
    let options = MatchOptions { games, seed: 1, after: None };
    table.play_match(&[style(one), style(two)], &options, &Budget::default()).unwrap()
}

/// A small wizard fight.
fn small() -> Table {
    table("wizard", None, &["boss.hp=21", "boss.attack=6"])
}

#[expect(clippy::cast_precision_loss, reason = "counts of games are small")]
fn share(count: u64, games: u64) -> f64 {
    count as f64 / games as f64
}

#[test]
fn where_a_limit_keeps_perfect_play_short_it_does_not_matter_which_games_were_played_before() {
    let lost = table("lighthouse", None, &[]);
    let options = MatchOptions { games: 300, seed: 1, after: None };
    let budget = Budget { states: 20_000, ..Budget::default() };
    let [one, two] = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let play = || lost.play_match(&[style("random"), style("minimax")], &options, &budget);
        let mut answer = serde_json::to_value(pool.install(play).unwrap()).unwrap();
        answer["seconds"] = serde_json::Value::Null;
        answer
    });
    assert_eq!(one, two);
}

/// Sampled figures lie within four standard errors of the exact ones.
fn agrees(answer: &MatchAnswer) {
    let (outcome, exact) = (&answer.outcome, answer.exact_play.as_ref().unwrap());
    let games = outcome.games;
    for (count, chance) in [
        (outcome.p1_wins, exact.p1_wins),
        (outcome.p2_wins, exact.p2_wins),
        (outcome.ties, exact.ties),
    ] {
        let error = (chance.value * (1.0 - chance.value) / share(games, 1)).sqrt();
        let off = (share(count, games) - chance.value).abs();
        assert!(off <= 4.0 * error + 1e-9, "{count} of {games}, {chance:?}");
        assert!(chance.lower <= chance.value && chance.value <= chance.upper);
    }
    if let (Some(price), Some(mean)) = (exact.price, outcome.price.as_ref()) {
        let off = (mean.mean_of_wins.unwrap() - price.value).abs();
        // The interval is of 1.96 standard errors.
        assert!(off <= 4.0 / 1.96 * mean.mean_within.unwrap(), "{mean:?} {price:?}");
    }
    if let (Some(exact), Some(within)) = (answer.exact, outcome.margin_within) {
        let off = (outcome.mean_margin.unwrap() - exact.value).abs();
        assert!(off <= 4.0 / 1.96 * within + 1e-9, "{off} {within}");
    }
    let total = exact.p1_wins.lower + exact.p2_wins.lower + exact.ties.lower + exact.for_ever.lower;
    assert!((1.0 - total - exact.missing).abs() < 1e-9);
}

#[test]
fn games_come_near_what_is_exact() {
    let wizard = small();
    for one in ["random", "noisy=0.3", "noisy=0.05"] {
        agrees(&played(&wizard, one, "minimax", 2000));
    }
    let arena = table("arena", Some(("mage", "vampire")), &[]);
    for (one, two) in [("random", "random"), ("noisy=0.2", "look=2"), ("minimax", "noisy=0.5")] {
        agrees(&played(&arena, one, two, 4000));
    }
}

#[test]
fn dice_fights_have_exact_figures_of_all_styles() {
    let fight = table("rpglite", Some(("KA", "WR")), &[]);
    let answer = played(&fight, "random", "greedy", 300);
    agrees(&answer);
}

/// Every line of a wizard fight one by one, through the positions that anybody sees.
fn expanded(table: &Table, moves: &str, likely: f64, spent: i64, found: &mut [f64; 3]) {
    let position = table.position(moves).unwrap();
    let replay = &position.replay;
    if replay.winner.is_some() || position.chooses.is_none() {
        let won = replay.winner == Some(1);
        found[usize::from(!won)] += likely;
        found[2] += if won { likely * f64::from(i32::try_from(spent).unwrap()) } else { 0.0 };
        return;
    }
    let options = position.options.iter().filter(|option| option.refused.is_none());
    let options: Vec<_> = options.collect();
    let part = likely / f64::from(u32::try_from(options.len()).unwrap());
    for option in options {
        let cost: i64 = option.cost.iter().map(|(by, _)| i64::from(*by)).sum();
        expanded(table, &format!("{moves}{}", option.key), part, spent + cost, found);
    }
}

#[test]
fn exact_figures_are_those_of_all_lines() {
    for set in [["boss.hp=13", "boss.attack=9"], ["boss.hp=9", "boss.attack=12"]] {
        let wizard = table("wizard", None, &[set[0], set[1], "wizard.hp=24"]);
        let mut found = [0.0; 3];
        expanded(&wizard, "", 1.0, 0, &mut found);
        let exact = played(&wizard, "random", "minimax", 10).exact_play.unwrap();
        assert!((found[0] - exact.p1_wins.value).abs() < 1e-9, "{found:?} {exact:?}");
        assert!((found[1] - exact.p2_wins.value).abs() < 1e-9, "{found:?} {exact:?}");
        let price = exact.price.unwrap();
        assert!((found[2] / found[0] - price.value).abs() < 1e-9, "{found:?} {price:?}");
        assert!(price.upper.unwrap() - price.lower < 1e-6, "{price:?}");
    }
}

fn lapses(answer: &MatchAnswer, side: u8) -> &Lapses {
    answer.lapses.iter().find(|lapses| lapses.side == side).unwrap()
}

#[test]
fn what_is_given_away_is_what_is_lost() {
    // Against perfect play, in hp: what the fight is worth less what comes of it.
    let arena = table("arena", Some(("mage", "rogue")), &[]);
    for one in ["random", "noisy=0.3", "look=1", "greedy"] {
        let answer = played(&arena, one, "minimax", 20);
        let worth = answer.exact.map_or(answer.outcome.mean_margin.unwrap(), |mean| mean.value);
        let lost = lapses(&answer, 1).given_away;
        assert!((-10.0 - lost - worth).abs() < 1e-9, "{one}: {lost} {worth}");
    }
    // And for player 2.
    let answer = played(&arena, "minimax", "noisy=0.4", 20);
    let lost = lapses(&answer, 2).given_away;
    assert!((-10.0 + lost - answer.exact.unwrap().value).abs() < 1e-9);
    // Where the goal is a price, a win that can be had is won unless it is thrown away.
    let wizard = small();
    for one in ["random", "noisy=0.2"] {
        let answer = played(&wizard, one, "minimax", 20);
        let thrown = lapses(&answer, 1).thrown_away.unwrap();
        let won = answer.exact_play.as_ref().unwrap().p1_wins.value;
        assert!((1.0 - thrown - won).abs() < 1e-9, "{one}: {thrown} {won}");
    }
}

#[test]
fn the_worst_position_can_be_looked_up() {
    let wizard = small();
    let answer = played(&wizard, "noisy=0.2", "minimax", 20);
    let spots = &lapses(&answer, 1).spots;
    assert!(!spots.is_empty());
    for spot in spots {
        let hints = wizard.solver().hints(&spot.after, &Budget::default()).unwrap();
        for mv in &spot.moves {
            let hint = hints.iter().find(|hint| hint.key == mv.key).unwrap();
            assert_eq!(hint.best, mv.best, "{spot:?}");
        }
        let all: f64 = spot.moves.iter().map(|mv| mv.likely).sum();
        assert!((all - 1.0).abs() < 1e-12);
    }
}

#[test]
fn never_slipping_is_minimax_and_always_slipping_is_random() {
    let wizard = small();
    let never = played(&wizard, "noisy=0", "minimax", 50);
    let best = played(&wizard, "minimax", "minimax", 50);
    assert_eq!(never.outcome, best.outcome);
    assert_eq!(never.outcome.price.unwrap().mean_of_wins, best.outcome.price.unwrap().mean_of_wins);
    let always = played(&wizard, "noisy=1", "minimax", 50).exact_play.unwrap();
    let random = played(&wizard, "random", "minimax", 50).exact_play.unwrap();
    assert_eq!(always, random);
}

#[test]
fn the_price_of_a_game_is_what_a_replay_says() {
    let wizard = small();
    let answer = played(&wizard, "noisy=0.5", "minimax", 200);
    let price = answer.outcome.price.as_ref().unwrap();
    assert_eq!(price.unit, "mana");
    let mut solver = wizard.solver();
    for (_, game) in answer.outcome.notable() {
        let game = game.unwrap();
        let after = outplay::Text::new("after", "");
        let replay = solver.replay(&after, &game.moves, &Budget::default()).unwrap();
        let outplay::Replay::Sides(replay) = replay else { panic!("a fight has two sides") };
        assert_eq!(game.spent, Some(replay.spent));
        if game.winner == Some(1) {
            assert!((price.least.unwrap()..=price.most.unwrap()).contains(&replay.spent));
        }
    }
    // A fight for hp has none.
    assert_eq!(played(&table("arena", None, &[]), "random", "random", 5).outcome.price, None);
}

#[test]
fn a_ladder_is_what_matches_say_and_the_same_each_time() {
    let wizard = small();
    let styles = ["random", "look=2", "noisy=0.1", "minimax"].map(style);
    let options = LadderOptions::default();
    let ladder = wizard.ladder(&styles, &options, &Budget::default()).unwrap();
    assert!(ladder.mirror.is_empty() && !ladder.contested);
    for (rung, style) in ladder.rungs.iter().zip(&styles) {
        let exact = played(&wizard, &style.to_string(), "minimax", 1).exact_play;
        assert!(matches!(rung.how, How::Exact { .. }));
        if let Some(exact) = exact {
            let won = rung.ends.unwrap().p1_wins;
            assert_eq!(won.to_bits(), exact.p1_wins.lower.to_bits());
            assert_eq!(rung.price, exact.price.map(|price| price.value));
        }
    }
    let again = wizard.ladder(&styles, &options, &Budget::default()).unwrap();
    let plain = |rungs| serde_json::to_string(rungs).unwrap();
    assert_eq!(plain(&ladder.rungs), plain(&again.rungs));
    let read: outplay::LadderAnswer =
        serde_json::from_str(&serde_json::to_string(&ladder).unwrap()).unwrap();
    assert_eq!(plain(&read.rungs), plain(&ladder.rungs));
}

#[test]
fn a_ladder_of_two_sides_has_both_and_what_is_sampled_says_so() {
    let arena = table("arena", Some(("mage", "rogue")), &[]);
    let ladder = arena.ladder(&[], &LadderOptions::default(), &Budget::default()).unwrap();
    assert!(ladder.contested && ladder.mirror.len() >= 10);
    assert!(ladder.mirror.iter().all(|rung| rung.side == 2));
    let margins: Vec<f64> = ladder.rungs.iter().map(|rung| rung.margin.unwrap()).collect();
    assert!(margins.iter().all(|&margin| margin <= -10.0 + 1e-9), "{margins:?}");
    let options = LadderOptions { games: 50, mirror: false, ..LadderOptions::default() };
    let sampled = arena.ladder(&[style("mcts=20")], &options, &Budget::default()).unwrap();
    let rung = &sampled.rungs[0];
    assert!(matches!(rung.how, How::Sampled { games: 50, seed: 1, .. }), "{:?}", rung.how);
    assert!(rung.loses.is_none() && rung.left_out.is_some());
}
