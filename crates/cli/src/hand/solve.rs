//! `outplay solve hand` and `outplay replay hand`.

use outplay::{Allowed, Answer, By, Contents, Proof, Question, Replay as Replayed, Source, Text};
use outplay_render::{answer, hand};

use super::super::args::{Replay, Solve};
use super::super::{Done, Wrong, expect, print, print_json, source, wants_json};
use super::{odds, refuse, refuse_fight, with_cards};

pub(in super::super) fn solve(args: &Solve, source: Source) -> Result<Done, Wrong> {
    refuse_fight(
        &args.game,
        &[
            ("--after", args.after.is_some()),
            ("--at-most", args.at_most.is_some()),
            ("--all", args.all),
            ("--playouts", args.playouts.is_some()),
            ("--seed", args.seed.is_some()),
        ],
    )?;
    let by = args.by.unwrap_or(By::Exact);
    if !By::OF_A_HAND.contains(&by) {
        let message = "this search is for fights; a hand is solved --by exact, greedy or brute";
        return Err(Wrong::Plain(message.to_owned()));
    }
    if args.deck.is_some() {
        odds::refuse_one_hand(args, by)?;
    } else {
        let given = [("--draw", args.draw.is_some()), ("--plot", args.plot.is_some())];
        refuse(&given, "this goes with --deck FILE")?;
    }
    if args.explain && by != By::Exact {
        let message = "--explain prices what the best turn needs: it goes with --by exact";
        return Err(Wrong::Plain(message.to_owned()));
    }
    let source = with_cards(source, &args.game, &args.cards, args.deck.as_deref())?;
    let table = source::open(&source)?;
    if let Contents::Hand(_, Some(deck)) = table.contents() {
        return odds::odds(args, deck);
    }
    let limits = source::allowed(&args.limits).search(Some(by));
    let question = Question { by: Some(by), explain: args.explain, ..Question::default() };
    let answer: Answer =
        source::limited(&limits, "states", |budget| table.solver().solve(&question, budget))?;
    if wants_json(args.format) {
        print_json(&answer);
    } else {
        print(&answer::text(&table, &answer, None));
    }
    let done = if answer.proof() == Proof::Bound { Done::Stopped } else { Done::Well };
    expect::judged(args.expect.as_ref(), &[(String::new(), answer.outcome())], done)
}

pub(in super::super) fn replay(args: &Replay, source: Source) -> Result<Done, Wrong> {
    let more = [
        ("--after", args.after.is_some()),
        ("--at-most", args.at_most.is_some()),
        ("--max-rounds", args.max_rounds.is_some()),
    ];
    refuse_fight(&args.game, &more)?;
    let table = source::open(&with_cards(source, &args.game, &args.cards, None)?)?;
    let Some(moves) = &args.moves else {
        let what = "which moves? give --moves, for example --moves \"pitch B, play A\"";
        return Err(Wrong::Plain(what.to_owned()));
    };
    let limits = Allowed { memory: args.max_memory, ..Allowed::default() }.usual();
    let replay = source::limited(&limits, "moves", |budget| {
        table.solver().replay(&Text::new("--after", ""), moves, budget)
    })?;
    let (Replayed::Hand(replay), Contents::Hand(cards, _)) = (replay, table.contents()) else {
        unreachable!("a hand was opened")
    };
    if wants_json(args.format) {
        print_json(&replay);
    } else {
        print(&hand::replay(cards, &replay));
    }
    if replay.refused.is_some() {
        return Ok(Done::WrongInput);
    }
    expect::judged(args.expect.as_ref(), &[(String::new(), replay.outcome())], Done::Well)
}
