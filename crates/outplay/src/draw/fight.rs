//! The top of a fight's tree, drawn.

use outplay_duel::order::Order;
use outplay_duel::{Duel, Move, Names, Refusal, Visitor};
use outplay_game::Game;
use outplay_search::{GameTree, Stop, game_tree};

use super::{dot, svg};
use crate::replay::refused_after;
use crate::versus::starting_after;
use crate::{Failure, Limits, Request};

/// The kinds of picture that a game's tree can be drawn as.
pub enum Picture {
    /// As SVG.
    Svg,
    /// As DOT.
    Dot,
}

/// Draws the top of a fight's tree with its values, its best line and what alpha-beta cuts off.
///
/// # Errors
/// When the rules or the question are wrong; inside that, when a limit stops it.
pub fn draw_versus(
    request: &Request,
    as_a: &Picture,
    most: usize,
    limits: Limits,
) -> Result<Result<String, Stop>, Failure> {
    let loaded = request.load()?;
    let after = request.after.as_deref();
    let drawn = loaded.fight.visit(Draw { as_a, most, limits, after });
    drawn.map_err(|refusal| refused_after(request, &refusal))
}

struct Draw<'a> {
    as_a: &'a Picture,
    most: usize,
    limits: Limits<'a>,
    after: Option<&'a str>,
}

impl Visitor for Draw<'_> {
    type Output = Result<Result<String, Stop>, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?.without_unreached_places();
        let key = |state: &_, mv: Move| {
            let skills = &names.fighters[duel.current(state).index()].skills;
            mv.skill().map_or(String::new(), |skill| skills[skill].key.to_string())
        };
        let start = duel.start();
        let drawn: Result<GameTree<_, _>, Stop> =
            self.limits.with_control(|control| game_tree(&duel, &start, self.most, control));
        Ok(drawn.map(|tree| match self.as_a {
            Picture::Svg => svg(&tree, &names.title, key),
            Picture::Dot => dot(&tree, &names.title, key),
        }))
    }
}
