//! Small faults that were put into the engine by hand and that no test of it noticed: each has one now
//! (`scripts/faults.py` puts them in again, and sees that these tests fail).
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::order::Order;
use outplay_duel::{Account, CEILING, Duel, Fight, Visitor};
use outplay_game::{Budget, Game, Player, ZeroSum, laws};
use outplay_search::{Algorithm, ZeroSumAlgorithm, solve, solve_zero_sum};

use crate::plain::engine::open;

/// The least cost by A* and by Dijkstra, the bound checked.
struct LeastCost;

impl Visitor for LeastCost {
    type Output = [Option<u64>; 2];

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
        laws::check_bound(duel, 10_000).unwrap();
        [Algorithm::Astar, Algorithm::Dijkstra]
            .map(|by| solve(duel, &duel.start(), by, None, &Budget::UNLIMITED).cost)
    }
}

/// The value by alpha-beta, with places dropped and not, and by retrograde analysis; and what the
/// bounds say of it.
struct Value;

impl Visitor for Value {
    type Output = (Vec<Option<i64>>, [i64; 2]);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
        let dropped = [duel.without_spent_places(), duel.without_unreached_places()];
        let mut found = Vec::new();
        for duel in std::iter::once(duel).chain(&dropped) {
            let by = [ZeroSumAlgorithm::Alphabeta, ZeroSumAlgorithm::Retrograde];
            found.extend(
                by.map(|by| solve_zero_sum(duel, &duel.start(), by, &Budget::UNLIMITED).value()),
            );
        }
        let start = duel.start();
        (found, [duel.value_at_least(&start), duel.value_at_most(&start)])
    }
}

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = Account;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Account {
        duel.account(&fight.names, self.0)
    }
}

fn assert_worth(text: &str, value: i64) {
    let (found, [least, most]) = open(text).unwrap().visit(Value);
    assert_eq!(found, vec![Some(value); found.len()], "{text}");
    assert!((least..=most).contains(&value), "{least} to {most}: {text}");
}

#[test]
fn whoever_harms_only_themselves_may_still_lose() {
    let bleeds = |how: &str| {
        format!(
            "format = 1\ngame = 'duel'\nturns.stuck = 'skip'\ngoal.most = 'winner-hp'\n\
             [fighters.monk]\nhp = 10\nskills = ['wait']\n\
             [fighters.zealot]\nhp = 9\nskills = ['bleed']\n\
             [skills.wait]\n[skills.bleed]\n{how}\n"
        )
    };
    for how in [
        "at-once = { hp = -5 }",
        "cost = { hp = 4 }\nat-once = { hp = -5 }",
        "lasts = 4\neach-turn = { hp = -3 }",
    ] {
        assert_worth(&bleeds(how), 10);
    }
}

#[test]
fn an_enemy_who_may_be_stuck_need_not_strike_at_all() {
    // The brute can strike once; six hits are enough, and nobody has to heal in between.
    let text = "format = 1\ngame = 'duel'\nturns.stuck = 'skip'\ngoal.least = 'mana'\n\
        [fighters.hero]\nhp = 3\nmana = 60\nskills = ['hit', 'heal']\n\
        [fighters.brute]\nhp = 6\nrage = 1\nskills = ['strike']\n\
        [skills.hit]\ncost = { mana = 1 }\ndamage = 1\n\
        [skills.heal]\ncost = { mana = 7 }\nheal = 3\n\
        [skills.strike]\ncost = { rage = 1 }\ndamage = 2\n";
    assert_eq!(open(text).unwrap().visit(LeastCost), [Some(6), Some(6)]);
}

#[test]
fn an_effect_that_must_be_over_first_keeps_a_pool_from_being_spent() {
    // Whoever is barred by a running effect loses places without paying for them: the pool does not say
    // how many places are of any use.
    let text = "format = 1\ngame = 'duel'\nturns = { order = 'queue', stuck = 'skip' }\n\
        goal.most = 'winner-hp'\n\
        [fighters.one]\nhp = 12\nsp = 6\nskills = ['curse', 'hex']\n\
        [fighters.two]\nhp = 11\nsp = 4\nskills = ['slash', 'poke']\n\
        [skills.curse]\ncost = { sp = 2 }\nlasts = 2\neach-turn = { enemy.hp = -2 }\n\
        queue = ['self', 'self', 'self', 'self', 'self']\n\
        [skills.hex]\ncost = { sp = 3 }\nlasts = 3\neach-turn = { enemy.hp = -1 }\n\
        queue = ['self', 'self', 'self', 'self']\n\
        [skills.slash]\ncost = { sp = 2 }\ndamage = 3\nqueue = ['self']\n\
        [skills.poke]\ncost = { sp = 1 }\ndamage = 1\nqueue = ['self', 'enemy']\n";
    for hp in 4..14 {
        let text = text.replace("hp = 11", &format!("hp = {hp}"));
        let (found, [least, most]) = open(&text).unwrap().visit(Value);
        let value = found[1].unwrap();
        assert_eq!(found, vec![Some(value); found.len()], "{text}");
        assert!((least..=most).contains(&value), "{text}");
    }
}

