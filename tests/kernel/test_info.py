"""Options: what they take, how they are typed, and what a game says when they are wrong."""

from __future__ import annotations

import pytest

from entente.kernel import GameInfo, Option, OptionError, OptionValue
from entente.kernel.info import spell

TANKS = Option("tanks", "9", False)
TURNS = Option("turns", "3", 10, (5, 10, -1))
SETUP = Option("setup", "20", "standard", ("standard", "historical"))
INFO = GameInfo("game", "1", "package", ("red", "blue"), (TANKS, TURNS, SETUP))


BALANCE = Option("balance", "3", "off", ("off", "little", "much"), on="little")
READING = Option("reading", "4", False, kind="ruling")


def test_all_rules_are_switched_on_and_readings_and_numbers_left() -> None:
    options = (TANKS, TURNS, SETUP, BALANCE, READING)
    info = GameInfo("game", "1", "package", ("red", "blue"), options)
    assert info.all_rules() == {"tanks": True, "balance": "little"}
    assert INFO.complete(INFO.all_rules()) == {"tanks": True, "turns": 10, "setup": "standard"}


@pytest.mark.parametrize("value", [None, "off", "enormous", True])
def test_an_option_that_can_be_off_says_what_switches_it_on(value: OptionValue | None) -> None:
    """Otherwise “all options” would pass it over without a word."""
    with pytest.raises(ValueError, match="balance"):
        Option("balance", "3", "off", ("off", "little", "much"), on=value)


def test_a_value_that_switches_on_is_one_of_the_values() -> None:
    with pytest.raises(ValueError, match="setup"):
        Option("setup", "20", "standard", ("standard", "historical"), on="modern")


@pytest.mark.parametrize("word", ["on", "true", "yes", "1", "oui", "ON", " Yes "])
def test_a_flag_is_switched_on_by_words(word: str) -> None:
    assert TANKS.read(word) is True


@pytest.mark.parametrize("word", ["off", "false", "no", "0", "non", "Off"])
def test_a_flag_is_switched_off_by_words(word: str) -> None:
    assert TANKS.read(word) is False


def test_values_are_read_as_they_are_or_as_they_are_typed() -> None:
    assert TANKS.read(True) is True
    assert TURNS.read(5) == 5
    assert TURNS.read("5") == 5
    assert TURNS.read("-1") == -1
    assert SETUP.read("historical") == "historical"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (TANKS, "maybe"),
        (TANKS, 1),
        (TANKS, ""),
        (TURNS, 7),
        (TURNS, "7"),
        (TURNS, "five"),
        (TURNS, True),
        (TURNS, "--1"),
        (TURNS, "-"),
        (TURNS, "9" * 5000),
        (SETUP, "Historical"),
        (SETUP, False),
    ],
)
def test_another_value_is_refused_with_the_ones_there_are(
    option: Option, value: OptionValue
) -> None:
    with pytest.raises(OptionError) as caught:
        option.read(value)
    assert str(caught.value).startswith(f"the option {option.id} does not take “")
    assert option.spelled_values() in str(caught.value)


def test_the_values_of_an_option_are_spelled_as_typed() -> None:
    assert TANKS.spelled_values() == "off, on"
    assert TURNS.spelled_values() == "5, 10, -1"
    assert [spell(value) for value in (True, False, 3, "x")] == ["on", "off", "3", "x"]


def test_only_an_option_that_is_on_or_off_is_a_flag() -> None:
    assert TANKS.is_flag
    assert not TURNS.is_flag
    assert not SETUP.is_flag


def test_the_defaults_stand_in_for_what_is_not_given() -> None:
    assert INFO.complete() == {"tanks": False, "turns": 10, "setup": "standard"}
    assert INFO.complete({"tanks": "on"}) == {"tanks": True, "turns": 10, "setup": "standard"}


def test_an_option_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(OptionError, match="game has no option “tnaks”; its options are: tanks, tu"):
        INFO.complete({"tnaks": True})
    with pytest.raises(OptionError, match="no option"):
        INFO.option("")
    assert INFO.option("setup") is SETUP
