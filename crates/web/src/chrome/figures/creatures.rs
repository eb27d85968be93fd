//! Whoever is no person: brutes, beasts, ghosts, walls.

use super::names::{Creature, Kind};
use super::palette::Palette;

const BONE: &str = "#efe6d2";
const INK: &str = "#241c1a";

fn filled(path: &str, colour: &str) -> String {
    format!("<path d=\"{path}\" fill=\"{colour}\"/>")
}

fn stroke(path: &str, colour: &str, width: &str) -> String {
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    )
}

/// Two eyes; every other creature has slits for pupils.
fn eyes(look: u64, [left, right]: [u32; 2], y: u32, r: u32, white: &str) -> String {
    let pupil = if look.is_multiple_of(2) { (2, 2) } else { (1, 4) };
    let eye = |x: u32| {
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{white}\"/>\
             <ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{}\" ry=\"{}\" fill=\"{INK}\"/>",
            pupil.0, pupil.1
        )
    };
    eye(left) + &eye(right)
}

/// The drawing of a creature.
pub(super) fn drawn(creature: Creature) -> String {
    let Creature { kind, palette, look } = creature;
    match kind {
        Kind::Brute => brute(palette, look),
        Kind::Dragon => dragon(palette, look),
        Kind::Beast => beast(palette, look, false),
        Kind::Round => beast(palette, look, true),
        Kind::Blob => blob(palette, look),
        Kind::Ghost => ghost(palette, look),
        Kind::Rock => rock(palette, look),
        Kind::Plant => plant(palette, look),
        Kind::Flame => flame(palette, look),
        Kind::Drop => drop_of_water(palette, look),
        Kind::Wall => wall(palette, look),
        Kind::Bones => bones(palette, look),
        Kind::Bird => bird(palette, look),
        Kind::Spider => spider(palette, look),
    }
}

fn brute(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    let horned = look >= 3;
    let head = if horned {
        filled(
            "M36 30C22 28 16 18 18 6c6 8 14 11 26 12zM84 30c14-2 20-12 18-24-6 8-14 11-26 12z",
            BONE,
        )
    } else {
        filled("M34 44L14 34l8 22zM86 44l20-10-8 22z", dark)
    };
    filled("M12 112c0-34 18-52 48-52s48 18 48 52z", dark)
        + &filled("M34 112c2-20 10-32 26-32s24 12 26 32z", main)
        + &head
        + &filled("M31 44c0-21 12-31 29-31s29 10 29 31c0 21-12 35-29 35S31 65 31 44z", main)
        + &stroke("M40 38l15 6M80 38l-15 6", dark, "5")
        + &eyes(look, [49, 71], 48, 5, light)
        + &stroke("M42 65q18 7 36 0", INK, "4")
        + &filled("M46 66l2-11 6 10zM74 66l-2-11-6 10z", BONE)
        + &filled("M95 108l5-44q3-12 12-8 8 5 4 16l-12 38z", "#7d5230")
        + &stroke("M103 64h8M101 74h9", "#5a3a20", "3")
}

fn dragon(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled(
        "M34 62C26 40 14 30 3 28c6 8 4 16 1 24 7 0 8 8 6 16 8-2 10 6 10 14 6-8 12-12 18-12zM86 62c8-22 20-32 31-34-6 8-4 16-1 24-7 0-8 8-6 16-8-2-10 6-10 14-6-8-12-12-18-12z",
        dark,
    ) + &filled("M32 112c0-26 10-42 28-42s28 16 28 42z", main)
        + &filled("M48 112c0-20 4-32 12-32s12 12 12 32z", light)
        + &stroke("M50 92h20M49 102h22", dark, "2.5")
        + &filled(
            "M42 30C34 24 32 14 36 4c4 10 10 14 16 18zM78 30c8-6 10-16 6-26-4 10-10 14-16 18z",
            BONE,
        )
        + &filled(
            "M37 40c2-16 11-23 23-23s21 7 23 23c1 12-5 18-8 26-3 10-8 15-15 15s-12-5-15-15c-3-8-9-14-8-26z",
            main,
        )
        + &stroke("M42 36l12 6M78 36l-12 6", dark, "4")
        + &eyes(1, [49, 71], 45, 5, "#ffe08a")
        + &filled("M48 62q12-6 24 0-1 14-12 16-11-2-12-16z", dark)
        + "<circle cx=\"55\" cy=\"65\" r=\"2\" fill=\"#241c1a\"/><circle cx=\"65\" cy=\"65\" r=\"2\" fill=\"#241c1a\"/>"
        + &filled("M51 72l3 7 3-6zM69 72l-3 7-3-6z", BONE)
        + &if look.is_multiple_of(3) {
            filled("M57 17l3-11 3 11zM57 27l3-9 3 9z", light)
        } else {
            String::new()
        }
}

