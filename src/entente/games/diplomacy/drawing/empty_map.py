"""The map as it is drawn: `data/drawing.json`, made by `scripts/draw_diplomacy.py`.

The empty map is printed as SVG for the web client, which colours provinces by setting `data-owner`
on them and lays units, centres and orders on the map; the referee's sheet is drawn by `chart`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from importlib.resources import files

import msgspec

from entente.games.diplomacy.board import SEA, Board, bits
from entente.games.diplomacy.drawing import signs
from entente.games.diplomacy.drawing.facts import (
    Colours,
    DiplomacyFacts,
    PieceSigns,
    PowerFacts,
    ProvinceFacts,
)
from entente.games.diplomacy.notation import writing
from entente.games.diplomacy.rules.powers import seat_of
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import LANGUAGES, Catalog
from entente.kernel.board_svg import (
    Area,
    BoardPlan,
    frame,
    line,
    rectangle,
    standalone_svg,
    text_svg,
)
from entente.kernel.decoding import prepare

XY = tuple[float, float]


class DrawnProvince(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outline of a province as an SVG path, and where things stand in it.

    `centre` is the place of the supply centre's mark, `coasts` where a fleet stands on each of two
    coasts, `home` the power whose country this is although it has no centre.
    """

    path: str
    unit: XY
    label: XY
    centre: XY | None = None
    coasts: dict[str, XY] = {}
    home: str = ""


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawn map, `width` by `height` units.

    `borders` are the pairs of provinces that touch in the drawing, with the length of their border;
    `links` the pairs that are adjacent although they do not touch. `passages` are points between
    two provinces, `MAO-WES`, through which an arrow is led, so that a fleet does not seem to cross
    the land. `source` is the SHA-256 of the table that the drawing was made from.
    """

    source: str
    width: int
    height: int
    provinces: dict[str, DrawnProvince]
    scenery: str
    impassable: str
    water: str
    links: list[tuple[str, str]]
    passages: dict[str, list[XY]]
    borders: list[tuple[str, str, float]]

    def spot(self, board: Board, location: int) -> complex:
        """Where a unit on a location stands; points are complex numbers, as they are vectors."""
        province = self.provinces[board.provinces[board.province_of[location]]]
        coast = board.locations[location].partition("/")[2].lower()
        return complex(*(province.coasts[coast] if coast else province.unit))

    def passage(self, board: Board, start: int, end: int) -> list[complex]:
        """The points through which the arrow from one location to another is led."""
        one, other = (board.provinces[board.province_of[place]] for place in (start, end))
        points = (
            self.passages.get(f"{one}-{other}") or self.passages.get(f"{other}-{one}", [])[::-1]
        )
        return [complex(*point) for point in points]


prepare(Drawing)


@lru_cache(maxsize=1)
def drawing() -> Drawing:
    """The drawing of the standard map."""
    data = files(PACKAGE).joinpath("data", "drawing.json").read_bytes()
    return msgspec.json.decode(data, type=Drawing)


# -- the empty map as SVG

ROCK = (
    '<defs><pattern id="diplomacy-rock" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect class="rock" width="7" height="7"/>'
    '<path class="crack" d="M0 0V7"/></pattern></defs>'
)


def draw_board(board: Board, catalog: Catalog) -> str:
    """The map without a single unit, as an image."""
    return standalone_svg(plan(board, catalog), PACKAGE, catalog)


def plan(board: Board, catalog: Catalog) -> BoardPlan:
    """The empty map and what is to be known of it."""
    drawn = drawing()
    svg = "\n".join(Print(board, catalog).lines())
    return BoardPlan(drawn.width, drawn.height, svg, facts(board, catalog))


class Print:
    """The empty map. Its lines are SVG elements, from the ground up."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        self.board = board
        self.catalog = catalog
        self.drawing = drawing()

    def lines(self) -> Iterator[str]:
        drawn, board = self.drawing, self.board
        yield ROCK + rectangle(Area(0, 0, drawn.width, drawn.height), "sea")
        numbers = range(len(board.provinces))
        for number in sorted(numbers, key=lambda each: board.kind[each] != SEA):
            yield self.province(number)
        yield f'<path class="scenery" d="{drawn.scenery}"/>'
        yield f'<path class="impassable" fill="url(#diplomacy-rock)" d="{drawn.impassable}"/>'
        yield f'<path class="water" d="{drawn.water}"/>'
        for pair in drawn.links:
            way = line([drawn.provinces[name].unit for name in pair])
            yield f'<path class="link" d="{way}"/>'
        for number in numbers:
            yield from self.inscription(number)
        yield from frame(drawn.width, drawn.height)

    def province(self, number: int) -> str:
        name, kind = self.board.provinces[number], self.board.kind[number]
        full = escape(self.catalog.name("province", name))
        ground = "water-province" if kind == SEA else "land-province"
        return (
            f'<path class="element province {kind} {ground}" data-id="{escape(name)}" '
            f'd="{self.drawing.provinces[name].path}"><title>{full}</title></path>'
        )

    def inscription(self, number: int) -> Iterator[str]:
        """A province's code, and the mark of its centre if it has one."""
        name, board = self.board.provinces[number], self.board
        drawn = self.drawing.provinces[name]
        code = writing.place(board, number, self.catalog.language)
        at_sea = " at-sea" if board.kind[number] == SEA else ""
        x, y = drawn.label
        yield text_svg(code, (x, y - 4.5), 13, f"code{at_sea}")
        if drawn.centre is not None and board.centres >> number & 1:
            x, y = drawn.centre
            yield (
                f'<g class="centre" data-centre="{escape(name)}" transform="translate({x} {y})">'
                '<circle class="ring" r="5.4"/><circle class="dot" r="1.8"/></g>'
            )


