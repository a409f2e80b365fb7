"""Files of saved games, and what is wrong with some."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from entente.games.diplomacy.exchange import (
    export_game,
    games_in,
    import_game,
    phase_name,
    read_game,
)
from entente.kernel import registry
from entente.kernel.record import dump, parse, record_of
from entente.kernel.user_error import UserError
from tests.games.diplomacy.exchange.games import GAME, phase

HERE = Path(__file__).parent
PACKAGE = (HERE / "package_game.json").read_bytes()
WEBDIPLOMACY = (HERE / "webdiplomacy_game.json").read_bytes()
ODD: list[Any] = [
    *(None, 0, -1, 8, 99, 10**12, 1.5, True, "", [], {}, "A PAR", "F SPA", "A ION", "*A PAR"),
    *("COMPLETED", "W1901A", "Finished", "Builds", "Retreats", "Army", "Wing", "A PAR B", "²"),
]
CICERO = (HERE / "cicero_games.jsonl").read_bytes()


def test_another_engines_game_is_replayed_phase_by_phase() -> None:
    """`package_game.json` was written by the package `diplomacy` from random orders."""
    saved = read_game(GAME.board, PACKAGE)
    (match,) = import_game(GAME, saved).matches
    assert len(saved.phases) == 24
    assert len(match.moves) > 100
    assert phase_name(match.state) != saved.phases[-1].name  # its orders were carried out too


@pytest.mark.parametrize("number", [0, 1])
def test_phases_without_a_choice_are_passed_over(number: int) -> None:
    """In the Cicero experiments' files a retreat is saved of a unit that can go nowhere."""
    saved = read_game(GAME.board, games_in(CICERO)[number])
    (match,) = import_game(GAME, saved).matches
    retreats = saved.phases[-2]
    assert retreats.name.endswith("R")
    assert not any(line.entry.message.key == "log.retreats" for line in match.log)
    assert phase_name(match.state) == saved.phases[-1].name  # which has no orders yet


def test_games_on_lines_and_in_lists() -> None:
    one, two = games_in(CICERO)
    assert games_in(CICERO) == CICERO.splitlines()
    assert games_in(b"\n" + one + b"\n\n" + two) == [one, two]
    assert [json.loads(game) for game in games_in(b"[" + one + b", " + two + b"]")] == [
        json.loads(one),
        json.loads(two),
    ]


def test_a_game_over_several_lines_is_one_game() -> None:
    spread = json.dumps(json.loads(PACKAGE), indent=1).encode()
    assert games_in(b"\xef\xbb\xbf" + spread) == [spread]


def refusal(data: object) -> str:
    """The key of what is said about a game."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    with pytest.raises(UserError) as caught:
        read_game(GAME.board, games_in(text)[0])
    assert caught.value.text("fr") != caught.value.text("en")
    return caught.value.message.key


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "exchange.empty"),
        (b"not a game", "exchange.malformed"),
        (b'{"a": ' + b"[" * 20000 + b"]" * 20000 + b"}", "exchange.malformed"),
        ({"id": "x"}, "exchange.no_phases"),
        ({"phases": []}, "exchange.no_phases"),
        ({"phases": [phase("FORMING")]}, "exchange.no_phases"),
        ({"gameID": 1, "phases": [{"turn": 0, "phase": "Pre-game"}]}, "exchange.no_phases"),
        ([], "exchange.no_game"),
        ({"entente": 1, "game": "diplomacy"}, "exchange.record"),
        ({"phases": [{"name": "S1901M"}]}, "exchange.malformed"),
        ({"phases": [phase("S1901M")], "map": "ancient"}, "exchange.map"),
        ({"phases": [phase("1901 S")]}, "exchange.phase_name"),
        ({"phases": [phase("S1901A")]}, "exchange.phase_name"),
        ({"phases": [phase("S1901M", {"BAVARIA": ["A MUN"]})]}, "exchange.power"),
        ({"phases": [phase("S1901M", {"FRANCE": ["A XYZ"]})]}, "exchange.position"),
        ({"phases": [phase("S1901M", centers={"FRANCE": ["BUR"]})]}, "exchange.position"),
    ],
)
def test_an_invalid_value_is_refused_with_its_path(data: Any, key: str) -> None:
    assert refusal(data) == key


@pytest.mark.parametrize(
    ("units", "centres", "said"),
    [
        ({"FRANCE": ["A ION"]}, {}, "S1905M, units, FRANCE, “A ION”: "),
        ({"FRANCE": ["F PAR"]}, {}, "S1905M, units, FRANCE, “F PAR”: "),
        ({"FRANCE": ["F SPA"]}, {}, "SPA/NC"),
        ({"FRANCE": ["A PAR", "F BRE", "A PAR"]}, {}, "A PAR"),
        ({"FRANCE": ["F STP/NC"], "RUSSIA": ["A STP"]}, {}, "S1905M, units, RUSSIA, “A STP”: "),
        ({"FRANCE": ["A PAR", "*A PAR"]}, {}, "S1905M, units, FRANCE, “*A PAR”: "),
        ({}, {"FRANCE": ["BER"], "GERMANY": ["BER"]}, "S1905M, centers, GERMANY, “BER”: "),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_phase_unit_and_reason(
    units: Any, centres: Any, said: str
) -> None:
    game = {"phases": [phase("S1905M", units, centers=centres)]}
    with pytest.raises(UserError) as caught:
        read_game(GAME.board, json.dumps(game).encode())
    assert caught.value.message.key == "exchange.position"
    assert said in str(caught.value)
    assert caught.value.text("fr") != str(caught.value)


def test_dislodged_units_have_their_place_among_the_retreats() -> None:
    units = {"FRANCE": ["A BUR", "*F BRE"], "ENGLAND": ["F BRE"]}
    game = {"phases": [phase("S1905R", units), phase("COMPLETED", units)]}
    for each in read_game(GAME.board, json.dumps(game).encode()).phases:
        assert each.units == {"FRANCE": ["A BUR"], "ENGLAND": ["F BRE"]}
        assert each.dislodged == {"FRANCE": ["F BRE"]}


@pytest.mark.parametrize("seed", range(20))
def test_every_file_is_read_or_refused(seed: int) -> None:
    """Valid games with a value changed, a key left out or an entry doubled."""
    rng = Random(seed)
    game = json.loads(rng.choice([*games_in(CICERO), WEBDIPLOMACY]))
    for _ in range(rng.choice([1, 1, 3])):
        damage(rng, game)
    try:
        saved = read_game(GAME.board, json.dumps(game).encode())
        imported = import_game(GAME, saved, follow=True)
    except UserError as error:
        error.text("fr")
        return
    for match in imported.matches:
        parse(dump(record_of(match))).verify(registry.load)
        assert export_game(match, "again").phases


def damage(rng: Random, game: dict[str, Any]) -> None:
    """Change one thing somewhere, going down until chance says to stop."""
    inside: Any = game
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(inside[key], dict | list) or rng.random() < 0.1:
            break
        inside = inside[key]
    fate = rng.random()
    if fate < 0.3:
        del inside[key]
    elif fate < 0.4 and isinstance(inside, list):
        inside.insert(0, inside[key])
    else:
        inside[key] = rng.choice(ODD)
