//! SPDX licence expressions.

use anyhow::{Result, bail, ensure};

/// Whether an SPDX expression can be satisfied by licences from the list.
///
/// A licence with an exception counts as a licence of its own, `Apache-2.0 WITH LLVM-exception`.
/// The old `MIT/Apache-2.0` means a choice.
pub(crate) fn is_satisfied(expression: &str, allowed: &[&str]) -> Result<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut reader = Reader { words: spaced.split_whitespace().collect(), at: 0, allowed };
    let satisfied = reader.any()?;
    ensure!(reader.at == reader.words.len(), "`{}` is unexpected", reader.words[reader.at]);
    Ok(satisfied)
}

struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    allowed: &'a [&'a str],
}

impl<'a> Reader<'a> {
    fn any(&mut self) -> Result<bool> {
        let mut satisfied = self.all()?;
        while self.skip("OR") {
            satisfied |= self.all()?;
        }
        Ok(satisfied)
    }

    fn all(&mut self) -> Result<bool> {
        let mut satisfied = self.one()?;
        while self.skip("AND") {
            satisfied &= self.one()?;
        }
        Ok(satisfied)
    }

    fn one(&mut self) -> Result<bool> {
        if self.skip("(") {
            let satisfied = self.any()?;
            ensure!(self.skip(")"), "a `)` is missing");
            return Ok(satisfied);
        }
        let mut licence = self.name()?.to_owned();
        if self.skip("WITH") {
            licence = format!("{licence} WITH {}", self.name()?);
        }
        Ok(self.allowed.contains(&licence.as_str()))
    }

    fn name(&mut self) -> Result<&'a str> {
        match self.words.get(self.at) {
            Some(&word) if !["AND", "OR", "WITH", "(", ")"].contains(&word) => {
                self.at += 1;
                Ok(word)
            }
            Some(word) => bail!("`{word}` stands where a licence should be"),
            None => bail!("a licence is missing at the end"),
        }
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: [&str; 4] = ["MIT", "ISC", "NCSA", "Apache-2.0 WITH LLVM-exception"];

    fn satisfied(expression: &str) -> bool {
        is_satisfied(expression, &ALLOWED).unwrap()
    }

    #[test]
    fn a_choice_needs_one_and_a_sum_needs_all() {
        assert!(satisfied("MIT"));
        assert!(!satisfied("GPL-3.0-only"));
        assert!(satisfied("GPL-3.0-only OR MIT"));
        assert!(!satisfied("GPL-3.0-only AND MIT"));
        assert!(satisfied("MIT/Apache-2.0"));
    }

    #[test]
    fn and_binds_closer_than_or() {
        assert!(satisfied("MIT OR GPL-3.0-only AND MPL-2.0"));
        assert!(!satisfied("(MIT OR GPL-3.0-only) AND MPL-2.0"));
        assert!(satisfied("(MIT OR Apache-2.0) AND NCSA"));
        assert!(satisfied("((ISC))AND(MIT)"));
    }

    #[test]
    fn an_exception_belongs_to_its_licence() {
        assert!(satisfied("Apache-2.0 WITH LLVM-exception"));
        assert!(!satisfied("Apache-2.0"));
        assert!(!satisfied("MIT WITH some-exception"));
        assert!(!satisfied("MIT+"));
    }

    #[test]
    fn a_damaged_expression_is_refused_with_the_reason() {
        let reason = |text| is_satisfied(text, &ALLOWED).unwrap_err().to_string();
        assert_eq!(reason(""), "a licence is missing at the end");
        assert_eq!(reason("MIT OR"), "a licence is missing at the end");
        assert_eq!(reason("AND MIT"), "`AND` stands where a licence should be");
        assert_eq!(reason("(MIT"), "a `)` is missing");
        assert_eq!(reason("MIT ISC"), "`ISC` is unexpected");
        assert_eq!(reason("MIT)"), "`)` is unexpected");
    }
}
