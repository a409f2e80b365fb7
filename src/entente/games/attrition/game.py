"""An Attrition of Souls: the game object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from entente.games.attrition import (  # noqa: F401  (each chapter brings its steps)
    advance,
    battle,
    cards,
    declarations,
    dice,
    drawing,
    losses,
    mobilisation,
    movement,
    planning,
    pouch,
    rail,
    reserves,
    setup,
    status,
    surrender,
    turn,
)
from entente.games.attrition.board import SIDES, Board
from entente.games.attrition.facts import AttritionFacts
from entente.games.attrition.hints import hint
from entente.games.attrition.picture import describe, draw_sketch, draw_table
from entente.games.attrition.recap import AttritionRecap, recap
from entente.games.attrition.routes import Routes
from entente.games.attrition.setup import first_state
from entente.games.attrition.state import AttritionState
from entente.games.attrition.stated import contradictions
from entente.games.attrition.tables import PACKAGE, CardRow, read_tables
from entente.games.attrition.view import AttritionView, imagine, look, unknown
from entente.games.attrition.war import War, steps
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

INFO = GameInfo(
    id="attrition",
    version="2",
    package=PACKAGE,
    seats=SIDES,
    options=(
        Option("tanks", "9", False),
        Option("elites", "10", False),
        Option("air_reserves", "11", False),
        Option("fog_of_war", "12", False),
        Option("alternative_entry", "13", False),
        Option("events", "14", False),
        Option("mulligans", "16", False),
        Option("trenches", "17", False),
        Option("generals", "18", False),
        Option("ruhr", "19", False),
        Option("historical_setup", "20", False),
        Option("returns", "4.1.2", "by_nation", ("by_nation", "by_tile"), "ruling"),
        Option("bonus", "6.2", "plus3", ("plus3", "ten"), "ruling"),
        Option("surrender_rail", "4.3", True, kind="ruling"),
        Option("amphibious", "4.7.1", "last_step", ("last_step", "any_step"), "ruling"),
        Option("chain_advance", "4.8.4", True, kind="ruling"),
        Option("tie", "5.2", "draw", ("draw", "central", "entente"), "ruling"),
        Option("elite_special", "10.5", "range", ("range", "per_tile"), "ruling"),
    ),
)

EARLY = "{early_victory}"
SECRET_VERBS = ("mobilise", "expedition", "place", "land")
SHOWING_VERBS = ("recall", "airfield")


class Attrition(Game[AttritionState, War]):
    """The game with its data, as published or as its owner corrected them."""

    info = INFO
    state_type = AttritionState
    view_type = AttritionView
    recap_type = AttritionRecap
    facts_type = AttritionFacts
    card_types = {"event": CardRow}
    steps = steps

    def __init__(self, overrides: Mapping[str, Any]) -> None:
        self.board = Board(overrides)
        self.routes = Routes(self.board)
        self._overrides = dict(overrides)
        self._catalogs: dict[str, Catalog] = {}

    def set_up(self, options: Options, chance: Chance) -> AttritionState:
        return first_state(self.board, options, chance)

    def context(self, state: AttritionState) -> War:
        return War(self.board, self.routes, state)

    def copy(self, state: AttritionState) -> AttritionState:
        return state.copy()

    def view(self, state: AttritionState, seat: Seat | None) -> AttritionView:
        return look(self.context(state), seat, self.seen(state, seat))

    def determinize(self, state: AttritionState, seat: Seat, rng: Random) -> AttritionState:
        twin = state.copy()
        forget(twin)
        imagine(self.context(twin), seat, rng)
        return twin

    def redact(
        self, state: AttritionState, seat: Seat, action: str, viewer: Seat | None
    ) -> str | None:
        shown = super().redact(state, seat, action, viewer)
        if shown is None or viewer == seat or not self.context(state).fog:
            return shown
        verb, *words = shown.split()
        hidden = [unknown(seat) if self._is_secret(verb, word) else word for word in words]
        return " ".join([verb, *hidden])

    def _is_secret(self, verb: str, word: str) -> bool:
        """12.3: tiles out of the reserves, and tiles that lie face down and stay so."""
        tile = self.board.tiles.get(word)
        if tile is None or verb in SHOWING_VERBS:
            return False
        return verb in SECRET_VERBS or tile.is_down

    def read(self, state: AttritionState, seat: Seat, text: str, catalog: Catalog) -> list[str]:
        """4.6.4: `move` and `sail` may stand for each other where only one of them is possible."""
        decision = self.decisions(state).get(seat)
        if decision is None or len(text.split()) < 2:
            return []
        verb = spell(text, decision.menu, catalog).split()[0]
        other = {"move": "sail", "sail": "move"}.get(verb)
        if other is None:
            return []
        return read(" ".join([other, *text.split()[1:]]), decision.menu, catalog)

    def hint(self, state: AttritionState, seat: Seat, action: str) -> Message | None:
        return hint(self.context(state), seat, action)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        assert isinstance(view, AttritionView)
        return describe(self.board, view, element, catalog)

    def recap(self, view: View, log: Sequence[Told], catalog: Catalog) -> AttritionRecap:
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

    def cards(self) -> list[CardFacts]:
        return [CardFacts.of("event", row) for row in self.board.tables.cards.card]

    def elements(self, action: str) -> tuple[str, ...]:
        return tuple(word for word in action.split()[1:] if word in self.board.regions)

    def picture(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, AttritionView)
        return draw_table(self.board, view, catalog)

    def sketch(self, view: View, catalog: Catalog, width: int) -> str:
        assert isinstance(view, AttritionView)
        return draw_sketch(self.board, view, catalog, width)

    def supply(self, state: AttritionState, seat: Seat, action: str) -> int:
        verb, *words = action.split()
        if verb in ("mobilise", "expedition", "place", "land"):
            return state.reserves[seat].get(words[0], 0)
        if verb == "scramble":
            return state.airfield[seat].get(words[0], 0)
        if verb in ("move", "sail", "airfield", "advance", "redeploy"):
            return state.movable.get(words[1], {}).get(words[0], 0)
        if verb == "rail":
            return state.board[words[1]].get(words[0], 0)
        return 0

    def doubts(self) -> list[Message]:
        return [
            say(f"data.open_{path.chosen}", kind=path.kind, a=path.a, b=path.b)
            for path in self.board.open_paths
        ]

    def contradictions(self) -> list[Message]:
        return list(contradictions(self.board.tables, read_tables({}))) if self._overrides else []

    def catalog(self, language: str) -> Catalog:
        """The words, with the figures of the board where a text names one."""
        found = self._catalogs.get(language)
        if found is None:
            figure, said = str(self.board.industry.early_victory), super().catalog(language)
            texts = {key: text.replace(EARLY, figure) for key, text in said.texts.items()}
            found = self._catalogs[language] = Catalog(language, texts)
        return found

    def marks(self) -> list[Mark]:
        return self.board.marks()

    def marked(self) -> Mapping[str, Sequence[Message]]:
        return self.board.marked

    def overrides(self) -> Mapping[str, object]:
        return self._overrides
