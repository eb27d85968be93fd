//! Random skills: first what there is, so that formulas can name it, then what it says.

use super::amounts::{amount, changes, condition, held, whole};
use super::{Seed, Source, Word};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    Reaction(&'static str),
    Picks,
    /// In nobody's list: others start it.
    Started,
}

/// What is known of a skill before it is written.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) id: String,
    pub(super) kind: Kind,
    /// Who has it.
    pub(super) sides: Vec<usize>,
    pub(super) effect: bool,
    /// 0 where it has none.
    pub(super) lasts: usize,
    until: bool,
    pub(super) stacks: usize,
    refreshes: bool,
    pub(super) cooldown: Option<usize>,
    pub(super) uses: Option<usize>,
    pub(super) pays_mana: bool,
    draws: Vec<u16>,
}

const EVENTS: [(Word, &str); 5] = [
    (Word::Hits, "hits"),
    (Word::Hurt, "hurt"),
    (Word::Dies, "dies"),
    (Word::TurnStarts, "turn-starts"),
    (Word::TurnEnds, "turn-ends"),
];

/// Draws of a plan come before those of its words.
const PLANNED: usize = 16;

pub(super) fn plan(seed: &Seed, frame: &mut Source, still: bool) -> Vec<Plan> {
    let mut plans = Vec::new();
    for side in [0, 1] {
        for (index, draws) in seed.skills[side].iter().enumerate() {
            let mut source = Source { draws, words: &seed.words, at: 0 };
            let events: Vec<_> = EVENTS.iter().filter(|(word, _)| seed.has(*word)).collect();
            let reacts = source.chance(45);
            let event = source.below(events.len());
            let started = source.uses(Word::Starts, 25);
            let kind = match events.get(event) {
                _ if index == 0 => Kind::Move,
                Some((_, event)) if reacts => Kind::Reaction(event),
                _ if started => Kind::Started,
                _ => Kind::Move,
            };
            // The first engine starts what runs once more where it is picked.
            let picked = seed.old && seed.has(Word::Picks) && index == 0;
            let lasts = source.uses(Word::Lasts, 50) && !still && !picked;
            let turns = 1 + source.below(5);
            let until = source.uses(Word::Until, 40);
            let effect = lasts || until || kind == Kind::Started;
            let lasts = if lasts || kind == Kind::Started && !until { turns } else { 0 };
            let stacks = source.uses(Word::Stacks, 50);
            let most = 2 + source.below(2);
            let refreshes = source.uses(Word::Refreshes, 50);
            let cooldown = source.uses(Word::Cooldown, 50);
            let wait = source.below(3);
            let uses = source.uses(Word::Uses, 50);
            let many = 1 + source.below(3);
            let shared = seed.has(Word::Shared) && index + 1 == seed.skills[side].len();
            let shared = shared && index > 0 && kind != Kind::Started && source.chance(50);
            let pays_mana = source.chance(55) && kind == Kind::Move;
            plans.push(Plan {
                id: format!("{}{index}", ["a", "b"][side]),
                kind,
                sides: if shared { vec![0, 1] } else { vec![side] },
                effect,
                lasts,
                until: effect && until,
                stacks: if effect && stacks { most } else { 0 },
                refreshes: effect && refreshes && !stacks,
                cooldown: (cooldown && kind != Kind::Started).then_some(wait),
                uses: (uses && kind != Kind::Started).then_some(many),
                pays_mana,
                draws: draws.get(PLANNED..).unwrap_or(&[]).to_vec(),
            });
        }
        let draws: Vec<u16> =
            (0..40).map(|_| u16::try_from(frame.below(9999)).unwrap_or(0)).collect();
        if frame.uses(Word::Picks, 60) {
            plans.push(Plan {
                id: format!("{}-picks", ["a", "b"][side]),
                kind: Kind::Picks,
                sides: vec![side],
                effect: false,
                lasts: 0,
                until: false,
                stacks: 0,
                refreshes: false,
                cooldown: frame.uses(Word::Cooldown, 30).then_some(1),
                uses: frame.uses(Word::Uses, 30).then_some(2),
                pays_mana: true,
                draws,
            });
        }
    }
    plans
}

pub(super) fn write(seed: &Seed, plans: &[Plan], order: &str) -> String {
    let mut texts: Vec<_> = plans.iter().map(|plan| skill(seed, plan, plans, order)).collect();
    if seed.has(Word::OtherOrder) {
        texts.rotate_left(1);
    }
    texts.concat()
}

