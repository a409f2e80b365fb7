"""How Europe in Turmoil is presented to players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.turmoil import drawing
from entente.games.turmoil.board import Board
from entente.games.turmoil.board_info import TurmoilFacts
from entente.games.turmoil.data_schema import CardRow, MobilizationRow, StabilityRow
from entente.games.turmoil.pieces import pieces
from entente.games.turmoil.recap import TurmoilRecap, recap
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.text_board import describe, draw_sketch, draw_table, hand
from entente.games.turmoil.view import TurmoilView
from entente.kernel import (
    BoardPieces,
    BoardPlan,
    CardFacts,
    Catalog,
    Message,
    Presentation,
    ReconstructedValue,
    SeenEntry,
    View,
    say,
)


class TurmoilPresentation(Presentation[TurmoilState]):
    """The board of this game, as published or as its owner corrected it."""

    recap_type = TurmoilRecap
    facts_type = TurmoilFacts
    card_types = {"strategy": CardRow, "stability": StabilityRow, "mobilization": MobilizationRow}

    def __init__(self, board: Board) -> None:
        self.board = board

    def render_text(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, TurmoilView)
        return draw_table(self.board, view, catalog)

    def render_terminal(self, view: View, catalog: Catalog, width: int) -> str:
        assert isinstance(view, TurmoilView)
        return draw_sketch(self.board, view, catalog, width)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, TurmoilView)
        return describe(self.board, view, element, catalog)

    def recap(self, view: View, log: Sequence[SeenEntry], catalog: Catalog) -> TurmoilRecap:
        return recap(log, catalog)

    def dice(self, message: Message) -> tuple[int, ...]:
        if message.key == "log.reroll":
            return (int(str(message.args["new"])),)
        return super().dice(message)

    def stage(self, state: TurmoilState) -> Message:
        if not state.round:
            return (
                say("table.setup") if state.turn < 2 else say("table.stage_turn", turn=state.turn)
            )
        return say("table.stage", turn=state.turn, round=state.round)

    def plan(self, catalog: Catalog) -> BoardPlan:
        return drawing.plan(self.board, catalog)

    def pieces(self, view: View, catalog: Catalog) -> BoardPieces:
        assert isinstance(view, TurmoilView)
        return pieces(view)

    def holdings(self, view: View, catalog: Catalog) -> Sequence[str]:
        assert isinstance(view, TurmoilView)
        return hand(self.board, view, catalog)

    def cards(self) -> list[CardFacts]:
        tables = self.board.tables.cards
        return [
            *(CardFacts.of("strategy", row) for row in tables.card),
            *(CardFacts.of("stability", row) for row in tables.stability),
            *(CardFacts.of("mobilization", row) for row in tables.mobilization),
        ]

    def data_caveats(self) -> list[Message]:
        return [
            say("data.map"),
            *(
                say(f"data.open_{link.chosen}", a=link.a, b=link.b)
                for link in self.board.open_links
                if not self.board.is_settled(link)
            ),
            say("data.mobilization"),
        ]

    def reconstructed_values(self) -> list[ReconstructedValue]:
        return self.board.marks()

    def reconstructed_notes(self) -> Mapping[str, Sequence[Message]]:
        return self.board.marked()
