"""The server is killed in mid-turn and comes back: the page recovers by itself."""

from __future__ import annotations

import signal

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Crowd
from tests.browser.play import Player
from tests.server.running import Server


def test_the_page_survives_a_killed_server(chromium: Browser, server: Server) -> None:
    with Crowd(chromium, server) as crowd:
        person = crowd.person("Patient")
        page = person.page
        person.open(person.table("attrition", seats={"central": "me", "entente": "random"}))
        player = Player(page, "reconnect")
        for _ in range(4):
            player.decision()
        version = player.offer().version

        server.stop(signal.SIGKILL)
        lost = page.locator(".banner", has_text="The connection is lost")
        expect(lost).to_be_visible()
        page.locator("[data-region=decide] button.choice[data-action]").first.click()
        refusal = player.decide.get_by_role("alert")
        expect(refusal).to_contain_text("The server cannot be reached")
        person.shoot("reconnect-lost")
        server.start()
        for gone in (lost, refusal, page.locator(".banner")):
            expect(gone).to_have_count(0)
        assert player.offer().version == version
        for _ in range(4):
            player.decision()
        person.shoot("reconnect-back")
        assert person.version > version

        odd = [line for line in person.errors if "ERR_CONNECTION" not in line]
        if odd:
            pytest.fail("\n".join(odd))
        person.errors.clear()  # the browser itself says that nobody answered
