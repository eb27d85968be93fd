//! What happens by itself is shown turn by turn; a finished game is stepped through; the window of F1.

use outplay::{Source, StyleName};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::game::Waiting;
use super::tests::{
    YOU, answered, apps, arena, begun, code, duel, golden, letters, press, screen, seated, settle,
};
use super::{App, Command, Effect, Event, GameApp, Speed};

/// A wizard's fight that is lost in the third move.
fn lost() -> GameApp {
    let mut app = begun(duel("wizard"));
    letters(&mut app, "13000000");
    assert!(app.review.is_some());
    app.note.clear();
    app
}

#[test]
fn what_the_enemy_does_is_shown_turn_by_turn_after_the_move() {
    let mut app = begun(duel("wizard"));
    app.handle(code(KeyCode::Char('0')));
    // The move itself is seen first, then the answer to it.
    assert_eq!(app.pace(), Some(Speed::Normal.step()));
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("1 Wizard: Magic Missile") && !drawn.contains("1 Boss"), "{drawn}");
    assert!(drawn.contains(" 50  ││ hp "), "nobody has struck yet:\n{drawn}");
    app.handle(Event::Tick);
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("1 Boss: Strike hits for 8"), "{drawn}");
    assert_eq!(app.pace(), None);
}

#[test]
fn any_key_skips_what_is_shown_and_those_that_only_go_on_make_no_move() {
    for key in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Esc] {
        let mut app = begun(duel("wizard"));
        app.handle(code(KeyCode::Char('0')));
        assert!(app.is_showing());
        app.handle(code(key));
        assert!(!app.is_showing() && app.pace().is_none());
        assert_eq!((app.sitting.moves().as_str(), app.note.as_str()), ("0", ""));
    }
    let mut app = begun(duel("wizard"));
    for _ in 0..3 {
        app.handle(code(KeyCode::Char('0')));
    }
    assert_eq!(app.sitting.moves(), "000", "whoever types fast is not held up");
}

#[test]
fn at_once_nothing_is_waited_for() {
    let mut app = begun(duel("wizard"));
    app.speed = Speed::AtOnce;
    app.handle(code(KeyCode::Char('0')));
    assert!(!app.is_showing() && app.pace().is_none());
}

#[test]
fn the_end_is_not_told_before_it_is_shown() {
    let mut app = begun(duel(Source::game("wizard").set("p1.hp=8")));
    let mut effects = app.handle(code(KeyCode::Char('0')));
    let Some(Effect::Ask(question)) = effects.pop() else { panic!("a review is asked for") };
    app.handle(answered(question));
    assert!(app.is_showing() && app.review.is_some());
    let drawn = screen(&app, 80, 24);
    assert!(!drawn.contains("wins") && !drawn.contains("The end"), "{drawn}");
    settle(&mut app, Vec::new());
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("Boss wins") && drawn.contains("The end"), "{drawn}");
}

#[test]
fn a_finished_fight_is_stepped_through_to_and_fro() {
    let mut app = lost();
    let all = app.sitting.count();
    let at = |app: &GameApp| app.look.as_ref().map(|look| look.count);
    press(&mut app, &[KeyCode::Left]);
    assert_eq!(at(&app), Some(all - 1));
    press(&mut app, &[KeyCode::Home]);
    assert_eq!((at(&app), app.shown().now.sides[0].number("hp")), (Some(0), 50));
    press(&mut app, &[KeyCode::Left, KeyCode::Right]);
    assert_eq!(at(&app), Some(1));
    assert!(screen(&app, 80, 24).contains("Move 2 of 6, Poison: best."));
    golden("wizard_step", &app, 80, 24);
    golden("wizard_step_wide", &app, 120, 40);
    press(&mut app, &[KeyCode::End]);
    assert_eq!(at(&app), None);
    press(&mut app, &[KeyCode::Left, KeyCode::Right]);
    assert_eq!(at(&app), None, "past the last move is the end");
    // Nothing was lost by looking.
    assert_eq!(app.sitting.count(), all);
    assert!(app.review.is_some());
}

