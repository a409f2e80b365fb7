"""Scoring systems by worked examples, formulas and their limits, standings and tie-breaks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.games.diplomacy.scoring import CARNAGE, SUM_OF_SQUARES, shares
from entente.server.events.scoring.expressions import Formula, Scope
from entente.server.events.scoring.standings import (
    TIE_BREAKS,
    BoardScore,
    Entrant,
    SeatScore,
    standings,
    team_standings,
)
from entente.server.events.scoring.systems import (
    DRAW,
    FACTS,
    LOSS,
    WIN,
    SeatFacts,
    built_in,
    own_formula,
    system_of,
)
from entente.server.problem import Problem

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def draw(*centres: int, years: tuple[int, ...] = ()) -> dict[str, SeatFacts]:
    """Return a Diplomacy board drawn by its survivors."""
    return {
        power: SeatFacts(
            DRAW if held else LOSS,
            points=held,
            survived=bool(held),
            last_year=years[at] if years else 0,
        )
        for at, (power, held) in enumerate(zip(POWERS, centres, strict=True))
    }


def solo(*centres: int) -> dict[str, SeatFacts]:
    best = max(centres)
    return {
        power: SeatFacts(WIN if held == best else LOSS, points=held, survived=bool(held))
        for power, held in zip(POWERS, centres, strict=True)
    }


def scores(system: str, board: dict[str, SeatFacts]) -> list[float]:
    return list(system_of(system).scores(board).values())


def test_sum_of_squares() -> None:
    """13, 10, 6, 5: squares 169, 100, 36, 25 of 330."""
    assert scores("sum_of_squares", draw(13, 10, 6, 5, 0, 0, 0)) == pytest.approx(
        [100 * each / 330 for each in (169, 100, 36, 25, 0, 0, 0)], abs=1e-6
    )
    assert scores("sum_of_squares", solo(18, 9, 7, 0, 0, 0, 0)) == [100, 0, 0, 0, 0, 0, 0]


def test_draw_size() -> None:
    assert scores("draw_size", draw(13, 10, 6, 5, 0, 0, 0)) == [25, 25, 25, 25, 0, 0, 0]


def test_c_diplo() -> None:
    """13 + 38 + 1, 10 + 14 + 1, then two with 5 share the third prize; all sum to 100."""
    found = scores("c_diplo", draw(13, 10, 5, 5, 1, 0, 0))
    assert found == [52, 25, 9.5, 9.5, 2, 1, 1]
    assert sum(found) == 100
    assert scores("c_diplo", solo(18, 9, 7, 0, 0, 0, 0)) == [100, 0, 0, 0, 0, 0, 0]


def test_carnage() -> None:
    """Places by centres, then by the year of elimination; equal players share."""
    board = draw(13, 11, 10, 0, 0, 0, 0, years=(0, 0, 0, 1907, 1905, 1905, 1903))
    assert scores("carnage", board) == [7013, 6011, 5010, 4000, 2500, 2500, 1000]


def test_tiers() -> None:
    assert scores("tiers", draw(13, 11, 10, 0, 0, 0, 0)) == [53, 31, 30, 0, 0, 0, 0]


@given(st.lists(st.integers(0, 12), min_size=7, max_size=7).filter(any))
def test_our_formulas_agree_with_the_scoring_of_the_game(centres: list[int]) -> None:
    """Diplomacy's own systems are shares of one; an event's are points."""
    held = dict(zip(POWERS, centres, strict=True))
    inside = [power for power, count in held.items() if count]
    if len(inside) == 1:
        return  # one survivor has won alone
    board = draw(*centres)
    game = shares(SUM_OF_SQUARES, POWERS, inside, held, {})
    assert scores("sum_of_squares", board) == pytest.approx(
        [100 * game[power] for power in POWERS], abs=1e-5
    )
    carnage = shares(CARNAGE, POWERS, inside, held, {})
    ours = scores("carnage", board)
    assert [each / sum(ours) for each in ours] == pytest.approx(
        [carnage[power] for power in POWERS]
    )


def test_two_players_by_result_and_margin() -> None:
    won = {"a": SeatFacts(WIN, points=30), "b": SeatFacts(LOSS, points=18)}
    assert scores("result", won) == [1, 0]
    assert scores("three_points", won) == [3, 0]
    assert scores("result_and_margin", won) == [26, 4]
    drawn = {"a": SeatFacts(DRAW, points=20), "b": SeatFacts(DRAW, points=20)}
    assert scores("result_and_margin", drawn) == [15, 15]


def test_who_left_gets_nothing_unless_the_formula_says_so() -> None:
    board = {"a": SeatFacts(WIN, points=3), "b": SeatFacts(LOSS, points=9, left=True)}
    assert system_of("", "points").scores(board) == {"a": 3, "b": 0}
    assert system_of("", "points - 2 * left").scores(board) == {"a": 3, "b": 7}


def test_every_built_in_system_scores_every_board() -> None:
    for system in built_in().values():
        assert set(system.names) == {"en", "fr"}
        for board in (draw(34, 0, 0, 0, 0, 0, 0), solo(20, 5, 4, 3, 1, 1, 0), draw(*[0] * 7)):
            assert all(each >= 0 for each in system.scores(board).values())


# -- formulas


def value(text: str, **facts: float) -> float:
    mine = dict.fromkeys(FACTS, 0.0) | {"tied": 1.0} | facts
    return own_formula(text)(Scope(mine, [mine, dict.fromkeys(FACTS, 1.0)]))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("-2 - -3", 1),
        ("10 / 4 / 5", 0.5),
        ("1 / 0", 0),
        ("points >= 3 and not won", 1),
        ("won or drawn", 0),
        ("if(points == 4, 7, 1 / 0)", 7),
        ("min(points, 2) + max(1, 5) + abs(-2) + floor(2.7) + sqrt(9)", 14),
        ("total(points)", 5),
        ("most(points)", 4),
        ("count(points > 2)", 1),
        ("prize(9, 5)", 5),
    ],
)
def test_formulas(text: str, result: float) -> None:
    assert value(text, points=4, place=2) == result


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "formula.ends"),
        ("1 +", "formula.ends"),
        ("(1", "formula.ends"),
        ("1 2", "formula.word"),
        ("points ** 2", "formula.word"),
        ("__import__('os')", "formula.word"),
        ("points.real", "formula.word"),
        ("open(1)", "formula.function"),
        ("salary", "formula.name"),
        ("min(1)", "formula.arguments"),
        ("total(total(points))", "formula.nested"),
        ("(" * 40 + "1" + ")" * 40, "formula.complex"),
        ("not " * 60 + "1", "formula.complex"),
        ("1" + "+1" * 150, "formula.complex"),
        ("1" * 500, "formula.long"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, key: str) -> None:
    with pytest.raises(Problem) as refused:
        own_formula(text)
    assert refused.value.message.key == f"problem.{key}"


def test_values_stay_finite() -> None:
    big = "*".join(["999999999"] * 20)
    assert value(big) == 1e9


@given(st.text(alphabet="0129+-*/()<>=, pointsmaxifleft", max_size=60))
def test_any_text_gets_a_value_or_a_refusal(text: str) -> None:
    try:
        formula = Formula(text, FACTS)
    except Problem:
        return
    facts = dict.fromkeys(FACTS, 2.0)
    assert abs(formula(Scope(facts, [facts]))) <= 1e9


# -- standings


def game(number: int, a: int, b: int, points: float, **more: Any) -> BoardScore:
    first = SeatScore(a, "a", points, won=points == 1, place=1 if points >= 0.5 else 2, **more)
    second = SeatScore(b, "b", 1 - points, won=points == 0, place=1 if points <= 0.5 else 2)
    return BoardScore(number, 1, (first, second))


def bye(number: int, entry: int, points: float = 1.0) -> BoardScore:
    return BoardScore(number, 9, (SeatScore(entry, "", points),))


EVENT = [
    # 1 beats 2 and 4, draws with 3; 2 beats 3 and 4; 3 beats 4
    game(1, 1, 4, 1),
    game(1, 2, 3, 1),
    game(2, 3, 1, 0.5),
    game(2, 4, 2, 0),
    game(3, 1, 2, 1),
    game(3, 4, 3, 0),
]


def test_a_round_robin_by_hand() -> None:
    """Points 2½, 2, 1½, 0. Sonneborn-Berger of 1: 2 + 0 + ½ · 1½ = 2¾; of 2: 1½ + 0 = 1½."""
    found = standings([Entrant(n) for n in (1, 2, 3, 4)], EVENT, list(TIE_BREAKS))
    assert [(row.place, row.entry, row.points) for row in found] == [
        (1, 1, 2.5),
        (2, 2, 2.0),
        (3, 3, 1.5),
        (4, 4, 0.0),
    ]
    first, second = found[0].tie_breaks, found[1].tie_breaks
    assert first["sonneborn_berger"] == 2.75
    assert second["sonneborn_berger"] == 1.5
    assert first["buchholz"] == 2 + 1.5 + 0
    assert first["buchholz_cut"] == 3.5
    assert second["buchholz"] == 2.5 + 1.5 + 0
    assert (first["wins"], second["wins"]) == (2, 2)
    assert first["progressive"] == 1 + 1.5 + 2.5


def test_head_to_head_separates_two_equal_players() -> None:
    alone = standings([Entrant(1), Entrant(2)], [game(1, 1, 2, 0), bye(2, 1)], ["head_to_head"])
    assert [(row.place, row.entry) for row in alone] == [(1, 2), (2, 1)]


def test_a_bye_counts_as_an_opponent_with_ones_own_score() -> None:
    rows = standings(
        [Entrant(1), Entrant(2), Entrant(3)],
        [game(1, 1, 2, 1), bye(1, 3), game(2, 1, 3, 1), bye(2, 2)],
        ["buchholz"],
    )
    assert {row.entry: row.tie_breaks["buchholz"] for row in rows} == {1: 2.0, 2: 3.0, 3: 3.0}


def test_equal_players_share_a_place() -> None:
    rows = standings([Entrant(1), Entrant(2), Entrant(3)], [game(1, 1, 2, 0.5)], ["wins"])
    assert [(row.place, row.entry) for row in rows] == [(1, 1), (1, 2), (3, 3)]


def test_only_the_best_results_count_and_directors_adjust() -> None:
    boards = [game(1, 1, 2, 1), game(2, 1, 2, 0.5), game(3, 1, 2, 0)]
    rows = standings([Entrant(1), Entrant(2, adjustment=-0.25)], boards, [], counted=2)
    assert [(row.entry, row.points) for row in rows] == [(1, 1.5), (2, 1.25)]


def test_teams_add_the_points_of_their_best() -> None:
    people = [Entrant(1, "A"), Entrant(2, "A"), Entrant(3, "B"), Entrant(4)]
    rows = standings(people, EVENT)
    assert [(t.place, t.team, t.points) for t in team_standings(people, rows)] == [
        (1, "A", 4.5),
        (2, "B", 1.5),
    ]
    assert team_standings(people, rows, best=1)[0].points == 2.5