/// With pointed ears, or with round ones.
fn beast(colours: Palette, look: u64, round: bool) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    let ears = if round {
        format!(
            "<circle cx=\"37\" cy=\"26\" r=\"12\" fill=\"{dark}\"/><circle cx=\"83\" cy=\"26\" r=\"12\" fill=\"{dark}\"/><circle cx=\"37\" cy=\"26\" r=\"6\" fill=\"{light}\"/><circle cx=\"83\" cy=\"26\" r=\"6\" fill=\"{light}\"/>"
        )
    } else {
        filled("M34 44L30 8l24 18zM86 44l4-36-24 18z", dark)
            + &filled("M37 34l-2-17 12 9zM83 34l2-17-12 9z", light)
    };
    filled("M26 112c0-26 12-40 34-40s34 14 34 40z", dark)
        + &filled("M46 112c0-16 4-26 14-26s14 10 14 26z", light)
        + &ears
        + &filled(
            "M30 48c0-19 13-29 30-29s30 10 30 29c0 8-5 12-11 17-4 12-9 20-19 20s-15-8-19-20c-6-5-11-9-11-17z",
            main,
        )
        + &filled("M45 64q15-13 30 0-1 18-15 22-14-4-15-22z", light)
        + &filled("M53 62h14l-7 8z", INK)
        + &stroke("M60 70v5M60 75q-5 5-9 1M60 75q5 5 9 1", INK, "2.4")
        + &eyes(look, [48, 72], 47, 5, "#fff6d8")
        + &stroke("M41 39l12 4M79 39l-12 4", dark, "3.5")
        + &filled("M53 78l2 6 3-5zM67 78l-2 6-3-5z", "#ffffff")
}

fn blob(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled(
        "M16 106c-4-12 4-22 6-36 4-24 16-42 38-42s36 20 38 42c2 14 10 24 6 36q-6 8-13 2-6 6-13 0-6 6-12 0-6 6-12 0-6 6-12 0-7 6-13 0-7 4-13-2z",
        main,
    ) + &filled("M32 62c2-14 8-22 18-26-4 10-8 16-10 28-2 6-9 6-8-2z", light)
        + &eyes(look, [50, 74], 64, 8, "#fbfbf4")
        + &filled("M46 84q16 10 32 0-4 14-16 14T46 84z", dark)
        + &format!(
            "<circle cx=\"88\" cy=\"86\" r=\"5\" fill=\"{dark}\" opacity=\".6\"/><circle cx=\"34\" cy=\"90\" r=\"4\" fill=\"{dark}\" opacity=\".6\"/><circle cx=\"80\" cy=\"46\" r=\"3.500\" fill=\"{dark}\" opacity=\".6\"/><circle cx=\"96\" cy=\"24\" r=\"5\" fill=\"{main}\"/>"
        )
}

fn ghost(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled("M24 110V54c0-25 15-40 36-40s36 15 36 40v56l-12-10-12 10-12-10-12 10-12-10z", main)
        + &filled("M24 110V54c0-20 10-34 24-38-10 12-12 24-12 42v42z", dark)
        + &format!(
            "<ellipse cx=\"50\" cy=\"50\" rx=\"7\" ry=\"{}\" fill=\"{INK}\"/><ellipse cx=\"74\" cy=\"50\" rx=\"7\" ry=\"{0}\" fill=\"{INK}\"/>",
            8 + look % 3
        )
        + &format!(
            "<circle cx=\"52\" cy=\"48\" r=\"2.500\" fill=\"{light}\"/><circle cx=\"76\" cy=\"48\" r=\"2.500\" fill=\"{light}\"/>"
        )
        + &format!("<ellipse cx=\"62\" cy=\"74\" rx=\"7\" ry=\"9\" fill=\"{INK}\"/>")
}

