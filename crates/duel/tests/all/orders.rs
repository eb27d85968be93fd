//! Turn orders with everything else that a fight can have, and one of a program's own.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::order::{Order, Place};
use outplay_duel::{Account, Duel, Event, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, Player, ZeroSum, laws};
use outplay_search::{ZeroSumAlgorithm, solve_zero_sum};
use outplay_text::{Problems, Sources};

/// The fight of some rules with some overrides.
fn fight(text: &str, set: &[&str]) -> Fight {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("test.toml", text);
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let fight = rules.fight(&sources, &Options { set, ..Options::default() }, &mut problems);
    let problems = problems.into_sorted();
    assert!(problems.iter().all(|problem| problem.severity != outplay_text::Severity::Error));
    fight.unwrap_or_else(|| panic!("{problems:?}"))
}

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = Account;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Account {
        duel.account(&fight.names, self.0)
    }
}

fn queues(account: &Account) -> Vec<String> {
    let places = |queue: &[Place]| queue.iter().map(|place| place.letter()).collect();
    account.turns.iter().map(|turn| places(&turn.after.queue)).collect()
}

/// A witch whose curse lasts, and a knight who has no sp and gets some each turn.
const MIXED: &str = r#"
format = 1
game = "duel"
[turns]
order = "queue"
stuck = "skip"
[goal]
most = "winner-hp"
[fighters.witch]
hp = 20
sp = 10
skills = ["curse", "poke"]
[fighters.knight]
hp = 20
sp = 0
skills = ["cut", "bash"]
[upkeep]
knight = { sp = 2 }
[skills.curse]
key = "C"
cost = { sp = 4 }
lasts = 3
each-turn.enemy = { hp = -3 }
queue = ["self"]
[skills.poke]
key = "P"
cost = { sp = 1 }
damage = 1
queue = ["self"]
[skills.cut]
key = "C"
cost = { sp = 2 }
damage = 5
queue = ["self"]
[skills.bash]
key = "B"
cost = { sp = 20 }
damage = 9
queue = ["self", "self"]
"#;

#[test]
fn effects_tick_once_an_action_and_upkeep_comes_before_the_choice() {
    // The knight has no sp until his own turn begins: his place is not dropped.
    let account = fight(MIXED, &[]).visit(Replay("CCPC"));
    assert_eq!(account.refused, None);
    assert_eq!(queues(&account), ["BA", "AB", "BA", "AB", "AB"]);
    let knight: Vec<i32> = account.turns.iter().map(|turn| turn.after.numbers[1][0]).collect();
    // The curse begins with the turn after it: 3, then 3 and the poke, then 3; then it is over.
    assert_eq!(knight, [20, 17, 13, 10, 10]);
    let ticks = account.turns.iter().flat_map(|turn| &turn.events);
    assert_eq!(ticks.filter(|event| matches!(event, Event::Tick { .. })).count(), 3);
}

#[test]
fn a_place_that_is_dropped_is_no_turn() {
    // Without his upkeep the knight can do nothing: his places are dropped, and nothing ticks.
    let text = MIXED.replace("knight = { sp = 2 }", "");
    let account = fight(&text, &[]).visit(Replay("CPP"));
    assert_eq!(queues(&account), ["A", "A", "A", "A"]);
    let knight: Vec<i32> = account.turns.iter().map(|turn| turn.after.numbers[1][0]).collect();
    assert_eq!(knight, [20, 16, 12, 9]);
    let dropped = account.turns[0].events.contains(&Event::Drops(Player::Two));
    assert!(dropped, "{:?}", account.turns[0].events);
}

#[test]
fn a_fight_is_over_when_nobody_queued_can_act() {
    let text = MIXED.replace("knight = { sp = 2 }", "");
    let account = fight(&text, &["witch.sp=1"]).visit(Replay("P"));
    assert_eq!((account.over, account.winner), (true, None));
    assert_eq!(queues(&account), [""]);
    let account = fight(&text, &["witch.sp=0"]).visit(Replay(""));
    assert_eq!((account.over, account.winner, account.turns.len()), (true, None, 0));
    let account = fight(MIXED, &["queue=\"\""]).visit(Replay(""));
    assert_eq!((account.over, account.winner, account.turns.len()), (true, None, 0));
}

#[test]
fn whoever_is_stuck_at_the_front_may_lose_instead() {
    let text = MIXED.replace("knight = { sp = 2 }", "").replace("\"skip\"", "\"lose\"");
    let account = fight(&text, &[]).visit(Replay("P"));
    assert_eq!((account.over, account.winner), (true, Some(Player::One)));
}

#[test]
fn a_queue_may_be_given_and_may_be_long() {
    let long = format!("queue=B{}", "A".repeat(9_999));
    let account = fight(MIXED, &[&long]).visit(Replay("CP"));
    assert_eq!(account.turns[0].player, Player::Two);
    assert_eq!(account.turns[1].after.queue.len(), 10_000);
}

struct Solved(ZeroSumAlgorithm);

impl Visitor for Solved {
    type Output = Option<i64>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Option<i64> {
        laws::check(duel, 2000).unwrap();
        solve_zero_sum(duel, &duel.start(), self.0, &Budget::UNLIMITED).value()
    }
}

#[test]
fn a_fight_with_effects_and_upkeep_in_a_queue_is_solved_and_its_searches_agree() {
    let small = ["witch.hp=9", "knight.hp=9", "witch.sp=6"];
    let fight = fight(MIXED, &small);
    let value = fight.visit(Solved(ZeroSumAlgorithm::Retrograde));
    assert!(value.is_some());
    assert_eq!(fight.visit(Solved(ZeroSumAlgorithm::Memo)), value);
}

const ARENA: &str = include_str!("../../../../rules/arena.toml");

#[test]
fn a_skill_s_tree_can_be_swapped() {
    let text = format!(
        "{ARENA}\n[trees.my-tree]\nuse = \"vampire-special\"\npriority = 1\n\
         when = \"enemy.armor < 3 or self.sp = 0\"\nthen = [{{ use = \"mage-attack\", priority = 2 }}]\n"
    );
    let set = ["sides.p1=sorcerer", "sides.p2=rogue", "sorcerer-attack.picks=my-tree"];
    let account = fight(&text, &set).visit(Replay("A"));
    let turn = &account.turns[0];
    assert_eq!(turn.after.numbers, [vec![120, 85], vec![80, 100]], "30 - 10, and drained");
    assert_eq!(queues(&account)[0], "BAAB");
}

struct Acyclic;

impl Visitor for Acyclic {
    type Output = bool;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> bool {
        duel.is_acyclic()
    }
}

#[test]
fn a_fight_returns_to_no_state_where_every_skill_takes_what_never_comes_back() {
    assert!(fight(ARENA, &[]).visit(Acyclic));
    assert!(!fight(ARENA, &["rogue-attack.cost=0"]).visit(Acyclic));
    assert!(!fight(MIXED, &[]).visit(Acyclic), "the knight's sp comes back");
    assert!(!fight(ARENA, &["turns.order=alternate"]).visit(Acyclic), "both may be passed over");
}
