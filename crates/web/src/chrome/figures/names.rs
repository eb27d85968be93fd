//! Which parts somebody is drawn of, by name.
//!
//! Words in the name choose what they speak of; all else comes from a hash of the name, which is the same
//! on every machine. A number at the end (`goblin-2`) changes the colours alone: it is one more of a kind.

use super::palette::{
    BLUE, BROWN, COLOURS, GREEN, HAIRS, NIGHT, ORANGE, PALETTES, PURPLE, Palette, RED, SKINS,
    STEEL, TEAL,
};

/// Somebody composed of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figure {
    /// On two legs, with something on the head and something in the hand.
    Person(Person),
    /// Anything else.
    Creature(Creature),
}

/// The parts of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub(super) head: Head,
    pub(super) face: Face,
    pub(super) gear: Gear,
    pub(super) palette: Palette,
    pub(super) skin: &'static str,
    pub(super) hair: &'static str,
    /// Which of the cuts of the clothes.
    pub(super) cut: u64,
}

/// The parts of a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Creature {
    pub(super) kind: Kind,
    pub(super) palette: Palette,
    /// Which of the looks of its kind.
    pub(super) look: u64,
}

macro_rules! parts {
    ($(#[$note:meta])* $name:ident { $($part:ident),+ $(,)? }) => {
        $(#[$note])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($part),+ }

        impl $name {
            /// All of them.
            pub(super) const ALL: &[Self] = &[$(Self::$part),+];
        }
    };
}

parts! {
    /// What is on a head.
    Head {
        Short, Long, Knot, Hood, Visor, Helmet, Horns, Pointed, Brim, Crown, Mitre, Band, Cap, Hat,
    }
}
parts! {
    /// What a face looks like.
    Face { Calm, Smile, Grim, Beard, Moustache, Patch, Mask, Hidden }
}
parts! {
    /// What is in a hand.
    Gear {
        Sword, Guarded, Dagger, Bow, Staff, Axe, Hammer, Spear, Gun, Rapier, Book, Cure, Fists, Fan, Pick,
    }
}
/// What is not a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Brute,
    Dragon,
    Beast,
    Round,
    Blob,
    Ghost,
    Rock,
    Plant,
    Flame,
    Drop,
    Wall,
    Bones,
    Bird,
    Spider,
}

impl Kind {
    /// The colours that it comes in.
    const fn colours(self) -> &'static [Palette] {
        match self {
            Self::Brute => &[GREEN, TEAL, BROWN, PURPLE, RED, STEEL],
            Self::Beast => &[STEEL, ORANGE, BROWN, NIGHT],
            Self::Round => &[BROWN, STEEL, NIGHT],
            Self::Ghost => &[STEEL, BLUE, PURPLE, NIGHT],
            Self::Rock => &[STEEL, BROWN, NIGHT],
            Self::Plant => &[GREEN, TEAL],
            Self::Flame => &[ORANGE, RED],
            Self::Drop => &[BLUE, TEAL],
            Self::Dragon | Self::Blob | Self::Wall | Self::Bones | Self::Bird | Self::Spider => {
                &PALETTES
            }
        }
    }
}

/// A word in a name, and what it speaks of.
enum Word {
    Is(Kind),
    Wears(Head, Face, Gear),
}

use Word::{Is, Wears};

