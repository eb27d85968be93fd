//! Whom each does worst against, as a graph.

use std::f64::consts::TAU;

use outplay::Counter;

use super::canvas::{Element, Point};

/// Half the width of the graph.
const HALF: f64 = 260.0;
/// How far from its middle the entrants stand.
const RING: f64 = 215.0;
/// How large one is drawn; a long name makes it wider.
const SPOT: f64 = 19.0;

/// The entrants in a ring, and an arrow from each to its best counter: SVG to stand in a page.
pub fn counters_graph(entrants: &[String], counters: &[Counter]) -> String {
    let mut places = Vec::new();
    for index in 0..u32::try_from(entrants.len()).unwrap_or(0) {
        let count = u32::try_from(entrants.len()).unwrap_or(u32::MAX);
        let turn = f64::from(index) / f64::from(count) * TAU - TAU / 4.0;
        places.push((HALF + RING * turn.cos(), HALF + RING * turn.sin()));
    }
    let at = |name: &str| {
        let place = entrants.iter().position(|other| other == name)?;
        places.get(place).copied()
    };
    let mut svg = Element::svg((2.0 * HALF, 2.0 * HALF)).with("role", "img");
    svg = svg.with("aria-label", "Whom each does worst against");
    for counter in counters {
        let ends = at(&counter.pair).zip(at(&counter.best_counter));
        if let Some(path) = ends.and_then(|(from, to)| arrow(from, to)) {
            svg.add(&Element::new("path").class("arrow").with("d", path));
        }
    }
    for (name, &(x, y)) in entrants.iter().zip(&places) {
        // Whoever counters somebody stands out.
        let counters_someone = counters.iter().any(|counter| counter.best_counter == *name);
        let class = if counters_someone { "spot counter" } else { "spot" };
        let spot = Element::new("circle").class(class);
        svg.add(
            &spot
                .with("cx", format_args!("{x:.1}"))
                .with("cy", format_args!("{y:.1}"))
                .with("r", SPOT),
        );
        svg.add(&Element::text((x, y + 4.5), "middle", name));
    }
    svg.to_string()
}

/// A curve from one spot to another, with its head; none from a spot to itself.
fn arrow((x, y): Point, (to_x, to_y): Point) -> Option<String> {
    // Curved towards the middle, so that two that counter each other have an arrow each.
    let bend = 0.35;
    let lean = 0.12;
    let middle_x = f64::midpoint(x, to_x) * (1.0 - bend) + HALF * bend + (to_y - y) * lean;
    let middle_y = f64::midpoint(y, to_y) * (1.0 - bend) + HALF * bend - (to_x - x) * lean;
    let towards = |(x, y): Point| {
        let (along_x, along_y) = (middle_x - x, middle_y - y);
        let length = along_x.hypot(along_y);
        (length > SPOT).then(|| (along_x / length, along_y / length))
    };
    let ((out_x, out_y), (in_x, in_y)) = (towards((x, y))?, towards((to_x, to_y))?);
    let (start_x, start_y) = (x + out_x * SPOT, y + out_y * SPOT);
    let (end_x, end_y) = (to_x + in_x * (SPOT + 1.0), to_y + in_y * (SPOT + 1.0));
    if (x - to_x).hypot(y - to_y) < SPOT {
        return None;
    }
    let wing = |side: f64| {
        let (wing_x, wing_y) = (in_x * 9.0 - side * in_y * 4.5, in_y * 9.0 + side * in_x * 4.5);
        format!("{:.1} {:.1}", end_x + wing_x, end_y + wing_y)
    };
    Some(format!(
        "M{start_x:.1} {start_y:.1}Q{middle_x:.1} {middle_y:.1} {end_x:.1} {end_y:.1}M{}L{end_x:.1} {end_y:.1}L{}",
        wing(1.0),
        wing(-1.0)
    ))
}
