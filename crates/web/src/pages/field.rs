//! Fields of forms: what was typed stays, and what is wrong with it stands beside it.
//!
//! A remark stands outside of the label, so that it describes the field and does not name it.

use maud::{Markup, html};

use crate::notes::Notes;

/// A choice of one among some. What was typed and is none of them stays, marked as what it is. A
/// choice of a fighter brings the fields of that fighter along where there is a script.
pub(crate) fn choice(notes: &Notes, name: &str, typed: Option<&str>, options: &Markup) -> Markup {
    let typed = typed.filter(|_| notes.is_wrong(name));
    html! {
        select name=(name) id=[notes.id(name)] aria-invalid=[notes.invalid(name)]
            aria-describedby=[notes.described(name)] autofocus[notes.is_first(name)]
            data-fields[name == "p1" || name == "p2"] {
            (options)
            // Of several that are chosen the last one is.
            @if let Some(typed) = typed { option value=(typed) selected { (typed) " (?)" } }
        }
    }
}

/// A field for anything, as it was typed.
pub(crate) fn plain(notes: &Notes, (name, label): (&str, &str), value: &str) -> Markup {
    html! {
        div.field {
            label { (label)
                input name=(name) value=(value) id=[notes.id(name)] aria-invalid=[notes.invalid(name)]
                    aria-describedby=[notes.described(name)] autofocus[notes.is_first(name)]
                    autocomplete="off" spellcheck="false";
            }
            (notes.beside(name))
        }
    }
}

/// A field for a number; empty it means what stands there faintly. What was typed and is no number
/// stays as a text: a browser would not show it in a field of numbers.
pub(crate) fn number(
    notes: &Notes,
    (name, label): (&str, &str),
    value: Option<&str>,
    placeholder: Option<&str>,
) -> Markup {
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok_and(f64::is_finite);
    let whole = placeholder.is_none_or(|usual| usual.parse::<i32>().is_ok());
    html! {
        div.field {
            label { (label)
                input type=(if value.is_none_or(is_number) { "number" } else { "text" })
                    name=(name) value=[value] placeholder=[placeholder]
                    step=(if whole && !notes.is_wrong(name) { "1" } else { "any" })
                    inputmode=(if whole { "numeric" } else { "decimal" })
                    id=[notes.id(name)] aria-invalid=[notes.invalid(name)]
                    aria-describedby=[notes.described(name)] autofocus[notes.is_first(name)];
            }
            (notes.beside(name))
        }
    }
}
