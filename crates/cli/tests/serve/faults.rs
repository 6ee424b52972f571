//! A disk that is full or fails and a PostgreSQL that is gone for a while: what was acknowledged is
//! kept, what was not is not half there, and the server goes on by itself once the cause is gone.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

use crate::history::Clients;
use crate::postgres::Cluster;
use crate::process::{PROGRAM, Process};

/// How much is acknowledged before something breaks, and after it is mended.
const GOOD: usize = 150;
/// How much fails meanwhile.
const BAD: usize = 25;

/// What the server says of itself.
struct Health {
    alive: u16,
    ready: u16,
    writable: bool,
}

async fn health(address: &str) -> Health {
    let get = async |path: &str| {
        let answer = reqwest::get(format!("http://{address}/{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (alive, ready) = (get("healthz").await.0, get("readyz").await.0);
    let writable = get("metrics").await.1.contains("bellwether_writable 1\n");
    Health { alive, ready, writable }
}

/// Breaks something under a server at work, mends it, and compares what is there with what people
/// were told; and once more after the server was killed.
async fn break_and_check<T>(
    server: impl Fn() -> Process,
    mut what: T,
    breaks: impl FnOnce(&mut T, &Process),
    mends: impl FnOnce(&mut T, &Process),
) {
    let mut process = server();
    let mut clients = Clients::start(&process.address);
    clients.acknowledged(GOOD).await;
    breaks(&mut what, &process);
    clients.unknown(BAD).await;
    let broken = health(&process.address).await;
    mends(&mut what, &process);
    clients.acknowledged(GOOD).await;
    let history = clients.stop().await;
    history.check(&process.address).await;
    assert_eq!((broken.alive, broken.ready, broken.writable), (200, 503, false));
    // What was found out while it was broken is believed for a second.
    while health(&process.address).await.ready != 200 {}
    assert!(health(&process.address).await.writable);
    process.crash();
    let again = server();
    history.check(&again.address).await;
}

/// A command that runs the server, which is not killed when a file grows past the limit.
fn limited() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#, PROGRAM]);
    command
}

/// Lets no file of that process grow past `bytes`.
fn limit_files(process: &Process, bytes: Option<u64>) {
    let (pid, all) = (process.child.id().cast_signed(), getrlimit(Resource::Fsize).maximum);
    let limit = Rlimit { current: bytes.or(all), maximum: all };
    prlimit(Pid::from_raw(pid), Resource::Fsize, limit).unwrap();
}

async fn files_cannot_grow_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bellwether.db");
    let log = folder.path().join("bellwether.db-wal");
    let breaks = |log: &mut PathBuf, process: &Process| {
        limit_files(process, Some(log.metadata().unwrap().len()));
    };
    let mends = |_: &mut PathBuf, process: &Process| limit_files(process, None);
    break_and_check(|| Process::start_by(limited(), &database), log, breaks, mends).await;
}

#[tokio::test]
async fn what_is_acknowledged_is_kept_when_files_cannot_grow() {
    files_cannot_grow_for_a_while().await;
}

/// A small file system in memory, as long as this is there, which only the programs see that enter
/// it. That needs no rights but those that some systems do not give.
struct SmallDisk {
    holder: Child,
    folder: PathBuf,
}

impl SmallDisk {
    fn mount(folder: &Path) -> Option<Self> {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c"]);
        command.arg(r#"mount -t tmpfs -o size=6m tmpfs "$0" && echo mounted && cat >/dev/null"#);
        command.arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut holder = command.spawn().ok()?;
        let mut line = String::new();
        BufReader::new(holder.stdout.take()?).read_line(&mut line).ok()?;
        let disk = Self { holder, folder: folder.to_owned() };
        (line == "mounted\n").then_some(disk)
    }

    /// A command that runs the server where the file system is seen.
    fn command(&self) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--user", "--mount", "--preserve-credentials", "--target"]);
        command.arg(self.holder.id().to_string()).arg(PROGRAM);
        command
    }

    /// A file there, as it is seen from here.
    fn ballast(&self) -> PathBuf {
        let folder = self.folder.strip_prefix("/").unwrap();
        Path::new("/proc").join(self.holder.id().to_string()).join("root").join(folder).join("x")
    }

    fn fill(&self) {
        let mut file = File::create(self.ballast()).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
    }

    fn empty(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

#[tokio::test]
async fn what_is_acknowledged_is_kept_when_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path()) else {
        println!("nothing can be mounted here: files that cannot grow stand in for it");
        return files_cannot_grow_for_a_while().await;
    };
    let (database, disk) = (folder.path().join("bellwether.db"), &disk);
    let server = || Process::start_by(disk.command(), &database);
    break_and_check(server, disk, |disk, _| disk.fill(), |disk, _| disk.empty()).await;
}

/// Writing fails a few times, for each connection anew.
#[tokio::test]
async fn what_is_acknowledged_is_kept_when_the_disk_fails() {
    for call in ["pwrite64", "fdatasync"] {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("bellwether.db");
        Process::start(&database).stop();
        let mut command = Command::new("strace");
        // -D: the server stays our child, and strace hangs on from outside.
        command.args(["-D", "-f", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e"]);
        command.arg(format!("inject={call}:error=EIO:when=60..62")).arg(PROGRAM);
        let mut process = Process::start_by(command, &database);
        let mut clients = Clients::start(&process.address);
        clients.unknown(BAD).await;
        clients.acknowledged(GOOD).await;
        let history = clients.stop().await;
        process.crash();
        let again = Process::start(&database);
        history.check(&again.address).await;
        let health = health(&again.address).await;
        assert_eq!((health.ready, health.writable), (200, true));
    }
}

async fn postgres_is_broken(breaks: &str, mends: &str) {
    let cluster = Cluster::start();
    let address = cluster.address();
    let server = || Process::start(OsStr::new(&address));
    let order = |word: &str| {
        let word = word.to_owned();
        move |cluster: &mut Cluster, _: &Process| cluster.order(&word)
    };
    break_and_check(server, cluster, order(breaks), order(mends)).await;
}

#[tokio::test]
async fn what_is_acknowledged_is_kept_when_postgres_restarts() {
    postgres_is_broken("stop", "start").await;
}

#[tokio::test]
async fn what_is_acknowledged_is_kept_when_postgres_freezes() {
    postgres_is_broken("freeze", "thaw").await;
}

#[tokio::test]
async fn what_is_acknowledged_is_kept_when_postgres_takes_no_connections() {
    postgres_is_broken("refuse", "admit").await;
}
