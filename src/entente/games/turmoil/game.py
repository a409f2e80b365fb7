"""Europe in Turmoil: the game object."""

from __future__ import annotations

import re
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
from entente.games.turmoil.asking import Asking
from entente.games.turmoil.board import SIDES, Board
from entente.games.turmoil.cards import (  # noqa: F401
    choices,
    edwardian,
    georgian,
    mobilization_cards,
    stability_cards,
    victorian,
)
from entente.games.turmoil.facts import TurmoilFacts
from entente.games.turmoil.hints import hint, remark
from entente.games.turmoil.picture import describe, draw_sketch, draw_table
from entente.games.turmoil.plays import TurmoilRecap, recap
from entente.games.turmoil.setup import first_state
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.tables import PACKAGE, CardRow, MobilizationRow, StabilityRow
from entente.games.turmoil.things import STRATEGY_CARDS
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
    Seat,
    Told,
    View,
    say,
)
from entente.kernel.reading import read, spell
from entente.kernel.state import forget

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

SECRET_STEPS = ("choose_more", "mobilize", "add_u_boats", "great_game")
_NUMBER = re.compile(r"#?(\d{1,3})")


class EuropeInTurmoil(Game[TurmoilState, Turmoil]):
    """The game with its data, as published or as its owner corrected them."""

    info = INFO
    state_type = TurmoilState
    view_type = TurmoilView
    recap_type = TurmoilRecap
    facts_type = TurmoilFacts
    card_types = {"strategy": CardRow, "stability": StabilityRow, "mobilization": MobilizationRow}
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

    def view(self, state: TurmoilState, seat: Seat | None) -> TurmoilView:
        return look(self.context(state), seat, self.seen(state, seat))

    def determinize(self, state: TurmoilState, seat: Seat, rng: Random) -> TurmoilState:
        twin = state.copy()
        forget(twin)
        imagine(self.context(twin), seat, rng)
        return twin

    def redact(
        self, state: TurmoilState, seat: Seat, action: str, viewer: Seat | None
    ) -> str | None:
        shown = super().redact(state, seat, action, viewer)
        secret = bool(state.stack) and state.stack[-1].step in SECRET_STEPS
        return None if secret and viewer != seat else shown

    def read(self, state: TurmoilState, seat: Seat, text: str, catalog: Catalog) -> list[str]:
        """A card may also be named by its bare number: `ops 23`, allowed or not."""
        decision = self.decisions(state).get(seat)
        words = [
            _NUMBER.sub(r"C\1", word) if _NUMBER.fullmatch(word) else word for word in text.split()
        ]
        if decision is None or words == text.split() or not self._takes_cards(state):
            return []
        line = " ".join(words)
        return read(line, decision.menu, catalog) or [spell(line, decision.menu, catalog)]

    def _takes_cards(self, state: TurmoilState) -> bool:
        """Whether the question is one for strategy cards; else a number is a number."""
        ask = self.steps.asking[state.stack[-1].step]
        assert isinstance(ask, Asking)
        return any(kind in STRATEGY_CARDS for kinds in ask.verbs.values() for kind in kinds)

    def hint(self, state: TurmoilState, seat: Seat, action: str) -> Message | None:
        return hint(self.context(state), state.stack[-1], seat, action)

    def remark(self, state: TurmoilState, seat: Seat, action: str) -> Message | None:
        return remark(self.context(state), state.stack[-1], seat, action)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, TurmoilView)
        return describe(self.board, view, element, catalog)

    def recap(self, view: View, log: Sequence[Told], catalog: Catalog) -> TurmoilRecap:
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
