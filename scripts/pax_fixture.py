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
# The fields of a view that the sheets depend on.
VIEW_FIELDS = (
    *("turn", "year", "phase", "seats", "minors", "markers", "armies", "navies", "fleets"),
    *("codominions", "canals", "balkan_wars", "points", "tension", "rises", "resentment"),
    "treaties",
)
# Games long enough to have positions; `test_figures.py` checks what they contain.
GAMES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("sheets", {"players": 7, "turns": 4}),
    ("bonuses", {"players": 8, "turns": 3, "suggested_bonuses": True}),
    ("shared2", {"players": 4, "turns": 3, "codominion_counts": "all_markers"}),
)
END_BONUS_AREAS = {
    "great_britain": ("egypt", "soudan", "uganda", "tanganyika", "rhodesia", "bechuanaland"),
    "france": ("marocco", "taureg", "tchad", "soudan", "sokoto"),
    "japan": ("korea",),
    "russia": ("anatolia", "manchuria"),
    "italy": ("tunis",),
    "germany": ("venezuela",),
}
PHASES = ("combat", "war", "final")  # new markers; established by several; the end of the turn


def main() -> None:
    """Play some turns at random and write a position of each phase."""
    game = PaxBritannica({})
    plan = game.presentation.plan(game.catalog("en"))
    facts = msgspec.to_builtins(plan.facts)
    areas = {
        name: {key: row[key] for key in ("value", "type", "routes")}
        for name, row in facts["areas"].items()
    }
    facts_needed = {
        "areas": areas,
        "homes": {name: {"power": row["power"]} for name, row in facts["homes"].items()},
        "last_tension": facts["last_tension"],
        "figures": facts["figures"],
    }
    positions = [each for seed, options in GAMES for each in play(game, seed, options)]
    positions.append(end_bonus_position(game))
    write(TARGET, {"facts": facts_needed, "positions": positions})
    write(SCHEMA, facts["treaties"])


def write(path: Path, data: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def play(game: PaxBritannica, seed: str, options: dict[str, OptionValue]) -> list[dict[str, Any]]:
    """Play a random game and return the last position of each phase."""
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


def end_bonus_position(game: PaxBritannica) -> dict[str, Any]:
    """Return an initial position in which powers hold the areas that end bonuses are paid for."""
    options: dict[str, OptionValue] = {"players": 8, "suggested_bonuses": True}
    table = game.begin(options, "crowned")
    for power, areas in END_BONUS_AREAS.items():
        for area in areas:
            table.context.put_marker(power, area, Status.PROTECTORATE)
    view = table.view(None)
    assert isinstance(view, PaxView)
    return position(table.context, view)


def position(world: PaxContext, view: PaxView) -> dict[str, Any]:
    """Return a view with what the library calculates from it."""
    data = msgspec.to_builtins(view)
    names = ("players", "turns", "suggested_bonuses", "codominion_counts", "new_marker_lines")
    return {
        "options": {name: world.state.options[name] for name in names},
        "view": {
            **{name: data[name] for name in VIEW_FIELDS},
            "powers": {power: {"cut_off": row["cut_off"]} for power, row in data["powers"].items()},
        },
        **calculate(world),
    }


def calculate(world: PaxContext) -> dict[str, Any]:
    """Return the sheets, the bonuses and values at the end, and China's resentment a turn."""
    return {
        "sheets": {power: sheet_lines(world, power, 0) for power in world.majors},
        "bonuses": {seat: sum(end_bonuses(world, seat).values()) for seat in world.seats},
        "worth": {seat: final_lines(world, seat, 0)["l29"] for seat in world.seats},
        "yearly": yearly(world),
    }


if __name__ == "__main__":
    main()
