"""DATC 6.J: removals and civil disorder.

Distances are to the nearest owned centre, over land and sea for armies and fleets alike.
"""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_j_1_too_many_removals(standard: Judged) -> None:
    """More removals ordered than due: handled from the top, impossible ones skipped.

    France  A PIC
            A PAR

    Centres
    France  PAR

    Winter
    France  REMOVE F LYO
            REMOVE A PIC
            REMOVE A PAR
    """
    standard.winter(removes="A PIC", void="REMOVE F LYO, REMOVE A PAR")


def test_6_j_2_the_same_unit_twice(standard: Judged) -> None:
    """The same unit named twice counts once; the rest follows the automatic rule.

    France  A PIC
            A PAR
            F NAO

    Centres
    France  PAR

    Winter
    France  REMOVE A PAR
            REMOVE A PAR
    """
    standard.winter(removes="A PAR, F NAO", void="REMOVE A PAR")


def test_6_j_3_two_armies_at_different_distances(standard: Judged) -> None:
    """The farther army goes.

    Russia  A LVN
            A SWE

    Centres
    Russia  STP
    """
    standard.winter(removes="A SWE")


def test_6_j_4_two_armies_at_the_same_distance(standard: Judged) -> None:
    """Equal distance: first name in the alphabet goes.

    Russia  A LVN
            A UKR

    Centres
    Russia  MOS
    """
    standard.winter(removes="A LVN")


def test_6_j_5_two_fleets_at_different_distances(standard: Judged) -> None:
    """The farther fleet goes.

    Russia  F SKA
            F BER

    Centres
    Russia  STP
    """
    standard.winter(removes="F BER")


def test_6_j_6_two_fleets_at_the_same_distance(standard: Judged) -> None:
    """Equal distance, two fleets: the Gulf of Bothnia comes before the North Sea.

    Russia  F BOT
            F NTH

    Centres
    Russia  MUN
    """
    standard.winter(removes="F BOT")


def test_6_j_7_fleets_before_armies(standard: Judged) -> None:
    """Equal distance: fleets go before armies, then the alphabet.

    Russia  A BOH
            F SKA
            F NTH

    Centres
    Russia  STP, WAR
    """
    standard.winter(removes="F NTH")


def test_6_j_8_distance_before_kind(standard: Judged) -> None:
    """Distance counts before the unit type: the farther army goes although a fleet is present.

    Russia  A TYR
            F BAL

    Centres
    Russia  WAR
    """
    standard.winter(removes="A TYR")


def test_6_j_9_both_coasts_count_from_the_south(standard: Judged) -> None:
    """Both coasts of a centre count for the distance: the Baltic is near the southern one.

    Russia  A GRE
            A SEV
            F BAL

    Centres
    Russia  STP, SEV
    """
    standard.winter(removes="A GRE")


def test_6_j_9_both_coasts_count_from_the_north(standard: Judged) -> None:
    """Both coasts of a centre count for the distance: the Skagerrak is near the northern one.

    Russia  A GRE
            A SEV
            F SKA

    Centres
    Russia  STP, SEV
    """
    standard.winter(removes="A GRE")


def test_6_j_10_armies_step_over_water(standard: Judged) -> None:
    """Armies may step over water when the distance is counted.

    Italy  A GRE
           A PIE

    Centres
    Italy  NAP
    """
    standard.winter(removes="A PIE")


def test_6_j_11_distance_to_owned_centres(standard: Judged) -> None:
    """The distance is to owned centres, not to home centres.

    Italy  A WAR
           A TUS

    Centres
    Italy  WAR
    """
    standard.winter(removes="A TUS")
