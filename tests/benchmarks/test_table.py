"""The figures of a run, and the table that is made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import table
from benchmarks.diplomacy_figures import figure, play_randomly
from benchmarks.figures import (
    Figures,
    GameFigures,
    Machine,
    lines_of,
    measure,
    measure_batches,
    sets_of,
    this_machine,
)
from benchmarks.run import write
from benchmarks.table import BEGIN, END, NoPlace, put_into, table_of
from entente.games.attrition.game import Attrition
from entente.kernel import registry

MACHINE = Machine("a processor", 2, "Linux", "CPython 3.11", "0.1.0", "2026-11-16", 0.5)
GAME = GameFigures(20_000.0, 26_000.4, 19_000.0, 10.81, 50.0, 52.4, 74.6, 15_616.0)
OPTIONS = msgspec.structs.replace(GAME, decisions_floor=None)
DIPLOMACY: dict[str, Any] = {
    "adjudications": figure(6_000.0, 15_500.0, 1_000.0, 15_000.0),
    "games": figure(2.5, 24.4, None, None),
}
BATCHES = {"sizes": [{"size": 256, "adjudications/s": 700_000.0, "phases/s": 31_000.0}]}
SEARCH = {"compiled": 1_000_000.0, "plain": 5_000.0, "ratio": 200.0}
FIGURES = Figures(
    MACHINE, {"attrition": {"base": GAME, "all options": OPTIONS}}, DIPLOMACY, BATCHES, SEARCH
)


def test_the_table_has_the_machine_the_date_and_every_figure() -> None:
    text = table_of(FIGURES)
    assert "2026-11-16" in text
    assert "a processor" in text
    row = "| attrition | 20,000 | 26,000 | 19,000 | 10.8 µs | 52 µs | 75 µs | 15,616 moves/s |"
    assert row in text
    assert "| attrition, all options | 20,000 | 26,000 |  | 10.8 µs |" in text
    assert "| adjudications | 6,000 | 15,500 | 15,000 | 1,000 | 15.5 × |" in text
    assert "| games | 2.50 | 24 |  |  |  |" in text
    assert "| 256 | 700,000 | 31,000 |" in text
    assert "| hard | 5,000 | 1,000,000 | 200 × |" in text
    assert "256" not in table_of(msgspec.structs.replace(FIGURES, batches=None))


def test_the_table_takes_the_place_of_the_one_before() -> None:
    page = f"# Speed\n\n{BEGIN}\nold\n{END}\n\nMore.\n"
    assert put_into(page, "new") == f"# Speed\n\n{BEGIN}\nnew\n{END}\n\nMore.\n"
    assert put_into(put_into(page, "new"), "new") == put_into(page, "new")
    with pytest.raises(NoPlace, match="no place for a table"):
        put_into("# Speed\n", "new")


def test_a_run_is_written_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result, page = tmp_path / "result.json", tmp_path / "page.md"
    write(msgspec.json.encode(FIGURES), str(result))
    assert json.loads(result.read_text())["games"]["attrition"]["base"]["copy"] == 10.81
    monkeypatch.setattr("sys.argv", ["table", str(result)])
    assert table.main() == 0
    assert capsys.readouterr().out == f"{table_of(FIGURES)}\n"
    page.write_text(f"{BEGIN}{END}", "utf-8")
    monkeypatch.setattr("sys.argv", ["table", str(result), "--into", str(page)])
    assert table.main() == 0
    assert page.read_text("utf-8") == f"{BEGIN}\n{table_of(FIGURES)}\n{END}"
    page.write_text("nothing", "utf-8")
    with pytest.raises(SystemExit, match=r"page\.md: the page has no place"):
        table.main()


def test_our_page_has_a_place_for_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "performance.md"
    assert "| turmoil |" in page.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def test_a_game_is_measured_with_and_without_log() -> None:
    base = measure(Attrition({}), {}, 1, 19_000.0)
    assert min(base.decisions, base.unlogged_decisions, base.copy, base.replay) > 0
    figures = Figures(this_machine(), {"attrition": {"base": base}}, DIPLOMACY, measure_batches())
    lines = "\n".join(lines_of(figures))
    assert "the same, without log" in lines
    assert "diplomacy, adjudications: logged 6,000.0, unlogged 15,500.0" in lines


def test_pax_is_measured_open_and_sealed() -> None:
    assert list(sets_of(registry.load("pax"))) == ["open", "sealed", "all options"]


def test_games_of_diplomacy_go_the_same_way_with_and_without_log() -> None:
    logged, unlogged = (play_randomly(3, 6, log=log).phases for log in (True, False))
    assert len(logged) == len(unlogged) > 2
    for (one, orders), (other, same) in zip(logged, unlogged, strict=True):
        assert one.units == other.units
        assert orders == same
