"""Reasons for a set of orders, in sentences: aims, fears, and why another set was worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.candidates import Orders
from entente.games.diplomacy.engine.chart import FADING, MOVES, Chart
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.engine.hill_climbing import ScoredOrders, Trials
from entente.games.diplomacy.engine.wide_candidates import WideCampaign
from entente.games.diplomacy.rules.adjustments import REMOVE, WAIVE
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT, Order, write_order
from entente.kernel import Message, Seat, parse_action, say
from entente.kernel.message import Argument
from entente.players.player_texts import ACTION
from entente.players.search_result import Reason

MOST = 3  # aims
MOST_UNITS = 4  # in an adjustment or a retreat
MOST_ORDERS = 4  # named from another set
NO_POWER = -1
KINDS = {
    "province": "province_the",
    "start": "province_the",
    "goal": "province_the",
    "power": "power_the",
    "helpers": "province_the",
    "orders": ACTION,
}


class Aim(NamedTuple):
    """The aim of some of the orders, and how much it matters."""

    weight: float
    number: int
    message: Message


def reason(message: Message, *, weighs: bool = False) -> Reason:
    """Return a reason, with the kinds of the objects it names."""
    return Reason(
        message, {gap: kind for gap, kind in KINDS.items() if gap in message.args}, weighs
    )


# -- orders


def of_orders(
    campaign: WideCampaign, evaluator: CentreEvaluator, orders: Orders, worst: Sequence[Unit]
) -> tuple[Reason, ...]:
    """Return the aims of orders, most valuable first; then what may be lost."""
    aims = sorted(_aims(campaign, orders), key=lambda aim: (-aim.weight, aim.number))
    messages = [aim.message for aim in aims[:MOST]] or [say("why_diplomacy.waits")]
    return tuple(map(reason, [*messages, *_feared(campaign.board, evaluator, worst)]))


def _aims(campaign: WideCampaign, orders: Orders) -> Iterator[Aim]:
    """Yield the aim of each unit; a unit that only supports an own unit shares its aim."""
    goals = campaign.chart.goals
    for number in campaign.mine:
        order = orders.get(number, HOLDS)
        if order.kind == MOVE:
            end = campaign.board.province_of[order.target]
            helpers = _helpers(campaign, orders, number)
            message = _move(campaign, orders, number, end, helpers)
            known = campaign.board.centres >> end & 1 or helpers
            yield Aim(goals[end] + len(helpers) if known else 0.0, number, message)
        elif order.kind == SUPPORT and not _is_own(campaign, order.target):
            yield Aim(0.2, number, _help(campaign, number, order))
        elif order.kind != CONVOY:
            yield from _stay(campaign, orders, number)


def _move(
    campaign: WideCampaign, orders: Orders, number: int, end: int, helpers: list[str]
) -> Message:
    """Return the aim of a move."""
    board = campaign.board
    names: dict[str, Argument] = {
        "province": board.provinces[end],
        "start": board.provinces[campaign.place[number]],
    }
    rival, holder = _rival(campaign, end), _holder(campaign, end)
    if ships := _ships(campaign, orders, end):
        return say("why_diplomacy.convoy", **names, helpers=ships)
    if holder != NO_POWER:
        names["power"] = board.powers[holder].id
        if helpers:
            return say("why_diplomacy.attack", **names, helpers=helpers)
        return say("why_diplomacy.attack_alone", **names)
    if rival == NO_POWER:
        centre = board.centres >> end & 1 and not campaign.chart.own >> end & 1
        if centre:
            return say("why_diplomacy.free", **names)
        return _towards(campaign, number, end, names)
    names["power"] = board.powers[rival].id
    if campaign.chart.own >> end & 1:
        if helpers:
            return say("why_diplomacy.cover_with", **names, helpers=helpers)
        return say("why_diplomacy.cover", **names)
    if helpers:
        return say("why_diplomacy.win", **names, helpers=helpers)
    if board.centres >> end & 1:
        return say("why_diplomacy.try", **names)
    return _towards(campaign, number, end, names)


def _towards(campaign: WideCampaign, number: int, end: int, names: dict[str, Argument]) -> Message:
    """Explain a move to a place without value of its own by what is beyond it."""
    fleet, own = campaign.units[number].fleet, campaign.chart.own
    safe = [place for place in bits(own) if _rival(campaign, place) == NO_POWER]
    goal = beyond(campaign.chart, fleet, end, safe)
    if goal is None or goal == campaign.place[number]:
        return say("why_diplomacy.place", **names)
    names["goal"] = campaign.board.provinces[goal]
    if not own >> goal & 1:
        return say("why_diplomacy.towards", **names)
    names["power"] = campaign.board.powers[_rival(campaign, goal)].id
    return say("why_diplomacy.near", **names)


def _stay(campaign: WideCampaign, orders: Orders, number: int) -> Iterator[Aim]:
    """Yield a unit that holds or supports in an own centre in danger guards it."""
    board, place = campaign.board, campaign.place[number]
    rival = _rival(campaign, place)
    helpers = _helpers(campaign, orders, number)
    own = campaign.chart.own >> place & 1
    if rival == NO_POWER or not (own or helpers):
        return
    names = {"province": board.provinces[place], "power": board.powers[rival].id}
    goal = campaign.chart.goals[place]
    if helpers:
        message = say("why_diplomacy.guard", **names, helpers=helpers)
        yield Aim(goal + len(helpers), number, message)
    elif orders.get(number, HOLDS).kind == HOLDS.kind:
        yield Aim(goal / 2, number, say("why_diplomacy.stay", **names))


def _help(campaign: WideCampaign, number: int, order: Order) -> Message:
    """Return a support for another power's unit."""
    board, place = campaign.board, campaign.board.province_of[order.target]
    names = {
        "start": board.provinces[campaign.place[number]],
        "power": board.powers[campaign.units[campaign.europe.position.at[place]].power].id,
        "province": board.provinces[place if order.end < 0 else order.end],
    }
    return say("why_diplomacy.helps", **names)


