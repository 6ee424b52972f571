//! The whole log of a table in one file, which is made part by part while somebody reads it.

use std::collections::BTreeMap;

use axum::body::Body;
use futures_util::stream;
use serde::Serialize;

use crate::id::{PersonId, TableId};
use crate::page::{Page, PageSize};
use crate::tables::{TableError, Tables};

/// What of it lies in memory at a time.
const A_PART: PageSize = PageSize { items: 500, bytes: 32 * 1024 };

/// A log that is being written out.
pub(super) struct LogFile {
    tables: Tables,
    table: TableId,
    /// The file begins with them; nothing once it has begun.
    names: Option<BTreeMap<PersonId, String>>,
    /// The number of the last entry that is written.
    after: u64,
    is_over: bool,
}

impl LogFile {
    /// The log of that table, in which those people have a part.
    pub(super) const fn new(
        tables: Tables,
        table: TableId,
        names: BTreeMap<PersonId, String>,
    ) -> Self {
        Self { tables, table, names: Some(names), after: 0, is_over: false }
    }

    pub(super) fn into_body(self) -> Body {
        Body::from_stream(stream::try_unfold(self, async |mut file| {
            Ok::<_, TableError>(file.next_part().await?.map(|part| (part, file)))
        }))
    }

    /// The next part of the file. A log that cannot be read any more ends it in the middle, where
    /// no reader takes it for a whole one.
    async fn next_part(&mut self) -> Result<Option<String>, TableError> {
        if self.is_over {
            return Ok(None);
        }
        let Page { items, more } = self.tables.entries(&self.table, self.after, A_PART).await?;
        self.after = items.last().map_or(self.after, |stamped| stamped.seq);
        self.is_over = !more;
        let mut part = match self.names.take() {
            Some(names) => {
                let (table, names) = (json(&self.table), json(&names));
                format!("{{\"table\":{table},\"names\":{names},\"entries\":[")
            }
            None => ",".to_owned(),
        };
        let entries = json(&items);
        part.push_str(&entries[1..entries.len() - 1]);
        if self.is_over {
            part.push_str("]}\n");
        }
        Ok(Some(part))
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("everything in a log can be written as JSON")
}
