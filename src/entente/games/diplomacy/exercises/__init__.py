"""Ten exercises: orders, convoys, retreats and winters. Their texts are in text/*/exercise.toml."""

from __future__ import annotations

from entente.games.diplomacy.exercises.goals import (
    against_each,
    all_of,
    can_go,
    can_still_hold,
    comes_to,
    empty,
    held,
    keeps,
    stands,
)
from entente.games.diplomacy.exercises.positions import position
from entente.games.diplomacy.state import AUTUMN, WINTER
from entente.kernel.exercise import Exercise

HOLD = Exercise(
    "hold_vienna",
    "austria",
    "V.1",
    position(
        {"AUSTRIA": "A VIE, A BUD, A TYR", "RUSSIA": "A GAL, A BOH, A RUM"},
        {"russia": "A GAL - VIE, A BOH S A GAL - VIE, A RUM - BUD"},
    ),
    comes_to(stands("AUSTRIA", "A VIE"), "VIE", "BUD"),
    ("A VIE H; A BUD H; A TYR S A VIE; orders",),
)

CUT = Exercise(
    "cut_support",
    "france",
    "VI",
    position(
        {"FRANCE": "A BUR, A PAR, A BEL", "GERMANY": "A MUN, A RUH", "ITALY": "A MAR"},
        {"germany": "A MUN - BUR, A RUH S A MUN - BUR", "italy": "A MAR S A MUN - BUR"},
    ),
    comes_to(stands("FRANCE", "A BUR"), "BUR"),
    ("A BUR H; A PAR S A BUR; A BEL - RUH; orders",),
)

SURE_SUPPORT = Exercise(
    "sure_support",
    "italy",
    "VI",
    position(
        {"ITALY": "A VEN, A TYR", "AUSTRIA": "A TRI, A VIE"},
        {"austria": "A TRI - VEN, A VIE - TYR"},
    ),
    comes_to(stands("ITALY", "A TRI"), "TRI"),
    ("A VEN S A TYR - TRI; A TYR - TRI; orders",),
)

CONVOY_ROUND = Exercise(
    "convoy_round",
    "england",
    "VIII.1",
    position(
        {"ENGLAND": "A LON, F ENG, F NTH", "FRANCE": "F BRE, F MAO"},
        {"france": "F BRE - ENG, F MAO S F BRE - ENG"},
    ),
    comes_to(stands("ENGLAND", "A BEL"), "BEL", "ENG"),
    ("A LON - BEL; F ENG H; F NTH C A LON - BEL; orders",),
)

BREAK_CONVOY = Exercise(
    "break_convoy",
    "germany",
    "VIII.3",
    position(
        {"GERMANY": "F HEL, F DEN", "ENGLAND": "A LON, F NTH, F BEL"},
        {"england": "A LON - HOL, F NTH C A LON - HOL, F BEL S A LON - HOL"},
        season=AUTUMN,
        centres={"GERMANY": "KIE, DEN, HOL"},
    ),
    comes_to(empty("HOL"), "HOL", "NTH"),
    ("F HEL - NTH; F DEN S F HEL - NTH; orders",),
)

STAND_OFF = Exercise(
    "stand_off",
    "austria",
    "IV",
    position(
        {"AUSTRIA": "A SER, A BUD", "RUSSIA": "A UKR", "TURKEY": "A BUL"},
        {"russia": "A UKR - RUM", "turkey": "A BUL - SER"},
        season=AUTUMN,
        centres={"AUSTRIA": "BUD, SER, VIE, TRI"},
    ),
    against_each(
        all_of(empty("RUM"), stands("AUSTRIA", "A SER", "A BUD")),
        (
            {"russia": "A UKR - RUM", "turkey": "A BUL - SER"},
            {"russia": "A UKR H", "turkey": "A BUL - SER"},
        ),
        "RUM",
        "SER",
    ),
    ("A SER - RUM; A BUD - RUM; orders",),
)

EXCHANGE = Exercise(
    "exchange",
    "italy",
    "X.5",
    position({"ITALY": "F ROM, A NAP, F TYS", "TURKEY": "F AEG"}, {"turkey": "F AEG - ION"}),
    comes_to(stands("ITALY", "A ROM", "F NAP"), "ROM", "NAP"),
    ("F ROM - NAP; A NAP - ROM VIA; F TYS C A NAP - ROM; orders",),
)

RETREAT = Exercise(
    "two_retreats",
    "germany",
    "VII.1",
    position(
        {"GERMANY": "A MUN, F KIE", "FRANCE": "A BUR, A RUH", "ENGLAND": "F HOL, F DEN"},
        {
            "germany": "",
            "france": "A BUR - MUN, A RUH S A BUR - MUN",
            "england": "F HOL - KIE, F DEN S F HOL - KIE",
        },
    ),
    comes_to(all_of(keeps("GERMANY", 2), held("BER"))),
    ("A MUN - SIL; F KIE - BER",),
)

BUILD = Exercise(
    "build_fleet",
    "russia",
    "IX.2",
    position(
        {"RUSSIA": "A WAR, F SEV, A GAL", "GERMANY": "F DEN, A KIE, F SWE"},
        {},
        season=WINTER,
        centres={"RUSSIA": "MOS, WAR, SEV, STP", "GERMANY": "DEN, KIE, SWE"},
    ),
    can_go("RUSSIA", "BOT"),
    ("BUILD F STP/SC",),
)

REMOVE = Exercise(
    "remove_unit",
    "austria",
    "IX.2",
    position(
        {"AUSTRIA": "A TRI, F ALB, A VIE, A GAL", "ITALY": "A VEN, A TYR, F ADR"},
        {},
        season=WINTER,
        centres={"AUSTRIA": "TRI, VIE, BUD", "ITALY": "VEN, ROM, NAP"},
    ),
    can_still_hold(
        "AUSTRIA", "TRI", {"italy": "A VEN - TRI, A TYR S A VEN - TRI, F ADR S A VEN - TRI"}
    ),
    ("REMOVE A GAL",),
)

EXERCISES = (
    HOLD,
    CUT,
    RETREAT,
    BUILD,
    CONVOY_ROUND,
    STAND_OFF,
    SURE_SUPPORT,
    REMOVE,
    BREAK_CONVOY,
    EXCHANGE,
)
