"""The position as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from textwrap import wrap

from entente.games.diplomacy.board import Board, bits
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Catalog, say

CENTRES, UNITS = 28, 46  # column widths
UNBROKEN = "\u00a0"

Write = Callable[[str], str]


def draw_table(view: DiplomacyView, catalog: Catalog, write: Write) -> str:
    """Draw the heading, the powers with their centres and units, and the retreats."""
    return "\n".join(
        [
            *heading(view, catalog, write),
            "",
            *powers(view, catalog, write),
            *retreats(view, catalog, write),
        ]
    )


def heading(view: DiplomacyView, catalog: Catalog, write: Write) -> list[str]:
    """Return the date and the players' powers."""
    phase = catalog.get(f"table.phase.{view.phase}")
    lines = [catalog.line(say("table.heading", season=view.season, year=view.year, phase=phase))]
    for seat, own in view.players.items():
        if len(own) > 1:
            lines.append(catalog.say(say("table.plays", seat=seat, powers=own)))
    if view.idle:
        lines.append(catalog.say(say("table.idle", powers=view.idle)))
    if view.closed:
        closed = [write(province) for province in view.closed]
        lines.append(catalog.say(say("table.closed", provinces=closed)))
    for key, seats in (("table.disorder", view.disorder), ("table.conceded", view.conceded)):
        if seats:
            lines.append(catalog.say(say(key, seats=seats)))
    return lines


def powers(view: DiplomacyView, catalog: Catalog, write: Write) -> list[str]:
    """One or more lines per power, in columns: name, number, centres, units."""
    rows = [tuple(catalog.get(f"table.{word}") for word in ("power", "centres", "units"))]
    for power, centres in view.centres.items():
        count = f"{catalog.name('power', power)} {len(centres)}"
        units = ", ".join(write(unit).replace(" ", UNBROKEN) for unit in view.units[power])
        rows.append((count, " ".join(write(centre) for centre in centres), units))
    free = " ".join(write(centre) for centre in view.free_centres)
    if free:
        rows.append((f"{catalog.get('table.free')} {len(view.free_centres)}", free, ""))
    width = max(len(name) for name, _, _ in rows) + 2
    lines = [line for row in rows for line in folded(row, width)]
    return [lines[0], "─" * (width + CENTRES + UNITS), *lines[1:]]


def folded(row: tuple[str, ...], width: int) -> Iterator[str]:
    """Wrap a row of the table."""
    name, centres, units = row
    columns = ([name], wrap(centres, CENTRES - 2) or [""], wrap(units, UNITS) or [""])
    for cells in zip_longest(*columns, fillvalue=""):
        line = f"{cells[0]:<{width}}{cells[1]:<{CENTRES}}{cells[2]}"
        yield line.replace(UNBROKEN, " ").rstrip()


def retreats(view: DiplomacyView, catalog: Catalog, write: Write) -> list[str]:
    """Return the dislodged units and their possible retreats."""
    lines = [
        catalog.say(
            say(
                "table.dislodged",
                power=power,
                unit=write(unit),
                provinces=[write(place) for place in places],
            )
        )
        for power, units in view.dislodged.items()
        for unit, places in units.items()
    ]
    return ["", *lines] if lines else []


# -- one province


def describe(board: Board, view: DiplomacyView, place: str, catalog: Catalog) -> str | None:
    """Describe a province: its kind, owner, unit and neighbours."""
    name = place.partition("/")[0]
    if place not in board.location:
        return None
    number = board.province[name]
    lines = [catalog.say(say(f"table.about.{board.kind[number]}", province=name, place=name))]
    lines += about_centre(board, view, name, catalog)
    lines += about_units(view, name, catalog)
    if name in view.closed:
        lines.append(catalog.get("table.about.closed"))
    armies = [board.provinces[end] for end in bits(board.army[number])]
    if armies:
        lines.append(catalog.say(say("table.about.armies", near=armies)))
    for location in (number, *board.coasts[number]):
        coast = board.locations[location].partition("/")[2].lower()
        ends = [board.provinces[end] for end in bits(board.fleet_mask[location])]
        if ends and coast:
            lines.append(catalog.say(say("table.about.from_coast", coast_name=coast, near=ends)))
        elif ends:
            lines.append(catalog.say(say("table.about.fleets", near=ends)))
    return "\n".join(lines)


def about_centre(board: Board, view: DiplomacyView, name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the owner of a supply centre, and its original owner."""
    if not board.centres >> board.province[name] & 1:
        return
    owners = [power for power, centres in view.centres.items() if name in centres]
    key = "table.about.owned" if owners else "table.about.free"
    yield catalog.say(say(key, powers=owners))
    for row in board.powers:
        if name in row.home_centres:
            yield catalog.say(say("table.about.home", power=row.id))


def about_units(view: DiplomacyView, name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the unit in a province, and the unit dislodged from it."""
    for power, units in view.units.items():
        for unit in units:
            if unit[2:].partition("/")[0] == name:
                yield catalog.say(say("table.about.unit", power=power, kind=unit[0], unit=unit))
    for power, driven in view.dislodged.items():
        for unit, places in driven.items():
            if unit[2:].partition("/")[0] == name:
                goals = [catalog.write(each) for each in places]
                yield catalog.say(say("table.dislodged", power=power, unit=unit, provinces=goals))
