"""Treaties (9): what a draft is worth to a seat, and what it signs.

A draft is worth what it does at once, which is tried out; less what the seat promises; and a little
of what others promise, since a promise can be broken. Some clauses are declined whatever comes with
them: those nobody can foresee the end of, and those by which nobody gives anything.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from entente.games.pax.board import STATUS_WORDS
from entente.games.pax.economy.spending import free_money
from entente.games.pax.records.treaty import IN_FORCE, MARKER_CLAUSES, OFFERED, Clause, Treaty
from entente.games.pax.treaties.codominions import joining_price
from entente.games.pax.treaties.execution import WINDOWS
from entente.games.pax.treaties.obligations import ANYONE
from entente.kernel import Decision, Frame
from entente.players.evaluation.pax.character import USUAL
from entente.players.evaluation.pax.colonies import actions_of
from entente.players.evaluation.pax.effects import effect
from entente.players.evaluation.pax.evaluator import Evaluator, divisor, spendable, tension_cost
from entente.players.evaluation.pax.hopes import LIMITS, duty, favour, kept_out, ways_cleared
from entente.players.evaluation.pax.markers import BREACH
from entente.players.evaluation.pax.promises import (
    chance,
    flaw,
    givers,
    is_at_once,
    later_money,
    possible_turns,
    trust,
    window,
)

MARGIN = 2.0  # pounds: what a treaty must bring to be worth the ink
NEVER = -1000.0
ALWAYS_DECLINED = ("text", "offensive", "vote", "support_minor", "no_separate_peace", "build_duty")
NESTED = ("both", "either", "unless")
CREDIT = 10.0  # pounds: what is promised for later counts for no more, whatever it is
MOST_HOPED = 30.0  # pounds: what is neither money nor a marker counts for no more
ENVY = 0.12  # of what a partner gains who leads
MOST_ENVY = 60.0  # pounds


class Parts(NamedTuple):
    """What a draft is worth, by how certain it is."""

    at_once: float  # what it does when it is signed
    own: float  # what the seat does or leaves later
    promised: float  # what others pay or give later
    hoped: float  # favours, alliances, ways that are cleared
    kept_out: float  # where others promise to stay out
    room: float  # what the last two may count for

    def total(self, promise: float) -> float:
        """All of it; `promise` is how much it counts that others stay out of areas."""
        soft = min(self.room, self.hoped + promise * self.kept_out)
        return self.at_once + self.own + min(CREDIT, self.promised) + soft


def value(mind: Evaluator, treaty: Treaty) -> float:
    """What a draft is worth to the seat: less a part of what it brings the one who leads."""
    total = plain_value(mind, treaty)
    ahead = mind.ahead
    if total <= NEVER or ahead not in treaty.parties or not mind.is_behind():
        return total
    world = mind.world
    theirs = plain_value(Evaluator(world, ahead, USUAL), treaty) / divisor(world, ahead)
    return total - min(MOST_ENVY, ENVY * max(0.0, theirs) * divisor(world, mind.seat))


def plain_value(mind: Evaluator, treaty: Treaty) -> float:
    """The same without envy; NEVER: it is not signed at any price."""
    if not treaty.clauses or too_dear(mind, treaty) or flaw(mind, treaty) is not None:
        return NEVER
    return draft_worth(mind, treaty)


def draft_worth(mind: Evaluator, treaty: Treaty) -> float:
    """The same for a draft whose payments a congress looks at, and which may hold anything."""
    if any(declined(mind, treaty, clause) for clause in treaty.clauses):
        return NEVER
    return parts(mind, treaty).total(mind.promise)


def parts(mind: Evaluator, treaty: Treaty) -> Parts:
    """What the clauses are worth together."""
    numbers = [n for n, c in enumerate(treaty.clauses) if is_at_once(mind, treaty, c)]
    later = [c for n, c in enumerate(treaty.clauses) if n not in numbers]
    own = promised = 0.0
    favours: dict[str, float] = {}
    for clause in later:
        mine = any(power in mind.powers for power in givers(clause))
        if clause.kind in MARKER_CLAUSES or clause.kind == "pay":
            found = _later(mind, treaty, clause)
            own += found if mine or found < 0 else 0.0
            promised += 0.0 if mine else max(0.0, found)
        elif mine:
            own += duty(mind, treaty, clause)
        elif clause.kind != "no_placement":
            known = favours.get(clause.kind, 0.0)
            favours[clause.kind] = max(known, favour(mind, treaty, clause))
    cleared = sum(ways_cleared(mind, treaty, numbers).values())
    return Parts(
        at_once=effect(mind, treaty, numbers),
        own=own,
        promised=promised,
        hoped=sum(favours.values()) + cleared,
        kept_out=kept_out(mind, treaty),
        room=max(0.0, MOST_HOPED - _spent(mind, treaty)),
    )


def _spent(mind: Evaluator, treaty: Treaty) -> int:
    """What the seat has paid this turn to the other parties: nobody sells it hopes all day."""
    return sum(
        clause.number("amount") * (1 if clause.text("from") in mind.powers else -1)
        for signed in mind.world.state.treaties.values()
        if signed.state != OFFERED and signed.turn == mind.world.state.turn
        if {*signed.parties} & {*treaty.parties} - {*mind.powers}
        for clause in signed.clauses
        if clause.kind == "pay" and clause.text("due") == "now"
        if {clause.text("from"), clause.text("to")} & {*mind.powers}
    )


def too_dear(mind: Evaluator, treaty: Treaty) -> bool:
    """Whether a payment could not be made, or one that was offered to another: that would be a
    breach (9.4)."""
    world = mind.world
    owed = sum(
        clause.number("amount")
        for clause in treaty.clauses
        if clause.kind == "pay" and clause.text("from") in mind.powers
    )
    return owed > spendable(world, mind.seat, but=treaty.id)


# -- what is not signed at any price


def declined(mind: Evaluator, treaty: Treaty, clause: Clause) -> str:
    """Why a clause is not signed at any price; empty: it can be paid for."""
    mine = any(power in mind.powers for power in givers(clause))
    if clause.kind in ALWAYS_DECLINED:
        return "never"
    if clause.when.split(" ")[0] in NESTED:
        return "tangled"
    if not mine:
        return ""
    if clause.kind in LIMITS:
        return "limits"
    if clause.kind == "defensive":
        enemies = clause.listed("against")
        certain = ANYONE in enemies or len(enemies) > 1 or clause.text("always") == "yes"
        return "boundless" if certain else ""
    if clause.kind == "pay":  # nobody knows what will be in the purse later
        return "" if _settled_now(mind, treaty, clause) else "boundless"
    if clause.kind in MARKER_CLAUSES and treaty.by != mind.seat:
        return "" if _settled_now(mind, treaty, clause) else "later"
    if clause.kind == "codominion":
        return "dear" if _cannot_join(mind, treaty, clause) else ""
    return ""


def _settled_now(mind: Evaluator, treaty: Treaty, clause: Clause) -> bool:
    """Whether what the seat gives is what it has now: not what it may have when the time comes."""
    world = mind.world
    now = world.state.turn in window(world, treaty, clause)
    if not now or (clause.when and not is_at_once(mind, treaty, clause)):
        return False
    if clause.kind == "pay":
        return clause.text("due") == "now"
    return world.state.phase in WINDOWS or clause.kind in ("remove", "lower")


def _cannot_join(mind: Evaluator, treaty: Treaty, clause: Clause) -> bool:
    world, area = mind.world, clause.text("area")
    level = STATUS_WORDS[clause.text("level")]
    holders = [p for p in world.markers(area) if world.status(p, area).is_control]
    return any(
        joining_price(world, power, area, level, holders, treaty) > max(0, free_money(world, power))
        for power in mind.powers
        if power in clause.listed("members")
    )


# -- what comes later


def _later(mind: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """Money and markers that change hands after this moment."""
    world = mind.world
    if not possible_turns(world, treaty, clause):
        return 0.0
    if clause.kind == "pay":
        if clause.text("to") in mind.powers and clause.text("from") not in mind.powers:
            return later_money(mind, treaty, clause)
        return -float(clause.number("amount")) if clause.text("from") in mind.powers else 0.0
    number = treaty.clauses.index(clause)
    found = effect(mind, treaty, [number])
    if found <= 0 or any(power in mind.powers for power in givers(clause)):
        return found
    word = min(trust(world, power) for power in givers(clause))
    return word * chance(world, clause) * found


# -- answering


def answer(mind: Evaluator, answers: tuple[str, ...]) -> str | None:
    """What to do about treaties that lie on the desk, new ones first; None: nothing."""
    world = mind.world
    for action in sorted(answers, key=lambda each: not each.startswith("sign ")):
        verb, _, rest = action.partition(" ")
        name = rest.split(" ")[0]
        if verb == "sign":
            found = value(mind, world.state.treaties[name])
            return action if found > MARGIN / mind.character.deals else f"decline {name}"
        if verb == "judge" and rest.endswith("kept"):
            return action  # what only people can judge, this player cannot
        if verb == "release" and _binds_me(mind, world.state.treaties[name]):
            return action
        ends = verb == "end" and bool(world.state.treaties[name].ending)  # a partner wishes it
        if (ends or verb == "consent") and not _serves_me(mind, world.state.treaties[name]):
            return action
    return None


def shortfall(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """9.4: whoever does not pay has broken his word, and is told so; unless the tension of it would
    cost more than the money."""
    insist, forgive = actions_of(decision.menu)
    missing = frame.number("missing")
    return insist if missing > tension_cost(mind, mind.seat, BREACH, blamed=False) else forgive


def _binds_me(mind: Evaluator, treaty: Treaty) -> bool:
    return any(clause.text("power") in mind.powers for clause in treaty.clauses)


def _serves_me(mind: Evaluator, treaty: Treaty) -> bool:
    """Whether what is still at work of a treaty is rather in the seat's favour."""
    left = tuple(c for n, c in enumerate(treaty.clauses) if n not in treaty.done)
    rest = msgspec.structs.replace(treaty, clauses=left, done=())
    return treaty.state == IN_FORCE and parts(mind, rest).total(mind.promise) > 0
