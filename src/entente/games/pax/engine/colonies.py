"""Questions about a power's own colonies: deficits, fights, losses, retreats (4.6, 7, 8)."""

from __future__ import annotations

from entente.games.pax.areas.communication import has_line
from entente.games.pax.areas.losses import ways_to_lose
from entente.games.pax.board import (
    ARMY,
    STATUS_WORDS,
    Place,
    Power,
    Status,
    place_of,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.evaluator import Evaluator, worth
from entente.games.pax.engine.forces import in_the_zone, stake
from entente.games.pax.engine.odds import FightOdds, colonial_odds
from entente.games.pax.movement.perform_orders import power_and_words
from entente.kernel import Choose, Decision, Frame, Menu, Slots, parse_action

REBUILT = 0.6  # of a unit's price: it may not be needed again
LOSS_PRICE = 3.0
LEAST_PRIZE = 1.0  # pounds: the least value of control in a fight


def actions_of(menu: Menu) -> tuple[str, ...]:
    assert isinstance(menu, Choose), menu
    return menu.actions


def slots_of(menu: Menu) -> dict[str, tuple[str, ...]]:
    assert isinstance(menu, Slots), menu
    return menu.slots


# -- deficits


def deficit(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """4.6: what is missed least for what it saves."""

    def rank(action: str) -> float:
        power, words = power_and_words(evaluator.seat, parse_action(action))
        if words[0] == "disband":
            return _unit_price(evaluator.world, power, words) / int(words[2])
        return _marker_price(evaluator.world, power, words)

    return min(actions_of(decision.menu), key=rank)


def _unit_price(world: PaxContext, power: Power, words: list[str]) -> float:
    """Return the cost of losing a unit: its price, and control if it is the only army."""
    _, kind, strength, where = words
    price = REBUILT * world.board.unit_cost(kind, int(strength))
    place = place_of(where)
    if kind == ARMY and in_the_zone(world, power, place, int(strength)):
        price += world.board.unit_cost(kind, int(strength))
    if kind == ARMY and len(world.armies(power, place)) == 1 and world.holds(power, place):
        price += max(0.0, stake(world, power, place))
    return price


def _marker_price(world: PaxContext, power: Power, words: list[str]) -> float:
    """Return the same for a marker that is removed or lowered, per pound of upkeep."""
    area = words[1]
    before = world.established(power, area)
    after = STATUS_WORDS[words[2]] if words[0] == "reduce" else Status.NONE
    prices = world.board.prices
    saved = max(1, prices[before].upkeep - prices[after].upkeep)
    lost = worth(world, power, area, before) - worth(world, power, area, after)
    cut = 0.0 if has_line(world, power, area) else -50.0
    return (max(0.0, lost) + prices[before].cost - prices[after].cost + cut) / saved


# -- fights


def choose_fights(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """7.1: attack where the prize is worth more than the armies that may be lost."""
    return "; ".join(
        choices[0] if _attacks(evaluator, choices[0]) else choices[1]
        for choices in slots_of(decision.menu).values()
    )


def _attacks(evaluator: Evaluator, action: str) -> bool:
    odds, prize = prospect(evaluator, action)
    return odds.won * prize > LOSS_PRICE * odds.lost


def prospect(evaluator: Evaluator, action: str) -> tuple[FightOdds, float]:
    """Return the odds of an attack, and the prize."""
    power, words = power_and_words(evaluator.seat, parse_action(action))
    world, area = evaluator.world, words[1]
    mirrored = world.state.options["table_2"] == "mirrored"
    stack = world.armies(power, area)
    odds = colonial_odds(world.board, stack, world.board.strength(area), mirrored)
    return odds, max(LEAST_PRIZE, stake(world, power, area))


# -- losses


def choose_losses(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.7: the seat's own share, by strength; in the last round all that is asked, since otherwise
    everything is lost."""
    world = evaluator.world
    majors, loss = frame.text("majors").split(), frame.number("loss")
    kind, place = frame.text("kind"), frame.text("place")
    total = sum(world.strength_in(power, kind, place) for power in majors)
    parts = []
    for power, choices in slots_of(decision.menu).items():
        mine = world.strength_in(power, kind, place)
        owed = loss if len(majors) == 1 else -(-loss * mine // max(1, total))
        if frame.number("round") > 2:
            owed = min(mine, loss)
        able = [each for each in choices if _amount(each) >= owed]
        stack = tuple(sorted((s for _, s in world.units_in(power, kind, place)), reverse=True))
        cheapest = sum(ways_to_lose(stack, owed)[0]) if stack else 0
        exact = [each for each in able if _amount(each) == cheapest]
        parts.append(
            max(exact or able or choices[-1:], key=lambda each: len(parse_action(each).words))
        )
    return "; ".join(parts)


def _amount(choice: str) -> int:
    return sum(int(word) for word in parse_action(choice).args if word.isdigit())


# -- retreats and what is left


def retreat(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """7.5, 12.10: where an army is missing, else home, else anywhere."""
    world, power = evaluator.world, frame.text("power")

    def rank(action: str) -> tuple[bool, bool]:
        words = parse_action(action).words
        there = place_of(words[-1])
        missing = words[1] == ARMY and is_bare(world, power, there)
        return missing, there == world.home(power)

    return max(actions_of(decision.menu), key=rank)


def is_bare(world: PaxContext, power: Power, place: Place) -> bool:
    """Whether a power holds an area without an army."""
    return world.holds(power, place) and not world.armies(power, place)


# -- after a rebellion (11.2.10)


def claims(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """Return the best area; after a clash, each power takes the one it has by precedence."""
    world = evaluator.world
    majors = frame.text("majors").split()
    again = frame.number("round") > 1
    taken = _claimed_before(evaluator, majors) if again else 0
    parts = []
    for power, choices in slots_of(decision.menu).items():
        wishes = sorted(choices[1:], key=lambda each: -claim_worth(world, power, each))
        wishes = [each for each in wishes if claim_worth(world, power, each) > 0]
        areas = list(dict.fromkeys(parse_action(each).words[-2] for each in wishes))
        wanted = areas[taken] if taken < len(areas) else ""
        fitting = [each for each in wishes if parse_action(each).words[-2] == wanted]
        parts.append(fitting[0] if fitting else choices[0])
        taken += bool(fitting)
    return "; ".join(parts)


def _claimed_before(evaluator: Evaluator, majors: list[Power]) -> int:
    """How many powers of other seats come first in precedence."""
    world = evaluator.world
    order = world.state.order
    earlier = order[: order.index(evaluator.seat)]
    return sum(world.seat_of(power) in earlier for power in majors)


def claim_worth(world: PaxContext, power: Power, action: str) -> float:
    *_, area, word = parse_action(action).words
    return worth(world, power, area, STATUS_WORDS[word])
