//! Games with dice, written by hand on the traits: what searches, and rules files, are compared with.

pub(crate) mod rpglite;
