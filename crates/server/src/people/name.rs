//! What people may be called.

use std::fmt;
use std::str::FromStr;

use rules::Refusal;

const LONGEST: usize = 24;

/// The name of somebody with an account: letters, digits and a little between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// The name as it is compared: Aoife and AOIFE are one person.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromStr for Name {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        if !(2..=LONGEST).contains(&text.chars().count()) {
            return Err(format!("a name has 2 to {LONGEST} letters").into());
        }
        let between = |c: char| " -_'.".contains(c);
        if !text.chars().all(|c| c.is_alphanumeric() || between(c)) {
            return Err("a name is made of letters, digits, spaces and - _ ' .".into());
        }
        let twice = text.chars().zip(text.chars().skip(1)).any(|(a, b)| between(a) && between(b));
        if twice || !text.starts_with(char::is_alphanumeric) {
            return Err("a name starts with a letter or digit, and has one sign between two".into());
        }
        if text.to_lowercase().starts_with("guest") {
            return Err("Guest is what people without a name are called".into());
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for good in ["Aoife", "Máire Ní Bhriain", "Jean-Luc", "O'Brien", "王小明", " Bo "] {
            assert!(good.parse::<Name>().is_ok(), "{good}");
        }
        let long = "x".repeat(25);
        for bad in ["", "a", "  ", &long, "a  b", "-a", "a\nb", "<b>", "a\u{202e}b", "Guest 1"] {
            assert!(bad.parse::<Name>().is_err(), "{bad}");
        }
        assert_eq!("AOIFE".parse::<Name>().unwrap().key(), "aoife");
    }
}
