//! `outplay solve hand --deck FILE`: the exact distribution of the best turn.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outplay::{DeckAnswer, DrawnHand, HandBy, HandRequest, deck_odds, histogram_svg, thousands};

use super::super::args::Solve;
use super::super::{Done, Wrong, draw, listen_for_interrupts, print, print_json, wants_json};
use super::{limits, refuse, write_plot};
use outplay_render::table::{aligned, duration};

/// Cards drawn unless told otherwise.
const DRAWN: u32 = 4;
/// Rows of the table of cards.
const MOST_CARDS_SHOWN: usize = 15;

pub(super) fn odds(asked: &Solve, by: HandBy, request: &HandRequest) -> Result<Done, Wrong> {
    let by_other = by != HandBy::Exact;
    refuse(&[("--by", by_other)], "every hand of a deck is played exactly")?;
    refuse(&[("--explain", asked.explain)], "this is for one hand, without --deck")?;
    let named = [("--hand", asked.cards.hand.is_some())];
    refuse(&named, "the hands come from --deck; what is there in every turn goes in --card")?;
    let loaded = request.load_deck()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let drawn = match asked.draw.as_deref().map(str::parse) {
        None => DRAWN,
        Some(Ok(drawn)) => drawn,
        Some(Err(_)) => {
            let message = "--draw takes a number of cards here, for example --draw 4";
            return Err(Wrong::Plain(message.to_owned()));
        }
    };
    let bar = progress(loaded.deck.different_hands(drawn.min(loaded.deck.size())));
    let tell = |hands| bar.set_position(hands);
    let limits = limits(&asked.limits, false);
    let answer = deck_odds(
        &loaded.deck,
        drawn,
        outplay::Limits {
            max_states: limits.max_states.unwrap_or(u64::MAX),
            max_seconds: limits.max_seconds,
            interrupt: Some(listen_for_interrupts()),
            on_progress: Some(&tell),
        },
    );
    bar.finish_and_clear();
    let answer = answer?;
    if let Some(path) = &asked.plot {
        write_plot(path, &histogram_svg(&answer))?;
    }
    if wants_json(asked.format) {
        print_json(&answer);
    } else {
        print(&text(&answer));
    }
    Ok(if answer.stopped.is_some() { Done::Stopped } else { Done::Well })
}

fn progress(hands: u128) -> ProgressBar {
    let length = u64::try_from(hands).unwrap_or(u64::MAX);
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let style = "{bar:30} {human_pos} of {human_len} hands ({elapsed}, {eta} to go)";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn text(answer: &DeckAnswer) -> String {
    let percent = |part: f64| format!("{:.2} %", part * 100.0);
    let all = if answer.stopped.is_none() { "all" } else { "the first" };
    let mut text = format!(
        "{:.3} damage in the mean, over {all} {} hands of {} from {} cards\n",
        answer.value,
        grouped(answer.hands),
        answer.draw,
        answer.deck
    );
    text += &match answer.stopped {
        None => format!(
            "Exact: the best turn of each of {} different hands ({}).\n",
            thousands(answer.states),
            duration(answer.seconds)
        ),
        Some(_) => format!(
            "Not complete: stopped after {} of {} different hands; all figures are of those.\n",
            thousands(answer.states),
            grouped(answer.different_hands)
        ),
    };
    let most = answer.distribution.iter().map(|row| row.probability).fold(0.0, f64::max);
    let rows = answer.distribution.iter().filter(|row| row.hands > 0).map(|row| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let length = (row.probability / most.max(1e-12) * 30.0).round() as usize;
        vec![
            row.damage.to_string(),
            grouped(row.hands),
            percent(row.probability),
            percent(row.or_more),
            "#".repeat(length),
        ]
    });
    let header = ["damage", "hands", "share", "or more", ""];
    text += &format!("\n{}", aligned(&header, &[4], &rows.collect::<Vec<_>>()));
    for (what, hand) in [("Best", &answer.best), ("Worst", &answer.worst)] {
        if let Some(DrawnHand { damage, cards, moves }) = hand {
            let moves = if moves.is_empty() { "nothing to do" } else { moves };
            text += &format!("\n{what} hand, {damage} damage: {}\n  {moves}\n", cards.join("; "));
        }
    }
    let rows = answer.cards.iter().take(MOST_CARDS_SHOWN).map(|card| {
        vec![
            card.name.clone(),
            card.copies.to_string(),
            percent(card.share),
            percent(card.in_hand),
            format!("{:.2}", card.with),
            card.without.map_or("-".to_owned(), |mean| format!("{mean:.2}")),
        ]
    });
    let header = ["card", "copies", "of all damage", "in hand", "mean with it", "mean without"];
    text += &format!("\n{}", aligned(&header, &[0], &rows.collect::<Vec<_>>()));
    match answer.cards.len().saturating_sub(MOST_CARDS_SHOWN) {
        0 => {}
        more => text += &format!("and {more} more (all of them with --format json)\n"),
    }
    text
}

fn grouped(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), thousands)
}
