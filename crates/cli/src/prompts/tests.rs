//! The prompts, typed at and read.

use outplay::Request;
use outplay::StyleName;

use outplay_render::play::Sitting;

use super::super::{Ended, Trouble};

fn arena(one: &str, two: &str, styles: [StyleName; 2]) -> Sitting {
    let mut sitting = Sitting::new(Request::shipped("arena").unwrap().sides(one, two), styles, 1);
    sitting.options = vec!["arena".to_owned()];
    // No answer depends on how fast the machine is.
    sitting.budget.max_seconds = 1e6;
    sitting
}

fn wizard(boss_hp: u32) -> Sitting {
    let request = Request::shipped("wizard").unwrap().set(format!("boss.hp={boss_hp}"));
    let mut sitting = Sitting::new(request, [StyleName::Manual, StyleName::Minimax], 1);
    sitting.budget.max_seconds = 1e6;
    sitting.options = vec!["wizard".to_owned(), "--set".to_owned(), format!("boss.hp={boss_hp}")];
    sitting
}

/// What is printed when these lines are typed.
fn typed(sitting: &mut Sitting, lines: &[u8]) -> String {
    let mut out = Vec::new();
    let ended = super::run(sitting, &mut &lines[..], &mut out, true).unwrap();
    assert_eq!(ended, Ended::Well);
    String::from_utf8(out).unwrap()
}

#[test]
fn a_key_is_taken_in_either_case_and_kept_as_the_rules_write_it() {
    let mut sitting = arena("rogue", "mage", [StyleName::Manual, StyleName::Manual]);
    let text = typed(&mut sitting, b"s\nA\nquit\n");
    assert_eq!(sitting.moves(), "SA");
    assert!(text.contains("Turn 1, Rogue: Rogue Special (-10 sp) hits for 12"), "{text}");
    assert!(text.contains("Turn 2, Mage: Mage Attack"), "{text}");
}

#[test]
fn a_wrong_choice_changes_nothing_and_asks_again_with_the_reason() {
    let mut sitting = wizard(21);
    let text = typed(&mut sitting, b"3\n3\n7\nboo\n\xff\xfe\n\n");
    assert_eq!(sitting.moves(), "3");
    assert!(text.contains("Not now: Poison is active for 4 more turns."), "{text}");
    assert!(text.contains("`7` is no move of Wizard (they have 0 1 2 3 4)"), "{text}");
    assert!(text.contains("`boo` is no move"), "{text}");
    assert!(text.ends_with(
        "The input ends here.\n\
         To see it again: outplay replay wizard --set boss.hp=21 --moves 3\n\
         To go on:        outplay play wizard --set boss.hp=21 --after 3\n"
    ));
}

#[test]
fn undo_takes_back_the_answer_of_the_other_side_too() {
    let mut sitting = arena("vampire", "rogue", [StyleName::Manual, StyleName::Minimax]);
    typed(&mut sitting, b"A\nundo\n");
    assert_eq!(sitting.moves(), "");
    let text = typed(&mut sitting, b"undo\n");
    assert!(text.contains("There is nothing to take back."));
}

#[test]
fn keys_win_over_commands() {
    let rules = r#"
        format = 1
        game = "duel"
        title = "Odd keys"
        sides = { p1 = "one", p2 = "two" }
        goal = { most = "winner-hp" }
        turns = { order = "alternate" }
        [fighters.one]
        hp = 9
        skills = ["ask", "go"]
        [fighters.two]
        hp = 9
        skills = ["go"]
        [skills.ask]
        key = "?"
        damage = 9
        [skills.go]
        key = "q"
        damage = 1
    "#;
    let request = Request::rules("odd", "odd.toml", rules);
    let mut sitting = Sitting::new(request, [StyleName::Manual, StyleName::Minimax], 1);
    let text = typed(&mut sitting, b"help\nQ\n?\n");
    assert!(text.contains("One wins with 8 hp left"), "{text}");
    assert!(text.contains("outplay replay odd.toml --moves 'q?'"), "{text}");
}

