//! What came of a game that was played: the verdict, how well it was played, the worst moves with a way
//! to try again, and the value over the whole game.

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, Objective, Solver, Table, amount, count, thousands};

use super::board::{Course, Judged, Measure, Weighed, graph, weigh};
use super::play::tools;
use super::verdict_class;
use crate::address::Address;
use crate::error::Error;
use crate::here::{Best, Here};
use crate::words;
use crate::work::Work;

/// So many of the worst moves are named.
const WORST: usize = 3;

/// A game, looked at again.
pub(super) struct Reviewed {
    /// How it ended, and what perfect play comes to.
    pub(super) verdict: Markup,
    /// The value over the game, and its moves one by one.
    pub(super) course: Markup,
}

/// Looks at a game again that is over, or goes on for ever.
pub(super) fn review(
    address: &Address,
    table: &Table,
    here: &Here,
    solver: &mut Solver,
    work: &Work,
) -> Result<Reviewed, Error> {
    let about = table.about();
    // The last moves are the easiest to judge, and the start the hardest.
    let judged = weigh(table, here, solver, work)?;
    let best = Best::after(solver, "", work)?;
    let seen = Seen { address, about, here, judged: &judged };
    Ok(Reviewed { verdict: seen.verdict(&best), course: seen.course() })
}

struct Seen<'a> {
    address: &'a Address,
    about: &'a About,
    here: &'a Here,
    judged: &'a Judged,
}

