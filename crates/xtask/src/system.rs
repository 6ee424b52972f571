//! Programs that the checks need and a fresh machine may lack.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, output, program, run, succeeds};

/// The timeout for a program to print its version.
pub(crate) const VERSION_TIMEOUT: Duration = Duration::from_secs(30);

/// The path of a command, if it is installed.
pub(crate) fn which(command: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(command)).find(|file| file.is_file())
}

/// Ensures that a command is installed: for root by installing its Debian package, otherwise by an
/// error that names it.
pub(crate) fn ensure(command: &str, debian_package: &str) -> Result<()> {
    ensure_that(|| which(command).is_some(), command, debian_package)
}

/// The same for a command that is there if `works` says so.
pub(crate) fn ensure_that(
    works: impl Fn() -> bool,
    command: &str,
    debian_package: &str,
) -> Result<()> {
    if works() {
        return Ok(());
    }
    if which("apt-get").is_none() || !is_root() {
        bail!("{}", missing(command, debian_package));
    }
    install(debian_package).with_context(|| missing(command, debian_package))
}

fn missing(command: &str, debian_package: &str) -> String {
    format!(
        "`{command}` is not installed: `apt-get install {debian_package}` as root brings it on Debian"
    )
}

fn is_root() -> bool {
    output(&mut program("id", ["-u"])).is_ok_and(|user| user.trim() == "0")
}

fn install(debian_package: &str) -> Result<()> {
    run(&mut program("apt-get", ["update", "--quiet"]))?;
    let mut command =
        program("apt-get", ["install", "--yes", "--quiet", "--no-install-recommends"]);
    run(command.arg(debian_package).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Ensures that a component of the toolchain is installed, such as `rustfmt` for `cargo fmt`.
pub(crate) fn ensure_component(subcommand: &str, component: &str) -> Result<()> {
    if succeeds(&mut cargo(&format!("{subcommand} --version")), VERSION_TIMEOUT) {
        return Ok(());
    }
    run(&mut program("rustup", ["component", "add", component])).with_context(|| {
        format!("`cargo {subcommand}` is not installed: it comes with the component `{component}`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installed_command_is_found() {
        assert!(which("cargo").is_some());
        ensure("cargo", "no-such-package").unwrap();
    }

    #[test]
    fn a_missing_command_is_named_with_its_package() {
        assert!(which("no-such-command").is_none());
        assert_eq!(
            missing("cc", "gcc"),
            "`cc` is not installed: `apt-get install gcc` as root brings it on Debian"
        );
    }
}
