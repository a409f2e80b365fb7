"""Events 3-2 to 3-5: a dominion or a state is demanded, and refusing it costs points (3, 13.4)."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext
from entente.games.pax.records.congress import Item
from entente.players.engines import HARD, NORMAL
from entente.players.engines.pax import moving
from entente.players.engines.pax.features import WEIGHTS
from entente.players.engines.pax.level_evaluator import LevelEvaluator
from entente.players.evaluation.pax.character import USUAL
from entente.players.evaluation.pax.congress import price_of_defiance
from entente.players.evaluation.pax.evaluator import Evaluator
from entente.players.evaluation.pax.orders import next_order
from tests.games.pax.peace import do, movement
from tests.games.pax.worlds import world


def asked(code: str, turn: int) -> PaxContext:
    """The movement phase of a turn in which an event demands something of Great Britain."""
    made = world()
    made.state.turn = turn
    return movement(made, code, great_britain=120, united_states=120)


def raised(made: PaxContext, thinks: str) -> list[str]:
    """What Great Britain raises to a dominion before it does anything else that costs money."""
    for _ in range(60):
        if thinks == "greedy":
            order = next_order(Evaluator(made, "great_britain", USUAL), 1, None)
        else:
            mind = LevelEvaluator(made, "great_britain", USUAL, weights=WEIGHTS[thinks], seed="1")
            found = moving.next_order(mind, 1, None)
            order = None if found is None else found[0]
        if order is None:
            return []
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
    """Refusing costs five points, which are fifty pounds; and the event comes again, as likely as
    not. That the strong army there is sent home first does not make the dominion dearer."""
    assert raised(asked(code, turn), thinks) == [f"raise {area} dominion"]


def test_a_state_is_refused_where_it_costs_more_than_the_points() -> None:
    """The United States pay four pounds for a point: a state is dearer until the end."""
    made = asked("3-5", 3)
    order = moving.next_order(
        LevelEvaluator(made, "united_states", USUAL, weights=WEIGHTS[HARD], seed="1"), 1, None
    )
    assert order is None or "alaska state" not in order[0]


def test_who_defies_a_congress_over_a_defended_minor_counts_the_war() -> None:
    """10.5: refusing is war with the minor, and each who announced its defence must declare it."""
    made = world()
    mind = Evaluator(made, "italy", USUAL)
    plain = Item("tunis", "tunis", (), ("italy", "france"))
    defended = Item("marocco", "marocco", (), ("italy",), ("spain",), ("france", "great_britain"))
    assert price_of_defiance(mind, defended) > price_of_defiance(mind, plain) + 100
