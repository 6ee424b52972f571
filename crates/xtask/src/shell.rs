//! Runs other programs.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, io};

use anyhow::{Context, Result, bail};

use crate::{descendants, workspace};

/// A command at the root of the workspace.
pub(crate) fn program<'a>(name: &str, arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(workspace::root());
    // `cargo run` describes this package in the environment; other programs must not see that.
    for (key, _) in env::vars().filter(|(key, _)| describes_this_package(key)) {
        command.env_remove(key);
    }
    command
}

fn describes_this_package(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_") || variable.starts_with("CARGO_MANIFEST_")
}

/// Cargo with these arguments, separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    program("cargo", arguments.split_whitespace())
}

/// The command as it would be typed.
pub(crate) fn shown(command: &Command) -> String {
    let set = command.get_envs().filter_map(|(key, value)| {
        Some(format!("{}={}", key.to_string_lossy(), value?.to_string_lossy()))
    });
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    set.chain(words.map(|word| quoted(&word.to_string_lossy()))).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() }
}

/// Prints the command and runs it with our output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    let status = command.status().with_context(|| cannot_start(command))?;
    succeeded(command, status)
}

/// Prints the command and its output; returns the output and the result. Whenever nothing was
/// printed for `hang_timeout`, the descendants of the command are killed as hanging, and the command
/// can continue without them.
pub(crate) fn watch(command: &mut Command, hang_timeout: Duration) -> Result<(String, Result<()>)> {
    println!("$ {}", shown(command));
    let started = command.stdout(Stdio::piped()).spawn();
    let mut child = started.with_context(|| cannot_start(command))?;
    let mut printed = String::new();
    let output = child.stdout.take().context("its output is ours")?;
    let (say, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = BufReader::new(output).lines();
        while lines.next().is_some_and(|line| say.send(line).is_ok()) {}
    });
    loop {
        let line = match heard.recv_timeout(hang_timeout) {
            Ok(line) => line.with_context(|| format!("`{}` cannot be read", shown(command)))?,
            Err(RecvTimeoutError::Timeout) => {
                // A process that it has left behind may still hold its output open.
                if child.try_wait().with_context(|| cannot_start(command))?.is_some() {
                    break;
                }
                println!(
                    "nothing was said for {} s: what hangs is stopped",
                    hang_timeout.as_secs()
                );
                descendants::stop_descendants(child.id());
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        println!("{line}");
        printed.push_str(&line);
        printed.push('\n');
    }
    let status = child.wait().with_context(|| cannot_start(command))?;
    Ok((printed, succeeded(command, status)))
}

/// Prints the command and runs it for at most `limit`; returns whether it ended by itself.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<bool> {
    println!("$ {}", shown(command));
    match wait(command, limit)? {
        Some(status) => succeeded(command, status).map(|()| true),
        None => Ok(false),
    }
}

/// Whether the command succeeds within `limit`; its output is not printed.
pub(crate) fn succeeds(command: &mut Command, limit: Duration) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    matches!(wait(command, limit), Ok(Some(status)) if status.success())
}

/// The output of the command.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| cannot_start(command))?;
    succeeded(command, output.status)?;
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something that is not text", shown(command)))
}

fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    bail!("`{}` failed ({status})", shown(command))
}

fn cannot_start(command: &Command) -> String {
    format!("`{}` cannot be started", shown(command))
}

/// The status; `None` if the command was killed at its limit.
fn wait(command: &mut Command, limit: Duration) -> Result<Option<ExitStatus>> {
    let mut child = command.spawn().with_context(|| cannot_start(command))?;
    let deadline = Instant::now() + limit;
    loop {
        let status = child.try_wait().with_context(|| cannot_start(command))?;
        if status.is_some() {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            let stopped: io::Result<_> = child.kill().and_then(|()| child.wait());
            stopped.with_context(|| format!("`{}` cannot be stopped", shown(command)))?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::{Pid, Signal, kill_process};

    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("cargo");
        command.args(["doc", "a b"]).env("RUSTDOCFLAGS", "-Dwarnings").env_remove("HOME");
        assert_eq!(shown(&command), "RUSTDOCFLAGS=-Dwarnings cargo doc 'a b'");
    }

    #[test]
    fn success_and_failure_are_told_apart() {
        let limit = Duration::from_secs(60);
        assert!(succeeds(&mut program("true", []), limit));
        assert!(!succeeds(&mut program("false", []), limit));
        assert!(!succeeds(&mut program("no-such-program", []), limit));
    }

    #[test]
    fn what_a_watched_command_prints_is_known() {
        let hang_timeout = Duration::from_secs(60);
        let (printed, ended) = watch(&mut program("echo", ["one", "two"]), hang_timeout).unwrap();
        assert_eq!(printed, "one two\n");
        ended.unwrap();
        let (_, ended) = watch(&mut program("false", []), hang_timeout).unwrap();
        assert_eq!(ended.unwrap_err().to_string(), "`false` failed (exit status: 1)");
    }

    #[test]
    fn what_hangs_under_a_watched_command_is_stopped_and_the_command_goes_on() {
        let script = "sh -c 'sleep 600; echo never'; echo \"after $?\"";
        let hangs = &mut program("sh", ["-c", script]);
        let (printed, ended) = watch(hangs, Duration::from_millis(200)).unwrap();
        assert_eq!(printed, "after 137\n");
        ended.unwrap();
    }

    #[test]
    fn whoever_is_left_behind_by_a_watched_command_keeps_nobody_waiting() {
        let leaves = &mut program("sh", ["-c", "sleep 600 & echo $!"]);
        let (printed, ended) = watch(leaves, Duration::from_millis(200)).unwrap();
        ended.unwrap();
        let left = Pid::from_raw(printed.trim().parse().unwrap()).unwrap();
        kill_process(left, Signal::KILL).expect("it is still there");
    }

    #[test]
    fn a_command_that_takes_too_long_is_stopped() {
        assert!(!run_within(&mut program("sleep", ["60"]), Duration::ZERO).unwrap());
        assert!(run_within(&mut program("true", []), Duration::from_secs(60)).unwrap());
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = output(&mut program("false", [])).unwrap_err();
        assert_eq!(error.to_string(), "`false` failed (exit status: 1)");
        let error = run(&mut program("no-such-program", [])).unwrap_err();
        assert_eq!(error.to_string(), "`no-such-program` cannot be started");
    }
}
