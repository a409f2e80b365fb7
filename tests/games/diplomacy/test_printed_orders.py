"""The orders of the book's demonstration game, read as printed in French.

Slips of the print are put right as they must be: the army of Constantinople goes to
Bulgaria, `F Pie` is F Pic, the stray `A Seb-Nge` is struck out, the unit in Holland is a fleet, and
`F Bar S A Nge` supports the move to St Petersburg.
"""

from __future__ import annotations

import pytest

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.notation.writing import write, write_retreat
from entente.games.diplomacy.rules.adjustments import write_adjustment
from entente.games.diplomacy.rules.orders import Position, read_unit, write_order
from tests.games.diplomacy.one_phase import read_orders, read_retreats, read_winter

BOARD = Board({})

SPRING_1901 = """
Angleterre
A Lpl-Yor; F Lon-Nrd; F Edi-Nvn
Allemagne
A Ber-Kie; A Mun-Ruh; F Kie-Dan
Russie
A Mos-Ukr; A Var-Gal; F StP (cs)-Bot; F Seb-Noi
Turquie
A Smy-Con; A Con-Bul; F Ank-Noi
Autriche-Hongrie
A Vie-Tri; A Bud-Gal; F Tri-Alb
Italie
A Ven-Pie; A Rom-Ven; F Nap-Ion
France
A Par-Bou; A Mar-Esp; F Bre-Pic
"""

AUTUMN_1901 = """
Angleterre
A Yor-Nge; F Nrd C A Yor-Nge; F Nvn-Bar
Allemagne
A Kie-Hol; A Ruh-Bel; F Dan H
Russie
A Ukr S F Seb-Rou; A Var-Gal; F Bot-Sue; F Seb-Rou
Turquie
A Bul-Ser; A Con-Bul; F Ank-Noi
Autriche-Hongrie
A Tri H; A Bud-Ser; F Alb-Gre
Italie
A Ven H; A Pie-Mar; F Ion-Tun
France
A Bou-Mar; A Esp-Por; F Pic-Bel
"""

SPRING_1902 = """
Allemagne
A Hol-Bel; A Ruh S A Hol-Bel; A Mun-Bou; F Dan H; F Kie-Hol
Russie
A Ukr S F Rou; A Gal-Bud; A StP-Nge; A Seb S F Rou; F Sue S A StP-Nge; F Rou H
Turquie
A Bul-Rou; A Con-Bul; A Smy-Arm; F Noi S A Bul-Rou
Autriche-Hongrie
A Tri-Bud; A Vie-Bud; A Bud-Ser; F Gre H
Italie
A Ven H; A Pie-Mar; F Tun-MOc; F Nap-MTy
France
A Bou S F Pic-Bel; A Por-Esp; F Pic-Bel; F Mar H
Angleterre
A Nge-StP; F Nrd-Nge; F Bar S A Nge-StP; F Edi-Nrd
"""

AUTUMN_1902 = """
Allemagne
A Ruh-Bou; A Mun S A Ruh-Bou; A Bel S A Ruh-Bou; F Dan-Sue; F Hol S A Bel
Russie
A StP-Nge; F Sue S A StP-Nge; F Rou S A Seb; A Seb S F Rou; A Gal S F Rou; A Ukr S A Seb
Turquie
A Bul-Rou; A Con-Bul; A Arm-Seb; F Noi S A Bul-Rou
Autriche-Hongrie
A Vie-Gal; A Tri-Bud; A Ser S Turquie A Bul-Rou; F Gre H
Italie
A Ven-Pie; A Pie-Mar; F MOc-AtM; F MTy-GLi
France
A Bou-Bel; F Pic S A Bou-Bel; A Esp S F Mar; F Mar S A Esp
Angleterre
A Nge-StP; F Bar S A Nge-StP; F Nrd-Nge; F Edi-Nrd
"""

Orders = dict[str, list[str]]

