"""Pax Britannica as people see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.pax.board import Board
from entente.games.pax.data_schema import read_tables
from entente.games.pax.presentation import drawing
from entente.games.pax.presentation.board_info import PaxFacts
from entente.games.pax.presentation.describe import describe
from entente.games.pax.presentation.labels import label_of
from entente.games.pax.presentation.pieces import pieces
from entente.games.pax.presentation.recap import PaxRecap, recap
from entente.games.pax.presentation.reconstructed import contradictions, doubts, marked, marks
from entente.games.pax.presentation.text_board import draw
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.state import PaxState
from entente.kernel import Catalog, Message, Presentation, ReconstructedValue, SeenEntry, View, say
from entente.kernel.board_svg import BoardPieces, BoardPlan


class PaxPresentation(Presentation[PaxState]):
    """The board of this game, as published or as its owner `corrected` it."""

    recap_type = PaxRecap
    facts_type = PaxFacts

    def __init__(self, board: Board, *, corrected: bool) -> None:
        self.board = board
        self.corrected = corrected

    # -- a position

    def render_text(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, PaxView)
        return draw(self.board, view, catalog)

    def render_terminal(self, view: View, catalog: Catalog, width: int) -> str:
        assert isinstance(view, PaxView)
        return draw(self.board, view, catalog, width)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, PaxView)
        return describe(self.board, view, element, catalog)

    def recap(self, view: View, log: Sequence[SeenEntry], catalog: Catalog) -> PaxRecap:
        assert isinstance(view, PaxView)
        return recap(self.board, view, catalog)

    def stage(self, state: PaxState) -> Message:
        return say("table.stage", year=self.board.year(max(1, state.turn)), phase=state.phase)

    # -- actions

    def label(self, action: str) -> Message:
        """Return an action in words; what is done for Austria-Hungary is said to be so."""
        return label_of(self.board, action)

    # -- the map

    def plan(self, catalog: Catalog) -> BoardPlan:
        return drawing.plan(self.board, catalog)

    def pieces(self, view: View, catalog: Catalog) -> BoardPieces:
        assert isinstance(view, PaxView)
        return pieces(view, catalog)

    # -- the data

    def reconstructed_values(self) -> Sequence[ReconstructedValue]:
        return marks(self.board.tables)

    def reconstructed_notes(self) -> Mapping[str, Sequence[Message]]:
        return marked(self.board.tables)

    def data_caveats(self) -> Sequence[Message]:
        return doubts(self.board.tables)

    def override_conflicts(self) -> Sequence[Message]:
        if not self.corrected:
            return ()
        return list(contradictions(self.board.tables, read_tables({})))
