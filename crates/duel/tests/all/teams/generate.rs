//! Random small files with dice and teams: every word of theirs, together with the older ones. All is
//! drawn from numbers of which 0 is the simplest.

use proptest::prelude::*;

/// What a file is written from.
#[derive(Clone)]
pub(crate) struct Seed {
    draws: Vec<u16>,
    /// So that it ends soon, and can be solved.
    pub(crate) short: bool,
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.text())
    }
}

pub(crate) fn files(short: bool) -> impl Strategy<Value = Seed> {
    let draws = prop::collection::vec(any::<u16>(), 0..600);
    draws.prop_map(move |draws| Seed { draws, short })
}

struct Source<'s> {
    draws: &'s [u16],
    at: usize,
    teams: bool,
}

const CHANCES: [&str; 8] =
    ["0.5", "0.25", "\"luck\"", "0.75", "\"1 + might in 4\"", "0.6", "\"enemy.luck\"", "1"];
const NUMBERS: [&str; 3] = ["mana", "might", "guard"];

impl Source<'_> {
    fn below(&mut self, many: usize) -> usize {
        let draw = self.draws.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(draw) % many.max(1)
    }

    /// So often in a hundred; never where the draw is 0.
    fn often(&mut self, percent: usize) -> bool {
        self.below(100) + percent >= 100
    }

    fn one<'c>(&mut self, all: &[&'c str]) -> &'c str {
        all[self.below(all.len())]
    }

    /// An amount with or without dice.
    fn amount(&mut self) -> String {
        let plain = ["1", "2", "\"might\"", "\"might + 1\"", "\"enemy.hp / 2\"", "\"target.mana\""];
        let dice = ["\"1d2\"", "\"0..2\"", "\"1d3 - 1\"", "\"max(1d2, might)\"", "\"2d2 - 1\""];
        if self.often(35) { self.one(&dice).to_owned() } else { self.one(&plain).to_owned() }
    }

    fn chance(&mut self) -> &'static str {
        self.one(&CHANCES)
    }

    fn condition(&mut self) -> &'static str {
        self.one(&[
            "hp <= 2",
            "target.hp <= 2",
            "enemy.hp > 1",
            "mana > 0",
            "enemy.stunned > 0",
            "drip > 0",
            "enemy.drip = 0",
            "stacks.drip > 1",
            "round <= 2",
            "not (might = 1 or target.mana = 0)",
        ])
    }

    fn changes(&mut self) -> String {
        let whose = self.one(&["", "enemy.", "target."]);
        let number = self.one(&["mana", "hp", "might", "guard"]);
        let by = if self.often(30) {
            self.one(&["\"-1d2\"", "\"0..1\""])
        } else {
            self.one(&["-1", "1"])
        };
        let more = if self.often(30) { ", enemy.mana = -1" } else { "" };
        let more = if whose.is_empty() { more } else { "" };
        format!("{{ {whose}{number} = {by}{more} }}")
    }

    /// What something does, as words of a part.
    fn deeds(&mut self, words: &mut Vec<String>, reacts: bool) {
        let hits = self.often(70);
        if hits {
            words.push(format!("damage = {}", self.amount()));
            if self.often(15) {
                words.push(format!("strikes = {}", self.one(&["2", "\"1d2\"", "\"might\""])));
            }
            if self.often(20) {
                let chance = self.chance();
                words.push(match self.below(2) {
                    0 => format!("critical = {{ chance = {chance} }}"),
                    _ => format!("critical = {{ chance = {chance}, times = 3 }}"),
                });
            }
            for (word, percent) in
                [("pierces = true", 15), ("drains = true", 15), ("type = \"fire\"", 20)]
            {
                if self.often(percent) {
                    words.push(word.to_owned());
                }
            }
        }
        if self.often(8) {
            words.push("kills = true".to_owned());
        }
        if self.often(20) || !hits {
            words.push(format!("heal = {}", self.amount()));
        }
        if self.often(20) {
            words.push(format!("at-once = {}", self.changes()));
        }
        if self.often(8) {
            words.push(format!("cleanses = [\"{}\"]", self.one(&["enemy", "self", "drip"])));
        }
        if self.often(20) {
            words.push("starts = [\"drip\"]".to_owned());
        }
        if self.often(20) {
            words.push(format!("stuns = {}", 1 + self.below(2)));
        }
        if !reacts && self.often(12) {
            words.push("again = true".to_owned());
        }
    }

    fn target(&mut self, reacts: bool) -> &'static str {
        let by_itself = ["self", "enemy", "enemies", "allies", "random-enemy"];
        let all = [
            "enemy",
            "any-enemy",
            "enemies",
            "random-enemy",
            "self",
            "ally",
            "other-ally",
            "allies",
            "fallen-ally",
        ];
        let few = if self.teams { 9 } else { 6 };
        if reacts { self.one(&by_itself) } else { self.one(&all[..few]) }
    }

    fn part(&mut self, depth: usize, aimed: bool, reacts: bool) -> String {
        let mut words = Vec::new();
        if self.often(25) {
            words.push(format!("when = \"{}\"", self.condition()));
        }
        if aimed && self.often(35) {
            words.push(format!("target = \"{}\"", self.target(reacts)));
        }
        if self.often(40) {
            words.push(format!("chance = {}", self.chance()));
            if depth > 0 && self.often(50) {
                words.push(format!("otherwise = {}", self.part(depth - 1, false, reacts)));
            }
        }
        self.deeds(&mut words, reacts);
        format!("{{ {} }}", words.join(", "))
    }

    fn skill(&mut self, id: &str, on: Option<&str>) -> String {
        let mut words = Vec::new();
        if let Some(on) = on {
            words.push(format!("on = \"{on}\""));
        }
        let reacts = on.is_some();
        if self.often(30) {
            let target = self.target(reacts);
            words.push(format!("target = \"{target}\""));
            if ["enemy", "ally", "any-enemy"].contains(&target) && !reacts && self.often(30) {
                words.push("up-to = 2".to_owned());
            }
        } else if !reacts && self.teams && self.often(20) {
            words.push("up-to = 2".to_owned());
        }
        if self.often(15) {
            words.push(format!("when = \"{}\"", self.condition()));
        }
        if !reacts && self.often(20) {
            words.push(format!("cost = {{ mana = {} }}", self.one(&["1", "\"might\""])));
        }
        match self.below(10) {
            7 => words.push(format!("cooldown = {}", self.below(2))),
            8 => words.push(format!("recharge = {}", self.one(&["0.5", "\"luck\"", "\"1 in 3\""]))),
            9 => words.push(format!("uses = {}", 1 + self.below(2))),
            _ => {}
        }
        if self.often(45) {
            words.push(format!("accuracy = {}", self.chance()));
            if self.often(40) {
                words.push(format!("miss = {}", self.part(1, false, reacts)));
            }
        }
        self.deeds(&mut words, reacts);
        if self.often(20) {
            words.push(format!("lasts = {}", 1 + self.below(3)));
            match self.below(3) {
                0 => words.push(format!("each-turn = {}", self.changes())),
                1 => words.push(format!(
                    "while = {{ {} }}",
                    self.one(&["armor = 1", "speed = 2", "enemy.speed = -2", "target.armor = 1"])
                )),
                _ => {
                    words.push("each-turn = { target.hp = -1 }".to_owned());
                    words.push(self.one(&["refreshes = true", "stacks = 2"]).to_owned());
                }
            }
        }
        let also: Vec<String> = (0..self.below(3)).map(|_| self.part(1, true, reacts)).collect();
        if !also.is_empty() {
            words.push(format!("also = [{}]", also.join(", ")));
        }
        format!("[skills.{id}]\n{}\n", words.join("\n"))
    }

    fn fighter(&mut self, name: &str, moves: usize, reactions: usize) -> String {
        let mut text = format!("[fighters.{name}]\n");
        let hp = 1 + self.below(4);
        text += &match self.below(4) {
            3 => format!("hp = {{ start = {hp}, max = {} }}\n", hp + 1),
            _ => format!("hp = {hp}\n"),
        };
        for number in NUMBERS {
            let start = self.below(3);
            text += &match self.below(6) {
                5 => format!("{number} = {{ start = {start}, resets = true }}\n"),
                4 => format!("{number} = {{ start = {start}, max = 2 }}\n"),
                _ => format!("{number} = {start}\n"),
            };
        }
        text += &format!("armor = {}\nspeed = {}\n", self.below(2), self.below(3));
        text += &format!("luck = {}\n", self.one(&["0.5", "0.2", "0.75", "0.125"]));
        if self.often(20) {
            text += &format!("actions = {}\n", self.one(&["2", "1", "\"any\""]));
        }
        if self.often(20) {
            text += "resists = { fire = 50 }\n";
        }
        let mut own: Vec<String> =
            (0..moves).filter(|_| self.often(50)).map(|at| format!("\"s{at}\"")).collect();
        if own.is_empty() {
            own.push(format!("\"s{}\"", self.below(moves)));
        }
        own.extend((0..reactions).filter(|_| self.often(50)).map(|at| format!("\"r{at}\"")));
        text + &format!("skills = [{}]\n", own.join(", "))
    }
}

