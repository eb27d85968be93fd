//! The sections of a report.

use maud::{Markup, PreEscaped, html};
use outplay::{
    DeadWeight, How, LadderAnswer, LookedAt, Moved, Need, OrderTable, Roster, Rung, Sensitivity,
    SkillWeight, SolvedMeeting, Standing, SweepAnswer, count, thousands,
};

use super::pictures::{ladder, tornado};
use super::{Page, how};
use crate::draw::{counters_graph, heat_map, sweep_svg};
use crate::html::{Colours, Counts, Look, heat_key, matrix};
use crate::sweep::{number, tried, worth};
use crate::table::decimal;
use crate::tournament::left_out;

/// More cliffs than this are counted.
const MOST_CLIFFS: usize = 24;

impl Page<'_> {
    pub(super) fn moves(&self, moves: &Sensitivity) -> Markup {
        let inert: Vec<&str> = moves
            .numbers
            .iter()
            .filter(|moved| moved.inert == Some(true))
            .map(|moved| moved.path.as_str())
            .collect();
        let shown: Vec<&Moved> =
            moves.numbers.iter().filter(|moved| moved.inert != Some(true)).collect();
        let proved = format!("proved: {}", count(moves.tried, "exact solve"));
        let example = shown.first().and_then(|moved| moved.edits.first());
        let example =
            example.map_or(String::new(), |edit| self.ask("solve", &["--set", &edit.set]));
        html! {
            @if let Some(svg) = tornado(moves) {
                figure.picture {
                    figcaption {
                        "Each number ten per cent (pale) and one step (strong) less (blue) and more (orange); hatched: no win."
                    }
                    (PreEscaped(svg))
                }
            }
            div.scroll { table {
                thead { tr {
                    th { "number" } th.n { "is" }
                    th.n { "-10 %" } th.n { "-1" } th.n { "+1" } th.n { "+10 %" }
                    th { "it is " (standing_turns(moves.standing)) " at" }
                } }
                tbody { @for moved in &shown { tr {
                    td { code { (moved.path) } }
                    td.n { (moved.value) }
                    @for edit in &moved.edits { td.n { (tried(&edit.tried)) } }
                    td { (threshold(moved)) }
                } } }
            } }
            (how(&proved, &example))
            @if !inert.is_empty() {
                p { "These change nothing as far as they were tried: " (inert.join(", ")) "." }
            }
            @if !moves.cliffs.is_empty() {
                h3 { "Cliffs" }
                p { "Single steps after which it is somebody else's fight." }
                div.scroll { table {
                    thead { tr { th { "number" } th.n { "from" } th.n { "to" } th.n { "before" } th.n { "after" } th { "the command" } } }
                    tbody { @for cliff in moves.cliffs.iter().take(MOST_CLIFFS) { tr {
                        td { code { (cliff.path) } }
                        td.n { (cliff.from) }
                        td.n { (cliff.to) }
                        td.n { (worth(&cliff.before)) " (" (self.standing(cliff.standing_before)) ")" }
                        td.n { (worth(&cliff.after)) " (" (self.standing(cliff.standing_after)) ")" }
                        td { code { (self.ask("solve", &["--set", &format!("{}={}", cliff.path, cliff.to)])) } }
                    } } }
                } }
                @if moves.cliffs.len() > MOST_CLIFFS { p { "… and " (moves.cliffs.len() - MOST_CLIFFS) " more." } }
            }
        }
    }

    /// Whose fight it is.
    fn standing(&self, standing: Standing) -> String {
        let [one, two] = self.table.about().names();
        match standing {
            Standing::First => one.to_owned(),
            Standing::Second => two.to_owned(),
            Standing::Nobody => "nobody".to_owned(),
            Standing::Unknown => "not known".to_owned(),
        }
    }

    pub(super) fn map(&self, map: &SweepAnswer) -> Markup {
        let vary: Vec<String> = map
            .axes
            .iter()
            .map(|axis| match (axis.values.first(), axis.values.last()) {
                (Some(first), Some(last)) => format!("{}={first}..{last}", axis.name),
                _ => axis.name.clone(),
            })
            .collect();
        let words: Vec<&str> = vary.iter().flat_map(|vary| ["--vary", vary.as_str()]).collect();
        let got = format!("proved: {} solved exactly", count(map.cells.len() as u64, "fight"));
        html! {
            @match heat_map(map).filter(|_| self.framed) {
                Some((svg, key)) => figure.heat { div.scroll { (PreEscaped(svg)) } (heat_key(&key, &map.unit)) },
                None => figure { (PreEscaped(sweep_svg(map))) },
            }
            (how(&got, &self.ask("sweep", &words)))
        }
    }

    pub(super) fn weight(&self, weight: &DeadWeight) -> Markup {
        let looked = match weight.looked_at {
            LookedAt::All(positions) => {
                format!("all {} that can be reached were looked at", count(positions, "position"))
            }
            LookedAt::NearTheBestLine(positions) => {
                format!(
                    "{} on the best line and one move off it were looked at",
                    count(positions, "position")
                )
            }
            LookedAt::None => "no positions but the start were looked at".to_owned(),
        };
        let example = weight
            .skills
            .first()
            .map_or(String::new(), |skill| self.ask("solve", &["--set", &skill.set]));
        html! {
            @if let Some(lines) = &weight.lines {
                p {
                    @if lines.exact { "There are " } @else { "There are at least " }
                    (number(lines.count)) " best lines; each counts alike below."
                }
            }
            @if let Some(why) = &weight.uncounted { p { "Best lines were not counted: " (why) "." } }
            div.scroll { table {
                thead { tr {
                    th { "skill" } th { "of" } th.n { "without it" } th { "needed" } th.n { "in best lines" } th.n { "uses" }
                } }
                tbody { @for skill in &weight.skills { tr {
                    td { (skill.name) }
                    td { (skill.fighter) }
                    td.n { (tried(&skill.without)) }
                    td { (needed(skill)) }
                    td.n { @if let Some(used) = &skill.used { (decimal(used.share * 100.0, 0)) " %" } }
                    td.n { @if let Some(used) = &skill.used { (decimal(used.mean, 2)) } }
                } } }
            } }
            @if !weight.effects.is_empty() {
                div.scroll { table {
                    thead { tr { th { "effect" } th.n { "without it" } th { "the command" } } }
                    tbody { @for effect in &weight.effects { tr {
                        td { (effect.name) }
                        td.n { (tried(&effect.without)) }
                        td { code { (self.ask("solve", &["--set", &effect.set])) } }
                    } } }
                } }
            }
            (how(&format!("proved by solves with each taken away; {looked}"), &example))
        }
    }

    pub(super) fn people(&self, people: &LadderAnswer) -> Markup {
        let [one, two] = self.table.about().names();
        let against = if people.contested { format!("a perfect {two}") } else { two.to_owned() };
        html! {
            figure.picture {
                figcaption { "How often " (one) " wins against " (against) ", by how they play." }
                (PreEscaped(ladder(self.report, people)))
            }
            (self.rungs(&people.rungs, 1))
            @if !people.mirror.is_empty() {
                h3 { (two) " by the same styles, against a perfect " (one) }
                (self.rungs(&people.mirror, 2))
            }
        }
    }

    fn rungs(&self, rungs: &[Rung], side: usize) -> Markup {
        let priced = rungs.iter().any(|rung| rung.price.is_some());
        let [one, two] = self.table.about().names();
        let name = if side == 1 { one } else { two };
        html! {
            div.scroll { table {
                thead { tr {
                    th { "style" } th.n { (one) " wins" } th.n { (two) " wins" } th.n { "nobody" }
                    @if priced { th.n { (self.report.unit) " a win" } }
                    th.n { "actions" } th { "how it is known" } th { "most is lost" }
                } }
                tbody { @for rung in rungs { tr {
                    td { (rung.style) }
                    @match rung.ends {
                        Some(ends) => {
                            td.n { (per_cent(ends.p1_wins)) }
                            td.n { (per_cent(ends.p2_wins)) }
                            td.n { (per_cent(ends.ties + ends.unfinished)) }
                        }
                        None => { td.n { "?" } td.n { "?" } td.n { "?" } }
                    }
                    @if priced { td.n { @if let Some(price) = rung.price { (decimal(price, 1)) } } }
                    td.n { @if let Some(length) = rung.length { (decimal(length, 1)) } }
                    td { (known(&rung.how)) }
                    td.what { (lost(rung)) }
                } } }
            } }
            @if let Some(rung) = rungs.first() {
                @let seat = format!("{}:{}", self.report.sides[side - 1], rung.style);
                @let option = if side == 1 { "--p1" } else { "--p2" };
                @let games = match rung.how {
                    How::Sampled { games: games @ 1.., .. } => games.to_string(),
                    How::Sampled { .. } | How::Exact { .. } => "2000".to_owned(),
                };
                (how(&format!("each row: {name} by that style, the other side perfect"),
                    &self.ask("match", &[option, &seat, "--games", &games, "--seed", "1"])))
            }
        }
    }

    pub(super) fn everyone(&self, roster: &Roster) -> Markup {
        html! {
            @for order in &roster.tournament.orders { (self.matrix(order, roster)) }
            @if let Some(why) = &roster.tournament.left_out { p { (left_out(why)) } }
            (how(&format!("proved: {}", count(meetings(roster), "meeting")), &self.ask("tournament", &[])))
            @if !roster.counters.is_empty() {
                h3 { "Best counters" }
                figure.graph { figcaption { "An arrow leads from each to whom it does worst against." }
                    (PreEscaped(counters_graph(&roster.tournament.orders[0].table.entrants, &roster.counters))) }
            }
            @if roster.outclassed.is_empty() { p { "Nobody is worse than another against everyone." } }
            @else {
                p { "Whomever they meet, and whoever begins: "
                @for (index, one) in roster.outclassed.iter().enumerate() {
                    @if index > 0 { "; " }
                    strong { (one.entrant) } " is never better than " strong { (one.by) }
                    @if roster.tournament.orders.len() > 1 { " (" (one.order) ")" }
                } "." }
            }
            @if !roster.skills.is_empty() {
                h3 { "What each skill is worth" }
                div.scroll { table {
                    thead { tr { th { "fighter" } th { "skill" } th.n { "lost without it" } th.n { "it matters in" } th { "the command" } } }
                    tbody { @for skill in &roster.skills { tr {
                        td { (skill.fighter) }
                        td { (skill.skill) }
                        td.n { @if let Some(loss) = skill.loss { (decimal(loss, 1)) " " (self.report.unit) } @else { "cannot be without" } }
                        td.n { (skill.changes) " of " (skill.meetings) }
                        td { code { (self.ask("tournament", &["--set", &skill.set])) } }
                    } } }
                } }
                p.how { "proved: as player 1 against everyone else, on average over these meetings" }
            }
            p {
                "What follows is about " (self.table.about().names()[0]) " against " (self.table.about().names()[1])
                "; name others with --p1 and --p2."
            }
        }
    }

    fn matrix(&self, order: &OrderTable<SolvedMeeting>, roster: &Roster) -> Markup {
        let look = Look {
            names: &order.table.entrants,
            counts: Counts::of(self.table.about()),
            colours: if self.framed { Colours::Sides } else { Colours::Inline },
            link: None,
        };
        let first = order.table.first_mover_advantage;
        html! {
            h3 {
                @if roster.tournament.orders.len() > 1 { (order.order) ": " }
                "the row as player 1 against the column"
            }
            (matrix(&order.table, &look))
            p.how {
                @if self.report.unit == "chance" { "the chance that the row wins, in per cent" } @else { "in " (self.report.unit) " to the row" }
                @if let Some(first) = first { "; moving first is worth " (decimal(first, 2)) " on average" }
            }
        }
    }
}

