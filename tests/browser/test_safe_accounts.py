"""Accounts kept safe: codes of a device, and passkeys."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from entente.server.people.two_factor import STEP, code_at
from tests.browser.people import Crowd, Person

PASSWORD = "correct horse battery"


def part(page: Page, title: str) -> Locator:
    """A part of the profile."""
    return page.locator("section", has=page.get_by_role("heading", name=title, exact=True))


def registered(crowd: Crowd, name: str) -> Person:
    """A person with an account, on their profile."""
    person = crowd.person(name)
    person.call("POST", "/register", {"name": name, "password": PASSWORD})
    person.go("/profile")
    return person


def log_out(person: Person) -> Locator:
    """Log out; where one comes in again."""
    person.page.get_by_role("button", name="Log out", exact=True).click()
    return part(person.page, "Log in")


def fill_in(enter: Locator, name: str) -> None:
    enter.get_by_label("Name").fill(name)
    enter.get_by_label("Password").fill(PASSWORD)
    enter.get_by_role("button", name="Log in", exact=True).click()


def test_a_code_is_required_beside_the_password(crowd: Crowd) -> None:
    name = f"Coded {time.time_ns()}"
    person = registered(crowd, name)
    codes = part(person.page, "Two-factor authentication")
    codes.get_by_label("Current password").fill(PASSWORD)
    codes.get_by_role("button", name="Enable two-factor authentication").click()
    secret = codes.locator("code").inner_text()
    # Each is used within its step or the next, and no code is used twice.
    codes.get_by_label("Authentication code").fill(code_at(secret, int(time.time()) // STEP))
    codes.get_by_role("button", name="Confirm").click()
    expect(codes.locator(".codes li")).to_have_count(10)
    person.shoot("profile-codes")
    enter = log_out(person)
    fill_in(enter, name)
    asked = enter.get_by_label("Authentication code or")
    asked.wait_for()
    person.errors.clear()  # the browser notes the 401
    asked.fill(code_at(secret, int(time.time()) // STEP + 1))
    enter.get_by_role("button", name="Log in", exact=True).click()
    person.page.get_by_role("link", name=name).wait_for()


@pytest.mark.soak
def test_a_session_that_was_ended_elsewhere_is_announced(crowd: Crowd) -> None:
    """At a table, whose connection ends with it; it can be closed, and one can log in again."""
    name = f"Twice {time.time_ns()}"
    person, other = registered(crowd, name), crowd.person()
    page = person.page
    person.open(person.table("turmoil", seats={"authoritarian": "me", "liberal": "random"}))
    page.locator("[data-region=decide].mine").wait_for()
    answer = page.get_by_role("alert").filter(has_text="Your session has expired")
    expect(answer).to_have_count(0)
    other.call("POST", "/login", {"name": name, "password": PASSWORD})
    other.call("DELETE", "/me/sessions")
    answer.wait_for()
    person.shoot("session-ended")
    answer.get_by_role("link", name="Log in").click()
    fill_in(part(page, "Log in"), name)
    page.get_by_role("link", name=name).wait_for()
    expect(answer).to_have_count(0)
    person.errors[:] = [line for line in person.errors if "40" not in line]  # what was refused


def with_device(person: Person) -> CDPSession:
    """The browser has a device that makes passkeys without a prompt."""
    device = person.context.new_cdp_session(person.page)
    person.is_like_new = False
    device.send("WebAuthn.enable")
    device.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return device


def make_passkey(passkeys: Locator, label: str) -> None:
    passkeys.get_by_label("Device name").fill(label)
    passkeys.get_by_label("Current password").fill(PASSWORD)
    passkeys.get_by_role("button", name="Create passkey").click()
    passkeys.get_by_text(label).wait_for()


@pytest.mark.soak
def test_a_passkey_needs_no_password(crowd: Crowd) -> None:
    name = f"Keyed {time.time_ns()}"
    person = registered(crowd, name)
    page = person.page
    with_device(person)
    passkeys = part(page, "Passkeys")
    make_passkey(passkeys, "this laptop")
    expect(passkeys.get_by_role("status")).to_have_text("You can now log in with this passkey.")
    person.shoot("profile-passkeys")
    log_out(person).get_by_role("button", name="Use a passkey").click()
    page.get_by_role("link", name=name).click()
    part(page, "Passkeys").get_by_text("this laptop").wait_for()


@pytest.mark.soak
def test_the_password_ends_passkeys_and_makes_keys_for_programs(crowd: Crowd) -> None:
    person = registered(crowd, f"Sure {time.time_ns()}")
    page = person.page
    passkeys, account = part(page, "Passkeys"), part(page, "Account")
    for label in ("old phone", "this laptop"):
        device = with_device(person)
        make_passkey(passkeys, label)
        device.send("WebAuthn.disable")  # each device keeps one of ours
    passkeys.get_by_role("button", name="Remove old phone").click()
    expect(passkeys.get_by_role("alert")).to_contain_text("Enter your current password")
    passkeys.get_by_label("Current password").fill(PASSWORD)
    passkeys.get_by_role("button", name="Remove old phone").click()
    expect(passkeys.get_by_text("old phone")).to_have_count(0)
    account.get_by_label("Current password").fill(PASSWORD)
    account.get_by_text("keep working with a new password: this laptop").wait_for()
    account.get_by_label("New password").fill(PASSWORD + " staple")
    account.get_by_label("Also revoke my passkeys").check()
    person.shoot("profile-password")
    account.get_by_role("button", name="Change password").click()
    expect(account.get_by_role("status")).to_contain_text("Password changed")
    expect(passkeys.get_by_text("this laptop")).to_have_count(0)
    keys = part(page, "API tokens")
    keys.get_by_label("Token name").fill("my bot")
    keys.get_by_label("Current password").fill(PASSWORD + " staple")
    keys.get_by_role("button", name="Create token").click()
    expect(keys.get_by_role("status")).to_contain_text("entente_")
