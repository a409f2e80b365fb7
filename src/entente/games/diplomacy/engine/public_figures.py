"""What a move has changed in Diplomacy, in public figures."""

from __future__ import annotations

from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat
from entente.players.figures import Figures, PublicFigures


def figures(europe: DiplomacyContext, seat: Seat) -> Figures:
    """Return centres owned, units, and foreign centres that the units occupy or reach."""
    board = europe.board
    powers = {board.power[name] for name in europe.powers_of(seat)}
    masks = europe.centre_masks()
    owned = standing = near = number = 0
    for power in powers:
        owned |= masks[power]
    for unit in europe.position.units:
        if unit.power in powers:
            number += 1
            standing |= 1 << board.province_of[unit.location]
            near |= board.reach(unit)
    foreign = board.centres & ~owned
    return {
        "centres": owned.bit_count(),
        "units": number,
        "standing": (standing & foreign).bit_count(),
        "reach": (near & foreign & ~standing).bit_count(),
    }


WEIGHTS = {"centres": 1.0, "units": 0.8, "standing": 0.7, "reach": 0.3}
PUBLIC_FIGURES = PublicFigures(figures, WEIGHTS)
