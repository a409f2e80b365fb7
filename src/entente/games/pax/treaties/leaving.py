"""Leaving a treaty (9.5, P63): with the consent of all, alone, or after another's breach."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import ENDED, WHOLE, Clause, Treaty, parties_to
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breaches import breach, change
from entente.games.pax.treaties.clauses_in_force import bound_seats, log_treaty
from entente.kernel import Refusal, Seat, refuse, say

LEAVE, CONSENT, DENOUNCE, RELEASE = "leave", "consent", "denounce", "release"
VERBS = (LEAVE, CONSENT, DENOUNCE, RELEASE)


def bound_powers(world: PaxContext, seat: Seat, treaty: Treaty) -> list[Power]:
    """Return the powers of a seat that a treaty still binds."""
    return [power for power in world.powers_of(seat) if power in treaty.bound]


# -- what may be done


def choices(world: PaxContext, seat: Seat, treaty: Treaty) -> list[str]:
    """Return how a seat may leave a treaty in force, and whom it may let go."""
    if not bound_powers(world, seat, treaty):
        return []
    actions = [
        f"{verb} {treaty.id}"
        for verb in (RELEASE, LEAVE, DENOUNCE)
        if _why_not(world, seat, verb, treaty) is None
    ]
    waiting = [leaver for leaver in treaty.leavers if _may_consent(world, seat, treaty, leaver)]
    return [*(f"{CONSENT} {treaty.id} {leaver}" for leaver in waiting), *actions]


def why_not(world: PaxContext, seat: Seat, verb: str, treaty: Treaty) -> Refusal | None:
    """Return why a seat may not leave so."""
    if not bound_powers(world, seat, treaty):
        return refuse("9.5", "why.left_already")
    reason = _why_not(world, seat, verb, treaty)
    return None if reason is None else refuse("9.5", f"why.{reason}")


def _why_not(world: PaxContext, seat: Seat, verb: str, treaty: Treaty) -> str | None:
    match verb:
        case "release":
            return None if may_release(world, seat, treaty) else "nobody_broke_it"
        case "consent":
            return "no_wish_to_leave"
        case "leave":
            if seat in treaty.leavers:
                return "leaving_already"
            return None if _outlasts(world, seat, treaty) else "leaving_is_ending"
    if may_release(world, seat, treaty):
        return "release_is_free"
    if _sides(world, list(treaty.bound)) < 2:
        return "leaving_is_ending"
    return "called_to_war" if _called(world, seat, treaty) else None


def may_release(world: PaxContext, seat: Seat, treaty: Treaty) -> bool:
    """9.5: after another's breach that counts."""
    mine = world.powers_of(seat)
    return any(each.counted and each.power not in mine for each in treaty.breaches)


def _may_consent(world: PaxContext, seat: Seat, treaty: Treaty, leaver: Seat) -> bool:
    return leaver != seat and seat not in treaty.leavers[leaver]


def _outlasts(world: PaxContext, seat: Seat, treaty: Treaty) -> bool:
    """Return whether a treaty still binds powers to each other when a seat has left it."""
    mine = world.powers_of(seat)
    return _sides(world, [power for power in treaty.bound if power not in mine]) > 1


def _sides(world: PaxContext, powers: list[Power]) -> int:
    """Return how many sides powers are: those of one seat are one, each minor is one."""
    return len({world.seat_of(power) or power for power in powers})


def _called(world: PaxContext, seat: Seat, treaty: Treaty) -> bool:
    """12.2: whether a treaty is calling a power of the seat to war. The steps follow from a
    declaration and the treaty's own text: its parties learn nothing from the answer."""
    mine = world.powers_of(seat)
    for frame in world.state.stack:
        if frame.step in ("obliged", "honour_obligation"):
            called = [(frame.text("treaty"), frame.text("power"))]
        elif frame.step in ("invoke_allies", "obligations"):
            owed = obligations.obligations(world, frame.text("power"), frame.text("target"))
            called = [(each.treaty, each.power) for each in owed]
        else:
            continue
        if any(name == treaty.id and power in mine for name, power in called):
            return True
    return False


