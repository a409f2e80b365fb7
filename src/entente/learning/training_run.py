"""From nothing to a player: play against oneself, learn from it, and again.

A course lives in a folder and can be broken off at any moment. `course.json` says how it is played
and what came of each iteration, `games/N/K.npz` is what game K of iteration N has taught,
`network-N.npz` the network after it, and `GAME.onnx` the last one as players read it. Every game
follows from its number and the network before it: what is missing is played as it would have been.
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

from entente.arena.executors import settle_in
from entente.arena.processes import shared
from entente.kernel import Message, Options, UserError
from entente.kernel.message import Argument
from entente.learning.extras import PACKAGE
from entente.learning.files import write_whole
from entente.learning.network import Network
from entente.learning.onnx_file import onnx_bytes
from entente.learning.self_play import SelfPlay, SelfPlayConfig, TrainingGame

FORMAT = 1
WINDOW = 3  # iterations that one learns from
HELD_OUT = 10  # every so many games are not learned from, to see what was understood
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Fit(msgspec.Struct, frozen=True):
    """How well a network fits games that it has not learned from. Losses are those of the
    logarithm; `of_evaluation` is what the evaluation alone comes to with the best single scale."""

    positions: int
    decisions: int
    value_loss: float
    of_evaluation: float
    right: float  # how often who is ahead by the network has won
    policy_loss: float
    agreed: float  # how often the best by liking is the best by thinking


class TrainingConfig(msgspec.Struct, frozen=True):
    """How one learns."""

    epochs: int = 3
    rate: float = 5e-4
    decay: float = 5e-2


class Iteration(msgspec.Struct, frozen=True):
    """What came of an iteration."""

    games: int
    length: float  # decisions of a game
    first_seat: float  # the mean score of the first seat, from -1 to 1
    fit: Fit


class Settings(msgspec.Struct, frozen=True):
    """What stays the same in a course."""

    game: str
    rules: str
    options: Options
    seed: str = "0"
    manner: SelfPlayConfig = SelfPlayConfig()
    schooling: TrainingConfig = TrainingConfig()


class Record(msgspec.Struct):
    """The file of a course."""

    course: int
    settings: Settings
    iterations: list[Iteration] = []


class Progress(msgspec.Struct, frozen=True):
    """How far a course has come: in which iteration, at what, how much of it."""

    iteration: int
    playing: bool
    done: int
    planned: int


Listener = Callable[[Progress], None]
Train = Callable[..., tuple[Network, Fit]]


class TrainingRun:
    """A course in its folder: a new one, or one that goes on."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self._file = folder / "course.json"
        self.record = Record(FORMAT, settings)
        if self._file.exists():
            self.record = read(self._file)
            if self.record.settings != settings:
                raise _mistake(
                    "mistake.course.other", self._file, differing=self._differing(settings)
                )

    @property
    def done(self) -> int:
        """How many iterations are over."""
        return len(self.record.iterations)

    @property
    def onnx(self) -> Path:
        return self.folder / f"{self.record.settings.game}.onnx"

    def network(self, iteration: int) -> Path:
        return self.folder / f"network-{iteration}.npz"

    def iterate(self, games: int, workers: int, train: Train, listener: Listener) -> Iteration:
        """One iteration more. An interruption leaves what has been played."""
        number, settings = self.done + 1, self.record.settings
        self._save()
        self._play(number, games, workers, listener)
        learned, held = self._lessons(number)
        before = self.network(number - 1)
        network = Network.load(before) if before.exists() else _new(settings)
        network, fit = train(
            network,
            learned,
            held,
            settings.schooling,
            number,
            lambda done, planned: listener(Progress(number, False, done, planned)),
        )
        network.save(self.network(number))
        played = [lesson for each in self._lessons(number, window=1) for lesson in each]
        facts = np.stack([lesson.facts for lesson in played])
        length, first_seat = map(float, facts.mean(0))
        found = Iteration(len(facts), length, first_seat, fit)
        self.record.iterations.append(found)
        self._export(network)
        self._save()
        self._tidy(number)
        return found

    # -- playing

    def _play(self, number: int, games: int, workers: int, listener: Listener) -> None:
        """The games of an iteration that are not there yet."""
        folder = self._games(number)
        folder.mkdir(parents=True, exist_ok=True)
        network = self.network(number - 1)
        work = [
            Work(self.record.settings, str(network) if network.exists() else "", number, game)
            for game in range(games)
            if not (folder / f"{game}.npz").exists()
        ]
        done = games - len(work)
        listener(Progress(number, True, done, games))
        with _one_thread_each(), closing(_played(work, workers)) as played:
            for game, taught in played:
                write_whole(folder / f"{game}.npz", taught)
                done += 1
                listener(Progress(number, True, done, games))

    def _games(self, number: int) -> Path:
        return self.folder / "games" / str(number)

    def _lessons(
        self, number: int, window: int = WINDOW
    ) -> tuple[list[TrainingGame], list[TrainingGame]]:
        """What the last iterations have taught, oldest first: to learn from, and to hold out. A
        game that is held out once is never learned from."""
        learned, held = list[TrainingGame](), list[TrainingGame]()
        for each in range(max(1, number - window + 1), number + 1):
            files = {int(file.stem): file for file in self._games(each).glob("*.npz")}
            for game in sorted(files):
                out = held if game % HELD_OUT == HELD_OUT - 1 else learned
                out.append(_read_lesson(files[game]))
        return learned, held

    def _tidy(self, number: int) -> None:
        """Games that nobody learns from any more are not kept."""
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
        """In what a course is not the one that is asked for."""
        ours, names = self.record.settings, msgspec.structs.fields(Settings)
        return [f.name for f in names if getattr(ours, f.name) != getattr(settings, f.name)]


