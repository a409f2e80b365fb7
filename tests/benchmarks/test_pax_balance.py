"""The measured chances of the powers: summarised, written into the game's data, read again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchmarks.pax_balance import (
    BEGIN,
    END,
    Game,
    Setting,
    markdown,
    publish,
    read,
    run,
    summarise,
)
from benchmarks.pax_balance import toml as written
from entente.games.pax.data_schema import PACKAGE
from entente.kernel.data import packaged_data
from entente.kernel.measured import FILE, MeasuredFile, measured

EIGHT = Setting(8, "2.5", "normal")
FOUR = Setting(4, "", "normal")
SEATS = ("great_britain", "france", "germany", "united_states")


def four(number: int, *winners: str) -> Game:
    points = {seat: 100 + number + (seat in winners) for seat in SEATS}
    return Game(FOUR, number, list(winners), points, "2026-11-17")


def test_wins_that_are_shared_count_in_part() -> None:
    (figures,) = summarise([four(0, "france"), four(1, "france", "germany")])
    assert figures.games == 2
    assert figures.options == {"players": 4}
    assert figures.wins == {"great_britain": 0, "france": 1.5, "germany": 0.5, "united_states": 0}
    assert figures.points["france"] == 101.5


def test_written_results_are_read_back() -> None:
    figures = summarise([four(0, "france")])
    assert msgspec.toml.decode(written(figures), type=MeasuredFile).measured == figures
    assert msgspec.toml.decode(written([]), type=MeasuredFile).measured == []


def test_figures_go_into_the_data_and_the_page(tmp_path: Path) -> None:
    data, page = tmp_path / FILE, tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    publish([four(0, "france"), four(1, "france")], data, page)
    text = page.read_text()
    assert "old" not in text
    assert "| france | 100 % (102) |" in text
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert msgspec.toml.decode(data.read_bytes(), type=MeasuredFile).measured[0].games == 2
    publish([four(0, "france"), four(1, "france")], data, page)
    assert page.read_text() == text
    assert markdown([]) == ""


def test_games_that_were_played_are_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And a line that was cut off when the run was broken off is no game."""
    file = tmp_path / "games.jsonl"
    file.write_bytes(msgspec.json.encode(four(0, "france")) + b"\n" + b'{"setting":')
    assert [game.number for game in read(file)] == [0]
    run(FOUR, 1, 1, file)
    assert "1 games played, 0 to play" in capsys.readouterr().out
    assert file.read_bytes() == msgspec.json.encode(four(0, "france")) + b"\n"


def test_measurements_are_no_figures_of_the_rules() -> None:
    """Records and releases know nothing of it."""
    assert FILE not in packaged_data(PACKAGE)
    assert all(
        each.games > 0 and each.wins.keys() == each.points.keys() for each in measured(PACKAGE)
    )
