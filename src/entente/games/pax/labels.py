"""Actions in words (see `action.toml`) where nobody says which question they answer.

Some verbs belong to several questions: one declines to attack, a treaty, or to lead a minor power.
How the action goes on tells which is meant.
"""

from __future__ import annotations

from entente.games.pax.board import Board
from entente.games.pax.doing import AUSTRIA
from entente.kernel import Message
from entente.kernel.presentation import label

# By verb and the number of words after it.
BY_LENGTH = {
    ("attack", 3): "attack_attacks",
    ("continue", 0): "continue_end_unreachable",
    ("decline", 0): "decline_volunteer",
    ("end", 0): "end_end_unreachable",
    ("refuse", 2): "refuse_honour_obligation",
    ("retreat", 5): "retreat_choose_war_retreat",
    ("sign", 0): "sign_signatures",
    ("stay", 1): "stay_allies_join",
    ("wait", 2): "wait_sealed_declarations",
}


def label_of(board: Board, action: str) -> Message:
    """An action in words; what is done for Austria-Hungary is said to be so."""
    verb, *words = action.split()
    if verb == AUSTRIA:
        inner = label(" ".join(words))
        return Message(f"{inner.key}_austria", inner.args)
    said = label(action)
    name = _name(board, verb, words)
    return said if name is None else Message(f"action.{name}", said.args)


def _name(board: Board, verb: str, words: list[str]) -> str | None:
    """Under which name the words for an action are kept, where it is not its verb."""
    about_area = words[:1] != [] and words[0] in board.areas
    if verb == "decline" and words and not about_area:
        return "decline_desk"
    if verb == "abandon" and about_area:
        return "abandon_deficit"
    return BY_LENGTH.get((verb, len(words)))
