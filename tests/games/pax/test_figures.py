"""What the page knows of the figures: prices, events, bonuses; and positions with their sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.board_info import PaxFacts
from entente.games.pax.presentation.figures import bonus_areas
from entente.games.pax.scoring import end_bonuses
from entente.games.pax.state import Forces, Marker, PaxState
from entente.kernel import Chance
from entente.kernel.text import LANGUAGES
from scripts.pax_fixture import PHASES, TARGET, calculate
from tests.games.pax.worlds import board

GAME = PaxBritannica({})
Markers = dict[str, dict[str, Marker]]


def facts(language: str = "en") -> PaxFacts:
    sent = GAME.presentation.plan(GAME.catalog(language).strict).facts
    assert isinstance(sent, PaxFacts)
    return sent


def test_prices_and_purses() -> None:
    known = facts().figures
    assert known.statuses["possession"].cost == 40
    assert known.units["10"].navy == 30
    assert known.powers["italy"].divisor == 2.5
    assert known.powers["belgium"].office == [3, 4, 5, 5, 10, 15]
    assert known.powers["france"].limits["merchant_fleet"] == 6
    assert known.tension["large_naval_build"].exempt == ["united_states", "great_britain", "japan"]
    assert known.penalties["1884"] == 85


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_that_lasts_says_what_it_does(language: str) -> None:
    for code, event in facts(language).figures.events.items():
        said = [*event.at_once, *event.lasting]
        assert said, code
        assert all(text.endswith(".") and "{" not in text for text in said), code
    expected = {code for code, row in board().events.items() if row.kind == "state"} | {"4-2"}
    assert set(facts(language).figures.events) == expected


def test_an_event_of_a_power_names_the_power() -> None:
    events = facts().figures.events
    assert events["1-4"].power == "austria_hungary"
    assert "one of" not in events["1-4"].lasting[0]
    assert "one of" in events["2-1"].lasting[0]
    assert events["1-2"].at_once == []
    assert events["1-1"].power == ""


def test_the_areas_of_a_bonus_are_those_that_decide_it() -> None:
    """With another power in any of them the American bonuses are lost."""
    for bonus in ("monroe_doctrine", "open_door"):
        for area in bonus_areas(board(), bonus):
            world = GAME.begin({"players": 7}, "areas").context
            assert bonus in end_bonuses(world, "united_states")
            world.put_marker("germany", area, Status.PROTECTORATE)
            assert bonus not in end_bonuses(world, "united_states"), area


# -- the positions that the client reckons with


def kept() -> Any:
    return json.loads(Path(TARGET).read_text(encoding="utf-8"))


def test_the_kept_figures_are_those_of_the_game() -> None:
    sent = msgspec.to_builtins(facts())
    assert kept()["facts"]["figures"] == sent["figures"]
    for area, row in kept()["facts"]["areas"].items():
        assert row.items() <= sent["areas"][area].items()


def test_the_kept_positions_cover_what_sheets_depend_on() -> None:
    """Every phase, and codominions with a minor power under both readings of 4.3."""
    positions = kept()["positions"]
    assert {each["view"]["phase"] for each in positions} >= set(PHASES)
    readings = set[str]()
    for position in positions:
        minors = set(position["view"]["minors"])
        if any(minors & set(members) for members in position["view"]["codominions"].values()):
            readings.add(position["options"]["codominion_counts"])
    assert readings == {"majors", "all_markers"}


@pytest.mark.parametrize("number", range(len(kept()["positions"])))
def test_the_kept_sheets_are_what_the_library_reckons(number: int) -> None:
    """`web/src/games/pax/ledger/reckoning.test.ts` holds the client's sheets against the same."""
    position = kept()["positions"][number]
    world = world_of(position["options"], position["view"])
    assert calculate(world) == {name: position[name] for name in calculate(world)}


def world_of(options: dict[str, Any], view: dict[str, Any]) -> PaxContext:
    complete = GAME.info.complete({name: str(value).lower() for name, value in options.items()})
    state = PaxState(options=complete, chance=Chance(""))
    state.markers = msgspec.convert(view["markers"], Markers)
    state.armies = msgspec.convert(view["armies"], dict[str, Forces])
    state.navies = msgspec.convert(view["navies"], dict[str, Forces])
    state.fleets = msgspec.convert(view["fleets"], dict[str, tuple[str, ...]])
    state.codominions = msgspec.convert(view["codominions"], dict[str, tuple[str, ...]])
    state.canals, state.balkan_wars = view["canals"], view["balkan_wars"]
    return PaxContext(board(), state)
