//! The columns of every table: names, units, and how they are stored. Writer and reader share them.

use super::link_name;
use crate::hdf5::append::{Column, Table, Type};
use crate::hdf5::write::{Item, Values};
use crate::run_file::plan::{Plan, WorldPlan};

/// What a contact did, by the number in `contacts/status`.
pub const STATUS: [&str; 4] = ["open", "stick", "slip", "impact"];

/// How a solver ended, by the number in `steps/stop`.
pub const STOPS: [&str; 9] = [
    "converged",
    "iteration limit",
    "time limit",
    "stalled",
    "ray",
    "breakdown",
    "unsupported",
    "infeasible",
    "enough",
];

/// How a step stands, by the number in `steps/standing`. New words come last: files hold the numbers.
pub const STANDINGS: [&str; 5] = ["certified", "kept", "refused", "loose", "coarse"];

/// The clauses of a certificate and their units.
pub const CLAUSES: [(&str, &str); 7] = [
    ("penetration", "m/s"),
    ("tension", "N s"),
    ("cone_excess", "N s"),
    ("complementarity", "J"),
    ("slip_defect", "J"),
    ("dynamics", "N s"),
    ("joints", "m/s"),
];

/// Names of the rows of a contact.
pub const ROWS: [&str; 6] = ["n", "t1", "t2", "3", "4", "5"];

/// Energies and the energy account, all in J.
pub const ENERGY: [&str; 8] = [
    "kinetic",
    "potential",
    "total",
    "applied_work",
    "friction_loss",
    "impact_loss",
    "correction",
    "residue",
];

/// Numbers of a body in the plane.
const PLANE: [&str; 6] = ["x", "y", "angle", "vx", "vy", "wz"];
/// Numbers of a body in space.
const SPACE: [&str; 13] = [
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz",
];

/// Numbers of a body at an instant.
pub fn body_names(plane: bool) -> &'static [&'static str] {
    if plane { &PLANE } else { &SPACE }
}

/// Names of a table of steps as text: the step itself, its certificate, what it left.
pub fn step_names() -> impl Iterator<Item = &'static str> {
    let solved = [
        "step",
        "time",
        "contacts",
        "problems",
        "iterations",
        "standing",
        "stop",
        "method",
    ];
    let clauses = CLAUSES.iter().map(|clause| clause.0);
    solved.into_iter().chain(clauses).chain(LEFT)
}

/// What a step leaves: the least gap, the drift of constraints, the number of solutions.
const LEFT: [&str; 3] = ["min_gap", "drift", "solutions"];

/// Places of the tables in the file's list.
pub(crate) const STEPS: usize = 0;
pub(crate) const STATE: usize = 1;
pub(crate) const CONTACTS: usize = 2;
pub(crate) const PAIRS: usize = 3;
pub(crate) const JOINTS: usize = 4;

/// Longest name of a method that is kept whole.
const METHOD: usize = 32;

/// Bytes of a row group of the largest table.
const GROUP_BYTES: usize = 16 << 20;

fn column(path: String, kind: Type, width: Option<usize>, unit: &str) -> Column {
    let attributes = if unit.is_empty() {
        Vec::new()
    } else {
        vec![("unit".to_owned(), Item::text(unit))]
    };
    Column {
        path,
        kind,
        width,
        attributes,
    }
}

/// The empty tables of a file.
pub(crate) fn tables(plan: &Plan) -> Vec<Table> {
    let axes = match &plan.world {
        Some(world) if world.plane => 2,
        _ => 3,
    };
    let frames = usize::try_from(plan.frames)
        .unwrap_or(usize::MAX)
        .saturating_add(1);
    let many = plan
        .world
        .as_ref()
        .map_or(8, |world| 4 * world.bodies.len().max(2));
    let contact_frames = frames.saturating_mul(many);
    vec![
        table(steps(), frames),
        table(state(plan), frames),
        table(contacts(plan, axes), contact_frames),
        table(pairs(plan), many.min(4096)),
        table(joints(plan), frames),
    ]
}

/// Row groups of at most 16 MiB and 65536 rows, no longer than what is planned.
fn table(columns: Vec<Column>, planned: usize) -> Table {
    let row: usize = columns.iter().map(Column::row).sum();
    let rows = (GROUP_BYTES / row.max(1)).clamp(8, 65_536);
    // A table of few rows in all is one chunk; a longer one is read in pieces.
    let rows = rows.min(planned.max(16));
    Table::new(columns, rows.min(4096.max(planned / 64)))
}

