//! Seeds that no file holds.

use outplay::registry::template;

use crate::games;
use crate::lists::BETWEEN;
use crate::requests::{PACKED, pack};

/// Hands in every other form.
pub(super) fn hands() -> Vec<Vec<u8>> {
    let hands = [
        "\0- name: Spark\n  cost: 1\n  pitch: 2\n  attack: 5\n  action: 0\n- {name: Sword, cost: 2, attack: 3}\n",
        "\0action_points: 1\nresources: 2\ncards:\n  - {cost: 0, pitch: 1, attack: 4, go_again: 1}\n",
        "\u{2}name,cost,pitch,attack,go_again,action\nSpark,1,2,5,,0\n\"Sword\",2,,3,1,\n",
        "\u{3}Snatch,cost=0,pitch=1,attack=4,go_again=0\nZap,cost=0,pitch=3,attack=1\n",
    ];
    hands.map(|hand| hand.as_bytes().to_vec()).to_vec()
}

/// A card list with decks and hands.
pub(super) fn lists() -> Vec<String> {
    let list = "Name\tColor\tPitch\tCost\tPower\tCard Keywords\nSnatch\tRed\t1\t0\t4\t\nSnatch\tBlue\t3\t0\t2\t\n\
                Zap\tBlue\t3\t0\t1\tGo again\nShield\t\t\t\t\t\n";
    let decks = ["", "3x Snatch (red)\n2 Zap # cheap\n", "1x Snatch (blue)\n"];
    let hands = ["", "Snatch (red); Zap", "2x Snatch (blue), Shield"];
    let all = decks.into_iter().flat_map(|deck| hands.map(|hand| [list, deck, hand].join(BETWEEN)));
    all.collect()
}

/// Requests of every page and of every command, in the forms that a body may have.
pub(super) fn requests() -> Vec<String> {
    let pages = PAGES.split_whitespace().zip(games().cycle());
    let pages = pages.map(|(page, game)| format!("GET /{}", page.replace("GAME", game.name)));
    let mine = template("mine");
    let packed = OWN_PAGES.split_whitespace().flat_map(|page| {
        [
            format!("GET /{page}{PACKED}\n\n{mine}"),
            format!("GET /{page}rules={}", pack(mine.as_bytes())),
        ]
    });
    pages.chain(packed).chain(REQUESTS.map(str::to_owned)).collect()
}

/// Pages of rules that came with the address, as far as the rules.
const OWN_PAGES: &str = "play/own?moves=s& solve/own?explain=1& explore/own? show/own? edit/own? lab/own? \
    api/solve/own? api/replay/own?moves=sp& api/match/own?games=2& picture/own?";

const PAGES: &str = "show/GAME solve/GAME play/GAME explore/GAME picture/GAME edit/GAME lab/GAME \
    lab/GAME/sliders lab/GAME/everyone lab/GAME/match lab/GAME/compare lab/GAME/versions lab/GAME/report \
    api/version/GAME api/show/GAME hand combat hand/odds hand/compare api schema.json";

const REQUESTS: [&str; 20] = [
    "GET /",
    "GET /api\naccept: text/html",
    "GET /api/openapi.json\naccept-encoding: gzip",
    "GET /api/solve/wizard?mode=hard&boss.hp=40&explain=1&max-states=100",
    "GET /api/solve/arena?p1=mage&p2=rogue&order=queue&goal=sp&progress=true",
    "GET /api/solve/monsters?ogre.hp=3&after=1",
    "GET /api/replay/wizard?moves=304320&after=3",
    "GET /api/compare/hand?sizes=1..3&repeat=2",
    "GET /api/deal/combat?cards=10&seed=7",
    "GET /api/match/arena?p1=mage:random&p2=rogue:greedy&games=3&seed=1",
    "GET /api/tournament/arena?fighters=mage,rogue&styles=random,greedy&games=1",
    "GET /api/sweep/wizard?vary=mode%3Dnormal,hard&vary=boss.hp%3D50..60:5",
    "GET /api/tune/wizard?want=value%3C%3D900&change=boss.hp%3D40..60",
    "GET /api/report/wizard?max-states=2&games=2",
    "GET /play/arena?moves=SAS&p1=mage&p2=vampire",
    "GET /hand?card=Snatch%2Ccost%3D2%2Cpitch%3D1%2Cattack%3D6",
    "GET /combat?p1=9+2+6&p2=5+8+4&mode=recursive",
    "POST /api/solve/wizard\ncontent-type: application/json\n\n{\"set\": [\"boss.hp=21\"], \"explain\": true}",
    "POST /api/show/own\n\nrules-text=title+%3D+%22Mine%22%0A%5Bfighters.a%5D%0Ahp+%3D+5",
    "POST /api/cancel\n\nid=1",
];

/// Small games with everything that can stand in one.
pub(super) const SKETCHES: [&str; 8] = [
    "a: 1 b, 5 win\nb: 1 a, 2 win",
    "start: 5 win, 1 other?\nother?: 0 win, 0 start",
    "a: 1 b?, 0 a\nb?: 0 a, 3 win, 1 c!\nc!: 2 d\nd:",
    "a?: 0 a?, 0 b\nb = -3",
    "a: 0 b?, 0 c?\nb?: 0 d, 0 e\nc?: 0 a, 0 e\nd = 5\ne = -2",
    "a: 1 b~\nb~: 5x0 a, 3 win",
    "a: 0 fair~, 0 again~\nfair~: 0 win, 0 lost\nagain~: 2x0 a, 1x0 win\nlost:",
    "a?: 1 b~, 2 c\nb~: 1 a?, 2x3 c\nc: 4 win, 1 b~",
];
