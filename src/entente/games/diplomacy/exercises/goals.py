"""Goals of exercises, checked on the position after the orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from entente.games.diplomacy.exercises.positions import put, written
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Message
from entente.kernel.exercise import Goal, Trial, reaches

Wanted = Callable[[DiplomacyState], bool]

PLAIN = ("retreats", "disbands", "retreat_clash", "builds", "removes")  # logged without an order


def stands(power: str, *units: str) -> Wanted:
    """Check that these units of a power are in these places."""
    return lambda state: all(unit in state.units[power] for unit in units)


def empty(province: str) -> Wanted:
    """Check that these provinces are empty."""
    return lambda state: (
        not any(
            unit.split()[1].partition("/")[0] == province
            for units in state.units.values()
            for unit in units
        )
    )


def held(province: str) -> Wanted:
    """Check that these provinces are occupied."""
    return lambda state: not empty(province)(state)


def keeps(power: str, number: int) -> Wanted:
    """Check the number of a power's remaining units."""
    return lambda state: len(state.units[power]) == number


def all_of(*wanted: Wanted) -> Wanted:
    return lambda state: all(each(state) for each in wanted)


def comes_to(wanted: Wanted, *provinces: str) -> Goal:
    """Check the position after the orders; the results concerning these provinces are the
    explanation."""
    return reaches(lambda trial: wanted(trial.after.state), lambda trial: results(trial, provinces))


def against_each(wanted: Wanted, others: tuple[dict[str, str], ...], *provinces: str) -> Goal:
    """Check the position after each of these sets of opposing orders."""

    def reached(trial: Trial) -> bool:
        return all(
            wanted(put(trial.before, trial.seat, orders, trial.actions[0])) for orders in others
        )

    return reaches(reached, lambda trial: results(trial, provinces))


def can_still_hold(power: str, centre: str, attack: dict[str, str]) -> Goal:
    """Check that after the removals the remaining units can support a centre against an attack in
    spring."""

    def holds(trial: Trial) -> bool:
        spring = trial.after
        decision = spring.decision(trial.seat)
        assert decision is not None
        holder = [u for u in spring.state.units[power] if u.split()[1] == centre]
        if not holder:
            return False
        helpers = [u for u in spring.state.units[power] if u not in holder]
        wishes = {unit: (f"{unit} H", f"{unit} S {holder[0]}") for unit in helpers}
        ways = [[o for o in wishes[unit] if o in _choices(trial, unit)] for unit in helpers]
        for orders in product(*ways):
            answer = written(decision, ", ".join(orders))
            if stands(power, holder[0])(put(spring, trial.seat, attack, answer)):
                return True
        return False

    return reaches(holds, lambda trial: results(trial, (centre,)))


def can_go(power: str, end: str) -> Goal:
    """Check that after the builds a unit of a power can be ordered to a place."""

    def reached(trial: Trial) -> bool:
        return any(f"{unit} - {end}" in _choices(trial, unit) for unit in _own(trial, power))

    return reaches(reached, lambda trial: results(trial, ()))


def _own(trial: Trial, power: str) -> list[str]:
    before = trial.before.state.units[power]
    return [unit for unit in trial.after.state.units[power] if unit not in before]


def _choices(trial: Trial, unit: str) -> tuple[str, ...]:
    decision = trial.after.decision(trial.seat)
    slots = getattr(decision.menu if decision else None, "slots", {})
    return next((choices for choices in slots.values() if choices[0].startswith(f"{unit} ")), ())


def results(trial: Trial, provinces: tuple[str, ...]) -> Iterator[Message]:
    """Yield the results of orders into, out of or for these provinces, and of all retreats, builds
    and removals."""
    for message in trial.news:
        kind = message.key.removeprefix("log.").split(".")[0]
        words = str(message.args.get("order", "")).replace("/", " ").split()
        named = kind == "result" and any(province in words for province in provinces)
        if named or kind in PLAIN:
            yield message
