//! `bellwether export`, `import` and `backup`: a server's whole database as a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use server::store::{ArchiveError, Database, archive, private_file};
use tokio::runtime::Runtime;

use crate::Failure;
use crate::args::{BackupArgs, DatabaseArgs, ExportArgs, ImportArgs};

/// The header of every SQLite file.
const SQLITE_HEADER: &[u8] = b"SQLite format 3\0";

pub(crate) fn export(options: &ExportArgs) -> Result<(), Failure> {
    let from = database(&options.database);
    let runtime = Runtime::new()?;
    let rows = if is_standard(&options.file) {
        let mut out = BufWriter::new(io::stdout().lock());
        runtime.block_on(archive::export(&from, &mut out))
    } else {
        let mut out = BufWriter::new(new_file(&options.file)?);
        runtime.block_on(archive::export(&from, &mut out))
    };
    let rows = rows.map_err(|error| refused(&error))?;
    print_status(&format!("{rows} rows were exported."))
}

pub(crate) fn import(options: &ImportArgs) -> Result<(), Failure> {
    let to = database(&options.database);
    let runtime = Runtime::new()?;
    let rows = if is_standard(&options.file) {
        runtime.block_on(archive::import(&mut io::stdin().lock(), &to))
    } else {
        let failed = |error| Failure::File { path: options.file.clone(), error };
        let mut file = BufReader::new(File::open(&options.file).map_err(failed)?);
        if file.fill_buf().map_err(failed)?.starts_with(SQLITE_HEADER) {
            runtime.block_on(archive::copy(&Database::Sqlite(options.file.clone()), &to))
        } else {
            runtime.block_on(archive::import(&mut file, &to))
        }
    };
    let rows = rows.map_err(|error| refused(&error))?;
    print_status(&format!("{rows} rows were imported."))
}

pub(crate) fn backup(options: &BackupArgs) -> Result<(), Failure> {
    let from = database(&options.database);
    let done = Runtime::new()?.block_on(archive::backup(&from, &options.file));
    done.map_err(|error| match error {
        ArchiveError::File(error) => Failure::File { path: options.file.clone(), error },
        error => refused(&error),
    })?;
    print_status("The database was backed up.")
}

fn database(args: &DatabaseArgs) -> Database {
    args.database.parse().unwrap_or_else(|never| match never {})
}

fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

fn new_file(path: &Path) -> Result<File, Failure> {
    private_file(path).map_err(|error| Failure::File { path: path.to_owned(), error })
}

fn refused(error: &ArchiveError) -> Failure {
    Failure::Refused(error.to_string())
}

/// Prints a sentence to standard error, because standard output may be the archive.
fn print_status(sentence: &str) -> Result<(), Failure> {
    writeln!(anstream::stderr(), "{sentence}")?;
    Ok(())
}
