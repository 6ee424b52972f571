//! Loading component sets.

use registry::{AnyGame, GameId, NewGame, Registry};

const STANDARD: &str = include_str!("../../foxy-and-wooly/data/meadowlark-1.txt");

#[test]
fn a_loaded_set_can_be_played_with_and_stands_in_the_record() {
    let mut registry = Registry::new();
    let loaded = registry.load_set(&STANDARD.replace("meadowlark-1", "mine-1")).unwrap();
    assert_eq!(loaded, (GameId::FoxyAndWooly, "mine-1".to_owned()));
    assert_eq!(registry.set_names(GameId::FoxyAndWooly), ["meadowlark-1", "mine-1"]);
    let mut new = NewGame::of(GameId::FoxyAndWooly, 2);
    new.set = Some("mine-1".to_owned());
    let record = AnyGame::new(&registry, &new).unwrap().record();
    assert!(record.contains("[set \"mine-1\"]"));
    assert!(AnyGame::load(&registry, &record).is_ok());
    assert_eq!(
        AnyGame::load(&Registry::new(), &record).err().unwrap().to_string(),
        "line 2: the component set \"mine-1\" is not loaded for Foxy & Wooly"
    );
}

#[test]
fn a_name_is_not_given_to_two_sets() {
    let mut registry = Registry::new();
    assert!(registry.load_set(STANDARD).is_ok(), "the same components again are no harm");
    let other = STANDARD.replace("cubes 9", "cubes 8");
    assert_eq!(
        registry.load_set(&other).unwrap_err().to_string(),
        "line 7: there is another set \"meadowlark-1\" for foxy-and-wooly: give this one a name of its own"
    );
    assert_eq!(registry.set_names(GameId::FoxyAndWooly), ["meadowlark-1"]);
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let mut registry = Registry::new();
    let error =
        |registry: &mut Registry, text: &str| registry.load_set(text).unwrap_err().to_string();
    assert_eq!(error(&mut registry, ""), "line 1: the file is empty: it starts with `set GAME ID`");
    assert!(error(&mut registry, "set chess x").starts_with("line 1: there is no game \"chess\""));
    assert_eq!(
        error(&mut registry, "set foxy-and-wooly x\ncubes 0\nfield 1 wolf"),
        "line 3: a player starts with at least one cube: `cubes N` is missing or 0"
    );
}
