//! The game `RPGLite` (Kavanagh and Miller), two fighters a side out of eight, written by hand.

use outplay_game::{Chance, Game, Node, Player, Versus};

/// The fighters, in roster order.
pub(crate) const LETTERS: &str = "KAWRHMBG";

/// What a fighter is: whole numbers, the accuracy in hundredths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fighter {
    pub(crate) letter: u8,
    pub(crate) hp: u8,
    pub(crate) damage: u8,
    pub(crate) accuracy: u8,
    /// What its skill has besides: the hp that a Rogue kills at, what a Healer heals, what a Gunner's
    /// miss does, the hp at which a Barbarian rages.
    pub(crate) special: u8,
    /// What a Barbarian in rage does.
    pub(crate) rage: u8,
}

const fn fighter(letter: u8, hp: u8, damage: u8, accuracy: u8, special: u8, rage: u8) -> Fighter {
    Fighter { letter, hp, damage, accuracy, special, rage }
}

/// The configuration `beta`.
pub(crate) const BETA: [Fighter; 8] = [
    fighter(b'K', 9, 4, 63, 0, 0),
    fighter(b'A', 7, 2, 90, 0, 0),
    fighter(b'W', 7, 3, 70, 0, 0),
    fighter(b'R', 7, 3, 65, 6, 0),
    fighter(b'H', 8, 2, 80, 1, 0),
    fighter(b'M', 8, 2, 55, 0, 0),
    fighter(b'B', 10, 2, 75, 3, 5),
    fighter(b'G', 7, 3, 75, 1, 0),
];

/// All pairs of different fighters, by their letters.
pub(crate) fn pairs() -> Vec<String> {
    let letters: Vec<char> = LETTERS.chars().collect();
    let all = (0..8).flat_map(|one| (one + 1..8).map(move |two| (one, two)));
    all.map(|(one, two)| [letters[one], letters[two]].iter().collect()).collect()
}

/// A fight of one pair against another.
pub(crate) struct Fight {
    sides: [[Fighter; 2]; 2],
}

impl Fight {
    /// By the letters of both pairs.
    pub(crate) fn new(roster: &[Fighter; 8], one: &str, two: &str) -> Self {
        let fighter = |letter: u8| {
            *roster.iter().find(|known| known.letter == letter).expect("a letter of the roster")
        };
        let side = |pair: &str| [0, 1].map(|index| fighter(pair.as_bytes()[index]));
        Self { sides: [side(one), side(two)] }
    }
}

/// Hp of all four, who is stunned on each side, whose turn it is, and what is being rolled for: bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State(u64);

/// A coin decides who starts.
const COIN: u8 = 2;
/// Nobody acts.
const SKIP: u8 = 0x40;

impl State {
    const fn byte(self, index: usize) -> u8 {
        self.0.to_le_bytes()[index]
    }
    fn with(self, index: usize, byte: u8) -> Self {
        let mut bytes = self.0.to_le_bytes();
        bytes[index] = byte;
        Self(u64::from_le_bytes(bytes))
    }
    fn hp(self, side: usize, fighter: usize) -> u8 {
        self.byte(2 * side + fighter)
    }
    /// 0: nobody, else one more than the fighter.
    fn stunned(self, side: usize) -> u8 {
        self.byte(4 + side)
    }
    fn turn(self) -> u8 {
        self.byte(6)
    }
    /// 0: nothing, else one more than the move.
    fn rolling(self) -> u8 {
        self.byte(7)
    }
    fn dead(self, side: usize) -> bool {
        self.hp(side, 0) == 0 && self.hp(side, 1) == 0
    }
    fn hurt(self, side: usize, fighter: usize, damage: u8) -> Self {
        let state = self.with(2 * side + fighter, self.hp(side, fighter).saturating_sub(damage));
        // Who is dead is not stunned.
        let gone = state.hp(side, fighter) == 0 && usize::from(state.stunned(side)) == fighter + 1;
        if gone { state.with(4 + side, 0) } else { state }
    }
}

/// A move: who acts (1 bit), whom it aims at (2 bits: 2 is both), whom it heals (1 bit).
const fn action(fighter: usize, target: usize, ally: usize) -> u8 {
    // Each of them is 0, 1 or 2.
    (fighter | target << 1 | ally << 3).to_le_bytes()[0]
}

impl Game for Fight {
    type State = State;
    type Move = u8;

    fn start(&self) -> State {
        let mut bytes = [0; 8];
        for side in 0..2 {
            for index in 0..2 {
                bytes[2 * side + index] = self.sides[side][index].hp;
            }
        }
        bytes[6] = COIN;
        State(u64::from_le_bytes(bytes))
    }

