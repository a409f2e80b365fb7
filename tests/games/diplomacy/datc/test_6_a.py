"""DATC 6.A: basic checks."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_a_1_fleet_to_a_province_it_does_not_touch(standard: Judged) -> None:
    """A fleet is sent to a province that does not touch its own; the order is void.

    England  F NTH - PIC
    """
    standard.gives(void="NTH")


def test_6_a_2_army_to_sea(standard: Judged) -> None:
    """An army may not enter a sea province.

    England  A LVP - IRI
    """
    standard.gives(void="LVP")


def test_6_a_3_fleet_inland(standard: Judged) -> None:
    """A fleet may not enter an inland province.

    Germany  F KIE - MUN
    """
    standard.gives(void="KIE")


def test_6_a_4_move_to_own_province(standard: Judged) -> None:
    """Ordering a unit to the province it already stands in is void (and must not crash).

    Germany  F KIE - KIE
    """
    standard.gives(void="KIE")


def test_6_a_5_convoy_to_own_province(standard: Judged) -> None:
    """A convoy does not make a move to the unit's own province legal; the support is void too,
    so the attacker gets through.

    England  F NTH C A YOR - YOR
             A YOR - YOR
             A LVP S A YOR - YOR
    Germany  F LON - YOR
             A WAL S F LON - YOR
    """
    standard.gives(moves="LON - YOR", void="LVP, NTH, YOR", dislodged={"YOR by LON": "EDI"})


def test_6_a_6_order_for_a_foreign_unit(standard: Judged) -> None:
    """A player cannot give orders to another power's unit.

    England  F LON
    Germany  F LON - NTH
    """
    standard.gives(void="LON")


def test_6_a_7_fleets_are_not_convoyed(standard: Judged) -> None:
    """Convoys carry armies only, never fleets.

    England  F LON - BEL
             F NTH C A LON - BEL
    """
    standard.gives(void="LON, NTH")


def test_6_a_8_support_for_oneself(standard: Judged) -> None:
    """A unit cannot add to its own defence by supporting itself.

    Italy    A VEN - TRI
             A TYR S A VEN - TRI
    Austria  F TRI S F TRI
    """
    standard.gives(moves="VEN - TRI", void="TRI", dislodged={"TRI by VEN": "ADR, ALB"})


def test_6_a_9_fleet_follows_the_coast(standard: Judged) -> None:
    """A fleet in a coastal province moves only along a shared coastline, not across land.

    Italy  F ROM - VEN
    """
    standard.gives(void="ROM")


def test_6_a_10_support_out_of_reach(standard: Judged) -> None:
    """A unit can support only into provinces it could itself enter; a fleet in Rome cannot help an
    attack on Venice.

    Austria  A VEN H
    Italy    F ROM S A APU - VEN
             A APU - VEN
    """
    standard.gives(fails="APU - VEN", void="ROM")


def test_6_a_11_two_moves_bounce(standard: Judged) -> None:
    """Two equal moves into one empty province both fail.

    Austria  A VIE - TYR
    Italy    A VEN - TYR
    """
    standard.gives(fails="VEN - TYR, VIE - TYR")


def test_6_a_12_three_moves_bounce(standard: Judged) -> None:
    """Three equal moves into one province all fail together; none slips in.

    Austria  A VIE - TYR
    Germany  A MUN - TYR
    Italy    A VEN - TYR
    """
    standard.gives(fails="MUN - TYR, VEN - TYR, VIE - TYR")
