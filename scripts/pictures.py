"""Say which pictures of the documentation are older than the page they show.

    python -m scripts.pictures      # list them; `make screenshots` takes them again

`make screenshots` stores for each picture a digest of the files that the page is made of: the parts
of the client, and the boards, pieces and texts of the games in it. Rules and computer players are
left out: with others the picture would show another game, but not another page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
IMAGES = Path("docs/images")
STORED = IMAGES / "sources.json"
GAMES = ("attrition", "diplomacy", "pax", "turmoil")
CLIENT = (".css", ".svelte", ".ts")
# Folders of the client that a picture does not show: a table's, and other pages'.
PAGES, TABLE = {"pages"}, {"table", "study", "learn"}
# What a game brings to its page: modules and folders of this name, and its data.
DRAWN = ("board", "drawing", "pieces", "presentation")
UNSEEN = {"earlier", "openings.jsonl.gz", "puzzles.jsonl.gz"}


def game_of(picture: str) -> str | None:
    """Return the game whose table a picture shows; None for pages about all games."""
    name = picture.partition("-")[0]
    return name if name in GAMES else None


def sources(root: Path, picture: str) -> Iterator[Path]:
    """Yield the files that the page on a picture is made of."""
    game = game_of(picture)
    games = GAMES if game is None else (game,)
    yield root / "scripts/screenshots.py"
    if game == "pax":
        yield root / "scripts/pax_scenes.py"
    yield root / "src/entente/kernel/drawn_board.css"
    yield from _client(root / "web/src", games, TABLE if game is None else PAGES)
    for each in games:
        yield from _package(root / "src/entente/games" / each)


def _client(folder: Path, games: tuple[str, ...], unseen: set[str]) -> Iterator[Path]:
    others = {*GAMES} - {*games}
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        if path.suffix not in CLIENT or path.name.endswith(".test.ts"):
            continue
        if parts[0] in unseen or parts[:2] == ("lib", "generated") or {"fr", "fr.ts"} & {*parts}:
            continue
        if parts[0] != "games" or parts[1] not in others:
            yield path


def _package(folder: Path) -> Iterator[Path]:
    for path in [*folder.rglob("*.py"), *folder.glob("data/*"), *folder.glob("text/en/*.toml")]:
        first = path.relative_to(folder).parts[0]
        drawn = first.startswith(DRAWN) or first in ("data", "text")
        if path.is_file() and drawn and path.name not in UNSEEN:
            yield path


def digest(root: Path, picture: str) -> str:
    """Return the digest of what a picture shows."""
    whole = sha256()
    for path in sorted(sources(root, picture)):
        whole.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    return whole.hexdigest()[:16]


def store(root: Path, pictures: Iterable[str]) -> None:
    """Store that pictures are as new as what they show."""
    known = _stored(root) | {picture: digest(root, picture) for picture in pictures}
    known = {name: known[name] for name in sorted(known) if (root / IMAGES / name).is_file()}
    (root / STORED).write_text(json.dumps(known, indent=2) + "\n", "utf-8")


def outdated(root: Path) -> list[str]:
    """Return the pictures that are older than what they show."""
    known = _stored(root)
    pictures = sorted(path.name for path in (root / IMAGES).glob("*.png"))
    return [picture for picture in pictures if known.get(picture) != digest(root, picture)]


def _stored(root: Path) -> dict[str, str]:
    file = root / STORED
    known: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return known


def main() -> int:
    """List the pictures to take again; the exit status is 1 if there are any."""
    old = outdated(ROOT)
    print("\n".join(old) or "all pictures are as new as the pages they show")
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main())
