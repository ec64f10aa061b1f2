//! `drystone export`: a run file for ParaView (`vtk.rs`) and for programs that read glTF (`gltf.rs`).

mod gltf;
mod tessellate;
mod vtk;

use crate::cli::ExportArgs;
use crate::commands::run::absent;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::io::run_file::RunFile;

pub(crate) fn command(args: &ExportArgs) -> Result<(), String> {
    let run = RunFile::open(&args.run).in_words()?;
    if run.bodies().is_empty() {
        return Err(format!(
            "{}: has no bodies: systems in generalised coordinates have nothing to show in space; take `drystone table` or `plot`",
            args.run.display()
        ));
    }
    let frames: Vec<usize> = (0..run.frames()).step_by(args.every.max(1) as usize).collect();
    if let Some(folder) = &args.vtk {
        let index = folder.join("run.pvd");
        absent(&index, args.force)?;
        let files = vtk::write(&run, &frames, folder)?;
        text::print(&format!(
            "written: {} and {files} files beside it\n",
            index.display()
        ))?;
    }
    if let Some(path) = &args.gltf {
        absent(path, args.force)?;
        let bytes = gltf::bytes(&run, &frames)?;
        std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
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
