//! The names of the styles, as people write them.

use std::fmt;
use std::str::FromStr;

use outplay_search::{USUAL_PLAYOUTS, ZeroSumAlgorithm};
use outplay_text::nearest;

/// A style by name: `manual`, `random`, `greedy`, `minimax`, `minimax-recursive` (`mr`),
/// `minimax-iterative` (`mi`), `mcts` (`mcts=1000`) or `tree=NAME`.
///
/// ```
/// use outplay::StyleName;
/// assert_eq!("mi".parse(), Ok(StyleName::MinimaxIterative));
/// assert_eq!("mcts=500".parse(), Ok(StyleName::Mcts(500)));
/// assert_eq!("tree=careful".parse(), Ok(StyleName::Tree("careful".into())));
/// let error = "minmax".parse::<StyleName>().unwrap_err();
/// assert_eq!(error.to_string(), "no style is called `minmax`: did you mean `minimax`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StyleName {
    /// Somebody is asked.
    Manual,
    /// Uniform over the legal moves.
    Random,
    /// The most now.
    Greedy,
    /// Perfect play by the search that suits the game.
    Minimax,
    /// Perfect play by plain recursive minimax.
    MinimaxRecursive,
    /// Perfect play by minimax with a stack of its own.
    MinimaxIterative,
    /// Monte Carlo tree search with so many playouts a choice.
    Mcts(u64),
    /// A decision tree of this name.
    Tree(String),
}

/// The styles that are one word, each with its other names.
const WORDS: [(StyleName, &[&str]); 6] = [
    (StyleName::Manual, &["manual"]),
    (StyleName::Random, &["random"]),
    (StyleName::Greedy, &["greedy"]),
    (StyleName::Minimax, &["minimax"]),
    (StyleName::MinimaxRecursive, &["minimax-recursive", "mr"]),
    (StyleName::MinimaxIterative, &["minimax-iterative", "mi"]),
];

/// What begins the name of a style that a decision tree plays.
const TREE: &str = "tree=";

/// Monte Carlo tree search, with the usual number of playouts; another stands behind a `=`.
const MCTS: &str = "mcts";

impl StyleName {
    /// Does it play as well as can be?
    pub(crate) fn is_perfect(&self) -> bool {
        matches!(self, Self::Minimax | Self::MinimaxRecursive | Self::MinimaxIterative)
    }

    /// Does it search for good play, which takes time?
    pub fn searches(&self) -> bool {
        matches!(
            self,
            Self::Minimax | Self::MinimaxRecursive | Self::MinimaxIterative | Self::Mcts(_)
        )
    }

    /// Does it draw from the seed of a game?
    pub fn draws(&self) -> bool {
        matches!(self, Self::Random | Self::Mcts(_))
    }

    /// The search that it names to play by.
    pub fn algorithm(&self) -> Option<ZeroSumAlgorithm> {
        match self {
            Self::MinimaxRecursive => Some(ZeroSumAlgorithm::Recursive),
            Self::MinimaxIterative => Some(ZeroSumAlgorithm::Iterative),
            Self::Minimax
            | Self::Manual
            | Self::Random
            | Self::Greedy
            | Self::Mcts(_)
            | Self::Tree(_) => None,
        }
    }
}

impl fmt::Display for StyleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, WORDS.iter().find(|(style, _)| style == self)) {
            (Self::Tree(name), _) => write!(f, "{TREE}{name}"),
            (Self::Mcts(playouts), _) => write!(f, "{MCTS}={playouts}"),
            (_, Some((_, words))) => f.write_str(words[0]),
            (_, None) => unreachable!("every other style is one word"),
        }
    }
}

impl FromStr for StyleName {
    type Err = UnknownStyle;

    fn from_str(text: &str) -> Result<Self, UnknownStyle> {
        if let Some(name) = text.strip_prefix(TREE).filter(|name| !name.is_empty()) {
            return Ok(Self::Tree(name.to_owned()));
        }
        if text == MCTS {
            return Ok(Self::Mcts(USUAL_PLAYOUTS));
        }
        let playouts = after_mcts(text).and_then(|number| number.parse().ok());
        if let Some(playouts) = playouts.filter(|&playouts| playouts > 0) {
            return Ok(Self::Mcts(playouts));
        }
        let found = WORDS.iter().find(|(_, words)| words.contains(&text));
        found.map(|(style, _)| style.clone()).ok_or_else(|| UnknownStyle(text.to_owned()))
    }
}

/// What stands behind `mcts=`.
fn after_mcts(text: &str) -> Option<&str> {
    text.strip_prefix(MCTS)?.strip_prefix('=')
}

/// A name that no style has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStyle(pub String);

impl UnknownStyle {
    /// What would be right.
    pub fn help(&self) -> String {
        if self.0.trim_end_matches('=') == TREE.trim_end_matches('=') {
            return "a decision tree is named: `tree=NAME`".to_owned();
        }
        if after_mcts(&self.0).is_some() {
            return "the playouts for each choice are a whole number from 1: `mcts=1000`"
                .to_owned();
        }
        let words = WORDS.iter().flat_map(|(_, words)| *words).copied().chain([MCTS]);
        match nearest(&self.0, words) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "there is manual, random, greedy, minimax, minimax-recursive (mr), \
                     minimax-iterative (mi), mcts=N and tree=NAME"
                .to_owned(),
        }
    }
}

impl fmt::Display for UnknownStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no style is called `{}`: {}", self.0, self.help())
    }
}

impl std::error::Error for UnknownStyle {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_as_it_is_shown() {
        let tree = StyleName::Tree("a=b".to_owned());
        let mcts = [StyleName::Mcts(1), StyleName::Mcts(u64::MAX), tree];
        for style in WORDS.map(|(style, _)| style).into_iter().chain(mcts) {
            assert_eq!(style.to_string().parse(), Ok(style));
        }
        assert_eq!("mr".parse(), Ok(StyleName::MinimaxRecursive));
        assert_eq!("mcts".parse(), Ok(StyleName::Mcts(1000)));
    }

    #[test]
    fn what_would_be_right_is_said() {
        let help = |text: &str| text.parse::<StyleName>().unwrap_err().help();
        assert_eq!(help("rnadom"), "did you mean `random`?");
        assert_eq!(help("minimax-recursiv"), "did you mean `minimax-recursive`?");
        assert_eq!(help("tree"), "a decision tree is named: `tree=NAME`");
        assert_eq!(help("tree="), "a decision tree is named: `tree=NAME`");
        for wrong in
            ["mcts=0", "mcts=x", "mcts=", "mcts=-5", "mcts=1.5", "mcts=99999999999999999999"]
        {
            let right = "the playouts for each choice are a whole number from 1: `mcts=1000`";
            assert_eq!(help(wrong), right, "{wrong}");
        }
        assert_eq!(help("mtcs"), "did you mean `mcts`?");
        assert!(help("zebra").ends_with("(mi), mcts=N and tree=NAME"));
        assert!(help("").starts_with("there is manual"));
    }
}
