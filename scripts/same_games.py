"""Fingerprints of games: what was played, told and seen, to the last byte.

    python -m scripts.same_games --games 3

Whoever changes how something is worked out, and not what, runs it before and after; `make package`
holds the compiled wheel against the pure one by it.
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

EVERY = 7  # moves, from one look at the table to the next
MOST = 600  # moves of a game


def option_sets(game: Game[Any, Any]) -> Iterator[tuple[str, Options]]:
    """The game as it comes, and with all its optional rules."""
    yield "base", {}
    yield "all rules", game.info.all_rules()


def fingerprint(game: Game[Any, Any], options: Options, seed: int) -> str:
    """A digest of a random game: its record, its log, what each seat saw and was refused."""
    match, rng, seen = Match(game, options, f"same {seed}"), Random(seed), hashlib.sha256()
    while match.position.decisions and len(match.moves) < MOST:
        decisions = match.position.decisions
        chosen = decisions[int(rng.random() * len(decisions))]
        action = chosen.menu.sample(rng)
        if len(match.moves) % EVERY == 0:
            for seat in (*match.seats, None):
                seen.update(msgspec.json.encode(match.position.view(seat)))
            seen.update(game.save(match.state))
            seen.update(refused(match, chosen.seat, action))
        match.act(chosen.seat, action)
    seen.update(dump(record_of(match)))
    for entry in match.log:
        seen.update(msgspec.json.encode(entry))
    return seen.hexdigest()


def refused(match: Match[Any, Any], seat: str, action: str) -> bytes:
    """What somebody is told who does something else than he may."""
    *words, _ = action.split()
    try:
        match.position.copy().apply(seat, " ".join([*words, "nowhere"]))
    except IllegalAction as error:
        return msgspec.json.encode(error.refusal)
    return b"allowed"


def main() -> None:
    """A line for each game, set of options and seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=names(), help="of games")
    parser.add_argument("--games", type=int, default=3, help="of each game and set of options")
    arguments = parser.parse_args()
    for name in arguments.names:
        game = load(name)
        for label, options in option_sets(game):
            for seed in range(arguments.games):
                print(name, label, seed, fingerprint(game, options, seed), flush=True)


if __name__ == "__main__":
    main()
