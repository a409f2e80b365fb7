"""8.4.4, optional: War Mobilization in place of war resolution and war losses."""

from __future__ import annotations

from collections.abc import Callable

from entente.games.turmoil.board import (
    AUSTRIA_HUNGARY,
    BALKANS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    OTTOMAN_EMPIRE,
    RUSSIA,
    SIDES,
)
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.events import Script
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import SeatQuestion
from entente.kernel import END, Action, Frame, Message, Refusal, Seat, refuse, say

NATIONS = (
    GERMANY,
    AUSTRIA_HUNGARY,
    FRANCE,
    BRITAIN,
    RUSSIA,
    BALKANS,
    ITALY,
    OTTOMAN_EMPIRE,
)
U_BOATS = "G2"
LAST_PRIORITY = 8


def cards_of(t: TurmoilContext, nation: str) -> list[str]:
    """Return the cards a nation chooses from; the U-boats are extra."""
    rows = t.board.mobilization.values()
    return [row.id for row in rows if row.nation == nation and row.id != U_BOATS]


def fights(t: TurmoilContext, nation: str, side: str) -> bool:
    """Return whether a nation is in the war on this side."""
    return t.state.alliance.get(nation) == side


@steps.auto
def choose_plans(t: TurmoilContext, frame: Frame) -> None:
    """8.4.4: both players choose in secret, so they can be asked one after the other."""
    state = t.state
    state.mobilized = {side: [] for side in SIDES}
    state.revealed = {side: [] for side in SIDES}
    state.push(step("mobilization", priority=0))
    for side in reversed(SIDES):
        if fights(t, GERMANY, side):
            state.push(step("add_u_boats", side=side, card=U_BOATS))
        nations = [nation for nation in NATIONS if fights(t, nation, side)]
        state.push(*(step("mobilize", side=side, nation=nation) for nation in nations))


@steps.ask("mobilize")
class Mobilize(SeatQuestion):
    """8.4.4: in secret, one card for every nation on the player's side."""

    section = "8.4.4"
    secret = True
    grammar = ("mobilize <mobilization_card>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [f"mobilize {card}" for card in cards_of(t, frame.text("nation"))]

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.mobilize", nation=frame.text("nation"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        lay_down(t, frame.text("side"), action["mobilization_card"])
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        nation = frame.text("nation")
        return refuse(
            self.section, "refusal.mobilize", card=action["mobilization_card"], nation=nation
        )


@steps.ask("add_u_boats")
class AddUBoats(SeatQuestion):
    """8.4.4: the U-boats may be added to Germany's card."""

    section = "8.4.4"
    secret = True
    grammar = ("u_boats", "no_u_boats")

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return ["no_u_boats", "u_boats"]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        if action.verb == "u_boats":
            lay_down(t, frame.text("side"), U_BOATS)
        return END


def lay_down(t: TurmoilContext, side: str, card: str) -> None:
    """Place a mobilization card face down until its priority comes."""
    chosen = t.state.mobilized
    t.state.mobilized = {**chosen, side: [*chosen[side], card]}


@steps.auto
def mobilization(t: TurmoilContext, frame: Frame) -> None:
    """8.4.4: in ascending priority; equal ones at the same time, each tested when it is due."""
    priority, state = frame.number("priority"), t.state
    if priority > LAST_PRIORITY:
        state.push("war_scoring")
        return
    due = {
        side: [c for c in state.mobilized[side] if t.board.mobilization[c].priority == priority]
        for side in SIDES
    }
    frames: list[Frame] = []
    for side, cards in due.items():
        for card in cards:
            state.reveal()
            t.log("log.mobilization", side=side, card=card)
            plan = Campaign(t, card, side)
            if card in state.cancelled or not MOBILIZATION[card](plan):
                t.log("log.mobilization_fails", card=card)
            else:
                frames += plan.frames
    state.revealed = {side: [*state.revealed[side], *due[side]] for side in SIDES}
    state.push(*frames, step("mobilization", priority=priority + 1))


class Campaign(Script):
    """The script of a mobilization card; `side` is the side its nation fights for."""

    def fights(self, nation: str, side: str) -> bool:
        return fights(self.t, nation, side)

    def in_effect(self, marker: str) -> bool:
        return marker in self.t.state.track or marker in self.t.state.beside

    def award(self, points: int) -> None:
        """Award VP to the owner, as modified by other cards."""
        self.then("award", side=self.side, points=points)

    def changes(self, change: int, *cards: str) -> None:
        """Change the VP that other cards award."""
        for card in cards:
            self.then("change_award", target=card, change=change)

    def cancels(self, *cards: str) -> None:
        for card in cards:
            self.then("cancel_mobilization", target=card)

    @property
    def france_first(self) -> list[str]:
        return [row.id for row in self.t.board.mobilization.values() if row.france_first]


@steps.auto
def award(t: TurmoilContext, frame: Frame) -> None:
    points = frame.number("points") + t.state.awards.get(frame.text("card"), 0)
    t.gain(frame.text("side"), points)


@steps.auto
def change_award(t: TurmoilContext, frame: Frame) -> None:
    card, awards = frame.text("target"), t.state.awards
    t.state.awards = {**awards, card: awards.get(card, 0) + frame.number("change")}


@steps.auto
def cancel_mobilization(t: TurmoilContext, frame: Frame) -> None:
    t.state.cancelled = [*t.state.cancelled, frame.text("target")]


CampaignEffect = Callable[[Campaign], bool]
MOBILIZATION: dict[str, CampaignEffect] = {}


def mobilization_card(code: str, title: str) -> Callable[[CampaignEffect], CampaignEffect]:
    """Register a mobilization card: its code and title. The function returns whether its condition
    is met."""

    def add(effect: CampaignEffect) -> CampaignEffect:
        MOBILIZATION[code] = effect
        return effect

    return add
