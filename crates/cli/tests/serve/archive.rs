//! Export, import and backup of a whole server.

use std::path::Path;
use std::process::{Command, Output};

use crate::process::{Player, Process};

fn bellwether(arguments: &[&str], database: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(arguments).arg("--database").arg(database).output().unwrap()
}

#[tokio::test]
async fn a_server_is_moved_and_backed_up_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let server = Process::start(file("a.db"));
    let player = Player::hello(&server.address).await;
    let table = player.table(false).await.unwrap();
    let text = |name: &str| file(name).to_str().unwrap().to_owned();
    let done = |arguments: &[&str], database: &str| {
        let output = bellwether(arguments, &file(database));
        assert!(output.status.success(), "{output:?}");
    };
    done(&["backup", &text("b.db")], "a.db");
    done(&["export", &text("c.jsonl")], "a.db");
    done(&["import", &text("c.jsonl")], "c.db");
    done(&["import", &text("a.db")], "d.db");
    for copy in ["b.db", "c.db", "d.db"] {
        let again = Process::start(file(copy));
        let player = Player { address: again.address.clone(), ..player.clone() };
        assert!(player.ask(&format!("tables/{table}/legal"), None).await.is_some(), "{copy}");
    }
    let refused = bellwether(&["import", &text("c.jsonl")], &file("c.db"));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("the database is not empty"), "{error}");
    assert!(!bellwether(&["export"], &file("nothing.db")).status.success());
    assert!(!file("nothing.db").exists(), "looking at a database does not make one");
}
