//! `outplay serve`.

use std::net::SocketAddr;

use outplay::{Source, memory};
use outplay_web::{Allowed, Catalogue, serve};

use super::args::Serve;
use super::{Done, Wrong, files, print, problems, remark};

pub(super) fn run(args: &Serve) -> Result<Done, Wrong> {
    let mut catalogue = Catalogue::shipped()?;
    for name in &args.files {
        let source = files::source(name)?;
        // The games that ship are served anyway.
        if source.file.is_none() {
            continue;
        }
        check(&source)?;
        let game = source.game.clone();
        catalogue.add(&game, source)?;
        if let Some(path) = files::path_of(name) {
            catalogue.watch(&game, path);
        }
    }
    let address = SocketAddr::new(args.host, args.port);
    let ready = |address: SocketAddr| {
        if !address.ip().is_loopback() {
            remark(&format!(
                "\n  !! OPEN TO OTHER MACHINES: whoever can reach {address} can use this page,\n  \
                 !! without a password and without encryption. Without --host only this machine can.\n\n"
            ));
        }
        print(&format!("Outplay is at http://{address}/ (Ctrl-C ends it)\n"));
    };
    let process = args.max_memory.unwrap_or_else(usual_memory);
    memory::allow(process);
    let mut allowed = Allowed::within(process);
    for origin in &args.allow_origin {
        allowed.allow_origin(origin).map_err(Wrong::Plain)?;
    }
    serve(address, catalogue, allowed, ready)
        .map_err(|error| Wrong::Plain(format!("{address} cannot be served: {error}")))?;
    print("Outplay has ended.\n");
    Ok(Done::Well)
}

/// Less than a gigabyte, and no more than any command takes.
fn usual_memory() -> u64 {
    memory::usual().min(Allowed::MEMORY)
}

/// A file is checked in every mode before it is served; it is watched from then on.
fn check(source: &Source) -> Result<(), Wrong> {
    let found = source.check();
    if found.has_errors() {
        return Err(Wrong::Input(found));
    }
    problems::draw(&found.sources, &found.problems);
    Ok(())
}
