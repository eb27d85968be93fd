//! Rules in an address: the game called `own`.
//!
//! `/play/own?rules=1.…` is a fight whose whole rules file stands in the address: compressed
//! (deflate), then as letters that an address may hold (base64 for addresses), behind the version of
//! that form. So a fight can be shared by its address, every page and every question of the API is
//! there for it, and nothing is stored. In the body of a POST, `rules-text` gives the same rules as
//! they are. Whoever packs something else is told what is wrong: nothing is unpacked beyond what
//! rules may have, whatever it claims to be.

use std::io::{Read, Write};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use outplay::registry::Listed;
use outplay::{Failure, Source, thousands};

use crate::catalogue::Game;
use crate::error::Error;
use crate::query::{Query, with_query};
use crate::work::Work;

/// What the game of an address is called.
pub(crate) const OWN: &str = "own";
/// The names that its rules go by: packed, and as they are.
pub(crate) const NAMES: [&str; 2] = ["rules", "rules-text"];
/// Rules have no more bytes than this.
pub(crate) const MOST_BYTES: usize = 256 << 10;
/// What the file is called in problems.
pub(crate) const FILE: &str = "rules";

/// The version of the form.
const VERSION: &str = "1.";
/// What stands in an address besides rules: moves, and numbers that were changed.
const ROOM: usize = 2 << 10;
/// Rules that are longer wait for a place among the searches before they are read.
const SHORT: usize = 16 << 10;

/// Rules as they go into an address; the same rules are always the same letters.
pub(crate) fn pack(rules: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Into memory nothing fails.
    let packed = encoder.write_all(rules.as_bytes()).and_then(|()| encoder.finish());
    format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(packed.unwrap_or_default()))
}

/// The rules of an address.
pub(crate) fn unpack(packed: &str) -> Result<String, Error> {
    let wrong = |why: &str| {
        let message = format!("`rules` {why}; the editor writes such an address, whole");
        Error::question(message)
    };
    let letters = packed.strip_prefix(VERSION);
    let letters = letters.ok_or_else(|| wrong("should begin with `1.`, which is its form"))?;
    let bytes = URL_SAFE_NO_PAD.decode(letters);
    let bytes = bytes.map_err(|error| wrong(&format!("is no base64 for addresses: {error}")))?;
    let mut decoder = DeflateDecoder::new(&bytes[..]);
    let mut rules = Vec::new();
    let read = decoder.by_ref().take(MOST_BYTES as u64 + 1).read_to_end(&mut rules);
    if rules.len() > MOST_BYTES {
        return Err(Error::question(too_large()));
    }
    read.map_err(|_| wrong("breaks off, or was never packed"))?;
    if decoder.total_in() != bytes.len() as u64 {
        return Err(wrong("has more behind its end"));
    }
    String::from_utf8(rules).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        wrong(&format!("holds no text: its byte {place} is not UTF-8"))
    })
}

/// What is said of rules with too many bytes.
pub(crate) fn too_large() -> String {
    format!("rules may have {} bytes", thousands(MOST_BYTES as u64))
}

/// Rules as a form sends them, with line ends as files have them here.
pub(crate) fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// The rules of a question about the game `own`.
pub(crate) fn rules(query: &Query) -> Result<String, Error> {
    match (query.one("rules")?, query.one("rules-text")?) {
        (Some(packed), None) => unpack(packed),
        (None, Some(text)) if text.len() > MOST_BYTES => Err(Error::question(too_large())),
        (None, Some(text)) => Ok(plain(text)),
        (Some(_), Some(_)) => {
            Err(Error::question("give `rules` or `rules-text`, not both: each is a whole file"))
        }
        (None, None) => Err(Error::question(
            "`rules` is missing: the game `own` has its rules in the address, as the editor at /edit \
             writes them; `rules-text` takes a rules file as it is",
        )),
    }
}

/// A page about rules of one's own.
pub(crate) fn address(page: &str, packed: &str) -> String {
    with_query(&format!("/{page}/{OWN}"), &[("rules", packed)])
}

/// What is known of rules before they are opened: where they come from.
pub(crate) fn source(rules: &str) -> Source {
    Source::rules(OWN, FILE, rules)
}

impl Work {
    /// The game that is asked about: of that name, or with its rules in the question.
    pub(crate) fn game(&self, name: &str, query: &Query) -> Result<Arc<Game>, Error> {
        if name == OWN { self.own(query) } else { self.app().game(name) }
    }

    fn own(&self, query: &Query) -> Result<Arc<Game>, Error> {
        let rules = rules(query)?;
        if rules.len() > SHORT {
            self.budget()?;
        }
        let (source, packed) = (source(&rules), pack(&rules));
        let wrong = |failure: Failure| Error::rules(failure, address("edit", &packed));
        let table = self.table(&source, None).map_err(wrong)?;
        let listed = Listed::of(OWN, table.about());
        let packed = Some(packed);
        Ok(Arc::new(Game { listed, source, table: Some(table), packed, file: None }))
    }

    /// Rules packed, where that leaves room in an address for the rest of it.
    pub(crate) fn packed(&self, rules: &str) -> Option<String> {
        let packed = pack(rules);
        (packed.len() + ROOM <= self.app().allowed.address).then_some(packed)
    }
}
