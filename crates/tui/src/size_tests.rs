//! Nothing that matters is lost where there is little room, and lists say that they go on.

use outplay::combat::Mode;
use outplay::hand::{Card, Hand};
use outplay::{Source, StyleName};
use ratatui::crossterm::event::KeyCode;

use super::tests::{YOU, apps, arena, begun, duel, golden, letters, press, screen};
use super::{App, CombatApp, GameApp, HandApp};
use outplay_render::play::{CombatSitting, HandSitting};

const NARROW: (u16, u16) = (44, 30);

fn narrow(app: &dyn App) -> String {
    screen(app, NARROW.0, NARROW.1)
}

/// The words of a screen, whatever the lines and the frames.
fn words(screen: &str) -> String {
    let words = screen.split(|letter: char| letter.is_whitespace() || "│─┌┐└┘".contains(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A fighter with so many skills, whose names begin like this.
fn many_skills(skills: usize, name: &str) -> GameApp {
    let keys: Vec<char> = ('a'..='z').chain('0'..='9').take(skills).collect();
    let listed = keys.iter().map(|key| format!("\"s-{key}\"")).collect::<Vec<_>>().join(", ");
    let spec = keys.iter().map(|key| {
        format!(
            "[skills.s-{key}]\nname = \"{name} {key}\"\nkey = \"{key}\"\n\
             cost = {{ stamina = 1, focus = 1, breath = 1 }}\ndamage = 7\n"
        )
    });
    let text = format!(
        "format = 1\ngame = \"duel\"\ntitle = \"Many\"\n[goal]\nleast = \"stamina\"\n\
         [fighters.one]\nhp = 30\nstamina = 9\nfocus = 9\nbreath = 9\nskills = [{listed}]\n\
         [fighters.two]\nhp = 30\nskills = [\"poke\"]\n\
         {}[skills.poke]\nkey = \"p\"\ndamage = 1\n",
        spec.collect::<String>()
    );
    begun(duel(Source::rules("many", "many.toml", text)))
}

#[test]
fn the_best_move_of_a_hint_is_seen_in_a_narrow_window() {
    let mut app = begun(duel(Source::game("wizard").mode("hard")));
    letters(&mut app, "43203");
    press(&mut app, &[KeyCode::F(2)]);
    golden("wizard_narrow_hint", &app, NARROW.0, NARROW.1);
    for height in 12..30 {
        let drawn = screen(&app, NARROW.0, height);
        assert!(drawn.contains("(best)"), "{height}:\n{drawn}");
    }
    // The arrows are followed again.
    press(&mut app, &[KeyCode::Down]);
    assert!(screen(&app, NARROW.0, 12).contains('▸'));
}

#[test]
fn a_list_of_moves_says_how_it_goes_on_and_tells_the_chosen_one_in_full() {
    let mut app = many_skills(36, "An Extraordinarily Elaborate Swing of the");
    golden("many_moves", &app, 80, 24);
    let drawn = words(&narrow(&app));
    assert!(drawn.contains("more below)"), "{drawn}");
    let whole = "Elaborate Swing of the a, 1 stamina, 1 focus, 1 breath, hits for 7";
    assert!(drawn.contains(whole), "{drawn}");
    press(&mut app, &[KeyCode::Down; 20]);
    assert!(narrow(&app).contains("more above, "));
    press(&mut app, &[KeyCode::Down; 15]);
    let drawn = narrow(&app);
    assert!(drawn.contains("more above)") && words(&drawn).contains("of the 9, "), "{drawn}");
}

#[test]
fn running_effects_keep_their_timers_in_a_narrow_window() {
    let source = Source::game("wizard");
    let source = source.set("p1.shield=5").set("p1.poison=5").set("p1.recharge=4");
    let app = begun(duel(source));
    golden("wizard_narrow_effects", &app, NARROW.0, NARROW.1);
}

fn long_hand() -> HandApp {
    let cards = vec![
        Card::new("Wounding Blow of the Northern Marches", 3, 1, 7, 0),
        Card { attack: None, ..Card::new("Snatch the Moment", 0, 3, 0, 0) },
        Card { pitch: None, ..Card::new("Jab and Jab Again", 0, 0, 2, 1) },
        Card { attack: None, ..Card::new("Sink Below the Surface of Things", 0, 2, 0, 0) },
    ];
    HandApp::new(HandSitting::new(Hand::new(cards), Vec::new()))
}

#[test]
fn the_hint_of_a_hand_is_told_to_its_end() {
    let mut app = long_hand();
    press(&mut app, &[KeyCode::F(2)]);
    golden("hand_hint", &app, 80, 24);
    for (width, height) in [(80, 24), (44, 30), (40, 30)] {
        let drawn = words(&screen(&app, width, height));
        assert!(drawn.contains(&app.hint), "{width}: {drawn}");
    }
    press(&mut app, &[KeyCode::Esc]);
    assert!(app.hint.is_empty());
}

#[test]
fn a_hand_is_whole_in_a_narrow_window() {
    let mut app = long_hand();
    letters(&mut app, "2i1p");
    golden("hand_narrow", &app, NARROW.0, NARROW.1);
    assert!(screen(&app, 40, 12).contains("resources 0"));
    let drawn = words(&screen(&app, 40, 30));
    for text in ["resources 0", "go again 1", "pitched", "played"] {
        assert!(drawn.contains(text), "{text}: {drawn}");
    }
    press(&mut app, &[KeyCode::F(3), KeyCode::F(3)]);
    letters(&mut app, "e");
    assert!(words(&narrow(&app)).contains("end gave away 9 damage"), "{}", narrow(&app));
}

#[test]
fn combat_tells_who_wins_in_a_narrow_window() {
    let mut app = CombatApp::new(CombatSitting::dealt(Mode::Recursive, 1, 1));
    press(&mut app, &[KeyCode::PageDown]);
    golden("combat_narrow", &app, NARROW.0, NARROW.1);
    let drawn = words(&screen(&app, 40, 30));
    assert!(drawn.contains("rounds shown") && drawn.contains("End: the end."), "{drawn}");
    while !app.is_over() {
        press(&mut app, &[KeyCode::Right]);
        let drawn = narrow(&app);
        assert!(!drawn.contains(" 1 cards"), "{drawn}");
    }
}

#[test]
fn the_review_of_a_fight_is_whole_in_a_narrow_window() {
    let mut app = begun(arena("mage", "rogue", "queue", YOU));
    letters(&mut app, &"a".repeat(40));
    app.note.clear();
    golden("arena_end_narrow", &app, NARROW.0, NARROW.1);
    assert!(words(&screen(&app, 40, 40)).contains("gave away 20 (S was best)"));
}

#[test]
fn the_help_is_whole_in_a_narrow_window() {
    for (name, mut app) in apps() {
        press(app.as_mut(), &[KeyCode::F(1), KeyCode::F(1)]);
        screen(app.as_ref(), 40, 24);
        press(app.as_mut(), &[KeyCode::End]);
        let drawn = screen(app.as_ref(), 40, 24);
        assert!(words(&drawn).contains("F10 Ctrl-C quit"), "{name}:\n{drawn}");
        assert!(drawn.contains("Keys (Tab: rules)"), "{name}:\n{drawn}");
        assert!(drawn.lines().last().unwrap().contains("Esc close"), "{name}:\n{drawn}");
    }
    let mut app = begun(duel("wizard"));
    press(&mut app, &[KeyCode::F(1), KeyCode::F(1)]);
    golden("help_narrow", &app, NARROW.0, NARROW.1);
}

#[test]
fn the_log_can_be_read_at_the_end_at_any_size() {
    let styles = [StyleName::Greedy, StyleName::Greedy];
    for (width, height) in [(40, 12), (44, 30), (80, 24), (120, 24), (120, 40)] {
        let mut app = begun(arena("mage", "rogue", "queue", styles.clone()));
        assert!(app.review.is_some());
        let mut seen = String::new();
        for _ in 0..40 {
            seen += &words(&screen(&app, width, height));
            press(&mut app, &[KeyCode::PageUp]);
        }
        for turn in ["1 Mage: Mage Special", "6 Rogue: Rogue Special", "12 Rogue: Rogue Attack"] {
            assert!(seen.contains(turn), "{width} by {height}, {turn}: {seen}");
        }
        // What cannot be scrolled any further has not been.
        let back = app.scroll;
        press(&mut app, &[KeyCode::PageDown]);
        assert!(back == 0 || app.scroll < back);
        press(&mut app, &[KeyCode::PageDown; 40]);
        assert!(screen(&app, width, height).contains("┌ The end"));
    }
}
