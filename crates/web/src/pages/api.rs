//! `/api` for people: what can be asked, and a form to try it.
//!
//! The commands, their names and the examples are those of `api/`, which also reads the questions and
//! writes the document for programs; here they are only laid out. The form is a plain one: its answer
//! stands below it, as a program would get it.

use axum::extract::Request;
use axum::response::IntoResponse;
use maud::{Markup, html};
use outplay::{By, Kind};

use crate::api::{self, COMMANDS, Command, Example, GAME, LIMITS, Name, Takes};
use crate::app::Shared;
use crate::catalogue::{Catalogue, Game};
use crate::chrome::{Place, page};
use crate::error::Error;
use crate::query::{Query, encode, with_query};
use crate::work::work;

/// More of an answer is not shown; its address has all of it.
const MOST_SHOWN: usize = 64 << 10;
/// What the form itself sends.
const OF_THE_FORM: [&str; 2] = ["command", "game"];

/// The page.
pub(crate) async fn api(
    app: &Shared,
    request: Request,
) -> Result<impl IntoResponse + use<>, Error> {
    let query = Query::read(request, app).await?;
    let name = query.one("command")?.unwrap_or("solve");
    let command = Command::find(name).ok_or_else(|| {
        let known: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        Error::not_found(format!("no command is called {name:?}: there is {}", known.join(", ")))
    })?;
    let asked = query.one("game")?;
    let game =
        app.game(asked.or(command.examples.first().map(|first| first.game)).unwrap_or_default())?;
    let answer = match asked {
        None => None,
        Some(_) => Some(Answer::to(app, command, &game, &query).await),
    };
    let body = html! {
        h1 { "API" }
        p.lead {
            "What the pages show, programs can ask for: " code { "/api/COMMAND/GAME" }
            " answers what " code { "outplay COMMAND GAME" } " prints as JSON. The options of the command line "
            "are names of the query, of a form, or of a JSON object that is posted."
        }
        p { a href="/api/openapi.json" { "The OpenAPI document" } " · " a href="/api/games" { "The games as JSON" } }
        (form(&app.catalogue, command, &game, &query))
        @if let Some(answer) = &answer { (answer.shown()) }
        h2.part { "What can be asked" }
        div.commands { @for command in &COMMANDS { (section(command)) } }
        (of_the_game())
        (long_questions())
        (refusals())
    };
    Ok(page(Place::Api, "API", &body))
}

/// What was asked with the form, and what came of it.
struct Answer {
    address: String,
    text: Result<String, Error>,
}

impl Answer {
    async fn to(app: &Shared, command: &'static Command, game: &Game, query: &Query) -> Self {
        let many = |name: &str| {
            command
                .all_names()
                .any(|known| known.name == name && matches!(known.takes, Takes::Many(_)))
        };
        let mut pairs = Vec::new();
        for (name, value) in query.pairs() {
            if OF_THE_FORM.contains(&name.as_str()) {
                continue;
            }
            // A field for many values has one on each line.
            let lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
            if many(name) {
                pairs.extend(lines.map(|line| (name.clone(), line.to_owned())));
            } else {
                pairs.push((name.clone(), value.clone()));
            }
        }
        let path = format!("/api/{}/{}", command.name, encode(&game.listed.name));
        let (address, query, game) = (with_query(&path, &pairs), Query::of(pairs), game.clone());
        let text = work(app, move |work| api::answer(command, &game, &query, work)).await;
        Self { address, text }
    }

    fn shown(&self) -> Markup {
        let (class, status, text) = match &self.text {
            Ok(text) => ("sheet answer", "200 OK".to_owned(), text.clone()),
            Err(error) => {
                ("sheet answer none", error.status().to_string(), format!("{:#}\n", error.json()))
            }
        };
        let shown = &text[..text.floor_char_boundary(MOST_SHOWN)];
        html! {
            section #answer class=(class) aria-labelledby="answered" {
                h2 #answered { "The answer" }
                p { code { "GET " } a href=(self.address) { code { (self.address) } } " · " (status) }
                pre.answered tabindex="0" role="region" aria-label="The answer as JSON" { (shown) }
                @if shown.len() < text.len() {
                    p.soft { "This is the beginning; all of it is at its address." }
                }
            }
        }
    }
}

