//! Everyone against everyone when both do their best, as a matrix for each turn order; where dice fall, also
//! whom each does worst against. A meeting that cannot be is a square that says why.

use axum::response::Response;
use maud::{Markup, html};
use outplay::{OrderTable, SolvedMeeting, Table};
use outplay_render::Voice;
use outplay_render::html::{self, Colours, Counts, Look, fighter_names};
use outplay_render::tournament::{done_in, lead, solved_csv, turn_order};

use super::{Format, Tab, file, files, framed, hidden, is_contest, kept, teams};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::notes::Notes;
use crate::query::{Query, with_query};
use crate::work::Work;

/// The page.
pub(super) fn everyone(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_fight(game, query, &["fighters", "format"])?;
    let format = Format::read(query, &[Format::Csv])?;
    let fights = address.open(work)?;
    let about = fights.about();
    if !is_contest(about) {
        let message = format!(
            "in {} only player 1 has a price to pay: everyone meets everyone where both want to win",
            address.game
        );
        return Err(Error::not_found(message));
    }
    let form = |notes: &Notes| form(&address, &fights, query, notes);
    let frame = |body: &Markup| framed(&address, about, Tab::Everyone, body);
    let met = || {
        let given = query.text("fighters")?;
        let fighters = given.as_ref().map(|given| fights.read_fighters(given)).transpose()?;
        Ok(fights.solve_tournament(&fighters.unwrap_or_default(), &work.budget()?)?)
    };
    let answer = match met() {
        Ok(answer) => answer,
        Err(error) => {
            let notes = Notes::of(&error, query);
            return kept(error, &notes, form, frame);
        }
    };
    let form = form(&Notes::default())?;
    if format == Format::Csv {
        return Ok(file(format, &format!("{}-everyone", address.game), solved_csv(&answer)));
    }
    let body = if about.rolls {
        teams::met(&address, &fights, &answer)
    } else {
        html! {
            div.columns.half[answer.orders.len() > 1] {
                @for order in &answer.orders { (table(&address, &fights, order)) }
            }
            p.soft.small {
                (done_in(&answer, "solved", Voice::Page)) " Each square leads to its solution."
            }
        }
    };
    let mut pairs = bare(&address).kept;
    pairs.extend(query.one("fighters")?.map(|given| ("fighters".to_owned(), given.to_owned())));
    pairs.retain(|(name, _)| name != "seed");
    let api = with_query(&address.path("api/tournament"), &pairs);
    Ok(frame(&html! {
        p.lead { (lead(about)) }
        (form)
        (body)
        (files(&Tab::Everyone.path(&address), query, &[Format::Csv], Some(&api)))
    }))
}

/// The same rules without the sides: each square has its own.
pub(super) fn bare(address: &Address) -> Address {
    let mut bare = address.clone();
    bare.kept.retain(|(name, _)| !["p1", "p2"].contains(&name.as_str()));
    bare
}

fn form(address: &Address, fights: &Table, query: &Query, notes: &Notes) -> Result<Markup, Error> {
    let all = fights.fight().map(|fight| fight.spec.teams()).unwrap_or_default();
    let some = all.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(",");
    let given = query.one("fighters")?;
    Ok(html! {
        @if all.len() > 2 {
            form.sheet method="get" action=(Tab::Everyone.path(address)) {
                div.field {
                    label { "Who takes part, with commas between; everyone where it is empty"
                        input name="fighters" value=[given] placeholder=(some) autocomplete="off" spellcheck="false"
                            id=[notes.id("fighters")] aria-invalid=[notes.invalid("fighters")]
                            aria-describedby=[notes.described("fighters")] autofocus[notes.is_first("fighters")];
                    }
                    (notes.beside("fighters"))
                }
                (hidden(bare(address).kept.iter()))
                button.main { "Draw" }
            }
        }
    })
}

fn table(address: &Address, fights: &Table, order: &OrderTable<SolvedMeeting>) -> Markup {
    let entrants = &order.table.entrants;
    let names = fighter_names(fights, entrants);
    let mut bare = bare(address);
    bare.kept.retain(|(name, _)| name != "order");
    let link = |row: usize, column: usize| {
        let [one, two] = [&entrants[row], &entrants[column]];
        bare.link("solve", &[("p1", one), ("p2", two), ("order", &order.order)])
    };
    let counts = Counts::of(fights.about());
    let look = Look { names: &names, counts, colours: Colours::Sides, link: Some(&link) };
    html! {
        section.sheet {
            h2 { (turn_order(order)) }
            (html::matrix(&order.table, &look))
            (html::notes(&order.table, &names))
        }
    }
}
