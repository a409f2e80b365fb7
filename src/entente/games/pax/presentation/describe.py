"""Descriptions in words: an area, a home nation with its power, a sea, a treaty."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from entente.games.pax.areas.communication import broken_link
from entente.games.pax.board import Area, Board, Node, Power, Sea, place_of, status_word
from entente.games.pax.context import PaxContext
from entente.games.pax.presentation.affairs import treaties_lines
from entente.games.pax.presentation.ledger import cause_lines, points_of, troubles
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.state import Marker, PaxState
from entente.games.pax.treaties.treaty_text import treaty_lines
from entente.kernel import Catalog, Chance, Message, OptionValue, say


def describe(board: Board, view: PaxView, name: str, catalog: Catalog) -> str | None:
    """Return what a seat can know of an item; None if there is no such item."""
    place = place_of(name)
    if place in board.areas:
        lines = about_area(board, view, place, catalog)
    elif place in board.homes or name in board.powers:
        lines = about_home(board, view, board.home.get(name, place), catalog)
    elif place in board.seas or place in board.capes:
        lines = about_sea(board, view, place, catalog)
    elif name in view.treaties:
        lines = treaty_lines(board, view.treaties[name], catalog)
    else:
        return None
    return "\n".join(lines)


def context_from_view(board: Board, view: PaxView) -> PaxContext:
    """Return a context built from a view, enough for lines of communication."""
    options: dict[str, OptionValue] = {
        "players": len(view.seats),
        "new_marker_lines": view.new_marker_lines,
    }
    state = PaxState(options=options, chance=Chance(""))
    state.markers, state.fleets = view.markers, view.fleets
    state.canals, state.balkan_wars = view.canals, view.balkan_wars
    return PaxContext(board, state)


# -- areas


def about_area(board: Board, view: PaxView, area: Area, catalog: Catalog) -> list[str]:
    """Type and figures, unrest, markers, units, neighbours, and whose lines do not get there."""
    row = board.areas[area]
    kind = "ottoman" if area in view.ottoman_areas else row.type
    messages = [
        say("table.about.area", area=area, kind=kind, value=row.value, strength=row.strength),
        *_happening(board, view, area),
        *_markers(view, area),
        *_units(view, area),
    ]
    lines = [catalog.line(message) for message in messages]
    lines += _neighbours(board, view, area, catalog)
    return lines + _lines_of(board, view, area, catalog)


def _happening(board: Board, view: PaxView, area: Area) -> Iterator[Message]:
    """Yield what is out of the ordinary there."""
    if board.areas[area].tags:
        yield say("table.about.tags", tags=board.areas[area].tags)
    top = board.areas[area].top_status
    if top is not None:
        yield say("table.about.top", status=top)
    if area in view.unrest:
        yield say("table.about.unrest", area=area)
    if area in view.canals:
        yield say("table.about.canal", power=view.canals[area])
    if area in view.codominions:
        shared = list(view.codominions[area])
        yield say("table.about.shared", powers=shared, value=view.values[area])


def _markers(view: PaxView, area: Area) -> Iterator[Message]:
    there = view.markers.get(area, {})
    if not there:
        yield say("table.about.no_marker")
    for power, marker in sorted(there.items(), key=lambda each: -each[1].status):
        yield _marker(power, marker)


def _marker(power: Power, marker: Marker) -> Message:
    status, was = status_word(marker.status, power), status_word(marker.was, power)
    if not marker.is_new:
        return say("table.about.marker", power=power, status=status)
    if not marker.was:
        return say("table.about.new_marker", power=power, status=status)
    return say("table.about.raised", power=power, status=status, was=was)


def _units(view: PaxView, place: Node) -> Iterator[Message]:
    """Armies, and navies with their coast."""
    for power, stack in view.armies.get(place, {}).items():
        if stack:
            units = [str(strength) for strength in stack]
            yield say("table.about.armies", power=power, units=units)
    for port, forces in view.navies.items():
        if place_of(port) != place:
            continue
        for power, stack in forces.items():
            units = [str(strength) for strength in stack]
            coast = port.partition("@")[2] or place
            if stack:
                yield say("table.about.navies", power=power, units=units, sea=coast)


def _neighbours(board: Board, view: PaxView, place: Node, catalog: Catalog) -> list[str]:
    links = board.links(view.balkan_wars, bool(view.canals))
    lines = []
    if links.routes[place]:
        lines.append(catalog.say(say("table.about.routes", places=list(links.routes[place]))))
    if links.coasts[place]:
        lines.append(catalog.say(say("table.about.coasts", seas=list(links.coasts[place]))))
    return lines


def _lines_of(board: Board, view: PaxView, area: Area, catalog: Catalog) -> list[str]:
    """Return who has a line of communication to an area, and where the lines of others break
    (4.1)."""
    world, reached, broken = context_from_view(board, view), [], []
    for power in view.powers:
        gap = broken_link(world, power, area)
        if gap is None:
            reached.append(power)
        else:
            key = "table.about.gap_sea" if gap.missing in board.seas else "table.about.gap"
            message = say(key, power=power, last=gap.last, missing=gap.missing)
            broken.append(catalog.line(message))
    lines = [catalog.say(say("table.about.lines", powers=reached))] if reached else []
    return lines + broken


# -- homes, seas, powers


def about_home(board: Board, view: PaxView, home: str, catalog: Catalog) -> list[str]:
    """Return a home nation and the books of its power: both go by the same name."""
    power = board.homes[home].power
    messages = [say("table.about.home", power=power), *_units(view, home)]
    lines = [*map(catalog.line, messages), *_neighbours(board, view, home, catalog)]
    return lines + (about_power(board, view, power, catalog) if power in view.powers else [])


def about_sea(board: Board, view: PaxView, sea: Sea, catalog: Catalog) -> list[str]:
    """Merchant fleets, units, and neighbours."""
    if sea in board.capes:
        messages = [
            say("table.about.cape", sea=sea, seas=list(board.capes[sea])),
            *_units(view, sea),
        ]
        return [catalog.line(message) for message in messages]
    links = board.links(view.balkan_wars, bool(view.canals))
    fleets = [power for power, seas in view.fleets.items() if sea in seas]
    messages = [
        say("table.about.fleets", sea=sea, powers=fleets)
        if fleets
        else say("table.about.no_fleets", sea=sea),
        *_units(view, sea),
        say("table.about.seas", seas=list(links.seas[sea])),
        say("table.about.shores", places=list(links.shores[sea])),
    ]
    return [catalog.line(message) for message in messages]


def about_power(board: Board, view: PaxView, power: Power, catalog: Catalog) -> list[str]:
    """Money, empire, its problems, and its affairs."""
    power_view = view.powers[power]
    forecast = {name: power_view.forecast[name] for name in ("l15", "l21", "l22")}
    messages = [
        say(
            "table.about.purse",
            power=power,
            money=power_view.treasury,
            earmark=power_view.earmark,
        ),
        say("table.about.forecast", **forecast),
    ]
    if (points := points_of(view, power)) is not None:
        messages.insert(0, say("table.about.points", power=power, points=points))
    by_status: dict[str, list[Area]] = {}
    for area, there in view.markers.items():
        if power in there:
            by_status.setdefault(status_word(there[power].status, power), []).append(area)
    messages += [say("table.about.holdings", status=s, areas=a) for s, a in by_status.items()]
    seas = list(view.fleets.get(power, ()))
    if seas:
        messages.append(say("table.about.own_fleets", seas=seas))
    lines = [catalog.line(message) for message in messages]
    lines += troubles(view, catalog, power)
    return lines + _affairs(board, view, power, catalog)


def _affairs(board: Board, view: PaxView, power: Power, catalog: Catalog) -> list[str]:
    """Causes for war and treaties that concern a power."""
    causes = tuple(c for c in view.causes if power in (c.holder, c.against))
    treaties = {name: t for name, t in view.treaties.items() if power in t.parties}
    own = msgspec.structs.replace(view, causes=causes, treaties=treaties, charges=())
    return [*cause_lines(own, catalog), *treaties_lines(board, own, catalog)]