def read(file: Path) -> Record:
    """The file of a course; UserError where it is none."""
    try:
        record = msgspec.json.decode(file.read_bytes(), type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _mistake("mistake.course.none", file) from None
    if record.course > FORMAT:
        raise _mistake("mistake.course.newer", file)
    return record


def _mistake(key: str, file: Path, /, **args: Argument) -> UserError:
    return UserError(Message(key, {"file": str(file), **args}), PACKAGE)


# -- the work of a process


class Work(msgspec.Struct, frozen=True):
    """One game that is to be played, with which network."""

    settings: Settings
    network: str
    iteration: int
    game: int


def play(work: Work) -> tuple[int, bytes]:
    """Play it: its number, and what it has taught."""
    settings = msgspec.json.encode(work.settings)
    lesson = _player(settings, work.network).lesson(
        f"{work.settings.seed}/{work.iteration}/{work.game}"
    )
    out = BytesIO()
    np.savez_compressed(out, **lesson._asdict())
    return work.game, out.getvalue()


@lru_cache(maxsize=2)
def _player(settings: bytes, network: str) -> SelfPlay:
    given = msgspec.json.decode(settings, type=Settings)
    judge = Network.load(Path(network)) if network else None
    return SelfPlay(given.game, given.options, judge, given.manner)


def _played(work: list[Work], workers: int) -> Generator[tuple[int, bytes], None, None]:
    if workers > 1 and work:
        yield from shared(play, work, workers, settle_in)
    else:
        yield from map(play, work)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Processes that are started now do not each use all processors for their arrays."""
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
    judgement = SelfPlay(settings.game, settings.options, None, settings.manner).judgement
    return Network.new(judgement.rows.size, len(judgement.words))


def _read_lesson(file: Path) -> TrainingGame:
    try:
        with np.load(file) as arrays:
            return TrainingGame(*(arrays[name] for name in TrainingGame._fields))
    except (BadZipFile, KeyError, ValueError):
        raise _mistake("mistake.course.lesson", file) from None
