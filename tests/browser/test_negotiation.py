"""A computer power is offered peace in its conversation, and answers there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.pages import overflow, resize, violations
from tests.browser.people import Crowd
from tests.browser.test_letters import POWERS, read_press, talk
from tests.browser.test_phone import PHONE


@pytest.mark.soak
def test_a_computer_answers_a_proposal(crowd: Crowd) -> None:
    anna = crowd.person("Anna")
    page = anna.page
    seats = dict.fromkeys(POWERS, "random") | {"austria": "me", "russia": "easy"}
    table = anna.table("diplomacy", seats=seats)
    anna.open(table)
    read_press(page)
    talk(page, "Russia")
    page.get_by_text("does not read text. Draw a proposal").wait_for()
    page.get_by_role("button", name="Draw a proposal").click()
    bar = page.get_by_role("group", name="You are drawing a proposal.")
    terms = bar.get_by_role("combobox", name="Add a term")
    terms.select_option("Peace until the end of 1901")
    terms.select_option("No unit to Galicia until the end of 1901")
    expect(bar).to_contain_text("Proposed: 2.")
    anna.shoot("negotiation-drawing")
    assert not violations(page)
    bar.get_by_role("button", name="Send").click()
    letters = page.get_by_role("log", name="Russia")
    expect(letters).to_contain_text("Peace until the end of 1901")
    expect(letters.get_by_text("Russia accepts.")).to_be_visible()
    anna.shoot("negotiation-answered")
    resize(page, PHONE["viewport"])
    anna.shoot("negotiation-phone")
    assert not overflow(page)
