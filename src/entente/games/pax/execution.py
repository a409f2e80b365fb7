"""Carrying treaties out (9.2, 9.4): markers change hands, money is paid, causes are settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from entente.games.pax.board import OTTOMAN_EMPIRE, STATUS_WORDS, Area, Power, Status, status_word
from entente.games.pax.bonds import Bound, at_work, change, publish, tell_of
from entente.games.pax.causes import (
    SETTLED,
    claimed,
    give_cause,
    illegal_together,
    live,
    mark,
    recompute,
)
from entente.games.pax.coal import note_coal
from entente.games.pax.colonial import offends_ottomans
from entente.games.pax.debts import fall_short
from entente.games.pax.expansion import give_free
from entente.games.pax.minors import garrison_for, place_garrison
from entente.games.pax.purse import free_money
from entente.games.pax.state import Cause
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
    note_coal(world)


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
    """9.4: grant_cb creates a casus belli in every turn in which its condition is met, once (P78);
    not any more when the wars begin, with which all causes go (9.1). Who draws it from a secret
    treaty publishes that (9.5)."""
    if not world.since(3):
        _grant_once(world)
        return
    if world.state.settled:
        return
    for treaty in {each.treaty.id: each.treaty for each in _granting(world)}.values():
        publish(world, treaty)
    for bound in list(_granting(world)):
        holder, against = bound.clause.text("holder"), bound.clause.text("against")
        give_cause(world, "treaty_clause", holder, against, treaty=bound.treaty.id)


def _granting(world: World) -> Iterator[Bound]:
    """The clauses that grant a cause now; not to a minor, and not twice in a turn."""
    for bound in at_work(world, "grant_cb"):
        holder, against = bound.clause.text("holder"), bound.clause.text("against")
        if world.seat_of(holder) is None or world.same_side(holder, against):
            continue
        if not _was_granted(world, bound.treaty, holder, against):
            yield bound


def _grant_once(world: World) -> None:
    """The same before version 3: a clause is done when it has given its cause."""
    for bound in list(at_work(world, "grant_cb")):
        holder, against = bound.clause.text("holder"), bound.clause.text("against")
        if world.seat_of(holder) is None:
            continue
        treaty = publish(world, bound.treaty)
        give_cause(world, "treaty_clause", holder, against, treaty=treaty.id)
        _done(world, treaty, bound.number)


def _was_granted(world: World, treaty: Treaty, holder: Power, against: Power) -> bool:
    """Whether a treaty has given this cause in this turn, whatever has become of it."""
    wanted = ("treaty_clause", holder, against, treaty.id)
    return any(
        (cause.kind, cause.holder, cause.against, cause.treaty) == wanted
        for cause in world.state.causes
    )


# -- money


def pay(world: World, treaty: Treaty, number: int) -> None:
    """Money that no event has earmarked; what is missing is a breach, unless it is forgiven."""
    clause = treaty.clauses[number]
    giver, taker, owed = clause.text("from"), clause.text("to"), clause.number("amount")
    paid = min(owed, max(0, free_money(world, giver)))
    if paid and giver != taker:
        world.pay(giver, paid)
        world.receive(taker, paid)
        world.log("log.paid", power=giver, to=taker, amount=paid)
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
    world.state.push("homeless_units")


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


class Gift(NamedTuple):
    """A marker that changes hands (9.2); without a level as it stands, a dominion as a
    possession."""

    area: Area
    giver: Power
    taker: Power
    level: Status | None = None


def _cede(world: World, treaty: Treaty, clause: Clause) -> bool:
    level = clause.text("level")
    wanted = STATUS_WORDS[level] if level else None
    gift = Gift(clause.text("area"), clause.text("from"), clause.text("to"), wanted)
    return give(world, treaty, gift)


def give(world: World, treaty: Treaty | None, *gifts: Gift) -> bool:
    """9.2: markers are replaced by ones of the receivers, not above them; free of cost. All of
    them change hands, or none does."""
    if not _by_congress(treaty) and any(claimed(world, gift.area) for gift in gifts):
        return False  # 12.10: a claim is no marker that could be given away
    statuses = [_given(world, gift) for gift in gifts]
    if Status.NONE in statuses or not _have_room(world, gifts, statuses):
        return False
    before = [world.established(gift.giver, gift.area) for gift in gifts]
    disputed = [in_dispute(world, gift.area, gift.giver) for gift in gifts]
    partners = [world.state.codominions.get(gift.area, ()) for gift in gifts]
    for gift in gifts:
        world.put_marker(gift.giver, gift.area, Status.NONE)
    for (area, giver, taker, _), status, sharing in zip(gifts, statuses, partners, strict=True):
        world.put_marker(taker, area, status)
        if _needs_garrison(world, taker, status):
            place_garrison(world, taker, area)
        _offend(world, taker, area)
        if giver in sharing and status.is_control:
            world.share(area, [*(p for p in sharing if p != giver), taker])
        world.log("log.ceded", area=area, power=giver, to=taker, status=status_word(status, taker))
    for gift, had, was_disputed in zip(gifts, before, disputed, strict=True):
        _count(world, treaty, gift.area, gift.giver, had, Status.NONE, was_disputed)
        if world.since(3):
            _inherit(world, gift.area, gift.giver, gift.taker)
        settle(world, gift.area, gift.giver)
    return True


def _inherit(world: World, area: Area, giver: Power, taker: Power) -> None:
    """9.2: who receives a marker over which there is a dispute takes the giver's place in it, as
    far as its marker cannot stand beside the others'."""
    for cause in live(world):
        if cause.area != area or giver not in (cause.holder, cause.against):
            continue
        holder = taker if cause.holder == giver else cause.holder
        against = taker if cause.against == giver else cause.against
        if holder != against and illegal_together(world, area, holder, against):
            give_cause(world, cause.kind, holder, against, area)


