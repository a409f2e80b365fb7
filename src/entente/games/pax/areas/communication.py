"""Lines of communication, the ways of armies in peace, and retreats (4.1, 6.3, 7.5).

All three are walks over the same graph: a power's home, the areas it holds, the seas with its
merchant fleets. Each has a "why not?" that names the broken link.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from entente.games.pax.board import Area, Node, Place, Power, Sea, Status
from entente.games.pax.context import CONTROL, FLEETS, Aspects, PaxContext

LINES: Aspects = itemgetter(CONTROL, FLEETS)  # what lines of communication consist of

HELD: Aspects = itemgetter(CONTROL)  # where a power holds


def carries(world: PaxContext, power: Power, node: Node) -> bool:
    """Return whether a line of a power may run through a place or a sea (4.1); by an option also
    where its control is new (P3)."""
    if node in world.fleets(power) or node == world.home(power):
        return True
    marker = world.marker(power, node)
    if marker is None:
        return False
    return marker.is_control if world.on("new_marker_lines") else marker.holds


def network(world: PaxContext, power: Power) -> frozenset[Node]:
    """All that is joined to a power's home by what carries its lines (4.1)."""
    nodes = world._networks.get(power)
    if nodes is None:
        nodes = world._networks[power] = joined_with(world, power, world.fleets(power))
    return nodes


def joined_with(world: PaxContext, power: Power, fleets: Iterable[Sea]) -> frozenset[Node]:
    """Return the same with merchant fleets in these seas."""
    home, near = world.home(power), world.links.near
    new_too = world.on("new_marker_lines")
    carrying = {*fleets}
    for area, marker in world.areas_of(power):
        if marker.is_control if new_too else marker.holds:
            carrying.add(area)
    seen, edge = {home}, [home]
    while edge:
        new = carrying.intersection(near[edge.pop()]) - seen
        seen |= new
        edge += new
    return frozenset(seen)


def cut_off(world: PaxContext, power: Power, joined: frozenset[Node]) -> list[Area]:
    """Return the areas with a marker of a power to which no line goes, by what is joined to its
    home."""
    near = world.links.near
    return [
        area
        for area, _ in world.areas_of(power)
        if area not in joined and not any(node in joined for node in near[area])
    ]


