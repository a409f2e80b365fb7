"""Why a set of orders was chosen, in sentences: what is wanted, what is feared."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.adjustments import BUILD, REMOVE
from entente.games.diplomacy.rules.orders import CONVOY, HOLDS, MOVE, SUPPORT
from entente.kernel import Message, say
from entente.players.evaluation.diplomacy_orders import Orders
from entente.players.minds.diplomacy.campaign import WideCampaign
from entente.players.minds.diplomacy.knowledge import Outlook
from entente.players.thought import Reason

MOST = 3
KINDS = {"province": "province_the", "start": "province_the", "power": "power_the"}


def reason(told: Message) -> Reason:
    """A sentence, with the kinds of the things that it names."""
    return Reason(told, {gap: kind for gap, kind in KINDS.items() if gap in told.args})


def of_orders(
    campaign: WideCampaign, outlook: Outlook, orders: Orders, worst: Sequence[Unit]
) -> tuple[Reason, ...]:
    """What orders are after, most valuable first; then what may be lost."""
    wanted = _wanted(campaign, orders)
    feared = _feared(campaign.board, outlook, worst)
    told = [*wanted[: MOST - len(feared)], *feared] or [say("why_diplomacy.waits")]
    return tuple(map(reason, told))


def _wanted(campaign: WideCampaign, orders: Orders) -> list[Message]:
    """What the moves to centres of others are for, and what is guarded."""
    board, chart = campaign.board, campaign.chart
    found = list[tuple[float, int, Message]]()
    for number in campaign.mine:
        order = orders.get(number, HOLDS)
        moves = order.kind == MOVE
        end = board.province_of[order.target] if moves else campaign.place[number]
        helpers = _helpers(campaign, orders, number)
        own = chart.own >> end & 1
        message = None
        if moves and board.centres >> end & 1 and not own:
            message = _attack(campaign, orders, number, end, helpers)
        elif helpers and not moves and own and campaign.rivals[end]:
            message = say("why_diplomacy.guard", province=board.provinces[end], count=helpers)
        elif moves and own and campaign.rivals[end]:
            message = say("why_diplomacy.cover", province=board.provinces[end])
        if message is not None:
            found.append((-chart.goals[end] - helpers, number, message))
    return [message for _, _, message in sorted(found, key=lambda each: each[:2])]


def _attack(campaign: WideCampaign, orders: Orders, number: int, end: int, helpers: int) -> Message:
    board = campaign.board
    province, start = board.provinces[end], board.provinces[campaign.place[number]]
    if any(orders.get(n, HOLDS).kind == CONVOY and orders[n].end == end for n in campaign.mine):
        return say("why_diplomacy.convoy", province=province, start=start)
    if helpers:
        return say("why_diplomacy.attack", province=province, count=helpers)
    if campaign.rivals[end]:
        return say("why_diplomacy.try", province=province)
    return say("why_diplomacy.free", province=province)


def _helpers(campaign: WideCampaign, orders: Orders, number: int) -> int:
    """How many of the own units support a unit in what it does."""
    order, where = orders.get(number, HOLDS), campaign.units[number].location
    end = campaign.board.province_of[order.target] if order.kind == MOVE else -1
    return sum(
        orders.get(n, HOLDS)[:3] == (SUPPORT, where, end) for n in campaign.mine if n != number
    )


def _feared(board: Board, outlook: Outlook, worst: Sequence[Unit]) -> list[Message]:
    """The most valuable of the own centres on which a foreign unit stands where it went worst."""
    goals = outlook.chart.goals
    lost = [
        (-goals[place], place, unit.power)
        for unit in worst
        if not outlook.mine[unit.power]
        and outlook.chart.own >> (place := board.province_of[unit.location]) & 1
    ]
    if not lost:
        return []
    _, place, power = min(lost)
    province, name = board.provinces[place], board.powers[power].id
    return [say("why_diplomacy.feared", province=province, power=name)]


def of_winter(answer: str) -> tuple[Reason, ...]:
    """Why these units are built or removed."""
    orders = [text.split() for text in answer.split("; ")]
    built = {order[1] for order in orders if order[0] == BUILD}
    told = list[Message]()
    if built == {"F"}:
        told.append(say("why_diplomacy.fleets"))
    elif built == {"A"}:
        told.append(say("why_diplomacy.armies"))
    elif built:
        told.append(say("why_diplomacy.both"))
    if any(order[0] == REMOVE for order in orders):
        told.append(say("why_diplomacy.removed"))
    return tuple(map(reason, told))


def of_retreat(answer: str) -> tuple[Reason, ...]:
    """Why units go where they go."""
    goes = any(text.split()[2] == "-" for text in answer.split("; "))
    return (reason(say("why_diplomacy.retreats") if goes else say("why_diplomacy.disbands")),)


def of_draw() -> Reason:
    return reason(say("why_diplomacy.draw"))
