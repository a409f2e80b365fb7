"""The games for PettingZoo: one seat after the other (AEC), or all at once (parallel).

    env = aec_env("turmoil")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ...

An agent is a seat, an action is a number (`env.numbers`), a reward is what the outcome gives, at
the end and not before. A copy of an environment is exact and cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from entente.envs.extras import missing

try:
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import WAIT, ActionSpace
from entente.envs.env_state import MOST_CHOICES, EnvSpec, EnvState, IllegalActionId
from entente.envs.spaces import ARRAYS, Observation, Observing
from entente.kernel import Game, OptionValue, Outcome, Position, Seat, View

VERSION = 0


def aec_env(
    game: str | Game[Any, Any],
    options: Mapping[str, OptionValue] | None = None,
    *,
    observations: str = ARRAYS,
    seldom: bool = False,
    asides: bool = True,
    most: int = MOST_CHOICES,
    render_mode: str | None = None,
) -> EntenteAEC:
    """A game in which one seat chooses after the other."""
    setting = EnvSpec(game, options, seldom=seldom, asides=asides, most=most)
    return EntenteAEC(Observing(setting, observations), render_mode)


def parallel_env(
    game: str | Game[Any, Any],
    options: Mapping[str, OptionValue] | None = None,
    *,
    observations: str = ARRAYS,
    seldom: bool = False,
    asides: bool = True,
    most: int = MOST_CHOICES,
    render_mode: str | None = None,
) -> EntenteParallel:
    """A game in which all who are asked choose at once; the others wait."""
    setting = EnvSpec(game, options, seldom=seldom, asides=asides, most=most)
    return EntenteParallel(Observing(setting, observations), render_mode)


class _Environment:
    """What both kinds have in common."""

    def __init__(self, observing: Observing, render_mode: str | None = None) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the games are drawn as text, 'ansi': not {render_mode!r}")
        self._observing = observing
        self._play: EnvState | None = None
        self._random = Random()
        self.render_mode = render_mode
        self.metadata = {
            "name": f"entente_{observing.setting.game.info.id}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": True,
        }
        self.possible_agents: list[Seat] = list(observing.setting.seats)
        self.agents: list[Seat] = []

    def observation_space(self, agent: Seat) -> Any:
        return self._observing.observation_space

    def action_space(self, agent: Seat) -> Any:
        return self._observing.action_space

    @property
    def play(self) -> EnvState:
        """The play that goes on."""
        if self._play is None:
            raise RuntimeError("nothing is being played: reset() begins")
        return self._play

    @property
    def numbers(self) -> ActionSpace:
        """What the actions say."""
        return self._observing.setting.numbers

    @property
    def slices(self) -> dict[str, slice]:
        """Where each block of an observation stands."""
        return self._observing.slices

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.play.outcome

    def view(self, agent: Seat | None) -> View:
        """All that a seat (None: a spectator) may know."""
        return self.play.view(agent)

    def offered(self, agent: Seat) -> dict[int, str]:
        """The numbers that an agent may choose now, each with what it says."""
        return self.play.legal_actions(agent)

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            return None
        game = self._observing.setting.game
        return game.presentation.render_text(self.play.view(None), game.catalog("en"))

    def close(self) -> None:
        """There is nothing to close."""

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """A new play, from the start or from the `position` that the options name."""
        if seed is not None:
            self._random = Random(seed)
        setting = self._observing.setting
        position = (options or {}).get("position")
        if position is None:
            self._play = setting.begin(f"{self._random.getrandbits(128):032x}")
        elif isinstance(position, Position):
            self._play = EnvState(setting, position.copy())
        else:
            raise TypeError(f"a 'position' is one of the game's: not {position!r}")
        self.agents = list(self.possible_agents)

    def _twin(self) -> Any:
        """A copy, as far as both kinds have the same."""
        twin = type(self)(self._observing, self.render_mode)
        twin._play = None if self._play is None else self._play.copy()
        twin._random.setstate(self._random.getstate())
        twin.agents = list(self.agents)
        return twin


class EntenteAEC(_Environment, AECEnv[Seat, Observation, int]):
    """One seat chooses after the other. Who is not asked is not selected."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.play.turn or self.agents[0]
        self._end()
        self._accumulate_rewards()  # a position to begin at may be over

    def observe(self, agent: Seat) -> Observation:
        return self._observing.observe(self.play, agent)

    def step(self, action: int | None) -> None:
        """One number, of the agent that is selected; IllegalActionId if it may not be chosen."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionId(f"{agent} has to choose a number: the game is not over")
        self.play.choose(agent, int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.play.turn or agent
        self._end()
        self._accumulate_rewards()

    def _end(self) -> None:
        """Once the play is over, everybody has what the outcome gives."""
        if self.play.over:
            self.rewards = self.play.scores
            self.terminations = dict.fromkeys(self.agents, not self.play.truncated)
            self.truncations = dict.fromkeys(self.agents, self.play.truncated)

    def copy(self) -> EntenteAEC:
        """An environment that goes on from here by itself."""
        twin: EntenteAEC = self._twin()
        if self._play is not None:
            twin.rewards, twin.infos = self.rewards.copy(), {a: {} for a in self.infos}
            twin._cumulative_rewards = self._cumulative_rewards.copy()
            twin.terminations = self.terminations.copy()
            twin.truncations = self.truncations.copy()
            twin.agent_selection = self.agent_selection
            if hasattr(self, "_skip_agent_selection"):
                twin._skip_agent_selection = self._skip_agent_selection
        return twin


class EntenteParallel(_Environment, ParallelEnv[Seat, Observation, int]):
    """All who are asked choose at once; of the others, the mask allows only to wait (0).

    Where choices are not sealed, one is carried out after the other, and what an earlier one has
    made impossible is dropped: its agent has `dropped` in its info, and is asked again.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Seat, Observation], dict[Seat, dict[str, Any]]]:
        self._begin(seed, options)
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[Seat, Observation]:
        observe = self._observing.observe
        return {agent: observe(self.play, agent, may_wait=True) for agent in self.agents}

    def step(
        self, actions: dict[Seat, int]
    ) -> tuple[
        dict[Seat, Observation],
        dict[Seat, float],
        dict[Seat, bool],
        dict[Seat, bool],
        dict[Seat, dict[str, Any]],
    ]:
        """Play one action id per agent; IllegalActionId, with nothing done, if one is not legal."""
        chosen = self._checked(actions)
        infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        for agent, number in chosen.items():
            if number in self.play.legal_actions(agent):
                self.play.choose(agent, number)
            else:
                infos[agent]["dropped"] = number
        agents, play = list(self.agents), self.play
        observed, scores = self._observed(), play.scores
        rewards = {agent: scores[agent] if play.over else 0.0 for agent in agents}
        ended = dict.fromkeys(agents, play.over and not play.truncated)
        broken = dict.fromkeys(agents, play.truncated)
        if play.over:
            self.agents = []
        return observed, rewards, ended, broken, infos

    def _checked(self, actions: Mapping[Seat, int]) -> dict[Seat, int]:
        """The choices of those who are asked, in the order in which they are carried out."""
        found: dict[Seat, int] = {}
        waiting = self.play.to_move
        for agent in (*waiting, *(each for each in self.agents if each not in waiting)):
            if agent not in actions:
                raise IllegalActionId(
                    f"there is no action of {agent}; whoever is not asked waits (0)"
                )
            number, offered = int(actions[agent]), self.play.legal_actions(agent)
            if offered and number not in offered:
                made = self.play.making(agent)
                assert made is not None
                made.choose(number)  # says what is offered
            if not offered and number != WAIT:
                raise IllegalActionId(f"{agent} is not asked now and has to wait (0), not {number}")
            if offered:
                found[agent] = number
        return found

    def copy(self) -> EntenteParallel:
        """An environment that goes on from here by itself."""
        twin: EntenteParallel = self._twin()
        return twin
