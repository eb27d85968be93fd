//! What keys and answers do, and what the screens look like.
//!
//! Screens are compared with `screens/*.txt`; `UPDATE_SCREENS=1` rewrites those, to be looked at.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outplay::combat::Mode;
use outplay::hand::{Card, Hand};
use outplay::{Sitting, Source, StyleName};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::save::save;
use super::worker::{Answer, Found, Query, Question, Worker};
use super::{App, CombatApp, Command, Effect, Event, GameApp, HandApp, Speed, Theme};
use outplay_render::play::{CombatSitting, HandSitting};

pub(super) fn arena(one: &str, two: &str, order: &str, styles: [StyleName; 2]) -> GameApp {
    seated(&Source::game("arena").sides(one, two).order(order), styles)
}

pub(super) fn duel(source: impl Into<Source>) -> GameApp {
    seated(&source.into(), YOU)
}

pub(super) fn seated(source: &Source, styles: [StyleName; 2]) -> GameApp {
    let mut sitting = Sitting::new(&source.open().unwrap(), styles, None).unwrap();
    // No answer depends on how fast the machine is.
    sitting.limits.seconds = None;
    GameApp::new(sitting).unwrap()
}

pub(super) fn begun(mut app: GameApp) -> GameApp {
    let effects = app.begin();
    settle(&mut app, effects);
    app
}

/// Does what the app wants done, answers and clock included, until it waits for a key.
pub(super) fn settle(app: &mut dyn App, mut effects: Vec<Effect>) {
    loop {
        let mut next = Vec::new();
        for effect in effects.drain(..) {
            if let Effect::Ask(question) = effect {
                next.extend(app.handle(answered(question)));
            }
        }
        if next.is_empty() && app.pace().is_some() {
            next = app.handle(Event::Tick);
        }
        if next.is_empty() && app.pace().is_none() {
            return;
        }
        effects = next;
    }
}

pub(super) fn answered(Question { number, query }: Question) -> Event {
    Event::Answer(Answer { number, found: query.answer(&AtomicBool::new(false)) })
}

pub(super) fn code(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// Presses keys one after the other, and waits for what comes of each.
pub(super) fn press(app: &mut dyn App, keys: &[KeyCode]) {
    for key in keys {
        let effects = app.handle(code(*key));
        settle(app, effects);
    }
}

pub(super) fn letters(app: &mut dyn App, text: &str) {
    let keys: Vec<_> = text.chars().map(KeyCode::Char).collect();
    press(app, &keys);
}

pub(super) fn screen(app: &dyn App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame, Theme { colour: false })).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

pub(super) fn golden(name: &str, app: &dyn App, width: u16, height: u16) {
    let drawn = screen(app, width, height);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/screens/{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, drawn).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(drawn, expected, "{name} looks different; UPDATE_SCREENS=1 rewrites it:\n{drawn}");
}

pub(super) const YOU: [StyleName; 2] = [StyleName::Manual, StyleName::Minimax];

#[test]
fn a_key_makes_the_move_in_either_case_and_the_other_side_answers() {
    let mut app = begun(arena("vampire", "sorcerer", "queue", YOU));
    letters(&mut app, "s");
    assert_eq!(app.sitting.moves(), "SS");
    letters(&mut app, "A");
    assert!(app.sitting.moves().starts_with("SSA"));
    assert!(app.asked().is_some());
}

#[test]
fn arrows_and_enter_make_the_move_that_they_point_at() {
    let mut app = begun(duel("wizard"));
    press(&mut app, &[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Up, KeyCode::Enter]);
    assert_eq!(app.sitting.moves(), "2");
    // Round the corner, past what cannot be used.
    press(&mut app, &[KeyCode::Up, KeyCode::Enter]);
    assert_eq!(app.sitting.moves(), "24");
}

#[test]
fn a_move_that_cannot_be_made_changes_nothing_and_says_why() {
    let mut app = begun(duel("wizard"));
    letters(&mut app, "33");
    assert_eq!(
        (app.sitting.moves().as_str(), app.note.as_str()),
        ("3", "Poison is active for 4 more turns.")
    );
    letters(&mut app, "x");
    assert_eq!(app.sitting.moves(), "3");
    assert!(app.note.contains("no skill with the key x"));
}

