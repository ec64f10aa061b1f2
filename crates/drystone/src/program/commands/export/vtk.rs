//! Files for ParaView: `run.pvd` lists, for every frame, the surfaces of the bodies, their centres, the
//! contacts, and the chains of force between centres.
//!
//! ```text
//! bodies_*.vtp    triangles; per cell: body, speed
//! centres_*.vtp   points; quat_wxyz, velocity, angular_velocity, body
//! contacts_*.vtp  points; normal, force, normal_force, tangential_force, gap, status, pair
//! chains_*.vtp    lines from centre to centre; normal_force, tangential_force
//! ```
//! VTK XML PolyData with appended raw data, little-endian, lengths in 64 bits.

use super::tessellate::{Triangles, body, rotate};
use crate::terminal::text::InWords;
use drystone::io::output::{Complete, Outputs};
use drystone::io::run_file::{ContactTable, RunFile};
use drystone::svg::escape;
use std::fmt::Write as _;
use std::path::Path;

/// Values of one array.
enum Data {
    Reals(Vec<f64>),
    Longs(Vec<i64>),
}

/// A named array with so many values a tuple.
struct Array(&'static str, usize, Data);

/// A piece of PolyData under construction.
#[derive(Default)]
struct Piece {
    points: Vec<f64>,
    /// `Verts`, `Lines` or `Polys`.
    cell_kind: &'static str,
    /// Corners of each cell.
    corners: usize,
    cells: Vec<i64>,
    point_data: Vec<Array>,
    cell_data: Vec<Array>,
}

/// The file that lists the others.
pub(super) const INDEX: &str = "run.pvd";

/// What there is of a frame.
const PARTS: [&str; 4] = ["bodies", "centres", "contacts", "chains"];

fn name_of(part: &str, frame: usize) -> String {
    format!("{part}_{frame:06}.vtp")
}

/// Writes the folder, all of it or nothing; the number of files besides the index.
pub(crate) fn write(
    run: &RunFile,
    frames: &[usize],
    (folder, outputs): (&Path, &mut Outputs),
) -> Result<usize, String> {
    outputs.folder(folder).in_words()?;
    for (frame, part) in frames.iter().flat_map(|frame| PARTS.map(|part| (*frame, part))) {
        outputs.claim(&folder.join(name_of(part, frame))).in_words()?;
    }
    let reach = super::reach(run, 0)?;
    let shapes: Vec<Triangles> = run.bodies().iter().map(|b| body(&b.shapes, reach)).collect();
    let ends: Vec<[i64; 2]> = run.pairs().in_words()?.iter().map(|p| p.bodies).collect();
    let mut index = String::from(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n",
    );
    let mut written = Vec::new();
    for frame in frames {
        let time = run.times(*frame..frame + 1).in_words()?[0];
        let seen = look(run, *frame)?;
        let contacts = run.contacts(*frame..frame + 1).in_words()?;
        let pieces = [
            surfaces(&shapes, &seen),
            centres(&seen),
            points(&contacts),
            chains(&contacts, &ends, &seen),
        ];
        for (part, (name, piece)) in PARTS.iter().zip(&pieces).enumerate() {
            let name = name_of(name, *frame);
            written.push(outputs.prepare(&folder.join(&name), piece.bytes()).in_words()?);
            let _ = writeln!(
                index,
                "<DataSet timestep=\"{time}\" group=\"\" part=\"{part}\" file=\"{}\"/>",
                escape(&name)
            );
        }
    }
    index.push_str("</Collection>\n</VTKFile>\n");
    let files = written.len();
    written.push(outputs.prepare(&folder.join(INDEX), index).in_words()?);
    written.into_iter().try_for_each(Complete::keep).in_words()?;
    Ok(files)
}

/// Where a body is in a frame: position, orientation, velocity, angular velocity.
struct Seen {
    position: [f64; 3],
    turn: [f64; 4],
    velocity: [f64; 3],
    spin: [f64; 3],
    free: bool,
}

fn look(run: &RunFile, frame: usize) -> Result<Vec<Seen>, String> {
    let one = |i: usize| {
        let s = run.series(i, frame..frame + 1).in_words()?;
        Ok(Seen {
            position: s.position[0],
            turn: s.quat_wxyz[0],
            velocity: s.velocity[0],
            spin: s.angular_velocity[0],
            free: run.bodies()[i].motion == "free",
        })
    };
    (0..run.bodies().len()).map(one).collect()
}

fn norm(v: &[f64; 3]) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

fn surfaces(shapes: &[Triangles], seen: &[Seen]) -> Piece {
    let mut piece = Piece {
        cell_kind: "Polys",
        corners: 3,
        ..Piece::default()
    };
    let (mut who, mut speed) = (Vec::new(), Vec::new());
    for (i, (shape, at)) in (0i64..).zip(shapes.iter().zip(seen)) {
        let first = (piece.points.len() / 3).cast_signed() as i64;
        for v in &shape.vertices {
            let r = rotate(at.turn, *v);
            piece.points.extend([0, 1, 2].map(|k| r[k] + at.position[k]));
        }
        piece
            .cells
            .extend(shape.triangles.iter().flatten().map(|v| first + i64::from(*v)));
        who.extend(shape.triangles.iter().map(|_| i));
        speed.extend(shape.triangles.iter().map(|_| norm(&at.velocity)));
    }
    piece.cell_data = vec![
        Array("body", 1, Data::Longs(who)),
        Array("speed", 1, Data::Reals(speed)),
    ];
    piece
}

fn dots(points: Vec<f64>) -> Piece {
    let count = (points.len() / 3).cast_signed() as i64;
    Piece {
        points,
        cell_kind: "Verts",
        corners: 1,
        cells: (0..count).collect(),
        ..Piece::default()
    }
}

fn flat<const N: usize>(list: impl Iterator<Item = [f64; N]>) -> Data {
    Data::Reals(list.flatten().collect())
}

fn centres(seen: &[Seen]) -> Piece {
    let mut piece = dots(seen.iter().flat_map(|s| s.position).collect());
    piece.point_data = vec![
        Array("quat_wxyz", 4, flat(seen.iter().map(|s| s.turn))),
        Array("velocity", 3, flat(seen.iter().map(|s| s.velocity))),
        Array("angular_velocity", 3, flat(seen.iter().map(|s| s.spin))),
        Array(
            "body",
            1,
            Data::Longs((0..seen.len().cast_signed() as i64).collect()),
        ),
    ];
    piece
}

/// Normal and tangential part of a force.
fn parts(force: &[f64; 3], normal: &[f64; 3]) -> [f64; 2] {
    let along: f64 = (0..3).map(|k| force[k] * normal[k]).sum();
    let across = [0, 1, 2].map(|k| force[k] - along * normal[k]);
    [along, norm(&across)]
}

fn points(c: &ContactTable) -> Piece {
    // Contacts without a place (stops and motors of joints) have nothing to show.
    let rows: Vec<usize> = (0..c.point.len())
        .filter(|i| c.point[*i][0].is_finite())
        .collect();
    let mut piece = dots(rows.iter().flat_map(|i| c.point[*i]).collect());
    let pick = |f: &dyn Fn(usize) -> f64| Data::Reals(rows.iter().map(|i| f(*i)).collect());
    piece.point_data = vec![
        Array("normal", 3, flat(rows.iter().map(|i| c.normal[*i]))),
        Array("force", 3, flat(rows.iter().map(|i| c.force[*i]))),
        Array("normal_force", 1, pick(&|i| parts(&c.force[i], &c.normal[i])[0])),
        Array(
            "tangential_force",
            1,
            pick(&|i| parts(&c.force[i], &c.normal[i])[1]),
        ),
        Array("gap", 1, pick(&|i| c.gap[i])),
        Array(
            "status",
            1,
            Data::Longs(rows.iter().map(|i| i64::from(c.status[*i])).collect()),
        ),
        Array(
            "pair",
            1,
            Data::Longs(rows.iter().map(|i| c.pair[*i].cast_signed() as i64).collect()),
        ),
    ];
    piece
}

/// One line for each contact that carries something: from centre to centre, of bodies that are free; the
/// origin of a floor may be anywhere, so that lines end at the point there.
fn chains(c: &ContactTable, ends: &[[i64; 2]], seen: &[Seen]) -> Piece {
    let mut piece = Piece {
        cell_kind: "Lines",
        corners: 2,
        ..Piece::default()
    };
    let (mut along, mut across) = (Vec::new(), Vec::new());
    for i in (0..c.point.len()).filter(|i| c.status[*i] != 0 && c.point[*i][0].is_finite()) {
        let bodies = ends.get(c.pair[i]).copied().unwrap_or([-1, -1]);
        for end in bodies {
            let centre = usize::try_from(end).ok().and_then(|body| seen.get(body));
            piece
                .points
                .extend(centre.filter(|s| s.free).map_or(c.point[i], |s| s.position));
        }
        let first = (piece.points.len() / 3).cast_signed() as i64 - 2;
        piece.cells.extend([first, first + 1]);
        let [n, t] = parts(&c.force[i], &c.normal[i]);
        along.push(n);
        across.push(t);
    }
    piece.cell_data = vec![
        Array("normal_force", 1, Data::Reals(along)),
        Array("tangential_force", 1, Data::Reals(across)),
    ];
    piece
}

impl Piece {
    fn bytes(&self) -> Vec<u8> {
        let (points, cells) = (self.points.len() / 3, self.cells.len() / self.corners.max(1));
        let count = |kind: &str| if kind == self.cell_kind { cells } else { 0 };
        let mut head = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n\
             <PolyData>\n<Piece NumberOfPoints=\"{points}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n",
            count("Verts"),
            count("Lines"),
            count("Polys"),
        );
        let mut body = Vec::new();
        let mut array = |name: &str, width: usize, data: &Data| {
            let (kind, bytes): (&str, Vec<u8>) = match data {
                Data::Reals(x) => ("Float64", x.iter().flat_map(|x| x.to_le_bytes()).collect()),
                Data::Longs(x) => ("Int64", x.iter().flat_map(|x| x.to_le_bytes()).collect()),
            };
            let at = body.len();
            body.extend((bytes.len() as u64).to_le_bytes());
            body.extend(bytes);
            format!(
                "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{width}\" format=\"appended\" offset=\"{at}\"/>\n"
            )
        };
        for (place, list) in [("PointData", &self.point_data), ("CellData", &self.cell_data)] {
            let _ = writeln!(head, "<{place}>");
            for Array(name, width, data) in list {
                head.push_str(&array(name, *width, data));
            }
            let _ = writeln!(head, "</{place}>");
        }
        let _ = write!(
            head,
            "<Points>\n{}</Points>\n",
            array("Points", 3, &Data::Reals(self.points.clone()))
        );
        let ends = (1..=cells)
            .map(|i| (i * self.corners).cast_signed() as i64)
            .collect();
        let kind = self.cell_kind;
        let _ = write!(
            head,
            "<{kind}>\n{}{}</{kind}>\n",
            array("connectivity", 1, &Data::Longs(self.cells.clone())),
            array("offsets", 1, &Data::Longs(ends))
        );
        head.push_str("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
        let mut out = head.into_bytes();
        out.extend(body);
        out.extend(b"\n</AppendedData>\n</VTKFile>\n");
        out
    }
}
