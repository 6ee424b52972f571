//! Many tables at a glance.

use std::collections::BTreeSet;

use super::{TableError, Tables};
use crate::id::{PersonId, TableId};
use crate::store::StoreError;
use crate::wire::TableView;

impl Tables {
    /// How those tables look now, in that order, with everyone's name. A table that cannot be read
    /// is left out, so that it does not keep people from the others.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn views(&self, ids: &[TableId]) -> Result<Vec<TableView>, TableError> {
        let mut views = Vec::with_capacity(ids.len());
        for id in ids {
            match self.glance(id).await {
                Ok(view) => views.push(view),
                Err(TableError::Store(error)) if !matches!(error, StoreError::Damaged(_)) => {
                    return Err(error.into());
                }
                Err(error) => tracing::warn!(table = %id, %error, "a table cannot be listed"),
            }
        }
        let everyone: BTreeSet<PersonId> = views.iter().flat_map(TableView::people).collect();
        let names = self.names(&everyone).await?;
        for view in &mut views {
            let known = view.people().into_iter().filter_map(|id| names.get_key_value(&id));
            view.names = known.map(|(id, name)| (id.clone(), name.clone())).collect();
        }
        Ok(views)
    }

    /// How a table looks as far as this node knows. Unlike [`Tables::read`] it does not ask the
    /// store what other nodes have just written: they tell, and a list is looked at again soon.
    async fn glance(&self, id: &TableId) -> Result<TableView, TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let loaded = match &mut *place {
            Some(loaded) => loaded,
            nothing => nothing.insert(self.read_whole(id).await?),
        };
        Ok(TableView::of(&loaded.table, self.clock().now()))
    }
}
