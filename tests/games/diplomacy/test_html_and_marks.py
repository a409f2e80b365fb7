"""What mail programs and typists leave around orders: HTML signs, list marks, dashes in coasts."""

from __future__ import annotations

from time import process_time

import pytest

from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.sheets.comments import lines_of
from entente.games.diplomacy.sheets.referee import Referee, Wintered
from entente.games.diplomacy.sheets.sheet_splitter import LONGEST_SHEET
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


QUOTED = [
    ("> A Par - Bur\n>> A Mar - Spa\n", []),
    ("A Par - Bur\n> A Mar - Spa\n", []),
    ("<p><blockquote>A Par - Bur</blockquote>A Mar - Spa</p>\n", []),
    ('<p>A Par - Bur<blockquote type="cite">A Mar - Spa</blockquote></p>\n', []),
    ("<p>A Par - Bur<blockquote><s>F Bre - Mao</s></blockquote>A Mar - Spa", ["struck_out"]),
]


@pytest.mark.parametrize(("lines", "remarks"), QUOTED)
def test_a_quotation_is_read_like_all_else(lines: str, remarks: list[str]) -> None:
    """Players answer the referee's mail within it, and referees forward those of players: `>` and
    `<blockquote>` alike do not matter."""
    done, found = judge(f"Spring 1901\nFrance\n{lines}")
    assert done == ["A MAR - SPA", "A PAR - BUR"]
    assert [key for _, key in found] == remarks


def test_a_quoted_order_and_another_one_contradict_each_other() -> None:
    for quoted in ("> A Par - Bur\n", "<p><blockquote>A Par - Bur</blockquote>\n"):
        done, remarks = judge(f"Spring 1901\nFrance\n{quoted}A Par - Pic\n")
        assert done == []
        assert {key for _, key in remarks} == {"two_orders"}


STRIKES = [
    "<s>{}</s>",
    '<s class="x">{}</s>',
    "<S >{}</S >",
    '<del cite="m">{}</del>',
    "<strike style='color: red'>{}</strike>",
    '<span style="text-decoration:line-through">{}</span>',
    "<span style='color: red; TEXT-DECORATION-LINE: Line-Through'>{}</span>",
    '<b class="line-through">{}</b>',
    '<p style="text-decoration: line-through">{}</p>',
    '<div style="text-decoration: line-through"><div>{}</div></div>',
    '<span style="text-decoration: line-through"><span>{}</span>, A Mar - Gas</span>',
]


@pytest.mark.parametrize("strike", STRIKES)
def test_what_a_mail_in_html_strikes_out_is_not_followed(strike: str) -> None:
    struck = HTML.replace("F Bre - Mao", strike.format("F Bre - Mao"))
    done, remarks = judge(struck)
    assert done == ["A MAR - SPA", "A PAR - BUR"]
    assert {key for _, key in remarks} == {"struck_out"}


@pytest.mark.parametrize("strike", STRIKES)
def test_what_tags_strike_out_in_a_plain_sheet_is_not_followed(strike: str) -> None:
    done, remarks = judge(f"Spring 1901\nFrance\n{strike.format('F Bre - Mao')}\nA Par - Bur\n")
    assert done == ["A PAR - BUR"]
    assert "struck_out" in {key for _, key in remarks}


LINE = ' style="text-decoration:line-through"'
STRUCK_WITHOUT_END = [
    f"<p{LINE}>A Lvp-Yor<p>F Edi-Nwg",
    f"<p{LINE}>A Lvp-Yor<div>F Edi-Nwg</div>",
    f"<div><p{LINE}>A Lvp-Yor</div>F Edi-Nwg",
    f"<p{LINE}><span{LINE}>A Lvp-Yor<p>F Edi-Nwg",
    f"<P{LINE}>A Lvp-Yor<P CLASS=x>F Edi-Nwg",
    f"<ul><li{LINE}>A Lvp-Yor<li>F Edi-Nwg</ul>",
    f"<ul><li{LINE}>A Lvp-Yor</ul><p>F Edi-Nwg",
    f"<ul><li{LINE}><p{LINE}>A Lvp-Yor<li>F Edi-Nwg</ul>",
    f"<ul><li{LINE}>A Lvp-Yor<ul><li>F Lon-Nth<li>F Lon-Eng</ul><li>F Edi-Nwg</ul>",
    f"<table><tr><td{LINE}>A Lvp-Yor;<td>F Edi-Nwg</table>",
    f"<table><tr><td{LINE}>A Lvp-Yor<tr><td>F Edi-Nwg</table>",
    f"<table><tr{LINE}><td>A Lvp-Yor<tr><td>F Edi-Nwg</table>",
    f"<table><tr><td{LINE}>A Lvp-Yor</table><p>F Edi-Nwg",
    f"<table><tr><td{LINE}><table><tr><td>A Lvp-Yor</table><tr><td>F Edi-Nwg</table>",
]


