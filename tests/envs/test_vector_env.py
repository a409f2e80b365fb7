"""Diplomacy on many boards at once, held to the game as the library plays it."""

from __future__ import annotations

import numpy as np
import pytest

from entente.envs.vector_env import SLOTS, DiplomacyVectorEnv
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.encoding import order_of, read_units
from entente.games.diplomacy.rules.orders import Position, write_order, write_unit
from entente.kernel import registry
from tests.amount import amount


def places(counts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random place in each list."""
    found: np.ndarray = rng.integers(0, np.maximum(counts, 1))
    return found


def test_the_observation_is_the_board_of_the_game() -> None:
    envs = DiplomacyVectorEnv(3)
    boards, _ = envs.reset(seed=1)
    envs.sample_orders()
    again, *_ = envs.step()
    assert again is boards
    assert np.shares_memory(boards, np.asarray(envs._game.boards))
    assert np.shares_memory(envs.orders, np.asarray(envs._game.orders))
    assert envs.observation_space.contains(boards)
    assert (boards[:, at.SEASON] == at.AUTUMN).any() or (boards[:, at.PHASE] == at.RETREATS).any()


def test_the_choices_of_the_first_spring_are_those_of_the_menus() -> None:
    game = registry.load("diplomacy")
    position = game.begin(None, "1")
    menus = {
        unit: set(choices)
        for decision in position.decisions
        for unit, choices in decision.menu.slots.items()  # type: ignore[union-attr]
        if unit != "vote"
    }
    envs = DiplomacyVectorEnv(2)
    envs.reset()
    choices, board = envs.choices(), envs._game.map.board
    units = tuple(read_units(envs._game.boards, at.BOARD))
    where = Position(board, units)
    assert len(units) == 22
    for slot, unit in enumerate(units):
        orders = [order_of(int(code)) for code in choices.for_slot(1, slot)]
        said = {write_order(board, where, slot, order) for order in orders}
        assert said == menus[write_unit(board, unit)]
    assert not choices.counts[:, 22:].any()


@pytest.mark.amount
def test_games_are_played_by_choices() -> None:
    """Through all phases, on boards in different phases, to their ends and again."""
    envs, rng = DiplomacyVectorEnv(4, last_year=1902), np.random.default_rng(3)
    envs.reset(seed=3)
    ended, phases = 0, set[int]()
    for _ in range(amount(25, 2000)):
        now = envs.boards[:, at.PHASE].copy()
        phases |= set(now.tolist())
        choices = envs.choices()
        asked = (choices.counts > 0).sum(axis=1)
        movement = now == at.MOVEMENT
        assert (asked[movement] == envs.boards[movement, at.COUNT]).all()
        retreats = now == at.RETREATS
        assert (asked[retreats] == envs.boards[retreats, at.BEATEN]).all()
        boards, rewards, over, broken, info = envs.step(
            choices.codes_at(places(choices.counts, rng))
        )
        assert rewards.sum(axis=1) == pytest.approx(over.astype(float))
        assert not broken.any()
        ended += over.sum()
        if over.any():
            assert (info["final_boards"][over, at.OVER] != at.GOES_ON).all()
            assert (boards[over, at.COUNT] == 22).all()
    assert ended >= 4
    assert phases == {at.MOVEMENT, at.RETREATS, at.ADJUSTMENTS}


def test_orders_that_are_drawn_are_among_the_choices() -> None:
    envs = DiplomacyVectorEnv(3, last_year=1903)
    envs.reset(seed=5)
    for _ in range(12):
        choices = envs.choices()
        envs.sample_orders()
        for board, phase in enumerate(envs.boards[:, at.PHASE].tolist()):
            kept = (envs.orders, envs.retreats, envs.adjustments)[phase][board]
            for slot in np.flatnonzero(choices.counts[board]):
                assert kept[slot] in choices.for_slot(board, int(slot))
        envs.step()


def test_a_winter_without_adjustments_is_a_step_too() -> None:
    """All hold: no power has taken anything, and there is nothing to build."""
    envs = DiplomacyVectorEnv(1)
    envs.reset()
    for phase in (at.MOVEMENT, at.MOVEMENT, at.ADJUSTMENTS):
        assert envs.boards[0, at.PHASE] == phase
        choices = envs.choices()
        assert (choices.counts.sum() == 0) == (phase == at.ADJUSTMENTS)
        envs.step(choices.codes_at(np.zeros((1, SLOTS), dtype=np.int64)))
    assert envs.boards[0, at.YEAR] == 1
    assert envs.boards[0, at.COUNT] == 22


def test_a_seed_gives_the_same_games() -> None:
    one, other = DiplomacyVectorEnv(2), DiplomacyVectorEnv(2)
    for envs in (one, other):
        envs.reset(seed=9)
        for _ in range(6):
            envs.sample_orders()
            envs.step()
    assert np.array_equal(one.boards, other.boards)
    one.reset(seed=9)
    other.reset(seed=10)
    for envs in (one, other):
        envs.sample_orders()
        envs.step()
    assert not np.array_equal(one.boards, other.boards)


def test_wrong_actions_are_reported() -> None:
    envs = DiplomacyVectorEnv(2)
    envs.reset()
    with pytest.raises(ValueError, match=f"2 rows of {SLOTS} orders"):
        envs.step(np.zeros((2, 34), dtype=np.int32))
    with pytest.raises(IndexError, match="slot 0 of board 0 has"):
        envs.choices().codes_at(np.full((2, SLOTS), 1000))
    with pytest.raises(TypeError, match="single seed"):
        envs.reset(seed=[1, 2])
