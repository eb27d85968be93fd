//! The best turn of a hand: enter or deal cards, see each played, pitched or kept.

mod forms;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use outplay::game::Player;
use outplay::hand::{Card, Hand, MOST_CARDS, Move, Replay};
use outplay::{
    Answer, By, Contents, HandAnswer, Options, Proof, Question, Source, Table, Text, deal_ranges,
    thousands,
};
use outplay_render::hand::proof;
use outplay_render::{Voice, json};

use super::lab::hand_tabs;
use super::{error, verdict_class};
use crate::app::Shared;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::notes::Notes;
use crate::query::Query;
use crate::work::{Work, work};

const NAMES: [&str; 13] = [
    "card",
    "name",
    "cost",
    "pitch",
    "attack",
    "go_again",
    "action",
    "input",
    "deal",
    "seed",
    "set",
    "action-points",
    "resources",
];
/// A page does not deal more cards.
const MOST_DEALT: usize = 200;
/// A hand to begin with.
const SAMPLE: [&str; 5] = [
    "Quick Cut,cost=0,pitch=1,attack=4,go_again=0",
    "Ember Lash,cost=0,pitch=1,attack=4,go_again=1",
    "Glancing Blow,cost=0,pitch=3,attack=2,go_again=0",
    "Wild Charge,cost=3,pitch=2,attack=6,go_again=0",
    "Hammer Fall,cost=2,pitch=3,attack=4,go_again=0",
];

pub(crate) async fn hand(State(app): State<Shared>, request: Request) -> Result<Response, Error> {
    let query = Query::read(request, &app).await?;
    work(&app, move |work| match answered(&query, &work) {
        Ok(page) => Ok(page.into_response()),
        Err(wrong) if wrong.status() == StatusCode::BAD_REQUEST => {
            Ok((StatusCode::BAD_REQUEST, again(&query, &wrong)).into_response())
        }
        Err(error) => Err(error),
    })
    .await
}

/// What cannot be answered, shown again with what is wrong beside its field.
fn again(query: &Query, wrong: &Error) -> Page {
    let notes = forms::notes(wrong);
    let body = html! {
        (intro())
        (error::above(wrong, &notes))
        (forms::forms(query, &notes, None))
    };
    page(Place::Hand, "Hand: that cannot be answered", &body)
}

fn intro() -> Markup {
    html! {
        div.crumbs { a href="/" { "Games" } " / hand" }
        h1 { "The best turn of a hand" }
        (hand_tabs("/hand"))
        p.lead { "Each card is played, pitched for resources, or kept. Outplay finds the turn that deals the most, and proves it." }
    }
}

/// The hand that was asked about: dealt, entered card by card, or pasted.
fn source(query: &Query) -> Result<Source, Error> {
    let mut options = Options::default();
    if let Some(cards) = query.number::<usize>("deal", "6")? {
        if cards > MOST_DEALT.min(MOST_CARDS) {
            let message = format!("{cards} cards are too many: at most {MOST_DEALT}");
            return Err(Error::value("deal", message));
        }
        let hand = deal_ranges(None)?.deal(cards, query.number("seed", "1")?.unwrap_or(1));
        options.input = Some(Text::new("deal", json::dealt_hand(&hand).to_string()));
    } else {
        options.cards = query.texts("card");
        options.cards.extend(forms::entered(query));
        options.input = query.one("input")?.map(|text| Text::new(forms::PASTED, text));
        if options.cards.is_empty() && options.input.is_none() {
            options.cards = SAMPLE.map(|card| Text::new("the cards", card)).to_vec();
        }
        options.set = query.texts("set");
        for name in ["action-points", "resources"] {
            let given = query.one(name)?.map(|value| Text::new(name, format!("{name}={value}")));
            options.set.extend(given);
        }
    }
    Ok(Source { options, ..Source::game("hand") })
}

