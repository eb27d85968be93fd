//! How the page looks: the frame around every page, its stylesheet, its script, its drawings.
//!
//! Everything is embedded in the program, and none of it knows a game: `figures.rs` has the
//! drawings. The script only makes smoother what links and forms do without it.

mod figures;

use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse};
use maud::{DOCTYPE, Markup, html};

pub(super) use figures::{Picture, picture, picture_of};

/// A page.
pub(super) type Page = Html<String>;

const STYLE: &str = concat!(
    include_str!("style.css"),
    include_str!("board.css"),
    include_str!("edit.css"),
    include_str!("lab.css"),
    include_str!("api.css"),
);
const SCRIPT: &str = concat!(
    include_str!("script.js"),
    include_str!("everyone.js"),
    include_str!("board.js"),
    include_str!("words.js"),
    include_str!("edit.js"),
    include_str!("news.js"),
    include_str!("lab.js"),
);
const FAVICON: &str = include_str!("favicon.svg");

/// Where in the page somebody is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Games,
    Hand,
    Combat,
    Lab,
    Edit,
    Api,
    Elsewhere,
}

const PLACES: [(Place, &str, &str); 6] = [
    (Place::Games, "/", "Games"),
    (Place::Hand, "/hand", "Hand"),
    (Place::Combat, "/combat", "Combat"),
    (Place::Lab, "/lab", "Lab"),
    (Place::Edit, "/edit", "Edit"),
    (Place::Api, "/api", "API"),
];

/// The frame around every page.
pub(super) fn frame(place: Place, title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Outplay" }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/style.css";
                script src="/script.js" defer {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href="/" { (picture(Picture::Mark)) span { "Outplay" } }
                    nav aria-label="Main" {
                        @for (other, link, name) in PLACES {
                            a href=(link) aria-current=[(other == place).then_some("page")] { (name) }
                        }
                    }
                }
                main #main tabindex="-1" { (body) }
                // What happened after a page was replaced in place: outside of what is replaced.
                p #said .unseen role="status" aria-live="polite" {}
                footer {
                    "Outplay " (env!("CARGO_PKG_VERSION"))
                    " · the rules are data, the answer is proved"
                }
            }
        }
    }
}

/// A whole page.
pub(super) fn page(place: Place, title: &str, body: &Markup) -> Page {
    Html(frame(place, title, body).into_string())
}

type Asset = ([(HeaderName, &'static str); 1], &'static str);

fn asset(kind: &'static str, text: &'static str) -> Asset {
    ([(header::CONTENT_TYPE, kind)], text)
}

pub(super) async fn style() -> Asset {
    asset("text/css; charset=utf-8", STYLE)
}

pub(super) async fn script() -> Asset {
    asset("text/javascript; charset=utf-8", SCRIPT)
}

pub(super) async fn favicon() -> impl IntoResponse {
    asset("image/svg+xml", FAVICON)
}
