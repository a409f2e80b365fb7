"""Reasons for a set of orders, in sentences: aims, fears, and why another set was worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from entente.games.diplomacy.batch.search.charts import LEADING
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
JOINS = 100.0  # the weight of help against a leader: it is said first
MOST_UNITS = 4  # in an adjustment or a retreat
MOST_ORDERS = 4  # named from another set
NO_POWER = -1
KINDS = {
    "province": "province_the",
    "start": "province_the",
    "goal": "province_the",
    "power": "power_the",
    "helpers": "province_the",
    "supports": "province_the",
    "leader": "power_the",
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
            if both := _bounced(campaign, orders, number, end):
                if number == both[0]:
                    yield Aim(goals[end], number, _standoff(campaign, both, end))
                continue
            if _is_stuck(campaign, orders, end):
                yield Aim(0.0, number, _stuck(campaign, number, end))
                continue
            message = _move(campaign, orders, number, end, helpers)
            known = campaign.board.centres >> end & 1 or helpers
            yield Aim(goals[end] + len(helpers) if known else 0.0, number, message)
        elif order.kind == SUPPORT and not _is_own(campaign, order.target):
            message = _help(campaign, number, order)
            yield Aim(JOINS if "leader" in message.args else 0.2, number, message)
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
    ships = _ships(campaign, orders, number, end)
    if ships and holder == NO_POWER:
        return say("why_diplomacy.convoy", **names, helpers=ships)
    if holder != NO_POWER:
        names["power"] = board.powers[holder].id
        if ships and helpers:
            return say("why_diplomacy.convoy_with", **names, helpers=ships, supports=helpers)
        if ships:
            return say("why_diplomacy.convoy_against", **names, helpers=ships)
        if helpers:
            return say("why_diplomacy.attack", **names, helpers=helpers)
        return say("why_diplomacy.attack_alone", **names)
    if rival == NO_POWER:
        centre = board.centres >> end & 1 and not campaign.chart.own >> end & 1
        if centre:
            return say("why_diplomacy.free", **names)
        return _towards(campaign, orders, number, names)
    names["power"] = board.powers[rival].id
    if campaign.chart.own >> end & 1:
        if helpers:
            return say("why_diplomacy.cover_with", **names, helpers=helpers)
        return say("why_diplomacy.cover", **names)
    if helpers:
        return say("why_diplomacy.win", **names, helpers=helpers)
    if board.centres >> end & 1:
        return say("why_diplomacy.try", **names)
    return _towards(campaign, orders, number, names)


def _bounced(campaign: WideCampaign, orders: Orders, number: int, end: int) -> list[int]:
    """Return the own units that move to a province with as much support as a unit: none of them
    gets in (V.4). Empty: there is no other."""
    support = len(_helpers(campaign, orders, number))
    both = [
        n
        for n in campaign.mine
        if (order := orders.get(n, HOLDS)).kind == MOVE
        and campaign.board.province_of[order.target] == end
        and len(_helpers(campaign, orders, n)) == support
    ]
    return both if len(both) > 1 else []


def _standoff(campaign: WideCampaign, both: Sequence[int], end: int) -> Message:
    starts = [campaign.board.provinces[campaign.place[n]] for n in both]
    return say("why_diplomacy.standoff", province=campaign.board.provinces[end], helpers=starts)


def _is_stuck(campaign: WideCampaign, orders: Orders, end: int) -> bool:
    """Whether an own unit stays in a province, so that no other own unit gets in (V.3)."""
    there = campaign.europe.position.at.get(end)
    return there in campaign.mine and orders.get(there, HOLDS).kind != MOVE


def _stuck(campaign: WideCampaign, number: int, end: int) -> Message:
    provinces = campaign.board.provinces
    start = provinces[campaign.place[number]]
    return say("why_diplomacy.stuck", start=start, province=provinces[end])


def _towards(
    campaign: WideCampaign, orders: Orders, number: int, names: dict[str, Argument]
) -> Message:
    """Explain a move to a place without value of its own by what is beyond it: nearer than before,
    and neither safe nor about to be taken."""
    board, unit, own = campaign.board, campaign.units[number], campaign.chart.own
    target = orders[number].target
    end = board.province_of[target]
    passed = {place for place in bits(own) if _rival(campaign, place) == NO_POWER}
    passed |= {
        board.province_of[order.target]
        for n in campaign.mine
        if (order := orders.get(n, HOLDS)).kind == MOVE
        and _rival(campaign, board.province_of[order.target]) == NO_POWER
    }
    before = _distances(board, unit.fleet, unit.location)
    passed |= {
        place
        for place, steps in _distances(board, unit.fleet, target).items()
        if before.get(place, steps + 1) <= steps
    }
    goal = beyond(campaign.chart, unit.fleet, target, passed)
    if goal is None:
        if own >> end & 1:
            return say("why_diplomacy.occupies", **names)
        key = "embarks" if _is_at_a_fleet(campaign, orders, number, end) else "place"
        return say(f"why_diplomacy.{key}", **names)
    names["goal"] = board.provinces[goal]
    if not own >> goal & 1:
        return say("why_diplomacy.towards", **names)
    names["power"] = board.powers[_rival(campaign, goal)].id
    return say("why_diplomacy.near", **names)


def _distances(board: Board, fleet: bool, location: int) -> dict[int, int]:
    """Return how many steps a unit needs to each province within reach."""
    found = {board.province_of[location]: 0}
    for step, ends in enumerate(_rings(board, fleet, location, MOVES + 1), 1):
        for end in ends:
            found.setdefault(board.province_of[end], step)
    return found


def _rings(board: Board, fleet: bool, location: int, steps: int) -> Iterator[list[int]]:
    """Yield the locations that a unit reaches in one step, then in two, and so on."""
    seen, now = {location}, [location]
    for _ in range(steps):
        ahead = list[int]()
        for here in now:
            ends = board.fleet[here] if fleet else bits(board.army[board.province_of[here]])
            ahead += [end for end in ends if end not in seen]
            seen.update(ahead)
        yield ahead
        now = ahead


def _is_at_a_fleet(campaign: WideCampaign, orders: Orders, number: int, end: int) -> bool:
    """Whether an army comes to a coast with an own fleet at sea beside it, after the orders."""
    board = campaign.board
    if campaign.units[number].fleet:
        return False
    for other in campaign.mine:
        unit, order = campaign.units[other], orders.get(other, HOLDS)
        place = order.target if order.kind == MOVE else unit.location
        at_sea = unit.fleet and board.seas >> board.province_of[place] & 1
        if at_sea and end in {board.province_of[each] for each in board.fleet[place]}:
            return True
    return False


def _stay(campaign: WideCampaign, orders: Orders, number: int) -> Iterator[Aim]:
    """Yield the aim "guard" for a unit that holds or supports in its own endangered centre."""
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
    """Return a support for another power's unit: against the leader, or for its own sake."""
    board, place = campaign.board, campaign.board.province_of[order.target]
    power = campaign.units[campaign.europe.position.at[place]].power
    end = place if order.end < 0 else order.end
    names: dict[str, Argument] = {
        "start": board.provinces[campaign.place[number]],
        "power": board.powers[power].id,
        "province": board.provinces[end],
    }
    key = "why_diplomacy.helps_hold" if order.end < 0 else "why_diplomacy.helps"
    leader = leader_for(campaign)
    if leader is None or leader.power == power or not _concerns(campaign, leader, end):
        return say(key, **names)
    names |= {"leader": board.powers[leader.power].id, "count": leader.centres}
    return say(f"{key}_against", **names)


