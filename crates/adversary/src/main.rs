//! `drystone-adversary problems|worlds --seeds A..B [--family F] [--solver S] [--limit SECONDS] [--out DIR]`:
//! random problems or worlds, judged. The families of worlds are `flight`, `balls`, `few`, `any`.
//!
//! Exit status: 0 nothing wrong, 1 something is, 2 bad usage.

use drystone_adversary::problems::Asked;
use drystone_adversary::worlds::judge::{SAME, apart, faults, is_certified};
use drystone_adversary::worlds::run_with::{End, Ran, run};
use drystone_adversary::worlds::several::shown;
use drystone_adversary::worlds::{KINDS, Seen, make, text};
use drystone_adversary::{families, problems};
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: drystone-adversary problems|worlds --seeds A..B [--family F] [--solver S] [--limit SECONDS] [--out DIR]\n";

/// Wrong problems of a family that are made small; the others are saved as they are.
const MOST: usize = 8;

struct Options {
    seeds: Range<u64>,
    family: Option<String>,
    asked: Asked,
    out: PathBuf,
}

fn say(text: &str) {
    // A closed pipe is no reason to fail.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn seeds(text: &str) -> Option<Range<u64>> {
    let (a, b) = text.split_once("..")?;
    Some(a.parse().ok()?..b.parse().ok()?)
}

fn options(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut out = Options {
        seeds: 0..100,
        family: None,
        asked: Asked {
            solver: "auto".into(),
            limit: Duration::from_secs(5),
        },
        out: "wrong".into(),
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word}: a value is missing"))?;
        match word.as_str() {
            "--seeds" => out.seeds = seeds(&value).ok_or(format!("--seeds {value}: write A..B"))?,
            "--family" => out.family = Some(value),
            "--solver" => out.asked.solver = value,
            "--limit" => {
                let seconds = value.parse::<f64>().ok();
                let limit = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
                out.asked.limit = limit.ok_or(format!("--limit {value}: seconds"))?;
            }
            "--out" => out.out = value.into(),
            _ => return Err(format!("{word}: no such option")),
        }
    }
    Ok(out)
}

fn run_problems(options: &Options) -> Result<bool, String> {
    let known = |family: &&str| options.family.as_deref().is_none_or(|asked| asked == *family);
    let chosen: Vec<&str> = families::NAMES.iter().copied().filter(known).collect();
    if chosen.is_empty() {
        return Err(format!("--family: one of {}", families::NAMES.join(", ")));
    }
    say(&format!(
        "seeds {:?}, solver {}\n{}\n",
        options.seeds,
        options.asked.solver,
        problems::HEAD
    ));
    let mut faults = String::new();
    for family in chosen {
        let tally = problems::run(family, options.seeds.clone(), &options.asked);
        say(&format!("{}\n", tally.line(family)));
        for (number, fault) in tally.wrong.iter().enumerate() {
            let (small, reason) = if number < MOST {
                problems::smaller(fault, &options.asked)
            } else {
                (fault.problem.clone(), fault.reason.clone())
            };
            let path = options.out.join(format!("{family}-{}.json", fault.seed));
            std::fs::create_dir_all(&options.out)
                .and_then(|()| std::fs::write(&path, small.json(&reason)))
                .map_err(|e| format!("{}: {e}", path.display()))?;
            let _ = writeln!(
                faults,
                "{}: {} blocks, {reason}",
                path.display(),
                small.laws.len()
            );
        }
    }
    say(&faults);
    Ok(faults.is_empty())
}

/// Where a run is counted: certified, stopped, refused, slow.
fn place(ran: &Ran) -> usize {
    match &ran.end {
        End::Refused(_) => 2,
        End::Slow => 3,
        _ if is_certified(ran) => 0,
        _ => 1,
    }
}

fn run_worlds(options: &Options) -> Result<bool, String> {
    let known = |kind: &&str| options.family.as_deref().is_none_or(|asked| asked == *kind);
    let limit = options.asked.limit;
    let mut lines = String::new();
    let mut refused = std::collections::BTreeSet::new();
    let mut save = |name: &str, text: &str, what: &str| {
        let path = options.out.join(name);
        let _ = writeln!(lines, "{}: {what}", path.display());
        std::fs::create_dir_all(&options.out)
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|e| format!("{}: {e}", path.display()))
    };
    say(&format!(
        "seeds {:?}\nkind      certified  stopped  refused     slow  several    WRONG\n",
        options.seeds
    ));
    for kind in KINDS.iter().copied().filter(known) {
        let (mut counts, mut several) = ([0; 5], 0);
        for seed in options.seeds.clone() {
            let world = make(kind, seed);
            let scene = text(&world, &Seen::default());
            let ran = run(&scene, limit);
            counts[place(&ran)] += 1;
            if let End::Refused(why) = &ran.end {
                refused.insert(why.rsplit(": ").nth(1).unwrap_or(why).to_string());
            }
            for fault in faults(&world, &ran) {
                counts[4] += 1;
                save(&format!("{kind}-{seed}-{}.toml", fault.kind), &scene, &fault.what)?;
            }
            for (way, seen) in Seen::ways(world.plane).into_iter().filter(|_| kind != "any") {
                let far = apart(&world, &seen, limit, &ran);
                if far.is_some_and(|far| !(far <= SAME)) {
                    if let Some(why) = shown(&world, &seen, limit) {
                        several += 1;
                        say(&format!("{kind} {seed}, {way}: {why}\n"));
                        continue;
                    }
                    counts[4] += 1;
                    save(
                        &format!("{kind}-{seed}-same-{way}.toml"),
                        &scene,
                        &format!("{way}: {far:?} m apart"),
                    )?;
                }
            }
        }
        let [certified, stopped, refused, slow, wrong] = counts;
        say(&format!(
            "{kind:<10}{certified:>9}{stopped:>9}{refused:>9}{slow:>9}{several:>9}{wrong:>9}\n"
        ));
    }
    for why in refused {
        say(&format!("refused: {why}\n"));
    }
    say(&lines);
    Ok(lines.is_empty())
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let done = match words.next().as_deref() {
        Some("problems") => options(words).and_then(|options| run_problems(&options)),
        Some("worlds") => options(words).and_then(|options| run_worlds(&options)),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            let _ = std::io::stderr().write_all(format!("{message}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}
