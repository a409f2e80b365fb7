"""The figures: shares with their intervals, ratings, seats, meetings."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.arena import Tournament, Variant, run_tournament, tables
from entente.arena.intervals import share
from entente.arena.ratings import ratings
from entente.arena.results import Ending, Fault, GameResult
from entente.arena.schedule import Key

SHORT, FAR = "tests.arena.entrants:short", "tests.arena.entrants:far"


def game(number: int, red: str, blue: str, score: float) -> GameResult:
    ending = Ending(("red",) if score == 1 else (), {"red": score, "blue": 1 - score}, "end.there")
    return GameResult(Key(number, 0, 0, 0), "1", {"red": red, "blue": blue}, 5, ending)


def test_the_interval_is_wilsons() -> None:
    found = share(8, 10)  # 0.490 to 0.943 by the tables
    assert (round(found.low, 3), round(found.high, 3)) == (0.490, 0.943)
    assert share(0, 10).low == 0.0
    assert round(share(0, 10).high, 3) == 0.278
    assert share(10, 10).high == 1.0
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


def test_the_interval_narrows_with_more_games() -> None:
    few, many = share(6, 10), share(600, 1000)
    assert few.low < many.low < 0.6 < many.high < few.high


def test_more_wins_mean_a_higher_rating_and_more_games_a_surer_one() -> None:
    few = ratings(game(n, "a", "b", 1.0) for n in range(4))
    many = ratings(game(n, "a", "b", 1.0) for n in range(40))
    assert few["a"].mean > 25 > few["b"].mean
    assert many["a"].low > many["b"].high
    assert many["a"].high - many["a"].low < few["a"].high - few["a"].low


def test_a_draw_leaves_equals_equal() -> None:
    rated = ratings([game(1, "a", "b", 0.5)])
    assert rated["a"].mean == pytest.approx(rated["b"].mean)


def test_a_player_that_fails_is_rated_as_the_loser() -> None:
    fault = Fault("RuntimeError: out of ideas", "red", "record")
    broken = GameResult(Key(0, 0, 0, 0), "1", {"red": "a", "blue": "b"}, 3, None, fault)
    rated = ratings([broken])
    assert rated["a"].mean < rated["b"].mean
    no_players = Fault("ZeroDivisionError", None, "record")
    assert ratings([GameResult(Key(0, 0, 0, 0), "1", broken.players, 3, None, no_players)]) == {}


def test_one_alone_has_no_rating() -> None:
    assert ratings([game(1, "a", "a", 1.0)]) == {}


@pytest.mark.usefixtures("toys")
def test_a_game_with_a_known_result(tmp_path: Path) -> None:
    """In the walk to ten, three at a time against one at a time: 3 4 7 8 11 if three moves first,
    1 4 5 8 9 12 if one moves first: three at a time always arrives first."""
    pair = Tournament("walk", "1", (SHORT, FAR), (Variant("", {}),))
    (table,) = tables(run_tournament(pair, 4, tmp_path / "file"))
    best, worst = table.standings
    assert (best.player, best.fared.wins, best.fared.games) == (FAR, 4, 4)
    assert (worst.fared.wins, worst.fared.losses, worst.mean_score) == (0, 4, 0.0)
    assert table.lengths == [5, 5, 6, 6]
    assert table.endings == {"end.there": 4}
    seats = {(each.seat, each.player): each.fared.wins for each in table.by_seat}
    assert seats == {
        ("red", ""): 2,
        ("red", SHORT): 0,
        ("red", FAR): 2,
        ("blue", ""): 2,
        ("blue", SHORT): 0,
        ("blue", FAR): 2,
    }
    assert {(m.player, m.other): m.fared.wins for m in table.meetings} == {
        (SHORT, FAR): 0,
        (FAR, SHORT): 4,
    }
    assert best.decisions + worst.decisions == 22
