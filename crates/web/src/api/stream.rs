//! A question that is answered by events: `id`, then `progress` while it is worked on, in the end
//! `answer` or `error`.
//!
//! The work belongs to the stream: a connection that is closed drops the stream, and with it the future
//! that waits for the work, which tells the work to stop. Whoever cannot close cancels by the id, and
//! gets what is known by then.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};

use super::running::Entered;
use crate::app::Shared;
use crate::error::Error;
use crate::ticket;
use crate::work::{Work, watched};

/// So often it is said how far it is, where there is something new.
const PACE: Duration = Duration::from_millis(200);
/// Where there is nothing new, a comment keeps the connection open.
const QUIET: Duration = Duration::from_secs(5);

/// A question on its way.
struct Asked {
    answer: Pin<Box<dyn Future<Output = Result<String, Error>> + Send>>,
    entered: Entered,
    /// What progress is counted in, how much is done, and how much was said to be.
    unit: &'static str,
    done: Arc<AtomicU64>,
    said: u64,
    begin: Instant,
    spoke: Instant,
}

/// What comes next.
enum Next {
    Id,
    More,
    End,
}

/// Answers with events; `unit` is what the job's progress is counted in.
pub(super) fn events(
    app: &Shared,
    unit: &'static str,
    job: impl FnOnce(Work) -> Result<String, Error> + Send + 'static,
) -> Result<Response, Error> {
    let entered = app.running.enter()?;
    let done = Arc::<AtomicU64>::default();
    let (app, stop, told) = (Arc::clone(app), Arc::clone(&entered.cancelled), Arc::clone(&done));
    let tell = Box::new(move |more| {
        told.fetch_max(more, Ordering::Relaxed);
    });
    // The stream is read outside of the request's own task.
    let wide = ticket::is_wide();
    let answer = Box::pin(async move { watched(&app, wide, stop, Some(tell), job).await });
    let begin = Instant::now();
    let asked = Asked { answer, entered, unit, done, said: 0, begin, spoke: begin };
    let events = stream::unfold((asked, Next::Id), async |(mut asked, next)| {
        let (event, next) = match next {
            Next::Id => (named("id", &json!({ "id": asked.entered.id })), Next::More),
            Next::More => asked.next().await,
            Next::End => return None,
        };
        asked.spoke = Instant::now();
        Some((Ok::<_, Infallible>(event), (asked, next)))
    });
    Ok(Sse::new(events).into_response())
}

fn named(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

impl Asked {
    /// Waits for something to say.
    async fn next(&mut self) -> (Event, Next) {
        loop {
            if let Ok(answer) = tokio::time::timeout(PACE, &mut self.answer).await {
                return (self.answered(answer), Next::End);
            }
            let done = self.done.load(Ordering::Relaxed);
            if done > self.said {
                self.said = done;
                let seconds = self.begin.elapsed().as_secs_f64();
                let told = json!({ "done": done, "unit": self.unit, "seconds": seconds });
                return (named("progress", &told), Next::More);
            }
            if self.spoke.elapsed() >= QUIET {
                return (Event::default().comment("still at it"), Next::More);
            }
        }
    }

    fn answered(&self, answer: Result<String, Error>) -> Event {
        let cancelled = self.entered.cancelled.load(Ordering::Relaxed);
        match answer {
            Ok(text) => Event::default().event("answer").data(text.trim_end()),
            // Whoever still waited for a place has nothing to tell.
            Err(error) if cancelled && error.status() == StatusCode::SERVICE_UNAVAILABLE => {
                let message = "this was cancelled before its search began";
                named("error", &Error::question(message).json())
            }
            Err(error) => named("error", &error.json()),
        }
    }
}
