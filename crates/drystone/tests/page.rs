//! The page of a run: what goes into it, what comes out of it, who may ask for it.
#![expect(clippy::expect_used, reason = "a test that finds nothing fails")]

use drystone::io::run_file::RunFile;
use drystone::io::scene::Scene;
use drystone::run::observe::Observer;
use drystone::run::runner::Runner;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::scenes;
use drystone::show::pack::{LEVELS, pack};
use drystone::show::server::{Site, listen, serve};
use drystone::show::{Show, file, html};
use drystone::sinks::run_file::Recorder;
use drystone::sinks::show::Watcher;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;

fn scene(name: &str, t_end: &str) -> Scene {
    let text = scenes::text(name).expect("a built-in scene");
    Scene::read(text, name, &[("run.t_end", t_end)]).expect("a scene")
}

/// The run as it is watched.
fn watched(scene: &Scene) -> Show {
    let mut runner = Runner::new(scene).expect("a runner");
    let mut watcher = Watcher::new(scene, &runner);
    let mut observer = Observer::new(scene, &runner).every(Some(1));
    observer
        .run(&mut runner, |rows| watcher.add(rows))
        .expect("a run");
    watcher.finish(&runner, &RunVerdict::of(scene, &runner, &Ending::Finished))
}

/// The run as its file has it.
fn kept(scene: &Scene) -> Show {
    let path = std::env::temp_dir().join(format!("drystone-page-{}-{}.h5", scene.name, std::process::id()));
    let mut runner = Runner::new(scene).expect("a runner");
    let mut recorder = Recorder::create(&path, scene, &runner).expect("a file");
    let mut observer = Observer::new(scene, &runner);
    while runner.advance().expect("a step") {
        recorder.add(&observer.look(&runner)).expect("a row");
    }
    recorder
        .finish(&runner, &RunVerdict::of(scene, &runner, &Ending::Finished), 0.0)
        .expect("the end");
    let kept = file::read(&RunFile::open(&path).expect("a run file")).expect("a show");
    let _ = std::fs::remove_file(&path);
    kept
}

fn same(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}: how many");
    let differ = |(x, y): (&f64, &f64)| x.to_bits() != y.to_bits() && !(x.is_nan() && y.is_nan());
    let place = found.iter().zip(expected).position(differ);
    assert!(
        place.is_none(),
        "{what}: {:?} is {:?}, expected {:?}",
        place,
        place.map(|k| found[k]),
        place.map(|k| expected[k])
    );
}

/// Steps that a table of steps calls something else than converged.
fn failed_in_table(text: &str) -> Vec<u64> {
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let stop = rows[0].iter().position(|name| *name == "stop").expect("a column");
    let failed = rows[1..].iter().filter(|row| row[stop] != "converged");
    failed.map(|row| row[0].parse().expect("a number")).collect()
}

/// A step that was not solved and kept all the same is a failed one, whoever tells of it.
#[test]
fn a_kept_step_of_a_circuit_is_failed_everywhere() {
    let sets = [
        ("run.t_end", "1e-3"),
        ("run.tolerance", "1e-16"),
        ("run.on_violation", "\"record\""),
    ];
    let text = scenes::text("half_wave_rectifier").expect("a built-in scene");
    let scene = Scene::read(text, "half_wave_rectifier", &sets).expect("a scene");
    let (live, kept) = (watched(&scene), kept(&scene));
    let expected: Vec<u64> = live.head.outcome.failed.iter().map(|(step, _)| *step).collect();
    assert!(!expected.is_empty() && expected.len() < 900, "{expected:?}");
    assert_eq!(kept.head.outcome, live.head.outcome);
    assert_eq!(live.head.outcome.failed_steps, expected.len() as u64);
    same(&kept.strip.rows, &live.strip.rows, "the strip");

    let folder = std::env::temp_dir().join(format!("drystone-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let program = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
        let output = command.args(args).output().expect("the program runs");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("text"),
        )
    };
    let (file, csv) = (path("run.h5"), path("csv"));
    let mut args = vec![
        "run",
        "half_wave_rectifier",
        "--json",
        "-q",
        "-o",
        &file,
        "--csv",
        &csv,
    ];
    args.extend([
        "--t-end",
        "1e-3",
        "--tolerance",
        "1e-16",
        "--on-violation",
        "record",
    ]);
    let (code, json) = program(&args);
    let table = program(&["table", &file, "steps"]).1;
    let info = program(&["info", &file, "--json"]).1;
    let steps = std::fs::read_to_string(folder.join("csv/steps.csv")).expect("a table");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(code, Some(1));
    let count = |text: &str, place: &str| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        value.pointer(place).and_then(Value::as_u64)
    };
    let all = Some(expected.len() as u64);
    assert_eq!(count(&json, "/certificate/failed_steps"), all, "--json");
    assert_eq!(count(&info, "/failed_steps"), all, "info");
    assert_eq!(failed_in_table(&steps), expected, "CSV");
    assert_eq!(failed_in_table(&table), expected, "table");
}

