"""Legal orders as factors (unit, kind, target) beside their flat ids, and players that use them.

The flat ids are those of the environments (`game.action_ids`): the same in every position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from entente.games.diplomacy.answers.slots import DISBAND, ORDERS, VOTE
from entente.games.diplomacy.rules.adjustments import BUILD, REMOVE, WAIVE
from entente.kernel import Decision, Game, Slots

HOLD, MOVE, VIA = "hold", "move", "move_by_convoy"
SUPPORT_HOLD, SUPPORT_MOVE, CONVOY = "support_hold", "support_move", "convoy"
RETREAT, DISBANDS, BUILDS, REMOVES, WAIVES = "retreat", "disband", "build", "remove", "waive"
ORDER_KINDS = (HOLD, MOVE, VIA, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY)
KINDS = (*ORDER_KINDS, RETREAT, DISBANDS, BUILDS, REMOVES, WAIVES)


class FactoredOrder(NamedTuple):
    """A legal order in parts.

    `unit` acts (`A VIE`; empty for a build that is waived). `target` is the destination of a move
    or retreat, or the place of the unit that is supported or convoyed; `destination` is where that
    unit goes, if it moves. `id` is the flat id, `text` the order as written.
    """

    unit: str
    kind: str
    target: str
    destination: str
    id: int
    text: str


def legal_orders(game: Game[Any, Any], decision: Decision) -> dict[str, tuple[FactoredOrder, ...]]:
    """Return the legal orders for each unit, or for each adjustment due; the vote is left out."""
    menu = decision.menu
    if not isinstance(menu, Slots):
        raise TypeError(f"{decision.seat} is asked for no orders")
    number = game.action_ids.number
    return {
        slot: tuple(_factored(text, decision.step, number(text)) for text in choices)
        for slot, choices in menu.slots.items()
        if slot != VOTE
    }


def answer_of(
    game: Game[Any, Any], decision: Decision, orders: Mapping[str, FactoredOrder | int | str]
) -> str:
    """Return the action with an order for each slot: factored, its flat id, or its text. A slot
    without one takes its first choice, which is to hold, and builds nothing; ValueError if an order
    is not legal."""
    legal = legal_orders(game, decision)
    unknown = orders.keys() - legal.keys()
    if unknown:
        raise ValueError(f"{decision.seat} has no orders to give to {', '.join(sorted(unknown))}")
    parts = list[str]()
    for slot, each in legal.items():
        parts.append(_chosen(slot, each, orders.get(slot), parts))
    menu = decision.menu
    assert isinstance(menu, Slots)
    parts += [ORDERS] * (VOTE in menu.slots)
    answer = menu.canonical("; ".join(parts))
    if answer is None:
        raise ValueError(f"these orders exclude each other: {'; '.join(parts)}")
    return answer


def _chosen(
    slot: str,
    legal: Sequence[FactoredOrder],
    order: FactoredOrder | int | str | None,
    taken: Sequence[str],
) -> str:
    if order is None:
        free = [each.text for each in legal if each.text not in taken]
        return WAIVE if WAIVE in free else free[0]
    for each in legal:
        if order in (each, each.id, each.text):
            return each.text
    raise ValueError(f"{order!r} is no legal order of {slot}")


def _factored(text: str, step: str, number: int) -> FactoredOrder:
    words = text.split()
    if words[0] == WAIVE:
        return FactoredOrder("", WAIVES, "", "", number, text)
    if words[0] in (BUILD, REMOVE):
        kind = BUILDS if words[0] == BUILD else REMOVES
        return FactoredOrder(" ".join(words[1:3]), kind, words[2], "", number, text)
    unit, (verb, *rest) = " ".join(words[:2]), words[2:]
    if verb == DISBAND:
        return FactoredOrder(unit, DISBANDS, "", "", number, text)
    if verb == "H":
        return FactoredOrder(unit, HOLD, "", "", number, text)
    if verb == "-":
        kind = RETREAT if step == "retreat" else VIA if rest[-1] == "VIA" else MOVE
        return FactoredOrder(unit, kind, rest[0], "", number, text)
    target, destination = rest[1], rest[3] if len(rest) > 2 else ""
    kind = CONVOY if verb == "C" else SUPPORT_MOVE if destination else SUPPORT_HOLD
    return FactoredOrder(unit, kind, target, destination, number, text)


class OrderPlayer(ABC):
    """A player of Diplomacy that chooses among factored orders.

    Subclass it, write `choose_orders`, and name the class to the arena or the benchmark:
    `mine.py:Mine`. The arena makes it with the game's id and a seed.
    """

    def __init__(self, game_id: str, seed: str) -> None:
        self.game_id = game_id
        self.seed = seed

    def choose(self, view: Any) -> str:
        """Answer with the chosen orders, and vote to play on."""
        legal = legal_orders(view.game, view.decision)
        return answer_of(view.game, view.decision, self.choose_orders(view, legal))

    @abstractmethod
    def choose_orders(
        self, view: Any, legal: Mapping[str, tuple[FactoredOrder, ...]]
    ) -> Mapping[str, FactoredOrder | int | str]:
        """Return an order, or its flat id, for each unit; one without an order holds."""
