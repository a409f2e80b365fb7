"""Guards for the French texts: names with their article, numbers with their plural, one word for
one thing (`docs/glossary.md`, section "Français").

The first two are ratchets: their numbers may only fall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from entente.kernel import registry
from entente.kernel.text import package_texts
from entente.kernel.text_check import AGENTS, ARENA, COMMAND, KERNEL, LEARNING, PLAYERS, SERVER
from entente.kernel.typography import keyed

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
GAMES = {"attrition": "Attrition", "diplomacy": "Diplomacy", "pax": "Pax", "turmoil": "Turmoil"}
BARE_NAMES = 0  # how many texts still have a name without article inside a sentence
NO_PLURAL = 0  # how many texts still have a number without singular and plural


class Text(NamedTuple):
    """A French text: its place, its game, and its content as typed."""

    place: str
    game: str
    said: str


@cache
def french() -> tuple[Text, ...]:
    return (*_of_packages(), *_of_the_page())


def _of_packages() -> Iterator[Text]:
    games = [registry.load(name).info for name in registry.available()]
    packages = {KERNEL: "", PLAYERS: "", ARENA: "", COMMAND: "", SERVER: "", AGENTS: ""}
    packages |= {LEARNING: ""} | {game.package: game.id for game in games}
    for package, game in packages.items():
        for key, text in package_texts(package, "fr").items():
            about = key.split(".")[0].removeprefix("why_")
            yield Text(f"{package}: {key}", game or (about if about in GAMES else ""), keyed(text))


def _of_the_page() -> Iterator[Text]:
    entry = re.compile(r"^  '([\w.]+)':\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"),$", re.M)
    files = [*(WEB / "lib/text/fr").rglob("*.ts"), *WEB.glob("games/*/text/fr*/**/*.ts")]
    files += WEB.glob("games/*/text/fr.ts")
    for file in sorted(files):
        for key, one, other in entry.findall(file.read_text(encoding="utf-8")):
            game = key.split(".")[0]
            said = keyed((one or other).replace("\\'", "'"))
            yield Text(f"page: {key}", game if game in GAMES else "", said)


def is_prose(text: Text) -> bool:
    """Return whether the guards look at a text: rules and cards keep the words of the booklets."""
    return re.search(r": (rules|cards|names|exercise|gram)\.", text.place) is None


# -- names have their article

NAMED = "power|area|seat|sea|place|nation|region|passage|province|tile|unit"
BARE = re.compile(rf"\{{\w+:(?:{NAMED})(?:/(?:{NAMED}|tag|enemy))*/?\}}")
# Where a name may stand alone: as a heading before a colon or a comma, after a colon, in brackets
# or quotes, beside an arrow or a dash, in a list of such.
ALONE_BEFORE = re.compile(r"(^|[:(«→–,;] ?|\. ?|\) ?| (et|ou|pour|contre,|pour,) )$")
ALONE_AFTER = re.compile(r"^( ?[:,→–)»;(|]|$|\.$| ?\()")


def bare_names(text: str) -> list[str]:
    """The names that stand in a sentence without their article."""
    found = []
    for gap in BARE.finditer(text):
        before, after = text[: gap.start()], text[gap.end() :]
        if not (ALONE_BEFORE.search(before) and ALONE_AFTER.search(after)) and not _listed(before):
            found.append(gap[0])
    return found


def _listed(before: str) -> bool:
    """Return whether a colon or a bracket opens a list in the same sentence."""
    sentence = re.split(r"[.!?] ", before)[-1]
    return " : " in sentence or "(" in sentence.rsplit(")", 1)[-1]


def test_names_in_french_sentences_have_their_article() -> None:
    found = [t.place for t in french() if is_prose(t) and bare_names(t.said)]
    assert len(found) <= BARE_NAMES, found


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("{power:power} déclare la guerre.", ["{power:power}"]),
        ("Revendiquer {0:area}", ["{0:area}"]),
        ("{power:power} : rien de possible.", []),
        ("En attente : {seats:seat}.", []),
        ("Rompre le traité ({0:power})", []),
        ("{power:power_the} {power:?déclare|déclarent} la guerre.", []),
    ],
)
def test_the_guard_finds_a_bare_name(text: str, bare: list[str]) -> None:
    assert bare_names(text) == bare


# -- numbers have singular and plural

COUNT = re.compile(r"\{(\w+)(?::\d*)?\} (?:[a-zàâçéèêëîïôûùœ'-]+ )?([a-zàâçéèêëîïôûùœ]{3,}s)\b")
# Words in -s that are no plural, and what is counted by other words.
NO_COUNT = re.compile(r"dans|sans|sous|plus|moins|fois|mais|puis|alors|après|depuis|vers|pas|tous")
NUMBERS = re.compile(
    r"n|m|count|number|amount|points|strength|orders|moves|games|tables|hours|minutes|seconds"
    r"|years|most|least|limit|left|dice|lost|tiles|units|total|penalty|wins|losses"
)


def no_plural(text: str) -> list[str]:
    """`{count} tuiles`, which is wrong for one."""
    return [
        found[0]
        for found in COUNT.finditer(text)
        if NUMBERS.fullmatch(found[1]) and not NO_COUNT.fullmatch(found[2])
    ]


def test_numbers_in_french_have_singular_and_plural() -> None:
    found = [
        f"{t.place}: {no_plural(t.said)}" for t in french() if is_prose(t) and no_plural(t.said)
    ]
    assert len(found) <= NO_PLURAL, found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("il manque {n} aires", ["{n} aires"]),
        ("{count} {count:|tuile|tuiles}", []),
        ("{count} fois sur cent", []),
    ],
)
def test_the_guard_finds_a_number_without_plural(text: str, found: list[str]) -> None:
    assert no_plural(text) == found


# -- one word for one thing


@cache
def banned() -> tuple[tuple[str, str], ...]:
    """The banned words of the glossary, with the games they are banned in; none: everywhere."""
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\|(.*)\|$", glossary.split("## Français")[1])
    found = []
    for row in rows[2:]:
        games, _, _, words = (cell.strip() for cell in row.split("|"))
        found += [(games, word.strip()) for word in words.split(",") if word.strip()]
    return tuple(found)


def uses(text: Text) -> list[str]:
    """The banned words in a text."""
    name = GAMES.get(text.game, "")
    return [
        word
        for games, word in banned()
        if ("tous" in games or (name and name in games))
        and re.search(rf"(?i)(?<!\w){re.escape(word)}(s|x)?(?!\w)", text.said)
    ]


def test_no_banned_word_is_used() -> None:
    found = [f"{t.place}: {uses(t)}" for t in french() if is_prose(t) and uses(t)]
    assert not found, found


def test_the_glossary_bans_words_everywhere_and_in_games() -> None:
    assert ("Pax", "condominium") in banned()
    assert uses(Text("", "pax", "Un condominium au Maroc.")) == ["condominium"]
    assert uses(Text("", "turmoil", "Un condominium au Maroc.")) == []
