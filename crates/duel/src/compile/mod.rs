//! From written rules to tables: names become places in the state, and everything that the format
//! alone cannot check is checked here.
//!
//! `check.rs` and `check_skills.rs` look for names that point nowhere and things that nothing points to, `layout.rs`
//! gives each number its place in the state, `tables.rs` translates fighters and effects, `skills.rs`
//! skills, `trees.rs` decision trees, `amounts.rs` formulas and conditions, `opening.rs` the first
//! position; `derived.rs` says what follows from it all, and `names.rs` keeps what people call it.
//! Every problem is reported in the same run; a part that is wrong is left out, and the tables are
//! only handed on when nothing was.

mod amounts;
mod check;
mod check_skills;
mod derived;
mod layout;
mod names;
mod opening;
mod skills;
mod tables;
mod trees;

use outplay_game::Player;
use outplay_text::{Code, Problem, Problems};

use crate::plan::Plan;
use crate::rules::{Names, Rules};
use crate::spec::{self, Spec, Word};
use crate::state::Status;
pub(crate) use layout::MOST_WORDS;
use layout::{Fight, find_tree};

/// Compiles a fight, or reports why it cannot be.
pub(crate) fn compile(spec: &Spec, problems: &mut Problems) -> Option<(Rules, Names)> {
    check::references(spec, problems);
    let sides = choose_sides(spec, problems)?;
    let fight = Fight::lay_out(spec, sides, problems)?;
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
    let fight = Fight::lay_out(spec, sides, problems)?;
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
    let own = &sides[player.index()].skills;
    let skills: Vec<_> = root
        .all()
        .iter()
        .map(|node| own.iter().position(|skill| skill.text == node.skill.text))
        .collect();
    if skills.iter().all(Option::is_none) {
        let who = &sides[player.index()].id.text;
        let message = format!("`{who}` has none of the skills in the tree `{}`", name.text);
        let own: Vec<_> = own.iter().map(|skill| format!("`{}`", skill.text)).collect();
        let help = format!("a tree that plays for `{who}` uses {}", own.join(" and "));
        problems.push(Problem::error(Code::Unusable, name.span, message).help(help));
        return None;
    }
    let tree = trees::tree(&fight, player.index(), root, problems)?;
    Some(Plan { player, tree, skills })
}

/// The fighters of the two sides: as the file says, else the first two (or one, twice).
fn choose_sides<'w>(spec: &'w Spec, problems: &mut Problems) -> Option<[&'w spec::Fighter; 2]> {
    if spec.fighters.is_empty() {
        // Where the table is missing altogether, that has been said.
        if problems.has_errors() {
            return None;
        }
        problems.push(
            Problem::error(Code::Empty, None, "a fight needs a fighter")
                .help("add a table such as `[fighters.hero]` with `hp = 10`"),
        );
        return None;
    }
    let [one, two] = [0, 1].map(|side| match &spec.sides[side] {
        Some(word) => {
            let fighter = spec.fighter(&word.text);
            if fighter.is_none() {
                let known = spec.fighters.iter().map(|fighter| fighter.id.text.as_str());
                problems.push(
                    Problem::error(
                        Code::UnknownFighter,
                        word.span,
                        format!("no fighter is called `{}`", word.text),
                    )
                    .one_of(&word.text, known),
                );
            }
            // The checks that follow go on with whoever would stand there.
            fighter.or(spec.fighters.get(side)).or(spec.fighters.first())
        }
        None => spec.fighters.get(side).or(spec.fighters.first()),
    });
    Some([one?, two?])
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
