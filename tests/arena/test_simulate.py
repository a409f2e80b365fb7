"""Many games: the same results however the work is shared, and failures one can open."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from entente.arena import Simulation, SimulationPlan, simulate
from entente.arena.simulate import game_seed
from entente.kernel import IllegalAction, OptionError, registry
from entente.kernel.record import parse
from entente.players import PlayerView, RandomPlayer, UnknownPlayer

pytestmark = pytest.mark.usefixtures("toys")

POWERS = dict.fromkeys(("austria", "britain", "france"), "random")
COLOURS = dict.fromkeys(("red", "blue"), "random")


def timeless(result: Simulation) -> Simulation:
    return msgspec.structs.replace(result, seconds=0.0, decisions_per_second=0.0)


def test_counts_add_up() -> None:
    result = simulate(SimulationPlan("conference", POWERS, 40))
    assert result.games == 40
    assert result.failures == []
    assert sum(result.endings.values()) == 40
    assert result.mean_length == result.decisions / 40
    for seat in result.seats.values():
        assert seat.wins + seat.draws + seat.losses == 40
    assert sum(seat.mean_score for seat in result.seats.values()) == pytest.approx(1.0)


def test_a_listener_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SimulationPlan("conference", POWERS, 20, seed="7")
    quiet = timeless(simulate(plan))
    monkeypatch.setattr(RandomPlayer, "reads_menus_only", False)
    assert timeless(simulate(plan)) == quiet


def test_the_same_seed_gives_the_same_results_and_another_gives_others() -> None:
    plan = SimulationPlan("conference", POWERS, 30, seed="7")
    assert timeless(simulate(plan)) == timeless(simulate(plan))
    other = msgspec.structs.replace(plan, seed="8")
    assert timeless(simulate(plan)) != timeless(simulate(other))


def test_statistics_are_counted_by_seat_or_for_no_seat() -> None:
    result = simulate(SimulationPlan("conference", POWERS, 10, options={"rounds": 3}))
    assert result.happenings["rounds"] == {"": 30}
    assert set(result.happenings["treaties"]) <= set(POWERS)


@pytest.mark.parametrize("workers", [2, pytest.param(3, marks=pytest.mark.soak)])
def test_the_results_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    plan = SimulationPlan("conference", POWERS, 30, seed="7")
    assert timeless(simulate(plan)) == timeless(simulate(plan, workers))


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate(SimulationPlan("orders", COLOURS, 12), progress=heard.append)
    assert sum(heard) == 12


def test_options_are_used() -> None:
    result = simulate(SimulationPlan("orders", COLOURS, 5, options={"turns": 1}))
    assert result.decisions == 10


def test_an_interruption_ends_with_what_is_done() -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    for workers in (1, 2):
        result = simulate(SimulationPlan("orders", COLOURS, 500), workers, progress=interrupt)
        assert result.interrupted
        assert 0 < result.games < 500


# -- what cannot be played


def test_a_plan_that_cannot_be_played_is_refused_before_the_first_game() -> None:
    with pytest.raises(UnknownPlayer):
        simulate(SimulationPlan("orders", {"red": "random", "blue": "napoleon"}, 1))
    with pytest.raises(ValueError, match="each of these seats: red, blue"):
        simulate(SimulationPlan("orders", {"red": "random"}, 1))
    with pytest.raises(OptionError):
        simulate(SimulationPlan("orders", COLOURS, 1, options={"turns": 2}))


# -- failures


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_fails_leaves_a_record_and_the_error(tmp_path: Path, workers: int) -> None:
    folder = tmp_path / "failures"
    result = simulate(SimulationPlan("trouble", COLOURS, 3, failures=str(folder)), workers)
    assert result.games == 3
    assert [failure.game for failure in result.failures] == [0, 1, 2]
    for failure in result.failures:
        assert failure.error == "ZeroDivisionError: the rules divided by nothing"
        record = parse(Path(failure.record).read_bytes())
        assert record.header.seed == failure.seed
        assert len(record.moves) == failure.decisions
        found = json.loads(Path(failure.record).with_suffix(".error.json").read_text())
        assert found["error"] == failure.error
        assert "ZeroDivisionError" in found["traceback"]


def test_the_record_of_a_failure_plays_up_to_it(tmp_path: Path) -> None:
    plan = SimulationPlan("trouble", COLOURS, 1, failures=str(tmp_path), most_decisions=9)
    plan = msgspec.structs.replace(plan, options={"kind": "endless"})
    (failure,) = simulate(plan).failures
    assert failure.error == "DecisionLimitReached: no end after 9 decisions"
    match = parse(Path(failure.record).read_bytes()).verify(registry.load)
    assert len(match.moves) == 9


def test_an_action_that_is_not_allowed_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cheat(self: RandomPlayer, sight: PlayerView) -> str:
        return "A VIE - MOON"

    monkeypatch.setattr(RandomPlayer, "choose", cheat)
    (failure,) = simulate(SimulationPlan("orders", COLOURS, 1, failures=str(tmp_path))).failures
    assert failure.error.startswith(IllegalAction.__name__)
    assert (failure.seat, failure.action) == ("red", "A VIE - MOON")


def test_recovered_errors_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        RandomPlayer, "recovered_errors", ["ValueError: lost the thread"], raising=False
    )
    result = simulate(SimulationPlan("orders", COLOURS, 3))
    assert result.failures == []
    assert result.lapses == {"blue": 3, "red": 3}


def test_games_that_end_are_counted_beside_those_that_fail(tmp_path: Path) -> None:
    plan = SimulationPlan("trouble", COLOURS, 4, failures=str(tmp_path), options={"turns": 1})
    assert simulate(plan).failures == []
    assert simulate(plan).games == 4


def test_a_seed_with_odd_characters_makes_a_plain_file_name(tmp_path: Path) -> None:
    plan = SimulationPlan("trouble", COLOURS, 1, seed="../ä b", failures=str(tmp_path / "x"))
    (failure,) = simulate(plan).failures
    assert Path(failure.record).parent == tmp_path / "x"
    assert failure.seed == game_seed(plan, 0)
