//! The speed of the disk alone.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

const ROUND: Duration = Duration::from_secs(1);
/// About the size of a small commit.
const BLOCK: [u8; 8192] = [0x5a; 8192];

/// The number of consecutive small durable writes per second in that folder.
pub(crate) fn sync_rate(folder: &Path) -> Result<f64> {
    let mut file = File::create(folder.join("sync-rate"))?;
    let (start, mut syncs) = (Instant::now(), 0_u32);
    while start.elapsed() < ROUND {
        file.write_all(&BLOCK)?;
        file.sync_data()?;
        syncs += 1;
    }
    Ok(f64::from(syncs) / start.elapsed().as_secs_f64())
}
