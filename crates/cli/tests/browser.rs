//! The page in a real browser: headless Chromium, driven through `WebDriver`.
//!
//! Needs Debian's `chromium` and `chromium-driver`, which `scripts/test.sh` installs; hence ignored
//! unless asked for: `cargo test -p outplay-cli --test browser -- --ignored`.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod browsing;
mod served;

use browsing::{Driver, Kind, Person, run};
use fantoccini::Locator;
use served::Served;

impl Person<'_> {
    /// A whole game by its hints, a look back, and an address that is shared.
    async fn plays_the_wizard(&self) {
        self.open("/").await;
        self.follows("a[aria-label='Play: Wizard Simulator 20XX']").await;
        self.sees("Wizard to move").await;
        self.follows("a.move[data-key='3']").await;
        self.sees("Moves: 3").await;
        self.follows("#hint").await;
        self.sees("best: 780 mana to win").await;
        assert_eq!(self.address().await, "/play/wizard?moves=3&hint=1");
        self.goes_back().await;
        self.sees("Moves: 3").await;
        assert_eq!(self.address().await, "/play/wizard?moves=3");
        self.follows("#hint").await;
        while self.count(".verdict").await == 0 {
            self.follows("a.move.best").await;
        }
        self.sees("that was perfect play").await;
        self.sees("953 mana").await;
        let shared = self.address().await;
        self.open("/").await;
        self.open(&shared).await;
        self.sees("that was perfect play").await;
        self.reloads().await;
        self.sees("Your moves, looked at again").await;
    }

    /// Two fighters in a queue: numbers through the form, a poor move taken back, hints to the end.
    async fn plays_the_arena(&self) {
        self.open("/").await;
        self.follows("a[aria-label='Play: Arena']").await;
        self.sees("Mage to move").await;
        self.click("details summary").await;
        self.click("[name='p2'] option[value='rogue:minimax']").await;
        self.click("[name='order'] option[value='restricted-queue']").await;
        self.fill("mage.hp", "40").await;
        self.fill("rogue.hp", "60").await;
        self.follows("details form button.main").await;
        self.finds("[aria-label='hp 40 of 40']").await;
        // The solver answers before the page is shown.
        self.follows("a.move[data-key='A']").await;
        self.sees("Moves: AS").await;
        self.goes_back().await;
        self.finds("[aria-label='hp 40 of 40']").await;
        assert!(!self.address().await.contains("moves="));
        self.follows("#hint").await;
        self.sees("best: worth 16").await;
        self.sees("worth -10, gives away 26").await;
        self.follows("a.move.best[data-key='S']").await;
        self.finds("[aria-label='hp 16 of 40']").await;
        self.sees("Moves: SSS").await;
        self.follows("a.move.best[data-key='S']").await;
        self.sees("Mage wins").await;
        self.sees("Worth 16 to player 1").await;
        self.sees("That is what perfect play comes to").await;
        let shared = "/play/arena?p1=mage&p2=vampire:manual&order=restricted-queue&moves=ASAS";
        self.open(shared).await;
        self.sees("Moves: ASAS").await;
        // The source: what is seen depends on how far a hit has faded in.
        let before = self.finds("main").await.html(true).await.unwrap();
        self.reloads().await;
        self.sees("Moves: ASAS").await;
        let after = self.finds("main").await.html(true).await.unwrap();
        assert_eq!((after, self.address().await), (before, shared.to_owned()));
    }

    async fn explores_the_arena(&self) {
        self.open("/explore/arena?order=restricted-queue&mage.hp=40&rogue.hp=60").await;
        self.sees("Mage (player 1) wins with 16 hp").await;
        self.follows("tr:not(.best) a[data-key='A']").await;
        self.sees("Rogue (player 2) wins with 10 hp").await;
        self.follows("tr.best a[data-key='S']").await;
        self.sees("Rogue Special").await;
        assert!(self.address().await.ends_with("moves=AS"));
        self.goes_back().await;
        self.sees("Rogue (player 2) wins with 10 hp").await;
        assert!(self.address().await.ends_with("moves=A"));
    }

    /// Two styles play by themselves: a move at a time by clicking, or with the script unasked.
    async fn watches_the_arena(&self, scripts: bool) {
        let styles = "p1=mage:minimax&p2=rogue:minimax&order=restricted-queue";
        self.open(&format!("/play/arena?{styles}&mage.hp=40&rogue.hp=60")).await;
        self.follows("#on").await;
        self.sees("Moves: S").await;
        self.follows("#watch").await;
        self.finds("#stop").await;
        for moves in ["SS", "SSS", "SSSS"] {
            if !scripts {
                self.follows("#on").await;
            }
            self.sees(&format!("Moves: {moves}")).await;
        }
        self.sees("Mage wins").await;
        if scripts {
            // What went by by itself is one step back, not one for each move.
            self.goes_back().await;
            assert!(self.address().await.ends_with("moves=S"));
        }
    }

    /// Where the solver plays the only side that chooses, it is watched too.
    async fn watches_the_wizard(&self) {
        self.open("/play/wizard?p1=wizard:minimax").await;
        self.sees("Player 1 · the solver · to move").await;
        self.follows("#on").await;
        self.sees("Moves: 0").await;
        self.follows("#undo").await;
        assert_eq!(self.address().await, "/play/wizard?p1=wizard%3Aminimax");
    }

    /// The keys of the moves play them.
    async fn plays_by_keys(&self) {
        self.open("/play/wizard").await;
        for (key, seen) in [("3", "Moves: 3"), ("0", "Moves: 30")] {
            let main = self.finds("main").await;
            self.turns_the_page(async { main.send_keys(key).await.unwrap() }).await;
            self.sees(seen).await;
        }
        assert_eq!(self.address().await, "/play/wizard?moves=30");
    }

    /// The arrows go along the line and to other moves; the graph leads to its places.
    async fn steps_along_a_line(&self) {
        self.open("/explore/wizard?moves=04321").await;
        self.sees("step 5 of 5").await;
        // The last move wasted something, which is marked.
        assert!(self.count(".course .blunder, .course .slip").await >= 1);
        let arrows = [
            ("\u{e012}", "step 4 of 5", "moves=04321&at=4"),
            ("\u{e012}", "step 3 of 5", "moves=04321&at=3"),
            ("\u{e014}", "step 4 of 5", "moves=04321&at=4"),
            // The fourth move was Shield: above it stands Drain.
            ("\u{e013}", "step 4 of 4", "moves=0431"),
            ("\u{e015}", "step 4 of 4", "moves=0432"),
            ("\u{e011}", "step 0 of 4", "moves=0432&at=0"),
        ];
        for (key, seen, address) in arrows {
            let main = self.finds("main").await;
            self.turns_the_page(async { main.send_keys(key).await.unwrap() }).await;
            self.sees(seen).await;
            assert_eq!(self.address().await, format!("/explore/wizard?{address}"));
        }
        self.follows(".course a:nth-of-type(3)").await;
        self.sees("step 2 of 4").await;
        // Anywhere above or below a point leads there as well.
        let script = "
            document.querySelector('.course').scrollIntoView({ block: 'center' });
            const graph = document.querySelector('.course svg').getBoundingClientRect();
            const dot = document.querySelector('.course a:nth-of-type(2) .spot').getBoundingClientRect();
            const there = document.elementFromPoint(dot.left + dot.width, graph.bottom - 3);
            return there.closest('a').getAttribute('href')";
        let there = self.window.execute(script, Vec::new()).await.unwrap();
        assert_eq!(there, "/explore/wizard?moves=0432&at=1");
        // Past the end the best line goes on.
        self.open("/explore/wizard?moves=3").await;
        self.follows("#next").await;
        self.sees("step 2 of 2").await;
    }

    /// After a game: how well it was played, the worst moves, and another try.
    async fn looks_back(&self) {
        self.open("/play/wizard?moves=0432431000").await;
        self.sees("accuracy").await;
        self.sees("throws the win away").await;
        assert_eq!(self.count(".worst li").await, 3);
        self.follows(".worst li:first-child a").await;
        self.sees("Wizard to move").await;
    }

    async fn solves_and_explores(&self) {
        self.open("/solve/wizard").await;
        self.fill("boss.hp", "71").await;
        self.fill("boss.attack", "10").await;
        self.follows("form button.main").await;
        self.sees("Wizard beats Boss with 1,824 mana").await;
        assert!(self.count("polyline").await >= 3);
        self.open("/explore/wizard").await;
        self.follows("tr.best a[data-key='3']").await;
        self.sees("Spent so far: 173 mana").await;
        self.follows("tr.best a[data-key='0']").await;
        self.sees("Spent so far: 226 mana").await;
        self.goes_back().await;
        self.sees("Spent so far: 173 mana").await;
        self.open("/explore/lesson").await;
        self.follows("tbody tr:last-child a").await;
        self.sees("Player 2 to move").await;
        self.open("/solve/lesson").await;
        let drawn = self.window.find(Locator::Css("img.picture")).await.unwrap();
        // Without the drawing there would be a line of text in its place.
        assert!(drawn.rectangle().await.unwrap().3 > 100.0);
    }

    async fn plays_cards(&self) {
        self.open("/hand").await;
        self.fill("deal", "7").await;
        self.follows("form[action='/hand'] button.main").await;
        self.sees("nr6").await;
        assert_eq!(self.count("li.card").await, 7);
        self.open("/combat").await;
        self.follows("form button.main").await;
        self.sees("Player 2 wins with 306 points").await;
        self.follows("#next").await;
        self.sees("step 2 of 29").await;
        self.follows("#next").await;
        self.sees("step 3 of 29").await;
        self.follows("#back").await;
        self.sees("step 2 of 29").await;
    }

    /// A change in a field of B, what it does, a mistake that is marked, and its mending.
    async fn compares_two_versions(&self) {
        self.open("/lab/wizard").await;
        self.follows("nav.sub a[href='/lab/wizard/versions']").await;
        self.sees("write a change into a field of B").await;
        let change = async |selector: &str, value: &str| {
            let field = self.finds(selector).await;
            field.clear().await.unwrap();
            field.send_keys(value).await.unwrap();
        };
        change("[aria-label='change 1 of B']", "boss.hp=60").await;
        change("[aria-label='change 2 of B']", "boss.atack=9").await;
        self.follows("form.changes button.main").await;
        self.sees("did you mean `boss.attack`?").await;
        assert_eq!(self.count("[aria-invalid='true']").await, 1);
        change("[aria-invalid='true']", "boss.attack=9").await;
        self.follows("form.changes button.main").await;
        self.sees("A win costs 316 mana more in B than in A (+33.2 %)").await;
        assert_eq!(self.count("[aria-invalid='true']").await, 0);
        assert!(self.address().await.contains("b=boss.hp%3D60&b=boss.attack%3D9"));
    }

    /// A sweep over two numbers by the form, and one over a single number.
    async fn runs_a_sweep(&self) {
        self.open("/lab/wizard").await;
        self.click("select[name='x'] option[value='wizard.mana']").await;
        self.follows("form.sweep button.main").await;
        self.sees("over wizard mana and").await;
        for (field, value) in [("x-from", "200"), ("x-to", "500"), ("x-step", "100")] {
            self.fill(field, value).await;
        }
        self.fill("y-from", "9x").await;
        self.follows("form.sweep button.main").await;
        self.finds("[name='y-from'][aria-invalid='true']").await;
        self.fill("y-from", "20").await;
        self.fill("y-to", "21").await;
        self.fill("y-step", "1").await;
        self.follows("form.sweep button.main").await;
        self.sees("8 fights solved exactly").await;
        self.click("select[name='y'] option[value='none']").await;
        self.follows("form.sweep button.main").await;
        self.sees("4 fights solved exactly").await;
        self.finds("figure.chart polyline").await;
    }

    async fn reads_the_heat_map(&self, scripts: bool) {
        self.open("/lab/wizard").await;
        self.sees("As written, boss hp 55, boss attack 8: 953 mana").await;
        if scripts {
            // The map is reached by the tab key, its squares by the arrows, and a fight by Enter.
            let map = self.finds(".heat svg.cells[tabindex='0']").await;
            map.send_keys("\u{e014}").await.unwrap();
            self.sees("boss hp 57, boss attack 8: 1,249").await;
            map.send_keys("\u{e007}").await.unwrap();
            self.sees("Wizard beats Boss with 1,249 mana").await;
        }
        self.open("/lab/wizard?x-from=21&x-to=23&y-from=1&y-to=2").await;
        self.follows("form[data-open] button").await;
        self.sees("Wizard beats Boss with 279 mana").await;
    }
}

