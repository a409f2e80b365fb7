"""The layouts of the environments: what a trained policy relies on.

After the number of a game in `entente.envs.versions` is raised, write them with

    python -m tests.envs.layouts
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from inspect import getclosurevars
from pathlib import Path
from typing import Any

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.envs.versions import version_of
from entente.kernel.blocks import _Places
from tests.envs.env_states import SHORT

LAYOUTS = Path(__file__).parent / "layouts.json"


def layout(spec: EnvSpec) -> dict[str, Any]:
    """The version of a game, its action ids, and its blocks with their offsets.

    Digests stand for the words: of the action ids, and of the things in each block.
    """
    observer, space = Observer(spec), spec.action_space
    slices = observer.slices
    return {
        "version": version_of(spec.game.info.id),
        "actions": len(space),
        "labels": digest(map(space.label, range(len(space)))),
        "blocks": {name: [where.start, where.stop] for name, where in slices.items()},
        "most": {name: info.most for name, info in observer.infos.items() if name in slices},
        "things": {name: digest(things) for name, things in things_of(observer).items() if things},
    }


def things_of(observer: Observer) -> dict[str, list[str]]:
    """What the numbers of each block stand for, in order; of a grid, its rows and columns."""
    things: dict[str, list[str]] = {}
    for block in (*observer._view.blocks, *observer._drafts.blocks):
        closed = getclosurevars(block.write).nonlocals
        places = [places for _, places in sorted(closed.items()) if isinstance(places, _Places)]
        things[block.name] = [thing for each in places for thing in each]
    asked = observer._question
    things["step"], things["ways"] = list(asked._steps), list(asked._patterns)
    things["slot"] = things["words"] = list(asked._names)
    return things


def digest(words: Iterator[str] | list[str]) -> str:
    """A short digest of words in their order."""
    return sha256("\n".join(words).encode()).hexdigest()[:16]


def layouts() -> dict[str, Any]:
    """The layout of every game."""
    return {game: layout(EnvSpec(game)) for game in SHORT}


if __name__ == "__main__":
    LAYOUTS.write_text(json.dumps(layouts(), indent=1) + "\n", encoding="utf-8")
