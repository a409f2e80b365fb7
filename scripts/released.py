"""Archive the data of a release, and records of games played with it.

    python -m scripts.released

For every game with a new rules version or new data, this stores the data in `data/earlier`, where
games that began with it find it later; plays some games and stores their records in
`tests/games/records`; and adds a line to `releases.json` there. A game without changes is left
alone.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import entente
from entente.kernel import Game, Match, registry
from entente.kernel.data import EARLIER, canonical
from entente.kernel.record import dump, record_of

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "entente" / "games"
RECORDS = ROOT / "tests" / "games" / "records"
MANIFEST = RECORDS / "releases.json"
GAMES_PLAYED = 4  # for a release
LONGEST = 400  # moves of a recorded game

Release = dict[str, str]


def releases() -> dict[str, list[Release]]:
    """Return the releases of each game, in order."""
    manifest: dict[str, list[Release]] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return manifest


def is_released(game: Game[Any, Any], known: list[Release]) -> bool:
    """Return whether a release has the game's present rules and data."""
    present = (game.info.version, game.data_digest)
    return present in [(each["rules"], each["data"]) for each in known]


def store_data(game: Game[Any, Any]) -> None:
    """Store the data of a game among the earlier data, unless it is already there."""
    folder = GAMES / game.info.id / "data" / EARLIER
    folder.mkdir(exist_ok=True)
    text = canonical(game.data) + b"\n"
    files = sorted(folder.glob("*.json.gz"))
    if not any(gzip.decompress(file.read_bytes()) == text for file in files):
        packed = gzip.compress(text, mtime=0)
        (folder / f"{len(files) + 1:04}.json.gz").write_bytes(packed)


def random_record(game: Game[Any, Any], seed: str) -> bytes:
    """Play a random game and return its record."""
    options = game.info.all_rules() if int(seed) % 2 else {}
    match: Match[Any, Any] = Match(game, {**game.info.short, **options}, seed)
    rng = Random(seed)
    while not match.over and len(match.moves) < LONGEST:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng), len(match.moves), decision.window)
    return dump(record_of(match))


def add_release(game: Game[Any, Any], known: list[Release]) -> Release:
    """Store records of a game with its present rules and return its entry in the manifest."""
    name = f"{game.info.id}-{len(known) + 1}.jsonl.gz"
    # An empty line after each.
    text = b"".join(random_record(game, str(number)) + b"\n" for number in range(GAMES_PLAYED))
    (RECORDS / name).write_bytes(gzip.compress(text, mtime=0))
    return {
        "product": entente.__version__,
        "rules": game.info.version,
        "data": game.data_digest,
        "records": name,
    }


def main() -> None:
    known = releases()
    for name in sorted(known):
        game = registry.load(name)
        store_data(game)
        if is_released(game, known[name]):
            print(f"{name}: nothing new")
        else:
            known[name].append(add_release(game, known[name]))
            print(f"{name}: added as release {len(known[name])}")
    MANIFEST.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