#[test]
fn hints_are_shown_at_every_choice_until_they_are_switched_off() {
    let mut app = begun(arena("mage", "rogue", "queue", YOU));
    press(&mut app, &[KeyCode::F(2)]);
    let values: Vec<_> =
        app.hints.iter().map(|hint| (hint.key.as_str(), hint.value, hint.best)).collect();
    assert_eq!(values, [("A", Some(-20), false), ("S", Some(-10), true)]);
    letters(&mut app, "a");
    assert!(!app.hints.is_empty() && app.worths.len() == 2);
    press(&mut app, &[KeyCode::Esc]);
    assert!(app.hints.is_empty());
    letters(&mut app, "a");
    assert!(app.hints.is_empty());
    press(&mut app, &[KeyCode::F(2)]);
    assert!(!app.hints.is_empty());
    press(&mut app, &[KeyCode::F(2)]);
    assert!(app.hints.is_empty() && !app.hinting);
}

#[test]
fn the_answer_to_an_old_question_is_dropped() {
    let mut app = begun(arena("mage", "rogue", "queue", YOU));
    let mut effects = app.handle(code(KeyCode::F(2)));
    let Some(Effect::Ask(old)) = effects.pop() else { panic!("a hint is asked for") };
    // The move is made while the hints are being worked out.
    let effects = app.handle(code(KeyCode::Char('a')));
    assert!(matches!(&effects[..], [Effect::Ask(Question { query: Query::Choose(_), .. })]));
    app.handle(answered(old));
    assert!(app.hints.is_empty() && app.ready.is_none());
    settle(&mut app, effects);
    assert!(app.asked().is_some());
}

#[test]
fn undo_goes_back_to_before_your_last_move_also_from_the_end() {
    let mut app = begun(duel("wizard"));
    letters(&mut app, "30");
    press(&mut app, &[KeyCode::F(3)]);
    assert_eq!(app.sitting.moves(), "3");
    letters(&mut app, "0000000000");
    assert!(app.review.is_some());
    let made = app.sitting.count();
    press(&mut app, &[KeyCode::F(3)]);
    assert!(app.review.is_none() && app.sitting.count() == made - 1);
    press(&mut app, &vec![KeyCode::F(3); made]);
    assert_eq!((app.sitting.count(), app.note.as_str()), (0, "There is nothing to take back."));
}

#[test]
fn a_new_game_has_nothing_played() {
    let mut app = begun(arena("rogue", "mage", "queue", [StyleName::Manual, StyleName::Random]));
    letters(&mut app, "aa");
    press(&mut app, &[KeyCode::F(4)]);
    assert_eq!((app.sitting.count(), app.sitting.seed), (0, 2));
}

#[test]
fn saving_writes_the_command_that_replays_the_game() {
    let mut app = begun(arena("rogue", "mage", "queue", [StyleName::Manual, StyleName::Manual]));
    letters(&mut app, "sa");
    let effects = app.handle(code(KeyCode::F(5)));
    let [Effect::Save(name, text)] = &effects[..] else { panic!("something is saved") };
    assert_eq!(name, "arena");
    assert_eq!(
        text,
        "# Arena: Rogue (player 1) against Mage (player 2)\n# Not over yet.\n\
         outplay replay arena --order queue --p1 rogue --p2 mage --moves SA\n"
    );
}

#[test]
fn a_saved_file_is_always_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(save(folder.path(), "my/fight", "one"), Ok("my-fight-1.sh".to_owned()));
    assert_eq!(save(folder.path(), "my/fight", "two"), Ok("my-fight-2.sh".to_owned()));
    assert_eq!(std::fs::read_to_string(folder.path().join("my-fight-1.sh")).unwrap(), "one");
    assert!(save(&folder.path().join("nowhere"), "a", "b").unwrap_err().contains("a-1.sh cannot"));
}

