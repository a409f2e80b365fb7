"""Routes: where tiles can go by rail and on the march, as far as markers and paths decide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from entente.games.attrition.board import (
    CONTESTED,
    ENTENTE,
    NEUTRAL,
    RUSSIA,
    SIDES,
    Board,
    other_side,
)
from entente.kernel import Refusal, refuse

LAND = "land"
SEA = "sea"
ONLY_LAND, ONLY_SEA, BOTH = (LAND,), (SEA,), (LAND, SEA)

Status = dict[str, str]


class Reach:
    """Where a march may end, how it arrives there, and why other regions on its path are closed."""

    __slots__ = ("_bits", "_closed", "_written", "ends", "start")

    def __init__(
        self, start: str, ends: dict[str, tuple[str, ...]], bits: dict[str, int], closed: Closed
    ) -> None:
        self.start = start
        self.ends = ends
        self._bits = bits
        self._closed = closed
        self._written: dict[str, tuple[str, ...]] = {}

    def marches(self, tile: str) -> tuple[str, ...]:
        """Return the march actions of a tile that starts here."""
        known = self._written.get(tile)
        if known is None:
            lines = [
                f"{'sail' if way == SEA else 'move'} {tile} {self.start} {end}"
                for end, ways in self.ends.items()
                for way in ways
            ]
            known = self._written[tile] = tuple(lines)
        return known

    def closed(self, region: str) -> Refusal | None:
        """Explain why a march that passes there may not continue to a region."""
        bit, shut = self._bits[region], self._closed
        if region in self.ends:
            return None
        if shut.neutral & bit:
            return refuse("2.6", "refusal.neutral_closed", region=region)
        if shut.peace & bit:
            return refuse("6.1", "refusal.peacetime", region=region)
        if shut.contested & bit:
            return refuse("4.6.3", "refusal.from_contested", region=region, start=self.start)
        return refuse("4.6.4", "refusal.sea_is_ententes") if shut.sea & bit else None


class Closed(NamedTuple):
    """The regions, as bits, that a march may not go to, by the reason."""

    neutral: int
    peace: int
    contested: int
    sea: int


class Routes:
    """Route queries, cached by markers, which change far less often than tiles.

    Sets of regions are bit masks: a fresh search covers the whole map.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.bits = {region: 1 << place for place, region in enumerate(board.regions)}
        # Neighbours of each region by land, by sea, and by both; and the regions of each side.
        self._land = {bit: self.mask(board.land[region]) for region, bit in self.bits.items()}
        self._sea = {bit: self.mask(board.sea[region]) for region, bit in self.bits.items()}
        self._paths = {bit: land | self._sea[bit] for bit, land in self._land.items()}
        self._allied: dict[str, int] = {
            side: self.mask(r.id for r in board.regions.values() if r.allegiance == side)
            for side in SIDES
        }
        self._russia = self.mask(r.id for r in board.regions.values() if r.nation == RUSSIA)
        self._marked: dict[tuple[str, ...], RouteCache] = {}
        self._known_paths: dict[tuple[object, ...], MarchPaths] = {}

    def mask(self, regions: Iterable[str]) -> int:
        """Return some regions, as bits."""
        mask = 0
        for region in regions:
            mask |= self.bits[region]
        return mask

    def marked(self, status: Status) -> RouteCache:
        """Return the cache for these markers."""
        key = tuple(status.values())
        known = self._marked.get(key)
        if known is None:
            if len(self._marked) > 2_000:
                self._marked.clear()
            known = self._marked[key] = RouteCache(self, status)
        return known

    # -- 4.6 movement

    def march(self, side: str, start: str, status: Status, *, peace: bool, any_step: bool) -> Reach:
        """4.6.2-4.6.4: all regions in which a tile that starts here may stop."""
        return self.marked(status).march(side, start, peace=peace, any_step=any_step)

    def find_march(
        self, side: str, start: str, markers: dict[str, int], peace: bool, any_step: bool
    ) -> Reach:
        """Compute `march` without the cache. 4.6.2: a march continues by land through friendly
        regions and ends in any other. 4.6.3: out of a contested capital the first step may not
        enter enemy control."""
        here, own, enemy = self.bits[start], markers[side], markers[other_side(side)]
        shut = markers[NEUTRAL] | (enemy if peace else 0)
        shut_first = shut | (enemy if markers[CONTESTED] & here else 0)
        first, overseas, no_sea = self._land[here], self._sea[here], 0
        if side == ENTENTE:
            first |= overseas
        else:
            overseas, no_sea = 0, overseas
        steps, ports = self._land[here] & ~shut_first, overseas & ~shut_first
        met = beside(self._land, steps & own, own)
        landed = beside(self._land, ports & own, own) if ports else 0
        by_land, by_sea = steps | met & ~shut, ports
        inland = landed & ~shut & ~(ports & own)  # no march doubles back into a friendly port
        if any_step:
            by_sea |= inland
        else:
            by_land |= inland
        # By sea too, where 4.7.1 makes a difference.
        both = by_land & by_sea & enemy & self._allied[side]
        ends, reached = dict[str, tuple[str, ...]](), (by_land | by_sea) & ~here
        for region, bit in self.bits.items():
            if reached & bit:
                ends[region] = BOTH if both & bit else ONLY_LAND if by_land & bit else ONLY_SEA
        later = (met | landed) & shut
        first &= shut_first & ~no_sea
        refused = first | later
        closed = Closed(
            refused & markers[NEUTRAL], refused & shut & enemy, first & ~shut, no_sea & ~later
        )
        return Reach(start, ends, self.bits, closed)

    def march_paths(self, status: Status, *, peace: bool) -> MarchPaths:
        """Return the paths of marches under the current markers."""
        key = (peace, *status.values())
        known = self._known_paths.get(key)
        if known is None:
            if len(self._known_paths) > 500:
                self._known_paths.clear()
            known = self._known_paths[key] = MarchPaths(self, dict(status), peace=peace)
        return known

    def find_path(
        self, side: str, start: str, end: str, status: Status, peace: bool, by_sea: bool
    ) -> list[str]:
        """Return the regions on the shortest path of a march, both ends included; by land if
        possible.

        Only the two ends where no path is open (the tile did not march there).
        """
        ports = self.board.sea[start] if side == ENTENTE else ()
        for neighbours in (ports,) if by_sea else (self.board.land[start], ports):
            steps = self._first_steps(neighbours, side, start, status, peace)
            path = self._shortest(steps, side, end, status, peace)
            if path:
                return [start, *path]
        return [start, end]

    def _first_steps(
        self, neighbours: tuple[str, ...], side: str, start: str, status: Status, peace: bool
    ) -> list[str]:
        enemy, contested = other_side(side), status[start] == CONTESTED
        return [
            region
            for region in neighbours
            if is_open(status[region], enemy, peace) and not (contested and status[region] == enemy)
        ]

    def _shortest(
        self, steps: list[str], side: str, end: str, status: Status, peace: bool
    ) -> list[str]:
        """4.6.2: on through friendly regions."""
        ways, seen, enemy = [[region] for region in steps], set(steps), other_side(side)
        for way in ways:
            here = way[-1]
            if here == end:
                return way
            for region in self.board.land[here] if status[here] == side else ():
                if region not in seen and is_open(status[region], enemy, peace):
                    seen.add(region)
                    ways.append([*way, region])  # grows while it is read
        return []

    def no_passage(
        self, side: str, start: str, end: str, status: Status, *, peace: bool
    ) -> Refusal | None:
        """4.6.4: explain why a march that needs the sea cannot go there; None if the sea would not
        help.

        One sea path for the Entente, and only as the first step; none for the Central Powers.
        """
        if status[end] == NEUTRAL:
            return refuse("2.6", "refusal.neutral_closed", region=end)
        if not is_open(status[end], other_side(side), peace):
            return refuse("6.1", "refusal.peacetime", region=end)
        wide = self._sailing(side, start, status, peace, most=len(self.board.regions))
        if end not in wide:
            return None
        if side != ENTENTE:
            return refuse("4.6.4", "refusal.sea_is_ententes")
        late = end in self._sailing(side, start, status, peace, most=1)
        return refuse("4.6.4", "refusal.sea_first" if late else "refusal.one_sea_path", end=end)

    def _sailing(
        self, side: str, start: str, status: Status, peace: bool, most: int
    ) -> frozenset[str]:
        """Return where a march with up to `most` sea paths anywhere along it could end."""
        sailed, front, enemy = {start: 0}, [start], other_side(side)
        ends: set[str] = set()
        while front:
            here = front.pop()
            for way in (LAND, SEA):
                seas = sailed[here] + (way == SEA)
                neighbours = self.board.land[here] if way == LAND else self.board.sea[here]
                for region in neighbours if seas <= most else ():
                    shut = here == start and status[start] == CONTESTED
                    if not is_open(status[region], enemy, peace) or (
                        shut and status[region] == enemy
                    ):
                        continue
                    ends.add(region)
                    if status[region] == side and seas < sailed.get(region, most + 1):
                        sailed[region] = seas
                        front.append(region)
        return frozenset(ends - {start})

    # -- 4.4 rail

    def rail(
        self, side: str, start: str, status: Status, *, through_neutral: bool
    ) -> frozenset[str]:
        """4.4: the regions a chain of paths from here can end in, the start itself included."""
        return self.marked(status).rail(side, start, through_neutral=through_neutral)

    def find_rail(
        self, side: str, start: str, markers: dict[str, int], through_neutral: bool
    ) -> frozenset[str]:
        """Compute `rail` without the cache. Ruling A4: trains may pass Russian regions that the
        surrender made neutral."""
        here, open_ = self.bits[start], markers[side] | markers[CONTESTED]
        if through_neutral:
            open_ |= markers[NEUTRAL] & self._russia
        reached = here | beside(self._paths if side == ENTENTE else self._land, here, open_) & open_
        return frozenset([region for region, bit in self.bits.items() if reached & bit])


