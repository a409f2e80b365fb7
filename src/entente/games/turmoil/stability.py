"""9: the stability check caused by a scoring card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from entente.games.turmoil.board import (
    AUTHORITARIAN,
    BALKANS,
    GERMANY,
    LIBERAL,
    OTHER,
    RUSSIA,
    SIDES,
)
from entente.games.turmoil.context import MOLTKE, TurmoilContext, frame_text, steps
from entente.games.turmoil.events import Script
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import DONE, SeatQuestion, TurmoilQuestion
from entente.games.turmoil.scoring import liberal_controls_germany, score_region, win
from entente.games.turmoil.space_filters import SpaceFilter, held_by, in_region, with_icon
from entente.kernel import END, Action, Choose, Frame, Menu, Message, Refusal, Seat, refuse, say

# -- the sequence of a stability check


@steps.auto
def scoring(t: TurmoilContext, frame: Frame) -> None:
    """9: a scoring card is played by `side`: choose, play, score, crisis roll."""
    card, side = frame.text("card"), frame.text("side")
    region = t.board.cards[card].region
    args: dict[str, str | int] = {"card": card, "side": side, "region": region}
    state = t.state
    state.chosen = {each: [] for each in SIDES}
    state.revealed = {each: [] for each in SIDES}
    extra = {each: extra_cards(t, each, region) for each in SIDES}
    for bonus, place in (("C48", BALKANS), ("C79", RUSSIA)):  # used up in any case
        if region == place and t.in_force(bonus):
            t.end(bonus)
    more = [
        step("choose_more", side=each, card=card, left=extra[each]) for each in SIDES if extra[each]
    ]
    state.push(
        step("choose_stability", **args),
        *more,
        step("reveal_stability", next=OTHER[side], **args),
        step("score_country", **args),
        step("crisis", side=side, card=card),
        step("scoring_over", card=card),
        "check_victory",
    )


def extra_cards(t: TurmoilContext, side: str, region: str) -> int:
    """Return the number of stability cards a side may play beyond the first."""
    extra = int(t.leads(side, MOLTKE))
    if side == AUTHORITARIAN and region == BALKANS and t.in_force("C48"):
        extra += int(t.holds(AUTHORITARIAN, "macedonia"))
    if side == LIBERAL and region == RUSSIA and t.in_force("C79"):
        extra += 1
    return extra


def choosable(t: TurmoilContext, side: str) -> list[str]:
    """9.1: the available cards; when only one would be left, all others are available again."""
    state, everything = t.state, t.board.stability_cards[side]
    chosen = state.chosen[side]
    left = [card for card in state.stability[side] if card not in chosen]
    return left if len(left) > 1 or not chosen else [c for c in everything if c not in chosen]


def no_stability_card(t: TurmoilContext, side: str, card: str) -> Refusal:
    """Explain why a stability card cannot be chosen."""
    if card in t.board.stability_cards[OTHER[side]]:
        return refuse("9.1", "refusal.their_stability", card=card)
    return refuse("9.1", "refusal.unavailable", card=card)


def card_text(action: Action) -> Message | None:
    """Show the text of the card that an action names, since it is not on display."""
    return Message(f"cards.{action.args[0]}.text", {}) if action.args else None


@steps.ask("choose_stability")
class ChooseStability(TurmoilQuestion):
    """9.1: both players choose a stability card in secret."""

    section = "9.1"
    sealed = True
    grammar = ("choose <stability_card>",)

    def seats(self, t: TurmoilContext, frame: Frame) -> tuple[Seat, ...]:
        return SIDES

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.choose_stability", card=frame.text("card"), region=frame.text("region"))

    def menu(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(self.answers(t, frame, seat)))

    def answers(self, t: TurmoilContext, frame: Frame, seat: Seat) -> list[str]:
        return [f"choose {card}" for card in choosable(t, seat)]

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return card_text(action)

    def why_not_answer(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        return no_stability_card(t, seat, action["stability_card"])

    def resolve_sealed(
        self, t: TurmoilContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        t.state.chosen = {side: [answer["stability_card"]] for side, answer in answers.items()}


@steps.ask("choose_more")
class ChooseMore(SeatQuestion):
    """9.1: a further stability card, if a card or a naval box allows it."""

    section = "9.1"
    secret = True
    grammar = ("choose <stability_card>", DONE)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [*(f"choose {card}" for card in choosable(t, frame.text("side"))), DONE]

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return card_text(action)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, left = frame.text("side"), frame.number("left") - 1
        t.state.chosen = {**t.state.chosen, side: [*t.state.chosen[side], action["stability_card"]]}
        if left:
            t.state.push(step("choose_more", side=side, card=frame.text("card"), left=left))
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return no_stability_card(t, frame.text("side"), action["stability_card"])


@steps.auto
def reveal_stability(t: TurmoilContext, frame: Frame) -> None:
    """9.2: in turns, the non-active player first, until all chosen cards are played."""
    side, state = frame.text("next"), t.state
    left = {each: unrevealed(t, each) for each in SIDES}
    if not any(left.values()):
        state.chosen = state.revealed = {}
        return
    state.push(Frame("reveal_stability", {**frame.args, "next": OTHER[side]}))
    if len(left[side]) == 1:
        state.push(_played(frame, side, left[side][0]))
    elif left[side]:
        state.push(Frame("order_stability", {**frame.args, "side": side, "by": frame.text("side")}))


def unrevealed(t: TurmoilContext, side: str) -> list[str]:
    return [card for card in t.state.chosen[side] if card not in t.state.revealed[side]]


def _played(frame: Frame, side: str, stability_card: str) -> Frame:
    region, scored = frame.text("region"), frame.text("card")
    by = frame_text(frame, "by") or frame.text("side")
    args: dict[str, str | int] = {"side": side, "region": region, "scored": scored, "by": by}
    return step("play_stability", card=stability_card, **args)


@steps.ask("order_stability")
class OrderStability(SeatQuestion):
    """9.2: choose which of several cards is played next."""

    section = "9.2"
    grammar = ("reveal <stability_card>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [f"reveal {card}" for card in unrevealed(t, frame.text("side"))]

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return card_text(action)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.state.push(_played(frame, frame.text("side"), action["stability_card"]))
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.not_chosen", card=action["stability_card"])


@steps.auto
def play_stability(t: TurmoilContext, frame: Frame) -> None:
    """9.2: reveal a card, use it up, and apply its effect if its condition is met."""
    card, side, region = frame.text("card"), frame.text("side"), frame.text("region")
    state = t.state
    state.reveal()
    state.revealed = {**state.revealed, side: [*state.revealed[side], card]}
    spend_stability(t, side, card)
    t.log("log.stability", side=side, card=card)
    plan = StabilityScript(t, card, side, region, frame.text("by"), frame.text("scored"))
    effect = STABILITY[card]
    if not effect(plan):
        t.log("log.stability_fails", card=card)
        return
    state.push(*plan.frames)


def spend_stability(t: TurmoilContext, side: str, card: str) -> None:
    """9.1: make a card unavailable until only one is left, or until all are refreshed."""
    state = t.state
    left = [each for each in state.stability[side] if each != card]
    if len(left) <= 1:
        spent = state.revealed.get(side, [])
        left = [each for each in t.board.stability_cards[side] if each not in spent]
        t.log("log.refresh", side=side)
    state.stability = {**state.stability, side: left}


def refresh(t: TurmoilContext, side: str) -> None:
    """All stability cards of a side are available again."""
    t.state.stability = {**t.state.stability, side: list(t.board.stability_cards[side])}
    t.log("log.refresh", side=side)


@steps.auto
def score_country(t: TurmoilContext, frame: Frame) -> None:
    """9.3: score the region; 10.4.1: with control of Germany the Liberal wins."""
    region = frame.text("region")
    if region == GERMANY and liberal_controls_germany(t):
        win(t, LIBERAL, "germany")
        return
    score_region(t, region)


@steps.auto
def scoring_over(t: TurmoilContext, frame: Frame) -> None:
    t.discard(frame.text("card"))


# -- scripts of stability cards


class StabilityScript(Script):
    """The script of a stability card; `region` is scored, `by` played the scoring card `scored`."""

    def __init__(
        self, t: TurmoilContext, card: str, side: str, region: str, by: str, scored: str
    ) -> None:
        super().__init__(t, card, side)
        self.region = region
        self.by = by
        self.scored = scored

    @property
    def here(self) -> SpaceFilter:
        """In the scored region."""
        return in_region(self.region)

    def icons(self, *icons: str) -> SpaceFilter:
        """Spaces of the region with one of these icons."""
        return self.here & with_icon(*icons)

    def holds(self, *icons: str) -> bool:
        """Return whether the card's owner controls a space of the region with one of these
        icons."""
        return self.t.count(self.icons(*icons) & held_by(self.side)) > 0


StabilityEffect = Callable[[StabilityScript], bool]
STABILITY: dict[str, StabilityEffect] = {}


def stability(number: int, title: str) -> Callable[[StabilityEffect], StabilityEffect]:
    """Register a stability card: its number and title. The function returns whether its condition
    was met."""

    def add(effect: StabilityEffect) -> StabilityEffect:
        STABILITY[f"S{number}"] = effect
        return effect

    return add
