"""How An Attrition of Souls is presented to players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.attrition import drawing
from entente.games.attrition.board import Board
from entente.games.attrition.board_info import AttritionFacts
from entente.games.attrition.data_schema import CardRow, read_tables
from entente.games.attrition.pieces import pieces
from entente.games.attrition.recap import AttritionRecap, recap
from entente.games.attrition.routes import Routes
from entente.games.attrition.rulebook_checks import contradictions
from entente.games.attrition.state import AttritionState
from entente.games.attrition.text_board import describe, draw_sketch, draw_table
from entente.games.attrition.view import AttritionView
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


class AttritionPresentation(Presentation[AttritionState]):
    """The board of this game, as published or as its owner `corrected` it."""

    recap_type = AttritionRecap
    facts_type = AttritionFacts
    card_types = {"event": CardRow}
    guided_turns = 2  # the first is still peace

    def __init__(self, board: Board, routes: Routes, *, corrected: bool) -> None:
        self.board = board
        self.routes = routes
        self.corrected = corrected

    def render_text(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, AttritionView)
        return draw_table(self.board, view, catalog)

    def render_terminal(self, view: View, catalog: Catalog, width: int) -> str:
        assert isinstance(view, AttritionView)
        return draw_sketch(self.board, view, catalog, width)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, AttritionView)
        return describe(self.board, view, element, catalog)

    def recap(self, view: View, log: Sequence[SeenEntry], catalog: Catalog) -> AttritionRecap:
        assert isinstance(view, AttritionView)
        return recap(self.routes, view, log, catalog)

    def dice(self, message: Message) -> tuple[int, ...]:
        if message.key == "log.general":
            return (int(str(message.args["new"])),)
        return super().dice(message)

    def stage(self, state: AttritionState) -> Message:
        return say("table.stage", turn=self.board.turns[state.turn], side=state.active)

    def plan(self, catalog: Catalog) -> BoardPlan:
        return drawing.plan(self.board, catalog)

    def pieces(self, view: View, catalog: Catalog) -> BoardPieces:
        assert isinstance(view, AttritionView)
        return pieces(self.board, view)

    def holdings(self, view: View, catalog: Catalog) -> Sequence[str]:
        assert isinstance(view, AttritionView)
        if not view.hand:
            return ()
        names = (f"{catalog.name('card', card)} ({card})" for card in view.hand)
        return [catalog.get("table.own_cards"), *names]

    def cards(self) -> list[CardFacts]:
        return [CardFacts.of("event", row) for row in self.board.tables.cards.card]

    def data_caveats(self) -> list[Message]:
        return [
            say(f"data.open_{path.chosen}", kind=path.kind, a=path.a, b=path.b)
            for path in self.board.open_paths
        ]

    def override_conflicts(self) -> list[Message]:
        return list(contradictions(self.board.tables, read_tables({}))) if self.corrected else []

    def reconstructed_values(self) -> list[ReconstructedValue]:
        return self.board.marks()

    def reconstructed_notes(self) -> Mapping[str, Sequence[Message]]:
        return self.board.marked
