"""Warnings of promises that an answer would break (9.5): votes, announcements, passages, a separate
peace, and units still to be built or moved when a seat is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from entente.games.pax.board import Area, Place, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.instructions import marker_checks, move_checks
from entente.games.pax.treaties.breaches import breach_caution, breach_rise
from entente.games.pax.treaties.clauses_in_force import Bound, areas_of, binding
from entente.games.pax.treaties.obligations import built, forbidden, standing
from entente.kernel import Message, Seat, say

BREACHES = (
    "caution.breach",
    "caution.breach_too",
    "caution.breach_secret",
    "caution.separate_peace",
)


def keeping(
    world: PaxContext, choices: Sequence[str], cautions: Callable[[str], Iterable[Message]]
) -> str:
    """P70: choose for an absent seat: the first choice, unless another one breaks fewer promises,
    or it alone brings the Great War. `cautions` returns the warnings about a choice."""
    if not world.since(3):
        return choices[0]

    def harm(choice: str) -> tuple[bool, int]:
        keys = [caution.key for caution in cautions(choice)]
        ends = world.since(4) and "caution.great_war" in keys
        return ends, sum(key in BREACHES for key in keys)

    return min(choices, key=harm)


def warn_voting(world: PaxContext, power: Power, area: Area, for_it: bool) -> list[Message]:
    """Warn of promises that a vote in congress about an area breaks (see obligations.voted)."""
    return [
        breach_caution(world, bound, power)
        for bound in binding(world, power, "vote")
        if bound.clause.text("area") == area and (bound.clause.text("side") == "yes") != for_it
    ]


def warn_silence(world: PaxContext, power: Power, minors: set[Power]) -> list[Message]:
    """Warn of promises to announce the defence of some minors (see obligations.announced)."""
    bound = binding(world, power, "support_minor")
    return [
        breach_caution(world, each, power) for each in bound if each.clause.text("minor") in minors
    ]


def warn_passage(
    world: PaxContext, power: Power, user: Power, passage: str, is_closed: bool
) -> list[Message]:
    """Warn of promises that opening or closing a passage to a power breaks (see
    obligations.passage_set)."""
    stance = "closed" if is_closed else "open"
    return [
        breach_caution(world, bound, power)
        for bound in binding(world, power, "passage")
        if (bound.clause.text("user"), bound.clause.text("passage")) == (user, passage)
        and bound.clause.text("stance") != stance
    ]


def warn_leaving(world: PaxContext, power: Power, comrades: set[Power]) -> list[Message]:
    """Warn of promises not to make peace without a partner in the war (see
    obligations.left_war)."""
    return [
        say(
            "caution.separate_peace",
            power=bound.clause.text("partner"),
            treaty=bound.treaty.id,
            clause=bound.number + 1,
            **breach_rise(world),
        )
        for bound in binding(world, power, "no_separate_peace")
        if bound.clause.text("partner") in comrades
    ]


def warn_ready(world: PaxContext, seat: Seat) -> list[Message]:
    """Warn of units not built, or not where they were promised, if movement ended now (see
    obligations.movement_ended)."""
    return [
        breach_caution(world, bound, power)
        for power in world.powers_of(seat)
        for bound in unkept(world, power)
    ]


def unkept(world: PaxContext, power: Power) -> Iterator[Bound]:
    """Yield the promises about units that would be broken if movement ended now."""
    for bound in binding(world, power, "build_duty", "units_max", "units_min"):
        clause, wanted = bound.clause, bound.clause.number("strength")
        if clause.kind == "build_duty":
            since = world.state.purchases_before
            wrong = built(world, power, clause.text("kind"), since) < wanted
        else:
            there = standing(world, power, clause)
            wrong = there > wanted if clause.kind == "units_max" else there < wanted
        if wrong:
            yield bound


def unkept_units(world: PaxContext, power: Power) -> list[Bound]:
    """Return the promises about where units are that would be broken if a manoeuvre ended now."""
    return [bound for bound in unkept(world, power) if bound.clause.kind != "build_duty"]


def unkept_by_move(
    world: PaxContext, power: Power, kind: str, strength: int, here: Place, there: Place
) -> bool:
    """Return whether a move of a unit leads to more than a treaty allows, or to less than it
    demands."""
    for bound in binding(world, power, "units_max", "units_min"):
        clause, wanted = bound.clause, bound.clause.number("strength")
        if clause.text("kind") not in ("any", kind):
            continue
        areas = areas_of(world, clause)
        change = strength * ((there in areas) - (here in areas))
        after = standing(world, power, clause) + change
        is_max = clause.kind == "units_max"
        if (change > 0 and is_max and after > wanted) or (
            change < 0 and not is_max and after < wanted
        ):
            return True
    return False


def unkept_by_marker(world: PaxContext, power: Power, area: Area, status: Status) -> bool:
    """Return whether a marker is one that a treaty forbids."""
    return bool(forbidden(world, power, area, status))


marker_checks.append(unkept_by_marker)
move_checks.append(unkept_by_move)
