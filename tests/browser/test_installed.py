"""The installed app: without a network it shows one's tables as they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import POLL, Crowd


@pytest.mark.soak
def test_tables_are_shown_without_a_network(crowd: Crowd) -> None:
    person = crowd.person("Traveller", service_workers="allow")
    page = person.page
    person.table("turmoil", seats={"authoritarian": "me", "liberal": None}, title="On the train")
    person.go("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", polling=POLL)
    person.go("/")  # this time through the worker, which keeps the page
    page.get_by_role("heading", name="Your tables").wait_for()
    page.wait_for_function("caches.open('entente-shell').then((it) => it.match('/'))", polling=POLL)
    person.context.set_offline(True)
    page.reload()
    page.get_by_role("heading", name="No connection").wait_for()
    expect(page.get_by_text("On the train")).to_be_visible()
    person.shoot("offline")
    person.context.set_offline(False)
    page.get_by_role("heading", name="Open tables").wait_for()  # the page asks again by itself
    person.errors.clear()  # the browser notes what failed
    person.is_like_new = False
