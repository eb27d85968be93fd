//! What the pages about fights share: the question in an address, its form, and how a fight that was
//! told turn by turn is shown.

mod best;
mod form;
mod numbers;
mod position;
mod question;
mod told;

pub(super) use best::{Best, best};
pub(super) use form::{fields, modes, orders, sides};
pub(super) use numbers::charts;
pub(super) use position::{LegalMove, Position, Worth, move_values, position, reply};
pub(super) use question::{Question, STYLES};
pub(super) use told::account_table;
