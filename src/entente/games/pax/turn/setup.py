"""Set-up (2): what every power begins with."""

from __future__ import annotations

from entente.games.pax.board import JAPAN, STATUS_WORDS, Board
from entente.games.pax.context import PaxContext
from entente.games.pax.state import PaxState
from entente.kernel import Chance, Options


def first_state(board: Board, options: Options, chance: Chance) -> PaxState:
    """Markers, units and merchant fleets as printed; indexes and treasuries at zero."""
    state = PaxState(options=options, chance=chance)
    world = PaxContext(board, state)
    for power, row in board.powers.items():
        for marker in row.marker:
            world.put_marker(power, marker.area, STATUS_WORDS[marker.status])
        for unit in row.unit:
            where = unit.area if unit.kind == "army" else board.berth(unit.area, unit.coast)
            for _ in range(unit.count):
                world.add_unit(power, unit.kind, where, unit.strength)
        world.set_fleets(power, row.merchant_fleets)
    if JAPAN in world.minors:
        extra = board.tables.powers.roles.japan_as_minor_fleet
        world.set_fleets(JAPAN, (*world.fleets(JAPAN), extra))
    for area in board.areas:
        if len(world.holders(area)) > 1:
            world.share(area, world.holders(area))
    state.treasury = dict.fromkeys(world.majors, 0)
    state.points = dict.fromkeys(world.seats, 0)
    state.push_standing("desk")
    state.push("next_turn")
    return state
