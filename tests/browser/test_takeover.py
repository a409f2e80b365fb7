"""A player leaves, a labelled computer plays on, and a newcomer takes over with one click."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import Crowd, Person

PHASES = {
    "kind": "phases",
    "minutes": {"movement": 1440, "retreats": 720, "adjustments": 720},
    "hour": 20,
    "zone": "Europe/Paris",
    "grace": 60,
}


def seat_of(person: Person, name: str) -> Locator:
    """A seat in the list of players."""
    seats = person.page.locator(".players").get_by_role("list", name="Players")
    return seats.get_by_role("listitem").filter(has_text=name)


def leave(person: Person) -> None:
    """Leave the game from the list of players, and watch from then on."""
    page = person.page
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Leave game").click()
    sure = page.get_by_role("alertdialog", name="Leave the game?")
    expect(sure).to_contain_text("A computer takes over for you")
    sure.get_by_role("button", name="Leave game").click()
    expect(seat_of(person, "Turkey")).to_contain_text("open for takeover")
    expect(page.get_by_role("button", name="Leave game")).to_have_count(0)


def sign_up_long_ago(person: Person) -> None:
    """Give a person an account that is old enough to take over a seat."""
    name = f"Newcomer {time.time_ns()}"
    person.call("POST", "/register", {"name": name, "password": "correct horse battery"})
    with closing(sqlite3.connect(person.server.home / "entente.sqlite3")) as database, database:
        database.execute("UPDATE users SET created = 1 WHERE name = ?", (name,))


def a_guest_may_not_take_it(guest: Person, table: str) -> None:
    """Unless the seat was theirs."""
    guest.open(table)
    expect(guest.page.get_by_role("button", name="Take over Turkey").first).to_be_disabled()
    guest.page.get_by_text("To take over a seat, you need an account").wait_for()
    guest.shoot("takeover-guest")


def with_turkey_open(host: Person) -> str:
    """A table of seven, at which a second person can have Turkey."""
    powers = ("england", "france", "germany", "italy", "russia", "turkey")
    seats = {"austria": "me", **dict.fromkeys(powers, "random"), "turkey": None}
    terms = {"time_control": PHASES, "leave_days": 3, "starts_when_full": True}
    return host.table("diplomacy", seats=seats, title="Open seat", **terms)


def take_over(newcomer: Person, table: str) -> None:
    """By the list of tables, which says what one takes over."""
    newcomer.go("/tables?scope=takeover")
    row = newcomer.page.get_by_role("listitem").filter(has_text="Open seat")
    expect(row).to_contain_text("private messages from now on")
    row.get_by_text("Seat to take over").click()
    expect(row.locator("pre")).to_contain_text("Turkey")
    newcomer.shoot("takeover")
    row.get_by_role("button", name="Take over Turkey").click()
    newcomer.page.wait_for_url(f"**/tables/{table}")
    newcomer.page.get_by_role("tab", name="Players").click()
    expect(seat_of(newcomer, "Turkey")).to_contain_text("Newcomer")


def test_a_seat_that_was_left_is_taken_over(crowd: Crowd) -> None:
    host, leaver, newcomer = (crowd.person(name) for name in ("Host", "Leaver", "Newcomer"))
    sign_up_long_ago(newcomer)
    table = with_turkey_open(host)
    for act in ("join", "leave"):
        leaver.call("POST", f"/tables/{table}/{act}", {"seat": "turkey"})
    take_over(newcomer, table)


@pytest.mark.soak
def test_a_player_leaves_and_all_see_who_takes_over(crowd: Crowd) -> None:
    host, leaver, newcomer = (crowd.person(name) for name in ("Host", "Leaver", "Newcomer"))
    sign_up_long_ago(newcomer)
    table = with_turkey_open(host)
    leaver.sit(table, "turkey")
    leave(leaver)
    a_guest_may_not_take_it(crowd.person("Guest"), table)
    expect(leaver.page.get_by_role("button", name="Take over Turkey").first).to_be_enabled()
    leaver.shoot("takeover-former")
    host.open(table)
    host.page.get_by_role("tab", name="Players").click()
    turkey = seat_of(host, "Turkey")
    expect(turkey).to_contain_text("computer caretaker, open for takeover")
    events = host.page.get_by_role("list", name="At the table")
    expect(events).to_contain_text("Turkey has left; a computer takes over the seat.")
    host.shoot("caretaker")
    take_over(newcomer, table)
    expect(turkey).to_contain_text("Newcomer")
    expect(turkey).not_to_contain_text("caretaker")