# -- against a leader


class Leader(NamedTuple):
    """A power that may win alone, with its centres."""

    power: int
    centres: int


def leader_for(campaign: WideCampaign) -> Leader | None:
    """Return the power that the others join against, as the search sees it: the largest, if it has
    enough centres and is not an own one."""
    counts = [centres.bit_count() for centres in campaign.europe.centre_masks()]
    most = max(counts)
    power = counts.index(most)
    if most <= LEADING or power in campaign.chart.camp:
        return None
    return Leader(power, most)


def _concerns(campaign: WideCampaign, leader: Leader, place: int) -> bool:
    """Whether a leader owns a province, or can come to it."""
    if campaign.europe.centre_masks()[leader.power] >> place & 1:
        return True
    return any(
        unit.power == leader.power
        and (campaign.place[number] == place or campaign.menus.reach[number] >> place & 1)
        for number, unit in enumerate(campaign.units)
    )


def of_truce(
    campaign: WideCampaign, orders: Orders, others: Iterable[Orders]
) -> tuple[Reason, ...]:
    """Return that a neighbour is spared because of a leader: other sets that were compared take
    from it, and this one takes from no power but the leader."""
    leader = leader_for(campaign)
    if leader is None or _robbed(campaign, orders, leader):
        return ()
    robbed = Counter[int]()
    for each in others:
        robbed += _robbed(campaign, each, leader)
    if not robbed:
        return ()
    powers = campaign.board.powers
    power = max(robbed, key=lambda each: (robbed[each], -each))
    names = {"power": powers[power].id, "leader": powers[leader.power].id}
    return (reason(say("why_diplomacy.spares", **names, count=leader.centres)),)


def _robbed(campaign: WideCampaign, orders: Orders, leader: Leader) -> Counter[int]:
    """Return the other powers whose centres units of a set enter, without the leader."""
    board, robbed = campaign.board, Counter[int]()
    for number in campaign.mine:
        if (order := orders.get(number, HOLDS)).kind == MOVE:
            end = board.province_of[order.target]
            for power, centres in enumerate(campaign.europe.centre_masks()):
                if centres >> end & 1 and power not in (*campaign.chart.camp, leader.power):
                    robbed[power] += 1
    return robbed


# -- what the orders are about


def _is_own(campaign: WideCampaign, location: int) -> bool:
    """Whether only own units are in a province."""
    unit = campaign.europe.position.at.get(campaign.board.province_of[location])
    return unit is None or campaign.units[unit].power in campaign.chart.camp


def _ships(campaign: WideCampaign, orders: Orders, number: int, end: int) -> list[str]:
    """Return the places of the own fleets that convoy an army to a province."""
    where = campaign.units[number].location
    return [
        campaign.board.provinces[campaign.place[n]]
        for n in campaign.mine
        if orders.get(n, HOLDS)[:3] == (CONVOY, where, end)
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
    best, target = 0.0, None
    for step, ends in enumerate(_rings(board, fleet, place, MOVES)):
        for end in ends:
            province = board.province_of[end]
            worth = chart.goals[province] * FADING**step
            if worth > best and province != board.province_of[place] and province not in passed:
                best, target = worth, province
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
            key = "disbands" if _can_build(europe, seat) else "disbands_only"
            messages.append(say(f"why_diplomacy.{key}", start=start))
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


def _can_build(europe: DiplomacyContext, seat: Seat) -> bool:
    """Whether a power of a seat owns a home centre."""
    masks, board = europe.centre_masks(), europe.board
    powers = (board.power[name] for name in europe.powers_of(seat))
    return any(masks[power] & board.homes[power] for power in powers)


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
