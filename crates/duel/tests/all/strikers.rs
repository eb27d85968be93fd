//! Two fighters who only strike: nobody has a choice, and the same engine plays it out.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, Player};
use outplay_search::{Algorithm, can_force, solve};
use outplay_text::{Problems, Sources};
use proptest::prelude::*;

/// hp, damage and armor.
type Striker = (u32, u32, u32);

struct Fate;

impl Visitor for Fate {
    type Output = (Option<u64>, bool, Option<Player>, u64);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let budget = &Budget::UNLIMITED;
        let solution = solve(duel, &duel.start(), Algorithm::Astar, None, budget);
        let lost = can_force(duel, &duel.start(), Player::Two, budget).unwrap();
        let account = duel.account(&fight.names, "");
        assert_eq!(account.unused, 0);
        (solution.cost, lost, account.winner, account.spent)
    }
}

fn fight(one: Striker, two: Striker, least: u32) -> (Option<u64>, bool, Option<Player>, u64) {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let fighter = |name: &str, (hp, damage, armor): Striker| {
        format!(
            "[fighters.{name}]\nhp = {hp}\nmight = {damage}\narmor = {armor}\nskills = ['hit']\n"
        )
    };
    let text = format!(
        "format = 1\ngame = 'duel'\ndamage.least = {least}\n{}{}[skills.hit]\ndamage = 'might'\n",
        fighter("one", one),
        fighter("two", two)
    );
    let source = sources.add("strikers.toml", text);
    let file = RulesFile::read(&sources, source, &mut problems);
    file.fight(&sources, &Options::default(), &mut problems).unwrap().visit(Fate)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn the_first_mover_wins_ties(
        one in (1_u32..200, 0_u32..20, 0_u32..20),
        two in (1_u32..200, 0_u32..20, 0_u32..20),
    ) {
        let attacks = |me: Striker, enemy: Striker| {
            enemy.0.div_ceil(me.1.saturating_sub(enemy.2).max(1))
        };
        let (mine, theirs) = (attacks(one, two), attacks(two, one));
        let (cost, lost, winner, spent) = fight(one, two, 1);
        if mine <= theirs {
            prop_assert_eq!(cost, Some(u64::from(mine)));
            prop_assert_eq!((lost, winner), (false, Some(Player::One)));
            prop_assert_eq!(spent, u64::from(mine));
        } else {
            prop_assert_eq!((cost, lost, winner), (None, true, Some(Player::Two)));
        }
    }
}

#[test]
fn two_who_cannot_hurt_each_other_go_on_for_ever_and_nobody_wins() {
    let (cost, lost, winner, _) = fight((10, 2, 5), (10, 3, 5), 0);
    assert_eq!((cost, lost, winner), (None, false, None));
}

#[test]
fn a_million_hp_are_played_out() {
    let (cost, ..) = fight((1_000_000, 5, 0), (1_000_000, 4, 0), 1);
    assert_eq!(cost, Some(200_000));
}