#[test]
fn two_styles_play_by_the_clock_and_can_be_held_and_stepped() {
    let mut app = arena("mage", "rogue", "queue", [StyleName::Minimax, StyleName::Minimax]);
    let mut effects = app.begin();
    assert_eq!(app.pace(), None, "nothing to show yet");
    app.handle(answered(match effects.pop() {
        Some(Effect::Ask(question)) => question,
        other => panic!("a move is asked for, not {other:?}"),
    }));
    assert_eq!(app.pace(), Some(Speed::Normal.step()));
    app.handle(code(KeyCode::F(6)));
    assert_eq!(app.pace(), Some(Speed::Fast.step()));
    app.handle(code(KeyCode::Char(' ')));
    assert!(app.paused && app.pace().is_none());
    assert_eq!(app.sitting.count(), 0);
    let effects = app.handle(code(KeyCode::Enter));
    assert_eq!(app.sitting.moves(), "S");
    settle(&mut app, effects);
    assert_eq!(app.sitting.count(), 1, "it waits");
    let effects = app.handle(code(KeyCode::F(7)));
    settle(&mut app, effects);
    assert!(app.review.is_some());
    assert_eq!(app.sitting.moves(), "SASSAAASSAAAASS");
    press(&mut app, &[KeyCode::F(3), KeyCode::F(3)]);
    assert_eq!((app.sitting.count(), app.paused), (13, true));
}

#[test]
fn a_new_game_goes_on_by_itself_also_after_an_undo() {
    let mut app = begun(arena("mage", "rogue", "queue", [StyleName::Greedy, StyleName::Greedy]));
    app.handle(code(KeyCode::F(3)));
    assert!(app.paused);
    press(&mut app, &[KeyCode::F(4)]);
    assert!(!app.paused && app.review.is_some());
}

#[test]
fn a_style_that_does_not_get_far_enough_is_named() {
    let mut app = arena("mage", "rogue", "queue", [StyleName::Minimax, StyleName::Minimax]);
    app.sitting.limits.states = 1;
    let mut effects = app.begin();
    let Some(Effect::Ask(question)) = effects.pop() else { panic!("a move is asked for") };
    app.handle(answered(question));
    app.handle(Event::Tick);
    assert!(app.note.starts_with("Mage plays the most damage now instead: "), "{}", app.note);
}

#[test]
fn no_key_that_a_fight_can_claim_is_a_command() {
    for letter in (0x21..0x7f_u8).map(char::from).chain("äß§€".chars()) {
        for modifiers in [KeyModifiers::NONE, KeyModifiers::SHIFT] {
            assert_eq!(Command::of(KeyEvent::new(KeyCode::Char(letter), modifiers)), None);
        }
    }
}

#[test]
fn control_c_quits_whatever_is_shown() {
    let quit = || Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut apps = apps();
    for (_, app) in &mut apps {
        press(app.as_mut(), &[KeyCode::F(1)]);
        assert!(matches!(&app.handle(quit())[..], [Effect::Quit]));
        assert!(matches!(&app.handle(code(KeyCode::F(10)))[..], [Effect::Quit]));
    }
}

#[test]
fn a_hand_is_played_pitched_and_judged() {
    let cards = vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)];
    let mut app =
        HandApp::new(HandSitting::new(Hand::new(cards), vec!["--input".into(), "h.yaml".into()]));
    letters(&mut app, "p");
    assert_eq!(app.note, "play A: it costs 2 resources, and there are 0.");
    press(&mut app, &[KeyCode::F(2)]);
    assert_eq!(app.hint, "From here 6 more damage: pitch B, play A");
    letters(&mut app, "2i1p");
    let review = app.review.as_ref().unwrap();
    assert_eq!(review.verdict, ["6 damage: no turn of this hand deals more."]);
    press(&mut app, &[KeyCode::F(3), KeyCode::F(3)]);
    letters(&mut app, "e");
    let review = app.review.as_ref().unwrap();
    assert_eq!(review.verdict[0], "0 damage; the best turn deals 6.");
    assert_eq!(review.moves, [("end".to_owned(), Some(6))]);
    assert_eq!(app.sitting.replay_command(), "outplay replay hand --input h.yaml --moves end");
}

#[test]
fn combat_is_stepped_and_runs_to_its_end() {
    let mut app = CombatApp::new(CombatSitting::dealt(Mode::Plain, 1, 1));
    press(&mut app, &[KeyCode::Enter, KeyCode::Right, KeyCode::Left]);
    assert_eq!(app.shown, 1);
    press(&mut app, &[KeyCode::Char(' ')]);
    assert!(app.is_over() && !app.running);
    press(&mut app, &[KeyCode::Home]);
    assert_eq!(app.shown, 0);
    assert!(app.farewell().contains("--cards 12 --seed 1 --number 1 | outplay replay combat"));
}

