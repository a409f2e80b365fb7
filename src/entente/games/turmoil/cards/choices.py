"""Decisions that several cards ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from entente.games.turmoil.board import REGIONS
from entente.games.turmoil.context import TurmoilContext, frame_number, steps
from entente.games.turmoil.events import Effect, Script, event_side, pick_from_discard, unplayable
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import SeatQuestion
from entente.kernel import END, Action, Frame, Refusal, refuse
from entente.kernel.grammar import no_such_verb

# -- one of two effects

ALTERNATIVES: dict[str, dict[str, Effect]] = {}


def alternatives(number: int, **effects: Effect) -> None:
    """Register a card's alternatives: a verb and an effect for each."""
    ALTERNATIVES[f"C{number}"] = effects
    Alternative.grammar += tuple(effects)


def choose_one(do: Script, chooser: str) -> None:
    """Let a side choose one of this card's alternatives."""
    do.then("alternative", side=chooser, event=do.side)


@steps.ask("alternative")
class Alternative(SeatQuestion):
    """A choice between a card's alternatives."""

    section = "7.1"
    grammar: ClassVar[tuple[str, ...]] = ()  # the verbs of all alternatives

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return list(ALTERNATIVES[frame.text("card")])

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        card = frame.text("card")
        script = Script(t, card, frame.text("event"))
        ALTERNATIVES[card][action.verb](script)
        t.state.push(*script.frames)
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return no_such_verb(self.section, action.verb, self.offers(t, frame))


# -- another event from the discard pile


def may_pick(t: TurmoilContext, card: str, player: str, *, red: bool) -> bool:
    """Return whether a player can trigger an event in the discard pile."""
    row = t.board.cards[card]
    if t.is_scoring(card) or (red and not (row.red and row.side == player)):
        return False
    return unplayable(t, card, event_side(t, card, player)) is None


@steps.ask("pick_event")
class PickEvent(SeatQuestion):
    """C18, C56, C105: an event from the discard pile happens at once."""

    section = "7.1"
    grammar = ("pick <discarded_card:card>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        side, red = frame.text("side"), bool(frame_number(frame, "red"))
        cards = t.sorted(t.state.discard)
        return [f"pick {card}" for card in cards if may_pick(t, card, side, red=red)]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, card = frame.text("side"), action["discarded_card"]
        pick_from_discard(t, card)
        t.log("log.pick", side=side, card=card)
        event = step("take_place", card=card, side=event_side(t, card, side))
        t.state.push(event, step("put_away", card=card))
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        card, side = action["discarded_card"], frame.text("side")
        if card not in t.state.discard:
            return refuse(self.section, "refusal.not_discarded", card=card)
        if t.is_scoring(card):
            return refuse(self.section, "refusal.no_event_card", card=card)
        row = t.board.cards[card]
        if frame_number(frame, "red") and not (row.red and row.side == side):
            return refuse(self.section, "refusal.not_red", card=card)
        return unplayable(t, card, event_side(t, card, side))


# -- one space, one region


class OneSpace(SeatQuestion):
    """One space `where` is chosen, and something happens there."""

    section = "7.1"
    open_menu = True

    def spaces(self, t: TurmoilContext, frame: Frame) -> Sequence[str]:
        return t.find(frame.text("where"))

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        verb = self.verb
        return [f"{verb} {space}" for space in self.spaces(t, frame)]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        self.happen(t, frame, action.args[0])
        return END

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        raise NotImplementedError

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return t.why_not_there(frame.text("where"), action.args[0], self.section)


@steps.ask("claim")
class Claim(OneSpace):
    """C59 and mobilization cards: enough SP for control in a space of the player's choice."""

    grammar = ("claim <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        t.seize(frame.text("side"), space)


class OneRegion(SeatQuestion):
    """One scoring region is chosen."""

    section = "7.1"
    grammar = ("region <region>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [f"region {region}" for region in REGIONS]

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.no_region", region=action["region"])
