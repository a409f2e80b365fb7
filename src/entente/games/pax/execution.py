"""Carrying treaties out (9.2, 9.4): markers change hands, money is paid, causes are settled."""

from __future__ import annotations

from collections.abc import Callable

from entente.games.pax.board import OTTOMAN_EMPIRE, STATUS_WORDS, Area, Power, Status, status_word
from entente.games.pax.bonds import at_work, change, publish, tell_of
from entente.games.pax.causes import SETTLED, give_cause, illegal_together, mark, recompute
from entente.games.pax.colonial import offends_ottomans
from entente.games.pax.debts import fall_short
from entente.games.pax.expansion import give_free
from entente.games.pax.purse import free_money
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaty import IN_FORCE, MARKER_CLAUSES, Clause, Treaty
from entente.games.pax.world import World, steps
from entente.kernel import Frame, say

WINDOWS = ("negotiation", "congress", "war")  # in which markers change hands


# -- when


@steps.auto
def treaty_payments(world: World, frame: Frame) -> None:
    """After phase 2: what is promised for this turn (9.4)."""
    for bound in list(at_work(world, "pay")):
        due = bound.clause.text("due")
        waited = due == "now" and world.since(3)  # for its turn or its condition
        if waited or due == "each_turn" or due == f"turn_{world.state.turn}":
            pay(world, bound.treaty, bound.number)


@steps.auto
def marker_window(world: World, frame: Frame) -> None:
    """Markers that were promised change hands (9.4); units without right go."""
    for treaty in list(world.state.treaties.values()):
        if treaty.state == IN_FORCE:
            execute(world, treaty)
    grant_causes(world)


def comes_into_force(world: World, treaty: Treaty) -> None:
    """9.4: all have signed: what is due is done, in its window."""
    for number in _due_at_signing(world, treaty):
        pay(world, world.state.treaties[treaty.id], number)
    if world.state.phase in WINDOWS:
        execute(world, world.state.treaties[treaty.id])
    elif world.state.phase == "movement":
        _give_up_lesser(world, world.state.treaties[treaty.id])
    grant_causes(world)


def _due_at_signing(world: World, treaty: Treaty) -> list[int]:
    """The payments that are made as soon as all have signed: whose turn and condition have come."""
    found = [
        number
        for number, clause in enumerate(treaty.clauses)
        if clause.kind == "pay" and clause.text("due") == "now"
    ]
    if not world.since(3):
        return found
    ready = {bound.number for bound in at_work(world, "pay") if bound.treaty.id == treaty.id}
    return [number for number in found if number in ready]


def grant_causes(world: World) -> None:
    """9.4: grant_cb creates a casus belli when its condition is met."""
    for bound in list(at_work(world, "grant_cb")):
        holder, against = bound.clause.text("holder"), bound.clause.text("against")
        if world.seat_of(holder) is None:
            continue
        treaty = publish(world, bound.treaty)
        give_cause(world, "treaty_clause", holder, against, treaty=treaty.id)
        _done(world, treaty, bound.number)


# -- money


def pay(world: World, treaty: Treaty, number: int) -> None:
    """Money that no event has earmarked; what is missing is a breach, unless it is forgiven."""
    clause = treaty.clauses[number]
    giver, taker, owed = clause.text("from"), clause.text("to"), clause.number("amount")
    paid = min(owed, max(0, free_money(world, giver)))
    if paid and giver != taker:
        world.pay(giver, paid)
        world.receive(taker, paid)
        world.tell("log.paid", power=giver, to=taker, amount=paid)
    if clause.text("due") != "each_turn":
        treaty = _done(world, treaty, number)
    if paid < owed:
        fall_short(world, treaty, number, owed - paid)


# -- markers


def execute(world: World, treaty: Treaty) -> None:
    """All marker clauses whose turn and condition have come."""
    for bound in list(at_work(world, *MARKER_CLAUSES)):
        if bound.treaty.id == treaty.id:
            carry_out(world, treaty, bound.number)
    recompute(world)
    world.state.call("homeless_units")


