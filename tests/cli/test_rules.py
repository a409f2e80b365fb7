"""`entente rules`: contents, sections with their subsections, cards, near misses."""

from __future__ import annotations

import pytest

from entente.cli.common_args import Context
from entente.cli.rules import show_section
from entente.cli.screen import Screen
from entente.cli.words import Words
from entente.kernel import registry
from entente.kernel.summary import cards, section_title, sections
from tests.cli.conftest import Run

CATALOG = registry.load("attrition").catalog("en")


def test_the_contents_list_every_section_and_card(run: Run) -> None:
    lines = [line.strip() for line in run("rules", "attrition").out.splitlines()]
    for section in sections(CATALOG):
        title = CATALOG.get(f"rules.{section}.title")
        assert any(line.startswith(section) and line.endswith(title) for line in lines)
    for card in cards(CATALOG):
        assert any(line.startswith(card) for line in lines)


def test_sections_stand_in_the_order_of_the_book() -> None:
    known = sections(CATALOG)
    numbered = [section for section in known if section[0].isdecimal()]
    assert numbered == sorted(numbered, key=lambda s: [int(part) for part in s.split(".")])
    assert known[: len(numbered)] == numbered


def test_a_section_comes_with_its_subsections(run: Run) -> None:
    out = run("rules", "attrition", "4.6").out
    assert out.startswith("4.6  Movement\n")
    assert "\n4.6.1  " in out
    assert "\n4.7" not in out


def test_a_section_in_french(run: Run) -> None:
    french = registry.load("attrition").catalog("fr")
    out = run("rules", "attrition", "4.6", "--lang", "fr").out
    assert out.startswith(f"4.6  {french.get('rules.4.6.title')}\n")


@pytest.mark.parametrize("wanted", ["EP1", "ep1", "poison-gas", "Poison Gas"])
def test_a_card_by_number_or_name(run: Run, wanted: str) -> None:
    out = run("rules", "attrition", wanted).out
    assert out.startswith("EP1  Poison Gas")
    assert "roll all the dice" in out


@pytest.mark.parametrize(
    ("wanted", "near"),
    [("4.12", "4.11 ("), ("44", "4.4"), ("zzz", "the contents")],
)
def test_an_unknown_section_is_answered_with_near_ones(run: Run, wanted: str, near: str) -> None:
    ran = run("rules", "attrition", wanted)
    assert ran.status == 2
    assert f"no section “{wanted}”" in ran.err
    assert near in ran.err


def test_the_title_of_a_part_that_has_none_is_that_of_the_whole() -> None:
    assert section_title("4.6.99", CATALOG) == "Movement"
    assert section_title("zzz", CATALOG) is None


@pytest.mark.usefixtures("toys")
def test_a_game_with_titles_only_and_no_cards(run: Run) -> None:
    assert "3.1" in run("rules", "conference").out
    assert run("rules", "conference", "3").out.splitlines()[0] == "3  The auction"


def test_of_two_cards_with_one_name_the_nearer_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    catalog, context = registry.load("attrition").catalog("en"), Context(Words("en"), Screen())
    for near, shown in (([], "EP1"), (["CP1", "CP4"], "CP1"), (["EP1"], "EP1")):
        show_section("poison-gas", catalog, context, near)
        assert capsys.readouterr().out.startswith(f"{shown}  Poison Gas")


# -- by words of a name


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["okhrana"], "C23  Third Department/Okhrana"),
        (["third", "department"], "C23  Third Department/Okhrana"),
        (["Okhr"], "C23  Third Department/Okhrana"),
        (["Third Department Okhrana"], "C23  Third Department/Okhrana"),
    ],
)
def test_a_card_by_words_of_its_name(run: Run, words: list[str], first: str) -> None:
    ran = run("rules", "turmoil", *words)
    assert ran.status == 0
    assert ran.out.startswith(first)


def test_a_card_by_a_word_in_french_at_the_table(run: Run) -> None:
    typed = ["règles section", "règles Okhrana"]
    out = run("play", "turmoil", "--seed", "1", "--lang", "fr", typed=typed).out
    assert out.count("C23  Troisième section / Okhrana") == 2


def test_a_part_of_several_names_lists_them(run: Run) -> None:
    ran = run("rules", "attrition", "trench")
    assert ran.status == 0
    assert ran.out.startswith("“trench” appears in several names:\n  17     Trenches\n")
    assert "17.2   Placing trenches" in ran.out


def test_a_whole_name_goes_before_the_names_that_contain_it(run: Run) -> None:
    assert run("rules", "attrition", "trenches").out.startswith("17  Trenches\n")
    assert run("rules", "attrition", "movement").out.startswith("4.6  Movement\n")


def test_words_of_two_cards_with_one_name(capsys: pytest.CaptureFixture[str]) -> None:
    context = Context(Words("en"), Screen())
    for near, shown in (([], "EP1"), (["CP1"], "CP1")):
        show_section("poison", CATALOG, context, near)
        assert capsys.readouterr().out.startswith(f"{shown}  Poison Gas")
