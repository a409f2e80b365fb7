"""4: the sequence of a turn."""

from __future__ import annotations

from entente.games.turmoil.board import ERAS, OTHER, SCORING, SIDES
from entente.games.turmoil.context import HELGOLAND, ORION, THIS_TURN, TurmoilContext, steps
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.naval import at_the_end, attempt_hint, not_in_hand
from entente.games.turmoil.operations import footing
from entente.games.turmoil.play import naval_attempt, operations_cards, rounds, scoring_cards
from entente.games.turmoil.questions import DONE, SeatQuestion
from entente.games.turmoil.scoring import end_without_winner, win
from entente.kernel import END, Action, Frame, Message, Refusal, Seat, refuse, say

LAST_TURN = 10
SECOND_ROUND = 2
MALUS = -1  # of the extra naval attempt (6.3.5, Helgoland class)


def hand_size(turn: int) -> int:
    """4.5.1."""
    return 8 if turn < 4 else 9


@steps.auto
def begin_turn(t: TurmoilContext, frame: Frame) -> None:
    """4.5.1: deal alternately, the Authoritarian first, until both hands are full."""
    state = t.state
    t.log("log.turn", turn=state.turn)
    size = hand_size(state.turn)
    lacking = {side: size - len(state.hand[side]) for side in SIDES}
    drawn: dict[str, list[str]] = {side: [] for side in SIDES}
    left = True  # neither deck nor discards are empty
    while left and any(len(drawn[side]) < lacking[side] for side in SIDES):
        left = False
        for side in SIDES:
            card = t.draw() if len(drawn[side]) < lacking[side] else ""
            if card:
                drawn[side].append(card)
                left = True
    for side in SIDES:
        if drawn[side]:
            t.enter_hand(side, *drawn[side], openly=False)
            log_drawn(t, side, drawn[side])
    state.reveal()
    state.round = 0
    state.attempts = dict.fromkeys(SIDES, 0)
    state.used = []
    state.more_rounds = 0
    state.push("next_round")


def log_drawn(t: TurmoilContext, side: str, drawn: list[str]) -> None:
    """Log drawn cards; only the owner of the hand sees which."""
    if t.state.logs:
        public = say("log.draw_hidden", side=side, count=len(drawn))
        t.state.log(say("log.draw", side=side, cards=t.sorted(drawn)), [side], public)


@steps.auto
def next_round(t: TurmoilContext, frame: Frame) -> None:
    """4.5.2: the players alternate, the Authoritarian first."""
    state = t.state
    state.round += 1
    if state.round > rounds(state.turn):
        state.push("more_rounds")
    else:
        state.push(*(step("action_round", side=side) for side in SIDES), "next_round")


@steps.auto
def more_rounds(t: TurmoilContext, frame: Frame) -> None:
    """S4: the Authoritarian's extra rounds from Popular Uproar; then the Helgoland action."""
    state = t.state
    if state.more_rounds:
        state.more_rounds -= 1
        state.push(step("action_round", side=SIDES[0]), "more_rounds")
    else:
        state.push(*(step("last_action", side=side) for side in SIDES), "verify_held")


def begin_round(t: TurmoilContext, side: str) -> None:
    """4.2: begin a round, recording what later rules ask about its start: C41, and 6.1.2 by
    15.21."""
    state = t.state
    state.phasing = side
    state.writers = state.holder["french_writers"]
    state.footing = {each: footing(t, each) for each in SIDES}


@steps.auto
def action_round(t: TurmoilContext, frame: Frame) -> None:
    """4.5.2: a player without cards forfeits the round."""
    side, state = frame.text("side"), t.state
    begin_round(t, side)
    if not state.hand[side]:
        t.log("log.forfeit", side=side)
        state.push(step("end_round", side=side))
    else:
        state.push(step("play_card", side=side), step("end_round", side=side))


@steps.auto
def end_round(t: TurmoilContext, frame: Frame) -> None:
    """6.3.5, Orion class: after their second round a player looks at the other's hand."""
    side, state = frame.text("side"), t.state
    state.push("check_victory")
    if state.round == SECOND_ROUND and t.leads(side, ORION):
        cards = state.hand[OTHER[side]]
        t.show(side, cards)
        state.reveal()
        public = say("log.look", side=side)
        state.log(say("log.hand", side=OTHER[side], cards=cards), [side], public)


@steps.auto
def last_action(t: TurmoilContext, frame: Frame) -> None:
    """6.3.5, Helgoland class: an extra action at the end of the turn."""
    side = frame.text("side")
    if t.leads(side, HELGOLAND):
        t.state.phasing = side
        t.state.push(step("helgoland", side=side), "check_victory")


@steps.ask("helgoland")
class Helgoland(SeatQuestion):
    """The extra action is a naval attempt with -1, beyond all limits.

    A player with cards is asked, even if all are scoring cards, so asking reveals nothing.
    """

    section = "6.3.5"
    grammar = ("naval <hand_card:card>", DONE)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        side = frame.text("side")
        if at_the_end(t, side) or not t.state.hand[side]:
            return []
        return [*(f"naval {card}" for card in operations_cards(t, side)), DONE]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        naval_attempt(t, frame.text("side"), action["hand_card"], bonus=MALUS)
        return END

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return None if action == DONE else attempt_hint(t, seat, action["hand_card"], MALUS)

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        reason = not_in_hand(t, frame.text("side"), action["hand_card"], self.section)
        return reason or refuse("6.3.1", "refusal.no_ops", card=action["hand_card"])


@steps.auto
def verify_held(t: TurmoilContext, frame: Frame) -> None:
    """4.5.3: a player still holding a scoring card loses; if both do, a draw."""
    state = t.state
    for card in [card for card in THIS_TURN if card in state.lasting]:
        t.end(card)
        if card in state.table:
            t.discard(card)
    guilty = [side for side in SIDES if scoring_cards(t, side)]
    if len(guilty) == len(SIDES):
        end_without_winner(t, "both_held", 0.5)
    elif guilty:
        win(t, OTHER[guilty[0]], "held")
    else:
        for side in SIDES:
            t.rule_out(SCORING, state.hand[side])
        state.push("advance_turn")


@steps.auto
def advance_turn(t: TurmoilContext, frame: Frame) -> None:
    """4.5.5, 4.4: shuffle a new era's cards into the deck, without the discards."""
    state = t.state
    if state.turn == LAST_TURN:
        state.push("final_scoring")
        return
    state.turn += 1
    if state.turn in (4, 8):
        era = ERAS[t.era]
        deck = state.deck + [card.id for card in t.board.cards.values() if card.era == era]
        state.chance.shuffle(deck)
        state.deck = deck
        t.log("log.era", era=era)
    state.push("begin_turn")
