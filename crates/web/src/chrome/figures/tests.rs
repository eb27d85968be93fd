//! Whoever fights is drawn, and told apart.

use std::collections::HashMap;

use outplay::registry::GAMES;
use outplay::{Kind, Source};

use super::{picture, picture_of};

fn drawn(name: &str) -> String {
    picture(picture_of(name)).into_string()
}

#[test]
fn no_two_fighters_of_a_game_that_ships_look_the_same() {
    for game in GAMES.iter().filter(|game| game.listed().unwrap().kind == Kind::Fight) {
        let table = Source::game(game.name).open().unwrap();
        let mut seen = HashMap::new();
        for fighter in &table.fight().unwrap().spec.fighters {
            let before = seen.insert(drawn(&fighter.id.text), fighter.id.text.clone());
            assert_eq!(before, None, "{} in {}", fighter.id.text, game.name);
        }
    }
}

#[test]
fn names_that_say_nothing_are_told_apart_too() {
    let mut seen = HashMap::new();
    let syllables = ["ka", "ro", "mi", "tul", "ven", "xa", "bor"];
    for one in syllables {
        for two in syllables {
            let name = format!("{one}{two}");
            let before = seen.insert(drawn(&name), name.clone());
            assert_eq!(before, None, "{name}");
        }
    }
}

#[test]
fn a_word_in_a_name_says_what_somebody_holds_and_a_number_only_the_colour() {
    let shape = |name: &str| {
        let colours = |part: &str| part.starts_with('#');
        let drawn = drawn(name);
        drawn.split('"').filter(|part| !colours(part)).collect::<Vec<_>>().join("\"")
    };
    assert_eq!(shape("goblin-1"), shape("goblin-2"));
    assert_ne!(drawn("goblin-1"), drawn("goblin-2"));
    // The curve of a bow.
    for archer in ["archer", "elite-archer", "archer-3", "Ranger"] {
        assert!(drawn(archer).contains("M88 24q30 43 0 86"), "{archer}");
    }
    assert_ne!(drawn("red-knight"), drawn("blue-knight"));
    // Another kind of mage is not the mage.
    assert_ne!(drawn("mage"), drawn("battle-mage"));
}

#[test]
fn any_name_is_drawn_without_being_quoted() {
    for name in ["", "-", "12", "<script>", "Ж", "a\"b", "🐉", "goblin-99999999999999999999"] {
        let svg = drawn(name);
        assert!(svg.starts_with("<svg class=\"figure\"") && svg.ends_with("</svg>"), "{name}");
        assert!(!svg.contains("script") && svg.len() < 4000, "{name}: {}", svg.len());
    }
}
