"""DATC 6.D: supports and dislodgement."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_d_1_supported_hold_is_not_dislodged(standard: Judged) -> None:
    """A supported holder is not dislodged by an equally supported attack.

    Austria  F ADR S A TRI - VEN
             A TRI - VEN
    Italy    A VEN H
             A TYR S A VEN
    """
    standard.gives(fails="TRI - VEN")


def test_6_d_2_attack_cuts_hold_support(standard: Judged) -> None:
    """An attack on the unit supporting a hold cancels that support.

    Austria  F ADR S A TRI - VEN
             A TRI - VEN
             A VIE - TYR
    Italy    A VEN H
             A TYR S A VEN
    """
    standard.gives(
        moves="TRI - VEN",
        fails="VIE - TYR",
        cut="TYR",
        dislodged={"VEN by TRI": "APU, PIE, ROM, TUS"},
    )


def test_6_d_3_attack_cuts_move_support(standard: Judged) -> None:
    """An attack on the unit supporting a move cancels that support.

    Austria  F ADR S A TRI - VEN
             A TRI - VEN
    Italy    A VEN H
             F ION - ADR
    """
    standard.gives(fails="ION - ADR, TRI - VEN", cut="ADR")


def test_6_d_4_hold_support_for_a_hold_supporter(standard: Judged) -> None:
    """A unit that itself supports a hold can be supported in place.

    Germany  A BER S F KIE
             F KIE S A BER
    Russia   F BAL S A PRU - BER
             A PRU - BER
    """
    standard.gives(fails="PRU - BER", cut="BER")


def test_6_d_5_hold_support_for_a_move_supporter(standard: Judged) -> None:
    """A unit that supports a move can be supported in place.

    Germany  A BER S A MUN - SIL
             F KIE S A BER
             A MUN - SIL
    Russia   F BAL S A PRU - BER
             A PRU - BER
    """
    standard.gives(moves="MUN - SIL", fails="PRU - BER", cut="BER")


def test_6_d_6_hold_support_for_a_convoying_fleet(standard: Judged) -> None:
    """A convoying fleet can be supported in place.

    Germany  A BER - SWE
             F BAL C A BER - SWE
             F PRU S F BAL
    Russia   F LVN - BAL
             F BOT S F LVN - BAL
    """
    standard.gives(moves="BER - SWE by convoy", fails="LVN - BAL")


def test_6_d_7_no_hold_support_for_a_moving_unit(standard: Judged) -> None:
    """A unit ordered to move cannot be supported in place, even when the move fails.

    Germany  F BAL - SWE
             F PRU S F BAL
    Russia   F LVN - BAL
             F BOT S F LVN - BAL
             A FIN - SWE
    """
    standard.gives(
        moves="LVN - BAL",
        fails="BAL - SWE, FIN - SWE",
        broken="PRU",
        dislodged={"BAL by LVN": "BER, DEN, KIE"},
    )


def test_6_d_8_no_hold_support_for_an_army_without_convoy(standard: Judged) -> None:
    """An army whose convoy was not ordered still counts as moving, so hold support is lost.

    Austria  F ION H
             A SER S A ALB - GRE
             A ALB - GRE
    Turkey   A GRE - NAP
             A BUL S A GRE
    """
    standard.gives(moves="ALB - GRE", fails="GRE - NAP", broken="BUL", dislodged={"GRE by ALB": ""})


def test_6_d_9_no_move_support_for_a_holding_unit(standard: Judged) -> None:
    """Move support for a unit that holds does nothing.

    Italy    A VEN - TRI
             A TYR S A VEN - TRI
    Austria  A ALB S A TRI - SER
             A TRI H
    """
    standard.gives(moves="VEN - TRI", broken="ALB", dislodged={"TRI by VEN": "BUD, SER, VIE"})


def test_6_d_10_own_unit_is_not_dislodged(standard: Judged) -> None:
    """A power cannot dislodge its own holding unit.

    Germany  A BER H
             F KIE - BER
             A MUN S F KIE - BER
    """
    standard.gives(fails="KIE - BER")


def test_6_d_11_own_returning_unit_is_not_dislodged(standard: Judged) -> None:
    """A power cannot dislodge its own unit that bounced back.

    Germany  A BER - PRU
             F KIE - BER
             A MUN S F KIE - BER
    Russia   A WAR - PRU
    """
    standard.gives(fails="BER - PRU, KIE - BER, WAR - PRU")


def test_6_d_12_own_unit_is_not_dislodged_by_helping_foreigners(standard: Judged) -> None:
    """A power's support for a foreign attack cannot dislodge its own unit.

    Austria  F TRI H
             A VIE S A VEN - TRI
    Italy    A VEN - TRI
    """
    standard.gives(fails="VEN - TRI")


def test_6_d_13_own_returning_unit_is_not_dislodged_by_helping_foreigners(standard: Judged) -> None:
    """The same when the own unit tried to leave and bounced.

    Austria  F TRI - ADR
             A VIE S A VEN - TRI
    Italy    A VEN - TRI
             F APU - ADR
    """
    standard.gives(fails="APU - ADR, TRI - ADR, VEN - TRI")


def test_6_d_14_foreign_strength_suffices(standard: Judged) -> None:
    """Own support for the attacker does not protect the unit if the foreign strength alone
    suffices.

    Austria  F TRI H
             A VIE S A VEN - TRI
    Italy    A VEN - TRI
             A TYR S A VEN - TRI
             F ADR S A VEN - TRI
    """
    standard.gives(moves="VEN - TRI", dislodged={"TRI by VEN": "ALB"})


def test_6_d_15_the_attacked_does_not_cut_support_against_itself(standard: Judged) -> None:
    """The attacked unit cannot cut the support given for the attack on itself.

    Russia  F CON S F BLA - ANK
            F BLA - ANK
    Turkey  F ANK - CON
    """
    standard.gives(moves="BLA - ANK", fails="ANK - CON", dislodged={"ANK by BLA": "ARM"})


def test_6_d_16_convoying_the_attacker_of_an_own_unit(standard: Judged) -> None:
    """A power may convoy a foreign army that dislodges one of its own units.

    England  A LON H
             F NTH C A BEL - LON
    France   F ENG S A BEL - LON
             A BEL - LON
    """
    standard.gives(moves="BEL - LON by convoy", dislodged={"LON by BEL": "WAL, YOR"})


def test_6_d_17_dislodging_cuts_support_from_anywhere(standard: Judged) -> None:
    """Dislodging a supporter cancels its support even when the attack comes from the target
    province.

    Russia  F CON S F BLA - ANK
            F BLA - ANK
    Turkey  F ANK - CON
            A SMY S F ANK - CON
            A ARM - ANK
    """
    standard.gives(
        moves="ANK - CON",
        fails="ARM - ANK, BLA - ANK",
        cut="CON",
        dislodged={"CON by ANK": "AEG, BUL/EC, BUL/SC"},
    )


def test_6_d_18_surviving_supporter_keeps_supporting(standard: Judged) -> None:
    """If the supporter survives that attack, its support counts.

    Russia  F CON S F BLA - ANK
            F BLA - ANK
            A BUL S F CON
    Turkey  F ANK - CON
            A SMY S F ANK - CON
            A ARM - ANK
    """
    standard.gives(moves="BLA - ANK", fails="ANK - CON, ARM - ANK", dislodged={"ANK by BLA": ""})


def test_6_d_19_own_support_does_not_cut_support(standard: Judged) -> None:
    """It also counts when the supporter survives because a support of its own power cannot count
    against it.

    Russia  F CON S F BLA - ANK
            F BLA - ANK
            A SMY S F ANK - CON
    Turkey  F ANK - CON
    """
    standard.gives(moves="BLA - ANK", fails="ANK - CON", dislodged={"ANK by BLA": "ARM"})


def test_6_d_20_own_attack_does_not_cut(standard: Judged) -> None:
    """A power's own attack never cuts its own support.

    England  F LON S F NTH - ENG
             F NTH - ENG
             A YOR - LON
    France   F ENG H
    """
    standard.gives(
        moves="NTH - ENG",
        fails="YOR - LON",
        dislodged={"ENG by NTH": "BEL, BRE, IRI, MAO, PIC, WAL"},
    )


def test_6_d_21_dislodged_unit_cuts(standard: Judged) -> None:
    """A unit that is itself dislodged still cuts support by its attack.

    Austria  F TRI H
    Italy    A VEN - TRI
             A TYR S A VEN - TRI
    Germany  A MUN - TYR
    Russia   A SIL - MUN
             A BER S A SIL - MUN
    """
    standard.gives(
        moves="SIL - MUN",
        fails="MUN - TYR, VEN - TRI",
        cut="TYR",
        dislodged={"MUN by SIL": "BOH, BUR, KIE, RUH"},
    )


def test_6_d_22_support_for_an_impossible_fleet_move(standard: Judged) -> None:
    """An impossible fleet move into land makes the support for it void as well.

    Germany  F KIE - MUN
             A BUR S F KIE - MUN
    Russia   A MUN - KIE
             A BER S A MUN - KIE
    """
    standard.gives(
        moves="MUN - KIE", void="BUR, KIE", dislodged={"KIE by MUN": "BAL, DEN, HEL, HOL"}
    )


def test_6_d_23_support_for_an_impossible_coast(standard: Judged) -> None:
    """A fleet move impossible from its coast makes the support for it void as well.

    Italy   F LYO - SPA/SC
            F WES S F LYO - SPA/SC
    France  F SPA/NC - LYO
            F MAR S F SPA/NC - LYO
    """
    standard.gives(moves="LYO - SPA/SC", void="MAR, SPA", dislodged={"SPA by LYO": "GAS, MAO, POR"})


def test_6_d_24_support_for_an_army_at_sea(standard: Judged) -> None:
    """An army move into the sea makes the support for it void, so there is no standoff.

    France  A MAR - LYO
            F SPA/SC S A MAR - LYO
    Italy   F LYO H
    Turkey  F TYS S F WES - LYO
            F WES - LYO
    """
    standard.gives(moves="WES - LYO", void="MAR, SPA", dislodged={"LYO by WES": "PIE, TUS"})


def test_6_d_25_failing_hold_support_can_be_supported(standard: Judged) -> None:
    """A unit whose own hold support matches nothing can still be supported in place.

    Germany  A BER S A PRU
             F KIE S A BER
    Russia   F BAL S A PRU - BER
             A PRU - BER
    """
    standard.gives(fails="PRU - BER", broken="BER")


def test_6_d_26_failing_move_support_can_be_supported(standard: Judged) -> None:
    """A unit whose own move support matches nothing can still be supported in place.

    Germany  A BER S A PRU - SIL
             F KIE S A BER
    Russia   F BAL S A PRU - BER
             A PRU - BER
    """
    standard.gives(fails="PRU - BER", cut="BER")


def test_6_d_27_failing_convoy_can_be_supported(standard: Judged) -> None:
    """A fleet whose convoy order matches nothing can still be supported in place.

    England  F SWE - BAL
             F DEN S F SWE - BAL
    Germany  A BER H
    Russia   F BAL C A BER - LVN
             F PRU S F BAL
    """
    standard.gives(fails="SWE - BAL", broken="BAL")


def test_6_d_28_impossible_move_can_be_supported(standard: Judged) -> None:
    """A unit with an impossible move counts as holding and may be supported.

    Austria  A BUD S F RUM
    Russia   F RUM - HOL
    Turkey   F BLA - RUM
             A BUL S F BLA - RUM
    """
    standard.gives(fails="BLA - RUM", void="RUM")


def test_6_d_29_move_to_impossible_coast_can_be_supported(standard: Judged) -> None:
    """The same when the impossibility is the coast.

    Austria  A BUD S F RUM
    Russia   F RUM - BUL/SC
    Turkey   F BLA - RUM
             A BUL S F BLA - RUM
    """
    standard.gives(fails="BLA - RUM", void="RUM")


def test_6_d_30_move_without_coast_can_be_supported(standard: Judged) -> None:
    """The same when a needed coast was left out.

    Italy   F AEG S F CON
    Russia  F CON - BUL
    Turkey  F BLA - CON
            A BUL S F BLA - CON
    """
    standard.gives(fails="BLA - CON", void="CON")


def test_6_d_31_the_only_convoy_cannot_support(standard: Judged) -> None:
    """A fleet that would be the only convoy cannot at the same time support the convoyed move.

    Austria  A RUM - ARM
    Turkey   F BLA S A RUM - ARM
    """
    standard.gives(fails="RUM - ARM", void="BLA")


def test_6_d_32_missing_fleet(standard: Judged) -> None:
    """A move that would need a convoy where no fleet exists is illegal, so the unit may be
    supported in place.

    England  F EDI S A LVP - YOR
             A LVP - YOR
    France   F LON S A YOR
    Germany  A YOR - HOL
    """
    standard.gives(fails="LVP - YOR", void="YOR")


def test_6_d_33_unwanted_support(standard: Judged) -> None:
    """A foreign support can break a power's deliberate self-standoff.

    Austria  A SER - BUD
             A VIE - BUD
    Russia   A GAL S A SER - BUD
    Turkey   A BUL - SER
    """
    standard.gives(moves="BUL - SER, SER - BUD", fails="VIE - BUD")


def test_6_d_34_no_support_into_own_province(standard: Judged) -> None:
    """A unit cannot support a move into the province it stands in.

    Germany  A BER - PRU
             A SIL S A BER - PRU
             F BAL S A BER - PRU
    Italy    A PRU S A LVN - PRU
    Russia   A WAR S A LVN - PRU
             A LVN - PRU
    """
    standard.gives(moves="BER - PRU", fails="LVN - PRU", void="PRU", dislodged={"PRU by BER": ""})
