//! Lists that grow long are given out in pages that are bounded by number and by size, so that
//! what is made for a reader never takes much memory.

use std::io;

use serde::Serialize;

/// How long a page is at most.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PageSize {
    /// How many items.
    pub items: usize,
    /// How many bytes of JSON; one item is always given.
    pub bytes: usize,
}

impl PageSize {
    /// Not more than so many items, if somebody asks for less.
    #[must_use]
    pub fn at_most(self, items: Option<u32>) -> Self {
        let asked = items.map_or(self.items, |items| items as usize);
        Self { items: asked.clamp(1, self.items), ..self }
    }

    /// How many of those items fit, from the first on.
    pub(crate) fn fitting<T: Serialize>(self, items: &[T]) -> usize {
        let mut bytes = 0;
        let fits = |item: &&T| {
            bytes += json_length(*item);
            bytes <= self.bytes
        };
        let fitting = items.iter().take(self.items).take_while(fits).count();
        fitting.max(1).min(items.len())
    }
}

/// Part of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page<T> {
    /// In order.
    pub items: Vec<T>,
    /// Whether something comes after them.
    pub more: bool,
}

impl<T: Serialize + Clone> Page<T> {
    /// The first page of a list.
    pub(crate) fn of(list: &[T], size: PageSize) -> Self {
        let fitting = size.fitting(list);
        Self { items: list[..fitting].to_vec(), more: fitting < list.len() }
    }
}

/// How long something is as JSON.
fn json_length(value: &impl Serialize) -> usize {
    let mut length = Length(0);
    serde_json::to_writer(&mut length, value).expect("everything here can be written as JSON");
    length.0
}

/// Counts what is written.
struct Length(usize);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_bounded_by_number_and_by_size() {
        let list = vec!["abc"; 10];
        let page = |items, bytes| Page::of(&list, PageSize { items, bytes });
        assert_eq!(page(4, 1000), Page { items: vec!["abc"; 4], more: true });
        assert_eq!(page(20, 1000), Page { items: list.clone(), more: false });
        assert_eq!(page(20, 14), Page { items: vec!["abc"; 2], more: true }, "quotes count");
        assert_eq!(page(20, 1).items.len(), 1, "one is always given");
        assert_eq!(Page::of(&[0; 0], PageSize { items: 1, bytes: 1 }).items, [0; 0]);
    }

    #[test]
    fn who_asks_for_less_gets_less_and_never_more() {
        let size = PageSize { items: 10, bytes: 1000 };
        assert_eq!(size.at_most(Some(3)).items, 3);
        assert_eq!(size.at_most(Some(0)).items, 1);
        assert_eq!((size.at_most(Some(11)), size.at_most(None)), (size, size));
    }
}
