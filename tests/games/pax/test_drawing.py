"""The drawn map shows what the data says, and everything on it can be read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

from entente.games.pax.board import Board
from entente.games.pax.data_schema import PACKAGE, AreaRow, HomeRow
from entente.games.pax.presentation.drawing import SHIELDS, DrawnRoom, draw_board, drawing, facts
from entente.games.pax.presentation.reconstructed import marked
from entente.kernel.board_svg import LEADING, XY, Area
from entente.kernel.text import LANGUAGES, catalog_of
from tests.games.drawn import around, contains, gap, grown, holds, texts, too_long

BOARD = Board({})
MAP = BOARD.tables.map
DATA = files(PACKAGE).joinpath("data")
DRAWN = drawing()
CANVAS = Area(0, 0, DRAWN.width, DRAWN.height)
AREAS = {row.id: row for row in MAP.area}
HOMES = {row.id: row for row in MAP.home}
PLACES: list[AreaRow | HomeRow] = [*MAP.area, *MAP.home]
SEAS = {row.id for row in MAP.sea}

SHIP = 12.0  # what the sign of ships takes at least
NEAR = 60.0  # so far a port may lie from its coast
CLOSE = 14.0  # so far ports lie apart at least
NOTICEABLE = 3.0  # units of the drawing; a player sees such a border

# Routes of the game between areas that do not touch on the earth.
NOT_ON_EARTH = {"bengal siam"}
# What touches on the earth, and on the map, where the game has no route; shorter borders are
# corners at which four areas meet.
NO_ROUTE = {
    "afghanistan sin_kiang",
    "manchuria shan_tung",
    "shan_tung shang_hai",
    "tibet yunnan",
}
CORNER = 7.0


# -- geometry


def rings(path: str) -> Iterator[list[XY]]:
    """The rings of a path that has only `M`, `l` with relative steps, and `z`."""
    for part in path.split("z")[:-1]:
        numbers = [float(each) for each in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        x, y = numbers[:2]
        ring = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        yield [*ring, ring[0]]


@cache
def outline(path: str) -> list[list[XY]]:
    return list(rings(path))


def is_inside(point: XY, path: str) -> bool:
    """A line from the point to the right crosses the outline an odd number of times."""
    x, y = point
    crossings = 0
    for ring in outline(path):
        for (x1, y1), (x2, y2) in pairwise(ring):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                crossings += 1
    return crossings % 2 == 1


def distance(point: XY, path: str) -> float:
    """Return how far a point is from the outline of a shape."""
    here = complex(*point)
    return min(
        _to_line(here, complex(*a), complex(*b))
        for ring in outline(path)
        for a, b in pairwise(ring)
    )


def _to_line(point: complex, start: complex, end: complex) -> float:
    way = end - start
    share = ((point - start) * way.conjugate()).real / (abs(way) ** 2 or 1.0)
    return abs(point - start - way * min(max(share, 0.0), 1.0))


def block(room: DrawnRoom) -> Area:
    """Return what a name, its figures and the pieces below take."""
    high = max(size * LEADING * lines for lines, size in enumerate(room.label.sizes, 1))
    top, width = room.label.y - high / 2, max(room.room, room.label.width)
    return Area(room.at[0] - width / 2, top, width, room.at[1] + room.depth / 2 - top)


def land_of(inset: str) -> dict[str, str]:
    return DRAWN.insets[inset].paths if inset else DRAWN.paths


# -- everything is there


def test_every_area_and_home_nation_is_drawn() -> None:
    assert set(DRAWN.paths) == {*AREAS, *HOMES, "scenery"}
    assert list(DRAWN.rooms) == [*AREAS, *HOMES]


def test_every_sea_cape_and_passage_is_drawn() -> None:
    assert {*SEAS} == set(DRAWN.seas) - {"water"}
    assert set(DRAWN.sea_rooms) == {*SEAS, *(row.id for row in MAP.cape)}
    assert set(DRAWN.passages) == {row.id for row in MAP.passage}


def test_every_coast_has_its_port_also_after_a_change_in_the_balkans() -> None:
    coasts = [(row.id, sea) for row in PLACES for sea in row.coasts]
    coasts += [(area, sea) for change in MAP.balkan_change for area, sea in change.add_coasts]
    assert list(DRAWN.ports) == [f"{place}@{sea}" for place, sea in coasts]


def test_every_type_of_area_has_its_shield() -> None:
    assert set(SHIELDS) == {row.type for row in MAP.area}


def test_each_thing_is_an_element_of_the_map() -> None:
    """Once on the map itself; again in an inset or on a plate, where it is larger."""
    svg = draw_board(BOARD, catalog_of(PACKAGE, "en"))
    main = re.sub(r'<g class="inset".*?</g>', "", svg, flags=re.DOTALL)
    elements = re.findall(r'<(\w+) class="element ([^"]*)" data-id="(\w+)"', main)
    shapes = [name for _, kind, name in elements if "plate" not in kind]
    names = [*AREAS, *HOMES, *SEAS, *DRAWN.passages, *(row.id for row in MAP.cape)]
    assert sorted(shapes) == sorted(names)
    plates = [name for _, kind, name in elements if "plate" in kind]
    assert plates == [name for name, room in DRAWN.rooms.items() if room.plate is not None]


# -- it is the map of the game


def test_areas_with_a_route_touch() -> None:
    routes = {" ".join(sorted((row.id, end))) for row in PLACES for end in row.routes}
    seen = {pair for pair, length in DRAWN.borders.items() if length >= NOTICEABLE}
    assert routes - seen == NOT_ON_EARTH
    later = {" ".join(sorted(pair)) for change in MAP.balkan_change for pair in change.add_routes}
    homes = {" ".join(sorted(pair)) for pair in combinations(HOMES, 2)}
    touching = {pair for pair, length in DRAWN.borders.items() if length >= CORNER}
    assert touching - routes - later - homes == NO_ROUTE


def test_a_room_is_at_its_area() -> None:
    """In it or across its coast; or on a plate with a line into it."""
    for name, room in DRAWN.rooms.items():
        path = land_of(room.inset)[name]
        if room.plate is None:
            x, y, width, height = block(room)
            spots = [(x + width * n / 8, y + height * m / 8) for n in range(9) for m in range(9)]
            assert any(is_inside(spot, path) for spot in spots), name
        elif room.leader:
            assert is_inside(room.leader[-1], path) or distance(room.leader[-1], path) < 3, name
            assert holds(room.plate, room.leader[0], 0.2), name


def test_rooms_are_large_enough_and_lie_apart() -> None:
    blocks = {name: block(room) for name, room in DRAWN.rooms.items()}
    assert [name for name, room in DRAWN.rooms.items() if room.room < 60 or room.depth < 26] == []
    over = [pair for pair in combinations(blocks, 2) if gap(*(blocks[name] for name in pair)) < 0]
    assert over == []
    plates = [room.plate for room in DRAWN.rooms.values() if room.plate is not None]
    assert [pair for pair in combinations(plates, 2) if gap(*pair) < 0] == []


def test_everything_is_inside_the_canvas() -> None:
    for name, room in DRAWN.rooms.items():
        edge = DRAWN.insets[room.inset].box if room.inset else grown(CANVAS, -5)
        assert contains(edge, block(room)), name
        assert room.plate is None or contains(edge, room.plate), name
    for inset in DRAWN.insets.values():
        assert contains(grown(CANVAS, -5), inset.box)
    for name, sea in DRAWN.sea_rooms.items():
        assert contains(grown(CANVAS, -5), around(sea.at, 24)), name


def test_insets_lie_in_the_sea() -> None:
    """Nothing of the map is below them but water."""
    for inset in DRAWN.insets.values():
        for name, path in DRAWN.paths.items():
            points = [point for ring in outline(path) for point in ring]
            assert not any(holds(inset.box, point) for point in points), name
        for name, room in DRAWN.rooms.items():
            assert room.inset or gap(inset.box, block(room)) >= 0, name


# -- ships


def test_ports_lie_in_their_sea_and_off_their_coast() -> None:
    for name, place in DRAWN.ports.items():
        area, _, sea = name.partition("@")
        inset = DRAWN.rooms[area].inset
        land = land_of(inset)
        seas = DRAWN.insets[inset].seas if inset else DRAWN.seas
        assert not any(is_inside(place, path) for path in land.values()), name
        assert is_inside(place, seas[sea]), name
        assert distance(place, land[area]) < NEAR, name


def test_ports_lie_apart_and_beside_the_rooms() -> None:
    close = [
        (one, other)
        for one, other in combinations(DRAWN.ports, 2)
        if abs(complex(*DRAWN.ports[one]) - complex(*DRAWN.ports[other])) < CLOSE
    ]
    assert close == []
    for name, place in DRAWN.ports.items():
        for area, room in DRAWN.rooms.items():
            assert gap(around(place, SHIP), block(room)) >= 0, (name, area)


def test_merchant_fleets_lie_in_their_sea() -> None:
    for name in SEAS:
        place = DRAWN.sea_rooms[name].at
        assert is_inside(place, DRAWN.seas[name]), name
        assert not any(is_inside(place, path) for path in DRAWN.paths.values()), name


# -- everything can be read


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    rooms, seas = DRAWN.rooms, DRAWN.sea_rooms
    long = [name for name in rooms if too_long(catalog.name("area", name), rooms[name].label)]
    long += [name for name in seas if too_long(catalog.name("sea", name), seas[name].label)]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_empty_map_as_svg(language: str) -> None:
    """It is well-formed, names everything, and leaves the colours to the style sheet."""
    catalog = catalog_of(PACKAGE, language)
    svg = draw_board(BOARD, catalog)
    shown = {each.replace(" ", "") for each in texts(svg)}  # a name may be broken at spaces
    names = {catalog.name("area", name) for name in (*AREAS, *HOMES)}
    names |= {catalog.name("sea", name) for name in DRAWN.sea_rooms}
    names |= {catalog.name("area_type", kind) for kind in SHIELDS}
    assert {name.replace(" ", "") for name in names} <= shown
    assert 'fill="' not in svg
    assert 'style="' not in svg


def test_reconstructed_figures_have_their_mark() -> None:
    svg = draw_board(BOARD, catalog_of(PACKAGE, "en"))
    assert svg.count('class="doubt"') == len(set(marked(BOARD.tables)) & set(AREAS)) > 0


# -- the file


def test_a_coast_that_an_owner_adds_has_a_port() -> None:
    changed = Board({"map.toml": {"area": [{"id": "abyssinia", "coasts": ["indian_ocean"]}]}})
    assert "abyssinia@indian_ocean" in facts(changed, catalog_of(PACKAGE, "en")).ports


def test_the_drawing_was_made_from_its_table() -> None:
    """After changing `drawing.toml`, run `make boards`."""
    table = DATA.joinpath("drawing.toml").read_bytes()
    assert DRAWN.source == hashlib.sha256(table).hexdigest()


def test_the_drawing_is_small() -> None:
    assert len(DATA.joinpath("drawing.json.gz").read_bytes()) < 60_000
