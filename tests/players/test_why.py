"""Search results in sentences, in both languages."""

from __future__ import annotations

import pytest

from entente.games.attrition.engine.reasons import because
from entente.kernel import registry
from entente.kernel.typography import typeset
from entente.kernel.wording import in_words, things_in
from entente.players.explanation import ExplanationWriter
from entente.players.search_result import SearchLine, SearchResult, Step
from entente.players.win_chances import OUT, chance, chances, place

GAME = registry.load("attrition")
MARCH = "mobilise germany-infantry berlin"
THOUGHT = SearchResult(
    MARCH,
    0.2,
    (
        SearchLine(MARCH, 0.2, -0.4, (Step("central", "done"),), (Step("entente", "done"),)),
        SearchLine("done", 0.1),
    ),
    positions=12,
)


def writer(language: str = "en") -> ExplanationWriter:
    return ExplanationWriter(GAME, "central", "hard", {"central": 0.1, "entente": -0.1}, language)


def test_an_explanation_has_expectation_fear_and_comparison() -> None:
    answer = writer().explain(THOUGHT)
    assert (answer.chance, answer.assessment) == (60, "slightly better")
    assert answer.sentences == [
        f"Hard plays: {answer.text}. Estimated chances: 60% (slightly better).",
        "Expected next: Central Powers: Done.",
        "Most feared: Entente: Done. That would leave 30%.",
        "Also considered: Done (55%).",
    ]
    french = writer("fr").explain(THOUGHT)
    assert french.sentences[0].startswith(typeset("Difficile joue : Mobiliser l'infanterie"))
    assert len(french.sentences) == 4


def test_repeated_moves_are_named_once() -> None:
    steps = (Step("central", MARCH), Step("central", MARCH), Step("central", "done"))
    answer = writer().explain(
        SearchResult(MARCH, 0.2, (SearchLine(MARCH, 0.2, then=steps),), positions=3)
    )
    expected = f"Expected next: Central Powers: {answer.text} (×2), Done."
    assert expected in answer.sentences


def test_a_line_that_begins_as_another_is_named_by_what_parts_them() -> None:
    again, end = Step("central", MARCH), Step("central", "done")
    lines = (SearchLine(MARCH, 0.2, then=(again, again)), SearchLine(MARCH, 0.1, then=(again, end)))
    first, second = writer().explain(SearchResult(MARCH, 0.2, lines)).lines
    assert second.text == f"{first.text} … Done"


def test_a_move_has_its_place_among_the_lines() -> None:
    assert "this is the best" in writer().judged(THOUGHT, MARCH)[0]
    assert "this is number 2 (55%)" in writer().judged(THOUGHT, "done")[0]
    assert "Preferred instead: " in writer().judged(THOUGHT, "mobilise x y")[0]


def test_a_move_without_a_comparison_is_not_called_the_best() -> None:
    lines = (SearchLine(MARCH, 0.2),)
    answer = writer().judged(SearchResult(MARCH, 0.2, lines, positions=1), MARCH)
    (sentence,) = answer
    assert sentence.startswith("A routine move")
    assert "60% (slightly better)" in sentence
    reason = because("stay")
    text = writer().judged(SearchResult(MARCH, 0.2, lines, (reason,), positions=1), MARCH)
    assert text[0] == writer().reason(reason)
    assert "routine" not in " ".join(text)


def test_a_fear_is_stated_once() -> None:
    step = (Step("entente", "done"),)
    (line,) = writer().lines(SearchResult(MARCH, 0.2, (SearchLine(MARCH, 0.2, -0.4, step, step),)))
    assert (len(line.continuation), line.threat) == (1, [])


def test_a_forced_move_is_no_choice() -> None:
    answer = writer().explain(SearchResult("done", 0.0, (SearchLine("done", 0.0),)))
    assert (answer.lines, answer.sentences) == ([], ["There was nothing to choose: Done."])
    assert answer.chance == 55  # static evaluation


def test_chances() -> None:
    found = [chance(worth, [-worth]) for worth in (-1.0, -0.99, -0.4, 0.0, 0.995, 1.0)]
    assert found == [0, 1, 30, 50, 99, 100]
    assert chances({"a": 0.5, "b": -0.1}) == {"a": 66, "b": 34}
    assert chances({"a": 0.0, "b": 0.0, "c": -1.0}) == {"a": 50, "b": 50, "c": 0}  # it is over
    assert chances({"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.0}) == dict.fromkeys("abcd", 25)
    assert chances({"a": 0.0, "b": 0.0, "c": OUT, "d": OUT}) == {"a": 50, "b": 50, "c": 0, "d": 0}
    assert chances({"a": 0.0, "b": 0.0, "c": -0.999})["c"] == 1  # still in the game
    assert place("b", {"a": 0.5, "b": -0.1, "c": -0.2}) == 2


@pytest.mark.parametrize(
    ("action", "things"),
    [(MARCH, ["germany-infantry", "berlin"]), ("done", [])],
)
def test_the_things_of_an_action(action: str, things: list[str]) -> None:
    assert things_in(action, GAME.catalog("en")) == things
    assert in_words(GAME, action, GAME.catalog("en"))
