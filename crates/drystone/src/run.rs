//! `drystone run`, `check` and `example`: a scene simulated, understood, shown.

use crate::cli::{ExampleArgs, Output, RunArgs, SceneArgs};
use crate::curve::{Curve, shown};
use crate::report_world;
use crate::sketch::sketch;
use crate::text::{self, Style, Table};
use drystone::io::scene::{Scene, SystemDescription, world_in_words};
use drystone::runner::Runner;
use drystone::scenes;
use drystone::summary::summary;
use drystone::tables::Tables;
use drystone::verification;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// Reads a scene: a file, or a built-in name.
pub(crate) fn read(args: &SceneArgs) -> Result<Scene, String> {
    let sets = args.sets()?;
    let sets: Vec<(&str, &str)> = sets.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    load(&args.scene, &sets)
}

/// A scene by file or built-in name.
pub(crate) fn load(name: &str, sets: &[(&str, &str)]) -> Result<Scene, String> {
    let path = Path::new(name);
    if !path.exists() {
        if let Some(text) = scenes::text(name) {
            return Scene::read(text, name, sets).map_err(|e| e.to_string());
        }
        if !name.contains(['/', '.']) {
            let near = text::nearest(name, scenes::SCENES.iter().map(|s| s.0));
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            return Err(format!(
                "no file and no built-in scene is called `{name}`: {near}`drystone example` lists the built-in ones"
            ));
        }
    }
    Scene::read_file(path, sets).map_err(|e| e.to_string())
}

/// The scene that runs with no command at all.
const DEFAULT: &str = "woodpecker";

/// `drystone` with no command: the default scene, and what to type next.
pub(crate) fn default_scene() -> Result<bool, String> {
    let scene = load(DEFAULT, &[])?;
    let done = simulate(
        &scene,
        &Output {
            json: false,
            csv: None,
            quiet: false,
        },
    )?;
    text::print(&format!(
        "\nnext:  drystone example                      the built-in scenes\n       \
         drystone run painleve_rod             an impact without a collision\n       \
         drystone run {DEFAULT} --set mu=0.2    the same toy, smoother\n       \
         drystone example {DEFAULT}           the scene as a file of your own\n       \
         drystone compare painleve_rod         one scene by every scheme and solver\n       \
         drystone verify                       every built-in check: expected, found, tolerance\n"
    ))?;
    Ok(done)
}

/// Simulates. `true` when every step was certified.
pub(crate) fn command(args: &RunArgs) -> Result<bool, String> {
    simulate(&read(&args.scene)?, &args.output)
}

fn simulate(scene: &Scene, args: &Output) -> Result<bool, String> {
    let began = Instant::now();
    let mut runner = Runner::new(scene).map_err(|e| e.to_string())?;
    if !args.quiet {
        for warning in &runner.warnings {
            text::complain(&format!("warning: {}: {warning}", scene.name));
        }
    }
    let record = scene.run.record;
    let mut tables = match &args.csv {
        Some(folder) => Some(
            Tables::create(folder, &runner.names, record.every, record.contacts)
                .map_err(|e| format!("{}: {e}", folder.display()))?,
        ),
        None => None,
    };
    let mut trouble = None;
    let mut curve = Curve::new(&runner);
    let done = runner.run(|frame| {
        curve.look(frame);
        if let Some(tables) = &mut tables
            && trouble.is_none()
        {
            trouble = tables.add(frame).err();
        }
    });
    let wall_s = began.elapsed().as_secs_f64();
    if let Some(tables) = tables {
        trouble = tables.finish().err().or(trouble);
    }
    if let Some(error) = trouble {
        return Err(format!("writing tables: {error}"));
    }
    if args.json {
        let text =
            serde_json::to_string_pretty(&summary(scene, &runner, wall_s)).map_err(|e| e.to_string())?;
        text::print(&format!("{text}\n"))?;
    } else if !args.quiet {
        text::print(&report(scene, &runner, &curve.points, wall_s))?;
    }
    match done {
        // A budget is a choice: what it gave up is in the certificate, and no failure.
        Ok(()) => Ok(runner.totals.failed_steps == 0 || scene.run.budget.is_some()),
        Err(error) if error.is_bad_input() => Err(error.to_string()),
        Err(error) => {
            text::complain(&format!("error: {}: {error}", scene.name));
            Ok(false)
        }
    }
}

