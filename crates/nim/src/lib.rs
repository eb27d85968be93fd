//! Nim: two players take stones from heaps in turn, as many as they like from one heap; whoever takes
//! the last stone wins.
//!
//! A game that shows how little one needs: the rules ([`Nim`] is a [`Game`]), what the end is worth
//! ([`ZeroSum`]), how it speaks of itself ([`Described`]), and how it is set up ([`read`]). A line
//! in the library's registry does the rest: it is solved, played, replayed, matched and compared on
//! the command line, the full screen, the page and the API. Nothing here prints.

use outplay_game::{Described, Game, Node, Player, Versus, ZeroSum};
use outplay_text::set::Change;
use outplay_text::{Code, Problem, Problems, SourceId, Sources, Value};

/// The heaps unless told.
const USUAL: [u8; 3] = [3, 4, 5];

/// More heaps, or larger ones, are not taken.
const MOST_HEAPS: usize = 8;
const MOST_STONES: u8 = 60;

/// Nim with these heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: Vec<u8>,
}

/// The stones of every heap, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    heaps: Vec<u8>,
    player: Player,
}

/// So many stones from one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    heap: u8,
    stones: u8,
}

impl Nim {
    /// A game with these heaps.
    ///
    /// ```
    /// use outplay_game::{Budget, Game};
    /// use outplay_nim::Nim;
    /// use outplay_search::alphabeta;
    /// let value = |nim: Nim| alphabeta(&nim, &nim.start(), &Budget::default()).value();
    /// assert_eq!(value(Nim::new(vec![1, 2, 3])), Some(-1)); // whoever begins loses
    /// assert_eq!(value(Nim::new(vec![1, 2, 4])), Some(1));
    /// ```
    pub fn new(heaps: Vec<u8>) -> Self {
        Self { heaps }
    }
}

impl Game for Nim {
    type State = State;
    type Move = Take;

    fn start(&self) -> State {
        State { heaps: self.heaps.clone(), player: Player::One }
    }

    fn node(&self, state: &State) -> Node {
        if state.heaps.iter().all(|&stones| stones == 0) {
            Node::End
        } else {
            Node::of(state.player)
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Take>) {
        for (heap, &stones) in (0..).zip(&state.heaps) {
            out.extend((1..=stones).map(|stones| Take { heap, stones }));
        }
    }

    fn play(&self, state: &State, Take { heap, stones }: Take) -> State {
        let mut heaps = state.heaps.clone();
        heaps[usize::from(heap)] -= stones;
        State { heaps, player: state.player.other() }
    }

    fn extra_bytes(state: &State) -> usize {
        state.heaps.capacity()
    }
}

impl Versus for Nim {
    fn winner(&self, state: &State) -> Option<Player> {
        // Whoever moved last took the last stone.
        (self.node(state) == Node::End).then(|| state.player.other())
    }
}

impl ZeroSum for Nim {
    fn payoff(&self, state: &State) -> i64 {
        match self.winner(state) {
            Some(Player::One) => 1,
            Some(Player::Two) => -1,
            None => 0,
        }
    }

    fn value_at_most(&self, _: &State) -> i64 {
        1
    }

    fn value_at_least(&self, _: &State) -> i64 {
        -1
    }

    fn is_acyclic(&self) -> bool {
        true
    }
}

/// What a heap is called.
fn letter(heap: usize) -> char {
    ('a'..='z').nth(heap).unwrap_or('?')
}

impl Described for Nim {
    /// `b3` takes three stones from heap b.
    fn move_name(&self, _: &State, Take { heap, stones }: Take) -> String {
        format!("{}{stones}", letter(usize::from(heap)))
    }

    fn facts(&self, state: &State) -> Vec<(String, String)> {
        let heap =
            |(heap, stones): (usize, &u8)| (format!("heap {}", letter(heap)), stones.to_string());
        state.heaps.iter().enumerate().map(heap).collect()
    }