#[test]
fn what_a_line_lists_is_what_player_1_would_pay() {
    let text = "format = 1\ngame = 'duel'\ngoal.least = 'mana'\n\
        [fighters.hero]\nhp = 30\nmana = 100\nskills = ['hit', 'jab']\n\
        [fighters.rival]\nhp = 30\nmana = 100\nskills = ['slap', 'push']\n\
        [skills.hit]\nkey = 'h'\ncost = { mana = 3 }\ndamage = 1\n\
        [skills.jab]\nkey = 'j'\ncost = { mana = 2 }\ndamage = 1\n\
        [skills.slap]\nkey = 's'\ncost = { mana = 40 }\ndamage = 1\n\
        [skills.push]\nkey = 'p'\ndamage = 1\n";
    let account = open(text).unwrap().visit(Replay("hsjph"));
    assert_eq!((account.spent, account.listed_cost, account.refused), (8, 8, None));
    // Where actions count, those of the rival are none of it, made or not.
    let actions = text.replace("goal.least = 'mana'", "goal.least = 'actions'");
    let account = open(&actions).unwrap().visit(Replay("hsjph"));
    assert_eq!((account.spent, account.listed_cost), (3, 3));
    let account = open(&actions).unwrap().visit(Replay("hxjph"));
    assert_eq!((account.spent, account.listed_cost, account.unused), (1, 3, 3));
}

#[test]
fn numbers_have_a_ceiling() {
    let text = "format = 1\ngame = 'duel'\nturns.stuck = 'skip'\ngoal.least = 'mana'\n\
         [fighters.hero]\nhp = 1000000\nmana = 999999\nskills = ['brew', 'hit']\n\
         [fighters.wall]\nhp = 2\nskills = ['wait']\n\
         [skills.brew]\nat-once = { mana = 'mana', hp = 'hp' }\n\
         [skills.hit]\ncost = { mana = 1 }\ndamage = 1\n[skills.wait]\n";
    let fight = open(text).unwrap();
    let mut battle = fight.battle();
    for _ in 0..12 {
        battle.play("brew").unwrap();
        let now = ["hp", "mana"].map(|name| battle.number(Player::One, name));
        assert!(now.iter().all(|number| number.is_some_and(|it| it <= CEILING)), "{now:?}");
    }
    let now = ["hp", "mana"].map(|name| battle.number(Player::One, name));
    assert_eq!(now, [Some(CEILING), Some(CEILING)]);
}

#[test]
fn a_poison_too_long_to_be_told_apart_counts_with_the_blow_that_starts_it() {
    // More states of both poisons than are kept apart: all that the second does counts at once.
    let text = |hp: u32| {
        format!(
            "format = 1\ngame = 'duel'\nturns.stuck = 'skip'\ngoal.least = 'mana'\n\
             [fighters.witch]\nhp = 9\nmana = 20\nskills = ['hex', 'rot', 'wait']\n\
             [fighters.troll]\nhp = {hp}\nskills = ['wait']\n[skills.wait]\n\
             [skills.hex]\ncost = {{ mana = 4 }}\nlasts = 80\neach-turn = {{ enemy.hp = -1 }}\n\
             [skills.rot]\ncost = {{ mana = 5 }}\nat-once = {{ enemy.hp = -3 }}\nlasts = 90\n\
             each-turn = {{ enemy.hp = -1 }}\n"
        )
    };
    for (hp, cost) in [(80, 4), (81, 5), (93, 5), (94, 8), (173, 9), (174, 10)] {
        let found = open(&text(hp)).unwrap().visit(LeastCost);
        assert_eq!(found, [Some(cost), Some(cost)], "{hp} hp");
    }
}
