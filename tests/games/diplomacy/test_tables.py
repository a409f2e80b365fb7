"""What an owner may correct in the map, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from entente.games.diplomacy.board import Board
from entente.kernel.data import DataError


def test_a_border_can_be_added_on_both_sides() -> None:
    plain = {row.id: row.army for row in Board({}).tables.province}
    rows = [
        {"id": "POR", "army": [*plain["POR"], "NAF"]},
        {"id": "NAF", "army": [*plain["NAF"], "POR"]},
    ]
    board = Board({"map.toml": {"province": rows}})
    assert board.army[board.province["POR"]] >> board.province["NAF"] & 1


def test_a_figure_can_be_changed() -> None:
    assert Board({"map.toml": {"game": {"writing_minutes": 10}}}).tables.game.writing_minutes == 10


@pytest.mark.parametrize(
    ("patch", "key", "reason"),
    [
        ({"province": [{"id": "POR", "army": ["SPA", "XXX"]}]}, "province POR, army", "“XXX”"),
        ({"province": [{"id": "POR", "army": ["SPA", "MUN"]}]}, "province POR, army", "MUN"),
        ({"province": [{"id": "POR", "army": []}]}, "province SPA, army", "POR"),
        ({"province": [{"id": "POR", "fleet": {"all": ["MAO"]}}]}, "province SPA, fleet", "POR"),
        ({"province": [{"id": "POR", "fleet": {"nc": ["MAO"]}}]}, "province MAO, fleet", "POR"),
        ({"province": [{"id": "POR", "remove": True}]}, "province POR", "not added or removed"),
        ({"power": [{"id": "SPAIN", "home_centres": [], "start": []}]}, "power SPAIN", "added"),
        ({"power": [{"id": "ITALY", "start": ["A XXX"]}]}, "power ITALY, start", "A XXX"),
        ({"power": [{"id": "ITALY", "home_centres": ["TUS"]}]}, "power ITALY, home_centres", "TUS"),
        ({"province": [{"id": "POR", "lon": "west"}]}, "province POR, lon", "number"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(
    patch: dict[str, Any], key: str, reason: str
) -> None:
    with pytest.raises(DataError) as caught:
        Board({"map.toml": patch})
    assert caught.value.file == "map.toml"
    assert caught.value.key == key
    assert reason in caught.value.why("en")


def test_the_drawing_is_not_corrected() -> None:
    with pytest.raises(DataError) as caught:
        Board({"drawing.toml": {}})
    assert "map.toml" in caught.value.why("en")
    assert caught.value.why("fr")
