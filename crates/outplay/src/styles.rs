//! Who plays how: fighters with playstyles, as people name them, made into players of a fight.

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Move, Plan};
use outplay_game::{Game, Player};
use outplay_lab::{Chooser, Greedy, Limits, Minimax, Random, Style};
use outplay_search::{Stop, explain};
use outplay_text::{Problem, Problems, Sources, Span};

use crate::{Failure, StyleName};

/// A fighter and a style, as in `vampire:minimax`, `vampire` or `:random`.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// The fighter's name or short name.
    pub fighter: Option<String>,
    /// How they are played.
    pub style: Option<StyleName>,
}

impl Seat {
    /// Reads `FIGHTER[:STYLE]`; `option` is what it was given for, as in `--p1`.
    ///
    /// # Errors
    /// A style that there is none of, with the nearest.
    ///
    /// ```
    /// let seat = outplay::Seat::read("--p1", "v:mi").unwrap();
    /// assert_eq!(seat.fighter.as_deref(), Some("v"));
    /// assert_eq!(seat.style, Some(outplay::StyleName::MinimaxIterative));
    /// assert!(outplay::Seat::read("--p1", "v:minmax").unwrap_err().to_string().contains("minmax"));
    /// ```
    pub fn read(option: &str, text: &str) -> Result<Self, Failure> {
        let (fighter, style) = match text.split_once(':') {
            Some((fighter, style)) => (fighter, Some(style)),
            None => (text, None),
        };
        let fighter = Some(fighter.to_owned()).filter(|fighter| !fighter.is_empty());
        let style = style.map(|style| {
            style.parse::<StyleName>().map_err(|unknown| {
                let mut sources = Sources::default();
                let source = sources.add(option, text);
                let span = Span { source, start: text.len() - style.len(), end: text.len() };
                let message = format!("no style is called `{style}`");
                let problem = Problem::error(span, message).help(unknown.help());
                Failure { sources, problems: vec![problem] }
            })
        });
        Ok(Self { fighter, style: style.transpose()? })
    }
}

/// What the two players of a fight go by: a style each, and the plan where it is a tree's.
#[derive(Clone, Debug)]
pub struct Players {
    /// The styles.
    pub styles: [StyleName; 2],
    plans: [Option<Plan>; 2],
}

impl Players {
    /// Looks up what the styles need from the rules.
    ///
    /// # Errors
    /// A decision tree that is not there, or that the fighter cannot use.
    pub fn new(fight: &Fight, styles: [StyleName; 2]) -> Result<Self, Failure> {
        Self::asked_for(["the style of player 1", "the style of player 2"], fight, styles)
    }

    /// Likewise; `options` say where the styles were asked for.
    pub(crate) fn asked_for(
        options: [&str; 2],
        fight: &Fight,
        styles: [StyleName; 2],
    ) -> Result<Self, Failure> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let plans = Player::BOTH.map(|player| {
            let StyleName::Tree(name) = &styles[player.index()] else { return None };
            let text = format!("tree={name}");
            let source = sources.add(options[player.index()], &text);
            let span = Span { source, start: text.len() - name.len(), end: text.len() };
            fight.plan(player, span, name, &mut problems)
        });
        if problems.has_errors() {
            return Err(Failure { sources, problems: problems.into_sorted() });
        }
        Ok(Self { styles, plans })
    }

    /// The player of a side; `None` for one who is asked (`manual`).
    ///
    /// Minimax plays for the goal of the rules: the winner's hp, or the cheapest win.
    pub fn style<'g, const W: usize, O: Order>(
        &'g self,
        duel: &'g Duel<W, O>,
        player: Player,
        zero_sum: bool,
        limits: Limits<'g>,
    ) -> Option<Box<dyn Style<Duel<W, O>> + 'g>> {
        let name = &self.styles[player.index()];
        Some(match name {
            StyleName::Manual => return None,
            StyleName::Random => Box::new(Random::new(player)),
            StyleName::Greedy => Box::new(Greedy::new(|duel: &Duel<W, O>, state, mv| {
                i64::from(duel.harm(state, mv))
            })),
            StyleName::Tree(_) => {
                let plan = self.plans[player.index()].as_ref();
                let choose = move |duel: &Duel<W, O>, state: &_, moves: &[Move]| {
                    Ok(plan.map_or(moves[0], |plan| plan.choose(duel, state)))
                };
                Box::new(Chooser::new(name.to_string(), choose).deterministic())
            }
            StyleName::Minimax | StyleName::MinimaxRecursive | StyleName::MinimaxIterative => {
                match name.algorithm(duel).filter(|_| zero_sum) {
                    Some(by) => Box::new(Minimax::new(duel, by, limits)),
                    None => {
                        let choose = move |duel: &Duel<W, O>, state: &_, moves: &[Move]| {
                            cheapest(duel, state, moves, player, limits)
                        };
                        Box::new(Chooser::new(name.to_string(), choose).deterministic())
                    }
                }
            }
        })
    }
}

/// The move with which player 1 wins at the least cost; for player 2 the one that costs them most.
fn cheapest<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    state: &<Duel<W, O> as Game>::State,
    moves: &[Move],
    player: Player,
    limits: Limits,
) -> Result<Move, Stop> {
    if let [only] = moves {
        return Ok(*only);
    }
    let decisions = explain(duel, state, &moves[..1], &limits.control())?;
    let options = decisions.first().map(|decision| decision.moves.as_slice()).unwrap_or_default();
    let cost = |cost: Option<u64>| cost.unwrap_or(u64::MAX);
    let best = match player {
        Player::One => options.iter().min_by_key(|option| cost(option.cost)),
        // The first of the dearest.
        Player::Two => options.iter().rev().max_by_key(|option| cost(option.cost)),
    };
    Ok(best.map_or(moves[0], |option| option.mv))
}
