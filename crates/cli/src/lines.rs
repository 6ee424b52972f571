//! Reads lines of bounded length.

use std::io::{self, BufRead};

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// The bytes without the newline.
    Whole(Vec<u8>),
    /// More bytes than allowed; they were skipped.
    TooLong,
}

/// Reads the next line of at most `longest` bytes (without the newline); a longer one is skipped
/// without being stored. `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut anything = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        anything = true;
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let content = &chunk[..newline.unwrap_or(chunk.len())];
        too_long |= line.len() + content.len() > longest;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(content);
        }
        let used = newline.map_or(chunk.len(), |place| place + 1);
        input.consume(used);
        if newline.is_some() {
            break;
        }
    }
    Ok(anything.then_some(if too_long { InputLine::TooLong } else { InputLine::Whole(line) }))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(input: &[u8], longest: usize) -> Vec<InputLine> {
        let mut reader = BufReader::with_capacity(3, input);
        std::iter::from_fn(|| next_line(&mut reader, longest).expect("bytes can be read")).collect()
    }

    fn whole(text: &str) -> InputLine {
        InputLine::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn the_last_line_needs_no_newline() {
        assert_eq!(lines(b"ab\n\ncd", 9), [whole("ab"), whole(""), whole("cd")]);
        assert_eq!(lines(b"ab\n", 9), [whole("ab")]);
        assert_eq!(lines(b"", 9), []);
    }

    #[test]
    fn a_line_of_the_longest_length_is_read_and_a_longer_one_skipped() {
        assert_eq!(
            lines(b"12345\n123456\n1\n", 5),
            [whole("12345"), InputLine::TooLong, whole("1")]
        );
        assert_eq!(lines(b"123456789012345", 5), [InputLine::TooLong]);
    }
}
