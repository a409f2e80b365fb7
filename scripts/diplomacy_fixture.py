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
HELPFUL = 0.6  # how often a unit supports another if it can: that makes retreats
KEPT = {"orders": 6, "retreat": 3, "adjust": 4}  # menus of each kind


def main() -> None:
    """Play some years at random and keep what is of use."""
    game = registry.load("diplomacy")
    match: Match[Any, Any] = Match(game, {"end_year": YEARS}, SEED)
    rng = Random(SEED)
    menus: dict[str, list[Any]] = {kind: [] for kind in KEPT}
    while not match.over:
        decisions = match.position.required_by_seat()
        seat, decision = next(iter(decisions.items()))
        slots = msgspec.to_builtins(decision.menu)["slots"]
        if worth(decision.step, slots) and len(menus[decision.step]) < KEPT[decision.step]:
            menus[decision.step].append(slots)
        match.act(seat, written(slots, rng))
    catalog = game.catalog("en")
    plan = game.presentation.plan(catalog)
    assert plan is not None
    data = {"facts": msgspec.to_builtins(plan.facts), "menus": menus}
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def written(slots: dict[str, list[str]], rng: Random) -> str:
    """Orders of a seat whose units help each other now and then; nobody votes."""
    chosen = {slot: first_choice(slot, choices, rng) for slot, choices in slots.items()}
    for slot, choices in slots.items():
        helps = [each for each in choices if each.partition(" S ")[2] in chosen.values()]
        if helps and rng.random() < HELPFUL:
            chosen[slot] = rng.choice(helps)
    return "; ".join(chosen.values())


def first_choice(slot: str, choices: list[str], rng: Random) -> str:
    """A move if there is one."""
    moves = [order for order in choices if order.split()[2:3] == ["-"]]
    return choices[0] if slot == "vote" else rng.choice(moves or choices)


def worth(step: str, slots: dict[str, list[str]]) -> bool:
    """The first menus, and then only those with a convoy or a choice of coasts."""
    orders = [order for choices in slots.values() for order in choices]
    if step == "orders":
        return any(" VIA" in order or " C " in order or "/" in order for order in orders)
    return True


if __name__ == "__main__":
    main()
