//! What `/api` is, for programs that read such things: an `OpenAPI` 3.1 document.

use serde_json::{Map, Value, json};

/// A name that can be asked with: what it is called, its type, what it is.
type Named = (&'static str, &'static str, &'static str);

const FIGHT: [Named; 7] = [
    ("mode", "string", "A named variation of the rules; `all` for every one"),
    ("set", "array", "PATH=VALUE: change a number or a word of the rules, as boss.hp=71"),
    ("p1", "string", "The fighter of player 1, with a style as mage:greedy, or their deck"),
    ("p2", "string", "The fighter of player 2, with a style as rogue:random, or their deck"),
    ("order", "string", "Whose turn it is: alternate, queue or restricted-queue"),
    (
        "goal",
        "string",
        "Another goal than that of the rules: winner-hp, or what to win with the least of",
    ),
    ("input", "string", "The puzzle's own text: boss stats, decks, a hand"),
];
const CARDS: [Named; 3] = [
    ("card", "array", "For a hand: Snatch,cost=0,pitch=1,attack=4,go_again=0"),
    ("hand", "string", "For a hand: cards by name, from the card list"),
    ("card-list", "string", "For a hand: the card list, tab-separated"),
];
const AFTER: Named = ("after", "string", "Start from the position after these moves");
const LIMITS: [Named; 2] = [
    ("max-seconds", "number", "Stop with what is known after so many seconds"),
    ("max-states", "integer", "Stop with what is known after keeping so many states"),
];

/// A command: its name, what it does, and what it can be asked with besides the limits.
fn commands() -> Vec<(&'static str, &'static str, Vec<Named>)> {
    let solve = [
        AFTER,
        ("by", "string", "Which search"),
        ("at-most", "integer", "A budget: is there a win within it?"),
        ("all", "boolean", "List every optimal line"),
        ("explain", "boolean", "At each turn, what every other move was worth"),
        ("playouts", "integer", "For the search mcts: how many playouts"),
        ("seed", "integer", "For the search mcts: what the playouts start from"),
    ];
    let replay = [
        AFTER,
        ("moves", "string", "The moves: 34230000, or for a hand: pitch B, play A"),
        ("at-most", "integer", "A budget: the move that would spend more is refused"),
        ("max-rounds", "integer", "Combat: tell at most so many rounds"),
    ];
    let compare = [
        AFTER,
        ("sizes", "string", "For hands: sizes, both ends included, as 1..9"),
        ("repeat", "integer", "For hands: how many of each size"),
        ("seed", "integer", "For hands: the seed of the first"),
        ("config", "string", "For hands: ranges for the cards, as YAML"),
    ];
    let deal = [
        ("cards", "integer", "How many cards; for combat, of both players together"),
        ("seed", "integer", "The same seed deals the same cards"),
        ("number", "integer", "Combat: which deal of the seed"),
        ("config", "string", "Hand: ranges for the cards, as YAML"),
    ];
    let matched = [
        AFTER,
        ("cards", "integer", "Combat: how many cards, of both players together"),
        ("games", "integer", "How many games, up to 100,000 [1000]"),
        ("seed", "integer", "What the shuffles and the random moves start from"),
    ];
    let tournament = [
        ("fighters", "string", "Who takes part, as mage,rogue [everyone]"),
        ("styles", "string", "Every fighter plays with each, as random,greedy [perfect play]"),
        ("games", "integer", "With styles: how many games a meeting, up to 10,000 [200]"),
        ("seed", "integer", "With styles: what the random moves start from"),
    ];
    let met = FIGHT.into_iter().filter(|(name, _, _)| !["p1", "p2"].contains(name));
    let tournament = met.chain(tournament).collect();
    let sweep = [
        AFTER,
        ("vary", "array", "PATH=A..B, PATH=A..B:STEP or PATH=ONE,OTHER: what varies, one to four"),
        ("x", "string", "The number along a row, and its range: boss.hp=1..80"),
        ("y", "string", "The number from row to row: boss.attack=1..40"),
        ("seed", "integer", "Which cards are dealt, where cards vary"),
    ];
    let tune = [
        ("want", "array", "win, no-win, value<=900, value in 1000..1100, or balanced"),
        ("change", "array", "PATH=A..B: a number that may change, and between what"),
    ];
    let report = [
        (
            "games",
            "integer",
            "How many games where a style can only be sampled, up to 10,000 [2000]",
        ),
        ("seed", "integer", "The seed of the first of them"),
    ];
    vec![
        ("show", "The rules: of a fight its fighters, skills, effects and modes", FIGHT.to_vec()),
        ("solve", "The best play, proved", [&FIGHT[..], &solve, &CARDS].concat()),
        ("replay", "These moves, turn by turn", [&FIGHT[..], &replay, &CARDS].concat()),
        ("compare", "All searches side by side", [&FIGHT[..], &compare].concat()),
        ("deal", "Random hands and decks", deal.to_vec()),
        ("match", "Many games between two styles, or of combat", [&FIGHT[..], &matched].concat()),
        ("tournament", "Everyone against everyone", tournament),
        (
            "sweep",
            "The value over one to four numbers or words",
            [&FIGHT[..], &sweep, &CARDS].concat(),
        ),
        ("tune", "The smallest change that gives what is wanted", [&FIGHT[..], &tune].concat()),
        ("report", "Everything a designer asks of a fight", [&FIGHT[..], &report].concat()),
    ]
}

/// The document.
pub(super) fn document() -> Value {
    let mut paths = Map::new();
    paths.insert("/api/games".to_owned(), json!({ "get": {
        "operationId": "games", "summary": "The games that are served",
        "responses": {
            "200": { "description": "The games", "content": { "application/json": { "schema": { "type": "array" } } } },
            "405": refusal("Not GET; see Allow"),
            "421": refusal("Asked under a name that is not this machine's"),
            "503": refusal("Too much at once; see Retry-After"),
        },
    } }));
    for (name, about, mut parameters) in commands() {
        parameters.extend(LIMITS);
        let path = format!("/api/{name}/{{game}}");
        let required = required(name);
        let parameter = |named: &Named| parameter(named, required.contains(&named.0));
        paths.insert(
            path,
            json!({
                "parameters": [{
                    "name": "game", "in": "path", "required": true, "schema": { "type": "string" },
                    "description": "A game of /api/games",
                }],
                "get": {
                    "operationId": name, "summary": about,
                    "parameters": parameters.iter().map(parameter).collect::<Vec<_>>(),
                    "responses": responses(false),
                },
                "post": {
                    "operationId": format!("{name}Post"), "summary": about,
                    "requestBody": { "required": !required.is_empty(), "content": {
                        "application/json": { "schema": body(&parameters, required) },
                        "application/x-www-form-urlencoded": { "schema": body(&parameters, required) },
                    } },
                    "responses": responses(true),
                },
            }),
        );
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Outplay",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Turn-based fights, played out and solved",
            "description": "/api/COMMAND/GAME answers what `outplay COMMAND GAME` prints as JSON. \
                A name with a dot, as boss.hp=71, is a number of the rules. An answer that a limit \
                stopped has `proof: bound` or `stopped`. Where a fight cannot be won, `nearest` is the \
                line that comes nearest (`moves`, `line`, `enemy_hp`, `life` in rounds or null, \
                `proof`), and `missing` lists the numbers that would win it (`number`, `side`, \
                `now`, and `at_least`, `at_most`, `none_up_to` or `none_down_to`). Where dice fall or \
                teams fight, `solve` has `value` (the middle), `lower` and `upper` with \
                `proof: interval`, `options` with what each move gives away (`regret`) or how likely a \
                roll is (`likely`), and a line has each roll in brackets, as in K>W [hit]; \
                `tournament` has `pairs`, `matrix` (rows against columns, null where it is not known), \
                `counters` (`pair`, `best_counter`, `value`) and `dominated` (`pair`, `by`).",
        },
        "paths": paths,
        "components": { "schemas": { "Wrong": {
            "type": "object",
            "required": ["error", "problems"],
            "properties": {
                "error": { "type": "string" },
                "problems": { "type": "array", "items": { "type": "object", "properties": {
                    "severity": { "enum": ["error", "warning"] },
                    "code": { "type": "string" },
                    "message": { "type": "string" },
                    "file": { "type": ["string", "null"] },
                    "line": { "type": ["integer", "null"] },
                    "column": { "type": ["integer", "null"] },
                    "text": { "type": ["string", "null"] },
                    "help": { "type": ["string", "null"] },
                } } },
            },
        } } },
    })
}

