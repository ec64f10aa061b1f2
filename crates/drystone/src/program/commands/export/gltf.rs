//! A run as binary glTF 2.0: one node a body, its shapes as a mesh, its motion as an animation of translation
//! and rotation.
//!
//! ```text
//! "glTF" 2 length | JSON chunk | BIN chunk: times, then for each body vertices, indices, translations,
//!     rotations (x y z w)
//! ```
//! glTF has y up: a root node turns our z (or, in the plane, nothing) there. Bodies of the same shapes share
//! a mesh; bodies that never move have no channel. Positions are 32-bit reals, as the format asks.

use super::tessellate::body;
use crate::terminal::text::InWords;
use drystone::io::run_file::{BodyInfo, RunFile};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Largest binary part.
const MOST: usize = 1 << 30;

const FLOAT: u32 = 5126;
const UINT: u32 = 5125;

/// Buffer views and accessors under construction.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn reals(&mut self, values: &[f32], width: usize, kind: &str, target: Option<u32>) -> usize {
        let at = self.bytes.len();
        self.bytes.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        let bound = |pick: fn(f32, f32) -> f32, from: f32| -> Vec<f32> {
            let column = |k: usize| values.iter().skip(k).step_by(width).copied().fold(from, pick);
            (0..width).map(column).collect()
        };
        let (min, max) = (bound(f32::min, f32::INFINITY), bound(f32::max, f32::NEG_INFINITY));
        let mut accessor = json!({
            "componentType": FLOAT, "count": values.len() / width, "type": kind,
        });
        if kind != "VEC4" && !values.is_empty() {
            accessor["min"] = json!(min);
            accessor["max"] = json!(max);
        }
        self.add(at, target, accessor)
    }

    fn indices(&mut self, values: &[u32]) -> usize {
        let at = self.bytes.len();
        self.bytes.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        let accessor = json!({ "componentType": UINT, "count": values.len(), "type": "SCALAR" });
        self.add(at, Some(34963), accessor)
    }

    fn add(&mut self, at: usize, target: Option<u32>, mut accessor: Value) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": at, "byteLength": self.bytes.len() - at });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        accessor["bufferView"] = json!(self.views.len());
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// The file.
pub(crate) fn bytes(run: &RunFile, frames: &[usize]) -> Result<Vec<u8>, String> {
    let bodies = run.bodies().len();
    let size = frames.len().saturating_mul(bodies).saturating_mul(28);
    if size > MOST {
        let every = size.div_ceil(MOST);
        return Err(format!(
            "{} frames of {bodies} bodies are {} MB of animation, asked: at most 1024 MB; take --every {every} or more",
            frames.len(),
            size >> 20
        ));
    }
    let mut out = Parts::default();
    let mut times = Vec::with_capacity(frames.len());
    for frame in frames {
        times.push(small(run.times(*frame..frame + 1).in_words()?[0]));
    }
    let clock = out.buffer.reals(&times, 1, "SCALAR", None);
    let reach = super::reach(run, 0)?;
    for (i, info) in run.bodies().iter().enumerate() {
        let mesh = out.mesh(info, reach);
        let (moves, turns) = motion(run, i, frames)?;
        let first = |list: &[f32], width: usize| list.iter().take(width).copied().collect::<Vec<f32>>();
        let mut node = json!({
            "name": info.name, "translation": first(&moves, 3), "rotation": first(&turns, 4),
        });
        if let Some(mesh) = mesh {
            node["mesh"] = json!(mesh);
        }
        out.nodes.push(node);
        if info.motion != "fixed" && frames.len() > 1 {
            out.animate(i, clock, (&moves, 3, "VEC3", "translation"));
            out.animate(i, clock, (&turns, 4, "VEC4", "rotation"));
        }
    }
    Ok(out.pack(run))
}

