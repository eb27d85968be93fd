//! Lines as people write them: what is read as what, what each step leads to, and what is refused.

use outplay_game::{Game, Node};
use outplay_hand::{Card, Hand, Move, Use};

fn hand() -> Hand {
    let cards = vec![
        Card::new("Ax", 2, 1, 6, 1),
        Card::new("Ax, the second", 3, 2, 4, 1),
        Card::new("ax", 1, 3, 2, 1),
        Card { pitch: None, ..Card::new("Sword", 4, 0, 3, 0) },
        Card { attack: None, ..Card::new("Gem", 0, 1, 0, 0) },
    ];
    Hand { resources: 3, action_points: 2, ..Hand::new(cards) }
}

/// The moves, each with the damage, resources and action points after it, and what was refused.
fn played(moves: &str) -> (Vec<String>, Option<(usize, String, String)>) {
    let hand = hand();
    let replay = hand.replay(moves);
    let steps = replay.steps.iter().map(|step| {
        let after = &step.after;
        let mv = hand.spell_move(step.mv);
        format!(
            "{mv}: {} damage, {} resources, {} actions",
            step.damage, after.resources, after.action_points
        )
    });
    let refused = replay.refused.map(|refused| (refused.number, refused.text, refused.reason));
    (steps.collect(), refused)
}

#[test]
fn each_step_tells_what_it_leads_to_and_the_line_what_it_spent() {
    let (steps, refused) = played("play ax; pitch Gem, play Ax\nend");
    let wanted = [
        "play ax: 2 damage, 2 resources, 2 actions",
        "pitch Gem: 2 damage, 3 resources, 2 actions",
        "play Ax: 8 damage, 1 resources, 2 actions",
        "end: 8 damage, 1 resources, 2 actions",
    ];
    assert_eq!((steps, refused), (wanted.map(str::to_owned).to_vec(), None));
    let replay = hand().replay("play ax, play Ax, play Sword, play Ax, the second");
    assert_eq!((replay.damage, replay.spent, replay.listed_cost), (8, 3, 1 + 2 + 4 + 3));
    assert!(!replay.end.ended && !replay.end.is_over());
    assert_eq!(replay.end.uses, [Use::Played, Use::Kept, Use::Played, Use::Kept, Use::Kept]);
}

#[test]
fn a_name_is_the_longest_that_fits_and_of_those_the_one_that_is_the_same() {
    let moves =
        |text| hand().replay(text).steps.into_iter().map(|step| step.mv).collect::<Vec<_>>();
    assert_eq!(moves("pitch Ax, the second"), [Move::Pitch(1)]);
    assert_eq!(moves("pitch Ax, pitch ax"), [Move::Pitch(0), Move::Pitch(2)]);
    assert_eq!(moves("pitch AX"), [Move::Pitch(0)]);
    assert_eq!(
        moves("PITCHED :  gem ;; Played: Ax \r\n, end"),
        [Move::Pitch(4), Move::Play(0), Move::End]
    );
    assert_eq!(moves("['pitched: Gem', \"played: ax\"]"), [Move::Pitch(4), Move::Play(2)]);
    assert_eq!(moves("[pitch Gem"), []);
}

#[test]
fn what_is_refused_is_told_by_number_words_and_reason() {
    let refused = |text: &str| {
        let (steps, refused) = played(text);
        let (number, words, reason) = refused.expect("it is refused");
        assert_eq!(number, steps.len() + 1);
        format!("{words}: {reason}")
    };
    let cases = [
        ("pitch Gem, play  Gem , end", "play  Gem: it has been pitched already"),
        ("play ax, pitch ax", "pitch ax: it has been played already"),
        ("pitch Sword", "pitch Sword: it has no pitch value and can only be played"),
        ("play Gem", "play Gem: it has no attack and can only be pitched"),
        ("play Sword", "play Sword: it costs 4 resources, and there are 3"),
        (
            "play Ax, play Ax, the second",
            "play Ax, the second: it costs 3 resources, and there is 1",
        ),
        ("play Ax, the second; play ax", "play ax: it costs 1 resource, and there are 0"),
        ("end, pitch Gem", "pitch Gem: the turn has been ended"),
        ("end, end", "end: the turn has been ended"),
        ("play Gam , end", "play Gam: no card is called `Gam`; did you mean `Gem`?"),
        ("play Unheardof", "play Unheardof: no card of this hand is called `Unheardof`"),
        ("play", "play: the name of a card is missing"),
        ("play :", "play :: the name of a card is missing"),
        ("playful Gem", "playful Gem: a move is `play CARD`, `pitch CARD` or `end`"),
        ("end it", "end it: a move is `play CARD`, `pitch CARD` or `end`"),
        ("pitch Gems", "pitch Gems: no card is called `Gems`; did you mean `Gem`?"),
        ("pitch Ge", "pitch Ge: no card is called `Ge`; did you mean `Gem`?"),
    ];
    for (text, wanted) in cases {
        assert_eq!(refused(text), wanted);
    }
    let over = Hand { action_points: 1, resources: 9, ..hand() };
    let refused = over.replay("play Sword, pitch Gem").refused.expect("it is over");
    assert_eq!(refused.reason, "the turn is over: no action point is left");
    let nothing_to_give = Hand { action_points: 0, ..hand() };
    assert!(nothing_to_give.replay("end").refused.is_some());
}

#[test]
fn what_can_be_paid_can_be_played_and_only_that() {
    let hand = Hand { resources: 2, ..hand() };
    let mut moves = Vec::new();
    hand.moves(&hand.start(), &mut moves);
    let wanted = [
        Move::Play(0),
        Move::Pitch(0),
        Move::Pitch(1),
        Move::Play(2),
        Move::Pitch(2),
        Move::Pitch(4),
        Move::End,
    ];
    assert_eq!(moves, wanted);
    let ended = hand.play(&hand.start(), Move::End);
    assert_eq!((hand.node(&hand.start()), hand.node(&ended)), (Node::Max, Node::End));
    moves.clear();
    hand.moves(&ended, &mut moves);
    assert_eq!(moves, []);
    assert_eq!(
        [Move::Play(0), Move::Play(4), Move::Pitch(0), Move::End].map(|mv| hand.damage(mv)),
        [6, 0, 0, 0]
    );
}
