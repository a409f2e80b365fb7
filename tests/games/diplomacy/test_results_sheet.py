"""The referee's sheet: every unit and every order is on it, in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.drawing import results_sheet
from entente.games.diplomacy.drawing.results_sheet import sheet_svg
from entente.games.diplomacy.rules.adjustments import centres_by_power
from entente.games.diplomacy.rules.editions import CLASSIC
from entente.games.diplomacy.rules.orders import Position, read_unit
from entente.games.diplomacy.rules.results import Results
from entente.kernel.text import LANGUAGES
from entente.kernel.typography import typeset
from tests.games.diplomacy.judge import BOARD, Judged

AUTUMN_1902 = """
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
"""
CHAIN = """
    England  A LON - TUN
             F ENG C A LON - TUN
             F MAO C A LON - TUN
    France   F WES C A LON - TUN
             F NAP C A ROM - APU
             A VEN - STP
    Italy    A ROM H
"""

A_STP, A_BUR, F_RUM = (
    read_unit(BOARD, power, unit)
    for power, unit in (("RUSSIA", "A STP"), ("FRANCE", "A BUR"), ("RUSSIA", "F RUM"))
)
GONE: dict[Unit, int | None] = {
    A_STP: BOARD.location["MOS"],
    A_BUR: BOARD.location["GAS"],
    F_RUM: None,
}


def judged(text: str) -> Results:
    return Judged(text, CLASSIC).results


def picture(shown: Results | Position, language: str = "en", **more: object) -> ElementTree.Element:
    """The picture, parsed: it is well-formed."""
    svg = sheet_svg(BOARD, shown, season="autumn", year=1902, language=language, **more)  # type: ignore[arg-type]
    return ElementTree.fromstring(svg)


def classed(root: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if word in each.get("class", "").split()]


def words(element: ElementTree.Element) -> set[str]:
    return {text.strip() for text in element.itertext() if text.strip()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_has_every_unit_and_every_order(language: str) -> None:
    results = judged(AUTUMN_1902)
    root = picture(results, language)
    fleets = sum(unit.fleet for unit in results.position.units)
    assert len(classed(root, "fleet")) == fleets
    assert len(classed(root, "army")) == len(results.position.units) - fleets
    kinds = Counter(result.order.kind for result in results.results)
    for kind, word in enumerate(("hold", "move", "support", "convoy")):
        assert len(classed(root, word)) == kinds[kind]
    outcomes = Counter(each.get("data-outcome") for each in classed(root, "order"))
    assert outcomes == Counter(result.outcome for result in results.results)
    assert all(list(each.iter())[2:] for each in classed(root, "order"))


def test_failed_orders_are_crossed_out_and_others_not() -> None:
    for each in classed(picture(judged(AUTUMN_1902)), "order"):
        works = each.get("data-outcome") in ("moves", "holds", "supports", "convoys")
        assert bool(classed(each, "mark")) != works


def test_picture_marks_dislodged_units_and_where_they_may_go() -> None:
    root = picture(judged(AUTUMN_1902))
    assert len(classed(root, "dislodged")) == 3
    arrows = [len(classed(each, "line")) for each in classed(root, "retreat")]
    assert arrows == [2, 3, 0]


def test_picture_shows_where_dislodged_units_went() -> None:
    root = picture(judged(AUTUMN_1902), retreats=GONE)
    arrows = [len(classed(each, "line")) for each in classed(root, "retreat")]
    assert arrows == [1, 1, 0]
    (units,) = classed(root, "units")
    assert len(classed(units, "mark")) == 1


def test_picture_of_convoys_and_void_orders() -> None:
    """A chain of fleets; a fleet on a coast that cannot convoy; a move out of reach."""
    results = judged(CHAIN)
    root = picture(results)
    assert len(classed(root, "convoy")) == 4
    void = [each for each in classed(root, "order") if each.get("data-outcome") == "void"]
    assert len(void) == sum(result.outcome == "void" for result in results.results) > 0
    assert all("!" in words(each) for each in void)


@pytest.mark.parametrize(
    ("language", "title", "code", "unit", "letters"),
    [
        ("en", "Autumn 1902", "NTH", "Russia: F SWE", "G"),
        ("fr", "Automne 1902", "Nrd", "Russie: F Sue", "Al"),
    ],
)
def test_picture_speaks_the_language(
    language: str, title: str, code: str, unit: str, letters: str
) -> None:
    root = picture(judged(AUTUMN_1902), language)
    assert {title, code, unit, letters} <= words(root)
    assert root.get("role") == "img"
    assert root.get("lang") == language
    labels = {each.get("id"): each.text for each in root.iter() if each.get("id")}
    assert labels["title"] == title
    assert len((labels["description"] or "").split("; ")) == 31
    assert set((root.get("aria-labelledby") or "").split()) <= set(labels)


def test_the_picture_loads_nothing() -> None:
    """No font, picture or script from elsewhere."""
    svg = sheet_svg(BOARD, judged(AUTUMN_1902), season="autumn", year=1902, language="en")
    assert svg.count("http") == svg.count('xmlns="http://www.w3.org/2000/svg"') == 1
    assert "<script" not in svg
    assert "@import" not in svg


def test_picture_of_a_position_has_centres_of_their_owners() -> None:
    centres = centres_by_power(BOARD, {"TURKEY": ["CON", "VIE"], "ITALY": ["ROM"]})
    root = picture(Position(BOARD, []), centres=centres)
    owners = Counter(each.get("data-owner") for each in classed(root, "centre"))
    assert owners == {None: 31, "TURKEY": 2, "ITALY": 1}
    assert not classed(root, "order")
    assert not classed(root, "army")


def in_words(
    results: Results, language: str, retreats: Mapping[Unit, int | None] | None = None
) -> list[str]:
    """The sheet in words."""
    catalog = results_sheet.words(BOARD, language)
    return [
        *results_sheet.orders_in_words(BOARD, results, catalog),
        *results_sheet.dislodged_in_words(BOARD, results, retreats, catalog),
        *results_sheet.units_in_words(BOARD, results.after(), catalog),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_have_every_order_with_result_and_rule(language: str) -> None:
    results = judged(AUTUMN_1902)
    lines = in_words(results, language)
    orders = [line for line in lines if line.endswith(")") and line.startswith("  ")]
    assert len(orders) == len(results.results)


def test_words_in_english() -> None:
    lines = in_words(judged(AUTUMN_1902), "en")
    assert any(line.startswith("  A NWY - STP: moves.") for line in lines)
    assert any(line.startswith("  F DEN - SWE: fails.") for line in lines)
    assert "  France, A BUR: dislodged by A RUH; it may retreat to GAS and PAR." in lines
    assert "  Russia, F RUM: dislodged by A BUL; it has nowhere to go and is lost." in lines
    assert lines[-1] == "  Turkey: A ARM, A BUL, A RUM and F BLA"


def test_words_in_french() -> None:
    lines = in_words(judged(AUTUMN_1902), "fr", GONE)
    assert any(line.startswith(typeset("  A Nge-StP : réussit.")) for line in lines)
    assert typeset("  Russie, A StP : délogée par A Nge ; elle a fait retraite vers Mos.") in lines
    assert typeset("  France : A Esp, F Mar et F Pic") in lines


def test_words_of_a_unit_that_held_and_was_dislodged() -> None:
    results = judged("Austria  A SER H\nTurkey  A BUL - SER\n        A GRE S A BUL - SER")
    assert any("A SER H: dislodged." in line for line in in_words(results, "en"))


def test_words_of_an_empty_board() -> None:
    lines = list(
        results_sheet.units_in_words(BOARD, Position(BOARD, []), results_sheet.words(BOARD, "en"))
    )
    assert lines == ["  No unit is on the board."]
