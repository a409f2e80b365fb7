"""Europe in Turmoil: what a position, a space and an action are worth.

Everything is counted in victory points, those that are on the track and those that are to be
expected: from the regions when they are scored, from support that is on its way to control, from
the navy and from the hand. The Great War is a second account beside that of peace: if it is near,
what it would bring counts for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import tanh
from random import Random

from entente.games.turmoil.board import (
    AUTHORITARIAN,
    GERMANY,
    LIBERAL,
    NEUTRAL,
    OTHER,
    REGIONS,
    SCORING,
    Board,
    Land,
)
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.operations import neighbours
from entente.games.turmoil.scoring import CONTROL, score
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.tension import status
from entente.games.turmoil.war import WAR_VP, participants, war_modifier
from entente.kernel import Choose, Decision, Frame, Position, Seat
from entente.players.engines.dice import FACES, spread

TurmoilPosition = Position[TurmoilState, TurmoilContext]

WORLDS = 6
TRIED = 8  # actions of a kind

# What a space counts for, in VP, beside the points of a scoring.
BATTLEGROUND, NORMAL, INDEPENDENT = 0.8, 0.4, 0.45
LEAST = 0.05
LASTS = {1: 0.6, 2: 0.85, 3: 1.0, 4: 1.1}  # by stability: easily won is easily lost
SECURED = 0.08  # each SP beyond control, up to three

BOX, ADVANTAGE, IMPROVED = 0.9, 0.8, 0.4
OWN_CARD, THEIR_CARD = 0.45, -0.1  # in hand, for each OP
STABILITY_CARD = 0.05
CRISES = 3  # crisis rolls one looks ahead to
LAST_TURN = 10

Due = dict[str, float]  # how often a region is still going to be scored


# -- the position


def evaluate(position: TurmoilPosition, seat: Seat) -> float:
    """How a seat stands: from -1, it has lost, to 1, it has won."""
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


def lead(t: TurmoilContext, region: str) -> int:
    """10.1: by how many VP the Liberal would win a scoring now."""
    liberal = score(t, LIBERAL, region)
    points = liberal.total - score(t, AUTHORITARIAN, region).total
    return points + (4 if region == GERMANY and liberal.level == CONTROL else 0)


def scorings(t: TurmoilContext, seat: Seat) -> Due:
    """How often each region is still going to be scored, as far as a seat can tell."""
    state = t.state
    due = {}
    end = 0.4 + 0.06 * state.turn
    for region in REGIONS:
        card = t.board.scoring_cards[region]
        if card in state.hand[seat]:
            soon = 0.9  # in this turn; not 1, for what one is behind one may still make up
        elif card in state.discard or (t.board.cards[card].era != "victorian" and t.era == 0):
            soon = 0.2
        else:
            soon = 0.6 if state.turn < LAST_TURN else 0.3
        due[region] = end + soon
    return due


def ground(t: TurmoilContext, due: Due) -> float:
    """Control, what is on the way to it and what secures it, space by space."""
    liberal, authoritarian = t.state.support[LIBERAL], t.state.support[AUTHORITARIAN]
    total, stability = 0.0, t.board.stability
    for space, worth in worths(t, due).items():
        ahead = liberal[space] - authoritarian[space]
        if ahead:
            total += worth * standing(ahead, stability[space])
    return total


def worths(t: TurmoilContext, due: Due) -> dict[str, float]:
    """What control of each space is worth, beside the points of a scoring."""
    return _worths(t.board, t.land, tuple(due.values()))


@lru_cache(maxsize=512)
def _worths(board: Board, land: Land, due: tuple[float, ...]) -> dict[str, float]:
    found = dict.fromkeys(land.open, LEAST)
    for region, times in zip(REGIONS, due, strict=True):
        for space in land.regions[region]:
            found[space] += times * (BATTLEGROUND if space in board.battlegrounds else NORMAL)
        for space in land.independents[region]:
            if space in found:
                found[space] += times * INDEPENDENT
    for space in found:
        found[space] *= LASTS[min(4, board.stability[space])]
    return found


@lru_cache(maxsize=4096)
def standing(ahead: int, stability: int, control: float = 1.0) -> float:
    """What a lead in SP is worth in a space that is worth 1: steps towards control, control."""
    size = abs(ahead)
    if size < stability:
        value = 0.7 * size / stability
    else:
        value = control + SECURED * min(3, size - stability)
    return value if ahead > 0 else -value


def navy(t: TurmoilContext) -> float:
    """6.3: how far the navies are, and the advantages that the boxes give."""
    state = t.state
    value = BOX * t.ahead(LIBERAL)
    value += IMPROVED * (state.improved[LIBERAL] - state.improved[AUTHORITARIAN])
    for box in ADVANTAGES:
        value += ADVANTAGE * (t.leads(LIBERAL, box) - t.leads(AUTHORITARIAN, box))
    return value


def hand(t: TurmoilContext, seat: Seat) -> float:
    """Own and neutral cards are worth their OPs; the opponent's more to him than to oneself."""
    state, value = t.state, 0.0
    for card in state.hand[seat]:
        row = t.board.cards[card]
        if row.side != SCORING:
            value += row.ops * (OWN_CARD if row.side in (seat, NEUTRAL) else THEIR_CARD)
    available = len(state.stability[seat]) - len(state.stability[OTHER[seat]])
    return value + STABILITY_CARD * available


# -- war


def chance_of_war(t: TurmoilContext) -> float:
    """8.3.1: that a crisis roll comes out above 6."""
    return max(0.0, min(1.0, (t.state.tension + status(t)) / 6))


