"""User errors: a sentence in the reader's language, from any cause."""

from __future__ import annotations

import pickle

import pytest

from entente.kernel import OptionError, UserError, say
from entente.kernel.data import DataError
from entente.kernel.record import RecordError
from entente.kernel.registry import UnknownGame
from entente.kernel.typography import typeset
from entente.kernel.user_error import KERNEL
from entente.kernel.validation import explain_validation_error
from entente.players import UnknownPlayer

CHESS = UnknownGame(say("mistake.game.unknown", name="chess", known=["attrition"]))


def test_a_user_error_is_in_the_language_of_the_reader() -> None:
    assert CHESS.text("en") == "no game is called “chess”; there are: attrition"
    assert CHESS.text("fr") == typeset("aucun jeu ne s'appelle « chess » ; il y a : attrition")


def test_a_traceback_is_in_english() -> None:
    assert str(CHESS) == CHESS.text("en")
    assert isinstance(CHESS, ValueError)


def test_a_mistake_may_be_in_the_words_of_another_package() -> None:
    error = UnknownPlayer("napoleon")
    assert error.package == "entente.players"
    assert (
        error.text("en") == "no computer player is called “napoleon”; there are: "
        "easy, normal, hard, greedy, random, learned and llm"
    )
    assert error.text("fr").startswith(typeset("aucun ordinateur ne s'appelle « napoleon »"))


def test_the_cause_of_a_user_error_is_in_the_same_language() -> None:
    error = RecordError(1, say("mistake.record.set_up"), CHESS.text)
    assert str(error) == f"line 1: the game cannot be set up: {CHESS}"
    assert error.text("fr") == (
        typeset(f"ligne 1 : le jeu ne peut pas être mis en place : {CHESS.text('fr')}")
    )
    assert error.why("fr") == error.text("fr").removeprefix(typeset("ligne 1 : "))


@pytest.mark.parametrize(
    "mistake",
    [
        CHESS,
        UnknownPlayer("napoleon"),
        OptionError(say("mistake.option.unknown", game="walk", name="run", known=[])),
        DataError("map.toml", "region x", say("data.turns"), "entente.games.attrition"),
        RecordError(3, say("mistake.record.set_up"), CHESS.text),
    ],
    ids=lambda mistake: type(mistake).__name__,
)
def test_a_mistake_comes_back_from_another_process_as_it_was(mistake: UserError) -> None:
    again = pickle.loads(pickle.dumps(mistake))
    assert type(again) is type(mistake)
    for language in ("en", "fr"):
        assert again.text(language) == mistake.text(language)


@pytest.mark.parametrize(
    ("error", "place", "english", "french"),
    [
        (
            "Expected `int`, got `str` - at `$.region[3].ip`",
            "region[3].ip",
            "must be a whole number",
            "il faut un nombre entier",
        ),
        (
            "Expected `float`, got `str` - at `$.lon`",
            "lon",
            "must be a number",
            "il faut un nombre",
        ),
        ("Expected `str | null`, got `int` - at `$.x`", "x", "must be a text", "il faut un texte"),
        (
            "Expected `bool`, got `int` - at `$.x`",
            "x",
            "must be true or false",
            "il faut true (vrai) ou false (faux)",
        ),
        ("Expected `array`, got `int` - at `$.x`", "x", "must be a list", "il faut une liste"),
        ("Expected `object`, got `array`", "", "must be a table", "il faut une table"),
        ("Expected `int` >= 0 - at `$.x`", "x", "must be at least 0", "il faut au moins 0"),
        ("Expected `float` <= 1.5 - at `$.x`", "x", "must be at most 1.5", "il faut au plus 1.5"),
        (
            "Object missing required field `ip` - at `$.region[3]`",
            "region[3]",
            "“ip” is missing",
            typeset("« ip » manque"),
        ),
        (
            "Object contains unknown field `pi`",
            "",
            "there is no “pi” here",
            typeset("il n'y a pas de « pi » ici"),
        ),
        (
            "Invalid enum value 'air' - at `$.kind`",
            "kind",
            "“air” is not one of the values it can have",
            typeset("« air » ne fait pas partie des valeurs possibles"),
        ),
        (
            "Invalid enum value 7 - at `$.kind`",
            "kind",
            "“7” is not one of the values it can have",
            typeset("« 7 » ne fait pas partie des valeurs possibles"),
        ),
        (
            "Expected `bool | int | str`, got `array` - at `$.options[...]`",
            "options[...]",
            "does not fit (Expected bool | int | str, got array)",
            "ne convient pas (Expected bool | int | str, got array)",
        ),
        (
            "Expected `str` of length >= 2 - at `$.x`",
            "x",
            "does not fit (Expected str of length >= 2)",
            "ne convient pas (Expected str of length >= 2)",
        ),
    ],
)
def test_errors_of_msgspec_are_translated(
    error: str, place: str, english: str, french: str
) -> None:
    found, reason = explain_validation_error(error)
    assert found == place
    mistake = UserError(reason, KERNEL)
    assert (mistake.text("en"), mistake.text("fr")) == (english, french)
