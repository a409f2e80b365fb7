"""5: playing a card as an event, for its operations, or in the Naval Arms Race."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.games.turmoil.board import AUTHORITARIAN, EIGHT_NATIONS, LIBERAL, OTHER, SCORING
from entente.games.turmoil.context import COLOSSUS, TurmoilContext, steps
from entente.games.turmoil.events import event_side, forever_barred, log_no_event, unplayable
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.naval import (
    HOPELESS,
    at_the_end,
    attempt,
    attempt_hint,
    may_attempt,
    meet_the_standard,
    no_attempt,
    not_in_hand,
)
from entente.games.turmoil.operations import operations_of
from entente.games.turmoil.questions import SeatQuestion
from entente.games.turmoil.scoring import score
from entente.games.turmoil.targets import SPACE, kind_of
from entente.kernel import (
    END,
    Action,
    Caution,
    Choose,
    Decision,
    Frame,
    Message,
    Refusal,
    Seat,
    refuse,
    say,
)
from entente.kernel.caution import loss
from entente.kernel.message import Argument

BOTH = "colossus"
WORTH_WAITING = 2  # VP of a scoring for the opponent


def rounds(turn: int) -> int:
    """4.5.2: the number of action rounds in a turn."""
    return 7 if turn < 4 else 8


def rounds_left(t: TurmoilContext, side: str) -> int:
    """Return the number of action rounds a player has left in this turn, including this one."""
    state = t.state
    normal = max(0, rounds(state.turn) - state.round)
    return 1 + normal + (state.more_rounds if side != LIBERAL else 0)


def must_score(t: TurmoilContext, side: str, scoring: list[str]) -> bool:
    """15.1: whether a player holds as many scoring cards as action rounds are left."""
    return len(scoring) >= rounds_left(t, side)


def scoring_cards(t: TurmoilContext, side: str) -> list[str]:
    """Return the scoring cards of a hand."""
    side_of = t.board.side_of
    return [card for card in t.state.hand[side] if side_of[card] == SCORING]


def operations_cards(t: TurmoilContext, side: str) -> list[str]:
    """Return the cards of a hand that have an operations value."""
    return [card for card in t.state.hand[side] if not t.is_scoring(card)]


def blocked_plays(
    t: TurmoilContext, seat: Seat, decisions: Sequence[Decision]
) -> dict[str, list[str]]:
    """For the player to move: how each card in hand could be played but may not be now."""
    for decision in decisions:
        menu = decision.menu
        if decision.step == "play_card" and isinstance(menu, Choose):
            return {
                card: [way for way in _usual_plays(t, card) if f"{way} {card}" not in menu]
                for card in t.state.hand[seat]
            }
    return {}


def _usual_plays(t: TurmoilContext, card: str) -> tuple[str, ...]:
    """5.1, 15.1: how a card can be played if no rule forbids it."""
    return ("score",) if t.is_scoring(card) else ("event", "ops", "naval")


def naval_attempt(t: TurmoilContext, side: str, card: str, bonus: int = 0) -> None:
    """6.3.6: play a card for an attempt; its event does not happen."""
    t.put_down(side, card)
    t.log("log.naval", side=side, card=card)
    meet_the_standard(t, side)
    t.state.push(step("put_away", card=card))
    attempt(t, side, card, t.worth(side, card), own=t.board.is_event_of(card, side), bonus=bonus)


@steps.ask("play_card")
class PlayCard(SeatQuestion):
    """5.1: which card to play, and how."""

    section = "5.1"
    closing = ()  # each play ends the round
    grammar = (
        "score <hand_card:card>",
        "event <hand_card:card>",
        "ops <hand_card:card>",
        "both <hand_card:card>",
        "cancel <hand_card:card>",
        "naval <hand_card:card>",
    )

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        side, state = frame.text("side"), t.state
        hand, side_of = state.hand[side], t.board.side_of
        scoring = scoring_cards(t, side)
        if scoring and must_score(t, side, scoring):
            return [f"score {card}" for card in scoring]
        actions_of = t.board.actions_of
        cards = [card for card in hand if side_of[card] != SCORING] if scoring else hand
        if cards and bound_to_the_navy(t, side):
            return [f"naval {card}" for card in cards]
        offers = [f"score {card}" for card in scoring]
        naval = may_attempt(t, side)
        to_event, to_ops, to_naval = actions_of("event"), actions_of("ops"), actions_of("naval")
        both = can_play_both(t, side)
        allied, other = EIGHT_NATIONS in cards, OTHER[side]
        for card in cards:
            if side_of[card] == other:
                if allied:
                    offers.append(f"cancel {card}")
            elif unplayable(t, card, side) is None:
                offers.append(to_event[card])
                if both and side_of[card] == side:
                    offers.append(f"both {card}")
            offers.append(to_ops[card])
            if naval:
                offers.append(to_naval[card])
        return offers

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        state = t.state
        scoring = scoring_cards(t, seat)
        if scoring and must_score(t, seat, scoring):
            return say("prompt.play_scoring", cards=scoring)
        if bound_to_the_navy(t, seat) and len(scoring) < len(state.hand[seat]):
            return say("prompt.play_naval", card="C29", count=state.standard)
        return say("prompt.play_card", turn=state.turn, round=state.round)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, card, state = frame.text("side"), action["hand_card"], t.state
        if action.verb == "naval":
            state.attempts = {**state.attempts, side: state.attempts[side] + 1}
            naval_attempt(t, side, card)
            return END
        t.put_down(side, card)
        away = step("put_away", card=card)
        if action.verb == "score":
            t.log("log.scoring", side=side, card=card)
            state.push(step("scoring", side=side, card=card))
        elif action.verb == "event":
            state.push(step("take_place", card=card, side=side), away)
        elif action.verb == "cancel":
            t.put_down(side, EIGHT_NATIONS)
            t.log("log.cancel", side=side, card=card, by=EIGHT_NATIONS)
            spending = step("spend_card", card=card, side=side)
            state.push(spending, away, step("put_away", card=EIGHT_NATIONS))
        elif action.verb == "both":
            t.use(BOTH, side)
            t.log("log.both", side=side, card=card)
            state.push(step("order", card=card, side=side), away)
        else:
            t.log("log.ops", side=side, card=card, ops=t.worth(side, card))
            state.push(*self._operations(t, side, card), away)
        return END

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Show the result of a scoring, the odds of a naval attempt, and a card's OPs."""
        verb, card = action.words
        if verb == "score":
            region = t.board.cards[card].region
            totals = {side: score(t, side, region).total for side in (LIBERAL, AUTHORITARIAN)}
            return say("hint.score", region=region, **totals)
        if verb == "naval":
            return attempt_hint(t, seat, card)
        return None if verb == "event" else say("hint.ops", ops=t.worth(seat, card))

    def cautions(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Message]:
        """Warn about a naval attempt that fails on any roll."""
        verb, card = action.words
        if verb == "naval" and (hint := attempt_hint(t, seat, card)).key in HOPELESS:
            yield hint

    def risks(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        """Warn about a scoring that brings points to the opponent and could wait (8.1). Stability
        cards and the crisis roll often make up for a single point (see `benchmarks.alarms`)."""
        verb, card = action.words
        if verb != "score" or must_score(t, seat, scoring_cards(t, seat)):
            return
        region = t.board.cards[card].region
        points = score(t, OTHER[seat], region).total - score(t, seat, region).total
        if points >= WORTH_WAITING:
            left = rounds_left(t, seat) - 1
            yield loss("caution.scores_against", card, region=region, points=points, rounds=left)

    def _operations(self, t: TurmoilContext, side: str, card: str) -> list[Frame]:
        """5.2: the opponent's event happens before or after, unless it can never happen."""
        spending = step("spend_card", card=card, side=side)
        if card == EIGHT_NATIONS:
            return [step("gain", side=OTHER[side], points=1), step("check_victory"), spending]
        if not t.board.is_event_of(card, OTHER[side]):
            return [spending]
        barred = forever_barred(t, card)
        if barred is not None:
            log_no_event(t, card, barred)
            return [spending]
        return [step("order", card=card, side=side)]

    def explain_wrong_kind(
        self, t: TurmoilContext, section: str, thing: str, wanted: Sequence[str]
    ) -> Refusal:
        """Explain a click on a space, which newcomers try first."""
        if kind_of(t.board, thing) != SPACE or thing not in t.land.spaces:
            return super().explain_wrong_kind(t, section, thing, wanted)
        regions = [region for region, spaces in t.land.regions.items() if thing in spaces]
        stability = t.board.stability[thing]
        args: dict[str, Argument] = {"space": thing, "regions": regions, "stability": stability}
        return refuse(section, "refusal.card_first", **args)

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        side, card = frame.text("side"), action["hand_card"]
        reason = not_in_hand(t, side, card, self.section)
        if reason is not None:
            return reason
        scoring = scoring_cards(t, side)
        if scoring and must_score(t, side, scoring):
            return refuse("2.2", "refusal.must_score", cards=scoring)
        if action.verb == "score":
            if card in scoring:
                return refuse("6.3.3", "refusal.standard", count=t.state.standard)
            return refuse("2.2", "refusal.no_scoring_card", card=card)
        if card in scoring:
            return refuse("2.2", "refusal.scoring_card", card=card)
        if bound_to_the_navy(t, side):
            return refuse("6.3.3", "refusal.standard", count=t.state.standard)
        return self._why_verb(t, side, action.verb, card)

    def _why_verb(self, t: TurmoilContext, side: str, verb: str, card: str) -> Refusal | None:
        theirs = t.board.is_event_of(card, OTHER[side])
        if verb == "naval":
            return no_attempt(t, side)
        if verb == "cancel":
            if not theirs:
                return refuse("5.2", "refusal.nothing_to_cancel", card=card)
            return refuse("5.2", "refusal.no_alliance", card=EIGHT_NATIONS)
        if theirs:
            return refuse("7.1", "refusal.their_event", card=card)
        if verb == "both" and not t.board.is_event_of(card, side):
            return refuse("15.5", "refusal.joint_card", card=card)
        return unplayable(t, card, side) or refuse("6.3.5", "refusal.no_colossus")


def bound_to_the_navy(t: TurmoilContext, side: str) -> bool:
    """C29: the Liberal's next actions must be naval attempts while there is a box to reach."""
    return side == LIBERAL and t.state.standard > 0 and not at_the_end(t, side)


def can_play_both(t: TurmoilContext, side: str) -> bool:
    """6.3.5, Colossus class: once per turn a card counts for both its event and its OPs.

    15, Blue/Gold cards: never a neutral one.
    """
    return t.leads(side, COLOSSUS) and not t.used(BOTH, side)


@steps.ask("order")
class Order(SeatQuestion):
    """5.2: the phasing player decides whether the event comes before or after the OPs."""

    section = "5.2"
    grammar = ("before", "after")

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return ["before", "after"]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        card, side = frame.text("card"), frame.text("side")
        event = step("take_place", card=card, side=event_side(t, card, side))
        spending = step("spend_card", card=card, side=side)
        t.state.push(*([event, spending] if action.verb == "before" else [spending, event]))
        return END


@steps.auto
def spend_card(t: TurmoilContext, frame: Frame) -> None:
    """6: spend the OPs of a card at their current value."""
    t.state.push(operations_of(t, frame.text("side"), frame.text("card")))