#[test]
fn a_run_file_shows_what_the_run_showed() {
    for (name, t_end) in [
        ("grains_in_box", "0.2"),
        ("stack_of_boxes", "0.1"),
        ("four_bar", "0.3"),
        ("painleve_rod", "0.5"),
        ("diode_bridge", "0.001"),
    ] {
        let (live, kept) = (watched(&scene(name, t_end)), kept(&scene(name, t_end)));
        same(&kept.frames.times, &live.frames.times, &format!("{name}: times"));
        same(
            &kept.frames.bodies,
            &live.frames.bodies,
            &format!("{name}: bodies"),
        );
        same(
            &kept.strip.rows,
            &live.strip.rows,
            &format!("{name}: rows of the strip"),
        );
        assert_eq!(kept.frames.steps, live.frames.steps, "{name}");
        assert_eq!(kept.frames.starts, live.frames.starts, "{name}");
        assert_eq!(kept.head.outcome, live.head.outcome, "{name}");
        for (found, expected) in kept.frames.columns.iter().zip(&live.frames.columns) {
            let close = (found - expected).abs() <= 1e-9 * expected.abs().max(1e-300) || found.is_nan();
            assert!(
                close && found.is_nan() == expected.is_nan(),
                "{name}: {found} for {expected}"
            );
        }
        for (found, expected) in kept.frames.touches.iter().zip(&live.frames.touches) {
            assert_eq!(
                (found.bodies, found.status),
                (expected.bodies, expected.status),
                "{name}"
            );
            assert_eq!(
                (found.point, found.normal),
                (expected.point, expected.normal),
                "{name}"
            );
            let (f, e) = (found.force_n, expected.force_n);
            let size = expected.force.iter().fold(0.0, |m: f32, x| m.max(x.abs()));
            assert!((f - e).abs() <= 1e-6 * size, "{name}: normal force {f} for {e}");
        }
    }
}

const TENT: &str = "solid tent
facet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 -1 0\nvertex 0 1 0.2\nendloop\nendfacet
facet normal 0 0 1\nouter loop\nvertex -1 1 0\nvertex -1 -1 0\nvertex 0 1 0.2\nendloop\nendfacet
endsolid tent\n";

const ON_A_TENT: &str = r#"
[body.tent]
fixed = true
shape = { mesh = "tent.stl" }

[body.stone]
shape = { hull = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]] }
density = 1000
position = [0, 0, 0.5]

[body.ball]
shape = { sphere = 0.1 }
density = 1000
position = [3, 0, 0]

[run]
t_end = 0.1
step = 1e-2
"#;

