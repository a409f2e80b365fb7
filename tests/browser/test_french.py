"""Everything in French: no text of the page is left in English."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.amount import THOROUGH, amount
from tests.browser.pages import PAGES, follow, overflow, unfit, visit
from tests.browser.people import DAILY, GAMES, Crowd, Person
from tests.browser.play import Player
from tests.browser.test_phone import PHONE

WEB = Path(__file__).parents[2] / "web/src"
LINE = re.compile(r"^\s*'([\w.]+)':\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"),$", re.M)
# Words that no French sentence has, and hardly an English one lacks.
ENGLISH = re.compile(r"\b(the|and|with|your|you|of|is|are|to be|for|this|from|may|who)\b", re.I)
DECISIONS = amount(1, 3)
NAMES = ("An Attrition of Souls", "Europe in Turmoil", "Pax Britannica")

# What is read on the page, its labels, and what a window of another width would show of it.
SEEN = """() => {
    const all = [...document.body.querySelectorAll('*')].filter((e) => !e.closest('[lang=en]'));
    const labels = all.filter((e) => e.matches('[aria-label], [title], [placeholder]'))
        .flatMap((e) => ['aria-label', 'title', 'placeholder'].map((a) => e.getAttribute(a)));
    const hidden = all.filter((e) => !e.getClientRects().length && !e.closest('script, style'))
        .flatMap((e) => [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE))
        .map((n) => n.data);
    return [document.body.innerText, ...hidden, ...labels.filter(Boolean)].join('\\n');
}"""


def texts(language: str) -> dict[str, str]:
    """The page's own words."""
    found = {}
    own = WEB.glob(f"games/*/text/{language}.ts")
    for file in sorted([*WEB.glob(f"lib/text/{language}/*.ts"), *own]):
        source = re.sub(r":\n\s+", ": ", file.read_text(encoding="utf-8"))
        for key, single, double in LINE.findall(source):
            found[key] = (single or double).replace("\\'", "'")
    return found


@cache
def only_english() -> set[str]:
    """Whole texts that are there in English and that French does not use."""
    english, french = texts("en"), texts("fr")
    assert len(english) > 400
    assert english.keys() == french.keys()
    used = set(french.values())
    return {text for text in english.values() if text not in used and "{" not in text}


def english_in(page: Page) -> list[str]:
    """What is still English on a page."""
    seen: str = page.evaluate(SEEN)
    for name in NAMES:
        seen = seen.replace(name, "")
    lines = [line.strip() for line in seen.splitlines() if line.strip()]
    left = [line for line in lines if line in only_english() and line != "English"]
    return left + [line for line in lines if len(set(ENGLISH.findall(line.lower()))) > 1]


# The pages about the games are the same for each, and only filled with other words.
LOOKED_AT = [path for path in PAGES if not path.startswith("/games/") or GAMES[0] in path]


@pytest.mark.amount
def test_no_english_is_left_on_the_pages(crowd: Crowd) -> None:
    """Nor is a page too wide for a telephone with these words, which are the longer ones, nor is
    one of them cut off, or too small to be touched."""
    person = crowd.person("Marianne", locale="fr-FR", **PHONE)
    left, wide, ill = {}, {}, {}
    visit(person, PAGES[0])
    for path in PAGES if THOROUGH else LOOKED_AT:
        follow(person, path)
        expect(person.page.locator("html")).to_have_attribute("lang", "fr")
        left[path] = english_in(person.page)
        wide[path] = overflow(person.page)
        ill[path] = unfit(person.page)
        person.shoot(f"french{path.replace('/', '-')}")
    assert not {path: each for path, each in left.items() if each}
    assert not {path: each for path, each in wide.items() if each}
    assert not {path: each for path, each in ill.items() if each}


def come_from_the_home_page(person: Person, game: str) -> None:
    """A newcomer plays at once, by the button of a game and a name."""
    page = person.page
    person.go()
    card = page.locator("article.sheet", has=page.locator(f"a[href='/games/{game}']").first)
    card.locator("button.primary").click()
    assert not english_in(page)
    page.get_by_role("dialog").get_by_role("textbox").fill("Marianne")
    page.get_by_role("dialog").locator("button.primary").click()


@pytest.mark.soak
@pytest.mark.amount
@pytest.mark.parametrize("game", DAILY)
def test_a_game_begins_in_french(crowd: Crowd, game: str) -> None:
    """From the home page, of one of them, through the introduction to the first decisions."""
    person = crowd.person(locale="fr-FR")
    page = person.page
    if game == GAMES[0]:
        come_from_the_home_page(person, game)
    else:
        person.call("POST", "/guest", {"name": "Marianne"})
        info = next(each for each in person.call("GET", "/games") if each["id"] == game)
        mine, *others = info["seats"]
        person.open(person.table(game, seats={mine: "me", **dict.fromkeys(others, "random")}))
    introduction = page.get_by_role("dialog", name="Introduction")
    introduction.wait_for()
    while introduction.count():
        assert not english_in(page)
        introduction.locator("button.primary").click()
    player = Player(page, "french")
    if game == "diplomacy":
        person.sees_version(7)  # the six computers have decided
    for _ in range(DECISIONS):
        if game == "diplomacy":
            before = person.version
            page.locator("[data-region=decide] button.primary").first.click()
            asked_again = page.get_by_role("alertdialog", name="Êtes-vous sûr")
            asked_again.wait_for()  # that units have no orders
            assert not english_in(page)
            asked_again.get_by_role("button", name="Envoyer quand même").click()
            expect(page.locator(".table")).not_to_have_attribute("data-version", str(before))
            player.offer()
        else:
            player.decision()
        assert not english_in(page)
    person.shoot(f"french-{game}-table")
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert not english_in(page)
    page.keyboard.press("v")
    page.locator(".board-place > .words").wait_for()
    assert not english_in(page)
    person.shoot(f"french-{game}-lists")


@pytest.mark.soak
def test_the_language_is_switched_at_a_table(crowd: Crowd) -> None:
    """The question that is put, the log and the page change at once."""
    person = crowd.person("Bilingual")
    page = person.page
    person.open(person.table("attrition", seats={"central": "me", "entente": "me"}))
    Player(page, "switch").decision()
    english = page.locator("[data-region=decide] .prompt").inner_text()
    page.get_by_label("Language", exact=True).select_option("fr")
    expect(page.locator("[data-region=decide]")).not_to_contain_text(english.split(".")[0])
    expect(page.locator("svg.board")).to_contain_text("par mer")
    page.get_by_role("tab", name="Journal").wait_for()
    assert not english_in(page)
    page.get_by_label("Langue").select_option("en")
    expect(page.locator("[data-region=decide] .prompt")).to_have_text(english)


def test_texts_follow_a_change_of_language(crowd: Crowd) -> None:
    """Letters of computers, notifications and mails are in the language chosen last."""
    person = crowd.person("Bilingual")
    person.go("/tables")
    assert person.call("GET", "/me")["language"] == "en"
    with person.page.expect_response(lambda answer: answer.url.endswith("/api/me")) as answer:
        person.page.get_by_label("Language", exact=True).select_option("fr")
    assert answer.value.ok
    assert person.call("GET", "/me")["language"] == "fr"
