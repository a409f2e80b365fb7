"""Whether to go to war (12.2): the gain must exceed the tension, and it must not be the Great
War."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.areas.causes import live
from entente.games.pax.areas.communication import has_line
from entente.games.pax.belligerents import wars_of
from entente.games.pax.board import ARMY, AUSTRIA_HUNGARY, GERMANY, NAVY, OTTOMAN_EMPIRE, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.colonies import actions_of, slots_of
from entente.games.pax.engine.evaluator import (
    Evaluator,
    divisor,
    tension_cost,
    total_strength,
    worth,
)
from entente.games.pax.treaties import obligations
from entente.games.pax.war.declarations import would_be_great_war
from entente.games.pax.war.secret_alliances import CONCEAL, INVOKE, PASS, secret_calls
from entente.kernel import Decision, Frame, parse_action

WAR_TENSION = 12.0  # a declaration and some rounds
CALM = 85  # the tension above which no one declares war
WAR_COST = 65.0  # pounds: units that are lost, markers that fall on the way
SUPERIOR = 1.5  # the lead in strength needed at sea and on land
STUBBORN = 1.0  # the least weight of a war's gain for a seat that fights until it has won
TAKEN = 0.5  # of an enemy's colonies: the gain of a successful war
ENVIED = 1.5  # the factor for a war against the leader
BREACH = 5.0  # tension


def declaration(evaluator: Evaluator, choices: Iterable[str]) -> str | None:
    """Return the best legal declaration; None: peace is better."""
    best, chosen = 0.0, None
    for action in choices:
        words = parse_action(action).words
        if words[0] not in ("declare", "careful"):
            continue
        gain = war_gain(evaluator, words[1], words[2])
        if gain > best:
            best, chosen = gain, action
    return chosen


def war_gain(
    evaluator: Evaluator, power: Power, target: Power, superior: bool | None = None
) -> float:
    """Return the gain of a war in pounds; below zero: it does not pay. `superior` says whether the
    power is strong enough, if that is not to be worked out."""
    world = evaluator.world
    if target == OTTOMAN_EMPIRE or world.state.tension >= CALM:
        return -1.0
    if would_be_great_war(world, power, target) or _allies(world, power, target):
        return -1.0
    if obligations.forbids_war(world, power, target) or wars_of(world, power):
        return -1.0
    wars = evaluator.character.wars
    if evaluator.persists:
        wars = max(STUBBORN, wars)
    if superior is None:
        superior = _superior(world, power, target, SUPERIOR / wars)
    if not superior:
        return -1.0
    within = [
        (area, marker.was)
        for area, marker in world.areas_of(target)
        if marker.holds and (not evaluator.persists or has_line(world, power, area))
    ]
    prize = sum(max(0.0, worth(world, power, area, status)) for area, status in within)
    disputed = {cause.area for cause in live(world, holder=power, against=target) if cause.area}
    prize = TAKEN * prize + 0.5 * sum(
        max(0.0, worth(world, power, area, world.status(power, area))) for area in disputed
    )
    if target == evaluator.ahead and evaluator.is_behind():
        prize *= ENVIED
    if evaluator.harms:
        lost = sum(max(0.0, worth(world, target, area, status)) for area, status in within)
        prize += TAKEN * evaluator.harm_to(target) * lost
    risk = tension_cost(evaluator, power, WAR_TENSION)
    return wars * prize - WAR_COST - risk


def _allies(world: PaxContext, power: Power, target: Power) -> bool:
    """Whether others would have to aid the target, as far as known; the two empires support each
    other."""
    if target in (GERMANY, AUSTRIA_HUNGARY):
        return True
    return bool(obligations.obligations(world, power, target))


def _superior(world: PaxContext, power: Power, target: Power, times: float) -> bool:
    """Whether a power is this many times stronger, above all at sea: colonies fall when they are
    cut off."""
    mine, theirs = total_strength(world, power, NAVY), total_strength(world, target, NAVY)
    if mine < times * theirs or mine < 6:
        return False
    return total_strength(world, power, ARMY) >= times * abroad(world, target)


def abroad(world: PaxContext, power: Power) -> int:
    """Return the armies in a power's colonies."""
    home = world.home(power)
    return sum(s for kind, where, s in world.units(power) if kind == ARMY and where != home)


def planned_war(evaluator: Evaluator, power: Power) -> Power | None:
    """Return the enemy in the war that a seat is about to declare this turn, if it prepares wars;
    None: there is none."""
    if not evaluator.persists:
        return None
    targets = dict.fromkeys(cause.against for cause in live(evaluator.world, holder=power))
    gains = {target: war_gain(evaluator, power, target) for target in targets}
    best = max(gains, key=lambda target: gains[target], default=None)
    return best if best is not None and gains[best] > 0.0 else None


# -- the questions


def declare_war(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.2: also if a cause exists for this moment only."""
    choices = actions_of(decision.menu)
    return declaration(evaluator, choices) or choices[0]


def sealed_declarations(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.2: at most one, and not if it brings the Great War."""
    offered = [choice for choices in slots_of(decision.menu).values() for choice in choices[1:2]]
    chosen = declaration(evaluator, offered)
    return "; ".join(
        choices[2] if chosen is not None and choices[1] == chosen else choices[0]
        for choices in slots_of(decision.menu).values()
    )


def invoke(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """P80: secret allies are called unless that would bring the Great War."""
    world = evaluator.world
    answers = []
    for name, owed in secret_calls(world, frame, evaluator.seat).items():
        great = any(would_be_great_war(world, each.power, each.against) for each in owed)
        answers.append(f"{CONCEAL if great else INVOKE} {name}")
    return "; ".join(answers) or PASS


def honour(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.2: allies are honoured unless that is the Great War, and the seat would be to blame."""
    world = evaluator.world
    power, against = frame.text("power"), frame.text("against")
    comes, refuses = actions_of(decision.menu)
    if would_be_great_war(world, power, against) or world.state.tension + 12 >= 100:
        return refuses
    cost = WAR_COST / 3 + tension_cost(evaluator, power, WAR_TENSION)
    breach = tension_cost(evaluator, power, BREACH) + 3 * divisor(world, power) + WAR_COST / 6
    return comes if breach * 2 > cost else refuses
