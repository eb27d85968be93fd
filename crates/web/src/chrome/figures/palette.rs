//! Colours that look well on a light and on a dark ground, and go together.

/// The colours of a figure: cloth or hide, its shadow, and what stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Palette {
    pub(super) main: &'static str,
    pub(super) dark: &'static str,
    pub(super) light: &'static str,
}

const fn palette(main: &'static str, dark: &'static str, light: &'static str) -> Palette {
    Palette { main, dark, light }
}

pub(super) const RED: Palette = palette("#b8433a", "#8d2f29", "#f2b25c");
pub(super) const ORANGE: Palette = palette("#d9772b", "#a8551a", "#ffe08a");
pub(super) const GOLD: Palette = palette("#c9992e", "#96701c", "#fff0b8");
pub(super) const GREEN: Palette = palette("#4f8a4b", "#376436", "#d7e27a");
pub(super) const TEAL: Palette = palette("#2a8f8a", "#1d6a67", "#ffd166");
pub(super) const BLUE: Palette = palette("#3f72b8", "#2c5288", "#bfe3f5");
pub(super) const PURPLE: Palette = palette("#7a4fa8", "#593780", "#f4c95d");
pub(super) const PINK: Palette = palette("#c25a86", "#913f62", "#ffe1ec");
pub(super) const BROWN: Palette = palette("#8a6244", "#64452e", "#e6c79a");
pub(super) const STEEL: Palette = palette("#7b8794", "#59636e", "#dfe5eb");
pub(super) const NIGHT: Palette = palette("#4b4a66", "#34334a", "#9fd8ef");
pub(super) const WHITE: Palette = palette("#d9d4c7", "#aaa394", "#d1495b");

/// All of them.
pub(super) const PALETTES: [Palette; 12] =
    [RED, ORANGE, GOLD, GREEN, TEAL, BLUE, PURPLE, PINK, BROWN, STEEL, NIGHT, WHITE];

/// Skins and hairs of people.
pub(super) const SKINS: [&str; 5] = ["#f5d0ab", "#eebd93", "#d39c6f", "#a9714b", "#7d5138"];
pub(super) const HAIRS: [&str; 6] =
    ["#4a3325", "#2f2a2b", "#8a5a33", "#c48a3f", "#a0432e", "#a3a5ab"];

/// Words that are colours, or that have one.
pub(super) const COLOURS: [(&str, Palette); 50] = [
    ("red", RED),
    ("crimson", RED),
    ("scarlet", RED),
    ("blood", RED),
    ("rage", RED),
    ("fire", ORANGE),
    ("flame", ORANGE),
    ("ember", ORANGE),
    ("lava", ORANGE),
    ("orange", ORANGE),
    ("gold", GOLD),
    ("sun", GOLD),
    ("king", GOLD),
    ("queen", GOLD),
    ("royal", GOLD),
    ("yellow", GOLD),
    ("sand", GOLD),
    ("green", GREEN),
    ("forest", GREEN),
    ("wood", GREEN),
    ("poison", GREEN),
    ("thorn", GREEN),
    ("venom", GREEN),
    ("teal", TEAL),
    ("sea", TEAL),
    ("ice", BLUE),
    ("frost", BLUE),
    ("snow", BLUE),
    ("water", BLUE),
    ("blue", BLUE),
    ("puddle", BLUE),
    ("storm", BLUE),
    ("purple", PURPLE),
    ("void", PURPLE),
    ("arcane", PURPLE),
    ("pink", PINK),
    ("brown", BROWN),
    ("earth", BROWN),
    ("mud", BROWN),
    ("iron", STEEL),
    ("steel", STEEL),
    ("stone", STEEL),
    ("dark", NIGHT),
    ("black", NIGHT),
    ("shad", NIGHT),
    ("white", WHITE),
    ("wolf", STEEL),
    ("bear", BROWN),
    ("rat", STEEL),
    ("phoenix", ORANGE),
];
