//! The lab: what a designer asks of a fight, each question a page with its own address.
//!
//! `map.rs` is the value over one or two numbers, `sliders.rs` the value as numbers move, `everyone.rs`
//! everyone against everyone, `matches.rs` many games between two styles, `compare.rs` the searches side by
//! side, `versions.rs` two sets of changes side by side, `report.rs` all of it at once; `odds.rs` and
//! `hands.rs` are about hands of cards. `choice.rs` says what may vary, and `size.rs` how much of
//! it a page may ask for: both go by the rules and by states, never by a clock, so that one address has one
//! answer. Here is what they share: the row of tabs, what is offered as a file, and a form that is kept when
//! its question is wrong.

mod choice;
mod compare;
mod everyone;
mod hands;
mod map;
mod matches;
mod odds;
mod report;
mod size;
mod sliders;
mod teams;
mod versions;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};
use outplay::{About, Kind, Objective};

use super::{about, error, head};
use crate::address::Address;
use crate::app::Shared;
use crate::chrome::{Place, page};
use crate::error::Error;
use crate::notes::Notes;
use crate::query::{Query, encode, with_query};

pub(crate) use hands::tabs as hand_tabs;
pub(crate) use map::MOST_CELLS;

/// The addresses of the lab.
pub(crate) fn routes(routes: Router<Shared>) -> Router<Shared> {
    routes
        .route("/lab", get(first))
        .route("/lab/{game}", about(map::map))
        .route("/lab/{game}/sliders", about(sliders::sliders))
        .route("/lab/{game}/everyone", about(everyone::everyone))
        .route("/lab/{game}/match", about(matches::played))
        .route("/lab/{game}/compare", about(compare::compared))
        .route("/lab/{game}/versions", about(versions::versions))
        .route("/lab/{game}/report", about(report::report))
        .route("/hand/odds", get(odds::odds).post(odds::odds))
        .route("/hand/compare", get(hands::hands))
}

/// The lab of the first fight.
async fn first(State(app): State<Shared>) -> Result<Redirect, Error> {
    let fight = app.catalogue.iter().find(|game| game.listed.kind == Kind::Fight);
    let fight = fight.ok_or_else(|| Error::not_found("there is no fight to look at"))?;
    Ok(Redirect::to(&format!("/lab/{}", encode(&fight.listed.name))))
}

/// A page of the lab.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Map,
    Sliders,
    Everyone,
    Match,
    Compare,
    Versions,
    Report,
}

const TABS: [(Tab, &str, &str); 7] = [
    (Tab::Map, "", "Map"),
    (Tab::Sliders, "/sliders", "Sliders"),
    (Tab::Everyone, "/everyone", "Everyone"),
    (Tab::Match, "/match", "Match"),
    (Tab::Compare, "/compare", "Searches"),
    (Tab::Versions, "/versions", "Versions"),
    (Tab::Report, "/report", "Report"),
];

impl Tab {
    fn place(self) -> (&'static str, &'static str) {
        let found = TABS.iter().find(|(tab, _, _)| *tab == self);
        found.map_or(("", ""), |(_, path, name)| (path, name))
    }

    /// The address of this page about the same game, with more in its query.
    fn link(self, address: &Address, more: &[(&str, &str)]) -> String {
        let plain = address.link("lab", more);
        let (path, query) =
            plain.split_once('?').map_or((&*plain, ""), |(path, query)| (path, query));
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{path}{}{mark}{query}", self.place().0)
    }

    /// Its path, for a form.
    fn path(self, address: &Address) -> String {
        format!("{}{}", address.path("lab"), self.place().0)
    }
}

/// Do two sides contend, so that everyone can meet everyone?
fn is_contest(about: &About) -> bool {
    about.objective.is_zero_sum() || about.objective == Objective::Win
}

