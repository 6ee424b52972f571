//! Embeds the client again whenever another one has been built.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // `cargo play` names the client that it has built here; see `crates/xtask/src/client`.
    println!("cargo:rerun-if-env-changed=BELLWETHER_CLIENT");
}