def _is_own(campaign: WideCampaign, location: int) -> bool:
    """Whether only own units are in a province."""
    unit = campaign.europe.position.at.get(campaign.board.province_of[location])
    return unit is None or campaign.units[unit].power in campaign.chart.camp


def _ships(campaign: WideCampaign, orders: Orders, end: int) -> list[str]:
    """Return the places of the own fleets that convoy an army to a province."""
    return [
        campaign.board.provinces[campaign.place[n]]
        for n in campaign.mine
        if (order := orders.get(n, HOLDS)).kind == CONVOY and order.end == end
    ]


def _holder(campaign: WideCampaign, place: int) -> int:
    """Return the power of a foreign unit in a province, if any."""
    unit = campaign.europe.position.at.get(place)
    if unit is None or campaign.units[unit].power in campaign.chart.camp:
        return NO_POWER
    return campaign.units[unit].power


def _rival(campaign: WideCampaign, place: int) -> int:
    """Return the other power that can bring most units to bear on a province."""
    counts = Counter[int]()
    for number, unit in enumerate(campaign.units):
        if unit.power in campaign.chart.camp or campaign.menus.still[number]:
            continue
        if campaign.place[number] == place or campaign.menus.reach[number] >> place & 1:
            counts[unit.power] += 1
    return max(counts, key=lambda power: (counts[power], -power), default=NO_POWER)


def _helpers(campaign: WideCampaign, orders: Orders, number: int) -> list[str]:
    """Return the places of the own units that support a unit."""
    order, where = orders.get(number, HOLDS), campaign.units[number].location
    end = campaign.board.province_of[order.target] if order.kind == MOVE else -1
    return [
        campaign.board.provinces[campaign.place[n]]
        for n in campaign.mine
        if n != number and orders.get(n, HOLDS)[:3] == (SUPPORT, where, end)
    ]


