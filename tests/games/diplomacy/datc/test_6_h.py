"""DATC 6.H: retreats."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_h_1_no_support_in_retreats(standard: Judged) -> None:
    """Supports are void in the retreat phase.

    Austria  F TRI H
             A SER H
    Turkey   F GRE H
    Italy    A VEN S A TYR - TRI
             A TYR - TRI
             F ION - GRE
             F AEG S F ION - GRE

    Retreats
    Austria  F TRI - ALB
             A SER S F TRI - ALB
    Turkey   F GRE - ALB
    """
    standard.gives(
        moves="ION - GRE, TYR - TRI",
        dislodged={"TRI by TYR": "ADR, ALB", "GRE by ION": "ALB, BUL/SC"},
    ).retreats(lost="GRE, TRI", void="SER")


def test_6_h_2_no_support_by_a_retreating_unit(standard: Judged) -> None:
    """A retreating unit cannot support another retreat.

    England  A LVP - EDI
             F YOR S A LVP - EDI
             F NWY H
    Germany  A KIE S A RUH - HOL
             A RUH - HOL
    Russia   F EDI H
             A SWE S A FIN - NWY
             A FIN - NWY
             F HOL H

    Retreats
    England  F NWY - NTH
    Russia   F EDI - NTH
             F HOL S F EDI - NTH
    """
    standard.gives(
        moves="FIN - NWY, LVP - EDI, RUH - HOL",
        dislodged={
            "NWY by FIN": "BAR, NTH, NWG, SKA, STP/NC",
            "EDI by LVP": "CLY, NTH, NWG",
            "HOL by RUH": "BEL, HEL, NTH",
        },
    ).retreats(lost="EDI, HOL, NWY", void="HOL")


def test_6_h_3_no_convoy_in_retreats(standard: Judged) -> None:
    """Convoys are void in the retreat phase.

    England  F NTH H
             A HOL H
    Germany  F KIE S A RUH - HOL
             A RUH - HOL

    Retreats
    England  A HOL - YOR
             F NTH C A HOL - YOR
    """
    standard.gives(moves="RUH - HOL", dislodged={"HOL by RUH": "BEL"}).retreats(
        lost="HOL", void="HOL, NTH"
    )


def test_6_h_4_no_other_moves_in_retreats(standard: Judged) -> None:
    """Only dislodged units may move in the retreat phase.

    England  F NTH H
             A HOL H
    Germany  F KIE S A RUH - HOL
             A RUH - HOL

    Retreats
    England  A HOL - BEL
             F NTH - NWG
    """
    standard.gives(moves="RUH - HOL", dislodged={"HOL by RUH": "BEL"}).retreats(
        to="HOL - BEL", void="NTH"
    )


def test_6_h_5_not_to_the_attackers_province(standard: Judged) -> None:
    """No retreat to the province the attacker came from.

    Russia  F CON S F BLA - ANK
            F BLA - ANK
    Turkey  F ANK H

    Retreats
    Turkey  F ANK - BLA
    """
    standard.gives(moves="BLA - ANK", dislodged={"ANK by BLA": "ARM"}).retreats(
        lost="ANK", void="ANK"
    )


def test_6_h_6_not_to_a_contested_province(standard: Judged) -> None:
    """No retreat to a province left empty by a standoff.

    Austria  A BUD S A TRI - VIE
             A TRI - VIE
    Germany  A MUN - BOH
             A SIL - BOH
    Italy    A VIE H

    Retreats
    Italy  A VIE - BOH
    """
    standard.gives(
        moves="TRI - VIE", fails="MUN - BOH, SIL - BOH", dislodged={"VIE by TRI": "GAL, TYR"}
    ).retreats(lost="VIE", void="VIE")


def test_6_h_7_two_retreats_to_one_province(standard: Judged) -> None:
    """Two retreats to one province destroy both.

    Austria  A BUD S A TRI - VIE
             A TRI - VIE
    Germany  A MUN S A SIL - BOH
             A SIL - BOH
    Italy    A VIE H
             A BOH H

    Retreats
    Italy  A BOH - TYR
           A VIE - TYR
    """
    standard.gives(
        moves="SIL - BOH, TRI - VIE", dislodged={"VIE by TRI": "GAL, TYR", "BOH by SIL": "GAL, TYR"}
    ).retreats(lost="BOH, VIE")


def test_6_h_8_three_retreats_to_one_province(standard: Judged) -> None:
    """Three retreats to one province destroy all three.

    England  A LVP - EDI
             F YOR S A LVP - EDI
             F NWY H
    Germany  A KIE S A RUH - HOL
             A RUH - HOL
    Russia   F EDI H
             A SWE S A FIN - NWY
             A FIN - NWY
             F HOL H

    Retreats
    England  F NWY - NTH
    Russia   F EDI - NTH
             F HOL - NTH
    """
    standard.gives(
        moves="FIN - NWY, LVP - EDI, RUH - HOL",
        dislodged={
            "NWY by FIN": "BAR, NTH, NWG, SKA, STP/NC",
            "EDI by LVP": "CLY, NTH, NWG",
            "HOL by RUH": "BEL, HEL, NTH",
        },
    ).retreats(lost="EDI, HOL, NWY")


def test_6_h_9_beaten_unit_does_not_contest(standard: Judged) -> None:
    """A unit beaten head to head does not make the winner's old province contested.

    England  F HEL - KIE
             F DEN S F HEL - KIE
    Germany  A BER - PRU
             F KIE H
             A SIL S A BER - PRU
    Russia   A PRU - BER

    Retreats
    Germany  F KIE - BER
    """
    standard.gives(
        moves="BER - PRU, HEL - KIE",
        fails="PRU - BER",
        dislodged={"KIE by HEL": "BAL, BER, HOL", "PRU by BER": "LVN, WAR"},
    ).retreats(to="KIE - BER", lost="PRU")


def test_6_h_10_not_to_the_own_attackers_province_only(standard: Judged) -> None:
    """The ban on the attacker's province binds only the unit that attacker dislodged.

    England  A KIE H
    Germany  A BER - KIE
             A MUN S A BER - KIE
             A PRU H
    Russia   A WAR - PRU
             A SIL S A WAR - PRU

    Retreats
    England  A KIE - BER
    Germany  A PRU - BER
    """
    standard.gives(
        moves="BER - KIE, WAR - PRU",
        dislodged={"KIE by BER": "DEN, HOL, RUH", "PRU by WAR": "BER, LVN"},
    ).retreats(to="PRU - BER", lost="KIE", void="KIE")


def test_6_h_11_to_the_origin_of_a_convoyed_attacker(standard: Judged) -> None:
    """A unit dislodged by a convoyed army may retreat to that army's origin.

    France  A GAS - MAR VIA
            A BUR S A GAS - MAR
            F MAO C A GAS - MAR
            F WES C A GAS - MAR
            F LYO C A GAS - MAR
    Italy   A MAR H

    Retreats
    Italy  A MAR - GAS
    """
    standard.gives(moves="GAS - MAR by convoy", dislodged={"MAR by GAS": "GAS, PIE, SPA"}).retreats(
        to="MAR - GAS"
    )


def test_6_h_12_to_the_origin_when_both_were_convoyed(standard: Judged) -> None:
    """The same when the dislodged army had itself tried the opposite convoy.

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
    standard.gives(
        moves="BRE - ENG, EDI - LVP by convoy",
        fails="LVP - EDI",
        broken="ENG",
        dislodged={"LVP by EDI": "EDI, WAL, YOR", "ENG by BRE": "BEL, LON, PIC, WAL"},
    ).retreats(to="LVP - EDI", lost="ENG")


