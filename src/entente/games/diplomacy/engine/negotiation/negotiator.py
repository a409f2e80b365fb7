"""How a computer power negotiates: it plans, proposes, answers, and keeps its word or breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.answers.terms import DMZ, DRAW_TERM, PEACE, is_term
from entente.games.diplomacy.batch import COMPILED
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.batch_search import is_supported
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.negotiation.deals import DealComparison
from entente.games.diplomacy.engine.negotiation.outlook import (
    are_near,
    has_common_enemy,
    outlook,
)
from entente.games.diplomacy.engine.negotiation.pledged_search import KeepsWord, pledged_search
from entente.games.diplomacy.engine.negotiation.promises import (
    Facts,
    Ledger,
    agreed_orders,
    facts_of,
    is_agreed,
    is_broken,
    is_refused,
    orders_for,
    terms_with,
)
from entente.games.diplomacy.engine.negotiation.word import Word
from entente.games.diplomacy.engine.search import DiplomacyLevel
from entente.games.diplomacy.engine.votes import hope, vote
from entente.games.diplomacy.phases import ordered_unit
from entente.games.diplomacy.rules.orders import HOLDS, MOVE, SUPPORT, Order, write_order
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Seat, say
from entente.kernel.message import Argument
from entente.players.engines import USUAL, Budget
from entente.players.letters import (
    ACCEPT,
    COUNTER,
    DECLINE,
    Grounds,
    Letters,
    NewOffer,
    Offer,
    Reply,
    SeasonPlan,
)
from entente.players.player import PlayerView

PLANNED = 70  # in a hundred: positions of a plan, where the search is not compiled
ANSWERING = 1_000  # positions for answering a proposal
WANTED = 0.1  # centres that a deal with a stranger must bring
FAVOUR = 0.25  # how much less for a trusted partner, more for a distrusted one
ALLY_FAVOUR = 0.15  # and how much less for a partner with whom there is peace
OWN_WISH = 0.2  # centres that an own proposal must bring
THEIR_LOSS = -0.1  # and what the partner may seem to lose by terms
THEIR_USE = 0.05  # and what it must seem to gain by giving support
LATER = 2  # seasons before something declined is proposed again
MOST_OFFERS = 2  # in a season
PARTNERS = 3  # one in this many other seats is written to in a season
MOST_VALUED = 3  # possible proposals to a partner that are compared
NOTHING = 0.05  # centres that are not worth a word
NEAR_WIN = 3  # centres before the win at which a power is no longer helped
DRAWLESS = 2  # years in which no draw is agreed to
WHOLE = 100


class Style(NamedTuple):
    """How a level negotiates."""

    offers: int = MOST_OFFERS
    counters: bool = True
    certain: bool = False  # it never breaks its word
    positions: int = ANSWERING


class Sheet(NamedTuple):
    """A search and what it takes into account."""

    search: KeepsWord
    letters: Letters
    ledger: Ledger
    facts: Facts


class DiplomacyNegotiator:
    """Negotiates for a seat at a level. Nothing is kept from one decision to the next."""

    def __init__(
        self, level: DiplomacyLevel, style: Style, seed: str, budget: Budget = USUAL
    ) -> None:
        self._level, self._style = level, style
        self._seed, self._budget = seed, budget

    def plan(self, view: PlayerView, letters: Letters) -> SeasonPlan:
        """Choose orders, and proposals that follow from them."""
        budget = self._budget
        if budget == USUAL and self._level.arrays and not COMPILED:  # the rest is for comparing
            budget = Budget(positions=self._level.arrays * PLANNED // WHOLE)
        sheet = self._search(view, letters, budget, arrays=self._level.arrays > 0)
        if not sheet.search.campaign.mine:
            return SeasonPlan(sheet.search.thought().action)
        action = sheet.search.thought().action
        broken = dict(_broken(sheet, view.seat, action))
        has_proposed = any(
            offer.sender == view.seat and offer.season == letters.now for offer in letters.offers
        )
        if has_proposed or not self._style.offers:
            return SeasonPlan(action, (), broken)
        return SeasonPlan(
            action, tuple(_proposals(DealComparison(*sheet), self._style.offers)), broken
        )

    def reply(self, view: PlayerView, letters: Letters, number: int) -> Reply:
        """Answer a proposal by what it is worth."""
        offer = next(each for each in letters.offers if each.number == number)
        budget = Budget(positions=self._style.positions)
        sheet = self._search(view, letters, budget, arrays=False)
        if not sheet.search.campaign.mine:
            return Reply(DECLINE, grounds("nothing_for_us", offer.sender))
        return _reply(DealComparison(*sheet), offer, counters=self._style.counters)

    def _search(self, view: PlayerView, letters: Letters, budget: Budget, *, arrays: bool) -> Sheet:
        """Return the search of a seat with what binds it, which has not begun."""
        seat = view.seat
        europe: DiplomacyContext = view.determinize(Random(f"{self._seed}/worlds")).context
        facts = facts_of(europe)
        ledger = Ledger(letters, facts)
        word = Word.given(europe, seat, letters, ledger, facts, certain=self._style.certain)
        seed = f"{self._seed}/{facts.year}/{facts.season}/{word.digest}"
        evaluator = CentreEvaluator(europe, seat, self._level.weights)
        search = pledged_search(
            self._level,
            europe,
            view.decision,
            evaluator,
            budget,
            word,
            seed,
            arrays=arrays and is_supported(europe),
        )
        return Sheet(search, letters, ledger, facts)


# -- answering


def _reply(deals: DealComparison, offer: Offer, *, counters: bool) -> Reply:
    seat, partner, facts = deals.seat, offer.sender, deals.facts
    items = [
        item
        for item in offer.items
        if is_term(item) or facts.seat_of(ordered_unit(item)) in (seat, partner)
    ]
    if not items or partner not in facts.powers:  # or it is out of the game
        return Reply(DECLINE, grounds("nothing_for_us", partner))
    if is_agreed(deals.ledger.open, seat, partner, items):
        return Reply(ACCEPT, grounds("agreed", partner))
    if _has_proposed(deals.letters, seat, partner, items):
        return Reply(ACCEPT, grounds("proposed", partner))
    if DRAW_TERM in items:
        return _answer_draw(deals, partner)
    if _is_dangerous(deals, partner) and _asks(items, seat, facts):
        return Reply(DECLINE, grounds("too_strong", partner))
    if any(map(is_term, items)) and _is_wary(deals, partner):
        return Reply(
            DECLINE, grounds("broke_word", partner, trust=_per(deals.ledger.trust(partner)))
        )
    if _contradicts(deals, items):
        return Reply(DECLINE, grounds("promised", partner))
    trust = deals.ledger.trust(partner)
    wanted = WANTED - FAVOUR * (trust - 0.5)
    if PEACE in terms_with(deals.ledger.open, seat, partner):
        wanted -= ALLY_FAVOUR
    gain = _gain(deals, partner, items)
    if not _asks(items, seat, facts):
        return Reply(ACCEPT, grounds("asks_nothing", partner))
    if gain >= wanted:
        return Reply(ACCEPT, _why_accepted(partner, gain, trust))
    if counters and (other := _counter(deals, partner, items, wanted)):
        return Reply(COUNTER, grounds("counter", partner, trust=_per(trust)), other)
    return Reply(DECLINE, _why_declined(partner, gain, wanted, trust))


def _why_accepted(partner: Seat, gain: float, trust: float) -> Grounds:
    """Return why a seat agrees to what asks something of it."""
    if gain >= NOTHING:
        return grounds("worth", partner, gain=_per(gain), trust=_per(trust))
    if gain <= -NOTHING:
        return grounds("favour", partner, gain=_per(-gain), trust=_per(trust))
    return grounds("costs_nothing", partner, trust=_per(trust))


def _why_declined(partner: Seat, gain: float, wanted: float, trust: float) -> Grounds:
    """Return why a seat wants more than a deal brings. No figure is zero, and no two that are
    compared are equal."""
    if gain <= -NOTHING:
        return grounds("not_worth", partner, gain=_per(-gain), trust=_per(trust))
    if gain < NOTHING:
        return grounds("brings_nothing", partner, trust=_per(trust))
    if _per(gain) == _per(wanted):
        return grounds("too_little", partner, trust=_per(trust))
    return grounds("wants_more", partner, gain=_per(gain), least=_per(wanted), trust=_per(trust))


def _has_proposed(letters: Letters, seat: Seat, partner: Seat, items: Sequence[str]) -> bool:
    """Whether the seat proposes the same to the partner: the letters have crossed."""
    return any(
        offer.sender == seat
        and partner in offer.seats
        and offer.season == letters.now
        and offer.answers.get(partner) in (None, ACCEPT)
        and set(items) <= set(offer.items)
        for offer in letters.offers
    )


def _gain(deals: DealComparison, partner: Seat, items: Sequence[str]) -> float:
    """Return what a deal is worth to the seat, this season and later."""
    return deals.value(partner, items).gain + _later(deals, partner, items)


def _later(deals: DealComparison, partner: Seat, items: Sequence[str]) -> float:
    trust = deals.ledger.trust(partner)
    return outlook(deals.europe, deals.seat, partner, items, trust, deals.ledger.open)


def _asks(items: Sequence[str], seat: Seat, facts: Facts) -> bool:
    """Whether a proposal asks anything of a seat."""
    return any(map(is_term, items)) or bool(orders_for(items, seat, facts))


def _contradicts(deals: DealComparison, items: Sequence[str]) -> bool:
    """Whether a proposal asks for other orders than those the seat has promised."""
    promised = {
        ordered_unit(order): order
        for agreement in deals.ledger.open
        if deals.seat in agreement.parties and agreement.offer.season == deals.letters.now
        for order in agreement.orders_of(deals.seat, deals.facts)
    }
    return any(
        promised.get(ordered_unit(item), item) != item
        for item in orders_for(items, deals.seat, deals.facts)
    )


def _is_wary(deals: DealComparison, partner: Seat) -> bool:
    """Whether the seat agrees on no terms with a partner, who broke its word to it not long ago. A
    power that leads both makes up for it."""
    return deals.ledger.has_grudge(deals.seat, partner) and not has_common_enemy(
        deals.europe, deals.seat, partner
    )


def _counter(
    deals: DealComparison, partner: Seat, items: Sequence[str], wanted: float
) -> tuple[str, ...] | None:
    """Return what the seat would agree to instead: all but one of its own orders, or peace."""
    own = orders_for(items, deals.seat, deals.facts)
    if len(own) > 1:
        for left_out in own[:4]:
            fewer = tuple(item for item in items if item != left_out)
            if _gain(deals, partner, fewer) >= wanted:
                return fewer
    peace = (f"{PEACE} {_until(deals)}",)
    if (
        peace[0] not in items
        and not _is_wary(deals, partner)
        and PEACE not in terms_with(deals.ledger.open, deals.seat, partner)
        and not is_refused(deals.letters, deals.seat, partner, peace, LATER)
        and are_near(deals.europe, deals.seat, partner)
        and _gain(deals, partner, peace) >= wanted
    ):
        return peace
    return None


def _answer_draw(deals: DealComparison, partner: Seat) -> Reply:
    """Agree to a draw if the seat hopes for less than an equal share of the game."""
    europe, left = deals.europe, len(deals.europe.survivors())
    share, fair = hope(europe, deals.seat), 1 / left
    if deals.facts.year < europe.board.tables.game.first_year + DRAWLESS:
        return Reply(DECLINE, grounds("draw_early", partner, years=DRAWLESS))
    if share < fair:
        return Reply(ACCEPT, _draw_grounds("draw", partner, share, fair))
    return Reply(DECLINE, _draw_grounds("no_draw", partner, share, fair))


def _draw_grounds(key: str, partner: Seat, share: float, fair: float) -> Grounds:
    """Return a comparison of what a seat hopes for with a draw, in figures only if they differ."""
    if not _per(share):
        return grounds("draw_hopeless", partner, fair=_per(fair))
    if _per(share) == _per(fair):
        return grounds(f"{key}_close", partner)
    return grounds(key, partner, share=_per(share), fair=_per(fair))


def _is_dangerous(deals: DealComparison, other: Seat) -> bool:
    """Whether a power is about to win alone."""
    europe = deals.europe
    needed = int(europe.state.options["victory_centres"])
    return any(
        len(europe.state.centres[power]) >= needed - NEAR_WIN for power in europe.powers_of(other)
    )


# -- own proposals


def _proposals(deals: DealComparison, most: int) -> Iterator[NewOffer]:
    """Yield the most useful proposals, at most one to each partner."""
    wishes = list[tuple[float, NewOffer]]()
    for partner in _partners(deals):
        best = max(_wishes(deals, partner), key=lambda wish: wish[0], default=None)
        if best is not None:
            wishes.append(best)
    wishes.sort(key=lambda wish: -wish[0])
    for _, offer in wishes[:most]:
        yield offer


def _partners(deals: DealComparison) -> list[Seat]:
    """Return the seats to write to this season: in turn, so that no one gets many letters."""
    seats, left = deals.europe.seats, deals.europe.survivors()
    me = seats.index(deals.seat)
    return [
        seat
        for number, seat in enumerate(seats)
        if seat != deals.seat and seat in left and (me + number + deals.letters.now) % PARTNERS == 0
    ]


def _wishes(deals: DealComparison, partner: Seat) -> Iterator[tuple[float, NewOffer]]:
    """Yield what the seat could propose to a partner, with its gain."""
    if vote(deals.europe, deals.seat) != "orders":
        draw = (DRAW_TERM,)
        if not is_refused(deals.letters, deals.seat, partner, draw, LATER):
            share, fair = hope(deals.europe, deals.seat), 1 / len(deals.europe.survivors())
            why = _draw_grounds("asks_draw", partner, share, fair)
            yield 1.0, NewOffer(partner, draw, why)
    if _is_dangerous(deals, partner) or not are_near(deals.europe, deals.seat, partner):
        return
    if _is_wary(deals, partner):
        return
    for items, key in islice(_candidates(deals, partner), MOST_VALUED):
        if is_refused(deals.letters, deals.seat, partner, items, LATER):
            continue
        if is_refused(deals.letters, partner, deals.seat, items, 0):
            continue  # the partner proposes the same, and waits for an answer
        valued = deals.value(partner, items)
        gain = valued.gain + _later(deals, partner, items)
        friendly = PEACE in terms_with(deals.ledger.open, deals.seat, partner)
        least = THEIR_LOSS if friendly or all(map(is_term, items)) else THEIR_USE
        if gain >= OWN_WISH and deals.partner_gain(partner, valued) >= least:
            yield gain, NewOffer(partner, items, grounds(key, partner, gain=_per(gain)))


def _candidates(deals: DealComparison, partner: Seat) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what could be proposed to a neighbour: peace, a demilitarised zone, supports."""
    known = terms_with(deals.ledger.open, deals.seat, partner)
    until = _until(deals)
    if PEACE not in known:
        yield (f"{PEACE} {until}",), "asks_peace"
        for zone in _contested(deals, partner):
            if f"{DMZ} {zone}" not in known:
                yield (f"{DMZ} {zone} {until}",), "asks_zone"
    yield from ((items, "asks_support") for items in _supports(deals, partner))


