"""DATC 6.G: convoys to adjacent provinces."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_g_1_swap_by_own_convoy(standard: Judged) -> None:
    """Two adjacent armies swap because one has a convoy by its own fleet.

    England  A NWY - SWE
             F SKA C A NWY - SWE
    Russia   A SWE - NWY
    """
    standard.gives(moves="NWY - SWE by convoy, SWE - NWY")


def test_6_g_2_no_kidnapping(standard: Judged) -> None:
    """A foreign fleet alone cannot turn a land move into a convoy.

    England  A NWY - SWE
    Russia   F SWE - NWY
    Germany  F SKA C A NWY - SWE
    """
    standard.gives(fails="NWY - SWE, SWE - NWY")


def test_6_g_3_broken_foreign_convoy_does_not_matter(standard: Judged) -> None:
    """A foreign convoy that is broken does not stop a land move.

    France   F BRE - ENG
             A PIC - BEL
             A BUR S A PIC - BEL
             F MAO S F BRE - ENG
    England  F ENG C A PIC - BEL
    """
    standard.gives(
        moves="BRE - ENG, PIC - BEL",
        broken="ENG",
        dislodged={"ENG by BRE": "IRI, LON, NTH, PIC, WAL"},
    )


def test_6_g_4_broken_foreign_convoy_and_opposite_move(standard: Judged) -> None:
    """The same with a unit coming the other way.

    France   F BRE - ENG
             A PIC - BEL
             A BUR S A PIC - BEL
             F MAO S F BRE - ENG
    England  F ENG C A PIC - BEL
             A BEL - PIC
    """
    standard.gives(
        moves="BRE - ENG, PIC - BEL",
        fails="BEL - PIC",
        broken="ENG",
        dislodged={"ENG by BRE": "IRI, LON, NTH, PIC, WAL", "BEL by PIC": "HOL, RUH"},
    )


def test_6_g_5_one_own_fleet_shows_intent(standard: Judged) -> None:
    """One own fleet among several shows the intent to convoy.

    Italy   A ROM - APU
            F TYS C A APU - ROM
    Turkey  A APU - ROM
            F ION C A APU - ROM
    """
    standard.gives(moves="APU - ROM by convoy, ROM - APU")


def test_6_g_6_intent_although_another_route_is_used(standard: Judged) -> None:
    """An own fleet's legal convoy order shows intent even if another route is finally used.

    England  A LVP - EDI
             F ENG C A LVP - EDI
    Germany  A EDI - LVP
    France   F IRI H
             F NTH H
    Russia   F NWG C A LVP - EDI
             F NAO C A LVP - EDI
    """
    standard.gives(moves="EDI - LVP, LVP - EDI by convoy")


def test_6_g_7_impossible_convoy_shows_no_intent(standard: Judged) -> None:
    """An impossible convoy order shows no intent.

    England  F SKA C A SWE - NWY
             F NWY - SWE
    Russia   A SWE - NWY
             F BOT C A SWE - NWY
    """
    standard.gives(fails="NWY - SWE, SWE - NWY", void="BOT")


def test_6_g_8_via_without_convoy(standard: Judged) -> None:
    """The order says by convoy but no convoy exists: the army does not walk instead.

    France   A BEL - HOL VIA
    England  F NTH - HEL
             A HOL - KIE
    """
    standard.gives(moves="HOL - KIE, NTH - HEL", fails="BEL - HOL")


def test_6_g_9_swapped_or_dislodged(standard: Judged) -> None:
    """With convoy intent the two armies swap instead of one being dislodged.

    England  A NWY - SWE
             F SKA C A NWY - SWE
             F FIN S A NWY - SWE
    Russia   A SWE - NWY
    """
    standard.gives(moves="NWY - SWE by convoy, SWE - NWY")


def test_6_g_10_swapped_or_head_to_head(standard: Judged) -> None:
    """A unit dislodged by a convoyed attacker still bounces a third unit at the province that
    attacker left.

    England  A NWY - SWE VIA
             F DEN S A NWY - SWE
             F FIN S A NWY - SWE
    Germany  F SKA C A NWY - SWE
    Russia   A SWE - NWY
             F BAR S A SWE - NWY
    France   F NWG - NWY
             F NTH S F NWG - NWY
    """
    standard.gives(
        moves="NWY - SWE by convoy", fails="NWG - NWY, SWE - NWY", dislodged={"SWE by NWY": ""}
    )


def test_6_g_11_paradox_to_adjacent_province(standard: Judged) -> None:
    """Paradox on a convoy to an adjacent province: it fails and the army does not walk instead.

    England  F NWY S F NTH - SKA
             F NTH - SKA
    Russia   A SWE - NWY
             F SKA C A SWE - NWY
             F BAR S A SWE - NWY
    """
    standard.gives(
        moves="NTH - SKA", fails="SWE - NWY", broken="SKA", dislodged={"SKA by NTH": "DEN"}
    )


def test_6_g_12_both_convoyed(standard: Judged) -> None:
    """Two adjacent armies swap with both convoyed.

    England  A LVP - EDI VIA
             F NAO C A LVP - EDI
             F NWG C A LVP - EDI
    Germany  A EDI - LVP VIA
             F NTH C A EDI - LVP
             F ENG C A EDI - LVP
             F IRI C A EDI - LVP
    """
    standard.gives(moves="EDI - LVP by convoy, LVP - EDI by convoy")


def test_6_g_13_convoyed_attack_on_support_against_its_origin(standard: Judged) -> None:
    """A convoyed attack from the province under attack does not cut the support against it.

    Austria  F ADR C A TRI - VEN
             A TRI - VEN VIA
    Italy    A VEN S F ALB - TRI
             F ALB - TRI
    """
    standard.gives(
        moves="ALB - TRI", fails="TRI - VEN", dislodged={"TRI by ALB": "BUD, SER, TYR, VIE"}
    )


def test_6_g_14_loser_convoyed_bounces_third_unit(standard: Judged) -> None:
    """Like 6.G.10 with the losing unit being the convoyed one.

    England  A NWY - SWE
             F DEN S A NWY - SWE
             F FIN S A NWY - SWE
    France   F NWG - NWY
             F NTH S F NWG - NWY
    Germany  F SKA C A SWE - NWY
    Russia   A SWE - NWY VIA
             F BAR S A SWE - NWY
    """
    standard.gives(moves="NWY - SWE", fails="NWG - NWY, SWE - NWY", dislodged={"SWE by NWY": ""})


def test_6_g_15_both_convoyed_bounce_third_unit(standard: Judged) -> None:
    """Like 6.G.10 with both units convoyed.

    England  F NTH C A LON - BEL
             A HOL S A LON - BEL
             A YOR - LON
             A LON - BEL VIA
    France   F ENG C A BEL - LON
             A BEL - LON VIA
    """
    standard.gives(
        moves="LON - BEL by convoy",
        fails="BEL - LON, YOR - LON",
        dislodged={"BEL by LON": "BUR, PIC, RUH"},
    )


def test_6_g_16_no_two_units_in_one_province(standard: Judged) -> None:
    """Two units must not both enter one province when the swap partner is convoyed.

    England  A NWY - SWE
             A DEN S A NWY - SWE
             F BAL S A NWY - SWE
             F NTH - NWY
    Russia   A SWE - NWY VIA
             F SKA C A SWE - NWY
             F NWG S A SWE - NWY
    """
    standard.gives(moves="NWY - SWE, SWE - NWY by convoy", fails="NTH - NWY")


def test_6_g_17_no_two_units_in_one_province_other_convoyed(standard: Judged) -> None:
    """The same with the other unit convoyed.

    England  A NWY - SWE VIA
             A DEN S A NWY - SWE
             F BAL S A NWY - SWE
             F SKA C A NWY - SWE
             F NTH - NWY
    Russia   A SWE - NWY
             F NWG S A SWE - NWY
    """
    standard.gives(moves="NWY - SWE by convoy, SWE - NWY", fails="NTH - NWY")


def test_6_g_18_no_two_units_in_one_province_both_convoyed(standard: Judged) -> None:
    """The same with both convoyed.

    England  F NTH C A LON - BEL
             A HOL S A LON - BEL
             A YOR - LON
             A LON - BEL
             A RUH S A LON - BEL
    France   F ENG C A BEL - LON
             A BEL - LON
             A WAL S A BEL - LON
    """
    standard.gives(moves="BEL - LON by convoy, LON - BEL by convoy", fails="YOR - LON")


def test_6_g_19_needless_fleet_shows_no_intent(standard: Judged) -> None:
    """A fleet that no route needs cannot show convoy intent.

    France  A MAR - SPA
            F WES C A MAR - SPA
    Italy   F LYO C A MAR - SPA
            A SPA - MAR
    """
    standard.gives(fails="MAR - SPA, SPA - MAR", void="WES")


def test_6_g_20_via_with_broken_convoy(standard: Judged) -> None:
    """A move marked by convoy whose fleet is dislodged does not fall back to land.

    France   F BRE - ENG
             A PIC - BEL VIA
             A BUR S A PIC - BEL
             F MAO S F BRE - ENG
    England  F ENG C A PIC - BEL
    """
    standard.gives(
        moves="BRE - ENG",
        fails="PIC - BEL",
        broken="ENG",
        dislodged={"ENG by BRE": "BEL, IRI, LON, NTH, WAL"},
    )