    fn node(&self, &state: &State) -> Node {
        if state.rolling() != 0 || state.turn() == COIN {
            Node::Mean
        } else if state.dead(0) || state.dead(1) {
            Node::End
        } else if state.turn() == 0 {
            Node::Max
        } else {
            Node::Min
        }
    }

    fn moves(&self, &state: &State, out: &mut Vec<u8>) {
        if state.turn() == COIN {
            return out.extend([0, 1]);
        }
        let side = usize::from(state.turn());
        let enemy = 1 - side;
        if state.rolling() != 0 {
            let both = (state.rolling() - 1) >> 1 & 3 == 2;
            return out.extend(0..if both { 4 } else { 2 });
        }
        if state.dead(0) || state.dead(1) {
            return;
        }
        for (index, fighter) in self.sides[side].iter().enumerate() {
            if state.hp(side, index) == 0 || usize::from(state.stunned(side)) == index + 1 {
                continue;
            }
            for target in 0..2 {
                let living = state.hp(enemy, target) > 0;
                if fighter.letter == b'H' && living {
                    let allies = (0..2).filter(|&ally| state.hp(side, ally) > 0);
                    out.extend(allies.map(|ally| action(index, target, ally)));
                } else if living || fighter.letter == b'R' {
                    out.push(action(index, target, 0));
                }
            }
            if fighter.letter == b'A' && state.hp(enemy, 0) > 0 && state.hp(enemy, 1) > 0 {
                out.push(action(index, 2, 0));
            }
        }
        if state.stunned(side) != 0 {
            out.push(SKIP);
        }
    }

    fn play(&self, &state: &State, mv: u8) -> State {
        if state.turn() == COIN {
            return state.with(6, mv);
        }
        let side = usize::from(state.turn());
        let enemy = 1 - side;
        let next_turn = |state: State| state.with(6, 1 - state.turn()).with(4 + side, 0).with(7, 0);
        if state.rolling() == 0 {
            let fighter = usize::from(mv & 1);
            let target = usize::from(mv >> 1 & 3);
            let pass = mv == SKIP
                || (self.sides[side][fighter].letter == b'R' && state.hp(enemy, target) == 0);
            return if pass { next_turn(state) } else { state.with(7, mv + 1) };
        }
        let code = state.rolling() - 1;
        let (fighter, target) = (usize::from(code & 1), usize::from(code >> 1 & 3));
        let ally = usize::from(code >> 3 & 1);
        let Fighter { letter, damage, special, rage, .. } = self.sides[side][fighter];
        if target == 2 {
            let after = (0..2).fold(state, |state, target| {
                if mv >> target & 1 == 1 { state.hurt(enemy, target, damage) } else { state }
            });
            return next_turn(after);
        }
        if mv == 0 {
            let missed = if letter == b'G' { state.hurt(enemy, target, special) } else { state };
            return next_turn(missed);
        }
        let kills = letter == b'R' && state.hp(enemy, target) <= special;
        let rages = letter == b'B' && state.hp(side, fighter) <= special;
        let damage = if kills {
            u8::MAX
        } else if rages {
            rage
        } else {
            damage
        };
        let mut after = state.hurt(enemy, target, damage);
        match letter {
            b'W' if after.hp(enemy, target) > 0 => {
                after = after.with(4 + enemy, (code >> 1 & 3) + 1);
            }
            b'H' => {
                let healed = after.hp(side, ally) + special;
                after = after.with(2 * side + ally, healed.min(self.sides[side][ally].hp));
            }
            b'M' if !after.dead(enemy) => return after.with(4 + side, 0).with(7, 0),
            _ => {}
        }
        next_turn(after)
    }
}

impl Chance for Fight {
    fn weights(&self, &state: &State, out: &mut Vec<u64>) {
        if state.turn() == COIN {
            return out.extend([1, 1]);
        }
        let code = state.rolling() - 1;
        let fighter = self.sides[usize::from(state.turn())][usize::from(code & 1)];
        let hit = u64::from(fighter.accuracy);
        let miss = 100 - hit;
        if code >> 1 & 3 == 2 {
            out.extend([miss * miss, hit * miss, miss * hit, hit * hit]);
        } else {
            out.extend([miss, hit]);
        }
    }
}

impl Versus for Fight {
    fn winner(&self, state: &State) -> Option<Player> {
        match self.node(state) {
            Node::End if state.dead(1) => Some(Player::One),
            Node::End => Some(Player::Two),
            Node::Max | Node::Min | Node::Mean | Node::Single => None,
        }
    }
}
