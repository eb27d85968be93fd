//! `outplay show`.

use outplay::Loaded;
use outplay::duel::NORMAL;
use outplay::duel::spec::Fighter;

use super::args::Show;
use super::{Done, Wrong, fight, print, print_modes, wants_json};
use outplay_render::fight::{setting, skill_row, trees, upkeeps};
use outplay_render::json;
use outplay_render::table::{aligned, indented};

pub(super) fn run(asked: &Show) -> Result<Done, Wrong> {
    let request = fight::request(&asked.fight, None)?;
    let mut shown = Vec::new();
    for request in request.each_mode() {
        shown.push(request.load()?);
    }
    if wants_json(asked.format) {
        let facts: Vec<_> = shown.iter().map(|loaded| json::fight(&request.game, loaded)).collect();
        print_modes(&request.game, &facts);
    } else {
        let texts: Vec<_> = shown.iter().map(text).collect();
        print(&texts.join("\n"));
    }
    Ok(Done::Well)
}

fn text(loaded: &Loaded) -> String {
    let spec = &loaded.fight.spec;
    let names = &loaded.fight.names;
    let mut text = format!("{}\n", names.title);
    if let Some(about) = &spec.about {
        text += &format!("{about}\n");
    }
    text += &format!("\n{}", setting(loaded));
    text += "\nFighters\n";
    let fighters: Vec<_> = spec
        .fighters
        .iter()
        .map(|fighter| {
            let mut numbers = vec![format!("hp {}", fighter.hp)];
            if fighter.armor > 0 {
                numbers.push(format!("armor {}", fighter.armor));
            }
            let own = fighter.numbers.iter();
            numbers.extend(own.map(|(word, number)| format!("{} {number}", word.text)));
            let skills: Vec<_> = fighter.skills.iter().map(|word| word.text.as_str()).collect();
            vec![fighter.name.clone(), called(fighter), numbers.join(", "), skills.join(", ")]
        })
        .collect();
    text += &indented(&aligned(
        &["name", "in the file", "numbers", "skills"],
        &[0, 1, 2, 3],
        &fighters,
    ));
    text += "\nSkills\n";
    let mut skills: Vec<_> = spec.skills.iter().map(|skill| skill_row(loaded, skill)).collect();
    let mut header = vec!["key", "name", "in the file", "cost", "at once", "lasts", "effect"];
    if spec.skills.iter().all(|skill| skill.lasts.is_none()) {
        header.truncate(LASTS);
        for row in &mut skills {
            row.truncate(LASTS);
        }
    }
    text += &indented(&aligned(&header, &[0, 1, 2, 3, 4, 6], &skills));
    for (heading, tree) in trees(loaded) {
        text += &format!("\n{heading}\n{}", indented(&tree));
    }
    for upkeep in upkeeps(loaded) {
        text += &format!("\n{upkeep}\n");
    }
    text += "\nModes\n";
    let modes: Vec<_> = loaded
        .modes
        .iter()
        .map(|(mode, about)| {
            let plain = if mode == NORMAL { "The rules as they stand." } else { "" };
            vec![mode.clone(), about.clone().unwrap_or_else(|| plain.to_owned())]
        })
        .collect();
    text + &indented(&aligned(&["name", "what"], &[0, 1], &modes))
}

/// The column that says how long an effect lasts.
const LASTS: usize = 5;

/// What a fighter goes by on the command line.
fn called(fighter: &Fighter) -> String {
    match fighter.key {
        Some((key, _)) => format!("{} ({key})", fighter.id.text),
        None => fighter.id.text.clone(),
    }
}
