//! Playing: whose move a hint is for, who plays, what is taken back, and the look back.

use std::time::Duration;

use outplay::Limits;

use super::pages::{assert_shows, shown};
use super::{Allowed, ask, ask_within, get, hasty, page_with, send, wait, within};

/// The text of a page without its marks.
fn read(address: &str) -> String {
    let text = shown(address);
    let parts = text.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text));
    parts.filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join(" ")
}

const BY_HAND: &str = "p2=drowned:manual";

#[test]
fn a_hint_for_player_two_is_about_what_player_one_is_let_off() {
    let text = shown(&format!("/play/lighthouse?{BY_HAND}&moves=b&hint=1"));
    assert!(text.contains("lets Keeper win with 2 less"), "{text}");
    assert!(text.contains("best: Keeper needs 8 oil to win"), "{text}");
    let refuted = format!("{BY_HAND}&keeper.oil=12&keeper.hp=14&moves=blf");
    let text = shown(&format!("/play/lighthouse?{refuted}&hint=1"));
    assert!(text.contains("best: Keeper cannot win"), "{text}");
    assert!(text.contains("lets Keeper win ("), "{text}");
    let refutation = text.split("class=\"move best\"").nth(1).unwrap();
    assert!(refutation.contains("data-key=\"i\""), "{refutation}");
    assert_eq!(text.matches("class=\"move best\"").count(), 1);
    let text = shown(&format!("/explore/lighthouse?{refuted}"));
    let best = text.split("<tr class=\"best").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(best.contains("Ink") && best.contains("no win"), "{best}");
}

#[test]
fn without_styles_somebody_plays_against_the_solver() {
    let answer = ask("/play/arena?p1=mage&p2=vampire&moves=A");
    assert_eq!(answer.status, 303);
    assert!(answer.header("location").starts_with("/play/arena?p1=mage&p2=vampire&moves=A"));
    let text = read(answer.header("location"));
    assert!(text.contains("Player 1 · you · to move"), "{text}");
    assert!(text.contains("Player 2 · the solver"), "{text}");
    let text = read("/play/arena?p1=mage&p2=vampire:manual&moves=A");
    assert!(text.contains("Vampire to move"), "{text}");
    assert!(read("/play/wizard").contains("Player 2 · no choice"));
}

#[test]
fn where_the_solver_plays_the_only_side_that_chooses_there_is_watching() {
    assert_shows("/play/wizard?p1=wizard:minimax", &["They play by themselves", "id=\"watch\""]);
    assert_shows("/play/wizard?p1=wizard:minimax&moves=3", &["Play on", "id=\"undo\""]);
}

#[test]
fn only_what_somebody_did_is_taken_back() {
    let answer = ask("/play/arena?p1=mage:minimax&p2=vampire:manual");
    assert_eq!(answer.status, 303);
    assert!(!shown(answer.header("location")).contains("id=\"undo\""));
    let answer = ask(&format!("{}A", answer.header("location")));
    assert!(shown(answer.header("location")).contains("id=\"undo\""));
}

#[test]
fn the_look_back_keeps_the_numbers_of_the_moves_and_whose_they_are() {
    // The solver's own moves are not looked at again.
    let moves = "p1=mage&p2=rogue&order=restricted-queue&mage.hp=40&rogue.hp=60&moves=SSSS";
    let text = read(&format!("/play/arena?{moves}"));
    let back = text.split("Your moves, looked at again").nth(1).unwrap();
    let rows = back.split("Another fight").next().unwrap();
    assert!(rows.contains("1 Mage Mage Special") && rows.contains("4 Mage Mage Special"), "{rows}");
    assert!(!rows.contains("Rogue"), "{rows}");
    let both = moves.replace("p2=rogue", "p2=rogue:manual");
    let text = read(&format!("/play/arena?{both}"));
    assert!(text.contains("The moves, looked at again") && text.contains("2 Rogue"), "{text}");
    // Nobody has moved: nothing to look at.
    assert!(!read("/play/mine?p1.hp=0").contains("looked at again"));
}

