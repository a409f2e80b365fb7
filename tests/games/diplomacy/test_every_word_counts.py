"""III.4 on a sheet: an order is followed only if every word of its line is understood or harmless.

What takes an order back is tied to the orders on its line; on a line of its own, to all orders of
its power in that phase.
"""

from __future__ import annotations

import pytest

from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.sheets.referee import Referee
from entente.games.diplomacy.sheets.referee_report import RefereeReport
from entente.kernel.text import catalog_of
from entente.kernel.typography import typeset
from tests.games.diplomacy.reading_sheets import BOARD, judge

SEPARATORS = [", ", ". ", " / ", "; ", " and ", " et ", " + ", " | "]


def said(sheet: str, language: str = "en") -> str:
    """All that the referee reads out."""
    texts = catalog_of(PACKAGE, language)
    verdict = RefereeReport(BOARD, OrderCatalog(BOARD, texts))
    judged = Referee(BOARD, STANDARD, language).judge(sheet)
    return "\n".join(line for each in judged for line in verdict.lines(each))


# -- F Eng is the fleet in the Channel, not one of England's


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("units", [("F Eng", "A Pic"), ("f eng", "a pic"), ("F ENG", "F BRE")])
def test_a_fleet_in_the_channel_and_the_next_unit_of_a_list(
    separator: str, units: tuple[str, str]
) -> None:
    listed = f"Units\nFrance: {separator.join(units)}\nSpring 1903\nFrance: "
    first, second = units
    goal = "Bel" if second.lower().endswith("pic") else "Mao"
    done, remarks = judge(f"{listed}{first} - Lon; {second} - {goal}\n")
    assert (len(done), remarks) == (2, [])


@pytest.mark.parametrize("separator", SEPARATORS)
def test_a_fleet_in_the_channel_under_holds_and_removals(separator: str) -> None:
    units = "Units\nFrance: F Eng, A Pic, A Par\nCentres\nFrance: Par\n"
    listed = separator.join(("F Eng", "A Pic"))
    assert judge(f"{units}Winter 1903\nRemovals\nFrance: {listed}\n") == (["-F ENG", "-A PIC"], [])
    text = said(f"{units}Spring 1904\nHolds\nFrance: {listed}\n")
    assert "F ENG H: holds" in text
    assert "A PIC H: holds" in text
    assert "A PAR: no order" in text


@pytest.mark.parametrize("separator", SEPARATORS)
def test_a_move_to_the_channel_and_the_next_order(separator: str) -> None:
    sheet = f"Spring 1901\nFrance: F Bre-Eng{separator}A Par-Pic\n"
    assert judge(sheet) == (["F BRE - ENG", "A PAR - PIC"], [])


def test_two_units_with_nothing_between_them_are_refused() -> None:
    sheet = "Units\nFrance: F Eng A Pic\nSpring 1903\nFrance: A Pic-Bel\n"
    done, remarks = judge(sheet)
    assert done == []
    assert [number for number, _ in remarks] == [2, 4]


# -- signs that turn an order round

GERMANY = "Units\nGermany: A Ber, F Bal\nSpring 1903\nGermany: {}\n"


@pytest.mark.parametrize(
    "order",
    [
        "A Ber - Pru (S by F Bal)",
        "A Ber-Pru by F Bal",
        "A Ber-Pru (by F Bal)",
        "A Ber-Pru (par F Bal)",
        "A Ber-Pru par la Baltique",
        "A Ber-Pru, by F Bal",
        "A Ber-Pru supported by F Bal",
        "A Ber-Pru with F Bal",
    ],
)
def test_a_fleet_that_may_support_makes_no_convoy(order: str) -> None:
    """VIII.1: an army that can walk goes by sea only if that is said."""
    done, remarks = judge(GERMANY.format(order))
    assert done == []
    assert [number for number, _ in remarks] == [4]


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("A Ber-Pru via Bal", "A BER - PRU VIA"),
        ("A Ber-Pru convoyed by F Bal", "A BER - PRU VIA"),
        ("A Ber-Swe by F Bal", "A BER - SWE VIA"),
        ("A Ber-Suède par la Baltique", "A BER - SWE VIA"),
    ],
)
def test_a_convoy_that_is_clear_is_read(order: str, done: str) -> None:
    assert judge(GERMANY.format(order)) == ([done], [])


@pytest.mark.parametrize("sign", ["<-", "<", "←", "<->", "↔", "/", "&", "^", "=", "@", "%", "≠"])
def test_a_sign_that_is_not_known_refuses_the_order(sign: str) -> None:
    done, remarks = judge(f"Spring 1901\nFrance: Bur {sign} Par\nA Par {sign} Bur\n")
    assert done == []
    assert {number for number, _ in remarks} == {2, 3}


@pytest.mark.parametrize("sign", ["✓", "👍", "!", "…", "**", "✅"])
def test_harmless_signs_change_nothing(sign: str) -> None:
    assert judge(f"Spring 1901\nFrance: A Par-Bur {sign}\n") == (["A PAR - BUR"], [])


