"""Games on Ray: workers on this machine or a cluster play them, and send them back as arrays.

    with Rollouts("turmoil", policy=MyPolicy, workers=2) as rollouts:
        for episode in rollouts.play(games=100, seed="7"):
            learn(episode)
        rollouts.update(weights)

Where Ray has not been started, it starts on this machine. On a cluster, `ray.init(address="auto")`
comes first; every node needs Entente and the policy's module. The games are the same however many
workers share them, and whichever of them has to begin anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import TracebackType
from typing import Any

from entente.envs.extras import missing

try:
    import ray
except ModuleNotFoundError as error:
    raise missing("ray", error) from None

from entente.envs.env_state import MOST_CHOICES, EnvSpec
from entente.envs.episodes import Episode, Policy, Recorder, weights_to
from entente.kernel import OptionValue

AHEAD = 2  # games that each worker has before it
TRIES = 3  # for a game whose worker was lost


class Worker:
    """Plays games, one after the other."""

    def __init__(self, setting: EnvSpec, policy: Callable[[], Policy]) -> None:
        self._recorder = Recorder(setting)
        self._policy = policy()
        self._version = 0  # of the weights

    def play(self, number: int, seed: str, version: int, weights: list[Any]) -> Episode:
        """One game, with these weights."""
        if version != self._version:
            weights_to(self._policy, ray.get(weights[0]))
            self._version = version
        return self._recorder.play(self._policy, number, seed)


class Rollouts:
    """Workers that play a game with a policy in every seat.

    `policy` makes one, in each worker. If a worker is lost, Ray starts another, and its games are
    played again with the same weights.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        policy: Callable[[], Policy],
        workers: int = 2,
        seldom: bool = False,
        asides: bool = True,
        most: int = MOST_CHOICES,
        resources: Mapping[str, Any] | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"there must be a worker at least: not {workers}")
        self.setting = EnvSpec(game, options, seldom=seldom, asides=asides, most=most)
        remote = ray.remote(max_restarts=-1, max_task_retries=TRIES, **(resources or {}))(Worker)
        self._workers = [remote.remote(self.setting, policy) for _ in range(workers)]
        self._version = 0
        self._weights: list[Any] = []  # a reference, which a worker follows if it has others

    def play(self, games: int, seed: str = "0") -> Iterator[Episode]:
        """So many games, each as soon as it is over: not in the order of their numbers."""
        left = iter(range(games))
        under_way: dict[Any, Any] = {}

        def begin(worker: Any, most: int) -> None:
            for number in islice(left, most):
                game = worker.play.remote(number, seed, self._version, self._weights)
                under_way[game] = worker

        for worker in self._workers:
            begin(worker, AHEAD)
        while under_way:
            (done,), _ = ray.wait(list(under_way), num_returns=1)
            begin(under_way.pop(done), 1)
            yield ray.get(done)

    def update(self, weights: Any) -> None:
        """What the policies play with in games that begin from now on; each worker has it once."""
        self._weights = [ray.put(weights)]
        self._version += 1

    def close(self) -> None:
        """Dismiss the workers. Ray itself goes on."""
        for worker in self._workers:
            ray.kill(worker)
        self._workers = []

    def __enter__(self) -> Rollouts:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