/// Words in names; the first that is found counts, so longer ones stand before those they contain.
const WORDS: [(&str, Word); 117] = [
    ("skeleton", Is(Kind::Bones)),
    ("skull", Is(Kind::Bones)),
    ("lich", Is(Kind::Bones)),
    ("bone", Is(Kind::Bones)),
    ("undead", Is(Kind::Bones)),
    ("zombie", Is(Kind::Bones)),
    ("ghost", Is(Kind::Ghost)),
    ("spirit", Is(Kind::Ghost)),
    ("wraith", Is(Kind::Ghost)),
    ("phantom", Is(Kind::Ghost)),
    ("spectre", Is(Kind::Ghost)),
    ("dragon", Is(Kind::Dragon)),
    ("drake", Is(Kind::Dragon)),
    ("wyrm", Is(Kind::Dragon)),
    ("whelp", Is(Kind::Dragon)),
    ("lizard", Is(Kind::Dragon)),
    ("snake", Is(Kind::Dragon)),
    ("hydra", Is(Kind::Dragon)),
    ("wolf", Is(Kind::Beast)),
    ("fox", Is(Kind::Beast)),
    ("hound", Is(Kind::Beast)),
    ("dog", Is(Kind::Beast)),
    ("panther", Is(Kind::Beast)),
    ("tiger", Is(Kind::Beast)),
    ("lion", Is(Kind::Beast)),
    ("cat", Is(Kind::Beast)),
    ("beast", Is(Kind::Beast)),
    ("bear", Is(Kind::Round)),
    ("boar", Is(Kind::Round)),
    ("mouse", Is(Kind::Round)),
    ("rat", Is(Kind::Round)),
    ("ape", Is(Kind::Round)),
    ("ogre", Is(Kind::Brute)),
    ("troll", Is(Kind::Brute)),
    ("giant", Is(Kind::Brute)),
    ("orc", Is(Kind::Brute)),
    ("goblin", Is(Kind::Brute)),
    ("demon", Is(Kind::Brute)),
    ("devil", Is(Kind::Brute)),
    ("monster", Is(Kind::Brute)),
    ("minotaur", Is(Kind::Brute)),
    ("ooze", Is(Kind::Blob)),
    ("slime", Is(Kind::Blob)),
    ("jelly", Is(Kind::Blob)),
    ("blob", Is(Kind::Blob)),
    ("golem", Is(Kind::Rock)),
    ("stone", Is(Kind::Rock)),
    ("rock", Is(Kind::Rock)),
    ("boulder", Is(Kind::Rock)),
    ("thorn", Is(Kind::Plant)),
    ("plant", Is(Kind::Plant)),
    ("vine", Is(Kind::Plant)),
    ("treant", Is(Kind::Plant)),
    ("flower", Is(Kind::Plant)),
    ("mushroom", Is(Kind::Plant)),
    ("ember", Is(Kind::Flame)),
    ("flame", Is(Kind::Flame)),
    ("phoenix", Is(Kind::Bird)),
    ("elemental", Is(Kind::Flame)),
    ("puddle", Is(Kind::Drop)),
    ("water", Is(Kind::Drop)),
    ("kraken", Is(Kind::Drop)),
    ("wall", Is(Kind::Wall)),
    ("tower", Is(Kind::Wall)),
    ("castle", Is(Kind::Wall)),
    ("gate", Is(Kind::Wall)),
    ("fort", Is(Kind::Wall)),
    ("bird", Is(Kind::Bird)),
    ("eagle", Is(Kind::Bird)),
    ("raven", Is(Kind::Bird)),
    ("griffin", Is(Kind::Bird)),
    ("spider", Is(Kind::Spider)),
    ("scorpion", Is(Kind::Spider)),
    ("insect", Is(Kind::Spider)),
    ("shadow", Wears(Head::Hood, Face::Hidden, Gear::Dagger)),
    ("shade", Wears(Head::Hood, Face::Hidden, Gear::Dagger)),
    ("assassin", Wears(Head::Hood, Face::Hidden, Gear::Dagger)),
    ("ninja", Wears(Head::Hood, Face::Hidden, Gear::Dagger)),
    ("rogue", Wears(Head::Hood, Face::Calm, Gear::Dagger)),
    ("thief", Wears(Head::Hood, Face::Calm, Gear::Dagger)),
    ("mask", Wears(Head::Brim, Face::Mask, Gear::Rapier)),
    ("dancer", Wears(Head::Knot, Face::Smile, Gear::Fan)),
    ("squire", Wears(Head::Cap, Face::Smile, Gear::Sword)),
    ("knight", Wears(Head::Visor, Face::Calm, Gear::Guarded)),
    ("paladin", Wears(Head::Helmet, Face::Calm, Gear::Hammer)),
    ("guard", Wears(Head::Helmet, Face::Grim, Gear::Spear)),
    ("warden", Wears(Head::Helmet, Face::Beard, Gear::Spear)),
    ("soldier", Wears(Head::Helmet, Face::Calm, Gear::Guarded)),
    ("hunter", Wears(Head::Hood, Face::Calm, Gear::Bow)),
    ("archer", Wears(Head::Hood, Face::Smile, Gear::Bow)),
    ("ranger", Wears(Head::Hood, Face::Grim, Gear::Bow)),
    ("elf", Wears(Head::Long, Face::Smile, Gear::Bow)),
    ("priest", Wears(Head::Mitre, Face::Calm, Gear::Book)),
    ("cleric", Wears(Head::Mitre, Face::Beard, Gear::Cure)),
    ("healer", Wears(Head::Long, Face::Smile, Gear::Cure)),
    ("druid", Wears(Head::Hood, Face::Beard, Gear::Staff)),
    ("monk", Wears(Head::Band, Face::Calm, Gear::Fists)),
    ("boxer", Wears(Head::Short, Face::Grim, Gear::Fists)),
    ("barbarian", Wears(Head::Horns, Face::Beard, Gear::Axe)),
    ("viking", Wears(Head::Horns, Face::Beard, Gear::Axe)),
    ("dwarf", Wears(Head::Helmet, Face::Beard, Gear::Hammer)),
    ("gunn", Wears(Head::Brim, Face::Moustache, Gear::Gun)),
    ("pirate", Wears(Head::Brim, Face::Patch, Gear::Sword)),
    ("engineer", Wears(Head::Hat, Face::Moustache, Gear::Hammer)),
    ("smith", Wears(Head::Band, Face::Beard, Gear::Hammer)),
    ("climber", Wears(Head::Band, Face::Smile, Gear::Pick)),
    ("miner", Wears(Head::Hat, Face::Beard, Gear::Pick)),
    ("maestro", Wears(Head::Short, Face::Moustache, Gear::Rapier)),
    ("pupil", Wears(Head::Knot, Face::Smile, Gear::Rapier)),
    ("hero", Wears(Head::Short, Face::Smile, Gear::Guarded)),
    ("warrior", Wears(Head::Helmet, Face::Grim, Gear::Axe)),
    ("fighter", Wears(Head::Band, Face::Grim, Gear::Sword)),
    ("champion", Wears(Head::Helmet, Face::Calm, Gear::Sword)),
    ("king", Wears(Head::Crown, Face::Beard, Gear::Sword)),
    ("queen", Wears(Head::Crown, Face::Calm, Gear::Staff)),
    ("witch", Wears(Head::Pointed, Face::Grim, Gear::Staff)),
    ("mage", Wears(Head::Pointed, Face::Calm, Gear::Staff)),
];