def war_margin(t: TurmoilContext, leads: dict[str, int]) -> float:
    """8.4: the VP after a war: those there are, those of the victory, the regions that fight."""
    fighting = t.state.alliance or participants(t)
    points = t.state.vp + 0.8 * sum(leads[region] for region in REGIONS if region in fighting)
    if t.state.alliance and not t.on("war_mobilization"):  # the VP of the war are on the track
        edge = {LIBERAL: 1, AUTHORITARIAN: -1}.get(t.state.winner, 0)
        return points + WAR_VP / 2 * edge
    edge = war_modifier(t, LIBERAL) - war_modifier(t, AUTHORITARIAN)
    return points + 2 * WAR_VP * max(-1.0, min(1.0, edge / 5))


# -- first guesses at an action


class Guess:
    """What an action that names a space promises, before it is tried."""

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
        verb, *words = action.split()
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
        """What it is worth to be so many SP further ahead."""
        ahead, stability = self.ahead(space), self.t.board.stability[space]
        return self.worth[space] * gain(ahead, ahead + more, stability)

    def _placed(self, space: str) -> float:
        """What all SP left would bring, if each brought as much as here."""
        price = self.t.costs(self.seat, space) if self.paid else 1
        stability = self.t.board.stability[space]
        rate = best_rate(self.ahead(space), stability, self.left, self.most, price)
        return self.worth[space] * rate * self.left

    def _checked(self, space: str) -> float:
        """6.2: what a support check brings on average; twice, for there are two of them."""
        t, side = self.t, self.seat
        friends, enemies = neighbours(t, side, space)
        stability = t.board.stability[space]
        bonus = self._number("ops", 2) + friends - enemies - 2 * stability
        enemy = t.loose(OTHER[side], space)
        return 2.0 * self.worth[space] * check_gain(self.ahead(space), enemy, stability, bonus)

    def _moved(self, verb: str, space: str, words: Sequence[str]) -> float:
        """SP that leave a space or change sides; those of the side `of` go to another."""
        of = str(self.frame.args.get("of", OTHER[self.seat]))
        if verb == "remove" and words:
            of = words[0]
        sign = -1 if of == self.seat else 1
        if verb == "shift":
            return self._change(space, sign) + self._change(words[0], -sign)
        count = self._number("count", 1)
        return self._change(space, 2 * sign if verb == "replace" else count * sign)


@lru_cache(maxsize=4096)
def gain(before: int, after: int, stability: int) -> float:
    """What a lead in SP gains by another, in a space that is worth 1; points are counted in."""
    return standing(after, stability, 2.0) - standing(before, stability, 2.0)


@lru_cache(maxsize=4096)
def best_rate(ahead: int, stability: int, left: int, most: int, price: int) -> float:
    """The most that an OP brings in a space, if there are so many; enemy control has a price."""
    best, paid = 0.0, 0
    for more in range(1, most + 1):
        paid += price if ahead + more <= 1 - stability else 1
        if paid > left:
            break
        best = max(best, gain(ahead, ahead + more, stability) / paid)
    return best


@lru_cache(maxsize=4096)
def check_gain(ahead: int, enemy: int, stability: int, bonus: int) -> float:
    """6.2.5: what a support check brings on average; `bonus` is all that is added to the die."""
    total = 0.0
    for die in FACES:
        result = max(0, die + bonus)
        after = ahead + min(result, enemy)
        after += max(0, min(result - enemy, stability - after))
        total += gain(ahead, after, stability)
    return total / len(FACES)


# -- what is worth trying, and what is answered quickly


def propose(position: TurmoilPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """The whole menu where it is short, else of each verb what promises most."""
    menu = decision.menu
    assert isinstance(menu, Choose)
    if "reveal" in menu:  # 3.1: three SP more for two cards that are played soon
        return ("reveal",)
    if menu.size() <= 2 * TRIED or decision.step == "play_card":
        return menu.actions
    guess = Guess(position.context, position.frame(decision), decision.seat)
    kinds: dict[str, list[str]] = {}
    for action in menu.actions:
        kinds.setdefault(action.split()[0], []).append(action)
    return [
        action
        for kind in kinds.values()
        for action in sorted(kind, key=guess, reverse=True)[:TRIED]
    ]


USUAL = {"order": "before", "jaures": "wait", "pledge": "anywhere", "add_u_boats": "u_boats"}


def rollout_reply(position: TurmoilPosition, decision: Decision, rng: Random) -> str:
    """What promises most; where nothing does, anything."""
    menu = decision.menu
    assert isinstance(menu, Choose)
    usual = USUAL.get(decision.step)
    if usual is not None:
        return usual
    if decision.step == "reroll":
        return "keep" if position.state.die > 3 else "reroll"
    guess = Guess(position.context, position.frame(decision), decision.seat)
    return max(menu.actions, key=lambda action: (guess(action), rng.random()))


RESTING = ("play_card", "helgoland", "war_losses", "war_remove")


def is_quiescent(position: TurmoilPosition, asked: Decision) -> bool:
    """A card is over when the next is played, a turn of the war when its losses are settled."""
    state = position.state
    if state.sealed:
        return False
    frame = state.top
    if frame is None:
        return True
    if frame.step == "deploy":
        return frame.args["side"] != asked.seat
    return frame.step in RESTING


def redeal_hidden(positions: Sequence[TurmoilPosition], seat: Seat, rng: Random) -> None:
    """Deal the cards the seat does not know anew, from what it knows alone."""
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
