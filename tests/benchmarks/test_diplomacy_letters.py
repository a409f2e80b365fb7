"""The measurement of letters goes on where it stopped, and reports what it has."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from benchmarks.diplomacy_letters import (
    ALL,
    NONE,
    ONE_PURE,
    Ending,
    Task,
    drop_torn_line,
    play,
    read,
    report,
    tasks,
)

SEATS = ("austria", "england")


def ending(press: str, number: int, share: float) -> Ending:
    shares = {"austria": share, "england": 1 - share}
    offers, kinds = {"accept": 3, "decline": 1}, {"PEACE": 3}
    return Ending(
        press, number, "normal", 1912, "austria", shares, dict.fromkeys(SEATS, 4), share == 1, 2,
        1912, offers, kinds, 5, 1, 60.0,
    )  # fmt: skip


def test_finished_games_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "letters.jsonl"
    assert read(path) == []
    done = ending(ALL, 0, 0.5)
    path.write_text(json.dumps(list(done)) + "\n" + '["all", 1, "nor')  # torn
    assert read(path) == [done]
    drop_torn_line(path)
    assert path.read_text() == json.dumps(list(done)) + "\n"
    wanted = Namespace(minutes=1, games=2, player="normal", until=1912)
    left = [(task.press, task.number) for task in tasks([done], wanted)]
    assert left == [(NONE, 0), (ONE_PURE, 0), (ALL, 1), (NONE, 1), (ONE_PURE, 1)]


def test_the_report_counts_promises_and_compares_the_same_seats() -> None:
    text = report([ending(ALL, 0, 0.5), ending(NONE, 0, 1.0), ending(ONE_PURE, 0, 0.25)])
    assert "| all | 1 | 0 % | 1912.0 | 2.0 | 50 % |" in text
    assert "| none | 1 | 100 % |" in text
    assert "promises kept: 5 of 6 (83 %)" in text
    assert "share 50.0 % ± 0.0 with letters, 25.0 % ± 0.0 without" in text


def test_a_game_is_given_up_when_the_time_is_over() -> None:
    assert play(Task(ALL, 0, "easy", 1912, 0.0)) is None