# -- comments and what is struck out

FRANCE = "Spring 1901\nFrance\n{}\nGermany: A Mun-Ruh\n"


@pytest.mark.parametrize(
    "lines",
    [
        "// A Par-Bur",
        "//A Par-Bur; A Mar-Spa",
        "/* A Par-Bur */",
        "/* A Par-Bur\nA Mar-Spa\nF Bre-Mao */",
        "<!-- A Par-Bur\nA Mar-Spa -->",
        "# A Par-Bur",
        "#A Par-Bur",
        "> # A Par-Bur",
    ],
)
def test_an_order_in_a_comment_is_not_carried_out(lines: str) -> None:
    assert judge(FRANCE.format(lines)) == (["A MUN - RUH"], [])


@pytest.mark.parametrize("sign", ["//", "#", " #", "/*"])
def test_an_order_in_a_comment_behind_another_is_reported(sign: str) -> None:
    done, remarks = judge(FRANCE.format(f"A Mar-Spa {sign} A Par-Bur */"))
    assert done == ["A MAR - SPA", "A MUN - RUH"]
    assert remarks == [(3, "commented_out")]


@pytest.mark.parametrize("comment", ["// cancelled", "# annulé", "/* no, not this one */"])
def test_a_comment_may_take_its_order_back(comment: str) -> None:
    done, remarks = judge(FRANCE.format(f"A Par-Bur {comment}\nA Mar-Spa"))
    assert done == ["A MAR - SPA", "A MUN - RUH"]
    assert {number for number, _ in remarks} == {3}


@pytest.mark.parametrize(
    ("lines", "done"),
    [
        ("❌ A Par-Bur", []),
        ("A Par-Bur ❌", []),
        ("A Par-Bur; ❌", []),
        ("🚫 A Par-Bur\nA Mar-Spa", ["A MAR - SPA"]),
        ("~~A Par-Bur, A Mar-Spa", []),
        ("~~A Par-Bur\nA Mar-Spa\nF Bre-Mao~~", []),
        ("~~A Par-Bur and A Mar-Spa~~", []),
        ("A Par-Bur\n~~A Mar-Spa", ["A PAR - BUR"]),
        ("~~A Par-Bur~~\nA Mar-Spa", ["A MAR - SPA"]),
    ],
)
def test_crossed_out_orders_are_not_followed(lines: str, done: list[str]) -> None:
    found, remarks = judge(FRANCE.format(lines))
    assert found == [*done, "A MUN - RUH"]
    assert remarks


# -- what takes orders back

TAKING_BACK = [
    "cancelled",
    "annulé",
    "j'annule tout",
    "je me suis trompé",
    "not final",
    "do not use these",
    "just kidding",
    "DRAFT - do not process",
    "Brouillon, ne pas traiter",
    "Please disregard the above.",
    "never mind",
    "I changed my mind",
    typeset("j'ai changé d'avis"),
    "ces ordres ne sont pas définitifs",
    "to be confirmed",
    "à confirmer",
    "wait!",
    "non",
    "oops",
    "❌",
    "Subject: cancelled, new orders soon",
]


@pytest.mark.parametrize("words", TAKING_BACK)
@pytest.mark.parametrize("first", [False, True])
def test_on_a_line_of_its_own_it_takes_back_all_orders_of_its_power(
    words: str, first: bool
) -> None:
    lines = ["A Par-Gas", "A Mar-Spa"]
    lines.insert(0 if first else 2, words)
    done, remarks = judge(FRANCE.format("\n".join(lines)))
    assert done == ["A MUN - RUH"]
    assert [number for number, _ in remarks] == [3, 4, 5]
    assert {key for _, key in remarks} == {"is_taken_back", "all_taken_back"}


@pytest.mark.parametrize("words", TAKING_BACK[:-1])
@pytest.mark.parametrize("separator", ["; ", ", ", ". "])
def test_behind_an_order_it_takes_that_back(words: str, separator: str) -> None:
    done, remarks = judge(FRANCE.format(f"A Par-Gas{separator}{words}\nA Mar-Spa"))
    assert done == ["A MAR - SPA", "A MUN - RUH"]
    assert {number for number, _ in remarks} == {3}


def test_without_a_power_it_takes_back_all_orders_of_the_phase() -> None:
    sheet = "DRAFT - do not process\n\nSpring 1901\nFrance: A Par-Bur\nGermany: A Mun-Ruh\n"
    done, remarks = judge(sheet)
    assert done == []
    assert [number for number, _ in remarks] == [1, 4, 5]


def test_it_is_said_which_words_took_the_order_back() -> None:
    assert "taken back on line 3: “annulé”" in said("Spring 1901\nFrance: A Par-Bur\nannulé\n")
    assert "retiré à la ligne 3" in said("Spring 1901\nFrance: A Par-Bur\nannulé\n", "fr")


