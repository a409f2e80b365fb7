"""DATC 6.C: rotations."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_c_1_three_units_rotate(standard: Judged) -> None:
    """Three units may rotate.

    Turkey  F ANK - CON
            A CON - SMY
            A SMY - ANK
    """
    standard.gives(moves="ANK - CON, CON - SMY, SMY - ANK")


def test_6_c_2_rotation_with_support(standard: Judged) -> None:
    """A rotation works even if one of the moves is supported.

    Turkey  F ANK - CON
            A CON - SMY
            A SMY - ANK
            A BUL S F ANK - CON
    """
    standard.gives(moves="ANK - CON, CON - SMY, SMY - ANK")


def test_6_c_3_rotation_broken_from_outside(standard: Judged) -> None:
    """An outside unit bouncing with one member stops the whole rotation.

    Turkey  F ANK - CON
            A CON - SMY
            A SMY - ANK
            A BUL - CON
    """
    standard.gives(fails="ANK - CON, BUL - CON, CON - SMY, SMY - ANK")


def test_6_c_4_rotation_with_attacked_convoy(standard: Judged) -> None:
    """A rotation that uses a convoy works while the attacked convoy survives.

    Austria  A TRI - SER
             A SER - BUL
    Turkey   A BUL - TRI
             F AEG C A BUL - TRI
             F ION C A BUL - TRI
             F ADR C A BUL - TRI
    Italy    F NAP - ION
    """
    standard.gives(moves="BUL - TRI by convoy, SER - BUL, TRI - SER", fails="NAP - ION")


def test_6_c_5_rotation_with_broken_convoy(standard: Judged) -> None:
    """A rotation that uses a convoy stops when one of its fleets is dislodged.

    Austria  A TRI - SER
             A SER - BUL
    Turkey   A BUL - TRI
             F AEG C A BUL - TRI
             F ION C A BUL - TRI
             F ADR C A BUL - TRI
    Italy    F NAP - ION
             F TUN S F NAP - ION
    """
    standard.gives(
        moves="NAP - ION",
        fails="BUL - TRI, SER - BUL, TRI - SER",
        broken="ION",
        dislodged={"ION by NAP": "ALB, APU, EAS, GRE, TYS"},
    )


def test_6_c_6_swap_by_two_convoys(standard: Judged) -> None:
    """Two armies swap by two separate convoys.

    England  F NTH C A LON - BEL
             A LON - BEL
    France   F ENG C A BEL - LON
             A BEL - LON
    """
    standard.gives(moves="BEL - LON by convoy, LON - BEL by convoy")


def test_6_c_7_swap_by_convoy_broken_from_outside(standard: Judged) -> None:
    """A third unit bouncing with one of them stops the swap by convoy.

    England  F NTH C A LON - BEL
             A LON - BEL
    France   F ENG C A BEL - LON
             A BEL - LON
             A BUR - BEL
    """
    standard.gives(fails="BEL - LON, BUR - BEL, LON - BEL")


def test_6_c_8_own_unit_in_a_broken_rotation(standard: Judged) -> None:
    """In a broken rotation a power still cannot push out its own unit.

    Turkey   F CON - BLA
             A BUL - CON
             A SMY S A BUL - CON
    Russia   F BLA - BUL/EC
    Austria  A SER - BUL
    """
    standard.gives(fails="BLA - BUL/EC, BUL - CON, CON - BLA, SER - BUL")


def test_6_c_9_own_support_in_a_broken_rotation(standard: Judged) -> None:
    """In a broken rotation a power's support still cannot push out its own unit.

    Turkey   F CON - BLA
             A SMY S A BUL - CON
    Russia   F BLA - BUL/EC
    Austria  A SER - BUL
             A BUL - CON
    """
    standard.gives(fails="BLA - BUL/EC, BUL - CON, CON - BLA, SER - BUL")
