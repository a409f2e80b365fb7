"""A scene for every question of the game, and something of every kind to point at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel import OptionValue
from tests.games.attrition.scene import Scene

ALL: dict[str, OptionValue] = dict.fromkeys(
    ("tanks", "elites", "air_reserves", "events", "mulligans", "trenches", "generals"), True
)

BOARD: Mapping[str, Mapping[str, int]] = {
    "berlin": {"germany-infantry": 2},
    "rhineland": {"germany-artillery": 1},
    "vienna": {"austria_hungary-infantry": 1},
    "belgium": {"germany-infantry": 3, "germany-airplane": 1, "france-infantry": 2},
    "poland": {"russia-infantry": 1},
    "paris": {"france-artillery": 1, "britain-infantry": 1},
}

RESERVES: Mapping[str, int] = {
    "austria_hungary-infantry": 1,
    "bulgaria-infantry": 1,
    "britain-infantry": 1,
    "italy-infantry": 1,
}

# What there is on the table, by whose it is: the words that a click on it stands for.
THINGS = {
    "central": {
        "own tile in a capital": "germany-infantry berlin",
        "own tile in a territory": "germany-artillery rhineland",
        "own tile abroad": "germany-infantry belgium",
        "enemy tile": "russia-infantry poland",
        "enemy tile beside one's own": "france-infantry belgium",
        "hidden enemy tile": "entente-unknown poland",
        "own capital": "berlin",
        "own territory": "hungary",
        "enemy capital": "london",
        "enemy territory": "ukraine",
        "contested region": "belgium",
        "neutral region": "rome",
        "own neutral region": "sofia",
        "tile in the reserves": "reserves austria_hungary-infantry",
        "neutral tile in the reserves": "reserves bulgaria-infantry",
        "tile in the pouch": "pouch germany-airplane",
        "enemy tile in the pouch": "pouch russia-artillery",
        "destroyed tile": "destroyed austria_hungary-artillery",
        "tile to come": "to_come mexico-infantry",
        "tile in the airfield": "airfield austria_hungary-airplane",
        "card in hand": "CP3",
        "card of the opponent": "EP2",
        "own nation": "austria_hungary",
        "enemy nation": "france",
        "general": "kemal",
        "general of the opponent": "foch",
    },
    "entente": {
        "own tile in a capital": "france-artillery paris",
        "own tile in a territory": "russia-infantry poland",
        "own tile abroad": "france-infantry belgium",
        "enemy tile": "germany-artillery rhineland",
        "enemy tile beside one's own": "germany-infantry belgium",
        "hidden enemy tile": "central-unknown rhineland",
        "own capital": "london",
        "own territory": "ukraine",
        "enemy capital": "berlin",
        "enemy territory": "hungary",
        "contested region": "belgium",
        "neutral region": "sofia",
        "own neutral region": "rome",
        "tile in the reserves": "reserves britain-infantry",
        "neutral tile in the reserves": "reserves italy-infantry",
        "tile in the pouch": "pouch france-airplane",
        "enemy tile in the pouch": "pouch germany-airplane",
        "destroyed tile": "destroyed russia-artillery",
        "tile to come": "to_come usa-infantry",
        "tile in the airfield": "airfield britain-airplane",
        "card in hand": "EP8",
        "card of the opponent": "CP2",
        "own nation": "serbia",
        "enemy nation": "germany",
        "general": "haig",
        "general of the opponent": "hindenburg",
    },
}
KINDS = tuple(THINGS["central"])


def asked(active: str, step: str, **more: Any) -> Scene:
    """A player-turn with everything on the table that can be pointed at."""
    given: dict[str, Any] = {
        "turn": "fall_1915",
        "options": ALL,
        "board": BOARD,
        "status": {"belgium": "contested"},
        "reserves": RESERVES,
        "destroyed": {"austria_hungary-artillery": 1, "russia-artillery": 1},
        "airfield": {"austria_hungary-airplane": 1, "britain-airplane": 1},
        **more,
    }
    scene = Scene(active, step, **given)
    scene.state.hand = {"central": ["CP3", "CP5"], "entente": ["EP8", "EP1"]}
    return scene


def fought(active: str, dice: list[int], **more: Any) -> Scene:
    """The battle of Belgium has begun."""
    scene = asked(active, "choose_battle", battles=["belgium"], dice=dice, **more)
    return scene.do("resolve belgium")


def played(active: str, card: str, turn: str, **more: Any) -> Scene:
    """A card has been played that asks for something at once."""
    scene = asked(active, "play_card", turn=turn, hand=[card], **more)
    scene.state.hand[active] = [card]
    return scene.do(f"play {card}")


def flown() -> Scene:
    """A German airplane has joined the defence of Belgium."""
    plans = {
        "battles": ["belgium"],
        "airfield": {"germany-airplane": 1, "austria_hungary-airplane": 1},
        "dice": [6, 6],
    }
    return asked("entente", "answer_plans", **plans).do("fly germany-airplane belgium")


def dealt() -> Scene:
    """The beginning of a game with event cards."""
    scene = Scene()
    scene.state = scene.game.start({"events": True}, "dealt")
    for pile in ("reserves", "destroyed", "airfield"):
        setattr(scene.state, pile, getattr(asked("central", "rail").state, pile))
    return scene


def questions() -> dict[str, Scene]:
    """Every waiting step of the game."""
    even = {"belgium": {**BOARD["belgium"], "austria_hungary-infantry": 4}}
    hunters = {"belgium": {**BOARD["belgium"], "austria_hungary-jagdkommandos": 1}}
    tank = {"belgium": {**BOARD["belgium"], "france-tank": 1}}
    ottoman = {"istanbul": {"ottoman-infantry": 1}}
    at_war = {"belgium": "contested", "istanbul": "central"}
    won = {"belgium": {"germany-infantry": 2, "france-infantry": 1}, "paris": {}}
    found = [
        dealt(),
        asked("central", "play_card", hand=["CP3", "CP5"]),
        played("entente", "EP4", "fall_1916", board={**BOARD, **ottoman}, status=at_war),
        played(
            "central",
            "CP7",
            "fall_1917",
            destroyed={"germany-infantry": 1, "austria_hungary-artillery": 1},
        ),
        played(
            "central",
            "CP8",
            "fall_1917",
            board={**BOARD, "belgium": {**BOARD["belgium"], "france-airplane": 1}},
        ),
        asked("central", "return_tiles"),
        asked("central", "draw_tiles"),
        asked("entente", "surrender"),
        asked("central", "rail"),
        asked("central", "mobilise"),
        asked("central", "start_movement"),
        asked("central", "plan_battles"),
        asked(
            "entente",
            "answer_plans",
            battles=["belgium"],
            airfield={"germany-airplane": 1, "austria_hungary-airplane": 1},
        ),
        asked("central", "choose_battle", battles=["belgium"]),
        fought("central", [1], board={**BOARD, **even}),
        fought("central", [1, 6, 6, 6], in_force=["CP2"]),
        fought("central", [1, 6, 6, 6]),
        fought("entente", [1, 2, 6], board={**BOARD, **tank}, turn="fall_1917").do("done"),
        fought("entente", [1, 6], board={**BOARD, **hunters}).do("done"),
        fought("central", [1, 6, 6, 6]).do("done"),
        fought("central", [1, 6], board={**BOARD, **won}).do("done"),
        flown().skip_to("recall_airplanes"),
        asked("central", "declare_war"),
        asked("entente", "declare_war").do("declare greece"),
        asked("central", "declare_war", reserves={**RESERVES, "ottoman-infantry": 2}).do(
            "declare ottoman"
        ),
        asked("central", "dig_trench", trenches={"central": {}}),
    ]
    return {scene.step: scene for scene in found}
