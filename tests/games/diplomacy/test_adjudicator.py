"""Points of adjudication that no published case settles."""

from __future__ import annotations

import msgspec

from entente.games.diplomacy.rules.editions import STANDARD
from tests.games.diplomacy.judge import Judged, judge


def test_viii_4_a_fleet_on_a_detour_does_not_break_the_convoy(classic: Judged) -> None:
    """The Aegean joins the two coasts alone. The fleet beyond it might have been part of a way by
    the Ionian Sea, but no fleet there takes part: its loss breaks no route.

    England  A GRE - SMY
             F AEG C A GRE - SMY
             F EAS C A GRE - SMY
    Turkey   F ION - EAS
             F SYR S F ION - EAS
    """
    classic.gives(
        moves="GRE - SMY by convoy, ION - EAS",
        broken="EAS",
        dislodged={"EAS by ION": ""},
    )


def test_viii_5_a_support_against_a_fleet_on_a_detour_is_cut(classic: Judged) -> None:
    """The army does not sail by the Irish Sea, so its attack cuts the support given there.

    England  F WAL S F MAO - IRI
             F MAO - IRI
    Italy    A BEL - WAL
             F ENG C A BEL - WAL
             F IRI C A BEL - WAL
    """
    classic.gives(fails="BEL - WAL, MAO - IRI", cut="WAL")


def test_a_hold_support_for_a_fleet_on_a_detour_is_cut() -> None:
    """The same for a support in place, where the option protects those too.

    Italy   A YOR - WAL
            F NTH C A YOR - WAL
            F ENG C A YOR - WAL
            F IRI C A YOR - WAL
    France  F WAL S F IRI
    """
    rules = msgspec.structs.replace(STANDARD, convoy_paradox="any_support")
    text = test_a_hold_support_for_a_fleet_on_a_detour_is_cut.__doc__
    judge(text, rules).gives(fails="YOR - WAL", cut="WAL")


def test_no_whole_route_and_a_supported_fleet(standard: Judged) -> None:
    """The Irish Sea does not touch Clyde, so the army stays; the support saves the fleet.

    France   F MAO C A BRE - CLY
             F IRI C A BRE - CLY
             A BRE - CLY VIA
             F WES S F MAO
    England  F NAO - MAO
             F ENG S F NAO - MAO
    """
    standard.gives(fails="BRE - CLY, NAO - MAO")


def test_x_4_removals_by_distance_from_home(classic: Judged) -> None:
    """One removal is ordered; the other falls on the farthest fleet, three moves from home.

    England  A RUH
             F NTH
             F BOT
             A HOL
             F STP/NC
             F IRI
             A EDI

    Centres
    England  EDI, LON, HOL, SWE, STP

    Winter
    England  REMOVE F BOT
    """
    classic.winter(removes="F BOT, F STP/NC")


def test_removals_by_distance_from_owned_centres() -> None:
    """The same units today: the Irish Sea is two steps from London, and no unit is farther."""
    judge(test_x_4_removals_by_distance_from_home.__doc__, STANDARD).winter(removes="F BOT, F IRI")
