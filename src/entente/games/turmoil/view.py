"""What each player sees, and resampling of what they do not."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from entente.games.turmoil.board import ERAS, GERMANY, LIBERAL, OTHER, SIDES
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.kinds import EACH_SIDE, SideName, SideOrEmpty
from entente.games.turmoil.mobilization import U_BOATS, cards_of, fights
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.play import blocked_plays, rounds
from entente.games.turmoil.stability import choosable
from entente.games.turmoil.standings import Held, Terrain, standing, terrain, war_die
from entente.games.turmoil.tension import ceiling, status
from entente.kernel import Seat, View


class TurmoilView(View):
    """The game as one player sees it."""

    turn: int
    round: int
    rounds: int  # per turn
    era: str
    phasing: SideName
    support: Annotated[dict[SideName, dict[str, int]], EACH_SIDE]
    holder: dict[str, SideOrEmpty]
    standing: dict[str, Annotated[dict[SideName, Held], EACH_SIDE]]  # in each region
    vp: int
    tension: int
    most_tension: int
    navy: Annotated[dict[SideName, int], EACH_SIDE]
    improved: Annotated[dict[SideName, bool], EACH_SIDE]
    high_water: int
    advantages: Annotated[dict[SideName, list[int]], EACH_SIDE]  # the boxes of each
    deck: int
    discard: list[str]
    removed: list[str]
    table: list[str]
    hand: list[str]
    worth: dict[str, int]  # current OPs of the cards in hand
    closed: dict[str, list[str]]  # when a card is to be played: the plays not allowed now
    cards: Annotated[dict[SideName, int], EACH_SIDE]  # number in each hand
    seen: list[str]  # known cards of the other's hand
    happened: list[str]
    lasting: dict[str, list[SideName]]
    land: int
    terrain: Terrain
    track: list[str]
    beside: list[str]
    status: int
    war_die: int | None  # the least crisis roll that would start the war
    black_hand: str
    stability: Annotated[dict[SideName, list[str]], EACH_SIDE]
    chosen: list[str]
    laid: dict[SideName, int]  # stability cards chosen and not yet revealed
    revealed: dict[SideName, list[str]]
    attempts: Annotated[dict[SideName, int], EACH_SIDE]
    standard: int
    more_rounds: int
    used: list[str]
    reach: list[str]
    die: int
    alliance: dict[str, SideName]
    winner: SideOrEmpty
    cancelled: list[str]
    walled: bool


def build_view(t: TurmoilContext, seat: Seat | None, common: dict[str, Any]) -> TurmoilView:
    """Build the view of a seat, or of a spectator, who sees only what is in `common`."""
    state, who = t.state, seat or ""
    secret = state.chosen or state.mobilized
    return TurmoilView(
        **common,
        hand=list(state.hand.get(who, [])),
        worth={c: t.worth(who, c) for c in state.hand.get(who, []) if not t.is_scoring(c)},
        closed=blocked_plays(t, seat, common["decisions"]) if seat is not None else {},
        seen=list(state.seen.get(who, [])),
        chosen=list(secret.get(who, [])),
    )


def seen_by_all(t: TurmoilContext) -> dict[str, Any]:
    """Return what both players and spectators see."""
    state = t.state
    return {
        "turn": state.turn,
        "round": state.round,
        "rounds": rounds(state.turn),
        "era": ERAS[t.era],
        "phasing": state.phasing,
        "support": {side: dict(there) for side, there in state.support.items()},
        "holder": dict(state.holder),
        "standing": standing(t),
        "vp": state.vp,
        "tension": state.tension,
        "most_tension": ceiling(t),
        "navy": dict(state.navy),
        "improved": dict(state.improved),
        "high_water": state.high_water,
        "advantages": {side: [box for box in ADVANTAGES if t.leads(side, box)] for side in SIDES},
        "deck": len(state.deck),
        "discard": list(state.discard),
        "removed": list(state.removed),
        "table": list(state.table),
        "cards": {side: len(cards) for side, cards in state.hand.items()},
        "happened": list(state.happened),
        "lasting": {card: list(sides) for card, sides in state.lasting.items()},
        "land": state.land,
        "terrain": terrain(t),
        "track": list(state.track),
        "beside": list(state.beside),
        "status": status(t),
        "war_die": war_die(t),
        "black_hand": state.black_hand,
        "stability": {side: list(cards) for side, cards in state.stability.items()},
        "laid": {
            side: len(cards) - len(state.revealed[side]) for side, cards in state.chosen.items()
        },
        "revealed": {side: list(cards) for side, cards in state.revealed.items()},
        "attempts": dict(state.attempts),
        "standard": state.standard,
        "more_rounds": state.more_rounds,
        "used": list(state.used),
        "reach": list(state.reach),
        "die": state.die,
        "alliance": dict(state.alliance),
        "winner": state.winner,
        "cancelled": list(state.cancelled),
        "walled": state.walled,
    }


# -- determinization


def resample_hidden(t: TurmoilContext, seat: Seat, rng: Random) -> None:
    """Resample in place everything the seat does not know."""
    state, foe = t.state, OTHER[seat]
    resample_cards(t, seat, foe, rng)
    if state.chosen:
        resample_stability(t, foe, rng)
    if state.mobilized and state.outcome is None:
        resample_mobilization(t, foe, rng)


def resample_cards(t: TurmoilContext, seat: Seat, foe: str, rng: Random) -> None:
    """Resample the unknown part of the other's hand, and the order of the deck.

    Of the true cards only their number is used, and how many are known not to be of a kind.
    """
    state, known = t.state, t.state.seen[seat]
    unknown = [card for card in state.hand[foe] if card not in known]
    limits = sorted(
        (tuple(sorted(k for k, held in state.ruled_out.items() if c in held)) for c in unknown),
        key=lambda kinds: (-len(kinds), kinds),
    )
    ruled_out = {k: [c for c in held if c not in unknown] for k, held in state.ruled_out.items()}
    pool = t.sorted([*unknown, *state.deck])
    rng.shuffle(pool)
    room = scoring_room(t, foe) - sum(t.is_scoring(card) for card in known)
    hand = list(known)
    for kinds in limits:
        able = [c for c in pool if not any(t.is_of(kind, c) for kind in kinds)] or pool
        card = next((c for c in able if room > 0 or not t.is_scoring(c)), able[0])
        hand.append(card)
        pool.remove(card)
        room -= t.is_scoring(card)
        for kind in kinds:
            ruled_out[kind] = t.sorted([*ruled_out[kind], card])
    state.hand = {**state.hand, foe: t.sorted(hand)}
    state.deck, state.ruled_out = pool, ruled_out


def scoring_room(t: TurmoilContext, side: str) -> int:
    """15.1: the most scoring cards a player can hold, given the action rounds left."""
    state = t.state
    if not state.round:
        return len(state.hand[side])
    waiting = [frame for frame in state.stack if frame.step in ("play_card", "action_round")]
    now = sum(frame.text("side") == side for frame in waiting)
    later = max(0, rounds(state.turn) - state.round) + (state.more_rounds if side != LIBERAL else 0)
    return now + later


def resample_stability(t: TurmoilContext, foe: str, rng: Random) -> None:
    """Resample face-down stability cards."""
    state = t.state
    number = len(state.chosen[foe])
    state.chosen = {**state.chosen, foe: list(state.revealed[foe])}
    while len(state.chosen[foe]) < number:
        card = rng.choice(choosable(t, foe))
        state.chosen = {**state.chosen, foe: [*state.chosen[foe], card]}


def resample_mobilization(t: TurmoilContext, foe: str, rng: Random) -> None:
    """Resample face-down mobilization cards: for each nation one of those left."""
    state, rows = t.state, t.board.mobilization
    shown = state.revealed[foe]
    due = next(f.number("priority") for f in state.stack if f.step == "mobilization")
    chosen: list[str] = []
    for card in state.mobilized[foe]:
        able = [
            each
            for each in cards_of(t, rows[card].nation)
            if each not in shown and each not in chosen and rows[each].priority >= due
        ]
        known = card in shown or card == U_BOATS or not able
        chosen.append(card if known else rng.choice(able))
    if U_BOATS not in shown and U_BOATS in chosen:
        chosen.remove(U_BOATS)
    pending = [f for f in state.stack if f.step == "add_u_boats"]
    if due == 0 and fights(t, GERMANY, foe) and not pending and rng.random() < 0.5:
        chosen.append(U_BOATS)
    state.mobilized = {**state.mobilized, foe: chosen}
