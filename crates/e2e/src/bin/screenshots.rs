//! Screenshots of every page and board at several sizes, light and dark.

use std::path::PathBuf;

use anyhow::{Context, Result};
use e2e::{BrowserSession, ExpectedError, OPERATOR_SECRET, Server, Size, Tour};

/// Width and height of the window. Pictures show whole pages.
const SIZES: [(u32, u32); 3] = [(390, 844), (1024, 768), (1920, 1080)];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("say into which folder the pictures go")?;
    let server = Server::start_with(&[("BELLWETHER_ADMIN_SECRET", OPERATOR_SECRET)])?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    let tour = Tour { server: &server, session: &session };
    let look = async |name: &str| {
        for (width, height) in SIZES {
            session.resize(width, height).await?;
            for theme in ["dark", "light"] {
                session.set_dark(theme == "dark").await?;
                session.screenshot(&folder.join(format!("{name}-{width}-{theme}.png"))).await?;
            }
        }
        Ok(())
    };
    tour.pages(look).await?;
    tour.people(look).await?;
    tour.tables(look).await?;
    println!("the pictures are in {}", folder.display());
    session.close_expecting(&[ExpectedError::Panic]).await
}
