//! Golden figures of the styles, and what everything is called.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Chance, Game, Player, Stop, ZeroSum};
use outplay_lab::{
    Chooser, Dice, Greedy, Look, MatchReport, MatchSetup, Minimax, Noisy, Playout, Price, Random,
    Spread, Style, in_order, play_match_for,
};
use outplay_search::ZeroSumAlgorithm;

fn first() -> impl Style<Sketch> + 'static {
    Chooser::new("first", |_: &Sketch, _: &usize, moves: &[usize]| Ok(moves[0])).deterministic()
}

#[test]
fn styles_are_called_what_they_are_and_know_whether_they_are_random() {
    let game: Sketch = "a: 0 win, 0 b\nb:".parse().unwrap();
    let named = |style: &dyn Style<Sketch>| (style.name().into_owned(), style.is_random());
    let is = |name: &str, random| (name.to_owned(), random);
    let chooser = Chooser::new("person", |_: &Sketch, _: &usize, moves: &[usize]| Ok(moves[0]));
    assert_eq!(format!("{chooser:?}"), "Chooser(\"person\")");
    assert_eq!(named(&chooser), is("person", true));
    assert_eq!(named(&first()), is("first", false));
    let greedy = Greedy::new(|_: &Sketch, _: &usize, _| 0);
    assert_eq!((named(&greedy), format!("{greedy:?}")), (is("greedy", false), "Greedy".to_owned()));
    let noisy = Noisy::new("noisy=0.5", Player::Two, (1, 2), Box::new(first()));
    assert_eq!(named(&noisy), is("noisy=0.5", true));
    assert_eq!(format!("{noisy:?}"), "Noisy(\"noisy=0.5\", player 2)");
    let wild = Noisy::new("wild", Player::Two, (0, 2), Box::new(Random::new(Player::Two)));
    assert_eq!(named(&wild), is("wild", true));
    let minimax = Minimax::new(&game, None, Budget::default());
    assert_eq!(
        (named(&minimax), format!("{minimax:?}")),
        (is("minimax", false), "Minimax(default)".to_owned())
    );
    let by = Minimax::new(&game, Some(ZeroSumAlgorithm::Recursive), Budget::default());
    assert_eq!(
        (named(&by), format!("{by:?}")),
        (is("minimax-recursive", false), "Minimax(recursive)".to_owned())
    );
    let look = Look::new(3, |_: &Sketch, _: &usize| 0, |_, _, _| {}, Budget::default());
    assert_eq!((named(&look), format!("{look:?}")), (is("look=3", false), "Look(3)".to_owned()));
    assert_eq!(named(&Random::new(Player::One)), is("random", true));
    assert_eq!(named(&Dice::new(1)), is("dice", true));
    let price = Price { unit: "mana", of: |_: &Sketch, _, _| 1 };
    assert_eq!(format!("{price:?}"), "Price(\"mana\")");
}

#[test]
fn odds_are_weights_where_they_are_known() {
    let game: Sketch = "a: 0 win".parse().unwrap();
    let odds = |style: &mut dyn Style<Sketch>| {
        let mut out = vec![7];
        style.odds(&game, &0, &[4, 5, 6], &mut out).map(|known| known.then_some(out))
    };
    assert_eq!(odds(&mut first()), Ok(Some(vec![7, 1, 0, 0])));
    assert_eq!(odds(&mut Random::new(Player::One)), Ok(Some(vec![7, 1, 1, 1])));
    let mut person = Chooser::new("person", |_: &Sketch, _: &usize, moves: &[usize]| Ok(moves[0]));
    assert_eq!(odds(&mut person), Ok(None));
    let mut tired =
        Chooser::new("tired", |_: &Sketch, _: &usize, _: &[usize]| Err(Stop::Time)).deterministic();
    assert_eq!(odds(&mut tired), Err(Stop::Time));
    // What was there already is nobody's odds.
    assert_eq!(
        odds(&mut Noisy::new("n", Player::One, (1, 4), Box::new(first()))),
        Ok(Some(vec![7, 10, 1, 1]))
    );
    // Slips of slips of slips: weights that no number can hold are not known.
    let mut slips: Box<dyn Style<Sketch>> = Box::new(first());
    for _ in 0..3 {
        slips = Box::new(Noisy::new("n", Player::One, (1, u32::MAX), slips));
    }
    assert_eq!(odds(&mut *slips), Ok(None));
}

