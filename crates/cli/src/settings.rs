//! The settings of `bellwether serve`. Flags take precedence over the environment, the environment
//! over the file, the file over defaults.

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use server::config::{BotLimits, Clock, Config, Limits, Origin, Retention, WebhookRules};
use server::secret::Secret;
use server::store::Database;

use crate::Failure;
use crate::args::ServeArgs;

/// The format of the log.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// The settings file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Written {
    listen: Option<SocketAddr>,
    database: Option<String>,
    origin: Option<String>,
    secret_file: Option<PathBuf>,
    admin_secret_file: Option<PathBuf>,
    behind_proxy: Option<bool>,
    requests_per_second: Option<NonZeroU32>,
    guests_per_minute: Option<NonZeroU32>,
    passwords_per_minute: Option<NonZeroU32>,
    passwords_for_a_name_per_minute: Option<NonZeroU32>,
    tables_per_minute: Option<NonZeroU32>,
    messages_per_second: Option<NonZeroU32>,
    lines_per_minute: Option<NonZeroU32>,
    sockets_per_address: Option<NonZeroU32>,
    connections_per_address: Option<NonZeroU32>,
    unread_bytes_per_address: Option<NonZeroU32>,
    write_timeout_seconds: Option<NonZeroU32>,
    tables_per_minute_per_address: Option<NonZeroU32>,
    public_tables_per_person: Option<NonZeroU32>,
    public_tables_per_address: Option<NonZeroU32>,
    public_table_hours: Option<NonZeroU32>,
    bot_tables_per_person: Option<NonZeroU32>,
    bot_tables_per_address: Option<NonZeroU32>,
    webhooks_per_minute: Option<NonZeroU32>,
    programs_per_minute: Option<NonZeroU32>,
    webhooks_to_private_addresses: Option<bool>,
    guest_days: Option<u32>,
    unstarted_table_days: Option<u32>,
    bot_threads: Option<NonZeroUsize>,
    bot_millis: Option<NonZeroU32>,
    log: Option<String>,
    log_format: Option<LogFormat>,
}

/// All settings, merged.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) config: Config,
    pub(crate) log: String,
    pub(crate) log_format: LogFormat,
}

impl Settings {
    /// Reads the settings file, if there is one, and merges all sources.
    pub(crate) fn gather(args: &ServeArgs) -> Result<Self, Failure> {
        let file = args.config.as_deref().map(read_file).transpose()?.unwrap_or_default();
        Self::merge(args, file)
    }

    fn merge(args: &ServeArgs, file: Written) -> Result<Self, Failure> {
        let limits = limits(args, &file);
        let database = args.database.clone().or(file.database);
        let database = database.unwrap_or_else(|| "./bellwether.db".to_owned());
        let database: Database = database.parse().unwrap_or_else(|never| match never {});
        let origin = args.origin.clone().or(file.origin).map(|text| text.parse::<Origin>());
        let origin = origin.transpose().map_err(|error| Failure::Refused(error.to_string()))?;
        let secret_file = args.secret_file.clone().or(file.secret_file);
        let admin_file = args.admin_secret_file.clone().or(file.admin_secret_file);
        let millis = args.bot_millis.or(file.bot_millis);
        let bots = BotLimits::default();
        let bots = BotLimits {
            threads: args.bot_threads.or(file.bot_threads).unwrap_or(bots.threads),
            longest_turn: millis
                .map_or(bots.longest_turn, |millis| Duration::from_millis(millis.get().into())),
        };
        let private = file.webhooks_to_private_addresses.unwrap_or_default();
        let webhooks = WebhookRules {
            to_private_addresses: args.webhooks_to_private_addresses || private,
            ..WebhookRules::default()
        };
        let kept = Retention::default();
        let days = |flag: Option<u32>, file: Option<u32>, days| flag.or(file).unwrap_or(days);
        let retention = Retention {
            guest_days: days(args.guest_days, file.guest_days, kept.guest_days),
            unstarted_table_days: days(
                args.unstarted_table_days,
                file.unstarted_table_days,
                kept.unstarted_table_days,
            ),
        };
        let config = Config {
            listen: args.listen.or(file.listen).unwrap_or(([127, 0, 0, 1], 8080).into()),
            database,
            origin,
            admin: secret(args.admin_secret.as_deref(), admin_file.as_deref())?,
            secret: secret(args.secret.as_deref(), secret_file.as_deref())?,
            behind_proxy: args.behind_proxy || file.behind_proxy.unwrap_or_default(),
            limits,
            bots,
            webhooks,
            retention,
            clock: Clock::default(),
        };
        let log = args.log.clone().or(file.log).unwrap_or_else(|| "info".to_owned());
        let log_format = args.log_format.or(file.log_format).unwrap_or_default();
        Ok(Self { config, log, log_format })
    }
}

/// Each limit as the flag says, or the file, or as is usual.
fn limits(args: &ServeArgs, file: &Written) -> Limits {
    let usual = Limits::default();
    macro_rules! limits {
        ($($name:ident),* $(,)?) => {
            Limits { $($name: args.$name.or(file.$name).unwrap_or(usual.$name)),* }
        };
    }
    limits! {
        requests_per_second,
        guests_per_minute,
        passwords_per_minute,
        passwords_for_a_name_per_minute,
        tables_per_minute,
        messages_per_second,
        lines_per_minute,
        sockets_per_address,
        connections_per_address,
        unread_bytes_per_address,
        write_timeout_seconds,
        tables_per_minute_per_address,
        public_tables_per_person,
        public_tables_per_address,
        public_table_hours,
        bot_tables_per_person,
        bot_tables_per_address,
        webhooks_per_minute,
        programs_per_minute,
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::File { path: path.to_owned(), error })
}

