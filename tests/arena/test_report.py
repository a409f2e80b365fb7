"""The report: one page that needs nothing else, in both languages, with every table and plot."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from entente.arena import Tournament, TournamentRun, Variant, report, run_tournament
from entente.arena.charts import bins, ticks
from entente.arena.report import LONG, folded
from entente.arena.table_writer import ReportTable
from entente.kernel import registry

SHORT, FAR = "tests.arena.entrants:short", "tests.arena.entrants:far"
CRASHING, FALTERING = "tests.arena.entrants:crashing", "tests.arena.entrants:faltering"

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def walked(tmp_path: Path) -> TournamentRun:
    players = (SHORT, FAR, "random")
    return run_tournament(
        Tournament("walk", "1", players, (Variant("", {}),)), 4, tmp_path / "file"
    )


def parsed(page: str) -> ET.Element:
    """The page as a tree; what is not well formed is refused."""
    body = page[page.index("<body>") : page.index("</body>") + len("</body>")]
    return ET.fromstring(body)


def test_it_has_every_table_and_every_plot(walked: TournamentRun) -> None:
    page = parsed(report(walked, "en", "entente arena run walk"))
    heads = [head.text for head in page.iter("h2")]
    assert heads == [
        "Players",
        "By seat",
        "Head to head",
        "Length",
        "Endings",
        "Thinking time",
        "0 games failed",
        "0 recovered errors",
    ]
    plots = [figure.findtext("figcaption") for figure in page.iter("figure")]
    assert plots == [
        "Win rate with 95 % interval",
        "Rating with 95 % interval",
        "Win rate with 95 % interval",
        "Games by length in decisions",
        "Games by ending",
        "Seconds per move: mean and longest",
    ]
    assert page.findtext(".//code") == "entente arena run walk"


def test_the_plots_show_the_figures(walked: TournamentRun) -> None:
    page = parsed(report(walked))
    players = next(page.iter("svg"))
    assert len(list(players.iter("circle"))) == 3
    shown = ["".join(text.itertext()) for text in players.iter("text")]
    best = next(row for row in page.iter("tr") if row[0].text == FAR)
    assert best[5].text in shown
    lengths = list(page.iter("svg"))[3]
    assert sum(int(r[0].text.split(": ")[1]) for r in lengths.iter("rect") if r[0].text) == 12


def test_in_french(walked: TournamentRun) -> None:
    page = report(walked, "fr")
    assert '<html lang="fr">' in page
    assert "<h2>Les uns contre les autres</h2>" in page
    assert re.search(r"\d+,\d %", page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_loads_nothing(walked: TournamentRun, language: str) -> None:
    page = report(walked, language)
    assert "default-src 'none'" in page
    for outside in ("http:", "https:", "//", "src=", "href=", "url(", "@import", "<script"):
        assert outside not in page


def test_names_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    file = tmp_path / "<b>&.py"
    file.write_text("class P:\n  choose = lambda self, sight: 'go 1'\ncreate = lambda g, s: P()\n")
    pair = Tournament("walk", "1", (f"{file}:create", FAR), (Variant("", {}),))
    page = report(run_tournament(pair, 2, tmp_path / "file"), command="x <script>")
    assert "<b>" not in page
    assert "<script" not in page
    parsed(page)


def test_failures_and_recovered_errors_are_reported(tmp_path: Path) -> None:
    pair = Tournament("orders", "1", (CRASHING, FALTERING), (Variant("", {}),))
    page = report(run_tournament(pair, 12, tmp_path / "file", failures=str(tmp_path)))
    assert "RuntimeError: out of ideas" in page
    assert "<td>ValueError: lost the thread</td>" in page


def test_missing_games_are_reported(tmp_path: Path) -> None:
    def interrupt(done: int, planned: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    pair = Tournament("walk", "1", (SHORT, FAR), (Variant("", {}),))
    page = report(run_tournament(pair, 8, tmp_path / "file", progress=interrupt))
    assert "3 of 8 games finished" in page


def test_nothing_was_played_yet(tmp_path: Path) -> None:
    def interrupt(done: int, planned: int) -> None:
        raise KeyboardInterrupt

    pair = Tournament("walk", "1", (SHORT, FAR), (Variant("", {}),))
    page = report(run_tournament(pair, 8, tmp_path / "file", progress=interrupt))
    assert "0 of 8 games finished" in page
    parsed(page)


def test_variants_are_held_against_each_other(tmp_path: Path) -> None:
    info = registry.load("conference").info
    variants = tuple(Variant(f"rounds={n}", info.complete({"rounds": n})) for n in (2, 3))
    played = run_tournament(
        Tournament("conference", "1", ("random",), variants), 3, tmp_path / "file"
    )
    page = parsed(report(played))
    assert [head.text for head in page.iter("h2")] == ["Variants", "rounds=2", "rounds=3"]
    first = next(page.iter("table"))
    assert len(list(first.iter("tr"))) == 1 + 2 * 3
    assert [game.seed for game in played.games] == ["0-0", "0-0", "0-1", "0-1", "0-2", "0-2"]


def test_steps_of_a_histogram_cover_all_values_and_ticks_are_round() -> None:
    assert bins([3]) == [(3, 4)]
    found = bins([10, 500])
    assert found[0][0] == 10
    assert found[-2][1] <= 500 < found[-1][1]
    assert ticks(0.0, 1.0) == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert ticks(7, 51) == [10, 20, 30, 40, 50]
    assert ticks(5, 5) == [5]


def test_a_long_table_is_folded() -> None:
    rows = [["a", "b", str(number)] for number in range(LONG + 1)]
    sheet = ReportTable("Head to head", ["player", "against", "games"], rows, 2)
    assert folded(sheet).startswith("<details><summary>Head to head (13)</summary>")
    assert folded(sheet._replace(rows=rows[:LONG])).startswith('<div class="scroll">')


def test_games_of_one_length_need_no_plot(tmp_path: Path) -> None:
    pair = Tournament("walk", "1", (SHORT,), (Variant("", {}),))
    page = report(run_tournament(pair, 1, tmp_path / "file"))
    assert "Games by length" not in page
    assert "<h2>Length</h2>" in page