@pytest.mark.parametrize(
    "words",
    ["thanks", "Good luck everybody!", "see you tomorrow", "Merci et bonne chance", "As agreed."],
)
def test_harmless_talk_takes_nothing_back(words: str) -> None:
    beside = judge(FRANCE.format(f"A Par-Gas, {words}"))
    below = judge(FRANCE.format(f"A Par-Gas\n{words}"))
    assert beside == below == (["A PAR - GAS", "A MUN - RUH"], [])


@pytest.mark.parametrize(
    "line",
    [
        "A Par-Gas and A Mar-Spa as long as Germany stays out",
        "A Par-Gas, A Mar-Spa (Tyrion told me to)",
        "A Par-Gas, by the seventeenth commandment, A Mar-Spa",
        "frobnicate A Par-Gas; A Mar-Spa",
    ],
)
def test_unknown_words_refuse_their_whole_line(line: str) -> None:
    done, remarks = judge(FRANCE.format(f"{line}\nF Bre-Mao"))
    assert done == ["F BRE - MAO", "A MUN - RUH"]
    assert {number for number, _ in remarks} == {3}


def test_a_misspelt_place_is_the_business_of_its_own_order() -> None:
    done, remarks = judge(FRANCE.format("A Par-Gas, A Mar-Spian, F Bre-Mao"))
    assert done == ["F BRE - MAO", "A PAR - GAS", "A MUN - RUH"]
    assert remarks == [(3, "unknown_near")]


@pytest.mark.parametrize(
    "second", ["F Bre-Eng instead", "no, F Bre-Eng", "F Bre-Eng wibble", "F Bre?"]
)
def test_an_order_that_may_have_been_replaced_is_not_followed(second: str) -> None:
    """III.4: of two lines about one unit one is not understood."""
    done, remarks = judge(FRANCE.format(f"F Bre-Mao\nA Par-Gas\n{second}"))
    assert done == ["A PAR - GAS", "A MUN - RUH"]
    assert {number for number, _ in remarks} == {3, 5}


# -- winter

WINTER = (
    "Units\nFrance: A Bur, A Par, A Mar, F Lyo\nCentres\nFrance: Par, Mar, Bre\n"
    "Winter 1903\nFrance\n{}\n"
)


@pytest.mark.parametrize(
    "lines",
    [
        "keep A Bur, A Par",
        "garde A Bou et A Par",
        "Remaining units: A Bur, A Par",
        "Remaining units:\nA Bur\nA Par",
        typeset("Unités restantes : A Bou, A Par"),
        "remove all but A Bur, A Par",
        "Keeping: A Bur; A Par",
        "not A Bur, A Par",
    ],
)
def test_units_that_are_kept_are_not_removed(lines: str) -> None:
    """IX.2; what is to be removed and was not named follows X.4: the fleet farthest away."""
    done, remarks = judge(WINTER.format(lines))
    assert done == ["-F LYO"]
    assert remarks


# -- civil disorder

YEAR = (
    "Spring 1901\nFrance: A Mar-Spa\nGermany: F Kie-Hol\n"
    "Fall 1901\nFrance: A Spa H\n{}Winter 1901\nFrance: build A Mar\nGermany: build F Kie\n"
)


def test_a_power_in_civil_disorder_does_not_build() -> None:
    """X.3."""
    sheet = YEAR.format("")
    assert judge(sheet)[0] == ["A MAR - SPA", "F KIE - HOL", "+A MAR"]
    assert "[X.3]" in said(sheet)
    assert "civil disorder, nothing is built" in said(sheet)
    assert typeset("désordre civil, rien n'est construit") in said(sheet, "fr")


def test_a_power_with_only_refused_orders_is_not_in_civil_disorder() -> None:
    """X.3: it submitted something."""
    assert "+F KIE" in judge(YEAR.format("Germany: A Mun frobnicates\n"))[0]


def test_a_power_that_came_back_is_named_and_builds() -> None:
    """X.3: `Spring` without orders, `Fall` with them."""
    sheet = YEAR.replace("\nGermany: F Kie-Hol", "").format("Germany: F Kie-Hol\n")
    assert judge(sheet)[0][-2:] == ["+A MAR", "+F KIE"]
    assert "Germany submitted no orders for the season before and has returned" in said(sheet)


# -- mail headers


def test_a_subject_begins_no_phase() -> None:
    sheet = "Subject: Re: [Dip] Fall 1901 orders\n\nSpring 1901\nFrance: A Par-Bur\n"
    assert "Fall 1901" not in said(sheet).replace("Subject: Re: [Dip] Fall 1901 orders", "")
    assert judge(sheet) == (["A PAR - BUR"], [(1, "no_heading")])


def test_a_subject_that_names_the_phase_of_the_orders_is_chatter() -> None:
    sheet = "Subject: Re: [Dip] Spring 1901 orders\n\nFrance: A Par-Bur\n"
    assert judge(sheet) == (["A PAR - BUR"], [])
