"""The orders each unit can be given (III, V.1, VIII.1), made from the board's masks.

Only what can come about is listed: a convoyed move or a convoy where fleets stand so that there is
a route, a support for a move that the supported unit can make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TypeAlias

from entente.games.diplomacy.board import COASTAL, Board, Unit, bits, mask
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    write_unit,
)

Tree: TypeAlias = "dict[str, Tree]"

EVERYWHERE = ~0  # no province is closed


class Menus:
    """The possible orders of a position.

    `via`: an army may be told to go by sea although it could walk. X.2: `closed` provinces may not
    be entered, and units of `still` powers only hold.
    """

    def __init__(
        self,
        board: Board,
        position: Position,
        *,
        via: bool = True,
        closed: int = 0,
        still: Collection[int] = (),
    ) -> None:
        self.board = board
        self.position = position
        self.via = via
        self.open = ~closed
        units = position.units
        self.still = [unit.power in still for unit in units]
        self.names = [write_unit(board, unit) for unit in units]
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.place = [board.province_of[unit.location] for unit in units]
        self.reach = [board.reach(unit) & self.open for unit in units]
        self.sailing = [0] * len(units)
        for number, unit in enumerate(units):
            if not unit.fleet and board.kind[self.place[number]] == COASTAL:
                self.sailing[number] = self.carried(self.place[number], position.fleets)
        self.guests = self._guests()
        self._known: dict[int, dict[str, Order]] = {}
        self._ways: dict[tuple[int, int], int] = {}

    def carried(self, start: int, fleets: int) -> int:
        """The provinces an army could be convoyed to by fleets in these seas."""
        return self._shores(self.board.shore[start] & fleets, fleets) & ~(1 << start) & self.open

    def _shores(self, front: int, fleets: int) -> int:
        """The coasts of these seas and of all with fleets that hang together with them."""
        board, shores, seen = self.board, 0, front
        while front:
            low = front & -front
            sea = low.bit_length() - 1
            shores |= board.fleet_mask[sea]
            new = board.sea_next[sea] & fleets & ~seen
            seen |= new
            front = (front ^ low) | new
        return shores & ~board.seas

    def _guests(self) -> list[list[int]]:
        """For each province, the units that could move to it."""
        guests: list[list[int]] = [[] for _ in self.board.provinces]
        for number, ends in enumerate(self.reach):
            if self.still[number]:
                continue
            for end in bits(ends | self.sailing[number]):
                guests[end].append(number)
        return guests

    # -- orders

    def orders(self, number: int) -> dict[str, Order]:
        """All orders a unit can be given, by their canonical spelling; the first is to hold."""
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = self._orders(number)
        return known

    def _orders(self, number: int) -> dict[str, Order]:
        found = {f"{self.names[number]} H": HOLDS}
        self._moves(number, found)
        self._supports(number, found)
        if self.position.fleets >> self.place[number] & 1:
            self._convoys(number, found)
        return found

    def _moves(self, number: int, found: dict[str, Order]) -> None:
        """III.1: to a place beside the unit; VIII.1: or by sea, marked where it could walk."""
        board, name, unit = self.board, self.names[number], self.position.units[number]
        steps = steps_of(board, unit.fleet, unit.location)
        if self.open == EVERYWHERE:
            found.update(steps)
        else:
            province_of, open_ = board.province_of, self.open
            found.update((t, o) for t, o in steps.items() if open_ >> province_of[o.target] & 1)
        sailing = self.sailing[number]
        if not sailing:
            return
        walking, locations = self.reach[number], board.locations
        for end in bits(sailing & ~walking):
            found[f"{name} - {locations[end]}"] = Order(MOVE, end)
        if self.via:
            for end in bits(walking & sailing):
                found[f"{name} - {locations[end]} VIA"] = Order(MOVE, end, via=True)

    def _supports(self, number: int, found: dict[str, Order]) -> None:
        """V.1: into every place it could enter, whoever stands there or could move there."""
        at, units, names = self.position.at, self.position.units, self.names
        provinces, place = self.board.provinces, self.place[number]
        at_sea = self.position.fleets >> place & 1
        prefix = f"{names[number]} S "
        for aim in self._aims(number):
            host = at.get(aim)
            if host is not None:
                found[prefix + names[host]] = Order(SUPPORT, units[host].location)
            for guest in self.guests[aim]:
                if guest == number:
                    continue
                walks = self.reach[guest] >> aim & 1
                if at_sea and not walks and not self._without(guest, number, aim):
                    continue
                text = f"{prefix}{names[guest]} - "
                where = units[guest].location
                found[text + provinces[aim]] = Order(SUPPORT, where, aim)
                if units[guest].fleet and self.board.coasts[aim]:
                    self._coasts(guest, aim, text, found)

    def _aims(self, number: int) -> Iterable[int]:
        """The places a unit could enter, and so support into."""
        if self.open == EVERYWHERE:
            return self.board.beside(self.position.units[number])
        return bits(self.reach[number])

    def _without(self, army: int, fleet: int, end: int) -> bool:
        """V.1: whether an army could be convoyed without the fleet that supports it."""
        fleets = self.position.fleets & ~(1 << self.place[fleet])
        return self.board.sails(self.place[army], end, fleets)

    def _coasts(self, guest: int, aim: int, text: str, found: dict[str, Order]) -> None:
        """III.3: where a fleet has the choice between two coasts a support may name one."""
        unit = self.position.units[guest]
        ways = self.board.entries(unit, aim)
        if len(ways) > 1:
            for way in ways:
                found[text + self.board.locations[way]] = Order(
                    SUPPORT, unit.location, aim, coast=way
                )

    def _convoys(self, number: int, found: dict[str, Order]) -> None:
        """VIII.1, VIII.2: armies on the shores of the fleets that hang together with this one."""
        board, position = self.board, self.position
        place = self.place[number]
        shores = self._shores(1 << place, position.fleets)
        for army, unit in enumerate(position.units):
            start = self.place[army]
            if unit.fleet or self.still[army] or not shores >> start & 1:
                continue
            text = f"{self.names[number]} C {self.names[army]} - "
            for end in bits(shores & self.open & ~(1 << start)):
                if self._routes(start, end) >> place & 1:
                    found[text + board.provinces[end]] = Order(CONVOY, start, end)

    def _routes(self, start: int, end: int) -> int:
        """The fleets that could take part in a convoy."""
        key = (start, end) if start < end else (end, start)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self.board.routes(start, end, self.position.fleets)
        return known


@lru_cache(maxsize=1024)
def steps_of(board: Board, fleet: bool, location: int) -> dict[str, Order]:
    """III.1: the moves of a unit to the places beside it, by their spelling."""
    unit = Unit(0, fleet, location)
    ends = board.fleet[location] if fleet else board.beside(unit)
    name = write_unit(board, unit)
    return {f"{name} - {board.locations[end]}": Order(MOVE, end) for end in ends}


def order_tree(orders: Iterable[str]) -> Tree:
    """Orders as a tree to be built click by click: unit, sign, other unit, destination.

    `A BUD S A VIE - TRI` is found under `A BUD`, `S`, `A VIE`, `- TRI`; a support in place ends
    with `H`.
    """
    tree: Tree = {}
    for order in orders:
        branch = tree
        for part in order_parts(order):
            branch = branch.setdefault(part, {})
    return tree


def order_parts(order: str) -> list[str]:
    """The choices an order is made of, one after the other."""
    words = order.split()
    unit, sign, rest = " ".join(words[:2]), words[2], words[3:]
    if sign in ("S", "C"):
        return [unit, sign, " ".join(rest[:2]), " ".join(rest[2:]) or "H"]
    return [unit, " ".join([sign, *rest])]


def closed_mask(board: Board, provinces: Iterable[str]) -> int:
    """Provinces by name as a mask."""
    return mask(board.province[name] for name in provinces)
