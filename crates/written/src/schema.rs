//! A [`Shape`] as a JSON Schema (draft 2020-12), so that editors complete and check a file.

use serde_json::{Map, Value, json};

use crate::Shape;

/// The schema of a whole file.
pub fn json_schema(shape: &Shape, id: &str, title: &str) -> Value {
    let mut root = Map::new();
    root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    root.insert("$id".to_owned(), json!(id));
    root.insert("title".to_owned(), json!(title));
    root.extend(schema(shape, false));
    Value::Object(root)
}

fn schema(shape: &Shape, part: bool) -> Map<String, Value> {
    let value = match shape {
        Shape::Integer { least, most } => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        Shape::Amount { least, most } => json!({ "oneOf": [
            { "type": "integer", "minimum": least, "maximum": most },
            { "type": "string" },
        ]}),
        Shape::Text => json!({ "type": "string" }),
        Shape::Letter => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::List(of) => json!({ "type": "array", "items": schema(of, part) }),
        Shape::Overlay(whole) => return schema(whole, true),
        Shape::Any(_) => json!({}),
        Shape::Table { fields, rest } => {
            let mut properties = Map::new();
            let mut required = Vec::new();
            for field in *fields {
                let mut inner = match field.shape {
                    // A mode is part of the file it is in: one level is enough for an editor.
                    Shape::Table { rest: Some(rest), .. }
                        if part && matches!(rest.shape, Shape::Overlay(_)) =>
                    {
                        continue;
                    }
                    shape => schema(shape, part),
                };
                inner.insert("description".to_owned(), json!(field.about));
                properties.insert(field.name.to_owned(), Value::Object(inner));
                if field.required && !part {
                    required.push(field.name);
                }
            }
            let rest = match rest {
                Some(rest) => Value::Object(schema(rest.shape, part)),
                None => json!(false),
            };
            json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": rest,
            })
        }
    };
    match value {
        Value::Object(map) => map,
        _ => unreachable!("every shape is an object"),
    }
}
