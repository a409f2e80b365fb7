"""Promises: what accepted proposals bind a seat to, and whether it kept its word.

Everything follows from the record: the proposals that a seat has read, and the orders of past
seasons, which are public. A proposal binds its sender and each seat that accepted it, as soon as
one has. Orders and the vote for a draw are about the season of the proposal; peace and
demilitarised zones last until the end of a year, or until a party breaks the agreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from entente.games.diplomacy.answers.slots import ABSENT, CONCEDE, DRAW
from entente.games.diplomacy.answers.terms import DRAW_TERM, PEACE, is_term, last_year, zone_of
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.phases import ordered_unit
from entente.kernel import Seat
from entente.players.letters import ACCEPT, Letters, Offer

KEPT_WEIGHT, BROKEN_WEIGHT = 1.0, 6.0
GRUDGE = 2  # seasons without terms after a breach
TRUSTED, KNOWN = 3.0, 5.0  # what a stranger is taken to have kept, of how many promises


class Facts(NamedTuple):
    """The public facts of a season: who has which units and centres."""

    year: int
    season: str
    powers: dict[Seat, list[str]]
    units: dict[str, list[str]]
    centres: dict[str, list[str]]

    def seat_of(self, unit: str) -> Seat | None:
        """Return the seat that orders a unit."""
        for seat, powers in self.powers.items():
            if any(unit in self.units.get(power, ()) for power in powers):
                return seat
        return None

    def has_units(self, seat: Seat) -> bool:
        """Whether a seat has units to order."""
        return any(self.units.get(power) for power in self.powers.get(seat, ()))

    def places_of(self, seat: Seat) -> set[str]:
        """Return the provinces with a unit or a supply centre of a seat."""
        places = set[str]()
        for power in self.powers.get(seat, ()):
            places.update(self.centres.get(power, ()))
            places.update(province(unit.split()[1]) for unit in self.units.get(power, ()))
        return places


def facts_of(europe: DiplomacyContext) -> Facts:
    """Return the facts of the current season."""
    state = europe.state
    powers = {seat: list(europe.powers_of(seat)) for seat in europe.survivors()}
    return Facts(state.year, state.season, powers, dict(state.units), dict(state.centres))


def as_facts(facts: Any) -> Facts:
    """Return facts that may have been stored as plain data."""
    return facts if isinstance(facts, Facts) else Facts(*facts)


def province(place: str) -> str:
    """Return the province of a place: `STP/SC` is in `STP`."""
    return place.partition("/")[0]


def end_of(order: str) -> str | None:
    """Return the province to which an order moves a unit, or helps one to move."""
    _, sign, end = order.partition(" - ")
    return province(end.split()[0]) if sign else None


def moves_to(order: str) -> str | None:
    """Return the province to which an order moves its own unit."""
    unit = ordered_unit(order)
    return end_of(order) if order.startswith(f"{unit} - ") else None


class Agreement(NamedTuple):
    """A proposal that was accepted, and the seats that it binds."""

    offer: Offer
    parties: tuple[Seat, ...]

    @property
    def number(self) -> int:
        return self.offer.number

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(each for each in self.parties if each != seat)

    @property
    def witnesses(self) -> int:
        """The seats that know of the agreement besides two."""
        return len(self.offer.seats) - 2

    def orders_of(self, seat: Seat, facts: Facts) -> list[str]:
        """Return the orders that a seat has promised, in the season of the proposal."""
        return orders_for(self.offer.items, seat, facts)

    def asks(self, seat: Seat, facts: Facts) -> bool:
        """Whether it asks anything of a party, by the facts of its season."""
        return any(map(is_term, self.offer.items)) or bool(self.orders_of(seat, facts))

    def is_in_force(self, season: int, facts: Facts) -> bool:
        """Whether anything of it is about a season."""
        if season < self.offer.season:
            return False
        if season == self.offer.season:
            return True
        return any(facts.year <= (last_year(item) or 0) for item in self.offer.items)

    def terms_in(self, season: int, facts: Facts) -> Iterator[str]:
        """Yield the terms that hold in a season."""
        for item in self.offer.items:
            if not is_term(item):
                continue
            until = last_year(item)
            if season == self.offer.season if until is None else facts.year <= until:
                yield item


def orders_for(items: Iterable[str], seat: Seat, facts: Facts) -> list[str]:
    """Return the orders of a proposal that are about a seat's units."""
    return [
        item for item in items if not is_term(item) and facts.seat_of(ordered_unit(item)) == seat
    ]


