//! The JSON Schema of scene files (draft 2020-12), from the table of keys.

use crate::scene::keys::table::SCENE;
use crate::scene::keys::{Form, Key, Kind, Range};
use serde_json::{Map, Value, json};

/// The JSON Schema of scene files: what `drystone schema` prints.
pub fn json_schema() -> Value {
    let mut schema = table(SCENE);
    if let Value::Object(object) = &mut schema {
        object.insert(
            "$schema".into(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        object.insert("title".into(), json!("Drystone scene"));
        object.insert(
            "description".into(),
            json!("TOML, SI units. A string where a number is asked is a formula; `$name` is a parameter."),
        );
        let one = |key: &str| json!({ "required": [key] });
        let bodies = json!({ "anyOf": [one("body"), one("fill")] });
        object.insert(
            "oneOf".into(),
            json!([one("lagrangian"), one("complementarity"), bodies]),
        );
    }
    schema
}

fn table(keys: &[Key]) -> Value {
    let mut properties = Map::new();
    for key in keys {
        let mut value = kind(key.kind);
        if let Value::Object(object) = &mut value {
            let unit = if key.unit.is_empty() {
                String::new()
            } else {
                format!(" Unit: {}.", key.unit)
            };
            object.insert("description".into(), json!(format!("{}{unit}", key.about)));
            if let Some(default) = default_value(key) {
                object.insert("default".into(), default);
            }
        }
        properties.insert(key.name.to_owned(), value);
    }
    let needed: Vec<&str> = keys
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    json!({ "type": "object", "properties": properties, "required": needed, "additionalProperties": false })
}

/// The default of a key, as JSON.
fn default_value(key: &Key) -> Option<Value> {
    let holder: toml::Table = toml::from_str(&format!("x = {}", key.default)).ok()?;
    serde_json::to_value(holder.get("x")?).ok()
}

fn number(range: Range) -> Value {
    let bounds = match range {
        Range::Any => json!({ "type": "number" }),
        Range::Positive => json!({ "type": "number", "exclusiveMinimum": 0 }),
        Range::NonNegative => json!({ "type": "number", "minimum": 0 }),
        Range::Unit => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Range::Signed => json!({ "type": "number", "minimum": -1, "maximum": 1 }),
    };
    json!({ "anyOf": [bounds, { "type": "string", "minLength": 1 }] })
}

fn list(items: &Value, least: usize, most: Option<usize>) -> Value {
    let mut schema = json!({ "type": "array", "items": items, "minItems": least });
    if let (Value::Object(object), Some(most)) = (&mut schema, most) {
        object.insert("maxItems".into(), json!(most));
    }
    schema
}

fn integer(least: i64, most: i64) -> Value {
    let mut bounds = json!({ "type": "integer", "minimum": least });
    if let (Value::Object(object), true) = (&mut bounds, most < i64::MAX) {
        object.insert("maximum".into(), json!(most));
    }
    json!({ "anyOf": [bounds, { "type": "string", "minLength": 1 }] })
}

fn kind(kind: Kind) -> Value {
    let any = || number(Range::Any);
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Integer(least, most) => integer(least, most),
        Kind::Number(range) | Kind::Scalar(range) => number(range),
        Kind::Formula => any(),
        Kind::Formulas(most) => json!({ "anyOf": [any(), list(&any(), 1, Some(most))] }),
        Kind::Names => {
            let mut names = list(&json!({ "type": "string" }), 1, None);
            names["uniqueItems"] = json!(true);
            names
        }
        Kind::Numbers | Kind::Scalars(0) => list(&any(), 0, None),
        Kind::Scalars(count) => list(&any(), count, Some(count)),
        Kind::Curve => list(&list(&number(Range::NonNegative), 2, Some(2)), 1, None),
        Kind::Matrix => list(&list(&any(), 0, None), 1, None),
        Kind::Rows => list(&integer(0, i64::MAX), 0, None),
        Kind::Values => json!({ "type": "object", "additionalProperties": any() }),
        Kind::Table(keys) => table(keys),
        Kind::Named(keys) => json!({ "type": "object", "additionalProperties": table(keys) }),
        Kind::Law(range, forms) => law(range, forms),
        Kind::Method(names) => method(&names()),
        Kind::Tables(keys) => list(&table(keys), 0, None),
        Kind::Overrides => json!({ "type": "object", "additionalProperties": true }),
        Kind::Vector(range, least, most) => list(&number(range), least, Some(most)),
        Kind::Pair => list(&json!({ "type": "string" }), 2, Some(2)),
        Kind::Each(inner) => list(&self::kind(*inner), 0, None),
        Kind::Either(kinds) => {
            let choices: Vec<Value> = kinds.iter().map(|choice| self::kind(*choice)).collect();
            json!({ "anyOf": choices })
        }
        Kind::Forms(forms) => json!({ "anyOf": form_tables(forms) }),
    }
}

fn law(range: Range, forms: &[Form]) -> Value {
    let mut choices = vec![number(range)];
    choices.extend(form_tables(forms));
    json!({ "anyOf": choices })
}

fn form_tables(forms: &[Form]) -> Vec<Value> {
    let describe = |form: &Form| {
        let mut schema = table(form.keys);
        schema["description"] = json!(form.about);
        schema
    };
    forms.iter().map(describe).collect()
}

fn method(names: &[&str]) -> Value {
    let options =
        json!({ "type": "object", "additionalProperties": { "type": ["number", "boolean", "string"] } });
    let properties: Map<String, Value> = names
        .iter()
        .map(|name| ((*name).to_owned(), options.clone()))
        .collect();
    json!({ "anyOf": [
        { "enum": names },
        { "type": "object", "properties": properties, "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1 },
    ] })
}
