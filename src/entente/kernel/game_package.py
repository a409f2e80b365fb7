"""What a game offers to everything above the rules.

A game is one folder. Its entry point of the group `entente.games` names a `GamePackage`: the
function that creates the rules, and the modules for computer players, environments and learning.
Those are given by name and imported on first use, so the rules alone load none of them.

The rest is found in the folder of the rules' package: `text/<language>` (what people read), `data`
(tables that an owner may correct), `web/board.js` (the board in the page).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, Literal

import msgspec

Part = Literal["engine", "observations", "network_features", "exchange", "openings"]
MAIN_FUNCTIONS: dict[Part, str] = {  # what each module must define
    "engine": "evaluate",
    "observations": "blocks",
    "network_features": "blocks",
    "exchange": "matches",
    "openings": "read",
}


class GamePackage(msgspec.Struct, frozen=True, kw_only=True):
    """A game with all it brings; only the rules are required.

    `create(overrides)` makes the game, with an owner's corrections of its data. If it also takes
    `data`, games that started with the data of another release can continue with it.

    `engine` names a module with an evaluation, or with whole engines (see
    `entente.players.engines`). `observations` names a module with `blocks(game)`: the blocks of a
    view for environments; `drafts(game)`, for the parts of an action chosen so far; `MAX_CHOICES`,
    the length of an episode. `network_features` names a module with `blocks(game)`: a short vector
    for learning.

    `exchange` names a module with `matches(game, data, before)`: the games in a file of another
    program. `before` is called before each phase, and may raise to stop. UserError says what is
    wrong with the file.

    `openings` names a module with `read(walk)`, the openings in the moves of a game, and `BOOK`,
    how they are read (see `entente.kernel.openings`): the game is then in the explorer.

    `outsiders` names computer players that play this game alone, as yardsticks for its levels:
    `module:function` by the name a person types. The arena and the command line know them; no
    server offers them.
    """

    create: Callable[..., Any]
    engine: str = ""
    observations: str = ""
    network_features: str = ""
    exchange: str = ""
    openings: str = ""
    outsiders: dict[str, str] = {}

    def part(self, name: Part) -> ModuleType | None:
        """Return one of the modules, imported on first use; None if the game has none."""
        module: str = getattr(self, name)
        return import_module(module) if module else None
