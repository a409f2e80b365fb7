"""The same cases where only VIA makes a convoy of a move to a neighbour, as webDiplomacy plays.

Where a test stands here, the result differs from that of the same number in the other files.
"""

from __future__ import annotations

import msgspec
import pytest

from entente.games.diplomacy.rules.editions import STANDARD
from tests.games.diplomacy.datc.test_classic import cases, number_of
from tests.games.diplomacy.judge import Judged, judge

VIA_ONLY = msgspec.structs.replace(STANDARD, adjacent_convoy="via_only")


@pytest.fixture
def via_only(request: pytest.FixtureRequest) -> Judged:
    """The test's own docstring, adjudicated under this reading."""
    return judge(request.function.__doc__, VIA_ONLY)


def test_6_g_1_own_fleet_alone_makes_no_convoy(via_only: Judged) -> None:
    """The army did not ask for the convoy: it walks, and the two meet on the road.

    England  A NWY - SWE
             F SKA C A NWY - SWE
    Russia   A SWE - NWY
    """
    via_only.gives(fails="NWY - SWE, SWE - NWY")


def test_6_g_1_the_swap_where_the_order_says_via(via_only: Judged) -> None:
    """The same with VIA.

    England  A NWY - SWE VIA
             F SKA C A NWY - SWE
    Russia   A SWE - NWY
    """
    via_only.gives(moves="NWY - SWE by convoy, SWE - NWY")


def test_6_g_5_a_fleet_shows_no_intent(via_only: Judged) -> None:
    """Fleets of two powers carry the army, its own among them; it walks.

    Italy   A ROM - APU
            F TYS C A APU - ROM
    Turkey  A APU - ROM
            F ION C A APU - ROM
    """
    via_only.gives(fails="APU - ROM, ROM - APU")


def test_6_g_6_a_fleet_shows_no_intent_on_any_route(via_only: Judged) -> None:
    """Nor does an own fleet on a route that is not used.

    England  A LVP - EDI
             F ENG C A LVP - EDI
    Germany  A EDI - LVP
    France   F IRI H
             F NTH H
    Russia   F NWG C A LVP - EDI
             F NAO C A LVP - EDI
    """
    via_only.gives(fails="EDI - LVP, LVP - EDI")


def test_6_g_9_dislodged_instead_of_swapped(via_only: Judged) -> None:
    """Without VIA the stronger army dislodges the one it meets.

    England  A NWY - SWE
             F SKA C A NWY - SWE
             F FIN S A NWY - SWE
    Russia   A SWE - NWY
    """
    via_only.gives(moves="NWY - SWE", fails="SWE - NWY", dislodged={"SWE by NWY": "DEN"})


def test_6_g_11_no_paradox_on_foot(via_only: Judged) -> None:
    """The army walks, cuts the support against the fleet, and dislodges who gave it.

    England  F NWY S F NTH - SKA
             F NTH - SKA
    Russia   A SWE - NWY
             F SKA C A SWE - NWY
             F BAR S A SWE - NWY
    """
    via_only.gives(
        moves="SWE - NWY",
        fails="NTH - SKA",
        cut="NWY",
        dislodged={"NWY by SWE": "NWG, STP/NC"},
    )


def test_a_dislodged_fleet_that_was_not_asked_stops_nobody(via_only: Judged) -> None:
    """A convoy of its own that the army did not ask for is broken; it walks.

    England  A EDI - YOR
             F NTH C A EDI - YOR
    Germany  F HEL - NTH
             F DEN S F HEL - NTH
    """
    via_only.gives(
        moves="EDI - YOR, HEL - NTH",
        broken="NTH",
        dislodged={"NTH by HEL": "BEL, EDI, ENG, HOL, LON, NWG, NWY, SKA"},
    )


# -- the rest

DIFFERENT = {number_of(name) for name in globals() if name.startswith("test_6_")}
SAME = {name: case for name, case in cases().items() if number_of(name) not in DIFFERENT}


@pytest.mark.parametrize("name", SAME)
def test_same_as_with_own_fleets(name: str) -> None:
    SAME[name](judge(SAME[name].__doc__, VIA_ONLY))