def _give_up_lesser(world: World, treaty: Treaty) -> None:
    """9.4: interest and influence may be given up in phase 4 as well."""
    for bound in list(at_work(world, "remove", "lower")):
        power, area = bound.clause.text("power"), bound.clause.text("area")
        if bound.treaty.id == treaty.id and not world.status(power, area).is_control:
            carry_out(world, treaty, bound.number)


def carry_out(world: World, treaty: Treaty, number: int) -> bool:
    """Execute one marker clause; what the rules do not allow lapses."""
    clause = world.state.treaties[treaty.id].clauses[number]
    deed: Callable[[World, Treaty, Clause], bool] = {
        "cede": _cede,
        "exchange": _exchange,
        "remove": _remove,
        "lower": _lower,
        "codominion": _codominion,
    }[clause.kind]
    was_done = deed(world, treaty, clause)
    _done(world, treaty, number)
    if not was_done:
        tell_of(world, treaty, say("log.clause_void", treaty=treaty.id, clause=number + 1))
    return was_done


def _done(world: World, treaty: Treaty, number: int) -> Treaty:
    done = world.state.treaties[treaty.id].done
    after = change(world, treaty, done=(*done, number))
    if len(set(after.done)) == len(after.clauses):
        after = change(world, after, state="fulfilled")
    return after


def _cede(world: World, treaty: Treaty, clause: Clause) -> bool:
    area, giver, taker = clause.text("area"), clause.text("from"), clause.text("to")
    level = clause.text("level")
    return cede(world, area, giver, taker, STATUS_WORDS[level] if level else None)


def cede(world: World, area: Area, giver: Power, taker: Power, level: Status | None = None) -> bool:
    """9.2: a marker is replaced by one of the receiver, not above it; free of cost."""
    has = world.established(giver, area)
    status = min(has, Status.POSSESSION) if level is None else level
    if giver == taker or has is Status.NONE or status > has:
        return False
    if not world.can_have(taker, area, status) or world.status(taker, area) >= status:
        return False
    partners = world.state.codominions.get(area, ())
    disputed = in_dispute(world, area, giver)
    world.put_marker(giver, area, Status.NONE)
    world.put_marker(taker, area, status)
    _offend(world, taker, area)
    if giver in partners and status.is_control:
        world.share(area, [*(p for p in partners if p != giver), taker])
    world.tell("log.ceded", area=area, power=giver, to=taker, status=status_word(status, taker))
    if disputed or world.on("tension_on_cession"):
        lowered(world, area, giver, has, Status.NONE)
    settle(world, area, giver)
    return True


def _offend(world: World, power: Power, area: Area) -> None:
    """11.3: control that a treaty or a congress gives in an Ottoman area is cause for war."""
    if world.status(power, area).is_control and world.state.phase != "war":
        offends_ottomans(world, power, area)


def _exchange(world: World, treaty: Treaty, clause: Clause) -> bool:
    one, other = clause.text("area"), clause.text("other")
    giver, taker = clause.text("from"), clause.text("to")
    if not world.established(giver, one) or not world.established(taker, other):
        return False
    first = cede(world, one, giver, taker)
    return cede(world, other, taker, giver) and first


def _remove(world: World, treaty: Treaty, clause: Clause) -> bool:
    power, area = clause.text("power"), clause.text("area")
    if power == OTTOMAN_EMPIRE:
        return give_free(world, area)
    return lower_to(world, power, area, Status.NONE)


def _lower(world: World, treaty: Treaty, clause: Clause) -> bool:
    level = STATUS_WORDS[clause.text("level")]
    return lower_to(world, clause.text("power"), clause.text("area"), level)


def lower_to(world: World, power: Power, area: Area, status: Status) -> bool:
    """A marker is lowered or removed by agreement; over a dispute each step counts (9.2)."""
    before = world.status(power, area)
    if status >= before:
        return False
    if status is not Status.NONE and not world.can_have(power, area, status):
        return False
    disputed = in_dispute(world, area, power)
    world.put_marker(power, area, status)
    word = status_word(status, power)
    world.tell("log.lowered", power=power, area=area, status=word)
    if disputed or world.on("tension_on_cession"):
        lowered(world, area, power, before, status)
    settle(world, area, power)
    return True


