"""Diplomacy's vector environment with masks, held to the game as the library plays it."""

from __future__ import annotations

import sys
from array import array
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState
from entente.envs.masked_vector_env import MaskedDiplomacyVectorEnv
from entente.games.diplomacy.answers.slots import ORDERS
from entente.games.diplomacy.batch import UnsupportedInBatch
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.encoding import order_of, read_units
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.batch.vector import Games, VectorSettings, factors, gpu
from entente.games.diplomacy.batch.vector import layout as of
from entente.games.diplomacy.batch.vector.games import ARRAYS
from entente.games.diplomacy.rules.orders import Position, write_order, write_unit
from tests.amount import amount

BOARD = standard_map().board
POWERS = [power.id.lower() for power in BOARD.powers]


def text_of(games: Games, board: int, slot: int, code: int) -> str:
    """An order of a unit, a retreat or an order of winter, as the library writes it."""
    phase = games.boards[board, at.PHASE]
    location, who = (int(number) for number in games.units[board, slot])
    if phase == at.MOVEMENT:
        units = tuple(read_units(games.boards[board], 0))
        return write_order(BOARD, Position(BOARD, units), slot, order_of(code))
    kind = "F" if who & at.FLEET else "A"
    if phase == at.RETREATS:
        goal = "D" if code == at.NONE else f"- {BOARD.locations[code]}"
        return f"{kind} {BOARD.locations[location]} {goal}"
    return str(code)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_observations_are_those_of_the_library(seed: int) -> None:
    """The same orders on a batch and in a game of the library: the same blocks, while no one is
    dislodged (a retreat without a choice is a step in the library only)."""
    spec = EnvSpec("diplomacy")
    observer, games, rng = Observer(spec), Games(1), np.random.default_rng(seed)
    state = EnvState(spec, spec.game.begin(spec.options, "1"))
    games.begin(seed=1)
    compared = 0
    for _ in range(amount(6, 12)):
        vector = observer.array(state, POWERS[0])
        seen = games.observations[0].astype(np.float32)
        for name in list(of.BLOCKS)[1:]:
            first, last = of.BLOCKS[name]
            ours, theirs = seen[first:last], vector[observer.slices[name]]
            assert np.array_equal(ours, theirs), name
        assert seen[0] == round(float(vector[observer.slices["year"]][0]) * 50)
        compared += 1
        if games.boards[0, at.PHASE] != at.MOVEMENT or games.boards[0, at.BEATEN]:
            break
        games.actions[:] = rng.random(games.counts.shape) * games.counts
        chosen: dict[str, list[str]] = {power: [] for power in POWERS}
        for slot in np.flatnonzero(games.counts[0]):
            code = int(games.codes[0, slot, games.actions[0, slot]])
            power = POWERS[int(games.units[0, slot, 1]) & at.POWER]
            chosen[power].append(text_of(games, 0, int(slot), code))
        for power, orders in chosen.items():
            state.answer(power, "; ".join([*orders, ORDERS]))
        games.step()
    assert compared >= 2


def test_masks_and_orders_are_the_menus_of_the_first_spring() -> None:
    envs = MaskedDiplomacyVectorEnv(2)
    seen, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    position = EnvSpec("diplomacy").begin("1").position
    menus = {
        unit: set(choices)
        for decision in position.decisions
        for unit, choices in decision.menu.slots.items()  # type: ignore[union-attr]
        if unit != "vote"
    }
    legal = EnvSpec("diplomacy").begin("1").legal_actions("austria")
    for slot in range(22):
        there = seen["action_mask"][1, slot].astype(bool)
        codes = seen["orders"][1, slot][there]
        texts = {text_of(envs.games, 1, slot, int(code)) for code in codes}
        unit = BOARD.unit_names[bool(seen["units"][1, slot, 1] & at.FLEET)][
            int(seen["units"][1, slot, 0])
        ]
        assert texts == menus[unit]
    assert not seen["action_mask"][:, 22:].any()
    assert set(envs.flat_ids(0, 0).tolist()) == set(legal)


def test_factors_take_orders_apart() -> None:
    games = Games(1)
    games.begin(seed=1)
    parts = factors(games.codes[0, 0, : games.counts[0, 0]])
    orders = [order_of(int(code)) for code in games.codes[0, 0, : games.counts[0, 0]]]
    assert parts.kind.tolist() == [order.kind for order in orders]
    for number, order in enumerate(orders):
        if order.kind != at.HOLD:
            assert parts.target[number] == order.target
            assert parts.end[number] == order.end
            assert parts.coast[number] == order.coast
            assert parts.via[number] == order.via


@pytest.mark.amount
@pytest.mark.parametrize("learner", ["all", "rotating", "turkey"])
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_games_are_played_to_their_ends(learner: str, opponent: str) -> None:
    envs = MaskedDiplomacyVectorEnv(
        3, learner=learner, opponent=opponent, reward="centre_share", last_year=1901
    )
    rng, ends, total = np.random.default_rng(4), 0, np.zeros(3)
    seen, _ = envs.reset(seed=4)
    for _ in range(amount(8, 200)):
        before, open_slots = envs.learners.copy(), seen["action_mask"].any(axis=2)
        assert open_slots.any(axis=1).all()
        if learner != "all":
            powers = seen["units"][..., 1] & at.POWER
            assert (powers[open_slots] == np.repeat(before, open_slots.sum(axis=1))).all()
        seen, rewards, over, broken, info = envs.step(envs.sample(rng))
        assert (seen["action_mask"].sum(axis=2) == envs.games.counts).all()
        assert rewards.shape == ((3, 7) if learner == "all" else (3,))
        assert not broken.any()
        ends += over.sum()
        for board in np.flatnonzero(over):
            last = info["final_obs"][board]["observation"]
            assert last.sum() > 0
            assert seen["observation"][board, 0] == 1  # 1901 again
            if learner == "rotating":
                assert envs.learners[board] == (before[board] + 1) % 7
        rewritten = seen["observation"].copy()
        envs.games.observe()
        assert np.array_equal(rewritten, envs.games.observations)
        total += rewards.reshape(3, -1).sum(axis=1)
    assert ends >= 3


