//! Parses component files.

use std::collections::BTreeMap;

use rules::notation::{number, quoted};
use rules::{SetError, SetHeading};

use super::{BONUS_TILES, Components, TILES, TOWERS, TOWNS, Town, TrackSpace, WOODEN_SHEEP};
use crate::tile::{MAX_TILE_SPACES, TileError, TileSpace};
use crate::{INFO, Land, Tile};

/// The most spaces of the whiskey track.
const MAX_TRACK_SPACES: usize = 100;

/// The statements parsed so far; each occurs once.
#[derive(Default)]
struct Draft {
    tiles: BTreeMap<usize, Tile>,
    open_tile: Option<OpenTile>,
    towns: Vec<Town>,
    bonus: Option<[u8; Land::COUNT]>,
    track: Option<Vec<TrackSpace>>,
    wooden_sheep: Option<u8>,
    towers: Option<u8>,
}

/// A tile whose rows are being parsed.
struct OpenTile {
    number: usize,
    line: usize,
    rows: u8,
    spaces: Vec<TileSpace>,
}

pub(super) fn parse(text: &str) -> Result<Components, SetError> {
    let heading = SetHeading::find_for(text, INFO.id)?;
    let mut draft = Draft::default();
    let mut last = heading.line;
    for (line, statement) in heading.statements(text) {
        if is_statement(statement) {
            draft.close_tile()?;
        }
        draft.read(line, statement).map_err(|reason| SetError::new(line, reason))?;
        last = line;
    }
    draft.close_tile()?;
    draft.finish(heading.id).map_err(|reason| SetError::new(last, reason))
}

impl Draft {
    fn read(&mut self, line: usize, statement: &str) -> Result<(), String> {
        let mut words = statement.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match first {
            "tile" => self.open_tile(line, &words),
            "town" => self.town(&words),
            "bonus" => once(&mut self.bonus, "bonus", bonus(&words)?),
            "track" => once(&mut self.track, "track", track(&words)?),
            "wooden-sheep" => {
                once(&mut self.wooden_sheep, "wooden-sheep", supply(&words, WOODEN_SHEEP)?)
            }
            "towers" => once(&mut self.towers, "towers", supply(&words, TOWERS)?),
            _ => self.tile_row(statement),
        }
    }

    fn open_tile(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        let [text] = words else { return Err("a tile starts with `tile NUMBER`".to_owned()) };
        let number = number(text, TILES as u64, "a tile").map_err(|error| error.to_string())?;
        let number = number as usize;
        if number == 0 {
            return Err(format!("tiles are numbered from 1 to {TILES}"));
        }
        if self.tiles.contains_key(&number) {
            return Err(format!("tile {number} is here a second time"));
        }
        self.open_tile = Some(OpenTile { number, line, rows: 0, spaces: Vec::new() });
        Ok(())
    }

    fn tile_row(&mut self, statement: &str) -> Result<(), String> {
        let Some(tile) = &mut self.open_tile else {
            return Err(format!("{} is no statement of a component file", quoted(statement)));
        };
        if usize::from(tile.rows) == MAX_TILE_SPACES {
            return Err(format!("a tile has at most {MAX_TILE_SPACES} rows"));
        }
        for (x, cell) in statement.split_ascii_whitespace().enumerate() {
            if x == MAX_TILE_SPACES {
                return Err(format!("a row has at most {MAX_TILE_SPACES} spaces"));
            }
            if cell != "--" {
                let (land, symbol) = land_and_symbol(cell)?;
                tile.spaces.push(TileSpace { y: tile.rows, x: x as u8, land, symbol });
            }
        }
        tile.rows += 1;
        Ok(())
    }

    /// Validates the tile whose rows have all been parsed.
    fn close_tile(&mut self) -> Result<(), SetError> {
        let Some(open) = self.open_tile.take() else { return Ok(()) };
        let error = |reason: String| SetError::new(open.line, reason);
        let tile = Tile::new(&open.spaces);
        let tile = tile.map_err(|tile_error| error(reason(open.number, tile_error)))?;
        let starts =
            |along: fn(&TileSpace) -> u8| open.spaces.iter().any(|space| along(space) == 0);
        if !starts(|space| space.x) || !starts(|space| space.y) {
            return Err(error(format!("tile {} starts with an empty row or column", open.number)));
        }
        let twin = self
            .tiles
            .iter()
            .find(|(_, known)| known.canonical_spaces() == tile.canonical_spaces());
        if let Some((twin, _)) = twin {
            let number = open.number;
            return Err(error(format!("tile {number} is tile {twin}, turned or mirrored")));
        }
        self.tiles.insert(open.number, tile);
        Ok(())
    }

    fn town(&mut self, words: &[&str]) -> Result<(), String> {
        let [index, name, arms, "a:", a1, a2, a3, "b:", b1, b2, b3] = words else {
            return Err("a hometown is `town INDEX NAME ARMS a: X X X b: X X X`".to_owned());
        };
        let expected = self.towns.len();
        if expected == TOWNS {
            return Err(format!("there are {TOWNS} hometowns, no more"));
        }
        if *index != expected.to_string() {
            return Err(format!("hometown {expected} comes next, not {}", quoted(index)));
        }
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        if name.len() > 40 || !name.bytes().all(plain) {
            return Err(format!("{} is no name for a hometown: a-z and -", quoted(name)));
        }
        if self.towns.iter().any(|town| town.name == *name) {
            return Err(format!("there are two hometowns {}", quoted(name)));
        }
        if self.towns.iter().any(|town| town.arms == *arms) {
            return Err(format!("two hometowns have the coat of arms {}", quoted(arms)));
        }
        let side = |cells: [&str; 3]| -> Result<[Land; 3], String> {
            Ok([plain_land(cells[0])?, plain_land(cells[1])?, plain_land(cells[2])?])
        };
        let sides = [side([a1, a2, a3])?, side([b1, b2, b3])?];
        self.towns.push(Town { name: (*name).to_owned(), arms: (*arms).to_owned(), sides });
        Ok(())
    }