async fn visits(kind: Kind) {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(kind).await;
    let person = Person { window: &window, served: &served };
    person.plays_the_wizard().await;
    person.plays_the_arena().await;
    person.explores_the_arena().await;
    person.watches_the_arena(kind != Kind::WithoutScripts).await;
    person.watches_the_wizard().await;
    if kind != Kind::WithoutScripts {
        person.plays_by_keys().await;
        person.steps_along_a_line().await;
    }
    person.looks_back().await;
    person.solves_and_explores().await;
    person.plays_cards().await;
    person.reads_the_heat_map(kind != Kind::WithoutScripts).await;
    person.compares_two_versions().await;
    person.runs_a_sweep().await;
    let mut complaints = driver.complaints(&window).await;
    // That two questions were wrong is no complaint about the page.
    complaints.retain(|complaint| !complaint.contains("status of 400 (Bad Request)"));
    assert_eq!(complaints, Vec::<String>::new());
    // A mistake is explained where the person is.
    person.open("/solve/wizard?boss.hpp=71").await;
    person.sees("did you mean `boss.hp`?").await;
    window.close().await.unwrap();
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn a_person_plays_solves_and_explores() {
    run(visits(Kind::Desk));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn a_phone_is_wide_enough() {
    run(visits(Kind::Phone));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn everything_works_without_scripts() {
    run(visits(Kind::WithoutScripts));
}
