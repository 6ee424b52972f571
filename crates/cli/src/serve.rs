//! `bellwether serve`: runs the server until a signal stops it.

use std::io::{IsTerminal, Write};

use server::{Server, config::Config};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use crate::Failure;
use crate::args::ServeArgs;
use crate::settings::{LogFormat, Settings};

pub(crate) fn run(options: &ServeArgs) -> Result<(), Failure> {
    let settings = Settings::gather(options)?;
    let registry = crate::files::registry(&options.sets)?;
    start_log(&settings)?;
    Runtime::new()?.block_on(serve(settings.config, registry))
}

async fn serve(config: Config, registry: registry::Registry) -> Result<(), Failure> {
    // Whoever has read that it listens may ask it to stop.
    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let database = config.database.clone();
    let server = Server::start(config, registry).await;
    let server = server.map_err(|error| Failure::Refused(error.to_string()))?;
    let mut out = anstream::stdout();
    writeln!(out, "Bellwether listens on http://{} ({database:?}).", server.address())?;
    out.flush()?;
    let stop = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    server.run(stop).await;
    writeln!(out, "Bellwether has stopped.")?;
    Ok(())
}

/// Starts the log on standard error, one line per event.
fn start_log(settings: &Settings) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&settings.log)
        .map_err(|error| Failure::Refused(format!("the log filter is wrong: {error}")))?;
    // Colours are for eyes: a file, or whoever asks for none, gets none.
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal() && !is_plain)
        .with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
