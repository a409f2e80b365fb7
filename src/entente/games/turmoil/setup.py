"""3: set-up."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL, NO_SIDE, OTHER, SIDES, Board
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.effects import Choosing
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.play import scoring_cards
from entente.games.turmoil.questions import DONE, TurmoilQuestion
from entente.games.turmoil.space_filters import support_of
from entente.games.turmoil.state import TurmoilState
from entente.kernel import (
    Action,
    Chance,
    Choose,
    Frame,
    Menu,
    Message,
    Options,
    Refusal,
    Seat,
    refuse,
    say,
)

FIRST_HAND = 8
DISCRETIONARY = (
    (AUTHORITARIAN, 2),
    (LIBERAL, 2),
    (AUTHORITARIAN, 3),
    (LIBERAL, 3),
    (AUTHORITARIAN, 1),
    (LIBERAL, 1),
)
FEW_SCORING_CARDS = 2


def first_state(board: Board, options: Options, chance: Chance) -> TurmoilState:
    """3.1 to 3.5: hands, support, markers; the discretionary support comes first."""
    deck = [card.id for card in board.cards.values() if card.era == "victorian"]
    chance.shuffle(deck)
    hand: dict[str, list[str]] = {side: [] for side in SIDES}
    for _ in range(FIRST_HAND):
        for side in SIDES:
            hand[side].append(deck.pop())
    state = TurmoilState(
        options=options,
        chance=chance,
        turn=1,
        round=0,
        phasing=AUTHORITARIAN,
        support={
            side: {row.id: getattr(row, side) for row in board.rows.values()} for side in SIDES
        },
        holder=dict.fromkeys(board.spaces, NO_SIDE),
        navy=dict.fromkeys(SIDES, 0),
        improved=dict.fromkeys(SIDES, False),
        deck=deck,
        hand=hand,
        seen={side: [] for side in SIDES},
        track=["three_emperor_league"],
        stability={side: list(board.stability_cards[side]) for side in SIDES},
        attempts=dict.fromkeys(SIDES, 0),
    )
    t = TurmoilContext(board, state)
    state.hand = {side: t.sorted(cards) for side, cards in hand.items()}
    balance = str(options["swiss_balance"])
    if balance != "off":
        side, _, extra = balance.partition("_")
        state.support[side]["switzerland"] += int(extra)
    for space in board.spaces:
        t.change(LIBERAL, space, 0)
    state.push("reveal_scoring", "begin_turn")
    return state


@steps.ask("reveal_scoring")
class RevealScoring(TurmoilQuestion):
    """3.1: a player with two or more scoring cards may reveal them.

    Both players are asked regardless of their hands, so being asked reveals nothing.
    """

    section = "3.1"
    sealed = True
    grammar = ("hide", "reveal")

    def seats(self, t: TurmoilContext, frame: Frame) -> tuple[Seat, ...]:
        return SIDES

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        cards = scoring_cards(t, seat)
        return say("prompt.reveal_scoring", cards=cards) if cards else say("prompt.reveal_none")

    def menu(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(self.answers(t, frame, seat)))

    def answers(self, t: TurmoilContext, frame: Frame, seat: Seat) -> list[str]:
        many = len(scoring_cards(t, seat)) >= FEW_SCORING_CARDS
        return ["hide", "reveal"] if many else ["hide"]

    def why_not_answer(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        return refuse(self.section, "refusal.few_scoring_cards")

    def resolve_sealed(
        self, t: TurmoilContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        extra = dict.fromkeys(SIDES, 0)
        for side in SIDES:
            if answers[side] == "reveal":
                cards = scoring_cards(t, side)
                t.show(OTHER[side], cards)
                t.log("log.reveal_scoring", side=side, cards=cards)
                extra[side] = 1
        t.state.push(
            *(
                step(
                    "deploy",
                    side=side,
                    left=number + extra[side],
                    where=~support_of(OTHER[side]),
                    most=99,
                )
                for side, number in DISCRETIONARY
            )
        )


@steps.ask("deploy")
class Deploy(Choosing):
    """3.4: discretionary support, where the opponent has none."""

    section = "3.4"
    grammar = ("place <space>", DONE)

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.deploy", left=frame.number("left"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.add(frame.text("side"), action["space"])
        return self.chose(t, frame, action["space"])
