"""The words of Diplomacy: names, reasons and the summary of the rules, in both languages."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.rules.results import (
    BROKEN,
    CONVOYS,
    CUT,
    FAILS,
    HOLDS_FAST,
    MOVES,
    STANDS,
    VOID,
)
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import registry, say
from entente.kernel.text import LANGUAGES, catalog_of, package_texts
from entente.kernel.typography import typeset

BOARD = Board({})
FILES = ("names", "void", "why", "reading", "rules")

SECTIONS = [
    *("I", "II", "II.1", "II.2", "II.3"),
    *("III", *(f"III.{n}" for n in range(1, 8))),
    "IV",
    *("V", *(f"V.{n}" for n in range(1, 8))),
    "VI",
    *("VII", "VII.1", "VII.2"),
    *("VIII", *(f"VIII.{n}" for n in range(1, 6))),
    *("IX", "IX.1", "IX.2"),
    *("X", *(f"X.{n}" for n in range(1, 6))),
    *(f"R{n}" for n in range(1, 19)),
]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_texts_with_the_same_gaps() -> None:
    english, french = (package_texts(PACKAGE, language) for language in LANGUAGES)
    ours = [key for key in english if key.split(".")[0] in FILES]
    assert ours == [key for key in french if key.split(".")[0] in FILES]
    for key in ours:
        assert gaps(english[key]) == gaps(french[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_board_has_a_name(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    provinces = [catalog.name("province", province) for province in BOARD.provinces]
    assert len(set(provinces)) == len(BOARD.provinces)
    for power in BOARD.power:
        assert catalog.name("power", power) == catalog.name("seat", power.lower())
    for kind, values in (
        ("coast", ("nc", "sc", "ec")),
        ("unit", ("A", "F")),
        ("season", ("spring", "summer", "autumn", "winter")),
        ("outcome", (MOVES, FAILS, HOLDS_FAST, STANDS, CUT, CONVOYS, BROKEN, VOID)),
    ):
        assert all(catalog.name(kind, value) for value in values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_has_every_section(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    titles = [key for key in catalog.texts if re.fullmatch(r"rules\..+\.title", key)]
    assert titles == [f"rules.{section}.title" for section in SECTIONS]
    assert all(catalog.get(f"rules.{section}.text").strip() for section in SECTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_refers_to_sections_that_exist(language: str) -> None:
    catalog = catalog_of(PACKAGE, language)
    for section in SECTIONS:
        text = catalog.get(f"rules.{section}.text")
        for cited in re.findall(r"\b(?:R\d+|[IVX]+\.\d)\b", text):
            assert cited in SECTIONS, (section, cited)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_option_is_explained_with_its_values(language: str) -> None:
    """R1 to R7 are the fields of the rules in their order, and say what the two sets choose."""
    catalog = catalog_of(PACKAGE, language)
    new, old = {"en": ("2023", "older rules"), "fr": ("2023", "règles anciennes")}[language]
    for number, field in enumerate(Rules.__struct_fields__, 1):
        text = catalog.get(f"rules.R{number}.text")
        for rules, name in ((STANDARD, new), (CLASSIC, old)):
            value = getattr(rules, field)
            shown = {True: "yes", False: "no"}.get(value, value)
            words = catalog.get(f"option.{field}.value.{shown}")
            said = rf"(?i){re.escape(words)}\s?:"
            line = next(line for line in text.splitlines() if re.match(said, line))
            assert name in line, (field, name)


def test_the_log_writes_orders_in_the_codes_of_the_reader_and_links_places() -> None:
    order = say("log.result.head_to_head", power="AUSTRIA", order="F NTH - DEN", unit="F DEN")
    text, links = registry.load("diplomacy").catalog("fr").linked(order)
    assert text == typeset("Autriche-Hongrie : F Nrd - Dan échoue : F Dan vient en sens inverse.")
    assert [(link.kind, link.value) for link in links] == [("power", "AUSTRIA")]
