"""A training run: alternate self-play and training.

A run lives in a folder and can be interrupted at any time. `course.json` has the settings and the
results of each iteration, `games/N/K.npz` the training data of game K of iteration N,
`network-N.npz` the network after iteration N, and `GAME.onnx` the latest network for players. Games
are deterministic given their number and the previous network, so missing ones can be replayed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from zipfile import BadZipFile

import msgspec
import numpy as np

from entente.arena.executors import init_worker
from entente.arena.processes import run_in_processes
from entente.kernel import Message, Options, UserError
from entente.kernel.message import Argument
from entente.learning.files import write_whole
from entente.learning.network import Network
from entente.learning.onnx_file import onnx_bytes
from entente.learning.player import PACKAGE
from entente.learning.self_play import SelfPlay, SelfPlayConfig, TrainingGame

FORMAT = 1
WINDOW = 3  # iterations to train on
HELD_OUT = 10  # one game in ten is not trained on, to measure the fit
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Fit(
    msgspec.Struct,
    frozen=True,
    rename={
        "evaluation_loss": "of_evaluation",
        "value_accuracy": "right",
        "policy_accuracy": "agreed",
    },
):
    """The fit of a network on held-out games, in log loss.

    `evaluation_loss` is the loss of the evaluation alone with the best single scale. Training files
    keep the names of format 1.
    """

    positions: int
    decisions: int
    value_loss: float
    evaluation_loss: float
    value_accuracy: float  # how often the side ahead by the network won
    policy_loss: float
    policy_accuracy: float  # how often the policy's best move is the search's best move


class TrainingConfig(msgspec.Struct, frozen=True):
    """Settings of the training."""

    epochs: int = 3
    rate: float = 5e-4
    decay: float = 5e-2


class Iteration(msgspec.Struct, frozen=True):
    """The results of an iteration."""

    games: int
    length: float  # mean decisions per game
    first_seat: float  # the mean score of the first seat, from -1 to 1
    fit: Fit


class Settings(
    msgspec.Struct, frozen=True, rename={"self_play": "manner", "training": "schooling"}
):
    """The settings of a training run; training files keep the names of format 1."""

    game: str
    rules: str
    options: Options
    seed: str = "0"
    self_play: SelfPlayConfig = SelfPlayConfig()
    training: TrainingConfig = TrainingConfig()


class TrainingRecord(msgspec.Struct, rename={"format": "course"}):
    """The content of `course.json`."""

    format: int
    settings: Settings
    iterations: list[Iteration] = []


class Progress(msgspec.Struct, frozen=True):
    """The progress of a run within its current iteration."""

    iteration: int
    playing: bool
    done: int
    planned: int


Listener = Callable[[Progress], None]
Train = Callable[..., tuple[Network, Fit]]


class TrainingRun:
    """A training run in its folder, new or resumed."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self._file = folder / "course.json"
        self.record = TrainingRecord(FORMAT, settings)
        if self._file.exists():
            self.record = read(self._file)
            if self.record.settings != settings:
                raise _error(
                    "mistake.course.other", self._file, differing=self._differing(settings)
                )

    @property
    def done(self) -> int:
        """The number of finished iterations."""
        return len(self.record.iterations)

    @property
    def onnx(self) -> Path:
        return self.folder / f"{self.record.settings.game}.onnx"

    def network(self, iteration: int) -> Path:
        return self.folder / f"network-{iteration}.npz"

    def iterate(self, games: int, workers: int, train: Train, listener: Listener) -> Iteration:
        """Run one iteration. An interruption keeps the games played so far."""
        number, settings = self.done + 1, self.record.settings
        self._save()
        self._play(number, games, workers, listener)
        learned, held = self._training_games(number)
        before = self.network(number - 1)
        network = Network.load(before) if before.exists() else _new(settings)
        network, fit = train(
            network,
            learned,
            held,
            settings.training,
            number,
            lambda done, planned: listener(Progress(number, False, done, planned)),
        )
        network.save(self.network(number))
        played = [game for each in self._training_games(number, window=1) for game in each]
        facts = np.stack([game.facts for game in played])
        length, first_seat = map(float, facts.mean(0))
        iteration = Iteration(len(facts), length, first_seat, fit)
        self.record.iterations.append(iteration)
        self._export(network)
        self._save()
        self._tidy(number)
        return iteration

    # -- self-play

    def _play(self, number: int, games: int, workers: int, listener: Listener) -> None:
        """Play the missing games of an iteration."""
        folder = self._games(number)
        folder.mkdir(parents=True, exist_ok=True)
        network = self.network(number - 1)
        work = [
            GameTask(self.record.settings, str(network) if network.exists() else "", number, game)
            for game in range(games)
            if not (folder / f"{game}.npz").exists()
        ]
        done = games - len(work)
        listener(Progress(number, True, done, games))
        with _one_thread_each(), closing(_played(work, workers)) as played:
            for game, data in played:
                write_whole(folder / f"{game}.npz", data)
                done += 1
                listener(Progress(number, True, done, games))

    def _games(self, number: int) -> Path:
        return self.folder / "games" / str(number)

    def _training_games(
        self, number: int, window: int = WINDOW
    ) -> tuple[list[TrainingGame], list[TrainingGame]]:
        """Load the games of the last iterations, oldest first: to train on, and held out.

        A held-out game is never trained on.
        """
        learned, held = list[TrainingGame](), list[TrainingGame]()
        for each in range(max(1, number - window + 1), number + 1):
            files = {int(file.stem): file for file in self._games(each).glob("*.npz")}
            for game in sorted(files):
                out = held if game % HELD_OUT == HELD_OUT - 1 else learned
                out.append(_read_game(files[game]))
        return learned, held

    def _tidy(self, number: int) -> None:
        """Delete the games that have left the window."""
        rmtree(self._games(number - WINDOW + 1), ignore_errors=True)

    # -- files

    def _export(self, network: Network) -> None:
        settings = self.record.settings
        notes = {
            "game": settings.game,
            "rules": settings.rules,
            "iterations": str(self.done),
            "options": msgspec.json.encode(settings.options).decode(),
        }
        write_whole(self.onnx, onnx_bytes(network, notes))

    def _save(self) -> None:
        text = msgspec.json.format(msgspec.json.encode(self.record), indent=1)
        write_whole(self._file, text + b"\n")

    def _differing(self, settings: Settings) -> list[str]:
        """Return the names of the settings that differ."""
        ours, names = self.record.settings, msgspec.structs.fields(Settings)
        return [f.name for f in names if getattr(ours, f.name) != getattr(settings, f.name)]


