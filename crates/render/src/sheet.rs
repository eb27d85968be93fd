//! A fight told turn by turn, as a sheet of words and numbers: the terminal's and the page's.

use outplay::duel::order::OrderKind;
use outplay::game::Player;
use outplay::{About, Scene, SidesReplay};

/// Every turn as a row: what happened, and the numbers of both sides after it.
pub struct Sheet {
    /// The heads of the columns.
    pub columns: Vec<Column>,
    /// The position at the start, then every turn.
    pub rows: Vec<SheetRow>,
    /// How to read the queue, where there is one.
    pub legend: Option<String>,
}

/// The head of a column.
pub struct Column {
    /// What stands below it.
    pub name: String,
    /// Are those numbers?
    pub is_number: bool,
}

/// A turn, or the start.
pub struct SheetRow {
    /// Whose turn it was.
    pub player: Option<Player>,
    /// A text for each column.
    pub cells: Vec<String>,
}

impl Sheet {
    /// The sheet of a game that was told.
    pub fn new(about: &About, replay: &SidesReplay) -> Self {
        let opening = replay.opening();
        let shown = Shown {
            about,
            running: about.order.is_some()
                && (!about.effects.is_empty() || !about.counters.is_empty() || !about.has_queue()),
            facts: opening.facts.iter().map(|(name, _)| name.clone()).collect(),
        };
        let start = [String::new(), "start".to_owned(), String::new()];
        let mut rows = vec![SheetRow { player: None, cells: shown.row(start, &opening) }];
        let mut round = 0;
        for (index, turn) in replay.turns.iter().enumerate() {
            let number = if turn.round == round { String::new() } else { turn.round.to_string() };
            round = turn.round;
            let mut told = turn.events.clone();
            let is_last = index + 1 == replay.turns.len();
            if turn.skill.is_none() && replay.waits() && is_last {
                told.push("(to choose)".to_owned());
            }
            if let (Some(regret @ 1..), Some(best)) = (turn.regret, &turn.best) {
                told.push(gave_away(regret.unsigned_abs(), best));
            }
            let who = about.side(turn.player()).name.clone();
            let cells = shown.row([number, who, told.join("; ")], &turn.after());
            rows.push(SheetRow { player: Some(turn.player()), cells });
        }
        let legend = format!("In the queue, the front first: {}.", who_is_who(about));
        Self { columns: shown.columns(), rows, legend: about.has_queue().then_some(legend) }
    }
}

/// What a move gave away.
pub(crate) fn gave_away(regret: u64, best: &str) -> String {
    format!("gave away {regret} ({best} was best)")
}

/// Who the letters of a queue are.
pub fn who_is_who(about: &About) -> String {
    let [one, two] = about.names();
    let who = format!("A is {one}, B is {two}");
    match about.order {
        Some(OrderKind::RestrictedQueue) => format!("{who}; a, b: not able to add"),
        _ => who,
    }
}

/// What a number is called where both sides are shown: with its owner, if both have one.
pub fn number_name(about: &About, player: Player, number: &str) -> String {
    let shared = about.side(player.other()).numbers.iter().any(|other| other == number);
    if shared { format!("{} {number}", about.side(player).name) } else { number.to_owned() }
}

/// Which columns there are.
struct Shown<'a> {
    about: &'a About,
    running: bool,
    facts: Vec<String>,
}

impl Shown<'_> {
    fn columns(&self) -> Vec<Column> {
        let word = |name: &str| Column { name: name.to_owned(), is_number: false };
        let number = |name: String| Column { name, is_number: true };
        let who = if self.about.counts() == "turn" { "who" } else { "turn" };
        let mut columns =
            vec![number(self.about.counts().to_owned()), word(who), word("what happens")];
        for player in Player::BOTH {
            let numbers = self.about.side(player).numbers.iter();
            columns.extend(numbers.map(|name| number(number_name(self.about, player, name))));
        }
        columns.extend(self.facts.iter().cloned().map(number));
        columns.extend(self.running.then(|| word("running")));
        columns.extend(self.about.has_queue().then(|| word("queue")));
        columns
    }

    fn row(&self, words: [String; 3], after: &Scene) -> Vec<String> {
        let mut cells = Vec::from(words);
        for (side, state) in self.about.sides.iter().zip(&after.sides) {
            cells.extend(side.numbers.iter().map(|name| state.number(name).to_string()));
        }
        cells.extend(after.facts.iter().map(|(_, fact)| fact.clone()));
        cells.extend(self.running.then(|| after.running(self.about, None).join(", ")));
        cells.extend(self.about.has_queue().then(|| match after.queue.as_deref() {
            None | Some("") => "(empty)".to_owned(),
            Some(letters) => letters.to_owned(),
        }));
        cells
    }
}
