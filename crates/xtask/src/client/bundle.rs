//! The bundle: all files of the client with the names under which they are served.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::Write;
use std::iter;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

use super::assets::{hashed_name, minified, with_values};
use super::parts::{self, Parts};

/// The style sheets that are joined first, in this order: tokens, then what uses them.
const SHEETS: [&str; 2] = ["tokens.css", "base.css"];
/// The parts with a style sheet that is fetched with them, and its name.
const SHEETS_OF_PARTS: [(&str, &str); 4] = [
    ("foxy_and_wooly", "foxy-and-wooly.css"),
    ("glen_more", "glen-more.css"),
    ("learn", "learn.css"),
    ("tipperary", "tipperary.css"),
];

/// The suffixes of compressed copies: gzip and Brotli.
const COMPRESSED_SUFFIXES: [&str; 2] = [".gz", ".br"];

/// The module that is fetched after the page has started, for offline use and installation.
const DEFERRED_PART: &str = "keeping";

/// The program cut into parts, with the JavaScript glue.
pub(crate) struct Glued {
    script: String,
    program: Vec<u8>,
    parts: Parts,
}

/// Cuts a program into parts and generates its JavaScript glue.
pub(crate) fn glue(program: &Path) -> Result<Glued> {
    let parts = parts::cut(program)?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&parts.main)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        // The parts are linked to the program by its exports.
        .keep_lld_exports(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    let mut output = bindgen
        .generate_output()
        .with_context(|| format!("the glue for {} cannot be made", program.display()))?;
    Ok(Glued { script: output.js().to_owned(), program: output.wasm_mut().emit_wasm(), parts })
}

/// The finished files by path, and the sets that are fetched on demand.
pub(crate) struct Bundle {
    files: BTreeMap<String, Vec<u8>>,
    needs: BTreeMap<String, BTreeSet<String>>,
}

impl Bundle {
    /// Bundles the program with all assets. With `is_kept` the service worker makes it available
    /// offline.
    pub(crate) fn of(assets: &Path, glued: Glued, is_kept: bool) -> Result<Self> {
        let text = |name: &str| read_text(&assets.join(name));
        let mut files = Files::default();
        for font in fs::read_dir(assets.join("fonts"))? {
            let path = font?.path();
            if path.extension().is_some_and(|extension| extension == "woff2") {
                files.add(&name_of(&path), fs::read(&path)?);
            }
        }
        files.add("icon.svg", text("icon.svg")?.into());
        files.add("icon.png", fs::read(assets.join("icon.png"))?);
        // The dark colours are used in two places: by the system's setting, and by the user's.
        files.names.insert("dark.css".to_owned(), text("dark.css")?);
        let sheets = assets.join("css");
        files.add_filled("style.css", &style(&sheets)?)?;
        let mut needs = files.add_program(glued)?;
        for (part, sheet) in SHEETS_OF_PARTS {
            files.add_filled(sheet, &read_text(&sheets.join(sheet))?)?;
            let file = files.names[sheet].trim_start_matches('/').to_owned();
            needs.entry(part.to_owned()).or_default().insert(file);
        }
        files.names.insert("is_kept".to_owned(), is_kept.to_string());
        files.add_filled("boot.js", &text("boot.js")?)?;
        files.add_filled("worker.js", &text("worker.js")?)?;
        files.names.insert("art".to_owned(), text("art.svg")?);
        files.add_plain("index.html", &text("index.html")?)?;
        files.add_plain("manifest.webmanifest", &text("manifest.webmanifest")?)?;
        files.add_worker(&text("sw.js")?)?;
        let aside =
            [files.names["icon.svg"].trim_start_matches('/'), "manifest.webmanifest", "sw.js"];
        needs.insert(DEFERRED_PART.to_owned(), aside.map(str::to_owned).into());
        Ok(Self { files: files.made, needs })
    }

    /// A name that changes with any of the files.
    pub(crate) fn version(&self) -> String {
        let all: Vec<u8> = self.files.values().flatten().copied().collect();
        hashed_name("client", &all)
    }