fn skill(seed: &Seed, plan: &Plan, plans: &[Plan], order: &str) -> String {
    let mut source = Source { draws: &plan.draws, words: &seed.words, at: 0 };
    let mut lines = Vec::new();
    if matches!(plan.kind, Kind::Move | Kind::Picks) {
        let place = plans.iter().position(|other| other.id == plan.id).unwrap_or(0);
        lines.push(format!(
            "key = \"{}\"",
            ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"][place]
        ));
        if let Some(cost) = cost(seed, &mut source, plan, plans) {
            lines.push(cost);
        }
    }
    if let Kind::Reaction(event) = plan.kind {
        lines.push(format!("on = \"{event}\""));
    }
    if source.uses(Word::When, 50) && plan.kind != Kind::Started {
        lines.push(format!("when = {}", condition(seed, &mut source, plans, &plan.sides)));
    }
    lines.extend(plan.cooldown.map(|turns| format!("cooldown = {turns}")));
    lines.extend(plan.uses.map(|uses| format!("uses = {uses}")));
    if plan.kind == Kind::Picks {
        lines.push(format!("picks = \"{}-tree\"", plan.id));
        let tree = tree(seed, &mut source, plan, plans);
        let lines = lines.join("\n");
        return format!("[skills.{}]\n{lines}\n[trees.{}-tree]\n{tree}\n", plan.id, plan.id);
    }
    let acts = plan.kind == Kind::Move;
    if plan.kind != Kind::Started {
        lines.extend(part(seed, &mut source, plan, plans, acts));
    }
    if plan.effect {
        lines.extend(effect(seed, &mut source, plan, plans));
    }
    let steps = ["self", "self", "enemy", "self", "reset"];
    let steps: Vec<_> = (0..source.below(4)).map(|_| source.one_of(&steps)).collect();
    if acts && order != "alternate" {
        lines.push(format!("queue = {steps:?}"));
    }
    if source.uses(Word::Also, 50) && plan.kind != Kind::Started {
        let mut also = Vec::new();
        for _ in 0..=source.below(2) {
            let mut words = Vec::new();
            if source.chance(60) {
                words.push(format!("when = {}", condition(seed, &mut source, plans, &plan.sides)));
            }
            let more = part(seed, &mut source, plan, plans, acts);
            let once = lines.iter().chain(&also).any(|line| line.contains("again"));
            words.extend(more.into_iter().filter(|line| !once || !line.contains("again")));
            also.push(format!("{{ {} }}", words.join(", ")));
        }
        lines.push(format!("also = [{}]", also.join(", ")));
    }
    format!("[skills.{}]\n{}\n", plan.id, lines.join("\n"))
}

fn cost(seed: &Seed, source: &mut Source, plan: &Plan, plans: &[Plan]) -> Option<String> {
    let mut parts = Vec::new();
    if plan.pays_mana {
        parts.push(format!("mana = {}", amount(seed, source, plans, &plan.sides, 0, 4)));
    }
    if source.chance(15) {
        let name = source.one_of(&["rage", "hp"]);
        parts.push(format!("{name} = {}", amount(seed, source, plans, &plan.sides, 0, 2)));
    }
    (!parts.is_empty()).then(|| format!("cost = {{ {} }}", parts.join(", ")))
}

