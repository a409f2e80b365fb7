"""Print fingerprints of random games: records, logs and views, to the last byte.

    python -m scripts.same_games --games 3

Run it before and after a refactoring that must not change behaviour. `make package` compares the
compiled wheel with the pure one by it.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from entente.kernel import Game, IllegalAction, Match, Options
from entente.kernel.record import dump, record_of
from entente.kernel.registry import load, names

EVERY = 7  # moves between two samples of views and state
MOST = 600  # moves of a game


def option_sets(game: Game[Any, Any]) -> Iterator[tuple[str, Options]]:
    """Yield the default options and all optional rules."""
    yield "base", {}
    yield "all rules", game.info.all_rules()


def fingerprint(game: Game[Any, Any], options: Options, seed: int) -> str:
    """Return a digest of a random game: its record and log, the views of each seat, refusals."""
    match, rng, digest = Match(game, options, f"same {seed}"), Random(seed), hashlib.sha256()
    while match.position.decisions and len(match.moves) < MOST:
        decisions = match.position.decisions
        chosen = decisions[int(rng.random() * len(decisions))]
        action = chosen.menu.sample(rng)
        if len(match.moves) % EVERY == 0:
            for seat in (*match.seats, None):
                digest.update(msgspec.json.encode(match.position.view(seat)))
            digest.update(game.save(match.state))
            digest.update(refusal(match, chosen.seat, action))
        match.act(chosen.seat, action)
    digest.update(dump(record_of(match)))
    for entry in match.log:
        digest.update(msgspec.json.encode(entry))
    return digest.hexdigest()


def refusal(match: Match[Any, Any], seat: str, action: str) -> bytes:
    """Return the refusal of an illegal variant of an action."""
    *words, _ = action.split()
    try:
        match.position.copy().apply(seat, " ".join([*words, "nowhere"]))
    except IllegalAction as error:
        return msgspec.json.encode(error.refusal)
    return b"allowed"


def main() -> None:
    """Print a line for each game, set of options and seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=names(), help="games (default: all)")
    parser.add_argument(
        "--games", type=int, default=3, help="matches of each game and set of options"
    )
    arguments = parser.parse_args()
    for name in arguments.names:
        game = load(name)
        for label, options in option_sets(game):
            for seed in range(arguments.games):
                print(name, label, seed, fingerprint(game, options, seed), flush=True)


if __name__ == "__main__":
    main()
