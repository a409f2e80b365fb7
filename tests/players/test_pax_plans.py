"""How `hard` compares plans at Pax Britannica: when, with what budget, and with what it knows."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random

import msgspec
import pytest

from entente.games.pax.context import PaxContext
from entente.games.pax.engine.engine import PaxEngine
from entente.games.pax.engine.features import WEIGHTS
from entente.games.pax.engine.plans import LEAST_GAIN, LEAST_WORLDS, clearly_better
from entente.games.pax.game import PaxBritannica
from entente.games.pax.state import PaxState
from entente.kernel import Position, Seat
from entente.players import PlayerView, RandomPlayer
from entente.players.engines import HARD, Budget
from entente.players.search_result import SearchResult

PaxPosition = Position[PaxState, PaxContext]
GAME = PaxBritannica({})
FEW = Budget(positions=300)
TURN = 5
MONEY = 90  # pounds: enough for several plans


def engine(seed: str = "plans") -> PaxEngine:
    return PaxEngine(WEIGHTS[HARD], seed)


def think(position: PaxPosition, seat: Seat, budget: Budget = FEW) -> SearchResult:
    return engine().think(PlayerView(position, seat), budget)


@cache
def movement(mode: str, turn: int) -> PaxPosition:
    """The movement phase of a turn on the map of the opening, with money for all and no offers."""
    position = GAME.begin({"players": 4, "phase_mode": mode}, "3")
    while position.state.phase != "movement":
        seat = position.to_move[0]
        position.apply(seat, RandomPlayer(f"3/{seat}").choose(PlayerView(position, seat)))
    position.state.turn = turn
    position.state.offers_made = dict.fromkeys(position.context.seats, 99)
    for power in position.context.majors:
        position.state.treasury[power] = MONEY
    return position


def turning(mode: str, turn: int) -> tuple[PaxPosition, Seat, SearchResult]:
    """The moment at which France has sent its armies home and places its first marker."""
    position, seat = movement(mode, turn).copy(), "france"
    for _ in range(20):
        result = think(position, seat)
        if result.action.startswith(("place ", "raise ")):
            return position, seat, result
        position.apply(seat, result.action)
    raise AssertionError("it places nothing")


def in_another_process(saved: bytes, seat: Seat) -> SearchResult:
    """The result of an engine that knows only the saved state."""
    return think(Position(GAME, GAME.load(saved)), seat)


# -- when


def test_plans_are_compared_from_the_turn_of_the_weights_on() -> None:
    """Before that turn, `hard` follows its judgement."""
    position, seat, result = turning("open", TURN)
    late = PaxEngine(msgspec.structs.replace(WEIGHTS[HARD], plans_from=TURN + 1), "plans")
    plain = PaxEngine(msgspec.structs.replace(WEIGHTS[HARD], positions=0), "plans")
    unplanned = late.think(PlayerView(position, seat), FEW)
    assert unplanned.positions == 1
    assert unplanned.action == plain.think(PlayerView(position, seat)).action
    assert result.positions > 1


@pytest.mark.parametrize(
    ("gains", "better"),
    [
        ([LEAST_GAIN + 1.0] * LEAST_WORLDS, True),
        ([LEAST_GAIN - 1.0] * 48, False),  # the sketch errs by more
        ([40.0, -30.0] * 24, False),  # chance
        ([40.0] * (LEAST_WORLDS - 1), False),  # too few games
    ],
)
def test_another_plan_must_be_clearly_better_than_the_usual_one(
    gains: list[float], better: bool
) -> None:
    usual = [float(number) for number in range(len(gains))]
    scores = [score + gain for score, gain in zip(usual, gains, strict=True)]
    assert clearly_better(scores, usual) is better


# -- with what budget


def test_the_budget_is_not_exceeded() -> None:
    """More of it is used, and with next to nothing the usual marker is placed."""
    position, seat, _ = turning("open", TURN)
    spent = [think(position, seat, Budget(positions=most)).positions for most in (1, 40, 300, 900)]
    assert spent[0] == 1
    assert spent[1] <= 40
    assert 150 < spent[2] <= 300
    assert 450 < spent[3] <= 900


# -- with what it knows


def test_the_same_seed_record_and_budget_give_the_same_result_in_every_process() -> None:
    position, seat, result = turning("open", TURN)
    assert think(position, seat) == result
    saved = GAME.save(position.state)
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        assert process.submit(in_another_process, saved, seat).result() == result
    assert GAME.save(position.state) == saved


def test_the_plans_of_others_make_no_difference() -> None:
    """Sealed plans: two tables that look the same to a seat get the same answer."""
    position, seat, _ = turning("sealed", TURN)
    rng, hidden = Random(5), 0
    others = [each for each in position.to_move if each != seat]
    for other in others:
        for _ in range(12):
            if other not in position.to_move:
                break
            choice = RandomPlayer(f"{rng.random()}").choose(PlayerView(position, other))
            if choice.startswith("seal"):
                break
            position.apply(other, choice)
    result = think(position, seat)
    for number in range(3):
        twin = position.determinize(seat, Random(number))
        hidden += GAME.save(twin.state) != GAME.save(position.state)
        assert think(twin, seat) == result
    assert result.positions > 1
    assert hidden
