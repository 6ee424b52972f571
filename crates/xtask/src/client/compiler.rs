//! The compiler for WebAssembly: rustup's with its target, or where rustup is not available,
//! Debian's, with a standard library built from source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::TARGET;
use crate::shell::{output, program, run};
use crate::system;
use crate::workspace::target_folder;

/// Debian's compiler, and the sources of its standard library.
const DEBIAN: [(&str, &str); 2] = [
    ("/usr/bin/rustc", "rustc-web"),
    ("/usr/lib/rustlib/src/rust/library/std/Cargo.toml", "rust-web-src"),
];

/// A compiler for WebAssembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Compiler {
    /// The compiler of the workspace.
    Usual,
    /// Debian's. It has no linker for WebAssembly and uses the other's.
    Debian { linker: PathBuf },
}

impl Compiler {
    /// Finds a compiler for WebAssembly and installs what it lacks.
    pub(super) fn find() -> Result<Self> {
        if has_library()? || run(&mut program("rustup", ["target", "add", TARGET])).is_ok() {
            return Ok(Self::Usual);
        }
        println!("rustup does not bring the library for {TARGET}: Debian's compiler makes it");
        let advice = || {
            format!(
                "the compiler cannot make WebAssembly here: `rustup target add {TARGET}` brings \
                 what is missing, or Debian's packages rustc-web and rust-web-src"
            )
        };
        for (file, package) in DEBIAN {
            system::ensure(file, package).with_context(advice)?;
        }
        Ok(Self::Debian { linker: linker()? })
    }

    /// Configures a cargo command to use it.
    pub(super) fn set_up(&self, command: &mut Command) -> Result<()> {
        let Self::Debian { linker } = self else { return Ok(()) };
        let [(compiler, _), _] = DEBIAN;
        command
            .args(["-Z", "build-std=std,panic_abort"])
            .env("RUSTC", compiler)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            .env("CARGO_TARGET_DIR", self.folder()?);
        Ok(())
    }

    /// The target folder; the outputs of two compilers are kept apart.
    pub(super) fn folder(&self) -> Result<PathBuf> {
        let usual = target_folder()?;
        Ok(match self {
            Self::Usual => usual,
            Self::Debian { .. } => usual.join("debian"),
        })
    }
}

/// Whether the workspace's compiler has the standard library for WebAssembly.
fn has_library() -> Result<bool> {
    let library = output(&mut program("rustc", ["--print", "target-libdir", "--target", TARGET]))?;
    Ok(fs::exists(library.trim())?)
}

/// The linker of the workspace's compiler.
fn linker() -> Result<PathBuf> {
    let library = output(&mut program("rustc", ["--print", "target-libdir"]))?;
    let linker = Path::new(library.trim()).with_file_name("bin").join("rust-lld");
    let found = linker.is_file().then_some(linker);
    found.context("the compiler has no linker for WebAssembly: rustup's has one")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(compiler: &Compiler) -> Command {
        let mut command = program("cargo", ["rustc"]);
        compiler.set_up(&mut command).unwrap();
        command
    }

    #[test]
    fn debians_compiler_makes_the_library_with_a_borrowed_linker() {
        let compiler = Compiler::Debian { linker: linker().unwrap() };
        let command = set_up(&compiler);
        assert!(command.get_args().any(|word| word == "build-std=std,panic_abort"));
        let names: Vec<_> = command.get_envs().filter(|(_, value)| value.is_some()).collect();
        let lends = |(_, value): &(_, Option<_>)| *value == Some(linker().unwrap().as_os_str());
        assert!(names.iter().any(lends), "{names:?}");
        assert_ne!(compiler.folder().unwrap(), Compiler::Usual.folder().unwrap());
    }

    #[test]
    fn the_usual_compiler_needs_nothing() {
        assert_eq!(set_up(&Compiler::Usual).get_args().count(), 1);
    }
}
