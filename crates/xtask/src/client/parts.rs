//! The program in parts: what every page needs, and what is fetched when it is first needed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use super::merge::merged;

/// What the program calls the script that fetches its parts.
const LOADER: &str = "./parts.js";
/// What that script calls the one that ties the program to the browser.
const GLUE: &str = "./web.js";

/// What the program calls the function that fetches a part begins with this.
const LOAD: &str = "__wasm_split_load_";
/// What comes after the things that the loader's functions share: how single modules are fetched.
const SINGLE_MODULES: &str = "function makeLoad(";

/// Fetches and starts each pack once; after a failure it may be tried again.
const STARTING: &str = "\
const started = new Map();
function start(file) {
    if (!started.has(file)) {
        const starting = WebAssembly.instantiateStreaming(fetch(file), getSharedImports());
        starting.catch(() => started.delete(file));
        started.set(file, starting);
    }
    return started.get(file);
}
";

/// The parts that come first: what the home page and the first table need.
const EARLY: [&str; 5] = ["lists", "local", "foxy_and_wooly", "glen_more", "tipperary"];

/// A program that has been cut up.
pub(crate) struct Parts {
    /// What every page needs.
    pub(crate) main: PathBuf,
    /// The script that fetches the rest.
    pub(crate) loader: String,
    /// The rest, by the names it has in that script.
    pub(crate) rest: BTreeMap<String, Vec<u8>>,
    /// The names of all modules that a part needs.
    pub(crate) needs: BTreeMap<String, Vec<String>>,
}

/// Modules that travel together, as one.
pub(crate) struct Pack {
    pub(crate) contents: Vec<u8>,
    /// The names of the modules that it was made of.
    pub(crate) modules: BTreeSet<String>,
}

impl Parts {
    /// All modules but the main one, packed by name: one large one is sent smaller than many small
    /// ones, and starts sooner.
    pub(crate) fn packed(&self) -> Result<BTreeMap<String, Pack>> {
        let mut packs: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for name in self.rest.keys() {
            let needed_by = self.needs.iter().filter(|(_, modules)| modules.contains(name));
            if let Some(pack) = pack_for(&needed_by.map(|(part, _)| part.as_str()).collect()) {
                packs.entry(pack).or_default().insert(name.clone());
            }
        }
        let pack = |(name, modules): (&str, BTreeSet<String>)| {
            let contents: Vec<&[u8]> = modules.iter().map(|it| self.rest[it].as_slice()).collect();
            let contents = merged(&contents).with_context(|| format!("for the pack {name}"))?;
            Ok((name.to_owned(), Pack { contents, modules }))
        };
        packs.into_iter().map(pack).collect()
    }
}

/// The pack of a module that those parts need. What more than one of the early parts need is a pack
/// of its own, so that nobody waits for what is another's alone. (One for every two games would be
/// sent larger: too little would lie beside what it is like.)
fn pack_for<'a>(parts: &BTreeSet<&'a str>) -> Option<&'a str> {
    let game = |part: &&str| EARLY.into_iter().find(|it| part.trim_end_matches("_bots") == *it);
    let early: BTreeSet<&str> = parts.iter().filter_map(game).collect();
    match early.len() {
        0 => parts.first().copied(),
        1 if parts.len() == 1 => parts.first().copied(),
        1 => early.first().copied(),
        _ if early.contains("lists") => Some("everywhere"),
        _ => Some("tables"),
    }
}

/// One script that ties the program to the browser and fetches its parts: for two that name each
/// other a browser asks one by one.
pub(crate) fn joined(glue: &str, loader: &str) -> String {
    let from = format!(" from \"{LOADER}\"");
    let line = |line: &str| {
        let import = line.strip_prefix("import * as ").and_then(|it| it.split_once(&from));
        match import {
            Some((name, rest)) => format!("const {name} = parts{rest}\n"),
            None => format!("{line}\n"),
        }
    };
    format!("const parts = {{}};\n{{\n{loader}}}\n{}", glue.lines().map(line).collect::<String>())
}