IN_SPRING_1901: Orders = {
    "AUSTRIA": ["A VIE - TRI", "A BUD - GAL", "F TRI - ALB"],
    "ENGLAND": ["A LVP - YOR", "F LON - NTH", "F EDI - NWG"],
    "FRANCE": ["A PAR - BUR", "A MAR - SPA", "F BRE - PIC"],
    "GERMANY": ["A BER - KIE", "A MUN - RUH", "F KIE - DEN"],
    "ITALY": ["A VEN - PIE", "A ROM - VEN", "F NAP - ION"],
    "RUSSIA": ["A MOS - UKR", "A WAR - GAL", "F STP/SC - BOT", "F SEV - BLA"],
    "TURKEY": ["A CON - BUL", "A SMY - CON", "F ANK - BLA"],
}
IN_AUTUMN_1901: Orders = {
    "AUSTRIA": ["A TRI H", "A BUD - SER", "F ALB - GRE"],
    "ENGLAND": ["A YOR - NWY", "F NTH C A YOR - NWY", "F NWG - BAR"],
    "FRANCE": ["A BUR - MAR", "A SPA - POR", "F PIC - BEL"],
    "GERMANY": ["A KIE - HOL", "A RUH - BEL", "F DEN H"],
    "ITALY": ["A VEN H", "A PIE - MAR", "F ION - TUN"],
    "RUSSIA": ["A UKR S F SEV - RUM", "A WAR - GAL", "F BOT - SWE", "F SEV - RUM"],
    "TURKEY": ["A BUL - SER", "A CON - BUL", "F ANK - BLA"],
}
IN_SPRING_1902: Orders = {
    "AUSTRIA": ["A TRI - BUD", "A VIE - BUD", "A BUD - SER", "F GRE H"],
    "ENGLAND": ["A NWY - STP", "F NTH - NWY", "F BAR S A NWY - STP", "F EDI - NTH"],
    "FRANCE": ["A BUR S F PIC - BEL", "A POR - SPA", "F PIC - BEL", "F MAR H"],
    "GERMANY": ["A HOL - BEL", "A RUH S A HOL - BEL", "A MUN - BUR", "F DEN H", "F KIE - HOL"],
    "ITALY": ["A VEN H", "A PIE - MAR", "F TUN - WES", "F NAP - TYS"],
    "RUSSIA": [
        "A UKR S F RUM",
        "A GAL - BUD",
        "A STP - NWY",
        "A SEV S F RUM",
        "F SWE S A STP - NWY",
        "F RUM H",
    ],
    "TURKEY": ["A BUL - RUM", "A CON - BUL", "A SMY - ARM", "F BLA S A BUL - RUM"],
}
IN_AUTUMN_1902: Orders = {
    "AUSTRIA": ["A VIE - GAL", "A TRI - BUD", "A SER S A BUL - RUM", "F GRE H"],
    "ENGLAND": ["A NWY - STP", "F BAR S A NWY - STP", "F NTH - NWY", "F EDI - NTH"],
    "FRANCE": ["A BUR - BEL", "F PIC S A BUR - BEL", "A SPA S F MAR", "F MAR S A SPA"],
    "GERMANY": [
        "A RUH - BUR",
        "A MUN S A RUH - BUR",
        "A BEL S A RUH - BUR",
        "F DEN - SWE",
        "F HOL S A BEL",
    ],
    "ITALY": ["A VEN - PIE", "A PIE - MAR", "F WES - MAO", "F TYS - LYO"],
    "RUSSIA": [
        "A STP - NWY",
        "F SWE S A STP - NWY",
        "F RUM S A SEV",
        "A SEV S F RUM",
        "A GAL S F RUM",
        "A UKR S A SEV",
    ],
    "TURKEY": ["A BUL - RUM", "A CON - BUL", "A ARM - SEV", "F BLA S A BUL - RUM"],
}

SEASONS = [
    pytest.param(SPRING_1901, IN_SPRING_1901, id="spring 1901"),
    pytest.param(AUTUMN_1901, IN_AUTUMN_1901, id="autumn 1901"),
    pytest.param(SPRING_1902, IN_SPRING_1902, id="spring 1902"),
    pytest.param(AUTUMN_1902, IN_AUTUMN_1902, id="autumn 1902"),
]


def standing(orders: Orders) -> Position:
    """Every unit is in the place that its order names."""
    return Position.read(
        BOARD,
        {power: [" ".join(text.split()[:2]) for text in mine] for power, mine in orders.items()},
    )


@pytest.mark.parametrize(("sheet", "orders"), SEASONS)
def test_printed_orders(sheet: str, orders: Orders) -> None:
    """Demonstration game: what was printed means these orders, and all units have one."""
    position = standing(orders)
    reading = read_orders(BOARD, position, sheet, "fr")
    assert [answer for answer in reading.answers if answer.refusal] == []
    assert len(reading.orders) == len(position.units)
    written = {write_order(BOARD, position, n, order) for n, order in reading.orders.items()}
    assert written == {text for mine in orders.values() for text in mine}


@pytest.mark.parametrize(("sheet", "orders"), SEASONS)
def test_our_french_is_the_book_s(sheet: str, orders: Orders) -> None:
    """The canonical French form is the printed one, but for a space and a nationality."""
    position = standing(orders)
    reading = read_orders(BOARD, position, sheet, "fr")
    ours = {write(BOARD, position, n, order, "fr") for n, order in reading.orders.items()}
    printed = {
        text.strip().replace(" (", "(").replace("S Turquie ", "S ")
        for line in sheet.splitlines()
        for text in line.split(";")
        if " " in text
    }
    assert ours == printed


@pytest.mark.parametrize("language", ["en", "fr"])
def test_they_are_understood_without_the_right_language_too(language: str) -> None:
    """The codes of the book cannot be mistaken for English ones."""
    reading = read_orders(BOARD, standing(IN_SPRING_1902), SPRING_1902, language)
    assert not [answer for answer in reading.answers if answer.refusal]
    assert len(reading.orders) == 31


