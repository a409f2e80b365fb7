"""The drawn map says what the rules say: what touches is adjacent, and the other way round."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files

import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.data_schema import PACKAGE, ProvinceRow
from entente.games.diplomacy.drawing.empty_map import XY, DrawnProvince, draw_board, drawing
from entente.games.diplomacy.notation.writing import place
from entente.kernel.text import LANGUAGES, catalog_of
from tests.games.drawn import texts

BOARD = Board({})
DATA = files(PACKAGE).joinpath("data")
NOTICEABLE = 6.0  # units of the drawing; a player sees such a border

ADJACENT = {
    frozenset((row.id, end.partition("/")[0]))
    for row in BOARD.tables.province
    for ends in (row.army, *row.fleet.values())
    for end in ends
}
DRAWN = {frozenset((one, other)): length for one, other, length in drawing().borders}
LINKED = {frozenset(pair) for pair in drawing().links}


def named(pairs: set[frozenset[str]]) -> list[str]:
    return sorted("-".join(sorted(pair)) for pair in pairs)


def outline(province: DrawnProvince) -> list[list[XY]]:
    """The rings of a path that has only `M`, `l` with relative steps, and `z`."""
    rings = []
    for part in province.path.split("z")[:-1]:
        numbers = [float(each) for each in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        x, y = numbers[:2]
        ring = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        rings.append(ring)
    return rings


def is_inside(point: XY, province: DrawnProvince) -> bool:
    """A line from the point to the right crosses the outline an odd number of times."""
    x, y = point
    crossings = 0
    for ring in outline(province):
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                crossings += 1
    return crossings % 2 == 1


def test_adjacent_provinces_have_a_border_one_can_see_or_a_link() -> None:
    seen = {pair for pair, length in DRAWN.items() if length >= NOTICEABLE}
    assert named(ADJACENT - seen - LINKED) == []


def test_provinces_that_touch_are_adjacent() -> None:
    assert named(set(DRAWN) - ADJACENT) == []


def test_links_join_adjacent_provinces() -> None:
    assert named(LINKED - ADJACENT) == []


def test_passages_lie_between_adjacent_provinces() -> None:
    assert named({frozenset(pair.split("-")) for pair in drawing().passages} - ADJACENT) == []


def test_every_province_is_drawn() -> None:
    assert list(drawing().provinces) == BOARD.provinces


@pytest.mark.parametrize("table", BOARD.tables.province, ids=lambda row: row.id)
def test_a_province_has_a_place_for_everything(table: ProvinceRow) -> None:
    """Its unit stands in it, on each coast if it has two; its centre has a mark."""
    province = drawing().provinces[table.id]
    assert is_inside(province.unit, province)
    assert (province.centre is not None) == table.supply_centre
    assert sorted(province.coasts) == sorted(table.coasts)
    for x, y in (province.unit, province.label, *province.coasts.values()):
        assert 10 < x < drawing().width - 10
        assert 10 < y < drawing().height - 5


def test_country_without_a_centre_has_a_power() -> None:
    homes = {province.home for province in drawing().provinces.values()}
    assert homes == {"", *BOARD.power}
    centres = [row.id for row in BOARD.tables.province if row.supply_centre]
    assert not any(drawing().provinces[name].home for name in centres)


def test_the_drawing_was_made_from_its_table() -> None:
    """After changing `drawing.toml`, run `make boards`."""
    table = DATA.joinpath("drawing.toml").read_bytes()
    assert drawing().source == hashlib.sha256(table).hexdigest()


def test_the_drawing_is_small() -> None:
    assert len(DATA.joinpath("drawing.json.gz").read_bytes()) < 80_000


# -- the empty map as SVG


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_empty_map_as_svg(language: str) -> None:
    """It is well-formed, has every code, and leaves the colours to the style sheet."""
    catalog = catalog_of(PACKAGE, language)
    svg = draw_board(BOARD, catalog)
    codes = {place(BOARD, number, language) for number in range(len(BOARD.provinces))}
    assert codes <= texts(svg)
    assert 'style="' not in svg
    assert set(re.findall(r'fill="([^"]*)"', svg)) == {"url(#diplomacy-rock)"}
