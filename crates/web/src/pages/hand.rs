//! The best turn of a hand: enter or deal cards, see each played, pitched or kept.

use axum::extract::{Request, State};
use maud::{Markup, html};
use outplay::hand::{Card, Hand, MOST_CARDS, Move, Replay};
use outplay::{
    Answer, By, Contents, HandAnswer, Options, Proof, Question, Source, Table, Text, deal_ranges,
    thousands,
};
use outplay_render::hand::proof;
use outplay_render::{Voice, json};

use super::error;
use crate::app::Shared;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::query::{Query, with_query};
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
/// Empty rows of the form.
const SPARE_ROWS: usize = 3;
/// A hand to begin with.
const SAMPLE: [&str; 5] = [
    "Snatch,cost=0,pitch=1,attack=4,go_again=0",
    "Scar for a Scar,cost=0,pitch=1,attack=4,go_again=1",
    "Wounding Blow,cost=0,pitch=3,attack=2,go_again=0",
    "Raging Onslaught,cost=3,pitch=2,attack=6,go_again=0",
    "Brutal Assault,cost=2,pitch=3,attack=4,go_again=0",
];

pub(crate) async fn hand(State(app): State<Shared>, request: Request) -> Result<Page, Error> {
    let query = Query::read(request, app.allowed.body).await?;
    work(&app, move |work| answered(&query, &work)).await
}

/// The hand that was asked about: dealt, entered card by card, or pasted.
fn source(query: &Query) -> Result<Source, Error> {
    let mut options = Options::default();
    if let Some(cards) = query.number::<usize>("deal", "6")? {
        if cards > MOST_DEALT.min(MOST_CARDS) {
            return Err(Error::question(format!(
                "{cards} cards are too many: at most {MOST_DEALT}"
            )));
        }
        let hand = deal_ranges(None)?.deal(cards, query.number("seed", "1")?.unwrap_or(1));
        options.input = Some(Text::new("deal", json::dealt_hand(&hand).to_string()));
    } else {
        options.cards = query.texts("card");
        options.cards.extend(entered(query).into_iter().map(|card| Text::new("the cards", card)));
        options.input = query.one("input")?.map(|text| Text::new("the pasted cards", text));
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

/// The rows of the form as `card` takes them. A row begins with its name, or with its cost where
/// the name was left empty.
fn entered(query: &Query) -> Vec<String> {
    let fields = ["name", "cost", "pitch", "attack", "go_again", "action"];
    let mut rows: Vec<Vec<(usize, &str)>> = Vec::new();
    for (name, value) in query.pairs() {
        let Some(place) = fields.iter().position(|field| field == name) else { continue };
        match rows.last_mut() {
            // Fields come in the order of the form: one that does not come later begins a row.
            Some(row) if row.last().is_some_and(|(last, _)| *last < place) => {
                row.push((place, value));
            }
            _ => rows.push(vec![(place, value)]),
        }
    }
    let mut unnamed = 0;
    rows.into_iter()
        .map(|row| {
            let named =
                row.iter().find(|(place, _)| *place == 0).map(|(_, name)| (*name).to_owned());
            let name = named.unwrap_or_else(|| {
                unnamed += 1;
                format!("card {unnamed}")
            });
            let numbers = row.iter().filter(|(place, _)| *place > 0);
            numbers.fold(name, |text, (place, value)| format!("{text},{}={value}", fields[*place]))
        })
        .collect()
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
        div.crumbs { a href="/" { "Games" } " / hand" }
        h1 { "The best turn of a hand" }
        p.lead { "Each card is played, pitched for resources, or kept. Outplay finds the turn that deals the most, and proves it." }
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
        (deal_form(query)?)
        (entry_form(hand))
    };
    Ok(page(Place::Hand, "Hand", &body))
}

/// The best turn, with what things are worth, and what greed would do.
fn both(table: &Table, work: &Work) -> Result<(HandAnswer, HandAnswer), Error> {
    let mut solver = work.solver(table);
    let mut solve = |by: By, explain: bool, part: f64| {
        let question = Question { by: Some(by), explain, ..Question::default() };
        match solver.solve(&question, &work.budget()?.share_of_time(part))? {
            Answer::Hand(answer) => Ok(*answer),
            _ => Err(Error::not_found("there is no hand here")),
        }
    };
    Ok((solve(By::Exact, true, 0.7)?, solve(By::Greedy, false, 1.0)?))
}

fn verdict(best: &HandAnswer, greedy: &HandAnswer) -> Markup {
    let short = best.value.saturating_sub(greedy.value);
    html! {
        section.sheet.answer.open[best.proof != Proof::Optimal] {
            p.big { (thousands(best.value)) " damage" }
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
                thead { tr { th.n {} th { "move" } th.n { "damage" } th.n { "action points" } th.n { "resources" } } }
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

fn deal_form(query: &Query) -> Result<Markup, Error> {
    let seed: u64 = query.number("seed", "1")?.unwrap_or(1);
    let cards: usize = query.number("deal", "6")?.unwrap_or(6);
    let next = with_query(
        "/hand",
        &[("deal", cards.to_string()), ("seed", seed.wrapping_add(1).to_string())],
    );
    Ok(html! {
        form.sheet method="get" action="/hand" {
            h2 { "Deal a hand" }
            div.fields {
                label { "cards" input type="number" name="deal" min="1" max=(MOST_DEALT) value=(cards); }
                label { "seed" input type="number" name="seed" min="0" value=(seed); }
            }
            div.bar-of { button.main { "Deal" } a.button href=(next) { "Next hand" } }
        }
    })
}

fn entry_form(hand: &Hand) -> Markup {
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let row = |card: Option<&Card>| {
        html! {
            tr {
                td { input name="name" aria-label="name" value=[card.map(|card| &card.name)]; }
                td { input type="number" min="0" name="cost" aria-label="cost" value=[card.map(|card| card.cost)]; }
                td { input type="number" min="0" name="pitch" aria-label="pitch" value=[card.and_then(|card| number(card.pitch))]; }
                td { input type="number" min="0" name="attack" aria-label="attack" value=[card.and_then(|card| number(card.attack))]; }
                td { input type="number" min="0" name="go_again" aria-label="go again" value=[card.map(|card| card.go_again)]; }
            }
        }
    };
    html! {
        form.sheet method="get" action="/hand" {
            h2 { "Enter a hand" }
            div.scroll { table.entry {
                thead { tr { th { "name" } th { "cost" } th { "pitch" } th { "attack" } th { "go again" } } }
                tbody {
                    @for card in hand.cards.iter().take(60) { (row(Some(card))) }
                    @for _ in 0..SPARE_ROWS { (row(None)) }
                }
            } }
            p.soft.small { "Without pitch a card can only be played, without attack only pitched. An empty row is no card; more rows come with the answer." }
            div.fields {
                label { "action points" input type="number" min="0" name="action-points" value=(hand.action_points); }
                label { "resources" input type="number" min="0" name="resources" value=(hand.resources); }
            }
            button.main { "Find the best turn" }
        }
        form.sheet method="post" action="/hand" {
            details {
                summary { "Paste cards as YAML, JSON or CSV" }
                textarea name="input" rows="8" aria-label="Cards" spellcheck="false" placeholder="name,cost,pitch,attack,go_again" {}
                button.main { "Find the best turn" }
            }
        }
    }
}
