"""Open questions that come in the other's turn, and that one may let go by beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel import Position
from tests.games.attrition.scene import Scene
from tests.games.turmoil.table import A, L, Table

AIR = {"air_reserves": True}


def choices(position: Position[Any, Any], seat: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    return {step: later.choices for step, later in position.conditional_choices(seat).items()}


def front(step: str, airfield: Mapping[str, int] | None = None) -> Scene:
    """The Entente's turn, with a German tile in Belgium and in Poland."""
    return Scene(
        "entente",
        step,
        options=AIR,
        status={"belgium": "contested", "poland": "contested"},
        board={
            "belgium": {"germany-infantry": 1, "france-infantry": 2},
            "poland": {"germany-infantry": 1, "russia-infantry": 2},
        },
        airfield=airfield,
    )


PLANS = {"done": ("done",), "unless": ("unless belgium", "unless poland")}


def test_a_pass_may_be_prepared_only_by_a_seat_that_could_answer() -> None:
    scene = front("plan_battles", {"germany-airplane": 1})
    assert choices(scene.position, "central") == {"answer_plans": PLANS}
    assert choices(scene.position, "entente") == {}
    assert choices(front("plan_battles").position, "central") == {}  # no airplane
    late = front("plan_battles", {"germany-airplane": 1}).do("done")
    assert late.step != "answer_plans"  # no battle was planned
    assert choices(late.position, "central") == {}


def test_an_excepted_battle_is_a_decision() -> None:
    scene = front("plan_battles", {"germany-airplane": 1})
    occasion = scene.position.conditional_choices("central")["answer_plans"].key
    scene.do("battle belgium", "done")
    asked = scene.decision("central")
    assert (asked.step, scene.position.conditional_key(asked)) == ("answer_plans", occasion)
    assert choices(scene.position, "central") == {}  # the decision is open now
    given = scene.position.resolve_preferences
    assert given(asked, ["done"]) == "done"
    assert given(asked, ["done", "unless poland"]) == "done"
    assert given(asked, ["done", "unless belgium"]) is None
    assert given(asked, ["unless poland"]) is None


def test_a_crisis_may_be_let_come_up_to_a_tension() -> None:
    table = Table().to_play(A).set(tension=3).lasting(75, L)
    levels = tuple(f"unless {level}" for level in range(1, 7))
    assert choices(table.position, L) == {"jaures": {"wait": ("wait",), "unless": levels}}
    assert choices(table.position, A) == {}
    assert choices(Table().to_play(A).position, L) == {}  # no one could calm it
    table.dice(4).event(57, A)
    asked = table.asked
    assert (asked.seat, asked.step, table.position.conditional_key(asked)) == (
        L,
        "jaures",
        "turn 1",
    )
    assert choices(table.position, L) == {}
    tension = table.state.tension
    given = table.position.resolve_preferences
    assert given(asked, ["wait"]) == "wait"
    assert given(asked, ["wait", f"unless {tension + 1}"]) == "wait"
    assert given(asked, ["wait", f"unless {tension}"]) is None
    assert given(asked, ["wait", "unless 1"]) is None
