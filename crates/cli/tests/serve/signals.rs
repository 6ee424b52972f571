//! Starting and stopping as an operator does.

use std::io::Read;
use std::process::Command;

use crate::process::{Player, Process};

#[tokio::test]
async fn a_server_that_is_told_to_stop_finishes_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bellwether.db");
    let mut server = Process::start(&database);
    let player = Player::hello(&server.address).await;
    let table = player.table(true).await.unwrap();
    server.stop();
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "Bellwether has stopped.\n");
    let again = Process::start(&database);
    let player = player.at(&again);
    assert!(player.ask(&format!("tables/{table}"), None).await.is_some());
}

#[tokio::test]
async fn a_log_file_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut server = Process::start_logged_as_text(folder.path().join("bellwether.db"), &log);
    Player::hello(&server.address).await;
    server.stop();
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("answered"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn what_cannot_be_served_is_said() {
    let serve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
        let output = command.arg("serve").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no/such/folder.db");
    let error = serve(&["--listen", "127.0.0.1:0", "--database", nowhere.to_str().unwrap()]);
    assert!(error.contains("the database cannot be opened"), "{error}");
    let error = serve(&["--origin", "nonsense"]);
    assert!(error.contains("an origin is"), "{error}");
    let settings = folder.path().join("settings.toml");
    std::fs::write(&settings, "lisen = \"0.0.0.0:80\"\n").unwrap();
    let error = serve(&["--config", settings.to_str().unwrap()]);
    assert!(error.contains("unknown field `lisen`"), "{error}");
}