class RouteCache:
    """The current markers, and the routes computed for them."""

    __slots__ = ("_lies", "_marches", "_rails", "_routes")

    def __init__(self, routes: Routes, status: Status) -> None:
        self._routes = routes
        # Regions by marker.
        self._lies: dict[str, int] = dict.fromkeys((*SIDES, NEUTRAL, CONTESTED), 0)
        for region, bit in routes.bits.items():
            self._lies[status[region]] |= bit
        self._marches: dict[tuple[str, str, bool, bool], Reach] = {}
        self._rails: dict[tuple[str, str, bool], frozenset[str]] = {}

    def march(self, side: str, start: str, *, peace: bool, any_step: bool) -> Reach:
        """See `Routes.march`."""
        key = (side, start, peace, any_step)
        known = self._marches.get(key)
        if known is None:
            known = self._routes.find_march(side, start, self._lies, peace, any_step)
            self._marches[key] = known
        return known

    def rail(self, side: str, start: str, *, through_neutral: bool) -> frozenset[str]:
        """See `Routes.rail`."""
        key = (side, start, through_neutral)
        known = self._rails.get(key)
        if known is None:
            known = self._routes.find_rail(side, start, self._lies, through_neutral)
            self._rails[key] = known
            open_ = self._lies[side] | self._lies[CONTESTED]
            if not through_neutral and open_ & self._routes.bits[start]:
                for region in known:  # all mutually reachable
                    self._rails[side, region, False] = known
        return known