/// What the file is made of.
#[derive(Default)]
struct Parts {
    buffer: Buffer,
    meshes: Vec<Value>,
    /// Meshes by shapes and material; none for bodies without shapes.
    known: BTreeMap<(String, usize), Option<usize>>,
    nodes: Vec<Value>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Parts {
    fn mesh(&mut self, info: &BodyInfo, reach: f64) -> Option<usize> {
        let material = match info.motion.as_str() {
            "free" => 1,
            "prescribed" => 2,
            _ => 0,
        };
        let key = (info.shapes.to_string(), material);
        if let Some(mesh) = self.known.get(&key) {
            return *mesh;
        }
        let made = mesh_of(&mut self.buffer, &info.shapes, reach, material);
        let number = made.map(|made| {
            self.meshes.push(made);
            self.meshes.len() - 1
        });
        self.known.insert(key, number);
        number
    }

    /// One property of a node over time: values, how many at a time, their kind, what they are.
    fn animate(
        &mut self,
        node: usize,
        clock: usize,
        (values, width, kind, path): (&[f32], usize, &str, &str),
    ) {
        let output = self.buffer.reals(values, width, kind, None);
        let sampler = self.samplers.len();
        self.samplers
            .push(json!({ "input": clock, "output": output, "interpolation": "LINEAR" }));
        self.channels
            .push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }

    fn pack(mut self, run: &RunFile) -> Vec<u8> {
        let bodies = self.nodes.len();
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let up = if run.is_plane() {
            [0.0, 0.0, 0.0, 1.0]
        } else {
            [-half, 0.0, 0.0, half]
        };
        let all: Vec<usize> = (0..bodies).collect();
        self.nodes
            .push(json!({ "name": run.text("scene"), "rotation": up, "children": all }));
        let colour = |r: f64, g: f64, b: f64| {
            json!({ "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8 },
                    "doubleSided": true })
        };
        let mut root = json!({
            "asset": { "version": "2.0", "generator": format!("drystone {}", run.text("version")) },
            "scene": 0,
            "scenes": [{ "nodes": [bodies] }],
            "nodes": self.nodes,
            "materials": [colour(0.55, 0.57, 0.6), colour(0.8, 0.45, 0.2), colour(0.2, 0.45, 0.75)],
            "buffers": [{ "byteLength": self.buffer.bytes.len() }],
            "bufferViews": self.buffer.views,
            "accessors": self.buffer.accessors,
        });
        if !self.meshes.is_empty() {
            root["meshes"] = Value::Array(self.meshes);
        }
        if !self.channels.is_empty() {
            root["animations"] =
                json!([{ "name": "run", "samplers": self.samplers, "channels": self.channels }]);
        }
        pack(&root, self.buffer.bytes)
    }
}

fn mesh_of(buffer: &mut Buffer, shapes: &Value, reach: f64, material: usize) -> Option<Value> {
    let triangles = body(shapes, reach);
    if triangles.triangles.is_empty() {
        return None;
    }
    let vertices: Vec<f32> = triangles.vertices.iter().flatten().map(|x| small(*x)).collect();
    let corners: Vec<u32> = triangles.triangles.iter().flatten().copied().collect();
    let position = buffer.reals(&vertices, 3, "VEC3", Some(34962));
    let indices = buffer.indices(&corners);
    Some(
        json!({ "primitives": [{ "attributes": { "POSITION": position }, "indices": indices, "material": material }] }),
    )
}

/// Translations and rotations of a body; the sign of quaternions goes on from frame to frame.
fn motion(run: &RunFile, body: usize, frames: &[usize]) -> Result<(Vec<f32>, Vec<f32>), String> {
    let (mut moves, mut turns) = (Vec::new(), Vec::new());
    let mut last = [1.0, 0.0, 0.0, 0.0];
    let mut rest = frames;
    while let Some(first) = rest.first() {
        // A few thousand frames at a time, of which those asked for are kept.
        let inside = rest.iter().take_while(|f| **f < first + 4096).count();
        let (now, later) = rest.split_at(inside);
        let end = now.last().map_or(*first, |f| *f) + 1;
        let series = run.series(body, *first..end).in_words()?;
        for frame in now {
            let (x, mut q) = (series.position[frame - first], series.quat_wxyz[frame - first]);
            if (0..4).map(|k| q[k] * last[k]).sum::<f64>() < 0.0 {
                q = q.map(|x| -x);
            }
            last = q;
            moves.extend(x.map(small));
            turns.extend([q[1], q[2], q[3], q[0]].map(small));
        }
        rest = later;
    }
    Ok((moves, turns))
}

fn small(x: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "glTF knows 32-bit reals only")]
    let y = x as f32;
    y
}

fn pack(root: &Value, mut binary: Vec<u8>) -> Vec<u8> {
    let mut text = root.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let word = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = b"glTF".to_vec();
    out.extend(word(2));
    out.extend(word(12 + 8 + text.len() + 8 + binary.len()));
    out.extend(word(text.len()));
    out.extend(b"JSON");
    out.extend(text);
    out.extend(word(binary.len()));
    out.extend(b"BIN\0");
    out.extend(binary);
    out
}
