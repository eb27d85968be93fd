//! Bodies: how they are read, and how many bytes of them there are at once.
//!
//! A body is read before its question takes a place anywhere, so that a slow one keeps nobody waiting.
//! Every byte that has come takes room until its question is answered; where there is no room for more,
//! the client is told to come back. A JSON object is read value by value: what is too much for a question
//! is refused before it is all in memory.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use http_body_util::BodyExt;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::app::Allowed;
use super::error::Error;

/// A body has to be there within this.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// No question has more parts.
pub(super) const MOST_PARTS: usize = 2000;

/// The room for bodies.
pub(super) struct Bodies {
    room: Arc<Semaphore>,
    /// Bytes of one.
    most: usize,
}

/// The room that a body takes, until the last who knows it is gone.
pub(super) type Room = Arc<OwnedSemaphorePermit>;

impl Bodies {
    pub(super) fn new(allowed: &Allowed) -> Self {
        let bytes = usize::try_from(allowed.bodies).unwrap_or(usize::MAX);
        let room = Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS)));
        Self { room, most: allowed.body }
    }

    /// Reads a body to its end.
    pub(super) async fn read(&self, body: Body) -> Result<(Vec<u8>, Option<Room>), Error> {
        match timeout(BODY_WITHIN, self.collect(body)).await {
            Ok(read) => read,
            Err(_) => Err(Error::new(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
        }
    }

    async fn collect(&self, mut body: Body) -> Result<(Vec<u8>, Option<Room>), Error> {
        let (mut bytes, mut room) = (Vec::new(), None::<OwnedSemaphorePermit>);
        while let Some(frame) = body.frame().await {
            let broken = "the body broke off, or is not what its head says";
            let frame = frame.map_err(|_| Error::question(broken))?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > self.most {
                let message = format!("a body may have {} bytes", self.most);
                return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, message));
            }
            let more = self.more(&data).ok_or_else(Error::busy)?;
            match &mut room {
                Some(room) => room.merge(more),
                None => room = Some(more),
            }
            bytes.extend_from_slice(&data);
        }
        Ok((bytes, room.map(Arc::new)))
    }

    fn more(&self, data: &Bytes) -> Option<OwnedSemaphorePermit> {
        let count = u32::try_from(data.len()).ok()?;
        Arc::clone(&self.room).try_acquire_many_owned(count).ok()
    }
}

/// The names and values of a JSON object, each value a text, a number, a boolean, or a list of those.
pub(super) fn object(text: &[u8]) -> Result<Vec<(String, String)>, Error> {
    let pairs = serde_json::from_slice::<Pairs>(text);
    pairs.map(|pairs| pairs.0).map_err(|error| {
        use serde_json::error::Category;
        Error::question(match error.classify() {
            Category::Data => said(&error),
            Category::Io | Category::Syntax | Category::Eof => {
                format!("the body is not JSON: {error}")
            }
        })
    })
}

/// What we said, without where: the names say that.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(said, _)| said.to_owned())
}

/// An object, read.
struct Pairs(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReadPairs)
    }
}

struct ReadPairs;

impl<'de> Visitor<'de> for ReadPairs {
    type Value = Pairs;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let Texts(texts) = map.next_value().map_err(|error| {
                // A fault of ours to name; JSON's own faults say where they are.
                if error.to_string().starts_with(UNFIT) {
                    A::Error::custom(format!(
                        "`{name}` should be a text, a number, true or false, or a list of those"
                    ))
                } else {
                    error
                }
            })?;
            if pairs.len() + texts.len() > MOST_PARTS {
                return Err(A::Error::custom(too_many()));
            }
            // As in any object, the last of a name is the one that counts.
            pairs.retain(|(other, _)| *other != name);
            pairs.extend(texts.into_iter().map(|text| (name.clone(), text)));
        }
        Ok(Pairs(pairs))
    }
}

/// What too large a question is told.
pub(super) fn too_many() -> String {
    format!("more than {MOST_PARTS} values are too many")
}

/// What a value that is not fit for a question is called until its name is known.
const UNFIT: &str = "unfit value";

/// A value, or a list of values, as texts.
struct Texts(Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut texts = Vec::new();
        deserializer.deserialize_any(ReadTexts { into: &mut texts, in_list: false })?;
        Ok(Self(texts))
    }
}

struct ReadTexts<'a> {
    into: &'a mut Vec<String>,
    in_list: bool,
}

impl<'de> Visitor<'de> for ReadTexts<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.into.push(text.to_owned());
        Ok(())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<(), E> {
        self.into.push(number.to_string());
        Ok(())
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<(), E> {
        self.into.push(number.to_string());
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        // As JSON writes it.
        self.into.push(serde_json::Value::from(number).to_string());
        Ok(())
    }

    fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<(), E> {
        self.into.push(flag.to_string());
        Ok(())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if self.in_list {
            return Err(A::Error::custom(UNFIT));
        }
        while list.next_element_seed(Seed(&mut *self.into))?.is_some() {
            if self.into.len() > MOST_PARTS {
                return Err(A::Error::custom(too_many()));
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(A::Error::custom(UNFIT))
    }
}

/// One value of a list.
struct Seed<'a>(&'a mut Vec<String>);

impl<'de> serde::de::DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(ReadTexts { into: self.0, in_list: true })
    }
}