def agreements(letters: Letters) -> list[Agreement]:
    """Return the proposals that someone has accepted."""
    found = list[Agreement]()
    for offer in letters.offers:
        accepted = [seat for seat, answer in offer.answers.items() if answer == ACCEPT]
        if accepted:
            parties = (offer.sender, *sorted(seat for seat in accepted if seat != offer.sender))
            found.append(Agreement(offer, parties))
    return found


class Breach(NamedTuple):
    """An item of an agreement that a seat's orders break. `order` is the order that breaks it;
    empty if the seat does not give the order or the vote that it promised."""

    item: str
    order: str = ""


def breaches(
    agreement: Agreement,
    seat: Seat,
    season: int,
    facts: Facts,
    action: str,
    agreed: frozenset[str] = frozenset(),
) -> Iterator[Breach]:
    """Yield what a seat's orders of a season break of an agreement. Orders that were `agreed` with
    the same partners are no attack."""
    *orders, vote = action.split("; ")
    if season == agreement.offer.season:
        for item in agreement.orders_of(seat, facts):
            if item not in orders:
                yield Breach(item)
        if DRAW_TERM in agreement.offer.items and vote != DRAW:
            yield Breach(DRAW_TERM)
    for term in agreement.terms_in(season, facts):
        if (zone := zone_of(term)) is not None:
            for order in orders:
                if moves_to(order) == zone:
                    yield Breach(term, order)
        elif term.startswith(PEACE):
            theirs = set[str]().union(*map(facts.places_of, agreement.partners(seat)))
            for order in orders:
                if order not in agreed and end_of(order) in theirs:
                    yield Breach(term, order)


def is_broken(
    agreement: Agreement,
    seat: Seat,
    season: int,
    facts: Facts,
    action: str,
    agreed: frozenset[str] = frozenset(),
) -> bool:
    """Whether a seat's orders of a season break an agreement; to give none breaks it as well."""
    if action.split("; ")[-1] in (ABSENT, CONCEDE):
        return True
    return any(True for _ in breaches(agreement, seat, season, facts, action, agreed))


class Promise(NamedTuple):
    """A seat's part of an agreement, and what became of it. `kept` is None while it is open;
    `ended` is the season in which a party broke the agreement."""

    agreement: Agreement
    seat: Seat
    kept: bool | None
    ended: int | None = None