fn schema((_, kind, _): &Named) -> Value {
    match *kind {
        "array" => json!({ "type": "array", "items": { "type": "string" } }),
        kind => json!({ "type": kind }),
    }
}

fn parameter(named: &Named, required: bool) -> Value {
    let (name, _, about) = named;
    json!({
        "name": name, "in": "query", "required": required, "description": about,
        "schema": schema(named),
    })
}

fn body(parameters: &[Named], required: &[&str]) -> Value {
    let fields = parameters.iter().map(|named| (named.0.to_owned(), schema(named)));
    json!({ "type": "object", "required": required, "properties": fields.collect::<Map<_, _>>() })
}

/// Without which names a command cannot be answered for any game.
fn required(command: &str) -> &'static [&'static str] {
    match command {
        "deal" => &["cards"],
        "tune" => &["want", "change"],
        _ => &[],
    }
}

/// A refusal.
fn refusal(about: &str) -> Value {
    json!({ "description": about, "content": { "application/json": {
        "schema": { "$ref": "#/components/schemas/Wrong" },
    } } })
}

/// What can come back; with `body`, of a question that has one.
fn responses(body: bool) -> Value {
    let mut all = json!({
        "200": { "description": "The answer", "content": { "application/json": { "schema": { "type": "object" } } } },
        "400": refusal("The question is wrong: what, where, and what would be right"),
        "404": refusal("There is no such game, or it has no such command"),
        "405": refusal("Neither GET nor POST; see Allow"),
        "414": refusal("The address is too long"),
        "421": refusal("Asked under a name that is not this machine's"),
        "500": refusal("A fault of Outplay"),
        "503": refusal("Too much at once; see Retry-After"),
    });
    if body {
        all["408"] = refusal("The body took too long");
        all["413"] = refusal("The body is too large");
        all["415"] = refusal("The body is neither JSON nor a form");
    }
    all
}
