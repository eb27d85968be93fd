//! The commands for game trees: every rules file that says `game = "tree"`, and those that ship.

use std::path::Path;

use outplay::text::{Problems, Sources, parse};
use outplay::{
    Picture, Proof, SHIPPED_TREES, TreeRequest, compare_versus, count, draw, solve_tree,
};
use serde_json::json;

use super::args::{Check, Command, Compare, Fight, Solve};
use super::{Done, Wrong, fight, files, print, print_json, versus, wants_json};

/// Does what was asked, if it was asked about a game tree.
pub(super) fn run(command: &Command) -> Option<Result<Done, Wrong>> {
    let game = match command {
        Command::Solve(asked) => &asked.fight.game,
        Command::Compare(asked) => &asked.fight.game,
        Command::Replay(asked) => &asked.fight.game,
        Command::Play(asked) => &asked.fight.game,
        Command::Show(asked) => &asked.fight.game,
        Command::Match(asked) => &asked.fight.game,
        Command::Tournament(asked) => &asked.fight.game,
        Command::Check(asked) => &asked.file,
        _ => return None,
    };
    let request = find(game)?;
    Some(request.and_then(|request| {
        match command {
        Command::Solve(asked) => solve(request, asked),
        Command::Compare(asked) => compare(request, asked),
        Command::Check(asked) => check(&request, asked),
        _ => Err(Wrong::Plain(
            "a game tree is solved, compared and checked; to see it, solve it with --draw FILE.svg"
                .to_owned(),
        )),
    }
    }))
}

/// The tree of that name or at that path; `None` where it is something else.
pub(super) fn find(game: &str) -> Option<Result<TreeRequest, Wrong>> {
    if SHIPPED_TREES.iter().any(|shipped| shipped.name == game) {
        return TreeRequest::shipped(game).map(Ok);
    }
    let path = Path::new(game);
    if !path.is_file() {
        return None;
    }
    // What cannot be read is said by whoever reads it next.
    let text = files::text(path).ok()?;
    let mut sources = Sources::default();
    let source = sources.add(game, &text);
    let root = parse(&sources, source, &mut Problems::default());
    if root.get("game")?.as_text()? != "tree" {
        return None;
    }
    let stem = path.file_stem().map_or(game.to_owned(), |stem| stem.display().to_string());
    Some(Ok(TreeRequest { game: stem, file: game.to_owned(), text, set: Vec::new() }))
}

fn prepared(
    mut request: TreeRequest,
    fight: &Fight,
    more: &[(&str, bool)],
) -> Result<TreeRequest, Wrong> {
    let mut given = vec![
        ("--mode", fight.mode.is_some()),
        ("--p1", fight.p1.is_some()),
        ("--p2", fight.p2.is_some()),
        ("--order", fight.order.is_some()),
        ("--input", fight.input.is_some()),
    ];
    given.extend(more);
    let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if !given.is_empty() {
        return Err(Wrong::Plain(format!("{}: a game tree has no such thing", given.join(", "))));
    }
    request.set.clone_from(&fight.set);
    Ok(request)
}

fn solve(request: TreeRequest, asked: &Solve) -> Result<Done, Wrong> {
    let more = [
        ("--after", asked.after.is_some()),
        ("--at-most", asked.at_most.is_some()),
        ("--all", asked.all),
    ];
    let request = prepared(request, &asked.fight, &more)?;
    let by = versus::algorithm(asked.by)?;
    let answer = fight::limited(&asked.limits, |limits| solve_tree(&request, by, limits))?;
    if let Some(path) = &asked.draw {
        drawn(&request, Path::new(path), asked)?;
    }
    if wants_json(asked.format) {
        print_json(&answer);
    } else {
        print(&versus::text(&answer));
    }
    Ok(if answer.proof == Proof::Optimal { Done::Well } else { Done::Stopped })
}

fn drawn(request: &TreeRequest, path: &Path, asked: &Solve) -> Result<(), Wrong> {
    let (file, tree) =
        fight::limited(&asked.limits, |limits| request.drawn(versus::MOST_DRAWN, limits))?;
    let title = file.title.clone().unwrap_or_else(|| request.game.clone());
    let name = |state: &u32, mv| file.tree.move_name(*state, mv).to_owned();
    let picture = match versus::picture(path)? {
        Picture::Svg => draw::svg(&tree, &title, name),
        Picture::Dot => draw::dot(&tree, &title, name),
    };
    versus::write(path, &picture)
}

fn compare(request: TreeRequest, asked: &Compare) -> Result<Done, Wrong> {
    let request = prepared(request, &asked.fight, &[("--after", asked.after.is_some())])?;
    let comparison = compare_versus(&request.game, |by| {
        fight::limited(&asked.limits, |limits| solve_tree(&request, Some(by), limits))
    })?;
    Ok(versus::compared(&[comparison], asked.format))
}

fn check(request: &TreeRequest, asked: &Check) -> Result<Done, Wrong> {
    let file = request.load()?;
    if wants_json(asked.format) {
        print_json(&json!({ "file": asked.file, "right": true, "problems": [] }));
    } else {
        let positions = count(file.tree.len() as u64, "position");
        print(&format!("{} is right: {positions}\n", asked.file));
    }
    Ok(Done::Well)
}
