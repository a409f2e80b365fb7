"""Checks whether a risk of `benchmarks.alarms` came true: one small rule for each kind and game.

A check gets the moment at which a risk was named. It returns a function that is called before and
after every later action and returns `true`, `false`, `void`, or None while it is too early to say.
`acting` is the seat about to act, None after an action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from entente.kernel import Caution, Position, Seat

AnyPosition = Position[Any, Any]
Verdict = Literal["true", "false", "void"] | None
Watch = Callable[[AnyPosition, Seat | None], Verdict]


class Moment(NamedTuple):
    """The position in which a seat closed a decision in spite of a risk."""

    position: AnyPosition
    seat: Seat
    risk: Caution
    action: str

    def arg(self, name: str) -> Any:
        return self.risk.message.args[name]


Check = Callable[[Moment], Watch]


def verdict(true: bool) -> Verdict:
    return "true" if true else "false"


def by_the_rules(moment: Moment) -> Watch:
    """Count a risk as true at once: by the rules, the action itself is the loss."""
    return lambda position, acting: "true"


# -- Pax Britannica

PAX_ADJUSTED = ("negotiation", "congress", "resentment", "war", "victory")


def pax(
    settled: Callable[[AnyPosition], bool], lost: Callable[[Moment, AnyPosition], bool]
) -> Check:
    """Check a risk of a phase: decided when `settled`, void if the seat acts again in the phase."""

    def check(moment: Moment) -> Watch:
        began = moment.position.state
        phase, turn = began.phase, began.turn

        def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
            state = position.state
            if acting == moment.seat and (state.phase, state.turn) == (phase, turn):
                return "void"
            if acting is not None or position.outcome is not None:
                return None
            if state.turn == turn and not settled(position):
                return None
            return verdict(lost(moment, position))

        return watch

    return check


def _adjusted(position: AnyPosition) -> bool:
    return position.state.phase in PAX_ADJUSTED


def _marker_lost(moment: Moment, position: AnyPosition) -> bool:
    """Return whether a marker is lower than before or, in a plan, than planned."""
    area = moment.arg("area")
    words = ("none", "interest", "influence", "protectorate", "possession")
    named = moment.risk.message.args.get("status", "none")
    before = words.index(named) if named in words else len(words)
    context = position.context
    statuses = [context.status(power, area) for power in context.powers_of(moment.seat)]
    return bool(max(statuses) < before)


def _fell(moment: Moment, position: AnyPosition) -> bool:
    power, area = moment.arg("power"), moment.arg("area")
    now, before = (each.context.status(power, area) for each in (position, moment.position))
    return bool(now < before)


def _points_lost(moment: Moment, position: AnyPosition) -> bool:
    def refused(each: AnyPosition) -> int:
        booked = each.state.bonuses.get(moment.seat, {})
        return int(booked.get("refused_dominion_or_statehood", 0))

    return refused(position) < refused(moment.position)


def _in_deficit(moment: Moment) -> Watch:
    power, turn = moment.arg("power"), moment.position.state.turn
    phase = moment.position.state.phase

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        state = position.state
        if acting == moment.seat and (state.phase, state.turn) == (phase, turn):
            return "void"
        if state.turn <= turn or acting is not None:
            return None
        sheets = state.sheets.get(power, ())
        if not sheets or sheets[-1].turn != turn + 1:
            return None
        return verdict(sheets[-1].lines["l22"] < 0)

    return watch


def _offer_lapsed(moment: Moment, position: AnyPosition) -> bool:
    parties = moment.position.state.treaties[moment.arg("treaty")].parties
    signed = [t for t in position.state.treaties.values() if t.parties == parties]
    before = [t for t in moment.position.state.treaties.values() if t.parties == parties]
    return len(signed) < len(before)


def _new_turn(position: AnyPosition) -> bool:
    return False  # only the next turn settles it


PAX: dict[str, Check] = {
    "demand": pax(_adjusted, _points_lost),
    "unrest": pax(_adjusted, _marker_lost),
    "unrest_weak": pax(_adjusted, _marker_lost),
    "no_garrison": pax(_adjusted, _marker_lost),
    "no_garrison_lost": pax(_adjusted, _marker_lost),
    "weak_attack": pax(_adjusted, _marker_lost),
    "deficit": _in_deficit,
    "falls": pax(lambda position: position.state.settled, _fell),
    "falls_to": pax(lambda position: position.state.settled, _fell),
    "offer": pax(_new_turn, _offer_lapsed),
}


# -- An Attrition of Souls


def _next_own_turn(moment: Moment, lost: Callable[[AnyPosition], bool]) -> Watch:
    """Decide when the opponent's turn is over."""
    active, turn = moment.position.state.active, moment.position.state.turn

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        state = position.state
        if acting is not None or state.active != active or state.turn == turn:
            return None
        return verdict(lost(position))

    return watch


