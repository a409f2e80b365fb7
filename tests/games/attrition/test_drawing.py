"""The drawn board shows what the data says, and everything on it can be read."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from itertools import combinations

import pytest

from entente.games.attrition.board import SIDES, Board
from entente.games.attrition.board_info import DrawnPath
from entente.games.attrition.data_schema import PACKAGE
from entente.games.attrition.drawing import AttritionBoardSvg, draw_board, drawing
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
    too_long,
)

BOARD = Board({})
DATA = files(PACKAGE).joinpath("data")
DRAWN = drawing()
CANVAS = Area(0, 0, DRAWN.width, DRAWN.height)
AREAS = {name: DRAWN.area(name) for name in DRAWN.places}
BOXES = {
    f"{name} {key}": box for name, track in DRAWN.tracks.items() for key, box in track.boxes.items()
}
SHAPES = {**DRAWN.europe.regions, **DRAWN.america.regions}
ABROAD = {row.id for row in BOARD.tables.map.region if row.inset == "america"}

CLEAR = 3.0  # so far a path keeps from a region's plate that it does not join
THROUGH: set[tuple[str, str, str]] = set()  # paths that pass through a plate: none


def ends(path: DrawnPath) -> tuple[str, str]:
    return path.a, path.b


# -- everything is there


def test_every_region_is_drawn() -> None:
    assert list(DRAWN.places) == list(BOARD.regions)
    assert set(SHAPES) == set(BOARD.regions)
    assert set(DRAWN.america.regions) == ABROAD


def test_every_nation_has_an_outline() -> None:
    assert {*DRAWN.europe.nations, *DRAWN.america.nations} == set(BOARD.nations)


def test_every_path_is_drawn_and_no_other() -> None:
    drawn = [(path.kind, path.a, path.b) for path in DRAWN.paths]
    assert drawn == [(row.kind, row.a, row.b) for row in BOARD.tables.map.path]


def test_a_path_runs_from_plate_to_plate() -> None:
    for path in DRAWN.paths:
        for name, point in ((path.a, path.points[0]), (path.b, path.points[-1])):
            assert holds(AREAS[name], point, 0.1), ends(path)
            assert not holds(AREAS[name], point, -0.2), ends(path)


def test_tracks_have_all_their_boxes() -> None:
    assert list(DRAWN.tracks["turn"].boxes) == BOARD.turns
    most = sum(region.ip for region in BOARD.regions.values())
    assert list(DRAWN.tracks["industry"].boxes) == [str(number) for number in range(most + 1)]


# -- nothing is in the way of anything


def test_plates_lie_apart() -> None:
    near = [pair for pair in combinations(AREAS, 2) if gap(*(AREAS[name] for name in pair)) < 4]
    assert near == []


def test_tracks_lie_apart_and_beside_the_plates() -> None:
    everything = {**AREAS, **BOXES}
    for one, other in combinations(everything, 2):
        if one in BOXES or other in BOXES:
            assert gap(everything[one], everything[other]) >= 0, (one, other)
    for name, area in AREAS.items():
        assert all(gap(area, panel) >= 0 for panel in DRAWN.panels), name


def test_american_plates_are_in_their_corner_and_no_others() -> None:
    for name, area in AREAS.items():
        if name in ABROAD:
            assert contains(DRAWN.inset, area), name
        else:
            assert gap(DRAWN.inset, area) >= 4, name


def test_no_path_passes_through_a_plate_that_it_does_not_join() -> None:
    found = {
        (*ends(path), name)
        for path in DRAWN.paths
        for name, area in AREAS.items()
        if name not in ends(path) and passes(path.points, grown(area, CLEAR))
    }
    assert found == THROUGH


def test_paths_do_not_cross_nor_run_under_tracks() -> None:
    for one, other in combinations(DRAWN.paths, 2):
        if not set(ends(one)) & set(ends(other)):
            assert not cross(one.points, other.points), (ends(one), ends(other))
    for path in DRAWN.paths:
        for area in (*BOXES.values(), *DRAWN.panels):
            assert not passes(path.points, area), ends(path)


def test_everything_is_inside_the_canvas() -> None:
    for area in (*AREAS.values(), *BOXES.values(), *DRAWN.panels, DRAWN.inset):
        assert contains(grown(CANVAS, -6), area)
    for path in DRAWN.paths:
        assert all(holds(CANVAS, point) for point in path.points)
    for sheet, frame in ((DRAWN.europe, CANVAS), (DRAWN.america, DRAWN.inset)):
        shapes = (*sheet.regions.values(), *sheet.nations.values(), sheet.scenery, *sheet.waves)
        for shape in shapes:
            assert all(holds(frame, point, 0.1) for point in corners(shape))


def test_a_plate_has_a_place_for_everything() -> None:
    plate = DRAWN.plate
    whole = Area(-plate.width / 2, -plate.height / 2, plate.width, plate.height)
    parts = [plate.header, *plate.tiles.values()]
    assert list(plate.tiles) == list(plate.trenches) == list(SIDES)
    assert all(contains(whole, part) for part in parts)
    assert all(gap(one, other) >= 0 for one, other in combinations(parts, 2))
    half = plate.label.width / 2
    name = Area(plate.label.x - half, plate.header.y, 2 * half, plate.header.height)
    signs = [around(plate.capital, plate.sign), around(plate.industry, plate.sign + 4)]
    assert all(contains(plate.header, sign) for sign in signs)
    assert all(gap(name, sign) >= 0 for sign in signs)


@pytest.mark.parametrize("region", BOARD.regions)
def test_a_plate_is_on_or_beside_its_region(region: str) -> None:
    """Part of the shape is visible under the plate or close to it."""
    area = grown(AREAS[region], 20)
    assert any(holds(area, point) for point in corners(SHAPES[region])) or _is_within(region)


def _is_within(region: str) -> bool:
    """Return whether the middle of the plate is inside the shape: a line to the right leaves it."""
    x, y = DRAWN.places[region]
    crossings = 0
    for part in SHAPES[region].split("z")[:-1]:
        ring = list(corners(part + "z"))
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                crossings += 1
    return crossings % 2 == 1


# -- everything can be read


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    plate, long = DRAWN.plate, []
    room = plate.industry[0] - plate.capital[0] - plate.sign - 4  # between the two signs
    for name, region in BOARD.regions.items():
        text = catalog.name("region", name)
        long += [text] * too_long(text, plate.label)
        long += [text] * (region.capital and bold_too_long(text, plate.label, room))
    turns = DRAWN.tracks["turn"]
    assert turns.label is not None
    assert turns.note is not None
    for turn in turns.boxes:
        long += [turn] * too_long(catalog.name("turn", turn), turns.label)
        rows = [row.id for row in BOARD.tables.tiles.nation if row.pouch_turn == turn]
        note = ", ".join(catalog.name("nation", nation) for nation in rows)
        long += [note] * (bool(note) and too_long(note, turns.note))
    key, meaning = DRAWN.key, AttritionBoardSvg(BOARD, catalog).meaning
    long += [sign for sign in key.places if text_width(meaning(sign), key.size) > key.width]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_empty_board_as_svg(language: str) -> None:
    """It is well-formed, names every region, and leaves the colours to the style sheet."""
    catalog = catalog_of(PACKAGE, language)
    svg = draw_board(BOARD, catalog)
    assert {catalog.name("region", name) for name in AREAS} <= texts(svg)
    assert 'fill="' not in svg
    assert 'style="' not in svg


# -- the file


def test_the_drawing_was_made_from_its_table() -> None:
    """After changing `drawing.toml`, run `make boards`."""
    table = DATA.joinpath("drawing.toml").read_bytes()
    assert DRAWN.source == hashlib.sha256(table).hexdigest()


def test_the_drawing_is_small() -> None:
    assert len(DATA.joinpath("drawing.json.gz").read_bytes()) < 80_000


def test_the_drawing_is_not_corrected() -> None:
    with pytest.raises(DataError):
        Board({"drawing.toml": {}})
