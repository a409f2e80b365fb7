"""Write the test data of the web client for Pax Britannica.

`web/src/games/pax/ledger/testdata/positions.json` has positions of real games, and the sheets that
the library calculates for them; `web/src/games/pax/treaties/testdata/schema.json` has the schema of
treaties. The client's tests use them; `tests/games/pax/test_figures.py` and `test_treaty_schema.py`
compare them with the library. Run it again when the rules of the sheet or of treaties change:

    python scripts/pax_fixture.py
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from entente.games.pax.areas.resentment import yearly
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import sheet_lines
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.scoring import end_bonuses, final_lines
from entente.kernel import OptionValue
from entente.kernel.conformance.playthrough import choose

CLIENT = Path(__file__).parents[1] / "web/src/games/pax"
TARGET = CLIENT / "ledger/testdata/positions.json"
SCHEMA = CLIENT / "treaties/testdata/schema.json"
# What the sheets depend on, as far as a view tells it.
SEEN = (
    *("turn", "year", "phase", "seats", "minors", "markers", "armies", "navies", "fleets"),
    *("codominions", "canals", "balkan_wars", "points", "tension", "rises", "resentment"),
    "treaties",
)
# Games that play long enough to have positions; `test_figures.py` says what they must contain.
GAMES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("sheets", {"players": 7, "turns": 4}),
    ("bonuses", {"players": 8, "turns": 3, "suggested_bonuses": True}),
    ("shared2", {"players": 4, "turns": 3, "codominion_counts": "all_markers"}),
)
CROWNED = {
    "great_britain": ("egypt", "soudan", "uganda", "tanganyika", "rhodesia", "bechuanaland"),
    "france": ("marocco", "taureg", "tchad", "soudan", "sokoto"),
    "japan": ("korea",),
    "russia": ("anatolia", "manchuria"),
    "italy": ("tunis",),
    "germany": ("venezuela",),
}
PHASES = ("combat", "war", "final")  # new markers; established by several; the end of the turn


def main() -> None:
    """Play some turns at random and keep a position of each phase."""
    game = PaxBritannica({})
    plan = game.presentation.plan(game.catalog("en"))
    facts = msgspec.to_builtins(plan.facts)
    areas = {
        name: {key: row[key] for key in ("value", "type", "routes")}
        for name, row in facts["areas"].items()
    }
    kept = {
        "areas": areas,
        "homes": {name: {"power": row["power"]} for name, row in facts["homes"].items()},
        "last_tension": facts["last_tension"],
        "figures": facts["figures"],
    }
    positions = [each for seed, options in GAMES for each in played(game, seed, options)]
    positions.append(crowned(game))
    write(TARGET, {"facts": kept, "positions": positions})
    write(SCHEMA, facts["treaties"])


def write(path: Path, data: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def played(game: PaxBritannica, seed: str, options: dict[str, OptionValue]) -> list[dict[str, Any]]:
    """The last position of each phase in a game that is played at random."""
    table = game.begin(options, seed)
    rng, by_phase = Random(seed), {}
    while table.outcome is None:
        decision, action = choose(table, rng)
        table.apply_unchecked(decision, action)
        if table.state.phase in PHASES:
            view = table.view(None)
            assert isinstance(view, PaxView)
            by_phase[table.state.phase] = position(table.context, view)
    return list(by_phase.values())


def crowned(game: PaxBritannica) -> dict[str, Any]:
    """A beginning in which powers were given what the bonuses of the end are paid for."""
    options: dict[str, OptionValue] = {"players": 8, "suggested_bonuses": True}
    table = game.begin(options, "crowned")
    for power, areas in CROWNED.items():
        for area in areas:
            table.context.put_marker(power, area, Status.PROTECTORATE)
    view = table.view(None)
    assert isinstance(view, PaxView)
    return position(table.context, view)


def position(world: PaxContext, view: PaxView) -> dict[str, Any]:
    """What is seen, and what the library makes of it."""
    data = msgspec.to_builtins(view)
    names = ("players", "turns", "suggested_bonuses", "codominion_counts", "new_marker_lines")
    return {
        "options": {name: world.state.options[name] for name in names},
        "view": {
            **{name: data[name] for name in SEEN},
            "powers": {power: {"cut_off": row["cut_off"]} for power, row in data["powers"].items()},
        },
        **reckoned(world),
    }


def reckoned(world: PaxContext) -> dict[str, Any]:
    """Sheets, bonuses and worth of the final position, and what China resents each turn."""
    return {
        "sheets": {power: sheet_lines(world, power, 0) for power in world.majors},
        "bonuses": {seat: sum(end_bonuses(world, seat).values()) for seat in world.seats},
        "worth": {seat: final_lines(world, seat, 0)["l29"] for seat in world.seats},
        "yearly": yearly(world),
    }


if __name__ == "__main__":
    main()
