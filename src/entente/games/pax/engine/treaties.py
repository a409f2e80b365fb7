"""Treaties (9): the value of a draft to a seat, and what it signs.

A draft is worth its immediate effects, which are tried out, less what the seat promises, plus a
little of what others promise, since a promise can be broken. Some clauses are always declined:
those without a foreseeable end, and those by which no one gives anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec

from entente.games.pax.board import STATUS_WORDS
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.clause_values import LIMITS, duty, favour, kept_out, ways_cleared
from entente.games.pax.engine.colonies import actions_of
from entente.games.pax.engine.effects import effect
from entente.games.pax.engine.evaluator import Evaluator, divisor, spendable, tension_cost
from entente.games.pax.engine.markers import BREACH
from entente.games.pax.engine.promises import (
    chance,
    flaw,
    givers,
    is_at_once,
    later_money,
    possible_turns,
    trust,
    window,
)
from entente.games.pax.records.treaty import IN_FORCE, MARKER_CLAUSES, OFFERED, Clause, Treaty
from entente.games.pax.treaties.clause_words import ANYONE
from entente.games.pax.treaties.codominions import joining_price
from entente.games.pax.treaties.execution import WINDOWS
from entente.kernel import Decision, Frame, parse_action

E = TypeVar("E", bound=Evaluator)

MARGIN = 2.0  # pounds that a treaty must bring
NEVER = -1000.0
ALWAYS_DECLINED = ("text", "offensive", "vote", "support_minor", "no_separate_peace", "build_duty")
NESTED = ("both", "either", "unless")
CREDIT = 10.0  # pounds: the most that promises for later count for
MOST_HOPED = 30.0  # pounds: the most that other clauses than money and markers count for
ENVY = 0.12  # share of a leading partner's gain
MOST_ENVY = 60.0  # pounds


class DraftValue(NamedTuple):
    """The value of a draft, by certainty."""

    at_once: float  # when it is signed
    own: float  # what the seat does or gives up later
    promised: float  # what others pay or give later
    hoped: float  # favours, alliances, obstacles removed
    kept_out: float  # areas that others promise to stay out of
    room: float  # the most that the last two count for

    def total(self, promise: float) -> float:
        """Return the total; `promise` is the weight of promises to stay out of areas."""
        soft = min(self.room, self.hoped + promise * self.kept_out)
        return self.at_once + self.own + min(CREDIT, self.promised) + soft


def value(evaluator: Evaluator, treaty: Treaty) -> float:
    """Return the value of a draft to the seat, less a part of its value to the leader."""
    total = plain_value(evaluator, treaty)
    ahead = evaluator.ahead
    if total <= NEVER or ahead not in treaty.parties or not evaluator.is_behind():
        return total
    world = evaluator.world
    theirs = plain_value(Evaluator(world, ahead, USUAL), treaty) / divisor(world, ahead)
    return total - min(MOST_ENVY, ENVY * max(0.0, theirs) * divisor(world, evaluator.seat))


def plain_value(evaluator: Evaluator, treaty: Treaty) -> float:
    """Return the same without envy; NEVER: it is not signed at any price."""
    if not treaty.clauses or too_dear(evaluator, treaty) or flaw(evaluator, treaty) is not None:
        return NEVER
    return draft_worth(evaluator, treaty)


def draft_worth(evaluator: Evaluator, treaty: Treaty) -> float:
    """Return the same for a congress draft, which may hold anything and whose payments are settled
    there."""
    if any(declined(evaluator, treaty, clause) for clause in treaty.clauses):
        return NEVER
    return parts(evaluator, treaty).total(evaluator.promise)


def parts(evaluator: Evaluator, treaty: Treaty) -> DraftValue:
    """Return the value of the clauses together."""
    numbers = [n for n, c in enumerate(treaty.clauses) if is_at_once(evaluator, treaty, c)]
    later = [c for n, c in enumerate(treaty.clauses) if n not in numbers]
    own = promised = 0.0
    favours: dict[str, float] = {}
    for clause in later:
        mine = any(power in evaluator.powers for power in givers(clause))
        if clause.kind in MARKER_CLAUSES or clause.kind == "pay":
            worth = _later(evaluator, treaty, clause)
            own += worth if mine or worth < 0 else 0.0
            promised += 0.0 if mine else max(0.0, worth)
        elif mine:
            own += duty(evaluator, treaty, clause)
        elif clause.kind != "no_placement":
            known = favours.get(clause.kind, 0.0)
            favours[clause.kind] = max(known, favour(evaluator, treaty, clause))
    cleared = sum(ways_cleared(evaluator, treaty, numbers).values())
    return DraftValue(
        at_once=effect(evaluator, treaty, numbers),
        own=own,
        promised=promised,
        hoped=sum(favours.values()) + cleared,
        kept_out=kept_out(evaluator, treaty),
        room=max(0.0, MOST_HOPED - _spent(evaluator, treaty)),
    )


def _spent(evaluator: Evaluator, treaty: Treaty) -> int:
    """Return what the seat has paid this turn to the other parties, so that promises cannot drain
    it."""
    return sum(
        clause.number("amount") * (1 if clause.text("from") in evaluator.powers else -1)
        for signed in evaluator.world.state.treaties.values()
        if signed.state != OFFERED and signed.turn == evaluator.world.state.turn
        if {*signed.parties} & {*treaty.parties} - {*evaluator.powers}
        for clause in signed.clauses
        if clause.kind == "pay" and clause.text("due") == "now"
        if {clause.text("from"), clause.text("to")} & {*evaluator.powers}
    )


def too_dear(evaluator: Evaluator, treaty: Treaty) -> bool:
    """Whether a payment exceeds the available money: that would be a breach (9.4)."""
    world = evaluator.world
    owed = sum(
        clause.number("amount")
        for clause in treaty.clauses
        if clause.kind == "pay" and clause.text("from") in evaluator.powers
    )
    return owed > spendable(world, evaluator.seat, but=treaty.id)


# -- what is not signed at any price


def declined(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> str:
    """Why a clause is not signed at any price; empty: it can be paid for."""
    mine = any(power in evaluator.powers for power in givers(clause))
    if clause.kind in ALWAYS_DECLINED:
        return "never"
    if parse_action(clause.when).verb in NESTED:
        return "tangled"
    if not mine:
        return ""
    if clause.kind in LIMITS:
        return "limits"
    if clause.kind == "defensive":
        enemies = clause.listed("against")
        certain = ANYONE in enemies or len(enemies) > 1 or clause.text("always") == "yes"
        return "boundless" if certain else ""
    if clause.kind == "pay":  # the treasury of a later turn is unknown
        return "" if _settled_now(evaluator, treaty, clause) else "boundless"
    if clause.kind in MARKER_CLAUSES and treaty.by != evaluator.seat:
        return "" if _settled_now(evaluator, treaty, clause) else "later"
    if clause.kind == "codominion":
        return "dear" if _cannot_join(evaluator, treaty, clause) else ""
    return ""


def _settled_now(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> bool:
    """Whether the seat gives what it has now, not what it may have later."""
    world = evaluator.world
    now = world.state.turn in window(world, treaty, clause)
    if not now or (clause.when and not is_at_once(evaluator, treaty, clause)):
        return False
    if clause.kind == "pay":
        return clause.text("due") == "now"
    return world.state.phase in WINDOWS or clause.kind in ("remove", "lower")


def _cannot_join(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> bool:
    world, area = evaluator.world, clause.text("area")
    level = STATUS_WORDS[clause.text("level")]
    holders = [p for p in world.markers(area) if world.status(p, area).is_control]
    return any(
        joining_price(world, power, area, level, holders, treaty) > max(0, free_money(world, power))
        for power in evaluator.powers
        if power in clause.listed("members")
    )


# -- what comes later


def _later(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """Money and markers that change hands later."""
    world = evaluator.world
    if not possible_turns(world, treaty, clause):
        return 0.0
    if clause.kind == "pay":
        if clause.text("to") in evaluator.powers and clause.text("from") not in evaluator.powers:
            return later_money(evaluator, treaty, clause)
        return -float(clause.number("amount")) if clause.text("from") in evaluator.powers else 0.0
    number = treaty.clauses.index(clause)
    worth = effect(evaluator, treaty, [number])
    if worth <= 0 or any(power in evaluator.powers for power in givers(clause)):
        return worth
    word = min(trust(world, power) for power in givers(clause))
    return word * chance(world, clause) * worth


# -- answering


def signs(evaluator: Evaluator, treaty: Treaty) -> bool:
    """Whether a seat signs a draft."""
    return value(evaluator, treaty) > MARGIN / evaluator.character.deals


def answer(
    evaluator: E, answers: tuple[str, ...], signs: Callable[[E, Treaty], bool]
) -> str | None:
    """Return what to do about treaties on the desk, new ones first; None: nothing."""
    world = evaluator.world
    for action in sorted(answers, key=lambda each: parse_action(each).verb != "sign"):
        verb, name, *more = parse_action(action).words
        if verb == "sign":
            treaty = world.state.treaties[name]
            return f"{verb if signs(evaluator, treaty) else 'decline'} {name}"
        if verb == "judge" and more[-1] == "kept":
            return action  # only people can judge this
        if verb == "release" and _binds_me(evaluator, world.state.treaties[name]):
            return action
        ends = verb == "end" and bool(world.state.treaties[name].ending)  # a partner wants it
        if (ends or verb == "consent") and not _serves_me(evaluator, world.state.treaties[name]):
            return action
    return None


def shortfall(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """9.4: insist on a payment unless the tension would cost more than the money."""
    insist, forgive = actions_of(decision.menu)
    missing = frame.number("missing")
    return (
        insist
        if missing > tension_cost(evaluator, evaluator.seat, BREACH, blamed=False)
        else forgive
    )


def _binds_me(evaluator: Evaluator, treaty: Treaty) -> bool:
    return any(clause.text("power") in evaluator.powers for clause in treaty.clauses)


def _serves_me(evaluator: Evaluator, treaty: Treaty) -> bool:
    """Whether what is still in effect of a treaty favours the seat."""
    left = tuple(c for n, c in enumerate(treaty.clauses) if n not in treaty.done)
    rest = msgspec.structs.replace(treaty, clauses=left, done=())
    return treaty.state == IN_FORCE and parts(evaluator, rest).total(evaluator.promise) > 0
