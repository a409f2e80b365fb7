"""A moderator handles a report; the player sees the sanction, and appeals."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from entente.server import admin_tasks
from tests.amount import THOROUGH
from tests.browser.pages import overflow, violations
from tests.browser.people import Crowd
from tests.browser.test_press import letter, with_russia


@pytest.mark.amount
def test_a_report_is_handled_to_its_end(crowd: Crowd) -> None:
    """Every day until it is decided; then comes an appeal, which another moderator would answer if
    there were one."""
    fanny, boris, mona = crowd.person("Fanny"), crowd.person("Boris"), crowd.person("Mona")
    name = f"Mona {mona.call('GET', '/me')['id']}"
    mona.call("POST", "/register", {"name": name, "password": "correct horse"})
    database = admin_tasks.find_database(f"sqlite:///{crowd.server.home}/entente.sqlite3")
    admin_tasks.add_moderator(database, name)
    database.dispose()
    table = with_russia(fanny, boris)
    letter(fanny, table, "france", "something rude", "russia")
    report = {"seat": "russia", "number": 1, "reason": "she insults me"}
    boris.call("POST", f"/tables/{table}/chat/report", report)

    mona.go("/moderation")
    page = mona.page
    page.get_by_role("article").filter(has_text="she insults me").get_by_role("button").click()
    expect(page.get_by_text("something rude")).to_be_visible()
    page.get_by_label("Mute").check()
    page.get_by_label("Template").select_option("insult")
    expect(page.get_by_label("Message to the player")).not_to_have_value("")
    page.get_by_label("Remove message for everyone").check()
    assert violations(page) == []
    mona.shoot("moderation-case")
    page.get_by_role("button", name="Apply decision").click()
    expect(page.get_by_role("heading", name="Reports")).to_be_visible()
    expect(page.get_by_text("she insults me")).to_have_count(0)
    if not THOROUGH:
        fanny.go("/standing")
        fanny.page.get_by_label("Why is the sanction").wait_for()
        return

    fanny.go("/")
    fanny.page.get_by_role("link", name="My standing").click()
    fanny.page.get_by_label("Why is the sanction").fill("He began.")
    fanny.page.get_by_role("button", name="Appeal").click()
    expect(fanny.page.get_by_text("Your appeal: He began.")).to_be_visible()
    assert violations(fanny.page) == []
    fanny.shoot("moderation-standing")

    mona.go("/moderation")
    appeal = page.get_by_role("article").filter(has_text="He began.")
    appeal.get_by_label("Answer to the player").fill("Next time, report him.")
    mona.shoot("moderation-queue")
    appeal.get_by_role("button", name="Reject appeal").click()
    expect(page.get_by_text("He began.")).to_have_count(0)
    fanny.go("/standing")
    expect(fanny.page.get_by_text("Answer: Next time, report him.")).to_be_visible()

    page.get_by_role("button", name="Show warning signs").click()
    expect(page.get_by_role("heading", name="Games left early")).to_be_visible()
    assert violations(page) == []
    mona.shoot("moderation-hints")

    boris.go("/conduct")
    expect(boris.page.get_by_role("cell").first).to_be_visible()
    assert violations(boris.page) == []
    assert overflow(boris.page) == []
    boris.shoot("moderation-conduct")
    boris.page.get_by_role("link", name="Privacy").click()
    expect(boris.page.get_by_text("Closed reports")).to_be_visible()
    expect(boris.page.get_by_text("365 days").first).to_be_visible()
    assert violations(boris.page) == []
    assert overflow(boris.page) == []
    boris.shoot("moderation-privacy")
