"""Section VI: the examples on supports that are cut."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_vi_example_7_attack_from_a_third_province_cuts(classic: Judged) -> None:
    """An attack from a third province cuts support.

    Germany  A PRU - WAR
             A SIL S A PRU - WAR
    Russia   A WAR H
             A BOH - SIL
    """
    classic.gives(fails="BOH - SIL, PRU - WAR", cut="SIL")


def test_vi_example_8_attack_from_the_supported_target_does_not_cut(classic: Judged) -> None:
    """An attack coming from the province the support is aimed at does not cut it.

    Germany  A PRU - WAR
             A SIL S A PRU - WAR
    Russia   A WAR - SIL
    """
    classic.gives(
        moves="PRU - WAR", fails="WAR - SIL", dislodged={"WAR by PRU": "GAL, LVN, MOS, UKR"}
    )


def test_vi_example_9_dislodged_supporter(classic: Judged) -> None:
    """If that attack dislodges the supporter the support is lost; the unsupported move then only
    bars the other's way.

    Germany  A BER - PRU
             A SIL S A BER - PRU
    Russia   A PRU - SIL
             A WAR S A PRU - SIL
             F BAL - PRU
    """
    classic.gives(
        moves="PRU - SIL",
        fails="BAL - PRU, BER - PRU",
        cut="SIL",
        dislodged={"SIL by PRU": "BOH, GAL, MUN"},
    )


def test_vi_example_10_dislodged_unit_still_cuts(classic: Judged) -> None:
    """A unit that is dislodged still cuts support by its own attack.

    Germany  A BER H
             A MUN - SIL
    Russia   A PRU - BER
             A SIL S A PRU - BER
             A BOH - MUN
             A TYR S A BOH - MUN
    """
    classic.gives(
        moves="BOH - MUN",
        fails="MUN - SIL, PRU - BER",
        cut="SIL",
        dislodged={"MUN by BOH": "BUR, KIE, RUH"},
    )
