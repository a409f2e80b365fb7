"""What mail programs and typists leave around orders: HTML signs, list marks, dashes in coasts."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.sheets.referee import Referee
from tests.games.diplomacy.reading_sheets import BOARD, judge


@pytest.mark.parametrize(
    "line",
    [
        "A&nbsp;Par&nbsp;-&nbsp;Bur",
        "A Par -&gt; Bur",
        "A Par &ndash; Bur",
        "A Par &rarr; Bur",
        "A Par &#8594; Bur",
        "A Par - Bur<br>",
        "A Par - Bur<br/>",
        "c. A Par - Bur",
        "a. A Par - Bur",
        "A. Par - Bur",
    ],
)
def test_html_signs_and_list_marks_are_read(line: str) -> None:
    assert judge(f"Spring 1901\nFrance\n{line}\n") == (["A PAR - BUR"], [])


def test_breaks_of_html_separate_orders() -> None:
    sheet = "Spring 1901\nFrance: A Par - Bur<br>A Mar - Spa<br />F Bre - Mao\n"
    assert judge(sheet) == (["F BRE - MAO", "A MAR - SPA", "A PAR - BUR"], [])


def test_struck_out_in_html_signs_is_not_followed() -> None:
    assert judge("Spring 1901\nFrance: &lt;s&gt;A Par - Bur&lt;/s&gt;\n")[0] == []


def test_a_coast_may_have_a_dash() -> None:
    units = "Units\nFrance: F Mao\nSpring 1902\nFrance: "
    assert judge(f"{units}F Mao - Spa (north-coast)\n") == (["F MAO - SPA/NC"], [])
    assert judge(f"{units}F Mao - Esp (côte-nord)\n") == (["F MAO - SPA/NC"], [])


def test_aids_is_a_support() -> None:
    sheet = "Spring 1901\nFrance: A Par - Bur; A Mar aids A Par - Bur\n"
    assert judge(sheet) == (["A MAR S A PAR - BUR", "A PAR - BUR"], [])


HTML = """<!DOCTYPE html><html><head><title>Orders</title><style>p { color: red }</style></head>
<body class="x"><p>Spring 1901</p>
<div><b>France</b>:<br>A&nbsp;Par - Bur<br/>
A Mar - <i>Spa</i></div><ul><li>F Bre - Mao</li></ul></body></html>
"""


def test_a_whole_mail_in_html_is_read() -> None:
    assert judge(HTML) == (["F BRE - MAO", "A MAR - SPA", "A PAR - BUR"], [])


def test_what_a_mail_in_html_strikes_out_is_not_followed() -> None:
    struck = HTML.replace("F Bre - Mao", "<s>F Bre - Mao</s>")
    assert judge(struck)[0] == ["A MAR - SPA", "A PAR - BUR"]


@pytest.mark.parametrize(
    "line",
    [
        "1. A Par-Bur 2. A Mar-Spa 3. F Bre-Mao",
        "1) A Par-Bur 2) A Mar-Spa 3) F Bre-Mao",
        "(A Par-Bur)\n[A Mar-Spa]\n{F Bre-Mao}",
        "1. (A Par-Bur)\n2. [A Mar-Spa].\n(3) F Bre-Mao",
    ],
)
def test_numbers_in_a_line_and_brackets_around_orders_are_read(line: str) -> None:
    expected = ["F BRE - MAO", "A MAR - SPA", "A PAR - BUR"]
    assert judge(f"Spring 1901\nFrance\n{line}\n") == (expected, [])


@pytest.mark.parametrize("waived", ["and waive one", "; waive 1", ", waive one build"])
def test_one_build_is_waived_among_others(waived: str) -> None:
    sheet = (
        "Centres\nGermany: Ber, Kie, Mun, Hol, Den, Bel\nUnits\nGermany: A Ber, F Den, A Hol\n"
        f"Winter 1901\nGermany: Build F Kie, A Mun {waived}\n"
    )
    assert judge(sheet) == (["+F KIE", "+A MUN"], [])


def notes(sheet: str) -> list[tuple[int, str]]:
    return [
        (answer.line.number, answer.note.message.key)
        for judged in Referee(BOARD, STANDARD).judge(sheet)
        for answer in judged.answers
        if answer.note is not None
    ]


def test_the_wrong_letter_of_a_unit_is_followed_and_noted() -> None:
    """R16; also of the unit that is supported, and in retreats."""
    sheet = "Spring 1901\nFrance\nF Par-Bur\nA Bre-Mao\nA Mar S F Par-Bur\n"
    assert judge(sheet)[0] == ["F BRE - MAO", "A MAR S A PAR - BUR", "A PAR - BUR"]
    assert notes(sheet) == [(n, "reading.wrong_letter") for n in (3, 4, 5)]
    assert notes("Spring 1901\nFrance\nA Par-Bur\nF Bre-Mao\nMar S Par-Bur\n") == []
