"""The evaluation of the levels.

`features` counts what speaks for the Liberal; `WEIGHTS` says how much each count changes the log
odds of a Liberal win: a victory point is worth a tenth. Once the Great War has broken out, only its
result counts.

The weights come from 4,500 games between rollout policies: a ridge logistic regression of the
winner on the positions between two cards. Control on the board says far more about the result than
the points a region would score now, above all early in the game.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import tanh

import msgspec

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
from entente.games.turmoil.context import MOST_VP, TurmoilContext
from entente.games.turmoil.engine.cards import event_worth, operations_worth
from entente.games.turmoil.events import forever_barred
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.tension import status
from entente.games.turmoil.war import WAR_VP, participants, war_modifier
from entente.kernel import Position, Seat
from entente.players.engines.dice import FACES

TurmoilPosition = Position[TurmoilState, TurmoilContext]
Due = dict[str, float]  # how many scorings of a region are still expected

LAST_TURN = 10
LASTS = {1: 0.6, 2: 0.85, 3: 1.0, 4: 1.1}  # by stability: what is easily won is easily lost
SECURED = 0.08  # of control, for each SP beyond it, up to three
ON_THE_WAY = 0.7  # of control, just short of it
FADES = 0.5  # of the value of control, from the first turn to the last
MEAN_CARD = 2.2  # VP: the average value of a card
CRISES = 3  # crisis rolls to look ahead
BRINK = 12  # VP from which a victory by points is near
NEAR_CONTROL = {0: 1.0, 1: 0.3, 2: 0.1}  # by what is missing to control

# From some thousand wars in games between computer players.
WON = 11.0  # VP: the value of the victory with all its consequences
FOUGHT_OVER = 0.65  # share of a region's points that is left after its losses
SHARP = 5.4  # VP that decide a war


class TurmoilWeights(msgspec.Struct, frozen=True):
    """The weight of each feature, in log odds."""

    points: float = 0.075  # on the track
    points_late: float = 0.065  # additional, towards the last turn
    brink: float = 0.2  # near the 20 points that win at once
    scoring: float = 0.015  # points a region would score now, times the expected scorings
    battleground: float = 0.27  # control, times the expected scorings
    normal: float = 0.115
    independent: float = 0.15
    germany: float = 1.0  # Liberal control of Germany, which wins when it is scored
    anywhere: float = 0.015  # control of any space, for its links
    boxes: float = 0.15  # lead in the naval race
    advantages: float = 0.25  # of those boxes, in force
    improved: float = 0.08  # a navy that has failed and tries again
    hand: float = 0.01  # VP by which the cards still to be played are better than the average
    war_edge: float = 0.09  # lead in the modifiers of the war roll, no matter when it comes
    war: float = 0.55  # the expected result of a war, times its probability
    war_regions: float = 0.06  # the points of the regions that would fight in it
    war_scoring: float = -0.07  # no scoring comes after a war


WEIGHTS = TurmoilWeights()


# -- the position


def evaluate(position: TurmoilPosition, seat: Seat, weights: TurmoilWeights = WEIGHTS) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    state, t = position.state, position.context
    if state.outcome is not None:
        return 2.0 * state.outcome.scores[seat] - 1.0
    if state.alliance:
        war = in_war(t, {region: lead(t, region) for region in REGIONS})
        return war if seat == LIBERAL else -war
    worth: dict[str, float] = msgspec.structs.asdict(weights)
    odds = sum([worth[name] * count for name, count in _counts(t, seat).items()])
    return tanh((odds if seat == LIBERAL else -odds) / 2)


def features(position: TurmoilPosition, seat: Seat) -> dict[str, float]:
    """Return the features in peace for a seat; what speaks for the seat is above 0."""
    sign = 1 if seat == LIBERAL else -1
    return {name: sign * count for name, count in _counts(position.context, seat).items()}


def _counts(t: TurmoilContext, seat: Seat) -> dict[str, float]:
    """Return the features for the Liberal."""
    state = t.state
    leads = {region: lead(t, region) for region in REGIONS}
    due = scorings(t, seat)
    sign = 1 if seat == LIBERAL else -1
    late = (state.turn - 1) / (LAST_TURN - 1)
    features = {kind: (1.0 - FADES * late) * held for kind, held in ground(t, due).items()}
    features["points"] = state.vp
    features["points_late"] = late * state.vp
    features["brink"] = brink(state.vp)
    features["germany"] = due[GERMANY] * liberal_germany(t)
    features["scoring"] = sum([due[region] * leads[region] for region in REGIONS])
    features["boxes"] = t.ahead(LIBERAL)
    features["improved"] = state.improved[LIBERAL] - state.improved[AUTHORITARIAN]
    features["advantages"] = sum(
        [t.leads(LIBERAL, box) - t.leads(AUTHORITARIAN, box) for box in ADVANTAGES]
    )
    features["hand"] = sign * sum([card_worth(t, seat, card) for card in state.hand[seat]])
    features["war_edge"] = war_modifier(t, LIBERAL) - war_modifier(t, AUTHORITARIAN)
    danger = 1.0 - (1.0 - chance_of_war(t)) ** CRISES
    fighting = participants(t) if danger else {}
    features["war"] = danger * in_war(t, leads) if danger else 0.0
    features["war_regions"] = danger * sum(
        [leads[region] for region in REGIONS if region in fighting]
    )
    features["war_scoring"] = danger * features["scoring"]
    return features


def brink(points: int) -> float:
    """10.4.1: how near the points are to a victory at once; nothing up to `BRINK` points."""
    beyond = max(0, abs(points) - BRINK) ** 2 / (MOST_VP - BRINK)
    return beyond if points > 0 else -beyond


def liberal_germany(t: TurmoilContext) -> float:
    """10.4.1: how near the Liberal is to the control of Germany, from 0 to 1."""
    holder, spaces = t.state.holder, t.land.regions[GERMANY]
    missing = sum([space in t.board.battlegrounds and holder[space] != LIBERAL for space in spaces])
    ahead = sum([(holder[space] == LIBERAL) - (holder[space] == AUTHORITARIAN) for space in spaces])
    return NEAR_CONTROL.get(missing + (ahead <= 0), 0.0)


def lead(t: TurmoilContext, region: str) -> int:
    """10.1: by how many VP the Liberal would win a scoring now; control of Germany adds four."""
    holder, battlegrounds, values = t.state.holder, t.board.battlegrounds, t.board.values[region]
    own = theirs = own_grounds = their_grounds = grounds = beside = 0
    for space in t.land.regions[region]:
        side, ground_here = holder[space], space in battlegrounds
        grounds += ground_here
        if side == LIBERAL:
            own += 1
            own_grounds += ground_here
        elif side:
            theirs += 1
            their_grounds += ground_here
    for space in t.land.independents[region]:
        side = holder[space]
        if side:
            beside += 1 if side == LIBERAL else -1
    points = own_grounds - their_grounds + beside
    for sign, mine, other, my_grounds, other_grounds in (
        (1, own, theirs, own_grounds, their_grounds),
        (-1, theirs, own, their_grounds, own_grounds),
    ):
        if not mine:
            continue
        if mine > other and my_grounds == grounds:
            points += sign * values.control
            if region == GERMANY and sign == 1:
                points += 4
        elif mine > other and my_grounds > other_grounds and mine > my_grounds:
            points += sign * values.domination
        else:
            points += sign * values.presence
    return points


def scorings(t: TurmoilContext, seat: Seat) -> Due:
    """How many scorings of each region are still expected, as far as a seat can tell."""
    state = t.state
    due = {}
    end = 0.4 + 0.06 * state.turn
    for region in REGIONS:
        card = t.board.scoring_cards[region]
        if card in state.hand[seat]:
            soon = 0.9  # in this turn; not 1, since a deficit may still be made up
        elif card in state.discard or (t.board.cards[card].era != "victorian" and t.era == 0):
            soon = 0.2
        else:
            soon = 0.6 if state.turn < LAST_TURN else 0.3
        due[region] = end + soon
    return due


def ground(t: TurmoilContext, due: Due) -> dict[str, float]:
    """Control, progress towards it and what secures it, by kind of space."""
    liberal, authoritarian = t.state.support[LIBERAL], t.state.support[AUTHORITARIAN]
    totals = [0.0, 0.0, 0.0, 0.0]
    for space, stability, worth in worths(t.board, t.land, tuple(due.values())):
        ahead = liberal[space] - authoritarian[space]
        if ahead:
            stands = standing(ahead, stability)
            totals[3] += stands * LASTS[min(4, stability)]
            for kind, times in worth:
                totals[kind] += stands * times
    battleground, normal, independent, anywhere = totals
    return {
        "battleground": battleground,
        "normal": normal,
        "independent": independent,
        "anywhere": anywhere,
    }


@lru_cache(maxsize=512)
def worths(
    board: Board, land: Land, due: tuple[float, ...]
) -> tuple[tuple[str, int, tuple[tuple[int, float], ...]], ...]:
    """For each open space its stability, and the weight of control by kind."""
    values: dict[str, dict[int, float]] = {space: {} for space in land.open}
    for region, times in zip(REGIONS, due, strict=True):
        for space in land.regions[region]:
            if space in values:
                kind = 0 if space in board.battlegrounds else 1
                values[space][kind] = values[space].get(kind, 0.0) + times
        for space in land.independents[region]:
            if space in values:
                values[space][2] = values[space].get(2, 0.0) + times
    rows = []
    for space, kinds in values.items():
        lasts = LASTS[min(4, board.stability[space])]
        worth = tuple((kind, times * lasts) for kind, times in kinds.items())
        rows.append((space, board.stability[space], worth))
    return tuple(rows)


@lru_cache(maxsize=4096)
def standing(ahead: int, stability: int, control: float = 1.0) -> float:
    """Return the value of a lead in SP where control is worth 1: progress to control, then
    control."""
    size = abs(ahead)
    if size < stability:
        value = ON_THE_WAY * size / stability
    else:
        value = control + SECURED * min(3, size - stability)
    return value if ahead > 0 else -value


# -- cards in hand


def card_worth(t: TurmoilContext, seat: Seat, card: str) -> float:
    """How much better than the average a card in hand is: by its event or its OPs; an opponent's
    card by its OPs less the event."""
    row = t.board.cards[card]
    if row.side == SCORING:
        return 0.0
    operations = operations_worth(row.ops) - MEAN_CARD
    if forever_barred(t, card) is not None:
        return operations
    if row.side in (seat, NEUTRAL):
        return max(operations, event_worth(t, card, seat) - MEAN_CARD)
    return operations - event_worth(t, card, OTHER[seat])


# -- war


def chance_of_war(t: TurmoilContext) -> float:
    """8.3.1: the probability that a crisis roll is above 6."""
    return max(0.0, min(1.0, (t.state.tension + status(t)) / 6))


def in_war(t: TurmoilContext, leads: dict[str, int]) -> float:
    """8.4: the result of a war for the Liberal, from -1 to 1: points, regions that fight, and
    dice."""
    fighting = t.state.alliance or participants(t)
    fought = sum([leads[region] for region in REGIONS if region in fighting])
    margin = t.state.vp + FOUGHT_OVER * fought
    if t.state.alliance and not t.on("war_mobilization"):  # won or lost: its VP are on the track
        edge = {LIBERAL: 1, AUTHORITARIAN: -1}.get(t.state.winner, 0)
        return tanh((margin + (WON - WAR_VP) * edge) / SHARP)
    won, lost = war_odds(war_modifier(t, LIBERAL) - war_modifier(t, AUTHORITARIAN))
    drawn = 1.0 - won - lost
    return (
        won * tanh((margin + WON) / SHARP)
        + drawn * tanh(margin / SHARP)
        + lost * tanh((margin - WON) / SHARP)
    )


@cache
def war_odds(edge: int) -> tuple[float, float]:
    """8.4.2: the probabilities that a side wins and loses the war, with this lead in modifiers."""
    ahead = [one + edge - other for one in FACES for other in FACES]
    rolls = len(ahead)
    return sum(each > 0 for each in ahead) / rolls, sum(each < 0 for each in ahead) / rolls