#[test]
fn a_run_file_is_shown_without_the_files_of_its_scene() {
    let folder = std::env::temp_dir().join(format!("drystone-tent-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("tent.toml");
    std::fs::write(folder.join("tent.stl"), TENT).expect("a mesh");
    std::fs::write(&path, ON_A_TENT).expect("a scene");
    let scene = Scene::read_file(&path, &[]).expect("a scene");
    let whole = kept(&scene);
    let file_name = folder.join("run.h5");
    let mut runner = Runner::new(&scene).expect("a runner");
    let mut recorder = Recorder::create(&file_name, &scene, &runner).expect("a file");
    let mut observer = Observer::new(&scene, &runner);
    while runner.advance().expect("a step") {
        recorder.add(&observer.look(&runner)).expect("a row");
    }
    recorder
        .finish(&runner, &RunVerdict::of(&scene, &runner, &Ending::Finished), 0.0)
        .expect("the end");
    std::fs::remove_file(folder.join("tent.stl")).expect("gone");
    let bare = file::read(&RunFile::open(&file_name).expect("a run file")).expect("a show");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(
        bare.head
            .notes
            .iter()
            .any(|note| note.contains("could not be built")),
        "{:?}",
        bare.head.notes
    );
    same(&bare.frames.bodies, &whole.frames.bodies, "bodies");
    assert_eq!(bare.frames.touches, whole.frames.touches);
    for (found, expected) in bare.head.bodies.iter().zip(&whole.head.bodies) {
        assert_eq!(
            (&found.name, found.kind, found.pose),
            (&expected.name, expected.kind, expected.pose)
        );
        let [found, expected] = [(&bare, found), (&whole, expected)]
            .map(|(show, body)| show.head.shapes[body.shapes[0].0].clone());
        assert_eq!(found["kind"], expected["kind"]);
        let triangles = |shape: &Value| shape["triangles"].as_array().map(Vec::len);
        assert_eq!(triangles(&found), triangles(&expected));
        assert_eq!(found.get("radius"), expected.get("radius"));
    }
}

/// What the page reads: the header and the plain numbers of each block.
fn unpacked(bytes: &[u8]) -> (Value, Vec<(String, Vec<f64>)>) {
    let plain = miniz_oxide::inflate::decompress_to_vec_zlib(bytes).expect("zlib");
    assert_eq!(&plain[..8], b"DRYSHOW1");
    let length = u32::from_le_bytes(plain[8..12].try_into().expect("four bytes")) as usize;
    let head: Value = serde_json::from_slice(&plain[12..12 + length]).expect("JSON");
    let mut at = 12 + length;
    let mut out = Vec::new();
    for block in head["blocks"].as_array().expect("blocks") {
        let text = |key: &str| block[key].as_str().unwrap_or_default().to_owned();
        let number = |key: &str| usize::try_from(block[key].as_u64().unwrap_or(0)).unwrap_or(0);
        let (kind, count, width) = (text("type"), number("count"), number("width").max(1));
        let size = match kind.as_str() {
            "f64" => 8,
            "f32" | "u32" => 4,
            "u16" => 2,
            _ => 1,
        };
        let mut words: Vec<u64> = (0..count)
            .map(|i| {
                (0..size)
                    .map(|p| u64::from(plain[at + p * count + i]) << (8 * p))
                    .sum()
            })
            .collect();
        for i in width..count {
            words[i] = if kind.starts_with('f') {
                words[i] ^ words[i - width]
            } else {
                words[i].wrapping_add(words[i - width]) & (u64::MAX >> (64 - 8 * size))
            };
        }
        at += size * count;
        let grid = block["grid"].as_array();
        let value = |(i, word): (usize, &u64)| match (kind.as_str(), grid) {
            ("f64", _) => f64::from_bits(*word),
            ("f32", _) => f64::from(f32::from_bits(u32::try_from(*word).expect("four bytes"))),
            (_, Some(grid)) => {
                let [least, step] = [0, 1].map(|k| grid[i % grid.len()][k].as_f64().expect("a number"));
                least + step * *word as f64
            }
            _ => *word as f64,
        };
        out.push((text("name"), words.iter().enumerate().map(value).collect()));
    }
    assert_eq!(at, plain.len(), "blocks fill the data");
    (head, out)
}

fn block<'a>(blocks: &'a [(String, Vec<f64>)], name: &str) -> &'a [f64] {
    &blocks.iter().find(|b| b.0 == name).expect("a block").1
}

#[test]
fn a_small_run_keeps_every_bit() {
    let show = watched(&scene("grains_in_box", "0.2"));
    let packed = pack(&show, html::BUDGET);
    assert_eq!(
        (packed.frames, packed.level),
        (show.frames.times.len(), LEVELS[0])
    );
    assert!(packed.notes.is_empty(), "{:?}", packed.notes);
    let (_, blocks) = unpacked(&packed.bytes);
    same(block(&blocks, "times"), &show.frames.times, "times");
    same(block(&blocks, "bodies"), &show.frames.bodies, "bodies");
    same(block(&blocks, "strip"), &show.strip.rows, "strip");
    let forces: Vec<f64> = show.frames.touches.iter().map(|t| f64::from(t.force_n)).collect();
    same(block(&blocks, "force_n"), &forces, "normal forces");
    let seconds: Vec<f64> = show
        .frames
        .touches
        .iter()
        .map(|t| f64::from(t.bodies[1]))
        .collect();
    same(block(&blocks, "b"), &seconds, "second bodies");
}

#[test]
fn a_budget_takes_instants_then_bits_and_says_so() {
    // What is packed matters here, not the last digits of the motion.
    let sets = [("run.t_end", "0.3"), ("run.tolerance", "1e-4")];
    let text = scenes::text("grains_in_box").expect("a built-in scene");
    let show = watched(&Scene::read(text, "grains_in_box", &sets).expect("a scene"));
    let (mut bits, mut frames) = (64, usize::MAX);
    for budget in [4_000_000, 1_200_000, 500_000, 150_000] {
        let packed = pack(&show, budget);
        assert!(packed.bytes.len() <= budget, "{} of {budget}", packed.bytes.len());
        assert!(packed.level.bits < bits || packed.frames < frames || packed.frames == packed.of);
        assert!(packed.level.bits == 64 || !packed.notes.is_empty());
        assert!(packed.frames == packed.of || packed.notes.iter().any(|note| note.contains("frame")));
        (bits, frames) = (packed.level.bits, packed.frames);
        let (head, blocks) = unpacked(&packed.bytes);
        let (times, bodies) = (block(&blocks, "times"), block(&blocks, "bodies"));
        assert_eq!(
            times.last(),
            show.frames.times.last(),
            "the last instant is there"
        );
        let said = head["notes"].to_string();
        assert!(
            packed.notes.iter().all(|note| said.contains(note.as_str())),
            "{said}"
        );
        // The first body at the end, within the grid or the rounding.
        let columns = head["body_columns"].as_array().expect("columns").len();
        let row = bodies.len() / times.len();
        let all = show.head.body_columns.len() * show.head.moving();
        let (found, expected) = (
            &bodies[bodies.len() - row..],
            &show.frames.bodies[show.frames.bodies.len() - all..],
        );
        for k in 0..columns.min(3) {
            let within = if bits == 16 { 2e-3 } else { 1e-6 };
            assert!(
                (found[k] - expected[k]).abs() <= within,
                "{bits} bits: {} for {}",
                found[k],
                expected[k]
            );
        }
    }
    assert_eq!(bits, 16);
}

