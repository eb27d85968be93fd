//! Rules written in the browser: a copy of any game's, rules of an address, or a fight from a template.
//!
//! The page is a form around a plain text area. Whatever its buttons ask for comes as a POST with the
//! text, and goes on to an address that holds the rules (`own.rs`), where it can be checked, played,
//! solved and shared; what does not fit into an address is answered in place. `check.rs` says what is
//! wrong with rules and what the fight is worth, within limits; `view.rs` draws it; `words.rs` says
//! what the words mean. The script asks for the part beside the text alone, while somebody types.

mod check;
mod view;
mod words;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use outplay::registry::{file_of, template};

pub(crate) use words::schema;

use crate::app::{Named, Shared};
use crate::catalogue::Game;
use crate::error::Error;
use crate::own::{self, OWN};
use crate::query::Query;
use crate::work::{Work, work};
use check::check;

/// What may be done with the text of the form: the pages to go on to, and what stays here.
const DEEDS: [&str; 8] = ["check", "play", "solve", "explore", "lab", "show", "download", "beside"];

/// The name of a fight that has none.
const NAMELESS: &str = "my-fight";

/// Where the text comes from.
enum Origin {
    /// The template.
    New,
    /// A game that is served.
    Copy(Arc<Game>),
    /// An address.
    Own,
}

impl Origin {
    /// The text before anybody changed it.
    fn text(&self, query: &Query) -> Result<String, Error> {
        match self {
            Self::New => Ok(template(NAMELESS)),
            Self::Copy(game) => match file_of(&game.source) {
                Some(file) => Ok(own::plain(&file.text)),
                None => {
                    let name = &game.listed.name;
                    Err(Error::not_found(format!("{name} has no rules file that could be changed")))
                }
            },
            Self::Own => own::rules(query),
        }
    }

    /// The address of a page about the text as it was.
    fn link(&self, page: &str, packed: Option<&str>) -> Option<String> {
        match (self, packed) {
            (Self::Copy(game), _) => {
                Some(format!("/{page}/{}", crate::query::encode(&game.listed.name)))
            }
            (_, Some(packed)) => Some(own::address(page, packed)),
            (_, None) => None,
        }
    }

    /// Where the form goes.
    fn action(&self) -> String {
        match self {
            Self::New => "/edit".to_owned(),
            Self::Copy(game) => format!("/edit/{}", crate::query::encode(&game.listed.name)),
            Self::Own => format!("/edit/{OWN}"),
        }
    }
}

/// A new fight.
pub(crate) async fn new(State(app): State<Shared>, request: Request) -> Result<Response, Error> {
    edited(app, None, request).await
}

/// The rules of a game, to be changed.
pub(crate) async fn edit(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<Response, Error> {
    edited(app, Some(name), request).await
}

async fn edited(app: Shared, name: Option<String>, request: Request) -> Result<Response, Error> {
    let sent = request.method() == Method::POST;
    let query = Query::read(request, &app).await?;
    work(&app, move |work| {
        let origin = match name.as_deref() {
            None => Origin::New,
            Some(OWN) => Origin::Own,
            Some(name) => Origin::Copy(work.app().game(name)?),
        };
        if sent { answer(&origin, &query, &work) } else { begin(&origin, &query, &work) }
    })
    .await
}

/// The page with a text that nobody has changed yet.
fn begin(origin: &Origin, query: &Query, work: &Work) -> Result<Response, Error> {
    let known: &[&str] = if matches!(origin, Origin::Own) { &own::NAMES } else { &[] };
    query.only(known, false)?;
    let text = origin.text(query)?;
    let checked = check(work, &text)?;
    Ok(view::page_of(origin, &text, &checked).into_response())
}

/// Does what a button of the form asks for.
fn answer(origin: &Origin, query: &Query, work: &Work) -> Result<Response, Error> {
    query.only(&["rules-text", "do", "rules"], false)?;
    let text = own::plain(query.one("rules-text")?.unwrap_or_default());
    let deed = query.one("do")?.unwrap_or("check");
    if !DEEDS.contains(&deed) {
        let known = DEEDS.join(", ");
        return Err(Error::question(format!("`do` is {deed:?}, and should be one of {known}")));
    }
    match deed {
        "download" => return Ok(download(origin, &text)),
        "beside" => {
            let checked = check(work, &text)?;
            return Ok(Html(view::beside(&checked).into_string()).into_response());
        }
        _ => {}
    }
    let unchanged = matches!(origin, Origin::Copy(_)) && origin.text(query)? == text;
    let packed = work.packed(&text).filter(|_| text.len() <= own::MOST_BYTES);
    if packed.is_none() && !unchanged {
        let checked = check(work, &text)?;
        return Ok(view::page_of(origin, &text, &checked).into_response());
    }
    let page = match deed {
        "check" => "edit",
        // Whoever asks to see something first has to have rules that can be opened; games without
        // fighters have no numbers to sweep over.
        page => match work.table(&own::source(&text), None) {
            Err(_) => "edit",
            Ok(table) if page == "lab" && table.fight().is_none() => "solve",
            Ok(_) => page,
        },
    };
    let there = match (origin, packed) {
        (origin, _) if unchanged => origin.link(page, None),
        (_, packed) => packed.map(|packed| own::address(page, &packed)),
    };
    Ok(Redirect::to(&there.unwrap_or_else(|| origin.action())).into_response())
}

/// The text as a file.
fn download(origin: &Origin, text: &str) -> Response {
    let name = match origin {
        Origin::Copy(game) => game.listed.name.clone(),
        Origin::New | Origin::Own => title(text).unwrap_or_default(),
    };
    let name = file_name(&name);
    let mut response = text.to_owned().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/toml"));
    let attached = format!("attachment; filename=\"{name}.toml\"");
    if let Ok(value) = HeaderValue::from_str(&attached) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// What the rules are called, from the line that says so: they may be wrong elsewhere.
fn title(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("title"))?;
    let (_, quoted) = line.split_once('"')?;
    quoted.split('"').next().map(str::to_owned)
}

/// A name that every system takes for a file's.
fn file_name(title: &str) -> String {
    let letters = title.chars().take(60).map(|letter| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '-',
    });
    let name: String = letters.collect();
    let parts: Vec<_> = name.split('-').filter(|part| !part.is_empty()).collect();
    // What came from an address must not be served under the name that addresses have.
    match parts.join("-") {
        name if name.is_empty() || name == OWN => NAMELESS.to_owned(),
        name => name,
    }
}
