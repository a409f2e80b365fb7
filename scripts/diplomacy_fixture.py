"""Write `web/src/games/diplomacy/testdata/game.json`: the map and some menus of a real game.

The tests of the web client read it. Run it again when the rules' menus change:

    python scripts/diplomacy_fixture.py
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from entente.kernel import Match, registry

TARGET = Path(__file__).parents[1] / "web/src/games/diplomacy/testdata/game.json"
SEED, YEARS = "6f", 1907
SUPPORT_RATE = 0.6  # how often a unit supports another if it can, which causes retreats
MENUS = {"orders": 6, "retreat": 3, "adjust": 4}  # menus of each kind


def main() -> None:
    """Play some years at random and write useful menus."""
    game = registry.load("diplomacy")
    match: Match[Any, Any] = Match(game, {"end_year": YEARS}, SEED)
    rng = Random(SEED)
    menus: dict[str, list[Any]] = {kind: [] for kind in MENUS}
    while not match.over:
        decisions = match.position.required_by_seat()
        seat, decision = next(iter(decisions.items()))
        slots = msgspec.to_builtins(decision.menu)["slots"]
        if is_useful(decision.step, slots) and len(menus[decision.step]) < MENUS[decision.step]:
            menus[decision.step].append(slots)
        match.act(seat, random_orders(slots, rng))
    catalog = game.catalog("en")
    plan = game.presentation.plan(catalog)
    assert plan is not None
    data = {"facts": msgspec.to_builtins(plan.facts), "menus": menus}
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def random_orders(slots: dict[str, list[str]], rng: Random) -> str:
    """Return random orders of a seat whose units often support each other, without a vote."""
    chosen = {slot: first_choice(slot, choices, rng) for slot, choices in slots.items()}
    for slot, choices in slots.items():
        supports = [each for each in choices if each.partition(" S ")[2] in chosen.values()]
        if supports and rng.random() < SUPPORT_RATE:
            chosen[slot] = rng.choice(supports)
    return "; ".join(chosen.values())


def first_choice(slot: str, choices: list[str], rng: Random) -> str:
    """Return a random move, or another order if there is none."""
    moves = [order for order in choices if order.split()[2:3] == ["-"]]
    return choices[0] if slot == "vote" else rng.choice(moves or choices)


def is_useful(step: str, slots: dict[str, list[str]]) -> bool:
    """Return whether a menu is of use: of orders, those with a convoy or a choice of coasts."""
    orders = [order for choices in slots.values() for order in choices]
    if step == "orders":
        return any(" VIA" in order or " C " in order or "/" in order for order in orders)
    return True


if __name__ == "__main__":
    main()