/// What fetches parts: the beginning of the script for single modules, and for each part the files
/// that it needs.
pub(crate) fn loader(single: &str, files: &BTreeMap<String, BTreeSet<String>>) -> Result<String> {
    let shared = single
        .split_once(SINGLE_MODULES)
        .and_then(|(shared, _)| {
            shared.strip_prefix(&format!("import {{ initSync }} from \"{GLUE}\";"))
        })
        .context("the script that fetches modules begins in another way")?;
    let loads = files.iter().map(|(part, files)| {
        let files: Vec<String> = files.iter().map(|file| format!("start(\"/{file}\")")).collect();
        let all = format!("Promise.all([{}])", files.join(", "));
        format!("parts.{LOAD}{part} = wrapAsyncCb(() => {all});\n")
    });
    Ok(format!("{shared}{STARTING}{}", loads.collect::<String>()))
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

/// A part with its name.
fn read(part: &Path) -> Result<(String, Vec<u8>)> {
    let name = part.file_stem().context("a part has a name")?.to_string_lossy().into_owned();
    Ok((name, fs::read(part)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_travel_together_are_one() {
        let empty = wasm_encoder::Module::new().finish();
        let need = |part: &str, modules: &[&str]| {
            (part.to_owned(), modules.iter().map(|&name| name.to_owned()).collect())
        };
        let parts = Parts {
            main: PathBuf::new(),
            loader: String::new(),
            rest: ["all", "own", "two"].map(|name| (name.to_owned(), empty.clone())).into(),
            needs: BTreeMap::from([
                need("around", &["all", "own"]),
                need("local", &["all", "two"]),
                need("tipperary", &["two"]),
            ]),
        };
        let packs = parts.packed().unwrap();
        let modules = packs.iter().map(|(name, pack)| {
            (name.as_str(), pack.modules.iter().map(String::as_str).collect::<Vec<_>>())
        });
        let expected = [("around", vec!["own"]), ("local", vec!["all"]), ("tables", vec!["two"])];
        assert_eq!(modules.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_part_comes_with_all_its_files() {
        let single = "import { initSync } from \"./web.js\";\nfunction wrapAsyncCb() {}\n\
                      function makeLoad() {}\n/* a */ makeLoad();";
        let files = ["one.wasm", "two.wasm"].map(str::to_owned).into();
        let loader = loader(single, &BTreeMap::from([("board".to_owned(), files)])).unwrap();
        assert!(loader.starts_with("\nfunction wrapAsyncCb() {}\nconst started"), "{loader}");
        let load = "parts.__wasm_split_load_board = \
                    wrapAsyncCb(() => Promise.all([start(\"/one.wasm\"), start(\"/two.wasm\")]));\n";
        assert!(loader.ends_with(load), "{loader}");
    }

    #[test]
    fn glue_finds_what_fetches_parts_in_its_own_script() {
        let glue = "import * as one from \"./parts.js\"\ngiven({\"./parts.js\": one});";
        let expected = "const parts = {};\n{\nparts.load = fetch;\n}\n\
                        const one = parts\ngiven({\"./parts.js\": one});\n";
        assert_eq!(joined(glue, "parts.load = fetch;\n"), expected);
    }

    #[test]
    fn nobody_waits_for_what_is_anothers_alone() {
        for (parts, pack) in [
            (&["tipperary"][..], "tipperary"),
            (&["tipperary_bots"], "tipperary_bots"),
            (&["tipperary", "tipperary_bots", "online"], "tipperary"),
            (&["tipperary", "glen_more"], "tables"),
            (&["glen_more_bots", "tipperary_bots"], "tables"),
            (&["local", "online", "tipperary"], "tables"),
            (&["local", "lists", "online"], "everywhere"),
            (&["lists", "online"], "lists"),
            (&["online", "study"], "online"),
        ] {
            assert_eq!(pack_for(&parts.iter().copied().collect()), Some(pack), "{parts:?}");
        }
    }
}
