"""Actions in words (see `action.toml`) without their question.

Some verbs belong to several questions: one declines to attack, or a treaty. How the action goes on
tells which is meant. Orders may be given together: `decline baluchistan; attack tanganyika`.
"""

from __future__ import annotations

from entente.games.pax.board import Board
from entente.games.pax.movement.perform_orders import AUSTRIA
from entente.kernel import Catalog, Message, parse_action, say
from entente.kernel.presentation import label
from entente.kernel.text import MissingText

BETWEEN = "; "


def label_of(board: Board, action: str) -> Message:
    """Return an action in words; what is done for Austria-Hungary is said to be so."""
    if BETWEEN in action and "=" not in action:  # so are the fields of a form
        return say("table.orders", orders=action)
    verb, *words = parse_action(action).words
    if verb == AUSTRIA:
        inner = label(" ".join(words))
        key = f"action.{words[0]}_all" if _is_all(words) else inner.key
        return Message(f"{key}_austria", inner.args)
    if verb in board.powers:  # what it loses, of losses that are shared (7.4, 12.7)
        if words == ["none"]:
            return say("action.lose_none", power=verb)
        if words == ["rest"]:
            return say("action.lose_rest", power=verb)
        return say("action.lose", power=verb, units=" + ".join(words))
    message = label(action)
    name = _name(board, verb, words)
    return message if name is None else Message(f"action.{name}", message.args)


def orders_text(board: Board, action: str, catalog: Catalog) -> str:
    """Orders that are given together, each in words."""
    first, *others = (
        _order_text(board, order, catalog) for order in parse_action(action).choice_texts
    )
    for other in others:
        first = catalog.say(say("table.order_and", first=first, other=other))
    return first


def _order_text(board: Board, order: str, catalog: Catalog) -> str:
    try:
        return catalog.strict.say(label_of(board, order))
    except MissingText:
        return catalog.write(order)


def _name(board: Board, verb: str, words: list[str]) -> str | None:
    """Under which name the words for an action are kept, where it is not its verb."""
    about_area = words[:1] != [] and words[0] in board.areas
    if verb == "decline" and words and not about_area:
        return "decline_desk"
    if verb == "abandon" and about_area:
        return "abandon_deficit"
    if verb == "sign" and not words:
        return "sign_signatures"
    if verb in ("accuse", "judge") and len(words) > len(("treaty", "power", "verdict")):
        return f"{verb}_clause"
    if _is_all([verb, *words]):
        return f"{verb}_all"
    return None


def _is_all(words: list[str]) -> bool:
    """Return whether a marker is given up without keeping anything."""
    return words[0] in ("yield", "lower", "reduce") and words[-1] == "none"
