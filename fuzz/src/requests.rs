//! Requests of the page, as bytes on a connection: whatever is sent, the answer is one of ours, and no failure.

use std::borrow::Cow;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use outplay_web::{Allowed, Catalogue, serve};

/// What in an address stands for the rules of the body, packed: letters that are packed already say little once
/// they are changed.
pub(crate) const PACKED: &str = "rules=@";

static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();

/// A page in this process, with little to spend on a question.
fn page() -> SocketAddr {
    *ADDRESS.get_or_init(|| {
        let (tell, told) = channel();
        std::thread::spawn(move || {
            let mut allowed = Allowed::within(1 << 30);
            (allowed.limits.states, allowed.limits.seconds) = (300, Some(1.0));
            let catalogue = Catalogue::shipped().expect("the games that ship");
            let loopback = SocketAddr::from(([127, 0, 0, 1], 0));
            let ready = |address| tell.send(address).expect("somebody waits");
            serve(loopback, catalogue, allowed, ready).expect("a port is free");
        });
        told.recv().expect("it is served")
    })
}

/// Tries one input: method and address, more lines of the head, and after an empty line the body.
pub fn try_one(data: &[u8]) {
    if data.len() > 4000 {
        return;
    }
    let answer = answered(&request(data));
    let told = || String::from_utf8_lossy(&answer);
    if answer.is_empty() {
        return; // What is no request is owed no answer.
    }
    assert!(answer.starts_with(b"HTTP/1.1 ") && answer.len() > 12, "{}", told());
    assert!(answer[9] < b'5' || answer.starts_with(b"HTTP/1.1 503"), "{}", told());
}

/// The bytes to be sent.
fn request(data: &[u8]) -> Vec<u8> {
    let end = data.windows(2).position(|two| two == b"\n\n");
    let (head, body) = end.map_or((data, &[][..]), |end| (&data[..end], &data[end + 2..]));
    let (head, body) = match std::str::from_utf8(head).ok().and_then(|head| head.split_once(PACKED)) {
        Some((before, after)) => {
            let head = format!("{before}rules={}{after}", pack(body));
            (Cow::from(head.into_bytes()), &[][..])
        }
        None => (Cow::from(head), body),
    };
    let mut request = Vec::new();
    for (number, line) in head.split(|&byte| byte == b'\n').enumerate() {
        request.extend_from_slice(line);
        request.extend_from_slice(if number == 0 {
            b" HTTP/1.1\r\nhost: localhost\r\n"
        } else {
            b"\r\n"
        });
    }
    request.extend_from_slice(
        format!("connection: close\r\ncontent-length: {}\r\n\r\n", body.len()).as_bytes(),
    );
    request.extend_from_slice(body);
    request
}

/// Rules as they go into an address (crates/web/src/own.rs).
pub(crate) fn pack(rules: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(rules).and_then(|()| encoder.finish());
    format!("1.{}", URL_SAFE_NO_PAD.encode(packed.expect("there is room")))
}

/// What the page says to that, as far as it says anything.
fn answered(request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(page()).expect("it is served");
    // It may hang up before it has heard everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    // A page that waits for more is told that there is none; told so at once, it would not finish its work.
    for patience in [500, 20_000] {
        stream.set_read_timeout(Some(Duration::from_millis(patience))).expect("a socket");
        match stream.read_to_end(&mut answer).map_err(|error| error.kind()) {
            Ok(_) | Err(ErrorKind::ConnectionReset) => return answer,
            Err(ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                drop(stream.shutdown(Shutdown::Write))
            }
            Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&answer)),
        }
    }
    panic!("no end after {:?}", String::from_utf8_lossy(&answer));
}