def _until(deals: DealComparison) -> int:
    """Return the last year of an agreement made now."""
    return deals.facts.year + (deals.facts.season == AUTUMN)


def _contested(deals: DealComparison, partner: Seat) -> list[str]:
    """Return an empty province that both want to enter, if there is one."""
    europe, board = deals.europe, deals.europe.board
    taken = europe.position.taken | board.centres
    mine = _ends(deals, deals.base[0].orders)
    wanted = dict[int, int]()
    for world in deals.imagined:
        theirs = {n: order for n, order in world.items() if _seat_of(deals, n) == partner}
        for end in _ends(deals, theirs):
            wanted[end] = wanted.get(end, 0) + 1
    both = [
        (count, end)
        for end, count in wanted.items()
        if end in mine and not taken >> end & 1 and count * 3 >= len(deals.imagined)
    ]
    return [board.provinces[end] for _, end in sorted(both, reverse=True)[:1]]


def _ends(deals: DealComparison, orders: Orders) -> set[int]:
    province_of = deals.europe.board.province_of
    return {province_of[order.target] for order in orders.values() if order.kind == MOVE}


def _seat_of(deals: DealComparison, number: int) -> Seat | None:
    europe = deals.europe
    power = europe.board.powers[europe.position.units[number].power].id
    return next((seat for seat in europe.seats if power in europe.powers_of(seat)), None)


