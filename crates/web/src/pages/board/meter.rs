//! The verdict as a bar: how far it leans to player 1.

use maud::{Markup, html};
use outplay::{About, SidesReplay};

use super::measure::{Measure, Worth};

/// The bar of a value; `first` is what the start of the line was worth, which a price is compared with.
pub(crate) fn meter(
    measure: &Measure,
    value: Worth,
    first: Worth,
    about: &About,
    replay: &SidesReplay,
) -> Markup {
    let said = measure.say(value, about);
    let [one, two] = about.names();
    let width = share(measure, value, first, replay) * 100.0;
    html! {
        figure.evaluation {
            svg.open[!value.is_settled()] role="img" viewBox="0 0 100 10" preserveAspectRatio="none"
                aria-label=(format!("{one} against {two}: {said}")) {
                rect.rail width="100" height="10" {}
                rect.lead width=(format!("{width:.2}")) height="10" {}
                @if matches!(measure, Measure::Points(_) | Measure::Chance) { rect.middle x="49.8" width="0.4" height="10" {} }
            }
            figcaption aria-hidden="true" { span.one { (one) } strong { (said) } span.two { (two) } }
        }
    }
}

/// How far it leans to player 1, from 0 to 1.
fn share(measure: &Measure, value: Worth, first: Worth, replay: &SidesReplay) -> f64 {
    let share = match (measure, value) {
        (_, Worth::Open) => 0.5,
        (_, Worth::NoWin) => 0.0,
        (Measure::Chance, Worth::Is(chance)) => chance,
        // Of the price that it had to be.
        (Measure::Price(_), Worth::Is(price)) => match first {
            Worth::Is(first) if price > first => first.max(1.0) / price,
            _ => 1.0,
        },
        (Measure::Points(_), Worth::Is(value)) => {
            let numbers = replay.start.iter().filter_map(|side| side.numbers.get("hp"));
            let most = numbers.copied().max().map_or(1.0, f64::from);
            0.5 + value / (2.0 * most.max(value.abs()).max(1.0))
        }
    };
    share.clamp(0.0, 1.0)
}
