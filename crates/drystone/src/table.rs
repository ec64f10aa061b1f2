use crate::cli::TableArgs;
pub(crate) fn command(args: &TableArgs) -> Result<(), String> {
    let _ = args;
    Ok(())
}
