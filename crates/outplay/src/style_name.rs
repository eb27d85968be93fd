//! The names of the styles, as people write them.

use std::fmt;
use std::str::FromStr;

use outplay_lab::FARTHEST_LOOK;
use outplay_search::{USUAL_PLAYOUTS, ZeroSumAlgorithm};
use outplay_text::{Decimal, nearest};

/// A style by name: `manual`, `random`, `greedy`, `minimax`, `minimax-recursive` (`mr`),
/// `minimax-iterative` (`mi`), `mcts` (`mcts=1000`), `noisy=P`, `look=N` or `tree=NAME`.
///
/// ```
/// use outplay::StyleName;
/// assert_eq!("mi".parse(), Ok(StyleName::MinimaxIterative));
/// assert_eq!("mcts=500".parse(), Ok(StyleName::Mcts(500)));
/// assert_eq!("look=2".parse(), Ok(StyleName::Look(2)));
/// assert_eq!("noisy=0.10".parse::<StyleName>().unwrap().to_string(), "noisy=0.1");
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
    /// A random move with this probability, from 0 to 1, else the best.
    Noisy(Decimal),
    /// So many choices ahead, from 1, by the difference in hp.
    Look(u32),
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

/// How often it slips stands behind a `=`.
const NOISY: &str = "noisy";

/// How far it looks stands behind a `=`.
const LOOK: &str = "look";

impl StyleName {
    /// Does it play as well as can be?
    pub(crate) fn is_perfect(&self) -> bool {
        matches!(self, Self::Minimax | Self::MinimaxRecursive | Self::MinimaxIterative)
    }

    /// Does it play as well as can be, if perhaps not always?
    pub(crate) fn knows_the_best(&self) -> bool {
        self.is_perfect() || matches!(self, Self::Noisy(_))
    }

    /// Does it search for good play, which takes time?
    pub fn searches(&self) -> bool {
        self.knows_the_best() || matches!(self, Self::Mcts(_) | Self::Look(_))
    }

    /// Does it draw from the seed of a game?
    pub fn draws(&self) -> bool {
        match self {
            Self::Random | Self::Mcts(_) => true,
            Self::Noisy(slips) => slips.numerator() > 0,
            _ => false,
        }
    }

    /// How often a noisy one slips, as a fraction.
    pub(crate) fn slips(&self) -> Option<(u32, u32)> {
        let Self::Noisy(slips) = self else { return None };
        let number = |number: u64| u32::try_from(number).ok();
        Some((number(slips.numerator().unsigned_abs())?, number(slips.denominator())?))
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
            | Self::Noisy(_)
            | Self::Look(_)
            | Self::Tree(_) => None,
        }
    }
}

impl fmt::Display for StyleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, WORDS.iter().find(|(style, _)| style == self)) {
            (Self::Tree(name), _) => write!(f, "{TREE}{name}"),
            (Self::Mcts(playouts), _) => write!(f, "{MCTS}={playouts}"),
            (Self::Noisy(slips), _) => write!(f, "{NOISY}={slips}"),
            (Self::Look(far), _) => write!(f, "{LOOK}={far}"),
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
        if let Some(slips) = after(text, NOISY).and_then(|number| number.parse::<Decimal>().ok())
            && (0..=slips.denominator().cast_signed()).contains(&slips.numerator())
        {
            return Ok(Self::Noisy(slips));
        }
        if let Some(far) = after(text, LOOK).and_then(|number| number.parse().ok())
            && (1..=FARTHEST_LOOK).contains(&far)
        {
            return Ok(Self::Look(far));
        }
        let playouts = after(text, MCTS).and_then(|number| number.parse().ok());
        if let Some(playouts) = playouts.filter(|&playouts| playouts > 0) {
            return Ok(Self::Mcts(playouts));
        }
        let found = WORDS.iter().find(|(_, words)| words.contains(&text));
        found.map(|(style, _)| style.clone()).ok_or_else(|| UnknownStyle(text.to_owned()))
    }
}

/// What stands behind a word and a `=`.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word)?.strip_prefix('=')
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
        if after(&self.0, MCTS).is_some() {
            return "the playouts for each choice are a whole number from 1: `mcts=1000`"
                .to_owned();
        }
        let (word, number) = self.0.split_once('=').unwrap_or((&self.0, ""));
        if word == NOISY {
            return "how often it makes a random move is a number from 0 to 1, with at most nine \
                    digits after the point: `noisy=0.1`"
                .to_owned();
        }
        if word == LOOK {
            return format!(
                "how many moves it looks ahead is a whole number from 1 to {FARTHEST_LOOK}: `look=2`"
            );
        }
        let words = || WORDS.iter().flat_map(|(_, words)| *words).copied().chain([MCTS]);
        match (nearest(word, [NOISY, LOOK]), nearest(&self.0, words())) {
            (_, Some(near)) => format!("did you mean `{near}`?"),
            (Some(near), None) if number.is_empty() => {
                format!("did you mean `{near}={}`?", if near == NOISY { "0.1" } else { "2" })
            }
            (Some(near), None) => format!("did you mean `{near}={number}`?"),
            (None, None) => "there is manual, random, greedy, look=N, noisy=P, minimax, \
                             minimax-recursive (mr), minimax-iterative (mi), mcts=N and tree=NAME"
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
        let noisy = |text: &str| StyleName::Noisy(text.parse().unwrap());
        let [never, some, always] = ["0", "0.123456789", "1"].map(noisy);
        let looks = [StyleName::Look(1), StyleName::Look(FARTHEST_LOOK), never, some, always];
        let mcts = [StyleName::Mcts(1), StyleName::Mcts(u64::MAX), tree];
        let mcts = mcts.into_iter().chain(looks);
        for style in WORDS.map(|(style, _)| style).into_iter().chain(mcts) {
            assert_eq!(style.to_string().parse(), Ok(style));
        }
        assert_eq!("mr".parse(), Ok(StyleName::MinimaxRecursive));
        assert_eq!("mcts".parse(), Ok(StyleName::Mcts(1000)));
        assert_eq!("noisy=1e-1".parse::<StyleName>(), "noisy=0.10".parse());
        let slips = |text: &str| text.parse::<StyleName>().unwrap().slips();
        assert_eq!((slips("noisy=0.25"), slips("noisy=1")), (Some((25, 100)), Some((1, 1))));
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
        for wrong in ["noisy", "noisy=", "noisy=x", "noisy=1.5", "noisy=-0.1", "noisy=1e-12"] {
            assert!(help(wrong).starts_with("how often it makes a random move"), "{wrong}");
        }
        for wrong in ["look", "look=", "look=0", "look=65", "look=1.5", "look=-1", "look=x"] {
            let right = "how many moves it looks ahead is a whole number from 1 to 64: `look=2`";
            assert_eq!(help(wrong), right, "{wrong}");
        }
        assert_eq!(help("nosy=0.2"), "did you mean `noisy=0.2`?");
        assert_eq!(help("lok=3"), "did you mean `look=3`?");
        assert_eq!(help("nois"), "did you mean `noisy=0.1`?");
        assert!(help("zebra").ends_with("(mi), mcts=N and tree=NAME"));
        assert!(help("").starts_with("there is manual"));
    }
}