/// A page of the lab: its head, its tabs, and what it says.
fn framed(address: &Address, about: &About, tab: Tab, body: &Markup) -> Response {
    let there = |(tab, _, _): &(Tab, &str, &str)| *tab != Tab::Everyone || is_contest(about);
    let body = html! {
        (head(address, &about.title, "lab", ""))
        nav.tabs.sub aria-label="The lab" {
            @for (other, _, name) in TABS.into_iter().filter(there) {
                a href=(other.link(address, &[])) aria-current=[(other == tab).then_some("page")] { (name) }
            }
        }
        (body)
    };
    page(Place::Lab, &format!("{}: lab, {}", about.title, tab.place().1.to_lowercase()), &body)
        .into_response()
}

/// A page about a question that is wrong: what is wrong with it, and the form with what was typed, the
/// same beside each field. What is no fault of the question goes on as it is.
fn kept(
    error: Error,
    notes: &Notes,
    form: impl FnOnce(&Notes) -> Result<Markup, Error>,
    frame: impl Fn(&Markup) -> Response,
) -> Result<Response, Error> {
    if error.status() != StatusCode::BAD_REQUEST {
        return Err(error);
    }
    let (status, said) = match &error {
        // A limit is no fault of the question.
        Error::Input(failure) if failure.stopped.is_some() => {
            let said = error::problems(&failure.sources, &failure.problems);
            (StatusCode::OK, html! { div role="alert" { (said) } })
        }
        error => (error.status(), error::above(error, notes)),
    };
    let form = form(notes)?;
    let mut response = frame(&html! { (said) (form) });
    *response.status_mut() = status;
    Ok(response)
}

/// In what form an answer is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Page,
    Csv,
    Svg,
    Html,
}

impl Format {
    /// What `format` says; `known` are those that this question has.
    fn read(query: &Query, known: &[Self]) -> Result<Self, Error> {
        let Some(given) = query.one("format")? else { return Ok(Self::Page) };
        let found = known.iter().copied().find(|format| format.name() == given);
        found.ok_or_else(|| {
            let names: Vec<_> = known.iter().map(|format| format.name()).collect();
            let hint = match names[..] {
                [] => "this is a page only".to_owned(),
                _ => format!("there is {}", names.join(", ")),
            };
            Error::question(format!("`format` is {given:?}: {hint}"))
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Csv => "csv",
            Self::Svg => "svg",
            Self::Html => "html",
        }
    }
}

/// An answer as a file to keep: not shown in the browser, so that it may have styles of its own.
fn file(format: Format, name: &str, text: String) -> Response {
    let kind = match format {
        Format::Csv => "text/csv; charset=utf-8",
        Format::Svg => "image/svg+xml",
        Format::Page | Format::Html => "text/html; charset=utf-8",
    };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let name: String = name.chars().filter(|letter| plain(*letter)).take(60).collect();
    let told = format!("attachment; filename=\"{name}.{}\"", format.name());
    let mut response = ([(header::CONTENT_TYPE, kind)], text).into_response();
    if let Ok(told) = HeaderValue::from_str(&told) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, told);
    }
    response
}

/// Links to the same in other forms: the query of this page with another format, and the API's address.
fn files(path: &str, query: &Query, formats: &[Format], api: Option<&str>) -> Markup {
    let pairs: Vec<(&str, &str)> = query
        .pairs()
        .iter()
        .filter(|(name, _)| name != "format")
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    html! {
        p.files { span.soft { "The same as " }
            @for format in formats {
                @let more = [&pairs[..], &[("format", format.name())]].concat();
                a.chip href=(with_query(path, &more)) download { (format.name().to_uppercase()) } " "
            }
            @if let Some(api) = api { a.chip href=(api) { "JSON" } }
        }
    }
}

/// A number, where it is one of these.
fn within(name: &str, number: u64, most: u64) -> Result<u64, Error> {
    if (1..=most).contains(&number) {
        return Ok(number);
    }
    Err(Error::value(name, format!("`{name}` may be 1 to {}", outplay::thousands(most))))
}

/// What goes along with a form unseen.
fn hidden<'a>(pairs: impl Iterator<Item = &'a (String, String)>) -> Markup {
    html! { @for (name, value) in pairs { input type="hidden" name=(name) value=(value); } }
}
