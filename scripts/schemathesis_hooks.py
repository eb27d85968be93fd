"""What schemathesis asks is made cheap, and now and then something that can be answered.

Every search gets a short time. Most names go with some games only, so a question with all of them is
always refused: of half the questions that fit the document only the names stay that a game of any kind
takes, and what is needed gets a value that means something.
"""

import random

import schemathesis

NEEDED = {
    "cards": 8,
    "want": ["value<=900"],
    "change": ["boss.hp=50..52", "wizard.hp=40..60"],
    "vary": ["boss.hp=50..52"],
    "p1": "9 2 6",
    "p2": "5 8 4",
    "card": ["A,cost=2,pitch=1,attack=6", "B,cost=0,pitch=3,attack=1"],
}
OF_CARDS = {"deal": ["cards"], "match": ["cards"], "solve": ["p1", "p2"], "replay": ["p1", "p2"]}


def meant(command, game, asked):
    """A question that a game of that name may well answer."""
    kept = {name: asked[name] for name in ("max-states", "seed", "explain") if name in asked}
    if command not in ("solve",):
        kept.pop("explain", None)
    if command in ("show", "replay", "compare"):
        kept.pop("seed", None)
    if game == "hand" and command in ("solve", "replay"):
        kept["card"] = NEEDED["card"]
        kept.pop("seed", None)
        if command == "replay":
            kept["moves"] = "pitch B, play A"
    elif game == "combat" or command == "deal":
        kept.update({name: NEEDED[name] for name in OF_CARDS.get(command, [])})
    elif command == "sweep":
        kept["vary"] = NEEDED["vary"]
    elif command == "tune":
        kept.update(want=NEEDED["want"], change=NEEDED["change"])
    return kept


@schemathesis.hook
def before_call(context, case, kwargs):
    parts = case.operation.path.split("/")
    if len(parts) != 4:
        return
    command, game = parts[2], (case.path_parameters or {}).get("game")
    body = case.body if isinstance(case.body, dict) else None
    asked = case.query if case.method.upper() == "GET" else body
    if not isinstance(asked, dict):
        return
    chance = random.Random(repr((command, game, sorted(map(repr, asked.items())))))
    fits = case.meta is None or case.meta.generation.mode == schemathesis.GenerationMode.POSITIVE
    if fits and isinstance(game, str) and chance.random() < 0.5:
        kept = meant(command, game, asked)
        asked.clear()
        asked.update(kept)
    asked.setdefault("max-seconds", 0.2)
