"""The demonstration game, spring 1901 to winter 1902, with the slips of the print put right."""

from __future__ import annotations

from entente.games.diplomacy.rules.adjustments import centres_by_power, owners_after
from entente.games.diplomacy.rules.editions import CLASSIC
from entente.games.diplomacy.rules.orders import Position
from tests.games.diplomacy.judge import BOARD, CENTRES, ORDERS, Judged, judge, read_blocks, units_of


def test_demonstration_spring_1901(classic: Judged) -> None:
    """The first moves. Printed are a sea that does not exist for the Norwegian Sea, and only two
    of Turkey's three orders.

    Austria  A VIE - TRI
             A BUD - GAL
             F TRI - ALB
    England  A LVP - YOR
             F LON - NTH
             F EDI - NWG
    France   A PAR - BUR
             A MAR - SPA
             F BRE - PIC
    Germany  A BER - KIE
             A MUN - RUH
             F KIE - DEN
    Italy    A VEN - PIE
             A ROM - VEN
             F NAP - ION
    Russia   A MOS - UKR
             A WAR - GAL
             F STP/SC - BOT
             F SEV - BLA
    Turkey   A CON - BUL
             A SMY - CON
             F ANK - BLA
    """
    classic.gives(
        moves="BER - KIE, BRE - PIC, CON - BUL, EDI - NWG, KIE - DEN, LON - NTH, LVP - YOR, "
        "MAR - SPA, MOS - UKR, MUN - RUH, NAP - ION, PAR - BUR, ROM - VEN, SMY - CON, "
        "STP - BOT, TRI - ALB, VEN - PIE, VIE - TRI",
        fails="ANK - BLA, BUD - GAL, SEV - BLA, WAR - GAL",
    )
    classic.leaves(
        austria="A BUD, A TRI, F ALB",
        england="A YOR, F NTH, F NWG",
        france="A BUR, A SPA, F PIC",
        germany="A KIE, A RUH, F DEN",
        italy="A PIE, A VEN, F ION",
        russia="A UKR, A WAR, F BOT, F SEV",
        turkey="A BUL, A CON, F ANK",
    )


def test_demonstration_autumn_1901(classic: Judged) -> None:
    """Printed is Piedmont for Picardy.

    Austria  A TRI H
             A BUD - SER
             F ALB - GRE
    England  A YOR - NWY
             F NTH C A YOR - NWY
             F NWG - BAR
    France   A BUR - MAR
             A SPA - POR
             F PIC - BEL
    Germany  A KIE - HOL
             A RUH - BEL
             F DEN H
    Italy    A VEN H
             A PIE - MAR
             F ION - TUN
    Russia   A UKR S F SEV - RUM
             A WAR - GAL
             F BOT - SWE
             F SEV - RUM
    Turkey   A BUL - SER
             A CON - BUL
             F ANK - BLA

    Centres
    Austria  BUD, GRE, TRI, VIE
    England  EDI, LON, LVP, NWY
    France   BRE, MAR, PAR, POR
    Germany  BER, DEN, HOL, KIE, MUN
    Italy    NAP, ROM, TUN, VEN
    Russia   MOS, RUM, SEV, STP, SWE, WAR
    Turkey   ANK, BUL, CON, SMY

    Winter
    Austria  BUILD A VIE
    England  BUILD F EDI
    France   BUILD F MAR
    Germany  BUILD F KIE
             BUILD A MUN
    Italy    BUILD F NAP
    Russia   BUILD A STP
             BUILD A SEV
    Turkey   BUILD A SMY
    """
    classic.gives(
        moves="ALB - GRE, ANK - BLA, BOT - SWE, ION - TUN, KIE - HOL, NWG - BAR, SEV - RUM, "
        "SPA - POR, WAR - GAL, YOR - NWY by convoy",
        fails="BUD - SER, BUL - SER, BUR - MAR, CON - BUL, PIC - BEL, PIE - MAR, RUH - BEL",
    )
    classic.winter(builds="A VIE, F EDI, F MAR, F KIE, A MUN, F NAP, A STP, A SEV, A SMY")
    classic.leaves(
        austria="A BUD, A TRI, A VIE, F GRE",
        england="A NWY, F BAR, F EDI, F NTH",
        france="A BUR, A POR, F MAR, F PIC",
        germany="A HOL, A MUN, A RUH, F DEN, F KIE",
        italy="A PIE, A VEN, F NAP, F TUN",
        russia="A GAL, A SEV, A STP, A UKR, F RUM, F SWE",
        turkey="A BUL, A CON, A SMY, F BLA",
    )