def _by_congress(treaty: Treaty | None) -> bool:
    return treaty is not None and treaty.origin == "congress"


def _given(world: World, gift: Gift) -> Status:
    """What a receiver would have; none: the giver has nothing of the kind to give."""
    has = world.established(gift.giver, gift.area)
    status = min(has, Status.POSSESSION) if gift.level is None else gift.level
    return Status.NONE if gift.giver == gift.taker or status > has else status


def _have_room(world: World, gifts: tuple[Gift, ...], statuses: list[Status]) -> bool:
    """Whether the receivers have the counters once all givers have theirs back, hold less than
    they are given, and have an army to send where they need one (P64)."""
    if len(gifts) > 1:
        world = world.for_copy(world.state.copy())
        for gift in gifts:
            world.put_marker(gift.giver, gift.area, Status.NONE)
    for gift, status in zip(gifts, statuses, strict=True):
        area, taker = gift.area, gift.taker
        if not world.can_have(taker, area, status) or world.status(taker, area) >= status:
            return False
        if _needs_garrison(world, taker, status) and garrison_for(world, taker, area) is None:
            return False
        if len(gifts) > 1:
            world.put_marker(taker, area, status)
    return True


def _needs_garrison(world: World, power: Power, status: Status) -> bool:
    """P64: control that is given to a minor comes with an army; a major's follows later (6.4)."""
    return status.is_control and world.seat_of(power) is None and world.since(3)


def _offend(world: World, power: Power, area: Area) -> None:
    """11.3: control that a treaty or a congress gives in an Ottoman area is cause for war."""
    if world.status(power, area).is_control and world.state.phase != "war":
        offends_ottomans(world, power, area)


def _exchange(world: World, treaty: Treaty, clause: Clause) -> bool:
    giver, taker = clause.text("from"), clause.text("to")
    there = Gift(clause.text("area"), giver, taker)
    back = Gift(clause.text("other"), taker, giver)
    if world.since(3):
        return give(world, treaty, there, back)
    if not world.established(giver, there.area) or not world.established(taker, back.area):
        return False
    first = give(world, treaty, there)
    return give(world, treaty, back) and first


def _remove(world: World, treaty: Treaty, clause: Clause) -> bool:
    power, area = clause.text("power"), clause.text("area")
    if power == OTTOMAN_EMPIRE:
        return give_free(world, area)
    return lower_to(world, power, area, Status.NONE, treaty)


def _lower(world: World, treaty: Treaty, clause: Clause) -> bool:
    level = STATUS_WORDS[clause.text("level")]
    return lower_to(world, clause.text("power"), clause.text("area"), level, treaty)


