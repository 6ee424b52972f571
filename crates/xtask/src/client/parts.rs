//! The program in parts: what every page needs, and what is fetched when it is first needed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use walrus::ModuleConfig;
use wasm_split_cli_support::{Options, transform};

/// What the program calls the script that fetches its parts.
pub(crate) const LOADER: &str = "./parts.js";
/// What that script calls the one that ties the program to the browser.
pub(crate) const GLUE: &str = "./web.js";

/// A program that has been cut up.
pub(crate) struct Parts {
    /// What every page needs.
    pub(crate) main: PathBuf,
    /// The script that fetches the rest.
    pub(crate) loader: String,
    /// The rest, by the names it has in that script.
    pub(crate) rest: BTreeMap<String, Vec<u8>>,
    /// What is fetched together: the names of parts by the name of what needs them.
    pub(crate) needs: BTreeMap<String, Vec<String>>,
}

/// Cuts up a program at the places that its source names.
pub(crate) fn cut(program: &Path) -> Result<Parts> {
    let folder = program.with_extension("parts");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let input = fs::read(program)?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&input);
    options.output_dir = &folder;
    options.main_out_path = &main;
    options.link_name = LOADER;
    options.main_module = GLUE;
    let done = transform(options)
        .map_err(|error| anyhow!("{} cannot be cut into parts: {error:#}", program.display()))?;
    let loader = fs::read_to_string(folder.join(LOADER))?;
    let rest = done.split_modules.iter().map(|part| read(part)).collect::<Result<_>>()?;
    Ok(Parts { main, loader, rest, needs: done.prefetch_map.into_iter().collect() })
}

/// A part with its name. Cutting needs numbers of the same length everywhere; written anew, each is
/// as short as can be, which saves a quarter of what is sent.
fn read(part: &Path) -> Result<(String, Vec<u8>)> {
    let name = part.file_stem().context("a part has a name")?.to_string_lossy().into_owned();
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    Ok((name, config.parse(&fs::read(part)?)?.emit_wasm()))
}
