//! `cargo xtask load-test`: plays at many tables at once and measures how the server bears it.

use anyhow::{Result, bail};

use crate::shell::{cargo, output, program, run};
use crate::system;

/// The core for those who play; the server has the one before it.
const CORE: &str = "1";

/// Builds with all optimisations, and hands the arguments on to the crate `load`.
pub(crate) fn load_test(arguments: &[String]) -> Result<()> {
    system::ensure("taskset", "util-linux")?;
    run(&mut cargo("build --release --package bellwether --package load"))?;
    let folder = release_folder()?;
    let (load, bellwether) = (format!("{folder}/load"), format!("{folder}/bellwether"));
    let mut command = program("taskset", ["--cpu-list", CORE, &load, &bellwether]);
    run(command.args(arguments))
}

/// Where optimised programs lie.
fn release_folder() -> Result<String> {
    let metadata = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    match metadata["target_directory"].as_str() {
        Some(target) => Ok(format!("{target}/release")),
        None => bail!("`cargo metadata` does not say where programs are built"),
    }
}
