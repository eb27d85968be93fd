//! What is new of a rules file that is watched: said on every page of its game, and to the pages that
//! are open.

use axum::extract::State;
use axum::http::{HeaderName, header};
use maud::{Markup, html};
use outplay_render::problems::beyond;
use serde_json::json;

use super::error;
use crate::app::{Named, Shared};
use crate::catalogue::FileNews;
use crate::error::Error;

/// More problems of a file are not shown on every page of its game.
const MOST_SHOWN: usize = 5;

/// What every page of a game says of its file, where that is watched.
pub(super) fn file_news(file: Option<&FileNews>, game: &str) -> Markup {
    let Some(news) = file else { return html! {} };
    html! {
        // The script asks for the version now and then, and says below when there is another.
        div.news data-game=(game) data-version=(news.version) {
            @match (&news.wrong, news.changed) {
                (None, None) => {}
                (None, Some(at)) => p.soft.small {
                    (news.name) " was changed at " (clock(at)) "; this page shows the new rules."
                },
                (Some(wrong), at) => {
                    p {
                        strong { (news.name) " cannot be used as it is now" }
                        @if let Some(at) = at { ", since " (clock(at)) }
                        ": this page shows the rules from before."
                    }
                    @let shown = &wrong.problems[..wrong.problems.len().min(MOST_SHOWN)];
                    (error::problems(&wrong.sources, shown))
                    @if let Some(beyond) = beyond(&wrong.problems, MOST_SHOWN) {
                        p.soft { "… " (beyond) "." }
                    }
                }
            }
            p role="status" {}
        }
    }
}

/// A time of day; the script makes it that of the reader.
fn clock(seconds: u64) -> Markup {
    let of_day = seconds % 86_400;
    let [hours, minutes, seconds_left] = [of_day / 3600, of_day / 60 % 60, of_day % 60];
    html! {
        span.clock data-at=(seconds) { (format!("{hours:02}:{minutes:02}:{seconds_left:02} UTC")) }
    }
}

/// The version of a game's rules file, for pages that are open.
pub(crate) async fn version(
    State(app): State<Shared>,
    Named(name): Named,
) -> Result<([(HeaderName, &'static str); 1], String), Error> {
    let game = app.game(&name)?;
    let file = game.file.as_ref();
    let news = json!({
        "game": name,
        "version": file.map(|file| &file.version),
        "changed": file.and_then(|file| file.changed),
        "right": file.is_none_or(|file| file.wrong.is_none()),
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], format!("{news:#}\n")))
}
