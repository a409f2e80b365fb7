"""Self-play games on Ray: workers on this machine or a cluster return them as arrays.

    with Rollouts("turmoil", policy=MyPolicy, workers=2) as rollouts:
        for episode in rollouts.play(games=100, seed="7"):
            learn(episode)
        rollouts.update(weights)

Ray starts on this machine unless it is already running. On a cluster, call
`ray.init(address="auto")` first; every node needs Entente and the policy's module. The games do not
depend on the number of workers or on restarts.
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

from entente.envs.env_state import MAX_CHOICES, EnvSpec
from entente.envs.episodes import Episode, Policy, Recorder, set_weights
from entente.kernel import OptionValue

AHEAD = 2  # games queued per worker
TRIES = 3  # per game whose worker is lost


class Worker:
    """Plays games one after the other."""

    def __init__(self, spec: EnvSpec, policy: Callable[[], Policy]) -> None:
        self._recorder = Recorder(spec)
        self._policy = policy()
        self._version = 0  # of the weights

    def play(self, number: int, seed: str, version: int, weights: list[Any]) -> Episode:
        """Play one game with these weights."""
        if version != self._version:
            set_weights(self._policy, ray.get(weights[0]))
            self._version = version
        return self._recorder.play(self._policy, number, seed)


class Rollouts:
    """Workers that play a game with a policy in every seat.

    `policy` is called once in each worker. If a worker is lost, Ray starts another, which plays its
    games again with the same weights.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        policy: Callable[[], Policy],
        workers: int = 2,
        rare_choices: bool = False,
        optional_decisions: bool = True,
        max_choices: int = MAX_CHOICES,
        resources: Mapping[str, Any] | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}")
        self.spec = EnvSpec(
            game,
            options,
            rare_choices=rare_choices,
            optional_decisions=optional_decisions,
            max_choices=max_choices,
        )
        remote = ray.remote(max_restarts=-1, max_task_retries=TRIES, **(resources or {}))(Worker)
        self._workers = [remote.remote(self.spec, policy) for _ in range(workers)]
        self._version = 0
        self._weights: list[Any] = []  # a reference; a worker fetches it when the version changes

    def play(self, games: int, seed: str = "0") -> Iterator[Episode]:
        """Play games and yield each as it finishes, in no fixed order."""
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
        """Set the weights of all games that start from now on; each worker fetches them once."""
        self._weights = [ray.put(weights)]
        self._version += 1

    def close(self) -> None:
        """Stop the workers. Ray keeps running."""
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
