//! The Python programs in `examples/python` do what they say.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{PROGRAM, Process};

/// Runs an example and returns what it prints.
fn run(example: &str, arguments: &[&str]) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python").join(example);
    let mut python = Command::new("python3");
    let output = python.arg(file).args(arguments).stderr(Stdio::inherit()).output();
    let output = output.expect("python3 is installed (on Debian: `apt-get install python3`)");
    assert!(output.status.success(), "{example} ends with {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_engine_client_plays_every_game_to_its_end() {
    for game in ["foxy-and-wooly", "glen-more", "tipperary"] {
        let printed = run("engine_client.py", &["--engine", PROGRAM, "--game", game]);
        assert_eq!(printed.lines().filter(|line| line.ends_with(" points")).count(), 2);
        assert!(printed.contains("won by seat "), "{printed}");
    }
}

#[test]
fn the_table_player_plays_a_server_table_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path().join("bellwether.db"));
    let address = format!("http://{}", server.address);
    let printed = run("table_player.py", &["--server", &address]);
    assert!(printed.contains(" has ended after entry "), "{printed}");
}
