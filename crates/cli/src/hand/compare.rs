//! `outplay compare hand`.

use outplay::{CompareHands, HandComparison, compare_hands, deal_ranges, times_svg};

use super::super::args::{Compare, TableFormat};
use super::super::{Done, Wrong, fight, files, print, print_json};
use super::{limits, refuse, refuse_fight, write_plot};
use outplay_render::table::{aligned, duration};

pub(in super::super) fn compare(asked: &Compare) -> Result<Done, Wrong> {
    refuse_fight(&asked.fight, &[("--after", asked.after.is_some())])?;
    let given = [("--input", asked.fight.input.is_some()), ("--set", !asked.fight.set.is_empty())];
    refuse(&given, "`compare hand` deals its own hands; see --sizes, --repeat, --seed, --config")?;
    let config = match &asked.config {
        Some(path) => Some((files::name(path), files::text(path)?)),
        None => None,
    };
    let (from, to) = asked.sizes.unwrap_or((1, 9));
    let question = CompareHands {
        sizes: from..=to,
        repeat: u64::from(asked.repeat.unwrap_or(10).max(1)),
        seed: asked.seed.unwrap_or(1),
        ranges: deal_ranges(config)?,
    };
    let limits = limits(&asked.limits, false);
    let comparison = fight::limited(&limits, |limits| compare_hands(&question, limits));
    if let Some(path) = &asked.plot {
        write_plot(path, &times_svg(&comparison))?;
    }
    match asked.format {
        TableFormat::Json => print_json(&comparison),
        TableFormat::Csv => print(&csv(&comparison)),
        TableFormat::Text => print(&text(&comparison)),
    }
    Ok(if comparison.stopped.is_some() { Done::Stopped } else { Done::Well })
}

fn text(comparison: &HandComparison) -> String {
    let rows = comparison.rows.iter().map(|row| {
        let ratio = |seconds: f64| format!("{:.1} x", seconds / row.exact_seconds);
        vec![
            row.cards.to_string(),
            row.brute_seconds.map_or("-".to_owned(), duration),
            duration(row.greedy_seconds),
            duration(row.exact_seconds),
            row.brute_seconds.map_or("-".to_owned(), ratio),
            ratio(row.greedy_seconds),
            format!("{:.1}", row.damage),
            format!("{} of {}", row.greedy_short, comparison.repeat),
            format!("{:.1}", row.short_by_mean),
            row.short_by_most.to_string(),
        ]
    });
    let header = [
        "cards",
        "brute",
        "greedy",
        "exact",
        "brute/exact",
        "greedy/exact",
        "best damage",
        "greedy short in",
        "by, mean",
        "by, most",
    ];
    let mut text = format!(
        "Mean time to a turn, {} random hands of each size (seed {})\n\n{}\n",
        comparison.repeat,
        comparison.seed,
        aligned(&header, &[], &rows.collect::<Vec<_>>())
    );
    let brute = comparison.rows.iter().filter(|row| row.brute_seconds.is_some()).count();
    text += match (comparison.agree, brute) {
        (true, 0) => "Brute force was not tried: it takes too long from 10 cards on.\n",
        (true, _) => "Brute force and the exact search agree on every turn, ties included.\n",
        (false, _) => "BRUTE FORCE AND THE EXACT SEARCH DISAGREE\n",
    };
    if comparison.stopped.is_some() {
        text += "Stopped before all sizes were done.\n";
    }
    text
}

fn csv(comparison: &HandComparison) -> String {
    let mut text = String::from(
        "cards,brute_seconds,greedy_seconds,exact_seconds,damage,greedy_short,short_by_mean,short_by_most,repeat,seed\n",
    );
    for row in &comparison.rows {
        let brute = row.brute_seconds.map(|seconds| seconds.to_string()).unwrap_or_default();
        text += &format!(
            "{},{brute},{},{},{},{},{},{},{},{}\n",
            row.cards,
            row.greedy_seconds,
            row.exact_seconds,
            row.damage,
            row.greedy_short,
            row.short_by_mean,
            row.short_by_most,
            comparison.repeat,
            comparison.seed
        );
    }
    text
}
