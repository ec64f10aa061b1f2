use crate::cli::ExportArgs;
pub(crate) fn command(args: &ExportArgs) -> Result<(), String> {
    let _ = args;
    Ok(())
}
