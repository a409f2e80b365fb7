"""The same cases where only VIA makes a convoy of a move to a neighbour, as webDiplomacy plays.

A test is here if the result differs from that of the case it names, whose position it has.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from entente.games.diplomacy.rules.editions import STANDARD
from tests.games.diplomacy.datc import test_6_g as section_g
from tests.games.diplomacy.datc.test_classic import cases, number_of
from tests.games.diplomacy.judge import Judged, judge

VIA_ONLY = msgspec.structs.replace(STANDARD, adjacent_convoy="via_only")


def via_only(case: Callable[..., None]) -> Judged:
    """The position in a test's docstring, adjudicated under this reading."""
    return judge(case.__doc__, VIA_ONLY)


def test_6_g_1_own_fleet_alone_makes_no_convoy() -> None:
    """The army did not ask for the convoy: it walks, and the two meet on the road."""
    via_only(section_g.test_6_g_1_swap_by_own_convoy).gives(fails="NWY - SWE, SWE - NWY")


def test_6_g_1_the_swap_where_the_order_says_via() -> None:
    """The same with VIA.

    England  A NWY - SWE VIA
             F SKA C A NWY - SWE
    Russia   A SWE - NWY
    """
    via_only(test_6_g_1_the_swap_where_the_order_says_via).gives(
        moves="NWY - SWE by convoy, SWE - NWY"
    )


def test_6_g_5_a_fleet_shows_no_intent() -> None:
    """Fleets of two powers carry the army, its own among them; it walks."""
    via_only(section_g.test_6_g_5_one_own_fleet_shows_intent).gives(fails="APU - ROM, ROM - APU")


def test_6_g_6_a_fleet_shows_no_intent_on_any_route() -> None:
    """Nor does an own fleet on a route that is not used."""
    via_only(section_g.test_6_g_6_intent_although_another_route_is_used).gives(
        fails="EDI - LVP, LVP - EDI"
    )


def test_6_g_9_dislodged_instead_of_swapped() -> None:
    """Without VIA the stronger army dislodges the one it meets."""
    via_only(section_g.test_6_g_9_swapped_or_dislodged).gives(
        moves="NWY - SWE", fails="SWE - NWY", dislodged={"SWE by NWY": "DEN"}
    )


def test_6_g_11_no_paradox_on_foot() -> None:
    """The army walks, cuts the support against the fleet, and dislodges who gave it."""
    via_only(section_g.test_6_g_11_paradox_to_adjacent_province).gives(
        moves="SWE - NWY",
        fails="NTH - SKA",
        cut="NWY",
        dislodged={"NWY by SWE": "NWG, STP/NC"},
    )


def test_a_dislodged_fleet_without_a_convoy_order_stops_no_army() -> None:
    """A convoy of its own that the army did not ask for is broken; it walks.

    England  A EDI - YOR
             F NTH C A EDI - YOR
    Germany  F HEL - NTH
             F DEN S F HEL - NTH
    """
    via_only(test_a_dislodged_fleet_without_a_convoy_order_stops_no_army).gives(
        moves="EDI - YOR, HEL - NTH",
        broken="NTH",
        dislodged={"NTH by HEL": "BEL, EDI, ENG, HOL, LON, NWG, NWY, SKA"},
    )


# -- the rest

DIFFERENT = {number_of(name) for name in globals() if name.startswith("test_6_")}
SAME = {name: case for name, case in cases().items() if number_of(name) not in DIFFERENT}


@pytest.mark.parametrize("name", SAME)
def test_same_as_with_own_fleets(name: str) -> None:
    SAME[name](via_only(SAME[name]))
