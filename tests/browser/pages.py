"""The pages of the site, and what holds for each of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.amount import THOROUGH
from tests.browser.people import GAMES, Person

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

PAGES = (
    "/",
    "/about",
    "/tables",
    "/tables/new",
    "/profile",
    "/nowhere",
    *(f"/games/{game}{part}" for game in GAMES for part in ("", "/rules", "/cards", "/data")),
)


def visit(person: Person, path: str) -> None:
    """Go to a page, until it shows what it shows."""
    person.go(path)
    settled(person.page)


def settled(page: Page) -> None:
    """Wait until nothing is still being loaded."""
    expect(page.locator("main > *").first).to_be_visible()
    expect(page.get_by_text("One moment …")).to_have_count(0)
    expect(page.get_by_text("Un instant…")).to_have_count(0)


def violations(page: Page, within: str = "", *, colours_only: bool = False) -> list[str]:
    """What axe-core finds that keeps somebody from using the page.

    `within` is what has changed since it was last looked at, as a selector; `colours_only` is for a
    page that changed its colours and nothing else. The long test looks at everything again.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        """async ([within, tags]) => {
            const where = within ? {include: [within]} : document;
            const how = {resultTypes: ['violations'], ...(tags.length ? {runOnly: tags} : {})};
            return (await axe.run(where, how)).violations;
        }""",
        ["", []] if THOROUGH else [within, ["cat.color"] if colours_only else []],
    )
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:160]} {node.get('failureSummary')}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def overflow(page: Page) -> list[str]:
    """What is wider than the window, so that one would have to scroll sideways."""
    wide: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth
            ? [] : [...document.querySelectorAll('main *, header *')]
                .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
                .map((e) => e.outerHTML.slice(0, 120)).slice(0, 5)"""
    )
    return wide
