"""The rollout policy: which card to play, and how.

Both sides play by it in rollouts, so it must be quick and sound on average.
"""

from __future__ import annotations

from random import Random

from entente.games.turmoil.board import LIBERAL, OTHER
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.engine import evaluation
from entente.games.turmoil.engine.cards import event_worth, operations_worth
from entente.games.turmoil.engine.features import TurmoilPosition, lead
from entente.games.turmoil.engine.spaces import best_operation
from entente.games.turmoil.events import unplayable
from entente.games.turmoil.naval import FIRST_VP, SECOND_VP, attempt_bonus, fails_anyway
from entente.games.turmoil.play import rounds_left
from entente.kernel import Choose, Decision, Seat, parse_action

WHIM = 0.8  # VP: standard deviation of its noise
BOX = 2.0  # VP: the value of a box of the naval race, besides its VP
FACES = 6


def rollout_reply(position: TurmoilPosition, decision: Decision, rng: Random) -> str:
    """Answer any question."""
    if decision.step == "play_card":
        ranked = plays(position.context, decision)
        return max((worth + rng.gauss(0.0, WHIM), action) for worth, action in ranked)[1]
    if decision.step == "operations":
        menu = decision.menu
        assert isinstance(menu, Choose)
        frame = position.frame(decision)
        return best_operation(position.context, frame, decision.seat, menu.actions)
    return evaluation.rollout_reply(position, decision, rng)


def plays(t: TurmoilContext, decision: Decision) -> list[tuple[float, str]]:
    """Return the estimated value of each way to play a card, in VP."""
    menu, seat = decision.menu, decision.seat
    assert isinstance(menu, Choose)
    return [(play_worth(t, seat, *parse_action(action).words), action) for action in menu.actions]


def play_worth(t: TurmoilContext, seat: Seat, verb: str, card: str) -> float:
    """Return the estimated value of one way to play a card, in VP."""
    if verb == "score":
        return _score_worth(t, seat, card)
    if verb == "naval":
        return _attempt_worth(t, seat, card)
    row = t.board.cards[card]
    operations = operations_worth(t.worth(seat, card))
    if verb == "cancel":
        return operations
    if verb == "event":
        return event_worth(t, card, seat)
    if verb == "both":
        return operations + event_worth(t, card, seat)
    if row.side == OTHER[seat] and unplayable(t, card, row.side) is None:
        return operations - event_worth(t, card, row.side)
    return operations


def _score_worth(t: TurmoilContext, seat: Seat, card: str) -> float:
    """Score at once when ahead; wait while the seat may still catch up."""
    region = t.board.cards[card].region
    points = lead(t, region) * (1 if seat == LIBERAL else -1)
    waits = rounds_left(t, seat) - 1
    return 1.0 + 0.5 * points if points > 0 else 0.5 * points - 0.3 * waits


def _attempt_worth(t: TurmoilContext, seat: Seat, card: str) -> float:
    """6.3: the value of the box times the probability of reaching it."""
    if fails_anyway(t, seat):
        return -1.0 if t.state.improved[seat] else 0.0
    state = t.state
    box = state.navy[seat] + 1
    bonus = attempt_bonus(t, seat) + t.board.is_event_of(card, seat)
    die = t.board.needed[box] - t.worth(seat, card) - bonus
    chance = max(0.0, min(1.0, (FACES + 1 - die) / FACES))
    first = t.reached(OTHER[seat]) < box
    gained = BOX + (FIRST_VP if first else SECOND_VP).get(box, 0)
    return chance * gained + (1.0 - chance) * (0.0 if state.improved[seat] else 0.3)
