//! What a tree says of itself, and what is told of a bad one with the words that it is about.

use outplay_game::{Described, Game, Node, Player, Versus, ZeroSum};
use outplay_text::{Problems, Sources};
use outplay_tree::read;

fn told(text: &str) -> String {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("a.toml", format!("format = 1\ngame = 'tree'\n{text}"));
    read(&sources, source, &[], &mut problems);
    let told = problems.into_sorted().into_iter().map(|problem| {
        let words = problem.span.map_or("", |span| sources.text(span));
        format!(
            "{} {words:?} {} / {}\n",
            problem.code,
            problem.message,
            problem.help.unwrap_or_default()
        )
    });
    told.collect()
}

#[test]
fn a_tree_names_its_positions_and_moves_and_says_who_won() {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = "format = 1\ngame = 'tree'\ntitle = 'T'\nabout = 'A.'\n[start]\nplayer = 1\nA = 50\n\
        B = { p2 = 80 }\nC = { player = 2, D = 0, E = 'later' }\n[positions.later]\nplayer = 2\nF = -1\nG = { player = 1, H = 1 }\n";
    let source = sources.add("a.toml", text);
    let file = read(&sources, source, &[], &mut problems).unwrap();
    assert_eq!((file.title.as_deref(), file.about.as_deref()), (Some("T"), Some("A.")));
    let tree = file.tree;
    assert_eq!((tree.len(), tree.is_empty(), tree.holds()), (9, false, vec![(9, "position")]));
    let state = |number: usize| u32::try_from(number).unwrap();
    let positions = (0..tree.len()).map(|number| {
        let position = tree.position(state(number));
        let moves = (0..position.moves.len()).map(|mv| {
            let next = tree.play(&state(number), state(mv));
            format!("{}>{next}", Described::move_name(&tree, &state(number), state(mv)))
        });
        let moves: Vec<_> = moves.collect();
        let facts = tree.facts(&state(number));
        assert_eq!(facts, [("position".to_owned(), position.name.clone())]);
        let (name, node) = (&position.name, tree.node(&state(number)));
        format!(
            "{name} {node:?} {} {:?} {}",
            tree.payoff(&state(number)),
            tree.winner(&state(number)),
            moves.join(" ")
        )
    });
    let wanted = [
        "start Max 0 None A>1 B>2 C>3",
        "A End 50 Some(One) ",
        "B End -80 Some(Two) ",
        "C Min 0 None D>4 E>5",
        "C.D End 0 None ",
        "later Min 0 None F>6 G>7",
        "later.F End -1 Some(Two) ",
        "later.G Max 0 None H>8",
        "later.G.H End 1 Some(One) ",
    ];
    assert_eq!(positions.collect::<Vec<_>>(), wanted);
    let mut moves = Vec::new();
    tree.moves(&0, &mut moves);
    assert_eq!((moves, tree.start(), tree.is_acyclic()), (vec![0, 1, 2], 0, true));
    assert_eq!(
        (tree.players(), tree.score(&0, 0)),
        (["player 1".to_owned(), "player 2".to_owned()], 0)
    );
    assert_eq!((Node::of(Player::Two), tree.node(&3)), (Node::Min, Node::Min));
}

#[test]
fn what_is_wrong_is_told_with_its_words() {
    let texts = [
        "start = { A = 1 }",
        "start = { player = 0, A = 1.5, B = [1] }",
        "start = { player = 1, player2 = 1, p1 = 3 }",
        "start = { player = 1 }",
        "start = 'x'",
        "start = { player = 2, A = { p1 = 'x' }, B = { p2 = 1, p1 = 1 }, C = {} }",
        "start = { player = 2, A = 1000000000001, B = -1000000000001, C = { p2 = 1000000000000 } }",
        "start = { player = 2, A = ' x ', B = 'y' }\npositions.x = 3\npositions.start = { player = 1, A = 1 }\npositions.z = { player = 1, A = 1 }",
        "title = 3\nvalues = 'both'\nstart = { player = 1, A = 1 }",
    ];
    let all: String = texts.iter().map(|text| format!("{text:?}\n{}", told(text))).collect();
    assert_eq!(all, include_str!("words.txt"));
}

#[test]
fn a_worth_may_be_a_trillion_and_is_turned_for_player_2() {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = "format = 1\ngame = 'tree'\nvalues = 'chooser'\n[start]\nplayer = 2\nA = 1000000000000\nB = { p1 = -1000000000000 }\nC = { player = 1, D = -3 }";
    let source = sources.add("a.toml", text);
    let tree = read(&sources, source, &[], &mut problems).unwrap().tree;
    let most = 1_000_000_000_000;
    assert_eq!([1, 2, 4].map(|state| tree.payoff(&state)), [-most, -most, -3]);
}