impl Figure {
    /// The figure of a name in small letters.
    pub(super) fn of(name: &str) -> Self {
        let kin = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
        let kin = if kin.is_empty() { name } else { kin };
        let mut dice = Dice(hash(kin));
        let coloured = COLOURS.iter().find(|(word, _)| speaks_of(name, word));
        let word = WORDS.iter().find(|(word, _)| speaks_of(kin, word)).map(|(_, word)| word);
        let usual = match word {
            Some(Is(kind)) => kind.colours(),
            _ => &PALETTES,
        };
        // The colours are drawn apart, so that a number at the end changes nothing else.
        let any = *Dice(hash(name)).one_of(usual);
        let palette = coloured.filter(|_| kin == name).map_or(any, |(_, palette)| *palette);
        match word {
            Some(Is(kind)) => {
                Self::Creature(Creature { kind: *kind, palette, look: dice.below(6) })
            }
            Some(Wears(head, face, gear)) => {
                Self::Person(dice.person(palette, (*head, *face, *gear)))
            }
            None => {
                let head = *dice.one_of(Head::ALL);
                // Who hides everything says nothing of themselves.
                let faces = &Face::ALL[..Face::ALL.len() - 1];
                let parts = (head, *dice.one_of(faces), *dice.one_of(Gear::ALL));
                Self::Person(dice.person(palette, parts))
            }
        }
    }
}

/// Does a name have that word, or one that begins or ends with it? Short ones stand alone, since they
/// are in many a word that means something else.
fn speaks_of(name: &str, word: &str) -> bool {
    let mut own = name.split(|letter: char| !letter.is_alphabetic());
    own.any(|own| match word.len() {
        ..=3 => own == word || own.strip_suffix('s') == Some(word),
        _ => own.starts_with(word) || own.ends_with(word),
    })
}

/// Choices that a hash makes.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        let fell = self.0 % most;
        self.0 = mixed(self.0);
        fell
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let place = self.below(all.len() as u64);
        &all[usize::try_from(place).unwrap_or(0)]
    }

    fn person(&mut self, palette: Palette, (head, face, gear): (Head, Face, Gear)) -> Person {
        let (skin, hair) = (*self.one_of(&SKINS), *self.one_of(&HAIRS));
        Person { head, face, gear, palette, skin, hair, cut: self.below(4) }
    }
}

/// FNV-1a, mixed: near names are far apart.
fn hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    mixed(name.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
