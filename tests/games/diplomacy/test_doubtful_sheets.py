"""Sheets that leave something out, take something back or say two things: nothing in silence."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.sheets.referee import Referee
from entente.games.diplomacy.sheets.referee_report import RefereeReport
from entente.kernel.text import catalog_of
from entente.kernel.typography import typeset
from tests.games.diplomacy.reading_sheets import judge

BOARD = Board({})


# -- a position that is not given


@pytest.mark.parametrize("heading", ["Fall 1901", "Spring 1903", "Winter 1901", "Automne 1903"])
def test_a_sheet_that_begins_late_without_a_position_is_reported(heading: str) -> None:
    assert (1, "position_missing") in judge(f"{heading}\nFrance: A Par-Bur\n")[1]


@pytest.mark.parametrize("start", ["Spring 1901\n", "", "Units\nFrance: A Par\nFall 1904\n"])
def test_a_sheet_that_begins_at_the_beginning_is_not(start: str) -> None:
    assert judge(f"{start}France: A Par-Bur\n") == (["A PAR - BUR"], [])


# -- centres that are not given

UNITS = "Units\nFrance: A Par, A Bel, A Hol, A Bur, F Spa/sc\nGermany: A Mun\n"


@pytest.mark.parametrize(
    ("centres", "done", "remarks"),
    [
        ("", [], [(4, "centres_missing")] * 2),
        ("Centres\nGermany: Mun, Kie\n", ["+F KIE"], [(6, "centres_missing")]),
        (
            "Centres\nFrance: Par Bel Hol\nGermany: Mun, Kie\n",
            ["+F KIE"],
            [(5, "stray_word"), (7, "centres_missing")],
        ),
        (
            "Centres\nFrance: Par, Bel, Hol, Spa\nGermany: Mun, Kie\n",
            ["-F SPA/SC", "+F KIE"],
            [],
        ),
    ],
)
def test_without_its_centres_a_power_neither_builds_nor_removes(
    centres: str, done: list[str], remarks: list[tuple[int, str]]
) -> None:
    sheet = UNITS + centres + "Winter 1904\nFrance: remove F Spa\nGermany: build F Kie\n"
    assert judge(sheet) == (done, remarks)


def test_centres_may_stand_before_the_units() -> None:
    sheet = "Centres\nGermany: Mun, Kie\nUnits\nGermany: A Mun\nWinter 1904\nGermany: F Kie\n"
    assert judge(sheet) == (["+F KIE"], [])


# -- a winter that is missing


def test_a_missing_winter_with_something_to_do_is_reported() -> None:
    sheet = (
        "Spring 1901\nTurkey: A Con-Bul\nFall 1901\nTurkey: A Bul H\n{}Spring 1902\nTurkey: A Bul H"
    )
    assert judge(sheet.format(""))[1] == [(5, "winter_missing")]
    assert judge(sheet.format("Winter 1901\nTurkey: waive\n"))[1] == []


def test_a_missing_winter_with_nothing_to_do_is_not() -> None:
    assert judge("Spring 1901\nA Par H\nFall 1901\nA Par H\nSpring 1902\nA Par H")[1] == []


# -- struck out


@pytest.mark.parametrize(
    "line",
    [
        "~A Par-Bur~",
        "~~A Par-Bur~~",
        "<s>A Par-Bur</s>",
        "<del>A Par-Bur</del>",
        "~A Par-Bur, A Mar-Spa, F Bre-Mao~",
        "<s>\nA Par-Bur\nA Mar-Spa\n</s>",
    ],
)
def test_struck_out_orders_are_not_followed(line: str) -> None:
    done, remarks = judge(f"Spring 1901\n{line}\n")
    assert done == []
    assert {key for _, key in remarks} == {"struck_out"}


# -- orders of a power that has none


@pytest.mark.parametrize("silence", ["NMR", "no orders", "pas d'ordres"])
def test_no_orders_and_an_order_contradict_each_other(silence: str) -> None:
    done, remarks = judge(f"Spring 1901\nTurkey: {silence}\nA Con-Bul\nA Smy-Con\n")
    assert done == []
    assert [number for number, _ in remarks] == [2, 3, 4]
    assert {key for _, key in remarks} == {"two_orders"}


def test_nothing_together_with_a_build_is_reported() -> None:
    sheet = "Units\nFrance: A Bel\nCentres\nFrance: Par, Bel\nWinter 1904\nFrance: none\nA Par\n"
    assert judge(sheet) == (["+A PAR"], [(6, "nothing_but_orders")])


# -- taken back, put right, made conditional


@pytest.mark.parametrize(
    "line",
    [
        "Cancel: A Par-Bur",
        "Not: A Par-Bur",
        "Do not do: A Par-Bur",
        "Annulé : A Par-Bur",
        "If Germany moves there: A Par-Bur",
        "Old: A Par-Bur",
        "Instead: A Par-Pic",
        "Correction : A Paris - Picardie",
        "Non, finalement : A Paris - Gascogne",
        "Actually scrap that, instead A Par - Gas.",
        "Please ignore the above and use A Par-Pic.",
        "Remplacer A Par-Bur par A Par-Pic",
        "Otherwise A Par - Gas",
        "J'annule A Par-Bur",
        "Cancelled:\nA Par-Bur",
        "Annulé :\nA Par-Bur",
        "France: cancel A Par-Bur",
    ],
)
@pytest.mark.parametrize("before", ["", "A Par-Bur\n"])
def test_withdrawn_orders_are_reported_and_their_units_hold(line: str, before: str) -> None:
    done, remarks = judge(f"Spring 1901\nFrance\nF Bre-Mao\n{before}{line}\n")
    assert done == ["F BRE - MAO"]
    last = 3 + f"{before}{line}\n".count("\n")
    assert [number for number, _ in remarks][-1] == last
    assert {key for _, key in remarks} <= {"doubtful", "withheld"}


def test_a_label_ends_with_the_next_power() -> None:
    sheet = "Spring 1901\nGermany\nCancelled:\nA Mun-Bur\nA Ber-Kie\nFrance\nA Par-Bur\n"
    assert judge(sheet)[0] == ["A PAR - BUR"]


def test_a_supported_unit_is_not_taken_back() -> None:
    sheet = "Spring 1901\nFrance\nA Par-Bur\nCancel: A Mar S A Par-Bur\n"
    assert judge(sheet)[0] == ["A PAR - BUR"]


@pytest.mark.parametrize("line", ["Please disregard the above.", "Scrap all that!", "Oubliez tout"])
def test_a_withdrawal_without_a_unit_withdraws_all_orders_of_its_power(line: str) -> None:
    sheet = f"Spring 1901\nGermany: A Mun-Ruh\nFrance\nA Par-Bur\n{line}\n"
    done, remarks = judge(sheet)
    assert (done, remarks) == (["A MUN - RUH"], [(4, "is_taken_back"), (5, "all_taken_back")])


def test_winter_orders_and_retreats_are_taken_back_too() -> None:
    sheet = "Units\nFrance: A Bel\nCentres\nFrance: Par, Bre, Bel\nWinter 1904\nFrance\n"
    done, _ = judge(f"{sheet}build A Par\nbuild F Bre\nCancel: build A Par\n")
    assert done == ["+F BRE"]


# -- chatter


@pytest.mark.parametrize(
    "line",
    [
        "Hi Bob,",
        "Cheers",
        "Dave",
        "Jean-Pierre",
        "Sent from my iPhone",
        "From: bob@example.org",
        "On Tuesday Alice wrote:",
        "Cordialement",
    ],
)
def test_chatter_is_listed_and_nothing_is_lost(line: str) -> None:
    (judged,) = Referee(BOARD, STANDARD).judge(f"Spring 1901\nFrance: A Par-Bur\n{line}\n")
    assert [a.line.number for a in judged.answers if a.chatter] == [3]
    texts = catalog_of(PACKAGE, "en")
    said = list(RefereeReport(BOARD, OrderCatalog(BOARD, texts)).lines(judged))
    assert said[-1] == "Not read as orders: line 3."


@pytest.mark.parametrize(
    "line",
    [
        "Pariss holds",
        "Mar to Spain please",
        "Utopia:\nA Mar-Spa",
        "support me",
        "Frnace",
        "maybe not",
    ],
)
def test_a_possible_order_is_not_chatter(line: str) -> None:
    answers = Referee(BOARD, STANDARD).judge(f"Spring 1901\nFrance: A Par-Bur\n{line}\n")
    assert not [a for judged in answers for a in judged.answers if a.chatter]


# -- units without an order


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A MAR: no order; holds"), ("fr", typeset("A Mar : aucun ordre ; tient sur place"))],
)
def test_units_without_an_order_are_marked(language: str, said: str) -> None:
    texts = catalog_of(PACKAGE, language)
    verdict = RefereeReport(BOARD, OrderCatalog(BOARD, texts))
    for sheet, marked in (
        ("France: A Par-Bur; F Bre H", True),
        ("France: A Par-Bur; A Mar H", False),
        ("France: A Par-Bur; the rest hold", False),
        ("France: all hold", False),
    ):
        (judged,) = Referee(BOARD, STANDARD, language).judge(sheet)
        assert any(said in line for line in verdict.lines(judged)) == marked


# -- lines that a mail program broke


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ("A Paris-\nBurgundy", "A PAR - BUR"),
        ("A Marseilles supports\n  A Paris-Burgundy", "A MAR S A PAR - BUR"),
        ("F Brest to the\n English Channel", "F BRE - ENG"),
        ("A Mar SUPPORT French Army Paris\n   -> Burgundy.", "A MAR S A PAR - BUR"),
        ("> A Paris ->\n> Burgundy", "A PAR - BUR"),
        ("A Paris\n- Burgundy", "A PAR - BUR"),
        ("A Paris - Bur-\ngundy, A Mar H", "A PAR - BUR"),
        ("A Marseille soutient\nA Paris - Bourgogne", "A MAR S A PAR - BUR"),
    ],
)
def test_a_broken_line_is_put_together(lines: str, order: str) -> None:
    assert judge(f"Spring 1901\nFrance\n{lines}\n") == ([order], [])


@pytest.mark.parametrize("lines", ["A Mar S A Par\n-> Nowhere", "A Mar supports\nthe thing"])
def test_half_an_order_is_not_followed(lines: str) -> None:
    done, remarks = judge(f"Spring 1901\nFrance\n{lines}\n")
    assert done == []
    assert (3, "continued") in remarks


@pytest.mark.parametrize("first", ["A Par-Bur (*no convoy*)", "A Par-Bur (as agreed with the)"])
@pytest.mark.parametrize("between", ["\n", ""])
def test_a_remark_does_not_lead_on_to_the_next_line(first: str, between: str) -> None:
    done, _ = judge(f"Spring 1901\nFrance\n{first}\n{between}A Mar-Spa\n")
    assert "A MAR - SPA" in done


def test_bullets_and_lists_are_no_broken_lines() -> None:
    sheet = "Units\nFrance:\n- A Par\n- A Mar\nSpring 1902\nFrance:\n- A Par - Bur\n- A Mar - Spa\n"
    assert judge(sheet) == (["A PAR - BUR", "A MAR - SPA"], [])
