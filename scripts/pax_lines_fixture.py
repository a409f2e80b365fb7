"""Write `web/src/games/pax/board/testdata/positions.json`: the map, and positions of games with
their lines of communication as the server computes them.

The tests of the web client read it: the client computes the lines itself and must agree. Run it
again when the map or the rules of lines change:

    python scripts/pax_lines_fixture.py
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from entente.games.pax.areas.communication import areas_with_line, broken_link, network
from entente.games.pax.context import PaxContext
from entente.games.pax.state import PaxState
from entente.kernel import OptionValue, Position, registry
from entente.kernel.conformance.playthrough import choose

TARGET = Path(__file__).parents[1] / "web/src/games/pax/board/testdata/positions.json"
GAMES: list[tuple[str, dict[str, OptionValue], tuple[int, ...]]] = [
    ("7", {"players": 7}, (1, 400)),
    ("2", {"players": 4, "turns": 8}, (250, 900, 1600)),
    ("6", {"players": 4, "turns": 8, "new_marker_lines": True}, (500,)),
]  # seed, options, numbers of decisions
VIEW_FIELDS = ("markers", "fleets", "balkan_wars", "new_marker_lines", "unrest")
SAMPLE = 3  # every third area


def main() -> None:
    """Play at random and write some positions with their lines."""
    game = registry.load("pax")
    plan = game.presentation.plan(game.catalog("en"))
    assert plan is not None
    positions = []
    for seed, options, moments in GAMES:
        table, rng = game.begin(options, seed), Random(seed)
        for done in range(1, moments[-1] + 1):
            table.apply_unchecked(*choose(table, rng))
            if done in moments:
                positions.append(data_of(table))
    table.state.canals = {"panama": "united_states"}  # no random power ever has the money
    table.context.changed_map()
    positions.append(data_of(table))
    data = {"facts": msgspec.to_builtins(plan.facts), "positions": positions}
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def data_of(table: Position[PaxState, PaxContext]) -> dict[str, Any]:
    """Return the part of the view that lines depend on, and the lines."""
    view = msgspec.to_builtins(table.view(None))
    needed = {name: view[name] for name in VIEW_FIELDS} | {"canals": table.state.canals}
    return {"view": needed, "lines": lines_of(table.context)}


def lines_of(world: PaxContext) -> dict[str, Any]:
    """Return for each power the network of its home, the areas it reaches, and broken links."""
    return {
        power: {
            "network": sorted(network(world, power)),
            "reached": areas_with_line(world, power),
            "gaps": {
                area: gap
                for area in list(world.board.areas)[::SAMPLE]
                if (gap := broken_link(world, power, area))
            },
        }
        for power in world.majors
    }


if __name__ == "__main__":
    main()
