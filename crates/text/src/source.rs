//! Texts and places in them.
//!
//! A rules file, a puzzle input and every change from outside are each a [`Source`]; a [`Span`] is a
//! range of bytes in one of them, plain data that survives merging and overriding.

/// One text that somebody wrote.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it: a path, an option, `standard input`.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Which [`Source`] of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A range of bytes in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text that it is in.
    pub source: SourceId,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// All texts of one request.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Adds a text.
    ///
    /// # Panics
    /// After 2^32 texts.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = u32::try_from(self.0.len()).expect("fewer than 2^32 sources");
        self.0.push(Source { name: name.into(), text: text.into() });
        SourceId(id)
    }

    /// The text behind an id of this collection.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.0[id.0 as usize]
    }

    /// The words that a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.start..span.end).unwrap_or("")
    }

    /// Line and column of a span's start, both counted from 1, columns in characters.
    ///
    /// ```
    /// # use outplay_text::{Sources, Span};
    /// let mut sources = Sources::default();
    /// let source = sources.add("a.toml", "hp = 1\nmana = 2");
    /// assert_eq!(sources.line_column(Span { source, start: 14, end: 15 }), (2, 8));
    /// ```
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.source).text;
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

impl Span {
    /// The whole of a text.
    pub fn all(source: SourceId, text: &str) -> Self {
        Self { source, start: 0, end: text.len() }
    }

    /// The letter of a text that this byte belongs to; nothing at its end.
    pub fn letter(source: SourceId, text: &str, at: usize) -> Self {
        let start = text.floor_char_boundary(at);
        let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
        Self { source, start, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_whole_letters_and_never_beyond_the_text() {
        let mut sources = Sources::default();
        let first = sources.add("a", "hé\nö");
        let second = sources.add("b", "");
        assert_eq!(
            (sources.get(first).name.as_str(), sources.get(second).text.as_str()),
            ("a", "")
        );
        let letter = |at| {
            let span = Span::letter(first, &sources.get(first).text, at);
            (span.start, span.end, sources.text(span).to_owned())
        };
        let letters: Vec<_> = (0..7).map(letter).collect();
        let wanted = [
            (0, 1, "h"),
            (1, 3, "é"),
            (1, 3, "é"),
            (3, 4, "\n"),
            (4, 6, "ö"),
            (4, 6, "ö"),
            (6, 6, ""),
        ];
        assert_eq!(letters, wanted.map(|(start, end, text)| (start, end, text.to_owned())));
        let place = |start| sources.line_column(Span { source: first, start, end: 99 });
        let places: Vec<_> = (0..8).map(place).collect();
        assert_eq!(places, [(1, 1), (1, 2), (1, 2), (1, 3), (2, 1), (2, 1), (2, 2), (2, 2)]);
        assert_eq!(sources.text(Span { source: first, start: 0, end: 99 }), "");
        assert_eq!(sources.text(Span::all(first, "hé\nö")), "hé\nö");
    }
}