#[test]
fn up_and_down_go_to_the_moves_that_gave_something_away() {
    let mut app = lost();
    let at = |app: &GameApp| app.look.as_ref().map(|look| look.count);
    press(&mut app, &[KeyCode::Left, KeyCode::Up]);
    assert_eq!(at(&app), Some(2));
    assert!(screen(&app, 80, 24).contains("throws the win away (4 was best)"));
    press(&mut app, &[KeyCode::Up]);
    assert_eq!(at(&app), Some(0));
    press(&mut app, &[KeyCode::Up]);
    assert_eq!((at(&app), app.note.is_empty()), (Some(0), false));
    press(&mut app, &[KeyCode::Down]);
    assert_eq!(at(&app), Some(2));
}

#[test]
fn it_can_be_tried_again_from_any_step() {
    let mut app = lost();
    press(&mut app, &[KeyCode::Home, KeyCode::Right, KeyCode::Right, KeyCode::Enter]);
    assert_eq!((app.sitting.moves().as_str(), app.asked().is_some()), ("13", true));
    assert!(app.review.is_none() && app.look.is_none());
    // Or with another move at once; a key of none changes nothing.
    let mut app = lost();
    let made = app.sitting.moves();
    press(&mut app, &[KeyCode::Home, KeyCode::Right, KeyCode::Right]);
    letters(&mut app, "x");
    assert_eq!((app.sitting.moves(), app.look.is_some()), (made, true));
    letters(&mut app, "4");
    assert_eq!(app.sitting.moves(), "134");
}

#[test]
fn hints_tell_what_each_move_was_worth_at_a_step() {
    let mut app = lost();
    press(&mut app, &[KeyCode::Home, KeyCode::F(2)]);
    assert_eq!(app.hints.len(), 5);
    press(&mut app, &[KeyCode::Right]);
    assert!(!app.hints.is_empty(), "they come along");
    assert_eq!(app.worths.keys().copied().collect::<Vec<_>>(), [0, 1]);
    press(&mut app, &[KeyCode::End]);
    assert!(app.hints.is_empty() && app.review.is_some());
}

#[test]
fn stepping_back_while_the_review_is_made_does_not_lose_it() {
    let mut app = begun(duel(Source::game("wizard").set("boss.hp=4")));
    app.speed = Speed::AtOnce;
    press(&mut app, &[KeyCode::F(2)]);
    app.worths.clear();
    let mut effects = app.handle(code(KeyCode::Char('0')));
    let Some(Effect::Ask(question)) = effects.pop() else { panic!("a review is asked for") };
    assert!(app.handle(code(KeyCode::Left)).is_empty(), "no other question takes its place");
    assert_eq!(app.waiting, Some(Waiting::Review));
    let mut effects = app.handle(answered(question));
    assert!(app.review.is_some());
    let Some(Effect::Ask(hints)) = effects.pop() else { panic!("then the hints") };
    app.handle(answered(hints));
    assert!(!app.hints.is_empty());
}

#[test]
fn fights_with_dice_are_stepped_through_by_their_moves() {
    let source = Source::game("rpglite").sides("KA", "WR");
    let mut app = begun(seated(&source, [StyleName::Greedy, StyleName::Greedy]));
    assert!(app.position.chooses.is_none());
    let stops = app.stops();
    assert_eq!(stops.len(), app.position.made.len());
    for (stop, &count) in stops.iter().enumerate().rev() {
        press(&mut app, &[KeyCode::Left]);
        let look = app.look.as_ref().unwrap();
        assert_eq!(look.count, count);
        assert_eq!(look.sitting.count(), count, "the dice had fallen already");
        assert_eq!(look.position.chooses, Some(app.position.made[stop].0));
        let drawn = screen(&app, 100, 30);
        assert!(drawn.contains(&format!("Move {} of {}", stop + 1, stops.len())), "{drawn}");
    }
}

#[test]
fn dice_are_told_with_their_chances() {
    let source = Source::game("rpglite").sides("KA", "WR");
    let mut app = begun(seated(&source, [StyleName::Manual, StyleName::Manual]));
    press(&mut app, &[KeyCode::Enter]);
    let drawn = screen(&app, 100, 30);
    let known = ["Dice: hit (63.00 %).", "Dice: miss (37.00 %)."];
    assert!(known.iter().any(|fall| drawn.contains(fall)), "{drawn}");
}

