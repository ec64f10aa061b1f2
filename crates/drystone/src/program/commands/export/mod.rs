//! `drystone export`: a run file for ParaView (`vtk.rs`), for programs that read glTF (`gltf.rs`), as a page.

mod gltf;
mod tessellate;
mod vtk;

use crate::cli::ExportArgs;
use crate::commands::view;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::io::run_file::RunFile;

pub(crate) fn command(args: &ExportArgs) -> Result<(), String> {
    let mut outputs = args.overwrite.sparing([&args.run]);
    let index = args.vtk.as_ref().map(|folder| folder.join(vtk::INDEX));
    for file in args.html.iter().chain(&args.gltf).chain(&index) {
        outputs.claim(file).in_words()?;
    }
    view::export(args, &outputs)?;
    if args.vtk.is_none() && args.gltf.is_none() {
        return Ok(());
    }
    let run = RunFile::open(&args.run).in_words()?;
    if run.bodies().is_empty() {
        return Err(format!(
            "{}: has no bodies: systems in generalised coordinates have nothing to show in space; take `drystone table` or `plot`",
            args.run.display()
        ));
    }
    let frames: Vec<usize> = (0..run.frames()).step_by(args.every.max(1) as usize).collect();
    if let (Some(folder), Some(index)) = (&args.vtk, &index) {
        let files = vtk::write(&run, &frames, (folder, &mut outputs))?;
        text::print(&format!(
            "written: {} and {files} files beside it\n",
            index.display()
        ))?;
    }
    if let Some(path) = &args.gltf {
        let bytes = gltf::bytes(&run, &frames)?;
        outputs.write(path, bytes).in_words()?;
        text::print(&format!("written: {}\n", path.display()))?;
    }
    Ok(())
}

/// The size of the scene at a frame: how large a floor without end is drawn.
fn reach(run: &RunFile, frame: usize) -> Result<f64, String> {
    let mut far = 0.5f64;
    for (i, body) in run.bodies().iter().enumerate() {
        if body.motion == "free" {
            let series = run.series(i, frame..frame + 1).in_words()?;
            far = series.position.iter().flatten().fold(far, |m, x| m.max(x.abs()));
        }
    }
    Ok(1.5 * far + 0.5)
}
