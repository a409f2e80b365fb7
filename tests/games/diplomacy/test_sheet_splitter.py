"""How a sheet is cut into phases, powers and orders."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.sheets.headings import NOISE, UNITS, read_heading
from entente.games.diplomacy.sheets.line_splitter import pieces
from entente.games.diplomacy.sheets.lines import SheetPart
from entente.games.diplomacy.sheets.sheet_splitter import read_sheet
from entente.kernel.text import LANGUAGES, catalog_of
from tests.amount import amount

BOARD = Board({})


def phases(sheet: str) -> list[tuple[str, str, int]]:
    """The phases that are judged."""
    parts = read_sheet(BOARD, sheet)
    return [(part.phase, part.season, part.year) for part in parts if part.set_aside is None]


def orders(part: SheetPart) -> list[str]:
    """The lines of a part, with the first letters of their powers."""
    return [
        f"{BOARD.powers[line.power].id[:3] if line.power is not None else '-'}: {line.text}"
        for line in part.lines
    ]


def reports(sheet: str) -> list[tuple[int, str]]:
    """The remarks on a sheet before any of its orders is read: the line and the key."""
    found = []
    for part in read_sheet(BOARD, sheet):
        answers = [(stray.line.number, stray.refusal) for stray in part.strays]
        if part.heading is not None:
            answers.append((part.heading.number, part.set_aside))
        for number, why in answers:
            if why is not None:
                for language in LANGUAGES:
                    assert catalog_of(PACKAGE, language).say(why.message)
                found.append((number, why.message.key))
    return sorted(found)


# -- equal headings are one phase

SPRING = [(MOVEMENT, "spring", 1901)]


@pytest.mark.parametrize(
    "sheet",
    [
        "Spring 1901\nFrance: A Par-Bur\nSpring 1901\nGermany: A Mun-Bur",
        "Spring 1901\nFrance: A Par-Bur\nPRINTEMPS 1901 :\nGermany: A Mun-Bur",
        "Spring 1901\nFrance: A Par-Bur\nS1901M\nGermany: A Mun-Bur",
        "Spring 1901\nFrance: A Par-Bur\nSpring 1901 orders\nGermany: A Mun-Bur",
        "Spring 1901\nFrance: A Par-Bur\nSpring\nGermany: A Mun-Bur",
        "France: A Par-Bur\nSpring 1901\nGermany: A Mun-Bur",
        "Spring 1901\nFrance\nOrders:\nA Par-Bur\nGermany\nOrders:\nA Mun-Bur",
        "France\nOrders:\nA Par-Bur\nGermany\nOrders:\nA Mun-Bur",
        "Spring 1901 - France\nA Par-Bur\nSpring 1901 - Germany\nA Mun-Bur",
        "France, Spring 1901\nA Par-Bur\nGermany, Spring 1901\nA Mun-Bur",
        "Orders for France, Spring 1901:\nA Par-Bur\nOrdres de l'Allemagne :\nA Mun-Bur",
        "Spring 1901\nOrders received from France:\nA Par-Bur\nOrders from Germany\nA Mun-Bur",
        "# Spring 1901\n## France\nA Par-Bur\n## Germany\nA Mun-Bur",
        "**Spring 1901**\n*France*\nA Par-Bur\n__Germany__\nA Mun-Bur",
        "Spring 1901\nFrance\nMoves: A Par-Bur\nGermany\nMoves: A Mun-Bur",
    ],
)
def test_equal_headings_belong_to_one_phase(sheet: str) -> None:
    (part,) = read_sheet(BOARD, sheet)
    assert (part.phase, part.season, part.year) == SPRING[0]
    assert orders(part) == ["FRA: A Par-Bur", "GER: A Mun-Bur"]
    assert reports(sheet) == []


def test_retreats_and_adjustments_repeated_per_power_are_one_phase() -> None:
    sheet = """Spring 1901
    France: A Par-Bur
    France
    Retreats: A Bur-Gas
    Germany
    Retreats: A Mun-Boh
    Autumn 1901
    France: A Gas-Spa
    Winter 1901
    France
    Builds: A Par
    Germany
    Removals: A Boh
    Italy
    Builds: waive
    """
    parts = read_sheet(BOARD, sheet)
    assert [(part.phase, part.season) for part in parts] == [
        (MOVEMENT, "spring"),
        (RETREATS, "spring"),
        (MOVEMENT, "autumn"),
        (ADJUSTMENTS, "winter"),
    ]
    assert orders(parts[1]) == ["FRA: A Bur-Gas", "GER: A Mun-Boh"]
    assert orders(parts[3]) == ["FRA: A Par", "GER: A Boh", "ITA: waive"]
    assert [line.verb for line in parts[3].lines] == ["build", "remove", "build"]


def test_units_listed_per_power_are_one_position() -> None:
    sheet = "France\nUnits: A Par\nCentres: Par\nGermany\nUnits: A Mun\nCentres: Mun"
    parts = {part.phase: orders(part) for part in read_sheet(BOARD, sheet)}
    assert parts[UNITS] == ["FRA: A Par", "GER: A Mun"]


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        (
            "Spring 1901\nA Par H\nRetreats\nFall 1901\nA Par H\nFall 1901 retreats\nBuilds",
            ["spring", "spring", "autumn", "autumn", "winter"],
        ),
        ("Spring 1901\nA Par H\nSummer 1901\nAutumn 1901\nA Par H", ["spring", "summer", "autumn"]),
        ("Spring 1901\nA Par H\nSpring 1901 retreats\nSummer 1901", ["spring", "spring"]),
        ("Autumn 1901\nA Par H\nRetreats\nWinter 1901 retreats", ["autumn", "autumn"]),
        ("Autumn 1901\nA Par H\nAutumn 1901 builds\nWinter 1901", ["autumn", "winter"]),
        ("1901\nSpring\nA Par H\nAutumn\nA Par H", ["spring", "autumn"]),
        ("S01\nA Par H\nF01\nA Par H\nW01", ["spring", "autumn", "winter"]),
        ("P1901\nA Par H\nA1901\nA Par H\nH1901", ["spring", "autumn", "winter"]),
    ],
)
def test_another_heading_is_another_phase(sheet: str, found: list[str]) -> None:
    assert [season for _, season, _ in phases(sheet)] == found
    assert {year for _, _, year in phases(sheet)} == {1901}
    assert reports(sheet) == []


# -- lines that go back, or may, are reported and not adjudicated


@pytest.mark.parametrize(
    ("sheet", "key"),
    [
        ("Spring 1901\nA Par H\nRetreats\nSpring 1901\nA Par H", "reading.phase_too_late"),
        ("Orders:\nA Par H\nRetreats:\nOrders:\nA Par H", "reading.phase_too_late"),
        ("Spring\nA Par H\nRetreats\nSpring\nA Par H", "reading.phase_too_late"),
        ("Autumn 1901\nA Par H\nBuilds\nMoves\nA Par H", "reading.phase_too_late"),
        ("Spring\nA Par H\nAutumn\nSpring\nA Par H", "reading.which_year"),
        ("Autumn\nA Par H\nSpring\nA Par H", "reading.which_year"),
        ("Spring 1901 builds\nA Par", "reading.heading_confused"),
        ("Fall 1901 retreats and builds\nA Par H", "reading.heading_confused"),
        ("Spring 1901\nA Par H\nSpring 1910\nA Par H", "reading.phase_missing"),
        ("Spring 1901\nA Par H\nWinter 1901\nA Par", "reading.phase_missing"),
    ],
)
def test_phases_that_cannot_follow_each_other(sheet: str, key: str) -> None:
    assert [each for _, each in reports(sheet)] == [key]
    if key != "reading.phase_missing":
        aside = [part for part in read_sheet(BOARD, sheet) if part.set_aside is not None]
        assert [len(part.lines) for part in aside] == [1]


def test_orders_are_of_the_phase_they_stand_in() -> None:
    sheet = "Spring 1901\nA Par H\nRetreats\nFrance\nOrders:\nA Bur-Gas"
    assert [phase for phase, _, _ in phases(sheet)] == [MOVEMENT, RETREATS]
    assert reports(sheet) == []


def test_a_phase_goes_on_behind_one_that_was_set_aside() -> None:
    sheet = "Autumn 1902\nA Par H\nSpring 1902\nA Mar H\nAutumn 1902\nA Bur H"
    parts = read_sheet(BOARD, sheet)
    assert [orders(part) for part in parts] == [["-: A Mar H"], ["-: A Par H", "-: A Bur H"]]


@pytest.mark.parametrize(
    ("line", "season"),
    [
        ("## Autumn 1901", "autumn"),
        ("##Autumn 1901 ##", "autumn"),
        ("# Autumn 1901", "autumn"),
        ("=== Autumn 1901 ===", "autumn"),
        ("> Autumn 1901", "autumn"),
        ("[Autumn 1901]", "autumn"),
        ("# the orders of autumn", "autumn"),
        ("# spring, first try", ""),
        ("# and then came the autumn of 1901, alas", ""),
        ("#A Par H", ""),
    ],
)
def test_a_heading_behind_a_hash_is_no_comment(line: str, season: str) -> None:
    sheet = f"Spring 1901\nA Par-Bur\n{line}\nA Bur-Bel"
    found = [each for _, each, _ in phases(sheet)]
    assert found == ["spring", *([season] if season else [])]
    assert reports(sheet) == []


@pytest.mark.parametrize(
    "line",
    [
        "Autum 1901",
        "## Autumn 1901, the war goes on",
        "Autumn 1901 - deadline 10 March",
    ],
)
def test_an_apparent_heading_counts_as_one_and_is_reported(line: str) -> None:
    sheet = f"Spring 1901\nA Par-Bur\n{line}\nA Bur-Bel"
    assert [each for _, each, _ in phases(sheet)] == ["spring", "autumn"]
    assert reports(sheet) == [(3, "reading.heading_guessed")]


@pytest.mark.parametrize(
    "line",
    [
        "Next turn is Autumn 1901",
        "Deadline for Fall 1901: 3 May",
        "Spring 1902 orders are due on Friday",
        "Bob's orders for Autumn 1901",
        "Prochain tour : Automne 1901, vendredi",
    ],
)
def test_a_season_within_other_words_is_reported_and_begins_no_phase(line: str) -> None:
    sheet = f"Spring 1901\nFrance\nA Par-Bur\n{line}\nA Mar-Spa"
    (part,) = read_sheet(BOARD, sheet)
    assert orders(part)[-1] == "FRA: A Mar-Spa"
    assert "reading.no_heading" in [key for _, key in reports(sheet)]


def test_a_greeting_before_the_first_heading_is_no_phase() -> None:
    (part,) = read_sheet(BOARD, "Dear referee\nhere we go\nAutumn 1905\nFrance: A Par-Bur")
    assert (part.season, part.year) == ("autumn", 1905)
    assert orders(part) == ["-: Dear referee", "-: here we go", "FRA: A Par-Bur"]


@pytest.mark.parametrize(
    "text",
    [
        "A Par-Bur",
        "Spring",
        "Autumn 12345",
        "Spring cleaning 1901",
        "Game",
        "",
        "Turn 3",
        "Fall back",
    ],
)
def test_other_text_is_no_time(text: str) -> None:
    found = read_heading(BOARD, text)
    assert found is None or (not found.year and text == "Spring")


def test_no_word_that_a_heading_passes_over_is_a_place() -> None:
    """`France: Par` is a centre of France, and no heading."""
    names = lexicon(BOARD, "en")
    assert not [word for word in NOISE if names.places((word,))]


# -- powers


@pytest.mark.parametrize(
    "sheet",
    [
        "Germany: A Mun-Ruh",
        "Germany\nA Mun-Ruh",
        "GERMANY (black): A Mun-Ruh",
        "Germany A Mun-Ruh",
        "Germany - A Mun-Ruh",
        "Germany\tA Mun-Ruh",
        "| Germany | A Mun-Ruh |",
        "Ger: A Mun-Ruh",
        "G: A Mun-Ruh",
        "France\nA Par H\nG:\nA Mun-Ruh",
        "Allemagne : A Mun-Ruh",
        "All. : A Mun-Ruh",
        "Germany, A Mun-Ruh",
        "Germany. A Mun-Ruh.",
        "German Empire: A Mun-Ruh",
        "**Germany:** A Mun-Ruh",
        "> Germany:\n>> A Mun-Ruh",
        "Germany:\n1) A Mun-Ruh",
        "Germany:\n  * A Mun-Ruh",
        "Germany:\n• **A Mun-Ruh**",
        "Germany:\n-A Mun-Ruh",
        "Germany:\n[x] A Mun-Ruh",
        "Germany:\nOrder 1: A Mun-Ruh",
        "\ufeffGermany:\u00a0A Mun-Ruh",
        "France: A Par H; Germany\nA Mun-Ruh",
    ],
)
def test_the_power_of_an_order(sheet: str) -> None:
    (part,) = read_sheet(BOARD, sheet)
    line = part.lines[-1]
    assert (line.power, line.text.strip("* ")) == (BOARD.power["GERMANY"], "A Mun-Ruh")
    assert reports(sheet) == []


@pytest.mark.parametrize("word", ["Grmany", "Gemrany", "Allemange", "Germny", "Orders for Grmany"])
@pytest.mark.parametrize("sign", [":", ""])
def test_a_misspelt_power_does_not_hand_its_orders_to_the_one_before(word: str, sign: str) -> None:
    (part,) = read_sheet(BOARD, f"France\nA Par-Bur\n{word}{sign}\nwaive\nA Mun-Ruh")
    assert [line.power for line in part.lines] == [
        BOARD.power[p] for p in ("FRANCE", "GERMANY", "GERMANY")
    ]
    (stray,) = part.strays
    assert stray.refusal is not None
    assert stray.refusal.message.key == "reading.unknown_power_near"
    assert stray.refusal.message.args["power"] == "GERMANY"


@pytest.mark.parametrize("word", ["Prussia:", "Utopia:", "Utopia", "Ruritania"])
def test_orders_under_no_power_have_no_owner(word: str) -> None:
    """Prussia is a place, and not Russia misspelt."""
    (part,) = read_sheet(BOARD, f"France\nA Par-Bur\n{word}\nwaive")
    assert [line.power for line in part.lines] == [BOARD.power["FRANCE"], None]
    assert [key for _, key in reports(f"France\nA Par-Bur\n{word}\nwaive")] == [
        "reading.unknown_power"
    ]


@pytest.mark.parametrize(
    "line",
    ["Thanks!", "Note: do be quick", "Germany, you will pay for this", "Best regards", "Hi all"],
)
def test_a_remark_does_not_eat_the_orders_behind_it(line: str) -> None:
    (part,) = read_sheet(BOARD, f"France\nA Par-Bur\n{line}\nA Mar-Spa")
    assert orders(part)[-1] == "FRA: A Mar-Spa"


def test_a_title_with_a_player_s_name_is_the_power() -> None:
    sheet = "Germany\nA Mun-Ruh\nFrance - Bob Smith\nwaive"
    (part,) = read_sheet(BOARD, sheet)
    assert orders(part) == ["GER: A Mun-Ruh", "FRA: waive"]
    assert reports(sheet) == [(3, "reading.power_guessed")]


def test_orders_in_brackets_behind_a_power_are_not_lost_in_silence() -> None:
    (part,) = read_sheet(BOARD, "Spring 1901\nGermany: A Mun H\nFrance (A Mar-Spa)")
    assert orders(part) == ["GER: A Mun H", "FRA: (A Mar-Spa)"]
    assert reports("Spring 1901\nFrance [now: A Mar-Spa, F Bre H]") == [
        (2, "reading.power_guessed")
    ]


def test_greece_is_no_beginning_of_great_britain() -> None:
    parts = read_sheet(BOARD, "Centres\nAustria: Bud, Gre, Ser")
    assert orders(parts[0]) == ["AUS: Bud", "AUS: Gre", "AUS: Ser"]


def test_a_star_in_a_list_of_units_is_reported() -> None:
    assert reports("Units\nFrance: *A Par, A Mar") == [(2, "reading.dislodged_unit")]
    assert reports("Units\nFrance:\n* A Par\n**A Mar**") == []


# -- pieces of a line


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A Vie-Gal; A Bud-Ser", ["A Vie-Gal", "A Bud-Ser"]),
        ("A Vie-Gal, A Bud-Ser.", ["A Vie-Gal", "A Bud-Ser"]),
        ("F Edi - N. Sea. F Lon - Eng. Ch.", ["F Edi - N. Sea", "F Lon - Eng. Ch"]),
        ("F Nor. Sea - Nwy. A Yor H.", ["F Nor. Sea - Nwy", "A Yor H"]),
        ("F St. P. (sc) - G. of Bothnia", ["F St. P. (sc) - G. of Bothnia"]),
        ("F Mid. Atl. - Por. A Par H", ["F Mid. Atl. - Por", "A Par H"]),
        ("A Bud supp. A Vie - Gal. A Vie - Gal.", ["A Bud supp. A Vie - Gal", "A Vie - Gal"]),
        ("A. Vie - Gal. A. Bud H.", ["A. Vie - Gal", "A. Bud H"]),
        ("A Ser H. Russie : A Rou-Ser", ["A Ser H", "Russie", "A Rou-Ser"]),
        (
            "A Lon - Bel, via Nth, F Nth C A Lon - Bel",
            ["A Lon - Bel, via Nth", "F Nth C A Lon - Bel"],
        ),
        ("A Paris: holds", ["A Paris: holds"]),
        ("A Par-Bur (thanks, Tom; see you. Bye: me), A Mar H", None),
        ("build A Par and F Bre", ["build A Par", "F Bre"]),
        ("construit A Par et F Bre", ["construit A Par", "F Bre"]),
        ("A Par-Bur & A Mar H", ["A Par-Bur", "A Mar H"]),
        ("A Tun - Rom via Ion and Tys", ["A Tun - Rom via Ion and Tys"]),
        ("A Par\t-\tBur", ["A Par\t-\tBur"]),
        ("Par, Bre and Mar", ["Par", "Bre", "Mar"]),
        ("Hello. A Par-Bur", ["Hello", "A Par-Bur"]),
        ("A Par-Bur, if Germany agrees, A Mar H", ["A Par-Bur, if Germany agrees", "A Mar H"]),
        ("A Par-Bur, sinon Gas", ["A Par-Bur, sinon Gas"]),
        ("A Lonon - Nwy. F Nht C A Lon - Nwy", ["A Lonon - Nwy", "F Nht C A Lon - Nwy"]),
        ("F Lon-Eng + F Edi-Nth / A Lvp-Wal", ["F Lon-Eng", "F Edi-Nth", "A Lvp-Wal"]),
        ("f nap-ion / a rom-apu", ["f nap-ion", "a rom-apu"]),
        ("F Mao - Spa / nc", ["F Mao - Spa / nc"]),
        ("A Lvp - Edi / Yor", ["A Lvp - Edi / Yor"]),
        ("A War-Gal A Mos-Ukr F Sev-Bla", ["A War-Gal", "A Mos-Ukr", "F Sev-Bla"]),
        ("A War-Gal A Mos", ["A War-Gal A Mos"]),
        ("+ A Par", ["+ A Par"]),
        ("A Par S Germany, A Mun - Bur", ["A Par S Germany, A Mun - Bur"]),
    ],
)
def test_where_a_line_is_cut(line: str, found: list[str] | None) -> None:
    expected = ["A Par-Bur (thanks, Tom; see you. Bye: me)", "A Mar H"] if found is None else found
    assert [piece.text for piece in pieces(BOARD, line)] == expected


# -- long lines

MANY = amount(50_000, 80_000)  # a longer sheet is not read at all


@pytest.mark.amount
@pytest.mark.parametrize(
    "sign", [":", ";", ",", "(", "()", "[", "(a[", ">", "> ", "=", "- ", "#", ". ", "x", "\t", "* "]
)
def test_a_line_of_signs_takes_no_time(sign: str) -> None:
    """Each of them would take very long, or more memory than there is, if it were gone over again
    for every sign."""
    parts = read_sheet(BOARD, "A Par H\n" + sign * MANY)
    assert parts[0].lines[0].text == "A Par H"


@pytest.mark.amount
@pytest.mark.parametrize("sign", [";", ", ", ". ", " and "])
def test_very_many_orders_on_one_line(sign: str) -> None:
    (part,) = read_sheet(BOARD, sign.join(["A Par-Bur"] * (MANY // 10)))
    assert len(part.lines) == MANY // 10


def test_initials_of_powers() -> None:
    (part,) = read_sheet(BOARD, "E: A Lvp-Yor\nR: A War-Ukr\nA-H : A Vie-Gal\nT : A Con-Bul")
    assert orders(part) == [
        "ENG: A Lvp-Yor",
        "RUS: A War-Ukr",
        "AUS: A Vie-Gal",
        "TUR: A Con-Bul",
    ]


@pytest.mark.parametrize("line", ["A: A Vie-Gal, A Bud-Ser", "F: F Bre-Mao", "A:\nA Vie-Gal"])
def test_unclear_initials_are_reported_and_name_no_power(line: str) -> None:
    (part,) = read_sheet(BOARD, f"I: A Ven H\n{line}")
    assert {each.power for each in part.lines[1:]} == {None}
    assert reports(f"I: A Ven H\n{line}") == [(2, "reading.unknown_power")]
