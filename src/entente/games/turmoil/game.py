"""Europe in Turmoil: the game object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from entente.games.turmoil import (  # noqa: F401  (each chapter brings its steps)
    dice,
    drawing,
    effects,
    events,
    mobilization,
    naval,
    operations,
    play,
    scoring,
    setup,
    stability,
    tension,
    turn,
    war,
)
from entente.games.turmoil.board import SIDES, Board
from entente.games.turmoil.cards import (  # noqa: F401
    choices,
    edwardian,
    georgian,
    mobilization_cards,
    stability_cards,
    victorian,
)
from entente.games.turmoil.picture import describe, draw_sketch, draw_table
from entente.games.turmoil.setup import first_state
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.tables import PACKAGE
from entente.games.turmoil.turmoil import Turmoil, steps
from entente.games.turmoil.view import TurmoilView, imagine, look
from entente.kernel import (
    BoardPlan,
    CardFacts,
    Catalog,
    Chance,
    Game,
    GameInfo,
    Mark,
    Message,
    Option,
    Options,
    Position,
    Seat,
    View,
    say,
)

BALANCE = (
    "off",
    *(f"{side}_{extra}" for side in ("liberal", "authoritarian") for extra in range(1, 5)),
)

INFO = GameInfo(
    id="turmoil",
    version="2",
    package=PACKAGE,
    seats=SIDES,
    options=(
        Option("war_mobilization", "8.4.4", False),
        Option("french_monarchy", "12", False),
        Option(
            "swiss_balance",
            "3.3",
            "off",
            BALANCE,
            tried=("off", "liberal_2", "authoritarian_2"),
            on="liberal_2",  # the book's own example
        ),
        Option("event_bonus", "7.4", False, kind="ruling"),
    ),
)


class EuropeInTurmoil(Game[TurmoilState, Turmoil]):
    """The game with its data, as published or as its owner corrected them."""

    info = INFO
    state_type = TurmoilState
    steps = steps

    def __init__(self, overrides: Mapping[str, Any]) -> None:
        self.board = Board(overrides)
        self._overrides = dict(overrides)

    def set_up(self, options: Options, chance: Chance) -> TurmoilState:
        return first_state(self.board, options, chance)

    def context(self, state: TurmoilState) -> Turmoil:
        return Turmoil(self.board, state)

    def copy(self, state: TurmoilState) -> TurmoilState:
        return state.copy()

    def look(self, position: Position[TurmoilState, Turmoil], seat: Seat | None) -> TurmoilView:
        return look(position.context, seat, position.seen(seat))

    def imagine(self, context: Turmoil, seat: Seat, rng: Random) -> None:
        imagine(context, seat, rng)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, TurmoilView)
        return describe(self.board, view, element, catalog)

    def stage(self, state: TurmoilState) -> Message:
        if not state.round:
            return (
                say("table.setup") if state.turn < 2 else say("table.stage_turn", turn=state.turn)
            )
        return say("table.stage", turn=state.turn, round=state.round)

    def plan(self, catalog: Catalog) -> BoardPlan:
        return drawing.plan(self.board, catalog)

    def cards(self) -> list[CardFacts]:
        tables = self.board.tables.cards
        return [
            *(CardFacts.of("strategy", row) for row in tables.card),
            *(CardFacts.of("stability", row) for row in tables.stability),
            *(CardFacts.of("mobilization", row) for row in tables.mobilization),
        ]

    def elements(self, action: str) -> tuple[str, ...]:
        return tuple(word for word in action.split()[1:] if word in self.board.rows)

    def picture(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, TurmoilView)
        return draw_table(self.board, view, catalog)

    def sketch(self, view: View, catalog: Catalog, width: int) -> str:
        assert isinstance(view, TurmoilView)
        return draw_sketch(self.board, view, catalog, width)

    def doubts(self) -> list[Message]:
        return [
            say("data.map"),
            *(
                say(f"data.open_{link.chosen}", a=link.a, b=link.b)
                for link in self.board.open_links
                if not self.board.is_settled(link)
            ),
            say("data.mobilization"),
        ]

    def marks(self) -> list[Mark]:
        return self.board.marks()

    def marked(self) -> Mapping[str, Sequence[Message]]:
        return self.board.marked()

    def overrides(self) -> Mapping[str, object]:
        return self._overrides