@pytest.mark.parametrize(
    ("season", "right", "printed", "reason"),
    [
        (AUTUMN_1901, "F Pic-Bel", "F Pie-Bel", "reading.not_yours"),
        (AUTUMN_1902, "F Pic S A Bou-Bel", "F Pie S A Bou-Bel", "reading.not_yours"),
    ],
)
def test_slips_of_the_print_are_refused(season: str, right: str, printed: str, reason: str) -> None:
    orders = {SPRING_1901: IN_SPRING_1901, AUTUMN_1901: IN_AUTUMN_1901, AUTUMN_1902: IN_AUTUMN_1902}
    position = standing(orders[season])
    reading = read_orders(BOARD, position, season.replace(right, printed), "fr")
    why = {answer.line.text: answer.refusal for answer in reading.answers if answer.refusal}
    assert why[printed].message.key == reason


def test_nrv_is_the_sea_where_only_the_sea_can_be_meant() -> None:
    """Spring 1901 as printed: `F Edi-Nrv`, a code that the book's own table does not have."""
    sheet = SPRING_1901.replace("F Edi-Nvn", "F Edi-Nrv")
    position = standing(IN_SPRING_1901)
    reading = read_orders(BOARD, position, sheet, "fr")
    assert not [answer for answer in reading.answers if answer.refusal]
    edinburgh = position.at[BOARD.province["EDI"]]
    assert write_order(BOARD, position, edinburgh, reading.orders[edinburgh]) == "F EDI - NWG"


def test_nrv_is_refused_where_norway_is_as_near() -> None:
    position = Position.read(BOARD, {"ENGLAND": ["F NTH"]})
    reading = read_orders(BOARD, position, "F Nrd-Nrv", "fr")
    assert reading.orders == {}
    assert [answer.refusal.message.key for answer in reading.answers if answer.refusal] == [
        "reading.ambiguous"
    ]


def test_two_orders_for_sevastopol() -> None:
    """Spring 1902, as printed: A Seb-Nge beside A Seb S F Rou."""
    sheet = SPRING_1902.replace("A StP-Nge; A Seb", "A StP-Nge; A Seb-Nge; A Seb")
    position = standing(IN_SPRING_1902)
    reading = read_orders(BOARD, position, sheet, "fr")
    sevastopol = position.at[BOARD.province["SEV"]]
    assert reading.void[sevastopol].message.key == "reading.two_orders"
    assert len(reading.orders) == 30


def test_the_army_of_holland_is_its_fleet() -> None:
    """Autumn 1902, as printed: A Hol S A Bel. Only one unit stands in Holland."""
    position = standing(IN_AUTUMN_1902)
    reading = read_orders(BOARD, position, "Allemagne : A Hol S A Bel", "fr")
    (number,) = reading.orders
    assert write_order(BOARD, position, number, reading.orders[number]) == "F HOL S A BEL"


def test_printed_retreats() -> None:
    """Autumn 1902."""
    dislodged = {
        read_unit(BOARD, "RUSSIA", "A STP"): places("FIN", "LVN", "MOS"),
        read_unit(BOARD, "FRANCE", "A BUR"): places("GAS", "PAR"),
        read_unit(BOARD, "RUSSIA", "F RUM"): places(),
    }
    reading = read_retreats(
        BOARD, dislodged, "Retraites : Russie : A StP-Mos. France : A Bou-Gas.", "fr"
    )
    assert [answer for answer in reading.answers if answer.refusal] == []
    assert written(reading.orders) == ["A STP - MOS", "A BUR - GAS"]


def places(*names: str) -> tuple[int, ...]:
    return tuple(BOARD.location[name] for name in names)


def written(orders: dict[Unit, int | None]) -> list[str]:
    return [write_retreat(BOARD, unit, goal, "en") for unit, goal in orders.items()]


def test_printed_adjustments() -> None:
    """Winter 1902: a power with only a unit after it builds it, or removes it if it has it."""
    position = Position.read(BOARD, {"RUSSIA": ["A GAL", "A MOS"]})
    sheet = """Constructions/Destructions : Allemagne : A Kie. Russie : retire A Gal. Turquie : F
    Smy. Autriche : A Tri. France : A Par. Angleterre : F Lon."""
    reading = read_winter(BOARD, position, sheet.replace("F\n    Smy", "F Smy"), "fr")
    assert [answer for answer in reading.answers if answer.refusal] == []
    assert {
        BOARD.powers[power].id: [write_adjustment(BOARD, order) for order in orders]
        for power, orders in reading.orders.items()
    } == {
        "AUSTRIA": ["BUILD A TRI"],
        "ENGLAND": ["BUILD F LON"],
        "FRANCE": ["BUILD A PAR"],
        "GERMANY": ["BUILD A KIE"],
        "RUSSIA": ["REMOVE A GAL"],
        "TURKEY": ["BUILD F SMY"],
    }
