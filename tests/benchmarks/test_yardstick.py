"""The yardstick: games that stop and go on, results that survive, figures and tables."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from benchmarks import yardstick
from benchmarks.yardstick_games import Head, Paused, Played, Work, YardstickFile, play, read
from benchmarks.yardstick_matches import (
    ALL_SOLOS,
    MATCHES,
    SHARE,
    SOLOS,
    Fixture,
    Goal,
    Match,
    chosen,
    fixtures,
    one_against_six,
    seats_of,
)
from benchmarks.yardstick_tables import figures, markdown, reached
from entente.arena.entrants import find
from entente.arena.game_runner import ThinkingTime
from entente.arena.results import Ending, GameResult
from entente.arena.schedule import Key

ROOT = Path(__file__).parents[2]
SEATS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
HEAD = Head(1, "s", fast=False, sources={"diplomacy": "a"})
SHORT = Match(
    "diplomacy-short",
    "diplomacy",
    ("easy:20", "dumbbot", "beginner", "random", "dumbbot", "random", "beginner"),
    {"end_year": 1902, "scoring": "sum_of_squares"},
)


def work(until: float = float("inf"), paused: Paused | None = None) -> Work:
    return Work(Fixture(SHORT, 0, "s-0", SHORT.players), "failures", until, paused)


def result(match: Match, number: int, shares: dict[str, float], **centres: float) -> Played:
    """A game with these shares; a share of 1 is a solo."""
    players = dict(
        zip(SEATS, match.seatings(number // 7)[number % len(match.seatings(0))], strict=True)
    )
    winners = tuple(seat for seat, share in shares.items() if share)
    ending = Ending(winners, {seat: shares.get(seat, 0.0) for seat in SEATS}, "outcome.last_year")
    thought = {seat: ThinkingTime(10, 2.0, 0.5) for seat in SEATS}
    game = GameResult(Key(number, 0, 0, 0), "s", players, 70, ending, thought=thought)
    return Played(match.name, number, game, centres, list(winners), 1914)


def test_a_game_that_was_stopped_goes_on_to_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(work())
    assert isinstance(whole, Played)
    assert whole.result.fault is None
    assert sum(whole.standing.values()) <= 34
    assert whole.year == 1902
    asked = [0]

    def clock() -> float:
        asked[0] += 1
        return float(asked[0])

    monkeypatch.setattr(time, "time", clock)
    stopped = play(work(until=20.0))
    assert isinstance(stopped, Paused)
    assert 0 < len(stopped.moves) < whole.result.decisions
    monkeypatch.setattr(time, "time", lambda: 0.0)
    resumed = play(work(paused=stopped))
    assert isinstance(resumed, Played)
    assert resumed.result.timeless == whole.result.timeless
    assert (resumed.standing, resumed.survivors) == (whole.standing, whole.survivors)
    assert play(work(until=-1.0)) is None


def test_moves_that_a_player_would_not_repeat_are_a_failure(tmp_path: Path) -> None:
    stopped = Paused(SHORT.name, 0, [("austria", "A BUD H; A VIE H; F TRI H; orders")], {})
    other = SHORT._replace(players=("dumbbot", *SHORT.players[1:]))
    failures = str(tmp_path / "failures")
    failed = play(Work(Fixture(other, 0, "s-0", other.players), failures, float("inf"), stopped))
    assert isinstance(failed, Played)
    assert failed.result.fault is not None
    assert "does not repeat" in failed.result.fault.error
    assert Path(failed.result.fault.record).exists()


def test_results_are_kept_line_by_line_and_a_torn_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    match = one_against_six("hard", "dumbbot")
    results = YardstickFile(path, HEAD)
    with pytest.raises(SystemExit, match="another process"):
        YardstickFile(path, HEAD)
    first, second = (result(match, number, {"austria": 1.0}) for number in (0, 1))
    results.add(first)
    results.add(Paused(match.name, 1, [("austria", "x")], {}))
    results.close()
    with path.open("ab") as file:
        file.write(b'{"played":{"match":"dip')
    results = YardstickFile(path, HEAD)
    assert set(results.played) == {(match.name, 0)}
    assert set(results.paused) == {(match.name, 1)}
    results.add(second)
    results.close()
    YardstickFile(path, HEAD).close()
    head, played, paused = read(path)
    assert head == HEAD
    assert played == {(match.name, 0): first, (match.name, 1): second}
    assert not paused


def test_results_that_do_not_belong_together_are_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    YardstickFile(path, HEAD).close()
    before = path.read_bytes()
    changed = msgspec.structs.replace(HEAD, sources={"diplomacy": "b"})
    more = msgspec.structs.replace(HEAD, sources={"diplomacy": "a", "turmoil": "c"})
    for other in (
        msgspec.structs.replace(HEAD, seed="t"),
        changed,
        Head(1, "s", True, HEAD.sources),
    ):
        with pytest.raises(SystemExit, match="name another file"):
            YardstickFile(path, other)
        assert path.read_bytes() == before
    YardstickFile(path, more).close()
    YardstickFile(path, changed, accept_changes=True).close()
    assert read(path)[0].sources == {"diplomacy": "b", "turmoil": "c"}
    path.write_text("something else\n")
    with pytest.raises(SystemExit, match="no results of this command"):
        YardstickFile(path, HEAD)
    assert path.read_text() == "something else\n"


def test_every_player_takes_every_seat_and_a_longer_run_only_adds() -> None:
    for match in MATCHES:
        assert len(seats_of(match)) == len(match.players)
        for name in match.players:
            assert find(name, match.game) == name
        seatings = match.seatings(3)
        for seat in zip(*seatings, strict=True):
            assert set(seat) == set(match.players)
    assert len({match.name for match in MATCHES}) == len(MATCHES)
    (mixed,) = (match for match in MATCHES if match.mixed)
    assert mixed.seatings(0) != mixed.seatings(1)
    two = chosen(["diplomacy-hard-6-dumbbot", "turmoil-easy-beginner"])
    few, many = (list(fixtures(two, games, "s")) for games in (7, 30))
    assert [len([f for f in few if f.match is match]) for match in two] == [7, 8]
    assert all(each in many for each in few)
    with pytest.raises(SystemExit, match="unknown match chess"):
        chosen(["chess"])


def test_figures_of_one_against_six() -> None:
    match = one_against_six("hard", "dumbbot", goals=(Goal(SHARE, 0.75), Goal(SOLOS, 0.4)))
    games = [
        result(match, 0, {"austria": 1.0}, austria=18),
        result(match, 1, {"turkey": 0.5, "austria": 0.5}, turkey=10),
        result(match, 2, {"austria": 1.0}, russia=2),
    ]
    seats = [seat for game in games for seat, name in game.result.players.items() if name == "hard"]
    assert seats == ["austria", "turkey", "russia"]
    mine = figures("hard", games)
    assert mine is not None
    assert (mine.games, mine.wins, mine.lost, mine.shared, mine.survived) == (3, 1, 1, 1, 2)
    assert mine.share == pytest.approx(0.5)
    assert mine.error == pytest.approx(0.5 / 3**0.5)
    assert mine.standing == 10
    assert [reached(goal, mine) for goal in match.goals] == [False, False]
    assert reached(Goal(SHARE, high=0.6), mine)
    assert not reached(Goal(ALL_SOLOS, high=0.25), mine)
    others = figures("dumbbot", games)
    assert others is not None
    assert others.share == pytest.approx(1.5 / 18)
    assert figures("normal", games) is None


def test_tables_mark_every_goal_and_rate_mixed_tables() -> None:
    (mixed,) = (match for match in MATCHES if match.mixed)
    goal = next(match for match in MATCHES if match.name == "diplomacy-hard-6-dumbbot")
    games = [result(goal, number, {SEATS[-number % 7]: 1.0}) for number in range(7)]
    for number in range(14):
        empty = result(mixed, number, {})
        players = empty.result.players
        best = next(seat for seat, name in players.items() if name == "hard")
        second = next(seat for seat, name in players.items() if name == "dumbbot")
        games.append(result(mixed, number, {best: 0.7, second: 0.3}))
    lines = markdown(games)
    hard = next(line for line in lines if line.startswith("| hard – 6 × dumbbot"))
    assert "100.0 % ± 0.0" in hard
    assert hard.endswith("reached; reached |")
    assert sum("not measured" in line for line in lines) == sum(bool(m.goals) for m in MATCHES) - 1
    start = next(n for n, line in enumerate(lines) if line.startswith("| player"))
    ranked = [line.split(" | ")[0].strip("| ") for line in lines[start + 2 : start + 9]]
    assert ranked[:2] == ["hard", "dumbbot"]
    assert set(ranked) == set(mixed.players)
    ratings = [float(line.split(" | ")[-1].split(" ±")[0]) for line in lines[start + 2 : start + 9]]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > 30 > 25 > ratings[-1]


def test_the_command_goes_on_where_it_stopped_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny = SHORT._replace(players=("dumbbot", *["random"] * 6))
    for module in (yardstick, sys.modules["benchmarks.yardstick_matches"]):
        monkeypatch.setattr(module, "MATCHES", (tiny,))
    results, page = tmp_path / "results.jsonl", tmp_path / "page.md"
    page.write_text("<!-- yardstick: begin -->\n<!-- yardstick: end -->\n")

    def run(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["yardstick", "--results", str(results), *words])
        return yardstick.main()

    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert run("--games", "7") == 0
    assert "7 games, 0 of them already played" in capsys.readouterr().out
    assert run("--games", "7") == 0
    assert "7 games, 7 of them already played" in capsys.readouterr().out
    assert run("--games", "14", "--processes", "2") == 0
    assert "14 games, 7 of them already played" in capsys.readouterr().out
    assert len(read(results)[1]) == 14
    assert run("--report", str(page)) == 0
    assert "### Diplomacy: one against six" in page.read_text()


def test_playing_needs_no_installation_and_no_package_but_msgspec(tmp_path: Path) -> None:
    """As on a machine with a source checkout, Python and msgspec."""
    script = """
import sys
from pathlib import Path
real = [path for path in sys.path if "site-packages" not in path]
import msgspec
sys.path[:] = real  # hides every installed package, and the entry points of this one
from benchmarks.source_checkout import find_games
find_games(Path(sys.argv[1]))
from benchmarks.yardstick import main
sys.argv[1:] = sys.argv[2:]
sys.exit(main())
"""
    words = ["diplomacy-easy-6-beginner", "--games", "1", "--minutes", "0.0001"]
    command = [sys.executable, "-c", script, str(tmp_path / "checkout"), *words]
    ran = subprocess.run(
        [*command, "--results", str(tmp_path / "results.jsonl")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 3, ran.stderr
    assert "7 games, 0 of them already played" in ran.stdout
