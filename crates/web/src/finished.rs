//! Finished answers: how much memory they may take while they wait to be read, and the last of them,
//! kept so that asking again costs nothing.
//!
//! A body takes room from when it is made until its last byte is written, however slowly somebody
//! reads; where there is no room left the answer is dropped, and the client told to come back. What is
//! kept is the body as it was sent, compressed or not, with its `ETag`, a hash of those bytes: an
//! address gives the same answer while it is here. What was hurried is never kept. Whoever asks what
//! somebody else is being answered waits for that ([`Finished::begin`]), and is not worked for twice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use twox_hash::XxHash3_128;

/// Room is counted in pieces of this many bytes.
const PIECE: usize = 1 << 10;

/// What an entry takes besides its body and its key.
const ENTRY: usize = 2 << 10;

/// No answer takes more than this part of what may be kept.
const SHARE: usize = 8;

/// A piece of the room for answers, given back when it is dropped.
pub(super) struct Room(OwnedSemaphorePermit);

/// A body with the room that it takes.
struct Held {
    body: Bytes,
    _room: Room,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

impl Room {
    /// A body that keeps the room until it is gone; what it does not need is given back now.
    pub(super) fn hold(mut self, body: Bytes) -> Bytes {
        let pieces = body.len().div_ceil(PIECE);
        let spare = self.0.num_permits().saturating_sub(pieces);
        drop(self.0.split(spare));
        Bytes::from_owner(Held { body, _room: self })
    }
}

/// A whole answer, ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    headers: HeaderMap,
    tag: HeaderValue,
    body: Bytes,
}

impl Answer {
    /// With the tag that belongs to its bytes.
    pub(super) fn new(headers: HeaderMap, body: Bytes) -> Self {
        let tag = format!("\"{:032x}\"", XxHash3_128::oneshot(&body));
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
        Self { headers, tag, body }
    }

    /// The response to somebody who may have it already.
    pub(super) fn response(&self, asked: &HeaderMap) -> Response {
        let known = asked.get_all(header::IF_NONE_MATCH).iter().any(|tags| self.is_among(tags));
        let body = if known { Body::empty() } else { Body::from(self.body.clone()) };
        let mut response = Response::new(body);
        *response.headers_mut() = self.headers.clone();
        response.headers_mut().insert(header::ETAG, self.tag.clone());
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            for name in [header::CONTENT_LENGTH, header::CONTENT_TYPE, header::CONTENT_ENCODING] {
                response.headers_mut().remove(name);
            }
        }
        response
    }

    /// May somebody else get the same?
    pub(super) fn may_be_kept(&self) -> bool {
        let control =
            self.headers.get(header::CACHE_CONTROL).map_or(&b""[..], HeaderValue::as_bytes);
        !control.windows(8).any(|word| word == b"no-store")
    }

    fn is_among(&self, tags: &HeaderValue) -> bool {
        let Ok(tags) = tags.to_str() else { return false };
        // Somebody between us may have weakened it.
        let mut tags = tags.split(',').map(|tag| tag.trim().trim_start_matches("W/"));
        tags.any(|tag| tag == "*" || tag.as_bytes() == self.tag.as_bytes())
    }
}

/// The room, and what is kept.
pub(super) struct Finished {
    room: Arc<Semaphore>,
    most: usize,
    kept: Mutex<Kept>,
    begun: Mutex<HashMap<Arc<str>, watch::Receiver<()>>>,
}

/// Somebody is being answered; whoever waits for the same is told when it is dropped.
pub(super) struct Begun<'a> {
    finished: &'a Finished,
    key: Arc<str>,
    _told: watch::Sender<()>,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        self.finished.begun().remove(&self.key);
    }
}

#[derive(Default)]
struct Kept {
    answers: HashMap<Arc<str>, (u64, Answer)>,
    bytes: usize,
    /// Counts up with every use.
    clock: u64,
    /// Counts up whenever all is forgotten.
    age: u64,
}

impl Finished {
    /// So many bytes for all answers that are being read, half of them for what is kept.
    pub(super) fn new(bytes: u64) -> Self {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let pieces = (bytes / PIECE).min(Semaphore::MAX_PERMITS);
        Self {
            room: Arc::new(Semaphore::new(pieces)),
            most: bytes / 2,
            kept: Mutex::default(),
            begun: Mutex::default(),
        }
    }

    /// Begins to answer a question. Where the same is being answered, that is waited for, and there is
    /// nothing to begin: the answer may be here now. If it is not, it could not be kept, and everybody
    /// works for themselves.
    pub(super) async fn begin(&self, key: &str) -> Option<Begun<'_>> {
        let other = {
            let mut begun = self.begun();
            let other = begun.get(key).cloned();
            if other.is_none() {
                let (told, wait) = watch::channel(());
                let key: Arc<str> = key.into();
                begun.insert(Arc::clone(&key), wait);
                return Some(Begun { finished: self, key, _told: told });
            }
            other
        };
        // Nothing is ever sent: it ends when the sender is dropped.
        let _ = other?.changed().await;
        None
    }

    /// Room for a body of so many bytes, where there is some now.
    pub(super) fn room(&self, bytes: usize) -> Option<Room> {
        let pieces = u32::try_from(bytes.div_ceil(PIECE)).ok()?;
        Arc::clone(&self.room).try_acquire_many_owned(pieces).ok().map(Room)
    }

    /// What was answered before, and how often all was forgotten until now.
    pub(super) fn find(&self, key: &str) -> (Option<Answer>, u64) {
        let mut kept = self.kept();
        kept.clock += 1;
        let (clock, age) = (kept.clock, kept.age);
        let found = kept.answers.get_mut(key).map(|(used, answer)| {
            *used = clock;
            answer.clone()
        });
        (found, age)
    }

    /// Keeps an answer to a question that was asked when all had been forgotten so often.
    pub(super) fn keep(&self, key: &str, answer: &Answer, age: u64) {
        let weight = weight(key, answer);
        let mut kept = self.kept();
        if weight > self.most / SHARE || kept.age != age {
            return;
        }
        kept.clock += 1;
        let used = kept.clock;
        kept.bytes += weight;
        if let Some((_, other)) = kept.answers.insert(key.into(), (used, answer.clone())) {
            kept.bytes -= self::weight(key, &other);
        }
        while kept.bytes > self.most {
            let oldest = kept.answers.iter().min_by_key(|(_, (used, _))| *used);
            let Some(oldest) = oldest.map(|(key, _)| Arc::clone(key)) else { break };
            let Some((_, answer)) = kept.answers.remove(&oldest) else { break };
            kept.bytes -= self::weight(&oldest, &answer);
        }
    }

    /// Forgets all answers: the games are not what they were.
    pub(super) fn forget(&self) {
        let mut kept = self.kept();
        let age = kept.age + 1;
        *kept = Kept { age, ..Kept::default() };
    }

    /// Bytes that are kept, and how many answers.
    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let kept = self.kept();
        (kept.bytes, kept.answers.len())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing breaks down half-way through an entry.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begun(&self) -> MutexGuard<'_, HashMap<Arc<str>, watch::Receiver<()>>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn weight(key: &str, answer: &Answer) -> usize {
    key.len() + answer.body.len() + ENTRY
}
