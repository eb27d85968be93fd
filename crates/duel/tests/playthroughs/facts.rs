//! What is asked of a fight, state by state, along games that are played at random.

use outplay_duel::order::Order;
use outplay_duel::{Dice, DiceMove, Duel, Fight, Move, Rolling, State, Visitor, words, words_of};
use outplay_game::{Chance, Game, MinCost, Nearness, Node, Player, Versus, ZeroSum};

use crate::{Digest, Said, Stream};

/// So many games, of so many moves at most, are played of each fight.
const GAMES: u64 = 5;
const MOVES: usize = 24;

pub(crate) struct Facts<'s>(pub(crate) &'s mut Said);

impl Visitor for Facts<'_> {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) {
        let said = self.0;
        for seed in 0..GAMES {
            if !fight.needs_dice() {
                let line = played(duel, seed);
                let mut state = duel.start();
                for &mv in &line {
                    facts(duel, fight, &state, said);
                    state = duel.play(&state, mv);
                }
                facts(duel, fight, &state, said);
                accounts(duel, fight, &line, seed, said);
            }
            let dice = Dice::new(duel);
            let line = played(&dice, seed);
            let mut spot = dice.start();
            for &mv in &line {
                dice_facts(&dice, fight, &spot, &mut said.dice);
                spot = dice.play(&spot, mv);
            }
            dice_facts(&dice, fight, &spot, &mut said.dice);
            lines(&dice, fight, &line, seed, &mut said.lines);
        }
        if !fight.needs_dice() {
            others(duel, fight, said);
        }
    }
}

/// A game by random moves.
fn played<G: Game>(game: &G, seed: u64) -> Vec<G::Move> {
    let (mut stream, mut state, mut line, mut moves) =
        (Stream(seed), game.start(), Vec::new(), Vec::new());
    while line.len() < MOVES {
        moves.clear();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[stream.below(moves.len())];
        line.push(mv);
        state = game.play(&state, mv);
    }
    line
}

fn facts<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    fight: &Fight,
    state: &State<W, O>,
    said: &mut Said,
) {
    let mut moves = Vec::new();
    duel.moves(state, &mut moves);
    said.rules.says(&(state, duel.node(state), &moves, duel.is_goal(state), duel.current(state)));
    said.rules.says(&(duel.winner(state), Duel::<W, O>::extra_bytes(state)));
    if duel.node(state) == Node::End {
        said.rules.says(&duel.payoff(state));
    }
    said.bounds.says(&(duel.at_least(state), duel.value_bounds(state)));
    said.bounds.says(&(duel.value_at_least(state), duel.value_at_most(state)));
    said.guesses.says(&(duel.distance_guess(state), duel.value_guess(state), duel.strength(state)));
    said.guesses.says(&duel.lead_in_hp(state));
    let mut merits = Vec::new();
    let left = duel.merits(state, &mut merits);
    said.merits.says(&(left, merits));
    said.nearness.says(&duel.gap(state));
    said.accounts.says(&(duel.options(&fight.names, state), duel.standing(&fight.names, state)));
    for &mv in &moves {
        said.rules.says(&(duel.cost(state, mv), duel.play_counting(state, mv)));
        said.nearness.says(&duel.play_measuring(state, mv));
        said.guesses.says(&duel.harm(state, mv));
        if let (Some(player), Some(skill)) = (duel.node(state).chooser(), mv.skill()) {
            said.rules.says(&duel.cost_of(state, player, skill));
            said.rules.says(&duel.candidates(state, player, skill));
        }
    }
}

/// Games that are made of the fight: narrowed, without a skill, without places that come to nothing.
fn others<const W: usize, O: Order>(duel: &Duel<W, O>, fight: &Fight, said: &mut Said) {
    said.rules.says(&(duel.is_acyclic(), duel.contested(), duel.objective(), duel.opening()));
    said.nearness.says(&duel.decisive());
    for player in Player::BOTH {
        said.merits.says(&duel.merits_of(player));
        said.without.says(&(duel.matters_by_choice(player), duel.loses_when_stuck(player)));
        if let Some(narrowed) = duel.narrowed(3, player) {
            follow(&narrowed, &mut said.bounds);
        }
        for skill in 0..fight.names.fighters[player.index()].skills.len().min(3) {
            if let Some(without) = duel.without_skill(player, skill) {
                let line = follow(&without, &mut said.without);
                said.without.says(&(line, without.is_acyclic(), without.contested()));
            }
        }
    }
    for duel in [duel.without_spent_places(), duel.without_unreached_places()] {
        follow(&duel, &mut said.rules);
    }
}

/// A random game, told by its states.
fn follow<G: ZeroSum + MinCost>(game: &G, digest: &mut Digest) -> Vec<G::Move> {
    let line = played(game, 3);
    let mut state = game.start();
    for &mv in &line {
        digest.says(&(game.cost(&state, mv), game.value_bounds(&state), game.at_least(&state)));
        state = game.play(&state, mv);
        digest.says(&(&state, game.node(&state), game.is_goal(&state)));
    }
    if game.node(&state) == Node::End {
        digest.says(&game.payoff(&state));
    }
    line
}