    fn score(&self, _: &State, take: Take) -> i64 {
        take.stones.into()
    }
}

/// Reads the game with its changes, of which there is one: `heaps=[1, 3, 5, 7]`. Gives its title, a
/// sentence about it, and the game.
pub fn read(
    sources: &Sources,
    changes: &[SourceId],
    problems: &mut Problems,
) -> Option<(String, String, Nim)> {
    let mut heaps = USUAL.to_vec();
    for &source in changes {
        match Change::parse(&sources.get(source).text, source)
            .and_then(|change| read_heaps(&change))
        {
            Ok(given) => heaps = given,
            Err(problem) => problems.push(problem),
        }
    }
    let about = "Take as many stones as you like from one heap; whoever takes the last one wins.";
    (!problems.has_errors()).then(|| ("Nim".to_owned(), about.to_owned(), Nim::new(heaps)))
}

fn read_heaps(change: &Change) -> Result<Vec<u8>, Problem> {
    if change.path != "heaps" {
        let message = format!("nothing is called `{}`", change.path);
        return Err(Problem::error(Code::UnknownPath, change.path_span, message)
            .one_of(&change.path, ["heaps"]));
    }
    let wrong = |code, message: String| {
        Problem::error(code, change.value.span, message).help("for example `heaps=[1, 3, 5, 7]`")
    };
    let Value::List(heaps) = &change.value.value else {
        let message = format!("heaps are a list of numbers, not {}", change.value.kind());
        return Err(wrong(Code::WrongType, message));
    };
    if heaps.is_empty() || heaps.len() > MOST_HEAPS {
        let message = format!("there may be 1 to {MOST_HEAPS} heaps");
        return Err(wrong(Code::OutOfRange, message));
    }
    let read = |node: &outplay_text::Node| {
        let stones = node.as_integer().and_then(|stones| u8::try_from(stones).ok());
        stones
            .filter(|&stones| stones <= MOST_STONES)
            .ok_or_else(|| wrong(Code::OutOfRange, format!("a heap has 0 to {MOST_STONES} stones")))
    };
    heaps.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_game::{Budget, laws};
    use outplay_search::{Oracle, ZeroSumAlgorithm, solve_zero_sum};

    #[test]
    fn nim_obeys_the_laws() {
        laws::check(&Nim::new(vec![2, 3, 1]), 1000).unwrap();
    }

    #[test]
    fn whoever_begins_loses_exactly_where_the_heaps_cancel_out() {
        for a in 0..5_u8 {
            for b in 0..5 {
                for c in 0..5 {
                    let nim = Nim::new(vec![a, b, c]);
                    let start = nim.start();
                    let mut oracle = Oracle::empty(&nim);
                    let value = oracle.value(&nim, &start, &Budget::default()).unwrap();
                    let expected = if a ^ b ^ c == 0 { -1 } else { 1 };
                    assert_eq!(value, expected, "{a} {b} {c}");
                    if a + b + c < 7 {
                        let by = ZeroSumAlgorithm::Recursive;
                        let plain = solve_zero_sum(&nim, &start, by, &Budget::default());
                        assert_eq!(plain.value(), Some(expected));
                    }
                }
            }
        }
    }

    #[test]
    fn heaps_are_read_and_what_is_wrong_with_them_is_said() {
        let read_one = |text: &str| {
            let (mut sources, mut problems) = (Sources::default(), Problems::default());
            let source = sources.add("set", text);
            let heaps = read(&sources, &[source], &mut problems).map(|(_, _, nim)| nim.heaps);
            heaps.ok_or_else(|| problems.into_sorted()[0].message.clone())
        };
        assert_eq!(read_one("heaps=[1, 7]"), Ok(vec![1, 7]));
        assert_eq!(read_one("heap=[1]"), Err("nothing is called `heap`".to_owned()));
        assert!(read_one("heaps=3").is_err() && read_one("heaps=[]").is_err());
        assert!(read_one("heaps=[61]").is_err() && read_one("heaps=[-1]").is_err());
    }
}
