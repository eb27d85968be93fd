//! Colours, or none: everything that a colour says is also said by a letter, a word or a mark.

use outplay::game::Player;
use ratatui::style::{Color, Modifier, Style};

/// How things look: with colours or without.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// May there be colours?
    pub colour: bool,
}

impl Theme {
    /// Where the arrows are.
    pub const SELECTED: Style = Style::new().add_modifier(Modifier::REVERSED);

    /// Headings.
    pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

    fn painted(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Something of this player's.
    pub fn side(self, player: Player) -> Style {
        self.painted(if player == Player::One { Color::Cyan } else { Color::Magenta })
    }

    /// Something good.
    pub fn good(self) -> Style {
        self.painted(Color::Green)
    }

    /// Something to take note of.
    pub fn note(self) -> Style {
        self.painted(Color::Yellow)
    }

    /// Out of reach.
    pub fn dim(self) -> Style {
        if self.colour {
            Style::new().fg(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }
}
