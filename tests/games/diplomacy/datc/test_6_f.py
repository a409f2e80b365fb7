"""DATC 6.F: convoys."""

from __future__ import annotations

from tests.games.diplomacy.judge import Judged


def test_6_f_1_no_convoy_from_the_coast(standard: Judged) -> None:
    """A fleet in a coastal province cannot convoy, so the chain is broken.

    Turkey  A GRE - SEV
            F AEG C A GRE - SEV
            F CON C A GRE - SEV
            F BLA C A GRE - SEV
    """
    standard.gives(void="AEG, BLA, CON, GRE")


def test_6_f_2_convoyed_army_bounces(standard: Judged) -> None:
    """A convoyed army bounces like any other.

    England  F ENG C A LON - BRE
             A LON - BRE
    France   A PAR - BRE
    """
    standard.gives(fails="LON - BRE, PAR - BRE")


def test_6_f_3_convoyed_army_is_supported(standard: Judged) -> None:
    """A convoyed army can be supported.

    England  F ENG C A LON - BRE
             A LON - BRE
             F MAO S A LON - BRE
    France   A PAR - BRE
    """
    standard.gives(moves="LON - BRE by convoy", fails="PAR - BRE")


def test_6_f_4_attacked_convoy_holds(standard: Judged) -> None:
    """Attacking a convoying fleet without dislodging it does not stop the convoy.

    England  F NTH C A LON - HOL
             A LON - HOL
    Germany  F SKA - NTH
    """
    standard.gives(moves="LON - HOL by convoy", fails="SKA - NTH")


def test_6_f_5_besieged_convoy_holds(standard: Judged) -> None:
    """A besieged convoying fleet still convoys.

    England  F NTH C A LON - HOL
             A LON - HOL
    France   F ENG - NTH
             F BEL S F ENG - NTH
    Germany  F SKA - NTH
             F DEN S F SKA - NTH
    """
    standard.gives(moves="LON - HOL by convoy", fails="ENG - NTH, SKA - NTH")


def test_6_f_6_broken_convoy_does_not_cut(standard: Judged) -> None:
    """An army whose convoy is broken does not cut support at its destination.

    England  F NTH C A LON - HOL
             A LON - HOL
    Germany  A HOL S A BEL
             A BEL S A HOL
             F HEL S F SKA - NTH
             F SKA - NTH
    France   A PIC - BEL
             A BUR S A PIC - BEL
    """
    standard.gives(
        moves="SKA - NTH",
        fails="LON - HOL, PIC - BEL",
        cut="BEL",
        broken="NTH",
        dislodged={"NTH by SKA": "DEN, EDI, ENG, NWG, NWY, YOR"},
    )


def test_6_f_7_broken_convoy_does_not_contest(standard: Judged) -> None:
    """An army whose convoy is broken leaves its destination uncontested, so it is open for
    retreats.

    England  F NTH C A LON - HOL
             A LON - HOL
    Germany  F HEL S F SKA - NTH
             F SKA - NTH

    Retreats
    England  F NTH - HOL
    """
    standard.gives(
        moves="SKA - NTH",
        fails="LON - HOL",
        broken="NTH",
        dislodged={"NTH by SKA": "BEL, DEN, EDI, ENG, HOL, NWG, NWY, YOR"},
    ).retreats(to="NTH - HOL")


def test_6_f_8_broken_convoy_does_not_bounce(standard: Judged) -> None:
    """An army whose convoy is broken does not bounce others at its destination.

    England  F NTH C A LON - HOL
             A LON - HOL
    Germany  F HEL S F SKA - NTH
             F SKA - NTH
             A BEL - HOL
    """
    standard.gives(
        moves="BEL - HOL, SKA - NTH",
        fails="LON - HOL",
        broken="NTH",
        dislodged={"NTH by SKA": "BEL, DEN, EDI, ENG, NWG, NWY, YOR"},
    )


def test_6_f_9_one_of_two_routes_broken(standard: Judged) -> None:
    """One of two complete routes loses its fleet: the army takes the other one.

    England  F ENG C A LON - BEL
             F NTH C A LON - BEL
             A LON - BEL
    France   F BRE S F MAO - ENG
             F MAO - ENG
    """
    standard.gives(
        moves="LON - BEL by convoy, MAO - ENG",
        broken="ENG",
        dislodged={"ENG by MAO": "IRI, LON, PIC, WAL"},
    )


