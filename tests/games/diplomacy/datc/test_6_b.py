"""DATC 6.B: coasts."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_b_1_coast_needed(standard: Judged) -> None:
    """No coast named although both coasts are reachable: the move is void.

    France  F POR - SPA
    """
    standard.gives(void="POR")


def test_6_b_2_coast_not_needed(standard: Judged) -> None:
    """No coast named and only one reachable: that coast is taken.

    France  F GAS - SPA
    """
    standard.gives(moves="GAS - SPA/NC")


def test_6_b_3_wrong_coast(standard: Judged) -> None:
    """A named coast that cannot be reached makes the order illegal.

    France  F GAS - SPA/SC
    """
    standard.gives(void="GAS")


def test_6_b_4_support_to_the_other_coast(standard: Judged) -> None:
    """Support into a two-coast province does not depend on the supporter reaching the same coast.

    France  F GAS - SPA/NC
            F MAR S F GAS - SPA/NC
    Italy   F WES - SPA/SC
    """
    standard.gives(moves="GAS - SPA/NC", fails="WES - SPA/SC")


def test_6_b_5_support_from_the_wrong_coast(standard: Judged) -> None:
    """A fleet on one coast cannot support into a sea that touches only the other coast.

    France  F MAR - LYO
            F SPA/NC S F MAR - LYO
    Italy   F LYO H
    """
    standard.gives(fails="MAR - LYO", void="SPA")


def test_6_b_6_attack_on_the_other_coast_cuts(standard: Judged) -> None:
    """An attack landing on the other coast still cuts support.

    England  F IRI S F NAO - MAO
             F NAO - MAO
    France   F SPA/NC S F MAO
             F MAO H
    Italy    F LYO - SPA/SC
    """
    standard.gives(
        moves="NAO - MAO",
        fails="LYO - SPA/SC",
        cut="SPA",
        dislodged={"MAO by NAO": "BRE, ENG, GAS, NAF, POR, WES"},
    )


def test_6_b_7_own_support_without_coast(standard: Judged) -> None:
    """Support for an own fleet with the coast left out still counts.

    France  F POR S F MAO - SPA
            F MAO - SPA/NC
    Italy   F LYO S F WES - SPA/SC
            F WES - SPA/SC
    """
    standard.gives(fails="MAO - SPA/NC, WES - SPA/SC")


def test_6_b_8_support_without_coast_where_only_one_is_possible(standard: Judged) -> None:
    """Support with the coast left out counts when only one coast was possible.

    France  F POR S F GAS - SPA
            F GAS - SPA/NC
    Italy   F LYO S F WES - SPA/SC
            F WES - SPA/SC
    """
    standard.gives(fails="GAS - SPA/NC, WES - SPA/SC")


def test_6_b_9_support_for_another_coast(standard: Judged) -> None:
    """Support naming a different coast from the one the fleet moves to does not count.

    France  F POR S F MAO - SPA/NC
            F MAO - SPA/SC
    Italy   F LYO S F WES - SPA/SC
            F WES - SPA/SC
    """
    standard.gives(moves="WES - SPA/SC", fails="MAO - SPA/SC", broken="POR")


def test_6_b_10_ordered_from_the_wrong_coast(standard: Judged) -> None:
    """A wrong coast written for the moving fleet itself is disregarded.

    France  F SPA/SC
            F SPA/NC - LYO
    """
    standard.gives(moves="SPA - LYO")


def test_6_b_11_coast_does_not_change_by_writing(standard: Judged) -> None:
    """Writing the other coast does not transfer the fleet there; the move stays impossible.

    France  F SPA/NC
            F SPA/SC - LYO
    """
    standard.gives(void="SPA")


def test_6_b_12_army_with_a_coast(standard: Judged) -> None:
    """A coast written in an army's order is disregarded.

    France  A GAS - SPA/NC
    """
    standard.gives(moves="GAS - SPA")


def test_6_b_13_no_swap_around_the_coasts(standard: Judged) -> None:
    """Two fleets swapping through different coasts of one province still meet head to head and
    fail.

    Turkey  F BUL/SC - CON
            F CON - BUL/EC
    """
    standard.gives(fails="BUL - CON, CON - BUL/EC")


def test_6_b_14_build_without_coast(standard: Judged) -> None:
    """A fleet build in St Petersburg without a coast fails.

    Centres
    Russia  STP

    Winter
    Russia  BUILD F STP
    """
    standard.winter(void="BUILD F STP")


def test_6_b_15_foreign_support_without_coast(standard: Judged) -> None:
    """Support for a foreign fleet with the coast left out counts.

    France   F POR S F MAO - SPA
    England  F MAO - SPA/NC
    Italy    F LYO S F WES - SPA/SC
             F WES - SPA/SC
    """
    standard.gives(fails="MAO - SPA/NC, WES - SPA/SC")
