"""Invitations: a link opened on a phone, and the pages about friends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.pages import overflow, violations, visit
from tests.browser.people import Crowd

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.mark.soak
def test_an_invited_player_takes_the_seat_with_one_tap(crowd: Crowd) -> None:
    """The invitation says who invites to what, its button needs no scrolling, and the preview of
    the link has a picture. Challenges are accepted from the list of friends."""
    ann = crowd.person("Ann")
    table = ann.table("turmoil", seats={"liberal": "me", "authoritarian": None})
    token = ann.call("POST", f"/tables/{table}/offer", {"seat": "liberal"})["token"]
    ben = crowd.person("Ben", viewport=PHONE, has_touch=True)
    page = ben.page
    visit(ben, f"/take/{table}/{token}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        "Ann invites you to play Europe in Turmoil"
    )
    assert page.locator('meta[property="og:image"]').get_attribute("content")
    seat = page.get_by_role("button", name="Take seat")
    expect(seat).to_be_in_viewport(ratio=1)
    assert not overflow(page)
    assert not violations(page)
    seat.tap()
    page.locator(".table").wait_for()
    assert ben.call("GET", f"/tables/{table}")["seats"]["liberal"]["me"]

    # An open table: its seat is in sight too.
    other = ann.table("attrition", seats={"central": "me"})
    visit(ben, f"/tables/{other}")
    sit = page.get_by_role("button", name=re.compile("^Join.*Entente"))
    expect(sit).to_be_in_viewport(ratio=1)

    # A challenge is answered with one tap.
    me = ben.call("GET", "/me")["id"]
    host = ann.call("GET", "/me")["id"]  # a guest invites only people who follow her
    ben.call("PUT", f"/me/people/{host}", {"follow": True})
    ann.call("POST", "/challenges", {"user": me, "game": "turmoil", "seat": "liberal"})
    visit(ben, "/friends")
    assert not overflow(page)
    assert not violations(page)
    page.get_by_role("main").get_by_role("button", name="Accept").tap()
    page.locator(".table").wait_for()
    assert ben.call("GET", f"/tables/{page.url.rpartition('/')[2]}")["status"] == "playing"


def test_a_guest_at_a_rated_table_signs_up_and_comes_back(crowd: Crowd) -> None:
    """On a phone, from a link: the way to an account is beside the seats, and leads back."""
    ann = crowd.person("Ann of Rated")
    ann.call("POST", "/register", {"name": "Ann of Rated", "password": "correct horse battery"})
    clock = {"kind": "correspondence", "hours": 24}
    terms = {"rated": True, "time_control": clock, "starts_when_full": True}
    wanted = {"game": "turmoil", "seats": {"liberal": "me", "authoritarian": None}, **terms}
    table = ann.call("POST", "/tables", wanted)["id"]
    assert ann.call("GET", f"/tables/{table}")["rated"]
    ben = crowd.person("Ben the Guest", viewport=PHONE, has_touch=True)
    page = ben.page
    visit(ben, f"/tables/{table}")
    assert not page.get_by_role("button", name=re.compile("^Join")).count()
    way = page.get_by_role("main").get_by_role("link", name="Sign up")
    expect(way).to_be_in_viewport(ratio=1)
    assert not overflow(page)
    ben.shoot("rated-guest")
    way.tap()
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("main").get_by_role("button", name="Sign up").tap()
    page.get_by_role("button", name=re.compile("^Join")).tap()
    page.locator(".table[data-status=playing]").wait_for()
    offered = ann.call("POST", "/tables", wanted)["id"]
    token = ann.call("POST", f"/tables/{offered}/offer", {"seat": "liberal"})["token"]
    stranger = crowd.person(viewport=PHONE, has_touch=True)
    visit(stranger, f"/take/{offered}/{token}")
    way = stranger.page.get_by_role("main").get_by_role("link", name="Sign up")
    expect(way).to_be_in_viewport(ratio=1)


def test_an_invitation_to_an_event_is_answered_on_its_page(crowd: Crowd) -> None:
    """On a phone; the director sees who has not answered, and a substitution asks both."""
    account = {"password": "correct horse battery"}
    ann, ben, cid = (crowd.person(name) for name in ("Ann Directs", "Ben Enters", "Cid Comes"))
    for person, name in ((ann, "Ann Directs"), (ben, "Ben Enters"), (cid, "Cid Comes")):
        person.call("POST", "/register", {"name": name, **account})
    cup = {"name": "Consent Cup", "game": "attrition", "format": "swiss"}
    event = ann.call("POST", "/events", {**cup, "settings": {"automatic": False}})["id"]
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    visit(ann, f"/events/{event}")
    console = ann.page.get_by_role("region", name="Director’s console")
    console.get_by_label("Player to invite").fill("Ben Enters")
    console.get_by_role("button", name="Invite").first.click()
    expect(console.get_by_role("link", name="Ben Enters")).to_be_visible()
    assert not overflow(ann.page)
    assert not violations(ann.page)
    ben.page.set_viewport_size(PHONE)
    visit(ben, f"/events/{event}")
    page = ben.page
    invitation = page.get_by_role("region", name="Invitations").first
    expect(invitation).to_contain_text("Ann Directs invites you to the tournament Consent Cup")
    assert not overflow(page)
    assert not violations(page)
    invitation.get_by_role("button", name="Accept").click()
    expect(invitation).to_have_count(0)
    assert ben.call("GET", f"/events/{event}")["my_entry"] == 1
    ann.call("POST", f"/events/{event}/substitute", {"entry": 1, "name": "Cid Comes"})
    visit(cid, f"/events/{event}")
    asked = cid.page.get_by_role("region", name="Invitations").first
    expect(asked).to_contain_text("asks you to play as no. 1")
    asked.get_by_role("button", name="Accept").click()
    expect(asked).to_have_count(0)
    visit(ben, "/friends")
    asked = page.get_by_role("main").get_by_role("region", name="Invitations")
    expect(asked).to_contain_text("let Cid Comes play for you")
    asked.get_by_role("button", name="Accept").click()
    expect(asked).to_have_count(0)
    assert ann.call("GET", f"/events/{event}")["people"][0]["name"] == "Cid Comes"
