//! What people hold in their hands.

use super::names::{Gear, Person};

const BLADE: &str = "#dfe5eb";
const GOLD: &str = "#c99b3f";
const WOOD: &str = "#7d5230";
const IRON: &str = "#8a95a1";

fn stroke(path: &str, colour: &str, width: &str) -> String {
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
    )
}

fn filled(path: &str, colour: &str) -> String {
    format!("<path d=\"{path}\" fill=\"{colour}\"/>")
}

fn sword() -> String {
    filled("M98 90V36l5-10 5 10v54z", BLADE)
        + &stroke("M103 40v46", "#b4bec8", "1.5")
        + &stroke("M93 91h20", GOLD, "5")
        + &stroke("M103 95v11", WOOD, "6")
}

/// The hand that holds it.
fn hand(person: Person, x: u32, y: u32) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{}\"/>", person.skin)
}

/// What somebody holds.
pub(super) fn drawn(person: Person) -> String {
    let (main, dark, light) = (person.palette.main, person.palette.dark, person.palette.light);
    match person.gear {
        Gear::Sword => sword() + &hand(person, 103, 99),
        Gear::Guarded => {
            sword()
                + &hand(person, 103, 99)
                + &filled("M9 70h32v19c0 12-6 19-16 23-10-4-16-11-16-23z", dark)
                + &filled("M14 75h22v14c0 9-4 13-11 17-7-4-11-8-11-17z", light)
                + &stroke("M25 76v28M15 86h20", main, "4")
        }
        Gear::Dagger => {
            filled("M91 93l13-36 5 20-10 20z", BLADE)
                + &stroke("M85 87l16 8", GOLD, "5")
                + &hand(person, 90, 97)
        }
        Gear::Bow => {
            stroke("M88 24q30 43 0 86", WOOD, "5")
                + &stroke("M88 24v86", "#d8d2c4", "1.6")
                + &stroke("M70 67h38", "#b08a5a", "3")
                + &filled("M117 67l-10-5v10z", BLADE)
                + &filled("M72 67l-8-5v10z", light)
                + &hand(person, 97, 67)
        }
        Gear::Staff => {
            stroke("M99 112l-2-70", WOOD, "5")
                + &format!(
                    "<circle cx=\"97\" cy=\"33\" r=\"10\" fill=\"{light}\"/><circle cx=\"94\" cy=\"30\" r=\"3.5\" fill=\"#ffffff\" opacity=\".75\"/>"
                )
                + &hand(person, 98, 84)
        }
        Gear::Axe => {
            stroke("M101 112V34", WOOD, "5")
                + &filled(
                    "M101 36c11-9 19-3 19 12s-8 19-19 11c5-8 5-15 0-23zM101 36c-11-9-17-3-17 12s6 19 17 11c-5-8-5-15 0-23z",
                    IRON,
                )
                + &hand(person, 101, 88)
        }
        Gear::Hammer => {
            stroke("M101 112V44", WOOD, "5")
                + &format!(
                    "<rect x=\"84\" y=\"28\" width=\"34\" height=\"20\" rx=\"4\" fill=\"{IRON}\"/><rect x=\"84\" y=\"28\" width=\"8\" height=\"20\" rx=\"3\" fill=\"#6a7580\"/>"
                )
                + &hand(person, 101, 88)
        }
        Gear::Spear => {
            stroke("M101 112V30", WOOD, "5")
                + &filled("M101 6l8 20-8 9-8-9z", BLADE)
                + &filled("M96 36h10l4 12-9-5-9 5z", light)
                + &hand(person, 101, 84)
        }
        Gear::Gun => {
            filled("M78 78h36v9H95l-4 6h-4l-2 13h-9z", "#5b4634")
                + &filled("M84 76h32v6H84z", "#6f7b87")
                + &hand(person, 82, 92)
        }
        Gear::Rapier => {
            stroke("M98 92l12-68", BLADE, "3.5")
                + &stroke("M90 86q9-9 17 5q-10 4-14 12", GOLD, "3")
                + &hand(person, 97, 97)
        }
        Gear::Book => {
            format!("<rect x=\"80\" y=\"78\" width=\"32\" height=\"26\" rx=\"3\" fill=\"{dark}\"/>")
                + &filled(
                    "M83 81h12q2 2 2 4v16q-2-2-4-2H83zM109 81H99q-2 2-2 4v16q2-2 4-2h8z",
                    "#f6f0df",
                )
                + &stroke("M86 87h6M86 92h6M101 87h6M101 92h6", "#b8a98a", "1.6")
                + &hand(person, 82, 100)
        }
        Gear::Cure => {
            stroke("M99 112V50", WOOD, "5")
                + &filled("M94 18h10v10h10v10h-10v10H94V38H84V28h10z", "#3fa86b")
                + &hand(person, 99, 86)
        }
        Gear::Fists => {
            let fist = |x: u32, y: u32| {
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{}\"/>", person.skin)
            };
            fist(28, 92)
                + &fist(92, 86)
                + &stroke("M18 99q10 6 20 0M82 93q10 6 20 0", light, "5")
                + &stroke("M24 84v6M30 83v6M88 78v6M94 77v6", "#5a3a28", "1.6")
        }
        Gear::Fan => {
            filled("M96 98L80 56q18-14 38 2z", light)
                + &stroke("M96 98L88 52M96 98L99 48M96 98l14-45", main, "2")
                + &hand(person, 96, 97)
        }
        Gear::Pick => {
            stroke("M100 112V40", WOOD, "5")
                + &filled("M78 48q8-18 24-16 14 0 18 14-10-8-18-7-14-1-24 9z", IRON)
                + &hand(person, 100, 86)
        }
    }
}
