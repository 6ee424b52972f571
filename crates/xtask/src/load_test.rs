//! `cargo xtask load-test`: plays at many tables at once and measures how the server bears it.

use anyhow::Result;

use crate::shell::{cargo, program, run};
use crate::system;
use crate::workspace::target_folder;

/// The core for those who play; the server has the one before it.
const CORE: &str = "1";

/// Builds with all optimisations, and hands the arguments on to the crate `load`.
pub(crate) fn load_test(arguments: &[String]) -> Result<()> {
    system::ensure("taskset", "util-linux")?;
    run(&mut cargo("build --release --package bellwether --package load"))?;
    let folder = target_folder()?.join("release");
    let mut command = program("taskset", ["--cpu-list", CORE]);
    run(command.args([folder.join("load"), folder.join("bellwether")]).args(arguments))
}
