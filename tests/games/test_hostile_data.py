"""Data overrides may come with any record: each is refused with a sentence, or
leads to a game that can be drawn and played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from entente.games.pax.board import Board
from entente.games.pax.presentation.drawing import EmptyMap
from entente.kernel import Game, Match, UserError, registry
from entente.kernel.board_svg import Area, element, track_box
from entente.kernel.data import packaged_data
from tests.amount import amount

HOSTILE = 'x"><script onload="1'
GAMES = registry.names()
MOVES = 3


def others(value: Any) -> Iterator[Any]:
    """Other values in place of a value."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield from (-5, 0, 10**9)
    elif isinstance(value, str):
        yield from (HOSTILE, "nobody", "")
    elif isinstance(value, list):
        yield []
        if value:
            yield value[:-1]
            yield [*value, value[0]]
            yield from ([other, *value[1:]] for other in others(value[0]))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: other} for other in others(part))


def corrections(game: str) -> list[dict[str, Any]]:
    """Every figure of a game, put wrong in every way."""
    found = []
    for file, tables in packaged_data(registry.load(game).info.package).items():
        for table, value in tables.items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                rows = [[row] for first in value for row in others(first)]
                found += [{file: {table: each}} for each in rows]
            else:
                found += [{file: {table: other}} for other in others(value)]
    return found


def is_drawn(game: Game[Any, Any]) -> None:
    plan = game.presentation.plan(game.catalog("en"))
    assert plan is not None
    drawn = ElementTree.fromstring(f"<svg>{plan.svg}</svg>")
    assert not [each for each in drawn.iter() if each.tag == "script" or "onload" in each.attrib]


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
def test_any_correction_is_refused_or_can_be_played(name: str) -> None:
    wrong, rng = corrections(name), Random(name)
    played = 0
    for each in rng.sample(wrong, min(len(wrong), amount(60, 3000))):
        try:
            game = registry._make(name, (each,))
            match = Match(game, None, "a seed")
        except registry.BrokenGame as error:
            raise AssertionError(f"{each} breaks the game") from error
        except UserError as mistake:
            mistake.text("fr")
            continue
        is_drawn(game)
        for _ in range(MOVES):
            decision = match.position.decisions[0]
            match.act(decision.seat, decision.menu.sample(rng), 0, decision.window)
        for viewer in (*match.seats, None):
            match.position.view(viewer)
        played += 1
    assert played, "corrections are possible"


@pytest.mark.parametrize(
    ("file", "patch"),
    [
        ("map.toml", {"home": [{"id": "home_japan", "power": "nobody"}]}),
        ("map.toml", {"home": [{"id": "home_japan", "power": HOSTILE}]}),
        ("map.toml", {"home": [{"id": "home_japan", "power": "france"}]}),
        ("map.toml", {"area": [{"id": "egypt", "coasts": []}]}),
        ("map.toml", {"area": [{"id": "egypt", "remove": True}]}),
        ("powers.toml", {"power": [{"id": "france", "divisor": 0}]}),
        ("powers.toml", {"power": [{"id": "france", "divisor": None}]}),
        ("tables.toml", {"constants": {"years_per_turn": 0}}),
        ("tables.toml", {"bonus": [{"id": HOSTILE, "points": 1, "when": "end", "enabled": True}]}),
    ],
)
def test_an_override_that_would_break_pax_is_refused(file: str, patch: dict[str, Any]) -> None:
    with pytest.raises(UserError) as refused:
        registry.load("pax", {file: patch})
    assert not isinstance(refused.value, registry.BrokenGame)


def test_every_drawn_text_is_escaped() -> None:
    """Even a name that no check has found."""
    sheet = EmptyMap(Board({}), registry.load("pax").catalog("en"))
    for name, row in sheet.homes.items():
        sheet.homes[name] = msgspec.structs.replace(row, power=HOSTILE)
    texts = [*sheet.lines(), element(HOSTILE, "x") + "</g>"]
    texts.append(track_box(HOSTILE, HOSTILE, Area(0, 0, 1, 1), "x") + "</g>")
    drawn = ElementTree.fromstring(f"<svg>{''.join(texts)}</svg>")
    assert not [each for each in drawn.iter() if each.tag == "script" or "onload" in each.attrib]