fn rock(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled("M10 110l2-30 16-14 10 8v36zM110 110l-2-30-16-14-10 8v36z", dark)
        + &filled("M22 110l4-40 10-14 48 0 10 14 4 40z", main)
        + &filled("M30 56l4-28 20-16 26 6 12 22-4 18-14 12H42z", main)
        + &filled("M30 56l4-28 20-16-6 24zM48 36l32-18 12 22-18 4zM42 70l6-34 26 8 0 26z", dark)
        + &filled("M48 36l26 8 2 22-12 8H46z", main)
        + &eyes(look, [52, 70], 52, 4, "#ffd98a")
        + &stroke("M54 66h14", INK, "3")
        + &stroke("M40 84l12 8-4 12M80 82l-10 10", dark, "3")
        + &filled(
            "M34 28l20-16 14 4q-8 10-16 8-6 8-18 4z",
            if look < 3 { "#6f9a4d" } else { light },
        )
}

fn plant(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled(
        "M60 60C40 56 26 40 28 12c20 8 32 24 32 48zM60 60c20-4 34-20 32-48-20 8-32 24-32 48z",
        dark,
    ) + &filled("M60 60c-10-12-12-34 0-54 12 20 10 42 0 54z", main)
        + &stroke("M60 58V22M58 56Q46 44 38 26M62 56Q74 44 82 26", light, "2")
        + &filled("M26 112c-6-32 8-56 34-56s40 24 34 56z", main)
        + &filled("M26 92l-14-4 14-6zM94 92l14-4-14-6zM32 72l-11-9 14 2zM88 72l11-9-14 2z", dark)
        + &eyes(look, [49, 71], 78, 6, "#fbfbe8")
        + &stroke("M50 95q10 7 20 0", INK, "3")
        + &if look.is_multiple_of(2) {
            format!(
                "<circle cx=\"40\" cy=\"90\" r=\"4\" fill=\"{light}\" opacity=\".7\"/><circle cx=\"80\" cy=\"90\" r=\"4\" fill=\"{light}\" opacity=\".7\"/>"
            )
        } else {
            stroke("M42 68l10 4M78 68l-10 4", dark, "3")
        }
}

fn flame(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled(
        "M58 4c6 20 38 32 38 68 0 25-15 40-36 40S24 97 24 74c0-19 9-26 13-42 7 5 10 12 10 19C56 40 62 24 58 4z",
        dark,
    ) + &filled(
        "M60 28c4 16 28 26 28 48 0 20-12 34-28 34S32 96 32 78c0-10 4-16 8-22 4 4 6 8 6 12 8-10 16-22 14-40z",
        main,
    ) + &filled(
        "M60 60c2 10 16 16 16 30 0 12-6 20-16 20s-16-8-16-19c0-7 3-9 5-15 4 3 5 6 5 9 4-7 7-14 6-25z",
        light,
    ) + &eyes(look, [50, 72], 78, 5, "#fffbe6")
        + &stroke("M54 94q7 5 14 0", INK, "3")
}

fn drop_of_water(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled("M60 6c10 24 37 42 37 68 0 25-16 38-37 38S23 99 23 74C23 48 50 30 60 6z", dark)
        + &filled("M60 16c8 20 31 36 31 58 0 22-14 32-31 32S29 96 29 74c0-22 23-38 31-58z", main)
        + &filled("M40 62c2-10 8-16 14-22-2 10-6 14-6 24-1 6-9 4-8-2z", light)
        + &eyes(look, [50, 72], 74, 6, "#fbfdff")
        + &stroke("M52 92q9 7 18 0", INK, "3")
        + &format!(
            "<path d=\"M12 108q6-6 14-2M94 106q8-4 14 2\" stroke=\"{light}\" stroke-width=\"4\" stroke-linecap=\"round\" fill=\"none\"/>"
        )
}