fn steps() -> Vec<Column> {
    let mut out = Vec::new();
    let mut add = |name: &str, kind: Type, unit: &str| {
        out.push(column(format!("steps/{name}"), kind, None, unit));
    };
    add("time", Type::Real, "s");
    add("step", Type::Long, "");
    add("contacts", Type::Int, "");
    add("problems", Type::Int, "");
    add("iterations", Type::Int, "");
    add("standing", Type::Code(&STANDINGS), "");
    add("stop", Type::Code(&STOPS), "");
    add("method", Type::Text(METHOD), "");
    for (name, unit) in CLAUSES {
        add(name, Type::Real, unit);
    }
    add("min_gap", Type::Real, "m");
    add("drift", Type::Real, "");
    add("solutions", Type::Int, "");
    for name in ENERGY {
        add(name, Type::Real, "J");
    }
    add("contact_rows", Type::Long, "");
    out
}

fn state(plan: &Plan) -> Vec<Column> {
    if let Some(world) = &plan.world {
        return bodies(world);
    }
    let named = ["q", "v", "output"].iter().zip(&plan.coordinates);
    let some = named.filter(|(_, names)| !names.is_empty());
    some.map(|(path, names)| {
        let mut made = column((*path).to_owned(), Type::Real, Some(names.len()), "");
        let names = serde_json::to_string(names).unwrap_or_default();
        made.attributes
            .push(("names".to_owned(), Item::text(&super::writer::short(&names))));
        made
    })
    .collect()
}

fn bodies(world: &WorldPlan) -> Vec<Column> {
    let mut out = Vec::with_capacity(4 * world.bodies.len());
    for body in &world.bodies {
        let name = link_name(&body.name);
        let mut add = |what: &str, width: Option<usize>, unit: &str| {
            out.push(column(format!("bodies/{name}/{what}"), Type::Real, width, unit));
        };
        if world.plane {
            add("position", Some(2), "m");
            add("angle", None, "rad");
            add("velocity", Some(2), "m/s");
            add("angular_velocity", None, "rad/s");
        } else {
            add("position", Some(3), "m");
            add("quat_wxyz", Some(4), "");
            add("velocity", Some(3), "m/s");
            add("angular_velocity", Some(3), "rad/s");
        }
    }
    out
}

fn contacts(plan: &Plan, axes: usize) -> Vec<Column> {
    let Some(rows) = plan.contacts else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut add = |name: String, kind: Type, unit: &str| {
        out.push(column(format!("contacts/{name}"), kind, None, unit));
    };
    add("step".to_owned(), Type::Long, "");
    add("time".to_owned(), Type::Real, "s");
    add("pair".to_owned(), Type::Int, "");
    add("gap".to_owned(), Type::Real, "m");
    add("status".to_owned(), Type::Code(&STATUS), "");
    let rows = rows.clamp(1, ROWS.len());
    ROWS[..rows]
        .iter()
        .for_each(|row| add(format!("impulse_{row}"), Type::Real, "N s"));
    ROWS[..rows]
        .iter()
        .for_each(|row| add(format!("velocity_{row}"), Type::Real, "m/s"));
    if plan.world.is_some() {
        for (what, unit) in [("point", "m"), ("normal", ""), ("force", "N")] {
            for axis in &["x", "y", "z"][..axes] {
                add(format!("{what}_{axis}"), Type::Real, unit);
            }
        }
    }
    if let Some(status) = out.iter_mut().find(|c| c.path == "contacts/status") {
        let text = "0 open, 1 stick, 2 slip, 3 impact";
        status.attributes.push(("enum".to_owned(), Item::text(text)));
    }
    out
}

fn pairs(plan: &Plan) -> Vec<Column> {
    if plan.contacts.is_none() {
        return Vec::new();
    }
    vec![
        column(
            "pairs/name".to_owned(),
            Type::Text(plan.pair_name.clamp(1, 4096) + 1),
            None,
            "",
        ),
        column("pairs/first".to_owned(), Type::Int, None, ""),
        column("pairs/second".to_owned(), Type::Int, None, ""),
    ]
}

fn joints(plan: &Plan) -> Vec<Column> {
    let Some(world) = &plan.world else {
        return Vec::new();
    };
    let (axes, turns) = if world.plane { (2, None) } else { (3, Some(3)) };
    let mut out = Vec::new();
    for joint in &world.joints {
        let name = link_name(joint);
        let mut add = |what: &str, width: Option<usize>, unit: &str| {
            out.push(column(format!("joints/{name}/{what}"), Type::Real, width, unit));
        };
        add("coordinate", None, "rad or m");
        add("velocity", None, "rad/s or m/s");
        add("force", Some(axes), "N");
        add("torque", turns, "N m");
    }
    out
}

/// A list of whole numbers.
pub(crate) fn longs(values: Vec<i64>) -> Item {
    Item::list(Values::Longs(values))
}
