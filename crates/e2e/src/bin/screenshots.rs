//! Shows every page and board at several sizes, light and dark, and keeps the pictures.

use std::path::PathBuf;

use anyhow::{Context, Result};
use e2e::{SECRET, Server, Size, Tour, Trouble, Visit};

/// Width and height of the window. Pages are shown down to their feet.
const SIZES: [(u32, u32); 3] = [(390, 844), (1024, 768), (1920, 1080)];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("say into which folder the pictures go")?;
    let server = Server::start_with(&[("BELLWETHER_ADMIN_SECRET", SECRET)])?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    let tour = Tour { server: &server, visit: &visit };
    let look = async |name: &str| {
        for (width, height) in SIZES {
            visit.resize(width, height).await?;
            for theme in ["dark", "light"] {
                visit.set_dark(theme == "dark").await?;
                visit.picture(&folder.join(format!("{name}-{width}-{theme}.png"))).await?;
            }
        }
        Ok(())
    };
    tour.pages(look).await?;
    tour.people(look).await?;
    tour.tables(look).await?;
    println!("the pictures are in {}", folder.display());
    visit.close_after(&[Trouble::Crash]).await
}
