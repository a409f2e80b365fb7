"""Gymnasium environments: one seat is the agent, computer players take the others.

    env = gymnasium.make("entente/Turmoil-v1", seat="liberal", opponent="greedy")
    envs = vector_env("attrition", num_envs=8)

Importing this module registers every game: `entente/Turmoil-v1` is the game `turmoil`.

`vector_env` runs many such games, each in its own process; `gymnasium.make_vec` makes the same, in
one process unless `processes=True`. `entente.envs.vector_env` runs Diplomacy
on many boards at once, in one process and in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from entente.envs.extras import Array, missing

try:
    import gymnasium
    from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import ActionSpace
from entente.envs.env_state import MAX_CHOICES, EnvSpec, EnvState
from entente.envs.illegal_actions import PENALISE, RAISE, IllegalActions
from entente.envs.rendering import MODES, check_mode, rendered
from entente.envs.rewards import OUTCOME, Potential, RewardTracker
from entente.envs.spaces import ARRAYS, Observation, ObservationEncoder
from entente.envs.versions import version_of, warn_of_change
from entente.kernel import OptionValue, Seat, registry
from entente.players import Player, PlayerView, make
from entente.players.references import is_reference, made

__all__ = ["SingleSeatEnv", "vector_env"]


def _id_of(game: str) -> str:
    return f"entente/{game.title()}-v{version_of(game)}"


IDS = {_id_of(name): name for name in registry.names()}


# A computer player by name, a reference such as `mine.py:create`, a function that makes a player
# from the game's id and a seed, or a player for all other seats.
Opponent = str | Callable[[str, str], Player] | Player


def _opponent(opponent: Opponent, game: str, seed: str) -> Player:
    if isinstance(opponent, str):
        return (made if is_reference(opponent) else make)(opponent, game, seed)
    if isinstance(opponent, type) or not hasattr(opponent, "choose"):
        return cast("Callable[[str, str], Player]", opponent)(game, seed)
    return cast("Player", opponent)


class SingleSeatEnv(gymnasium.Env[Observation, int]):
    """A game played from one seat, with a computer player in each of the others.

    The reward is the final score of the seat, given at the end, unless `reward` names another. The
    action mask is part of the observation and of the info; `legal_actions` gives the labels.
    `illegal_action` says what happens to other ids: `raise`, `resample` or `penalise`.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        seat: Seat | None = None,
        opponent: Opponent = "random",
        observations: str = ARRAYS,
        rare_choices: bool = False,
        optional_decisions: bool = True,
        max_choices: int = MAX_CHOICES,
        reward: str = OUTCOME,
        illegal_action: str = RAISE,
        render_mode: str | None = None,
    ) -> None:
        spec = EnvSpec(
            game,
            options,
            rare_choices=rare_choices,
            optional_decisions=optional_decisions,
            max_choices=max_choices,
        )
        check_mode(spec.game, render_mode)
        if seat is not None and seat not in spec.seats:
            raise ValueError(f"{game} has no seat {seat!r}; choose one of: {', '.join(spec.seats)}")
        self.render_mode = render_mode
        self.seat: Seat = spec.seats[0] if seat is None else seat
        self._encoder = ObservationEncoder(spec, observations)
        self._rewards = RewardTracker(Potential(spec, reward))
        self._illegal_actions = IllegalActions(illegal_action)
        self._opponent = opponent
        _opponent(opponent, game, "0")  # raises for an unknown name
        self._players: dict[Seat, Player] = {}
        self._state: EnvState | None = None
        self.observation_space = self._encoder.observation_space
        self.action_space = self._encoder.action_space

    def __repr__(self) -> str:
        at = "not begun" if self._state is None else repr(self._state.position)
        return f"<SingleSeatEnv of {self._encoder.spec.game.info.id}, {self.seat}: {at}>"

    @property
    def game_state(self) -> EnvState:
        """The current state of the game."""
        if self._state is None:
            raise RuntimeError("call reset() first")
        return self._state

    @property
    def action_ids(self) -> ActionSpace:
        """The action ids and their labels."""
        return self._encoder.spec.action_space

    @property
    def slices(self) -> dict[str, slice]:
        """The slice of each block in an observation."""
        return self._encoder.slices

    def legal_actions(self) -> dict[int, str]:
        """Return the legal action ids with their labels."""
        return self.game_state.legal_actions(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        spec = self._encoder.spec
        drawn = self.np_random.bytes(16).hex()
        self._state = spec.begin(drawn)
        self._players = {
            seat: _opponent(self._opponent, spec.game.info.id, f"{drawn}/{seat}")
            for seat in spec.seats
            if seat != self.seat
        }
        self._play_opponents()
        self._illegal_actions.begin(drawn)
        self._rewards.begin(self._state)
        return self._observe_with_info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        state = self.game_state
        was_legal = self._illegal_actions.choose(state, self.seat, int(action))
        if was_legal or self._illegal_actions.policy != PENALISE:
            self._play_opponents()
        reward = self._rewards.rewards(state)[self.seat] - self._illegal_actions.penalty(was_legal)
        observation, info = self._observe_with_info()
        if not was_legal:
            info["illegal_action"] = int(action)
        return observation, reward, state.outcome is not None, state.truncated, info

    def action_masks(self) -> Array:
        """Return which action ids are legal, as sb3-contrib's MaskablePPO asks for it."""
        return self._encoder.mask_of(self.game_state, self.seat).astype(bool)

    def _play_opponents(self) -> None:
        """Let the opponents act until the agent must move or the game is over."""
        while not self.game_state.over and self.seat not in self.game_state.to_move:
            turn = self.game_state.turn
            assert turn is not None
            self.game_state.answer(
                turn, self._players[turn].choose(PlayerView(self.game_state.position, turn))
            )

    def _observe_with_info(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._encoder.observe(self.game_state, self.seat)
        return observation, {"action_mask": observation["action_mask"]}

    def render(self) -> str | Array | None:
        """Draw the board as the seat sees it: as text, SVG or pixels, by `render_mode`."""
        if self.render_mode is None:
            return None
        return rendered(self.game_state.position, self.seat, self.render_mode)


def vector_env(
    game: str,
    options: Mapping[str, OptionValue] | None = None,
    *,
    num_envs: int,
    processes: bool = True,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    **kwargs: Any,
) -> AsyncVectorEnv | SyncVectorEnv:
    """Make a vector environment, with one process per game or all in this one.

    A finished game begins again in the same step, so that every mask has a legal action;
    `info["final_obs"]` has its last observation. `kwargs` go to `SingleSeatEnv`: `seat`, `opponent`
    and so on.
    """
    make_one: Callable[[], SingleSeatEnv] = partial(SingleSeatEnv, game, options, **kwargs)
    if not processes:
        return SyncVectorEnv([make_one] * num_envs, autoreset_mode=autoreset_mode)
    return AsyncVectorEnv([make_one] * num_envs, context="spawn", autoreset_mode=autoreset_mode)


def _vector(
    game: str, *, num_envs: int, asked: str = "", processes: bool = False, **kwargs: Any
) -> AsyncVectorEnv | SyncVectorEnv:
    """Make what `gymnasium.make_vec` asks for: like its own, in this process by default."""
    if asked:
        warn_of_change(asked, _id_of(game))
    return vector_env(game, num_envs=num_envs, processes=processes, **kwargs)


def _earlier(game: str, asked: str, **kwargs: Any) -> SingleSeatEnv:
    """Make an environment by the id of an earlier version."""
    warn_of_change(asked, _id_of(game))
    return SingleSeatEnv(game, **kwargs)


for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id, entry_point=SingleSeatEnv, vector_entry_point=_vector, kwargs={"game": _game}
        )
    for _version in range(version_of(_game)):
        _old = f"entente/{_game.title()}-v{_version}"
        if _old not in gymnasium.registry:
            _settings = {"game": _game, "asked": _old}
            gymnasium.register(
                _old, entry_point=_earlier, vector_entry_point=_vector, kwargs=_settings
            )
