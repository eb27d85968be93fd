//! The best play of both sides of a fight for the winner's hp.

use outplay_duel::order::Order;
use outplay_duel::{CEILING, Move};
use outplay_game::{Budget, Game};

use super::prover::{FightProver, Keys};
use crate::versus::{Way, solved};
use crate::weigh::weigh;
use crate::{Answer, Choice, Failure, Question, Text, VersusAnswer};

impl<const W: usize, O: Order> FightProver<W, O> {
    pub(super) fn solve_versus(
        &mut self,
        question: &Question,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let way = Way::of(question)?;
        let after = question.after.clone().unwrap_or_else(|| Text::new("after", ""));
        let duel = self.room.starting_after(&after)?;
        let from = self.at(&after)?;
        let solved = solved(&self.quick, &from, way, &mut self.oracle, budget);
        let (names, about) = (&self.room.fight.names, &self.room.about);
        let line = duel.spell(names, &solved.solution.line);
        let moves = line.0.clone();
        let current = duel.current(&duel.start());
        let key = |mv: Move| self.room.spell(current, mv).map_or(String::new(), |(key, _)| key);
        let heading = (about.game.as_str(), about.title.as_str());
        let mut answer = VersusAnswer::new(heading, Some(current), &solved, key, line);
        // As much hp as there can be at all says nothing.
        let says = |bound: &i64| bound.abs() < i64::from(CEILING);
        answer.lower = answer.lower.filter(says);
        answer.upper = answer.upper.filter(says);
        answer.goal = about.goal();
        answer.setting = Some(about.setting());
        if answer.value.is_some() && question.explain {
            let account = duel.account(names, &moves);
            let chosen: Vec<Move> = account.choices.iter().map(|&(_, mv)| mv).collect();
            let (quick, keys) = (&self.quick, Keys(&self.room));
            let (mut choices, stopped) =
                weigh(quick, &from, &chosen, true, &keys, &mut self.oracle, budget);
            Self::numbered(&mut choices, &account);
            choices.retain(Choice::is_settled);
            answer.explain = Some(choices);
            answer.cut_short |= stopped.is_some();
            answer.stopped = answer.stopped.or(stopped);
        }
        answer.end(&solved, &self.oracle, || self.room.fight.endless());
        Ok(Answer::Versus(Box::new(answer)))
    }
}