/// Choices in turn, three moves each, so deep; the ends in the order of a shuffled row.
fn tree(deep: u32) -> Sketch {
    let mut text = String::new();
    let mut place = 0_u64;
    for level in 0..deep {
        let count = 3_u64.pow(level);
        for _ in 0..count {
            let child = |number: u64| {
                let next = 3 * place + number;
                let end = level + 1 == deep;
                format!("0 n{next}{}", if end || level % 2 == 1 { "" } else { "?" })
            };
            let mark = if level % 2 == 1 { "?" } else { "" };
            text += &format!("n{place}{mark}: {}, {}, {}\n", child(1), child(2), child(3));
            place += 1;
        }
    }
    for end in place..place + 3_u64.pow(deep) {
        text += &format!("n{end} = {}\n", (end * 7919) % 101);
    }
    text.parse().unwrap()
}

#[test]
fn a_look_sees_no_more_positions_than_it_did() {
    let game = tree(5);
    let score = |game: &Sketch, &state: &usize| match game.node(&state) {
        outplay_game::Node::End => game.payoff(&state),
        _ => i64::try_from(state * 31 % 17).unwrap(),
    };
    let least = [1, 2, 3, 4, 5].map(|far| {
        let enough = |states: u64| {
            let budget = Budget { states, ..Budget::UNLIMITED };
            Look::new(far, score, |_, _, _| {}, budget).choose(&game, &0, &[0, 1, 2])
        };
        let least = (1..1000).find(|&states| enough(states).is_ok()).unwrap();
        (least, enough(least))
    });
    assert_eq!(least, [(4, Ok(0)), (11, Ok(1)), (28, Ok(0)), (75, Ok(0)), (212, Ok(0))]);
}

#[test]
fn what_a_look_cannot_weigh_it_says() {
    let game: Sketch = "a: 0 b~, 0 c\nb~: 1x0 c, 2x0 d\nc = 3\nd = 4".parse().unwrap();
    let choose = |weights: fn(&Sketch, &usize, &mut Vec<u64>),
                  score: fn(&Sketch, &usize) -> i64| {
        Look::new(1, score, weights, Budget::UNLIMITED).choose(&game, &0, &[0, 1])
    };
    let payoff = |game: &Sketch, state: &usize| game.payoff(state);
    assert_eq!(choose(Chance::weights, payoff), Ok(0));
    assert_eq!(choose(|_, _, out| out.extend([1, 0]), payoff), Ok(0));
    assert_eq!(choose(|_, _, out| out.extend([0, 0]), payoff), Err(Stop::Weights));
    assert_eq!(
        choose(|_, _, out| out.extend([u64::MAX, u64::MAX]), |_, _| i64::MAX),
        Err(Stop::Weights)
    );
    assert_eq!(choose(|_, _, out| out.extend([1 << 61, 1 << 61]), |_, _| i64::MAX), Ok(0));
    // Scores beyond all reckoning are as good as each other, and worse than none below them.
    assert_eq!(
        choose(|_, _, out| out.extend([1, 0]), |_, &state| [0, 0, 1 << 40, 0][state]),
        Ok(0)
    );
    let higher = |_: &Sketch, &state: &usize| [0, 0, i64::MAX, 0][state];
    let mut look = Look::new(1, higher, |_, _, out| out.extend([1, 1]), Budget::UNLIMITED);
    assert_eq!(look.choose(&game, &0, &[0, 1]), Ok(1));
    let lower = |_: &Sketch, &state: &usize| [0, 0, -(1 << 40), i64::MIN][state];
    let mut look = Look::new(1, lower, |_, _, out| out.extend([0, 1]), Budget::UNLIMITED);
    assert_eq!(look.choose(&game, &0, &[0, 1]), Ok(0));
}

