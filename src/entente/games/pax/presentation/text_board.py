"""The position in plain text: the world by regions, then the powers and their affairs."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.board import Area, Board, Node, Power, place_of, status_word
from entente.games.pax.presentation.affairs import congress_lines, treaties_lines, war_lines
from entente.games.pax.presentation.columns import (
    BETWEEN,
    NO_BREAK,
    fold,
    in_columns,
    kept_together,
)
from entente.games.pax.presentation.ledger import cause_lines, powers_lines, tension_lines
from entente.games.pax.presentation.regions import REGIONS
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.state import Marker, Stack
from entente.kernel import Catalog, say

WIDTH = 100
NARROW = 80  # below that the ledger leaves columns out
ARMY_SIGN, NAVY_SIGN = "table.army", "table.navy"


def draw(board: Board, view: PaxView, catalog: Catalog, width: int = WIDTH) -> str:
    """Return the whole table in the given width."""
    parts = [
        heading(board, view, catalog),
        *(region_lines(board, view, catalog, name, width) for name in REGIONS),
        sea_lines(board, view, catalog, width),
        home_lines(board, view, catalog),
        legend(view, catalog),
        powers_lines(board, view, catalog, narrow=width < NARROW),
        tension_lines(board, view, catalog),
        cause_lines(view, catalog),
        treaties_lines(board, view, catalog),
        congress_lines(board, view, catalog),
        war_lines(view, catalog),
    ]
    return "\n\n".join("\n".join(fold(part, width)) for part in parts if part)


def heading(board: Board, view: PaxView, catalog: Catalog) -> list[str]:
    """Turn, phase, and this turn's events."""
    lines = [catalog.say(say("table.heading", year=view.year, phase=view.phase, turn=view.turn))]
    if view.order:
        lines.append(catalog.say(say("table.order", seats=list(view.order))))
    events = [event for event in view.events if board.events[event].kind == "state"]
    if events:
        named = [f"e{code.replace('-', '_')}" for code in events]
        lines.append(catalog.say(say("table.events", events=named)))
    if view.duty is not None:
        lines.append(catalog.say(say("table.duty", duty=catalog.say(view.duty))))
    return lines


# -- the world


def region_lines(
    board: Board, view: PaxView, catalog: Catalog, region: str, width: int
) -> list[str]:
    """Return a region: a line for each area with something in it, the rest in a list."""
    busy = [area for area in REGIONS[region] if is_busy(view, area)]
    calm = [area for area in REGIONS[region] if area not in busy]
    lines = [catalog.get(f"table.region.{region}").upper()]
    rows = [area_row(board, view, catalog, area) for area in busy]
    lines += in_columns(rows, width)
    if calm:
        named = [kept_together(" ".join(facts(board, view, catalog, area))) for area in calm]
        lines.append(catalog.say(say("table.calm", areas=named)))
    return lines


def is_busy(view: PaxView, area: Area) -> bool:
    """Return whether there is anything in an area."""
    ports = any(place_of(port) == area for port in view.navies)
    return bool(area in view.markers or area in view.unrest or view.armies.get(area) or ports)


def area_row(board: Board, view: PaxView, catalog: Catalog, area: Area) -> list[str]:
    """Name, figures, markers, units."""
    name, figures = facts(board, view, catalog, area)
    units = units_at(view, catalog, area, with_coasts=len(board.areas[area].coasts) > 1)
    return [name, figures, ", ".join(markers_in(view, catalog, area)) or "-", units]


def facts(board: Board, view: PaxView, catalog: Catalog, area: Area) -> tuple[str, str]:
    """Return an area with its type, its value and its strength; unrest and canal are marked."""
    row = board.areas[area]
    signs = "!" * (area in view.unrest) + "#" * (area in view.canals)
    value = str(view.values.get(area, row.value))
    if area in view.values and view.values[area] != row.value:
        value = f"{value}({row.value})"
    kind = "ottoman" if area in view.ottoman_areas else row.type
    name = catalog.name("area", area) + signs
    return name, f"{catalog.get(f'table.type.{kind}')} {value}/{row.strength}"


