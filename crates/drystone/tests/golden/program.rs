//! What the program gives: runs of the built-in scenes, files of four runs, values of `verify`, texts.

use super::rows::{Found, fnv};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

/// Schemes of every scene, `own` is the one in its file.
const SCHEMES: [&str; 3] = ["own", "event-driven", "hybrid"];

/// Runs whose files are compared. The first one keeps steps that are short of their tolerance.
const FILES: [(&str, &str); 4] = [
    (
        "space",
        "stack_of_boxes --t-end 0.05 --on-violation record --tolerance 1e-16",
    ),
    ("plane", "arch --t-end 0.2"),
    ("lagrangian", "woodpecker --t-end 0.3"),
    ("complementarity", "diode_bridge --t-end 0.002"),
];

/// All that was found, table by table, and the texts by the names of their files.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) runs: Found,
    pub(crate) files: Found,
    pub(crate) verify: Found,
    pub(crate) texts: BTreeMap<String, String>,
    /// Checks of `verify` that do not pass.
    pub(crate) failed: Vec<String>,
}

/// The program under test, and a folder for what it writes.
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) folder: PathBuf,
}

enum Job {
    /// Checks whose id begins so.
    Verify(char),
    Files(&'static str, &'static str),
    Run(String, &'static str, Option<String>),
    Texts,
}

impl Program {
    fn call(&self, args: &[&str]) -> Output {
        let mut command = Command::new(&self.path);
        command
            .args(args)
            .current_dir(&self.folder)
            .stdin(std::process::Stdio::null());
        for name in ["CLICOLOR_FORCE", "FORCE_COLOR", "RUST_BACKTRACE"] {
            command.env_remove(name);
        }
        command
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }

