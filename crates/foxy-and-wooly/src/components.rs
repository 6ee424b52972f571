//! The component set: the number of tokens of each kind, and the layout of the field.

use std::sync::LazyLock;

use rules::notation::{number, quoted};
use rules::{ComponentSet, SetError, SetHeading};

use crate::token::{KINDS, Token, WOLF_KINDS};

/// The most tokens a field can have.
pub(crate) const MAX_FIELD: usize = 32;
/// The most tokens of one kind.
const MAX_COPIES: u64 = 9;
/// The most cubes a player can start with.
const MAX_CUBES: u64 = 20;
/// The most players; each is dealt a special token.
const MAX_PLAYERS: u64 = 4;

static STANDARD: LazyLock<Components> = LazyLock::new(|| {
    Components::parse(include_str!("../data/meadowlark-1.txt"))
        .expect("the set that comes with the game is tested")
});

/// The tokens and cubes of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    id: String,
    cubes: u8,
    tokens: [u8; KINDS],
    /// For each place of the field, whether it is for a wolf.
    pattern: Vec<bool>,
}

impl Components {
    /// The number of cubes of each player at the start.
    #[inline]
    pub const fn cubes(&self) -> u8 {
        self.cubes
    }

    /// The number of tokens of each kind.
    pub(crate) const fn tokens(&self) -> [u8; KINDS] {
        self.tokens
    }

    /// The number of tokens on the field.
    #[inline]
    pub fn field_len(&self) -> usize {
        self.pattern.len()
    }

    /// Whether a place of the field is for a wolf.
    #[inline]
    pub fn is_wolf_place(&self, place: usize) -> bool {
        self.pattern[place]
    }

    /// The number of tokens of a kind.
    pub const fn copies(&self, token: Token) -> u8 {
        self.tokens[token as usize]
    }
}

impl ComponentSet for Components {
    fn id(&self) -> &str {
        &self.id
    }

    fn parse(text: &str) -> Result<Self, SetError> {
        let heading = SetHeading::find_for(text, crate::INFO.id)?;
        let mut draft = Draft::default();
        let mut last = heading.line;
        for (line, statement) in heading.statements(text) {
            draft.read(statement).map_err(|reason| SetError::new(line, reason))?;
            last = line;
        }
        draft.finish(heading.id).map_err(|reason| SetError::new(last, reason))
    }

    fn standard() -> &'static Self {
        &STANDARD
    }
}

/// The statements parsed so far.
#[derive(Default)]
struct Draft {
    cubes: Option<u8>,
    pattern: Vec<bool>,
    tokens: [Option<u8>; KINDS],
}

impl Draft {
    fn read(&mut self, statement: &str) -> Result<(), String> {
        let words: Vec<&str> = statement.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["cubes", cubes] => self.read_cubes(cubes),
            ["field", groups @ ..] => self.read_field(groups),
            ["token", name, copies] => self.read_token(name, copies),
            _ => Err(format!(
                "{} is none of `cubes N`, `field N wolves N specials …`, `token NAME N`",
                quoted(statement)
            )),
        }
    }

    fn read_cubes(&mut self, cubes: &str) -> Result<(), String> {
        let cubes = count(cubes, MAX_CUBES)?;
        match self.cubes.replace(cubes) {
            None => Ok(()),
            Some(_) => Err("the cubes are given a second time".to_owned()),
        }
    }

    fn read_field(&mut self, groups: &[&str]) -> Result<(), String> {
        if !self.pattern.is_empty() {
            return Err("the field is given a second time".to_owned());
        }
        for group in groups.chunks(2) {
            let (tokens, is_wolf) = match group {
                [tokens, "wolves" | "wolf"] => (tokens, true),
                [tokens, "specials" | "special"] => (tokens, false),
                _ => {
                    return Err(format!(
                        "{} is not `N wolves` or `N specials`",
                        quoted(&group.join(" "))
                    ));
                }
            };
            let tokens = count(tokens, MAX_FIELD as u64)?;
            self.pattern.extend(std::iter::repeat_n(is_wolf, tokens.into()));
            if self.pattern.len() > MAX_FIELD {
                return Err(format!("the field has at most {MAX_FIELD} tokens"));
            }
        }
        if self.pattern.is_empty() {
            return Err("the field has at least one token".to_owned());
        }
        Ok(())
    }

    fn read_token(&mut self, name: &str, copies: &str) -> Result<(), String> {
        let token =
            Token::named(name).ok_or_else(|| format!("there is no token {}", quoted(name)))?;
        let copies = count(copies, MAX_COPIES)?;
        match self.tokens[token as usize].replace(copies) {
            None => Ok(()),
            Some(_) => Err(format!("the token {name} is given a second time")),
        }
    }

    fn finish(self, id: &str) -> Result<Components, String> {
        let cubes = self.cubes.filter(|&cubes| cubes > 0);
        let cubes =
            cubes.ok_or("a player starts with at least one cube: `cubes N` is missing or 0")?;
        if self.pattern.is_empty() {
            return Err("`field N wolves N specials …` is missing".to_owned());
        }
        let tokens = self.tokens.map(Option::unwrap_or_default);
        let (wolves, specials) = tokens.split_at(WOLF_KINDS);
        let wolf_places = self.pattern.iter().filter(|&&is_wolf| is_wolf).count() as u64;
        enough("wolves", wolves, wolf_places)?;
        let special_places = self.pattern.len() as u64 - wolf_places;
        enough("special tokens", specials, special_places + MAX_PLAYERS)?;
        Ok(Components { id: id.to_owned(), cubes, tokens, pattern: self.pattern })
    }
}

fn count(text: &str, max: u64) -> Result<u8, String> {
    number(text, max, "a count").map(|count| count as u8).map_err(|error| error.to_string())
}

fn enough(what: &str, copies: &[u8], needed: u64) -> Result<(), String> {
    let there = copies.iter().map(|&copies| u64::from(copies)).sum::<u64>();
    if there >= needed {
        Ok(())
    } else {
        Err(format!("there are {there} {what}, but the field and four players need {needed}"))
    }
}
