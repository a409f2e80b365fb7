"""The legal answers of a seat in each phase: a slot for each unit, and one for the vote."""

from __future__ import annotations

from entente.games.diplomacy.board import bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.adjustments import (
    BUILD,
    REMOVE,
    WAIVE,
    Adjustment,
    buildable,
    removals,
    write_adjustment,
)
from entente.games.diplomacy.rules.orders import read_unit, write_unit
from entente.kernel import Seat, Slots
from entente.kernel.menu.lazy_choices import unlisted

VOTE = "vote"
ORDERS, DRAW, CONCEDE, ABSENT = "orders", "draw", "concede", "absent"
VOTES = (ORDERS, DRAW, CONCEDE, ABSENT)
DISBAND = "D"


def order_slots(europe: DiplomacyContext, seat: Seat) -> Slots:
    """Return an order for each unit, and the vote: play on, draw, concede, or nothing submitted."""
    menus, state = europe.menus(), europe.state
    numbers, slots, logs = menus.numbers, dict[str, tuple[str, ...]](), state.logs
    for power in europe.powers_of(seat):
        for name in state.units[power]:
            number = numbers[name]
            slots[name] = menus.choices(number) if logs else unlisted(menus, number)
    slots[VOTE] = VOTES
    return Slots(slots, seldom=(VOTE,))


def proposal_slots(europe: DiplomacyContext) -> dict[str, tuple[str, ...]]:
    """Return an order for each unit on the map, of any power."""
    menus = europe.menus()
    return {name: menus.choices(number) for name, number in menus.numbers.items()}


def retreat_slots(europe: DiplomacyContext, seat: Seat) -> Slots:
    """VII, VII.2: for each dislodged unit its possible retreats, or to disband."""
    waiting = europe.state.dislodged
    return Slots(
        {
            name: (*(f"{name} - {place}" for place in places), f"{name} {DISBAND}")
            for power in europe.powers_of(seat)
            for name, places in waiting.get(power, {}).items()
        }
    )


def adjustment_slots(europe: DiplomacyContext, seat: Seat) -> Slots:
    """IX.2: an order for each build and removal due, power by power."""
    slots: dict[str, tuple[str, ...]] = {}
    for power, due in europe.dues().get(seat, {}).items():
        if due:
            removing = europe.removals(power) > 0
            choices = (removal_choices if removing else build_choices)(europe, power)
            slots |= {f"{power} {turn}": choices for turn in range(1, due + 1)}
    return Slots(slots)


def removal_choices(europe: DiplomacyContext, power: str) -> tuple[str, ...]:
    """IX.2: the units a power may remove."""
    return tuple(f"{REMOVE} {name}" for name in europe.state.units[power])


def build_choices(europe: DiplomacyContext, power: str) -> tuple[str, ...]:
    """IX.2: the builds of a power, or to waive one."""
    board, number = europe.board, europe.board.power[power]
    return (
        *[
            write_adjustment(board, Adjustment(BUILD, unit))
            for place in bits(europe.places_to_build(power))
            for unit in buildable(board, number, place)
        ],
        WAIVE,
    )


# -- submitting nothing


def missed_orders(europe: DiplomacyContext, seat: Seat) -> str:
    """X.3: without orders all units hold, and the country is in civil disorder."""
    *units, _ = order_slots(europe, seat).slots.values()
    return "; ".join([*(choices[0] for choices in units), ABSENT])


def missed_retreats(europe: DiplomacyContext, seat: Seat) -> str:
    """VII.2: a unit without an order to retreat is lost."""
    return "; ".join(f"{name} {DISBAND}" for name in retreat_slots(europe, seat).slots)


def missed_adjustments(europe: DiplomacyContext, seat: Seat) -> str:
    """IX.2, X.4: nothing is built, and removals follow the rule."""
    board, answer = europe.board, []
    for power in dict.fromkeys(slot.split()[0] for slot in adjustment_slots(europe, seat).slots):
        number, due = board.power[power], europe.removals(power)
        units = [read_unit(board, power, name) for name in europe.state.units[power]]
        centres = europe.centre_masks()[number]
        gone = removals(board, europe.rules, number, centres, units, due)
        answer += [f"{REMOVE} {write_unit(board, unit)}" for unit in gone]
        answer += [WAIVE] * (0 if due else europe.builds(power))
    return "; ".join(answer)