    fn text(&self, args: &[&str]) -> String {
        let out = self.call(args);
        assert!(out.status.success(), "{args:?}: {}", first_line(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    /// Everything, spread over the cores, longest first. `plan` says which runs are shortened or left out.
    pub(crate) fn results(&self, plan: &str) -> Results {
        let results = Mutex::new(Results::default());
        // Taken from the end.
        let jobs = Mutex::new(self.jobs(plan).into_iter().rev().collect::<Vec<Job>>());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(job) = { jobs.lock().unwrap().pop() } {
                        self.work(&job, &results);
                    }
                });
            }
        });
        results.into_inner().unwrap()
    }

    fn jobs(&self, plan: &str) -> Vec<Job> {
        let mut planned = Vec::new();
        for line in plan
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
        {
            let columns: Vec<&str> = line.split('\t').collect();
            let [scene, scheme, t_end, _reason] = columns[..] else {
                panic!("plan: `{line}`: four columns: scene, scheme, t_end, reason");
            };
            planned.push((scene, scheme, t_end));
        }
        let scenes = self.scenes();
        let pair =
            |scene: &str, scheme: &str| scenes.iter().any(|name| name == scene) && SCHEMES.contains(&scheme);
        for (scene, scheme, _) in &planned {
            assert!(
                pair(scene, scheme),
                "plan: no built-in scene `{scene}`, or no scheme `{scheme}` in the net"
            );
        }
        // Class J has the silo, which takes longer than all else together.
        let mut jobs = vec![Job::Verify('J')];
        for (scene, scheme, t_end) in planned.iter().filter(|row| row.2 != "-") {
            let scheme = SCHEMES.into_iter().find(|name| name == scheme).unwrap();
            jobs.push(Job::Run((*scene).to_owned(), scheme, Some((*t_end).to_owned())));
        }
        jobs.extend(FILES.map(|(name, args)| Job::Files(name, args)));
        jobs.push(Job::Texts);
        let others = ('A'..='Z').chain('0'..='9').filter(|class| *class != 'J');
        jobs.extend(others.map(Job::Verify));
        for scene in &scenes {
            for scheme in SCHEMES {
                if !planned.iter().any(|row| (row.0, row.1) == (scene, scheme)) {
                    jobs.push(Job::Run(scene.clone(), scheme, None));
                }
            }
        }
        jobs
    }

    /// Names of the built-in scenes: the first words of the table that `drystone example` prints.
    fn scenes(&self) -> Vec<String> {
        let text = self.text(&["example"]);
        let rows = text.lines().skip(1).take_while(|line| !line.is_empty());
        rows.filter_map(|line| line.split_whitespace().next())
            .map(str::to_owned)
            .collect()
    }

    fn work(&self, job: &Job, results: &Mutex<Results>) {
        match job {
            Job::Verify(class) => {
                let (rows, failed) = self.verify(*class);
                let mut results = results.lock().unwrap();
                results.verify.extend(rows);
                results.failed.extend(failed);
            }
            Job::Files(name, args) => {
                let rows = self.files(name, args);
                results.lock().unwrap().files.extend(rows);
            }
            Job::Run(scene, scheme, t_end) => {
                let row = self.run(scene, scheme, t_end.as_deref());
                results.lock().unwrap().runs.extend([row]);
            }
            Job::Texts => {
                let texts = self.texts();
                results.lock().unwrap().texts = texts;
            }
        }
    }

    /// `scene scheme t_end` to `exit hash steps iterations events evaluations message`.
    fn run(&self, scene: &str, scheme: &str, t_end: Option<&str>) -> (String, String) {
        let mut args = vec!["run", scene, "--json", "-q"];
        if scheme != "own" {
            args.extend(["--scheme", scheme]);
        }
        if let Some(t_end) = t_end {
            args.extend(["--t-end", t_end]);
        }
        let out = self.call(&args);
        let summary: Value = serde_json::from_slice(&out.stdout).unwrap_or(Value::Null);
        let exit = out
            .status
            .code()
            .map_or("killed".to_owned(), |code| code.to_string());
        let hash = summary["hash"].as_str().unwrap_or("-");
        let [steps, events, evaluations] = ["steps", "events", "evaluations"].map(|key| count(&summary[key]));
        let iterations = iterations(&summary).map_or("-".to_owned(), |sum| format!("{sum}"));
        let message = first_line(&out.stderr);
        let message = if message.is_empty() { "-" } else { &message };
        (
            format!("{scene}\t{scheme}\t{}", t_end.unwrap_or("end")),
            format!("{exit}\t{hash}\t{steps}\t{iterations}\t{events}\t{evaluations}\t{message}"),
        )
    }

    /// `run file` to the hash of the file.
    fn files(&self, name: &str, args: &str) -> Found {
        let folder = self.folder.join(name);
        let path = |file: &str| folder.join(file).to_str().unwrap().to_owned();
        std::fs::create_dir_all(&folder).unwrap();
        let (csv, html, run) = (path("csv"), path("page.html"), path("run.h5"));
        let mut all: Vec<&str> = vec!["run", "-q", "--csv", &csv, "--html", &html, "-o", &run];
        all.extend(args.split(' '));
        let out = self.call(&all);
        assert!(Path::new(&html).exists(), "{args}: {}", first_line(&out.stderr));
        let mut rows = Found::new();
        let mut add = |file: &str, bytes: &[u8]| rows.insert(format!("{name}\t{file}"), fnv(bytes));
        for entry in std::fs::read_dir(&csv).unwrap() {
            let entry = entry.unwrap();
            add(
                &format!("csv/{}", entry.file_name().display()),
                &std::fs::read(entry.path()).unwrap(),
            );
        }
        for table in ["bodies", "contacts", "steps", "energy"] {
            let out = self.call(&["table", &run, table]);
            // A run without contacts has no such table: the refusal is what is compared.
            let refusal = out.stderr.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let bytes = if out.status.success() {
                &out.stdout
            } else {
                refusal
            };
            add(&format!("run.h5/{table}"), bytes);
        }
        let (head, numbers) = page_data(&std::fs::read_to_string(&html).unwrap());
        add("page.html/head", head.as_bytes());
        add("page.html/numbers", &numbers);
        rows
    }

    /// `id scene name what` to the value found, and the checks that fail. A check that stands twice is
    /// numbered.
    fn verify(&self, class: char) -> (Found, Vec<String>) {
        let out = self.call(&["verify", &class.to_string(), "--json"]);
        let message = first_line(&out.stderr);
        if message.contains("nothing to verify") {
            return (Found::new(), Vec::new());
        }
        let all: Value = serde_json::from_slice(&out.stdout)
            .unwrap_or_else(|error| panic!("verify {class}: {error}: {message}"));
        let (mut rows, mut failed) = (Found::new(), Vec::new());
        for row in all["rows"].as_array().unwrap() {
            let [id, scene, name, what] =
                ["id", "scene", "name", "what"].map(|key| row[key].as_str().unwrap());
            let key = format!("{id}\t{scene}\t{name}\t{what}");
            let numbered = (2..).map(|n| format!("{key} ({n})"));
            let key = std::iter::once(key.clone())
                .chain(numbered)
                .find(|key| !rows.contains_key(key))
                .unwrap();
            if row["pass"] != true {
                failed.push(row.to_string());
            }
            let found = row["found"]
                .as_f64()
                .map_or("none".to_owned(), |x| format!("{x:?}"));
            rows.insert(key, found);
        }
        (rows, failed)
    }

    fn texts(&self) -> BTreeMap<String, String> {
        let mut help = String::new();
        self.help(&[], &mut help);
        BTreeMap::from([
            ("help.txt".to_owned(), help),
            ("list.txt".to_owned(), self.text(&["list"])),
            ("schema.json".to_owned(), self.text(&["schema"])),
            ("example.txt".to_owned(), self.text(&["example"])),
        ])
    }

    /// The help of a command and of every command below it.
    fn help(&self, command: &[&str], out: &mut String) {
        let args = [command, &["--help"]].concat();
        let text = self.text(&args);
        out.push_str(&format!("$ drystone {}\n{text}\n", args.join(" ")));
        let below = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in below.take_while(|line| !line.is_empty()) {
            if let Some(name) = line.split_whitespace().next().filter(|name| *name != "help") {
                self.help(&[command, &[name]].concat(), out);
            }
        }
    }
}

fn first_line(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    text.lines().next().unwrap_or("").replace('\t', " ")
}

fn count(value: &Value) -> String {
    value.as_u64().map_or("-".to_owned(), |n| n.to_string())
}

/// All iterations of a run: the mean is their sum over the steps.
fn iterations(summary: &Value) -> Option<f64> {
    Some((summary["solver_iterations"]["mean"].as_f64()? * summary["steps"].as_f64()?).round())
}

/// Header and numbers of the data in a page, without the version of the program.
fn page_data(html: &str) -> (String, Vec<u8>) {
    let (_, data) = html.split_once("id=\"show\">").unwrap();
    let (data, _) = data.split_once('<').unwrap();
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(&base64(data)).unwrap();
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let mut head: Value = serde_json::from_slice(&bytes[12..12 + length]).unwrap();
    head.as_object_mut().unwrap().remove("version");
    (head.to_string(), bytes[12 + length..].to_vec())
}

fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut places = [0; 256];
    for (place, letter) in (0u32..).zip(LETTERS) {
        places[usize::from(*letter)] = place;
    }
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = four
            .iter()
            .fold(0, |bits, letter| bits << 6 | places[usize::from(*letter)]);
        let bits = bits << (6 * (4 - four.len()));
        out.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    out
}
