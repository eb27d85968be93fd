//! What every position of a fight says of the skills: which could be left out, and how often the best
//! lines use each.

use std::cell::OnceCell;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Move, State, Without};
use outplay_game::{Budget, Game, Objective, Player, Stop};
use outplay_search::{Every, Lines, Need};

use super::prover::FightProver;

/// What all positions together say.
pub(crate) struct AllPositions {
    /// How many there are.
    pub(crate) positions: u64,
    /// For each skill that somebody chooses to use: whose, its place among theirs, and where it is needed.
    pub(crate) skills: Vec<(Player, usize, Needed)>,
    /// The best lines, with the skills in the same order; none where they cannot be counted.
    pub(crate) lines: Option<Lines>,
}

/// Where a skill is needed.
pub(crate) enum Needed {
    /// Without it no position is worth anything else.
    Nowhere,
    /// Without it some are. The moves to one, where that is known.
    Somewhere(Option<String>),
    /// It is not known.
    Unknown,
}

impl<const W: usize, O: Order> FightProver<W, O> {
    /// Looks at every position of the fight, unless they are too many.
    pub(super) fn every_position(&self, budget: &Budget) -> Result<AllPositions, Stop> {
        let (quick, start) = (&self.quick, [self.quick.start()]);
        match self.about().objective {
            Objective::ZeroSum(_) | Objective::Win => {
                let every = Every::by_value(quick, &start, budget)?;
                // With how many hp one loses may matter.
                let win = self.about().objective == Objective::Win;
                let worst = win.then_some([Some(0), Some(1)]);
                Ok(self.looked_at(&every, worst, budget, |game, from, budget| {
                    Every::by_value(game, from, budget).map(|every| values(&every, from.len()))
                }))
            }
            Objective::LeastCost(_) | Objective::Most(_) | Objective::PlayedOut => {
                let every = Every::by_cost(quick, &start, budget)?;
                let worst = Some([None, Some(0)]);
                Ok(self.looked_at(&every, worst, budget, |game, from, budget| {
                    Every::by_cost(game, from, budget).map(|every| values(&every, from.len()))
                }))
            }
        }
    }

    fn looked_at(
        &self,
        every: &Every<Duel<W, O>>,
        worst: Option<[Option<i64>; 2]>,
        budget: &Budget,
        without: impl Fn(&Without<W, O>, &[State<W, O>], &Budget) -> Result<Vec<Option<i64>>, Stop>,
    ) -> AllPositions {
        let names = &self.room.fight.names;
        let chosen: Vec<(Player, usize)> = Player::BOTH
            .into_iter()
            .filter(|&player| player == Player::One || self.about().side(player).chooses)
            .flat_map(|player| {
                (0..names.fighters[player.index()].skills.len()).map(move |skill| (player, skill))
            })
            .collect();
        let all = OnceCell::new();
        let states = || all.get_or_init(|| every.states().cloned().collect::<Vec<State<W, O>>>());
        let needed = |&(player, skill): &(Player, usize)| {
            let is_one = |of: Player, mv: Move| of == player && mv.skill() == Some(skill);
            let stuck = worst.filter(|_| self.quick.loses_when_stuck(player));
            let stuck = stuck.map(|worst| worst[player.index()]);
            let by_choice = self.quick.matters_by_choice(player);
            let need = if by_choice { every.need(stuck, is_one) } else { Need::Unclear };
            let needed = match need {
                Need::Nowhere => Needed::Nowhere,
                Need::Here(place) => {
                    let moves = every.way_to(place);
                    Needed::Somewhere(Some(self.quick.spell(names, &moves).0))
                }
                Need::Unclear => {
                    let game = self.quick.without_skill(player, skill);
                    let values = game.and_then(|game| without(&game, states(), budget).ok());
                    let same = |values: &Vec<Option<i64>>| {
                        (0..every.len()).all(|place| values[place] == every.value(place))
                    };
                    match values.as_ref().map(same) {
                        Some(true) => Needed::Nowhere,
                        Some(false) => Needed::Somewhere(None),
                        None => Needed::Unknown,
                    }
                }
            };
            (player, skill, needed)
        };
        let group = |player: Player, mv: Move| {
            let skill = mv.skill()?;
            chosen.iter().position(|&one| one == (player, skill))
        };
        AllPositions {
            positions: every.len() as u64,
            skills: chosen.iter().map(needed).collect(),
            lines: every.lines(chosen.len(), group),
        }
    }
}

/// What the first positions are worth.
fn values<G: Game>(every: &Every<G>, count: usize) -> Vec<Option<i64>> {
    (0..count).map(|place| every.value(place)).collect()
}
