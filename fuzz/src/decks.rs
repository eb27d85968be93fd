//! Two decks that fight; small ones by the reference as well.

use outplay::combat::{Mode, Outcome, parse, parse_decks, reference, solve};
use outplay::text::{Problems, Sources};
use outplay::{Budget, Failure};

use crate::opened::well_placed;
use crate::text;

/// The reference keeps every game whole.
const MOST_CARDS: usize = 14;

/// Tries one input: the puzzle's text, or two decks in two lines.
pub fn try_one(data: &[u8]) {
    let Some(text) = text(data, 3000) else { return };
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let deal = if text.contains(':') {
        let source = sources.add("decks.txt", text);
        parse(&sources, source, &mut problems)
    } else {
        let (one, two) = text.split_once('\n').unwrap_or((text, ""));
        let ids = [sources.add("p1", one), sources.add("p2", two)];
        parse_decks(&sources, ids, &mut problems)
    };
    let Some(deal) = deal else { return well_placed(&Failure::new(sources, problems)) };
    for mode in [Mode::Plain, Mode::Recursive] {
        let budget = Budget { states: 2000, bytes: 64 << 20, ..Budget::UNLIMITED };
        let found = solve(&deal, mode, &budget);
        if let Some(found) = found.ok().filter(|_| deal.cards() <= MOST_CARDS) {
            let (slow, _) = reference::solve(&deal, mode);
            // The reference takes no shortcuts.
            let plain = Outcome { played: slow.played, skipped: slow.skipped, ..found };
            assert_eq!(plain, slow, "{mode:?} of {deal:?}");
        }
    }
}