fn ask(port: u16, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    (head.to_owned(), body.to_owned())
}

fn status(answer: &(String, String)) -> &str {
    answer.0.split(' ').nth(1).unwrap_or("")
}

/// A server of a small site; its port.
fn serving() -> u16 {
    let listener = listen(0).expect("a port");
    let address = listener.local_addr().expect("an address");
    assert!(address.ip().is_loopback());
    let port = address.port();
    let site = Site {
        page: "<p>page</p>".to_owned(),
        data: vec![1, 2, 3],
        series: Box::new(|body| (body == "a b/é").then(|| "{}".to_owned())),
    };
    std::thread::spawn(move || serve(&listener, site));
    port
}

#[test]
fn the_server_has_three_things_and_no_path_leads_elsewhere() {
    let port = serving();
    let get = |path: &str| {
        ask(
            port,
            &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"),
        )
    };
    let page = get("/");
    assert_eq!((status(&page), page.1.as_str()), ("200", "<p>page</p>"));
    assert!(page.0.contains("Content-Length: 11"));
    assert_eq!(get("/show.bin").1.as_bytes(), [1, 2, 3]);
    assert_eq!(get("/series?body=a%20b%2F%C3%A9").1, "{}");
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/page/dist/page.js",
        "/series?body=nobody",
        "/series?body=%ff",
        "/series?body=%2",
        "/show.bin?x",
        "http://127.0.0.1/",
    ] {
        assert_eq!(status(&get(path)), "404", "{path}");
    }
}

#[test]
fn the_server_answers_this_machine_and_nothing_else() {
    let port = serving();
    let refused = [
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(), "403"),
        (
            format!("GET / HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n"),
            "403",
        ),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "403"),
        (
            format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n"),
            "403",
        ),
        (
            format!("POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"),
            "405",
        ),
        (format!("GET / HTTP/2\r\nHost: 127.0.0.1:{port}\r\n\r\n"), "505"),
        ("nonsense\r\n\r\n".to_owned(), "400"),
    ];
    for (request, expected) in refused {
        assert_eq!(status(&ask(port, &request)), expected, "{request}");
    }
    let head = ask(
        port,
        &format!("HEAD / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"),
    );
    assert_eq!((status(&head), head.1.as_str()), ("200", ""));
}

fn page_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page")
}

/// As `page/fingerprint.mjs` does: FNV-1a over names and contents.
#[test]
fn the_bundle_was_built_from_its_sources() {
    let root = page_folder();
    let mut names: Vec<String> = [
        "fingerprint.mjs",
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "vite.config.mjs",
    ]
    .map(str::to_owned)
    .to_vec();
    for entry in std::fs::read_dir(root.join("src")).expect("page/src") {
        names.push(format!(
            "src/{}",
            entry.expect("a file").file_name().to_string_lossy()
        ));
    }
    names.sort();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    for name in &names {
        add(format!("{name}\n").as_bytes());
        add(&std::fs::read(root.join(name)).expect("a source"));
    }
    let bundle = std::fs::read_to_string(root.join("dist/page.js")).expect("page/dist/page.js");
    let found = bundle.lines().next().unwrap_or("");
    let expected = format!("/* sources {hash:016x} */");
    assert_eq!(
        found, expected,
        "page/dist is not built from page/src: run `npm ci && npm run build` in page/"
    );
}

#[test]
fn an_exported_page_asks_for_nothing() {
    let show = watched(&scene("stack_of_boxes", "0.05"));
    let page = html::page(&show, html::BUDGET).html;
    assert!(page.contains("connect-src 'none'"));
    for tag in [
        "<script src",
        "<link rel=\"stylesheet\"",
        "<img",
        "<iframe",
        "@import",
        "url(http",
    ] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}