/// A form for one command.
fn form(catalogue: &Catalogue, command: &Command, game: &Game, query: &Query) -> Markup {
    let kind = game.listed.kind;
    let known = || command.names(kind).filter(|name| name.name != "progress");
    let own = |name: &&Name| command.own.iter().any(|own| own.name == name.name);
    let limits = |name: &&Name| LIMITS.iter().any(|limit| limit.name == name.name);
    let games = catalogue.iter().filter(|game| command.has(game.listed.kind));
    let about: Vec<_> = known().filter(|name| !own(name) && !limits(name)).collect();
    html! {
        section.sheet.try #try aria-labelledby="trying" {
            h2 #trying { "Try it" }
            nav.tabs aria-label="Commands" {
                @for other in &COMMANDS {
                    a href=(format!("/api?command={}#try", other.name))
                        aria-current=[(other.name == command.name).then_some("page")] { (other.name) }
                }
            }
            form action="/api#answer" method="get" {
                input type="hidden" name="command" value=(command.name);
                p.soft { (command.summary) "." }
                div.fields.broad {
                    label { "Game"
                        select name="game" {
                            @for other in games {
                                @let name = &other.listed.name;
                                option value=(name) selected[*name == game.listed.name] { (name) }
                            }
                        }
                    }
                    @for name in known().filter(own) { (field(command, name, query)) }
                }
                @if !about.is_empty() {
                    details open[about.iter().any(|name| varies(query, name))] {
                        summary { "Vary the game" }
                        div.fields.broad { @for name in &about { (field(command, name, query)) } }
                    }
                }
                details open[known().filter(limits).any(|name| !query.all(name.name).is_empty())] {
                    summary { "Limit the search" }
                    div.fields.broad { @for name in known().filter(limits) { (field(command, name, query)) } }
                }
                button.main type="submit" { "Ask" }
            }
        }
    }
}

/// Was something asked by that name?
fn varies(query: &Query, name: &Name) -> bool {
    let numbers = name.name == "set" && query.pairs().iter().any(|(name, _)| name.contains('.'));
    numbers || !query.all(name.name).is_empty()
}

/// A field for a name, with what was asked before.
fn field(command: &Command, name: &Name, query: &Query) -> Markup {
    let mut values: Vec<String> = query.all(name.name).into_iter().map(str::to_owned).collect();
    if name.name == "set" {
        // A number of the rules by its own name is a change like any other.
        let numbers = query.pairs().iter().filter(|(name, _)| name.contains('.'));
        values.extend(numbers.map(|(name, value)| format!("{name}={value}")));
    }
    let value = values.first().map_or("", String::as_str);
    let required = command.required.contains(&name.name);
    let (key, about) = (name.name, name.about);
    let text = |example: &str, digits: bool| {
        let example = (!example.is_empty()).then(|| format!("for example {example}"));
        html! {
            input name=(key) value=(value) placeholder=[example] required[required] autocomplete="off"
                spellcheck="false" inputmode=[digits.then_some("numeric")];
        }
    };
    let choice = |words: &[&str]| {
        html! {
            select name=(key) {
                option value="" {}
                @for word in words { option value=(word) selected[*word == value] { (word) } }
            }
        }
    };
    let lines = |example: Option<String>| {
        html! {
            textarea name=(key) rows="2" placeholder=[example] required[required] spellcheck="false" {
                (values.join("\n"))
            }
        }
    };
    if matches!(name.takes, Takes::Flag) {
        return html! {
            label.tick {
                input type="checkbox" name=(key) value="1" checked[query.flag(key).unwrap_or(false)];
                span { code { (key) } " " span.about { (about) } }
            }
        };
    }
    html! {
        label {
            code { (key) } " " span.about { (about) }
            @match name.takes {
                Takes::Text(example) => (text(example, false)),
                Takes::Lines => (lines(None)),
                Takes::Many(example) => (lines(Some(format!("for example {example}; one on each line")))),
                Takes::Whole(..) | Takes::Seconds | Takes::Flag => (text("", true)),
                Takes::OneOf(words) => (choice(words)),
                Takes::Search => (choice(&By::ALL.map(By::name))),
            }
        }
    }
}

