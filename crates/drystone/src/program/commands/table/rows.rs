//! The tables of a run file as blocks of rows, so that no table need fit in memory.

use crate::cli::TableName;
use crate::terminal::text::InWords;
use drystone::io::run_file::{Column, ENERGY, RunFile, STANDINGS, STATUS, STOPS, body_names, step_names};
use drystone::show::file::body_rows;
use std::ops::Range;

/// Columns with their names, all of one length.
pub(crate) type Block = Vec<(String, Column)>;

/// Rows of a block.
const ROWS: usize = 32_768;

/// Hands a table to `sink`, block by block: at least one, which may be empty.
pub(crate) fn blocks(
    run: &RunFile,
    table: TableName,
    sink: &mut dyn FnMut(Block) -> Result<(), String>,
) -> Result<(), String> {
    let rows_of_a_frame = match table {
        TableName::Bodies => run.bodies().len().max(1),
        TableName::Contacts => {
            let all = run.contact_rows(0..run.frames()).in_words()?.len();
            all.div_ceil(run.frames().max(1)).max(1)
        }
        TableName::Steps | TableName::Energy => 1,
    };
    if matches!(table, TableName::Contacts) && !run.has_contacts() {
        return Err("the run recorded no contacts: it has none, or record = { contacts = false }".into());
    }
    let step = (ROWS / rows_of_a_frame).max(1);
    let mut at = 0;
    loop {
        let frames = at..(at + step).min(run.frames());
        sink(block(run, table, frames.clone())?)?;
        at = frames.end;
        if at >= run.frames() {
            return Ok(());
        }
    }
}

fn block(run: &RunFile, table: TableName, frames: Range<usize>) -> Result<Block, String> {
    match table {
        TableName::Bodies if run.bodies().is_empty() => coordinates(run, frames),
        TableName::Bodies => bodies(run, frames),
        TableName::Contacts => contacts(run, frames),
        TableName::Steps => some(run, step_names(), frames),
        TableName::Energy => some(run, ["time"].into_iter().chain(ENERGY), frames),
    }
}

fn some(
    run: &RunFile,
    names: impl Iterator<Item = &'static str>,
    frames: Range<usize>,
) -> Result<Block, String> {
    let mut out = Vec::new();
    for name in names {
        let column = run.column(&format!("steps/{name}"), frames.clone());
        let column = words(name, "stop", &STOPS, column.in_words()?);
        let column = words(name, "standing", &STANDINGS, column);
        out.push((name.to_owned(), column));
    }
    Ok(out)
}

/// Codes by the words that they stand for.
fn words(name: &str, coded: &str, list: &[&str], column: Column) -> Column {
    let word = |n: &i64| usize::try_from(*n).ok().and_then(|n| list.get(n)).unwrap_or(&"");
    match column {
        Column::Longs(codes) if name == coded => {
            Column::Texts(codes.iter().map(|n| (*word(n)).to_owned()).collect())
        }
        other => other,
    }
}

/// One row a frame: time, coordinates, velocities, outputs.
fn coordinates(run: &RunFile, frames: Range<usize>) -> Result<Block, String> {
    let mut out = some(run, std::iter::once("time"), frames.clone())?;
    for which in ["q", "v", "output"] {
        let names = run.coordinate_names(which);
        let values = run.coordinates(which, frames.clone()).in_words()?;
        for (i, name) in names.iter().enumerate() {
            let column = values.iter().skip(i).step_by(names.len()).copied().collect();
            out.push((name.clone(), Column::Reals(column)));
        }
    }
    Ok(out)
}

/// One row for each body of a frame.
fn bodies(run: &RunFile, frames: Range<usize>) -> Result<Block, String> {
    let (count, bodies) = (frames.len(), run.bodies().len());
    let times = run.times(frames.clone()).in_words()?;
    let names = body_names(run.is_plane());
    let mut columns = vec![vec![0.0; count * bodies]; names.len()];
    for b in 0..bodies {
        for (f, row) in body_rows(run, b, frames.clone()).in_words()?.iter().enumerate() {
            for (column, value) in columns.iter_mut().zip(row) {
                column[f * bodies + b] = *value;
            }
        }
    }
    let time = times
        .iter()
        .flat_map(|t| std::iter::repeat_n(*t, bodies))
        .collect();
    let who = run.bodies().iter().map(|body| body.name.clone());
    let who: Vec<String> = who.cycle().take(count * bodies).collect();
    let mut out = vec![
        ("time".to_owned(), Column::Reals(time)),
        ("body".to_owned(), Column::Texts(who)),
    ];
    let named = names.iter().zip(columns);
    out.extend(named.map(|(name, column)| ((*name).to_owned(), Column::Reals(column))));
    Ok(out)
}

/// One row for each contact of a frame.
fn contacts(run: &RunFile, frames: Range<usize>) -> Result<Block, String> {
    let rows = run.contact_rows(frames).in_words()?;
    let pairs = run.pairs().in_words()?;
    let known = run.columns("contacts");
    let first = ["step", "time", "pair"].map(str::to_owned).to_vec();
    let mut names = first;
    for group in [
        "point_",
        "normal_",
        "gap",
        "impulse_",
        "velocity_",
        "force_",
        "status",
    ] {
        let mut some: Vec<String> = known
            .iter()
            .filter(|name| name.starts_with(group))
            .cloned()
            .collect();
        // n before t1 before the numbered rows.
        some.sort_by_key(|name| {
            (
                name.chars().last().is_some_and(|c| "345".contains(c)),
                name.clone(),
            )
        });
        names.extend(some);
    }
    let mut out = Vec::with_capacity(names.len());
    for name in names {
        let column = run.column(&format!("contacts/{name}"), rows.clone());
        let column = match (name.as_str(), column.in_words()?) {
            ("pair", Column::Longs(numbers)) => {
                let named = |n: &i64| usize::try_from(*n).ok().and_then(|n| pairs.get(n));
                let name = |n: &i64| named(n).map_or(String::new(), |pair| pair.name.clone());
                Column::Texts(numbers.iter().map(name).collect())
            }
            (name, column) => words(name, "status", &STATUS, column),
        };
        out.push((name, column));
    }
    Ok(out)
}
