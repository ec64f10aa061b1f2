use crate::cli::PlotArgs;
pub(crate) fn command(args: &PlotArgs) -> Result<(), String> {
    let _ = args;
    Ok(())
}
