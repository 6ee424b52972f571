//! Everything the client is made of, under the names it is served by.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

use super::assets::{filled, hashed};

/// The order in which style sheets are joined: tokens first, then what uses them.
const SHEETS: [&str; 2] = ["tokens.css", "base.css"];

/// The program and the script that ties it to the browser.
pub(crate) struct Glued {
    script: String,
    program: Vec<u8>,
}

/// Makes the glue between a program and the browser.
pub(crate) fn glue(program: &Path) -> Result<Glued> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(program)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    let mut output = bindgen
        .generate_output()
        .with_context(|| format!("the glue for {} cannot be made", program.display()))?;
    Ok(Glued { script: output.js().to_owned(), program: output.wasm_mut().emit_wasm() })
}

/// The finished files by the path they are served at.
pub(crate) struct Bundle(BTreeMap<String, Vec<u8>>);

impl Bundle {
    /// The program with all assets around it.
    pub(crate) fn of(assets: &Path, glued: Glued) -> Result<Self> {
        let text = |name: &str| read_text(&assets.join(name));
        let mut files = Files::default();
        for font in fs::read_dir(assets.join("fonts"))? {
            let path = font?.path();
            if path.extension().is_some_and(|extension| extension == "woff2") {
                files.add(&name_of(&path), fs::read(&path)?);
            }
        }
        files.add("icon.svg", text("icon.svg")?.into());
        // The dark colours stand in two places: asked for by the system, or by hand.
        files.names.insert("dark.css".to_owned(), text("dark.css")?);
        files.add_filled("style.css", &style(&assets.join("css"))?)?;
        files.add("web.wasm", glued.program);
        files.add("web.js", glued.script.into());
        files.add_filled("boot.js", &text("boot.js")?)?;
        files.add_filled("worker.js", &text("worker.js")?)?;
        files.names.insert("art".to_owned(), text("art.svg")?);
        files.add_plain("index.html", &text("index.html")?)?;
        files.add_plain("manifest.webmanifest", &text("manifest.webmanifest")?)?;
        files.add_worker(&text("sw.js")?)?;
        Ok(Self(files.made))
    }

    /// A name that changes with any of the files.
    pub(crate) fn version(&self) -> String {
        let all: Vec<u8> = self.0.values().flatten().copied().collect();
        hashed("client", &all)
    }

    /// Writes all files into a folder that holds nothing else afterwards. With `compress` there are
    /// compressed copies beside them, as small as can be.
    pub(crate) fn write(&self, folder: &Path, compress: bool) -> Result<Written> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let mut written = Written::default();
        for (name, contents) in &self.0 {
            fs::write(folder.join(name), contents)?;
            let mut sent = contents.len();
            if compress && !is_font(name) {
                fs::write(folder.join(format!("{name}.gz")), gzipped(contents)?)?;
                let smallest = brotli(contents)?;
                sent = smallest.len();
                fs::write(folder.join(format!("{name}.br")), smallest)?;
            }
            written.0.push((name.clone(), contents.len(), sent));
        }
        Ok(written)
    }
}

/// What was written: name, size, and the size of what is sent.
#[derive(Default)]
pub(crate) struct Written(Vec<(String, usize, usize)>);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, size, sent) in &self.0 {
            writeln!(f, "{size:>9} bytes, {sent:>7} sent: {name}")?;
        }
        let sum: usize = self.0.iter().map(|(_, _, sent)| sent).sum();
        write!(f, "{sum} bytes are sent for all of it")
    }
}

/// Files on their way into a bundle, and what to call them in the files that come after.
#[derive(Default)]
struct Files {
    made: BTreeMap<String, Vec<u8>>,
    names: BTreeMap<String, String>,
}

impl Files {
    /// Adds a file under a name that changes with its contents.
    fn add(&mut self, name: &str, contents: Vec<u8>) {
        let hashed = hashed(name, &contents);
        self.names.insert(name.to_owned(), format!("/{hashed}"));
        self.made.insert(hashed, contents);
    }

    fn add_filled(&mut self, name: &str, text: &str) -> Result<()> {
        let contents = filled(text, &self.names).with_context(|| format!("in {name}"))?;
        self.add(name, contents.into());
        Ok(())
    }

    /// Adds a file that keeps its name, since it is looked for under it.
    fn add_plain(&mut self, name: &str, text: &str) -> Result<()> {
        let contents = filled(text, &self.names).with_context(|| format!("in {name}"))?;
        self.made.insert(name.to_owned(), contents.into());
        Ok(())
    }

    /// Adds the service worker, which keeps all other files and is a new one when any changes.
    fn add_worker(&mut self, text: &str) -> Result<()> {
        let all: Vec<u8> = self.made.values().flatten().copied().collect();
        let paths: Vec<String> = self.made.keys().map(|name| served_at(name)).collect();
        self.names.insert("version".to_owned(), hashed("", &all).trim_matches('-').to_owned());
        self.names.insert("files".to_owned(), serde_json::to_string(&paths)?);
        self.add_plain("sw.js", text)
    }
}

fn served_at(name: &str) -> String {
    if name == "index.html" { "/".to_owned() } else { format!("/{name}") }
}

/// All style sheets in one.
fn style(folder: &Path) -> Result<String> {
    let mut names: Vec<String> = SHEETS.map(str::to_owned).to_vec();
    let mut others = Vec::new();
    for file in fs::read_dir(folder)? {
        others.push(name_of(&file?.path()));
    }
    others.sort();
    names.extend(others.into_iter().filter(|name| !SHEETS.contains(&name.as_str())));
    let sheets: Result<Vec<String>> =
        names.iter().map(|name| read_text(&folder.join(name))).collect();
    Ok(sheets?.join("\n"))
}

/// A font is compressed already.
fn is_font(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "woff2")
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
