//! A question as it came in: names and values, from the address and, for a POST, from the body.
//!
//! The names are those of the command line's options, without the dashes. A form sends its empty
//! fields too, so an empty value is as good as none; a name that means nothing here is an error that
//! says which do, because a typo must not silently ask something else.

use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use outplay::Text;
use outplay::text::nearest;

use super::app::App;
use super::body::{self, MOST_PARTS};
use super::error::Error;

/// Names and values, in order, with the room that they take while somebody knows them.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    pairs: Vec<(String, String)>,
    _room: Option<body::Room>,
}

impl Query {
    /// Reads a request.
    pub(super) async fn read(request: Request, app: &App) -> Result<Self, Error> {
        let (mut pairs, mut room) = (Vec::new(), None);
        if let Some(query) = request.uri().query() {
            urlencoded(query.as_bytes(), &mut pairs)?;
        }
        if request.method() == Method::POST {
            let kind = content_type(&request);
            let json = match kind.as_deref() {
                None | Some("application/x-www-form-urlencoded") => false,
                Some("application/json") => true,
                Some(_) => {
                    return Err(Error::new(
                        StatusCode::UNSUPPORTED_MEDIA_TYPE,
                        "a body is application/json or application/x-www-form-urlencoded",
                    ));
                }
            };
            let body;
            (body, room) = app.bodies.read(request.into_body()).await?;
            if json {
                pairs.extend(body::object(&body)?);
            } else {
                urlencoded(&body, &mut pairs)?;
            }
        }
        pairs.retain(|(_, value)| !value.is_empty());
        if pairs.len() > MOST_PARTS {
            return Err(Error::question(body::too_many()));
        }
        Ok(Self { pairs, _room: room })
    }

    /// A question of these names and values.
    pub(super) fn of(pairs: Vec<(String, String)>) -> Self {
        Self { pairs, _room: None }
    }

    /// All pairs.
    pub(super) fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// The value of that name as it was typed, right or wrong; the first where there are several.
    pub(super) fn typed(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The same without any change of the rules.
    pub(super) fn without_numbers(&self) -> Self {
        let kept = self.pairs.iter().filter(|(name, _)| !name.contains('.') && name != "set");
        Self::of(kept.cloned().collect())
    }

    /// Every value of that name.
    pub(super) fn all(&self, name: &str) -> Vec<&str> {
        let same = self.pairs.iter().filter(|(other, _)| other == name);
        same.map(|(_, value)| value.as_str()).collect()
    }

    /// The one value of that name.
    pub(super) fn one(&self, name: &str) -> Result<Option<&str>, Error> {
        match self.all(name)[..] {
            [] => Ok(None),
            [only] => Ok(Some(only)),
            _ => Err(Error::value(name, format!("`{name}` is given more than once"))),
        }
    }

    /// The one value of that name, as a text of that name.
    pub(super) fn text(&self, name: &str) -> Result<Option<Text>, Error> {
        Ok(self.one(name)?.map(|text| Text::new(name, text)))
    }

    /// Every value of that name, as texts of that name.
    pub(super) fn texts(&self, name: &str) -> Vec<Text> {
        self.all(name).into_iter().map(|text| Text::new(name, text)).collect()
    }

    /// The number of that name.
    pub(super) fn number<N: std::str::FromStr>(
        &self,
        name: &str,
        example: &str,
    ) -> Result<Option<N>, Error> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|_| {
            let message = format!("`{name}` is {text:?}, and should be a number such as {example}");
            Error::value(name, message)
        })
    }

    /// Is that asked for?
    pub(super) fn flag(&self, name: &str) -> Result<bool, Error> {
        match self.one(name)? {
            None | Some("0" | "false" | "no") => Ok(false),
            Some("1" | "true" | "yes" | "on") => Ok(true),
            Some(other) => {
                Err(Error::value(name, format!("`{name}` is {other:?}, and should be 1 or 0")))
            }
        }
    }

    /// Refuses names that mean nothing here; with `numbers`, a name with a dot is a number of the
    /// rules.
    pub(super) fn only(&self, known: &[&str], numbers: bool) -> Result<(), Error> {
        for (name, _) in &self.pairs {
            if known.contains(&name.as_str()) || (numbers && name.contains('.')) {
                continue;
            }
            let hint = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "nothing can be asked here".to_owned(),
                None => format!("there is {}", known.join(", ")),
            };
            return Err(Error::value(name, format!("`{name}` means nothing here: {hint}")));
        }
        Ok(())
    }
}

fn content_type(request: &Request) -> Option<String> {
    let value = request.headers().get(header::CONTENT_TYPE)?;
    // What is no text is no type that we know.
    let kind = value.to_str().unwrap_or("?").split(';').next().unwrap_or_default().trim();
    Some(kind.to_ascii_lowercase())
}

fn urlencoded(text: &[u8], pairs: &mut Vec<(String, String)>) -> Result<(), Error> {
    for (name, value) in form_urlencoded::parse(text) {
        if name.contains('\u{fffd}') || value.contains('\u{fffd}') {
            return Err(Error::question("the question is not UTF-8"));
        }
        pairs.push((name.into_owned(), value.into_owned()));
        // Empty values do not count, and there is an end to those, too.
        if pairs.len() > 10 * MOST_PARTS {
            return Err(Error::question(body::too_many()));
        }
    }
    Ok(())
}

/// A text as a part of an address.
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}

/// An address with a query.
pub(super) fn with_query(path: &str, pairs: &[(impl AsRef<str>, impl AsRef<str>)]) -> String {
    let mut address = path.to_owned();
    for (index, (name, value)) in pairs.iter().enumerate() {
        address.push(if index == 0 { '?' } else { '&' });
        address += &format!("{}={}", encode(name.as_ref()), encode(value.as_ref()));
    }
    address
}
