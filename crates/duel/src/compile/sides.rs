//! Who stands on which side: a fighter by name or letter, a team by its letters (`KA`) or by names with
//! a plus between (`knight+archer`).

use outplay_text::{Code, Problem, Problems};

use crate::spec::{Fighter, Spec, Word};

/// So many may stand on a side.
const MOST_FIGHTERS: usize = 6;

/// The fighters of the two sides: as the file says, else the first and the next (or the same, twice).
pub(super) fn choose_sides<'w>(
    spec: &'w Spec,
    problems: &mut Problems,
) -> Option<[Vec<&'w Fighter>; 2]> {
    if spec.fighters.is_empty() {
        // Where the table is missing altogether, that has been said.
        if problems.has_errors() {
            return None;
        }
        problems.push(
            Problem::error(Code::Empty, None, "a fight needs a fighter")
                .help("add a table such as `[fighters.hero]` with `hp = 10`"),
        );
        return None;
    }
    Some([0, 1].map(|side| {
        let usual = || usual(spec, side);
        match &spec.sides[side][..] {
            [] => usual(),
            words => {
                let named: Option<Vec<_>> =
                    words.iter().map(|word| team(spec, word, problems)).collect();
                // The checks that follow go on with whoever would stand there.
                named.map_or_else(usual, |teams| teams.concat())
            }
        }
    }))
}

/// Whoever stands on a side where nobody says who: as many as the file wants, player 2's after
/// player 1's.
fn usual(spec: &Spec, side: usize) -> Vec<&Fighter> {
    let count = spec.fighters.len();
    let size = spec.size.min(count);
    if size == 1 {
        return spec.fighters.get(side).or(spec.fighters.first()).into_iter().collect();
    }
    let from = if count >= 2 * size { side * size } else { 0 };
    spec.fighters[from..from + size].iter().collect()
}

impl Spec {
    /// Every team of the usual size, in roster order, by its letters where each has one; where a side
    /// is one fighter, everyone by name.
    pub fn teams(&self) -> Vec<String> {
        if self.size == 1 {
            return self.fighters.iter().map(|fighter| fighter.id.text.clone()).collect();
        }
        let letters = letters(self);
        let mut teams: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..self.size.min(self.fighters.len()) {
            let longer = |team: &Vec<usize>| {
                let next = team.last().map_or(0, |last| last + usize::from(!self.twice));
                let team = team.clone();
                (next..self.fighters.len()).map(move |place| [&team[..], &[place]].concat())
            };
            teams = teams.iter().flat_map(longer).collect();
        }
        teams.iter().map(|team| team.iter().map(|&place| letters[place]).collect()).collect()
    }

    /// A team as it is named: `KA` for `knight+archer`; `None` where it is none.
    pub fn team(&self, name: &str) -> Option<String> {
        let word = Word { text: name.to_owned(), span: self.fighters.first()?.id.span };
        let members = team(self, &word, &mut Problems::default())?;
        let letters = letters(self);
        let place = |fighter: &Fighter| {
            self.fighters.iter().position(|other| other.id.text == fighter.id.text)
        };
        members.into_iter().map(|fighter| Some(letters[place(fighter)?])).collect()
    }
}

/// Whom a word means; `None` where it means nobody, which is said.
fn team<'w>(spec: &'w Spec, word: &Word, problems: &mut Problems) -> Option<Vec<&'w Fighter>> {
    if let Some(fighter) = spec.fighter(&word.text) {
        return Some(vec![fighter]);
    }
    let unknown = |name: &str, problems: &mut Problems| {
        let known = spec.fighters.iter().map(|fighter| fighter.id.text.as_str());
        let message = format!("no fighter is called `{name}`");
        let problem = Problem::error(Code::UnknownFighter, word.span, message).one_of(name, known);
        problems.push(problem);
    };
    if word.text.contains('+') {
        let names = word.text.split('+').map(str::trim);
        let found = names.map(|name| {
            let fighter = spec.fighter(name);
            if fighter.is_none() {
                unknown(name, problems);
            }
            fighter
        });
        return found.collect::<Vec<_>>().into_iter().collect();
    }
    let letters = letters(spec);
    let by_letter = |letter: char| {
        let exact = letters.iter().position(|own| *own == letter);
        let alike = || letters.iter().position(|own| own.eq_ignore_ascii_case(&letter));
        exact.or_else(alike).map(|place| &spec.fighters[place])
    };
    let found: Option<Vec<_>> = word.text.chars().map(by_letter).collect();
    if found.is_none() {
        unknown(&word.text, problems);
    }
    found.filter(|found| !found.is_empty())
}

/// What is wrong with the teams.
pub(super) fn check(spec: &Spec, sides: &[Vec<&Fighter>; 2], problems: &mut Problems) {
    for (words, team) in spec.sides.iter().zip(sides) {
        let span = words.first().map(|word| word.span);
        if team.len() > MOST_FIGHTERS {
            let message = format!("{} fighters are too many for a side", team.len());
            problems.push(
                Problem::error(Code::TooMany, span, message)
                    .help(format!("at most {MOST_FIGHTERS}")),
            );
        }
        for (place, fighter) in team.iter().enumerate() {
            let again = team[..place].iter().any(|other| other.id.text == fighter.id.text);
            if again && !spec.twice {
                let message = format!("`{}` stands on this side twice", fighter.id.text);
                let help = "name somebody else; `twice = true` under `[sides]` would allow it";
                problems.push(Problem::error(Code::Twice, span, message).help(help));
            }
        }
        if spec.order.has_places() && team.len() > 1 {
            let message = "a queue has one fighter a side, and this side has several";
            let help = "choose `order = \"alternate\"` or `\"speed\"` under `[turns]`";
            problems.push(Problem::error(Code::Contradiction, span, message).help(help));
        }
    }
    if spec.size > spec.fighters.len() && !spec.twice {
        let help = "make `size` smaller, or let the same fighter stand twice: `twice = true`";
        let message =
            format!("a side of {} is larger than the roster of {}", spec.size, spec.fighters.len());
        problems.push(Problem::error(Code::TooMany, spec.size_at, message).help(help));
    }
}

/// The letter of each fighter: its own, else the first free one of its name, in upper case.
pub(super) fn letters(spec: &Spec) -> Vec<char> {
    let mut taken: Vec<char> =
        spec.fighters.iter().filter_map(|fighter| Some(fighter.key?.0)).collect();
    let letter = |fighter: &Fighter| {
        if let Some((key, _)) = fighter.key {
            return key;
        }
        let own = fighter.id.text.chars().filter(char::is_ascii_alphanumeric);
        let own = own.map(|letter| letter.to_ascii_uppercase());
        let others = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let letter = own.chain(others).find(|letter| !taken.contains(letter)).unwrap_or('?');
        taken.push(letter);
        letter
    };
    spec.fighters.iter().map(letter).collect()
}