@pytest.mark.parametrize("lines", STRUCK_WITHOUT_END)
def test_what_is_struck_out_ends_with_a_paragraph_that_has_no_end_tag(lines: str) -> None:
    done, remarks = judge(f"<p>Spring 1901<p>England<p>{lines}")
    assert done == ["F EDI - NWG"]
    assert {key for _, key in remarks} == {"struck_out"}


@pytest.mark.parametrize(
    "line", ["<s>A Par - Bur;</s> A Mar - Spa", "~~A Par - Bur,~~ A Mar - Spa"]
)
def test_what_is_struck_out_may_end_with_a_separator(line: str) -> None:
    assert judge(f"Spring 1901\nFrance\n{line}\n") == (["A MAR - SPA"], [(3, "struck_out")])


def test_a_tag_of_several_lines_that_strikes_out_keeps_the_numbers_of_the_lines() -> None:
    sheet = "Spring 1901\nFrance\n<del\ncite='m'>A Par - Bur</del>\nA Mar - Spa wibble\n"
    assert judge(sheet) == ([], [(4, "struck_out"), (5, "stray_word")])


def test_an_address_is_no_tag_that_strikes_out() -> None:
    sheet = "From: Sam <s.bell@example.org>, Del <del@example.org>\nSpring 1901\nA Par - Bur\n"
    assert judge(sheet)[0] == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "bits",
    [
        "<head>",
        "</head <head>",
        "<style ",
        "<s class=",
        "<b line-through><b>",
        "<li line-through><b line-through><ul>",
        "<p line-through><b line-through><li>",
        "\n<s\n",
    ],
)
def test_tags_without_an_end_take_no_long_work(bits: str) -> None:
    """Counted in the processor's time; `<head>` once took a minute."""
    sheet = "<p>" + (bits * LONGEST_SHEET)[: LONGEST_SHEET - 3]
    began = process_time()
    list(lines_of(sheet))
    assert process_time() - began < 8


@pytest.mark.parametrize(
    "line",
    [
        "1. A Par-Bur 2. A Mar-Spa 3. F Bre-Mao",
        "1) A Par-Bur 2) A Mar-Spa 3) F Bre-Mao",
        "a) A Par-Bur b) A Mar-Spa c) F Bre-Mao",
        "(a) A Par-Bur (b) A Mar-Spa (c) F Bre-Mao",
        "#1 A Par-Bur #2 A Mar-Spa #3 F Bre-Mao",
        "#1: A Par-Bur #2: A Mar-Spa #3: F Bre-Mao",
        "(A Par-Bur)\n[A Mar-Spa]\n{F Bre-Mao}",
        "1. (A Par-Bur)\n2. [A Mar-Spa].\n(3) F Bre-Mao",
    ],
)
def test_numbers_in_a_line_and_brackets_around_orders_are_read(line: str) -> None:
    expected = ["F BRE - MAO", "A MAR - SPA", "A PAR - BUR"]
    assert judge(f"Spring 1901\nFrance\n{line}\n") == (expected, [])


THREE_BUILDS = (  # and two places for them
    "Centres\nGermany: Ber, Kie, Mun, Hol, Den, Bel\nUnits\nGermany: A Ber, F Den, A Hol\n"
    "Winter 1901\nGermany: "
)


@pytest.mark.parametrize(
    "orders",
    [
        "Build F Kie, A Mun and waive one",
        "Build F Kie, A Mun ; waive 1",
        "Build F Kie, A Mun , waive one build",
        "Waive one, build F Kie, A Mun",
        "Waive one; build F Kie and A Mun",
        "Waive\nbuild F Kie\nbuild A Mun",
        "Build F Kie, A Mun, one waived",
        "Build F Kie, A Mun, waive the rest",
        "Build F Kie, A Mun; the rest is waived",
        "construit F Kie, A Mun, passe le reste",
    ],
)
def test_one_build_is_waived_among_others(orders: str) -> None:
    assert judge(THREE_BUILDS + orders) == (["+F KIE", "+A MUN"], [])
    *_, wintered = Referee(BOARD, STANDARD).judge(THREE_BUILDS + orders)
    assert isinstance(wintered, Wintered)
    assert not any(done.void for done in wintered.adjusted.values())


def test_a_build_is_not_waived_and_made() -> None:
    """Two builds are due."""
    sheet = THREE_BUILDS.replace(", Bel", "") + "Waive one, build F Kie, A Mun"
    assert judge(sheet)[0] == ["+F KIE"]
    sheet = THREE_BUILDS + "waive all builds; build F Kie"
    assert judge(sheet)[1] == [(6, "nothing_but_orders")]


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
