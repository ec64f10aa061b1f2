//! `drystone verify`: the validation problems that scenes carry, run and compared.

use crate::cli::{VerifyArgs, split_sets};
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::io::input;
use drystone::scenes;
use drystone::scenes::borrowed;
use drystone::verification::{Row, Source, class, problems, run};
use serde_json::{Value, json};
use std::path::Path;

/// Runs what the filter selects; `true` when everything agrees.
pub(crate) fn command(args: &VerifyArgs) -> Result<bool, String> {
    let filter = args.filter.as_deref().unwrap_or("");
    let (sources, filter) = sources(filter)?;
    let sets = split_sets(&args.set)?;
    let sets = borrowed(&sets);
    let mut rows = run(&sources, filter, &sets).in_words()?;
    // A file is verified alone.
    if sources.len() > 1 {
        rows.extend(problems::run(filter)?);
    }
    if rows.is_empty() {
        return Err(format!(
            "nothing to verify by the name `{filter}`: give an id (A02), the beginning of ids (A), a scene, or a scene file with [[verify]]"
        ));
    }
    // By class, and by id within it; the order of the files decides among equals.
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    let failed = rows.iter().filter(|row| !row.pass).count();
    if args.json {
        let all: Vec<Value> = rows.iter().map(json_row).collect();
        let all = json!({ "rows": all, "checks": rows.len(), "failed": failed });
        let all = serde_json::to_string_pretty(&all).in_words()?;
        text::print(&format!("{all}\n"))?;
    } else {
        text::print(&report(&rows, failed))?;
    }
    Ok(failed == 0)
}

/// The scenes to look at, and what remains to be filtered.
fn sources(filter: &str) -> Result<(Vec<Source>, &str), String> {
    let path = Path::new(filter);
    if path.is_file() || filter.contains(['/', '.']) {
        let bytes = input::read(path, input::SCENE).map_err(|e| format!("{filter}: {e}"))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{filter}: not UTF-8; save it as such"))?;
        let name = filter.to_owned();
        return Ok((vec![Source { name, text }], ""));
    }
    let built_in = scenes::SCENES.iter().map(|(name, text)| Source {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
    });
    Ok((built_in.collect(), filter))
}

fn report(rows: &[Row], failed: usize) -> String {
    let colour = text::colour();
    let heading = [
        "id",
        "scene",
        "what",
        "expected",
        "found",
        "error",
        "tolerance",
        "",
    ];
    let mut table = Table::new("<<<>>>><", &heading);
    let mut notes = String::new();
    let mut last: Option<&Row> = None;
    for row in rows {
        let new_class = last.is_some_and(|last| class(&last.id) != class(&row.id));
        let new_name = last.is_none_or(|last| (&last.id, &last.name) != (&row.id, &row.name));
        if new_class {
            table.row(Vec::new());
        }
        if new_name {
            table.plain([row.id.clone(), row.scene.clone(), row.name.clone()]);
        }
        let (verdict, style) = if row.pass {
            ("pass", Style::Good)
        } else {
            ("FAIL", Style::Bad)
        };
        let mut cells = text::plain([
            String::new(),
            String::new(),
            format!("  {}", row.what),
            expected(row.expected),
            figure(row.found),
            text::small(row.error),
            text::small(row.tolerance),
        ]);
        cells.push((verdict.to_owned(), style));
        table.row(cells);
        if let (false, Some(message)) = (row.pass, &row.message) {
            let note = format!("{} {}, {}: {message}\n", row.id, row.scene, row.name);
            if !notes.ends_with(&note) {
                notes.push_str(&note);
            }
        }
        last = Some(row);
    }
    let count = text::count(rows.len(), "check");
    let verdict = if failed == 0 {
        text::paint(&format!("{count}, all passed"), Style::Good, colour)
    } else {
        text::paint(&format!("{count}, {failed} failed"), Style::Bad, colour)
    };
    format!("{}{notes}{verdict}\n", table.render(0, colour))
}

fn expected([low, high]: [f64; 2]) -> String {
    if low.is_nan() {
        String::new()
    } else if low == high {
        figure(low)
    } else if low.is_infinite() {
        format!("≤ {}", figure(high))
    } else if high.is_infinite() {
        format!("≥ {}", figure(low))
    } else {
        format!("{} … {}", figure(low), figure(high))
    }
}

/// Ten figures at most, no zeros at the end.
fn figure(x: f64) -> String {
    if x.is_nan() {
        return "none".to_owned();
    }
    text::short(x, 1e-3..1e7, 9, 3)
}

fn json_row(row: &Row) -> Value {
    let number = |x: f64| serde_json::Number::from_f64(x).map_or(Value::Null, Value::Number);
    let [low, high] = row.expected;
    let expected = if low == high {
        number(low)
    } else {
        json!({ "at_least": number(low), "at_most": number(high) })
    };
    json!({
        "id": row.id,
        "class": class(&row.id),
        "scene": row.scene,
        "name": row.name,
        "what": row.what,
        "expected": expected,
        "found": number(row.found),
        "error": number(row.error),
        "tolerance": number(row.tolerance),
        "pass": row.pass,
        "message": row.message,
    })
}
