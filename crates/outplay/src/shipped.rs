//! The games that ship, embedded as people wrote them.

/// A game that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// What to ask for.
    pub name: &'static str,
    /// The rules file.
    pub text: &'static str,
}

/// The fights that ship.
pub const SHIPPED: &[Shipped] = &[
    Shipped { name: "wizard", text: include_str!("../../../rules/wizard.toml") },
    Shipped { name: "arena", text: include_str!("../../../rules/arena.toml") },
    Shipped { name: "lighthouse", text: include_str!("../../../rules/lighthouse.toml") },
];

/// The game trees that ship.
pub const SHIPPED_TREES: &[Shipped] =
    &[Shipped { name: "lesson", text: include_str!("../../../rules/lesson.toml") }];