impl Seed {
    /// The file.
    pub(crate) fn text(&self) -> String {
        let mut source = Source { draws: &self.draws, at: 0, teams: false };
        let sizes = [1 + source.below(3), 1 + source.below(2)];
        let speed = source.often(25);
        source.teams = sizes != [1, 1] || speed;
        let mut text = String::from("format = 1\ngame = \"duel\"\n[sides]\ntwice = true\n");
        for (side, size) in sizes.into_iter().enumerate() {
            let names: Vec<String> = (0..size)
                .map(|_| format!("{:?}", source.one(&["ann", "bob", "cid", "dot"])))
                .collect();
            text += &format!("p{} = [{}]\n", side + 1, names.join(", "));
        }
        text += "[turns]\n";
        if speed {
            text += "order = \"speed\"\n";
        } else {
            text += &format!("first = \"{}\"\n", source.one(&["p1", "coin", "p2"]));
        }
        text += &format!("stuck = \"{}\"\n", source.one(&["skip", "lose"]));
        text += &format!("pass = \"{}\"\n", source.one(&["never", "stunned", "always"]));
        if source.often(15) {
            text += &format!("actions = {}\n", source.one(&["2", "\"any\""]));
        }
        let goals =
            ["most = \"win\"", "most = \"winner-hp\"", "least = \"actions\"", "least = \"mana\""];
        let goal = source.one(&goals);
        // A pool that can be spent.
        text += &format!("[goal]\n{}\n", if self.short { goal } else { goals[0] });
        if self.short || source.often(30) {
            text += &format!("rounds = {}\n", 1 + source.below(3));
        }
        text += "[damage]\n";
        text += source.one(&["", "least = 0\n", "least = 1\n"]);
        text += source.one(&["", "overheal = false\n"]);
        text += source.one(&["", "", "soak = \"guard\"\n"]);
        let moves = 1 + source.below(4);
        let reactions = source.below(3);
        for name in ["ann", "bob", "cid", "dot"] {
            text += &source.fighter(name, moves, reactions);
            if source.often(15) {
                text += &format!(
                    "[upkeep.{name}]\n{} = {}\n",
                    source.one(&["mana", "hp"]),
                    source.one(&["1", "-1", "\"0..1\""])
                );
            }
        }
        for at in 0..moves {
            text += &source.skill(&format!("s{at}"), None);
        }
        // Every file can pay, and has somewhere to start from.
        let events = ["hurt", "hits", "dies", "turn-starts", "turn-ends"];
        for at in 0..reactions {
            let on = source.one(&events);
            text += &source.skill(&format!("r{at}"), Some(on));
        }
        let ticks = source.one(&["target.hp = -1", "enemy.mana = -1", "hp = \"1d2\""]);
        text + &format!("[skills.drip]\nlasts = 3\nstacks = 2\neach-turn = {{ {ticks} }}\n")
    }
}
