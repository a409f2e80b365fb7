"""The benchmark: results, interruption, fingerprint and leaderboards."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from entente.arena.benchmark import (
    BenchmarkPlan,
    add_entry,
    chosen_parts,
    definition,
    fingerprint,
    merge_entries,
    read_entries,
    run_benchmark,
    summarise,
)
from entente.arena.benchmark.definition import MATCHES
from entente.arena.intervals import mean, student
from entente.games.diplomacy.benchmark import read_suite
from entente.kernel import UserError
from tests.arena.benchmark_players import Holds

HOLDS = "tests.arena.benchmark_players:Holds"
SILENT = "tests.arena.benchmark_players:Silent"
V1 = "9c431214cb884987"


def test_version_1_stays_what_it_is() -> None:
    """A change of a position, a match, a seed or the rules needs a higher version."""
    assert read_suite().version == 1
    assert fingerprint() == V1


def test_a_change_of_a_match_changes_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "MATCHES", MATCHES[1:])
    assert fingerprint() != V1


def test_holding_everywhere_scores_nothing(tmp_path: Path) -> None:
    done = run_benchmark(BenchmarkPlan.of(HOLDS, parts=("positions",)), tmp_path)
    entry = summarise(done)
    assert entry.positions is not None
    idle = [each for each in done.positions if not each.position.startswith("endgame")]
    assert {each.score for each in idle} == {0.0}
    assert entry.positions.calls == sum(len(each.answers) for each in done.positions) == 102
    assert entry.blemishes == 0


def test_an_error_counts_as_holding_and_is_reported(tmp_path: Path) -> None:
    entry = summarise(run_benchmark(BenchmarkPlan.of(SILENT, parts=("positions",)), tmp_path))
    assert entry.positions is not None
    assert entry.positions.score.rate == 0.0
    assert entry.positions.failures == 102
    assert entry.positions.calls == 0


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = BenchmarkPlan.of(HOLDS, parts=("positions", "vs-random"))
    monkeypatch.setattr(Holds, "stop_at", "guess-landing")
    first = run_benchmark(plan, tmp_path)
    assert not first.finished
    assert len(first.positions) == 11
    assert not first.matches
    monkeypatch.setattr(Holds, "stop_at", "")
    steps = list[tuple[str, int, int]]()
    second = run_benchmark(plan, tmp_path, progress=lambda *step: steps.append(step))
    assert second.finished
    assert second.resumed == 11
    assert steps[0] == ("positions", 11, 25)
    assert steps[-1] == ("vs-random", 7, 7)
    (match,) = summarise(second).matches
    assert match.games == 7
    assert match.calls > 7


def test_a_folder_belongs_to_one_player(tmp_path: Path) -> None:
    run_benchmark(BenchmarkPlan.of(HOLDS, parts=("positions",)), tmp_path)
    with pytest.raises(UserError, match="another player"):
        run_benchmark(BenchmarkPlan.of(HOLDS, "another", parts=("positions",)), tmp_path)


def test_a_longer_run_keeps_its_games(tmp_path: Path) -> None:
    parts = ("probe-dumbbot",)
    longer = run_benchmark(BenchmarkPlan.of(HOLDS, parts=parts, rounds=2), tmp_path)
    again = run_benchmark(BenchmarkPlan.of(HOLDS, parts=parts), tmp_path)
    assert [len(each.run.games) for each in (*longer.matches, *again.matches)] == [14, 14]
    (probe,) = summarise(again).matches
    assert probe.share.rate > 0.5  # DumbBot takes what six sleepers leave
    assert probe.calls > probe.games  # the player's calls, not the challenger's


def test_a_bot_cannot_be_asked_for_positions() -> None:
    with pytest.raises(UserError, match="--suite games,probes"):
        BenchmarkPlan.of("bot:python3 mine.py")


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(UserError, match="no part “openings”"):
        chosen_parts("positions,openings")
    assert chosen_parts("games, vs-hard") == ("games", "vs-hard")


# -- leaderboards


def test_a_leaderboard_keeps_the_longest_run_of_a_player(tmp_path: Path) -> None:
    plan = BenchmarkPlan.of(HOLDS, parts=("positions",))
    entry = summarise(run_benchmark(plan, tmp_path / "results"))
    other = msgspec.structs.replace(entry, name="other", date="2000-01-01")
    shorter = msgspec.structs.replace(entry, positions=None, date="2100-01-01")
    file = tmp_path / "deep" / "leaderboard.jsonl"
    for each in (entry, other, shorter):
        add_entry(file, each)
    assert read_entries(file) == [other, entry]  # equal scores: by name
    elsewhere = msgspec.structs.replace(entry, fingerprint="0")
    assert merge_entries([entry, elsewhere, entry]) == [elsewhere, entry]


def test_a_line_that_is_no_entry_is_named(tmp_path: Path) -> None:
    file = tmp_path / "leaderboard.jsonl"
    file.write_text('{"name": "x"}\n')
    with pytest.raises(UserError, match="line 1 is not a leaderboard entry"):
        read_entries(file)


def test_the_share_counts_only_when_all_matches_are_played(tmp_path: Path) -> None:
    entry = summarise(run_benchmark(BenchmarkPlan.of(HOLDS, parts=("vs-random",)), tmp_path))
    assert entry.share is None
    assert entry.exploited is None


# -- intervals


def test_students_quantiles() -> None:
    """The table of any book of statistics."""
    table = {1: 12.706, 2: 4.303, 3: 3.182, 6: 2.447, 13: 2.160, 30: 2.042, 1000: 1.962}
    assert {n: round(student(n), 3) for n in table} == pytest.approx(table, abs=0.02)


def test_a_mean_has_an_interval_between_0_and_1() -> None:
    assert (mean([]).low, mean([]).high) == (0.0, 1.0)
    assert mean([0.4]).low == 0.0
    assert mean([0.0, 1.0, 0.0]).low == 0.0
    narrow = mean([0.4, 0.5, 0.6] * 10)
    assert narrow.rate == pytest.approx(0.5)
    assert 0.4 < narrow.low < narrow.rate < narrow.high < 0.6
