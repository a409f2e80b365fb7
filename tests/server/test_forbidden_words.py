"""The operator's word filter: which texts it refuses, and which spellings it reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.kernel import UserError
from entente.server.forbidden_words import ForbiddenWords, read_words
from entente.server.http.app import create_app
from entente.server.settings import Settings, read_settings
from tests.server.people import House
from tests.server.played import at_random
from tests.server.studies.authors import edit
from tests.server.studies.test_sources import give, path_of
from tests.server.test_press import Congress, congress

pytestmark = pytest.mark.one_database

WORDS = "# ours\nrascal\nfail  # a comment\nKnave*\ncad\ngo away\n\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text(WORDS, "utf-8")
    return path


@pytest.fixture
def strict(database: str, file: Path) -> Iterator[House]:
    """A server that forbids some words."""
    with House(create_app(Settings(database, forbidden_words=str(file)))) as house:
        yield house


def test_phrases_may_begin_alike_and_beginnings_be_of_any_length() -> None:
    words = ForbiddenWords(["go away now", "go home", "go", "k*", "knave*"])
    texts = ("they go home.", "GO  AWAY", "Kn", "a knavery", "ego", "ok")
    assert [words.found(each) for each in texts] == ["go", "GO", "Kn", "knavery", None, None]
    words = ForbiddenWords(["go away now", "go home", "knave*"])
    texts = ("go away; go home now", "go away now", "go away", "kna", "knave", "x" * 20_000)
    found = ["go home", "go away now", None, None, "knave", None]
    assert [words.found(each) for each in texts] == found


def test_spellings_of_a_forbidden_word_are_found(file: Path) -> None:
    words = read_words(str(file))
    found = (
        "You rascal!",
        "RÀSCAL",
        "r4sc4l",
        "ra$cal",
        "rаsсаl",  # Cyrillic letters
        "ｒａｓｃａｌ",
        "ras\u200bcal",
        "r a s c a l",
        "r.a.s.c.a.l",
        "raaaascal",
        "fa1l",
        "faIl",
        "knavery",
        "the Knave",
        "Go  away, please",
        "_cad_",
    )
    assert [text for text in found if words.found(text) is None] == []


def test_other_words_are_not_found(file: Path) -> None:
    words = read_words(str(file))
    fine = (
        "rascally",  # whole words only
        "fall",  # an l is an i only beside signs
        "cadet, academy",
        "go far away",
        "A PAR - BUR, F BRE S A PAR",
        "1914",
        "",
    )
    assert [text for text in fine if words.found(text) is not None] == []


def test_the_word_is_named_as_it_was_written() -> None:
    assert ForbiddenWords(["rascal"]).found("Oh you R4SCAL, you") == "R4SCAL"


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert not ForbiddenWords().found(text)
    ForbiddenWords(["rascal", "go away", "kn*"]).found(text)


@given(st.text("abcdehmnoprtu", min_size=3, max_size=12), st.booleans())
def test_case_and_neighbours_do_not_hide_a_word(word: str, upper: bool) -> None:
    words = ForbiddenWords([word])
    assert words.found(f"well, {word.upper() if upper else word.title()}; yes")
    assert not words.found(f"x{word}x")


def test_names_titles_profiles_and_public_messages_are_checked(strict: House) -> None:
    anna = strict.person("Anna")
    refused = anna.post("/api/guest", 422, name="The Rascal", language="en")
    assert refused["key"] == "problem.words.forbidden"
    assert refused["args"]["word"] == "Rascal"
    assert "Rascal" in refused["text"]
    anna.request("PATCH", "/api/me", {"name": "Rascal"}, 422)
    anna.request("PATCH", "/api/me", {"preferences": {"profile": {"about": "a r4scal"}}}, 422)
    anna.post("/api/tables", 422, game="attrition", title="For rascals and a rascal")
    anna.post("/api/register", 200, name="Anna", password="correct horse")
    anna.post("/api/clubs", 422, name="Rascal Club")
    anna.post("/api/clubs", 422, name="Club", about="For every rascal")
    event = {"name": "Cup", "game": "attrition", "format": "swiss", "about": "No rascal"}
    anna.request("POST", "/api/events", event, 422)
    anna.request("POST", "/api/studies", {"title": "Rascal"}, 422)


def test_an_imported_study_is_checked(strict: House) -> None:
    """What others would read: a comment, its author, the name of a chapter."""
    anna = strict.person("Anna")
    anna.post("/api/register", 200, name="Anna", password="correct horse")
    made = give(anna, at_random("attrition", 3))
    path = path_of(made)
    edit(anna, path, op="comment", node=0, language="en", text="A good start", seen=0)
    exported = anna.client.get(f"{path.partition('/chapters')[0]}/export").content
    give(anna, exported)
    for mine, theirs in ((b"A good start", b"A rascal"), (b'"Anna"', b'"Rascal"')):
        assert mine in exported
        assert give(anna, exported.replace(mine, theirs), 422)["key"] == "problem.words.forbidden"
    assert give(anna, exported, 422, "?name=Rascal")["key"] == "problem.words.forbidden"


def write(at: Congress, to: list[str], status: int) -> None:
    body = {"seat": "france", "to": to, "text": "you rascal"}
    at.france.request("POST", at.path, body, status)


def test_private_letters_are_private(strict: House) -> None:
    at = congress(strict)
    write(at, [], 422)
    write(at, ["germany"], 201)


def test_the_operator_may_have_letters_checked(database: str, file: Path) -> None:
    settings = Settings(database, forbidden_words=str(file), words_in_letters=True)
    with House(create_app(settings)) as house:
        at = congress(house)
        draft = {"seat": "france", "to": ["germany"], "text": "you rascal"}
        at.france.request("PUT", f"{at.path}/draft", draft, 204)
        write(at, ["germany"], 422)
        (kept,) = at.france.get(at.path)["drafts"]  # the sender keeps the text
        assert kept["text"] == "you rascal"


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_words(str(tmp_path / "missing.txt"))
    long = tmp_path / "long.txt"
    long.write_text("x" * 201, "utf-8")
    with pytest.raises(UserError, match="longer than 200"):
        read_words(str(long))


def test_the_settings_name_the_file(tmp_path: Path) -> None:
    environment = {
        "ENTENTE_HOME": str(tmp_path),
        "ENTENTE_FORBIDDEN_WORDS": "words.txt",
        "ENTENTE_FORBIDDEN_WORDS_IN_LETTERS": "1",
    }
    settings = read_settings(environment)
    assert (settings.forbidden_words, settings.words_in_letters) == ("words.txt", True)
