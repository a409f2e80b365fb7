"""Keep what a release plays: its figures, and records of games played with them.

    python -m scripts.released

For every game whose version of the rules or whose figures are new, the figures are put beside the
present ones (`data/earlier`), where games that were begun with them find them for ever; some games
are played and their records kept in `tests/games/records`; and `releases.json` there gets a line.
A game of which nothing has changed is left alone.
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
PLAYED = 4  # games of a release
LONGEST = 400  # moves of a game that is played for its record

Release = dict[str, str]


def releases() -> dict[str, list[Release]]:
    """What was released of each game, in order."""
    manifest: dict[str, list[Release]] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return manifest


def is_released(game: Game[Any, Any], known: list[Release]) -> bool:
    """Whether a game is played as a release plays it."""
    present = (game.info.version, game.data_digest)
    return present in [(each["rules"], each["data"]) for each in known]


def keep_figures(game: Game[Any, Any]) -> None:
    """The figures of a game beside the present ones, unless they are there."""
    folder = GAMES / game.info.id / "data" / EARLIER
    folder.mkdir(exist_ok=True)
    text = canonical(game.data) + b"\n"
    kept = sorted(folder.glob("*.json"))
    if not any(file.read_bytes() == text for file in kept):
        (folder / f"{len(kept) + 1:04}.json").write_bytes(text)


def played(game: Game[Any, Any], seed: str) -> bytes:
    """The record of a game in which everybody does whatever may be done."""
    options = game.info.all_rules() if int(seed) % 2 else {}
    match: Match[Any, Any] = Match(game, {**game.info.short, **options}, seed)
    rng = Random(seed)
    while not match.over and len(match.moves) < LONGEST:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng), len(match.moves), decision.window)
    return dump(record_of(match))


def keep(game: Game[Any, Any], known: list[Release]) -> Release:
    """Records of a game as it is played now, and its line of the manifest."""
    name = f"{game.info.id}-{len(known) + 1}.jsonl.gz"
    # An empty line after each.
    text = b"".join(played(game, str(number)) + b"\n" for number in range(PLAYED))
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
        keep_figures(game)
        if is_released(game, known[name]):
            print(f"{name}: nothing new")
        else:
            known[name].append(keep(game, known[name]))
            print(f"{name}: kept as release {len(known[name])}")
    MANIFEST.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