/// What a run says to a reader.
fn report(scene: &Scene, runner: &Runner, curve: &[(f64, f64)], wall_s: f64) -> String {
    let colour = text::colour();
    let (totals, frame) = (&runner.totals, runner.frame());
    let mut out = String::new();
    let bold = |s: &str| text::paint(s, Style::Bold, colour);
    let dim = |s: &str| text::paint(s, Style::Dim, colour);
    let title = scene.title.as_deref().unwrap_or(&scene.name);
    let _ = writeln!(out, "{}  {}", bold(title), dim(&scene.name));
    if let Some(description) = &scene.description {
        let _ = writeln!(out, "{description}");
    }
    let rate = totals.steps as f64 / wall_s.max(1e-9);
    let _ = writeln!(
        out,
        "\n{} steps of {} s to t = {} s by {}, solver {}, in {} ({rate:.0} steps/s)\n",
        totals.steps,
        runner.dt,
        frame.time,
        scene.run.scheme.name,
        scene.run.solver.name,
        text::seconds(wall_s),
    );
    let shown = runner
        .names
        .outputs
        .first()
        .filter(|_| runner.is_mechanical())
        .or(runner.names.q.get(shown(runner)));
    let drawn = sketch(curve, 64, 10);
    if let (Some(name), false) = (shown, drawn.is_empty()) {
        let _ = writeln!(out, "  {}\n{drawn}", bold(name));
    }
    match runner.world() {
        Some(world) => out.push_str(&report_world::end(&runner.names.who, world, colour)),
        None => out.push_str(&end_table(runner).render(2, colour)),
    }
    if runner.is_mechanical() {
        out.push_str(&mechanical(runner, colour));
    }
    out.push_str(&certificate(runner, colour));
    if let Some(world) = runner.world() {
        out.push_str(&report_world::worst(&runner.names.who, world));
    }
    if let Some(sweeps) = scene.run.budget {
        let _ = writeln!(
            out,
            "  a budget of {sweeps} sweeps a step: {} of {} steps are short of the tolerance {:e}, and the table above is what they gave up",
            totals.failed_steps, totals.steps, scene.run.tolerance,
        );
    }
    if runner.world().is_some() {
        out.push_str(
            "\nnext:  the same command with --json for every number, with --csv DIR for tables, with --set KEY=VALUE for another run\n",
        );
    }
    out
}

/// Coordinates with their rates, and outputs.
fn end_table(runner: &Runner) -> Table {
    let frame = runner.frame();
    let mut table = Table::new("<>>", &["at the end", "value", "rate"]);
    for (i, name) in runner.names.q.iter().enumerate() {
        let rate = frame.v.get(i).map_or(String::new(), |v| plain(*v));
        table.row(vec![
            (name.clone(), Style::Plain),
            (plain(frame.q[i]), Style::Plain),
            (rate, Style::Plain),
        ]);
    }
    for (name, x) in runner.names.outputs.iter().zip(frame.outputs) {
        table.row(vec![(name.clone(), Style::Plain), (plain(*x), Style::Plain)]);
    }
    table
}

/// The worst defect of each clause, and the verdict.
fn certificate(runner: &Runner, colour: bool) -> String {
    let totals = &runner.totals;
    let bold = |s: &str| text::paint(s, Style::Bold, colour);
    let mut out = String::new();
    let verdict = if totals.failed_steps == 0 {
        text::paint("every step solved to its tolerance", Style::Good, colour)
    } else {
        text::paint(
            &format!("{} steps short of the tolerance", totals.failed_steps),
            Style::Bad,
            colour,
        )
    };
    let _ = writeln!(out, "\n{}  {verdict}", bold("certificate, worst of all steps"));
    let mut table = Table::new("<><", &["clause", "defect", "unit"]);
    for (name, defect, unit) in totals.certificate.clauses() {
        table.row(vec![
            (name.to_string(), Style::Plain),
            (text::small(defect), Style::Plain),
            (unit.to_string(), Style::Dim),
        ]);
    }
    out.push_str(&table.render(2, colour));
    out
}

