"""Pax Britannica as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.pax.board import Board
from entente.games.pax.doing import AUSTRIA
from entente.games.pax.state import PaxState
from entente.kernel import Mark, Message, Presentation, say
from entente.kernel.presentation import label


class PaxPresentation(Presentation[PaxState]):
    """The board of this game, as published or as its owner `corrected` it."""

    def __init__(self, board: Board, *, corrected: bool) -> None:
        self.board = board
        self.corrected = corrected

    def label(self, action: str) -> Message:
        """An action in words; what is done for Austria-Hungary is said to be so."""
        verb, _, rest = action.partition(" ")
        if verb != AUSTRIA:
            return label(action)
        inner = label(rest)
        return Message(f"{inner.key}_austria", inner.args)

    def stage(self, state: PaxState) -> Message:
        return say("table.stage", year=self.board.year(max(1, state.turn)), phase=state.phase)

    def marks(self) -> Sequence[Mark]:
        return ()
