"""PettingZoo environments: seats act in turn (AEC) or simultaneously (parallel).

    env = aec_env("turmoil")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ...

An agent is a seat, an action is an id (`env.action_ids`), and the reward is the final score, given
at the end only, unless `reward` names another. Copying an environment is exact and cheap.

    from entente.envs import turmoil_v1
    env = turmoil_v1.env()
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

from entente.envs.extras import Array, missing

try:
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import WAIT, ActionSpace
from entente.envs.env_state import MAX_CHOICES, EnvSpec, EnvState, IllegalActionId
from entente.envs.illegal_actions import RAISE, IllegalActions
from entente.envs.rendering import MODES, check_mode, rendered
from entente.envs.rewards import OUTCOME, Potential, RewardTracker
from entente.envs.spaces import ARRAYS, Observation, ObservationEncoder
from entente.envs.versions import version_of
from entente.kernel import Game, OptionValue, Outcome, Position, Seat, View

__all__ = ["EntenteAEC", "EntenteParallel", "aec_env", "parallel_env"]


def aec_env(
    game: str | Game[Any, Any],
    options: Mapping[str, OptionValue] | None = None,
    *,
    observations: str = ARRAYS,
    rare_choices: bool = False,
    optional_decisions: bool = True,
    max_choices: int = MAX_CHOICES,
    reward: str = OUTCOME,
    illegal_action: str = RAISE,
    render_mode: str | None = None,
) -> EntenteAEC:
    """Make an environment in which seats act in turn."""
    spec = EnvSpec(
        game,
        options,
        rare_choices=rare_choices,
        optional_decisions=optional_decisions,
        max_choices=max_choices,
    )
    return EntenteAEC(
        ObservationEncoder(spec, observations),
        RewardTracker(Potential(spec, reward)),
        IllegalActions(illegal_action),
        render_mode,
    )


def parallel_env(
    game: str | Game[Any, Any],
    options: Mapping[str, OptionValue] | None = None,
    *,
    observations: str = ARRAYS,
    rare_choices: bool = False,
    optional_decisions: bool = True,
    max_choices: int = MAX_CHOICES,
    reward: str = OUTCOME,
    illegal_action: str = RAISE,
    render_mode: str | None = None,
) -> EntenteParallel:
    """Make an environment in which all seats to move act at once; the others wait."""
    spec = EnvSpec(
        game,
        options,
        rare_choices=rare_choices,
        optional_decisions=optional_decisions,
        max_choices=max_choices,
    )
    return EntenteParallel(
        ObservationEncoder(spec, observations),
        RewardTracker(Potential(spec, reward)),
        IllegalActions(illegal_action),
        render_mode,
    )


class _Environment:
    """Common base of both environments."""

    def __init__(
        self,
        encoder: ObservationEncoder,
        rewards: RewardTracker,
        illegal_actions: IllegalActions,
        render_mode: str | None = None,
    ) -> None:
        check_mode(encoder.spec.game, render_mode)
        self._encoder = encoder
        self._reward_tracker = rewards
        self._illegal_actions = illegal_actions
        self._state: EnvState | None = None
        self._random = Random()
        self.render_mode = render_mode
        game = encoder.spec.game.info.id
        self.metadata = {
            "name": f"entente_{game}_v{version_of(game)}",
            "render_modes": MODES,
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self.possible_agents: list[Seat] = list(encoder.spec.seats)
        self.agents: list[Seat] = []

    def __repr__(self) -> str:
        at = "not begun" if self._state is None else repr(self._state.position)
        return f"<{type(self).__name__} of {self._encoder.spec.game.info.id}: {at}>"

    def observation_space(self, agent: Seat) -> Any:
        return self._encoder.observation_space

    def action_space(self, agent: Seat) -> Any:
        return self._encoder.action_space

    @property
    def state_space(self) -> Any:
        """The space of `state()`."""
        return self._encoder.state_space

    def state(self) -> Array:
        """Return the observations of all seats, one after the other, for centralised training."""
        return self._encoder.state(self.game_state)

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

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game is on."""
        return self.game_state.outcome

    def view(self, agent: Seat | None) -> View:
        """Return what a seat (None: a spectator) may know."""
        return self.game_state.view(agent)

    def legal_actions(self, agent: Seat) -> dict[int, str]:
        """Return the legal action ids of an agent with their labels."""
        return self.game_state.legal_actions(agent)

    def render(self) -> str | Array | None:
        """Draw the board as a spectator sees it: as text, SVG or pixels, by `render_mode`."""
        if self.render_mode is None:
            return None
        return rendered(self.game_state.position, None, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Start a game, from the beginning or from the `position` in the options."""
        if seed is not None:
            self._random = Random(seed)
        spec = self._encoder.spec
        position = (options or {}).get("position")
        drawn = f"{self._random.getrandbits(128):032x}" if position is None else f"{seed}"
        if position is None:
            self._state = spec.begin(drawn)
        elif isinstance(position, Position):
            self._state = EnvState(spec, position.copy())
        else:
            raise TypeError(f"'position' must be a Position of the game, not {position!r}")
        self._illegal_actions.begin(drawn)
        self._reward_tracker.begin(self._state)
        self.agents = list(self.possible_agents)

    def _copy_base(self) -> Any:
        """Copy the state that both environments share."""
        twin = type(self)(
            self._encoder,
            self._reward_tracker.copy(),
            self._illegal_actions.copy(),
            self.render_mode,
        )
        twin._state = None if self._state is None else self._state.copy()
        twin._random.setstate(self._random.getstate())
        twin.agents = list(self.agents)
        return twin


class EntenteAEC(_Environment, AECEnv[Seat, Observation, int]):
    """Seats act in turn; a seat without a decision is not selected."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game_state.turn or self.agents[0]
        if self.game_state.over:  # the given position may be terminal
            self.rewards = self.game_state.scores
        self._end()
        self._accumulate_rewards()

    def observe(self, agent: Seat) -> Observation:
        return self._encoder.observe(self.game_state, agent)

    def step(self, action: int | None) -> None:
        """Choose an action id for the selected agent.

        If it is not legal, IllegalActionId is raised, or `illegal_action` is done.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionId(f"{agent} must choose an action id: the game is not over")
        was_legal = self._illegal_actions.choose(self.game_state, agent, int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._reward_tracker.rewards(self.game_state)
        self.rewards[agent] -= self._illegal_actions.penalty(was_legal)
        self.infos[agent] = {} if was_legal else {"illegal_action": int(action)}
        self.agent_selection = self.game_state.turn or agent
        self._end()
        self._accumulate_rewards()

    def _end(self) -> None:
        """End the episode once the game is over, and say what the next agent may do."""
        selected = self.agent_selection
        self.infos[selected]["action_mask"] = self._encoder.mask_of(self.game_state, selected)
        if self.game_state.over:
            self.terminations = dict.fromkeys(self.agents, not self.game_state.truncated)
            self.truncations = dict.fromkeys(self.agents, self.game_state.truncated)

    def copy(self) -> EntenteAEC:
        """Copy the environment; the copy continues independently."""
        twin: EntenteAEC = self._copy_base()
        if self._state is not None:
            twin.rewards = self.rewards.copy()
            twin.infos = {agent: info.copy() for agent, info in self.infos.items()}
            twin._cumulative_rewards = self._cumulative_rewards.copy()
            twin.terminations = self.terminations.copy()
            twin.truncations = self.truncations.copy()
            twin.agent_selection = self.agent_selection
            if hasattr(self, "_skip_agent_selection"):
                twin._skip_agent_selection = self._skip_agent_selection
        return twin


class EntenteParallel(_Environment, ParallelEnv[Seat, Observation, int]):
    """All seats to move choose at once; the mask of the others allows only waiting (0).

    Open choices are applied one after the other. A choice that an earlier one has made illegal is
    dropped: the agent finds it as `dropped` in its info and chooses again.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Seat, Observation], dict[Seat, dict[str, Any]]]:
        self._begin(seed, options)
        observations = self._observations()
        return observations, _infos(observations)

    def _observations(self) -> dict[Seat, Observation]:
        observe = self._encoder.observe
        return {agent: observe(self.game_state, agent, may_wait=True) for agent in self.agents}

    def step(
        self, actions: dict[Seat, int]
    ) -> tuple[
        dict[Seat, Observation],
        dict[Seat, float],
        dict[Seat, bool],
        dict[Seat, bool],
        dict[Seat, dict[str, Any]],
    ]:
        """Apply one action id per agent.

        An illegal one raises and changes nothing, or `illegal_action` is done.
        """
        agents, state = list(self.agents), self.game_state
        chosen, illegal = self._checked(actions)
        dropped = dict[Seat, int]()
        for agent, number in chosen.items():
            if agent in illegal:
                self._illegal_actions.choose(state, agent, number)
            elif number in state.legal_actions(agent):
                state.choose(agent, number)
            else:
                dropped[agent] = number
        observations, rewards = self._observations(), self._reward_tracker.rewards(state)
        infos = _infos(observations)
        for agent, number in dropped.items():
            infos[agent]["dropped"] = number
        for agent, number in illegal.items():
            infos[agent]["illegal_action"] = number
            rewards[agent] -= self._illegal_actions.penalty(was_legal=False)
        terminations = dict.fromkeys(agents, state.over and not state.truncated)
        truncations = dict.fromkeys(agents, state.truncated)
        if state.over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _checked(self, actions: Mapping[Seat, int]) -> tuple[dict[Seat, int], dict[Seat, int]]:
        """Check the actions; return those of the seats to move, and which ones are illegal.

        They are in the order of the game. A seat without a decision that does not wait is illegal
        too, and changes nothing.
        """
        chosen, illegal = dict[Seat, int](), dict[Seat, int]()
        waiting = self.game_state.to_move
        for agent in (*waiting, *(each for each in self.agents if each not in waiting)):
            if agent not in actions:
                raise IllegalActionId(
                    f"no action for {agent}; an agent without a decision waits (0)"
                )
            number, partial = int(actions[agent]), self.game_state.partial_action(agent)
            if number not in ([WAIT] if partial is None else partial.legal_actions):
                if self._illegal_actions.policy == RAISE and partial is not None:
                    partial.choose(number)  # raises with the legal ids
                if self._illegal_actions.policy == RAISE:
                    raise IllegalActionId(
                        f"{agent} has no decision now and must wait (0), not {number}"
                    )
                illegal[agent] = number
            if partial is not None:
                chosen[agent] = number
        return chosen, illegal

    def copy(self) -> EntenteParallel:
        """Copy the environment; the copy continues independently."""
        twin: EntenteParallel = self._copy_base()
        return twin


def _infos(observations: Mapping[Seat, Observation]) -> dict[Seat, dict[str, Any]]:
    return {agent: {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}


def versioned_module(name: str, game: str) -> ModuleType:
    """Make a module with `env`, `raw_env` and `parallel_env` of a game, as PettingZoo's have."""
    module = ModuleType(name, f"PettingZoo environments of the game `{game}`.")
    module.env = module.raw_env = partial(aec_env, game)  # type: ignore[attr-defined]
    module.parallel_env = partial(parallel_env, game)  # type: ignore[attr-defined]
    return module
