//! The first page: the games, with a picture each.

use axum::extract::State;
use maud::{Markup, html};
use outplay::Kind;

use crate::app::Shared;
use crate::catalogue::Game;
use crate::chrome::{Page, Picture, Place, page, picture, picture_of};
use crate::query::encode;

pub(crate) async fn home(State(app): State<Shared>) -> Page {
    let body = html! {
        h1 { "Outplay your opponent" }
        p.lead { "Write down a turn-based fight. Outplay plays it out, lets you play it, and proves the best play." }
        p { a.button href="/edit" { "Write a fight of your own" } }
        div.games { @for game in app.catalogue.iter() { (card(&game)) } }
    };
    page(Place::Games, "Games", &body)
}

fn card(served: &Game) -> Markup {
    let game = &served.listed;
    let name = encode(&game.name);
    let (pictures, links): (Vec<Picture>, Vec<(String, &str)>) = match game.kind {
        Kind::Fight => (
            fighters(served).iter().map(|fighter| picture_of(fighter)).collect(),
            vec![
                (format!("/play/{name}"), "Play"),
                (format!("/solve/{name}"), "Solve"),
                (format!("/explore/{name}"), "Explore"),
                (format!("/lab/{name}"), "Lab"),
            ],
        ),
        Kind::Sides => (
            vec![Picture::Tree],
            vec![
                (format!("/play/{name}"), "Play"),
                (format!("/solve/{name}"), "Solve"),
                (format!("/explore/{name}"), "Explore"),
            ],
        ),
        Kind::Hand => (
            vec![Picture::Card],
            vec![("/hand".to_owned(), "Solve a hand"), ("/hand?deal=6&seed=1".to_owned(), "Deal")],
        ),
        Kind::Combat => (
            vec![Picture::Deck],
            vec![
                ("/combat?p1=9+2+6+3+1&p2=5+8+4+7+10&step=1".to_owned(), "Play it out"),
                ("/combat?deal=20&seed=1".to_owned(), "Deal"),
            ],
        ),
    };
    html! {
        article.game {
            div.stage { @for of in pictures { (picture(of)) } }
            div.text {
                h2 { (game.title) }
                @if let Some(file) = &served.file { p.small { "From " code { (file.name) } } }
                @if !game.about.is_empty() { p.soft { (game.about) } }
            }
            div.do {
                @for (index, (link, word)) in links.iter().enumerate() {
                    a.button.main[index == 0] href=(link) aria-label=(format!("{word}: {}", game.title)) { (word) }
                }
            }
        }
    }
}

/// Who stands for each side in a drawing: of a team, its first fighter.
fn fighters(game: &Game) -> Vec<String> {
    let Some(table) = &game.table else { return game.listed.sides.clone() };
    let about = table.about();
    let sides = about.sides.iter().zip(&about.members);
    sides.map(|(side, team)| team.first().map_or(&side.id, |member| &member.id).clone()).collect()
}
