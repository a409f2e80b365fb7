"""Computer players with several questions at once, some of them optional."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from entente.arena import SimulationPlan, simulate
from entente.kernel import (
    END,
    STAY,
    Action,
    Chance,
    Choose,
    DecisionStep,
    Frame,
    Game,
    GameInfo,
    Menu,
    Option,
    Options,
    Outcome,
    Position,
    Seat,
    StandingDecision,
    State,
    Steps,
    View,
    registry,
    say,
    step,
)
from entente.players import GreedyPlayer, PlayerView, RandomPlayer

SEATS = ("red", "blue")


class Siege(State, kw_only=True):
    """How many days are left; whether the flag is up."""

    days: int = 6
    flag: bool = False
    raised: int = 0


steps: Steps[Siege] = Steps()


def end(siege: Siege, winner: Seat) -> None:
    scores = {seat: float(seat == winner) for seat in SEATS}
    siege.outcome = Outcome((winner,), scores, say("end"))


@steps.ask("watch")
class Watch(DecisionStep[Siege]):
    """Red and blue pass a day in turn. When all days are over, blue has won."""

    def seats(self, context: Siege, frame: Frame) -> tuple[Seat, ...]:
        return (SEATS[context.days % 2],)

    def menu(self, context: Siege, frame: Frame, seat: Seat) -> Menu:
        return Choose(("wait", "sleep"))

    def apply(self, context: Siege, frame: Frame, seat: Seat, action: Action) -> bool:
        context.days -= 1
        if context.days:
            return STAY
        end(context, "blue")
        return END


@steps.ask("signal")
class Signal(StandingDecision[Siege]):
    """Red may hoist a flag or lower it, which changes nothing, and may call for relief if the
    option allows it: then red has won."""

    def seats(self, context: Siege, frame: Frame) -> tuple[Seat, ...]:
        return ("red",)

    def menu(self, context: Siege, frame: Frame, seat: Seat) -> Menu:
        relief = ("call",) if context.options["relief"] else ()
        return Choose(("lower" if context.flag else "hoist", *relief))

    def apply(self, context: Siege, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == "call":
            end(context, "red")
            return END
        context.flag = not context.flag
        context.raised += context.flag
        return STAY


class SiegeGame(Game[Siege, Siege]):
    """A game of waiting, with an optional question beside it."""

    info = GameInfo("siege", "1", "tests", SEATS, (Option("relief", "1", False),))
    state_type = Siege
    steps = steps

    def set_up(self, options: Options, chance: Chance) -> Siege:
        siege = Siege(options=options, chance=chance, stack=[step("watch")])
        siege.push_standing("signal")
        return siege

    def context(self, state: Siege) -> Siege:
        return state

    def copy(self, state: Siege) -> Siege:
        return replace(state, chance=state.chance.copy(), stack=state.stack[:])

    def build_view(self, position: Position[Siege, Siege], seat: Seat | None) -> View:
        return View(**position.seen(seat))

    def resample_hidden(self, context: Siege, seat: Seat, rng: Random) -> None:
        """Nothing is hidden."""


GAME = SiegeGame()


def test_sight_shows_first_what_the_game_waits_for() -> None:
    seen = PlayerView(GAME.begin({}, "1"), "red")
    assert [each.step for each in seen.decisions] == ["watch", "signal"]
    assert [each.must for each in seen.decisions] == [True, False]
    assert seen.decision == seen.decisions[0]


def test_sight_also_shows_what_a_seat_only_may_answer() -> None:
    position = GAME.begin({}, "1")
    position.apply("red", "wait")
    assert position.to_move == ("blue",)
    assert PlayerView(position, "red").decision.step == "signal"


def test_a_seat_without_a_decision_has_no_view() -> None:
    with pytest.raises(ValueError, match="blue has nothing to decide"):
        PlayerView(GAME.begin({}, "1"), "blue")


def test_the_random_player_answers_any_of_its_questions() -> None:
    seen, player = PlayerView(GAME.begin({}, "1"), "red"), RandomPlayer("1")
    assert {player.choose(seen) for _ in range(60)} == {"wait", "sleep", "hoist"}


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_greedy_player_takes_what_wins_though_it_need_not(seed: str) -> None:
    seen = PlayerView(GAME.begin({"relief": True}, "1"), "red")
    assert GreedyPlayer("siege", seed).choose(seen) == "call"


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_greedy_player_does_not_put_off_what_it_must(seed: str) -> None:
    """Even if it is about to lose: the last day would never come if it waved flags instead."""
    position = GAME.begin({}, "1")
    position.state.days = 2
    assert GreedyPlayer("siege", seed).choose(PlayerView(position, "red")) in ("wait", "sleep")


@pytest.mark.parametrize("player", [RandomPlayer, GreedyPlayer])
def test_no_player_is_woken_without_need(
    player: type[RandomPlayer | GreedyPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red acts on its own days only, although it could wave its flag on those of blue."""
    woken: list[PlayerView] = []
    choose = player.choose

    def watched(self: Any, view: PlayerView) -> str:
        woken.append(view)
        return choose(self, view)

    monkeypatch.setattr(registry, "load", lambda name, overrides=None: GAME)
    monkeypatch.setattr(player, "choose", watched)
    name = "random" if player is RandomPlayer else "greedy"
    result = simulate(SimulationPlan("siege", dict.fromkeys(SEATS, name), 5))
    assert result.failures == []
    assert len(woken) == result.decisions >= 5 * 6
    assert all(view.decision.must for view in woken)
