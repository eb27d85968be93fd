//! From the puzzle's text, or two lists of cards, to a deal; everything that is wrong at once.
//!
//! The text has two groups, each a line `Player N:` and then one card a line, top first, with blank
//! lines between the groups. Spaces around a line and either kind of line end are fine.

use outplay_game::Player;
use outplay_text::{Code, Problem, Problems, SourceId, Sources, Span};

use crate::Deal;

/// A line longer than this is not drawn; its place is said in words.
const LONGEST_LINE: usize = 400;

/// Reads the puzzle's own text.
pub fn parse(sources: &Sources, source: SourceId, problems: &mut Problems) -> Option<Deal> {
    let mut reader = Reader::new(sources, problems);
    let text = &sources.get(source).text;
    // Whose group the lines belong to; after a blank line nobody's, until a header says so.
    let mut player = None;
    let mut headed = [false; 2];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words =
            line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        let from = start + line.find(words).unwrap_or(0);
        let span = Span { source, start: from, end: from + words.len() };
        start += line.len();
        if words.is_empty() {
            player = None;
        } else if let Some(number) = header(words) {
            player = Some(reader.header(span, number, &mut headed));
        } else {
            let whose = *player.get_or_insert_with(|| {
                let missing = if headed[0] { Player::Two } else { Player::One };
                let what = format!(
                    "a deck without a heading: expected `Player N:` before `{}`",
                    short(words)
                );
                reader.wrong(
                    Code::MissingField,
                    span,
                    what,
                    &format!("put a line `Player {}:` above it", missing.number()),
                );
                headed[missing.index()] = true;
                missing
            });
            reader.card(span, words, whose);
        }
    }
    let end = Span { source, start: text.len(), end: text.len() };
    for player in Player::BOTH {
        if !headed[player.index()] {
            let number = player.number();
            let what = format!("the deck of player {number} is missing");
            reader.wrong(
                Code::MissingField,
                end,
                what,
                &format!("write `Player {number}:` and below it one card a line"),
            );
        }
    }
    reader.deal(headed)
}

/// Reads two lists of cards, top first, with spaces or commas between them.
pub fn parse_decks(
    sources: &Sources,
    lists: [SourceId; 2],
    problems: &mut Problems,
) -> Option<Deal> {
    let mut reader = Reader::new(sources, problems);
    for (player, source) in Player::BOTH.into_iter().zip(lists) {
        let text = &sources.get(source).text;
        reader.headings[player.index()] = Some(Span::all(source, text));
        let apart = |letter: char| letter.is_whitespace() || letter == ',';
        let mut start = 0;
        for word in text.split_inclusive(apart) {
            let card = word.trim_end_matches(apart);
            if !card.is_empty() {
                let span = Span { source, start, end: start + card.len() };
                reader.card(span, card, player);
            }
            start += word.len();
        }
    }
    reader.deal([true; 2])
}

/// The N of `Player N:`, as written.
fn header(words: &str) -> Option<&str> {
    let rest = words.get(..6).filter(|word| word.eq_ignore_ascii_case("player"))?;
    let rest = &words[rest.len()..];
    rest.starts_with(|letter: char| letter.is_whitespace() || letter == ':').then(|| rest.trim())
}

struct Reader<'a> {
    sources: &'a Sources,
    problems: &'a mut Problems,
    is_wrong: bool,
    headings: [Option<Span>; 2],
    /// All cards that could be read, with whose they are and where they stand.
    cards: Vec<(u32, Player, Span)>,
    /// Cards seen, readable or not.
    seen: [usize; 2],
}

impl<'a> Reader<'a> {
    fn new(sources: &'a Sources, problems: &'a mut Problems) -> Self {
        Self {
            sources,
            problems,
            is_wrong: false,
            headings: [None; 2],
            cards: Vec::new(),
            seen: [0; 2],
        }
    }

    fn header(&mut self, span: Span, number: &str, headed: &mut [bool; 2]) -> Player {
        let Some(player) = Player::BOTH.into_iter().find(|player| {
            number.strip_suffix(':').is_some_and(|rest| rest.trim() == player.number().to_string())
        }) else {
            let what = format!("`{}` heads no deck", short(self.sources.text(span)));
            self.wrong(
                Code::UnknownLabel,
                span,
                what,
                "there are two decks, headed `Player 1:` and `Player 2:`",
            );
            // Its cards are nobody's: they are read as the deck that is still missing.
            let missing = Player::BOTH.into_iter().find(|player| !headed[player.index()]);
            let player = missing.unwrap_or(Player::Two);
            headed[player.index()] = true;
            return player;
        };
        if std::mem::replace(&mut headed[player.index()], true) {
            let what = format!("a second deck of {player}");
            self.wrong(
                Code::Twice,
                span,
                what,
                "there are two decks, headed `Player 1:` and `Player 2:`",
            );
        } else {
            self.headings[player.index()] = Some(span);
        }
        player
    }

