"""Goals of exercises: control, levels, points and chances, by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from entente.games.turmoil.board import OTHER
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.dice import FACES
from entente.games.turmoil.scoring import level, score
from entente.kernel import Message, Position, parse_action
from entente.kernel.exercise import Goal, Trial, reaches

Spot = Position[Any, Any]
Wanted = Callable[[Trial, TurmoilContext], bool]

# Log lines that matter to an exercise.
TELLING = ("log.add", "log.remove", "log.check", "log.attempt", "log.event", "log.score")


def at_the_end(wanted: Wanted) -> Goal:
    """Check the position when the round is over."""
    return reaches(
        lambda trial: wanted(trial, trial.after.context),
        relevant_log,
        when=lambda trial: trial.finished,
    )


def relevant_log(trial: Trial) -> Iterator[Message]:
    return (message for message in trial.news if message.key in TELLING)


def controls(side: str, *spaces: str) -> Wanted:
    return lambda trial, t: all(t.holds(side, space) for space in spaces)


def free(side: str, space: str) -> Wanted:
    """Check that a side does not control a space."""
    return lambda trial, t: not t.holds(side, space)


def both(*wanted: Wanted) -> Wanted:
    return lambda trial, t: all(each(trial, t) for each in wanted)


def has_level(side: str, region: str, *levels: str) -> Wanted:
    return lambda trial, t: level(t, side, region) in levels


def without_event(*cards: str) -> Wanted:
    """Check that one of these cards was played without its event, now or later."""

    def wanted(trial: Trial, t: TurmoilContext) -> bool:
        hand = trial.after.state.hand[trial.seat]
        gone = [card for card in cards if card not in hand]
        waited = [frame.step for frame in trial.after.state.stack]
        events = {str(frame.args.get("card", "")) for frame in trial.after.state.stack}
        happening = "take_place" in waited or any(card in events for card in gone)
        return bool(gone) and not happening and not set(gone) & set(t.state.happened)

    return wanted


def gains(side: str, regions: tuple[str, ...], points: int) -> Wanted:
    """Check that the score difference of these regions has risen by some points."""

    def wanted(trial: Trial, t: TurmoilContext) -> bool:
        before = sum(ahead(trial.before.context, side, region) for region in regions)
        return sum(ahead(t, side, region) for region in regions) - before >= points

    return wanted


def ahead(t: TurmoilContext, side: str, region: str) -> int:
    """10.1.5: a side's lead if the region were scored."""
    return score(t, side, region).total - score(t, OTHER[side], region).total


# -- measures


def scored(spot: Spot, action: str) -> float | None:
    """Return the points for scoring a region now."""
    parsed = parse_action(action)
    if parsed.verb != "score":
        return None
    t: TurmoilContext = spot.context
    return ahead(t, t.state.phasing, t.board.cards[parsed.args[0]].region)


def control_broken(spot: Spot, action: str) -> float | None:
    """6.2.4: the number of die faces on which a check ends the opponent's control of a
    battleground."""
    parsed = parse_action(action)
    if parsed.verb != "check":
        return None
    t: TurmoilContext = spot.context
    enemy, (space,) = OTHER[t.state.phasing], parsed.args
    if space not in t.board.battlegrounds or not t.holds(enemy, space):
        return 0
    return sum(not then.context.holds(enemy, space) for then in falls(spot, action))


def fleet_built(spot: Spot, action: str) -> float | None:
    """6.3.1: the number of die faces on which a naval attempt succeeds."""
    state = spot.state
    if parse_action(action).verb != "naval":
        return None
    side = state.phasing
    reached = [then.state.navy[side] > state.navy[side] for then in falls(spot, action)]
    return reached.count(True)


def falls(spot: Spot, action: str) -> Iterator[Spot]:
    """Yield the result of an action for each face of the die."""
    for die in range(1, FACES + 1):
        then = spot.copy()
        then.state.chance.script = [die]
        then.apply(then.state.phasing, action)
        yield then
