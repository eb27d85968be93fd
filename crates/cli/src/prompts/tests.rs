//! The prompts, typed at and read.

use outplay::{Sitting, Source, StyleName};

use super::super::{Ended, Trouble};

fn arena(one: &str, two: &str, styles: [StyleName; 2]) -> Sitting {
    seated(&Source::game("arena").sides(one, two), styles)
}

fn seated(source: &Source, styles: [StyleName; 2]) -> Sitting {
    let mut sitting = Sitting::new(&source.open().unwrap(), styles, None).unwrap();
    // No answer depends on how fast the machine is.
    sitting.limits.seconds = None;
    sitting
}

fn wizard(boss_hp: u32) -> Sitting {
    let source = Source::game("wizard").set(format!("boss.hp={boss_hp}"));
    seated(&source, [StyleName::Manual, StyleName::Minimax])
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
    let source = Source::rules("odd", "odd.toml", rules);
    let mut sitting = seated(&source, [StyleName::Manual, StyleName::Minimax]);
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
    seated(&Source::rules("idle", "idle.toml", rules), styles)
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
    sitting.limits.states = 3;
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

#[test]
fn a_game_without_numbers_is_played_by_whole_words() {
    let source = Source::game("nim").set("heaps=[1, 2, 2]");
    let mut sitting = seated(&source, [StyleName::Manual, StyleName::Minimax]);
    let text = typed(&mut sitting, b"hint\nb\nB1\nundo\na1\n");
    assert!(text.starts_with(
        "Nim: player 1 (you) against player 2 (minimax)\n\
         Take as many stones as you like from one heap; whoever takes the last one wins.\n\
         Type a move, or ? for help.\n"
    ));
    let asked = "\n  heap a 1, heap b 2, heap c 2\nplayer 1 to choose:\n  a1  b1  b2  c1  c2\n";
    assert!(text.contains(asked), "{text}");
    assert!(text.contains("  a1  worth 1 (best)\n  b1  worth -1\n"), "{text}");
    assert!(text.contains("`b` is no move of player 1 (they have a1, b1, b2, c1, c2)"), "{text}");
    assert!(text.contains("Turn 1, player 1: b1\nTurn 2, player 2: "), "{text}");
    assert!(text.contains("Taken back.\n"), "{text}");
    let moves = sitting.moves();
    assert!(moves.starts_with("a1, "), "{moves}");
    assert!(text.ends_with(&format!(
        "To see it again: outplay replay nim --set 'heaps=[1, 2, 2]' --moves '{moves}'\n\
         To go on:        outplay play nim --set 'heaps=[1, 2, 2]' --after '{moves}'\n"
    )));
}

#[test]
fn the_end_of_a_game_without_numbers_is_told_as_any_other() {
    let source = Source::game("nim").set("heaps=[2, 1]");
    let mut sitting = seated(&source, [StyleName::Manual, StyleName::Minimax]);
    let text = typed(&mut sitting, b"a2\n");
    assert!(text.contains("Turn 2, player 2: b1; player 2 wins\n"), "{text}");
    assert!(text.contains("\nplayer 2 wins after 2 turns.\n"), "{text}");
    assert!(text.contains("  1  player 1  a2  gave away 2 (a1 was best)\n"), "{text}");
    assert!(text.contains("Best play of both: a1, a1, b1 (player 1 wins)\n"), "{text}");
}

#[test]
fn a_game_tree_is_played_like_any_other() {
    let mut sitting = seated(&Source::game("lesson"), [StyleName::Manual, StyleName::Minimax]);
    let text = typed(&mut sitting, b"hint\n?\nc\n");
    assert!(text.contains("  B  worth 80 (best)\n"), "{text}");
    assert!(text.contains("  a move "), "{text}");
    assert!(text.contains("Turn 2, player 2: E; player 2 wins\n"), "{text}");
    assert!(text.contains("gave away 130 (B was best)"), "{text}");
    assert!(!text.contains(" hp") && !text.contains("()"), "{text}");
    assert!(text.ends_with("To see it again: outplay replay lesson --moves 'C, E'\n"), "{text}");
    assert_eq!(sitting.moves(), "C, E");
}
