//! What may be typed about run files.

use super::{Changes, Overwrite};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ViewArgs {
    /// A run file; or a scene, which is simulated first
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Port to listen on [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
}

#[derive(Args)]
pub(crate) struct InfoArgs {
    /// A run file
    #[arg(value_name = "RUN.h5")]
    pub(crate) run: PathBuf,
    /// The same as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The tables of a run.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TableName {
    /// Poses and velocities (or coordinates and outputs), frame by frame
    Bodies,
    /// Contacts, frame by frame
    Contacts,
    /// Certificate and solver, frame by frame
    Steps,
    /// Energies and their account, frame by frame
    Energy,
}

#[derive(Args)]
pub(crate) struct TableArgs {
    /// A run file
    #[arg(value_name = "RUN.h5")]
    pub(crate) run: PathBuf,
    /// Which table
    pub(crate) table: TableName,
    /// As comma-separated values (the default)
    #[arg(long)]
    pub(crate) csv: bool,
    /// As Parquet; asks for -o
    #[arg(long, conflicts_with = "csv", requires = "file")]
    pub(crate) parquet: bool,
    /// Where to [default: standard output]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args)]
pub(crate) struct PlotArgs {
    /// A run file
    #[arg(value_name = "RUN.h5")]
    pub(crate) run: PathBuf,
    /// box.x, box.speed, energy, certificate, gap, floor-box.impulse_n, floor-box.status, or X:Y as in
    /// box.x:box.vx
    #[arg(required = true, value_name = "SERIES")]
    pub(crate) series: Vec<String>,
    /// Where to
    #[arg(
        short = 'o',
        long = "output",
        value_name = "FILE.svg|png",
        default_value = "plot.svg"
    )]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true).args(["vtk", "html", "gltf"])))]
pub(crate) struct ExportArgs {
    /// A run file
    #[arg(value_name = "RUN.h5")]
    pub(crate) run: PathBuf,
    /// For ParaView: run.pvd and one .vtp for bodies and one for contacts in every frame
    #[arg(long, value_name = "DIR")]
    pub(crate) vtk: Option<PathBuf>,
    /// A page that shows the run: one file that opens in a browser without any network
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// An animated scene, binary glTF
    #[arg(long, value_name = "FILE.glb")]
    pub(crate) gltf: Option<PathBuf>,
    /// Every so many frames
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}
