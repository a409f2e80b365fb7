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
    """The turn, from 1 to 10."""
    round: int
    """The action round; 0 outside the action rounds."""
    rounds: int
    """The action rounds of this turn."""
    era: str
    """`victorian`, `edwardian` or `georgian`."""
    phasing: SideName
    """The side whose action round it is."""
    support: Annotated[dict[SideName, dict[str, int]], EACH_SIDE]
    """The support points of each side, by space."""
    holder: dict[str, SideOrEmpty]
    """The side that controls each space; empty if none does."""
    standing: dict[str, Annotated[dict[SideName, Held], EACH_SIDE]]
    """For each region and side, its level and what it controls there."""
    vp: int
    """The victory points: above 0 the Liberal leads."""
    tension: int
    """The tension."""
    most_tension: int
    """How far the tension can rise now (8.1.2)."""
    navy: Annotated[dict[SideName, int], EACH_SIDE]
    """The box of each side's marker on the naval track, from 0 to 13."""
    improved: Annotated[dict[SideName, bool], EACH_SIDE]
    """Whether the naval marker of each side shows its +1 side."""
    high_water: int
    """The box of the German Navy High Water Mark; 0 if it is not on the track."""
    advantages: Annotated[dict[SideName, list[int]], EACH_SIDE]
    """The boxes of the naval track in which each side leads."""
    deck: int
    """The number of cards in the deck."""
    discard: list[str]
    """The cards in the discard pile."""
    removed: list[str]
    """The cards removed from the game."""
    table: list[str]
    """The cards being played, or on display until the turn ends."""
    hand: list[str]
    """The strategy cards of this seat."""
    worth: dict[str, int]
    """The operations points of the cards in hand, as they count now."""
    closed: dict[str, list[str]]
    """When a card is to be played: for each card in hand, the plays that are not allowed now."""
    cards: Annotated[dict[SideName, int], EACH_SIDE]
    """The number of cards in each hand."""
    seen: list[str]
    """The cards of the other hand that this seat knows."""
    happened: list[str]
    """The events that have taken place."""
    lasting: dict[str, list[SideName]]
    """The events in effect, with the sides they work for."""
    land: int
    """The permanent changes to the map, as a bit mask; `terrain` has them in words."""
    terrain: Terrain
    """The permanent changes to the map."""
    track: list[str]
    """The markers on the Great War status track."""
    beside: list[str]
    """The markers in the boxes above that track."""
    status: int
    """The war status that the track gives, added to crisis rolls."""
    war_die: int | None
    """The least crisis roll that would start the war; None if none would."""
    black_hand: str
    """The space of the Black Hand; empty if there is none."""
    stability: Annotated[dict[SideName, list[str]], EACH_SIDE]
    """The stability cards that are available to each side."""
    chosen: list[str]
    """The cards that this seat has chosen in secret: for a stability check, or for mobilization."""
    laid: dict[SideName, int]
    """The number of cards that each side has chosen and not yet revealed."""
    revealed: dict[SideName, list[str]]
    """The chosen cards that are revealed."""
    attempts: Annotated[dict[SideName, int], EACH_SIDE]
    """The naval attempts of each side that count this turn."""
    standard: int
    """The naval attempts that Two-power Standard still demands."""
    more_rounds: int
    """The extra action rounds of the Authoritarian in this turn."""
    used: list[str]
    """The naval advantages used this turn, such as `colossus liberal`."""
    reach: list[str]
    """The spaces in reach of the action being carried out (6.1.2)."""
    die: int
    """The last die; 0 if none was rolled."""
    alliance: dict[str, SideName]
    """In the Great War, the side of each nation (8.4.1)."""
    winner: SideOrEmpty
    """The winner of the Great War; empty before its end."""
    cancelled: list[str]
    """The mobilization cards that others have cancelled."""
    walled: bool
    """Whether German spaces neither gain nor lose (G3)."""


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
