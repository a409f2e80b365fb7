"""How Diplomacy is presented to players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.diplomacy.answers.slots import ORDERS, VOTES
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.board_info import DiplomacyFacts
from entente.games.diplomacy.drawing import empty_map
from entente.games.diplomacy.drawing.pieces import pieces
from entente.games.diplomacy.recap import DiplomacyRecap, recap
from entente.games.diplomacy.rules.powers import assignment
from entente.games.diplomacy.state import DiplomacyState
from entente.games.diplomacy.text_board import describe, draw_table
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import (
    BoardPieces,
    BoardPlan,
    Catalog,
    Message,
    OptionValue,
    Presentation,
    Seat,
    SeenEntry,
    View,
    parse_action,
    say,
)

BETWEEN = "; "  # separates the orders of an answer


class DiplomacyPresentation(Presentation[DiplomacyState]):
    """The map of this game, as published or with an owner's corrections."""

    recap_type = DiplomacyRecap
    facts_type = DiplomacyFacts

    def __init__(self, board: Board) -> None:
        self.board = board

    def render_text(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, DiplomacyView)
        return draw_table(view, catalog, catalog.write)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, DiplomacyView)
        return describe(self.board, view, element, catalog)

    def recap(self, view: View, log: Sequence[SeenEntry], catalog: Catalog) -> DiplomacyRecap:
        assert isinstance(view, DiplomacyView)
        return recap(self.board, view, log, catalog)

    def stage(self, state: DiplomacyState) -> Message:
        step = state.step or "orders"
        return say(f"table.stage.{step}", season=state.season, year=state.year)

    def seat_title(self, seat: Seat, options: Mapping[str, OptionValue], catalog: Catalog) -> str:
        """X.2: list all powers of a seat if there are fewer players than powers."""
        return catalog.line(say("table.side", powers=list(assignment(options).seats[seat])))

    def plan(self, catalog: Catalog) -> BoardPlan:
        return empty_map.plan(self.board, catalog)

    def pieces(self, view: View, catalog: Catalog) -> BoardPieces:
        assert isinstance(view, DiplomacyView)
        return pieces(self.board, view, catalog)

    def holdings(self, view: View, catalog: Catalog) -> Sequence[str]:
        assert isinstance(view, DiplomacyView)
        if view.answer is None:
            return ()
        orders = (part for part in parse_action(view.answer).choice_texts if part != ORDERS)
        return [catalog.get("table.own_orders"), *map(catalog.write, orders)]

    def label(self, action: str) -> Message:
        if action in VOTES:
            return Message(f"action.{action}", {})
        # The default vote is not shown.
        orders = [part for part in parse_action(action).choice_texts if part != ORDERS]
        return say("action.order", order=BETWEEN.join(orders))