#[test]
fn the_limit_that_struck_is_named() {
    let few = |states| {
        let usual = within(60.0);
        Allowed { limits: Limits { states, ..usual.limits }, ..usual }
    };
    let hard = "drowned.hp=60&keeper.hp=60&keeper.oil=90";
    let states = "the states that a page may keep ran out";
    for address in
        [format!("/play/lighthouse?{hard}&hint=1"), format!("/explore/lighthouse?{hard}")]
    {
        let text = ask_within(few(5_000), &address).text;
        assert!(text.contains(states), "{address}: {text}");
        let unit = text.split("It takes at least ").nth(1).unwrap();
        assert!(unit.split('.').next().unwrap().ends_with(" oil"), "{unit}");
    }
    // The value is proved with few states, the others' are not: the proved line is marked.
    let settled_alone = [20_000, 30_000, 40_000, 50_000, 60_000].into_iter().any(|states| {
        let text = ask_within(few(states), "/explore/lighthouse").text;
        text.contains("What each move is worth is not settled: the states")
            && text.matches("<tr class=\"best").count() == 1
    });
    assert!(settled_alone);
    let text = ask_within(few(10), "/explore/arena?p1=vampire&p2=vampire").text;
    assert!(!text.contains("Between ? and ?"), "{text}");
}

#[test]
fn an_opponent_without_end_goes_on_a_move_at_a_time() {
    // Player 1 is out of breath, and player 2 waits for ever.
    let fight = "/play/shades?yin.breath=1&p2=yang:greedy";
    let answer = ask(&format!("{fight}&moves=s"));
    assert_eq!(answer.status, 303, "{}", answer.text);
    let there = answer.header("location");
    assert!(there.ends_with(&format!("moves=s{}", "w".repeat(200))), "{there}");
    let text = read(there);
    assert!(text.contains("They have made 200 moves in a row"), "{text}");
    assert!(text.contains("Play on") && !text.contains("not settled"), "{text}");
    // Many moves are no reason to stop where somebody still has a say.
    let many = "sw".repeat(150);
    let answer = ask(&format!("/play/shades?yin.breath=999&p2=yang:greedy&moves={many}s"));
    assert_eq!(answer.status, 303, "{}", answer.text);
}

#[test]
fn a_long_queue_says_how_much_is_left_out() {
    let moves = "d".repeat(80);
    let text = read(&format!("/play/shades?p1=yang&p2=yang:manual&moves={moves}"));
    assert!(text.contains("and 22 more"), "{text}");
}