def lower_to(
    world: World, power: Power, area: Area, status: Status, treaty: Treaty | None = None
) -> bool:
    """A marker is lowered or removed by agreement; over a dispute each step counts (9.2)."""
    before = world.status(power, area)
    if status >= before:
        return False
    if status is not Status.NONE and not world.can_have(power, area, status):
        return False
    disputed = in_dispute(world, area, power)
    world.put_marker(power, area, status)
    word = status_word(status, power)
    world.log("log.lowered", power=power, area=area, status=word)
    _count(world, treaty, area, power, before, status, disputed)
    settle(world, area, power)
    return True


def _count(
    world: World,
    treaty: Treaty | None,
    area: Area,
    power: Power,
    before: Status,
    after: Status,
    disputed: bool,
) -> None:
    """9.2: tension for a marker that goes over a dispute; elsewhere only if a congress takes it,
    and then nobody is to blame (P61). Gifts count by an option (P17), claims of victors never
    (P72)."""
    if claimed(world, area):
        return
    if disputed or world.on("tension_on_cession"):
        lowered(world, area, power, before, after)
    elif world.since(3) and _by_congress(treaty):
        raise_tension(world, "status_lowered", None, times=before - after)


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
    if claimed(world, area):  # 12.10: neutrals have no say; what is theirs is seen to afterwards
        there = {power: there[power] for power in there if power in treaty.parties}
    signed = treaty.bound if world.since(3) else treaty.parties
    if any(power not in signed for power in there):
        return False
    if any(marker.status is Status.TOP for marker in there.values()):
        return False
    holders = [power for power in there if there[power].is_control]
    members = _with_garrison(world, area, members)
    if not members:
        return False
    prices = {p: joining_price(world, p, area, level, holders, treaty) for p in members}
    if any(price > max(0, free_money(world, p)) for p, price in prices.items() if price):
        return False
    joined = [p for p in members if world.status(p, area) < Status.PROTECTORATE]
    if any(not world.can_have(power, area, level) for power in joined):
        return False
    for power in joined:
        world.pay(power, prices[power])
        world.put_marker(power, area, level)
        if _needs_garrison(world, power, level):
            place_garrison(world, power, area)
        _offend(world, power, area)
    everybody = list(dict.fromkeys([*holders, *members]))
    world.share(area, everybody)
    world.log("log.codominion", area=area, powers=everybody)
    for power in there:
        if power not in everybody:
            to = Status.INTEREST if level is Status.PROTECTORATE else Status.NONE
            lower_to(world, power, area, to, treaty)
    if world.since(3) and world.state.settled and level is Status.POSSESSION:
        _clear_interests(world, area, everybody)
    settle(world, area)
    return True


def _clear_interests(world: World, area: Area, holders: list[Power]) -> None:
    """12.10: after the default settlement nothing else would see to interests of others that cannot
    stand beside a possession. No tension."""
    for power in [p for p in world.markers(area) if p not in holders]:
        world.put_marker(power, area, Status.NONE)
        world.log("log.lowered", power=power, area=area, status=status_word(Status.NONE, power))


def _with_garrison(world: World, area: Area, members: list[Power]) -> list[Power]:
    """P64: those who share an area without the minors that have no army to send; their share
    lapses."""
    lapsed = [
        power
        for power in members
        if _needs_garrison(world, power, Status.PROTECTORATE)
        and not world.status(power, area).is_control
        and garrison_for(world, power, area) is None
    ]
    for power in lapsed:
        world.log("log.share_lapses", power=power, area=area)
    return [power for power in members if power not in lapsed]


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
    if claimed(world, area):
        _settle_claims(world, area, power)
        return
    if in_any_dispute(world, area):
        recompute(world)
        return
    mark(world, SETTLED, lambda cause: cause.area == area and cause.kind != "monroe_doctrine")


def _settle_claims(world: World, area: Area, power: Power | None) -> None:
    """12.10: a victor has given up a claim; or some have agreed to share the area."""
    partners = world.state.codominions.get(area, ())

    def agreed(cause: Cause) -> bool:
        pair = (cause.holder, cause.against)
        if cause.area != area or illegal_together(world, area, *pair):
            return False
        return power in pair if power is not None else set(pair) <= set(partners)

    mark(world, SETTLED, agreed)


def in_any_dispute(world: World, area: Area) -> bool:
    return any(in_dispute(world, area, power) for power in world.markers(area))