def test_6_h_13_convoy_order_is_of_no_use(standard: Judged) -> None:
    """A convoy order of the movement phase is no use for the retreat.

    England  A PIC H
             F ENG C A PIC - LON
    France   A PAR - PIC
             A BRE S A PAR - PIC

    Retreats
    England  A PIC - LON
    """
    standard.gives(moves="PAR - PIC", broken="ENG", dislodged={"PIC by PAR": "BEL, BUR"}).retreats(
        lost="PIC", void="PIC"
    )


def test_6_h_14_support_order_is_of_no_use(standard: Judged) -> None:
    """A support order of the movement phase is no use for the retreat.

    England  A PIC H
             F ENG S A PIC - BEL
    France   A PAR - PIC
             A BRE S A PAR - PIC
             A BUR H
    Germany  A MUN S A MAR - BUR
             A MAR - BUR

    Retreats
    England  A PIC - BEL
    France   A BUR - BEL
    """
    standard.gives(
        moves="MAR - BUR, PAR - PIC",
        broken="ENG",
        dislodged={"PIC by PAR": "BEL", "BUR by MAR": "BEL, GAS, PAR, RUH"},
    ).retreats(lost="BUR, PIC")


def test_6_h_15_attackers_province_on_both_coasts(standard: Judged) -> None:
    """The attacker's province is barred on both coasts.

    England  F POR H
    France   F SPA/SC - POR
             F MAO S F SPA/SC - POR

    Retreats
    England  F POR - SPA/NC
    """
    standard.gives(moves="SPA - POR", dislodged={"POR by SPA": ""}).retreats(lost="POR", void="POR")


def test_6_h_16_contested_province_on_both_coasts(standard: Judged) -> None:
    """A standoff on one coast bars the other coast too.

    France  F MAO - SPA/NC
            F GAS - SPA/NC
            F WES H
    Italy   F TUN S F TYS - WES
            F TYS - WES

    Retreats
    France  F WES - SPA/SC
    """
    standard.gives(
        moves="TYS - WES", fails="GAS - SPA/NC, MAO - SPA/NC", dislodged={"WES by TYS": "LYO, NAF"}
    ).retreats(lost="WES", void="WES")
