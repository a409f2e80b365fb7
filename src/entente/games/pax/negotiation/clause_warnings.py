"""Warnings about a clause while it is written (9.4).

Nothing here is forbidden: a clause that cannot be carried out when it is due lapses, and the
position may have changed by then. The warnings use public information only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.games.pax.board import OTTOMAN_EMPIRE, STATUS_WORDS, Area, Power, Status, status_word
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.economy.spending import free_money
from entente.games.pax.records.treaty import MARKER_CLAUSES, Clause, Treaty
from entente.games.pax.treaties.clause_words import ANYONE
from entente.games.pax.treaties.clauses_in_force import areas_of, parties
from entente.games.pax.treaties.codominions import joining_price
from entente.games.pax.treaties.conditions import holds, needs
from entente.games.pax.treaties.treaty_text import packed_one
from entente.kernel import ActionPart, Message, say

PAIRS = (
    ("from", "to"),
    ("power", "protected"),
    ("power", "partner"),
    ("power", "user"),
    ("holder", "against"),
)


def clauses_with_warnings(world: PaxContext, treaty: Treaty) -> Sequence[ActionPart]:
    """Return the clauses of a treaty being written, each with its warnings."""
    return [
        ActionPart(
            say("hint.clause", clause=packed_one(clause)),
            tuple(clause_warnings(world, treaty, clause)),
        )
        for clause in treaty.clauses
    ]


def clause_warnings(world: PaxContext, treaty: Treaty, clause: Clause) -> Iterator[Message]:
    """Why a clause may come to nothing, or cost more than it seems to."""
    yield from _when(world, treaty, clause)
    if any(_same(clause, one, other) for one, other in PAIRS):
        yield say("doubt.same_power")
        return
    match clause.kind:
        case "cede":
            yield from _giving(world, clause.text("from"), clause.text("to"), clause, "area")
        case "exchange":
            giver, taker = clause.text("from"), clause.text("to")
            there = _freed(world, taker, clause.text("other"))
            back = _freed(world, giver, clause.text("area"))
            yield from _giving(world, giver, taker, clause, "area", there)
            yield from _giving(world, taker, giver, clause, "other", back)
        case "remove" | "lower":
            yield from _lowering(world, clause)
        case "codominion":
            yield from _sharing(world, treaty, clause)
        case "pay":
            yield from _paying(world, clause)
        case "coaling":
            giver = clause.text("from")
            if not any(world.marker(giver, area) for area in areas_of(world, clause)):
                yield say("doubt.no_coal", power=giver)
        case "passage":
            area = world.board.passages[clause.text("passage")].area
            if clause.text("power") not in world.holders(area):
                yield say("doubt.no_passage", power=clause.text("power"))
        case "grant_cb":
            if treaty.secret:
                yield say("doubt.publishes")
        case "defensive" | "offensive":
            yield from _allies(world, treaty, clause)
        case "no_war":
            if clause.text("power") in clause.listed("towards"):
                yield say("doubt.same_power")
        case _:
            pass


def _same(clause: Clause, one: str, other: str) -> bool:
    return one in clause.args and clause.args[one] == clause.args.get(other)


def _when(world: PaxContext, treaty: Treaty, clause: Clause) -> Iterator[Message]:
    """Clauses that can never apply, or not when what they wait for comes."""
    last = min((turn for turn in (clause.until, treaty.until) if turn), default=0)
    if last and (last < world.state.turn or last < clause.start):
        yield say("doubt.never")
    moves_marker = clause.kind in MARKER_CLAUSES
    if not (moves_marker or clause.kind == "grant_cb") or holds(world, clause.when):
        return
    if needs(world, clause.when, "at_war"):
        yield say("doubt.before_wars")
    elif moves_marker and needs(world, clause.when, "cause"):
        yield say("doubt.late_cause")


def _freed(world: PaxContext, giver: Power, area: Area) -> str:
    """Return the counters that may come back to the giver of a marker; empty if none."""
    status = world.established(giver, area)
    return pool_of(status) if status is not Status.NONE else ""


def _giving(
    world: PaxContext, giver: Power, taker: Power, clause: Clause, name: str, freed: str = ""
) -> Iterator[Message]:
    """Yield a marker that one gives to another (see execution.give); in an exchange a counter comes
    back to the taker."""
    area, wanted = clause.text(name), clause.text("level")
    has = world.established(giver, area)
    if has is Status.NONE:
        yield say("doubt.no_marker", power=giver, area=area)
        return
    status = STATUS_WORDS[wanted] if wanted else min(has, Status.POSSESSION)
    if status > has:
        yield say("doubt.too_high", power=giver, area=area, status=status_word(has, giver))
    elif world.status(taker, area) >= status:
        yield say("doubt.has_already", power=taker, area=area)
    elif not world.can_have(taker, area, status) and freed != pool_of(status):
        yield say("doubt.no_counter", power=taker, status=status_word(status, taker))


def _lowering(world: PaxContext, clause: Clause) -> Iterator[Message]:
    power, area = clause.text("power"), clause.text("area")
    before = world.status(power, area)
    after = STATUS_WORDS[clause.text("level")] if clause.kind == "lower" else Status.NONE
    if power == OTTOMAN_EMPIRE:
        return
    if before is Status.NONE:
        yield say("doubt.no_marker", power=power, area=area)
    elif after >= before:
        yield say("doubt.not_lower", power=power, area=area, status=status_word(before, power))
    elif after is not Status.NONE and not world.can_have(power, area, after):
        yield say("doubt.no_counter", power=power, status=status_word(after, power))


def _sharing(world: PaxContext, treaty: Treaty, clause: Clause) -> Iterator[Message]:
    """Yield a codominion (see execution.found_codominion): who is missing, and what it costs."""
    area, members = clause.text("area"), clause.listed("members")
    level = STATUS_WORDS[clause.text("level")]
    there = {p: m for p, m in world.markers(area).items() if m.status >= Status.INFLUENCE}
    missing = [power for power in there if power not in treaty.parties]
    if missing:
        yield say("doubt.not_party", powers=missing, area=area)
    if any(marker.status is Status.TOP for marker in there.values()):
        yield say("doubt.never_shared", area=area)
    holders = [power for power in there if there[power].is_control]
    for power in members:
        yield from _joining(world, treaty, power, area, level, holders)


def _joining(
    world: PaxContext, treaty: Treaty, power: Power, area: Area, level: Status, holders: list[Power]
) -> Iterator[Message]:
    price = joining_price(world, power, area, level, holders, treaty)
    if price > max(0, free_money(world, power)):
        yield say("doubt.cannot_join", power=power, amount=price)
    elif price:
        yield say("doubt.joining_costs", power=power, amount=price)
    low = world.status(power, area) < Status.PROTECTORATE
    if low and not world.can_have(power, area, level):
        yield say("doubt.no_counter", power=power, status=status_word(level, power))


def _paying(world: PaxContext, clause: Clause) -> Iterator[Message]:
    giver, amount = clause.text("from"), clause.number("amount")
    free = max(0, free_money(world, giver))
    if clause.text("due") == "now" and amount > free:
        yield say("doubt.cannot_pay", power=giver, money=free, amount=amount - free)
    due = clause.text("due").removeprefix("turn_")
    if due.isdigit() and int(due) <= world.state.turn:
        yield say("doubt.too_late")


def own_shortfalls(
    world: PaxContext, treaty: Treaty, powers: tuple[Power, ...]
) -> Iterator[Message]:
    """Yield what some powers would have to pay at once and cannot."""
    for clause in treaty.clauses:
        if clause.kind == "pay" and clause.text("due") == "now" and clause.text("from") in powers:
            yield from _paying(world, clause)


def _allies(world: PaxContext, treaty: Treaty, clause: Clause) -> Iterator[Message]:
    """Alliances against oneself or the friend; and that calling on a secret one publishes it."""
    friend = clause.text("protected" if clause.kind == "defensive" else "partner")
    enemies = [power for power in clause.listed("against") if power != ANYONE]
    if clause.text("power") in enemies or friend in enemies:
        yield say("doubt.same_power")
    if treaty.secret and world.seat_of(friend) not in parties(world, treaty):
        yield say("doubt.unknown_guarantee", power=friend)
    elif treaty.secret:
        yield say("doubt.publishes")