    /// Writes all files into a folder and removes all others. With `compress` there are compressed
    /// copies of maximal compression beside them. Unchanged files are not written, so that nothing
    /// that depends on them is rebuilt.
    pub(crate) fn write(&self, folder: &Path, compress: bool) -> Result<Written<'_>> {
        fs::create_dir_all(folder)?;
        self.clear(folder, compress)?;
        // Large ones first, so that no worker starts one last.
        let mut todo: Vec<(&String, &Vec<u8>)> = self.files.iter().collect();
        todo.sort_by_key(|(_, contents)| contents.len());
        let todo = Mutex::new(todo);
        let next = || todo.lock().ok()?.pop();
        let work = || {
            let files = iter::from_fn(next).map(|(name, contents)| {
                let sent = write_file(folder, name, contents, compress)?;
                Ok((name.clone(), contents.len(), sent))
            });
            files.collect::<Result<Vec<_>>>()
        };
        let mut files = Vec::new();
        thread::scope(|scope| {
            let workers = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let done = worker.join().map_err(|_| anyhow!("a worker broke off"))?;
                files.extend(done.with_context(|| format!("in {}", folder.display()))?);
            }
            anyhow::Ok(())
        })?;
        files.sort();
        Ok(Written { files, needs: &self.needs })
    }

    /// Removes all files except these and their copies.
    fn clear(&self, folder: &Path, compress: bool) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = name_of(&path);
            let copied = COMPRESSED_SUFFIXES.iter().find_map(|ending| name.strip_suffix(ending));
            let is_wanted = match copied {
                Some(of) => compress && !is_compressed(of) && self.files.contains_key(of),
                None => self.files.contains_key(&name),
            };
            if !is_wanted {
                fs::remove_file(&path)
                    .with_context(|| format!("{} cannot be removed", path.display()))?;
            }
        }
        Ok(())
    }
}

/// Writes one file and its compressed copies, unless they exist already; returns the number of
/// bytes that are sent.
fn write_file(folder: &Path, name: &str, contents: &[u8], compress: bool) -> Result<usize> {
    let path = folder.join(name);
    let [zipped, smallest] =
        COMPRESSED_SUFFIXES.map(|ending| folder.join(format!("{name}{ending}")));
    let has_copies = compress && !is_compressed(name);
    let is_there = fs::read(&path).is_ok_and(|there| there == contents)
        && (!has_copies || zipped.exists() && smallest.exists());
    if !is_there {
        // The file itself is written last, so that an interrupted write is repeated.
        if path.exists() {
            fs::remove_file(&path)?;
        }
        if has_copies {
            fs::write(&zipped, gzipped(contents)?)?;
            fs::write(&smallest, brotli(contents)?)?;
        }
        fs::write(&path, contents)?;
    }
    Ok(if has_copies { fs::metadata(&smallest)?.len() as usize } else { contents.len() })
}

/// The written files: name, size, and the number of bytes that are sent.
pub(crate) struct Written<'a> {
    files: Vec<(String, usize, usize)>,
    needs: &'a BTreeMap<String, BTreeSet<String>>,
}

impl Written<'_> {
    /// The number of bytes sent for the wanted files.
    fn sent(&self, wanted: impl Fn(&String) -> bool) -> usize {
        self.files.iter().filter(|(name, ..)| wanted(name)).map(|(_, _, sent)| sent).sum()
    }

    /// Whether a file is not part of every page.
    fn is_later(&self, name: &String) -> bool {
        self.needs.values().any(|parts| parts.contains(name))
    }

    /// The number of bytes sent for the first table of each game, against a bot.
    pub(crate) fn first_tables(&self) -> BTreeMap<String, usize> {
        let games = self.needs.keys().filter_map(|part| part.strip_suffix("_bots"));
        let sent = |game: &str| {
            let parts = ["local".to_owned(), game.to_owned(), format!("{game}_bots")];
            let needs = |name: &String| {
                parts.iter().any(|part| self.needs.get(part).is_some_and(|it| it.contains(name)))
            };
            self.sent(|name| !self.is_later(name) || needs(name))
        };
        games.map(|game| (game.to_owned(), sent(game))).collect()
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, size, sent) in &self.files {
            writeln!(f, "{size:>9} bytes, {sent:>7} sent: {name}")?;
        }
        let at_once = self.sent(|name| !self.is_later(name));
        writeln!(f, "{at_once:>9} bytes are sent for every page")?;
        for (what, parts) in self.needs {
            writeln!(f, "{:>9} more for {what}", self.sent(|name| parts.contains(name)))?;
        }
        for (game, sent) in self.first_tables() {
            writeln!(f, "{sent:>9} bytes in all for a first table of {game}")?;
        }
        write!(f, "{:>9} bytes are sent for all of it", self.sent(|_| true))
    }
}

