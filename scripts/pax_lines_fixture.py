"""Write `web/src/games/pax/board/testdata/positions.json`: the map, and positions of games with the
lines of communication that the server finds there.

The tests of the web client read it: the page works lines out for itself, and must come to the same.
Run it again when the map or the rules of lines change:

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
]  # seed, options, after how many decisions
SEEN = ("markers", "fleets", "balkan_wars", "new_marker_lines", "unrest")
SAMPLE = 3  # every third area


def main() -> None:
    """Play at random and keep some positions with what the server says of them."""
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
    kept = {"facts": msgspec.to_builtins(plan.facts), "positions": positions}
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(kept, separators=(",", ":")) + "\n", encoding="utf-8")


def data_of(table: Position[PaxState, PaxContext]) -> dict[str, Any]:
    """What lines depend on, and what the server says of them."""
    view = msgspec.to_builtins(table.view(None))
    seen = {name: view[name] for name in SEEN} | {"canals": table.state.canals}
    return {"view": seen, "lines": lines_of(table.context)}


def lines_of(world: PaxContext) -> dict[str, Any]:
    """Of each power: what is joined to its home, where its lines reach, and where they break."""
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
