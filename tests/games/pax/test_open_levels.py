"""What is offered and what is refused come from the same rule (6.1)."""

from __future__ import annotations

from entente.games.pax.board import Status
from entente.games.pax.movement.marker_orders import may_have, open_levels
from tests.games.pax.worlds import clear, world


def test_every_open_level_is_legal() -> None:
    """Counters and lines apart: other tests cover them."""
    made = world()
    clear(made, "persia", "siam")
    made.put_marker("russia", "persia", Status.PROTECTORATE)
    made.state.unrest = ("afghanistan",)
    made.state.minor_losses = ("siam",)
    made.state.minor_control = (("italy", "ethiopia"),)
    apart = {"why.no_counter", "why.no_raise", "why.no_line_sea", "why.no_line_area"}
    for power in made.majors:
        for area in made.board.areas:
            open_ones = {level.status for level in open_levels(made, power, area)}
            for status in list(Status)[1:-1]:
                refusal = may_have(made, power, area, status)
                if refusal is None:
                    assert status in open_ones, (power, area, status)
                elif refusal.message.key not in apart:
                    assert status not in open_ones, (power, area, status, refusal)
