//! Problems, drawn: what is wrong, where, underlined, and what would be right.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
};
use outplay::Failure;
use outplay::text::{Code, Problem, Severity, Sources};

use outplay_render::json;
use outplay_render::problems::beyond;

use super::args::Format;
use super::{Wrong, colourful, print_json, remark, wants_json};

/// More problems than this are counted, not drawn.
const MOST_DRAWN: usize = 50;

/// Longer lines are not drawn.
const LONGEST_LINE: usize = 1000;

/// Says what is wrong, in the format asked for.
pub(super) fn wrong(wrong: Wrong, format: Format) {
    match wrong {
        Wrong::Plain(message) => {
            if wants_json(format) {
                print_json(&json::plain(&message));
            }
            remark(&format!("error: {message}\n"));
        }
        Wrong::Input(failure) => {
            let failure = remedied(failure);
            if wants_json(format) {
                print_json(&json::failure(&failure));
            }
            draw(&failure.sources, &failure.problems);
        }
    }
}

/// The library says what is wrong; here stands how somebody who types options puts it right.
fn remedied(mut failure: Failure) -> Failure {
    for problem in &mut failure.problems {
        let help = match (problem.code, &problem.help) {
            (Code::NoCards, _) => {
                "give it with --input FILE, --card \"Name,cost=0,pitch=1,attack=4\" or --hand \"Name (color); ...\"; \
                 `outplay deal hand --cards 5 --seed 1` makes one up"
            }
            (Code::NoCardList, _) => {
                "give the list with --card-list FILE (tab-separated: Name, Color, Pitch, Cost, Power, Card Keywords)"
            }
            (Code::ManualStyle, _) => {
                "to play yourself, use `outplay play`; here, name another style, as in `minimax`"
            }
            (Code::WrongSearch, Some(_)) => "use --by astar, dijkstra or brute",
            _ => continue,
        };
        problem.help = Some(help.to_owned());
    }
    failure
}

/// Draws problems for people, beside the answer.
pub(super) fn draw(sources: &Sources, problems: &[Problem]) {
    remark(&drawn(sources, problems, colourful(&std::io::stderr())));
}

/// Problems as people see them.
pub(super) fn drawn(sources: &Sources, problems: &[Problem], colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
    let mut text = String::new();
    for problem in problems.iter().take(MOST_DRAWN) {
        let drawn = Drawn { problem, source: source(sources, problem) };
        if let (Some(span), None) = (problem.span, &drawn.source) {
            let (line, column) = sources.line_column(span);
            text += &format!("{}:{line}:{column}\n", sources.get(span.source).name);
        }
        if handler.render_report(&mut text, &drawn).is_err() {
            text += &problem.message;
        }
        text.push('\n');
    }
    if let Some(beyond) = beyond(problems, MOST_DRAWN) {
        text += &format!("... {beyond}.\n");
    }
    text
}

/// The text around a problem. A line that is longer than any window is not drawn; then the place is
/// said in words.
fn source(sources: &Sources, problem: &Problem) -> Option<NamedSource<String>> {
    let source = sources.get(problem.span?.source);
    let drawable = source.text.lines().all(|line| line.len() <= LONGEST_LINE);
    drawable.then(|| NamedSource::new(&source.name, harmless(&source.text)))
}

/// A text with nothing in it that a terminal would obey; every place stays where it is.
fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() && !"\n\r\t".contains(letter) {
            shown.extend(std::iter::repeat_n('?', letter.len_utf8()));
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// A problem as miette wants it.
struct Drawn<'a> {
    problem: &'a Problem,
    source: Option<NamedSource<String>>,
}

impl fmt::Debug for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl std::error::Error for Drawn<'_> {}

impl Diagnostic for Drawn<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.problem.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        let span = self.problem.span?;
        let label = LabeledSpan::underline(span.start..span.end);
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_is_shown_without_what_a_terminal_would_obey() {
        let text = "a\t\u{1b}[2J\u{9b}b\r\n";
        let shown = super::harmless(text);
        assert_eq!((shown.as_str(), shown.len()), ("a\t?[2J??b\r\n", text.len()));
    }
}
