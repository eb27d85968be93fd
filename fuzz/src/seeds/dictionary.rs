//! The dictionary: what may stand in a rules file, by its schema.

use std::collections::BTreeSet;

use outplay::registry::schema;
use serde_json::Value;

use crate::games;

/// The words of the language, as libFuzzer reads them.
pub fn dictionary() -> String {
    let mut words = BTreeSet::new();
    collect(&schema(), &mut words);
    let games = games().map(|game| game.name.to_owned());
    let plain = [
        "and", "or", "not", " in ", "d6", "0..2", "mode ", "order ", "goal ", "input ", "x0 ",
        "win",
    ];
    words.extend(games.chain(plain.map(str::to_owned)));
    words
        .iter()
        .map(|word| format!("\"{}\"\n", word.replace('\\', "\\\\").replace('"', "\\\"")))
        .collect()
}

/// Names of fields and words that may stand for values, wherever they are in a schema.
fn collect(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Object(inner) if name == "properties" => {
                        words.extend(inner.keys().cloned())
                    }
                    Value::Array(all) if name == "enum" || name == "examples" => {
                        words.extend(all.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => {}
                }
                collect(value, words);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| collect(value, words)),
        _ => {}
    }
    words.retain(|word| {
        (2..40).contains(&word.len()) && word.chars().all(|letter| matches!(letter, ' '..='~'))
    });
}
