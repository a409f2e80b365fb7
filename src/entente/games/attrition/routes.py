"""Routes: where tiles can go by rail and on the march, as far as markers and paths decide it."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.attrition.board import CENTRAL, CONTESTED, ENTENTE, NEUTRAL, RUSSIA, Board
from entente.kernel import Refusal, refuse

LAND = "land"
SEA = "sea"

Status = dict[str, str]


class Reach(NamedTuple):
    """Where a march may end, how it arrives there, and why other regions are closed. `written` are
    the marches of each kind of tile that has been asked about."""

    start: str
    ends: dict[str, tuple[str, ...]]
    closed: dict[str, Refusal]
    written: dict[str, tuple[str, ...]]

    def marches(self, tile: str) -> tuple[str, ...]:
        """What can be said of a tile that starts here."""
        known = self.written.get(tile)
        if known is None:
            lines = [
                f"{'sail' if way == SEA else 'move'} {tile} {self.start} {end}"
                for end, ways in self.ends.items()
                for way in ways
            ]
            known = self.written[tile] = tuple(lines)
        return known


class Routes:
    """Answers about routes, remembered by position: markers change far less often than tiles."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._marked: dict[tuple[str, ...], Marked] = {}
        self._ways_known: dict[tuple[object, ...], Ways] = {}

    def marked(self, status: Status) -> Marked:
        """What was found out while the markers lay like this."""
        key = tuple(status.values())
        known = self._marked.get(key)
        if known is None:
            if len(self._marked) > 2_000:
                self._marked.clear()
            known = self._marked[key] = Marked(self, status.copy())
        return known

    # -- 4.6 movement

    def march(self, side: str, start: str, status: Status, *, peace: bool, any_step: bool) -> Reach:
        """4.6.2-4.6.4: all regions in which a tile that starts here may stop."""
        return self.marked(status).march(side, start, peace=peace, any_step=any_step)

    def find_march(
        self, side: str, start: str, status: Status, peace: bool, any_step: bool
    ) -> Reach:
        """The same, worked out anew."""
        closed: dict[str, Refusal] = {}
        first = {
            LAND: self._first_steps(self.board.land[start], side, start, status, peace, closed),
            SEA: [],
        }
        if side == ENTENTE:
            ports = self.board.sea[start]
            first[SEA] = self._first_steps(ports, side, start, status, peace, closed)
        else:
            for port in self.board.sea[start]:
                closed[port] = refuse("4.6.4", "refusal.sea_is_ententes")
        arrivals: dict[str, set[str]] = {}
        for region in first[SEA]:
            arrivals.setdefault(region, set()).add(SEA)
        for way, steps in first.items():
            reached = self._onward(steps, side, status, peace, closed)
            if way == SEA:  # nobody lands in a friendly port, walks on and back to arrive by land
                reached -= {region for region in steps if status[region] == side}
            else:
                reached |= set(steps)
            for region in reached:
                arrivals.setdefault(region, set()).add(SEA if way == SEA and any_step else LAND)
        arrivals.pop(start, None)
        ends = {
            region: self._ways(region, side, status, arrivals[region])
            for region in self.board.regions
            if region in arrivals
        }
        shut = {region: why for region, why in closed.items() if region not in ends}
        return Reach(start, ends, shut, {})

    def _first_steps(
        self,
        neighbours: tuple[str, ...],
        side: str,
        start: str,
        status: Status,
        peace: bool,
        closed: dict[str, Refusal],
    ) -> list[str]:
        """4.6.3: out of a contested capital the first step may not lead into enemy control."""
        steps = []
        for region in neighbours:
            why = self._entry(region, side, status, peace)
            if why is None and status[start] == CONTESTED and _enemy(status[region], side):
                why = refuse("4.6.3", "refusal.from_contested", region=region, start=start)
            if why is None:
                steps.append(region)
            else:
                closed[region] = why
        return steps

    def _onward(
        self,
        steps: list[str],
        side: str,
        status: Status,
        peace: bool,
        closed: dict[str, Refusal],
    ) -> set[str]:
        """4.6.2: on by land through friendly regions; the march ends in any other."""
        reached: set[str] = set()
        through = [region for region in steps if status[region] == side]
        seen = set(through)
        while through:
            for region in self.board.land[through.pop()]:
                why = self._entry(region, side, status, peace)
                if why is not None:
                    closed[region] = why
                    continue
                reached.add(region)
                if status[region] == side and region not in seen:
                    seen.add(region)
                    through.append(region)
        return reached

    def _entry(self, region: str, side: str, status: Status, peace: bool) -> Refusal | None:
        if status[region] == NEUTRAL:
            return refuse("2.6", "refusal.neutral_closed", region=region)
        if peace and _enemy(status[region], side):
            return refuse("6.1", "refusal.peacetime", region=region)
        return None

    def _ways(self, region: str, side: str, status: Status, ways: set[str]) -> tuple[str, ...]:
        """By land if it can be; by sea too where 4.7.1 makes a difference of it."""
        if ways == {SEA}:
            return (SEA,)
        matters = _enemy(status[region], side) and self.board.regions[region].allegiance == side
        return (LAND, SEA) if matters and SEA in ways else (LAND,)

    def ways(self, status: Status, *, peace: bool) -> Ways:
        """The ways of marches, as the markers lie."""
        key = (peace, *status.values())
        known = self._ways_known.get(key)
        if known is None:
            if len(self._ways_known) > 500:
                self._ways_known.clear()
            known = self._ways_known[key] = Ways(self, dict(status), peace=peace)
        return known

    def find_way(
        self, side: str, start: str, end: str, status: Status, peace: bool, by_sea: bool
    ) -> list[str]:
        """The regions on the shortest way of a march, both ends included; by land if it can be.

        Where none is open (a tile comes there otherwise than on the march) only the two ends.
        """
        ports = self.board.sea[start] if side == ENTENTE else ()
        for neighbours in (ports,) if by_sea else (self.board.land[start], ports):
            steps = self._first_steps(neighbours, side, start, status, peace, {})
            found = self._shortest(steps, side, end, status, peace)
            if found:
                return [start, *found]
        return [start, end]

    def _shortest(
        self, steps: list[str], side: str, end: str, status: Status, peace: bool
    ) -> list[str]:
        """4.6.2: on through friendly regions."""
        ways, seen = [[region] for region in steps], set(steps)
        for way in ways:
            here = way[-1]
            if here == end:
                return way
            for region in self.board.land[here] if status[here] == side else ():
                if region not in seen and self._entry(region, side, status, peace) is None:
                    seen.add(region)
                    ways.append([*way, region])  # grows while it is read
        return []

    def no_passage(
        self, side: str, start: str, end: str, status: Status, *, peace: bool
    ) -> Refusal | None:
        """4.6.4: why a march that would need the sea does not lead there; None: nor would the sea.

        One sea path for the Entente, and only as the first step; none for the Central Powers.
        """
        if (why := self._entry(end, side, status, peace)) is not None:
            return why
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
        """Where a march could end that took up to so many sea paths, anywhere on the way."""
        sailed, front = {start: 0}, [start]
        ends: set[str] = set()
        while front:
            here = front.pop()
            for way in (LAND, SEA):
                seas = sailed[here] + (way == SEA)
                neighbours = self.board.land[here] if way == LAND else self.board.sea[here]
                for region in neighbours if seas <= most else ():
                    shut = here == start and status[start] == CONTESTED
                    if self._entry(region, side, status, peace) is not None or (
                        shut and _enemy(status[region], side)
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
        self, side: str, start: str, status: Status, through_neutral: bool
    ) -> frozenset[str]:
        """The same, worked out anew."""
        reached, front = {start}, [start]
        while front:
            here = front.pop()
            paths = self.board.land[here] + (self.board.sea[here] if side == ENTENTE else ())
            for region in paths:
                open_ = status[region] in (side, CONTESTED) or (
                    through_neutral and self._surrendered(region, status)
                )
                if open_ and region not in reached:
                    reached.add(region)
                    front.append(region)
        return frozenset(reached)

    def _surrendered(self, region: str, status: Status) -> bool:
        """Ruling A4: Russian regions that the surrender made neutral let such trains pass."""
        return status[region] == NEUTRAL and self.board.regions[region].nation == RUSSIA