def read(file: Path) -> TrainingRecord:
    """Read `course.json`; UserError if it is not a training record."""
    try:
        record = msgspec.json.decode(file.read_bytes(), type=TrainingRecord)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _error("mistake.course.none", file) from None
    if record.format > FORMAT:
        raise _error("mistake.course.newer", file)
    return record


def _error(key: str, file: Path, /, **args: Argument) -> UserError:
    return UserError(Message(key, {"file": str(file), **args}), PACKAGE)


# -- in a worker process


class GameTask(msgspec.Struct, frozen=True):
    """A game to play and the network to play it with."""

    settings: Settings
    network: str
    iteration: int
    game: int


def play_task(work: GameTask) -> tuple[int, bytes]:
    """Play a game; return its number and its training data."""
    settings = msgspec.json.encode(work.settings)
    game = _player(settings, work.network).play_game(
        f"{work.settings.seed}/{work.iteration}/{work.game}"
    )
    out = BytesIO()
    np.savez_compressed(out, **game._asdict())
    return work.game, out.getvalue()


@lru_cache(maxsize=2)
def _player(settings: bytes, network: str) -> SelfPlay:
    chosen = msgspec.json.decode(settings, type=Settings)
    loaded = Network.load(Path(network)) if network else None
    return SelfPlay(chosen.game, chosen.options, loaded, chosen.self_play)


def _played(work: list[GameTask], workers: int) -> Generator[tuple[int, bytes], None, None]:
    if workers > 1 and work:
        yield from run_in_processes(play_task, work, workers, init_worker)
    else:
        yield from map(play_task, work)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Limit worker processes to one thread each for array operations."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _new(settings: Settings) -> Network:
    evaluation = SelfPlay(settings.game, settings.options, None, settings.self_play).evaluation
    return Network.new(evaluation.encoder.size, len(evaluation.vocabulary))


def _read_game(file: Path) -> TrainingGame:
    try:
        with np.load(file) as arrays:
            return TrainingGame(*(arrays[name] for name in TrainingGame._fields))
    except (BadZipFile, KeyError, ValueError):
        raise _error("mistake.course.lesson", file) from None
