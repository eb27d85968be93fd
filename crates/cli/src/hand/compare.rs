//! `outplay compare hand`.

use outplay::{CompareHands, compare_hands, deal_ranges};
use outplay_render::{draw, hand};

use super::super::args::{Compare, TableFormat};
use super::super::{Done, Wrong, files, print, print_json, source};
use super::{refuse, refuse_fight};

pub(in super::super) fn compare(args: &Compare) -> Result<Done, Wrong> {
    refuse_fight(&args.game, &[("--after", args.after.is_some())])?;
    let given = [("--input", args.game.input.is_some()), ("--set", !args.game.set.is_empty())];
    refuse(&given, "`compare hand` deals its own hands; see --sizes, --repeat, --seed, --config")?;
    let config = args.config.as_deref().map(files::named).transpose()?;
    let (from, to) = args.sizes.unwrap_or((1, 9));
    let question = CompareHands {
        sizes: from..=to,
        repeat: u64::from(args.repeat.unwrap_or(10).max(1)),
        seed: args.seed.unwrap_or(1),
        ranges: deal_ranges(config.as_ref())?,
    };
    let limits = source::allowed(&args.limits).kept();
    let comparison = source::limited(&limits, "states", |budget| compare_hands(&question, budget));
    if let Some(path) = &args.plot {
        files::write(path, &draw::times(&comparison))?;
    }
    match args.format {
        TableFormat::Json => print_json(&comparison),
        TableFormat::Csv => print(&hand::comparison_csv(&comparison)),
        TableFormat::Text => print(&hand::comparison(&comparison)),
    }
    Ok(if comparison.stopped.is_some() { Done::Stopped } else { Done::Well })
}
