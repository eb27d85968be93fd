//! `outplay serve`.

use std::net::SocketAddr;
use std::path::Path;

use outplay::Failure;

use outplay_web::{Allowed, Catalogue, Game, serve};

use super::args::Serve;
use super::{Done, Wrong, draw, files, print, remark, tree};

pub(super) fn run(asked: &Serve) -> Result<Done, Wrong> {
    let mut catalogue = Catalogue::shipped()?;
    for path in &asked.files {
        catalogue.add(game(path)?).map_err(Wrong::Plain)?;
    }
    let address = SocketAddr::new(asked.host, asked.port);
    let ready = |address: SocketAddr| {
        if !address.ip().is_loopback() {
            remark(&format!(
                "\n  !! OPEN TO OTHER MACHINES: whoever can reach {address} can use this page,\n  \
                 !! without a password and without encryption. Without --host only this machine can.\n\n"
            ));
        }
        print(&format!("Outplay is at http://{address}/ (Ctrl-C ends it)\n"));
    };
    serve(address, catalogue, Allowed::default(), ready)
        .map_err(|error| Wrong::Plain(format!("{address} cannot be served: {error}")))?;
    print("Outplay has ended.\n");
    Ok(Done::Well)
}

/// The game in a rules file, which is read now and never again.
fn game(path: &Path) -> Result<Game, Wrong> {
    // A path, never the name of a game: those are served anyway.
    let text = files::text(path)?;
    let name = path.display().to_string();
    let stem = path.file_stem().map_or(name.clone(), |stem| stem.display().to_string());
    if let Some(found) = tree::find(&name) {
        return Ok(Game::tree(&stem, found?)?);
    }
    let request = outplay::Request::rules(&stem, &name, text);
    let found = request.check();
    if found.has_errors() {
        return Err(Wrong::Input(found));
    }
    let Failure { sources, problems } = found;
    draw::problems(&sources, &problems);
    Ok(Game::fight(&stem, request)?)
}
