//! Who plays how: fighters with playstyles, as people name them, made into players of a fight.

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Move, Plan};
use outplay_game::{Budget, Game, Objective, Player, Stop};
use outplay_lab::{Chooser, Greedy, Look, Minimax, Noisy, Random, Style, TreeSearch};
use outplay_search::{Costs, Mcts, Nearest, explain};
use outplay_text::{Code, Problem, Problems, Sources, Span};

use crate::fight::nearest::nearest_move_of_style;
use crate::{Failure, StyleName, Text};

/// A fighter and a style, as in `vampire:minimax`, `vampire` or `:random`.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// The fighter's name or short name.
    pub fighter: Option<Text>,
    /// How they are played.
    pub style: Option<StyleName>,
}

impl Seat {
    /// Reads `FIGHTER[:STYLE]`.
    ///
    /// # Errors
    /// A style that there is none of, with the nearest.
    ///
    /// ```
    /// use outplay::{Seat, Text};
    /// let seat = Seat::read(&Text::new("p1", "v:mi")).unwrap();
    /// assert_eq!(seat.fighter.unwrap().text, "v");
    /// assert_eq!(seat.style, Some(outplay::StyleName::MinimaxIterative));
    /// let wrong = Seat::read(&Text::new("p1", "v:minmax")).unwrap_err();
    /// assert!(wrong.to_string().contains("minmax"));
    /// ```
    pub fn read(given: &Text) -> Result<Self, Failure> {
        let Text { name, text } = given;
        let (fighter, style) = match text.split_once(':') {
            Some((fighter, style)) => (fighter, Some(style)),
            None => (text.as_str(), None),
        };
        let fighter = Some(Text::new(name, fighter)).filter(|fighter| !fighter.text.is_empty());
        let style = style.map(|style| {
            style.parse::<StyleName>().map_err(|unknown| {
                let place = text.len() - style.len()..text.len();
                Failure::in_text(name, text, Some(place), |span| {
                    let message = format!("no style is called `{style}`");
                    Problem::error(Code::UnknownStyle, span, message).help(unknown.help())
                })
            })
        });
        Ok(Self { fighter, style: style.transpose()? })
    }
}

/// What the two players of a fight go by: a style each, and the plan where it is a tree's.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    styles: [StyleName; 2],
    plans: [Option<Plan>; 2],
}

impl Players {
    /// Looks up what the styles need from the rules.
    ///
    /// # Errors
    /// A decision tree that is not there, or that the fighter cannot use.
    pub(crate) fn new(fight: &Fight, styles: [StyleName; 2]) -> Result<Self, Failure> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let plans = Player::BOTH.map(|player| {
            let StyleName::Tree(name) = &styles[player.index()] else { return None };
            let text = format!("tree={name}");
            let source = sources.add(format!("the style of {player}"), &text);
            let span = Span { source, start: text.len() - name.len(), end: text.len() };
            fight.plan(player, span, name, &mut problems)
        });
        if problems.has_errors() {
            return Err(Failure::new(sources, problems));
        }
        Ok(Self { styles, plans })
    }

    /// The decision tree that plays a side, where one does.
    pub(crate) fn plan(&self, player: Player) -> Option<&Plan> {
        self.plans[player.index()].as_ref()
    }

    /// The player of a side; `None` for one who is asked (`manual`).
    ///
    /// Minimax plays for the goal of the rules: the winner's hp, or the cheapest win. So does tree search.
    pub(crate) fn style<'g, const W: usize, O: Order>(
        &'g self,
        duel: &'g Duel<W, O>,
        player: Player,
        objective: &Objective,
        budget: Budget<'g>,
    ) -> Option<Box<dyn Style<Duel<W, O>> + 'g>> {
        self.style_called(&self.styles[player.index()], duel, player, objective, budget)
    }

    /// The same, of any name.
    fn style_called<'g, const W: usize, O: Order>(
        &'g self,
        name: &StyleName,
        duel: &'g Duel<W, O>,
        player: Player,
        objective: &Objective,
        budget: Budget<'g>,
    ) -> Option<Box<dyn Style<Duel<W, O>> + 'g>> {
        Some(match name {
            StyleName::Manual => return None,
            StyleName::Random => Box::new(Random::new(player)),
            StyleName::Greedy => Box::new(Greedy::new(|duel: &Duel<W, O>, state, mv| {
                i64::from(duel.harm(state, mv))
            })),
            StyleName::Mcts(playouts) => {
                let search =
                    if objective.is_zero_sum() { Mcts::of_payoff() } else { Mcts::of_least_cost() };
                Box::new(TreeSearch::new(player, search.playouts(*playouts), budget))
            }
            StyleName::Noisy(_) => {
                let best = StyleName::Minimax;
                let best = self.style_called(&best, duel, player, objective, budget)?;
                Box::new(Noisy::new(name.to_string(), player, name.slips()?, best))
            }
            StyleName::Look(far) => {
                let score = |duel: &Duel<W, O>, state: &_| duel.lead_in_hp(state);
                Box::new(Look::new(*far, score, |_, _, _| {}, budget))
            }
            StyleName::Tree(_) => {
                let plan = self.plans[player.index()].as_ref();
                let choose = move |duel: &Duel<W, O>, state: &_, moves: &[Move]| {
                    Ok(plan.map_or(moves[0], |plan| plan.choose(duel, state)))
                };
                Box::new(Chooser::new(name.to_string(), choose).deterministic())
            }
            StyleName::Minimax | StyleName::MinimaxRecursive | StyleName::MinimaxIterative => {
                if objective.is_zero_sum() {
                    Box::new(Minimax::new(duel, name.algorithm(), budget))
                } else {
                    let (mut costs, mut nearest, mut whole) =
                        (Costs::default(), Nearest::new(), None);
                    let choose = move |duel: &Duel<W, O>, state: &_, moves: &[Move]| {
                        cheapest(duel, state, moves, player, &mut costs, &budget, || {
                            nearest_move_of_style(
                                duel,
                                state,
                                player,
                                &mut nearest,
                                &mut whole,
                                &budget,
                            )
                        })
                    };
                    Box::new(Chooser::new(name.to_string(), choose).deterministic())
                }
            }
        })
    }
}

/// The move with which player 1 wins at the least cost; for player 2 the one that costs them most.
/// Where no move wins, the one that comes nearest, where that is known.
pub(crate) fn cheapest<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    state: &<Duel<W, O> as Game>::State,
    moves: &[Move],
    player: Player,
    costs: &mut Costs<Duel<W, O>>,
    budget: &Budget,
    nearest: impl FnOnce() -> Option<Move>,
) -> Result<Move, Stop> {
    if let [only] = moves {
        return Ok(*only);
    }
    let decisions = explain(duel, state, &moves[..1], costs, budget)?;
    let options = decisions.first().map(|decision| decision.moves.as_slice()).unwrap_or_default();
    if options.iter().all(|option| option.cost.is_none())
        && let Some(mv) = nearest()
    {
        return Ok(mv);
    }
    let cost = |cost: Option<u64>| cost.unwrap_or(u64::MAX);
    let best = match player {
        Player::One => options.iter().min_by_key(|option| cost(option.cost)),
        // The first of the dearest.
        Player::Two => options.iter().rev().max_by_key(|option| cost(option.cost)),
    };
    Ok(best.map_or(moves[0], |option| option.mv))
}

/// What a style's randomness starts from after so many moves: seeds of one game lie far from those of
/// another.
pub(crate) fn seed_after(seed: u64, made: usize) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(made as u64)
}