impl Seen<'_> {
    /// Whose moves are looked at: those of people; where none play, everybody's.
    fn is_own(&self, player: Player) -> bool {
        self.address.is_watched(self.about) || self.address.by_hand(player)
    }

    /// Does it not matter who made a move?
    fn is_everybodys(&self) -> bool {
        let both = Player::BOTH.into_iter().all(|player| self.about.side(player).chooses);
        let made = &self.here.position.made;
        let all_own = made.iter().all(|(player, _)| self.is_own(*player));
        self.address.is_watched(self.about) || (all_own && both)
    }

    /// How it ended, and what perfect play comes to.
    fn verdict(&self, best: &Best) -> Markup {
        let (about, replay) = (self.about, self.here.replay());
        let rounds = count(u64::from(replay.rounds), about.counts());
        let explore =
            html! { a.button href=(self.address.link("explore", &[])) { "Explore the best play" } };
        html! {
            section class=(verdict_class(replay.won_by(), true)) {
                p.verdict data-announce { @match replay.won_by() {
                    Some(winner) => { (words::side(about, winner)) " " (words::does(about, winner, ["wins", "win"])) }
                    None if replay.over => "Nobody wins",
                    None => "It goes on like this for ever",
                } }
                @match replay.value {
                    Some(value) => p { "Worth " (value) " to player 1, after " (rounds) "." },
                    None if about.objective == Objective::Win => p { "After " (rounds) "." },
                    None => p { "Spent: " (amount(replay.spent, &replay.unit)) " in " (rounds) "." },
                }
                p { (self.compared(best)) }
                (tools(self.address, about, self.here, false, &explore))
            }
            (self.played())
        }
    }

    /// What perfect play comes to, beside this.
    fn compared(&self, best: &Best) -> Markup {
        let (about, replay) = (self.about, self.here.replay());
        let [value, proof] = words::best(about, best, true);
        let zero_sum = about.objective.is_zero_sum();
        // Where both choose, their mistakes may make up for each other.
        let contested = about.side(Player::Two).chooses;
        let reached = replay.value.or_else(|| i64::try_from(replay.spent).ok());
        let perfect = best.value() == reached && (zero_sum || replay.won_by() == Some(Player::One));
        html! {
            @if best.chance().is_some() { "With best play: " (value) " " (proof) }
            @else if !best.is_proved() { "With best play: " (value) ". " (proof) }
            @else if perfect && (zero_sum || contested) { "That is what perfect play comes to." }
            @else if perfect { "No less will do: that was perfect play." }
            @else if let (false, Some(value)) = (zero_sum, best.value()) {
                @if contested { "With best play of both it takes " } @else { "The best play wins with " }
                (amount(value.unsigned_abs(), &replay.unit)) ": " code { (best.answer.moves()) }
            } @else { "With best play: " (value) ". " code { (best.answer.moves()) } }
        }
    }

    /// How well it was played: of each side that people played, and the worst moves.
    fn played(&self) -> Markup {
        let of = |player: Player| move |other: Player| player == other;
        let accuracies: Vec<_> = Player::BOTH
            .into_iter()
            .filter(|player| self.is_own(*player))
            .filter_map(|player| Some((player, self.judged.accuracy(of(player))?)))
            .collect();
        let worst = self.judged.worst(WORST, |player| self.is_own(player));
        html! {
            @if !accuracies.is_empty() || !worst.is_empty() {
                section.sheet #played {
                    h2 { "How it was played" }
                    @for (player, (accuracy, choices)) in &accuracies {
                        p.accuracy {
                            strong { (format!("{:.0} %", accuracy * 100.0)) } " accuracy"
                            @if accuracies.len() > 1 { " of " (words::side(self.about, *player)) }
                            span.soft.small { ": kept of what was at stake, over " (count(*choices as u64, "choice")) }
                        }
                    }
                    @if worst.is_empty() { p { "No move gave anything away." } }
                    @else {
                        ol.worst aria-label="The worst moves" {
                            @for choice in worst { (self.again(choice)) }
                        }
                    }
                }
            }
        }
    }

    /// A bad move, and the way back to before it.
    fn again(&self, choice: &Weighed) -> Markup {
        let before = self.about.join(&self.here.keys[..choice.place]);
        html! {
            li {
                "Move " (choice.number) ", " strong { (choice.name) }
                @if let Some(worth) = choice.made() { ": " (words::worth(worth, choice.player, self.about)) }
                @if let Some(better) = choice.better() { "; better: " strong { (better) } }
                ". "
                a.button.small href=(self.address.link("play", &[("moves", &before)])) { "Try again from here" }
            }
        }
    }

    /// The value over the game, and every move that was made by hand.
    fn course(&self) -> Markup {
        let (about, judged) = (self.about, self.judged);
        let measure = Measure::of(about);
        let course = Course { end: self.here.clone(), here: self.here.clone(), before: None };
        let own: Vec<&Weighed> =
            judged.choices.iter().filter(|choice| self.is_own(choice.player)).collect();
        let title = if self.is_everybodys() { "The moves" } else { "Your moves" };
        let end = measure.here(self.here, None);
        html! {
            @if !own.is_empty() {
                section.sheet.along {
                    h2 { "The value over the game" }
                    (graph(&course, judged, end, 0, &measure, self.address, about))
                    details {
                        summary { (title) ", looked at again" }
                        @if judged.left_out > 0 { p.soft { "The last " (judged.choices.len()) " of both sides; " (thousands(judged.left_out as u64)) " before them are left out." } }
                        (self.table(&own))
                        @if let Some(reason) = judged.open { p.soft.small { "Not settled: " (reason) "." } }
                    }
                }
            }
        }
    }

    fn table(&self, own: &[&Weighed]) -> Markup {
        html! {
            div.scroll { table {
                thead { tr { th.n { "move" } th { "who" } th { "played" } th { "worth" } th { "best" } } }
                tbody {
                    @for choice in own {
                        @let before = self.about.join(&self.here.keys[..choice.place]);
                        tr class=(format!("p{}", choice.player.number())) {
                            td.n { a href=(self.address.link("play", &[("moves", &before), ("hint", "1")])) { (choice.number) } }
                            td { (words::side(self.about, choice.player)) }
                            td { (choice.name) }
                            @match choice.made() {
                                Some(worth) => {
                                    td.best[worth.is_good(choice.player)].worse[!worth.best] { (words::worth(worth, choice.player, self.about)) }
                                    td { (choice.better().unwrap_or_default()) }
                                }
                                None => { td.soft { "not settled" } td {} }
                            }
                        }
                    }
                }
            } }
        }
    }
}
