"""A table at which tests play Europe in Turmoil: positions, hands, dice and decks at will."""

from __future__ import annotations

from functools import cache

import pytest

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL, OTHER, SIDES
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.scoring import level
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.turn import begin_round
from entente.kernel import (
    Catalog,
    Decision,
    IllegalAction,
    Message,
    OptionValue,
    Position,
    Refusal,
    Seat,
    registry,
)

A, L = AUTHORITARIAN, LIBERAL


@cache
def _started(game: EuropeInTurmoil, options: tuple[tuple[str, OptionValue], ...]) -> TurmoilState:
    """Return where a game begins."""
    return game.start(dict(options), "table")


def _put(t: TurmoilContext, space: str, liberal: int, authoritarian: int) -> None:
    for side, number in ((L, liberal), (A, authoritarian)):
        t.state.support[side][space] = number
    t.change(L, space, 0)


class Table:
    """A game in its first turn, set up without discretionary support, hands empty.

    The deck holds the Victorian cards that are nowhere else. `do` acts for the seat to move.
    """

    def __init__(self, **options: OptionValue) -> None:
        game = registry.load("turmoil")
        assert isinstance(game, EuropeInTurmoil)
        self.game = game
        self.state: TurmoilState = game.copy(_started(game, tuple(options.items())))
        deck = [card for side in SIDES for card in self.state.hand[side]]
        self.state.deck = self.t.sorted([*self.state.deck, *deck])
        self.state.hand = {side: [] for side in SIDES}
        self.state.round = 1
        self.to_play(A)

    @property
    def t(self) -> TurmoilContext:
        return self.game.context(self.state)

    # -- arranging a position

    def to_play(self, side: Seat) -> Table:
        """It is this side's action round."""
        state = self.state
        begin_round(self.t, side)
        rest = [step("action_round", side=L)] if side == A else []
        play = step("play_card", side=side)
        state.stack = [step("next_round"), *rest, step("end_round", side=side), play]
        state.number_top()
        return self

    def clear(self) -> Table:
        """No support anywhere."""
        t = self.t
        for space in self.game.board.spaces:
            _put(t, space, 0, 0)
        begin_round(t, self.state.phasing)
        return self

    def put(self, space: str, liberal: int, authoritarian: int) -> Table:
        """The support in a space, as the book writes it: Liberal, Authoritarian."""
        _put(self.t, space, liberal, authoritarian)
        begin_round(self.t, self.state.phasing)
        return self

    def give(self, side: Seat, *numbers: int) -> Table:
        """Move cards to a hand from any pile; cards of later eras come from the box."""
        for number in numbers:
            card = f"C{number}"
            self._lift(card)
            self.state.hand = {
                **self.state.hand,
                side: self.t.sorted([*self.state.hand[side], card]),
            }
        return self

    def discarded(self, *numbers: int) -> Table:
        """Cards for the discard pile."""
        for number in numbers:
            self._lift(f"C{number}")
            self.state.discard = [*self.state.discard, f"C{number}"]
        return self

    def happened(self, *numbers: int) -> Table:
        """Events that have taken place earlier (their other traces are the test's business)."""
        self.state.happened = [*self.state.happened, *(f"C{number}" for number in numbers)]
        return self

    def lasting(self, number: int, *sides: Seat) -> Table:
        """An event in effect, and for whom."""
        self.state.lasting = {**self.state.lasting, f"C{number}": list(sides)}
        return self

    def set(self, **values: object) -> Table:
        """Anything else of the state: `set(tension=3, vp=-4, turn=8)`."""
        for name, value in values.items():
            assert hasattr(self.state, name), name
            setattr(self.state, name, value)
        return self

    def navies(self, british: int, german: int) -> Table:
        self.state.navy = {A: german, L: british}
        return self

    def dice(self, *dice: int) -> Table:
        """The next dice."""
        self.state.chance.script = list(dice)
        return self

    # -- playing

    @property
    def position(self) -> Position[TurmoilState, TurmoilContext]:
        return self.game.position(self.state)

    @property
    def asked(self) -> Decision:
        """The decision of the one seat to move."""
        (decision,) = self.position.required_by_seat().values()
        return decision

    @property
    def menu(self) -> list[str]:
        """The legal actions of the one seat to move."""
        return list(self.asked.menu)

    def do(self, *actions: str) -> Table:
        """Act for the one seat to move, again and again."""
        for action in actions:
            self.position.apply(self.asked.seat, action)
        return self

    def event(self, number: int, side: Seat) -> Table:
        """A side plays a card from its hand as an event (it is given the card if need be)."""
        if f"C{number}" not in self.state.hand[side]:
            self.give(side, number)
        return self.to_play(side).do(f"event C{number}")

    def forced_event(self, number: int, by: Seat) -> Table:
        """A side plays a card with the opponent's event for OPs, the event first."""
        if f"C{number}" not in self.state.hand[by]:
            self.give(by, number)
        return self.to_play(by).do(f"ops C{number}", "before")

    def choose(self, **answers: str) -> Table:
        """Sealed answers: `choose(authoritarian="choose S12", liberal="choose S1")`."""
        for seat, action in answers.items():
            self.position.apply(seat, action)
        return self

    def refusal(self, action: str) -> Refusal:
        """Return why an action of the seat to move is refused; nothing changes."""
        before = self.game.save(self.state)
        reason = self.position.explain(self.asked.seat, action)
        assert reason is not None, f"{action!r} is allowed"
        with pytest.raises(IllegalAction) as caught:
            self.position.apply(self.asked.seat, action)
        assert caught.value.refusal == reason
        assert self.game.save(self.state) == before
        return reason

    def hint(self, action: str) -> Message | None:
        """The hint beside an action of the one seat to move."""
        return self.position.bind(self.asked).hint(action)

    def shown(self, seat: Seat, action: str, viewer: Seat | None) -> str | None:
        """Return what a viewer may know of an action."""
        decision = self.position.decision(seat)
        assert decision is not None
        return self.position.bind(decision).shown(action, viewer)

    def read(self, text: str, catalog: Catalog) -> list[str]:
        """Return what a typed line means in the game's own notation, to the one seat that is
        asked."""
        return self.position.bind(self.asked).read(text, catalog)

    # -- looking

    def sp(self, space: str) -> tuple[int, int]:
        """Support as the book writes it: (Liberal, Authoritarian)."""
        return self.state.support[L][space], self.state.support[A][space]

    def holder(self, space: str) -> str:
        """The side that controls a space; empty: neither."""
        return self.state.holder[space]

    def level(self, side: Seat, region: str) -> str:
        return level(self.t, side, region)

    def log_lines(self, key: str) -> list[dict[str, object]]:
        """The lines of the last action's log with this key, by their parameters."""
        news = (entry.message for entry in self.state.news)
        return [dict(message.args) for message in news if message.key == f"log.{key}"]

    def where_is(self, number: int) -> str:
        """The place of a card: deck, discard, removed, table, authoritarian, liberal or box."""
        card, state = f"C{number}", self.state
        for place in ("deck", "discard", "removed", "table"):
            if card in getattr(state, place):
                return place
        return next((side for side in SIDES if card in state.hand[side]), "box")

    @property
    def other(self) -> Seat:
        """The opponent of the phasing player."""
        return OTHER[self.state.phasing]

    # -- inside

    def _lift(self, card: str) -> None:
        state = self.state
        for place in ("deck", "discard", "removed", "table"):
            setattr(state, place, [c for c in getattr(state, place) if c != card])
        state.hand = {side: [c for c in hand if c != card] for side, hand in state.hand.items()}