def _codominion(world: World, treaty: Treaty, clause: Clause) -> bool:
    members = clause.listed("members")
    return found_codominion(
        world, clause.text("area"), members, STATUS_WORDS[clause.text("level")], treaty
    )


def found_codominion(
    world: World, area: Area, members: list[Power], level: Status, treaty: Treaty
) -> bool:
    """9.2: all with influence or control have signed; who raises an influence pays for it, and
    where somebody has control the others join free (in a congress as 10.6 says)."""
    there = {p: m for p, m in world.markers(area).items() if m.status >= Status.INFLUENCE}
    if any(power not in treaty.parties for power in there):
        return False
    if any(marker.status is Status.TOP for marker in there.values()):
        return False
    holders = [power for power in there if there[power].is_control]
    prices = {p: joining_price(world, p, area, level, holders, treaty) for p in members}
    if any(price > max(0, free_money(world, p)) for p, price in prices.items() if price):
        return False
    joined = [p for p in members if world.status(p, area) < Status.PROTECTORATE]
    if any(not world.can_have(power, area, level) for power in joined):
        return False
    for power in joined:
        world.pay(power, prices[power])
        world.put_marker(power, area, level)
        _offend(world, power, area)
    everybody = list(dict.fromkeys([*holders, *members]))
    world.share(area, everybody)
    world.tell("log.codominion", area=area, powers=everybody)
    for power in there:
        if power not in everybody:
            to = Status.INTEREST if level is Status.PROTECTORATE else Status.NONE
            lower_to(world, power, area, to)
    settle(world, area)
    return True


def joining_price(
    world: World, power: Power, area: Area, level: Status, holders: list[Power], treaty: Treaty
) -> int:
    """9.2, 10.6: what joining a codominion costs."""
    before = world.status(power, area)
    if before.is_control or world.seat_of(power) is None:
        return 0
    if treaty.origin == "congress" and any(each != power for each in holders):
        return 0
    prices = world.board.prices
    if before is Status.INFLUENCE:
        further = prices[level].cost - prices[Status.PROTECTORATE].cost
        return world.board.constants.codominion_cost + further
    if holders:
        return 0
    return prices[level].cost - prices[before].cost


# -- disputes


def in_dispute(world: World, area: Area, power: Power) -> bool:
    """Whether a power's marker cannot stand beside another one there."""
    return any(
        illegal_together(world, area, power, other)
        for other in world.markers(area)
        if other != power
    )


def disputed_areas(world: World) -> list[Area]:
    """Areas whose markers cannot stand together (8)."""
    return [
        area
        for area in world.board.areas
        if area in world.state.markers
        and any(in_dispute(world, area, power) for power in world.markers(area))
    ]


def lowered(world: World, area: Area, power: Power, before: Status, after: Status) -> None:
    """9.2: tension for each step, blame on the one who placed the control marker."""
    placer = placer_in(world, area, power)
    seat = world.seat_of(placer) if placer is not None else None
    raise_tension(world, "status_lowered", seat, times=before - after)


def placer_in(world: World, area: Area, power: Power) -> Power | None:
    """Whose control marker made the dispute: another's against whom the loser had cause, else any
    control that came this turn, else the loser's own."""
    against = [c.against for c in world.state.causes if c.area == area and c.holder == power]
    if against:
        return against[0]
    holding = [c.against for c in world.state.causes if c.area == area and c.against == power]
    if holding:
        return power
    others = [other for other in world.controllers(area) if other != power]
    return others[0] if others else None


def settle(world: World, area: Area, power: Power | None = None) -> None:
    """Causes about an area are settled where its markers can stand together now."""
    if in_any_dispute(world, area):
        recompute(world)
        return
    mark(world, SETTLED, lambda cause: cause.area == area and cause.kind != "monroe_doctrine")


def in_any_dispute(world: World, area: Area) -> bool:
    return any(in_dispute(world, area, power) for power in world.markers(area))
