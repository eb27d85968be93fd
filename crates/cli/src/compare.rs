//! `outplay compare`.

use std::time::Instant;

use outplay::{Answer, Comparison, Proof, Source, Stop};
use outplay_render::compare;

use super::args::{Compare, TableFormat};
use super::{Done, Wrong, print, print_modes, source};

pub(super) fn run(args: &Compare, source: Source) -> Result<Done, Wrong> {
    let source = source::with_options(source, &args.game)?;
    source::remark_on_styles(&args.game)?;
    let after = args.after.as_deref().map(|after| source::option("after", after));
    let limits = source::allowed(&args.limits).visited();
    let mut compared = Vec::new();
    let (begun, tables) = (Instant::now(), source.open_each_mode()?);
    let count = tables.len();
    for (done, table) in tables.into_iter().enumerate() {
        source::warn(&table);
        // All modes share the time.
        let limits = limits.shared(begun.elapsed(), count - done);
        let comparison =
            source::limited(&limits, "states", |budget| table.compare(after.as_ref(), budget))?;
        compared.push((table, comparison));
    }
    let comparisons: Vec<&Comparison> = compared.iter().map(|(_, comparison)| comparison).collect();
    match args.format {
        TableFormat::Json => print_modes(&source.game, &comparisons),
        TableFormat::Csv => print(&compare::csv(comparisons.iter().copied())),
        TableFormat::Text => {
            let text = |(table, comparison): &(outplay::Table, Comparison)| {
                compare::text(table.about(), comparison)
            };
            print(&compared.iter().map(text).collect::<Vec<_>>().join("\n"));
        }
    }
    // That a search cannot weigh a game which comes back to itself is no limit.
    let unproved =
        |answer: &Answer| answer.proof() != Proof::Optimal && answer.stopped() != Some(Stop::Cycle);
    Ok(if comparisons.iter().any(|comparison| !comparison.agree) {
        Done::WrongInput
    } else if comparisons.iter().any(|comparison| comparison.answers.iter().any(unproved)) {
        Done::Stopped
    } else {
        Done::Well
    })
}
