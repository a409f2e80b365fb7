"""Preview of an action at the desk (9.5)."""

from __future__ import annotations

from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import BROKEN, IN_FORCE, Treaty
from entente.games.pax.treaties import leaving
from entente.games.pax.treaties.accusations import jury_of
from entente.games.pax.treaties.clauses_in_force import bound_seats
from entente.kernel import Action, Message, Seat, say

BREACH = "treaty_broken"


def consequence(world: PaxContext, seat: Seat, treaty: Treaty, action: Action) -> Message | None:
    """Return what an act about a treaty brings; None where its clauses say all."""
    verb, (_, *more) = action.verb, action.args
    if verb == "publish":
        return _publishing(world, treaty)
    if verb == "end":
        return _ending(world, seat, treaty)
    if verb == "release" and not world.since(3):
        mine = [power for power in world.powers_of(seat) if power in treaty.parties]
        return say("hint.releasing", powers=mine, treaty=treaty.id)
    if verb in leaving.VERBS:
        return _leaving(world, seat, verb, treaty, more[0] if more else "")
    if verb == "accuse":
        return _accusing(world, seat, treaty, more[0])
    if verb == "judge":
        power, verdict = more[0], more[-1]
        key = "hint.judging_broken" if verdict == BROKEN else "hint.judging_kept"
        return say(key, power=power, tension=_tension(world))
    return None


def _tension(world: PaxContext) -> int:
    return world.board.tension[BREACH].amount


def _publishing(world: PaxContext, treaty: Treaty) -> Message:
    """Publish it for good; breaches of this turn then count."""
    fresh = [b for b in treaty.breaches if not b.counted and b.turn == world.state.turn]
    breakers = list(dict.fromkeys(b.power for b in fresh))
    if not breakers:
        return say("hint.publishing", treaty=treaty.id)
    tension = _tension(world) * len(breakers)
    return say("hint.publishing_breach", treaty=treaty.id, powers=breakers, tension=tension)


def _ending(world: PaxContext, seat: Seat, treaty: Treaty) -> Message:
    """End it when all agree; until then all are bound."""
    missing = [s for s in bound_seats(world, treaty) if s not in treaty.ending and s != seat]
    if missing and treaty.state == IN_FORCE:
        return say("hint.ending_later", seats=missing, treaty=treaty.id)
    return say("hint.ending", treaty=treaty.id)


def _leaving(world: PaxContext, seat: Seat, verb: str, treaty: Treaty, leaver: Seat) -> Message:
    """P63: what ends for who leaves, and what it costs to leave alone."""
    others = [each for each in bound_seats(world, treaty) if each != seat]
    if verb == leaving.LEAVE:
        return say("hint.leaving", treaty=treaty.id, seats=others)
    if verb == leaving.CONSENT:
        return say("hint.consenting", treaty=treaty.id, seat=leaver)
    mine = leaving.bound_powers(world, seat, treaty)
    if verb == leaving.RELEASE:
        return say("hint.leaving_free", powers=mine, treaty=treaty.id)
    key = "hint.denouncing_secret" if treaty.secret else "hint.denouncing"
    return say(key, treaty=treaty.id, tension=_tension(world))


def _accusing(world: PaxContext, seat: Seat, treaty: Treaty, power: Power) -> Message:
    """Who will judge, and that a treaty between two becomes known to all."""
    jury = jury_of(world, treaty, power)
    becomes_known = treaty.secret and seat not in jury
    key = "hint.accusing_openly" if becomes_known else "hint.accusing"
    return say(key, power=power, seats=jury, tension=_tension(world))
