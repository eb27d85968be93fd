//! People: clothes, a head with something on it, a face, and what they hold (`gear.rs`).

use super::gear;
use super::names::{Face, Head, Person};

const STEEL: &str = "#a9b4c0";
const BONE: &str = "#e8dcc0";

/// The drawing of a person.
pub(super) fn drawn(person: Person) -> String {
    let held = gear::drawn(person);
    // A visor hides the whole head.
    let head = if person.head == Head::Visor {
        visor(person)
    } else {
        behind(person) + &skull(person) + &over(person) + &face(person)
    };
    clothes(person) + &head + &held
}

fn clothes(person: Person) -> String {
    let (main, dark, light) = (person.palette.main, person.palette.dark, person.palette.light);
    let body = format!("<path d=\"M27 112c0-30 11-45 33-45s33 15 33 45z\" fill=\"{main}\"/>");
    let cut = match person.cut {
        0 => format!("<path d=\"M45 71l15 15 15-15v41H45z\" fill=\"{dark}\"/>"),
        1 => format!(
            "<path d=\"M44 70l16 16 16-16\" fill=\"none\" stroke=\"{dark}\" stroke-width=\"6\"/>\
             <path d=\"M34 101h52\" stroke=\"{dark}\" stroke-width=\"7\"/>\
             <rect x=\"54\" y=\"96\" width=\"12\" height=\"10\" rx=\"2\" fill=\"{light}\"/>"
        ),
        2 => format!(
            "<path d=\"M37 78l46 34H62L31 90z\" fill=\"{dark}\"/>\
             <circle cx=\"60\" cy=\"88\" r=\"4\" fill=\"{light}\"/>"
        ),
        _ => format!(
            "<path d=\"M60 70v42\" stroke=\"{dark}\" stroke-width=\"4\"/>\
             <circle cx=\"66\" cy=\"84\" r=\"2.5\" fill=\"{light}\"/>\
             <circle cx=\"66\" cy=\"97\" r=\"2.5\" fill=\"{light}\"/>"
        ),
    };
    body + &cut
}

/// What is behind the head.
fn behind(person: Person) -> String {
    match person.head {
        Head::Hood => format!(
            "<path d=\"M35 63c-4-31 8-49 25-49s29 18 25 49c-5 8-13 12-25 12s-20-4-25-12z\" fill=\"{}\"/>",
            person.palette.dark
        ),
        Head::Long | Head::Crown => format!(
            "<path d=\"M37 78V46c0-18 9-27 23-27s23 9 23 27v32q-6 4-10 0V50H47v28q-4 4-10 0z\" fill=\"{}\"/>",
            person.hair
        ),
        _ => String::new(),
    }
}

fn skull(person: Person) -> String {
    let skin = person.skin;
    match person.head {
        Head::Hood if person.face == Face::Hidden => {
            "<path d=\"M43 57c-1-18 6-27 17-27s18 9 17 27c-4 8-9 12-17 12s-13-4-17-12z\" fill=\"#1d1c29\"/>"
                .to_owned()
        }
        Head::Hood => format!(
            "<path d=\"M43 57c-1-18 6-27 17-27s18 9 17 27c-4 8-9 12-17 12s-13-4-17-12z\" fill=\"{skin}\"/>"
        ),
        _ => format!(
            "<circle cx=\"42\" cy=\"52\" r=\"3.5\" fill=\"{skin}\"/><circle cx=\"78\" cy=\"52\" r=\"3.5\" fill=\"{skin}\"/>\
             <path d=\"M42 48c0-13 7-20 18-20s18 7 18 20c0 14-7 23-18 23s-18-9-18-23z\" fill=\"{skin}\"/>"
        ),
    }
}

fn filled(path: &str, colour: &str) -> String {
    format!("<path d=\"{path}\" fill=\"{colour}\"/>")
}

