//! What the pages about fights share: the question in an address, its form, and how a fight that was
//! told turn by turn is shown.

mod form;
mod numbers;
mod position;
mod question;
mod told;

pub(super) use form::{fields, modes, sides};
pub(super) use numbers::charts;
pub(super) use position::{LegalMove, Position, Worth, best_reply, move_values, position};
pub(super) use question::{Question, Style};
pub(super) use told::{account_table, running};
