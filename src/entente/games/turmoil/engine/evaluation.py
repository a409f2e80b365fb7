"""The quick evaluation of Europe in Turmoil.

Everything is counted in victory points: those on the track and those to be expected, from scorings,
from support on its way to control, from the navy and from the hand. The Great War has a second
account besides that of peace; the nearer it is, the more that account counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from random import Random

from entente.games.turmoil.board import (
    AUTHORITARIAN,
    LIBERAL,
    NEUTRAL,
    OTHER,
    REGIONS,
    SCORING,
)
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.engine.features import (
    CRISES,
    LAST_TURN,
    Due,
    TurmoilPosition,
    chance_of_war,
    lead,
    scorings,
    standing,
)
from entente.games.turmoil.engine.spaces import (
    SpaceWeights,
    best_rate,
    check_gain,
    control_values,
    gain,
)
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.operations import neighbours
from entente.games.turmoil.war import WAR_VP, participants, war_modifier
from entente.kernel import Choose, Decision, Frame, Seat, parse_action
from entente.players.engines.dice import spread

WORLDS = 6
TRIED = 8  # actions of each verb

# What control of a space counts for, in VP, besides the points of a scoring.
SPACES = SpaceWeights(battleground=0.8, normal=0.4, independent=0.45, anywhere=0.05)

BOX, ADVANTAGE, IMPROVED = 0.9, 0.8, 0.4
OWN_CARD, THEIR_CARD = 0.45, -0.1  # in hand, for each OP
STABILITY_CARD = 0.05


# -- the position


def evaluate(position: TurmoilPosition, seat: Seat) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    state, t = position.state, position.context
    if state.outcome is not None:
        return 2.0 * state.outcome.scores[seat] - 1.0
    sign = 1 if seat == LIBERAL else -1
    leads = {region: lead(t, region) for region in REGIONS}
    war = war_margin(t, leads)
    if state.alliance:
        return tanh(sign * war / 5)
    due = scorings(t, seat)
    peace = state.vp + sum(due[region] * leads[region] for region in REGIONS)
    peace += ground(t, due) + navy(t) + sign * hand(t, seat)
    danger = 1.0 - (1.0 - chance_of_war(t)) ** CRISES
    patience = 12.0 + 2.0 * (LAST_TURN - state.turn)  # early points decide less
    calm, storm = tanh(sign * peace / patience), tanh(sign * war / 8)
    return (1.0 - danger) * calm + danger * storm


def ground(t: TurmoilContext, due: Due) -> float:
    """Control, progress towards it and what secures it, space by space."""
    liberal, authoritarian = t.state.support[LIBERAL], t.state.support[AUTHORITARIAN]
    total, stability = 0.0, t.board.stability
    for space, worth in worths(t, due).items():
        ahead = liberal[space] - authoritarian[space]
        if ahead:
            total += worth * standing(ahead, stability[space])
    return total


def worths(t: TurmoilContext, due: Due) -> dict[str, float]:
    """Return the value of control of each space, besides the points of a scoring."""
    return control_values(t.board, t.land, tuple(due.values()), SPACES)


def navy(t: TurmoilContext) -> float:
    """6.3: the lead in the naval race, and the advantages of its boxes."""
    state = t.state
    value = BOX * t.ahead(LIBERAL)
    value += IMPROVED * (state.improved[LIBERAL] - state.improved[AUTHORITARIAN])
    for box in ADVANTAGES:
        value += ADVANTAGE * (t.leads(LIBERAL, box) - t.leads(AUTHORITARIAN, box))
    return value


def hand(t: TurmoilContext, seat: Seat) -> float:
    """Own and neutral cards by their OPs; cards of the opponent cost a little."""
    state, value = t.state, 0.0
    for card in state.hand[seat]:
        row = t.board.cards[card]
        if row.side != SCORING:
            value += row.ops * (OWN_CARD if row.side in (seat, NEUTRAL) else THEIR_CARD)
    available = len(state.stability[seat]) - len(state.stability[OTHER[seat]])
    return value + STABILITY_CARD * available


# -- war


def war_margin(t: TurmoilContext, leads: dict[str, int]) -> float:
    """8.4: the VP after a war: the present ones, those of the victory and of the regions that
    fight."""
    fighting = t.state.alliance or participants(t)
    points = t.state.vp + 0.8 * sum(leads[region] for region in REGIONS if region in fighting)
    if t.state.alliance and not t.on(
        "war_mobilization"
    ):  # the VP of the war are already on the track
        edge = {LIBERAL: 1, AUTHORITARIAN: -1}.get(t.state.winner, 0)
        return points + WAR_VP / 2 * edge
    edge = war_modifier(t, LIBERAL) - war_modifier(t, AUTHORITARIAN)
    return points + 2 * WAR_VP * max(-1.0, min(1.0, edge / 5))


# -- estimates of an action


class Guess:
    """Estimates an action that names a space, before it is tried."""

    def __init__(self, t: TurmoilContext, frame: Frame, seat: Seat) -> None:
        self.t = t
        self.seat = seat
        self.frame = frame
        self.worth = worths(t, scorings(t, seat))
        self.own, self.other = t.state.support[seat], t.state.support[OTHER[seat]]
        self.left = self._number("left", 1)
        self.most = min(self.left, self._number("most", self.left))
        self.paid = frame.step == "operations"

    def __call__(self, action: str) -> float:
        verb, *words = parse_action(action).words
        space = words[0] if words else ""
        if space not in self.worth:
            return 0.0
        if verb == "place":
            return self._placed(space)
        if verb == "check":
            return self._checked(space)
        if verb in ("remove", "strike", "replace", "shift"):
            return self._moved(verb, space, words[1:])
        return self.worth[space]

    def ahead(self, space: str) -> int:
        return self.own[space] - self.other[space]

    def _number(self, name: str, usual: int) -> int:
        value = self.frame.args.get(name, usual)
        return value if isinstance(value, int) else usual

    def _change(self, space: str, more: int) -> float:
        """Return the value of being `more` SP further ahead."""
        ahead, stability = self.ahead(space), self.t.board.stability[space]
        return self.worth[space] * gain(ahead, ahead + more, stability)

    def _placed(self, space: str) -> float:
        """Return the value of all remaining SP, if each gained as much as here."""
        price = self.t.costs(self.seat, space) if self.paid else 1
        stability = self.t.board.stability[space]
        rate = best_rate(self.ahead(space), stability, self.left, self.most, price)
        return self.worth[space] * rate * self.left

    def _checked(self, space: str) -> float:
        """6.2: the average value of a support check; twice, since there are two of them."""
        t, side = self.t, self.seat
        friends, enemies = neighbours(t, side, space)
        stability = t.board.stability[space]
        bonus = self._number("ops", 2) + friends - enemies - 2 * stability
        enemy = t.removable(OTHER[side], space)
        return 2.0 * self.worth[space] * check_gain(self.ahead(space), enemy, stability, bonus)

    def _moved(self, verb: str, space: str, words: Sequence[str]) -> float:
        """SP that leave a space or change sides; with `of`, those of that side."""
        of = str(self.frame.args.get("of", OTHER[self.seat]))
        if verb == "remove" and words:
            of = words[0]
        sign = -1 if of == self.seat else 1
        if verb == "shift":
            return self._change(space, sign) + self._change(words[0], -sign)
        count = self._number("count", 1)
        return self._change(space, 2 * sign if verb == "replace" else count * sign)


# -- candidates and replies


def propose(position: TurmoilPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """Return the whole menu if it is short, else the most promising actions of each verb."""
    menu = decision.menu
    assert isinstance(menu, Choose)
    if "reveal" in menu:  # 3.1: three more SP for two cards that will be played soon
        return ("reveal",)
    if menu.size() <= 2 * TRIED or decision.step == "play_card":
        return menu.actions
    guess = Guess(position.context, position.frame(decision), decision.seat)
    kinds: dict[str, list[str]] = {}
    for action in menu.actions:
        kinds.setdefault(parse_action(action).verb, []).append(action)
    return [
        action
        for kind in kinds.values()
        for action in sorted(kind, key=guess, reverse=True)[:TRIED]
    ]


DEFAULT_REPLIES = {
    "order": "before",
    "jaures": "wait",
    "pledge": "anywhere",
    "add_u_boats": "u_boats",
}


def rollout_reply(position: TurmoilPosition, decision: Decision, rng: Random) -> str:
    """Return the most promising action; a random one if none is."""
    menu = decision.menu
    assert isinstance(menu, Choose)
    usual = DEFAULT_REPLIES.get(decision.step)
    if usual is not None:
        return usual
    if decision.step == "reroll":
        return "keep" if position.state.die > 3 else "reroll"
    guess = Guess(position.context, position.frame(decision), decision.seat)
    return max(menu.actions, key=lambda action: (guess(action), rng.random()))


RESTING = ("play_card", "helgoland", "war_losses", "war_remove")


def is_quiescent(position: TurmoilPosition, decision: Decision) -> bool:
    """Return whether the action is over: a card when the next is played, a turn of the war when its
    losses are settled."""
    state = position.state
    if state.sealed:
        return False
    frame = state.top
    if frame is None:
        return True
    if frame.step == "deploy":
        return frame.args["side"] != decision.seat
    return frame.step in RESTING


def redeal_hidden(positions: Sequence[TurmoilPosition], seat: Seat, rng: Random) -> None:
    """Redeal the cards that the seat does not know."""
    for position in positions:
        world, t, other = position.state, position.context, OTHER[seat]
        known = [card for card in world.seen[seat] if card in world.hand[other]]
        unknown = t.sorted([*world.deck, *(c for c in world.hand[other] if c not in known)])
        rng.shuffle(unknown)
        held = len(world.hand[other]) - len(known)
        world.hand = {**world.hand, other: t.sorted([*known, *unknown[:held]])}
        world.deck = unknown[held:]
        world.ruled_out = {}
    spread(positions, rng)