#[test]
fn f1_shows_the_rules_then_the_keys_and_scrolls() {
    for (name, mut app) in apps() {
        press(app.as_mut(), &[KeyCode::F(1)]);
        let top = screen(app.as_ref(), 80, 24);
        assert!(top.contains("Rules (F1: keys)"), "{name}:\n{top}");
        press(app.as_mut(), &[KeyCode::End]);
        let bottom = screen(app.as_ref(), 80, 24);
        // A short text has nothing to scroll.
        assert_eq!(top != bottom, top.contains("more lines"), "{name}:\n{top}\n{bottom}");
        press(app.as_mut(), &[KeyCode::Home]);
        assert_eq!(screen(app.as_ref(), 80, 24), top, "{name}");
        press(app.as_mut(), &[KeyCode::Tab]);
        assert!(screen(app.as_ref(), 80, 24).contains("Keys (Tab: rules)"), "{name}");
        press(app.as_mut(), &[KeyCode::F(1)]);
        let closed = screen(app.as_ref(), 80, 24);
        assert!(!closed.contains("Rules (") && !closed.contains("Keys ("), "{name}:\n{closed}");
    }
}

#[test]
fn all_of_the_rules_can_be_read_at_any_size() {
    for (width, height) in [(40, 12), (44, 30), (80, 24), (200, 50)] {
        let mut app = begun(duel("wizard"));
        press(&mut app, &[KeyCode::F(1)]);
        let mut seen = String::new();
        for _ in 0..80 {
            seen += &screen(&app, width, height);
            press(&mut app, &[KeyCode::Down]);
        }
        for told in ["least mana", "Recharge", "Modes"] {
            assert!(seen.contains(told), "{told} at {width} by {height}:\n{seen}");
        }
    }
}

#[test]
fn control_z_is_left_to_the_shell_and_backspace_takes_back() {
    let key = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    assert_eq!(Command::of(key), None);
    let mut app = begun(duel("wizard"));
    letters(&mut app, "0");
    app.handle(Event::Key(key));
    assert_eq!(app.sitting.moves(), "0");
    press(&mut app, &[KeyCode::Backspace]);
    assert_eq!(app.sitting.count(), 0);
}

#[test]
fn a_bar_is_full_where_its_owner_has_all_they_may_have() {
    // The boss has more, and nobody looks wounded for it.
    for (width, height) in [(80, 24), (120, 40)] {
        let app = begun(duel("wizard"));
        let drawn = screen(&app, width, height);
        let bars = drawn.lines().take(12).filter(|line| line.contains('█')).count();
        assert!(bars > 0 && !drawn.contains('░'), "{drawn}");
    }
    // Less than the rules allow is not full.
    let app = begun(duel("fencers"));
    assert!(screen(&app, 80, 24).contains('░'));
}

#[test]
fn what_moves_and_effects_do_and_what_it_is_for_is_always_said() {
    let mut app = begun(duel("wizard"));
    for (width, height) in [(80, 24), (110, 24), (120, 40), (200, 50)] {
        let drawn = screen(&app, width, height);
        assert!(drawn.contains("Goal: Wizard wants to win with the least mana."), "{drawn}");
        for does in ["armor +7 for 6 turns", "mana +101 for 5 turns", "heals 2"] {
            assert!(drawn.contains(does), "{does}:\n{drawn}");
        }
    }
    letters(&mut app, "2");
    press(&mut app, &[KeyCode::F(2)]);
    for (width, height) in [(80, 24), (110, 24), (120, 40), (200, 50)] {
        let drawn = screen(&app, width, height);
        for does in ["armor +7 for 6 turns", "mana +101 for 5 turns", "heals 2", "(best)"] {
            assert!(drawn.contains(does), "{does}:\n{drawn}");
        }
    }
    assert!(screen(&app, 120, 40).contains("Shield 4: armor +7 for 6 turns"));
}

#[test]
fn every_step_can_be_drawn_at_any_size() {
    let mut arena = begun(arena("mage", "rogue", "restricted-queue", YOU));
    letters(&mut arena, &"a".repeat(40));
    for mut app in [lost(), arena] {
        for key in [KeyCode::Left, KeyCode::F(2), KeyCode::Home, KeyCode::Right] {
            press(&mut app, &[key]);
            for (width, height) in
                [(1, 1), (40, 12), (60, 20), (110, 12), (110, 20), (120, 40), (250, 80)]
            {
                screen(&app, width, height);
            }
        }
    }
}
