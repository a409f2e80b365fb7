"""The games for Gymnasium: one seat is the agent, computer players have the others.

    env = gymnasium.make("entente/Turmoil-v0", seat="liberal", opponent="greedy")
    envs = vector_env("attrition", number=8)

`vector_env` has many such games, each in a process of its own. Diplomacy on many boards at once, in
one process and without Python in between, is in `entente.envs.vector_env`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from entente.envs.extras import missing

try:
    import gymnasium
    from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.action_space import ActionSpace
from entente.envs.env_state import MOST_CHOICES, EnvSpec, EnvState
from entente.envs.spaces import ARRAYS, Observation, Observing
from entente.kernel import OptionValue, Seat
from entente.players import Player, PlayerView, make

IDS = {
    "entente/Attrition-v0": "attrition",
    "entente/Diplomacy-v0": "diplomacy",
    "entente/Pax-v0": "pax",
    "entente/Turmoil-v0": "turmoil",
}


class SingleSeatEnv(gymnasium.Env[Observation, int]):
    """A game as one seat plays it, against a computer player in each of the others.

    The reward is what the outcome gives the seat, at the end. The info of every step has what may
    be chosen next in the mask only; `offered` says it in words.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        seat: Seat | None = None,
        opponent: str = "random",
        observations: str = ARRAYS,
        seldom: bool = False,
        asides: bool = True,
        most: int = MOST_CHOICES,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the games are drawn as text, 'ansi': not {render_mode!r}")
        setting = EnvSpec(game, options, seldom=seldom, asides=asides, most=most)
        if seat is not None and seat not in setting.seats:
            raise ValueError(f"{game} has no seat {seat!r}; it has {', '.join(setting.seats)}")
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.seat: Seat = setting.seats[0] if seat is None else seat
        self._observing = Observing(setting, observations)
        self._opponent = opponent
        make(opponent, game, "0")  # an unknown one is refused here
        self._players: dict[Seat, Player] = {}
        self._play: EnvState | None = None
        self.observation_space = self._observing.observation_space
        self.action_space = self._observing.action_space

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

    def offered(self) -> dict[int, str]:
        """The numbers that may be chosen now, each with what it says."""
        return self.play.legal_actions(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        setting = self._observing.setting
        drawn = self.np_random.bytes(16).hex()
        self._play = setting.begin(drawn)
        self._players = {
            seat: make(self._opponent, setting.game.info.id, f"{drawn}/{seat}")
            for seat in setting.seats
            if seat != self.seat
        }
        self._let_others_act()
        return self._observed(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        play = self.play
        play.choose(self.seat, int(action))
        self._let_others_act()
        reward = play.scores[self.seat] if play.over else 0.0
        return self._observed(), reward, play.outcome is not None, play.truncated, {}

    def _let_others_act(self) -> None:
        """Until the game waits for the agent, or is over."""
        while not self.play.over and self.seat not in self.play.to_move:
            turn = self.play.turn
            assert turn is not None
            self.play.answer(turn, self._players[turn].choose(PlayerView(self.play.position, turn)))

    def _observed(self) -> Observation:
        return self._observing.observe(self.play, self.seat)

    def render(self) -> str | None:
        """The table as the seat sees it."""
        if self.render_mode is None:
            return None
        game = self._observing.setting.game
        return game.presentation.render_text(self.play.view(self.seat), game.catalog("en"))


def vector_env(
    game: str,
    options: Mapping[str, OptionValue] | None = None,
    *,
    number: int,
    processes: bool = True,
    **how: Any,
) -> AsyncVectorEnv | SyncVectorEnv:
    """So many games at once, each in a process of its own, or all in this one. `how` is what
    `SingleSeatEnv` takes: `seat`, `opponent` and so on."""
    make_one: Callable[[], SingleSeatEnv] = partial(SingleSeatEnv, game, options, **how)
    if not processes:
        return SyncVectorEnv([make_one] * number)
    return AsyncVectorEnv([make_one] * number, context="spawn")


for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point=SingleSeatEnv, kwargs={"game": _game})
