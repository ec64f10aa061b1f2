//! Files that are written: what is replaced, what never is, and what a write that fails leaves.

use drystone_dynamics::accept::Standing;
use drystone_io::output::{Complete, OutputError, Outputs};
use drystone_io::run_file::{STANDINGS, STOPS};
use drystone_solve::solver::Stop;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("drystone-outputs-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Names in the folder, in their order.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// A run file holds how a step stands and why its solver stopped by their numbers in these lists: a word that
/// is missing would be written as the first one, which is the best.
#[test]
fn run_files_know_every_word() {
    let mut standings = Standing::ALL.map(Standing::name).to_vec();
    let mut stops = Stop::ALL.map(Stop::name).to_vec();
    let (mut known_standings, mut known_stops) = (STANDINGS.to_vec(), STOPS.to_vec());
    for list in [&mut standings, &mut stops, &mut known_standings, &mut known_stops] {
        list.sort_unstable();
    }
    assert_eq!(standings, known_standings);
    assert_eq!(stops, known_stops);
    assert_eq!((STANDINGS[0], STOPS[0]), ("certified", "converged"));
}

#[test]
fn a_file_that_is_there_goes_by_force_alone() {
    let folder = Folder::new("force");
    let file = folder.path("a");
    Outputs::new(false).write(&file, "first").unwrap();
    let error = Outputs::new(false).write(&file, "second").unwrap_err();
    assert!(matches!(error, OutputError::Taken { .. }), "{error}");
    assert!(error.to_string().contains("--force"), "{error}");
    assert_eq!(text(&file), "first");
    Outputs::new(true).write(&file, "third").unwrap();
    assert_eq!(
        (text(&file).as_str(), folder.names()),
        ("third", vec!["a".to_owned()])
    );
}

/// Somebody else may write it while we do.
#[test]
fn a_file_that_comes_meanwhile_is_not_replaced() {
    let folder = Folder::new("meanwhile");
    let file = folder.path("a");
    let ours = Outputs::new(false).prepare(&file, "ours").unwrap();
    assert_eq!(folder.names(), ["a.part"]);
    std::fs::write(&file, "theirs").unwrap();
    let error = ours.keep().unwrap_err();
    assert!(matches!(error, OutputError::Taken { .. }), "{error}");
    assert_eq!(
        (text(&file).as_str(), folder.names()),
        ("theirs", vec!["a".to_owned()])
    );
}

#[test]
fn what_is_left_unfinished_leaves_nothing() {
    let folder = Folder::new("unfinished");
    let file = folder.path("a");
    std::fs::write(&file, "old").unwrap();
    let mut half = Outputs::new(true).begin(&file).unwrap();
    half.write_all(b"half").unwrap();
    half.flush().unwrap();
    assert_eq!(folder.names(), ["a", "a.part"]);
    drop(half);
    assert_eq!(
        (text(&file).as_str(), folder.names()),
        ("old", vec!["a".to_owned()])
    );
}

/// What a killed program left is neither used nor removed.
#[test]
fn a_part_of_somebody_else_stays() {
    let folder = Folder::new("part");
    let file = folder.path("a");
    std::fs::write(folder.path("a.part"), "theirs").unwrap();
    Outputs::new(false).write(&file, "ours").unwrap();
    assert_eq!(text(&file), "ours");
    assert_eq!(text(&folder.path("a.part")), "theirs");
    assert_eq!(folder.names(), ["a", "a.part"]);
}

#[test]
fn several_files_come_together_or_not_at_all() {
    let folder = Folder::new("together");
    let outputs = Outputs::new(false);
    let write = |name: &str| outputs.prepare(&folder.path(name), name);
    let all = |names: [&str; 2]| -> Result<(), OutputError> {
        let files = names.map(write).into_iter().collect::<Result<Vec<_>, _>>()?;
        files.into_iter().try_for_each(Complete::keep)
    };
    assert!(all(["a", "missing/b"]).is_err());
    assert_eq!(folder.names(), Vec::<String>::new());
    all(["a", "b"]).unwrap();
    assert_eq!(folder.names(), ["a", "b"]);
}

#[test]
fn an_input_is_never_replaced_whatever_its_name() {
    let folder = Folder::new("input");
    std::fs::write(folder.path("scene.toml"), "scene").unwrap();
    std::fs::hard_link(folder.path("scene.toml"), folder.path("second")).unwrap();
    let outputs = Outputs::new(true).sparing([folder.path("scene.toml")]);
    let inside = folder.path("inside");
    std::fs::create_dir(&inside).unwrap();
    for name in ["scene.toml", "second", "./scene.toml", "inside/../scene.toml"] {
        let error = outputs.write(&folder.path(name), "x").unwrap_err();
        assert!(matches!(error, OutputError::Input { .. }), "{name}: {error}");
    }
    assert_eq!(text(&folder.path("scene.toml")), "scene");
}

#[test]
fn two_outputs_have_two_names() {
    let folder = Folder::new("twice");
    let mut outputs = Outputs::new(true);
    outputs.claim(&folder.path("a")).unwrap();
    outputs.claim(&folder.path("b")).unwrap();
    let error = outputs.claim(&folder.path("./a")).unwrap_err();
    assert!(matches!(error, OutputError::Twice { .. }), "{error}");
}

#[test]
fn a_write_protected_file_is_not_replaced_by_force() {
    let folder = Folder::new("protected");
    let file = folder.path("a");
    std::fs::write(&file, "old").unwrap();
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    let error = Outputs::new(true).write(&file, "new").unwrap_err();
    assert!(matches!(error, OutputError::Protected { .. }), "{error}");
    assert_eq!(text(&file), "old");
}

#[test]
fn names_that_are_no_files_are_refused() {
    let folder = Folder::new("names");
    let error = Outputs::new(true).write(&folder.0, "x").unwrap_err();
    assert!(matches!(error, OutputError::Folder { .. }), "{error}");
    for name in ["", "missing/a", ".."] {
        let path = if name.is_empty() {
            PathBuf::new()
        } else {
            folder.path(name)
        };
        assert!(Outputs::new(true).write(&path, "x").is_err(), "{name}");
    }
}

#[cfg(unix)]
mod unix {
    use super::{Folder, text};
    use drystone_io::output::{OutputError, Outputs};
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    /// Neither the link nor what it points to, nor what it would point to, is written.
    #[test]
    fn links_are_not_written_through() {
        let folder = Folder::new("links");
        std::fs::write(folder.path("target"), "old").unwrap();
        symlink(folder.path("target"), folder.path("link")).unwrap();
        symlink(folder.path("nothing"), folder.path("dangling")).unwrap();
        for name in ["link", "dangling"] {
            for force in [false, true] {
                let error = Outputs::new(force).write(&folder.path(name), "new").unwrap_err();
                assert!(matches!(error, OutputError::Link { .. }), "{name}: {error}");
            }
            assert!(folder.path(name).is_symlink());
        }
        assert_eq!(text(&folder.path("target")), "old");
        assert!(!folder.path("nothing").exists());
    }

    /// Folders may be links: they are where they lead.
    #[test]
    fn links_among_folders_are_followed() {
        let folder = Folder::new("folders");
        std::fs::create_dir(folder.path("real")).unwrap();
        symlink(folder.path("real"), folder.path("link")).unwrap();
        Outputs::new(false).write(&folder.path("link/a"), "x").unwrap();
        assert_eq!(text(&folder.path("real/a")), "x");
    }

    #[test]
    fn pipes_sockets_and_devices_stay_what_they_are() {
        let folder = Folder::new("devices");
        let made = |program: &str, args: &[&str]| {
            let status = Command::new(program).args(args).current_dir(&folder.0).status();
            status.is_ok_and(|status| status.success())
        };
        assert!(made("mkfifo", &["pipe"]), "mkfifo");
        let _socket = UnixListener::bind(folder.path("socket")).unwrap();
        let mut names = vec!["pipe", "socket"];
        // Only the superuser may make a device: the one that swallows everything.
        if made("mknod", &["device", "c", "1", "3"]) {
            names.push("device");
        }
        for name in names {
            for force in [false, true] {
                let error = Outputs::new(force).write(&folder.path(name), "x").unwrap_err();
                assert!(matches!(error, OutputError::NotPlain { .. }), "{name}: {error}");
            }
            let kind = std::fs::symlink_metadata(folder.path(name)).unwrap().file_type();
            let same = match name {
                "pipe" => kind.is_fifo(),
                "socket" => kind.is_socket(),
                _ => kind.is_char_device(),
            };
            assert!(same, "{name}");
        }
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        let folder = Folder::new("permissions");
        let file = folder.path("a");
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        Outputs::new(true).write(&file, "new").unwrap();
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!((text(&file).as_str(), mode & 0o777), ("new", 0o600));
    }
}
