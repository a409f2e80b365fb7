"""Pax Britannica by correspondence, with sealed plans: a player misses the deadline."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Crowd, Person
from tests.browser.test_pax import COMPUTERS, FOUR, decide, do, find
from tests.server.running import Server

SEALED = {**FOUR, "phase_mode": "sealed", "reaction_rounds": "0"}
BY_POST = {"kind": "correspondence", "hours": 24, "days_off": []}
LATE = 25 * 3600  # seconds


@pytest.mark.soak
def test_a_plan_is_closed_by_the_rules_when_its_time_is_up(
    chromium: Browser, server: Server
) -> None:
    """Great Britain has begun a plan and stays away: what it planned counts, the rules add what it
    must do and close it, the game continues, and Great Britain is notified on return."""
    with Crowd(chromium, server) as crowd:
        away, watcher = crowd.person("Absalom"), crowd.person("Vera")
        seats = {**COMPUTERS, "great_britain": "me"}
        table = away.table(
            "pax", seats=seats, options=SEALED, time_control=BY_POST, on_timeout="rule"
        )
        away.open(table)
        a_plan_is_begun(away)
        watcher.open(table)
        expect(decide(watcher)).to_contain_text("Waiting for Great Britain")

        a_day_passes(server, table)
        watcher.open(table)
        watcher.page.get_by_role("tab", name="Log").click()
        log = watcher.page.get_by_role("log")
        expect(log).to_contain_text("Great Britain places a protectorate in Burma")
        expect(log).to_contain_text("Great Britain: army of 10, Bengal → Burma")
        expect(log).to_contain_text("Phase: Colonial combat")
        it_is_notified(away, table)
        for each in (away, watcher):  # the browser itself reports that no server answered
            each.errors[:] = [line for line in each.errors if "net::ERR_" not in line]


def a_plan_is_begun(person: Person) -> None:
    """Give two orders and do not seal them."""
    find(person, "burma", "burma")
    do(person, "place burma protectorate")
    do(person, "march 10 bengal burma")
    expect(decide(person).locator("[data-remove]")).to_have_count(2)


def a_day_passes(server: Server, table: str) -> None:
    """Stop the server and move the deadlines of the table back by a day."""
    server.stop()
    with closing(sqlite3.connect(server.home / "entente.sqlite3")) as database, database:
        change = "UPDATE chairs SET due = due - ?, remind = remind - ? WHERE table_id = ?"
        assert database.execute(change, (LATE, LATE, table)).rowcount
    server.start()


def it_is_notified(person: Person, table: str) -> None:
    """Once, to the absent player."""
    person.open(table)
    person.page.locator(".notices .bell").click()
    answer = person.page.locator(".notices").get_by_text("your time was up")
    expect(answer).to_have_count(1)
    expect(answer).to_contain_text("Great Britain")
