//! SVG as every drawing writes it: elements with attributes, and the field of a chart.
//!
//! Words and attributes are escaped here and nowhere else, so that no name breaks a drawing. A
//! place that is no whole number by its type has one digit after the point.

use std::fmt::{self, Display};

/// A place, or a width and a height.
pub(crate) type Point = (f64, f64);

/// What makes a file SVG; inside HTML it is so by itself.
const NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";

/// A drawing that is a file, to stand in a page.
pub(crate) fn inside_html(svg: &str) -> String {
    svg.replacen(NAMESPACE, "", 1)
}

/// An element: its name, its attributes in the order given, and what it holds.
pub(crate) struct Element {
    name: &'static str,
    attributes: String,
    inside: String,
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, attributes: String::new(), inside: String::new() }
    }

    /// A drawing that stands in a page.
    pub(crate) fn svg((width, height): (impl Display, impl Display)) -> Self {
        Self::new("svg").with("viewBox", format_args!("0 0 {width:.0} {height:.0}"))
    }

    /// A drawing that is a file of its own.
    pub(crate) fn file((width, height): Point) -> Self {
        let mut svg = Self::svg((width, height));
        svg.attributes.insert_str(0, NAMESPACE);
        let [width, height] = [width, height].map(f64::round_ties_even);
        svg.with("width", width).with("height", height).holds("\n")
    }

    /// What lies under a whole drawing.
    pub(crate) fn ground(colour: &str) -> Self {
        Self::new("rect").with("width", "100%").with("height", "100%").with("fill", colour)
    }

    /// Words at a place that is their start, middle or end.
    pub(crate) fn text(
        at: (impl Display, impl Display),
        anchor: &str,
        words: impl Display,
    ) -> Self {
        Self::new("text").at(at).with("text-anchor", anchor).says(words)
    }

    pub(crate) fn line(from: Point, to: Point) -> Self {
        let line = Self::new("line").place("x1", from.0).place("y1", from.1);
        line.place("x2", to.0).place("y2", to.1)
    }

    pub(crate) fn rect(at: Point, (width, height): Point) -> Self {
        Self::new("rect").at(at).place("width", width).place("height", height)
    }

    /// Lines from point to point.
    pub(crate) fn polyline(points: &[Point]) -> Self {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        Self::new("polyline").with("points", points.join(" "))
    }

    /// A point of a curve.
    pub(crate) fn dot((x, y): Point) -> Self {
        Self::new("circle").place("cx", x).place("cy", y).with("r", 3.5)
    }

    /// The element with another attribute.
    pub(crate) fn with(mut self, name: &str, value: impl Display) -> Self {
        self.attributes += &attribute(name, value);
        self
    }

    /// The element with classes, which stand before its other attributes.
    pub(crate) fn class(mut self, class: impl Display) -> Self {
        self.attributes.insert_str(0, &attribute("class", class));
        self
    }

    fn place(self, name: &str, place: impl Display) -> Self {
        self.with(name, format_args!("{place:.1}"))
    }

    /// The element at a place.
    pub(crate) fn at(self, (x, y): (impl Display, impl Display)) -> Self {
        self.place("x", x).place("y", y)
    }

    /// The element with words in it.
    pub(crate) fn says(self, words: impl Display) -> Self {
        self.holds(escape(&words.to_string()))
    }

    /// The element with another in it, or with what is SVG already.
    pub(crate) fn holds(mut self, inside: impl Display) -> Self {
        self.inside += &inside.to_string();
        self
    }

    /// Draws another element in this one, on a line of its own.
    pub(crate) fn add(&mut self, element: &Self) {
        self.inside += &format!("{element}\n");
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, inside } = self;
        if inside.is_empty() {
            write!(f, "<{name}{attributes}/>")
        } else {
            write!(f, "<{name}{attributes}>{inside}</{name}>")
        }
    }
}

fn attribute(name: &str, value: impl Display) -> String {
    format!(" {name}=\"{}\"", escape(&value.to_string()))
}

/// Text that means itself in SVG; what XML cannot hold is left out.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// Where a chart's curves or bars may be; its scales stand at the left and below.
pub(crate) struct Field {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Field {
    /// A share of the way from left to right.
    pub(crate) fn across(&self, share: f64) -> f64 {
        self.left + (self.right - self.left) * share
    }

    /// A share of the way from the bottom to the top.
    pub(crate) fn up(&self, share: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * share
    }

    /// A line across.
    pub(crate) fn rule(&self, y: f64) -> Element {
        Element::line((self.left, y), (self.right, y))
    }

    /// What a line across stands for.
    pub(crate) fn tick(&self, y: f64, words: impl Display) -> Element {
        Element::text((self.left - 8.0, y + 4.0), "end", words)
    }
}