/// One of everything, in the middle of it.
pub(super) fn apps() -> Vec<(&'static str, Box<dyn App>)> {
    let mut restricted = begun(arena("rogue", "vampire", "restricted-queue", YOU));
    letters(&mut restricted, "sas");
    let mut hinted = begun(duel("wizard"));
    letters(&mut hinted, "3");
    press(&mut hinted, &[KeyCode::F(2)]);
    let mut watched = arena("mage", "rogue", "queue", [StyleName::Greedy, StyleName::Greedy]);
    let effects = watched.begin();
    settle(&mut watched, effects);
    let mut hand = HandApp::new(HandSitting::dealt(1));
    letters(&mut hand, "2i");
    let mut played = HandApp::new(HandSitting::dealt(1));
    letters(&mut played, "2i5pe");
    let mut combat = CombatApp::new(CombatSitting::dealt(Mode::Recursive, 1, 1));
    press(&mut combat, &[KeyCode::PageDown]);
    let mut decided = CombatApp::new(CombatSitting::dealt(Mode::Plain, 1, 1));
    press(&mut decided, &[KeyCode::End]);
    vec![
        ("arena_start", Box::new(begun(arena("vampire", "sorcerer", "queue", YOU)))),
        ("arena_restricted_queue", Box::new(restricted)),
        ("arena_watched_to_the_end", Box::new(watched)),
        ("wizard_start", Box::new(begun(duel("wizard")))),
        ("wizard_hint", Box::new(hinted)),
        ("nim_start", Box::new(nim("[3, 4, 5]"))),
        ("lesson_start", Box::new(begun(duel("lesson")))),
        ("hand", Box::new(hand)),
        ("hand_end", Box::new(played)),
        ("combat", Box::new(combat)),
        ("combat_end", Box::new(decided)),
    ]
}

#[test]
fn the_screens_look_as_they_should() {
    for (name, app) in apps() {
        golden(name, app.as_ref(), 80, 24);
    }
}

#[test]
fn a_fight_in_which_both_choose_looks_as_it_should_at_its_end() {
    let source = Source::game("lighthouse");
    let source = source.set("drowned.hp=8").set("keeper.hp=8").set("keeper.oil=9");
    let mut app = begun(duel(source));
    press(&mut app, &[KeyCode::Enter; 5]);
    assert!(app.review.is_some());
    golden("lighthouse_end", &app, 80, 24);
}

#[test]
fn hints_the_end_and_the_help_of_a_fight_look_as_they_should() {
    let mut app = begun(arena("mage", "rogue", "queue", YOU));
    letters(&mut app, "a");
    press(&mut app, &[KeyCode::F(2)]);
    golden("arena_hint", &app, 80, 24);
    press(&mut app, &[KeyCode::F(1)]);
    golden("arena_rules", &app, 80, 24);
    press(&mut app, &[KeyCode::F(1)]);
    golden("arena_help", &app, 80, 24);
    letters(&mut app, "?");
    golden("arena_hint_wide", &app, 120, 40);
    press(&mut app, &[KeyCode::F(2)]);
    letters(&mut app, &"a".repeat(40));
    assert!(app.review.is_some());
    app.note.clear();
    golden("arena_end", &app, 80, 24);
    golden("arena_end_wide", &app, 120, 40);
    let mut app = begun(duel("wizard"));
    letters(&mut app, "1");
    golden("wizard_wide", &app, 120, 40);
    golden("wizard_narrow", &app, 44, 30);
    letters(&mut app, "3000000000");
    app.note.clear();
    golden("wizard_end", &app, 80, 24);
}

#[test]
fn every_screen_can_be_drawn_at_any_size_with_and_without_colour() {
    for (_, mut app) in apps() {
        for help in [false, true] {
            if help {
                press(app.as_mut(), &[KeyCode::F(1)]);
            }
            for (width, height) in
                [(20, 5), (1, 1), (40, 12), (41, 12), (40, 30), (200, 12), (80, 24), (250, 80)]
            {
                screen(app.as_ref(), width, height);
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                terminal.draw(|frame| app.draw(frame, Theme { colour: true })).unwrap();
            }
        }
    }
    let app = begun(duel("wizard"));
    assert!(screen(&app, 20, 5).starts_with("The window is too"));
}