/// What is on the head.
fn over(person: Person) -> String {
    let (main, dark, light) = (person.palette.main, person.palette.dark, person.palette.light);
    let hair = filled(
        "M41 50c-3-20 7-29 19-29s22 9 19 29c-3-8-6-12-10-14-7 3-14 3-20 1-4 3-6 6-8 13z",
        person.hair,
    );
    match person.head {
        Head::Short | Head::Long => hair,
        Head::Knot => {
            hair + &format!("<circle cx=\"60\" cy=\"17\" r=\"8\" fill=\"{}\"/>", person.hair)
                + &filled("M53 22q7 4 14 0v3q-7 4-14 0z", light)
        }
        Head::Hood | Head::Visor => String::new(),
        Head::Helmet => {
            filled("M39 50c0-22 8-33 21-33s21 11 21 33h-7l-3-12q-11-4-22 0l-3 12z", STEEL)
                + &filled("M58 20h4v34h-4z", "#7d8894")
        }
        Head::Horns => {
            filled(
                "M42 33C29 33 22 24 22 10c6 9 13 12 23 13zM78 33c13 0 20-9 20-23-6 9-13 12-23 13z",
                BONE,
            ) + &filled("M39 46c0-19 8-29 21-29s21 10 21 29q-21-8-42 0z", STEEL)
                + &filled("M39 46q21-8 42 0v-6q-21-8-42 0z", dark)
        }
        Head::Pointed => {
            filled("M46 34L57 7q4-5 8 1l10 26q-15-5-29 0z", main)
                + &filled("M30 43q30-14 60 0q-30-4-60 0z", dark)
                + &filled("M45 37q15-6 31 0l-2-6q-14-4-27 0z", light)
        }
        Head::Brim => {
            filled("M43 36c0-17 6-24 17-24s17 7 17 24q-17-5-34 0z", dark)
                + &filled("M27 41q33-15 66 0q-33 4-66 0z", dark)
                + &filled("M43 36q17-5 34 0v-6q-17-5-34 0z", light)
        }
        Head::Crown => {
            hair + &filled("M42 36l-4-19 11 9 11-14 11 14 11-9-4 19q-18-6-36 0z", "#e9b949")
                + "<circle cx=\"60\" cy=\"28\" r=\"3\" fill=\"#c8443c\"/>"
        }
        Head::Mitre => {
            filled("M43 42c-3-16 5-30 17-37 12 7 20 21 17 37q-17-6-34 0z", "#f4f0e4")
                + &filled("M58 14h4v6h5v4h-5v10h-4V24h-5v-4h5z", main)
                + &filled("M43 42q17-6 34 0v-5q-17-6-34 0z", main)
        }
        Head::Band => {
            hair + &filled("M41 45q19-8 38 0v-6q-19-8-38 0z", main)
                + &filled("M78 41l14 4-9 3 6 8-12-10z", dark)
        }
        Head::Cap => {
            filled("M40 44c0-16 8-24 20-24s20 8 20 24q-20-8-40 0z", main)
                + &filled("M75 28q9-16 18-12q-1 13-14 17z", light)
                + &filled("M40 44q20-8 40 0v-5q-20-8-40 0z", dark)
        }
        Head::Hat => {
            filled("M40 42c0-15 8-24 20-24s20 9 20 24z", "#e0a52d")
                + &filled("M34 41h52v6H34z", "#b98319")
                + &filled("M57 18h6v23h-6z", "#b98319")
        }
    }
}

fn visor(person: Person) -> String {
    filled("M60 15c-2-9 6-14 18-11-4 5-9 9-13 13z", person.palette.light)
        + &filled("M38 44c0-20 8-30 22-30s22 10 22 30v24c-6 5-13 8-22 8s-16-3-22-8z", STEEL)
        + "<path d=\"M60 14v62\" stroke=\"#7d8894\" stroke-width=\"4\"/>"
        + &filled("M42 46h36v8H62v14h-4V54H42z", "#2b333d")
        + &filled("M38 64q22 10 44 0v6q-22 10-44 0z", person.palette.dark)
}

fn face(person: Person) -> String {
    let eyes = |colour: &str| {
        format!(
            "<circle cx=\"53\" cy=\"51\" r=\"2.4\" fill=\"{colour}\"/><circle cx=\"67\" cy=\"51\" r=\"2.4\" fill=\"{colour}\"/>"
        )
    };
    let line = |path: &str, colour: &str| {
        format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>"
        )
    };
    let (ink, mouth) = ("#2a211d", "#7a3f2c");
    match person.face {
        Face::Calm => eyes(ink) + &line("M54 62h12", mouth),
        Face::Smile => eyes(ink) + &line("M53 60q7 6 14 0", mouth),
        Face::Grim => {
            eyes(ink) + &line("M54 63q6-4 12 0", mouth) + &line("M48 45l8 3M72 45l-8 3", ink)
        }
        Face::Beard => {
            filled(
                "M42 53c1 19 8 27 18 27s17-8 18-27c-4 5-7 6-10 5-5-2-11-2-16 0-3 1-6 0-10-5z",
                person.hair,
            ) + &eyes(ink)
                + &line("M55 64q5 3 10 0", "#e9c3a5")
        }
        Face::Moustache => {
            eyes(ink) + &filled("M46 61q6-7 14-3 8-4 14 3-7 4-14 1-7 3-14-1z", person.hair)
        }
        Face::Patch => {
            eyes(ink)
                + &filled("M47 46h12v6q-6 6-12 0z", "#2b2b33")
                + &line("M43 42l30 10", "#2b2b33")
                + &line("M55 63q6 2 11-2", mouth)
        }
        Face::Mask => {
            filled("M42 45q18-7 36 0v7q-4 9-13 6l-5-4-5 4q-9 3-13-6z", "#f4efe2")
                + &eyes(ink)
                + &line("M55 65h10", mouth)
        }
        Face::Hidden => {
            let eye = person.palette.light;
            format!("<path d=\"M47 50l10 4-8 2zM73 50l-10 4 8 2z\" fill=\"{eye}\"/>")
        }
    }
}
