//! The program in parts: what every page needs, and what is fetched when it is first needed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use walrus::ModuleConfig;
use wasm_split_cli_support::{Options, transform};

/// What the program calls the script that fetches its parts.
pub(crate) const LOADER: &str = "./parts.js";
/// What that script calls the one that ties the program to the browser.
pub(crate) const GLUE: &str = "./web.js";

/// Lets modules travel together: one file is fetched for all that are wanted at the same time.
const PACKING: &str = "\
const onTheWay = new Map();
function fetched(file) {
    if (!onTheWay.has(file)) {
        const contents = fetch(file).then((answer) => answer.arrayBuffer());
        onTheWay.set(file, contents.finally(() => onTheWay.delete(file)));
    }
    return onTheWay.get(file);
}
async function piece(file, from, to) {
    const contents = (await fetched(file)).slice(from, to);
    return new Response(contents, { headers: { \"content-type\": \"application/wasm\" } });
}
";

/// The parts that come first: what the home page and the first table need.
const EARLY: [&str; 5] = ["lists", "here", "foxy_and_wooly", "glen_more", "tipperary"];

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

/// Modules that travel together.
#[derive(Default)]
pub(crate) struct Pack {
    /// One after the other.
    pub(crate) contents: Vec<u8>,
    /// Where in it each lies, by its name.
    pub(crate) places: BTreeMap<String, Range<usize>>,
}

impl Parts {
    /// All modules but the main one, packed by name: small ones are sent smaller together, and
    /// sooner.
    pub(crate) fn packed(&self) -> BTreeMap<String, Pack> {
        let mut packs: BTreeMap<String, Pack> = BTreeMap::new();
        for (name, module) in &self.rest {
            let needed_by = self.needs.iter().filter(|(_, modules)| modules.contains(name));
            let Some(pack) = pack_for(&needed_by.map(|(part, _)| part.as_str()).collect()) else {
                continue;
            };
            let pack = packs.entry(pack.to_owned()).or_default();
            let from = pack.contents.len();
            pack.contents.extend(module);
            pack.places.insert(name.clone(), from..pack.contents.len());
        }
        packs
    }
}

/// The pack of a module that those parts need. What more than one of the early parts need is a pack
/// of its own, so that nobody waits for what is another's alone.
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

/// The script that fetches modules, with those of a pack taken from a file at that path.
pub(crate) fn fetch_from(loader: &str, pack: &Pack, path: &str) -> String {
    pack.places.iter().fold(loader.to_owned(), |loader, (name, place)| {
        let alone = format!("fetch(new URL(\"./{name}.wasm\", import.meta.url))");
        let packed = format!("piece(\"{path}\", {}, {})", place.start, place.end);
        loader.replace(&alone, &packed)
    })
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
    let loader = fs::read_to_string(folder.join(LOADER))? + PACKING;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts {
        let module = |name: &str, contents: &[u8]| (name.to_owned(), contents.to_vec());
        let need = |part: &str, modules: &[&str]| {
            (part.to_owned(), modules.iter().map(|&name| name.to_owned()).collect())
        };
        Parts {
            main: PathBuf::new(),
            loader: "fetch(new URL(\"./shared.wasm\", import.meta.url))".to_owned(),
            rest: BTreeMap::from([module("own", b"123"), module("shared", b"45")]),
            needs: BTreeMap::from([need("around", &["own", "shared"]), need("here", &["shared"])]),
        }
    }

    #[test]
    fn a_module_is_taken_from_its_pack() {
        let parts = parts();
        let packs = parts.packed();
        assert_eq!(
            (&packs["here"].contents[..], &packs["around"].contents[..]),
            (&b"45"[..], &b"123"[..])
        );
        let loader = fetch_from(&parts.loader, &packs["here"], "/here.pack");
        assert_eq!(loader, "piece(\"/here.pack\", 0, 2)");
    }

    #[test]
    fn nobody_waits_for_what_is_anothers_alone() {
        for (parts, pack) in [
            (&["tipperary"][..], "tipperary"),
            (&["tipperary_bots"], "tipperary_bots"),
            (&["tipperary", "tipperary_bots", "online"], "tipperary"),
            (&["tipperary", "glen_more"], "tables"),
            (&["glen_more_bots", "tipperary_bots"], "tables"),
            (&["here", "online", "tipperary"], "tables"),
            (&["here", "lists", "online"], "everywhere"),
            (&["lists", "online"], "lists"),
            (&["online", "study"], "online"),
        ] {
            assert_eq!(pack_for(&parts.iter().copied().collect()), Some(pack), "{parts:?}");
        }
    }
}
