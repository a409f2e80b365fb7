"""Events 3-2 to 3-5: a dominion or a state is demanded, and refusing it costs points (3, 13.4)."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.congress import price_of_defiance
from entente.games.pax.engine.evaluator import Evaluator
from entente.games.pax.engine.features import WEIGHTS
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.level_markers import propose_markers
from entente.games.pax.engine.markers import propose_marker
from entente.games.pax.engine.orders import next_order
from entente.games.pax.records.congress import Item
from entente.kernel import Seat
from entente.players.engines import HARD, NORMAL
from tests.games.pax.peace import do, movement
from tests.games.pax.worlds import world


def asked(code: str, turn: int) -> PaxContext:
    """The movement phase of a turn in which an event demands something of Great Britain."""
    made = world()
    made.state.turn = turn
    return movement(made, code, great_britain=120, united_states=120)


def level_evaluator(made: PaxContext, seat: Seat, level: str) -> LevelEvaluator:
    return LevelEvaluator(made, seat, USUAL, weights=WEIGHTS[level], seed="1")


def raised(made: PaxContext, thinks: str) -> list[str]:
    """Return what Great Britain raises to a dominion before it does anything else that costs
    money."""
    for _ in range(60):
        if thinks == "greedy":
            evaluator = Evaluator(made, "great_britain", USUAL)
            found = next_order(evaluator, 1, None, propose_marker)
        else:
            found = next_order(
                level_evaluator(made, "great_britain", thinks), 1, None, propose_markers
            )
        if found is None:
            return []
        order = found.action
        if order.endswith(" dominion"):
            return [order]
        do(made, "great_britain", order)
    return []


@pytest.mark.parametrize("turn", [1, 4, 7, 10])
@pytest.mark.parametrize("thinks", [NORMAL, HARD, "greedy"])
@pytest.mark.parametrize(
    ("code", "area"), [("3-2", "australia"), ("3-3", "new_zealand"), ("3-4", "cape_colony")]
)
def test_a_dominion_is_granted(code: str, area: str, turn: int, thinks: str) -> None:
    """Refusing costs five points, which are fifty pounds, and the event may come again. That the
    strong army there is sent home first does not make the dominion more expensive."""
    assert raised(asked(code, turn), thinks) == [f"raise {area} dominion"]


def test_a_state_is_refused_where_it_costs_more_than_the_points() -> None:
    """The United States pay four pounds for a point: a state costs more until the end."""
    made = asked("3-5", 3)
    evaluator = level_evaluator(made, "united_states", HARD)
    found = next_order(evaluator, 1, None, propose_markers)
    assert found is None or "alaska state" not in found.action


def test_defying_a_congress_over_a_defended_minor_counts_the_war() -> None:
    """10.5: refusing is war with the minor, and every announced defender must declare it."""
    made = world()
    evaluator = Evaluator(made, "italy", USUAL)
    plain = Item("tunis", "tunis", (), ("italy", "france"))
    defended = Item("marocco", "marocco", (), ("italy",), ("spain",), ("france", "great_britain"))
    assert price_of_defiance(evaluator, defended) > price_of_defiance(evaluator, plain) + 100
