"""What mail programs and typists leave around orders: HTML signs, list marks, dashes in coasts."""

from __future__ import annotations

import pytest

from tests.games.diplomacy.reading_sheets import judge


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
