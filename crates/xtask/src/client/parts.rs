//! The program in parts: one for every page, and others that are fetched on demand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use super::merge::merged;

/// The module name of the script that fetches parts, in the program's imports.
const LOADER: &str = "./parts.js";
/// The module name of the JavaScript glue, in that script.
const GLUE: &str = "./web.js";

/// The prefix of the functions that fetch a part.
const LOAD: &str = "__wasm_split_load_";
/// The start of the code for single modules in that script; the shared code is before it.
const SINGLE_MODULES: &str = "function makeLoad(";

/// JavaScript: fetches and starts each pack once; after a failure it can be tried again.
const START_ONCE_JS: &str = "\
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
const EARLY_PARTS: [&str; 5] = ["lists", "local", "foxy_and_wooly", "glen_more", "tipperary"];

/// A program cut into parts.
pub(crate) struct Parts {
    /// The module of every page.
    pub(crate) main: PathBuf,
    /// The script that fetches the others.
    pub(crate) loader: String,
    /// The other modules, by their names in that script.
    pub(crate) rest: BTreeMap<String, Vec<u8>>,
    /// The names of the modules that each part needs.
    pub(crate) needs: BTreeMap<String, Vec<String>>,
}

/// Modules that are fetched together, merged into one.
pub(crate) struct Pack {
    pub(crate) contents: Vec<u8>,
    /// The names of the merged modules.
    pub(crate) modules: BTreeSet<String>,
}

impl Parts {
    /// All modules but the main one, merged into packs by name: one large module is sent in fewer
    /// bytes than many small ones, and starts sooner.
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

/// The pack of a module that those parts need. Modules that several early parts need are a pack of
/// their own, so that no game waits for another's code. (One pack for every two games would be
/// larger: it would compress less.)
fn pack_for<'a>(parts: &BTreeSet<&'a str>) -> Option<&'a str> {
    let game =
        |part: &&str| EARLY_PARTS.into_iter().find(|it| part.trim_end_matches("_bots") == *it);
    let early: BTreeSet<&str> = parts.iter().filter_map(game).collect();
    match early.len() {
        0 => parts.first().copied(),
        1 if parts.len() == 1 => parts.first().copied(),
        1 => early.first().copied(),
        _ if early.contains("lists") => Some("everywhere"),
        _ => Some("tables"),
    }
}

/// One script with the glue and the loader: two that import each other would be fetched one after
/// the other.
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

/// The loader script: the shared code of the one for single modules, and for each part the files
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
    Ok(format!("{shared}{START_ONCE_JS}{}", loads.collect::<String>()))
}

/// Cuts a program at the split points in its source.
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
