//! What `/api` is, for programs that read such things: an `OpenAPI` 3.1 document, made of the list of
//! commands, the schemas of their answers and the games that are served.

use serde_json::{Map, Value, json};

use super::answers;
use super::commands::{COMMANDS, Command, Example};
use super::names::{Name, Takes};
use super::schemas::SCHEMAS;
use crate::catalogue::Catalogue;

const ABOUT: &str = "/api/COMMAND/GAME answers what `outplay COMMAND GAME` prints as JSON. \
    A name with a dot, as boss.hp=71, is a number of the rules. An answer that a limit \
    stopped has `proof: bound` or `stopped`. Where a fight cannot be won, `nearest` is the \
    line that comes nearest (`moves`, `line`, `enemy_hp`, `life` in rounds or null, \
    `proof`), and `missing` lists the numbers that would win it (`number`, `side`, \
    `now`, and `at_least`, `at_most`, `none_up_to` or `none_down_to`). Where dice fall or \
    teams fight, `solve` has `value` (the middle), `lower` and `upper` with \
    `proof: interval`, `options` with what each move gives away (`regret`) or how likely a \
    roll is (`likely`), and a line has each roll in brackets, as in K>W [hit]; \
    `tournament` has `pairs`, `matrix` (rows against columns, null where it is not known), \
    `counters` (`pair`, `best_counter`, `value`) and `dominated` (`pair`, `by`). \
    With `Accept: text/event-stream` or `progress=1` a question is answered by events: first `id` \
    (an object with `id`, see the schema Asked), then, a few times a second, `progress` (Progress), and in the \
    end `answer` with the same JSON as without, or `error` (Wrong). Whoever closes the connection ends \
    the search; POST /api/cancel ends it too, and what is known by then is the answer.";

/// The document.
pub(super) fn document(catalogue: &Catalogue) -> Value {
    let mut paths = Map::new();
    paths.insert("/api/games".to_owned(), games(catalogue));
    for command in &COMMANDS {
        paths.insert(format!("/api/{}/{{game}}", command.name), path(command, catalogue));
    }
    paths.insert("/api/cancel".to_owned(), cancel());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Outplay",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Turn-based fights, played out and solved",
            "description": ABOUT,
        },
        "paths": paths,
        "components": { "schemas": &*SCHEMAS },
    })
}

fn path(command: &Command, catalogue: &Catalogue) -> Value {
    let games = catalogue.iter().filter(|game| command.has(game.listed.kind));
    let games: Vec<_> = games.map(|game| game.listed.name.clone()).collect();
    let parameters: Vec<_> = command.all_names().map(|name| parameter(command, name)).collect();
    let body = body(command);
    let name = command.name;
    json!({
        "parameters": [{
            "name": "game", "in": "path", "required": true, "description": "The game",
            "schema": { "type": "string", "enum": games },
        }],
        "get": {
            "operationId": name,
            "summary": command.summary,
            "parameters": parameters,
            "responses": responses(command, false),
        },
        "post": {
            "operationId": format!("{name}-by-post"),
            "summary": format!("{}; the question may be long", command.summary),
            "requestBody": { "required": !command.required.is_empty(), "content": {
                "application/json": { "schema": body, "examples": questions(command) },
                "application/x-www-form-urlencoded": { "schema": body },
            } },
            "responses": responses(command, true),
        },
    })
}

fn parameter(command: &Command, name: &Name) -> Value {
    json!({
        "name": name.name, "in": "query", "required": command.required.contains(&name.name),
        "description": name.about, "schema": name.takes.schema(),
    })
}

/// The same names in a body.
fn body(command: &Command) -> Value {
    let fields = command.all_names().map(|name| {
        let mut schema = name.takes.schema();
        schema["description"] = name.about.into();
        (name.name.to_owned(), schema)
    });
    json!({
        "type": "object", "required": command.required,
        "properties": fields.collect::<Map<_, _>>(),
        "patternProperties": { "\\.": { "type": ["string", "number"], "description": "A number of the rules" } },
        "additionalProperties": false,
    })
}