class Marked:
    """The markers as they lie, and the routes that were asked for while they lay so."""

    __slots__ = ("_marches", "_rails", "_routes", "_status")

    def __init__(self, routes: Routes, status: Status) -> None:
        self._routes = routes
        self._status = status
        self._marches: dict[tuple[str, str, bool, bool], Reach] = {}
        self._rails: dict[tuple[str, str, bool], frozenset[str]] = {}

    def march(self, side: str, start: str, *, peace: bool, any_step: bool) -> Reach:
        """See `Routes.march`."""
        key = (side, start, peace, any_step)
        known = self._marches.get(key)
        if known is None:
            known = self._routes.find_march(side, start, self._status, peace, any_step)
            self._marches[key] = known
        return known

    def rail(self, side: str, start: str, *, through_neutral: bool) -> frozenset[str]:
        """See `Routes.rail`."""
        key = (side, start, through_neutral)
        known = self._rails.get(key)
        if known is None:
            known = self._routes.find_rail(side, start, self._status, through_neutral)
            self._rails[key] = known
        return known


WaysOf = dict[str, dict[str, list[str]]]  # by start and end


class Ways:
    """The ways of marches while the markers lie as they do, each found once."""

    def __init__(self, routes: Routes, status: Status, *, peace: bool) -> None:
        self._routes = routes
        self._status = status
        self._peace = peace
        self._known: dict[tuple[str, str, str, bool], list[str]] = {}
        self._known_of_all: dict[tuple[object, ...], tuple[WaysOf, WaysOf]] = {}

    def way(self, side: str, start: str, end: str, *, by_sea: bool) -> list[str]:
        """The regions on the shortest way of a march; see `Routes.find_way`."""
        key = (side, start, end, by_sea)
        known = self._known.get(key)
        if known is None:
            found = self._routes.find_way(side, start, end, self._status, self._peace, by_sea)
            known = self._known[key] = found
        return known

    def of_all(
        self, side: str, starts: tuple[str, ...], *, any_step: bool
    ) -> tuple[WaysOf, WaysOf]:
        """The ways of all marches that start in these regions: by land, and by sea."""
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
    ) -> WaysOf:
        found: WaysOf = {}
        for start in starts:
            reach = self._routes.march(
                side, start, self._status, peace=self._peace, any_step=any_step
            )
            for end, arrivals in reach.ends.items():
                if arriving in arrivals:
                    way = self.way(side, start, end, by_sea=arriving == SEA)
                    found.setdefault(start, {})[end] = way
        return found


def _enemy(status: str, side: str) -> bool:
    return status in (CENTRAL, ENTENTE) and status != side
