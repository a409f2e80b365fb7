"""A tournament: the same however the work is shared or broken off; nothing that fails is lost."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from entente.arena import (
    GameResult,
    Tournament,
    TournamentRun,
    Variant,
    local,
    read,
    run_tournament,
    tables,
)
from entente.arena.executors import Work, run_serial
from entente.kernel import Options, UserError, registry
from entente.kernel.record import parse
from entente.players import UnknownPlayer

pytestmark = pytest.mark.usefixtures("toys")

SHORT, FAR, TOO_FAR, FALTERING, CRASHING, ENDING = (
    f"tests.arena.entrants:{name}"
    for name in ("short", "far", "too_far", "faltering", "crashing", "ending")
)


def tournament(
    game: str, *players: str, seed: str = "7", **options: bool | int | str
) -> Tournament:
    given: Options = registry.load(game).info.complete(options)
    return Tournament(game, "1", players, (Variant("", given),), seed)


def timeless(played: TournamentRun) -> list[GameResult]:
    return [game.timeless for game in played.games]


# -- the same results


def test_the_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    """Nor do the failures."""
    pair, failures = tournament("orders", CRASHING, FALTERING), str(tmp_path / "failures")
    alone = run_tournament(pair, 12, tmp_path / "alone", failures=failures)
    together = run_tournament(pair, 12, tmp_path / "together", local(2), failures)
    assert timeless(alone) == timeless(together)
    assert len(alone.games) == 12
    assert alone.finished
    assert 0 < sum(game.fault is not None for game in alone.games) < 12


def test_another_seed_makes_other_games(tmp_path: Path) -> None:
    one = run_tournament(tournament("conference", "random"), 6, tmp_path / "one")
    other = run_tournament(tournament("conference", "random", seed="8"), 6, tmp_path / "other")
    assert [g.ending for g in one.games] != [g.ending for g in other.games]


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_resumed_it_is_the_same(tmp_path: Path, workers: int) -> None:
    pair = tournament("conference", "random", FALTERING)
    whole = run_tournament(pair, 6, tmp_path / "whole")

    def interrupt(done: int, planned: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    file = tmp_path / "part"
    part = run_tournament(pair, 6, file, local(workers), progress=interrupt)
    assert (len(part.games), part.planned, part.finished) == (5, 12, False)
    assert len(file.read_text().splitlines()) == 6
    resumed = run_tournament(pair, 6, file, local(workers))
    assert resumed.resumed == 5
    assert timeless(resumed) == timeless(whole)
    assert [game.timeless for game in read(file)[1]] == timeless(whole)


def test_where_a_process_ends_what_is_done_is_kept_and_the_rest_played(tmp_path: Path) -> None:
    pair, file = tournament("conference", ENDING, "random"), tmp_path / "file"
    with pytest.raises(UserError, match="a worker process ended"):
        run_tournament(pair, 12, file, local(2))
    kept = read(file)[1]
    assert len(kept) < 24
    resumed = run_tournament(pair, 12, file)  # where it does not end
    assert resumed.resumed == len(kept)
    assert timeless(resumed) == timeless(run_tournament(pair, 12, tmp_path / "whole"))


def test_finished_games_are_not_played_again(tmp_path: Path) -> None:
    pair = tournament("walk", SHORT, FAR)
    first = run_tournament(pair, 4, tmp_path / "file")

    def no_games(work: list[Work]) -> Generator[GameResult, None, None]:
        raise AssertionError("there is nothing to do")

    assert run_tournament(pair, 4, tmp_path / "file", no_games).games == first.games


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    pair, asked = tournament("walk", SHORT, FAR), list[int]()

    def counted(work: list[Work]) -> Generator[GameResult, None, None]:
        asked.append(len(work))
        yield from run_serial(work)

    run_tournament(pair, 4, tmp_path / "file", counted)
    longer = run_tournament(pair, 10, tmp_path / "file", counted)
    assert asked == [4, 6]
    assert timeless(longer) == timeless(run_tournament(pair, 10, tmp_path / "anew"))


def test_progress_hears_how_far_it_is(tmp_path: Path) -> None:
    heard = list[tuple[int, int]]()
    run_tournament(
        tournament("walk", SHORT, FAR),
        4,
        tmp_path / "file",
        progress=lambda done, planned: heard.append((done, planned)),
    )
    assert heard == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


# -- the file


def test_a_line_that_was_not_finished_is_played_again(tmp_path: Path) -> None:
    pair, file = tournament("conference", "random", FALTERING), tmp_path / "file"
    whole = run_tournament(pair, 6, file)
    file.write_bytes(file.read_bytes()[:-40])
    assert len(read(file)[1]) == 11
    assert timeless(run_tournament(pair, 6, file)) == timeless(whole)


def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(tmp_path: Path) -> None:
    pair, file = tournament("walk", SHORT, FAR), tmp_path / "file"
    run_tournament(pair, 4, file)
    with pytest.raises(UserError, match="of another tournament \\(seed differ\\)"):
        run_tournament(tournament("walk", SHORT, FAR, seed="8"), 4, file)
    with pytest.raises(UserError, match="has 4 games, 2 more than requested"):
        run_tournament(pair, 2, file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:2], "{}\n", *lines[3:]]))
    with pytest.raises(UserError, match="line 3 cannot be read"):
        run_tournament(pair, 4, file)
    file.write_text("Dear diary\n")
    with pytest.raises(UserError, match="not an arena results file"):
        run_tournament(pair, 4, file)
    file.write_text(lines[0].replace('"arena":1', '"arena":9'))
    with pytest.raises(UserError, match="later version"):
        run_tournament(pair, 4, file)


def test_the_file_contains_no_position_and_no_move(tmp_path: Path) -> None:
    run_tournament(tournament("conference", "random"), 3, tmp_path / "file")
    for line in (tmp_path / "file").read_text().splitlines()[1:]:
        result = json.loads(line)
        assert set(result) == {"key", "seed", "players", "decisions", "ending", "thought"}


# -- what fails


def test_a_player_that_breaks_down_loses_and_is_named(tmp_path: Path) -> None:
    pair, folder = tournament("orders", CRASHING, "random"), tmp_path / "failures"
    played = run_tournament(pair, 10, tmp_path / "file", failures=str(folder))
    (table,) = tables(played)
    failed = [game for game in played.games if game.fault is not None]
    assert 0 < len(failed) < 10
    assert {each.error for each in table.failures} == {"RuntimeError: out of ideas"}
    assert {each.player for each in table.failures} == {CRASHING}
    faulty, other = sorted(table.standings, key=lambda each: -each.fared.failures)
    assert faulty.fared.failures == len(failed)
    assert faulty.fared.games == 10
    assert other.fared.games == 10 - len(failed)
    assert other.fared.failures == 0
    for game in failed:
        assert game.fault is not None
        assert len(parse(Path(game.fault.record).read_bytes()).moves) == game.decisions
    assert len(list(folder.glob("*.jsonl"))) == len(failed)


def test_a_player_that_does_what_is_not_allowed_is_at_fault(tmp_path: Path) -> None:
    pair = tournament("walk", TOO_FAR, FAR)
    (table,) = tables(run_tournament(pair, 2, tmp_path / "file", failures=str(tmp_path)))
    assert [each.player for each in table.failures] == [TOO_FAR, TOO_FAR]
    assert table.ended == 0
    assert [each.player for each in table.standings] == [FAR, TOO_FAR]


@pytest.mark.parametrize(
    ("player", "error"),
    [
        ("mute", "TypeError: the player must answer with a string, not None"),
        ("leaving", "PlayerExited: the player tried to exit the program: SystemExit(3)"),
    ],
)
def test_a_player_that_answers_nothing_or_leaves_is_at_fault(
    tmp_path: Path, player: str, error: str
) -> None:
    faulty = f"tests.arena.entrants:{player}"
    played = run_tournament(
        tournament("walk", faulty, FAR), 2, tmp_path / "file", failures=str(tmp_path)
    )
    (table,) = tables(played)
    assert [(each.player, each.error) for each in table.failures] == [(faulty, error)] * 2
    assert table.ended == 0


def test_where_the_rules_fail_no_player_is_to_blame(tmp_path: Path) -> None:
    (table,) = tables(
        run_tournament(
            tournament("trouble", "random"), 2, tmp_path / "file", failures=str(tmp_path)
        )
    )
    assert [each.player for each in table.failures] == ["", ""]
    assert table.standings[0].fared.games == 0


def test_recovered_errors_are_counted(tmp_path: Path) -> None:
    (table,) = tables(
        run_tournament(tournament("conference", FALTERING, "random"), 3, tmp_path / "file")
    )
    lapses = {each.player: each.lapses for each in table.standings}
    assert lapses == {FALTERING: 3 + 2 * 3, "random": 0}
    (lapse,) = table.lapses
    assert (lapse.player, lapse.error, lapse.times) == (FALTERING, "ValueError: lost the thread", 9)


def test_a_missing_player_is_noticed_before_the_first_game(tmp_path: Path) -> None:
    pair = Tournament("attrition", "1", ("napoleon", "random"), (Variant("", {}),))
    with pytest.raises(UnknownPlayer, match="napoleon"):
        run_tournament(pair, 2, tmp_path / "file")
    assert not (tmp_path / "file").exists()
