"""Catalogues: sentences from messages, names, plurals, lists, and texts that lack."""

from __future__ import annotations

import logging
import sys
from io import StringIO
from pathlib import Path

import pytest

from entente.kernel import LANGUAGES, Catalog, Message, say
from entente.kernel.text import MissingText, package_texts, slug

TEXTS = {
    "kernel.nothing": "nothing",
    "kernel.and": "and",
    "kernel.or": "or",
    "log.plain": "War is declared.",
    "log.move": "{tile:tile} moves from {a:region} to {b:region}.",
    "log.count": "{count} {count:|tile|tiles}",
    "log.list": "Here stand {tiles:tile}.",
    "log.words": "{words}",
    "log.choices": "{words:or}",
    "log.typed": "{words:~}",
    "log.guilty": "{who:#|Guilty|All guilty}: {who:seat}",
    "log.ready": "{who:?prêt|prête|prêts|prêtes}",
    "log.declares": "{who:?déclare|déclarent}",
    "gram.red": "fs",
    "gram.blue": "fs",
    "gram.union": "mp",
    "gram.green": "ms",
    "log.bag": "Lost: {lost:tile}.",
    "log.bag_count": "{lost:|tile|tiles} lost",
    "log.braces": "{{not a gap}}",
    "action.move": "move {0:tile} to {1:region}",
    "names.tile.gun": "artillery",
    "names.tile.foot": "Infantry of the Line",
    "names.region.vienna": "Vienna",
    "names.region.hungary": "Royaume de Hongrie",
    "names.seat.red": "Red",
    "rules.4.title": "Turn",
    "rules.4.text": "In a turn …",
    "rules.4.1.title": "Draw",
    "rules.4.1.text": "You draw …",
}
EN, FR = Catalog("en", TEXTS), Catalog("fr", TEXTS)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (say("log.plain"), "War is declared."),
        (
            say("log.move", tile="gun", a="vienna", b="hungary"),
            "artillery moves from Vienna to Royaume de Hongrie.",
        ),
        (say("log.list", tiles=["gun", "foot"]), "Here stand artillery and Infantry of the Line."),
        (say("log.list", tiles=[]), "Here stand nothing."),
        (say("log.words", words=["a", "b", "c"]), "a, b and c"),
        (say("log.words", words=["a"]), "a"),
        (say("log.choices", words=["a", "b", "c"]), "a, b or c"),
        (say("log.choices", words=[]), "nothing"),
        (say("log.typed", words=["gun", "foot"]), "artillery, infantry-of-the-line"),
        (say("log.words", words=7), "7"),
        (say("log.words", words={"a": 2}), "2 × a"),
        (
            say("log.bag", lost={"gun": 2, "foot": 1}),
            "Lost: 2 × artillery and Infantry of the Line.",
        ),
        (say("log.bag", lost={}), "Lost: nothing."),
        (say("log.braces"), "{not a gap}"),
        (Message("action.move", {"0": "gun", "1": "vienna"}), "move artillery to Vienna"),
    ],
    ids=lambda value: value.key if isinstance(value, Message) else "",
)
def test_a_message_becomes_a_sentence(message: Message, sentence: str) -> None:
    assert EN.say(message) == sentence


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [(0, "0 tiles", "0 tile"), (1, "1 tile", "1 tile"), (2, "2 tiles", "2 tiles")],
)
def test_the_plural_follows_the_language(count: int, english: str, french: str) -> None:
    assert EN.say(say("log.count", count=count)) == english
    assert FR.say(say("log.count", count=count)) == french


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        ("0,5", "tiles", "tile"),
        ("1,9", "tiles", "tile"),
        ("2.3", "tiles", "tiles"),
        (2.0, "tiles", "tiles"),
    ],
)
def test_the_plural_follows_decimals_too(count: str | float, english: str, french: str) -> None:
    message = Message("log.count", {"count": count})  # type: ignore[dict-item]
    assert EN.say(message).split()[1] == english
    assert FR.say(message).split()[1] == french


def test_the_plural_of_a_list_counts_its_members() -> None:
    assert EN.say(say("log.guilty", who=["red"])) == "Guilty: Red"
    assert EN.say(say("log.guilty", who=["red", "red"])) == "All guilty: Red and Red"


@pytest.mark.parametrize(
    ("who", "adjective", "verb"),
    [
        ("red", "prête", "déclare"),
        ("green", "prêt", "déclare"),
        ("union", "prêts", "déclarent"),
        (["red"], "prête", "déclare"),
        (["red", "blue"], "prêtes", "déclarent"),
        (["red", "green"], "prêts", "déclarent"),
    ],
)
def test_words_agree_with_what_is_named(who: str | list[str], adjective: str, verb: str) -> None:
    assert FR.say(say("log.ready", who=who)) == adjective
    assert FR.say(say("log.declares", who=who)) == verb


@pytest.mark.usefixtures("forgiving")
def test_a_name_without_gender_is_masculine_and_singular() -> None:
    assert FR.say(say("log.ready", who="nobody")) == "prêt"
    with pytest.raises(MissingText, match="no fr gender and number for 'nobody'"):
        FR.strict.say(say("log.ready", who="nobody"))