def _feared(board: Board, evaluator: CentreEvaluator, worst: Sequence[Unit]) -> list[Message]:
    """Return the most valuable own centre with a foreign unit in it in the worst world."""
    goals = evaluator.chart.goals
    lost = [
        (-goals[place], place, unit.power)
        for unit in worst
        if not evaluator.mine[unit.power]
        and evaluator.chart.own >> (place := board.province_of[unit.location]) & 1
    ]
    if not lost:
        return []
    _, place, power = min(lost)
    province, name = board.provinces[place], board.powers[power].id
    return [say("why_diplomacy.feared", province=province, power=name)]


def of_draw() -> Reason:
    return reason(say("why_diplomacy.draw"))


# -- one set against another


class Kept(NamedTuple):
    """In how many worlds a province is held after the moves, and who holds it otherwise."""

    had: Counter[int]
    lost: Counter[tuple[int, int]]  # province and power


def against(
    campaign: WideCampaign, trials: Trials, chosen: ScoredOrders, other: ScoredOrders
) -> Reason:
    """Return a comparison with another set: the province in which the imagined worlds differ
    most."""
    better = other.mean > chosen.mean
    key = "why_diplomacy.better" if better else "why_diplomacy.worse"
    first, second = (_kept(campaign, trials, each.orders) for each in (chosen, other))
    sign = 1 if better else -1
    most, place = max(
        (sign * (second.had[place] - first.had[place]), place)
        for place in bits(campaign.board.centres)
    )
    named = _differing(campaign, chosen.orders, other.orders)
    if most <= 0:
        return reason(say(f"{key}_place", **named), weighs=True)
    names: dict[str, Argument] = {**named, "province": campaign.board.provinces[place]}
    worlds = len(trials.worlds)
    if not campaign.chart.own >> place & 1:
        numbers = {"then": second.had[place], "now": first.had[place], "of": worlds}
        return reason(say(f"{key}_won", **names, **numbers), weighs=True)
    losing = first if better else second
    powers = {power: n for (where, power), n in losing.lost.items() if where == place}
    power = campaign.board.powers[max(powers, key=lambda each: (powers[each], -each))].id
    numbers = {"then": worlds - second.had[place], "now": worlds - first.had[place], "of": worlds}
    return reason(say(f"{key}_lost", **names, **numbers, power=power), weighs=True)


def _kept(campaign: WideCampaign, trials: Trials, orders: Orders) -> Kept:
    board, chart = campaign.board, campaign.chart
    kept = Kept(Counter(), Counter())
    for world in range(len(trials.worlds)):
        own, foreign = 0, dict[int, int]()
        for unit in trials.after(trials.all_orders(orders, world)):
            place = board.province_of[unit.location]
            if unit.power in chart.camp:
                own |= 1 << place
            else:
                foreign[place] = unit.power
        for place in bits(board.centres):
            if place in foreign:
                kept.lost[place, foreign[place]] += 1
            elif (own | chart.own) >> place & 1:
                kept.had[place] += 1
    return kept


def _differing(campaign: WideCampaign, orders: Orders, others: Orders) -> dict[str, Argument]:
    """Return the orders of another set that this one does not have."""
    position = campaign.europe.position
    changed = [
        write_order(campaign.board, position, number, others.get(number, HOLDS))
        for number in campaign.mine
        if others.get(number, HOLDS) != orders.get(number, HOLDS)
    ]
    return {"orders": changed[:MOST_ORDERS], "more": " …" if len(changed) > MOST_ORDERS else ""}


# -- beyond a place


def beyond(chart: Chart, fleet: bool, place: int, but: Iterable[int] = ()) -> int | None:
    """Return the aim of a unit at a place: the most valuable centre, the nearer the better."""
    board, passed = chart.board, set(but)
    seen, now = {place}, [place]
    best, target = 0.0, None
    for step in range(MOVES):
        ahead = list[int]()
        for here in now:
            ends = board.fleet[here] if fleet else bits(board.army[board.province_of[here]])
            ahead += [end for end in ends if end not in seen]
            seen.update(ahead)
        for end in ahead:
            province = board.province_of[end]
            worth = chart.goals[province] * FADING**step
            if worth > best and province != board.province_of[place] and province not in passed:
                best, target = worth, province
        now = ahead
    return target