/// Contacts and the energy account.
fn mechanical(runner: &Runner, colour: bool) -> String {
    let (totals, frame) = (&runner.totals, runner.frame());
    let mut out = String::from("\n");
    if let Some(world) = runner.world() {
        out.push_str(&report_world::pairs(&runner.names.who, world, colour));
    } else if !runner.names.contacts.is_empty() {
        let mut table = Table::new("<>>>", &["contact", "impulse n", "t", "N·s"]);
        for (name, r) in runner.names.contacts.iter().zip(&totals.impulses) {
            let mut row = vec![(name.clone(), Style::Plain)];
            row.extend(r.iter().map(|x| (plain(*x), Style::Plain)));
            table.row(row);
        }
        out.push_str(&table.render(2, colour));
    }
    if runner.world().is_some() || !runner.names.contacts.is_empty() {
        let steps = totals.steps.max(1) as f64;
        let mean = totals.contacts_sum as f64 / steps;
        let _ = writeln!(
            out,
            "  {mean:.2} contacts a step, at most {}; {} impacts; least gap {} m; solver {:.2} iterations a step, at most {}",
            totals.contacts_max,
            totals.impacts,
            text::small(totals.min_gap),
            totals.iterations_sum as f64 / steps,
            totals.iterations_max,
        );
        if totals.choices > 0 {
            let _ = writeln!(out, "  {} steps had more than one solution", totals.choices);
        }
        out.push('\n');
    }
    let e = &totals.energy;
    let mut table = Table::new("<>", &["energy", "J"]);
    let lines = [
        ("at the beginning", totals.initial.total()),
        ("work of applied forces", e.applied_work),
        ("lost in friction", -e.friction_loss),
        ("lost in impacts", -e.impact_loss),
        ("position correction", e.correction),
        ("the scheme's own residue", e.residue),
        ("at the end", frame.energy.total()),
    ];
    for (name, x) in lines {
        table.row(vec![(name.to_string(), Style::Plain), (plain(x), Style::Plain)]);
    }
    out.push_str(&table.render(2, colour));
    if e.friction_loss + e.impact_loss < -1e-9 * (totals.initial.total().abs() + frame.energy.kinetic) {
        let _ = writeln!(out, "  the contact laws of this scene created energy");
    }
    out
}

/// A number for a reader: ten figures at most.
pub(crate) fn plain(x: f64) -> String {
    if x == 0.0 {
        "0".into()
    } else if (1e-4..1e7).contains(&x.abs()) {
        format!("{x:.9}")
    } else {
        format!("{x:.6e}")
    }
}

/// Reads and builds, simulates nothing; says what was understood.
pub(crate) fn check(args: &SceneArgs) -> Result<(), String> {
    let scene = read(args)?;
    let runner = Runner::new(&scene).map_err(|e| e.to_string())?;
    let sets: Vec<(&str, &str)> = scene
        .sets()
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect();
    verification::check(&scene, &sets).map_err(|e| e.to_string())?;
    let mut out = String::new();
    let kind = match &scene.system {
        SystemDescription::Bodies(world) => world_in_words(world),
        SystemDescription::Lagrangian(_) => "a system by its Lagrangian".to_owned(),
        SystemDescription::Complementarity(_) => "a linear complementarity system".to_owned(),
    };
    let run = &scene.run;
    let _ = writeln!(out, "{}: {kind}", scene.name);
    let list = |out: &mut String, what: &str, names: &[String]| {
        if !names.is_empty() {
            let _ = writeln!(out, "  {what}: {}", names.join(", "));
        }
    };
    // Every body has the same ones.
    if runner.world().is_none() {
        list(&mut out, "coordinates", &runner.names.q);
    }
    list(&mut out, "contacts", &runner.names.contacts);
    list(&mut out, "outputs", &runner.names.outputs);
    let params: Vec<String> = scene.params().iter().map(|(k, x)| format!("{k} = {x}")).collect();
    list(&mut out, "parameters", &params);
    let _ = writeln!(
        out,
        "  {} steps of {} s by {}, solver {}, tolerance {:e}",
        (run.t_end / runner.dt).ceil(),
        runner.dt,
        run.scheme.name,
        run.solver.name,
        run.tolerance
    );
    for default in scene.defaults() {
        let _ = writeln!(out, "  by default: {default}");
    }
    text::print(&out)
}

/// Lists the built-in scenes, or prints one.
pub(crate) fn example(args: &ExampleArgs) -> Result<(), String> {
    let Some(name) = &args.name else {
        let mut table = Table::new("<<", &["scene", "what it shows"]);
        for (name, text) in scenes::SCENES {
            let scene = Scene::read(text, name, &[]).map_err(|e| e.to_string())?;
            let title = scene.title.unwrap_or_default();
            table.row(vec![((*name).to_string(), Style::Plain), (title, Style::Plain)]);
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
