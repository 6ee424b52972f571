//! One server for one file, which has to be able to write.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::process::{PROGRAM, Process};

fn serve(mut command: Command, database: &Path) -> Output {
    command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(database);
    command.output().unwrap()
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "it does not say that it listens: {output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn one_process_at_a_time_has_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let mut server = Process::start(file("a.db"));
    symlink(file("a.db"), file("link.db")).unwrap();
    symlink(folder.path(), file("elsewhere")).unwrap();
    for path in ["a.db", "link.db", "elsewhere/a.db", "elsewhere/link.db"] {
        let error = refusal(&serve(Command::new(PROGRAM), &file(path)));
        assert!(error.contains("is in use by another bellwether"), "{path}: {error}");
    }
    let bellwether = |arguments: &[&str], path: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).arg(file(path)).arg("--database").arg(file("a.db"));
        command.output().unwrap()
    };
    // What only reads may read.
    assert!(bellwether(&["export"], "a.jsonl").status.success());
    assert!(bellwether(&["backup"], "b.db").status.success());
    let error = refusal(&bellwether(&["import"], "a.jsonl"));
    assert!(error.contains("is in use by another bellwether"), "{error}");
    // The lock goes away with the process, however that ends.
    server.crash();
    let mut again = Process::start(file("link.db"));
    again.stop();
    Process::start(file("a.db")).stop();
}

#[test]
fn a_file_that_cannot_be_written_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bellwether.db");
    Process::start(&database).stop();
    let secret = folder.path().join("secret");
    fs::write(&secret, "ab".repeat(32)).unwrap();
    fs::set_permissions(&database, Permissions::from_mode(0o444)).unwrap();
    // Without its privileges root has to keep to them, too.
    let mut command = Command::new(PROGRAM);
    if rustix::process::geteuid().is_root() {
        command = Command::new("setpriv");
        command.args(["--bounding-set=-all", "--inh-caps=-all", PROGRAM]);
    }
    command.env("BELLWETHER_SECRET_FILE", &secret);
    let error = refusal(&serve(command, &database));
    assert!(error.contains("the database cannot be written to"), "{error}");
}
