"""Play the games that a file of results lacks; each game is a line with its key."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol, TypeVar

from entente.arena.executors import init_worker
from entente.arena.processes import run_in_processes


class Keyed(Protocol):
    """A game to play."""

    @property
    def key(self) -> str: ...


W = TypeVar("W", bound=Keyed)
Game = dict[str, Any]


def play_missing(
    results: Path, planned: Sequence[W], play: Callable[[W], Game | None], processes: int
) -> dict[str, Game]:
    """Play the planned games that are not in the file and add them to it; return all of its games.

    `play` returns None for a game that ran out of time.
    """
    results.parent.mkdir(parents=True, exist_ok=True)
    played = dict[str, Game]()
    if results.exists():
        lines = results.read_text("utf-8").splitlines(keepends=True)
        lines = [line for line in lines if line.endswith("\n")]  # without a torn one
        results.write_text("".join(lines), "utf-8")
        games = [json.loads(line) for line in lines]
        played = {game["key"]: game for game in games}
    missing = [work for work in planned if work.key not in played]
    with results.open("a", encoding="utf-8") as file:
        new = (
            run_in_processes(play, missing, processes, init_worker)
            if processes > 1
            else (play(work) for work in missing)
        )
        with closing(new):
            for game in new if missing else ():
                if game is not None:
                    file.write(json.dumps(game) + "\n")
                    file.flush()
                    played[game["key"]] = game
    return played