fn answered(query: &Query, work: &Work) -> Result<Page, Error> {
    query.only(&NAMES, false)?;
    let table = work.table(&source(query)?, None)?;
    let (best, greedy) = both(&table, work)?;
    let Contents::Hand(hand, _) = table.contents() else {
        return Err(Error::not_found("there is no hand here"));
    };
    let (sources, warnings) = table.warnings();
    let told = hand.replay(&best.moves);
    let body = html! {
        (intro())
        (error::problems(sources, warnings))
        (verdict(&best, &greedy))
        section.sheet {
            h2 { "The cards" }
            ul.hand { @for (place, of) in hand.cards.iter().enumerate() { (card(&best, of, place, &told)) } }
            @if let Some(worth) = &best.explain {
                p.soft.small {
                    "One more resource would add " (worth.one_more_resource) " damage, one more action point "
                    (worth.one_more_action_point) "."
                }
            }
        }
        div.columns.half {
            (steps("Card by card", hand, &best))
            (steps("What greedy would do", hand, &greedy))
        }
        (forms::forms(query, &Notes::default(), Some(hand)))
    };
    Ok(page(Place::Hand, "Hand", &body))
}

/// The best turn, with what things are worth, and what greed would do.
fn both(table: &Table, work: &Work) -> Result<(HandAnswer, HandAnswer), Error> {
    let mut solver = work.solver(table);
    let mut solve = |by: By, explain: bool| {
        let question = Question { by: Some(by), explain, ..Question::default() };
        let budget = work.budget()?;
        let answer =
            work.ask(&mut solver, &budget, |solver, budget| solver.solve(&question, budget))?;
        match answer {
            Answer::Hand(answer) => Ok(*answer),
            _ => Err(Error::not_found("there is no hand here")),
        }
    };
    Ok((solve(By::Exact, true)?, solve(By::Greedy, false)?))
}

fn verdict(best: &HandAnswer, greedy: &HandAnswer) -> Markup {
    let short = best.value.saturating_sub(greedy.value);
    html! {
        section class=(verdict_class(Some(Player::One), best.proof == Proof::Optimal)) {
            p.big data-announce { (thousands(best.value)) " damage" }
            p.proof { (proof(best, Voice::Page)) }
            p { @match short {
                0 => "Playing the strongest card first does as well here.",
                short => { "Playing the strongest card first deals " (thousands(greedy.value)) ": it leaves " (thousands(short)) " on the table." }
            } }
        }
    }
}

fn card(best: &HandAnswer, card: &Card, place: usize, told: &Replay) -> Markup {
    let of = &best.cards[place].r#use;
    let step = told.steps.iter().position(|step| match step.mv {
        Move::Play(card) | Move::Pitch(card) => card as usize == place,
        Move::End => false,
    });
    let worth = best.explain.as_ref().map(|worth| worth.cards[place].worth);
    html! {
        li class=(format!("card {of}")) {
            span.name { (card.name) }
            span.attack { @match card.attack { Some(attack) => { (attack) " " small { "damage" } } None => "–" } }
            span.facts { "cost " (card.cost) " · pitch " (card.pitch.map_or("–".to_owned(), |pitch| pitch.to_string())) }
            span.facts { "go again " (card.go_again) @if card.action == 0 { " · instant" } }
            @if let Some(worth) = worth { span.facts { "worth " (worth) " damage" } }
            span.use { @if let Some(step) = step { (step + 1) ". " } (of) }
        }
    }
}

fn steps(title: &str, hand: &Hand, answer: &HandAnswer) -> Markup {
    let told = hand.replay(&answer.moves);
    html! {
        section.sheet {
            h2 { (title) ": " (thousands(answer.value)) " damage" }
            div.scroll { table {
                thead { tr { th.n { "step" } th { "move" } th.n { "damage" } th.n { "action points" } th.n { "resources" } } }
                tbody {
                    tr { td {} td { "start" } td.n { "0" } td.n { (answer.action_points) } td.n { (answer.resources) } }
                    @for (number, step) in (1..).zip(&told.steps) {
                        tr {
                            td.n { (number) } td { (hand.spell_move(step.mv)) } td.n { (step.damage) }
                            td.n { (step.after.action_points) } td.n { (step.after.resources) }
                        }
                    }
                }
            } }
        }
    }
}