def _supports(deals: DealComparison, partner: Seat) -> Iterator[tuple[str, ...]]:
    """Yield supports that a partner could give to the planned moves, and units that stay. The
    seat's own order is part of the proposal: it says what it plans."""
    europe, menus, position = deals.europe, deals.europe.menus(), deals.europe.position
    theirs = [n for n in range(len(position.units)) if _seat_of(deals, n) == partner]
    for number, order in sorted(deals.base[0].orders.items()):
        if order.kind == MOVE:
            end = europe.board.province_of[order.target]
            asked = Order(SUPPORT, position.units[number].location, end)
        elif order == HOLDS:
            asked = Order(SUPPORT, position.units[number].location)
        else:
            continue
        own = write_order(europe.board, position, number, order)
        for helper in theirs:
            text = write_order(europe.board, position, helper, asked)
            if text in menus.choices(helper):
                yield own, text


# -- breaking


def _broken(sheet: Sheet, seat: Seat, action: str) -> Iterator[tuple[int, Grounds]]:
    """Yield the promises that an action breaks, and why."""
    now, facts, ledger = sheet.letters.now, sheet.facts, sheet.ledger
    for agreement in ledger.open:
        if seat not in agreement.parties:
            continue
        agreed = agreed_orders(ledger.open, agreement, now)
        if is_broken(agreement, seat, now, facts, action, agreed):
            partner = agreement.partners(seat)[0]
            duties = sheet.search.word.mine
            price = sum(each.price for each in duties if each.number == agreement.number)
            yield agreement.number, grounds("breaks", partner, price=_per(price))


# -- reasons


def grounds(key: str, partner: Seat, **args: Argument) -> Grounds:
    """Return a reason, which the players read after the game."""
    return Grounds(say(f"letter_why.{key}", partner=partner, **args), {"partner": "seat_the"})


def _per(share: float) -> int:
    """Return a share of the game or of a centre in per cent."""
    return max(0, round(WHOLE * share))
