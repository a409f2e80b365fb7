"""Games to and from the saved-game format of the Python package `diplomacy`.

`saved_game.json` was written by that package from random orders: its adjudicator and ours must
agree on every phase.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from entente.games.diplomacy.exchange import (
    DiplomacyMatch,
    SavedGame,
    export_game,
    import_game,
    phase_name,
)
from entente.games.diplomacy.game import Diplomacy
from entente.kernel import Match
from entente.kernel.mistake import Mistake

GAME = Diplomacy({})
SAVED = Path(__file__).with_name("saved_game.json").read_bytes()


def played(seed: int, moves: int) -> DiplomacyMatch:
    """A match of random orders, in which nobody votes or gives up."""
    match: DiplomacyMatch = Match(GAME, {}, str(seed))
    rng = Random(seed)
    while len(match.moves) < moves and not match.over:
        seat, decision = next(iter(GAME.decisions(match.state).items()))
        action = decision.menu.sample(rng)
        for vote in ("draw", "concede", "absent"):
            action = action.replace(f"; {vote}", "; orders")
        match.act(seat, action)
    return match


def test_another_engines_game_is_replayed_phase_by_phase() -> None:
    saved = msgspec.json.decode(SAVED, type=SavedGame)
    match = import_game(GAME, SAVED)
    last = saved.phases[-1]
    assert len(saved.phases) == 24
    assert len(match.moves) > 100
    assert phase_name(match.state) != last.name  # its orders were carried out too


@pytest.mark.parametrize("seed", range(6))
def test_our_game_comes_back_as_it_went(seed: int) -> None:
    match = played(seed, 150)
    saved = msgspec.json.encode(export_game(match, "ours"))
    again = import_game(GAME, saved)
    state, other = match.state, again.state
    assert {p: set(u) for p, u in state.units.items()} == {
        p: set(u) for p, u in other.units.items()
    }
    assert {p: set(c) for p, c in state.centres.items()} == {
        p: set(c) for p, c in other.centres.items()
    }
    assert phase_name(state) == phase_name(other)


def test_the_format_has_what_that_package_reads() -> None:
    saved = json.loads(msgspec.json.encode(export_game(played(1, 40), "ours")))
    assert saved["map"] == "standard"
    first, second = saved["phases"][:2]
    assert first["name"] == "S1901M"
    assert first["state"]["units"]["RUSSIA"] == ["A WAR", "A MOS", "F SEV", "F STP/SC"]
    assert len(first["orders"]["RUSSIA"]) == 4
    assert second["name"] in ("S1901R", "F1901M")
    assert set(first["state"]) >= {"units", "retreats", "centers", "homes", "builds", "name"}


def test_who_hands_in_nothing_has_no_orders() -> None:
    match: DiplomacyMatch = Match(GAME, {}, "0")
    for seat, decision in dict(GAME.decisions(match.state)).items():
        orders = decision.menu.sample(Random(0)).rsplit("; ", 1)[0]
        match.act(seat, f"{orders}; {'absent' if seat == 'france' else 'orders'}")
    phases = export_game(match, "ours").phases
    assert phases[0].orders["FRANCE"] == []
    assert phases[0].orders["ITALY"]


def test_results_are_told_in_the_formats_words() -> None:
    phases = export_game(played(3, 120), "ours").phases
    words = {word for phase in phases for rows in phase.results.values() for word in rows}
    assert {"bounce", "void"} <= words <= {"bounce", "void", "cut", "dislodged", "no convoy"}


def test_only_seven_players_have_the_format() -> None:
    match: DiplomacyMatch = Match(GAME, {"players": 3}, "0")
    with pytest.raises(Mistake) as caught:
        export_game(match, "three")
    assert "seven" in str(caught.value)
    assert "sept" in caught.value.said("fr")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda game: game.update(map="ancient"), "exchange.map"),
        (lambda game: game["phases"].pop(1), "exchange.phase"),
        (
            lambda game: game["phases"][1]["state"]["units"].update(FRANCE=["A PAR"]),
            "exchange.differs",
        ),
        (lambda game: game.pop("phases"), "exchange.malformed"),
    ],
)
def test_what_cannot_be_followed_is_refused(change: object, key: str) -> None:
    game = json.loads(SAVED)
    assert callable(change)
    change(game)
    with pytest.raises(Mistake) as caught:
        import_game(GAME, json.dumps(game).encode())
    assert caught.value.message.key == key


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(Mistake) as caught:
        import_game(GAME, b"not a game")
    assert caught.value.message.key == "exchange.malformed"


@pytest.mark.parametrize("vote", ["draw", "orders"])
def test_a_game_that_is_over_comes_back_up_to_its_end(vote: str) -> None:
    match: DiplomacyMatch = Match(GAME, {"end_year": 1902}, "0")
    rng = Random(0)
    while not match.over:
        for seat, decision in dict(GAME.decisions(match.state)).items():
            orders = decision.menu.sample(rng)
            if match.state.stack[-1].step == "orders":
                orders = f"{orders.rpartition('; ')[0]}; {vote}"
            match.act(seat, orders)
    again = import_game(GAME, msgspec.json.encode(export_game(match, "ours")))
    assert {p: set(u) for p, u in match.state.units.items()} == {
        p: set(u) for p, u in again.state.units.items()
    }
    assert not again.over


def test_a_file_too_deep_is_refused() -> None:
    with pytest.raises(Mistake):
        import_game(GAME, b'{"a": ' + b"[" * 20000 + b"]" * 20000 + b"}")