# -- winter and retreats


def _once(messages: Sequence[Message]) -> tuple[Reason, ...]:
    """Return some sentences without repetitions."""
    distinct = list[Message]()
    for each in messages:
        if each not in distinct:
            distinct.append(each)
    return tuple(map(reason, distinct[:MOST_UNITS]))


class Neighbours:
    """Which powers can reach which province in one move."""

    def __init__(self, europe: DiplomacyContext, seat: Seat) -> None:
        self.board = europe.board
        self.chart = Chart.of(europe, seat)
        self.units = [u for u in europe.position.units if u.power not in self.chart.camp]

    def rival(self, place: int) -> str | None:
        """Return the other power that can bring most units to bear on a province."""
        counts = Counter(
            unit.power
            for unit in self.units
            if self.board.province_of[unit.location] == place or place in self.board.beside(unit)
        )
        power = max(counts, key=lambda each: (counts[each], -each), default=None)
        return None if power is None else self.board.powers[power].id


def of_winter(europe: DiplomacyContext, seat: Seat, answer: str) -> tuple[Reason, ...]:
    """Why these units are built or removed."""
    near, messages, named = Neighbours(europe, seat), list[Message](), set[int]()
    for choice in parse_action(answer).choices:
        if choice == WAIVE:
            messages.append(say("why_diplomacy.waives"))
            continue
        kind, piece, where = choice.words
        place = europe.board.location[where]
        start = europe.board.provinces[europe.board.province_of[place]]
        fleet = piece == "F"
        if kind == REMOVE:
            messages.append(say("why_diplomacy.removed", start=start))
            continue
        goal = beyond(near.chart, fleet, place, named)
        sort = "fleet" if fleet else "army"
        if goal is None:
            messages.append(say(f"why_diplomacy.{sort}", start=start))
            continue
        named.add(goal)
        messages.append(_use(near, goal, f"why_diplomacy.{sort}", start))
    return _once(messages)


def _use(near: Neighbours, goal: int, key: str, start: str) -> Message:
    """Return the use of a unit at a place: to hold an own centre, or to win another."""
    names = {"start": start, "goal": near.board.provinces[goal]}
    if not near.chart.own >> goal & 1:
        return say(f"{key}_wins", **names)
    rival = near.rival(goal)
    if rival is None:
        return say(f"{key}_near", **names)
    return say(f"{key}_holds", **names, power=rival)


def of_retreat(europe: DiplomacyContext, seat: Seat, answer: str) -> tuple[Reason, ...]:
    """Why units retreat to their places."""
    board, near = europe.board, Neighbours(europe, seat)
    messages = list[Message]()
    for choice in parse_action(answer).choices:
        piece, where, _, *end = choice.words
        start = board.provinces[board.province_of[board.location[where]]]
        if not end:
            messages.append(say("why_diplomacy.disbands", start=start))
            continue
        location = board.location[end[0]]
        place = board.province_of[location]
        names = {"start": start, "province": board.provinces[place]}
        goal = beyond(near.chart, piece == "F", location)
        if board.centres >> place & 1:
            own = near.chart.own >> place & 1
            messages.append(say(f"why_diplomacy.retreats_{'home' if own else 'centre'}", **names))
        elif goal is not None:
            messages.append(say("why_diplomacy.retreats", **names, goal=board.provinces[goal]))
        else:
            messages.append(say("why_diplomacy.retreats_away", **names))
        messages += _clash(europe, seat, location)
    return _once(messages)


def _clash(europe: DiplomacyContext, seat: Seat, location: int) -> list[Message]:
    """Another power that may retreat to the same province, so that both units would be lost."""
    board = europe.board
    place = board.province_of[location]
    own = {board.power[name] for name in europe.powers_of(seat)}
    for unit, ends in europe.retreating().items():
        if unit.power not in own and any(board.province_of[end] == place for end in ends):
            names = {"province": board.provinces[place], "power": board.powers[unit.power].id}
            return [say("why_diplomacy.clash", **names)]
    return []