def markers_in(view: PaxView, catalog: Catalog, area: Area) -> Iterator[str]:
    """Yield the markers in an area, those of higher rank first."""
    there = view.markers.get(area, {})
    shared = view.codominions.get(area, ())
    for power, marker in sorted(there.items(), key=lambda each: -each[1].status):
        cut = power in view.powers and area in view.powers[power].cut_off
        signs = "&" * (power in shared) + "~" * cut
        text = f"{code(catalog, power)} {marker_code(catalog, power, marker)}{signs}"
        yield kept_together(text)


def marker_code(catalog: Catalog, power: Power, marker: Marker) -> str:
    """Return the status in short; `+` if it is new, with what it was raised from."""
    now = catalog.get(f"table.status.{status_word(marker.status, power)}")
    if not marker.is_new:
        return now
    if not marker.was:
        return f"{now}+"
    return f"{catalog.get(f'table.status.{status_word(marker.was, power)}')}>{now}+"


def units_at(view: PaxView, catalog: Catalog, place: Node, *, with_coasts: bool = False) -> str:
    """Armies and navies in a place or sea, by power."""
    by_power: dict[Power, list[str]] = {}
    for power, stack in view.armies.get(place, {}).items():
        if stack:
            by_power.setdefault(power, []).append(catalog.get(ARMY_SIGN) + strengths(stack))
    for port, forces in view.navies.items():
        if place_of(port) != place:
            continue
        coast = port.partition("@")[2]
        where = f" ({catalog.name('sea', coast)})" if coast and with_coasts else ""
        for power, stack in forces.items():
            if stack:
                text = catalog.get(NAVY_SIGN) + strengths(stack) + where
                by_power.setdefault(power, []).append(text)
    parts = (f"{code(catalog, power)} {' '.join(units)}" for power, units in by_power.items())
    return ", ".join(map(kept_together, parts))


def strengths(stack: Stack) -> str:
    """Units of one kind: `10+3+1`, and `2×1` for two of strength one."""
    sizes = dict.fromkeys(stack)
    counted = ((size, stack.count(size)) for size in sizes)
    return "+".join(f"{count}×{size}" if count > 1 else str(size) for size, count in counted)


def code(catalog: Catalog, power: Power) -> str:
    """Return the letters for a power."""
    return catalog.get(f"table.code.{power}")


def sea_lines(board: Board, view: PaxView, catalog: Catalog, width: int) -> list[str]:
    """Merchant fleets by sea; in wars what sails there."""
    rows = []
    for sea in (*board.seas, *board.capes):
        fleets = [code(catalog, power) for power, seas in view.fleets.items() if sea in seas]
        units = units_at(view, catalog, sea)
        if fleets or units or sea in board.seas:
            rows.append([catalog.name("sea", sea), " ".join(fleets) or "-", units])
    return [catalog.get("table.seas").upper(), *in_columns(rows, width)]


def home_lines(board: Board, view: PaxView, catalog: Catalog) -> list[str]:
    """Units at home."""
    there = []
    for power, home in board.home.items():
        units = units_at(view, catalog, home, with_coasts=len(board.homes[home].boxes) > 1)
        alone = units.removeprefix(code(catalog, power) + NO_BREAK)
        there.append(kept_together(f"{code(catalog, power)} {alone or '-'}"))
    return [catalog.get("table.homes").upper(), BETWEEN.join(there)]


def legend(view: PaxView, catalog: Catalog) -> list[str]:
    """Return what letters and signs mean."""
    powers = [
        kept_together(f"{code(catalog, power)} {catalog.name('power', power)}")
        for power in (*view.powers, *view.minors)
    ]
    keys = ("types", "statuses", "signs", "units")
    lines = [catalog.get(f"table.legend.{key}") for key in keys]
    return [catalog.get("table.legend.title").upper(), ", ".join(powers), *lines]
