//! How the docs were read where they left something open: one constant for each question, so that the
//! other answer is one word away. By now docs/language.md answers all but those after the line.

/// Turns stolen twice are so many more. Otherwise the greater number counts.
pub(crate) const STEALS_ADD_UP: bool = true;

/// Every `dies` happens, though one of them has brought the owner back. Otherwise those after it
/// do not.
pub(crate) const EVERY_DIES_HAPPENS: bool = true;

/// A negative heal takes hp. Otherwise it does nothing.
pub(crate) const HEALING_MAY_HURT: bool = true;

/// With `stuck = "skip"` a queue also drops the places of fighters with more than one action.
pub(crate) const PLACES_OF_MANY_ACTIONS_ARE_DROPPED: bool = true;

/// In a restricted queue a stolen place is as able as it was. Otherwise it is able.
pub(crate) const STOLEN_PLACES_STAY_AS_ABLE: bool = true;

/// A number that resets goes back to the file's `start`. Otherwise to where the position began.
pub(crate) const RESETS_TO_THE_FILES_START: bool = true;

/// A stolen turn stands in the place of the enemy's, and after it comes one's own: `A [A] A B`, as
/// in a queue. Otherwise the enemy's turn comes right after it: `A [A] B`.
pub(crate) const STOLEN_TURNS_KEEP_THEIR_PLACE: bool = true;

/// A stacked effect changes everything once, then everything once more. Otherwise each entry of its
/// table is read once and multiplied.
pub(crate) const STACKS_REPEAT: bool = false;

/// A hit of less than 0 (armor without a `least`, or a formula) gives the target hp. Otherwise only
/// what is above 0 does anything.
pub(crate) const HITS_BELOW_0_HEAL: bool = true;

/// An effect that is cleansed while it applies (by a `dies`) still makes the rest of its changes.
/// Otherwise it ends then and there.
pub(crate) const A_TABLE_IS_FINISHED: bool = false;

/// Where it is judged whether a place of a queue is dropped, the `dies` that the start of its turn
/// would set off are part of what it would bring. Otherwise they are not.
pub(crate) const DIES_IS_JUDGED_WITH_A_PLACE: bool = false;

// What the docs do not say, or not all of it; here the engine has the word.

/// What is left of a hit after resisting is rounded down. Otherwise what is taken off is.
pub(crate) const RESISTING_ROUNDS_WHAT_IS_LEFT: bool = true;

/// An effect that starts, and a cooldown that is set, while the turn still starts (somebody's
/// `dies` in 3 and 4) waits for the next turn like any other. Otherwise it counts in this
/// one, as the docs say, and, what they do not, applies in it if its place in the order is yet to come.
pub(crate) const WHAT_IS_NEW_WAITS: bool = false;

/// A queue that a position gives is one of a fight that both have been in: nobody in it was "never
/// added before". Otherwise that is whoever has no place in it.
pub(crate) const A_GIVEN_QUEUE_HAS_SEEN_BOTH: bool = true;