/// The questions to try, as bodies; which game each is about stands in its address.
fn questions(command: &Command) -> Value {
    let named = command.examples.iter().enumerate().map(|(number, example)| {
        let about = format!("{}, to /api/{}/{}", example.about, command.name, example.game);
        let question = json!({ "summary": about, "value": question(command, example) });
        (format!("{}-{}", example.game, number + 1), question)
    });
    named.collect::<Map<_, _>>().into()
}

/// A question to try, as a JSON object.
fn question(command: &Command, example: &Example) -> Value {
    let mut body = Map::new();
    for &(name, value) in example.query {
        let takes = command.all_names().find(|known| known.name == name).map(|known| known.takes);
        match takes {
            Some(Takes::Many(_)) => {
                let list = body.entry(name).or_insert_with(|| json!([]));
                if let Value::Array(list) = list {
                    list.push(value.into());
                }
            }
            Some(Takes::Flag) => drop(body.insert(name.to_owned(), true.into())),
            Some(Takes::Whole(..) | Takes::Seconds) => {
                let number = value.parse::<u64>().map_or(Value::Null, Value::from);
                body.insert(name.to_owned(), number);
            }
            _ => drop(body.insert(name.to_owned(), value.into())),
        }
    }
    body.into()
}

/// A schema by its name.
fn by_name(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

/// A refusal.
fn refusal(about: &str) -> Value {
    json!({ "description": about, "content": { "application/json": { "schema": by_name("Wrong") } } })
}

/// An answer with examples of it.
fn answer(command: &Command) -> Value {
    let answered = command.examples.iter().enumerate().filter_map(|(number, example)| {
        let value: Value = serde_json::from_str(example.answer?.1).ok()?;
        let about = json!({ "summary": example.about, "value": value });
        Some((format!("{}-{}", example.game, number + 1), about))
    });
    json!({ "description": "The answer", "content": {
        "application/json": {
            "schema": by_name(command.schema),
            "examples": answered.collect::<Map<_, _>>(),
        },
        "text/event-stream": { "schema": events(command) },
    } })
}

/// The events that a question is answered by, each with JSON as its data.
fn events(command: &Command) -> Value {
    let told =
        [("id", "Asked"), ("progress", "Progress"), ("answer", command.schema), ("error", "Wrong")];
    let event = |(name, schema): (&str, &str)| {
        json!({ "type": "object", "required": ["event", "data"], "properties": {
            "event": { "const": name },
            "data": {
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": by_name(schema),
            },
        } })
    };
    json!({ "anyOf": told.map(event) })
}

/// What anybody can be told.
fn common() -> Value {
    json!({
        "400": refusal("The question is wrong: what, where, and what would be right"),
        "404": refusal("There is no such game, or it has no such command"),
        "405": refusal("Neither GET nor POST; see Allow"),
        "414": refusal("The address is too long"),
        "421": refusal("Asked under a name that is not this machine's"),
        "500": refusal("A fault of Outplay"),
        "503": refusal("Too much at once; see Retry-After"),
    })
}

/// What can come back; with `body`, of a question that has one.
fn responses(command: &Command, body: bool) -> Value {
    let mut all = common();
    all["200"] = answer(command);
    if body {
        with_body(&mut all);
    }
    all
}

fn with_body(all: &mut Value) {
    all["408"] = refusal("The body took too long");
    all["413"] = refusal("The body is too large");
    all["415"] = refusal("The body is neither JSON nor a form");
}

fn games(catalogue: &Catalogue) -> Value {
    let example = answers::games(catalogue);
    let mut responses = common();
    responses["200"] = json!({ "description": "The games", "content": { "application/json": {
        "schema": by_name("Games"), "example": example,
    } } });
    json!({ "get": {
        "operationId": "games", "summary": "The games that are served", "responses": responses,
    } })
}

fn cancel() -> Value {
    let mut responses = common();
    responses["200"] = json!({ "description": "It was told to end", "content": { "application/json": {
        "schema": by_name("Cancelled"), "example": { "cancelled": true },
    } } });
    responses["404"] = refusal("No question of that id is being answered");
    with_body(&mut responses);
    json!({ "post": {
        "operationId": "cancel",
        "summary": "End a question that is answered by events: its answer is what is known",
        "parameters": [{
            "name": "id", "in": "query", "required": true,
            "description": "The id that came with the first event", "schema": { "type": "string" },
        }],
        "responses": responses,
    } })
}
