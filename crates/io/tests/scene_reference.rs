//! The reference and the JSON Schema follow from the table of keys, and agree with the reader.

use crate::scene_samples::SCENES;
use drystone_io::scene::{Scene, json_schema, reference};
use serde_json::Value;
use std::path::Path;

#[test]
fn the_reference_in_docs_is_the_one_of_the_reader() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scene_format.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, reference()).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == reference(),
        "docs/scene_format.md is out of date: run this test with UPDATE_DOCS=1"
    );
}

#[test]
fn the_first_example_of_the_reference_is_a_scene() {
    let text = reference();
    let example = text
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let scene = Scene::read(example, "reference", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert!(scene.build().is_ok());
}

#[test]
fn the_other_examples_of_the_reference_are_read() {
    let text = reference();
    let run = "[run]\nt_end = 1\nstep = 0.1\n";
    let (mut systems, mut laws, mut bodies) = (0, 0, 0);
    for piece in text.split("```toml\n").skip(2) {
        let example = piece.split("```").next().unwrap();
        let with_bodies = ["[world]", "[body.", "[[contact]]", "[[fill]]"];
        let scenes: Vec<String> = if with_bodies.iter().any(|start| example.starts_with(start)) {
            bodies += 1;
            vec![format!("{example}\n{run}")]
        } else if example.starts_with("[lagrangian]") || example.starts_with("[complementarity]") {
            systems += 1;
            vec![format!("{example}\n{run}")]
        } else if example.starts_with("[run]") || example.starts_with("[params]") {
            let rest = if example.starts_with("[run]") { "" } else { run };
            vec![format!(
                "{example}\n{rest}\n[lagrangian]\ncoordinates = [\"x\"]\nkinetic = \"x'^2\"\n"
            )]
        } else if example.starts_with("[[verify]]") {
            let system = "[params]\nheight = 1\n[lagrangian]\ncoordinates = [\"y\"]\nkinetic = \"y'^2/2\"\n";
            vec![format!("{system}{run}{example}")]
        } else if example.starts_with("[lagrangian.constraint") {
            let system = "[lagrangian]\ncoordinates = [\"x\", \"y\"]\nconstants = { l = 1 }\nkinetic = \"x'^2 + y'^2\"\n";
            vec![format!("{system}{example}\n{run}")]
        } else {
            let contact = |law: &str| {
                let slips = if law.contains("ellipse") {
                    "[\"x'\", \"y'\"]"
                } else {
                    "\"x'\""
                };
                let system =
                    "[lagrangian]\ncoordinates = [\"x\", \"y\", \"z\"]\nkinetic = \"x'^2 + y'^2 + z'^2\"\n";
                format!("{system}[lagrangian.contact.floor]\ngap = \"z\"\nslip = {slips}\n{law}\n{run}")
            };
            laws += example.lines().count();
            example.lines().map(contact).collect()
        };
        for scene in scenes {
            let read = Scene::read(&scene, "reference", &[]);
            let built = read.and_then(|scene| scene.build());
            assert!(built.is_ok(), "{}\n{scene}", built.err().unwrap());
        }
    }
    assert!(
        systems == 2 && laws >= 6 && bodies >= 3,
        "{systems} systems, {laws} laws, {bodies} worlds"
    );
}

/// Whether a value fits a schema, by the words that ours uses.
fn fits(value: &Value, schema: &Value) -> Result<(), String> {
    if let Some(choices) = schema["anyOf"].as_array() {
        let faults: Vec<String> = choices
            .iter()
            .filter_map(|choice| fits(value, choice).err())
            .collect();
        return if faults.len() < choices.len() {
            Ok(())
        } else {
            Err(faults.join(" and "))
        };
    }
    if let Some(words) = schema["enum"].as_array() {
        return if words.contains(value) {
            Ok(())
        } else {
            Err(format!("{value} not in {words:?}"))
        };
    }
    let right = match schema["type"].as_str().unwrap_or("any") {
        "object" => return fits_object(value, schema),
        "array" => {
            let list = value.as_array().ok_or_else(|| format!("{value}: no list"))?;
            let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
            if (list.len() as u64) < schema["minItems"].as_u64().unwrap_or(0) || list.len() as u64 > most {
                return Err(format!("{value}: wrong length"));
            }
            return list.iter().try_for_each(|item| fits(item, &schema["items"]));
        }
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() && value.as_i64() >= schema["minimum"].as_i64(),
        "number" => value.as_f64().is_some_and(|x| {
            schema["minimum"].as_f64().is_none_or(|low| x >= low)
                && schema["maximum"].as_f64().is_none_or(|high| x <= high)
                && schema["exclusiveMinimum"].as_f64().is_none_or(|low| x > low)
        }),
        _ => true,
    };
    if right {
        Ok(())
    } else {
        Err(format!("{value} is not {schema}"))
    }
}

fn fits_object(value: &Value, schema: &Value) -> Result<(), String> {
    let object = value.as_object().ok_or_else(|| format!("{value}: no table"))?;
    for name in schema["required"].as_array().unwrap_or(&Vec::new()) {
        if !object.contains_key(name.as_str().unwrap()) {
            return Err(format!("{name} missing"));
        }
    }
    for (key, item) in object {
        match (&schema["properties"][key], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => return Err(format!("unknown {key}")),
            (Value::Null, other) => fits(item, other)?,
            (known, _) => fits(item, known)?,
        }
    }
    Ok(())
}

#[test]
fn every_sample_fits_the_schema_and_misspelled_ones_do_not() {
    let schema = json_schema();
    for (name, text) in SCENES {
        let value = serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap();
        assert_eq!(fits(&value, &schema), Ok(()), "{name}");
        for (right, wrong) in [
            ("t_end", "t_ned"),
            ("t_end = ", "t_end = -"),
            ("step = ", "step = true # "),
        ] {
            let text = text.replacen(right, wrong, 1);
            let value = serde_json::to_value(toml::from_str::<toml::Table>(&text).unwrap()).unwrap();
            assert!(fits(&value, &schema).is_err(), "{name}: {wrong}");
            assert!(Scene::read(&text, name, &[]).is_err(), "{name}: {wrong}");
        }
    }
}
