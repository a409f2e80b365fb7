"""6.3: the Naval Arms Race."""

from __future__ import annotations

from entente.games.turmoil.board import AUTHORITARIAN, BOXES, INDEPENDENT, LAST_BOX, LIBERAL, OTHER
from entente.games.turmoil.context import (
    COLOSSUS,
    HELGOLAND,
    KONIG,
    MOLTKE,
    NASSAU,
    ORION,
    TurmoilContext,
    frame_number,
    steps,
)
from entente.games.turmoil.dice import FACES, roll
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import DONE, SeatQuestion, again
from entente.games.turmoil.space_filters import UNCONTROLLED, in_region
from entente.kernel import END, STAY, Action, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.message import Argument

DREADNOUGHT, BAYERN = 1, 12
FIRST_VP = {3: 2, 6: 2, 9: 2, 11: 2, 13: 4}
SECOND_VP = {3: 1, 6: 1, 9: 1, 11: 1}
ADVANTAGES = (NASSAU, HELGOLAND, COLOSSUS, ORION, MOLTKE, KONIG)
GIVEN_UP, DRAWN = 2, 3


def at_the_end(t: TurmoilContext, side: str) -> bool:
    """6.3.7: whether a navy is in the last box, with nothing left to attempt."""
    return t.state.navy[side] >= LAST_BOX


def regular_attempts(t: TurmoilContext, side: str) -> int:
    """6.3.3: the number of regular attempts per turn; one more with von Bethmann-Hollweg (C74)."""
    return 2 if side == AUTHORITARIAN and t.in_force("C74") else 1


def may_attempt(t: TurmoilContext, side: str) -> bool:
    """6.3.3: whether a side may make a regular attempt now."""
    return not at_the_end(t, side) and t.state.attempts[side] < regular_attempts(t, side)


def no_attempt(t: TurmoilContext, side: str) -> Refusal | None:
    """Explain why a side may make no regular attempt now."""
    if at_the_end(t, side):
        return refuse("6.3.7", "refusal.last_box")
    if t.state.attempts[side] >= regular_attempts(t, side):
        return refuse("6.3.3", "refusal.attempts", count=t.state.attempts[side])
    return None


def meet_the_standard(t: TurmoilContext, side: str) -> None:
    """C29: count an attempt of the Liberal towards those demanded."""
    if side == LIBERAL and t.state.standard:
        t.state.standard -= 1


def attempt(
    t: TurmoilContext, side: str, card: str, ops: int, *, own: bool, bonus: int = 0
) -> None:
    """6.3.1: put the steps of an attempt on the stack; `bonus` as the Helgoland box demands."""
    t.state.push(
        roll(side),
        step("attempt_result", side=side, card=card, ops=ops, own=int(own), bonus=bonus),
    )


def attempt_bonus(t: TurmoilContext, side: str) -> int:
    """6.3.1: the marker's +1 side, Lord Fisher (C15), Reinhold von Sydow (C98)."""
    bonus = int(t.state.improved[side])
    if side == LIBERAL and t.in_force("C15"):
        bonus += 1
    if side == AUTHORITARIAN and t.in_force("C98"):
        bonus += 2
    return bonus


@steps.auto
def attempt_result(t: TurmoilContext, frame: Frame) -> None:
    """6.3.1, 6.3.2: compare the total with the number of the next box."""
    side, state = frame.text("side"), t.state
    if at_the_end(t, side):
        return
    bonus = frame.number("own") + frame.number("bonus") + attempt_bonus(t, side)
    ops, die, box = frame.number("ops"), state.die, state.navy[side] + 1
    total, needed = die + ops + bonus, t.board.needed[box]
    t.log(
        "log.attempt",
        side=side,
        box=BOXES[box],
        die=die,
        ops=ops,
        bonus=bonus,
        total=total,
        needed=needed,
    )
    barred = fails_anyway(t, side)
    if total < needed or barred:
        if not state.improved[side]:
            state.improved = {**state.improved, side: True}
        t.log("log.attempt_barred" if barred else "log.attempt_failed", side=side)
        return
    state.improved = {**state.improved, side: False}
    enter(t, side)


def fails_anyway(t: TurmoilContext, side: str) -> bool:
    """6.3.2: the German Navy waits for the British; C74: it must first have failed once."""
    if side != AUTHORITARIAN:
        return False
    both_at_start = not any(t.state.navy.values())
    return both_at_start or (t.in_force("C74") and not t.state.improved[side])