fn meetings(roster: &Roster) -> u64 {
    let rows = roster.tournament.orders.iter().flat_map(|order| &order.table.rows);
    rows.flatten().filter(|cell| cell.value_to_p1.is_some()).count() as u64
}

fn per_cent(share: f64) -> String {
    format!("{} %", decimal(share * 100.0, 1))
}

/// How figures were got.
fn known(how: &How) -> String {
    match how {
        How::Exact { positions, .. } => format!("exact, {} positions", thousands(*positions)),
        How::Sampled { games, within, .. } => {
            format!("sampled, {} games, ± {} %", thousands(*games), decimal(within * 100.0, 1))
        }
    }
}

/// Where a style loses most.
fn lost(rung: &Rung) -> Markup {
    let Some(lapses) = &rung.loses else {
        return html! { @if let Some(why) = &rung.left_out { (why) } };
    };
    let Some(spot) = lapses.spots.first() else { return html! { "nothing" } };
    let best = spot.moves.iter().find(|mv| mv.best).map_or("", |mv| &mv.name);
    let place = if spot.after.is_empty() {
        "at the start".to_owned()
    } else {
        format!("after {}", short(&spot.after))
    };
    html! {
        (place) ": " (best) " is best"
        @if let Some(thrown) = spot.thrown_away.filter(|thrown| *thrown > 0.0) {
            ", " (per_cent(thrown)) " of the wins thrown away"
        } @else {
            ", " (decimal(spot.given_away, 2)) " " (lapses.unit) " given away"
        }
    }
}

