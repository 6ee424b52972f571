//! The description of the HTTP part changes only on purpose. `BLESS=1 cargo test` writes it anew.

use std::fs;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openapi.json");

#[test]
fn the_description_is_as_before() {
    let text = format!("{}\n", server::description().to_pretty_json().unwrap());
    if std::env::var_os("BLESS").is_some() {
        fs::write(PATH, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(PATH).unwrap(), "{PATH} is not what it was");
}
