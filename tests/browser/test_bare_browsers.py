"""Browsers that lack what the page is used to: storage, JavaScript, a recent engine, width."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from entente.kernel import registry
from tests.browser.pages import overflow, settled, visit
from tests.browser.people import Crowd
from tests.browser.whole_site import whole_site
from tests.server.running import Server

# As browsers with blocked cookies do.
BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    const get = () => { throw new DOMException(name, 'SecurityError'); };
    Object.defineProperty(window, name, { get });
}
Object.defineProperty(Navigator.prototype, 'serviceWorker', {
    get() { throw new DOMException('no', 'SecurityError'); } });"""


def test_a_browser_without_storage_reads_and_plays(crowd: Crowd) -> None:
    """It sees the message once; its choice holds while the page is open."""
    person = crowd.person()
    person.prepare(BLOCKED)
    page = person.page
    visit(person, "/")
    note = page.locator("[data-storage=blocked]")
    expect(note).to_contain_text("blocks cookies")
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)
    page.get_by_label("Language", exact=True).select_option("fr")
    page.get_by_role("link", name="Tables", exact=True).first.click()
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(note).to_have_count(0)
    for path in (
        "/games/turmoil",
        "/games/diplomacy/rules",
        "/tables/new",
        "/puzzles",
        "/explorer",
    ):
        visit(person, path)
        expect(page.get_by_role("heading").first).to_be_visible()
    person.call("POST", "/guest", {"name": "Forgetful"})
    for game in registry.available():
        info = next(each for each in person.call("GET", "/games") if each["id"] == game)
        person.open(person.table(game, seats=dict.fromkeys(info["seats"], "me"), private=True))
        page.locator("[data-region=decide] .prompt, [data-region=decide] button").first.wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_without_javascript_the_rules_are_served_as_text(
    chromium: Browser, shared_server: Server, locale: str
) -> None:
    """Other pages say what is missing, in both languages, and lead there."""
    context = chromium.new_context(java_script_enabled=False, locale=locale)
    page = context.new_page()
    page.goto(shared_server.address)
    expect(page.get_by_text("The rules can be read here.")).to_be_visible()
    expect(page.get_by_text("Les règles se lisent ici.")).to_be_visible()
    page.goto(f"{shared_server.address}/games/attrition/rules")
    page.wait_for_url(re.compile(r"/rules/attrition\?lang="))
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    expect(page.get_by_role("heading", name="4.11.1")).to_have_count(1)
    assert page.locator("p").count() > 100
    page.get_by_role("link", name="Entente").click()
    assert page.get_by_role("listitem").count() >= len(registry.available())
    page.get_by_role("link", name="FR" if locale == "en-GB" else "EN", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "fr" if locale == "en-GB" else "en")
    context.close()


def test_a_browser_that_cannot_read_the_script_shows_why(
    chromium: Browser, shared_server: Server
) -> None:
    """The script fails as in an engine that does not know its syntax."""
    context = chromium.new_context()
    page = context.new_page()
    page.route(
        re.compile(r"/assets/.*\.js$"),
        lambda route: route.fulfill(content_type="text/javascript", body="const = ?;"),
    )
    page.goto(shared_server.address)
    for words in ("this browser is too old", "ce navigateur est trop ancien"):
        expect(page.get_by_text(words)).to_have_css("opacity", "1")
    context.close()


@pytest.mark.amount
def test_no_page_is_wider_than_a_small_phone(crowd: Crowd) -> None:
    """In the language with the longer words."""
    person = crowd.person("Étroit", locale="fr-FR", viewport={"width": 320, "height": 640})
    wide = {}
    for path in whole_site(person):
        visit(person, path)
        wide[path] = overflow(person.page)
    assert not {path: each for path, each in wide.items() if each}
    person.errors = [each for each in person.errors if "404" not in each]  # unknown links


def test_forced_colours_leave_the_primary_button_apart(crowd: Crowd) -> None:
    person = crowd.person(forced_colors="active")
    visit(person, "/login")
    main = person.page.get_by_role("main")
    primary = main.get_by_role("button", name="Log in", exact=True)
    other = main.get_by_role("button").and_(person.page.locator(":not(.primary)")).first
    colour = "(button) => getComputedStyle(button).backgroundColor"
    assert primary.evaluate(colour) != other.evaluate(colour)