fn read_file(path: &Path) -> Result<Written, Failure> {
    let wrong = |error: toml::de::Error| Failure::Content {
        path: path.to_owned(),
        reason: error.to_string().trim().to_owned(),
    };
    toml::from_str(&read(path)?).map_err(wrong)
}

/// Reads a secret from the environment's text or from a file.
fn secret(text: Option<&str>, file: Option<&Path>) -> Result<Option<Secret>, Failure> {
    let text = match (text, file) {
        (Some(text), _) => text.to_owned(),
        (None, Some(path)) => read(path)?,
        (None, None) => return Ok(None),
    };
    let wrong = |error| Failure::Refused(format!("the secret is wrong: {error}"));
    text.parse().map(Some).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Args, Command};

    fn args(line: &[&str]) -> ServeArgs {
        let line = ["bellwether", "serve"].iter().chain(line);
        match Args::parse_from(line).command {
            Command::Serve(args) => args,
            other => panic!("{other:?}"),
        }
    }

    fn merged(line: &[&str], file: &str) -> Settings {
        Settings::merge(&args(line), toml::from_str(file).unwrap()).unwrap()
    }

    #[test]
    fn a_flag_comes_before_the_file_and_the_file_before_the_default() {
        let file = "listen = \"0.0.0.0:80\"\ndatabase = \"a.db\"\nguests-per-minute = 3\n\
                    log-format = \"json\"\n";
        let settings = merged(&["--database", "b.db"], file);
        assert_eq!(settings.config.listen.port(), 80);
        assert_eq!(settings.config.database, Database::Sqlite("b.db".into()));
        assert_eq!(settings.config.limits.guests_per_minute.get(), 3);
        assert_eq!(settings.config.limits.tables_per_minute, Limits::default().tables_per_minute);
        assert_eq!((settings.log.as_str(), settings.log_format), ("info", LogFormat::Json));
    }

    #[test]
    fn wrong_settings_are_refused() {
        assert!(toml::from_str::<Written>("lisen = \"0.0.0.0:80\"").is_err());
        assert!(Settings::merge(&args(&["--origin", "nonsense"]), Written::default()).is_err());
        assert!(secret(Some("short"), None).is_err());
        assert!(secret(Some(&"ab".repeat(32)), None).is_ok_and(|secret| secret.is_some()));
    }

    #[test]
    fn a_secret_comes_from_a_file_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        std::fs::write(&file, format!("{}\n", "ab".repeat(32))).unwrap();
        let written = format!("secret-file = {file:?}\nadmin-secret-file = {file:?}\n");
        let Config { secret, admin, .. } = merged(&[], &written).config;
        let expected: Option<Secret> = "ab".repeat(32).parse().ok();
        assert!(expected.is_some() && secret == expected && admin == expected);
        std::fs::write(&file, "short").unwrap();
        let refused = Settings::merge(&args(&[]), toml::from_str(&written).unwrap());
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("64 hexadecimal digits") && !error.contains("short"), "{error}");
    }

    /// The names of all flags with those of their environment variables.
    fn flags() -> Vec<(String, Option<String>)> {
        let command = <Args as clap::CommandFactory>::command();
        let serve = command.find_subcommand("serve").expect("it is a command");
        let named = |argument: &clap::Arg| {
            let variable = argument.get_env().map(|name| name.to_string_lossy().into_owned());
            Some((argument.get_long()?.to_owned(), variable))
        };
        serve.get_arguments().filter_map(named).collect()
    }

    #[test]
    fn every_setting_is_documented_and_nothing_else() {
        let document = include_str!("../../../docs/server.md");
        let table =
            document.split("## Settings").nth(1).and_then(|rest| rest.split("\n## ").next());
        let is_row = |line: &&str| line.starts_with('|') && line.contains("`--");
        let rows: Vec<&str> = table.unwrap().lines().filter(is_row).collect();
        let flags: Vec<_> = flags().into_iter().filter(|(flag, _)| flag != "help").collect();
        for (flag, variable) in &flags {
            let row = rows.iter().find(|row| row.contains(&format!("`--{flag}`")));
            let row = row.unwrap_or_else(|| panic!("--{flag} is not documented"));
            let variable = variable.as_deref().unwrap_or_default();
            assert!(row.contains(variable), "{variable} is not in the row of --{flag}");
        }
        assert_eq!(rows.len(), flags.len(), "a row for each flag");
    }

    #[test]
    fn every_setting_can_stand_in_the_file_but_secrets_and_the_file() {
        for (flag, _) in flags().into_iter().filter(|(_, variable)| variable.is_some()) {
            let error = toml::from_str::<Written>(&format!("{flag} = []")).unwrap_err();
            let is_unknown = error.to_string().contains("unknown field");
            assert_eq!(
                is_unknown,
                ["config", "secret", "admin-secret"].contains(&&*flag),
                "{flag}"
            );
        }
    }
}
