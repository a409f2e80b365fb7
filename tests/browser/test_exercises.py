"""An exercise is missed, tried again with a hint, and solved; its mark stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.amount import THOROUGH
from tests.browser.pages import follow, resize, violations, visit
from tests.browser.people import Crowd, Person


@pytest.mark.amount
def test_an_exercise_after_a_wrong_try_and_a_hint(crowd: Crowd) -> None:
    person = crowd.person("Learner")
    page = person.page
    visit(person, "/games/attrition/exercises")
    expect(page.get_by_text("Solved: 0 of 10.")).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="The best place for the attack").click()
    card = page.locator("[data-exercise=where_to_attack]")
    page.locator("[data-action='battle poland']").hover()
    page.wait_for_timeout(600)  # in which a hint would come
    expect(page.locator("[data-region=decide]")).not_to_contain_text("%")
    expect(page.locator("#hint")).to_have_count(0)
    page.locator("[data-action='battle poland']").click()
    expect(card.get_by_role("status")).to_contain_text("Another battle is more likely")
    expect(card.get_by_role("status")).to_contain_text("Yours comes to 0.")
    expect(page.locator("[data-region=decide] .prompt")).to_have_count(0)
    missed = page.url
    card.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: url != missed)
    card.get_by_role("button", name="Hint (2 left)").click()
    expect(card).to_contain_text("Each tile of the nation that rolls gives a die")
    person.shoot("exercise-hint")
    assert not THOROUGH or not violations(page, ".exercise")
    page.locator("[data-action='battle belgium']").click()
    expect(card.get_by_role("status")).to_contain_text("Four dice and two kinds of tiles")
    person.shoot("exercise-solved")
    assert not violations(page, ".exercise")
    card.get_by_role("button", name="Next exercise").click()
    expect(page.locator("[data-exercise=long_march]")).to_be_visible()
    page.get_by_role("link", name="All exercises").click()
    expect(page.get_by_text("Solved: 1 of 10.")).to_be_visible()
    if THOROUGH:  # another device
        page.evaluate("localStorage.removeItem('entente.exercises')")
        page.reload()
        expect(page.get_by_text("Solved: 1 of 10.")).to_be_visible()


@pytest.mark.soak
def test_an_exercise_is_begun_again_and_fits_a_phone(crowd: Crowd) -> None:
    person = crowd.person("Learner")
    page = person.page
    one_begins_again(person)
    resize(page, {"width": 390, "height": 844})
    follow(person, "/games/diplomacy/exercises")
    page.get_by_role("button", name="The support that holds").click()
    page.get_by_role("button", name="Hint (2 left)").click()
    page.get_by_text("Hint 1:").wait_for()
    expect(page.get_by_role("button", name="Submit orders")).to_be_in_viewport(ratio=1)


def one_begins_again(person: Person) -> None:
    """Half-way too; and alone there is nothing to agree on with others."""
    page = person.page
    visit(person, "/games/turmoil/exercises")
    page.get_by_role("button", name="Control of a space").click()
    card = page.locator("[data-exercise=control_paris]")
    expect(card).to_be_visible()
    expect(card.get_by_role("button", name="Start over")).to_have_count(0)
    page.locator("[data-action='ops C11']").click()
    begun = page.url
    card.get_by_role("button", name="Start over").click()
    page.wait_for_url(lambda url: url != begun)
    expect(page.locator("[data-action='ops C11']")).to_be_visible()
    visit(person, "/games/diplomacy/exercises")
    page.get_by_role("button", name="The support that holds").click()
    expect(page.get_by_role("button", name="Submit orders", exact=True)).to_be_visible()
    for what in ("Conditional orders", "Draw or concede"):
        expect(page.get_by_text(what)).to_have_count(0)
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)