/// What using it does; `acts`: as a move's own part, which may do everything.
fn part(seed: &Seed, source: &mut Source, plan: &Plan, plans: &[Plan], acts: bool) -> Vec<String> {
    let sides = &plan.sides;
    let mut lines = Vec::new();
    if !source.chance(25) {
        let damage = if seed.old && source.uses(Word::Named, 50) {
            "\"might\"".to_owned()
        } else {
            amount(seed, source, plans, sides, 0, 5)
        };
        lines.push(format!("damage = {damage}"));
        if source.uses(Word::Strikes, 40) {
            lines.push(format!("strikes = {}", amount(seed, source, plans, sides, 1, 3)));
        }
        if source.uses(Word::Type, 60) {
            lines.push(format!("type = \"{}\"", source.one_of(&["fire", "ice", "mud"])));
        }
        if source.uses(Word::Pierces, 40) {
            lines.push("pierces = true".to_owned());
        }
        if source.uses(Word::Drains, 40) {
            lines.push("drains = true".to_owned());
        }
    }
    if source.uses(Word::Kills, 15) {
        lines.push("kills = true".to_owned());
    }
    let dies = plan.kind == Kind::Reaction("dies");
    if source.uses(Word::Heal, 30) || dies && source.chance(80) {
        lines.push(format!("heal = {}", amount(seed, source, plans, sides, 0, 3)));
    }
    if source.uses(Word::AtOnce, 40) {
        lines.push(format!("at-once = {}", changes(seed, source, plans, sides)));
    }
    let effects: Vec<_> =
        plans.iter().filter(|plan| plan.effect).map(|plan| plan.id.as_str()).collect();
    if source.uses(Word::Cleanses, 30) {
        let all = [&effects[..], &["enemy", "self"]].concat();
        lines.push(format!("cleanses = [\"{}\"]", source.one_of(&all)));
    }
    if source.uses(Word::Starts, 50) {
        let others: Vec<_> = effects.into_iter().filter(|id| *id != plan.id).collect();
        if !others.is_empty() {
            lines.push(format!("starts = [\"{}\"]", source.one_of(&others)));
        }
    }
    if source.uses(Word::Stuns, 30) {
        lines.push(format!("stuns = {}", whole(source, 1, 2)));
    }
    if source.uses(Word::Steals, 30) && acts {
        lines.push(format!("steals = {}", whole(source, 1, 2)));
    }
    if source.uses(Word::Again, 30) && acts {
        lines.push("again = true".to_owned());
    }
    if lines.is_empty() {
        lines.push("damage = 1".to_owned());
    }
    lines
}

fn effect(seed: &Seed, source: &mut Source, plan: &Plan, plans: &[Plan]) -> Vec<String> {
    let sides: &[usize] = if plan.kind == Kind::Started { &[0, 1] } else { &plan.sides };
    // Whoever starts it casts it, so its formulas must mean something to both.
    let sides = if seed.has(Word::Starts) { &[0, 1] } else { sides };
    let mut lines = Vec::new();
    if plan.lasts > 0 {
        lines.push(format!("lasts = {}", plan.lasts));
    }
    if plan.until {
        let until = if source.chance(20) {
            "\"never\"".to_owned()
        } else {
            condition(seed, source, plans, sides)
        };
        lines.push(format!("until = {until}"));
    }
    if plan.refreshes {
        lines.push("refreshes = true".to_owned());
    }
    if plan.stacks > 1 {
        lines.push(format!("stacks = {}", plan.stacks));
    }
    let holds = source.uses(Word::While, 50);
    if holds {
        lines.push(format!("while = {}", held(seed, source, plans, sides)));
    }
    if source.uses(Word::EachTurn, 60) || !holds {
        lines.push(format!("each-turn = {}", changes(seed, source, plans, sides)));
    }
    lines
}

/// A tree of one to four nodes, the first above all others. Priorities run backwards.
fn tree(seed: &Seed, source: &mut Source, plan: &Plan, plans: &[Plan]) -> String {
    let mine = |other: &&Plan| {
        let known = other.kind == Kind::Move && other.sides.contains(&plan.sides[0]);
        known && !(seed.old && other.effect)
    };
    let moves: Vec<_> = plans.iter().filter(mine).map(|plan| plan.id.as_str()).collect();
    let moves = if moves.is_empty() { vec![["a0", "b0"][plan.sides[0]]] } else { moves };
    let nodes = 1 + source.below(4);
    let mut below = String::new();
    for place in (1..nodes).rev() {
        let (skill, nested) = (source.one_of(&moves), source.chance(40) && !below.is_empty());
        let when = condition(seed, source, plans, &plan.sides);
        let node = format!("{{ use = \"{skill}\", priority = {}", nodes - place);
        below = if nested {
            format!("{node}, when = {when}, then = [{below}] }}")
        } else if below.is_empty() {
            format!("{node} }}")
        } else {
            format!("{node} }}, {below}")
        };
    }
    let when = condition(seed, source, plans, &plan.sides);
    let (skill, priority) = (source.one_of(&moves), nodes);
    let mut text = format!("use = \"{skill}\"\npriority = {priority}\n");
    if !below.is_empty() {
        text += &format!("when = {when}\nthen = [{below}]\n");
    }
    text
}
