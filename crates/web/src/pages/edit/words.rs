//! What the words of a rules file mean, from its format: for the script as a JSON Schema, and for
//! people as a list below the text.

use std::sync::LazyLock;

use axum::http::{HeaderName, header};
use maud::{Markup, html};
use outplay::registry;
use serde_json::{Map, Value};

static SCHEMA: LazyLock<Value> = LazyLock::new(registry::schema);
static WRITTEN: LazyLock<String> = LazyLock::new(|| SCHEMA.to_string());

/// The format as editors read it.
pub(crate) async fn schema() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/schema+json")], WRITTEN.as_str())
}

/// Every word of the format, table by table.
pub(super) fn words() -> Markup {
    let formats = SCHEMA["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
    html! {
        details.sheet.words {
            summary { "What the words mean" }
            @for format in formats {
                h2 { "In the file of " (format["title"].as_str().unwrap_or_default()) }
                (listed(&properties(format)))
                @for (name, inner) in properties(format) {
                    @let own = properties(inner);
                    @if !own.is_empty() { h3 { code { "[" (name) "]" } } (listed(&own)) }
                    @let of_each = properties(&inner["additionalProperties"]);
                    // A mode has the words of the file.
                    @if !of_each.is_empty() && name != "modes" {
                        h3 { code { "[" (name) "." i { "name" } "]" } }
                        (listed(&of_each))
                    }
                }
            }
        }
    }
}

/// The fields of a table, itself or one of the things that may stand there.
fn properties(schema: &Value) -> Vec<(&String, &Value)> {
    let schema = match schema["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
        Some(path) => SCHEMA.pointer(path).unwrap_or(&Value::Null),
        None => schema,
    };
    let fields = schema["properties"].as_object();
    fields.into_iter().flat_map(Map::iter).collect()
}

fn listed(fields: &[(&String, &Value)]) -> Markup {
    html! {
        dl { @for (name, field) in fields {
            div {
                dt { code { (name) } }
                dd {
                    (field["description"].as_str().unwrap_or_default())
                    @if let Some(words) = field["enum"].as_array().filter(|words| words.len() > 1) {
                        span.soft { ": "
                            @for (place, word) in words.iter().enumerate() {
                                @if place > 0 { ", " } code { (word.as_str().unwrap_or_default()) }
                            }
                        }
                    }
                }
            }
        } }
    }
}