#[test]
fn text_is_wrapped_cut_and_drawn_as_bars() {
    use super::pieces::{bar, cut, fitted, tied, wrap};
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
    assert_eq!(wrap("", 5), [""]);
    assert_eq!(wrap(&format!("one, {}", tied("two 3")), 8), ["one,", "two 3"]);
    assert_eq!(wrap(&tied("one two"), 3), ["one", "two"]);
    assert_eq!((cut("abcdef", 4).as_str(), fitted("ab", 4).as_str()), ("abc…", "ab  "));
    assert_eq!(bar(50, 100, 4), ("██".to_owned(), "░░".to_owned()));
    assert_eq!(bar(1, 1000, 4), ("█".to_owned(), "░░░".to_owned()));
    assert_eq!(bar(0, 0, 2), (String::new(), "░░".to_owned()));
    assert_eq!(bar(i32::MAX, 5, 3), ("███".to_owned(), String::new()));
    assert_eq!(bar(-4, 5, 0), (String::new(), String::new()));
}

fn nim(heaps: &str) -> GameApp {
    begun(duel(Source::game("nim").set(format!("heaps={heaps}"))))
}

#[test]
fn a_game_without_numbers_looks_as_it_should() {
    let mut app = nim("[3, 4, 5]");
    press(&mut app, &[KeyCode::Down, KeyCode::Enter, KeyCode::F(2)]);
    golden("nim_hint", &app, 80, 24);
    golden("nim_narrow", &app, 44, 30);
    let mut app = nim("[2, 1]");
    press(&mut app, &[KeyCode::Down, KeyCode::Enter]);
    assert_eq!((app.sitting.moves().as_str(), app.review.is_some()), ("a2, b1", true));
    golden("nim_end", &app, 80, 24);
    assert!(app.farewell().starts_with("player 2 wins after 2 turns.\n"), "{}", app.farewell());
}

#[test]
fn a_letter_leads_to_the_moves_that_begin_with_it() {
    let mut app = nim("[2, 3, 1]");
    let at = |app: &GameApp| app.position.options[app.selected].key.clone();
    letters(&mut app, "b");
    assert_eq!((at(&app).as_str(), app.sitting.count()), ("b1", 0));
    letters(&mut app, "B");
    assert_eq!(at(&app), "b2");
    letters(&mut app, "bb");
    assert_eq!(at(&app), "b1", "round again");
    letters(&mut app, "x");
    assert!(app.note.starts_with("no move is called"), "{}", app.note);
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.sitting.moves().starts_with("b1, "));
}

#[test]
fn a_game_tree_is_played_by_its_letters() {
    let mut app = begun(duel("lesson"));
    letters(&mut app, "c");
    assert_eq!((app.sitting.moves().as_str(), app.review.is_some()), ("C, E", true));
    for (width, height) in [(40, 12), (44, 30), (80, 24), (120, 40)] {
        let drawn = screen(&app, width, height);
        assert!(drawn.contains("player 2") && !drawn.contains("()"), "{drawn}");
    }
}

#[test]
fn what_is_proved_is_known_to_the_next_question() {
    let mut app = begun(duel(Source::game("nim").set("heaps=[5, 6, 7]")));
    press(&mut app, &[KeyCode::F(2)]);
    assert_eq!(app.hints.len(), 18);
    // Not a state may be kept any more, and none need be.
    app.sitting.limits.states = 1;
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!((app.sitting.count(), app.note.as_str()), (2, ""));
    assert!(!app.hints.is_empty(), "{}", app.note);
}

#[test]
fn a_question_that_does_not_matter_any_more_leaves_a_solver_that_answers() {
    let app = arena("mage", "rogue", "queue", YOU);
    let hints = |sitting: &Sitting, stop: bool| {
        Query::Hints(Box::new(sitting.clone())).answer(&AtomicBool::new(stop))
    };
    assert!(hints(&app.sitting, true).is_err());
    assert!(hints(&app.sitting, false).is_ok());
    let mut worker = Worker::new();
    for number in 0..3 {
        let query = Query::Hints(Box::new(app.sitting.clone()));
        worker.ask(Question { number, query });
    }
    let look = || {
        std::thread::sleep(Duration::from_millis(1));
        worker.answer()
    };
    let last = std::iter::repeat_with(look).take(60_000).flatten();
    let last = last.into_iter().find_map(|event| match event {
        Event::Answer(Answer { number: 2, found }) => Some(found),
        _ => None,
    });
    assert!(matches!(last, Some(Ok(Found::Hints(_)))));
    assert!(!worker.is_broken());
}
