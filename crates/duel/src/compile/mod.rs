//! From written rules to tables: names become places in the state, and everything that the format
//! alone cannot check is checked here.
//!
//! `check.rs`, `check_skills.rs` and `check_chance.rs` look for names that point nowhere and things that nothing points to, `layout.rs`
//! gives each number its place in the state, `tables.rs` translates fighters and effects, `skills.rs`
//! skills, `trees.rs` decision trees, `amounts.rs` formulas and conditions, `opening.rs` the first
//! position; `derived.rs` says what follows from it all, and `names.rs` keeps what people call it.
//! Every problem is reported in the same run; a part that is wrong is left out, and the tables are
//! only handed on when nothing was.

mod aims;
mod amounts;
mod check;
mod check_chance;
mod check_skills;
mod derived;
mod layout;
mod names;
mod opening;
mod sides;
mod skills;
mod tables;
mod trees;

use outplay_game::Player;
use outplay_text::{Code, Problem, Problems};

use crate::plan::Plan;
use crate::rules::{Names, Rules};
use crate::spec::{Spec, Word};
use crate::state::Status;
pub(crate) use layout::MOST_WORDS;
use layout::{Fight, find_tree};
use sides::choose_sides;

/// Compiles a fight, or reports why it cannot be.
pub(crate) fn compile(spec: &Spec, problems: &mut Problems) -> Option<(Rules, Names)> {
    check::references(spec, problems);
    let sides = choose_sides(spec, problems)?;
    sides::check(spec, &sides, problems);
    let fight = Fight::lay_out(spec, &sides, problems)?;
    let compiled = fight.compile(problems);
    (!problems.has_errors()).then_some(compiled)
}

/// A decision tree as a way to play one side, or why it cannot be.
pub(crate) fn plan(
    spec: &Spec,
    player: Player,
    name: &Word,
    problems: &mut Problems,
) -> Option<Plan> {
    let sides = choose_sides(spec, problems)?;
    let fight = Fight::lay_out(spec, &sides, problems)?;
    let Some(root) = find_tree(spec, name) else {
        let known = spec.trees.iter().map(|(id, _)| id.text.as_str());
        let message = format!("no decision tree is called `{}`", name.text);
        let problem = Problem::error(Code::UnknownTree, name.span, message);
        problems.push(if spec.trees.is_empty() {
            problem.help("these rules have none; a table `[trees.NAME]` would be one")
        } else {
            problem.one_of(&name.text, known)
        });
        return None;
    };
    if fight.has_teams() {
        let message = "a decision tree plays for one fighter, and this is a fight of teams";
        problems.push(Problem::error(Code::Unusable, name.span, message));
        return None;
    }
    let own = &fight.members[player.index()].skills;
    let skills: Vec<_> = root
        .all()
        .iter()
        .map(|node| own.iter().position(|skill| skill.text == node.skill.text))
        .collect();
    if skills.iter().all(Option::is_none) {
        let who = &fight.members[player.index()].id.text;
        let message = format!("`{who}` has none of the skills in the tree `{}`", name.text);
        let own: Vec<_> = own.iter().map(|skill| format!("`{}`", skill.text)).collect();
        let help = format!("a tree that plays for `{who}` uses {}", own.join(" and "));
        problems.push(Problem::error(Code::Unusable, name.span, message).help(help));
        return None;
    }
    let tree = trees::tree(&fight, fight.view(player.index()), root, problems)?;
    Some(Plan { player, tree, skills })
}

/// The status of a position from its hp alone, before `first` begins.
pub(crate) fn opening_status(hp: [i32; 2], first: Option<Player>) -> Status {
    match hp.map(|hp| hp == 0) {
        [true, true] => Status::Over(None),
        [true, false] => Status::Over(Some(Player::Two)),
        [false, true] => Status::Over(Some(Player::One)),
        [false, false] => first.map_or(Status::Over(None), Status::Before),
    }
}