def test_6_f_10_one_of_two_routes_broken_foreign_fleet(standard: Judged) -> None:
    """The same with the lost fleet belonging to another power.

    England  F NTH C A LON - BEL
             A LON - BEL
    Germany  F ENG C A LON - BEL
    France   F BRE S F MAO - ENG
             F MAO - ENG
    """
    standard.gives(
        moves="LON - BEL by convoy, MAO - ENG",
        broken="ENG",
        dislodged={"ENG by MAO": "IRI, LON, PIC, WAL"},
    )


def test_6_f_11_one_of_two_foreign_routes_broken(standard: Judged) -> None:
    """The same with both routes foreign.

    England  A LON - BEL
    Germany  F ENG C A LON - BEL
    Russia   F NTH C A LON - BEL
    France   F BRE S F MAO - ENG
             F MAO - ENG
    """
    standard.gives(
        moves="LON - BEL by convoy, MAO - ENG",
        broken="ENG",
        dislodged={"ENG by MAO": "IRI, LON, PIC, WAL"},
    )


def test_6_f_12_fleet_on_no_route(standard: Judged) -> None:
    """A dislodged fleet outside every route cannot break the convoy.

    England  F ENG C A LON - BEL
             A LON - BEL
             F IRI C A LON - BEL
    France   F NAO S F MAO - IRI
             F MAO - IRI
    """
    standard.gives(
        moves="LON - BEL by convoy, MAO - IRI", void="IRI", dislodged={"IRI by MAO": "LVP, WAL"}
    )


def test_6_f_13_unwanted_route(standard: Judged) -> None:
    """An unwanted second route lets a convoy succeed although the player's own fleet is dislodged.

    England  A LON - BEL
             F NTH C A LON - BEL
    France   F ENG C A LON - BEL
    Germany  F HOL S F DEN - NTH
             F DEN - NTH
    """
    standard.gives(
        moves="DEN - NTH, LON - BEL by convoy",
        broken="NTH",
        dislodged={"NTH by DEN": "EDI, HEL, LON, NWG, NWY, SKA, YOR"},
    )


def test_6_f_14_simple_paradox(standard: Judged) -> None:
    """Basic convoy paradox: the attacked unit supports an attack on the convoying fleet; the
    support counts.

    England  F LON S F WAL - ENG
             F WAL - ENG
    France   A BRE - LON
             F ENG C A BRE - LON
    """
    standard.gives(
        moves="WAL - ENG",
        fails="BRE - LON",
        broken="ENG",
        dislodged={"ENG by WAL": "BEL, IRI, MAO, NTH, PIC"},
    )


def test_6_f_15_paradox_beside_another_convoy(standard: Judged) -> None:
    """A paradox must not disturb an unrelated convoy.

    England  F LON S F WAL - ENG
             F WAL - ENG
    France   A BRE - LON
             F ENG C A BRE - LON
    Italy    F IRI C A NAF - WAL
             F MAO C A NAF - WAL
             A NAF - WAL
    """
    standard.gives(
        moves="NAF - WAL by convoy, WAL - ENG",
        fails="BRE - LON",
        broken="ENG",
        dislodged={"ENG by WAL": "BEL, NTH, PIC"},
    )


def test_6_f_16_paradox_with_a_siege(standard: Judged) -> None:
    """Paradox in which the attacked supporter only produces a siege of the convoying fleet.

    England  F LON S F WAL - ENG
             F WAL - ENG
    France   A BRE - LON
             F ENG C A BRE - LON
    Germany  F NTH S F BEL - ENG
             F BEL - ENG
    """
    standard.gives(fails="BEL - ENG, BRE - LON, WAL - ENG")


def test_6_f_17_paradox_with_a_siege_and_support(standard: Judged) -> None:
    """The same with the convoyed army supported: the convoy fails.

    England  F LON S F WAL - ENG
             F WAL - ENG
    France   A BRE - LON
             F ENG C A BRE - LON
             F YOR S A BRE - LON
    Germany  F NTH S F BEL - ENG
             F BEL - ENG
    """
    standard.gives(fails="BEL - ENG, BRE - LON, WAL - ENG")


def test_6_f_18_paradox_with_hold_support(standard: Judged) -> None:
    """Paradox in which the attacked unit supports the convoying fleet to hold.

    England  F NTH C A LON - BEL
             A LON - BEL
             F ENG S A LON - BEL
    France   F BEL S F NTH
    Germany  F HEL S F SKA - NTH
             F SKA - NTH
    """
    standard.gives(fails="LON - BEL, SKA - NTH")


