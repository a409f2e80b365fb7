"""Open questions that come in the other's turn, and that one may let go by beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel import Position
from entente.kernel.prepared import due_answer, occasion_key, occasions
from tests.games.attrition.scene import Scene
from tests.games.turmoil.table import A, L, Table

AIR = {"air_reserves": True}


def choices(position: Position[Any, Any], seat: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    return {step: first.choices for step, (first,) in occasions(position, seat).items()}


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
    occasion = occasions(scene.position, "central")["answer_plans"][0].key
    scene.do("battle belgium", "done")
    asked = scene.decision("central")
    assert (asked.step, occasion_key(scene.position, asked)) == ("answer_plans", occasion)
    assert choices(scene.position, "central") == {}  # the decision is open now
    assert due_answer(scene.position, asked, ["done"]).answer == "done"
    assert due_answer(scene.position, asked, ["done", "unless poland"]).answer == "done"
    assert due_answer(scene.position, asked, ["done", "unless belgium"]).answer is None
    assert due_answer(scene.position, asked, ["unless poland"]).answer is None


def test_a_crisis_may_be_let_come_up_to_a_tension() -> None:
    table = Table().to_play(A).set(tension=3).lasting(75, L)
    levels = tuple(f"unless {level}" for level in range(1, 7))
    assert choices(table.position, L) == {"jaures": {"wait": ("wait",), "unless": levels}}
    assert choices(table.position, A) == {}
    assert choices(Table().to_play(A).position, L) == {}  # no one could calm it
    table.dice(4).event(57, A)
    asked = table.asked
    assert (asked.seat, asked.step, occasion_key(table.position, asked)) == (
        L,
        "jaures",
        "turn 1",
    )
    assert choices(table.position, L) == {}
    tension = table.state.tension
    assert due_answer(table.position, asked, ["wait"]).answer == "wait"
    assert due_answer(table.position, asked, ["wait", f"unless {tension + 1}"]).answer == "wait"
    assert due_answer(table.position, asked, ["wait", f"unless {tension}"]).answer is None
    assert due_answer(table.position, asked, ["wait", "unless 1"]).answer is None
