"""DATC 6.E: head-to-head fights and sieges."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_e_1_beaten_unit_has_no_effect(standard: Judged) -> None:
    """The loser of a head-to-head fight does not block the province its attacker left.

    Germany  A BER - PRU
             F KIE - BER
             A SIL S A BER - PRU
    Russia   A PRU - BER
    """
    standard.gives(
        moves="BER - PRU, KIE - BER", fails="PRU - BER", dislodged={"PRU by BER": "LVN, WAR"}
    )


def test_6_e_2_no_own_dislodgement_head_to_head(standard: Judged) -> None:
    """A power's two units in a head-to-head fight cannot dislodge each other.

    Germany  A BER - KIE
             F KIE - BER
             A MUN S A BER - KIE
    """
    standard.gives(fails="BER - KIE, KIE - BER")


def test_6_e_3_no_help_to_dislodge_own_unit_head_to_head(standard: Judged) -> None:
    """Support cannot help a foreign unit win a head-to-head fight against a unit of the same power.

    Germany  A BER - KIE
             A MUN S F KIE - BER
    England  F KIE - BER
    """
    standard.gives(fails="BER - KIE, KIE - BER")


def test_6_e_4_loser_that_stays_has_effect(standard: Judged) -> None:
    """A loser that is saved by a standoff still blocks the province it attacked.

    Germany  F HOL - NTH
             F HEL S F HOL - NTH
             F SKA S F HOL - NTH
    France   F NTH - HOL
             F BEL S F NTH - HOL
    England  F EDI S F NWG - NTH
             F YOR S F NWG - NTH
             F NWG - NTH
    Austria  A KIE S A RUH - HOL
             A RUH - HOL
    """
    standard.gives(fails="HOL - NTH, NTH - HOL, NWG - NTH, RUH - HOL")


def test_6_e_5_loser_dislodged_by_another_has_effect(standard: Judged) -> None:
    """A loser dislodged by a third unit still blocks the province it attacked.

    Germany  F HOL - NTH
             F HEL S F HOL - NTH
             F SKA S F HOL - NTH
    France   F NTH - HOL
             F BEL S F NTH - HOL
    England  F EDI S F NWG - NTH
             F YOR S F NWG - NTH
             F NWG - NTH
             F LON S F NWG - NTH
    Austria  A KIE S A RUH - HOL
             A RUH - HOL
    """
    standard.gives(
        moves="NWG - NTH",
        fails="HOL - NTH, NTH - HOL, RUH - HOL",
        dislodged={"NTH by NWG": "DEN, ENG, NWY"},
    )


def test_6_e_6_loser_spared_by_own_support_has_effect(standard: Judged) -> None:
    """A loser saved because its own power supported the winner still blocks.

    Germany  F HOL - NTH
             F HEL S F HOL - NTH
    France   F NTH - HOL
             F BEL S F NTH - HOL
             F ENG S F HOL - NTH
    Austria  A KIE S A RUH - HOL
             A RUH - HOL
    """
    standard.gives(fails="HOL - NTH, NTH - HOL, RUH - HOL")


def test_6_e_7_besieged_with_own_support_against_it(standard: Judged) -> None:
    """A besieged unit is safe if the winning attack needs its own power's support.

    England  F NTH H
             F YOR S F NWY - NTH
    Germany  F HOL S F HEL - NTH
             F HEL - NTH
    Russia   F SKA S F NWY - NTH
             F NWY - NTH
    """
    standard.gives(fails="HEL - NTH, NWY - NTH")


def test_6_e_8_besieged_and_head_to_head(standard: Judged) -> None:
    """The same when the besieged unit is also in a head-to-head fight.

    England  F NTH - NWY
             F YOR S F NWY - NTH
    Germany  F HOL S F HEL - NTH
             F HEL - NTH
    Russia   F SKA S F NWY - NTH
             F NWY - NTH
    """
    standard.gives(fails="HEL - NTH, NTH - NWY, NWY - NTH")


def test_6_e_9_almost_besieged(standard: Judged) -> None:
    """If the besieged unit gets away, the strongest attacker enters.

    England  F NTH - NWG
             F YOR S F NWY - NTH
    Germany  F HOL S F HEL - NTH
             F HEL - NTH
    Russia   F SKA S F NWY - NTH
             F NWY - NTH
    """
    standard.gives(moves="NTH - NWG, NWY - NTH", fails="HEL - NTH")


def test_6_e_10_besieged_in_a_rotation(standard: Judged) -> None:
    """The besieged unit cannot leave through a rotation with the weaker attacker: no unit moves.

    England  F NTH - DEN
             F YOR S F NWY - NTH
    Germany  F HOL S F HEL - NTH
             F HEL - NTH
             F DEN - HEL
    Russia   F SKA S F NWY - NTH
             F NWY - NTH
    """
    standard.gives(fails="DEN - HEL, HEL - NTH, NTH - DEN, NWY - NTH")


def test_6_e_11_besieged_and_swapped_by_convoy(standard: Judged) -> None:
    """The besieged unit swaps by convoy with the stronger attacker, which lifts the siege.

    France   A SPA - POR VIA
             F MAO C A SPA - POR
             F LYO S F POR - SPA/NC
    Germany  A MAR S A GAS - SPA
             A GAS - SPA
    Italy    F POR - SPA/NC
             F WES S F POR - SPA/NC
    """
    standard.gives(moves="POR - SPA/NC, SPA - POR by convoy", fails="GAS - SPA")


def test_6_e_12_support_against_own_unit_has_other_effects(standard: Judged) -> None:
    """A support against a power's own unit cannot dislodge it but still holds off another attacker.

    Austria  A BUD - RUM
             A SER S A VIE - BUD
    Italy    A VIE - BUD
    Russia   A GAL - BUD
             A RUM S A GAL - BUD
    """
    standard.gives(fails="BUD - RUM, GAL - BUD, VIE - BUD")


def test_6_e_13_besieged_by_three(standard: Judged) -> None:
    """Three equal supported attacks cancel each other and the defender stays.

    England  F EDI S F YOR - NTH
             F YOR - NTH
    France   F BEL - NTH
             F ENG S F BEL - NTH
    Germany  F NTH H
    Russia   F NWG - NTH
             F NWY S F NWG - NTH
    """
    standard.gives(fails="BEL - NTH, NWG - NTH, YOR - NTH")


def test_6_e_14_impossible_head_to_head(standard: Judged) -> None:
    """A unit with an illegal move opposite an attacker still defends with strength one.

    England  A LVP - EDI
    Russia   F EDI - LVP
    """
    standard.gives(fails="LVP - EDI", void="EDI")


def test_6_e_15_friendly_head_to_head(standard: Judged) -> None:
    """Two opposed moves, each also under attack from behind, shield one another; nothing moves.

    England  F HOL S A RUH - KIE
             A RUH - KIE
    France   A KIE - BER
             A MUN S A KIE - BER
             A SIL S A KIE - BER
    Germany  A BER - KIE
             F DEN S A BER - KIE
             F HEL S A BER - KIE
    Russia   F BAL S A PRU - BER
             A PRU - BER
    """
    standard.gives(fails="BER - KIE, KIE - BER, PRU - BER, RUH - KIE")