def test_a_negative_number_has_a_minus_sign_in_french() -> None:
    assert FR.say(say("log.words", words=-4)) == "\u22124"
    assert EN.say(say("log.words", words=-4)) == "-4"


def test_the_plural_of_a_bag_counts_what_is_in_it() -> None:
    assert EN.say(say("log.bag_count", lost={"gun": 1})) == "tile lost"
    assert EN.say(say("log.bag_count", lost={"gun": 1, "foot": 1})) == "tiles lost"


def test_a_text_that_lacks_is_named_with_its_language() -> None:
    with pytest.raises(MissingText, match=r"no fr text for 'log\.nowhere'"):
        FR.strict.say(say("log.nowhere"))
    with pytest.raises(MissingText, match=r"log\.nowhere"):
        EN.strict.get("log.nowhere")


def test_a_parameter_that_lacks_is_named() -> None:
    with pytest.raises(MissingText, match="needs the parameter 'b'"):
        EN.strict.say(say("log.move", tile="gun", a="vienna"))


def test_a_name_that_lacks_is_named() -> None:
    with pytest.raises(MissingText, match="no en name for the region 'atlantis'"):
        EN.strict.say(say("log.move", tile="gun", a="vienna", b="atlantis"))


@pytest.mark.usefixtures("forgiving")
def test_a_missing_text_is_shown_as_its_key_and_reported_once() -> None:
    written = StringIO()
    handler = logging.StreamHandler(written)
    logging.getLogger("entente.text").addHandler(handler)
    lacking = Catalog("en", {"log.move": "{tile:tile} to {to:region}: {count} {count:|step|steps}"})
    move = say("log.move", tile="gun", to="nowhere-yet")
    for _ in range(2):
        assert lacking.get("log.never_written") == "log.never_written"
        assert lacking.say(say("log.{odd")) == "log.{odd"
        assert lacking.say(move) == "gun to nowhere-yet: {count} {count}"
        assert lacking.linked(move) == ("Gun to nowhere-yet: {count} {count}", [])
    for what in ("no en text for 'log.never_written'", "for the region 'nowhere-yet'"):
        assert written.getvalue().count(what) == 1
    logging.getLogger("entente.text").removeHandler(handler)


def test_a_parameter_more_than_needed_does_no_harm() -> None:
    assert EN.say(say("log.plain", extra="x")) == "War is declared."


def test_a_gap_can_only_be_filled_by_a_parameter() -> None:
    """A text cannot reach into the values it is given."""
    catalog = Catalog("en", {"bad": "{word.__class__}", "worse": "{word[0]}"})
    for key in ("bad", "worse"):
        with pytest.raises(MissingText):
            catalog.strict.say(say(key, word="x"))


def test_a_catalogue_knows_what_it_has() -> None:
    assert "log.plain" in EN
    assert "log.nowhere" not in EN
    assert EN.name("region", "vienna") == "Vienna"


def test_a_name_may_be_of_one_of_several_kinds() -> None:
    assert EN.name("seat/region", "vienna") == "Vienna"
    assert EN.name("seat/region", "red") == "Red"
    with pytest.raises(MissingText, match="the seat/region 'gun'"):
        EN.strict.name("seat/region", "gun")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Vienna", "vienna"),
        ("Royaume de Hongrie", "royaume-de-hongrie"),
        ("l'Autriche-Hongrie", "l-autriche-hongrie"),
        ("Œuvre à Évreux", "oeuvre-a-evreux"),
        ("cœur", "coeur"),
        ("Ægir", "aegir"),
        ("  St. Petersburg  ", "st-petersburg"),
        ("Forêt-Noire", "foret-noire"),
        ("—", ""),
        ("17", "17"),
    ],
)
def test_a_name_becomes_one_typable_word(text: str, word: str) -> None:
    assert slug(text) == word


def test_an_action_is_written_in_the_words_of_the_language() -> None:
    assert EN.write("move foot vienna hungary 3") == (
        "move infantry-of-the-line vienna royaume-de-hongrie 3"
    )


# -- loading


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with texts in both languages."""
    for language in LANGUAGES:
        folder = tmp_path / "spoken" / "text" / language
        folder.mkdir(parents=True)
        (folder / "log.toml").write_text(f'move = "{language} déplacé"\n[deep]\ner = 3\n', "utf-8")
        (folder / "rules.toml").write_text('["4.1"]\ntitle = "Draw"\n', "utf-8")
        (folder / "notes.txt").write_text("not a text", "utf-8")
    (tmp_path / "spoken" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "spoken", raising=False)
    return "spoken"


def test_the_texts_of_a_package_are_found_by_file_and_path(package: str) -> None:
    assert package_texts(package, "fr") == {
        "log.move": "fr déplacé",
        "log.deep.er": "3",
        "rules.4.1.title": "Draw",
    }


def test_a_package_without_texts_has_none() -> None:
    assert package_texts("entente", "en") == {}


def test_several_packages_make_one_catalogue(package: str) -> None:
    catalog = Catalog.load("en", "entente.kernel", package)
    assert catalog.get("log.move") == "en déplacé"
    assert catalog.get("kernel.game_over") == "The game is over."


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown language 'de'; known: en, fr"):
        Catalog.load("de", "entente.kernel")
