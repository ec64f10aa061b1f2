//! `drystone example`: the built-in scenes, or the text of one.

use crate::cli::ExampleArgs;
use crate::commands::run::load;
use crate::terminal::text;
use crate::terminal::text::{InWords, Table};
use drystone::io::scene::Scene;
use drystone::scenes;

/// Lists the built-in scenes, or prints one.
pub(crate) fn command(args: &ExampleArgs) -> Result<(), String> {
    let Some(name) = &args.name else {
        let mut table = Table::new("<<", &["scene", "what it shows"]);
        for (name, text) in scenes::SCENES {
            let scene = Scene::read(text, name, &[]).in_words()?;
            let title = scene.title.unwrap_or_default();
            table.plain([(*name).to_string(), title]);
        }
        let colour = text::colour();
        return text::print(&format!(
            "{}\nprint one: drystone example NAME    simulate it: drystone run NAME\n",
            table.render(0, colour)
        ));
    };
    match scenes::text(name) {
        Some(text) => text::print(text),
        None => load(name, &[]).map(|_| ()),
    }
}
