"""Positions for exercises: the first turn without discretionary support, the rest as given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL, OTHER, SIDES
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.turn import begin_round
from entente.kernel import Game, Position

TurmoilGame = Game[TurmoilState, TurmoilContext]
Place = Callable[[TurmoilGame], Position[TurmoilState, TurmoilContext]]

WAITING = {AUTHORITARIAN: ["C13", "C21"], LIBERAL: ["C14", "C26"]}  # the opponent's hand


def position(
    side: str, hand: tuple[str, ...], support: Mapping[str, tuple[int, int]], **more: Any
) -> Place:
    """Build a position in this side's action round. Support is written as in the book: Liberal,
    Authoritarian.

    `more` are further fields of the state, such as `tension=3`.
    """

    def place(game: TurmoilGame) -> Position[TurmoilState, TurmoilContext]:
        state = game.start({}, "exercise")
        t = game.context(state)
        for space, numbers in support.items():
            for each, number in zip((LIBERAL, AUTHORITARIAN), numbers, strict=True):
                state.support[each][space] = number
            t.change(LIBERAL, space, 0)
        hands = {side: list(hand), OTHER[side]: WAITING[OTHER[side]]}
        everywhere = [*state.deck, *(card for each in SIDES for card in state.hand[each])]
        held = [card for cards in hands.values() for card in cards]
        state.deck = [card for card in everywhere if card not in held]
        state.hand = {each: t.sorted(hands[each]) for each in SIDES}
        state.round, state.answers, state.news = 1, {}, []
        for name, value in more.items():
            setattr(state, name, value)
        begin_round(t, side)
        rest = [step("action_round", side=LIBERAL)] if side == AUTHORITARIAN else []
        now = step("play_card", side=side)
        state.stack = [step("next_round"), *rest, step("end_round", side=side), now]
        state.number_top()
        return game.position(state)

    return place
