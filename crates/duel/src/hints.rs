//! Words that people try and the language does not have, each with the recipe for what they want.

/// In a skill.
pub(crate) static SKILL: &[(&str, &str)] = &[
    ("accuracy", CHANCE),
    (
        "armor",
        "for good: `at-once = { armor = 1 }`; for a while: `lasts = 4` and `while = { armor = 3 }`",
    ),
    ("attack", "a hit is `damage = 6`, or `damage = \"attack\"` where the fighter has that number"),
    ("block", SOAK),
    ("burn", OVER_TIME),
    ("bleed", OVER_TIME),
    ("chance", CHANCE),
    ("charges", "say `uses = 2`"),
    ("condition", "say `when = \"self.hp <= 10\"`"),
    ("crit", CHANCE),
    ("cure", "say `cleanses = [\"enemy\"]`: the effects that the enemy has cast end"),
    ("dice", CHANCE),
    ("dispel", "say `cleanses = [\"enemy\"]`: the effects that the enemy has cast end"),
    ("dot", OVER_TIME),
    ("drain", "say `drains = true`"),
    ("duration", "say `lasts = 6`: a number of turns"),
    ("element", "say `type = \"fire\"`; a fighter has `resists = { fire = 50 }`"),
    ("energy", "a skill pays with `cost = { energy = 1 }`"),
    ("execute", "say `also = [{ when = \"enemy.hp <= 6\", kills = true }]`"),
    ("extra-turn", "say `again = true`"),
    ("freeze", "say `stuns = 1`: the enemy misses a turn"),
    (
        "hits",
        "several hits are `strikes = 3`; what happens on a hit is a skill with `on = \"hits\"`",
    ),
    ("if", "say `when = \"self.hp <= 10\"`"),
    ("instead", "say both under `also`, each with its own `when`"),
    ("kill", "say `kills = true`"),
    ("leech", "say `drains = true`"),
    ("lifesteal", "say `drains = true`"),
    ("limit", "say `uses = 2`"),
    ("mana", "a skill pays with `cost = { mana = 3 }`"),
    ("max", "`max` is of a number: `stamina = { start = 4, max = 10 }` under `[fighters.NAME]`"),
    ("mp", "a skill pays with `cost = { mp = 3 }`"),
    ("poison", OVER_TIME),
    ("priority", "turn orders are `order = ...` under `[turns]`; nobody is faster yet"),
    ("probability", CHANCE),
    ("range", CHANCE),
    (
        "regen",
        "an effect: `lasts = 6` and `each-turn = { hp = 1 }`; for the whole fight: `[upkeep]`",
    ),
    ("requires", "say `when = \"self.rage >= 3\"`"),
    ("resists", "`resists` is of a fighter: put it under `[fighters.NAME]`"),
    ("shield", SOAK),
    ("speed", "turn orders are `order = ...` under `[turns]`; nobody is faster yet"),
    ("stun", "say `stuns = 1`: the enemy misses a turn"),
    ("summon", TEAMS),
    ("target", TEAMS),
    ("targets", TEAMS),
    ("thorns", "a skill with `on = \"hurt\"` and `damage = 2` happens whenever its owner is hit"),
    ("times", "say `strikes = 3`"),
    ("turns", "say `lasts = 6`: a number of turns"),
];

/// In a part of a skill.
pub(crate) static PART: &[(&str, &str)] = &[
    ("chance", CHANCE),
    ("cooldown", "`cooldown` is of the whole skill: put it outside of `also`"),
    ("cost", "`cost` is of the whole skill: put it outside of `also`"),
    ("each-turn", STARTS),
    ("kill", "say `kills = true`"),
    ("lasts", STARTS),
    ("queue", "`queue` is of the whole skill: put it outside of `also`"),
    ("stun", "say `stuns = 1`: the enemy misses a turn"),
    ("until", STARTS),
    ("uses", "`uses` is of the whole skill: put it outside of `also`"),
    ("while", STARTS),
];

/// In a fighter, where it is not a number.
pub(crate) static FIGHTER: &[(&str, &str)] = &[
    ("accuracy", CHANCE),
    ("immune", "say `resists = { fire = 100 }`: a type of hit, and per cent"),
    ("on", "`on` is of a skill: put it under `[skills.NAME]`"),
    ("resist", "say `resists = { fire = 50 }`: a type of hit, and per cent"),
    ("resistances", "say `resists = { fire = 50 }`: a type of hit, and per cent"),
    ("start", "`start` stands in a number: `stamina = { start = 4, max = 10 }`"),
    ("team", TEAMS),
    ("upkeep", "what changes each turn stands under `[upkeep]`: `upkeep.NAME = { hp = 1 }`"),
    ("weak", "say `resists = { fire = -100 }`: a type of hit, and per cent; below 0 it hurts more"),
    ("when", "`when` is of a skill: put it under `[skills.NAME]`"),
];

/// What a number of a fighter that nothing uses was meant for, where it is a word of skills.
pub(crate) fn of_idle_number(name: &str) -> Option<String> {
    let belongs = crate::format::SKILL_FIELDS.iter().any(|field| field.name == name);
    belongs.then(|| format!("`{name}` needs a skill: it stands under `[skills.NAME]`"))
}

const CHANCE: &str = "chance is not in the language yet: what happens is certain";
const TEAMS: &str = "a side is one fighter so far, and a skill acts on the enemy or on its user";
const SOAK: &str = "block is a number of the fighter that hits take first: `at-once = { block = 5 }` here, \
                    and `soak = \"block\"` under `[damage]`";
const OVER_TIME: &str = "an effect: `lasts = 6` and `each-turn = { enemy.hp = -2 }`";
const STARTS: &str = "a part starts the effect of another skill: `starts = [\"burn\"]`";
