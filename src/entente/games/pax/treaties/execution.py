"""Carrying treaties out (9.2, 9.4): markers change hands, money is paid, causes are settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from entente.games.pax.areas.causes import (
    give_cause,
    recompute,
)
from entente.games.pax.board import OTTOMAN_EMPIRE, STATUS_WORDS, Power, Status
from entente.games.pax.colonies.ottoman_expansion import give_free
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.administration import receive
from entente.games.pax.economy.spending import free_money
from entente.games.pax.records.treaty import IN_FORCE, MARKER_CLAUSES, Clause, Treaty
from entente.games.pax.treaties.breaches import change, publish
from entente.games.pax.treaties.clauses_in_force import Bound, at_work, log_treaty
from entente.games.pax.treaties.coaling_rights import record_coaling_rights
from entente.games.pax.treaties.codominions import found_codominion
from entente.games.pax.treaties.debts import handle_shortfall
from entente.games.pax.treaties.marker_transfers import Gift, give, lower_to
from entente.kernel import Frame, say

WINDOWS = ("negotiation", "congress", "war")  # in which markers change hands


# -- when


@steps.auto
def treaty_payments(world: PaxContext, frame: Frame) -> None:
    """After phase 2: what is promised for this turn (9.4)."""
    for bound in list(at_work(world, "pay")):
        due = bound.clause.text("due")
        waited = due == "now" and world.since(3)  # for its turn or its condition
        if waited or due == "each_turn" or due == f"turn_{world.state.turn}":
            pay(world, bound.treaty, bound.number)


@steps.auto
def conditional_payments(world: PaxContext, frame: Frame) -> None:
    """9.4: pay what waits for a war, a cause or another event of the turn, once a turn."""
    for bound in list(at_work(world, "pay")):
        due, paid = bound.clause.text("due"), bound.treaty.paid or {}
        is_due = due in ("now", "each_turn") or due == f"turn_{world.state.turn}"
        if bound.clause.when and is_due and paid.get(str(bound.number)) != world.state.turn:
            pay(world, world.state.treaties[bound.treaty.id], bound.number)


def at_new_events(world: PaxContext) -> tuple[str, ...]:
    """Return the steps with which a part of the turn begins, in which conditions may be met."""
    return ("conditional_payments",) if world.since(4) else ()


@steps.auto
def marker_window(world: PaxContext, frame: Frame) -> None:
    """Markers that were promised change hands (9.4); units without right go."""
    for treaty in list(world.state.treaties.values()):
        if treaty.state == IN_FORCE:
            execute(world, treaty)
    grant_causes(world)
    world.state.push(*at_new_events(world))


def comes_into_force(world: PaxContext, treaty: Treaty) -> None:
    """9.4: all have signed: what is due is done, in its window."""
    for number in _due_at_signing(world, treaty):
        pay(world, world.state.treaties[treaty.id], number)
    if world.state.phase in WINDOWS:
        execute(world, world.state.treaties[treaty.id])
    elif world.state.phase == "movement":
        _give_up_lesser(world, world.state.treaties[treaty.id])
    grant_causes(world)
    record_coaling_rights(world)


def _due_at_signing(world: PaxContext, treaty: Treaty) -> list[int]:
    """Return the payments that are made as soon as all have signed: whose turn and condition have
    come."""
    numbers = [
        number
        for number, clause in enumerate(treaty.clauses)
        if clause.kind == "pay" and clause.text("due") == "now"
    ]
    if not world.since(3):
        return numbers
    ready = {bound.number for bound in at_work(world, "pay") if bound.treaty.id == treaty.id}
    return [number for number in numbers if number in ready]


def grant_causes(world: PaxContext) -> None:
    """9.4: grant_cb creates a casus belli in every turn in which its condition is met, once (P78);
    no longer once the wars begin, since all causes go then (9.1). A cause from a secret treaty
    publishes the treaty (9.5)."""
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


def _granting(world: PaxContext) -> Iterator[Bound]:
    """Yield the clauses that grant a cause now; not to a minor, and not twice in a turn."""
    for bound in at_work(world, "grant_cb"):
        holder, against = bound.clause.text("holder"), bound.clause.text("against")
        if world.seat_of(holder) is None or world.same_side(holder, against):
            continue
        if not _was_granted(world, bound.treaty, holder, against):
            yield bound


def _grant_once(world: PaxContext) -> None:
    """Do the same before version 3: a clause is done when it has given its cause."""
    for bound in list(at_work(world, "grant_cb")):
        holder, against = bound.clause.text("holder"), bound.clause.text("against")
        if world.seat_of(holder) is None:
            continue
        treaty = publish(world, bound.treaty)
        give_cause(world, "treaty_clause", holder, against, treaty=treaty.id)
        _done(world, treaty, bound.number)


def _was_granted(world: PaxContext, treaty: Treaty, holder: Power, against: Power) -> bool:
    """Return whether a treaty has given this cause in this turn, used or not."""
    wanted = ("treaty_clause", holder, against, treaty.id)
    return any(
        (cause.kind, cause.holder, cause.against, cause.treaty) == wanted
        for cause in world.state.causes
    )


# -- money


def pay(world: PaxContext, treaty: Treaty, number: int) -> None:
    """Money that no event has earmarked; what is missing is a breach, unless it is forgiven."""
    clause = treaty.clauses[number]
    giver, taker, owed = clause.text("from"), clause.text("to"), clause.number("amount")
    paid = min(owed, max(0, free_money(world, giver)))
    if paid and giver != taker:
        world.pay(giver, paid)
        receive(world, taker, paid)
        world.log("log.paid", power=giver, to=taker, amount=paid)
    if clause.text("due") != "each_turn":
        treaty = _done(world, treaty, number)
    elif clause.when and world.since(4):
        treaty = change(world, treaty, paid={**(treaty.paid or {}), str(number): world.state.turn})
    if paid < owed:
        handle_shortfall(world, treaty, number, owed - paid)


# -- markers


def execute(world: PaxContext, treaty: Treaty) -> None:
    """All marker clauses whose turn and condition have come."""
    for bound in list(at_work(world, *MARKER_CLAUSES)):
        if bound.treaty.id == treaty.id:
            carry_out(world, treaty, bound.number)
    recompute(world)
    world.state.push("homeless_units")


def _give_up_lesser(world: PaxContext, treaty: Treaty) -> None:
    """9.4: interest and influence may be given up in phase 4 as well."""
    for bound in list(at_work(world, "remove", "lower")):
        power, area = bound.clause.text("power"), bound.clause.text("area")
        if bound.treaty.id == treaty.id and not world.status(power, area).is_control:
            carry_out(world, treaty, bound.number)


def carry_out(world: PaxContext, treaty: Treaty, number: int) -> bool:
    """Execute one marker clause; what the rules do not allow lapses."""
    clause = world.state.treaties[treaty.id].clauses[number]
    deed: Callable[[PaxContext, Treaty, Clause], bool] = {
        "cede": _cede,
        "exchange": _exchange,
        "remove": _remove,
        "lower": _lower,
        "codominion": _codominion,
    }[clause.kind]
    was_done = deed(world, treaty, clause)
    _done(world, treaty, number)
    if not was_done:
        log_treaty(world, treaty, say("log.clause_void", treaty=treaty.id, clause=number + 1))
    return was_done


def _done(world: PaxContext, treaty: Treaty, number: int) -> Treaty:
    done = world.state.treaties[treaty.id].done
    after = change(world, treaty, done=(*done, number))
    if len(set(after.done)) == len(after.clauses):
        after = change(world, after, state="fulfilled")
    return after


def _cede(world: PaxContext, treaty: Treaty, clause: Clause) -> bool:
    level = clause.text("level")
    wanted = STATUS_WORDS[level] if level else None
    gift = Gift(clause.text("area"), clause.text("from"), clause.text("to"), wanted)
    return give(world, treaty, gift)


def _exchange(world: PaxContext, treaty: Treaty, clause: Clause) -> bool:
    giver, taker = clause.text("from"), clause.text("to")
    there = Gift(clause.text("area"), giver, taker)
    back = Gift(clause.text("other"), taker, giver)
    if world.since(3):
        return give(world, treaty, there, back)
    if not world.established(giver, there.area) or not world.established(taker, back.area):
        return False
    first = give(world, treaty, there)
    return give(world, treaty, back) and first


def _remove(world: PaxContext, treaty: Treaty, clause: Clause) -> bool:
    power, area = clause.text("power"), clause.text("area")
    if power == OTTOMAN_EMPIRE:
        return give_free(world, area)
    return lower_to(world, power, area, Status.NONE, treaty)


def _lower(world: PaxContext, treaty: Treaty, clause: Clause) -> bool:
    level = STATUS_WORDS[clause.text("level")]
    return lower_to(world, clause.text("power"), clause.text("area"), level, treaty)


def _codominion(world: PaxContext, treaty: Treaty, clause: Clause) -> bool:
    members = clause.listed("members")
    return found_codominion(
        world, clause.text("area"), members, STATUS_WORDS[clause.text("level")], treaty
    )