def facts(board: Board, catalog: Catalog) -> DiplomacyFacts:
    """Where pieces stand, what each province is, whose colours are which."""
    drawn = drawing()
    return DiplomacyFacts(
        provinces={name: province_facts(board, n) for n, name in enumerate(board.provinces)},
        passages=drawn.passages,
        links=drawn.links,
        powers={row.id: power_facts(board, row.id, catalog) for row in board.powers},
        pieces=PieceSigns(signs.ARMY, signs.FLEET),
        codes={
            language: {
                name: writing.place(board, location, language)
                for name, location in board.location.items()
            }
            for language in LANGUAGES
        },
        words={
            key.removeprefix("action.word."): text
            for key, text in catalog.texts.items()
            if key.startswith("action.word.")
        },
        first_year=board.tables.game.first_year,
    )


def province_facts(board: Board, number: int) -> ProvinceFacts:
    """A province: `army` and `fleet` are the places that units can step to from here."""
    name = board.provinces[number]
    drawn = drawing().provinces[name]
    homes = [row.id for n, row in enumerate(board.powers) if board.homes[n] >> number & 1]
    fleets = {board.locations[place]: place for place in (number, *board.coasts[number])}
    return ProvinceFacts(
        kind=board.kind[number],
        unit=drawn.unit,
        label=drawn.label,
        centre=drawn.centre,
        supply=bool(board.centres >> number & 1),
        coasts={f"{name}/{coast.upper()}": spot for coast, spot in drawn.coasts.items()},
        home=homes[0] if homes else drawn.home or None,
        army=[board.provinces[end] for end in bits(board.army[number])],
        fleet={
            place: [board.locations[end] for end in board.fleet[location]]
            for place, location in fleets.items()
            if board.fleet[location]
        },
    )


def power_facts(board: Board, power: str, catalog: Catalog) -> PowerFacts:
    """A power: its letters, its colours by day and by night, what it begins with."""
    row = board.powers[board.power[power]]
    return PowerFacts(
        letters=catalog.get(f"sheet.sign.{power}"),
        seat=seat_of((power,)),
        light=Colours(*signs.LIVERIES[power]),
        dark=Colours(*signs.NIGHT[power]),
        home_centres=row.home_centres,
        start=row.start,
    )
