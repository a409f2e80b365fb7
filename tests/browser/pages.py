"""The pages of the site, and what holds for each of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from tests.amount import THOROUGH
from tests.browser.people import GAMES, POLL, Person

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

PAGES = (
    "/",
    "/about",
    "/tables",
    "/tables/new",
    "/play",
    "/profile",
    "/nowhere",
    *(f"/games/{game}{part}" for game in GAMES for part in ("", "/rules", "/cards", "/data")),
)


def visit(person: Person, path: str) -> None:
    """Go to a page, until it shows what it shows."""
    person.go(path)
    settled(person.page)


# Following a link stays on the page, which loads only what it does not have yet.
FOLLOWED = """async (path) => {
    const link = document.createElement('a');
    link.href = path;
    document.querySelector('main').append(link);
    link.click();
    link.remove();
    await new Promise((shown) => setTimeout(shown));
}"""


def follow(person: Person, path: str) -> None:
    """Go to a page by a link from another, until it shows what it shows."""
    person.page.evaluate(FOLLOWED, path)
    settled(person.page)
    assert person.page.url == person.server.address + path


def settled(page: Page) -> None:
    """Wait until nothing is still being loaded."""
    page.locator("main > *").first.wait_for()
    expect(page.get_by_text("Loading…")).to_have_count(0)
    expect(page.get_by_text("Un instant…")).to_have_count(0)


# Media queries and observers of sizes are heard before a frame is drawn, and may change it again.
DRAWN = """() => new Promise((drawn) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))))"""


def resize(page: Page, size: ViewportSize) -> None:
    """Give the window another size, until the page has adapted to it."""
    page.set_viewport_size(size)
    page.wait_for_function("(width) => innerWidth === width", arg=size["width"], polling=POLL)
    page.evaluate(DRAWN)


# axe-core works longest on colours, each element by itself. Of things that are alike, in what they
# are made of and in what they stand in, two are looked at; the others are returned.
ALIKE = """() => {
    const partsOf = new Map();
    const own = (e) => [e.localName, e.getAttribute('class'), ...e.getAttributeNames().map((name) =>
        ['style', 'fill', 'stroke', 'role', 'disabled', 'tabindex'].includes(name) ||
        name.startsWith('aria-') && !/label|owns|controls|describedby|value/.test(name)
            ? `${name}=${e.getAttribute(name)}` : name).sort()].join(' ');
    const learn = (e) => {
        const parts = new Set([own(e), e.childElementCount === 0 && !e.textContent.trim()]);
        for (const child of e.children) learn(child).forEach((part) => parts.add(part));
        partsOf.set(e, [...parts].sort());
        return parts;
    };
    const seen = new Map();
    const others = [];
    const look = (e, path) => {
        const key = path + '|' + partsOf.get(e).join(';');
        seen.set(key, (seen.get(key) ?? 0) + 1);
        if (seen.get(key) > 2) others.push(e);
        else for (const child of e.children) look(child, path + '>' + own(e));
    };
    learn(document.body);
    look(document.body, '');
    return others;
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
# Each rule says how severe a violation is: those that are ignored are not tried.
SLIGHT = """() => Object.fromEntries(axe._audit.rules
    .filter((rule) => ['minor', 'moderate'].includes(rule.impact))
    .map((rule) => [rule.id, {enabled: false}]))"""


# axe-core says nothing about the colours in a drawing, since it cannot know what is under what, and
# where a drawing is hidden from readers, only one thing can be wrong: what takes the focus. Such a
# drawing of hundreds of parts is put aside meanwhile: axe-core goes through all that is there.
BARE = """() => {
    const focusable = 'a, button, input, select, textarea, [tabindex], [contenteditable]';
    const drawings = [...document.querySelectorAll('[aria-hidden=true] svg, svg[aria-hidden=true]')]
        .filter((drawing) => !drawing.querySelector(focusable))
        .map((drawing) => [drawing, [...drawing.childNodes]]);
    for (const [drawing] of drawings) drawing.replaceChildren();
    return () => drawings.forEach(([drawing, parts]) => drawing.replaceChildren(...parts));
}"""


def violations(page: Page, within: str = "", *, colours_only: bool = False) -> list[str]:
    """Serious violations that axe-core finds.

    `within` is what has changed since it was last looked at, as a selector; `colours_only` is for a
    page that changed its colours and nothing else. The long test looks at everything again.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        f"""async ([within, rules, thorough]) => {{
            const dress = thorough ? () => undefined : ({BARE})();
            const where = thorough ? document
                : {{include: [within || 'html'], exclude: ({ALIKE})()}};
            const only = rules.length ? {{runOnly: {{type: 'rule', values: rules}}}}
                : {{rules: ({SLIGHT})()}};
            const found = await axe.run(where, {{resultTypes: ['violations'], ...only}});
            dress();
            return found.violations;
        }}""",
        [within, COLOURS if colours_only and not THOROUGH else [], THOROUGH],
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


# Targets too small for a finger, covered elements, and truncated words. What is
# in the middle of a sentence is as high as its line.
UNFIT = """(finger) => {
    const name = (e) => (e.ariaLabel || e.textContent || e.value).trim().slice(0, 40);
    const style = (e) => getComputedStyle(e);
    const isShown = (e) => {
        const { width, height } = e.getBoundingClientRect();
        return width > 2 && height > 2 && e.checkVisibility({ visibilityProperty: true });
    };
    const isInSight = (e, x, y) => {
        for (let p = e.parentElement; p; p = p.parentElement) {
            if (style(p).overflow === 'visible') continue;
            const { left, right, top, bottom } = p.getBoundingClientRect();
            if (x < left || x > right || y < top || y > bottom) return false;
        }
        return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    };
    // What is scrolled under an edge that stays can be scrolled out again.
    const isScrolled = (e, over) => {
        for (let p = over; p; p = p.parentElement) {
            if (style(p).position === 'sticky') return p.parentElement.contains(e);
        }
        return false;
    };
    const problems = [];
    for (const e of document.querySelectorAll('button, .button, select, input, textarea')) {
        if (!isShown(e) || e.disabled || e.matches('.hidden, .plain, .thing, svg *')) continue;
        if (style(e).display === 'inline') continue;
        const body = e.matches('[type=checkbox], [type=radio]') ? (e.closest('label') ?? e) : e;
        const { left, top, width, height } = body.getBoundingClientRect();
        const isSign = e.matches('.figure-mark, .move'); // with more room around it than one sees
        if (!isSign && (width < finger || height < finger)) {
            problems.push(`small: ${name(e)} ${Math.round(width)} x ${Math.round(height)}`);
        }
        const [x, y] = [left + width / 2, top + height / 2];
        const over = isInSight(e, x, y) ? document.elementFromPoint(x, y) : null;
        const isCovered = over && !body.contains(over) && !isScrolled(e, over);
        if (isCovered) problems.push(`under ${over.className || over.localName}: ${name(e)}`);
        const isWritten = e.matches('input, textarea, .figure-mark');
        if (!isWritten && e.scrollWidth > e.clientWidth + 1) problems.push(`cut: ${name(e)}`);
    }
    return problems;
}"""
SMALLEST = 39.5  # pixels of what a finger must hit


def unfit(page: Page) -> list[str]:
    """What of a page cannot be read or touched as it should."""
    found: list[str] = page.evaluate(UNFIT, SMALLEST)
    return found