def enter(t: TurmoilContext, side: str) -> None:
    """6.3.5: move a navy into the next box and apply the box's effect."""
    state, box = t.state, t.state.navy[side] + 1
    been_there = t.reached(side) >= box
    first = t.reached(OTHER[side]) < box
    state.navy = {**state.navy, side: box}
    t.log("log.navy", side=side, box=BOXES[box])
    if side == AUTHORITARIAN and state.high_water and box > state.high_water:
        state.high_water = 0
    if been_there:  # 6.3.8: up to the High Water Mark nothing is awarded again
        return
    t.gain(side, (FIRST_VP if first else SECOND_VP).get(box, 0))
    if first and box == DREADNOUGHT:
        where = in_region(INDEPENDENT) & UNCONTROLLED
        args: dict[str, str | int] = {"side": side, "card": BOXES[box], "where": where}
        state.push(step("place", left=2, most=1, per_region=0, may=1, **args))
    elif first and box == BAYERN and len(state.hand[side]) >= GIVEN_UP:
        state.push(step("bayern", side=side, card=BOXES[box], left=GIVEN_UP))
    elif box in ADVANTAGES:
        key = "log.advantage" if first else "log.advantage_ended"
        t.log(key, side=side if first else OTHER[side], box=BOXES[box])


@steps.auto
def advance_navy(t: TurmoilContext, frame: Frame) -> None:
    """6.3.4: advance a navy box by box by an event; each box takes effect."""
    side, boxes = frame.text("side"), frame.number("boxes")
    if boxes > 0 and not at_the_end(t, side):
        t.state.push(step("advance_navy", side=side, boxes=boxes - 1))
        enter(t, side)


def retreat(t: TurmoilContext, boxes: int) -> None:
    """6.3.8: move the German Navy back; its High Water Mark records its furthest box."""
    state, old = t.state, t.state.navy[AUTHORITARIAN]
    new = max(0, old - boxes)
    if new == old:
        return
    if not state.high_water:
        state.high_water = old
    state.navy = {**state.navy, AUTHORITARIAN: new}
    t.log("log.retreat", side=AUTHORITARIAN, box=BOXES[new])


HOPELESS = ("hint.naval_waits", "hint.naval_after_failure", "hint.naval_never")


def attempt_hint(t: TurmoilContext, side: str, card: str, bonus: int = 0) -> Message:
    """6.3.1: the modifiers of an attempt, and the least die that advances the navy."""
    box, ops = t.state.navy[side] + 1, t.worth(side, card)
    bonus += attempt_bonus(t, side) + int(t.board.is_event_of(card, side))
    needed = t.board.needed[box]
    die = needed - ops - bonus
    figures: dict[str, Argument] = {"ops": ops, "bonus": bonus, "needed": needed, "box": BOXES[box]}
    if not any(t.state.navy.values()) and side == AUTHORITARIAN:
        return say("hint.naval_waits", box=BOXES[box])
    if fails_anyway(t, side):
        return say("hint.naval_after_failure", box=BOXES[box], card="C74")
    if die > FACES:
        return say("hint.naval_never", **figures)
    return say("hint.naval", die=die, **figures) if die > 1 else say("hint.naval_always", **figures)


@steps.ask("bayern")
class Bayern(SeatQuestion):
    """6.3.5, Bayern class: exchange two cards of the hand for three new ones."""

    section = "6.3.5"
    grammar = ("discard <hand_card:card>", DONE)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        offers = [f"discard {card}" for card in t.state.hand[frame.text("side")]]
        return [*offers, DONE] if frame_number(frame, "left") == GIVEN_UP else offers

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.bayern", card=frame.text("card"), left=frame.number("left"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, left = frame.text("side"), frame.number("left") - 1
        discard_from_hand(t, side, action["hand_card"])
        if left:
            again(t, frame, left=left)
            return STAY
        draw_cards(t, side, DRAWN)
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return not_in_hand(t, frame.text("side"), action["hand_card"], self.section)


def not_in_hand(t: TurmoilContext, side: str, card: str, section: str) -> Refusal | None:
    """Explain why a card cannot be chosen from a hand."""
    held = card in t.state.hand[side]
    return None if held else refuse(section, "refusal.not_in_hand", card=card)


def discard_from_hand(t: TurmoilContext, side: str, card: str) -> None:
    """5.4: discard a card without its event."""
    t.leave_hand(side, card)
    t.state.reveal()
    t.state.discard = [*t.state.discard, card]
    t.log("log.discard", side=side, card=card)


def draw_cards(t: TurmoilContext, side: str, number: int) -> None:
    """Draw cards into a hand; only its owner sees which."""
    drawn = [card for card in (t.draw() for _ in range(number)) if card]
    if not drawn:
        return
    for card in drawn:
        t.enter_hand(side, card, openly=False)
    t.state.reveal()
    if t.state.logs:
        public = say("log.draw_hidden", side=side, count=len(drawn))
        t.state.log(say("log.draw", side=side, cards=drawn), [side], public)
