"""DATC 6.I: builds."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_i_1_too_many_builds(standard: Judged) -> None:
    """More build orders than allowed: handled from the top, illegal ones skipped.

    Germany  F NAO
             F MAO

    Centres
    Germany  KIE, MUN, WAR

    Winter
    Germany  BUILD A WAR
             BUILD A KIE
             BUILD A MUN
    """
    standard.winter(builds="A KIE", void="BUILD A WAR, BUILD A MUN")


def test_6_i_2_no_fleet_inland(standard: Judged) -> None:
    """No fleet can be built inland; the order is not turned into an army.

    Centres
    Russia  MOS

    Winter
    Russia  BUILD F MOS
    """
    standard.winter(void="BUILD F MOS")


def test_6_i_3_home_centre_must_be_empty(standard: Judged) -> None:
    """The home centre must be empty.

    Germany  A BER

    Centres
    Germany  BER, MUN

    Winter
    Germany  BUILD A BER
    """
    standard.winter(void="BUILD A BER")


def test_6_i_4_both_coasts_must_be_empty(standard: Judged) -> None:
    """A unit on one coast blocks the whole province.

    Russia  F STP/SC

    Centres
    Russia  STP, MOS

    Winter
    Russia  BUILD F STP/NC
    """
    standard.winter(void="BUILD F STP/NC")


def test_6_i_5_home_centre_must_be_owned(standard: Judged) -> None:
    """A home centre owned by someone else cannot be built in, even if empty.

    Centres
    Germany  KIE
    Russia   BER

    Winter
    Germany  BUILD A BER
    """
    standard.winter(void="BUILD A BER")


def test_6_i_6_owned_centre_must_be_a_home_centre(standard: Judged) -> None:
    """An owned centre that is not a home centre cannot be built in.

    Germany  A MUN

    Centres
    Germany  MUN, WAR

    Winter
    Germany  BUILD A WAR
    """
    standard.winter(void="BUILD A WAR")


def test_6_i_7_one_build_in_a_centre(standard: Judged) -> None:
    """One build per centre and turn.

    Centres
    Russia  MOS, WAR

    Winter
    Russia  BUILD A MOS
            BUILD A MOS
    """
    standard.winter(builds="A MOS", void="BUILD A MOS")
