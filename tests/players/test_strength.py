"""The levels are as strong as they promise, in a few games, and in more in `make soak`."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.page_sections import replace_section
from benchmarks.strength import HEAD, MATCHES, Match, main, row, tournament
from entente.arena import local, run_tournament, tables
from tests.amount import THOROUGH, amount

# Few enough games for chance to decide: the seeds are the arena's, so the outcome is fixed.
SHORT = [Match("attrition", "easy,random", 0.8, amount(6, 40))]
if THOROUGH:
    SHORT += [
        Match("turmoil", "easy,random", 0.95, 20),
        Match("attrition", "normal:100,easy", 0.5, 40),
    ]


@pytest.mark.amount
@pytest.mark.parametrize("match", SHORT, ids=lambda match: match.name)
def test_a_level_beats_the_one_below(match: Match, tmp_path: Path) -> None:
    played = run_tournament(tournament(match), match.games, tmp_path / "results.jsonl", local(1))
    (table,) = tables(played)
    assert not table.failures
    assert not table.lapses
    standing = next(each for each in table.standings if each.player == match.lineup[0])
    assert standing.fared.share.rate >= match.floor


def test_a_match_is_reported_in_a_line(tmp_path: Path) -> None:
    match = Match("attrition", "random", 0.95, 4)
    played = run_tournament(tournament(match), match.games, tmp_path / "results.jsonl", local(1))
    line, may_hold = row(match._replace(players="random,random"), played)
    assert line.count("|") == HEAD[0].count("|")
    assert not may_hold  # half of the games are won against oneself


def test_figures_are_put_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    begin, end = "<!-- strength: begin -->", "<!-- strength: end -->"
    page.write_text(f"Before.\n\n{begin}\nold\n{end}\n\nAfter.\n", "utf-8")
    replace_section(page, "strength", ("new",))
    assert page.read_text("utf-8") == f"Before.\n\n{begin}\nnew\n{end}\n\nAfter.\n"
    page.write_text("nothing", "utf-8")
    with pytest.raises(SystemExit, match="no place"):
        replace_section(page, "strength", ("new",))


def test_every_promise_can_be_played() -> None:
    for match in MATCHES:
        assert tournament(match).meetings(0)
    assert len({match.name for match in MATCHES}) == len(MATCHES)


def test_a_match_that_there_is_not_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["strength", "chess"])
    with pytest.raises(SystemExit):
        main()
    assert "turmoil-hard-greedy" in capsys.readouterr().err