fn accounts<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    fight: &Fight,
    line: &[Move],
    seed: u64,
    said: &mut Said,
) {
    let digest = &mut said.accounts;
    let (keys, told) = duel.spell(&fight.names, line);
    digest.says(&(&keys, told));
    let mut stream = Stream(seed + 100);
    let letters: Vec<char> = keys.chars().chain("0Zq,".chars()).collect();
    let any: String = (0..12).map(|_| letters[stream.below(letters.len())]).collect();
    for keys in [keys.as_str(), &keys.to_uppercase(), &any] {
        let account = duel.account(&fight.names, keys);
        for turn in &account.turns {
            digest.says(&words::describe(turn, &fight.names));
        }
        digest.says(&words::tell(&account.turns, &fight.names));
        digest.says(&serde_json::to_string(&account).unwrap());
        digest.says(&duel.after(&fight.names, keys));
    }
}

fn dice_facts<const W: usize, O: Order>(
    dice: &Dice<W, O>,
    fight: &Fight,
    spot: &Rolling<W, O>,
    digest: &mut Digest,
) {
    let (mut moves, mut weights, mut merits) = (Vec::new(), Vec::new(), Vec::new());
    dice.moves(spot, &mut moves);
    let left = dice.merits(spot, &mut merits);
    digest.says(&(
        spot,
        dice.node(spot),
        &moves,
        dice.is_goal(spot),
        dice.winner(spot),
        left,
        merits,
    ));
    digest.says(&(dice.value_bounds(spot), dice.value_guess(spot), dice.at_least(spot)));
    digest.says(&(
        spot.is_coin(),
        spot.is_rolling(),
        spot.player(),
        dice.standing(&fight.names, spot),
    ));
    match dice.node(spot) {
        Node::Mean => {
            let mut results = Vec::new();
            dice.weights(spot, &mut weights);
            dice.results(spot, &mut results);
            digest.says(&(weights, results, dice.rolls(spot)));
            for rolls in [&["hit"][..], &["miss", "3"], &["yes"], &["4"], &["p1"], &[]] {
                digest.says(&dice.roll_as(spot, rolls).map_err(|wrong| wrong.to_string()));
            }
        }
        Node::End => digest.says(&dice.payoff(spot)),
        Node::Max | Node::Min | Node::Single => {}
    }
    for &mv in moves.iter().take(8) {
        let mut outcomes = Vec::new();
        if dice.node(spot) != Node::Mean {
            dice.outcomes(spot, mv, &mut outcomes);
        }
        digest.says(&(dice.cost(spot, mv), dice.play_counting(spot, mv), outcomes));
        digest.says(&(dice.spell(&fight.names, spot, mv), dice.harm(spot, mv)));
        digest.says(&dice.cost_of(&fight.names, spot, mv));
        if let DiceMove::Roll(result) = mv {
            digest.says(&dice.roll_name(spot, result));
        }
    }
    for word in ["pass", "K>W", "s", "S"] {
        digest.says(&dice.find(&fight.names, spot, &moves, word));
    }
}

/// The game as it is written and told, and as somebody tells it who makes mistakes.
fn lines<const W: usize, O: Order>(
    dice: &Dice<W, O>,
    fight: &Fight,
    line: &[DiceMove],
    seed: u64,
    digest: &mut Digest,
) {
    let (words, people) = dice.spell_line(&fight.names, &dice.start(), line);
    digest.says(&(&words, people));
    let mut stream = Stream(seed + 200);
    let mut wrong = words.clone();
    if !wrong.is_empty() {
        let place = stream.below(wrong.len());
        ["[hit]", "x", "pass", "[9]"][stream.below(4)].clone_into(&mut wrong[place]);
    }
    let no_rolls = words.iter().filter(|word| !word.starts_with('[')).cloned().collect();
    let joined = words_of(&words.join(""), true);
    for words in [words, wrong, no_rolls, joined] {
        let told = dice.tell(&fight.names, &dice.start(), &words);
        digest.says(&(told.steps, told.end));
        for turn in &told.account.turns {
            digest.says(&outplay_duel::words::describe(turn, &fight.names));
        }
        digest.says(&serde_json::to_string(&told.account).unwrap());
    }
}

/// A fight that is played by hand, with its edits.
pub(crate) fn battle(fight: &Fight, digest: &mut Digest) {
    if fight.needs_dice() {
        return;
    }
    let (mut battle, mut stream) = (fight.battle(), Stream(5));
    for step in 0..14 {
        let moves = battle.moves();
        digest.says(&(
            battle.current(),
            &moves,
            battle.is_over(),
            battle.winner(),
            battle.snapshot(),
        ));
        for player in Player::BOTH {
            digest.says(&(
                battle.effects(player),
                battle.counters(player),
                battle.number(player, "hp"),
            ));
        }
        digest.says(&(battle.queue(), battle.moves_made(), battle.is_edited()));
        match step {
            5 => digest.says(&battle.set(Player::One, "hp", 3)),
            6 => digest
                .says(&(battle.set(Player::Two, "hp", -1), battle.set(Player::One, "nothing", 1))),
            8 => digest.says(&battle.enqueue(Player::Two)),
            9 => digest.says(&battle.dequeue()),
            11 => digest.says(&battle.undo()),
            12 => digest.says(&battle.play("?")),
            _ if moves.is_empty() => digest.says(&battle.undo()),
            _ => {
                let mv = &moves[stream.below(moves.len())];
                let word = if step % 2 == 0 { mv.key.to_string() } else { mv.id.clone() };
                digest.says(&battle.play(&word));
            }
        }
    }
}