def has_line(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether a power has a line of communication to an area (4.1)."""
    joined = network(world, power)
    return area in joined or any(node in joined for node in world.links.near[area])


def within_lines(world: PaxContext, power: Power) -> frozenset[Node]:
    """All places and seas to which a power has a line."""
    joined, near = network(world, power), world.links.near
    return joined.union(*[near[each] for each in joined])


def lines_of(world: PaxContext, power: Power) -> frozenset[Node]:
    """Return the same, kept until the markers or fleets of the power change."""
    return world.remember(power, "lines", LINES, lambda: within_lines(world, power))


def areas_with_line(world: PaxContext, power: Power) -> list[Area]:
    """All areas to which a power has a line, in the order of the map."""
    reached = within_lines(world, power)
    return [area for area in world.board.areas if area in reached]


class BrokenLink(NamedTuple):
    """Where a line breaks: it gets as far as `last`, and `missing` would carry it on."""

    last: Node
    missing: Node


def broken_link(world: PaxContext, power: Power, area: Area) -> BrokenLink | None:
    """Return the first missing link on the way with the fewest of them; None: the line exists."""
    if has_line(world, power, area):
        return None
    joined, near, board = network(world, power), world.links.near, world.board
    before: dict[Node, Node | None] = dict.fromkeys(sorted(joined))
    edge: list[Node] = list(before)
    for node in edge:
        if area in near[node] and node not in joined:
            return _first_gap(node, before, joined)
        for further in near[node]:
            foreign = board.is_home(further) and further != world.home(power)
            if further not in before and not foreign and further != area:
                before[further] = node
                edge.append(further)
    return None


def _first_gap(node: Node, before: dict[Node, Node | None], joined: frozenset[Node]) -> BrokenLink:
    while True:
        last = before[node]
        assert last is not None
        if last in joined:
            return BrokenLink(last, node)
        node = last


# -- armies in peace


def army_starts(world: PaxContext, power: Power) -> list[Place]:
    """Return where armies may start from: home, or an area their power holds (6.3)."""
    home = world.home(power)
    return [
        place for place in world.army_places(power) if place == home or world.holds(power, place)
    ]


class Ground(NamedTuple):
    """Where armies of a power may go through, and where they must stop (6.3)."""

    passed: frozenset[Node]
    stops: frozenset[Area]


def _ground(world: PaxContext, power: Power) -> Ground:
    if world.on("influence_may_police"):  # what others hold counts too
        land = _land(world, power)
    else:
        key = (HELD(world.stamps_of(power)), world.state.unrest)
        land = world.remember_by(power, "land", key, lambda: _land(world, power))
    return Ground(land.passed.union(world.fleets(power)), land.stops)


def _land(world: PaxContext, power: Power) -> Ground:
    """Return the same without its merchant fleets."""
    police, unrest = world.on("influence_may_police"), world.state.unrest
    passed: set[Node] = {world.home(power)}
    stops = set[Area]()
    for area, marker in world.areas_of(power):
        if marker.holds and area not in unrest:
            passed.add(area)
        elif marker.is_control or (police and may_police(world, power, area)):
            stops.add(area)
    return Ground(frozenset(passed), frozenset(stops))


def army_reach(
    world: PaxContext, power: Power, start: Place, ground: Ground | None = None
) -> tuple[Place, ...]:
    """Return where an army of a power may go from a place, in the order of the map (6.3)."""
    near, order = world.links.near, world.board.place_order
    passed, stops = _ground(world, power) if ground is None else ground
    seen: set[Node] = {start}
    edge: list[Node] = [start]
    while edge:
        new = passed.intersection(near[edge.pop()]) - seen
        seen |= new
        edge += new
    ends = {place for place in seen if place in order}
    ends |= {stop for stop in stops if not seen.isdisjoint(near[stop])}
    ends.discard(start)
    return tuple(sorted(ends, key=order.__getitem__))


def may_police(world: PaxContext, power: Power, area: Area) -> bool:
    """P14: by an option a major's established influence lets its armies into an uncontrolled area
    in unrest, to fight there (7.4)."""
    marker = world.marker(power, area)
    if not world.on("influence_may_police") or marker is None or not world.in_unrest(area):
        return False
    if not world.since(3):
        return marker.status is Status.INFLUENCE
    established = marker.status is marker.was is Status.INFLUENCE
    return established and not world.holders(area) and world.seat_of(power) is not None


def army_ways(world: PaxContext, power: Power) -> dict[Place, tuple[Place, ...]]:
    """Return the reach of armies from all quiet places that a power holds and from home, at once:
    those that are joined share theirs (6.3). Not to be changed."""
    if world.on("influence_may_police"):  # what others hold counts too
        return _army_ways(world, power)
    key = (LINES(world.stamps_of(power)), world.state.unrest)
    return world.remember_by(power, "ways", key, lambda: _army_ways(world, power))


def _army_ways(world: PaxContext, power: Power) -> dict[Place, tuple[Place, ...]]:
    ways: dict[Place, tuple[Place, ...]] = {}
    ground = _ground(world, power)
    for start in (world.home(power), *[area for area, _ in world.areas_of(power)]):
        if start in ground.passed and start not in ways:
            ends = army_reach(world, power, start, ground)
            ways[start] = ends
            for place in ends:
                if place in ground.passed:
                    ways[place] = tuple([start if end == place else end for end in ends])
    return ways


# -- retreats in peace


def retreats(world: PaxContext, power: Power, area: Area) -> list[Place]:
    """Return where armies that must leave an area may go (7.5), in the order of the map.

    By a route to what is held and quiet or home; or over seas with own merchant fleets, any number
    of them joined, to such a place.
    """
    links, fleets = world.links, world.fleets(power)
    ends = {place for place in links.routes[area] if shelters(world, power, place)}
    seen = {sea for sea in links.coasts[area] if sea in fleets}
    edge = list(seen)
    while edge:
        sea = edge.pop()
        ends |= {place for place in links.shores[sea] if shelters(world, power, place)}
        if world.state.options["retreat_seas"] == "one":
            continue
        for further in links.seas[sea]:
            if further in fleets and further not in seen:
                seen.add(further)
                edge.append(further)
    ends.discard(area)
    return sorted(ends, key=world.board.place_order.__getitem__)


def shelters(world: PaxContext, power: Power, place: Node) -> bool:
    """7.5: whether armies may retreat to a place: home, or where they hold and all is quiet."""
    return place == world.home(power) or (world.holds(power, place) and not world.in_unrest(place))


def ports_of(world: PaxContext, power: Power) -> tuple[str, ...]:
    """Every port a navy of a power may go to in peace: at home, or where it holds (6.1)."""
    return world.remember(power, "ports", HELD, lambda: _ports_of(world, power))


def _ports_of(world: PaxContext, power: Power) -> tuple[str, ...]:
    links, board = world.links, world.board
    home = world.home(power)
    ports = list(board.ports(home, links.coasts[home]))
    for area, marker in world.areas_of(power):
        if marker.holds:
            ports += board.ports(area, links.coasts[area])
    return tuple(ports)
