"""The critical positions of the benchmark: their data, their judgement, and factored orders."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from random import Random
from typing import Any

import pytest

import entente
from entente.games.diplomacy.benchmark import (
    MIXED,
    CriticalPosition,
    FactoredOrder,
    Judge,
    OrderPlayer,
    all_answers,
    answer_of,
    expected,
    holding,
    legal_orders,
    read_suite,
)
from entente.games.diplomacy.exercises.positions import written
from entente.games.diplomacy.game import Diplomacy
from entente.kernel import Slots
from entente.players import PlayerView

POSITIONS = read_suite().position
FEW = 200  # answers that are tried in a moment


@pytest.fixture(scope="module")
def game() -> Any:
    return entente.load("diplomacy")


each_position = pytest.mark.parametrize("position", POSITIONS, ids=[p.name for p in POSITIONS])


def solutions(judge: Judge) -> list[str]:
    return [written(judge.decision, text) for text in judge.position.solutions]


def number_of_answers(judge: Judge) -> int:
    menu = judge.decision.menu
    assert isinstance(menu, Slots)
    return prod(len(choices) for slot, choices in menu.slots.items() if slot != "vote")


def best_by_search(judge: Judge) -> float:
    """The best value of all answers. Against the opponents' best mixture no mixture of answers is
    worth more than the best single one."""
    position = judge.position
    weights = [each.weight for each in position.against]
    if position.judge == MIXED:
        return max(expected(judge.values(each), weights) for each in all_answers(judge.decision))
    return max(judge.value([each]) for each in all_answers(judge.decision))


def test_there_are_positions_of_every_theme() -> None:
    themes = {each.theme for each in POSITIONS}
    assert len(POSITIONS) == len({each.name for each in POSITIONS}) == 25
    assert themes == {"opening", "stalemate", "guess", "convoy", "tactics", "stab", "endgame"}


@each_position
def test_the_solutions_are_worth_the_best_value(
    game: Diplomacy, position: CriticalPosition
) -> None:
    judge = Judge(game, position)
    floor = judge.value([holding(judge.decision)])
    assert floor < position.best <= position.most
    if position.judge == MIXED:
        mixture = [
            answer
            for answer, weight in zip(solutions(judge), position.weights, strict=True)
            for _ in range(int(weight))
        ]
        assert judge.value(mixture) == pytest.approx(position.best, abs=1e-3)
        assert judge.score(mixture) == pytest.approx(1.0, abs=1e-3)
        assert all(judge.score([answer]) < 1.0 for answer in mixture)  # a fixed answer is punished
    else:
        assert all(judge.score([each]) == pytest.approx(1.0, abs=1e-3) for each in solutions(judge))


@each_position
def test_no_answer_is_worth_more(game: Diplomacy, position: CriticalPosition) -> None:
    """Where the best answer has all points there is nothing to search."""
    judge = Judge(game, position)
    if position.best == position.most:
        return
    if number_of_answers(judge) > FEW:
        pytest.skip("searched in make soak")
    assert best_by_search(judge) == pytest.approx(position.best, abs=1e-3)


@pytest.mark.soak
@each_position
def test_exhaustive_search_finds_the_best_value(
    game: Diplomacy, position: CriticalPosition
) -> None:
    """And few answers have it: a position that most answers solve would measure nothing."""
    judge = Judge(game, position)
    if number_of_answers(judge) > 20_000:
        menu, rng = judge.decision.menu, Random(position.name)
        scores = [judge.score([menu.sample(rng)]) for _ in range(2_000)]
        assert sum(score == 1.0 for score in scores) < len(scores) / 20
        return
    assert best_by_search(judge) == pytest.approx(position.best, abs=1e-3)


def test_a_wrong_answer_scores_less(game: Diplomacy) -> None:
    position = next(each for each in POSITIONS if each.name == "stab-guard")
    judge = Judge(game, position)
    assert judge.score([holding(judge.decision)]) == 0.0
    guard = written(judge.decision, "A VIE - TRI")
    assert judge.score([guard]) == pytest.approx(2 / 3)
    assert judge.score([guard, *solutions(judge)]) == pytest.approx(5 / 6)


def test_a_vote_does_not_change_the_score(game: Diplomacy) -> None:
    position = POSITIONS[0]
    judge = Judge(game, position)
    (right,) = solutions(judge)
    assert judge.score([right.replace("orders", "draw")]) == 1.0


# -- factored orders


def test_orders_have_factors_and_flat_ids(game: Diplomacy) -> None:
    position = next(each for each in POSITIONS if each.name == "convoy-reinforce")
    decision = Judge(game, position).decision
    legal = legal_orders(game, decision)
    assert list(legal) == ["A EDI", "F NTH", "F NWG"]
    by_text = {order.text: order for orders in legal.values() for order in orders}
    carry = by_text["F NTH C A EDI - NWY"]
    assert carry[:4] == ("F NTH", "convoy", "EDI", "NWY")
    assert by_text["F NWG S F NTH"][:4] == ("F NWG", "support_hold", "NTH", "")
    assert by_text["A EDI - NWY"][:4] == ("A EDI", "move", "NWY", "")
    assert all(game.action_ids.choice(order.id) == order.text for order in by_text.values())
    answer = answer_of(game, decision, {"F NTH": carry, "A EDI": by_text["A EDI - NWY"].id})
    assert answer == "A EDI - NWY; F NTH C A EDI - NWY; F NWG H; orders"


def test_retreats_and_winters_have_factors_too(game: Diplomacy) -> None:
    by_name = {each.name: each for each in POSITIONS}
    retreat = Judge(game, by_name["endgame-retreat"]).decision
    kinds = {order.kind for orders in legal_orders(game, retreat).values() for order in orders}
    assert kinds == {"retreat", "disband"}
    winter = Judge(game, by_name["endgame-build"]).decision
    legal = legal_orders(game, winter)
    kinds = {order.kind for orders in legal.values() for order in orders}
    assert kinds == {"build", "waive"}
    assert answer_of(game, winter, {next(iter(legal)): "BUILD F SEV"}) == "BUILD F SEV; WAIVE"
    removal = Judge(game, by_name["endgame-removal"]).decision
    assert {each.kind for each in legal_orders(game, removal)["AUSTRIA 1"]} == {"remove"}


def test_an_illegal_order_is_refused(game: Diplomacy) -> None:
    decision = game.begin(seed="1").decisions[0]
    with pytest.raises(ValueError, match="no legal order of A VIE"):
        answer_of(game, decision, {"A VIE": "A VIE - MOS"})
    with pytest.raises(ValueError, match="no orders to give to F LON"):
        answer_of(game, decision, {"F LON": "F LON H"})


class FirstMove(OrderPlayer):
    """Moves every unit that can move."""

    def choose_orders(
        self, view: PlayerView, legal: Mapping[str, tuple[FactoredOrder, ...]]
    ) -> dict[str, int]:
        return {
            unit: next(order.id for order in orders if order.kind == "move")
            for unit, orders in legal.items()
        }


def test_a_player_may_choose_by_numbers(game: Diplomacy) -> None:
    position = game.begin(seed="1")
    player = FirstMove("diplomacy", "1")
    answer = player.choose(PlayerView(position, "austria"))
    assert answer == "A BUD - GAL; A VIE - BOH; F TRI - ADR; orders"
    position.apply("austria", answer)
