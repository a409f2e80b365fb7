"""The same cases under the rulebook: those with another result, and all the rest.

A test is here if the result differs from that of the same number in the other files.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from entente.games.diplomacy.rules.editions import CLASSIC
from tests.games.diplomacy.datc import (
    test_6_a,
    test_6_b,
    test_6_c,
    test_6_d,
    test_6_e,
    test_6_f,
    test_6_g,
    test_6_h,
    test_6_i,
    test_6_j,
)
from tests.games.diplomacy.judge import Judged, judge


def test_6_f_9_one_broken_route_stops_the_convoy(classic: Judged) -> None:
    """VIII.4: one of two routes loses its fleet, and the convoy is broken.

    England  F ENG C A LON - BEL
             F NTH C A LON - BEL
             A LON - BEL
    France   F BRE S F MAO - ENG
             F MAO - ENG
    """
    classic.gives(
        moves="MAO - ENG",
        fails="LON - BEL",
        broken="ENG",
        dislodged={"ENG by MAO": "BEL, IRI, PIC, WAL"},
    )


def test_6_f_10_one_broken_route_stops_the_convoy_foreign_fleet(classic: Judged) -> None:
    """VIII.4: the same with the lost fleet belonging to another power.

    England  F NTH C A LON - BEL
             A LON - BEL
    Germany  F ENG C A LON - BEL
    France   F BRE S F MAO - ENG
             F MAO - ENG
    """
    classic.gives(
        moves="MAO - ENG",
        fails="LON - BEL",
        broken="ENG",
        dislodged={"ENG by MAO": "BEL, IRI, PIC, WAL"},
    )


def test_6_f_11_one_broken_foreign_route_stops_the_convoy(classic: Judged) -> None:
    """VIII.4: the same with both routes foreign.

    England  A LON - BEL
    Germany  F ENG C A LON - BEL
    Russia   F NTH C A LON - BEL
    France   F BRE S F MAO - ENG
             F MAO - ENG
    """
    classic.gives(
        moves="MAO - ENG",
        fails="LON - BEL",
        broken="ENG",
        dislodged={"ENG by MAO": "BEL, IRI, PIC, WAL"},
    )


def test_6_f_13_unwanted_route_does_not_help(classic: Judged) -> None:
    """VIII.4: a second route does not save the convoy when the first is broken.

    England  A LON - BEL
             F NTH C A LON - BEL
    France   F ENG C A LON - BEL
    Germany  F HOL S F DEN - NTH
             F DEN - NTH
    """
    classic.gives(
        moves="DEN - NTH",
        fails="LON - BEL",
        broken="NTH",
        dislodged={"NTH by DEN": "BEL, EDI, HEL, NWG, NWY, SKA, YOR"},
    )


def test_6_f_17_support_counts_and_the_convoy_lands(classic: Judged) -> None:
    """VIII.5: the support for the attack on the fleet counts, the siege saves the fleet, and the
    supported army lands.

    England  F LON S F WAL - ENG
             F WAL - ENG
    France   A BRE - LON
             F ENG C A BRE - LON
             F YOR S A BRE - LON
    Germany  F NTH S F BEL - ENG
             F BEL - ENG
    """
    classic.gives(
        moves="BRE - LON by convoy", fails="BEL - ENG, WAL - ENG", dislodged={"LON by BRE": ""}
    )


def test_6_f_19_support_against_one_of_two_routes_counts(classic: Judged) -> None:
    """VIII.5: the support against one of the fleets counts, and with that route the convoy is
    broken.

    France  A TUN - NAP
            F TYS C A TUN - NAP
            F ION C A TUN - NAP
    Italy   F NAP S F ROM - TYS
            F ROM - TYS
    """
    classic.gives(
        moves="ROM - TYS",
        fails="TUN - NAP",
        broken="TYS",
        dislodged={"TYS by ROM": "LYO, TUS, WES"},
    )


def test_6_f_20_hold_support_for_one_of_two_fleets(classic: Judged) -> None:
    """VIII.4: both routes are needed, so the position is a paradox on which the book is silent:
    the convoy fails.

    France  A TUN - NAP
            F TYS C A TUN - NAP
    Italy   F NAP S F ION
            F ION C A TUN - NAP
    Turkey  F AEG S F EAS - ION
            F EAS - ION
    """
    classic.gives(fails="EAS - ION, TUN - NAP")


def test_6_g_2_kidnapping_for_a_swap(classic: Judged) -> None:
    """X.5: a foreign convoy is enough for two units to change places.

    England  A NWY - SWE
    Russia   F SWE - NWY
    Germany  F SKA C A NWY - SWE
    """
    classic.gives(moves="NWY - SWE by convoy, SWE - NWY")


def test_6_g_7_any_convoy_swaps(classic: Judged) -> None:
    """X.5: the convoy that is possible lets the two units change places.

    England  F SKA C A SWE - NWY
             F NWY - SWE
    Russia   A SWE - NWY
             F BOT C A SWE - NWY
    """
    classic.gives(moves="NWY - SWE, SWE - NWY by convoy", void="BOT")


def test_6_g_8_via_means_nothing(classic: Judged) -> None:
    """The order to go by convoy is not known: the army walks.

    France   A BEL - HOL VIA
    England  F NTH - HEL
             A HOL - KIE
    """
    classic.gives(moves="BEL - HOL, HOL - KIE, NTH - HEL")


def test_6_g_10_dislodged_unit_never_bounces_at_the_attackers_origin(classic: Judged) -> None:
    """V.7: a dislodged unit has no effect on the province its attacker came from, convoyed or not.

    England  A NWY - SWE VIA
             F DEN S A NWY - SWE
             F FIN S A NWY - SWE
    Germany  F SKA C A NWY - SWE
    Russia   A SWE - NWY
             F BAR S A SWE - NWY
    France   F NWG - NWY
             F NTH S F NWG - NWY
    """
    classic.gives(
        moves="NWG - NWY, NWY - SWE by convoy", fails="SWE - NWY", dislodged={"SWE by NWY": ""}
    )


def test_6_g_11_army_walks_where_it_can(classic: Judged) -> None:
    """X.5: no unit comes the other way, so the army walks, and its attack cuts the support.

    England  F NWY S F NTH - SKA
             F NTH - SKA
    Russia   A SWE - NWY
             F SKA C A SWE - NWY
             F BAR S A SWE - NWY
    """
    classic.gives(
        moves="SWE - NWY", fails="NTH - SKA", cut="NWY", dislodged={"NWY by SWE": "NWG, STP/NC"}
    )


def test_6_g_14_dislodged_convoyed_unit_never_bounces(classic: Judged) -> None:
    """V.7: the same with the losing unit being the convoyed one.

    England  A NWY - SWE
             F DEN S A NWY - SWE
             F FIN S A NWY - SWE
    France   F NWG - NWY
             F NTH S F NWG - NWY
    Germany  F SKA C A SWE - NWY
    Russia   A SWE - NWY VIA
             F BAR S A SWE - NWY
    """
    classic.gives(moves="NWG - NWY, NWY - SWE", fails="SWE - NWY", dislodged={"SWE by NWY": ""})


def test_6_g_15_dislodged_unit_never_bounces_both_convoyed(classic: Judged) -> None:
    """V.7: the same with both units convoyed.

    England  F NTH C A LON - BEL
             A HOL S A LON - BEL
             A YOR - LON
             A LON - BEL VIA
    France   F ENG C A BEL - LON
             A BEL - LON VIA
    """
    classic.gives(
        moves="LON - BEL by convoy, YOR - LON",
        fails="BEL - LON",
        dislodged={"BEL by LON": "BUR, PIC, RUH"},
    )


def test_6_g_19_needless_fleet_does_not_matter(classic: Judged) -> None:
    """X.5: the one fleet that carries the army is enough for the swap.

    France  A MAR - SPA
            F WES C A MAR - SPA
    Italy   F LYO C A MAR - SPA
            A SPA - MAR
    """
    classic.gives(moves="MAR - SPA by convoy, SPA - MAR", void="WES")


def test_6_g_20_broken_convoy_and_the_army_walks(classic: Judged) -> None:
    """X.5: the convoy is broken, and the army walks.

    France   F BRE - ENG
             A PIC - BEL VIA
             A BUR S A PIC - BEL
             F MAO S F BRE - ENG
    England  F ENG C A PIC - BEL
    """
    classic.gives(
        moves="BRE - ENG, PIC - BEL",
        broken="ENG",
        dislodged={"ENG by BRE": "IRI, LON, NTH, PIC, WAL"},
    )


def test_6_h_11_not_to_the_origin_of_the_attacker(classic: Judged) -> None:
    """VII: the attacker walks, and its origin is closed to the retreat.

    France  A GAS - MAR VIA
            A BUR S A GAS - MAR
            F MAO C A GAS - MAR
            F WES C A GAS - MAR
            F LYO C A GAS - MAR
    Italy   A MAR H

    Retreats
    Italy  A MAR - GAS
    """
    classic.gives(moves="GAS - MAR", dislodged={"MAR by GAS": "PIE, SPA"}).retreats(
        lost="MAR", void="MAR"
    )


def test_6_h_12_army_walks_when_its_convoy_is_broken(classic: Judged) -> None:
    """X.5: one army is convoyed, the other walks past it: they change places, and no unit there
    need retreat.

    England  A LVP - EDI VIA
             F IRI C A LVP - EDI
             F ENG C A LVP - EDI
             F NTH C A LVP - EDI
    France   F BRE - ENG
             F MAO S F BRE - ENG
    Russia   A EDI - LVP VIA
             F NWG C A EDI - LVP
             F NAO C A EDI - LVP
             A CLY S A EDI - LVP

    Retreats
    England  A LVP - EDI
    """
    classic.gives(
        moves="BRE - ENG, EDI - LVP by convoy, LVP - EDI",
        broken="ENG",
        dislodged={"ENG by BRE": "BEL, LON, PIC, WAL"},
    ).retreats(lost="ENG", void="LVP")


def test_6_j_6_distance_to_home_centres(classic: Judged) -> None:
    """X.4: the fleet farther from home goes; other owned centres do not count.

    Russia  F BOT
            F NTH

    Centres
    Russia  MUN
    """
    classic.winter(removes="F NTH")


def test_6_j_10_distance_of_armies_to_home_centres(classic: Judged) -> None:
    """X.4: Piedmont touches Venice, which is home although it is lost.

    Italy  A GRE
           A PIE

    Centres
    Italy  NAP
    """
    classic.winter(removes="A GRE")


def test_6_j_11_home_centres_not_owned_ones(classic: Judged) -> None:
    """X.4: the army on its only centre goes, for that is far from home.

    Italy  A WAR
           A TUS

    Centres
    Italy  WAR
    """
    classic.winter(removes="A WAR")


# -- the rest

Case = Callable[[Judged], None]

SECTIONS = (
    test_6_a,
    test_6_b,
    test_6_c,
    test_6_d,
    test_6_e,
    test_6_f,
    test_6_g,
    test_6_h,
    test_6_i,
    test_6_j,
)


def number_of(name: str) -> str:
    """The number in a test's name: `6_f_9`."""
    return "_".join(name.split("_")[1:4])


def cases() -> dict[str, Case]:
    return {
        name: case
        for section in SECTIONS
        for name, case in vars(section).items()
        if name.startswith("test_6_")
    }


DIFFERENT = {number_of(name) for name in globals() if name.startswith("test_6_")}
SAME = {name: case for name, case in cases().items() if number_of(name) not in DIFFERENT}


def test_there_are_164_cases() -> None:
    """Some have more than one test."""
    assert len({number_of(name) for name in cases()}) == 164


@pytest.mark.parametrize("name", SAME)
def test_same_as_under_the_rules_of_today(name: str) -> None:
    SAME[name](judge(SAME[name].__doc__, CLASSIC))
