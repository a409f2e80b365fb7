"""Being called: the settings of notifications, and a push received by a real service worker.

Chromium has no push service of its own: the test takes the place of the vendor's. It opens what
the server has sealed and delivers that to the service worker as the browser does.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, Page, Worker, expect

from entente.server.notices.push import CURVE, encode, public_part
from tests.browser.people import Crowd, Person
from tests.browser.test_safe_accounts import part
from tests.server.running import Server
from tests.server.world import Endpoint

# The headless browser has neither notifications nor a badge to show: keep what the worker asks for.
KEEP = """() => {
  self.navigator.setAppBadge = async (count) => { self.badge = count; };
  registration.showNotification = async (title, options) => { self.shown = options; };
}"""
CLICK = """() => {
  const event = new ExtendableEvent('notificationclick');
  event.notification = { data: self.shown.data, close: () => undefined };
  self.dispatchEvent(event);
}"""


def deliver(person: Person, server: Server, message: Any) -> None:
    """Give the service worker a message, as the browser does with one of its push service."""
    devtools = person.context.new_cdp_session(person.page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            each["registrationId"] for each in event["registrations"] if not each["isDeleted"]
        ),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        person.page.wait_for_timeout(10)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": server.address,
            "registrationId": registrations[0],
            "data": json.dumps(message),
        },
    )
    devtools.detach()


def shown(person: Person, worker: Worker) -> Any:
    """The notification that the worker shows, once it does."""
    while (options := worker.evaluate("self.shown ?? null")) is None:
        person.page.wait_for_timeout(10)
    return options


def choose_settings(page: Page, hook: Endpoint) -> None:
    """Set up a webhook, its time and its quiet hours, and send a test."""
    settings = part(page, "Notifications")
    settings.get_by_label("Webhook URL").fill(hook.url)
    settings.get_by_label("Format").select_option("json")
    settings.get_by_role("button", name="Save", exact=True).click()
    webhook = page.locator("[data-channel=webhook]")
    webhook.get_by_label("By webhook").check()
    webhook.locator("summary").click()
    webhook.get_by_role("button", name="Send a test").click()
    assert json.loads(hook.arrived().body)["notices"][0]["key"] == "notice.test"
    expect(webhook.locator(".result")).to_contain_text("Last sent")
    webhook.get_by_label("Once an hour").check()
    webhook.get_by_label("Quiet hours").check()
    webhook.get_by_label("until").select_option("06:00")
    webhook.get_by_label("Updates on my tables").uncheck()
    expect(webhook.locator("summary")).to_have_text(
        "Once an hour · quiet 22:00–06:00 · 3 of 4 kinds"
    )


@pytest.mark.soak
def test_settings_are_kept_and_a_push_opens_the_right_screen(
    chromium: Browser, tmp_path: Path
) -> None:
    key, auth = ec.generate_private_key(CURVE), os.urandom(16)
    with (
        Server(tmp_path / "home", ENTENTE_GIVEN_SEEDS="1", ENTENTE_LOCAL_ENDPOINTS="1") as server,
        Endpoint(204) as hook,
        Endpoint(201) as service,
        Crowd(chromium, server) as crowd,
    ):
        anna = crowd.person("Anna", timezone_id="Europe/Paris", service_workers="allow")
        bert = crowd.person("Bert")
        page = anna.page
        anna.go("/profile")
        choose_settings(page, hook)
        anna.shoot("profile-notifications")
        page.reload()
        plan = anna.call("GET", "/me")["preferences"]["plans"]["webhook"]
        assert plan == {
            "when": "hourly",
            "hour": 8,
            "quiet": {"start": 22, "end": 6},
            "muted": ["table"],
        }
        assert anna.call("GET", "/me")["preferences"]["time_zone"] == "Europe/Paris"
        # The worker of the page, and a subscription whose service is the test's.
        anna.context.grant_permissions(["notifications"], origin=server.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        keys = {"p256dh": encode(public_part(key)), "auth": encode(auth)}
        anna.call("POST", "/me/push", {"endpoint": service.url, "keys": keys})
        anna.call("PATCH", "/me", {"preferences": {"notify": {"push": True}}})
        table = anna.table("turmoil", seats={"authoritarian": "me"}, title="The club")
        bert.call("POST", f"/tables/{table}/join", {"seat": "liberal"})
        # The bell rings at once, over the socket.
        expect(page.locator(".bell .count")).to_have_text("1")
        sealed = service.arrived().body
        message = json.loads(
            http_ece.decrypt(sealed, private_key=key, auth_secret=auth, version="aes128gcm")
        )
        assert message["badge"] == 1
        worker: Worker = anna.context.service_workers[0]
        worker.evaluate(KEEP)
        deliver(anna, server, message)
        notification = shown(anna, worker)
        assert "“The club”" in notification["body"]
        assert notification["tag"] == table
        assert worker.evaluate("self.badge") == 1
        worker.evaluate(CLICK)
        page.wait_for_url(f"**/tables/{table}?tab=decide&seat=authoritarian&decision=*")
        page.locator(".table").wait_for()
        # The notice is read once its table is on the page.
        expect(page.locator(".bell .count")).to_have_count(0)
