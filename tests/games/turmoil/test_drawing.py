"""The drawn board shows what the data says, and everything on it can be read."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from itertools import combinations

import pytest

from entente.games.turmoil.board import ICONS, INDEPENDENT, REGIONS, SIDES, Board
from entente.games.turmoil.board_info import DrawnLink
from entente.games.turmoil.data_schema import PACKAGE
from entente.games.turmoil.drawing import TITLES, draw_board, drawing
from entente.kernel.board_svg import Area, text_width
from entente.kernel.data import DataError
from entente.kernel.text import LANGUAGES, catalog_of
from tests.games.drawn import (
    around,
    bold_too_long,
    contains,
    corners,
    cross,
    gap,
    grown,
    holds,
    passes,
    texts,
    title_too_long,
    too_long,
)

BOARD = Board({})
DATA = files(PACKAGE).joinpath("data")
DRAWN = drawing()
CANVAS = Area(0, 0, DRAWN.width, DRAWN.height)
AREAS = {name: DRAWN.area(name) for name in (*DRAWN.places, *DRAWN.boxes)}
BOXES = {
    f"{name} {key}": box for name, track in DRAWN.tracks.items() for key, box in track.boxes.items()
}

CLEAR = 3.0  # so far a link keeps from a space that it does not join
THROUGH: set[tuple[str, str, str]] = set()  # links that pass through a space: none
# These four are all linked to each other, and there is no room for one between the other three.
CROSSING = {frozenset((("denmark", "sweden"), ("kiel", "norway")))}


def ends(link: DrawnLink) -> tuple[str, str]:
    return link.a, link.b


# -- everything is there


def test_every_space_and_box_is_drawn() -> None:
    assert list(DRAWN.places) == list(BOARD.spaces)
    assert list(DRAWN.boxes) == list(BOARD.boxes)


def test_every_link_is_drawn_and_no_other() -> None:
    assert [ends(link) for link in DRAWN.links] == [
        (row.a, row.b) for row in BOARD.tables.spaces.link
    ]


def test_a_link_runs_from_card_to_card() -> None:
    for link in DRAWN.links:
        for name, point in ((link.a, link.points[0]), (link.b, link.points[-1])):
            assert holds(AREAS[name], point, 0.1), ends(link)
            assert not holds(AREAS[name], point, -0.2), ends(link)


def test_every_region_has_its_ground() -> None:
    assert set(DRAWN.regions) == set(REGIONS)


def test_every_icon_is_drawn() -> None:
    assert set(DRAWN.icons) == set(ICONS)
    assert set(DRAWN.key.places) == set(ICONS)
    assert set(DRAWN.signs) == set(SIDES)
    most = max(len(row.icons) for row in BOARD.rows.values())
    assert len(DRAWN.card.icons) == len(DRAWN.card.stability) >= most


def test_tracks_have_all_their_boxes() -> None:
    found = {name: list(track.boxes) for name, track in DRAWN.tracks.items()}
    numbers = {
        "vp": range(20, -21, -1),
        "turn": range(1, 11),
        "round": range(1, 9),
        "tension": range(7),
        "war": range(1, len(BOARD.status) + 1),
        "naval": BOARD.needed,
    }
    expected = {name: [str(each) for each in these] for name, these in numbers.items()}
    beside = ["schlieffen", "german_army_expansion", "von_bethmann_hollweg", "us_interventionism"]
    assert found == {**expected, "war_beside": beside}


# -- nothing is in the way of anything


def test_spaces_lie_apart() -> None:
    near = [pair for pair in combinations(AREAS, 2) if gap(*(AREAS[name] for name in pair)) < 4]
    assert near == []


def test_tracks_lie_apart_and_beside_the_spaces() -> None:
    everything = {**AREAS, **BOXES}
    for one, other in combinations(everything, 2):
        if one in BOXES or other in BOXES:
            assert gap(everything[one], everything[other]) >= 0, (one, other)
    for name, area in AREAS.items():
        assert all(gap(area, panel) >= 0 for panel in DRAWN.panels), name


def test_no_link_passes_through_a_space_that_it_does_not_join() -> None:
    found = {
        (link.a, link.b, name)
        for link in DRAWN.links
        for name, area in AREAS.items()
        if name not in (link.a, link.b) and passes(link.points, grown(area, CLEAR))
    }
    assert found == THROUGH


def test_links_do_not_run_under_tracks() -> None:
    under = {
        ends(link)
        for link in DRAWN.links
        if any(passes(link.points, area) for area in (*BOXES.values(), *DRAWN.panels))
    }
    assert under == set()


def test_links_do_not_cross() -> None:
    found = {
        frozenset((ends(one), ends(other)))
        for one, other in combinations(DRAWN.links, 2)
        if not set(ends(one)) & set(ends(other)) and cross(one.points, other.points)
    }
    assert found == CROSSING


def test_everything_is_inside_the_canvas() -> None:
    for area in (*AREAS.values(), *BOXES.values(), *DRAWN.panels):
        assert contains(grown(CANVAS, -6), area)
    for link in DRAWN.links:
        assert all(holds(CANVAS, point) for point in link.points)
    for path in (DRAWN.land, *DRAWN.waves, *(region.path for region in DRAWN.regions.values())):
        assert all(holds(CANVAS, point, 0.1) for point in corners(path))


def test_a_card_has_a_place_for_everything() -> None:
    card = DRAWN.card
    whole = Area(-card.width / 2, -card.height / 2, card.width, card.height)
    for stability, icons in zip(card.stability, card.icons, strict=True):
        parts = [card.header, *card.support.values(), around(stability, 13)]
        parts += [around(place, card.icon) for place in icons]
        assert all(contains(whole, part) for part in parts)
        assert all(gap(one, other) >= 0 for one, other in combinations(parts, 2))
    left, right = card.support["liberal"], card.support["authoritarian"]
    assert left.x < right.x


def test_a_region_is_under_its_spaces() -> None:
    for name, (x, y) in DRAWN.places.items():
        region = BOARD.region_of[name]
        if region != INDEPENDENT:
            ring = list(corners(DRAWN.regions[region].path))
            left, right = min(p[0] for p in ring), max(p[0] for p in ring)
            top, bottom = min(p[1] for p in ring), max(p[1] for p in ring)
            assert left < x < right, name
            assert top < y < bottom, name


# -- everything can be read


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    card, long = DRAWN.card, []
    for name in DRAWN.places:
        text = catalog.name("space", name)
        long += [text] * too_long(text, card.label)
        if name in BOARD.battlegrounds:
            long += [text] * bold_too_long(text, card.label, card.width)
    for name in DRAWN.boxes:
        long += [name] * too_long(catalog.name("space", name), DRAWN.box.label)
    for name, region in DRAWN.regions.items():
        long += [name] * title_too_long(catalog.name("region", name), region.label, 0.16)
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_on_tracks_fit(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    long = []
    for name, track in DRAWN.tracks.items():
        kind, prefix = ("box", "box") if name == "naval" else ("marker", "")
        if track.label is not None:
            names = [catalog.name(kind, prefix + key) for key in track.boxes]
            long += [each for each in names if too_long(each, track.label)]
        for era, room in track.captions.items():
            long += [era] * too_long(catalog.name("era", era), room)
        if track.title is not None:
            long += [name] * title_too_long(catalog.get(TITLES[name]), track.title, 0.06)
    key = DRAWN.key
    widths = {icon: text_width(catalog.name("icon", icon), key.size) for icon in key.places}
    long += [icon for icon, width in widths.items() if width > key.width]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_empty_board_as_svg(language: str) -> None:
    """It is well-formed, names every space, and leaves the colours to the style sheet."""
    catalog = catalog_of(PACKAGE, language)
    svg = draw_board(BOARD, catalog)
    shown = texts(svg)
    assert {catalog.name("space", name) for name in AREAS} <= shown
    assert {catalog.name("region", name) for name in REGIONS} <= shown
    assert 'fill="' not in svg
    assert 'style="' not in svg


# -- the file


def test_the_drawing_was_made_from_its_table() -> None:
    """After changing `drawing.toml`, run `make boards`."""
    table = DATA.joinpath("drawing.toml").read_bytes()
    assert DRAWN.source == hashlib.sha256(table).hexdigest()


def test_the_drawing_is_small() -> None:
    assert len(DATA.joinpath("drawing.json.gz").read_bytes()) < 50_000


def test_the_drawing_is_not_corrected() -> None:
    with pytest.raises(DataError):
        Board({"drawing.toml": {}})
