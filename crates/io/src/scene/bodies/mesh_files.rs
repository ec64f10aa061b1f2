//! Surfaces of triangles in files: STL, binary and text, and OBJ; and tables of numbers.
//!
//! Vertices of an STL file that agree to the last bit are one vertex. Of an OBJ file `v` and `f` count; faces
//! of more than three vertices become fans. Nothing asks for memory out of proportion with the length of the
//! file. A scene may name any file, so messages tell the line and what was asked, never what is there.

use drystone_dynamics::geometry::DVec3;
use std::collections::BTreeMap;

/// Vertices, and the triangles between them.
pub(crate) type Triangles = (Vec<DVec3>, Vec<[u32; 3]>);

/// The triangles of a file; its name tells OBJ from STL, its content the two kinds of STL.
pub fn read(bytes: &[u8], name: &str) -> Result<Triangles, String> {
    let ending = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    let found = match ending.as_str() {
        "obj" => obj(bytes)?,
        "stl" => match binary_count(bytes) {
            Some(count) => binary_stl(bytes, count),
            None => text_stl(bytes)?,
        },
        _ => return Err("its name ends in neither .stl nor .obj; convert it to one of the two".to_owned()),
    };
    if found.1.is_empty() {
        return Err("found no triangles in it; check that it is a mesh".to_owned());
    }
    match found.0.iter().position(|v| !v.is_finite()) {
        Some(i) => Err(format!("vertex {i} is not finite")),
        None => Ok(found),
    }
}

/// Rows of numbers between blanks, commas or semicolons; `#` begins a comment.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<Vec<f64>>, String> {
    let mut rows = Vec::new();
    for (i, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let words = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
        let row = words
            .enumerate()
            .map(|(k, word)| {
                finite(word).ok_or_else(|| format!("line {}: word {} is no finite number", i + 1, k + 1))
            })
            .collect::<Result<Vec<f64>, String>>()?;
        if !row.is_empty() {
            rows.push(row);
        }
    }
    Ok(rows)
}

fn finite(word: &str) -> Option<f64> {
    word.parse::<f64>().ok().filter(|x| x.is_finite())
}

/// Number of triangles, if the length is that of a binary STL file with so many: text may begin with any
/// words.
fn binary_count(bytes: &[u8]) -> Option<usize> {
    let count: [u8; 4] = bytes.get(80..84)?.try_into().ok()?;
    let count = usize::try_from(u32::from_le_bytes(count)).ok()?;
    (bytes.len() == count.checked_mul(50)?.checked_add(84)?).then_some(count)
}

fn binary_stl(bytes: &[u8], count: usize) -> Triangles {
    let mut welded = Welded::default();
    for record in bytes[84..].chunks_exact(50).take(count) {
        let number = |i: usize| {
            let at = 12 + 4 * i;
            let bytes: [u8; 4] = record[at..at + 4].try_into().unwrap_or_default();
            f64::from(f32::from_le_bytes(bytes))
        };
        welded.triangle([0, 3, 6].map(|i| DVec3::new(number(i), number(i + 1), number(i + 2))));
    }
    (welded.vertices, welded.triangles)
}

fn text_stl(bytes: &[u8]) -> Result<Triangles, String> {
    let text = String::from_utf8_lossy(bytes);
    if !text.trim_start().starts_with("solid") {
        let message =
            "neither binary STL (its length is not 84 + 50 times its triangles) nor text STL (`solid`)";
        return Err(format!("{message}; export it again"));
    }
    let mut welded = Welded::default();
    let mut corners: Vec<DVec3> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some(rest) = line.trim_start().strip_prefix("vertex") else {
            continue;
        };
        corners.push(point(rest).ok_or_else(|| format!("line {}: asked: vertex x y z", i + 1))?);
        if let [a, b, c] = corners[..] {
            welded.triangle([a, b, c]);
            corners.clear();
        }
    }
    if corners.is_empty() {
        Ok((welded.vertices, welded.triangles))
    } else {
        Err("the last triangle is not complete; export it again".to_owned())
    }
}