#[test]
fn reports_name_their_games_and_tell_what_stopped_them() {
    let game: Sketch = "a: 2 a, 3 b?, 0 c\nb?: 0 a, 0 win\nc = -4".parse().unwrap();
    let price = Price {
        unit: "mana",
        of: |game: &Sketch, state, mv| outplay_game::MinCost::cost(game, state, mv),
    };
    let pair = |_: &Sketch| -> outplay_lab::StylePair<'_, Sketch> {
        Player::BOTH.map(|player| Box::new(Random::new(player)) as _)
    };
    let play = |games, seed| {
        let setup = MatchSetup { games, seed, max_moves: 30, ..MatchSetup::default() };
        play_match_for(&game, &0, &setup, Some(price), pair)
    };
    let whole = play(40, 3);
    let names: Vec<_> =
        whole.notable().iter().map(|(name, game)| (*name, game.map(|game| game.seed))).collect();
    let seeds = [&whole.shortest, &whole.longest, &whole.closest]
        .map(|game| game.as_ref().map(|game| game.seed));
    assert_eq!(
        names,
        ["shortest", "longest", "closest"].into_iter().zip(seeds).collect::<Vec<_>>()
    );
    let joined = play(15, 3).joined(play(25, 18), Playout::looks).unwrap();
    assert_eq!(joined, whole);
    // As text nothing is lost but how often each number came up.
    let text = serde_json::to_string(&whole).unwrap();
    let read: MatchReport<Playout<usize>> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, MatchReport { spread: None, ..whole.clone() });
    let stopped = MatchReport { stopped: Some(Stop::Time), ..play(25, 18) };
    let both = play(15, 3).joined(stopped, Playout::looks).unwrap();
    assert_eq!((both.stopped, both.games, both.one_for_all), (Some(Stop::Time), 40, false));
    let none = MatchReport::<()>::unbegun(Some("mana"), 5, Stop::Memory);
    assert_eq!((none.seed, none.games, none.asked, none.stopped), (5, 0, 0, Some(Stop::Memory)));
    assert_eq!(none.price.map(|price| (price.unit, price.mean)), Some(("mana".to_owned(), None)));
    let spread: Spread = whole.spread.unwrap();
    assert_eq!(spread.lengths.values().sum::<u64>(), 40);
}

#[test]
fn pieces_are_taken_in_order_up_to_the_first_that_fails() {
    for (count, block) in [(0, 4), (7, 3), (9, 3), (5, 0), (5, 100)] {
        let told = std::sync::Mutex::new(Vec::new());
        let tell = |done: u64| told.lock().unwrap().push(done);
        let mut taken = Vec::new();
        let work = |number: u64| Ok::<_, ()>(number * 2);
        let ended = in_order(count, block, Some(&tell), &work, &mut |piece| {
            taken.push(piece);
            Ok(())
        });
        assert_eq!((ended, taken), (Ok(()), (0..count).map(|number| number * 2).collect()));
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        assert_eq!(told, (1..=count).collect::<Vec<_>>());
    }
    let done = std::sync::atomic::AtomicU64::new(0);
    let work = |number: u64| {
        done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if number == 4 { Err("fifth") } else { Ok(number) }
    };
    let mut taken = Vec::new();
    let ended = in_order(100, 3, None, &work, &mut |piece| {
        taken.push(piece);
        Ok(())
    });
    assert_eq!((ended, taken, done.into_inner()), (Err("fifth"), vec![0, 1, 2, 3], 6));
    let ended = in_order(9, 3, None, &|number| Ok(number), &mut |piece| {
        if piece == 2 { Err("taker") } else { Ok(()) }
    });
    assert_eq!(ended, Err("taker"));
}
