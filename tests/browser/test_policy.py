"""What a page may load and run: files of its own server, and nothing else.

That no page asks for anything else or complains is checked in every test (people.py).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from tests.browser.pages import visit
from tests.browser.people import POLL, Crowd


def test_a_page_runs_no_foreign_script(crowd: Crowd) -> None:
    """An injected script is not run, a foreign image not loaded."""
    person = crowd.person("Smuggler")
    visit(person, "/")
    person.page.evaluate(
        """() => {
            window.refused = 0;
            addEventListener('securitypolicyviolation', () => { window.refused += 1; });
            const script = document.createElement('script');
            script.textContent = 'window.smuggled = true';
            document.body.append(script);
            const image = document.createElement('img');
            image.src = 'http://elsewhere.invalid/spy.png';
            document.body.append(image);
            const line = document.createElement('p');
            line.innerHTML = '<b onclick="window.smuggled = true">click</b>';
            document.body.append(line);
            line.firstChild.click();
        }"""
    )
    person.page.wait_for_function("() => window.refused === 3", polling=POLL)
    assert person.page.evaluate("window.smuggled") is None
    person.errors.clear()  # the browser notes every refusal
    person.strays.clear()  # what was stopped


@pytest.mark.soak
def test_the_api_is_described_without_strangers(crowd: Crowd) -> None:
    """The page for programmers loads its script and style from here too. It is given a few routes
    to show: to draw all of them takes it seconds."""
    person = crowd.person()

    def few(route: Route) -> None:
        described = route.fetch().json()
        described["paths"] = dict(list(described["paths"].items())[:4])
        route.fulfill(json=described)

    person.page.route("**/openapi.json", few)
    person.go("/docs")
    person.page.locator(".opblock").first.wait_for()
    person.shoot("api")
    person.page.unroute("**/openapi.json")