#[test]
fn a_long_line_has_few_links_and_every_move_its_name() {
    let address = format!("/explore/shades?p1=yang&p2=yang&moves={}", "w".repeat(4000));
    let text = ask_within(hasty(), &address).text;
    assert!(text.len() < 2_000_000, "{}", text.len());
    assert!(text.contains("… 3,981 moves"), "{}", text.len());
    let text = ask_within(hasty(), "/explore/shades?p1=yang&p2=yang&moves=wd").text;
    for part in ["</kbd>Wait", "</kbd>Double", "queue BBA", "A is Yang"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_move_says_what_it_does_at_once() {
    assert_shows("/play/arena?p1=rogue&p2=mage", &["hits for 7", "hits for 12"]);
}

#[test]
fn what_needs_no_search_is_answered_however_many_search() {
    let allowed = Allowed { workers: 1, ..within(2.0) };
    wait(async {
        let page = page_with(allowed);
        let asked = |address| tokio::spawn(send(page.clone(), get(address)));
        let heavy = "/solve/lighthouse?drowned.hp=60&keeper.hp=60&keeper.oil=90";
        let searches = [asked(heavy), asked(heavy)];
        tokio::time::sleep(Duration::from_millis(200)).await;
        let begin = std::time::Instant::now();
        for light in ["/play/wizard", "/show/arena", "/play/arena", "/api/show/wizard"] {
            assert_eq!(asked(light).await.unwrap().status, 200, "{light}");
        }
        assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
        // The second waits for the first, and then has its time.
        for search in searches {
            assert_eq!(search.await.unwrap().status, 200);
        }
    });
}

#[test]
fn where_both_choose_the_least_is_not_yet_perfect_play() {
    // The mistakes of both may make up for each other.
    let text = read(&format!("/play/lighthouse?{BY_HAND}&drowned.hp=3&moves=hlh"));
    assert!(text.contains("That is what perfect play comes to"), "{text}");
    assert!(!text.contains("that was perfect play"), "{text}");
}

#[test]
fn a_style_that_cannot_play_is_not_called_a_limit() {
    for moves in ["", "&moves=A"] {
        let answer = ask(&format!("/play/arena?p2=mage:tree%3Dx{moves}"));
        assert_eq!(answer.status, 400);
        assert!(answer.text.contains("no decision tree is called"), "{}", answer.text);
    }
}

#[test]
fn the_modes_of_a_rules_page_lead_somewhere() {
    let text = shown("/show/wizard?mode=hard");
    assert!(text.contains("href=\"/solve/wizard?mode=normal\""), "{text}");
    assert!(!text.contains("mode=hard&amp;mode="), "{text}");
}

#[test]
fn the_board_has_the_goal_the_verdict_and_the_value_over_the_line() {
    let text = shown("/explore/wizard?moves=04321&at=3");
    for part in [
        "Wizard wants to win with the least mana.",
        "class=\"evaluation\"",
        "Wizard wins from here with 498 mana",
        // What a skill does stands beside it, also where it cannot be used now.
        "armor +7 for 6 turns",
        "Recharge is active for 1 more turn",
        // The fifth move gave 415 mana away, more than the rest of the win had to cost.
        "5. Wizard: Drain (costs 415 more)",
        "class=\"spot blunder\"",
        "href=\"/explore/wizard?moves=04321&amp;at=4\"",
        "step 3 of 5",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A step back keeps the line; another move begins a new one.
    assert!(text.contains("id=\"back\" href=\"/explore/wizard?moves=04321&amp;at=2\""), "{text}");
    assert!(text.contains("data-key=\"0\" href=\"/explore/wizard?moves=0430\""), "{text}");
    // A place beyond the line is its end.
    assert_shows("/explore/wizard?moves=043&at=99", &["step 3 of 3"]);
    assert_eq!(ask("/explore/wizard?moves=043&at=-1").status, 400);
}

#[test]
fn chances_and_points_are_drawn_too() {
    let text = shown("/explore/rpglite?p1=KA&p2=WR&moves=%5Bp1%5D+K%3EW+%5Bhit%5D");
    assert!(text.contains("50.00 %") && text.contains("class=\"spot slip\""), "{text}");
    let text = shown("/explore/arena?p1=vampire&p2=sorcerer&moves=AASS&at=2");
    assert!(text.contains("+112 hp") && text.contains("class=\"spot blunder\""), "{text}");
    assert_shows("/explore/lesson?moves=C", &["class=\"course\"", "+80"]);
}

#[test]
fn a_game_that_is_over_says_how_well_it_was_played() {
    let text = read("/play/wizard?moves=0432431000");
    assert!(text.contains("accuracy") && text.contains("Try again from here"), "{text}");
    let worst = text.split("How it was played").nth(1).unwrap();
    assert!(worst.split("Try again").next().unwrap().contains("throws the win away"), "{worst}");
    // Perfect play gave nothing away.
    let text = read("/play/wizard?moves=432030000");
    assert!(text.contains("100 %") && text.contains("No move gave anything away"), "{text}");
    // The bubble at the end is about all that happened since the last choice.
    let text = shown("/play/wizard?boss.hp=4&moves=0");
    assert!(text.contains("<span class=\"hit\">−4</span>"), "{text}");
}

#[test]
fn what_others_did_is_shown_turn_by_turn() {
    let answer = ask("/play/arena?p1=vampire&p2=sorcerer&moves=S");
    let text = shown(answer.header("location"));
    assert_eq!(text.matches("<template class=\"frame\">").count(), 2, "{text}");
    assert!(text.contains("moves=SS&amp;turn=2"), "{text}");
    let text = read("/play/arena?p1=vampire&p2=sorcerer&moves=SS&turn=1");
    assert!(text.contains("Turn by turn") && text.contains("Vampire Special (-20 sp)"), "{text}");
    assert!(text.contains("As it stands now") && !text.contains("Sorcerer Special (-20"), "{text}");
    assert_eq!(ask("/play/arena?p1=vampire&p2=sorcerer&moves=SS&turn=9").status, 400);
}

#[test]
fn what_is_fought_for_is_what_is_said() {
    for page in ["solve", "explore"] {
        let text = shown(&format!("/{page}/siege"));
        assert!(text.contains("Saltgate loses 28 hp"), "{text}");
        assert!(!text.contains("wins with"), "{text}");
    }
    assert!(shown("/play/nim").contains("whoever takes the last one wins"));
}

#[test]
fn another_fight_is_explored_by_the_form_of_the_board() {
    let text = shown("/explore/arena?p1=vampire&moves=A");
    assert!(text.contains("action=\"/explore/arena\""), "{text}");
    assert!(text.contains("name=\"vampire.hp\"") && !text.contains("name=\"moves\""), "{text}");
}
