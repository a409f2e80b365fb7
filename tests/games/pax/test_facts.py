"""What the page knows of the map: enough to derive how places are joined."""

from __future__ import annotations

import json

import msgspec
import pytest

from entente.games.pax.presentation.drawing import facts
from entente.kernel import registry
from entente.kernel.data import DataError
from scripts.pax_lines_fixture import TARGET
from tests.games.pax.worlds import board

JOINING = ("routes", "coasts", "boxes", "links")  # what lines of communication depend on


def joining(facts: object) -> object:
    """Only how places are joined, not where they are drawn."""
    if not isinstance(facts, dict):
        return {}
    kept = {key: value for key, value in facts.items() if key in JOINING}
    inside = {key: joining(value) for key, value in facts.items() if key not in JOINING}
    return kept | {key: value for key, value in inside.items() if value}


def test_the_kept_map_of_the_clients_tests_is_ours() -> None:
    """Otherwise: python scripts/pax_lines_fixture.py"""
    ours = json.loads(msgspec.json.encode(facts(board(), registry.load("pax").catalog("en"))))
    kept = json.loads(TARGET.read_text(encoding="utf-8"))["facts"]
    assert joining(kept) == joining(ours)
    assert len(joining(ours)["areas"]) == 104  # type: ignore[index]


def test_every_join_is_sent() -> None:
    """At the beginning, and with all that can change it."""
    sent = facts(board(), registry.load("pax").catalog("en"))
    links = board().links(0, False)
    for area, row in sent.areas.items():
        assert set(row.routes) == set(links.routes[area])
        assert tuple(row.coasts) == links.coasts[area]
    for home, seas in sent.links.homes.items():
        assert tuple(seas) == links.coasts[home]
    assert {sea: set(near) for sea, near in sent.links.seas.items()} == {
        sea: set(near) for sea, near in links.seas.items()
    }
    dug = board().links(0, True)
    for one, other in sent.links.canals:
        assert other not in links.seas[one]
        assert other in dug.seas[one]
    assert len(sent.links.balkan) == len(board().tables.map.balkan_change)


def test_a_power_needs_the_counters_it_begins_with() -> None:
    """A correction that takes them is refused, not found out when the game begins."""
    (row,) = [
        each for each in registry.load("pax").data["powers.toml"]["power"] if each["id"] == "italy"
    ]
    few = {**row["limits"], "strength_10": 0, "strength_3": 0, "strength_1": 0}
    changes = {"powers.toml": {"power": [{"id": "italy", "limits": few}]}}
    with pytest.raises(DataError, match=r"begins with \d of these counters, and has 0"):
        registry.load("pax", changes)