/// A fight in which nobody can be hurt, with two keys that differ only in their case.
fn idle(styles: [StyleName; 2]) -> Sitting {
    let rules = r#"
        format = 1
        game = "duel"
        title = "Idle"
        sides = { p1 = "one", p2 = "two" }
        goal = { most = "winner-hp" }
        turns = { order = "alternate" }
        [fighters.one]
        hp = 9
        skills = ["sit", "stand"]
        [fighters.two]
        hp = 9
        skills = ["sit", "stand"]
        [skills.sit]
        key = "a"
        damage = 0
        [skills.stand]
        key = "A"
        damage = 0
    "#;
    Sitting::new(Request::rules("idle", "idle.toml", rules), styles, 1)
}

#[test]
fn the_exact_case_of_a_key_comes_first() {
    let mut sitting = idle([StyleName::Manual, StyleName::Manual]);
    typed(&mut sitting, b"A\na\nA\n");
    assert_eq!(sitting.moves(), "AaA");
}

#[test]
fn players_who_are_never_asked_do_not_go_on_for_ever() {
    let mut sitting = idle([StyleName::Random, StyleName::Greedy]);
    let mut out = Vec::new();
    let ended = super::run(&mut sitting, &mut &b""[..], &mut out, true).unwrap();
    assert_eq!((ended, sitting.count()), (Ended::Endless, super::MOST_UNASKED));
    assert!(String::from_utf8(out).unwrap().contains("No end in sight after 500 moves."));
}

#[test]
fn a_hint_shows_the_proved_worth_of_each_move() {
    let mut sitting = arena("mage", "rogue", [StyleName::Manual, StyleName::Minimax]);
    let text = typed(&mut sitting, b"hint\n");
    assert!(text.contains("A  Mage Attack   loses, Rogue keeps 20 hp\n"), "{text}");
    assert!(text.contains("S  Mage Special  loses, Rogue keeps 10 hp (best)\n"), "{text}");
    let text = typed(&mut wizard(21), b"hint\n");
    assert!(text.contains("3  Poison         wins for 279 mana more (best)\n"), "{text}");
}

#[test]
fn two_players_who_are_not_asked_play_it_through() {
    let mut sitting = arena("mage", "rogue", [StyleName::Minimax, StyleName::MinimaxIterative]);
    let text = typed(&mut sitting, b"");
    assert!(text.contains("Rogue wins with 10 hp left"), "{text}");
    assert!(text.contains("The moves:"), "{text}");
    assert!(!text.contains("gave away"), "{text}");
}

#[test]
fn the_end_tells_what_each_of_your_moves_gave_away() {
    let mut sitting = arena("mage", "rogue", [StyleName::Manual, StyleName::Greedy]);
    let text = typed(&mut sitting, "A\n".repeat(40).as_bytes());
    assert!(text.contains("Your moves:"), "{text}");
    assert!(text.contains("1  Mage  Mage Attack  gave away 10 (S was best)"), "{text}");
    assert!(text.contains("Best play of both: S"), "{text}");
    let text = typed(&mut wizard(21), b"1\n3\n0\n0\n0\n0\n0\n0\n");
    assert!(text.contains("Wizard wins. Spent:"), "{text}");
    assert!(text.contains("1  Wizard  Drain"), "{text}");
    assert!(text.contains("(3 was best)"), "{text}");
    assert!(text.contains("Best line: "), "{text}");
    assert!(text.contains("(Wizard wins for 279 mana)"), "{text}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed| {
        let mut sitting = arena("rogue", "vampire", [StyleName::Random, StyleName::Random]);
        sitting.seed = seed;
        typed(&mut sitting, b"");
        sitting.moves()
    };
    assert_eq!(play(3), play(3));
    assert!((0..20).any(|seed| play(seed) != play(3)));
}

#[test]
fn a_search_that_does_not_get_far_enough_is_replaced_and_that_is_said() {
    let mut sitting = arena("rogue", "rogue", [StyleName::Manual, StyleName::Minimax]);
    sitting.budget.max_states = 3;
    let text = typed(&mut sitting, b"hint\nA\n");
    assert!(text.contains("No hint: a limit stopped the search"), "{text}");
    assert!(text.contains("(minimax plays the most damage now instead:"), "{text}");
}

#[test]
fn a_reader_who_goes_away_ends_it() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let ended = super::run(&mut wizard(21), &mut &b""[..], &mut Gone, true);
    assert!(matches!(ended, Err(Trouble::Io(_))));
}