class Ledger:
    """The promises of a correspondence, kept, broken and open."""

    def __init__(self, letters: Letters, now: Facts | None = None) -> None:
        self.letters = letters
        self.promises = list[Promise]()
        self.open = list[Agreement]()  # that bind their parties in the current season
        facts = [as_facts(season.facts) for season in letters.seasons]
        every = agreements(letters)
        for agreement in every:
            self._follow(agreement, every, facts, now)

    def _follow(
        self,
        agreement: Agreement,
        every: Sequence[Agreement],
        facts: Sequence[Facts],
        now: Facts | None,
    ) -> None:
        """Follow an agreement through the seasons, up to the one in which a party breaks it."""
        broken, ended = set[Seat](), None
        first, seasons = agreement.offer.season, self.letters.seasons
        bound = set(agreement.parties)
        for number in range(first, len(seasons)):
            if broken or not agreement.is_in_force(number, facts[number]):
                break
            agreed = agreed_orders(every, agreement, number)
            actions = seasons[number].actions
            if any(seat not in actions and facts[number].has_units(seat) for seat in bound):
                break  # the game ended before all had submitted
            for seat in agreement.parties:
                if seat not in actions:
                    bound.discard(seat)  # out of the game
                elif is_broken(agreement, seat, number, facts[number], actions[seat], agreed):
                    broken.add(seat)
                    ended = number
        is_open = (
            not broken and now is not None and agreement.is_in_force(self.letters.now, now)
        ) or (now is None and not broken and first >= len(seasons))
        if is_open:
            self.open.append(agreement)
        for seat in agreement.parties:
            if seat in broken:
                self.promises.append(Promise(agreement, seat, False, ended))
            elif seat in bound:
                kept = None if is_open else True
                self.promises.append(Promise(agreement, seat, kept, ended))

    def counts(self, seat: Seat) -> tuple[int, int]:
        """Return how many promises a seat has kept and broken."""
        mine = [promise.kept for promise in self.promises if promise.seat == seat]
        return mine.count(True), mine.count(False)

    def trust(self, seat: Seat) -> float:
        """Return how likely a seat is to keep its next promise, by those it kept and broke. After a
        breach only what it has promised since counts as kept."""
        breaches = [each.ended for each in self._broken_by(seat) if each.ended is not None]
        last = max(breaches, default=-1)
        kept = sum(
            each.seat == seat and each.kept is True and each.agreement.offer.season > last
            for each in self.promises
        )
        return (TRUSTED + KEPT_WEIGHT * kept) / (
            KNOWN + KEPT_WEIGHT * kept + BROKEN_WEIGHT * len(breaches)
        )

    def has_grudge(self, seat: Seat, partner: Seat) -> bool:
        """Whether a partner has broken its word to a seat in one of the last seasons."""
        return any(
            seat in each.agreement.parties
            and each.ended is not None
            and self.letters.now - each.ended <= GRUDGE
            for each in self._broken_by(partner)
        )

    def _broken_by(self, seat: Seat) -> list[Promise]:
        return [each for each in self.promises if each.seat == seat and each.kept is False]


def agreed_orders(every: Iterable[Agreement], agreement: Agreement, season: int) -> frozenset[str]:
    """Return the orders that the parties of an agreement have agreed on for a season: an arranged
    attack breaks no peace."""
    parties = set(agreement.parties)
    return frozenset(
        item
        for other in every
        if other.offer.season == season and parties <= set(other.parties)
        for item in other.offer.items
    )


def terms_with(agreements: Iterable[Agreement], seat: Seat, partner: Seat) -> set[str]:
    """Return the words of the terms that two seats have agreed on, without the year."""
    return {
        subject(item)
        for agreement in agreements
        if seat in agreement.parties and partner in agreement.parties
        for item in agreement.offer.items
        if is_term(item)
    }


def is_agreed(
    agreements: Iterable[Agreement], seat: Seat, partner: Seat, items: Iterable[str]
) -> bool:
    """Whether two seats have agreed on all these terms already, for as long."""
    until = dict[str, int]()
    for agreement in agreements:
        if seat in agreement.parties and partner in agreement.parties:
            for item in agreement.offer.items:
                until[subject(item)] = max(until.get(subject(item), 0), last_year(item) or 0)
    return all(
        is_term(item) and until.get(subject(item), -1) >= (last_year(item) or 0) for item in items
    )


def subject(item: str) -> str:
    """Return what an item is about, without its year: `DMZ GAL`; an order is about itself."""
    return item.rpartition(" ")[0] if last_year(item) is not None else item


def subjects(items: Iterable[str]) -> frozenset[str]:
    return frozenset(map(subject, items))


def is_refused(letters: Letters, sender: Seat, to: Seat, items: Iterable[str], past: int) -> bool:
    """Whether a seat has declined or ignored the same thing within some past seasons, or in this
    one."""
    same = subjects(items)
    return any(
        offer.sender == sender
        and to in offer.seats
        and letters.now - offer.season <= past
        and subjects(offer.items) == same
        and offer.answers.get(to) != ACCEPT
        for offer in letters.offers
    )