fn wall(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled("M16 112V48h-6V24h18v10h14V24h14v10h8V24h14v10h14V24h18v24h-6v64z", "#8f96a0")
        + &stroke(
            "M16 48h88M18 66h84M18 84h26M76 84h26M30 48v18M58 48v18M86 48v18M44 66v12M74 66v12M30 84v16M90 84v16",
            "#6b737e",
            "2.5",
        )
        + &filled("M44 112V92a16 16 0 0 1 32 0v20z", "#4a3a2c")
        + &stroke("M52 80v32M60 77v35M68 80v32", "#6f5a44", "3")
        + &stroke("M60 24V4", "#5b4634", "3")
        + &filled(
            if look.is_multiple_of(2) { "M61 4h22l-6 6 6 6H61z" } else { "M61 4l22 6-22 7z" },
            main,
        )
        + &filled("M24 54h6v10h-6zM90 54h6v10h-6z", dark)
        + &filled("M57 54h6v10h-6z", light)
}

fn bones(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled("M26 112c0-24 12-36 34-36s34 12 34 36z", dark)
        + &stroke("M60 80v30M46 88q14 8 28 0M44 98q16 8 32 0M46 108q14 6 28 0", BONE, "4")
        + &filled(
            "M30 48c0-21 13-33 30-33s30 12 30 33c0 11-5 16-9 20v14q-21 6-42 0V68c-4-4-9-9-9-20z",
            BONE,
        )
        + &format!(
            "<circle cx=\"48\" cy=\"50\" r=\"9\" fill=\"{INK}\"/><circle cx=\"72\" cy=\"50\" r=\"9\" fill=\"{INK}\"/><circle cx=\"48\" cy=\"50\" r=\"3\" fill=\"{light}\"/><circle cx=\"72\" cy=\"50\" r=\"3\" fill=\"{light}\"/>"
        )
        + &filled("M60 58l-4 8h8z", INK)
        + &stroke("M48 74v8M54 75v9M60 75v9M66 75v9M72 74v8", "#8d8470", "2")
        + &match look % 3 {
            0 => filled("M30 40q30-16 60 0v-8q-30-20-60 0z", main),
            1 => stroke("M66 18l6 10-4 6 6 6", "#8d8470", "2"),
            _ => {
                filled("M34 34l-3-18 10 8 9-14 10 12 10-12 9 14 10-8-3 18q-26-10-52 0z", "#e9b949")
            }
        }
}

fn bird(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    filled(
        "M34 76C16 74 6 60 4 40c8 6 12 6 18 6-4-6-4-10-4-16 8 12 20 18 26 30zM86 76c18-2 28-16 30-36-8 6-12 6-18 6 4-6 4-10 4-16-8 12-20 18-26 30z",
        dark,
    ) + &filled("M30 112c0-30 10-46 30-46s30 16 30 46z", main)
        + &filled("M46 112c0-20 4-30 14-30s14 10 14 30z", light)
        + &filled("M36 46c0-18 10-28 24-28s24 10 24 28c0 16-8 30-24 30S36 62 36 46z", main)
        + &filled("M52 20l-4-14 10 8 2-12 6 12 10-6-6 12z", dark)
        + &eyes(look, [50, 70], 44, 6, "#fff6d8")
        + &filled("M50 54h20l-10 18z", "#e9a23b")
        + &stroke("M51 56q9 5 18 0", "#a8701d", "2")
}

fn spider(colours: Palette, look: u64) -> String {
    let (main, dark, light) = (colours.main, colours.dark, colours.light);
    stroke(
        "M38 60L18 40 8 58M36 70L14 64 6 84M38 80L18 86 12 106M82 60l20-20 10 18M84 70l22-6 8 20M82 80l20 6 6 20",
        dark,
        "5",
    ) + &format!("<circle cx=\"60\" cy=\"78\" r=\"30\" fill=\"{main}\"/>")
        + &filled("M60 62l8 12-8 14-8-14z", light)
        + &format!("<circle cx=\"60\" cy=\"42\" r=\"20\" fill=\"{dark}\"/>")
        + &eyes(look, [52, 68], 40, 6, "#fbfbe8")
        + &format!(
            "<circle cx=\"46\" cy=\"30\" r=\"3\" fill=\"{light}\"/><circle cx=\"74\" cy=\"30\" r=\"3\" fill=\"{light}\"/>"
        )
        + &filled("M52 56l2 10 5-8zM68 56l-2 10-5-8z", BONE)
}
