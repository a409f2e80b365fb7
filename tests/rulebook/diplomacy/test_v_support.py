"""Section V: the examples on support."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_v_3_example_1_own_unit_is_not_dislodged_but_the_attack_bars(classic: Judged) -> None:
    """A power cannot dislodge its own unit, but its supported attack still bars a rival's.

    England  F DEN - KIE
             F NTH - DEN
             F HEL S F NTH - DEN
    Russia   A BER - KIE
             F BAL S F SKA - DEN
             F SKA - DEN
    """
    classic.gives(fails="BER - KIE, DEN - KIE, NTH - DEN, SKA - DEN")


def test_v_3_example_2_no_help_against_an_own_unit(classic: Judged) -> None:
    """A power's support cannot help a foreign army dislodge the power's own unit.

    France   A BUR H
    Germany  A MUN - BUR
             A KIE S A BOH - MUN
    Austria  A BOH - MUN
    """
    classic.gives(fails="BOH - MUN, MUN - BUR")


def test_v_3_example_2_with_a_support_of_its_own(classic: Judged) -> None:
    """With one support of its own power the foreign attack does dislodge the unit.

    France   A BUR H
    Germany  A MUN - BUR
             A KIE S A BOH - MUN
    Austria  A BOH - MUN
             A TYR S A BOH - MUN
    """
    classic.gives(moves="BOH - MUN", fails="MUN - BUR", dislodged={"MUN by BOH": "BER, RUH, SIL"})


def test_v_4_example_3_foreign_support_lets_one_of_two_moves_through(classic: Judged) -> None:
    """A power would bar itself, but a foreign support lets one of the two moves through.

    Austria  A SER - BUD
             A VIE - BUD
    Russia   A GAL S A SER - BUD
    """
    classic.gives(moves="SER - BUD", fails="VIE - BUD")


def test_v_4_example_3_with_an_own_army_in_the_way(classic: Judged) -> None:
    """With an own army standing in the target province the move fails.

    Austria  A SER - BUD
             A VIE - BUD
             A BUD H
    Russia   A GAL S A SER - BUD
    """
    classic.gives(fails="SER - BUD, VIE - BUD")


def test_v_5_example_4_besieged_garrison(classic: Judged) -> None:
    """Two equally supported attacks on one holding unit cancel each other.

    Austria  A SER H
    Russia   A RUM - SER
             A BUD S A RUM - SER
    Turkey   A BUL - SER
             A GRE S A BUL - SER
    """
    classic.gives(fails="BUL - SER, RUM - SER")


def test_v_5_example_4_support_of_the_garrison_is_cut(classic: Judged) -> None:
    """A support that the besieged garrison gave would have been cut.

    Austria  A SER S A TRI - ALB
             A TRI - ALB
    Russia   A RUM - SER
             A BUD S A RUM - SER
    Turkey   A BUL - SER
             A GRE S A BUL - SER
    """
    classic.gives(moves="TRI - ALB", fails="BUL - SER, RUM - SER", cut="SER")


def test_v_6_no_hold_support_for_a_moving_unit(classic: Judged) -> None:
    """Hold support for a unit ordered to move is void. The rest of the position is ours.

    Austria  A MUN - BER
             A BOH S A MUN
    Russia   A SIL - BER
             A TYR - MUN
             A KIE S A TYR - MUN
    """
    classic.gives(
        moves="TYR - MUN",
        fails="MUN - BER, SIL - BER",
        broken="BOH",
        dislodged={"MUN by TYR": "BUR, RUH"},
    )


def test_v_7_example_5_dislodged_from_the_province_it_attacked(classic: Judged) -> None:
    """A unit dislodged by an attack from the province it was attacking does not stop another unit
    entering that province. The last order is printed with Serbia for Sevastopol.

    Turkey  A BUL - RUM
    Russia  A RUM - BUL
            A SER S A RUM - BUL
            A SEV - RUM
    """
    classic.gives(
        moves="RUM - BUL, SEV - RUM", fails="BUL - RUM", dislodged={"BUL by RUM": "CON, GRE"}
    )


def test_v_7_example_5_the_province_left_is_open_for_retreats(classic: Judged) -> None:
    """Without the army of Sevastopol Rumania stays empty, and not by a standoff: another unit may
    retreat there. The army that does so is ours.

    Turkey   A BUL - RUM
    Russia   A RUM - BUL
             A SER S A RUM - BUL
    Germany  A BUD H
    Italy    A VIE - BUD
             A TRI S A VIE - BUD
    """
    classic.gives(
        moves="RUM - BUL, VIE - BUD",
        fails="BUL - RUM",
        dislodged={"BUL by RUM": "CON, GRE", "BUD by VIE": "GAL, RUM"},
    )


def test_v_7_example_6_although_the_dislodged_unit_was_supported(classic: Judged) -> None:
    """The same although the dislodged unit was supported. The name of Turkey is missing in print.

    Turkey  A BUL - RUM
            F BLA S A BUL - RUM
    Russia  A RUM - BUL
            A GRE S A RUM - BUL
            A SER S A RUM - BUL
            A SEV - RUM
    """
    classic.gives(moves="RUM - BUL, SEV - RUM", fails="BUL - RUM", dislodged={"BUL by RUM": "CON"})


def test_v_7_example_6_the_province_left_is_open_for_retreats(classic: Judged) -> None:
    """Here too Rumania is open for a retreat if no unit enters it. The army that retreats is ours.

    Turkey   A BUL - RUM
             F BLA S A BUL - RUM
    Russia   A RUM - BUL
             A GRE S A RUM - BUL
             A SER S A RUM - BUL
    Germany  A BUD H
    Italy    A VIE - BUD
             A TRI S A VIE - BUD
    """
    classic.gives(
        moves="RUM - BUL, VIE - BUD",
        fails="BUL - RUM",
        dislodged={"BUL by RUM": "CON", "BUD by VIE": "GAL, RUM"},
    )
