"""Learn to play Diplomacy from the compiled search, and measure it.

    python -m examples.diplomacy_expert smoke --out build/expert
    python -m examples.diplomacy_expert all --minutes 9 --processes 16 --out build/expert
    python -m examples.diplomacy_expert teach --minutes 4 --processes 16 --out build/expert
    python -m examples.diplomacy_expert train --minutes 3 --out build/expert
    python -m examples.diplomacy_expert match --one net:20000 --six search:20000 --out build/expert

`teach` has the search play games and writes them to `games-N.npz`; `train` learns from these and
writes `network.pt`; `match` plays one against six on arrays. `all` does the three: it trains while
games are played, then plays matches. `smoke` is `all` in two minutes. A run that is interrupted
leaves what it has written. Needs NumPy and torch, and Numba to be quick; see `docs/learning.md`.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from examples.diplomacy_expert import matches, teacher_games
from examples.diplomacy_expert.players import player

TEACHING, FADING, RESERVE = 0.55, 0.10, 0.04  # parts of the time
USUAL_MATCHES = (
    "net:{0}",
    "net:{0},worlds=32",
    "net:{0},own=1,worlds=32",
    "net:{0},own=1,worlds=32,value=20",
    "net:{0},own=1,mix=40",
    "mirror:{0},runs=2,each=1000",
    "oracle:{0}",
    "policy:{0}",
)


def main() -> int:
    """Do one of the steps."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("teach", "train", "match", "all", "smoke"))
    parser.add_argument("--out", type=Path, default=Path("build/expert"))
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--positions", type=int, default=4_000, help="of the teacher, about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="", help="cuda or cpu; the GPU if there is one")
    parser.add_argument("--width", type=int, default=160)
    parser.add_argument("--layers", type=int, default=5)
    parser.add_argument("--network", type=Path, help="a network to play or to start with")
    parser.add_argument("--earlier", type=Path, help="a folder with more games to learn from")
    parser.add_argument("--one", action="append", help="a player; may be given several times")
    parser.add_argument("--six", default="search:20000")
    parser.add_argument("--games", type=int, default=70, help="of each match")
    parser.add_argument("--until", type=int, default=matches.LAST_YEAR)
    arguments = parser.parse_args()
    arguments.begun, arguments.last_year = time.time(), None
    try:
        six = player(arguments.six)
        usual = [each.format(six.positions) for each in USUAL_MATCHES]
        arguments.one = arguments.one or usual
        for text in arguments.one:
            player(text)
    except ValueError as error:
        parser.error(str(error))
    if arguments.step == "smoke":
        shorten(arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    teacher_games.prepare()
    print(f"compiled after {time.time() - arguments.begun:.0f} s", flush=True)
    if arguments.step == "smoke":
        arguments.begun = time.time()
    steps = {"teach": teach, "train": train, "match": match, "all": everything}
    steps.get(arguments.step, everything)(arguments)
    return 0


def shorten(arguments: argparse.Namespace) -> None:
    """Set all numbers so that everything is done in two minutes."""
    arguments.minutes, arguments.positions = 1.5, 200
    arguments.width, arguments.layers = 40, 2
    arguments.games, arguments.until, arguments.last_year = 1, 1901, 1902
    arguments.six = "search:200"
    arguments.one = [each.format(200) for each in USUAL_MATCHES]


def device_of(arguments: argparse.Namespace) -> str:
    """Return where networks run."""
    if arguments.device or find_spec("torch") is None:
        return str(arguments.device or "cpu")
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def teach(arguments: argparse.Namespace) -> None:
    """Play games of the teacher and write them down."""
    parts, said = list[teacher_games.Games](), time.time()
    generator = new_generator(arguments, arguments.begun + 60 * arguments.minutes)
    try:
        while generator.is_busy:
            parts += generator.collect()
            if time.time() - said > 10:
                said = time.time()
                print(f"{sum(len(each.boards) for each in parts)} boards", flush=True)
            time.sleep(0.2)
    finally:
        generator.stop()
        if parts:
            teacher_games.save(arguments.out, teacher_games.Games.together(parts))


def new_generator(arguments: argparse.Namespace, until: float) -> teacher_games.Generator:
    return teacher_games.Generator(
        arguments.processes, arguments.positions, arguments.seed, until, arguments.last_year
    )


def new_trainer(arguments: argparse.Namespace) -> Any:
    """Return a trainer, with the games that are already written down."""
    from examples.diplomacy_expert import imitation, network

    device = device_of(arguments)
    data = imitation.Data(device)
    for folder in filter(None, (arguments.earlier, arguments.out)):
        for path in sorted(folder.glob("games-*.npz")):
            data.add(teacher_games.load(path))
    if arguments.network is not None:
        learner = network.load(arguments.network, device)
    else:
        learner = network.PolicyValueNetwork(arguments.width, arguments.layers).to(device)
    print(
        f"{sum(each.numel() for each in learner.parameters())} parameters on {device}", flush=True
    )
    return imitation.Trainer(learner, data, arguments.out / "training.jsonl")


def save_network(arguments: argparse.Namespace, trainer: Any) -> None:
    from examples.diplomacy_expert import network

    if trainer.steps:
        network.save(trainer.best, arguments.out / "network.pt")


def train(arguments: argparse.Namespace) -> None:
    """Learn from the games that were written down."""
    trainer = new_trainer(arguments)
    if trainer.data.learned is None:
        sys.exit(f"There are no games in {arguments.out}: run the step teach before.")
    seconds = arguments.begun + 60 * arguments.minutes - time.time()
    try:
        trainer.run(seconds, fade=seconds / 2)
    finally:
        save_network(arguments, trainer)


def match(arguments: argparse.Namespace) -> None:
    """Play matches."""
    network = arguments.network or arguments.out / "network.pt"
    matches.run(
        [(one, arguments.six) for one in arguments.one],
        games=arguments.games,
        processes=arguments.processes,
        seconds=arguments.begun + 60 * arguments.minutes * (1 - RESERVE) - time.time(),
        network=network if network.exists() else None,
        device=device_of(arguments),
        last_year=arguments.until,
        seed=arguments.seed,
        results=arguments.out / "matches.jsonl",
    )


def check(arguments: argparse.Namespace) -> None:
    """Train, save and ask a network with random games, so that mistakes come first."""
    import numpy as np

    from examples.diplomacy_expert import imitation, network, policy

    device, path = device_of(arguments), arguments.out / "check.pt"
    data = imitation.Data(device)
    data.add(teacher_games.random_games(40))
    learner = network.PolicyValueNetwork(arguments.width, arguments.layers).to(device)
    trainer = imitation.Trainer(learner, data)
    trainer.step()
    trainer.measure()
    network.save(trainer.averaged, path)
    asked = policy.Policy.from_file(path, device)
    kept = data.learned.boards[:1].cpu().numpy() if data.learned is not None else None
    assert kept is not None
    asked.sample(kept[0], 8, 1.0, np.random.default_rng(1))
    asked.values(kept)
    path.unlink()
    print(f"checked after {time.time() - arguments.begun:.0f} s", flush=True)


def everything(arguments: argparse.Namespace) -> None:
    """Play, learn and measure."""
    check(arguments)
    total, parts = 60 * arguments.minutes, list[teacher_games.Games]()
    until = arguments.begun + TEACHING * total
    generator = new_generator(arguments, until)
    trainer = new_trainer(arguments)

    def more() -> list[teacher_games.Games]:
        new = generator.collect()
        parts.extend(new)
        return new

    try:
        trainer.run(until - time.time(), more=more)
        fading = FADING * total
        for games in more():
            trainer.data.add(games)
        generator.stop()
        if trainer.data.learned is None:
            sys.exit("No game was finished in time.")
        trainer.run(fading, fade=fading)
    finally:
        generator.stop()
        save_network(arguments, trainer)
        if parts:
            teacher_games.save(arguments.out, teacher_games.Games.together(parts))
    arguments.network = None
    match(arguments)


if __name__ == "__main__":
    sys.exit(main())