/// The files of a bundle under construction, and the names for references to them.
#[derive(Default)]
struct Files {
    made: BTreeMap<String, Vec<u8>>,
    names: BTreeMap<String, String>,
}

impl Files {
    /// Adds a file under a name with a hash of its contents.
    fn add(&mut self, name: &str, contents: Vec<u8>) {
        let hashed_name = hashed_name(name, &contents);
        self.names.insert(name.to_owned(), format!("/{hashed_name}"));
        self.made.insert(hashed_name, contents);
    }

    /// Adds the program, its parts and their script; returns the files that each part needs.
    fn add_program(&mut self, glued: Glued) -> Result<BTreeMap<String, BTreeSet<String>>> {
        let mut file_of = BTreeMap::new();
        for (part, pack) in glued.parts.packed()? {
            let name = format!("{part}.wasm");
            self.add(&name, pack.contents);
            let file = self.names[&name].trim_start_matches('/');
            file_of.extend(pack.modules.into_iter().map(|module| (module, file.to_owned())));
        }
        let files_for = |modules: Vec<String>| {
            modules.iter().filter_map(|module| file_of.get(module)).cloned().collect()
        };
        let needs = glued.parts.needs.into_iter().map(|(part, it)| (part, files_for(it))).collect();
        let loader = parts::loader(&glued.parts.loader, &needs)?;
        self.add("web.wasm", glued.program);
        self.add("web.js", minified(&parts::joined(&glued.script, &loader)).into());
        Ok(needs)
    }

    /// Adds a script or a style sheet with references to other files.
    fn add_filled(&mut self, name: &str, text: &str) -> Result<()> {
        let contents = with_values(text, &self.names).with_context(|| format!("in {name}"))?;
        self.add(name, minified(&contents).into());
        Ok(())
    }

    /// Adds a file under its own name, for files that are looked up by it.
    fn add_plain(&mut self, name: &str, text: &str) -> Result<()> {
        let contents = with_values(text, &self.names).with_context(|| format!("in {name}"))?;
        self.made.insert(name.to_owned(), contents.into());
        Ok(())
    }

    /// Adds the service worker, which caches all other files and changes with any of them.
    fn add_worker(&mut self, text: &str) -> Result<()> {
        let all: Vec<u8> = self.made.values().flatten().copied().collect();
        let paths: Vec<String> = self.made.keys().map(|name| served_at(name)).collect();
        self.names.insert("version".to_owned(), hashed_name("", &all).trim_matches('-').to_owned());
        self.names.insert("files".to_owned(), serde_json::to_string(&paths)?);
        self.add_plain("sw.js", text)
    }
}

fn served_at(name: &str) -> String {
    if name == "index.html" { "/".to_owned() } else { format!("/{name}") }
}

/// All style sheets that belong to no part, joined.
fn style(folder: &Path) -> Result<String> {
    let mut names: Vec<String> = SHEETS.map(str::to_owned).to_vec();
    let mut others = Vec::new();
    for file in fs::read_dir(folder)? {
        others.push(name_of(&file?.path()));
    }
    others.sort();
    let of_parts = SHEETS_OF_PARTS.map(|(_, sheet)| sheet);
    others.retain(|name| !SHEETS.iter().chain(&of_parts).any(|sheet| sheet == name));
    names.extend(others);
    let sheets: Result<Vec<String>> =
        names.iter().map(|name| read_text(&folder.join(name))).collect();
    Ok(sheets?.join("\n"))
}

/// Whether the format is already compressed, as fonts and pictures are.
fn is_compressed(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "woff2" || extension == "png")
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn gzipped(contents: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents)?;
    Ok(encoder.finish()?)
}

