"""Games from webDiplomacy's API.

`webdiplomacy_game.json` has the shape of its `history.json`. Its numbers were put in by another
program's table, that of the package `diplomacy`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from entente.games.diplomacy.exchange import SavedGame, import_game, phase_name, read_game
from entente.games.diplomacy.exchange.webdiplomacy import TERRITORIES
from entente.kernel.user_error import UserError
from tests.games.diplomacy.exchange.games import GAME, START

DATA = Path(__file__).with_name("webdiplomacy_game.json").read_bytes()
NORTH_SEA, PARIS = 53, 47
ENGLISH_IN_PARIS = {"type": "Army", "terrID": PARIS, "countryID": 1, "retreating": False}
YES_NO = {True: "Yes", False: "No"}


def history() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(DATA)
    return game


def read(game: dict[str, Any]) -> SavedGame:
    return read_game(GAME.board, msgspec.json.encode(game))


def status() -> dict[str, Any]:
    """The same game in the form of the older `game/status`."""
    game = history()
    for phase in game["phases"]:
        for unit in phase["units"]:
            unit["unitType"] = unit.pop("type")
            unit["retreating"] = YES_NO[unit["retreating"]]
        for order in phase["orders"]:
            for field in ("viaConvoy", "success", "dislodged"):
                order[field] = YES_NO[order[field]]
            for field in ("terrID", "toTerrID", "fromTerrID"):
                order[field] = order[field] or 0
            order["unitType"] = order["unitType"] or ""
    return {"variantID": 1, "gameOver": "No", "turn": 3, "phase": "Diplomacy", **game}


def test_every_territory_has_a_number() -> None:
    places = set(GAME.board.locations)
    assert set(TERRITORIES) - {""} == places
    assert len(TERRITORIES) == len(places) + 1


def test_the_numbers_of_the_first_position() -> None:
    """As the site gives the beginning of every game: country, kind of unit, territory."""
    fleets = {7: [27, 79], 3: [11], 2: [46], 1: [6, 2], 4: [37], 6: [24], 5: [73]}
    armies = {7: [29, 31], 3: [12, 15], 2: [49, 47], 1: [3], 4: [38, 41], 6: [22, 23], 5: [74, 72]}
    rows = [
        {"unitType": kind, "retreating": "No", "terrID": number, "countryID": country}
        for kind, table in (("Fleet", fleets), ("Army", armies))
        for country, numbers in table.items()
        for number in numbers
    ]
    game = {"gameID": 5, "phases": [{"turn": 0, "phase": "Diplomacy", "units": rows}]}
    (phase,) = read(game).phases
    assert phase.name == "S1901M"
    assert {power: set(units) for power, units in phase.units.items()} == {
        power: set(units) for power, units in START.units.items()
    }


@pytest.mark.parametrize("shape", [history, status])
def test_a_game_is_replayed(shape: Any) -> None:
    """Movement with convoys, retreats, builds on a coast; the last phase has no orders yet."""
    saved = read_game(GAME.board, msgspec.json.encode(shape()))
    (match,) = import_game(GAME, saved).matches
    names = [phase.name for phase in saved.phases]
    assert names == ["S1901M", "F1901M", "W1901A", "S1902M", "S1902R", "F1902M"]
    assert phase_name(match.state) == "F1902M"
    keys = {line.entry.message.key for line in match.log}
    assert {"log.result.sails", "log.retreats", "log.builds"} <= keys


def test_the_site_omits_a_winter_of_waits() -> None:
    """Its archive omits a power that waits; if all wait, the phase is missing."""
    game = history()
    first, autumn = game["phases"][:2]
    waiting = {**game["phases"][3], "units": game["phases"][2]["units"], "orders": []}
    game["phases"] = [first, autumn, waiting]
    saved = read(game)
    (match,) = import_game(GAME, saved).matches
    assert phase_name(match.state) == "S1902M"
    assert not any(line.entry.message.key == "log.builds" for line in match.log)


def test_an_army_without_a_convoy_walks() -> None:
    """The site takes the move for one by land, as the other programs do."""
    first = history()["phases"][0]
    liverpool, wales = 3, 5
    order = {"countryID": 1, "terrID": liverpool, "type": "Move", "toTerrID": wales}
    after = [
        {**unit, "terrID": wales} if unit["terrID"] == liverpool else unit
        for unit in first["units"]
    ]
    game = {
        "gameID": 5,
        "phases": [
            {**first, "orders": [{**order, "viaConvoy": True, "unitType": "Army"}]},
            {**first, "units": after, "turn": 1, "orders": []},
        ],
    }
    saved = read(game)
    assert saved.phases[0].orders == {"ENGLAND": ["A LVP - WAL VIA"]}
    (match,) = import_game(GAME, saved).matches
    assert "A WAL" in match.state.units["ENGLAND"]


def test_the_echo_of_a_finished_game_is_left_out() -> None:
    """Drawn games have their last season twice in the archive."""
    game = history()
    first = game["phases"][0]
    game["phases"] = [first, {**first, "turn": 1}, {**first, "phase": "Finished", "orders": []}]
    saved = read(game)
    assert [phase.name for phase in saved.phases] == ["S1901M", "COMPLETED"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda game: game.update(variantID=15), "exchange.variant"),
        (lambda game: game["phases"][0]["units"][0].update(terrID=82), "exchange.territory"),
        (lambda game: game["phases"][0]["units"][0].update(terrID=-1), "exchange.territory"),
        (lambda game: game["phases"][0]["units"][0].update(countryID=8), "exchange.country"),
        (lambda game: game["phases"][0]["orders"][0].update(type="Parley"), "exchange.order_type"),
        (lambda game: game["phases"][0].pop("turn"), "exchange.malformed"),
        (lambda game: game["phases"][0].update(turn=10**12), "exchange.turn"),
        (lambda game: game["phases"][0].update(turn=-1), "exchange.turn"),
        (lambda game: game["phases"][1].update(phase="Banana"), "exchange.site_phase"),
        (lambda game: game["phases"][0]["units"][0].update(type="Wing"), "exchange.unit_type"),
        (lambda game: game["phases"][0]["units"][0].update(terrID=0), "exchange.unit_nowhere"),
        (lambda game: game["phases"][0]["units"][0].update(countryID=0), "exchange.unit_nowhere"),
        (lambda game: game["phases"][0]["orders"][0].update(countryID=0), "exchange.nobodys_order"),
        (
            lambda game: game["phases"][0]["units"][0].update(type="Army", terrID=NORTH_SEA),
            "exchange.position",
        ),
        (lambda game: game["phases"][0]["units"].append(ENGLISH_IN_PARIS), "exchange.position"),
        (lambda game: game["phases"][0]["units"][0].update(retreating=True), "exchange.position"),
    ],
)
def test_impossible_values_are_refused(change: Any, key: str) -> None:
    game = history()
    change(game)
    with pytest.raises(UserError) as caught:
        read(game)
    assert caught.value.message.key == key
    assert caught.value.text("fr") != str(caught.value)


def test_a_phase_before_the_game_is_passed_over() -> None:
    game = history()
    game["phases"].insert(0, {"turn": 0, "phase": "Pre-game"})
    assert read(game).phases[0].name == "S1901M"