/// A line of moves, cut where it is long.
fn short(moves: &str) -> String {
    let mut text: String = moves.chars().take(24).collect();
    if text.len() < moves.len() {
        text.push('…');
    }
    text
}

fn standing_turns(standing: Standing) -> &'static str {
    match standing {
        Standing::First => "no longer won",
        Standing::Second => "no longer lost",
        Standing::Nobody => "decided",
        Standing::Unknown => "another's",
    }
}

/// At which values it is somebody else's fight.
fn threshold(moved: &Moved) -> String {
    let below = match &moved.below {
        Some(value) => format!("{value} or less"),
        None => String::new(),
    };
    let above = match &moved.above {
        Some(value) => format!("{value} or more"),
        None => String::new(),
    };
    match (below.is_empty(), above.is_empty()) {
        (false, false) => format!("{below}, {above}"),
        (false, true) => below,
        (true, false) => above,
        (true, true) => format!("none from {} to {}", moved.scanned_from, moved.scanned_to),
    }
}

/// Is a skill needed?
fn needed(skill: &SkillWeight) -> Markup {
    let always = skill.used.is_some_and(|used| used.always);
    html! {
        @match &skill.need {
            Need::NowhereProved { .. } => span.tag.dead { "nowhere, proved" },
            Need::NowhereNear { positions } => span.tag { "in none of " (thousands(*positions)) " near the best line" },
            Need::Somewhere { after } => {
                @if skill.changes == Some(true) { "yes" } @else { "somewhere" }
                @if let Some(after) = after.as_ref().filter(|after| !after.is_empty() && skill.changes != Some(true)) { " (after " code { (short(after)) } ")" }
            },
            Need::Unknown { why } => span.tag title=(why) { "not known" },
        }
        @if always { " " span.tag.always { "in every best line" } }
    }
}
