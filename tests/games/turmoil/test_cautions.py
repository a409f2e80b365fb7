"""Cautions: choices left over, and the end of the game."""

from __future__ import annotations

from tests.games.turmoil.table import A, L, Table


def cautions(table: Table, action: str) -> list[str]:
    said = table.position.bind(table.asked).cautions(action)
    for caution in said:
        assert table.game.catalog("fr").line(caution.message)
    return [table.game.catalog("en").line(caution.message) for caution in said]


def test_a_question_left_before_its_end() -> None:
    table = Table().navies(8, 5).give(L, 38, 22, 13).event(70, L)
    assert table.asked.step == "churchill"
    assert cautions(table, "discard C38") == []
    assert cautions(table, "done") == ["You have 3 choices left; if you stop now, you forgo them."]


def test_a_card_that_loses_the_game() -> None:
    """C17 played for its OPs gives the opponent the twentieth point."""
    table = Table().set(vp=19).give(A, 17, 13).to_play(A)
    assert cautions(table, "ops C17") == ["This may end the game, and not with your victory."]
    assert cautions(table, "ops C13") == []


def test_a_victory_is_not_asked_about() -> None:
    table = Table().set(vp=-21).give(A, 17, 13).to_play(A)
    assert cautions(table, "ops C17") == []
    assert table.do("ops C17").state.outcome is not None


def test_an_attempt_that_must_fail() -> None:
    """6.3.2: the German navy waits for the British one."""
    table = Table().give(A, 21, 13).to_play(A)
    (said,) = cautions(table, "naval C21")
    assert "fails on any die" in said
    assert cautions(table, "ops C21") == []
    assert cautions(table.navies(1, 0), "naval C21") == []


def test_a_scoring_that_helps_the_opponent_and_can_wait() -> None:
    """8.1, 15.1: not for a region of one's own, and not if it must be scored now."""
    table = Table().clear().put("paris", 2, 0).give(A, 6, 13, 21).to_play(A)
    (said,) = cautions(table, "score C6")
    assert said.startswith("Scoring France now gives your opponent ")
    assert "You can wait" in said
    own = Table().clear().put("paris", 0, 2).give(A, 6, 13, 21).to_play(A)
    assert cautions(own, "score C6") == []
    little = Table().clear().put("paris", 2, 0).put("picardy", 0, 2).give(A, 6, 13).to_play(A)
    assert cautions(little, "score C6") == []  # stability cards can make up for a point
    last = Table().clear().put("paris", 2, 0).give(A, 6).set(round=99).to_play(A)
    assert cautions(last, "score C6") == []
