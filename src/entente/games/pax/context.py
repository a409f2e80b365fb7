"""The context of the rules: board and state together, and the operations many chapters share.

All changes of markers, units, fleets and money go through here, so that cached lines of
communication are invalidated in time and counters are never overdrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any, TypeVar

from entente.games.pax.belgium import counters_left
from entente.games.pax.board import (
    ARMY,
    AUSTRIA_HUNGARY,
    BELGIUM,
    GERMANY,
    ITALY,
    STRENGTHS,
    Area,
    Board,
    Links,
    Node,
    Place,
    Port,
    Power,
    Sea,
    Status,
    place_of,
)
from entente.games.pax.state import Forces, Marker, PaxState, Stack
from entente.kernel import Message, Seat, Steps, say
from entente.kernel.message import Argument

T = TypeVar("T")

# Aspects of a power. Its control markers are an aspect of their own, because lines of communication
# and the ways of armies and navies depend on no others; so is how many units it has, because most
# orders do not depend on where they are.
MARKERS, MONEY, UNITS, FLEETS, CONTROL, NUMBERS = range(6)
Aspects = Callable[[tuple[int, ...]], object]  # picks change counters out of those of a power
EVERYTHING: Aspects = itemgetter(slice(None))
NOTHING: Aspects = itemgetter(slice(0))
POOLS = (
    "strength_10",
    "strength_3",
    "strength_1",
    "interest_or_influence",
    "protectorate_or_possession",
    "dominion_or_state",
    "merchant_fleet",
)  # of counters
ASIDE = "aside"  # units that have surrendered, among the counters in play
_UNTOUCHED = (0, 0, 0, 0, 0, 0)


class NoCounter(ValueError):
    """A rule placed a piece that its power does not have: a bug."""


_DIVISORS = {BELGIUM: "belgian_divisor", ITALY: "italian_divisor"}  # options, by power


class PaxContext:
    """Board and state of one game. Rules read and change the position through it."""

    __slots__ = (
        "_areas",
        "_army_places",
        "_in_play",
        "_links",
        "_navy_ports",
        "_networks",
        "_remembered",
        "_stamps",
        "board",
        "majors",
        "minors",
        "planned",
        "players",
        "seats",
        "state",
    )

    def __init__(self, board: Board, state: PaxState) -> None:
        self.board = board
        self.state = state
        self.players = self.number("players")
        self.seats: tuple[Seat, ...] = seats_for(board, self.players)
        self.majors: tuple[Power, ...] = majors_for(board, self.players)
        self.minors: tuple[Power, ...] = minors_for(board, self.players)
        self._stamps: dict[Power, tuple[int, ...]] = {}  # counts the changes, by aspect
        self._remembered: dict[tuple[Power, str], tuple[object, Any]] = {}  # see remember
        # Where each power has a marker, and which, and how many of its counters are in play.
        self._areas: dict[Power, list[tuple[Area, Marker]]] = {}
        self._in_play: dict[Power, dict[str, int]] = {}
        # Where each power has armies and navies.
        self._army_places: dict[Power, tuple[Node, ...]] = {}
        self._navy_ports: dict[Power, tuple[Port, ...]] = {}
        self._links: Links | None = None
        self._networks: dict[Power, frozenset[Node]] = {}  # see communication.network
        # see movement_phase.Plans: the plan, the stamps it was made on, and the resulting context
        self.planned: dict[str, tuple[tuple[str, ...], tuple[int, ...], PaxContext]] = {}

    def for_copy(self, state: PaxState) -> PaxContext:
        """Return a context for a copy of the state; the caches still hold."""
        twin = PaxContext(self.board, state)
        twin._links = self._links
        twin._networks = self._networks.copy()
        twin._areas = self._areas.copy()
        twin._in_play = self._in_play.copy()
        twin._army_places = self._army_places.copy()
        twin._navy_ports = self._navy_ports.copy()
        twin._stamps = self._stamps.copy()
        twin._remembered = self._remembered.copy()
        return twin

    # -- what was worked out, and how long it holds

    def touch(self, power: Power, aspect: int) -> None:
        """Note that markers, money, units or fleets of a power have changed. A change for
        Austria-Hungary is one for Germany too, which decides for it."""
        changed = list(self._stamps.get(power, _UNTOUCHED))
        changed[aspect] += 1
        self._stamps[power] = tuple(changed)
        if aspect == MARKERS:
            self._areas.pop(power, None)
        elif aspect == UNITS:
            self._army_places.pop(power, None)
            self._navy_ports.pop(power, None)
        if aspect != MONEY and self.state.wars:  # prisoners count, and may have changed too
            self._in_play.pop(power, None)
        if power == AUSTRIA_HUNGARY:
            self.touch(GERMANY, aspect)

    def stamps_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the change counters of a seat's powers."""
        return self._stamps.get(seat, _UNTOUCHED)

    @property
    def control_stamps(self) -> tuple[int, ...]:
        """The change counters of the control markers of all powers."""
        return tuple([stamps[CONTROL] for stamps in self._stamps.values()])

    def forget(self) -> None:
        """Clear all caches."""
        self._remembered.clear()
        self._networks.clear()
        self._areas.clear()
        self._in_play.clear()
        self._army_places.clear()
        self._navy_ports.clear()

    def remember(self, power: Power, what: str, aspects: Aspects, make: Callable[[], T]) -> T:
        """Return a cached value about a power, made again when one of these aspects has changed.

        In the movement phase nothing that others do affects what a power may do (6.1); each phase
        starts with empty caches.
        """
        stamp, known = (
            aspects(self._stamps.get(power, _UNTOUCHED)),
            self._remembered.get((power, what)),
        )
        if known is not None and known[0] == stamp:
            value: T = known[1]
            return value
        value = make()
        self._remembered[power, what] = (stamp, value)
        return value

    def remember_by(self, power: Power, what: str, key: object, make: Callable[[], T]) -> T:
        """Return a cached value about a power, made again when what it follows from has changed:
        the key."""
        known = self._remembered.get((power, what))
        if known is not None and known[0] == key:
            value: T = known[1]
            return value
        value = make()
        self._remembered[power, what] = (key, value)
        return value

    # -- by which rules

    def since(self, version: int) -> bool:
        """Return whether the game is played under this version of the rules or a later one."""
        rules = self.state.rules
        return not rules or int(rules) >= version  # a state that is being set up has none yet

    # -- who plays what

    def on(self, option: str) -> bool:
        return self.state.options[option] is True

    @property
    def by_post(self) -> bool:
        """Whether a congress settles all disputes at once (10.8)."""
        return self.state.options["congress_mode"] == "by_post"

    def number(self, option: str) -> int:
        value = self.state.options[option]
        assert isinstance(value, int)
        return value

    def is_major(self, power: Power) -> bool:
        return power in self.majors

    def seat_of(self, power: Power) -> Seat | None:
        """Return the seat that decides for a power; None: it is a minor."""
        power = GERMANY if power == AUSTRIA_HUNGARY else power
        return power if power in self.seats else None

    def powers_of(self, seat: Seat) -> tuple[Power, ...]:
        """Return the powers of a seat: Germany also decides for Austria-Hungary."""
        return (seat, AUSTRIA_HUNGARY) if seat == GERMANY else (seat,)

    def same_side(self, one: Power, other: Power) -> bool:
        """Return whether two powers are the same or belong to one seat."""
        return one == other or {one, other} == {GERMANY, AUSTRIA_HUNGARY}

    def home(self, power: Power) -> Place:
        return self.board.home[power]

    def by_precedence(self, seats: Iterable[Seat]) -> list[Seat]:
        """Seats in this turn's order (1)."""
        wanted = set(seats)
        return [seat for seat in self.state.order if seat in wanted]

    # -- when and where

    @property
    def year(self) -> int:
        return self.board.year(self.state.turn)

    @property
    def links(self) -> Links:
        """How places are joined now."""
        if self._links is None:
            self._links = self.board.links(self.state.balkan_wars, bool(self.state.canals))
        return self._links

    def changed_map(self) -> None:
        """Note that routes or canals have changed."""
        self._links = None
        self.forget()

    def type_of(self, area: Area) -> str:
        """Return what an area is: as the map says, unless it has become Ottoman (11.4)."""
        return "ottoman" if area in self.state.ottoman_areas else self.board.areas[area].type

    def in_unrest(self, area: Place) -> bool:
        return area in self.state.unrest

    # -- markers

    def markers(self, area: Area) -> dict[Power, Marker]:
        """Return the markers in an area, by power; not to be changed."""
        return self.state.markers.get(area, _NO_MARKERS)

    def marker(self, power: Power, area: Area) -> Marker | None:
        return self.state.markers.get(area, _NO_MARKERS).get(power)

    def status(self, power: Power, area: Area) -> Status:
        """Return the status of a power's marker, be it new or established."""
        marker = self.marker(power, area)
        return Status.NONE if marker is None else marker.status

    def established(self, power: Power, area: Area) -> Status:
        """Return the status that is established."""
        marker = self.marker(power, area)
        return Status.NONE if marker is None else marker.was

    def holds(self, power: Power, area: Place) -> bool:
        """Return whether a power has established control."""
        marker = self.state.markers.get(area, _NO_MARKERS).get(power)
        return marker is not None and marker.holds

    def holders(self, area: Area) -> list[Power]:
        """Those with established control."""
        return [power for power, marker in self.markers(area).items() if marker.holds]

    def controllers(self, area: Area) -> list[Power]:
        """Those with a control marker, new or established."""
        return [power for power, marker in self.markers(area).items() if marker.is_control]

    def areas_of(self, power: Power) -> list[tuple[Area, Marker]]:
        """Return where a power has a marker, and which, in the order of the map; not to be
        changed."""
        areas = self._areas.get(power)
        if areas is None:
            there = [(area, m[power]) for area, m in self.state.markers.items() if power in m]
            order = self.board.place_order
            areas = self._areas[power] = sorted(
                there, key=lambda each: order.get(each[0], len(order))
            )
        return areas

    def put_marker(
        self, power: Power, area: Area, status: Status, was: Status | None = None
    ) -> None:
        """Put a power's marker in an area in place of what it has there; `NONE` takes it away.

        `was` is what stays established; without it the marker is established at once.
        """
        there = {each: marker for each, marker in self.markers(area).items() if each != power}
        before = self.marker(power, area)
        controls = status >= Status.PROTECTORATE or (before is not None and before.touches_control)
        if status is not Status.NONE:
            pool = pool_of(status)
            held = self.status(power, area)
            if (held is Status.NONE or pool_of(held) != pool) and self.counters(power, pool) < 1:
                raise NoCounter(f"{power} has no counter for {status.name} in {area}")
            there[power] = Marker(status, status if was is None else was)
            self._count(power, pool, 1)
        if before is not None:
            self._count(power, pool_of(before.status), -1)
        if there:
            self.state.markers[area] = there
        else:
            self.state.markers.pop(area, None)
        if power == BELGIUM and power in self.seats and self.holds(power, area) and self.since(3):
            self.state.belgian_colony = True  # the flat figure of its office has ended (4.4)
        self.touch(power, MARKERS)
        if controls:
            self._networks.pop(power, None)
            self.touch(power, CONTROL)
        if not status.is_control and power in self.state.codominions.get(area, ()):
            rest = tuple(each for each in self.state.codominions[area] if each != power)
            self.share(area, rest)

    def share(self, area: Area, powers: Iterable[Power]) -> None:
        """Those who hold an area together by agreement; a single power has no partner."""
        partners = tuple(power for power in self.board.powers if power in set(powers))
        if len(partners) > 1:
            self.state.codominions[area] = partners
        else:
            self.state.codominions.pop(area, None)

    def can_have(self, power: Power, area: Area, status: Status) -> bool:
        """Return whether there is a counter for this status in this area (1)."""
        held = self.status(power, area)
        if held is not Status.NONE and pool_of(held) == pool_of(status):
            return True
        return self.counters(power, pool_of(status)) > 0

    # -- counters

    def counters(self, power: Power, pool: str) -> int:
        """Return how many counters of a pool a power has left."""
        limits = self.board.powers[power].limits
        limit: int = getattr(limits, pool)
        in_play = self._in_play.get(power)
        if in_play is None:
            in_play = self._in_play[power] = self._count_in_play(power)
        used = in_play[pool]
        if power == BELGIUM and BELGIUM in self.seats and self.since(3):
            return counters_left(self.board, self.state, pool, limit - used)
        return limit - used

    def _count(self, power: Power, pool: str, change: int) -> None:
        """Note that counters have come into play or left it. With prisoners among them, they are
        counted again when they are asked for."""
        in_play = self._in_play.pop(power, None)
        if in_play is not None and not self.state.wars and not in_play[ASIDE]:
            self._in_play[power] = {**in_play, pool: in_play.get(pool, 0) + change}

    def _count_in_play(self, power: Power) -> dict[str, int]:
        """Return how many counters of each pool a power has on the map, or aside in a war."""
        state, used = self.state, dict.fromkeys((*POOLS, ASIDE), 0)
        used["merchant_fleet"] = len(state.fleets.get(power, ()))
        for side in (state.armies, state.navies):
            for forces in side.values():
                if power in forces:
                    for strength in forces[power]:
                        used[f"strength_{strength}"] += 1
        for _, marker in self.areas_of(power):
            used[pool_of(marker.status)] += 1
        if state.wars:
            for strength in STRENGTHS:
                aside = self.aside(power, strength)
                used[f"strength_{strength}"] += aside
                used[ASIDE] += aside
        return used

    def aside(self, power: Power, strength: int) -> int:
        """Units that have surrendered and wait for the end of a war (12.9) keep their counters."""
        return sum(
            unit.power == power and unit.strength == strength
            for war in self.state.wars
            for unit in war.surrendered
        )

    # -- units

    def armies(self, power: Power, place: Node) -> Stack:
        return self.state.armies.get(place, _NO_FORCES).get(power, ())

    def navies(self, power: Power, where: Port | Sea) -> Stack:
        return self.state.navies.get(where, _NO_FORCES).get(power, ())

    def navies_at(self, power: Power, place: Node) -> Stack:
        """Return a power's navies in all ports of a place, or at sea."""
        strengths = [
            strength
            for where, forces in self.state.navies.items()
            if power in forces and place_of(where) == place
            for strength in forces[power]
        ]
        return tuple(sorted(strengths, reverse=True))

    def army_places(self, power: Power) -> tuple[Node, ...]:
        """Return where a power has armies."""
        places = self._army_places.get(power)
        if places is None:
            places = tuple([place for place, by in self.state.armies.items() if power in by])
            self._army_places[power] = places
        return places

    def navy_ports(self, power: Power) -> tuple[Port, ...]:
        """Return where a power has navies."""
        ports = self._navy_ports.get(power)
        if ports is None:
            ports = tuple([where for where, by in self.state.navies.items() if power in by])
            self._navy_ports[power] = ports
        return ports

    def units(self, power: Power) -> Iterator[tuple[str, Node, int]]:
        """All units of a power: kind, port or place, strength."""
        for place in self.army_places(power):
            for strength in self.armies(power, place):
                yield ARMY, place, strength
        for where in self.navy_ports(power):
            for strength in self.navies(power, where):
                yield "navy", where, strength

    def units_in(self, power: Power, kind: str, place: Node) -> list[tuple[str, int]]:
        """Return a power's units of a kind in a place or sea: where exactly, and how strong."""
        if kind == ARMY:
            return [(place, strength) for strength in self.armies(power, place)]
        return [
            (where, strength)
            for where, forces in self.state.navies.items()
            if power in forces and place_of(where) == place
            for strength in forces[power]
        ]

    def strength_in(self, power: Power, kind: str, place: Node) -> int:
        return sum(strength for _, strength in self.units_in(power, kind, place))

    def lose_in(self, power: Power, kind: str, place: Node, strength: int) -> None:
        """Remove a unit of a power in a place, at any of its coasts."""
        units = self.units_in(power, kind, place)
        self.remove_unit(power, kind, next(w for w, s in units if s == strength), strength)

    def add_unit(self, power: Power, kind: str, where: Node | Port, strength: int) -> None:
        """Put a unit on the map."""
        self._put_unit(power, kind, where, strength)
        self._count(power, f"strength_{strength}", 1)
        self.touch(power, UNITS)
        self.touch(power, NUMBERS)

    def remove_unit(self, power: Power, kind: str, where: Node | Port, strength: int) -> None:
        """Take a unit off the map."""
        self._take_unit(power, kind, where, strength)
        self._count(power, f"strength_{strength}", -1)
        self.touch(power, UNITS)
        self.touch(power, NUMBERS)

    def move_unit(
        self, power: Power, kind: str, here: Node | Port, there: Node | Port, strength: int
    ) -> None:
        self._take_unit(power, kind, here, strength)
        self._put_unit(power, kind, there, strength)
        self.touch(power, UNITS)

    def _put_unit(self, power: Power, kind: str, where: Node | Port, strength: int) -> None:
        side = self.state.armies if kind == ARMY else self.state.navies
        forces = side.get(where, _NO_FORCES)
        stack = tuple(sorted((*forces.get(power, ()), strength), reverse=True))
        side[where] = {**forces, power: stack}

    def _take_unit(self, power: Power, kind: str, where: Node | Port, strength: int) -> None:
        side = self.state.armies if kind == ARMY else self.state.navies
        forces = side[where]
        stack = list(forces[power])
        stack.remove(strength)
        kept: Forces = {each: units for each, units in forces.items() if each != power}
        if stack:
            kept[power] = tuple(stack)
        if kept:
            side[where] = kept
        else:
            del side[where]

    # -- merchant fleets

    def fleets(self, power: Power) -> tuple[Sea, ...]:
        """Return the seas with a merchant fleet of a power."""
        return self.state.fleets.get(power, ())

    def set_fleets(self, power: Power, seas: Iterable[Sea]) -> None:
        kept, before = set(seas), len(self.fleets(power))
        self.state.fleets[power] = tuple(sea for sea in self.board.seas if sea in kept)
        self._count(power, "merchant_fleet", len(self.fleets(power)) - before)
        self._networks.pop(power, None)
        self.touch(power, FLEETS)

    # -- money

    def money(self, power: Power) -> int:
        return self.state.treasury.get(power, 0)

    def pay(self, power: Power, amount: int) -> None:
        """Take money from a treasury."""
        left = self.money(power) - amount
        if left < 0:
            raise ValueError(f"{power} pays {amount} and has {self.money(power)}")
        self.state.treasury[power] = left
        self.touch(power, MONEY)

    def receive(self, power: Power, amount: int) -> None:
        self.state.treasury[power] = self.money(power) + amount
        self.touch(power, MONEY)

    # -- points

    def divisor(self, power: Power) -> float:
        """Return how many pounds a victory point costs a power (13.4); 0: it wins none."""
        option = _DIVISORS.get(power)
        if option is not None and (chosen := self.state.options[option]) != "1":
            return float(chosen)
        return float(self.board.powers[power].divisor or 0)

    def points_for(self, power: Power, money: int) -> int:
        """Victory points for money, fractions dropped; divisors may be halves (13.4)."""
        return 2 * money // int(2 * self.divisor(power))

    # -- the log

    def log(self, key: str, **arguments: Argument) -> None:
        """Log a public line."""
        if self.state.logs:
            self.state.log(say(key, **arguments))

    def log_to(self, seats: Iterable[Seat], message: Message) -> None:
        """Log a line that only these seats see."""
        self.state.log(message, list(seats))


_NO_MARKERS: dict[Power, Marker] = {}
_NO_FORCES: Forces = {}

steps: Steps[PaxContext] = Steps()


def pool_of(status: Status) -> str:
    """Return which counters are used for a status: the two faces of one counter share a pool
    (1)."""
    if status is Status.TOP:
        return "dominion_or_state"
    if status >= Status.PROTECTORATE:
        return "protectorate_or_possession"
    return "interest_or_influence"


def seats_for(board: Board, players: int) -> tuple[Seat, ...]:
    """Return the seats for this number of players, each named after its power."""
    for row in board.tables.powers.player_count:
        if row.players == players:
            return tuple(row.majors)
    raise LookupError(players)


def minors_for(board: Board, players: int) -> tuple[Power, ...]:
    """Return the minor powers, which the rules run, in their order (5)."""
    for row in board.tables.powers.player_count:
        if row.players == players:
            return tuple(row.minors)
    raise LookupError(players)


def majors_for(board: Board, players: int) -> tuple[Power, ...]:
    """Return the powers that players run; Austria-Hungary belongs to the German seat (1)."""
    seats = seats_for(board, players)
    where = seats.index(GERMANY) + 1
    return (*seats[:where], AUSTRIA_HUNGARY, *seats[where:])
