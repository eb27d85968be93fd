//! Lines as people write them, `pitch B, play A`, checked move by move. What another program printed,
//! `pitched: B` and `played: A`, is read too: a line each, or as a list.

use std::borrow::Cow;

use outplay_game::Game;
use outplay_text::near;

use crate::{Hand, Move, State, Use};

/// What came of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The moves that were made, with the position after each.
    pub steps: Vec<Step>,
    /// The move that could not be made.
    pub refused: Option<Refused>,
    /// The position at the end.
    pub end: State,
    /// Damage dealt.
    pub damage: u64,
    /// Resources spent.
    pub spent: u64,
    /// What all plays of the text would cost, legal or not.
    pub listed_cost: u64,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// All damage so far.
    pub damage: u64,
    /// The position after it.
    pub after: State,
}

/// A move that could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which one, counted from 1.
    pub number: usize,
    /// As it was written.
    pub text: String,
    /// Why not.
    pub reason: String,
}

impl Hand {
    /// Plays moves as people write them, up to the first that cannot be made.
    ///
    /// ```
    /// use outplay_hand::{Card, Hand};
    /// let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
    /// assert_eq!(hand.replay("pitch B, play A").damage, 6);
    /// let refused = hand.replay("play A").refused.unwrap();
    /// assert_eq!(refused.reason, "it costs 2 resources, and there are 0");
    /// assert_eq!(hand.replay("Pitched: B\nPlayed: A").damage, 6);
    /// ```
    pub fn replay(&self, moves: &str) -> Replay {
        let moves = &*without_brackets(moves);
        let mut state = self.start();
        let mut replay = Replay {
            steps: Vec::new(),
            refused: None,
            end: state.clone(),
            damage: 0,
            spent: 0,
            listed_cost: 0,
        };
        let mut rest = moves;
        for number in 1.. {
            rest = rest
                .trim_start_matches(|letter: char| ",;".contains(letter) || letter.is_whitespace());
            if rest.is_empty() {
                break;
            }
            let (read, text, after) = self.read_move(rest);
            rest = after;
            if let Ok(Move::Play(place)) = read {
                replay.listed_cost += u64::from(self.cards[place as usize].cost);
            }
            if replay.refused.is_some() {
                continue;
            }
            match read.and_then(|mv| self.reason_against(&state, mv).map_or(Ok(mv), Err)) {
                Err(reason) => {
                    replay.refused = Some(Refused { number, text: text.to_owned(), reason });
                }
                Ok(mv) => {
                    if let Move::Play(place) = mv {
                        replay.spent += u64::from(self.cards[place as usize].cost);
                    }
                    state = self.play(&state, mv);
                    replay.damage += self.damage(mv);
                    let (damage, after) = (replay.damage, state.clone());
                    replay.steps.push(Step { mv, damage, after });
                }
            }
        }
        replay.end = state;
        replay
    }

    /// The move at the start of a text, the words it is written in, and the text after it.
    fn read_move<'a>(&self, text: &'a str) -> (Result<Move, String>, &'a str, &'a str) {
        let next = text.find([',', ';', '\n']).unwrap_or(text.len());
        let simple = |reason| (Err(reason), text[..next].trim_end(), &text[next..]);
        let word = text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len());
        let (verb, name) = text.split_at(word);
        let make: fn(u32) -> Move = match verb.to_lowercase().as_str() {
            "play" | "played" => Move::Play,
            "pitch" | "pitched" => Move::Pitch,
            "end" if text[..next].trim_end() == verb => {
                return (Ok(Move::End), verb, &text[next..]);
            }
            _ => return simple("a move is `play CARD`, `pitch CARD` or `end`".to_owned()),
        };
        let start = name.trim_start();
        let start = start.strip_prefix(':').map_or(start, str::trim_start);
        let (lead, name) = (name.len() - start.len(), start);
        // The longest name that fits: names may have commas in them.
        let found = (0_u32..).zip(&self.cards).filter_map(|(place, card)| {
            let length = starts_with(name, &card.name)?;
            Some((length, card.name == name[..length], place))
        });
        match found.max_by_key(|&(length, same, place)| (length, same, std::cmp::Reverse(place))) {
            Some((length, _, place)) => {
                let end = word + lead + length;
                (Ok(make(place)), &text[..end], &text[end..])
            }
            None => {
                let name = text[..next].get(word + lead..).unwrap_or("").trim_end();
                let names = self.cards.iter().map(|card| card.name.as_str());
                simple(match near(name, names).first() {
                    Some(near) => format!("no card is called `{name}`; did you mean `{near}`?"),
                    None if name.is_empty() => "the name of a card is missing".to_owned(),
                    None => format!("no card of this hand is called `{name}`"),
                })
            }
        }
    }

    /// Why a move cannot be made, if it cannot.
    fn reason_against(&self, state: &State, mv: Move) -> Option<String> {
        let place = match mv {
            _ if state.ended => return Some("the turn has been ended".to_owned()),
            _ if state.action_points == 0 => {
                return Some("the turn is over: no action point is left".to_owned());
            }
            Move::End => return None,
            Move::Play(place) | Move::Pitch(place) => place as usize,
        };
        let card = &self.cards[place];
        match (state.uses[place], mv) {
            (Use::Played, _) => Some("it has been played already".to_owned()),
            (Use::Pitched, _) => Some("it has been pitched already".to_owned()),
            (Use::Kept, Move::Pitch(_)) if card.pitch.is_none() => {
                Some("it has no pitch value and can only be played".to_owned())
            }
            (Use::Kept, Move::Play(_)) if card.attack.is_none() => {
                Some("it has no attack and can only be pitched".to_owned())
            }
            (Use::Kept, Move::Play(_)) if state.resources < u64::from(card.cost) => {
                let unit = if card.cost == 1 { "resource" } else { "resources" };
                let are = if state.resources == 1 { "there is" } else { "there are" };
                Some(format!("it costs {} {unit}, and {are} {}", card.cost, state.resources))
            }
            (Use::Kept, _) => None,
        }
    }
}

/// Moves without the brackets and quotes of a list: `['pitched: B', 'played: A']`.
fn without_brackets(moves: &str) -> Cow<'_, str> {
    let list = moves.trim().strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let Some(list) = list else { return Cow::Borrowed(moves) };
    let bare = |item: &'_ str| item.trim().trim_matches(['"', '\'']).to_owned();
    Cow::Owned(list.split(',').map(bare).collect::<Vec<_>>().join(", "))
}

/// The length of the start of `text` that is `name` in any case, if a name can end there.
fn starts_with(text: &str, name: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    for wanted in name.chars() {
        let (_, letter) = letters.next()?;
        if letter != wanted && !letter.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    let rest = letters.as_str();
    let ends = rest.trim_start_matches([' ', '\t']);
    (!name.is_empty() && (ends.is_empty() || ends.starts_with([',', ';', '\n', '\r'])))
        .then(|| text.len() - rest.len())
}
