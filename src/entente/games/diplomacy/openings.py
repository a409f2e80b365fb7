"""The orders of 1901 by power, for the explorer of openings, with the names the hobby has for them.

`data/openings.toml` has the names with their orders; what they are called is in the texts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import ORDERS
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.drawing import arrows
from entente.games.diplomacy.drawing.empty_map import drawing
from entente.games.diplomacy.rules.powers import assignment
from entente.games.diplomacy.state import SPRING, DiplomacyState
from entente.kernel import Catalog, Seat, parse_action
from entente.kernel.board_svg import BoardPieces
from entente.kernel.openings import BETWEEN, OpeningBook, OpeningLine, OpeningMove, Walk

FILE = "openings.toml"
FIRST_YEAR = 1901
SPRING_ORDERS, AUTUMN_ORDERS, BUILDS = range(3)
STEPS = ("spring", "autumn", "winter")
ASKED = ("orders", "adjust")
STYLE = """
.pieces .opening { fill: none; stroke: light-dark(#7a1f1f, #ff9d8a); stroke-width: 5;
  stroke-linecap: round; stroke-linejoin: round; }
.pieces .opening.support { stroke-dasharray: 3 9; }
.pieces .opening.tip { fill: light-dark(#7a1f1f, #ff9d8a); stroke-width: 2; }
"""


def read(walk: Walk) -> list[OpeningLine]:
    """Return the orders of each power in the two seasons of 1901, and what it builds."""
    found = dict[tuple[Seat, int], str]()
    began, ended = dict[int, int](), dict[int, int]()
    for number, (position, move) in enumerate(walk):
        state: DiplomacyState = position.state
        decision = position.find(move.seat, move.action, move.window)
        if decision is None or decision[0].step not in ASKED:
            continue
        step = _step(state, decision[0].step)
        began.setdefault(step, number)
        ended[step] = number + 1
        parts = (part for part in parse_action(decision[1]).choice_texts if part != ORDERS)
        found[move.seat, step] = BETWEEN.join(parts)
    lines = dict[Seat, list[OpeningMove]]()
    for (seat, step), text in sorted(found.items()):
        mine = lines.setdefault(seat, [])
        if text and len(mine) == step:  # a power without orders in a season has no opening after
            mine.append(OpeningMove(step, text, began[step], ended[step]))
    return [OpeningLine(seat, tuple(moves)) for seat, moves in lines.items()]


def _step(state: DiplomacyState, asked: str) -> int:
    if asked == "adjust":
        return BUILDS
    return SPRING_ORDERS if state.season == SPRING else AUTUMN_ORDERS


def _is_over(state: DiplomacyState) -> bool:
    return state.year > FIRST_YEAR


def _centres(state: DiplomacyState, seat: Seat) -> float:
    powers = assignment(state.options).seats[seat]
    return float(sum(len(state.centres.get(power, ())) for power in powers))


# -- names


class NamedOpening(NamedTuple):
    """An opening with a name: a power's orders in spring 1901, or those of them that matter."""

    name: str
    power: Seat
    orders: frozenset[str]


@cache
def named_openings() -> tuple[NamedOpening, ...]:
    """Return the named openings, those with the most orders first."""
    tables = tomllib.loads((files(PACKAGE) / "data" / FILE).read_text("utf-8"))
    rows = (
        NamedOpening(row["name"], power, frozenset(row["orders"].split(BETWEEN)))
        for power, rows in tables.items()
        for row in rows
    )
    return tuple(sorted(rows, key=lambda row: -len(row.orders)))


def name_of(side: Seat, step: int, move: str) -> str:
    """Return the name of a power's orders in spring 1901; empty if they have none."""
    if step != SPRING_ORDERS:
        return ""
    given = frozenset(move.split(BETWEEN))
    fitting = (row.name for row in named_openings() if row.power == side and row.orders <= given)
    return next(fitting, "")


# -- on the map


def mark(side: Seat, move: str, catalog: Catalog) -> BoardPieces:
    """Draw orders as arrows; holding and building units have none."""
    drawn = (line for order in move.split(BETWEEN) for line in _arrow(order))
    return BoardPieces({}, "".join(drawn), STYLE)


def _arrow(order: str) -> Iterator[str]:
    words = order.split()
    if len(words) < 4 or words[0] not in ("A", "F"):
        return
    start = _spot(words[1])
    if words[2] == "-":
        yield _line(start, _spot(words[3]), "")
    elif words[2] in ("S", "C") and len(words) > 4:
        supported = _spot(words[4])
        goal = _spot(words[6]) if len(words) > 6 else supported
        yield _line(start, (supported + goal) / 2, " support")


def _spot(place: str) -> complex:
    name, _, coast = place.partition("/")
    province = drawing().provinces[name]
    return complex(*(province.coasts[coast.lower()] if coast else province.unit))


def _line(start: complex, end: complex, kind: str) -> str:
    curve = arrows.swerve(start, end).cut(arrows.UNIT, arrows.HEAD)
    tip = arrows.head(arrows.swerve(start, end).at(1.0), curve.heading(1.0))
    shaft = f'<path class="opening{kind}" d="{curve.path()}"/>'
    return shaft if kind else f'{shaft}<path class="opening tip" d="{tip}"/>'


BOOK = OpeningBook(STEPS, _is_over, measure=_centres, name=name_of, mark=mark, shows="before")
