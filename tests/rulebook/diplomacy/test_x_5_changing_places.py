"""Section X.5: units that change places."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_x_5_three_units_rotate(classic: Judged) -> None:
    """Three units may rotate. The orders are printed without a power; one is assumed.

    England  A HOL - BEL
             F BEL - NTH
             F NTH - HOL
    """
    classic.gives(moves="BEL - NTH, HOL - BEL, NTH - HOL")


def test_x_5_two_units_swap_by_convoy(classic: Judged) -> None:
    """Two units may change places if at least one is convoyed.

    England  A LON - BEL
             F NTH C A LON - BEL
    France   A BEL - LON
             F ENG C A BEL - LON
    """
    classic.gives(moves="BEL - LON by convoy, LON - BEL by convoy")
