//! `[lagrangian]`: takes the description of the system out of the checked tree. Formulas are read when it is
//! built.

use super::error::{SceneError, Source};
use crate::scene::read::params::Params;
use crate::scene::read::tree::{Entry, Node, Table};
use drystone_dynamics::models::lagrangian::description::{
    ConstraintDescription, ContactDescription, FrictionDescription, LagrangianDescription,
    RestitutionDescription, Scalar,
};

/// The description that a checked table gives.
pub(crate) fn describe(
    source: &Source,
    table: &Table,
    params: &Params,
) -> Result<LagrangianDescription, SceneError> {
    let coordinates = table.get("coordinates").and_then(Node::list).unwrap_or(&[]);
    Ok(LagrangianDescription {
        parameters: params.values().to_vec(),
        coordinates: coordinates
            .iter()
            .filter_map(Node::text)
            .map(str::to_owned)
            .collect(),
        constants: values(table, "constants"),
        kinetic: table.get("kinetic").map_or_else(String::new, formula),
        potential: table.get("potential").map_or_else(Scalar::default, scalar),
        forces: values(table, "forces"),
        initial: values(table, "initial"),
        time: 0.0,
        contacts: entries(table, "contact")
            .iter()
            .map(|entry| contact(source, entry))
            .collect::<Result<_, _>>()?,
        constraints: entries(table, "constraint")
            .iter()
            .filter_map(constraint)
            .collect(),
        outputs: values(table, "output"),
    })
}

fn entries<'a>(table: &'a Table, key: &str) -> &'a [Entry] {
    table.table(key).map_or(&[], |table| &table.entries)
}

fn values(table: &Table, key: &str) -> Vec<(String, Scalar)> {
    let pair = |entry: &Entry| (entry.key.clone(), scalar(&entry.node));
    entries(table, key).iter().map(pair).collect()
}

fn scalar(node: &Node) -> Scalar {
    match (node.text(), node.number()) {
        (Some(text), _) => Scalar::Formula(text.to_owned()),
        (_, x) => Scalar::Number(x.unwrap_or(f64::NAN)),
    }
}

/// A formula; numbers become one, to the last bit.
fn formula(node: &Node) -> String {
    match scalar(node) {
        Scalar::Formula(text) => text,
        Scalar::Number(x) => format!("{x:e}"),
    }
}

fn formulas(table: &Table, key: &str) -> Vec<String> {
    match table.get(key) {
        None => Vec::new(),
        Some(node) => match node.list() {
            Some(list) => list.iter().map(formula).collect(),
            None => vec![formula(node)],
        },
    }
}

fn constraint(entry: &Entry) -> Option<ConstraintDescription> {
    Some(ConstraintDescription {
        name: entry.key.clone(),
        zero: formula(entry.node.table()?.get("zero")?),
    })
}

fn contact(source: &Source, entry: &Entry) -> Result<ContactDescription, SceneError> {
    let empty = Table::default();
    let table = entry.node.table().unwrap_or(&empty);
    let friction = table.get("friction").map_or(FrictionDescription::None, friction);
    let slip = formulas(table, "slip");
    if let (Some(node), true) = (table.get("friction"), slip.is_empty()) {
        let key = format!("lagrangian.contact.{}.friction", entry.key);
        let message =
            "friction without `slip`; give the slip velocity of the contact, or remove the friction";
        return Err(source.error(&node.origin, &key, message));
    }
    Ok(ContactDescription {
        name: entry.key.clone(),
        gap: table.get("gap").map_or_else(String::new, formula),
        slip,
        spin: table.get("spin").map(formula),
        roll: formulas(table, "roll"),
        friction,
        torsion: table.get("torsion").map(scalar),
        rolling: table.get("rolling").map(scalar),
        restitution: table
            .get("restitution")
            .map_or_else(RestitutionDescription::default, restitution),
    })
}

fn friction(node: &Node) -> FrictionDescription {
    let Some(table) = node.table() else {
        return FrictionDescription::Mu(scalar(node));
    };
    let get = |key: &str| table.get(key).map_or_else(Scalar::default, scalar);
    let list = |key: &str| table.get(key).and_then(Node::list);
    if let Some([first, second]) = list("ellipse") {
        return FrictionDescription::Ellipse([scalar(first), scalar(second)]);
    }
    if let Some(points) = list("curve") {
        let number = |point: &[Node], i: usize| point.get(i).and_then(Node::number).unwrap_or(f64::NAN);
        let point = |point: &[Node]| [number(point, 0), number(point, 1)];
        return FrictionDescription::Curve(points.iter().filter_map(Node::list).map(point).collect());
    }
    if table.entry("static").is_some() {
        return FrictionDescription::StaticKinetic {
            stick: get("static"),
            slip: get("kinetic"),
        };
    }
    if let Some(facets) = table.get("facets").and_then(Node::integer) {
        return FrictionDescription::Facets {
            facets: usize::try_from(facets).unwrap_or(0),
            mu: get("mu"),
        };
    }
    FrictionDescription::Asymmetric {
        minus: get("minus"),
        plus: get("plus"),
    }
}

fn restitution(node: &Node) -> RestitutionDescription {
    let Some(table) = node.table() else {
        return RestitutionDescription::Newton {
            e: scalar(node),
            tangential: Scalar::default(),
        };
    };
    let get = |key: &str| table.get(key).map(scalar);
    let tangential = get("tangential").unwrap_or_default();
    if let Some(e) = get("poisson") {
        return RestitutionDescription::Poisson { e, tangential };
    }
    if let Some(e) = get("poisson_incremental") {
        return RestitutionDescription::PoissonIncremental { e };
    }
    if let Some(e) = get("stronge") {
        return RestitutionDescription::Stronge { e };
    }
    if let Some(index) = get("dissipation_index") {
        return RestitutionDescription::DissipationIndex(index);
    }
    RestitutionDescription::Newton {
        e: get("newton").unwrap_or_default(),
        tangential,
    }
}
