"""The summary of a computer player's turn."""

from __future__ import annotations

from entente.kernel import registry, say
from entente.players import turn_summary
from entente.players.explanation import ExplanationWriter
from entente.players.move_review import AnalysisResult
from entente.players.search_result import Reason, SearchLine, SearchResult

GAME = registry.load("pax")
WORTHS = dict.fromkeys(("france", "italy", "japan"), 0.0)


def deed(move: int, key: str, action: str = "ready", **args: int) -> turn_summary.TurnMove:
    why = (Reason(say(f"why_pax.{key}", **args)),)
    lines = (SearchLine(action, 0.1), SearchLine("x", 0.0))
    return turn_summary.TurnMove(
        move, action, AnalysisResult(SearchResult(action, 0.1, lines, why, 5), WORTHS, True)
    )


def writer(language: str = "en") -> ExplanationWriter:
    return ExplanationWriter(GAME, "france", "easy", WORTHS, language)


def test_the_most_important_comes_first_and_nothing_twice() -> None:
    deeds = [
        deed(1, "home"),
        deed(2, "marker", gain=10, cost=4),
        deed(3, "marker", gain=90, cost=4),
        deed(4, "home"),
        deed(5, "war.declared"),
        turn_summary.TurnMove(6, "ready", None),
    ]
    found, others = turn_summary.main_moves(writer(), deeds)
    assert [each.move for each in found] == [5, 3, 2, 1]
    assert others == 2
    sentences = turn_summary.sentences(writer("fr"), found, others)
    assert len(sentences) == 5
    assert "2" in sentences[-1]


def test_a_turn_is_short() -> None:
    deeds = [deed(n, "marker", gain=n, cost=1) for n in range(20)]
    found, others = turn_summary.main_moves(writer(), deeds)
    assert [each.move for each in found] == [19, 18, 17, 16, 15]
    assert others == 15


def test_a_move_is_not_explained_by_another_players_preference() -> None:
    line = SearchLine("a", 0.3)
    thought = SearchResult(
        "a", 0.3, (line, SearchLine("b", 0.1)), (Reason(say("why_pax.canal")),), 3
    )
    assert turn_summary.reasons_of(thought, "a") == thought.reasons
    assert turn_summary.reasons_of(thought, "b") == ()
    assert turn_summary.reasons_of(thought, "c") == ()


def test_a_move_without_a_reason_is_named() -> None:
    found, others = turn_summary.main_moves(
        writer(), [turn_summary.TurnMove(n, "ready", None) for n in range(7)]
    )
    assert [(each.move, each.reasons) for each in found] == [(n, []) for n in range(2, 7)]
    assert others == 2
    assert turn_summary.sentences(writer(), found, others)[0].endswith(".")


def test_a_chance_is_that_of_its_own_moment() -> None:
    """Although the evaluation is different at the end of the turn."""
    thought = SearchResult(
        "declare war", 0.1, (SearchLine("declare war", 0.1), SearchLine("x", 0.0)), (), 5
    )
    then = WORTHS | {"italy": 0.9}
    moves, _ = turn_summary.main_moves(
        writer(), [turn_summary.TurnMove(1, "declare war", AnalysisResult(thought, then, True))]
    )
    (sentence,) = moves[0].reasons
    (as_it_was,) = writer().at(then).verdict(thought, "declare war")
    (as_it_is,) = writer().verdict(thought, "declare war")
    assert sentence == as_it_was != as_it_is
