//! Formulas and conditions: any text is read, or refused at a place in it.

use outplay_duel::{condition, formula};

use crate::text;

/// Tries one input.
pub fn try_one(data: &[u8]) {
    let Some(text) = text(data, 2000) else { return };
    if let Err(misread) = formula::parse(text) {
        placed(text, &misread);
    }
    if let Err(misread) = condition::parse(text) {
        placed(text, &misread);
    }
}

fn placed(text: &str, misread: &formula::Misread) {
    assert!(text.get(misread.at.clone()).is_some() && !misread.message.is_empty(), "{misread:?}");
}
