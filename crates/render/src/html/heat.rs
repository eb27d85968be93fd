//! What stands beside a heat map: what its colours mean, and every value as a table.

use maud::{Markup, html};
use outplay::SweepAnswer;

use crate::draw::HeatKey;
use crate::sweep::tried;

/// What the colours of a heat map mean, with the unit of its values.
pub fn heat_key(key: &HeatKey, unit: &str) -> Markup {
    html! {
        figcaption {
            @if let Some([low, high]) = &key.ends {
                span { (low) }
                span.scale aria-hidden="true" { @for class in &key.classes { i class=(class) {} } }
                span { (high) " " (unit) }
            }
            @for (class, words) in &key.marks { span class=(format!("key {class}")) { (words) } }
        }
    }
}

/// Where the square of two values leads.
pub type LeadsTo<'a> = &'a dyn Fn(&str, &str) -> String;

/// Every value of a sweep over two numbers, the first across, the second down; `link` says where the
/// square of two values leads, if anywhere. Empty where it has not two dimensions.
pub fn heat_table(answer: &SweepAnswer, link: Option<LeadsTo<'_>>) -> Markup {
    let [x_axis, y_axis] = &answer.axes[..] else { return Markup::default() };
    let (rows, base) = (y_axis.values.len(), answer.base_cell());
    html! {
        table.values {
            thead { tr {
                td { (y_axis.name.replace('.', " ")) " \\ " (x_axis.name.replace('.', " ")) }
                @for x in &x_axis.values { th scope="col" { (x) } }
            } }
            tbody { @for (row, y) in y_axis.values.iter().enumerate() {
                tr {
                    th scope="row" { (y) }
                    @for (column, x) in x_axis.values.iter().enumerate() {
                        @let number = column * rows + row;
                        @let said = tried(&answer.cells[number]);
                        td class=[(base == Some(number)).then_some("written")] {
                            @match link { Some(link) => a href=(link(x, y)) { (said) }, None => (said) }
                        }
                    }
                }
            } }
        }
    }
}