    fn card(&mut self, span: Span, word: &str, player: Player) {
        self.seen[player.index()] += 1;
        let digits = is_card(word);
        match word.parse::<u32>() {
            Ok(0) => self.wrong(Code::OutOfRange, span, "a card cannot be 0".to_owned(), WHOLE),
            Ok(card) if digits => self.cards.push((card, player, span)),
            Err(_) if digits => {
                let what = format!("card {} is too large", short(word));
                self.wrong(
                    Code::OutOfRange,
                    span,
                    what,
                    &format!("the highest card is {}", u32::MAX),
                );
            }
            _ if word.contains(char::is_whitespace) && word.split_whitespace().all(is_card) => {
                let what = format!("`{}` is more than one card", short(word));
                self.wrong(Code::Syntax, span, what, "write one card a line, the top card first");
            }
            _ => {
                self.wrong(
                    Code::WrongType,
                    span,
                    format!("`{}` is not a card", short(word)),
                    WHOLE,
                );
            }
        }
    }

    /// The deal, if nothing was wrong.
    fn deal(mut self, headed: [bool; 2]) -> Option<Deal> {
        for player in Player::BOTH {
            let side = player.index();
            if headed[side] && self.seen[side] == 0 {
                let what = format!("{player} has no cards");
                let help = "a deck has at least one card";
                match self.headings[side] {
                    Some(span) => self.wrong(Code::Empty, span, what, help),
                    None => self.problem(Problem::error(Code::Empty, None, what).help(help)),
                }
            }
        }
        let mut order: Vec<usize> = (0..self.cards.len()).collect();
        order.sort_by_key(|&index| self.cards[index].0);
        let mut twice: Vec<(usize, usize)> = Vec::new();
        for group in order.chunk_by(|&a, &b| self.cards[a].0 == self.cards[b].0) {
            twice.extend(group[1..].iter().map(|&index| (index, group[0])));
        }
        twice.sort_unstable();
        for (index, first) in twice {
            let (card, player, span) = self.cards[index];
            if self.problems.is_full() {
                // Where its lines are need not be counted.
                self.unlisted();
                continue;
            }
            let (_, other, before) = self.cards[first];
            let what = format!(
                "card {card} is there twice: {}, and {}",
                self.place(before, other),
                self.place(span, player)
            );
            self.wrong(
                Code::Twice,
                span,
                what,
                "two equal cards have no winner: every card must be different",
            );
        }
        if self.is_wrong {
            return None;
        }
        let mut decks = [Vec::new(), Vec::new()];
        for (card, player, _) in self.cards {
            decks[player.index()].push(card);
        }
        Deal::new(decks).ok()
    }

    /// Where a card stands, in words.
    fn place(&self, span: Span, player: Player) -> String {
        let (line, column) = self.sources.line_column(span);
        format!("in the deck of {player} (line {line}, column {column})")
    }

    fn wrong(&mut self, code: Code, span: Span, what: String, help: &str) {
        if self.problems.is_full() {
            return self.unlisted();
        }
        let text = &self.sources.get(span.source).text;
        let line_start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[span.end..].find('\n').map_or(text.len(), |end| span.end + end);
        let problem = if line_end - line_start > LONGEST_LINE {
            let (line, column) = self.sources.line_column(span);
            let name = &self.sources.get(span.source).name;
            Problem::error(code, None, format!("{what} ({name}, line {line}, column {column})"))
        } else {
            Problem::error(code, span, what)
        };
        self.problem(problem.help(help));
    }

    fn problem(&mut self, problem: Problem) {
        self.is_wrong = true;
        self.problems.push(problem);
    }

    fn unlisted(&mut self) {
        self.is_wrong = true;
        self.problems.push_unlisted();
    }
}

const WHOLE: &str = "a card is a whole number above 0";

/// Is this written like a card, whatever its size?
fn is_card(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The start of a long word.
fn short(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}
