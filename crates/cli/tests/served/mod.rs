//! A running `outplay serve`, and the plainest of clients.

#![allow(dead_code, reason = "each test uses its part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The program, serving; it ends with the value.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) child: Child,
    pub(crate) output: BufReader<ChildStdout>,
}

impl Served {
    /// Starts it on a free port.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address =
            line.strip_prefix("Outplay is at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).parse().unwrap();
        Self { address, child, output }
    }

    /// The address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks for an address.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        ask(self.address, "GET", path, "")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request with a JSON body: the status and the body of what comes back.
pub(crate) fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let (mut status, mut length) = (None, None);
    for line in stream.by_ref().lines() {
        let line = line.unwrap();
        if status.is_none() {
            status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        }
        // Not everybody closes the connection at the end of an answer.
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok();
        }
        if line.is_empty() {
            break;
        }
    }
    let mut bytes = Vec::new();
    stream.take(length.unwrap_or(u64::MAX)).read_to_end(&mut bytes).unwrap();
    (status.expect("an answer has a status"), String::from_utf8_lossy(&bytes).into_owned())
}