def test_6_f_19_two_routes_no_paradox(standard: Judged) -> None:
    """Two routes, one threatened by the attacked unit's support: no paradox.

    France  A TUN - NAP
            F TYS C A TUN - NAP
            F ION C A TUN - NAP
    Italy   F NAP S F ROM - TYS
            F ROM - TYS
    """
    standard.gives(fails="ROM - TYS, TUN - NAP", cut="NAP")


def test_6_f_20_two_routes_with_hold_support(standard: Judged) -> None:
    """Two routes, hold support for one of the fleets: no paradox, the support is cut.

    France  A TUN - NAP
            F TYS C A TUN - NAP
    Italy   F NAP S F ION
            F ION C A TUN - NAP
    Turkey  F AEG S F EAS - ION
            F EAS - ION
    """
    standard.gives(
        moves="EAS - ION",
        fails="TUN - NAP",
        cut="NAP",
        broken="ION",
        dislodged={"ION by EAS": "ADR, ALB, APU, GRE"},
    )


def test_6_f_21_support_for_the_convoy_is_cut_by_another(standard: Judged) -> None:
    """A convoyed army of another power cuts a support for a convoying fleet; no special
    protection.

    Russia   A EDI S A NWY - CLY
             F NWG C A NWY - CLY
             A NWY - CLY
    France   F IRI S F MAO - NAO
             F MAO - NAO
    England  A LVP - CLY VIA
             F NAO C A LVP - CLY
             F CLY S F NAO
    """
    standard.gives(
        moves="MAO - NAO, NWY - CLY by convoy",
        fails="LVP - CLY",
        cut="CLY",
        broken="NAO",
        dislodged={"NAO by MAO": "", "CLY by NWY": ""},
    )


def test_6_f_22_two_consistent_outcomes(standard: Judged) -> None:
    """Two linked convoys with two consistent outcomes: both convoys fail.

    England  F EDI - NTH
             F LON S F EDI - NTH
    France   A BRE - LON
             F ENG C A BRE - LON
    Germany  F BEL S F PIC - ENG
             F PIC - ENG
    Russia   A NWY - BEL
             F NTH C A NWY - BEL
    """
    standard.gives(
        moves="EDI - NTH, PIC - ENG",
        fails="BRE - LON, NWY - BEL",
        broken="ENG, NTH",
        dislodged={"ENG by PIC": "IRI, MAO, WAL", "NTH by EDI": "DEN, HEL, HOL, NWG, SKA, YOR"},
    )


def test_6_f_23_either_of_two_convoys(standard: Judged) -> None:
    """Two linked convoys, exactly one of which could succeed: both fail.

    England  F EDI - NTH
             F YOR S F EDI - NTH
    France   A BRE - LON
             F ENG C A BRE - LON
    Germany  F BEL S F ENG
             F LON S F NTH
    Italy    F MAO - ENG
             F IRI S F MAO - ENG
    Russia   A NWY - BEL
             F NTH C A NWY - BEL
    """
    standard.gives(fails="BRE - LON, EDI - NTH, MAO - ENG, NWY - BEL")


def test_6_f_24_no_consistent_outcome(standard: Judged) -> None:
    """Two linked convoys with no consistent outcome: both fail.

    England  F EDI - NTH
             F LON S F EDI - NTH
             F IRI - ENG
             F MAO S F IRI - ENG
    France   A BRE - LON
             F ENG C A BRE - LON
             F BEL S F ENG
    Russia   A NWY - BEL
             F NTH C A NWY - BEL
    """
    standard.gives(
        moves="EDI - NTH",
        fails="BRE - LON, IRI - ENG, NWY - BEL",
        broken="NTH",
        dislodged={"NTH by EDI": "DEN, HEL, HOL, NWG, SKA, YOR"},
    )


def test_6_f_25_deciding_support_settled_last(standard: Judged) -> None:
    """A chain in which the deciding support is settled last.

    Germany  A RUH - BEL
             A HOL S A RUH - BEL
             A DEN - NWY
             F SKA C A DEN - NWY
             A FIN S A DEN - NWY
    England  A YOR - HOL
             F NTH C A YOR - HOL
             F HEL S A YOR - HOL
             A BEL H
    Russia   F NWG - NTH
             F NWY S F NWG - NTH
             F SWE - SKA
    """
    standard.gives(
        moves="DEN - NWY by convoy, YOR - HOL by convoy",
        fails="NWG - NTH, RUH - BEL, SWE - SKA",
        cut="HOL, NWY",
        dislodged={"HOL by YOR": "KIE", "NWY by DEN": "BAR, STP/NC"},
    )