def test_the_greedy_power_takes_more_centres_than_the_random_one() -> None:
    owned = {}
    for opponent in ("random", "greedy"):
        games = Games(2, VectorSettings(learner="austria", opponent=opponent, last_year=1902))
        games.begin(seed=2)
        ended: np.ndarray = np.zeros(2, dtype=bool)
        for _ in range(30):
            games.actions[:] = 0  # Austria holds
            games.step()
            ended |= games.over.astype(bool)
            if ended.all():
                break
        owners = games.last_boards[:, at.OWNER : at.OWNER + at.CENTRES]
        owned[opponent] = int(((owners != at.NONE) & (owners != 0)).sum())
    assert owned["greedy"] > owned["random"]


def test_a_seed_gives_the_same_games() -> None:
    boards = []
    for seed in (5, 5, 6):
        games, rng = Games(2, VectorSettings(learner="france")), np.random.default_rng(1)
        games.begin(seed)
        for _ in range(4):
            games.actions[:] = rng.random(games.counts.shape) * games.counts
            games.step()
        boards.append(games.boards.copy())
    assert np.array_equal(boards[0], boards[1])
    assert not np.array_equal(boards[0], boards[2])


def test_wrong_actions_and_settings_are_reported() -> None:
    envs = MaskedDiplomacyVectorEnv(2)
    envs.reset()
    actions: np.ndarray = np.zeros((2, of.SLOTS), dtype=np.int64)
    with pytest.raises(ValueError, match=f"2 rows of {of.SLOTS} indices"):
        envs.step(actions[:, :34])
    actions[1, 3] = 1000
    with pytest.raises(IndexError, match="slot 3 of board 1 has"):
        envs.step(actions)
    with pytest.raises(TypeError, match="single seed"):
        envs.reset(seed=[1, 2])
    for settings in ({"learner": "spain"}, {"opponent": "hard"}, {"reward": "fun"}, {"width": 3}):
        with pytest.raises(UnsupportedInBatch, match=r"spain|hard|fun|width"):
            MaskedDiplomacyVectorEnv(1, **settings)
    with pytest.raises(UnsupportedInBatch, match="GPU"):
        gpu.GamesOnGpu(1)


# -- the kernels, on this processor: what `cuda` would give them is replaced, the rest is real


class OneThread:
    """The part of `numba.cuda` that the kernels use, for one thread at a time."""

    def __init__(self) -> None:
        self.thread = 0
        self.local = self

    def jit(self, kernel: Any) -> Any:
        return kernel

    def grid(self, _: int) -> int:
        return self.thread

    def array(self, size: int, kind: str) -> Any:
        return bytearray(size) if kind == "B" else array(kind, [0]) * size


def test_the_kernels_play_the_games_that_the_processor_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cuda, numba = OneThread(), ModuleType("numba")
    numba.cuda, numba.uint8, numba.int32, numba.int64 = cuda, "B", "i", "q"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "numba", numba)
    monkeypatch.delitem(sys.modules, f"{gpu.__package__}.kernels", raising=False)
    from entente.games.diplomacy.batch.vector import kernels

    settings = VectorSettings(learner="rotating", opponent="greedy", reward="sum_of_squares")
    ours, theirs, rng = Games(2, settings), Games(2, settings), np.random.default_rng(8)
    ours.begin(seed=3)
    batch, flat = theirs._batch, theirs._flat
    tables, sizes = (batch.near, batch.masks, batch.opening), (2, settings.width)
    how = (settings.rival, settings.measure)
    flat["learners"][:] = memoryview(settings.learners(2))

    def launch(kernel: Any, *arguments: Any) -> None:
        for cuda.thread in range(3):  # one more than there are boards
            kernel(*arguments)

    launch(kernels.seeding, flat["luck"], 3, 2)
    begun = [flat[name] for name in gpu.OF_BEGINNING]
    more = (flat["values"], flat["observations"])
    launch(kernels.beginning, *tables, *begun, *more, *sizes, *how)
    for _ in range(4):
        chosen = rng.random(ours.counts.shape) * ours.counts
        ours.actions[:] = theirs.actions[:] = chosen.astype(np.int32)
        ours.step()
        launch(kernels.stepping, *tables, *(flat[name] for name in ARRAYS), *sizes, *how)
        for name in ARRAYS:
            assert bytes(ours._flat[name]) == bytes(flat[name]), name
    monkeypatch.delitem(sys.modules, f"{gpu.__package__}.kernels")


def test_the_unit_of_a_slot_is_the_unit_on_the_board() -> None:
    games = Games(1)
    games.begin(seed=1)
    position = EnvSpec("diplomacy").begin("1").position
    named = {
        BOARD.unit_names[bool(who & at.FLEET)][int(location)]
        for location, who in games.units[0, :22].tolist()
    }
    units = Position.read(BOARD, position.state.units).units
    assert named == {write_unit(BOARD, unit) for unit in units}