PathsByStart = dict[str, dict[str, list[str]]]  # by start and end


class MarchPaths:
    """Paths of marches under the current markers, each computed once."""

    def __init__(self, routes: Routes, status: Status, *, peace: bool) -> None:
        self._routes = routes
        self._status = status
        self._peace = peace
        self._known: dict[tuple[str, str, str, bool], list[str]] = {}
        self._known_of_all: dict[tuple[object, ...], tuple[PathsByStart, PathsByStart]] = {}

    def path(self, side: str, start: str, end: str, *, by_sea: bool) -> list[str]:
        """Return the regions on the shortest path of a march; see `Routes.find_path`."""
        key = (side, start, end, by_sea)
        known = self._known.get(key)
        if known is None:
            path = self._routes.find_path(side, start, end, self._status, self._peace, by_sea)
            known = self._known[key] = path
        return known

    def of_all(
        self, side: str, starts: tuple[str, ...], *, any_step: bool
    ) -> tuple[PathsByStart, PathsByStart]:
        """Return the paths of all marches from these regions: by land, and by sea."""
        key = (side, any_step, starts)
        known = self._known_of_all.get(key)
        if known is None:
            if len(self._known_of_all) > 50:
                self._known_of_all.clear()
            by_land = self._find_all(side, starts, LAND, any_step=any_step)
            by_sea = self._find_all(side, starts, SEA, any_step=any_step)
            known = self._known_of_all[key] = (by_land, by_sea)
        return known

    def _find_all(
        self, side: str, starts: tuple[str, ...], arriving: str, *, any_step: bool
    ) -> PathsByStart:
        paths: PathsByStart = {}
        for start in starts:
            reach = self._routes.march(
                side, start, self._status, peace=self._peace, any_step=any_step
            )
            for end, arrivals in reach.ends.items():
                if arriving in arrivals:
                    way = self.path(side, start, end, by_sea=arriving == SEA)
                    paths.setdefault(start, {})[end] = way
        return paths


def is_open(status: str, enemy: str, peace: bool) -> bool:
    """Return whether a march may enter a region with this marker: 2.6 not if neutral, 6.1 in
    peacetime not if enemy-held."""
    return status != NEUTRAL and not (peace and status == enemy)


def beside(paths: dict[int, int], front: int, through: int) -> int:
    """Return the neighbours of some regions, expanded through the passable ones."""
    neighbours, seen = 0, front
    while front:
        here = front & -front
        neighbours |= paths[here]
        new = paths[here] & through & ~seen
        seen |= new
        front = front ^ here | new
    return neighbours
