//! What kind of mistake a problem is, as a short word that stays the same when messages change.
//!
//! All codes of the project stand in this one list, those of the games and of the library above
//! them included: a program that reads answers, or a page that explains them, has one place to
//! look. A code is a *kind* of mistake, not a sentence; many messages share one. To remove or to
//! rename one breaks those who rely on it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Makes the enum, its names and its list from one line for each code.
macro_rules! codes {
    ($($code:ident $name:literal $about:literal)*) => {
        /// The kind of a mistake.
        ///
        /// ```
        /// # use outplay_text::Code;
        /// assert_eq!(Code::UnknownSkill.name(), "unknown-skill");
        /// assert_eq!(Code::UnknownSkill.about(), "no skill has this name");
        /// ```
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        pub enum Code {
            $(
                #[doc = concat!("`", $name, "`: ", $about, ".")]
                #[serde(rename = $name)]
                $code,
            )*
        }

        impl Code {
            /// Every code there is.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// The code as answers give it, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// What it means, in a line.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$code => $about,)*
                }
            }
        }
    };
}

codes! {
    // How it is written.
    Syntax "syntax" "the text cannot be read as what it should be"
    ControlCharacter "control-character" "a terminal would obey this character instead of showing it"
    Unsupported "unsupported" "it is well written, but this cannot be done here"
    WrongType "wrong-type" "a value of one kind stands where another is expected"
    OutOfRange "out-of-range" "a number is too small or too large"
    TooMany "too-many" "there is more of something than there may be, or it is nested too deeply"
    Empty "empty" "at least one of something is needed, and there is none"
    MissingField "missing-field" "something that must be said is not"

    // Names.
    UnknownField "unknown-field" "no field of this name may stand here"
    UnknownChoice "unknown-choice" "a word is none of those that may stand here"
    UnknownPath "unknown-path" "a change names something that is not there"
    UnknownMode "unknown-mode" "no mode has this name"
    UnknownFighter "unknown-fighter" "no fighter has this name"
    UnknownSkill "unknown-skill" "no skill has this name"
    UnknownTree "unknown-tree" "no decision tree has this name"
    UnknownNumber "unknown-number" "the fighter has no number or effect of this name"
    NoPool "no-pool" "the goal is to spend little of a number that player 1 does not spend"
    UnknownCard "unknown-card" "no card of the list has this name or this colour"
    UnknownPosition "unknown-position" "no position of the tree has this name"
    UnknownLabel "unknown-label" "a line or a group of an input has a heading that means nothing"
    UnknownStyle "unknown-style" "no style of play has this name"
    BadName "bad-name" "this cannot be a name or a key"
    ReservedName "reserved-name" "this name means something else already"
    Twice "twice" "the same thing is there twice, where each must be different"
    Ambiguous "ambiguous" "a name could mean more than one thing"

    // What it would mean.
    Contradiction "contradiction" "two things that are said exclude each other"
    Unused "unused" "nothing uses this"
    NoEffect "no-effect" "this changes nothing"
    BadCondition "bad-condition" "the text is no condition"
    BadFormula "bad-formula" "the text is no formula"
    FixedNumber "fixed-number" "this number does not change in play"
    ChangingNumber "changing-number" "this number changes in play, and a fixed one is needed"
    NoQueue "no-queue" "there is no queue in this turn order"
    NoInput "no-input" "the rules take no input"
    HealingHit "healing-hit" "the armor is thicker than the hit, which heals"
    Unplayable "unplayable" "a card cannot be played, or not at all be used"
    Unusable "unusable" "it exists, but it cannot be used in this place"

    // What was asked.
    UnknownGame "unknown-game" "no game that ships and no file has this name"
    Unreadable "unreadable" "a file cannot be read"
    Unwritable "unwritable" "a file or a store cannot be written, or not by this"
    NoCards "no-cards" "the game is played with cards, and none are given"
    NoCardList "no-card-list" "cards are given by name, without the list that knows them"
    NotHere "not-here" "this game cannot be asked that"
    WrongSearch "wrong-search" "this search does not apply to the game"
    ManualStyle "manual-style" "nobody is there to be asked for moves"
    WrongGoal "wrong-goal" "this cannot be asked of a game with this goal"
    RefusedMove "refused-move" "a move cannot be made"
    Limit "limit" "a limit stopped it"
    MoreProblems "more-problems" "there are more problems than are listed"
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_has_a_kebab_case_name_of_its_own_and_says_what_it_means() {
        let mut names = HashSet::new();
        for code in Code::ALL {
            let name = code.name();
            assert!(names.insert(name), "{name} is there twice");
            let is_word =
                |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(name.split('-').all(is_word), "{name} is not in kebab case");
            assert!(!code.about().is_empty() && !code.about().ends_with('.'), "{name}");
        }
    }

    #[test]
    fn a_code_is_serialized_as_its_name() {
        for &code in Code::ALL {
            let json = serde_json::to_value(code).unwrap();
            assert_eq!(json, code.name());
            assert_eq!(serde_json::from_value::<Code>(json).unwrap(), code);
        }
    }
}