def _region_lost(moment: Moment) -> Watch:
    region = moment.arg("region")
    return _next_own_turn(moment, lambda position: position.state.status[region] != moment.seat)


def _tiles_lost(moment: Moment) -> Watch:
    """Check whether tiles that were not mobilised are destroyed."""
    seat = moment.seat

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        if position.state.active == seat:
            return None
        left = position.state.reserves[seat]
        before = moment.position.state.reserves[seat]
        tiles = moment.arg("tiles")
        return verdict(all(left.get(each, 0) < before[each] for each in tiles))

    return watch


def _chance_taken(moment: Moment, step: str) -> Watch:
    """Check whether the seat takes such a chance in the same step of its next turn: it moves a
    tile, or plans a battle in one of the places that the risk names."""
    turn, reached = moment.position.state.turn, [False]

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        state = position.state
        if state.active != moment.seat or state.turn == turn:
            return "false" if reached[0] else None
        if step == "move" and state.arrivals:
            return "true"
        if step == "plan_battles" and set(state.battles) & set(moment.risk.things):
            return "true"
        reached[0] = reached[0] or (state.top is not None and state.top.step == step)
        return None

    return watch


ATTRITION: dict[str, Check] = {
    "tiles_lost": _tiles_lost,
    "empty_capital": _region_lost,
    "empty_region": _region_lost,
    "nothing_moved": lambda moment: _chance_taken(moment, "move"),
    "no_battle": lambda moment: _chance_taken(moment, "plan_battles"),
    "no_trench": by_the_rules,
    "hit_taken": by_the_rules,
    "none_brought_back": by_the_rules,
}


# -- Europe in Turmoil


def _scored_against(moment: Moment) -> Watch:
    sign = 1 if moment.seat == "liberal" else -1
    began = moment.position.state

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        state = position.state
        if (state.turn, state.round, state.phasing) == (began.turn, began.round, began.phasing):
            return None  # an event of the card comes first
        return verdict(state.vp * sign < began.vp * sign)

    return watch


TURMOIL: dict[str, Check] = {"left": by_the_rules, "scores_against": _scored_against}


# -- Diplomacy


def _after_orders(moment: Moment, lost: Callable[[AnyPosition], bool]) -> Watch:
    """Decide when the orders have been carried out."""
    began = moment.position.state

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        state = position.state
        if acting is not None or position.outcome is not None:
            return None
        before = (began.season, began.year, began.top.step if began.top else "")
        now = (state.season, state.year, state.top.step if state.top else "")
        return None if before == now else verdict(lost(position))

    return watch


def _units(position: AnyPosition, seat: Seat) -> set[str]:
    powers = position.context.powers_of(seat)
    return {unit for power in powers for unit in position.state.units[power]}


def _no_effect(moment: Moment) -> Watch:
    """Check whether the unit's order had no effect: it is where it was, or gone."""
    args: dict[str, Any] = dict(moment.risk.message.args)
    units: list[str] = args["units"] if "units" in args else [args["unit"]]
    return _after_orders(
        moment,
        lambda position: (
            sum(unit in _units(position, moment.seat) for unit in units) >= len(units) - 1
        ),
    )


def _centre_lost(moment: Moment) -> Watch:
    province, year = moment.arg("province"), moment.position.state.year
    powers = moment.position.context.powers_of(moment.seat)

    def watch(position: AnyPosition, acting: Seat | None) -> Verdict:
        state = position.state
        if acting is not None or (state.year == year and state.season != "winter"):
            return None
        return verdict(not any(province in state.centres[power] for power in powers))

    return watch


def _unit_lost(moment: Moment) -> Watch:
    count = len(_units(moment.position, moment.seat))
    return _after_orders(moment, lambda position: len(_units(position, moment.seat)) <= count)


DIPLOMACY: dict[str, Check] = {
    "same_place": _no_effect,
    "own_unit": _no_effect,
    "change_places": _no_effect,
    "no_fleet": _no_effect,
    "against_own": by_the_rules,
    "supports_a_leaver": by_the_rules,
    "supports_no_move": by_the_rules,
    "convoys_nobody": by_the_rules,
    "open_centre": _centre_lost,
    "disbands": by_the_rules,
    "same_retreat": _unit_lost,
    "builds_left": by_the_rules,
}

CHECKS: dict[str, dict[str, Check]] = {
    "diplomacy": DIPLOMACY,
    "pax": PAX,
    "turmoil": TURMOIL,
    "attrition": ATTRITION,
}
