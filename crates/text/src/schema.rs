//! A [`Shape`] as a JSON Schema (draft 2020-12), so that editors complete and check a file.

use serde_json::{Map, Value, json};

use crate::Shape;

/// The schema of files that have one of these shapes, each with what such a file is called.
pub fn json_schema(shapes: &[(&str, &Shape)], id: &str, title: &str) -> Value {
    let mut defs = Map::new();
    let one_of: Vec<Value> = shapes
        .iter()
        .map(|(title, shape)| {
            let mut one = Map::new();
            one.insert("title".to_owned(), json!(title));
            one.extend(schema(shape, false, &mut defs));
            Value::Object(one)
        })
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": id,
        "title": title,
        "oneOf": one_of,
        "$defs": defs,
    })
}

/// The schema of a shape; those with names are put among the definitions, once.
fn schema(shape: &Shape, part: bool, defs: &mut Map<String, Value>) -> Map<String, Value> {
    let value = match shape {
        Shape::Integer { least, most } => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        Shape::Amount { least, most } => json!({ "oneOf": [
            { "type": "integer", "minimum": least, "maximum": most },
            { "type": "string" },
        ]}),
        Shape::Decimal { least, most } => {
            json!({ "type": "number", "minimum": least, "maximum": most })
        }
        Shape::Chance => json!({ "anyOf": [
            { "type": "number", "minimum": 0, "maximum": 1 },
            { "type": "string" },
        ]}),
        Shape::Text => json!({ "type": "string" }),
        Shape::Letter => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::List(of) => json!({ "type": "array", "items": schema(of, part, defs) }),
        Shape::Overlay(whole) => return schema(whole, true, defs),
        Shape::Whole(shape) | Shape::Hinted(shape, _) => return schema(shape, part, defs),
        Shape::OneOf(shapes) => {
            let any: Vec<_> = shapes.iter().map(|shape| schema(shape, part, defs)).collect();
            json!({ "anyOf": any })
        }
        Shape::Shared(name, shape) => {
            if !defs.contains_key(*name) {
                // It may contain itself.
                defs.insert((*name).to_owned(), Value::Null);
                let inner = schema(shape, false, defs);
                defs.insert((*name).to_owned(), Value::Object(inner));
            }
            json!({ "$ref": format!("#/$defs/{name}") })
        }
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
                    shape => schema(shape, part, defs),
                };
                inner.insert("description".to_owned(), json!(field.about));
                properties.insert(field.name.to_owned(), Value::Object(inner));
                if field.required && !part {
                    required.push(field.name);
                }
            }
            let rest = match rest {
                Some(rest) => Value::Object(schema(rest.shape, part, defs)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Rest};

    static NUMBER: Shape = Shape::Integer { least: 0, most: 9 };
    static FIGHTER: Shape = Shape::Table {
        fields: &[Field { name: "hp", shape: &NUMBER, required: true, about: "life" }],
        rest: Some(Rest { what: "a number", shape: &NUMBER, settable: false, free: false }),
    };

    #[test]
    fn a_shape_says_what_is_required_what_it_means_and_what_else_may_stand_there() {
        let schema = json_schema(&[("a fighter", &FIGHTER)], "x.json", "X");
        assert_eq!(
            schema["oneOf"][0],
            json!({
                "title": "a fighter",
                "type": "object",
                "properties": {
                    "hp": { "type": "integer", "minimum": 0, "maximum": 9, "description": "life" },
                },
                "required": ["hp"],
                "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 9 },
            })
        );
    }

    #[test]
    fn numbers_with_a_fraction_and_chances_are_numbers_in_their_range() {
        let mut defs = Map::new();
        let number = json!({ "type": "number", "minimum": -2, "maximum": 3 });
        let weight = Shape::Decimal { least: -2, most: 3 };
        assert_eq!(Value::Object(schema(&weight, false, &mut defs)), number);
        let chance = json!({ "anyOf": [
            { "type": "number", "minimum": 0, "maximum": 1 },
            { "type": "string" },
        ]});
        assert_eq!(Value::Object(schema(&Shape::Chance, false, &mut defs)), chance);
        let either = Shape::OneOf(&[&Shape::Flag, &Shape::Chance]);
        assert_eq!(
            Value::Object(schema(&either, false, &mut defs)),
            json!({ "anyOf": [{ "type": "boolean" }, chance] })
        );
    }
}