/// What a command is for, what it can be asked with, and questions to try.
fn section(command: &Command) -> Markup {
    let try_it = |example: &Example| {
        let form = [("command", command.name), ("game", example.game)];
        let pairs: Vec<_> = form.into_iter().chain(example.query.iter().copied()).collect();
        with_query("/api", &pairs) + "#answer"
    };
    let address = |example: &Example| {
        with_query(&format!("/api/{}/{}", command.name, encode(example.game)), example.query)
    };
    html! {
        section.sheet id=(command.name) {
            h3 { code { "/api/" (command.name) "/…" } }
            p { (command.summary) "." @if command.of.len() < 4 { " For " (kinds(command.of)) "." } }
            ul.examples {
                @for example in command.examples {
                    li { (example.about) ": " a href=(address(example)) { code { (example.game) } }
                        " · " a href=(try_it(example)) aria-label=(format!("Try: {}", example.about)) { "try it" } }
                }
            }
            @if !command.own.is_empty() {
                details {
                    summary { "Its names" }
                    (names(command.own, command.of, command.required))
                }
            }
        }
    }
}

/// Names with what they mean; whose they are stands behind those that not all of `games` know.
fn names(names: &[Name], games: &[Kind], required: &[&str]) -> Markup {
    html! {
        dl.names {
            @for name in names {
                dt { code { (name.name) } @if required.contains(&name.name) { " " span.soft { "needed" } } }
                dd { (name.about)
                    @if !games.iter().all(|kind| name.of.contains(kind)) { span.soft { " · " (kinds(name.of)) } } }
            }
        }
    }
}

/// Kinds of games in a few words.
fn kinds(kinds: &[Kind]) -> String {
    let named = kinds.iter().map(|kind| match kind {
        Kind::Fight => "fights",
        Kind::Sides => "games of two sides",
        Kind::Hand => "hands",
        Kind::Combat => "combat",
    });
    named.collect::<Vec<_>>().join(", ")
}

fn of_the_game() -> Markup {
    let all = [Kind::Fight, Kind::Sides, Kind::Hand, Kind::Combat];
    html! {
        section.sheet #names {
            h2 { "The game itself, and what a question may cost" }
            p { "Every question about a game can be asked of a variation of it, and may say when to stop." }
            (names(&GAME, &all, &[]))
            (names(&LIMITS, &all, &[]))
        }
    }
}

fn long_questions() -> Markup {
    html! {
        section.sheet #events {
            h2 { "Long questions" }
            p {
                "With " code { "Accept: text/event-stream" } ", or " code { "progress=1" }
                ", the answer comes as events: first " code { "id" } ", then " code { "progress" }
                " with how much is done, in the end " code { "answer" } " with the same JSON as without, or "
                code { "error" } "."
            }
            pre tabindex="0" role="region" aria-label="An example of events" {
                "GET /api/solve/lighthouse?by=brute&progress=1\n\n"
                "event: id\ndata: {\"id\":\"5b0c…\"}\n\n"
                "event: progress\ndata: {\"done\":4096,\"unit\":\"states\",\"seconds\":0.2}\n\n"
                "event: answer\ndata: {…}"
            }
            p {
                "A search ends when its connection is closed. Where that cannot be done, "
                code { "POST /api/cancel?id=…" } " ends it, and the answer is what is known by then, with "
                code { "\"stopped\": \"interrupted\"" } "."
            }
        }
    }
}

fn refusals() -> Markup {
    html! {
        section.sheet #errors {
            h2 { "What is refused" }
            p {
                "A wrong question gets 400 and an object with " code { "error" } ", a sentence, and " code { "problems" }
                ", each with its place and what would be right; 404 where there is no such game, or it has no such command. "
                "Under load there is 503 with " code { "Retry-After" }
                ". An answer that a limit stopped is an answer: it has " code { "stopped" } ", and what is proved so far."
            }
        }
    }
}
