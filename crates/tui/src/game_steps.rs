//! Going through a game step by step: what happens by itself is shown turn by turn as it happens, and
//! a finished game is stepped through, to and fro, with a way to try again from anywhere.

use outplay::{Position, Reviewed, Scene, Sitting};

use super::Effect;
use super::Speed;
use super::game::{GameApp, Waiting};

/// A finished game, looked at where a move was chosen.
pub(super) struct Look {
    /// So many moves had been made.
    pub(super) count: usize,
    pub(super) sitting: Sitting,
    pub(super) position: Position,
}

impl GameApp {
    /// The position that is looked at.
    pub(super) fn shown(&self) -> &Position {
        self.look.as_ref().map_or(&self.position, |look| &look.position)
    }

    /// Is something that has happened still being shown?
    pub(super) fn is_showing(&self) -> bool {
        self.seen < self.position.replay.turns.len()
    }

    /// What the sides look like now: as far as has been shown.
    pub(super) fn scene(&self) -> Scene {
        let turns = &self.position.replay.turns;
        match self.seen.checked_sub(1).and_then(|last| turns.get(last)) {
            Some(turn) if self.look.is_none() && self.is_showing() => turn.after(),
            _ => self.shown().now.clone(),
        }
    }

    /// How many turns the log tells.
    pub(super) fn told(&self) -> usize {
        let turns = self.shown().replay.turns.len();
        if self.look.is_some() { turns } else { turns.min(self.seen) }
    }

    /// After a move, what follows it by itself is shown from the turn of the move on.
    pub(super) fn show_from(&mut self, before: &Position) {
        let (old, new) = (&before.replay.turns, &self.position.replay.turns);
        let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        self.seen = same + 1;
        self.pass_over_silence();
        if self.paused || self.speed == Speed::AtOnce {
            self.show_all();
        }
    }

    /// Shows the next turn in which something happens.
    pub(super) fn show_next(&mut self) {
        self.seen += 1;
        self.pass_over_silence();
    }

    /// Turns in which nothing happens take no time.
    fn pass_over_silence(&mut self) {
        let silent =
            |turn: Option<&outplay::ReplayTurn>| turn.is_some_and(|turn| turn.events.is_empty());
        while silent(self.position.replay.turns.get(self.seen)) {
            self.seen += 1;
        }
    }

    /// All that has happened is seen.
    pub(super) fn show_all(&mut self) {
        self.seen = usize::MAX;
    }

    /// Where moves were chosen: how many had been made before each.
    pub(super) fn stops(&self) -> Vec<usize> {
        (0..self.sitting.count()).filter(|&place| !self.sitting.is_roll(place)).collect()
    }

    /// Which of the stops is looked at; past the last one: the end.
    pub(super) fn stop(&self) -> usize {
        let stops = self.stops();
        let at = self.look.as_ref().and_then(|look| stops.iter().position(|&at| at == look.count));
        at.unwrap_or(stops.len())
    }

    /// What the review says of the move that was chosen at a stop.
    pub(super) fn reviewed_at(&self, stop: usize) -> Option<&Reviewed> {
        let review = self.review.as_ref()?;
        let is_judged = |player| self.sitting.is_watched() || self.sitting.is_asked(player);
        let made = &self.position.made;
        let (player, _) = made.get(stop).filter(|(player, _)| is_judged(*player))?;
        let before = made[..stop].iter().filter(|(player, _)| is_judged(*player)).count();
        review.moves.get(before).filter(|reviewed| reviewed.player == *player)
    }

    /// Looks at a stop; past the last one: at the end.
    pub(super) fn look_at(&mut self, stop: usize) -> Vec<Effect> {
        self.note.clear();
        self.hints.clear();
        self.scroll = 0;
        let Some(&count) = self.stops().get(stop) else {
            self.look = None;
            return self.no_more_hints();
        };
        let sitting = self.sitting.after_moves(count);
        match sitting.position() {
            Ok(position) => {
                let made = self.made_key(count);
                let chosen =
                    position.options.iter().position(|option| Some(&option.key) == made.as_ref());
                self.select(chosen.unwrap_or(0));
                self.look = Some(Look { count, sitting, position });
            }
            Err(failure) => {
                self.note = failure.to_string();
                return Vec::new();
            }
        }
        if self.hinting { self.ask_for_hints() } else { self.no_more_hints() }
    }

    /// The next stop on that side at which something was given away.
    pub(super) fn next_mistake(&self, back: bool) -> Option<usize> {
        let bad = |stop: &usize| self.reviewed_at(*stop).is_some_and(|made| !made.judged.is_good());
        let (at, all) = (self.stop(), self.stops().len());
        if back { (0..at).rev().find(bad) } else { (at + 1..all).find(bad) }
    }

    /// The key of the move that was made after so many.
    pub(super) fn made_key(&self, count: usize) -> Option<String> {
        self.sitting.about().split(&self.sitting.moves()).get(count).cloned()
    }

    /// Goes on from where it is looked at, as if nothing later had been played.
    pub(super) fn try_again(&mut self) -> Vec<Effect> {
        let Some(look) = self.look.take() else { return Vec::new() };
        self.worths.retain(|&count, _| count <= look.count);
        self.sitting = look.sitting;
        // Whoever only watches would see it made again at once.
        self.paused = self.sitting.is_watched();
        let effects = self.refresh(None);
        self.say("From here again.");
        effects
    }

    /// A question about hints does not matter any more; one about the review does.
    pub(super) fn no_more_hints(&mut self) -> Vec<Effect> {
        if self.waiting != Some(Waiting::Hints) {
            return Vec::new();
        }
        self.waiting = None;
        vec![Effect::Forget]
    }

    /// Asks what the moves of the position shown are worth, unless that is known.
    pub(super) fn ask_for_hints(&mut self) -> Vec<Effect> {
        let count = self.look.as_ref().map_or(self.sitting.count(), |look| look.count);
        if let Some(hints) = self.worths.get(&count).cloned() {
            self.take_hints(hints);
            return self.no_more_hints();
        }
        if self.waiting == Some(Waiting::Review) {
            return Vec::new();
        }
        self.ask(Waiting::Hints)
    }
}
