"""What binds a seat and its partners in the current season, in terms of the search.

A broken promise has a price in centres, which the search subtracts from the value of the orders
that break it. The promises of others are believed as far as they are trusted: in that share of the
imagined worlds the partner keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.answers.terms import DRAW_TERM, PEACE, zone_of
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.negotiation.promises import (
    Agreement,
    Facts,
    Ledger,
    agreed_orders,
)
from entente.games.diplomacy.phases import ordered_unit, understood
from entente.games.diplomacy.rules.orders import HOLDS, MOVE, Order
from entente.kernel import Seat
from entente.players.letters import Letters

PRICE = 1.0  # centres that a broken promise costs, to a partner of whom nothing is known
LEAST_PRICE = 0.4  # to one who has broken every promise
WITNESSED = 0.25  # more for each seat that knows of it besides the two
CERTAIN = 50.0  # a promise that is not to be broken


class Duty(NamedTuple):
    """What an agreement binds a seat to this season."""

    number: int  # of the proposal
    seat: Seat
    partner: Seat
    orders: Orders  # by unit
    closed: frozenset[int]  # provinces that the seat attacks not, by its own moves or its help
    zones: frozenset[int]  # provinces to which it does not move
    arranged: frozenset[tuple[int, Order]]  # orders that are no attack, since both agreed on them
    price: float
    trust: float


class Word:
    """The duties of a seat and of its partners."""

    def __init__(self, europe: DiplomacyContext, seat: Seat, duties: Sequence[Duty] = ()) -> None:
        self.europe, self.seat = europe, seat
        self.mine = [duty for duty in duties if duty.seat == seat]
        self.theirs = [duty for duty in duties if duty.seat != seat]
        self.wants_draw = False
        board = europe.board
        self._power_units: dict[Seat, list[int]] = {}
        for other in europe.survivors():
            powers = {board.power[name] for name in europe.powers_of(other)}
            units = enumerate(europe.position.units)
            self._power_units[other] = [n for n, unit in units if unit.power in powers]

    @classmethod
    def given(
        cls,
        europe: DiplomacyContext,
        seat: Seat,
        letters: Letters,
        ledger: Ledger,
        facts: Facts,
        *,
        certain: bool = False,
    ) -> Word:
        """Return what binds a seat by its letters. With `certain`, it never breaks its word."""
        word, duties = cls(europe, seat), list[Duty]()
        for agreement in ledger.open:
            if seat in agreement.parties:
                duties += word.duties_of(agreement, letters, ledger, facts, certain=certain)
        bound = cls(europe, seat, duties)
        bound.wants_draw = any(
            seat in agreement.parties
            and agreement.offer.season == letters.now
            and DRAW_TERM in agreement.offer.items
            for agreement in ledger.open
        )
        return bound

    def with_agreement(
        self, agreement: Agreement, letters: Letters, ledger: Ledger, facts: Facts
    ) -> Word:
        """Return the same with another agreement, which the seat itself keeps."""
        added = self.duties_of(agreement, letters, ledger, facts, certain=True)
        word = Word(self.europe, self.seat, [*self.mine, *self.theirs, *added])
        word.wants_draw = self.wants_draw
        return word

    def duties_of(
        self,
        agreement: Agreement,
        letters: Letters,
        ledger: Ledger,
        facts: Facts,
        *,
        certain: bool,
    ) -> Iterable[Duty]:
        """Yield the duties of the seat and of its partners towards it."""
        every = [*ledger.open, agreement]
        agreed = self._known(agreed_orders(every, agreement, letters.now))
        for partner in agreement.partners(self.seat):
            if partner not in self._power_units:
                continue  # out of the game
            trust = ledger.trust(partner)
            price = CERTAIN if certain else price_of(trust, agreement.witnesses)
            for seat, other in ((self.seat, partner), (partner, self.seat)):
                yield self._duty(agreement, seat, other, letters.now, facts, agreed, (price, trust))

    def _duty(
        self,
        agreement: Agreement,
        seat: Seat,
        other: Seat,
        now: int,
        facts: Facts,
        agreed: Orders,
        worth: tuple[float, float],
    ) -> Duty:
        province = {name: number for number, name in enumerate(self.europe.board.provinces)}
        orders: Orders = {}
        if agreement.offer.season == now:
            orders = self._known(agreement.orders_of(seat, facts))
        closed, zones = set[int](), set[int]()
        for term in agreement.terms_in(now, facts):
            if (zone := zone_of(term)) is not None:
                zones.add(province[zone])
            elif term.startswith(PEACE):
                closed.update(province[name] for name in facts.places_of(other))
        arranged = frozenset({*agreed.items(), *orders.items()})
        return Duty(
            agreement.number,
            seat,
            other,
            orders,
            frozenset(closed),
            frozenset(zones),
            arranged,
            *worth,
        )

    def _known(self, texts: Iterable[str]) -> Orders:
        """Return those of some orders that units can be given now, by unit."""
        menus = self.europe.menus()
        possible = [
            text
            for text in texts
            if (unit := _unit(text)) in menus.numbers and text in menus.choices(menus.numbers[unit])
        ]
        return understood(self.europe, possible)

    def __bool__(self) -> bool:
        return bool(self.mine or self.theirs)

    @property
    def digest(self) -> str:
        """A short hash of everything that binds the seat and its partners."""
        duties = [
            (*duty[:3], sorted(duty.orders.items()), sorted(duty.closed), sorted(duty.zones))
            for duty in (*self.mine, *self.theirs)
        ]
        worths = [(duty.price, duty.trust) for duty in (*self.mine, *self.theirs)]
        text = repr((duties, worths, self.wants_draw))
        return blake2b(text.encode(), digest_size=8).hexdigest()

    # -- the search

    def price(self, orders: Orders) -> float:
        """Return what the promises cost that a set of orders breaks."""
        return sum(duty.price for duty in self.mine if self.breaks(duty, orders))

    def breaks(self, duty: Duty, orders: Orders) -> bool:
        """Whether a set of orders breaks a promise."""
        for number, order in duty.orders.items():
            if orders.get(number, HOLDS) != order:
                return True
        if not duty.closed and not duty.zones:
            return False
        return any(
            self._offends(duty, number, orders.get(number, HOLDS))
            for number in self._power_units[duty.seat]
        )

    def _offends(self, duty: Duty, number: int, order: Order) -> bool:
        """Whether an order is an attack, or enters a demilitarised zone."""
        if (number, order) in duty.arranged:
            return False
        if order.kind == MOVE:
            end = self.europe.board.province_of[order.target]
            return end in duty.closed or end in duty.zones
        return order.end >= 0 and order.end in duty.closed

    def kept(self, duty: Duty, orders: Orders) -> Orders:
        """Return a set of orders changed so that it keeps a promise; units that must not do what
        they were ordered hold."""
        changed = dict(orders)
        for number in self._power_units[duty.seat]:
            if number in orders and self._offends(duty, number, orders[number]):
                changed[number] = HOLDS
        return {**changed, **duty.orders}

    def obeyed(self, orders: Orders) -> Orders:
        """Return a set of the seat's orders changed so that it keeps every promise."""
        for duty in self.mine:
            orders = self.kept(duty, orders)
        return orders

    def believed(self, worlds: Sequence[Orders], seed: str) -> list[Orders]:
        """Return the worlds in which the partners keep their promises as often as they are trusted
        to."""
        changed = [dict(world) for world in worlds]
        for duty in self.theirs:
            luck = Random(f"{seed}/{duty.number}/{duty.seat}")
            for place, world in enumerate(changed):
                if luck.random() < duty.trust:
                    changed[place] = self.kept(duty, world)
        return changed


def price_of(trust: float, witnesses: int) -> float:
    """Return what it costs to break a promise: more if the partner is trusted, or others know."""
    return (LEAST_PRICE + (PRICE - LEAST_PRICE) * trust / 0.6) * (1 + WITNESSED * witnesses)


def _unit(order: str) -> str:
    """Return the unit of an order; empty if it is none."""
    return ordered_unit(order) if order.count(" ") >= 2 else ""