fn brotli(contents: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    brotli::BrotliCompress(
        &mut &contents[..],
        &mut out,
        &brotli::enc::BrotliEncoderParams::default(),
    )?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::SystemTime;

    use super::*;

    fn glued() -> Glued {
        let parts = Parts {
            main: PathBuf::new(),
            loader: "import { initSync } from \"./web.js\";\nfunction makeLoad() {}".to_owned(),
            rest: BTreeMap::from([("one".to_owned(), wasm_encoder::Module::new().finish())]),
            needs: BTreeMap::from([("board".to_owned(), vec!["one".to_owned()])]),
        };
        let script = "import * as it from \"./parts.js\"\ngiven({\"./parts.js\": it});".to_owned();
        Glued { script, program: b"0".to_vec(), parts }
    }

    fn text(files: &Files, name: &str) -> String {
        let path = files.names[name].trim_start_matches('/');
        String::from_utf8(files.made[path].clone()).unwrap()
    }

    #[test]
    fn the_script_finds_parts_under_their_new_names() {
        let mut files = Files::default();
        let needs = files.add_program(glued()).unwrap();
        let pack = &files.names["board.wasm"];
        assert!(needs["board"].contains(pack.trim_start_matches('/')), "{needs:?}");
        let script = text(&files, "web.js");
        assert!(script.contains(&format!("start(\"{pack}\")")), "{script}");
        assert!(script.contains("{\"./parts.js\": it}"), "the program's own name for it: {script}");
    }

    #[test]
    fn what_is_fetched_later_is_counted_apart() {
        let need = |part: &str, file: &str| (part.to_owned(), BTreeSet::from([file.to_owned()]));
        let needs = BTreeMap::from([need("board", "one.wasm"), need("board_bots", "two.wasm")]);
        let file = |name: &str, size, sent| (name.to_owned(), size, sent);
        let files = vec![file("one.wasm", 9, 4), file("two.wasm", 2, 1), file("web.wasm", 90, 40)];
        let shown = Written { files, needs: &needs }.to_string();
        assert!(shown.contains("40 bytes are sent for every page"), "{shown}");
        assert!(shown.contains("4 more for board"), "{shown}");
        assert!(shown.contains("45 bytes in all for a first table of board"), "{shown}");
        assert!(shown.contains("45 bytes are sent for all of it"), "{shown}");
    }

    fn bundle(files: &[(&str, &str)]) -> Bundle {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        Bundle { files: files.collect(), needs: BTreeMap::new() }
    }

    /// Each file's name, contents, and modification time.
    fn written(folder: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
        let files = fs::read_dir(folder).unwrap().map(|file| {
            let path = file.unwrap().path();
            let when = fs::metadata(&path).unwrap().modified().unwrap();
            (name_of(&path), (fs::read(&path).unwrap(), when))
        });
        files.collect()
    }

    #[test]
    fn only_what_has_changed_is_written_and_only_what_belongs_there_is_left() {
        let folder = tempfile::tempdir().unwrap();
        bundle(&[("a.js", "1"), ("b.js", "2"), ("c.png", "3")]).write(folder.path(), true).unwrap();
        let before = written(folder.path());
        let names = ["a.js", "a.js.br", "a.js.gz", "b.js", "b.js.br", "b.js.gz", "c.png"];
        assert_eq!(before.keys().collect::<Vec<_>>(), names);

        bundle(&[("a.js", "1"), ("b.js", "4")]).write(folder.path(), true).unwrap();
        let after = written(folder.path());
        assert_eq!(after.keys().collect::<Vec<_>>(), names[..6]);
        for name in &names[..3] {
            assert_eq!(after[*name], before[*name], "{name}");
        }
        assert_eq!(after["b.js"].0, b"4");
        assert_ne!(after["b.js.br"].0, before["b.js.br"].0);

        bundle(&[("a.js", "1")]).write(folder.path(), false).unwrap();
        assert_eq!(written(folder.path()).into_keys().collect::<Vec<_>>(), ["a.js"]);
    }

    #[test]
    fn what_was_broken_off_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let files = bundle(&[("a.js", "1")]);
        files.write(folder.path(), true).unwrap();
        let whole = written(folder.path());
        fs::remove_file(folder.path().join("a.js")).unwrap();
        fs::write(folder.path().join("a.js.br"), "half").unwrap();
        files.write(folder.path(), true).unwrap();
        assert_eq!(written(folder.path())["a.js.br"].0, whole["a.js.br"].0);
    }
}
