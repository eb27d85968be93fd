//! Words that people try and the language does not have, each with the recipe for what they want.

/// In a skill.
pub(crate) static SKILL: &[(&str, &str)] = &[
    ("aoe", "say `target = \"enemies\"`: every enemy who stands"),
    ("area", "say `target = \"enemies\"`: every enemy who stands"),
    (
        "armor",
        "for good: `at-once = { armor = 1 }`; for a while: `lasts = 4` and `while = { armor = 3 }`",
    ),
    ("attack", "a hit is `damage = 6`, or `damage = \"attack\"` where the fighter has that number"),
    ("block", SOAK),
    ("burn", OVER_TIME),
    ("bleed", OVER_TIME),
    ("charges", "say `uses = 2`"),
    ("condition", "say `when = \"self.hp <= 10\"`"),
    ("crit", CRITICAL),
    ("crit-chance", CRITICAL),
    ("critical-chance", CRITICAL),
    ("cure", "say `cleanses = [\"enemy\"]`: the effects that the enemy has cast end"),
    ("dice", DICE),
    ("dispel", "say `cleanses = [\"enemy\"]`: the effects that the enemy has cast end"),
    ("dodge", DODGE),
    ("dot", OVER_TIME),
    ("drain", "say `drains = true`"),
    ("duration", "say `lasts = 6`: a number of turns"),
    ("element", "say `type = \"fire\"`; a fighter has `resists = { fire = 50 }`"),
    ("energy", "a skill pays with `cost = { energy = 1 }`"),
    ("execute", "say `also = [{ when = \"enemy.hp <= 6\", kills = true }]`"),
    ("extra-turn", "say `again = true`"),
    ("evasion", DODGE),
    ("freeze", "say `stuns = 1`: the enemy misses a turn"),
    ("hit-chance", CHANCE_TO_HIT),
    (
        "hits",
        "several hits are `strikes = 3`; what happens on a hit is a skill with `on = \"hits\"`",
    ),
    ("if", "say `when = \"self.hp <= 10\"`"),
    ("initiative", SPEED),
    ("instead", "say both under `also`, each with its own `when`"),
    ("kill", "say `kills = true`"),
    ("leech", "say `drains = true`"),
    ("lifesteal", "say `drains = true`"),
    ("limit", "say `uses = 2`"),
    ("mana", "a skill pays with `cost = { mana = 3 }`"),
    ("max", "`max` is of a number: `stamina = { start = 4, max = 10 }` under `[fighters.NAME]`"),
    ("mp", "a skill pays with `cost = { mp = 3 }`"),
    ("poison", OVER_TIME),
    ("priority", SPEED),
    ("probability", CHANCE),
    ("range", DICE),
    ("random", DICE),
    (
        "regen",
        "an effect: `lasts = 6` and `each-turn = { hp = 1 }`; for the whole fight: `[upkeep]`",
    ),
    ("requires", "say `when = \"self.rage >= 3\"`"),
    ("resists", "`resists` is of a fighter: put it under `[fighters.NAME]`"),
    ("revive", "say `target = \"fallen-ally\"` and `heal = 5`"),
    ("roll", DICE),
    ("save", SAVE),
    ("saving-throw", SAVE),
    ("shield", SOAK),
    ("speed", SPEED),
    ("stun", "say `stuns = 1`: the enemy misses a turn"),
    (
        "summon",
        "nobody joins a fight; an ally who has fallen comes back with `target = \"fallen-ally\"` and `heal = 5`",
    ),
    ("targets", TARGETS),
    ("thorns", "a skill with `on = \"hurt\"` and `damage = 2` happens whenever its owner is hit"),
    ("times", "say `strikes = 3`"),
    ("turns", "say `lasts = 6`: a number of turns"),
    ("variance", DICE),
];

/// In a part of a skill.
pub(crate) static PART: &[(&str, &str)] = &[
    ("accuracy", "a part has `chance = 0.75`; `accuracy` is of the whole skill"),
    ("cooldown", "`cooldown` is of the whole skill: put it outside of `also`"),
    ("cost", "`cost` is of the whole skill: put it outside of `also`"),
    ("crit", CRITICAL),
    ("each-turn", STARTS),
    ("else", "say `otherwise = { ... }` beside `chance`"),
    ("kill", "say `kills = true`"),
    ("lasts", STARTS),
    ("miss", "a part has `otherwise = { ... }` beside its `chance`; `miss` is of the whole skill"),
    ("probability", "say `chance = 0.25`"),
    ("queue", "`queue` is of the whole skill: put it outside of `also`"),
    ("stun", "say `stuns = 1`: the enemy misses a turn"),
    ("until", STARTS),
    ("up-to", "`up-to` is of the whole skill: put it outside of `also`"),
    ("uses", "`uses` is of the whole skill: put it outside of `also`"),
    ("while", STARTS),
];

/// In a fighter, where it is not a number.
pub(crate) static FIGHTER: &[(&str, &str)] = &[
    ("immune", "say `resists = { fire = 100 }`: a type of hit, and per cent"),
    ("on", "`on` is of a skill: put it under `[skills.NAME]`"),
    ("resist", "say `resists = { fire = 50 }`: a type of hit, and per cent"),
    ("resistances", "say `resists = { fire = 50 }`: a type of hit, and per cent"),
    ("start", "`start` stands in a number: `stamina = { start = 4, max = 10 }`"),
    ("party", SIDES),
    ("team", SIDES),
    ("upkeep", "what changes each turn stands under `[upkeep]`: `upkeep.NAME = { hp = 1 }`"),
    ("weak", "say `resists = { fire = -100 }`: a type of hit, and per cent; below 0 it hurts more"),
    ("when", "`when` is of a skill: put it under `[skills.NAME]`"),
];

/// What a number of a fighter that nothing uses was meant for, where it is a word of skills.
pub(crate) fn of_idle_number(name: &str) -> Option<String> {
    let belongs = crate::format::SKILL_FIELDS.iter().any(|field| field.name == name);
    belongs.then(|| format!("`{name}` needs a skill: it stands under `[skills.NAME]`"))
}

const CHANCE: &str =
    "say `accuracy = 0.75` for the whole skill, or `chance = 0.25` in a part under `also`";
const CHANCE_TO_HIT: &str = "say `accuracy = 0.75`, or `accuracy = \"11 + strength in 20\"`";
const CRITICAL: &str = "say `critical = { chance = 0.1, times = 2 }`";
const DICE: &str =
    "dice and ranges stand in the amount: `damage = \"2d6 + 3\"`, `damage = \"3..7\"`";
const DODGE: &str =
    "the hit has the chance, of whoever is hit: `accuracy = \"20 - target.dodge in 20\"`";
const SAVE: &str = "a part has a chance: `also = [{ chance = \"8 + target.will in 20\", otherwise = { stuns = 1 } }]`";
const SIDES: &str =
    "who fights together stands under `[sides]`: `p1 = [\"knight\", \"archer\"]`, or `size = 2`";
const SPEED: &str =
    "a number of the fighter, with `order = \"speed\"` under `[turns]`: the fastest acts first";
const TARGETS: &str =
    "say `target = \"enemies\"` for all, or `up-to = 2` for so many different ones";
const SOAK: &str = "block is a number of the fighter that hits take first: `at-once = { block = 5 }` here, \
                    and `soak = \"block\"` under `[damage]`";
const OVER_TIME: &str = "an effect: `lasts = 6` and `each-turn = { enemy.hp = -2 }`";
const STARTS: &str = "a part starts the effect of another skill: `starts = [\"burn\"]`";
