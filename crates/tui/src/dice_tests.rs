//! Fights with dice and of teams, on the screen.

use outplay::{Source, StyleName};
use ratatui::crossterm::event::KeyCode;

use super::tests::{begun, press, screen, seated};

const BY_HAND: [StyleName; 2] = [StyleName::Manual, StyleName::Manual];

fn pairs(styles: [StyleName; 2]) -> super::GameApp {
    begun(seated(&Source::game("rpglite").sides("KA", "WR"), styles))
}

#[test]
fn every_fighter_of_a_side_has_a_bar_and_hints_are_chances() {
    let mut app = pairs(BY_HAND);
    press(&mut app, &[KeyCode::F(2)]);
    let drawn = screen(&app, 100, 30);
    for told in ["Knight", "Archer", "Wizard", "Rogue", "48.95 %", "(best)", "8.05 %"] {
        assert!(drawn.contains(told), "{told}:\n{drawn}");
    }
    assert!(!drawn.contains("spent") && !drawn.contains("no win"), "{drawn}");
}

#[test]
fn dice_fall_after_a_move_and_go_back_with_it() {
    let mut app = pairs(BY_HAND);
    let before = app.sitting.moves();
    press(&mut app, &[KeyCode::Enter]);
    let after = app.sitting.moves();
    assert!(after.ends_with(']') && after.len() > before.len(), "{after}");
    let told = screen(&app, 100, 30);
    assert!(told.contains("hit") || told.contains("miss"), "{told}");
    press(&mut app, &[KeyCode::F(3)]);
    assert_eq!(app.sitting.moves(), before);
}

#[test]
fn the_fallen_and_the_stunned_are_marked() {
    let mut app = pairs(BY_HAND);
    let mut seen = [false; 2];
    // Whoever is to move makes the first move of the list, until somebody has won.
    for _ in 0..60 {
        let drawn = screen(&app, 100, 30);
        seen[0] |= drawn.contains(" fallen");
        seen[1] |= drawn.contains(" stunned");
        if app.position.chooses.is_none() {
            break;
        }
        press(&mut app, &[KeyCode::Enter]);
    }
    assert!(app.position.replay.over);
    assert_eq!(seen, [true, true]);
}

#[test]
fn a_fight_of_uneven_teams_can_be_drawn_at_any_size() {
    let source = Source::game("monsters").sides("O", "K+K+P");
    let app = begun(seated(&source, BY_HAND));
    for (width, height) in [(40, 12), (60, 16), (80, 24), (120, 40)] {
        let drawn = screen(&app, width, height);
        assert!(drawn.contains("Ogre"), "{drawn}");
    }
}
