"""Sheets of several phases: their headings, and the years they are of."""

import msgspec
import pytest

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.sheets.referee import Listed, Referee, SetAside
from entente.kernel.text import LANGUAGES

BOARD = Board({})


def late(text: str) -> list[tuple[int, str]]:
    """The headings that come too late, with their lines."""
    answers = [a for judged in Referee(BOARD, CLASSIC).judge(text) for a in judged.answers]
    why = "reading.phase_too_late"
    wrong = [a for a in answers if a.refusal is not None and a.refusal.message.key == why]
    return [(answer.line.number, answer.line.text) for answer in wrong]


def years(text: str) -> list[int]:
    judged = Referee(BOARD, CLASSIC).judge(text)
    return [each.year for each in judged if not isinstance(each, (Listed, SetAside))]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Spring 1901\nA PAR H\nAutumn 1901\nA PAR H\nWinter 1901\nSpring 1902\nA PAR H", []),
        ("Autumn 1901\nA PAR H\nSpring 1901\nA PAR H", [(3, "Spring 1901")]),
        ("Automne 1902: A PAR H\nHiver 1901\n", [(2, "Hiver 1901")]),
        ("Spring 1902\nA PAR H\nAutumn 1901\nA PAR H\nSpring 1902\nA PAR H", [(3, "Autumn 1901")]),
        ("Autumn 1901\nSpring 1901\nA PAR H", []),  # nothing was judged under the first
        ("Autumn 1905\nA PAR H\nUnits\nFrance: A PAR\nSpring 1901\nA PAR H", []),
    ],
)
def test_phases_follow_each_other(text: str, wrong: list[tuple[int, str]]) -> None:
    assert late(text) == wrong


def test_a_phase_that_comes_too_late_is_not_judged() -> None:
    assert years("Autumn 1902\nA PAR H\nSpring 1901\nA PAR H\n") == [1902]


def test_a_spring_without_a_year_is_the_next_one() -> None:
    sheet = "{}\nA PAR H\nAutumn\nA PAR H\nWinter\nSpring\nA PAR H\nAutumn\nA PAR H"
    assert years(sheet.format("Spring")) == [1901, 1901, 1901, 1902, 1902]
    assert years(sheet.format("Spring 1905")) == [1905, 1905, 1905, 1906, 1906]
    assert late(sheet.format("Spring")) == []


# -- removals by the rule (X.4)

TWO_FLEETS = "Units\nRussia: F Eng, F Mao\nCentres\nRussia: Bre\nWinter 1905\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rules", "left"), [(STANDARD, {"RUSSIA": ["F MAO"]}), (CLASSIC, {"RUSSIA": ["F ENG"]})]
)
def test_the_alphabet_of_removals_is_not_the_reader_s(
    rules: Rules, left: dict[str, list[str]], language: str
) -> None:
    """English Channel, Mid-Atlantic Ocean; but Atlantique Moyen, Manche."""
    rules = msgspec.structs.replace(rules, removal_distance="owned")
    referee = Referee(BOARD, rules, language)
    list(referee.judge(TWO_FLEETS))
    assert referee.position.written() == left
