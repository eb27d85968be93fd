//! A JSON Schema of the kind that the document has, held against a value, strictly: a field that the
//! schema does not name is a fault, so that the schemas tell of every field.

use serde_json::Value;

/// What is wrong with a value, each with its place.
pub(super) fn faults(schemas: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    Checker { schemas }.check(schema, value, "$", &mut faults);
    faults
}

struct Checker<'a> {
    schemas: &'a Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        const KNOWN: [&str; 15] = [
            "$ref",
            "anyOf",
            "type",
            "enum",
            "const",
            "minimum",
            "required",
            "properties",
            "additionalProperties",
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "description",
            "examples",
        ];
        for word in schema.as_object().expect("a schema is an object").keys() {
            assert!(KNOWN.contains(&word.as_str()), "{word} is not checked, at {at}");
        }
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.strip_prefix("#/components/schemas/").expect("one of the document");
            let found = &self.schemas[name];
            assert!(found.is_object(), "there is no schema {name}");
            return self.check(found, value, at, faults);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let tried = choices.iter().map(|choice| {
                let mut faults = Vec::new();
                self.check(choice, value, at, &mut faults);
                faults
            });
            // What comes nearest says most.
            let least = tried.min_by_key(Vec::len).expect("there is a choice");
            return faults.extend(least);
        }
        let mut fault = |what: String| faults.push(format!("{at}: {what}"));
        if !schema["type"].is_null() && !has_type(&schema["type"], value) {
            return fault(format!("{} is not {}", short(value), schema["type"]));
        }
        if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            fault(format!("{value} is none of {}", schema["enum"]));
        }
        if schema.get("const").is_some_and(|only| only != value) {
            fault(format!("{value} is not {}", schema["const"]));
        }
        if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
            && number < least
        {
            fault(format!("{number} is less than {least}"));
        }
        match value {
            Value::Object(fields) => {
                for name in schema["required"].as_array().into_iter().flatten() {
                    if !fields.contains_key(name.as_str().unwrap()) {
                        fault(format!("lacks {name}"));
                    }
                }
                for (name, value) in fields {
                    let at = format!("{at}.{name}");
                    match (&schema["properties"][name], &schema["additionalProperties"]) {
                        (field @ Value::Object(_), _) | (_, field @ Value::Object(_)) => {
                            self.check(field, value, &at, faults);
                        }
                        _ => faults.push(format!("{at} is not in the schema")),
                    }
                }
            }
            Value::Array(items) => {
                let length = items.len() as u64;
                if schema["minItems"].as_u64().is_some_and(|least| length < least)
                    || schema["maxItems"].as_u64().is_some_and(|most| length > most)
                {
                    fault(format!("{length} items"));
                }
                for (index, item) in items.iter().enumerate() {
                    let at = format!("{at}[{index}]");
                    match (&schema["prefixItems"][index], &schema["items"]) {
                        (schema @ Value::Object(_), _) | (_, schema @ Value::Object(_)) => {
                            self.check(schema, item, &at, faults);
                        }
                        _ => faults.push(format!("{at} is not in the schema")),
                    }
                }
            }
            _ => {}
        }
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("{other} is no type"),
    };
    types.as_array().map_or_else(|| is(types), |types| types.iter().any(is))
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}
