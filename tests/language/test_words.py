"""The vocabulary of the project: retired words only become fewer, and one name is one thing."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from scripts.retired_words import COUNTS, PATTERNS_OF, ROOT, counts

SOURCES = sorted((ROOT / "src/entente").rglob("*.py"))
STORED = tomllib.loads(COUNTS.read_text())

# What still offends, and may only become less: classes of one name in three or more modules, and
# modules and classes named by a word that the glossary retires (stored or on the wire, or a word of
# the game or of the trade in another sense).
SHARED_NAMES = {"Board", "Table"}
RETIRED_MODULES = {"desk", "pace", "play", "press", "question"}
RETIRED_CLASSES = {
    *("BreakOff", "Deed", "Difference", "GiveUp", "Judgement", "Letter", "Moment"),
    *(
        "Notice",
        "Plan",
        "Play",
        "Press",
        "Receipt",
        "Scale",
        "SetAside",
        "Thought",
        "Turns",
        "Ways",
        "Why",
    ),
}


@pytest.fixture(scope="module")
def current() -> dict[str, dict[str, int]]:
    return counts()


@pytest.mark.parametrize("area", STORED)
def test_retired_words_become_fewer(current: dict[str, dict[str, int]], area: str) -> None:
    """`python -m scripts.retired_words --write` stores lower counts."""
    more = {
        word: f"{number}, stored {STORED[area].get(word, 0)}"
        for word, number in current[area].items()
        if number > STORED[area].get(word, 0)
    }
    assert not more, f"retired words in {area}: see docs/glossary.md and scripts/retired_words.py"


@pytest.mark.parametrize(
    ("area", "habit", "text"),
    [
        ("page", "go on", "Let them go on"),
        ("page", "is no", "This is no refereed table."),
        ("page", "who as subject", "Roll call: who misses it loses the seat"),
        ("page", "one may", "Challenges one may refuse"),
        ("page", "noun of noun", "Name of the class"),
        ("rules", "reckon", "All powers reckon their income."),
        ("documentation", "sign in", "Sign in with a provider"),
        ("page-fr", "qui as subject", "Appel : qui ne confirme pas perd sa place"),
        ("page-fr", "de lui-même", "La table s'ouvre d'elle-même."),
        ("page-fr", "cela", "Cela ne peut pas être annulé."),
        ("texts-fr", "délai", "Un délai manqué"),
        ("texts-fr", "lettre", "Une lettre est arrivée."),
        ("texts-fr", "remettre", "Remettre mes ordres"),
    ],
)
def test_a_habit_is_found(area: str, habit: str, text: str) -> None:
    assert re.search(PATTERNS_OF[area][habit], text, re.IGNORECASE)


@pytest.mark.parametrize(
    ("area", "habit", "text"),
    [
        ("page", "is no", "There is no such card; it is no longer in play."),
        ("page", "one may", "No one can enter this space yet."),
        ("page-fr", "qui as subject", "Qui peut m'inviter ?"),
        ("texts-fr", "on", "Ne conservez rien sans raison."),
    ],
)
def test_plain_words_are_no_habit(area: str, habit: str, text: str) -> None:
    assert not re.search(PATTERNS_OF[area][habit], text, re.IGNORECASE)


@cache
def classes() -> dict[str, set[Path]]:
    """Return the public classes of the package and the modules that define them."""
    where = defaultdict(set)
    for path in SOURCES:
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(), re.MULTILINE):
            where[name].add(path)
    return where


def test_no_class_name_means_three_things() -> None:
    shared = {name for name, paths in classes().items() if len(paths) > 2}
    assert shared <= SHARED_NAMES


def glossary() -> tuple[set[str], set[str]]:
    """Return the terms of the glossary and the words that it retires."""
    say, retired = set[str](), set[str]()
    for line in (ROOT / "docs/glossary.md").read_text().splitlines():
        if re.match(r"\| (say|anglais|English|---)", line) or line.count("|") != 4:
            continue
        term, instead, _ = (cell.strip() for cell in line.strip("|").split("|"))
        say |= {each.strip(" `") for each in term.split(",")}
        retired |= {each.strip(" `") for each in instead.split(",") if "(" not in each}
    return say, retired - say - {""}


def test_no_module_or_class_is_named_by_a_retired_word() -> None:
    _, retired = glossary()
    assert len(retired) > 40
    modules = {path.stem for path in SOURCES} & {each.replace(" ", "_") for each in retired}
    named = classes().keys() & {each.title().replace(" ", "") for each in retired}
    assert modules <= RETIRED_MODULES
    assert named <= RETIRED_CLASSES


def test_a_short_date_may_be_a_time() -> None:
    """`language.moment` writes the time of what is today: no text puts `au` or `on` before it."""
    sources = [*(ROOT / "web/src").rglob("*.svelte"), *(ROOT / "web/src").rglob("*.ts")]
    shown = re.compile(r"say\('([\w.]+)', \{[^}]*language\.moment\(|when = language\.moment")
    keys = {key for path in sources for key in shown.findall(path.read_text()) if key}
    assert "lobby.due" in keys
    texts = {}
    for file in (ROOT / "web/src/lib/text").rglob("*.ts"):
        for key in keys:
            for text in re.findall(rf"'{re.escape(key)}':\s*['\"](.*)['\"],", file.read_text()):
                texts[f"{file.parent.name}: {key}"] = text
    assert len(texts) == 2 * len(keys)
    dated = re.compile(r"\b(au|du|le|on|of) \{when\}", re.IGNORECASE)
    assert not {place: text for place, text in texts.items() if dated.search(text)}