# -- doing it


def leave(world: PaxContext, seat: Seat, treaty: Treaty) -> None:
    """P63: a seat asks the others to let it go."""
    treaty = change(world, treaty, leaving={**treaty.leavers, seat: ()})
    _log_to_bound(world, treaty, "log.leave", seat)
    _settle(world, treaty)


def consent(world: PaxContext, seat: Seat, treaty: Treaty, leaver: Seat) -> None:
    """P63: a seat lets another go; with the last consent it is free."""
    agreed = (*treaty.leavers[leaver], seat)
    treaty = change(world, treaty, leaving={**treaty.leavers, leaver: agreed})
    message = say("log.consent", seat=seat, leaver=leaver, treaty=treaty.id)
    world.log_to(bound_seats(world, treaty), message)
    _settle(world, treaty)


def denounce(world: PaxContext, seat: Seat, treaty: Treaty) -> None:
    """P63: a seat leaves alone, which is a breach. It is one act, also of two powers."""
    breach(world, treaty, WHOLE, bound_powers(world, seat, treaty)[0])
    _go(world, seat, world.state.treaties[treaty.id])


def release(world: PaxContext, seat: Seat, treaty: Treaty) -> None:
    """9.5: after another's breach a seat is free of the treaty."""
    log_treaty(world, treaty, say("log.release", seat=seat, treaty=treaty.id))
    _go(world, seat, treaty)


def _log_to_bound(world: PaxContext, treaty: Treaty, key: str, seat: Seat) -> None:
    world.log_to(bound_seats(world, treaty), say(key, seat=seat, treaty=treaty.id))


def _go(world: PaxContext, seat: Seat, treaty: Treaty) -> None:
    """P63: every obligation between a seat and the other parties ends. What these owe each other
    stays."""
    mine = bound_powers(world, seat, treaty)
    gone = world.powers_of(seat)  # also a power that was protected without having signed
    ended = [n for n, clause in enumerate(treaty.clauses) if _ends_without(clause, gone)]
    treaty = change(
        world,
        treaty,
        released=(*treaty.released, *mine),
        left={**(treaty.left or {}), **dict.fromkeys(mine, world.state.turn)},
        done=tuple(dict.fromkeys((*treaty.done, *ended))),
        leaving=_without(treaty, seat),
    )
    _settle(world, treaty)


def _ends_without(clause: Clause, gone: tuple[Power, ...]) -> bool:
    """Return whether a clause holds between one of these powers and others."""
    if clause.kind == "no_war" and all(power in gone for power in clause.listed("towards")):
        return True
    return any(power in gone for power in parties_to(clause))


def _without(treaty: Treaty, seat: Seat) -> dict[Seat, tuple[Seat, ...]] | msgspec.UnsetType:
    left = {each: agreed for each, agreed in treaty.leavers.items() if each != seat}
    return left or msgspec.UNSET


def _settle(world: PaxContext, treaty: Treaty) -> None:
    """Apply what follows from a departure or a consent: the treaty is over when it binds no two
    powers, or when all that it binds agree; a seat is free once all others consent."""
    bound = set(bound_seats(world, treaty))
    is_empty = len(set(treaty.done)) == len(treaty.clauses)
    if is_empty or _sides(world, list(treaty.bound)) < 2 or bound <= set(treaty.ending):
        change(world, treaty, state=ENDED, leaving=msgspec.UNSET)
        log_treaty(world, treaty, say("log.ended", treaty=treaty.id))
        return
    for leaver, agreed in treaty.leavers.items():
        if bound <= {leaver, *agreed}:
            log_treaty(world, treaty, say("log.left", seat=leaver, treaty=treaty.id))
            _go(world, leaver, treaty)
            return


def forget_wishes(treaty: Treaty) -> Treaty:
    """P63: a wish to leave lasts for the turn in which it was expressed."""
    return msgspec.structs.replace(treaty, leaving=msgspec.UNSET) if treaty.leavers else treaty
