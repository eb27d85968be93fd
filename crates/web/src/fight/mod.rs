//! What the pages about fights share: the question in an address, its form, and how a fight that was
//! told turn by turn is shown.

mod best;
mod form;
mod numbers;
mod position;
mod question;
mod stopped;
mod told;

pub(super) use best::{Best, best, between};
pub(super) use form::{fields, modes, orders, owner, sides};
pub(super) use numbers::charts;
pub(super) use position::{LegalMove, Position, Worth, first_of, move_values, position, reply};
pub(super) use question::Question;
pub(super) use stopped::ran_out;
pub(super) use told::account_table;
