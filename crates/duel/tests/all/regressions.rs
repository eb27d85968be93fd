//! Fights that broke something once, named after what broke.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, laws};
use outplay_search::{Algorithm, ZeroSumAlgorithm, solve, solve_zero_sum};
use outplay_text::{Problems, Sources};

fn visit<V: Visitor>(text: &str, set: &[&str], visitor: V) -> V::Output {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("fight.toml", text);
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let options = Options { set, ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    fight.unwrap_or_else(|| panic!("{problems:#?}")).visit(visitor)
}

/// The least cost by A* and by Dijkstra, the laws checked.
struct Both;

impl Visitor for Both {
    type Output = [Option<u64>; 2];

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
        laws::check_bound(duel, 10_000).unwrap();
        [Algorithm::Astar, Algorithm::Dijkstra]
            .map(|by| solve(duel, &duel.start(), by, None, &Budget::UNLIMITED).cost)
    }
}

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = Account;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Account {
        duel.account(&fight.names, self.0)
    }
}

const BLESSED: &str = "
format = 1
game = 'duel'
goal.least = 'mana'
[fighters.hero]
hp = 3
mana = 50
skills = ['hit', 'harder']
[fighters.boss]
hp = 4
rage = 0
skills = ['strike', 'bless']
[skills.hit]
cost = { mana = 1 }
damage = 1
[skills.harder]
cost = { mana = 5 }
damage = 1
[skills.strike]
damage = 2
[skills.bless]
cost = { rage = 5 }
damage = 2
lasts = 6
while = { enemy.armor = 2 }
";

#[test]
fn an_enemy_effect_that_arms_player_1_is_part_of_the_bound() {
    assert_eq!(visit(BLESSED, &["p2.bless=6"], Both), [Some(4), Some(4)]);
}

/// The villain's strikes heal whoever has more than 10 hp, and the more the more they have.
const FATTENED: &str = "
format = 1
game = 'duel'
turns.stuck = 'skip'
goal.least = 'mana'
[fighters.hero]
hp = 12
mana = { start = 2, max = 12 }
skills = ['rest', 'hit', 'focus']
[fighters.villain]
hp = 1
skills = ['strike']
[skills.rest]
[skills.hit]
cost = { mana = 9 }
damage = 1
[skills.focus]
cost = { mana = 1 }
at-once = { mana = 4 }
[skills.strike]
damage = '5 - enemy.hp / 2'
";

#[test]
fn the_bound_still_knows_the_price_where_hp_have_grown_past_counting() {
    assert_eq!(visit(FATTENED, &[], Both), [Some(12), Some(12)]);
    assert_eq!(visit(FATTENED, &["p1.hp=1000000"], Both), [Some(12), Some(12)]);
}

const POOR: &str = "
format = 1
game = 'duel'
goal.least = 'mana'
damage.least = 1
[fighters.hero]
hp = 5
mana = 3
skills = ['sting', 'wait', 'hit', 'focus']
[fighters.villain]
hp = 9
skills = ['strike']
[skills.sting]
lasts = 3
each-turn = { enemy.hp = -1 }
[skills.wait]
[skills.hit]
cost = { mana = 3 }
damage = 3
pierces = true
[skills.focus]
cost = { mana = 6 }
at-once = { mana = 1 }
[skills.strike]
damage = 0
";

#[test]
fn a_bound_does_not_fall_when_life_runs_out() {
    let [guided, plain] = visit(POOR, &[], Both);
    assert_eq!(guided, plain);
}

#[test]
fn a_pool_that_cannot_be_refilled_proves_that_no_win_exists() {
    struct Expanded;
    impl Visitor for Expanded {
        type Output = (Option<u64>, u64);
        fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
            let budget = Budget { states: 1000, ..Budget::UNLIMITED };
            let solution = solve(duel, &duel.start(), Algorithm::Astar, None, &budget);
            assert_eq!(solution.stopped, None);
            (solution.cost, solution.stats.expanded)
        }
    }
    let text = "
format = 1
game = 'duel'
goal.least = 'mana'
[fighters.hero]
hp = 9
mana = 5
skills = ['hit', 'pray']
[fighters.boss]
hp = 7
skills = ['strike']
[skills.hit]
cost = { mana = 1 }
damage = 1
[skills.pray]
heal = 3
[skills.strike]
damage = 2
";
    assert_eq!(visit(text, &[], Expanded), (None, 0));
}

#[test]
fn a_fight_of_two_million_turns_is_told_to_its_end() {
    let text = "
format = 1
game = 'duel'
[fighters.a]
hp = 1000000
skills = ['poke']
[fighters.b]
hp = 1000000
skills = ['poke']
[skills.poke]
damage = 1
";
    let account = visit(text, &[], Replay(""));
    assert_eq!(account.winner, Some(outplay_game::Player::One));
    assert_eq!((account.spent, account.rounds), (1_000_000, 1_000_000));
    assert_eq!(account.turns.len() + account.untold, 1_999_999);
}

#[test]
fn the_listed_cost_counts_the_moves_of_whoever_really_chose() {
    // Player 2 chooses first here, and hits away what player 1 could pay with.
    let account = visit(BLESSED, &["turns.first=p2", "boss.hp=2"], Replay("shsh"));
    assert_eq!((account.spent, account.listed_cost), (1, 2));
    let account = visit(BLESSED, &[], Replay("hshsh"));
    assert_eq!((account.spent, account.listed_cost, account.unused), (2, 3, 1));
}

/// The value with every place of the queue, without those of fighters who can never act again, and
/// without those that are never reached.
struct WithMoreAndFewerPlaces;

impl Visitor for WithMoreAndFewerPlaces {
    type Output = [Option<i64>; 3];

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
        [duel, &duel.without_spent_places(), &duel.without_unreached_places()].map(|duel| {
            let by = ZeroSumAlgorithm::Retrograde;
            solve_zero_sum(duel, &duel.start(), by, &Budget::UNLIMITED).value()
        })
    }
}

#[test]
fn a_poison_does_not_tick_in_a_place_that_is_dropped() {
    let text = "
format = 1
game = 'duel'
goal.most = 'winner-hp'
turns = { order = 'queue', stuck = 'skip' }
[fighters.vampire]
hp = 1
sp = 4
skills = ['bite']
[fighters.snake]
hp = 2
sp = 5
skills = ['poison']
[skills.bite]
cost = { sp = 1 }
damage = 1
drains = true
[skills.poison]
cost = { sp = 3 }
damage = 1
queue = ['self']
lasts = 1
each-turn = { enemy.hp = -1 }
";
    assert_eq!(visit(text, &[], WithMoreAndFewerPlaces), [Some(0); 3]);
}

#[test]
fn whoever_waits_again_and_again_is_still_choosing() {
    let text = "
format = 1
game = 'duel'
goal.most = 'winner-hp'
turns = { order = 'queue', stuck = 'skip' }
[fighters.hermit]
hp = 5
sp = 3
skills = ['strike', 'wait']
[fighters.stone]
hp = 5
sp = 0
skills = ['crush']
[skills.strike]
key = 's'
cost = { sp = 3 }
damage = 2
queue = ['self']
[skills.wait]
key = 'w'
queue = ['self']
[skills.crush]
cost = { sp = 1 }
damage = 9
queue = ['self']
";
    let account = visit(text, &[], Replay("swwwww"));
    assert_eq!((account.refused, account.unused, account.endless), (None, 0, false));
    assert!(account.waits);
}
