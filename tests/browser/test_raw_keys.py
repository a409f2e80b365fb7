"""No page shows the key of a text instead of the text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import visit
from tests.browser.people import Crowd
from tests.browser.test_french import SEEN, texts
from tests.browser.whole_site import whole_site

KEY = re.compile(r"(?<![\w./@-])[a-z][\w-]*(?:\.[a-z][\w-]*){2,}(?![\w./@-])")
OF_THE_PAGE = frozenset(texts("en"))
WORD = re.compile(r"(?<![\w./@-])[a-z]\w*(?:\.\w+)+(?![\w./@-])")


def keys_in(seen: str) -> set[str]:
    """What looks like a key, and keys of two words that the page has."""
    return set(KEY.findall(seen)) | (set(WORD.findall(seen)) & OF_THE_PAGE)


def test_a_key_is_recognised() -> None:
    assert keys_in("a turmoil.card.late b lobby.due c") == {"turmoil.card.late", "lobby.due"}
    assert not keys_in("e.g. www.example.org/a.b.c, www.example.org/x and 1.2.3")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_every_page_opened_cold_shows_texts(crowd: Crowd, locale: str) -> None:
    """Each is loaded by itself, so that none finds the texts that another has loaded."""
    person = crowd.person("Walker" if locale == "en-GB" else "Passante", locale=locale)
    paths, found = whole_site(person), {}
    for path in paths:
        visit(person, path)
        expect(person.page.locator("html")).to_have_attribute("lang", locale[:2])
        found[path] = keys_in(person.page.evaluate(SEEN))
    assert not {path: keys for path, keys in found.items() if keys}
    person.errors = [each for each in person.errors if "404" not in each]  # unknown links
