//! `cargo xtask load-test`: measures the server under load.

use anyhow::Result;

use crate::shell::{cargo, program, run};
use crate::system;
use crate::workspace::target_folder;

/// The processor core of the clients; the server has the one before it.
const CORE: &str = "1";

/// Builds with all optimisations, and passes the arguments to the crate `load`.
pub(crate) fn load_test(arguments: &[String]) -> Result<()> {
    system::ensure("taskset", "util-linux")?;
    run(&mut cargo("build --release --package bellwether --package load"))?;
    let folder = target_folder()?.join("release");
    let mut command = program("taskset", ["--cpu-list", CORE]);
    run(command.args([folder.join("load"), folder.join("bellwether")]).args(arguments))
}
