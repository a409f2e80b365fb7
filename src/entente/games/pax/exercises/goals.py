"""Goals of exercises, judged by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from entente.games.pax.areas.communication import has_line
from entente.games.pax.areas.garrisons import without_army
from entente.games.pax.board import Area, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import sheet_lines
from entente.games.pax.movement.movement_phase import READY
from entente.games.pax.records.treaty import OFFERED, Treaty
from entente.kernel import Message, parse_action, say
from entente.kernel.exercise import Goal, Trial, reaches

Wanted = Callable[[Trial, PaxContext], bool]
Reasons = Callable[[Trial], Iterator[Message]]
BALANCE = "l22"


def log_seen(trial: Trial) -> Iterator[Message]:
    """Return the log lines that the seat saw."""
    return iter(trial.news)


def when_done(wanted: Wanted, reasons: Reasons = log_seen, *, orders: int) -> Goal:
    """After this number of orders, or when the seat is ready, the condition holds."""
    return reaches(
        lambda trial: wanted(trial, trial.after.context),
        reasons,
        when=lambda trial: len(trial.actions) >= orders or trial.actions[-1] == READY,
    )


def at_once(wanted: Wanted, reasons: Reasons = log_seen) -> Goal:
    """After the first answer the condition holds."""
    return reaches(lambda trial: wanted(trial, trial.after.context), reasons)


def all_of(*wanted: Wanted) -> Wanted:
    return lambda trial, world: all(each(trial, world) for each in wanted)


def joined(power: Power, *areas: Area) -> Wanted:
    """4.1: lines of communication lead to these areas."""
    return lambda trial, world: all(has_line(world, power, area) for area in areas)


def garrisoned(power: Power) -> Wanted:
    """6.4: an army in every area that the power controls."""
    return lambda trial, world: not without_army(world, power)


def controls(power: Power, area: Area) -> Wanted:
    return lambda trial, world: world.status(power, area).is_control


def brings(power: Power, least: int) -> Wanted:
    """4: next turn's balance on the present position."""
    return lambda trial, world: _balance(world, power) >= least


def balance_message(trial: Trial) -> Iterator[Message]:
    yield say("exercise.balance", pounds=_balance(trial.after.context, trial.seat))


def _balance(world: PaxContext, power: Power) -> int:
    """Income less upkeep, once what was placed this turn is established."""
    then = world.for_copy(world.state.copy())
    for area, marker in then.areas_of(power):
        then.put_marker(power, area, marker.status)
    return sheet_lines(then, power, 0)[BALANCE]


def peace_lasts(trial: Trial, world: PaxContext) -> bool:
    """13.3: the Great War has not come."""
    return world.state.outcome is None


def spent(power: Power, least: int) -> Wanted:
    """Check that this amount of money was spent."""
    return lambda trial, world: trial.before.context.money(power) - world.money(power) >= least


def no_cause_against(power: Power) -> Wanted:
    """8: no power has a casus belli against this one."""
    return lambda trial, world: all(cause.against != power for cause in world.state.causes)


def answered(*parts: str) -> Goal:
    """All of these are parts of the answer."""
    return reaches(
        lambda trial: set(parts) <= set(parse_action(trial.actions[-1]).choice_texts), log_seen
    )


def offered(wanted: Callable[[Treaty], bool]) -> Goal:
    """9.4: a suitable offer is on the desk."""

    def found(trial: Trial) -> bool:
        treaties: list[Treaty] = list(trial.after.context.state.treaties.values())
        return any(each.state == OFFERED and wanted(each) for each in treaties)

    return reaches(found, log_seen)
