"""7: events, and the operations they are written with.

A card's event is a function that takes a `Script` and records the card's effects in order. The
script becomes steps on the stack, so an event can stop for a decision, roll a die, play another
event, or be cut off by the outbreak of war, while the state stays plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from entente.games.turmoil.board import NEUTRAL, OTHER
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.filter_terms import step
from entente.kernel import Frame, Refusal, refuse
from entente.kernel.frame import FrameValue

UNLIMITED = 99


class Script:
    """The steps of an event. `side` carries the event out."""

    def __init__(self, t: TurmoilContext, card: str, side: str) -> None:
        self.t = t
        self.card = card
        self.side = side
        self.frames: list[Frame] = []

    @property
    def other(self) -> str:
        return OTHER[self.side]

    @property
    def ops(self) -> int:
        """The OPs of this card to the side of the event."""
        return self.t.worth_in_event(self.side, self.card)

    def then(self, name: str, **args: FrameValue) -> None:
        """Add a step of the event's own."""
        self.frames.append(step(name, card=self.card, **args))

    # -- decisions

    def place(
        self,
        side: str,
        count: int,
        where: str,
        *,
        at_most: int = UNLIMITED,
        per_region: int = 0,
        optional: bool = False,
    ) -> None:
        """Let a side place SP in spaces of its choice."""
        self.then(
            "place",
            side=side,
            left=count,
            where=where,
            most=at_most,
            per_region=per_region,
            may=int(optional),
        )

    def remove(
        self,
        side: str,
        count: int,
        where: str,
        *,
        by: str = "",
        at_most: int = UNLIMITED,
        per_region: int = 0,
        optional: bool = False,
    ) -> None:
        """Remove SP of a side from spaces that `by` chooses (by default the side of the event)."""
        self.then(
            "remove",
            side=by or self.side,
            of=side,
            left=count,
            where=where,
            most=at_most,
            per_region=per_region,
            may=int(optional),
        )

    def replace(self, count: int, where: str) -> None:
        """Replace SP of the opponent, at most one per space."""
        self.then("exchange", side=self.side, left=count, where=where, chosen="")

    def shift(
        self,
        side: str,
        count: int,
        where: str,
        to: str,
        *,
        of: str = "",
        at_most: int = UNLIMITED,
        same_region: bool = False,
        optional: bool = True,
    ) -> None:
        """Let a side move SP (by default its own), at most `most` to one space."""
        self.then(
            "shift",
            side=side,
            of=of or side,
            left=count,
            where=where,
            to=to,
            most=at_most,
            same=int(same_region),
            may=int(optional),
        )

    def check(
        self,
        side: str,
        count: int,
        where: str,
        *,
        ops: int = -1,
        ignoring: bool = False,
        tension: bool = False,
    ) -> None:
        """Make support checks by an event, by default with the OPs of this card."""
        value = self.t.worth_in_event(side, self.card) if ops < 0 else ops
        self.then(
            "event_check",
            side=side,
            left=count,
            where=where,
            ops=value,
            ignoring=int(ignoring),
            tension=int(tension),
        )

    # -- automatic effects

    def add(self, side: str, space: str, count: int = 1) -> None:
        self.then("add_support", side=side, space=space, count=count)

    def add_each(self, side: str, where: str) -> None:
        """Add one SP in every matching space."""
        self.then("add_each", side=side, where=where)

    def take(self, side: str, space: str, count: int = 1) -> None:
        """Remove SP of a side from a space."""
        self.then("take_support", side=side, space=space, count=count)

    def take_each(self, side: str, where: str) -> None:
        """Remove one SP from every matching space."""
        self.then("take_each", side=side, where=where)

    def seize(self, side: str, space: str) -> None:
        """Add as many SP as a side needs to control a space."""
        self.then("seize", side=side, space=space)

    def gain(self, side: str, points: int) -> None:
        self.then("gain", side=side, points=points)

    def tension(self, change: int) -> None:
        self.then("change_tension", side=self.side, change=change)

    def crisis(self) -> None:
        self.then("crisis", side=self.side)

    def track(self, marker: str) -> None:
        """8.2.3: add a marker to the Great War status track."""
        self.then("add_marker", marker=marker)

    def lasts(self, side: str = "") -> None:
        """Keep the event in effect (by default for the side of the event)."""
        self.then("last", side=side or self.side)

    def ends(self, card: str) -> None:
        """End another event's effect."""
        self.then("end_event", ended=card)

    def advance(self, side: str, boxes: int) -> None:
        """6.3.4: advance a navy."""
        self.then("advance_navy", side=side, boxes=boxes)


Effect = Callable[[Script], None]
Condition = Callable[[TurmoilContext, str], Refusal | None]


class Event(NamedTuple):
    """The event of a strategy card. `condition` explains why it cannot take place now."""

    title: str
    effect: Effect
    condition: Condition | None


EVENTS: dict[str, Event] = {}


def event(
    number: int, title: str, condition: Condition | None = None
) -> Callable[[Effect], Effect]:
    """Register the event of a card: its number, title and condition."""

    def add(effect: Effect) -> Effect:
        EVENTS[f"C{number}"] = Event(title, effect, condition)
        return effect

    return add


def forever_barred(t: TurmoilContext, card: str) -> Refusal | None:
    """5.2, 7.5: explain that a superseding event bars an event, or that it lacks its
    prerequisite."""
    row, happened = t.board.cards[card], t.state.happened
    if not (row.barred_by or row.needs):
        return None
    for bar in row.barred_by:
        if bar in happened:
            return refuse("7.5", "refusal.barred", card=card, by=bar)
    if row.needs and not any(need in happened for need in row.needs):
        return refuse("5.2", "refusal.needs", card=card, needs=list(row.needs))
    return None


def unplayable(t: TurmoilContext, card: str, side: str) -> Refusal | None:
    """Explain why an event cannot take place for a side; None if it can."""
    reason = forever_barred(t, card)
    condition = EVENTS[card].condition
    return reason or (condition(t, side) if condition else None)


def event_side(t: TurmoilContext, card: str, player: str) -> str:
    """5.2: the side that carries an event out; for a neutral one, the side that plays it."""
    side = t.board.cards[card].side
    return player if side == NEUTRAL else side


@steps.auto
def take_place(t: TurmoilContext, frame: Frame) -> None:
    """Carry out an event, if it can take place; a card without effect is still played."""
    card, side = frame.text("card"), frame.text("side")
    reason = unplayable(t, card, side)
    if reason is not None:
        log_no_event(t, card, reason)
        return
    t.log("log.event", card=card, side=side)
    state = t.state
    state.happened = state.happened if card in state.happened else [*state.happened, card]
    script = Script(t, card, side)
    EVENTS[card].effect(script)
    state.push(*script.frames, "check_victory")


def log_no_event(t: TurmoilContext, card: str, reason: Refusal) -> None:
    """5.2: log that an event does not take place, and why. All reasons are public."""
    t.log("log.no_event", card=card)
    t.state.log(reason.message)


def pick_from_discard(t: TurmoilContext, card: str) -> None:
    """Move a card from the discard pile to the table."""
    t.state.discard = [c for c in t.state.discard if c != card]
    t.state.table = [*t.state.table, card]


@steps.auto
def put_away(t: TurmoilContext, frame: Frame) -> None:
    """5.2, 2.2.5, 2.2.6: move a played card to its pile."""
    card = frame.text("card")
    row = t.board.cards[card]
    if card not in t.state.table:
        return
    if row.removed and card in t.state.happened:
        t.remove(card)
    elif not row.removed and card in t.state.lasting:
        return  # on display until the turn ends
    else:
        t.discard(card)
