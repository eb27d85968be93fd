//! A fight told turn by turn, as a sheet of words and numbers: the terminal's and the page's.

use outplay_duel::{Account, Names, Snapshot};
use outplay_game::Player;

use crate::ReplayTurn;
use crate::words::{describe, number_name, queue_letters, running, who_is_who};

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
    /// The sheet of an account; `turns`, where there are any, know what moves gave away.
    pub fn new(account: &Account, names: &Names, turns: &[ReplayTurn]) -> Self {
        let queued = names.order.has_places();
        let shown = Shown { names, running: !names.effects.is_empty() || !queued, queued };
        let mut rows = vec![SheetRow {
            player: None,
            cells: shown.row([String::new(), "start".to_owned(), String::new()], &account.opening),
        }];
        let mut round = 0;
        for (index, turn) in account.turns.iter().enumerate() {
            let number = if turn.round == round { String::new() } else { turn.round.to_string() };
            round = turn.round;
            let mut told = describe(turn, names);
            let is_last = index + 1 == account.turns.len();
            if turn.skill.is_none() && account.waits && is_last {
                told.push("(to choose)".to_owned());
            }
            if let Some(ReplayTurn { regret: Some(regret @ 1..), best: Some(best), .. }) =
                turns.get(index)
            {
                told.push(format!("gave away {regret} ({best} was best)"));
            }
            let who = names.fighters[turn.player.index()].name.clone();
            let cells = shown.row([number, who, told.join("; ")], &turn.after);
            rows.push(SheetRow { player: Some(turn.player), cells });
        }
        let legend = format!("In the queue, the front first: {}.", who_is_who(names));
        Self { columns: shown.columns(), rows, legend: queued.then_some(legend) }
    }
}

/// Which columns there are.
struct Shown<'a> {
    names: &'a Names,
    running: bool,
    queued: bool,
}

impl Shown<'_> {
    fn columns(&self) -> Vec<Column> {
        let word = |name: &str| Column { name: name.to_owned(), is_number: false };
        let number = |name: String| Column { name, is_number: true };
        let order = self.names.order;
        let who = if self.queued { "who" } else { "turn" };
        let mut columns = vec![number(order.counts().to_owned()), word(who), word("what happens")];
        let slots = self.names.fighters.iter().flat_map(|fighter| &fighter.numbers);
        columns.extend(slots.map(|(_, slot)| number(number_name(*slot, self.names))));
        columns.extend(self.running.then(|| word("running")));
        columns.extend(self.queued.then(|| word("queue")));
        columns
    }

    fn row(&self, words: [String; 3], after: &Snapshot) -> Vec<String> {
        let mut cells = Vec::from(words);
        cells.extend(after.numbers.iter().flatten().map(i32::to_string));
        cells.extend(self.running.then(|| running(after, self.names, None).join(", ")));
        cells.extend(self.queued.then(|| match queue_letters(&after.queue) {
            letters if letters.is_empty() => "(empty)".to_owned(),
            letters => letters,
        }));
        cells
    }
}