fn point(rest: &str) -> Option<DVec3> {
    let mut words = rest.split_whitespace();
    let mut next = || words.next().and_then(finite);
    Some(DVec3::new(next()?, next()?, next()?))
}

fn obj(bytes: &[u8]) -> Result<Triangles, String> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (i, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        let fault = |asked: &str| format!("line {}: asked: {asked}", i + 1);
        match line.trim_start().split_once(char::is_whitespace) {
            Some(("v", rest)) => vertices.push(point(rest).ok_or_else(|| fault("v x y z"))?),
            Some(("f", rest)) => {
                let corners: Option<Vec<u32>> = rest
                    .split_whitespace()
                    .map(|word| corner(word, vertices.len()))
                    .collect();
                let corners = corners.filter(|c| c.len() >= 3);
                let corners =
                    corners.ok_or_else(|| fault("f with three or more vertices that come before it"))?;
                triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    Ok((vertices, triangles))
}

/// `7`, `7/1` or `7//3`: vertices from 1, negative ones from the end.
fn corner(word: &str, count: usize) -> Option<u32> {
    let index: i64 = word.split('/').next()?.parse().ok()?;
    let count = i64::try_from(count).ok()?;
    let index = if index < 0 { count + index } else { index - 1 };
    u32::try_from(index).ok().filter(|_| index < count)
}

#[derive(Default)]
struct Welded {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    known: BTreeMap<[u64; 3], u32>,
}

impl Welded {
    fn triangle(&mut self, corners: [DVec3; 3]) {
        let triangle = corners.map(|corner| {
            // −0 and 0 are one place.
            let key = (corner + DVec3::ZERO).to_array().map(f64::to_bits);
            *self.known.entry(key).or_insert_with(|| {
                self.vertices.push(corner);
                u32::try_from(self.vertices.len() - 1).unwrap_or(u32::MAX)
            })
        });
        self.triangles.push(triangle);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::{read, rows};

    const TEXT: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n\
        facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 -0\nendloop\nendfacet\nendsolid s\n";

    #[test]
    fn the_same_square_in_every_format() {
        let (vertices, triangles) = read(TEXT.as_bytes(), "a.stl").unwrap();
        assert_eq!(
            (vertices.len(), triangles.as_slice()),
            (4, &[[0, 1, 2], [1, 3, 2]][..])
        );
        let mut binary = vec![b's'; 80];
        binary.extend(2_u32.to_le_bytes());
        for triangle in &triangles {
            binary.extend([0; 12]);
            for v in triangle {
                for x in vertices[*v as usize].to_array() {
                    #[allow(clippy::cast_possible_truncation, reason = "0 and 1")]
                    binary.extend((x as f32).to_le_bytes());
                }
            }
            binary.extend([0; 2]);
        }
        assert_eq!(read(&binary, "a.STL").unwrap(), (vertices.clone(), triangles));
        let obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 -2 4\n";
        let (vertices, triangles) = read(obj.as_bytes(), "a.obj").unwrap();
        assert_eq!(
            (vertices.len(), triangles.as_slice()),
            (4, &[[0, 1, 2], [0, 2, 3]][..])
        );
    }

    #[test]
    fn damaged_files_are_refused() {
        for (bytes, name, asked) in [
            ("v 0 0\n", "a.obj", "line 1"),
            ("v 0 0 0\nf 1 2 3\n", "a.obj", "line 2"),
            ("", "a.obj", "no triangles"),
            ("solid\nvertex 0 0 0\n", "a.stl", "not complete"),
            ("vertex", "a.stl", "neither"),
            ("x", "a.ply", "neither .stl nor .obj"),
        ] {
            assert!(
                read(bytes.as_bytes(), name).unwrap_err().contains(asked),
                "{bytes}"
            );
        }
        assert_eq!(rows(b"1, 2\n# x\n3;4 # y\n").unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
        assert!(rows(b"1\n2 x").unwrap_err().contains("line 2"));
    }
}