    fn finish(self, id: &str) -> Result<Components, String> {
        if let Some(missing) = (1..=TILES).find(|number| !self.tiles.contains_key(number)) {
            return Err(format!("tile {missing} of {TILES} is missing"));
        }
        if self.towns.len() != TOWNS {
            return Err(format!("hometown {} of 0 to 4 is missing", self.towns.len()));
        }
        self.wooden_sheep.ok_or_else(|| missing("wooden-sheep"))?;
        self.towers.ok_or_else(|| missing("towers"))?;
        Ok(Components {
            id: id.to_owned(),
            tiles: self.tiles.into_values().collect(),
            towns: self.towns,
            bonus: self.bonus.ok_or_else(|| missing("bonus"))?,
            track: self.track.ok_or_else(|| missing("track"))?,
        })
    }
}

/// Whether a line starts a statement, so that the rows of a tile end before it.
fn is_statement(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    ["tile", "town", "bonus", "track", "wooden-sheep", "towers"].contains(&first)
}

fn missing(statement: &str) -> String {
    format!("the statement `{statement}` is missing")
}

fn reason(number: usize, error: TileError) -> String {
    match error {
        TileError::Size(0) => format!("tile {number} has no spaces"),
        TileError::Size(size) => {
            format!("tile {number} has {size} spaces: at most {MAX_TILE_SPACES}")
        }
        TileError::InPieces => format!("the spaces of tile {number} do not hang together"),
        TileError::AmbiguousSymbol(one, other) => format!(
            "tile {number} looks the same as {} and {} but for where the sheep symbol is printed",
            one.name(),
            other.name()
        ),
    }
}

fn once<T>(slot: &mut Option<T>, statement: &str, value: T) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("the statement `{statement}` stands here a second time")),
    }
}

/// A landscape such as `P1`.
fn plain_land(text: &str) -> Result<Land, String> {
    let known = Land::ALL.into_iter().find(|land| land.code().eq_ignore_ascii_case(text));
    known
        .filter(|_| !text.bytes().any(|byte| byte.is_ascii_lowercase()))
        .ok_or_else(|| format!("{} is no landscape: M P1 P2 G D R B S1 S2 S3 S4", quoted(text)))
}

/// A space of a tile such as `P1` or `M+`.
fn land_and_symbol(text: &str) -> Result<(Land, bool), String> {
    match text.strip_suffix('+') {
        Some(land) => Ok((plain_land(land)?, true)),
        None => Ok((plain_land(text)?, false)),
    }
}

fn bonus(words: &[&str]) -> Result<[u8; Land::COUNT], String> {
    let mut counts = [0; Land::COUNT];
    for pair in words.chunks(2) {
        let [land, count] = pair else {
            return Err("`bonus` is followed by landscapes and how many show each".to_owned());
        };
        let index = plain_land(land)? as usize;
        if counts[index] != 0 {
            return Err(format!("the bonus tiles with {land} are counted twice"));
        }
        let count = number(count, BONUS_TILES.into(), "a number of bonus tiles");
        counts[index] = count.map_err(|error| error.to_string())? as u8;
    }
    let sum: usize = counts.iter().map(|&count| usize::from(count)).sum();
    if sum == usize::from(BONUS_TILES) {
        Ok(counts)
    } else {
        Err(format!("there are {BONUS_TILES} bonus tiles, not {sum}"))
    }
}

fn track(words: &[&str]) -> Result<Vec<TrackSpace>, String> {
    if !(2..=MAX_TRACK_SPACES).contains(&words.len()) {
        return Err(format!("the whiskey track has 2 to {MAX_TRACK_SPACES} spaces"));
    }
    let space = |text: &&str| {
        let (value, symbol) = text.strip_suffix('+').map_or((*text, false), |value| (value, true));
        let value = number(value, u8::MAX.into(), "a value of the track");
        value.map(|value| TrackSpace { value: value as u8, symbol })
    };
    let spaces: Result<Vec<_>, _> = words.iter().map(space).collect();
    let spaces = spaces.map_err(|error| error.to_string())?;
    if spaces[0] != (TrackSpace { value: 0, symbol: false }) {
        return Err("the whiskey track starts with 0 and without a sheep symbol".to_owned());
    }
    if !spaces.is_sorted_by(|a, b| a.value < b.value) {
        return Err("the values of the whiskey track rise from space to space".to_owned());
    }
    Ok(spaces)
}

/// A supply; the rules fix its number.
fn supply(words: &[&str], expected: u8) -> Result<u8, String> {
    let [text] = words else { return Err(format!("a number is missing: {expected}")) };
    if *text == expected.to_string() {
        Ok(expected)
    } else {
        Err(format!("there are {expected} of these, not {}", quoted(text)))
    }
}
