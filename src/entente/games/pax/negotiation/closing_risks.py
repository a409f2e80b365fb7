"""What a seat would lose by agreeing with no one: offers, and at the last moment before the
default settlement its disputed markers (9.3, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from entente.games.pax.board import Status, status_word
from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.default_settlement import by_default
from entente.games.pax.records.treaty import OFFERED
from entente.kernel import Caution, Seat
from entente.kernel.caution import loss, missed_chance

DESK = "desk"


def falling_markers(world: PaxContext, seat: Seat) -> Iterator[Caution]:
    """9.3: the seat's markers that fall without an agreement or a war."""
    for power, area, left in by_default(world):
        if world.seat_of(power) != seat:
            continue
        key = "caution.falls" if left is Status.NONE else "caution.falls_to"
        yield loss(key, area, power=power, area=area, status=status_word(left, power))


def open_offers(world: PaxContext, seat: Seat) -> Iterator[Caution]:
    """9.4: offers that wait for this seat alone lapse at the end of the turn."""
    desk = next((frame.window for frame in world.state.standing if frame.step == DESK), None)
    for name, treaty in world.state.treaties.items():
        missing = {world.seat_of(power) for power in treaty.parties if power not in treaty.signed}
        if treaty.state == OFFERED and treaty.by != seat and missing == {seat}:
            offer = missed_chance("caution.offer", treaty=name, seat=treaty.by)
            yield msgspec.structs.replace(offer, decision=desk)