def test_demonstration_spring_1902(classic: Judged) -> None:
    """Printed is a second order for the army of Sevastopol, which is left out.

    Austria  A TRI - BUD
             A VIE - BUD
             A BUD - SER
             F GRE H
    England  A NWY - STP
             F NTH - NWY
             F BAR S A NWY - STP
             F EDI - NTH
    France   A BUR S F PIC - BEL
             A POR - SPA
             F PIC - BEL
             F MAR H
    Germany  A HOL - BEL
             A RUH S A HOL - BEL
             A MUN - BUR
             F DEN H
             F KIE - HOL
    Italy    A VEN H
             A PIE - MAR
             F TUN - WES
             F NAP - TYS
    Russia   A UKR S F RUM
             A GAL - BUD
             A STP - NWY
             A SEV S F RUM
             F SWE S A STP - NWY
             F RUM H
    Turkey   A BUL - RUM
             A CON - BUL
             A SMY - ARM
             F BLA S A BUL - RUM
    """
    classic.gives(
        moves="BUD - SER, HOL - BEL, KIE - HOL, NAP - TYS, POR - SPA, SMY - ARM, TUN - WES",
        fails="BUL - RUM, CON - BUL, EDI - NTH, GAL - BUD, MUN - BUR, NTH - NWY, NWY - STP, "
        "PIC - BEL, PIE - MAR, STP - NWY, TRI - BUD, VIE - BUD",
        cut="BUR",
    )
    classic.leaves(
        austria="A SER, A TRI, A VIE, F GRE",
        england="A NWY, F BAR, F EDI, F NTH",
        france="A BUR, A SPA, F MAR, F PIC",
        germany="A BEL, A MUN, A RUH, F DEN, F HOL",
        italy="A PIE, A VEN, F TYS, F WES",
        russia="A GAL, A SEV, A STP, A UKR, F RUM, F SWE",
        turkey="A ARM, A BUL, A CON, F BLA",
    )


def test_demonstration_autumn_1902(classic: Judged) -> None:
    """Printed are an army for the fleet in Holland, Piedmont for Picardy, and a support in place
    for the army of Norway, which moves.

    Austria  A VIE - GAL
             A TRI - BUD
             A SER S A BUL - RUM
             F GRE H
    England  A NWY - STP
             F BAR S A NWY - STP
             F NTH - NWY
             F EDI - NTH
    France   A BUR - BEL
             F PIC S A BUR - BEL
             A SPA S F MAR
             F MAR S A SPA
    Germany  A RUH - BUR
             A MUN S A RUH - BUR
             A BEL S A RUH - BUR
             F DEN - SWE
             F HOL S A BEL
    Italy    A VEN - PIE
             A PIE - MAR
             F WES - MAO
             F TYS - LYO
    Russia   A STP - NWY
             F SWE S A STP - NWY
             F RUM S A SEV
             A SEV S F RUM
             A GAL S F RUM
             A UKR S A SEV
    Turkey   A BUL - RUM
             A CON - BUL
             A ARM - SEV
             F BLA S A BUL - RUM

    Retreats
    Russia  A STP - MOS
    France  A BUR - GAS

    Centres
    Austria  BUD, GRE, SER, TRI, VIE
    England  EDI, LON, LVP, NWY, STP
    France   BRE, MAR, PAR, POR, SPA
    Germany  BEL, BER, DEN, HOL, KIE, MUN
    Italy    NAP, ROM, TUN, VEN
    Russia   MOS, SEV, SWE, WAR
    Turkey   ANK, BUL, CON, RUM, SMY

    Winter
    Austria  BUILD A TRI
    England  BUILD F LON
    France   BUILD A PAR
    Germany  BUILD A KIE
    Russia   REMOVE A GAL
    Turkey   BUILD F SMY
    """
    classic.gives(
        moves="BUL - RUM, CON - BUL, EDI - NTH, NTH - NWY, NWY - STP, RUH - BUR, TRI - BUD, "
        "TYS - LYO, WES - MAO",
        fails="ARM - SEV, BUR - BEL, DEN - SWE, PIE - MAR, STP - NWY, VEN - PIE, VIE - GAL",
        cut="GAL, MAR, RUM, SEV, SWE",
        dislodged={"BUR by RUH": "GAS, PAR", "STP by NWY": "FIN, LVN, MOS", "RUM by BUL": ""},
    )
    classic.retreats(to="BUR - GAS, STP - MOS", lost="RUM")
    classic.winter(builds="A TRI, F LON, A PAR, A KIE, F SMY", removes="A GAL")
    classic.leaves(
        austria="A BUD, A SER, A TRI, A VIE, F GRE",
        england="A STP, F BAR, F LON, F NTH, F NWY",
        france="A GAS, A PAR, A SPA, F MAR, F PIC",
        germany="A BEL, A BUR, A KIE, A MUN, F DEN, F HOL",
        italy="A PIE, A VEN, F LYO, F MAO",
        russia="A MOS, A SEV, A UKR, F SWE",
        turkey="A ARM, A BUL, A RUM, F BLA, F SMY",
    )


TURNS = (
    test_demonstration_spring_1901,
    test_demonstration_autumn_1901,
    test_demonstration_spring_1902,
    test_demonstration_autumn_1902,
)


def test_demonstration_each_turn_begins_where_the_last_one_ended() -> None:
    """From the set-up (II.3) on, no unit is forgotten."""
    start = Position.read(BOARD, {power.id: power.start for power in BOARD.powers})
    expected = set(start.units)
    for turn in TURNS:
        assert set(units_of(read_blocks(turn.__doc__ or "")[ORDERS])) == expected
        played = judge(turn.__doc__, CLASSIC)
        turn(played)
        expected = set(played.units)


def test_demonstration_centres_after_each_autumn() -> None:
    """IX.1: France held Spain in spring only, and so did not gain it in 1901."""
    owned = list(BOARD.homes)
    for turn in (test_demonstration_autumn_1901, test_demonstration_autumn_1902):
        played = judge(turn.__doc__, CLASSIC)
        if played.blocks["Retreats"]:
            played.retreats(to="BUR - GAS, STP - MOS", lost="RUM")
        owned = owners_after(BOARD, owned, played.units)
        expected = {power: line[0].split(", ") for power, line in played.blocks[CENTRES].items()}
        assert owned == centres_by_power(BOARD, expected)
