"""What peace is worth beyond this season: a quiet border, weighed against who should be stopped and
who is prey. A seat that has made peace with most neighbours wants an enemy left."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.diplomacy.answers.terms import DMZ, PEACE
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.negotiation.promises import Agreement, subject, terms_with
from entente.kernel import Seat

QUIET_BORDER = 0.25  # centres, with a stranger
QUIET_AFAR = 0.12
EMPTY_ZONE = 0.15
STRANGER = 0.6  # how far a stranger is trusted
EVERY_PEACE = 0.12  # for each neighbour with whom there is peace
PREY, PREY_LEAD = 0.2, 2  # a neighbour with this many centres fewer
LEADER, LEADER_LEAD = 0.3, 3  # a power with this many more than all others
COMMON_ENEMY, COMMON_LEAD = 0.1, 2  # a third power with this many more than both


def outlook(
    europe: DiplomacyContext,
    seat: Seat,
    partner: Seat,
    items: Sequence[str],
    trust: float,
    agreements: Sequence[Agreement],
) -> float:
    """Return what terms are worth in later seasons, in centres."""
    new = {subject(item) for item in items} - terms_with(agreements, seat, partner)
    belief = trust / STRANGER
    worth = EMPTY_ZONE * belief * any(item.startswith(DMZ) for item in new)
    if PEACE in new:
        worth += belief * (QUIET_BORDER if are_near(europe, seat, partner) else QUIET_AFAR)
        worth -= EVERY_PEACE * sum(
            PEACE in terms_with(agreements, seat, other) and are_near(europe, seat, other)
            for other in europe.survivors()
            if other not in (seat, partner)
        )
        worth += _balance(europe, seat, partner)
    return worth


def _balance(europe: DiplomacyContext, seat: Seat, partner: Seat) -> float:
    """Return what the strength of the powers says about a peace."""
    strength = {each: centres_of(europe, each) for each in europe.survivors()}
    mine, theirs = strength[seat], strength[partner]
    others = [count for each, count in strength.items() if each not in (seat, partner)]
    worth = 0.0
    if theirs <= mine - PREY_LEAD:
        worth -= PREY
    if theirs >= max([mine, *others]) + LEADER_LEAD:
        worth -= LEADER
    if has_common_enemy(europe, seat, partner):
        worth += COMMON_ENEMY
    return worth


def has_common_enemy(europe: DiplomacyContext, seat: Seat, partner: Seat) -> bool:
    """Whether a third power leads two seats clearly."""
    strength = {each: centres_of(europe, each) for each in europe.survivors()}
    both = max(strength.pop(seat, 0), strength.pop(partner, 0))
    return any(count >= both + COMMON_LEAD for count in strength.values())


def centres_of(europe: DiplomacyContext, seat: Seat) -> int:
    """Return the centres of a seat's strongest power."""
    return max(len(europe.state.centres[power]) for power in europe.powers_of(seat))


def are_near(europe: DiplomacyContext, one: Seat, other: Seat) -> bool:
    """Whether units of two seats can meet this season."""
    return bool(_area(europe, one) & _area(europe, other))


def _area(europe: DiplomacyContext, seat: Seat) -> int:
    """Return the provinces that a seat's units are in or can reach."""
    menus, board = europe.menus(), europe.board
    powers = {board.power[name] for name in europe.powers_of(seat)}
    area = 0
    for number, unit in enumerate(europe.position.units):
        if unit.power in powers:
            area |= menus.reach[number] | 1 << menus.place[number]
    return area
