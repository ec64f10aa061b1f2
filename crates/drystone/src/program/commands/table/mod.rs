//! `drystone table`: a table of a run file, as CSV or Parquet.

mod rows;

use crate::cli::TableArgs;
use crate::commands::table::rows::{Block, blocks};
use crate::terminal::text::InWords;
use drystone::io::ParquetWriter;
use drystone::io::output::Complete;
use drystone::io::run_file::{Column, RunFile};
use drystone::sinks::csv::{Cell, quoted};
use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::path::Path;

pub(crate) fn command(args: &TableArgs) -> Result<(), String> {
    let run = RunFile::open(&args.run).in_words()?;
    let Some(path) = &args.file else {
        return csv(
            &run,
            args,
            &mut std::io::stdout().lock(),
            Path::new("standard output"),
        );
    };
    let mut file = args.overwrite.sparing([&args.run]).begin(path).in_words()?;
    if args.parquet {
        let trouble = |e: std::io::Error| format!("{}: {e}", path.display());
        let mut writer = ParquetWriter::new(&mut file).map_err(trouble)?;
        blocks(&run, args.table, &mut |block| writer.add(&block).map_err(trouble))?;
        writer.finish().map_err(trouble)?;
    } else {
        csv(&run, args, &mut file, path)?;
    }
    file.complete().and_then(Complete::keep).in_words()
}

fn csv(run: &RunFile, args: &TableArgs, out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let mut first = true;
    let mut gone = false;
    let done = blocks(run, args.table, &mut |block| {
        let text = lines(&block, std::mem::take(&mut first));
        out.write_all(text.as_bytes()).map_err(|e| {
            gone = e.kind() == ErrorKind::BrokenPipe;
            format!("{}: {e}", path.display())
        })
    });
    // A reader that went away (`| head`) is no error.
    match done.and_then(|()| out.flush().map_err(|e| format!("{}: {e}", path.display()))) {
        Err(_) if gone => Ok(()),
        other => other,
    }
}

fn lines(block: &Block, heading: bool) -> String {
    let mut out = String::new();
    if heading {
        let names: Vec<_> = block.iter().map(|(name, _)| quoted(name)).collect();
        out = names.join(",");
        out.push('\n');
    }
    let rows = block.first().map_or(0, |(_, column)| match column {
        Column::Reals(x) => x.len(),
        Column::Longs(x) => x.len(),
        Column::Texts(x) => x.len(),
    });
    for row in 0..rows {
        for (i, (_, column)) in block.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            match column {
                // An empty cell is what there is none of.
                Column::Reals(x) if x[row].is_nan() => {}
                Column::Reals(x) => {
                    let _ = write!(out, "{}", Cell(x[row]));
                }
                Column::Longs(x) => {
                    let _ = write!(out, "{}", x[row]);
                }
                Column::Texts(x) => out.push_str(&quoted(&x[row])),
            }
        }
        out.push('\n');
    }
    out
}
