"""How the page handles refusals, late responses, and responses after a change of user."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.amount import THOROUGH
from tests.browser.late import Late
from tests.browser.people import POLL, Crowd, Person
from tests.browser.test_safe_accounts import PASSWORD, part, registered

BUSY = "The server is busy."


def refuse(page: Page, address: str, *methods: str) -> None:
    """Refuse the next such request, as an overloaded server does."""
    refused: list[Route] = []

    def answer(route: Route) -> None:
        if refused or (methods and route.request.method not in methods):
            route.fallback()
            return
        refused.append(route)
        route.fulfill(status=503, json={"key": "busy", "text": BUSY})

    page.route(re.compile(address), answer)


def was_refused(person: Person) -> None:
    """The browser notes every refusal; there was nothing else."""
    others = [line for line in person.errors if "503" not in line]
    assert len(others) < len(person.errors)
    person.errors[:] = others


def play(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Play now")).first


def alert(page: Page, words: str) -> Locator:
    """The alert with these words; there may be others, of the header or of another part."""
    return page.get_by_role("alert").filter(has_text=words)


def tables_of(person: Person) -> list[str]:
    return [str(each["id"]) for each in person.call("GET", "/tables?scope=mine")]


def give_name(page: Page, name: str) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(name)
    dialog.get_by_role("button", name="Continue").click()


@pytest.mark.soak
def test_giving_a_name_shows_its_result(crowd: Crowd) -> None:
    """Also if the name was taken and the action was not; the next time nothing is said of
    the last; and another page does not ask for the action of this one."""
    person = crowd.person()
    page = person.page
    dialog = page.get_by_role("dialog")
    person.go("/about")
    page.get_by_role("link", name="Entente", exact=True).click()
    play(page).click()
    dialog.wait_for()
    page.go_back()
    expect(dialog).to_have_count(0)
    page.go_forward()
    refuse(page, r"/api/guest$")
    play(page).click()
    give_name(page, "Newcomer")
    expect(dialog.get_by_role("alert")).to_have_text(BUSY)
    dialog.get_by_role("button", name="Cancel").click()
    play(page).click()
    dialog.wait_for()
    expect(dialog.get_by_role("alert")).to_have_count(0)
    refuse(page, r"/api/tables$", "POST")
    give_name(page, "Newcomer")
    alert(page, BUSY).wait_for()
    was_refused(person)


@pytest.mark.soak
def test_no_one_becomes_another_user(crowd: Crowd) -> None:
    """While the server does not answer, or after giving a name in another window."""
    person = crowd.person("Keeper")
    page = person.page
    known = person.call("GET", "/me")["id"]
    refuse(page, r"/api/me$")
    person.go("/")
    alert(page, BUSY).wait_for()
    play(page).click()
    page.locator(".table").wait_for()
    assert person.call("GET", "/me")["id"] == known
    was_refused(person)

    other = crowd.person()
    other.go("/")
    play(other.page).wait_for()
    other.sign_in("Ann")
    known = other.call("GET", "/me")["id"]
    play(other.page).click()
    give_name(other.page, "Bob")
    other.page.locator(".table").wait_for()
    assert other.call("GET", "/me")["id"] == known


@pytest.mark.amount
def test_two_clicks_make_one_table(crowd: Crowd) -> None:
    """A person who has left the page meanwhile stays there."""
    person = crowd.person("Nervous")
    page = person.page
    person.go("/")
    play(page).dblclick()
    page.locator(".table").wait_for()
    assert len(tables_of(person)) == 1
    if THOROUGH:
        begin_again_by_two_clicks(person)
    before = len(tables_of(person))
    page.get_by_role("link", name="Entente", exact=True).click()
    made = Late(page, re.compile(r"/api/tables$"))
    play(page).click()
    made.wait()
    page.get_by_role("link", name="Rules and cards").click()
    made.arrives()
    assert page.url.endswith("/about")
    assert len(tables_of(person)) == before + 1


def begin_again_by_two_clicks(person: Person) -> None:
    """The same game once more, at a table of its own."""
    page, first = person.page, person.page.url
    page.get_by_role("tab", name="More").click()
    page.locator(".more button[aria-disabled]").dblclick()
    page.wait_for_url(lambda url: url != first)
    page.locator(".table").wait_for()
    assert len(tables_of(person)) == 2


def test_the_list_shows_what_was_chosen_last(crowd: Crowd) -> None:
    """Late answers to earlier searches change nothing."""
    person = crowd.person("Chooser")
    page = person.page
    person.table("attrition", seats={"central": "me", "entente": "random"}, private=True)
    nothing: dict[str, object] = {"tables": [], "next": None}
    page.route(re.compile(r"/api/lobby\?scope=open"), lambda route: route.fulfill(json=nothing))
    own = Late(page, re.compile(r"/api/lobby\?scope=mine$"))
    person.go("/tables")
    own.wait()
    watched = page.get_by_role("button", name="Watch")
    watched.click()
    own.arrives()
    expect(watched).to_have_attribute("aria-pressed", "true")
    refuse(page, r"/api/lobby\?scope=mine$")
    refused = Late(page, re.compile(r"/api/lobby\?scope=mine$"), asked=True)
    page.get_by_role("button", name="Mine").click()
    refused.wait()
    watched.click()
    expect(watched).to_have_attribute("aria-pressed", "true")
    assert refused.route is not None
    refused.route.fallback()
    page.wait_for_timeout(200)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.unroute_all()
    was_refused(person)


@pytest.mark.soak
def test_an_unsaved_setting_does_not_look_saved(crowd: Crowd) -> None:
    """In the profile, also where it is open in two windows."""
    person = registered(crowd, f"Careful {time.time_ns()}")
    page = person.page
    reading = part(page, "Messages")
    box = reading.get_by_role("checkbox")
    expect(box).to_be_checked()
    refuse(page, r"/api/me$", "PATCH")
    box.click()
    expect(reading.get_by_role("alert")).to_have_text(BUSY)
    expect(box).to_be_checked()
    was_refused(person)

    person.call("PATCH", "/me", {"preferences": {"webhook": "https://example.org/"}})  # elsewhere
    away = part(page, "Leave")
    for number, day in enumerate(("2031-01-01", "2031-01-02", "2031-01-03"), 1):
        away.locator("input").fill(day)
        away.get_by_role("button", name="Add").click()
        expect(away.get_by_role("listitem")).to_have_count(number)
    assert person.call("GET", "/me")["preferences"]["webhook"] == "https://example.org/"
    first = Late(page, re.compile(r"/api/me$"), asked=True)
    buttons = away.get_by_role("listitem").get_by_role("button")
    buttons.nth(0).click()
    buttons.nth(1).dispatch_event("click")  # the days are about to arrive
    first.arrives()
    expect(away.get_by_role("listitem")).to_have_count(2)
    left = person.call("GET", "/me")["preferences"]["away"]
    assert left == ["2031-01-02", "2031-01-03"]

    account = part(page, "Account")
    old = account.get_by_label("Current password")
    old.fill("not " + PASSWORD)
    account.get_by_label("New password").fill(PASSWORD + "!")
    account.get_by_role("button", name="Change password").click()
    said = account.get_by_role("alert")
    said.wait_for()
    with page.expect_response(re.compile(r"/api/me/passkeys$")):
        old.click()
    expect(said).to_be_visible()
    person.errors[:] = [line for line in person.errors if "40" not in line]


@pytest.mark.soak
def test_a_table_that_was_left_before_it_came_stays_left(crowd: Crowd) -> None:
    """No one there hears of a viewer; and texts come in the current language."""
    person = crowd.person("Leaver")
    page = person.page
    seats = {"central": "me", "entente": "me"}
    table = person.table("attrition", seats=seats, title="Left")
    sockets: list[str] = []  # every page has one of its own besides
    page.on("websocket", lambda socket: sockets.append(socket.url))
    person.go("/tables?scope=mine")
    late = Late(page, re.compile(rf"/api/tables/{table}$"))
    page.get_by_role("link", name="Left").click()
    late.wait()
    page.get_by_role("link", name="Entente", exact=True).click()
    late.arrives()
    assert not [url for url in sockets if table in url]
    person.open(table)
    spoken = page.get_by_label("Language", exact=True)
    french = Late(page, re.compile(r"/api/games/attrition/text\?lang=fr"))
    spoken.select_option("fr")
    french.wait()
    page.locator("header select").first.select_option("en")
    french.arrives()
    expect(page.locator(".chairs")).to_contain_text("Central Powers")


@pytest.mark.soak
def test_a_player_whose_session_ends_cannot_look(crowd: Crowd) -> None:
    """After logging in again, they can."""
    person = crowd.person("Ended")
    page = person.page
    seats = {"central": "me", "entente": "random"}
    person.open(person.table("attrition", seats=seats, private=True, spectators=False))
    cookies = person.context.cookies(person.server.address)
    person.context.clear_cookies()
    page.evaluate("document.body.dataset.same = 'page'")
    page.get_by_label("Language", exact=True).select_option("fr")  # it connects again
    # A second alert, in the header, may say by now that the session has ended.
    alert(page, "pas accès à cette table").wait_for()
    expect(page.locator("header .me").first).to_have_text("Se connecter")
    person.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.locator(".table").wait_for()
    page.locator("header").get_by_role("link", name="Ended").wait_for()
    assert page.evaluate("document.body.dataset.same") == "page"
    person.errors[:] = [line for line in person.errors if "40" not in line]


def at_the_tables(crowd: Crowd) -> Person:
    person = crowd.person("Patient")
    person.go("/tables")
    person.page.get_by_role("heading", name="Tables").wait_for()
    return person


def to_the_rules(page: Page) -> None:
    """Within the page, which loads no other part of itself than it needs."""
    page.evaluate("history.pushState(null, '', '/games/attrition/rules')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")


def test_a_window_from_before_an_upgrade_is_reloaded(crowd: Crowd) -> None:
    """A part of the page that the server no longer has is asked for by its earlier name."""
    person = at_the_tables(crowd)
    page = person.page
    page.evaluate("window.isFromBefore = true")
    gone = "**/assets/Rules-*.js"
    loaded: list[Request] = []
    page.on("request", lambda sent: loaded.append(sent) if sent.is_navigation_request() else None)
    page.route(gone, lambda route: route.continue_() if loaded else route.fulfill(status=404))
    person.is_like_new = False  # it listens
    to_the_rules(page)
    page.wait_for_function("() => !window.isFromBefore", polling=POLL)
    page.get_by_role("heading", level=1).wait_for()
    assert page.url.endswith("/games/attrition/rules")
    person.errors[:] = [line for line in person.errors if "/assets/Rules" not in line]


def test_a_part_of_the_page_that_fails_to_load_can_be_retried(crowd: Crowd) -> None:
    """Without a server the window stays as it is."""
    person = at_the_tables(crowd)
    page = person.page
    page.route("**/*", lambda route: route.abort())
    to_the_rules(page)
    alert(page, "is unreachable").wait_for()
    page.unroute("**/*")
    page.get_by_role("button", name="Reload page").click()
    page.get_by_role("heading", level=1).wait_for()
    person.errors.clear()  # the browser reports every failed request


def test_a_form_of_one_person_is_not_sent_for_another(crowd: Crowd) -> None:
    """In another window of the same browser another person has logged in."""
    person = crowd.person("Ada")
    page = person.page
    person.go("/profile")
    name = page.get_by_label("Name", exact=True).first
    expect(name).to_have_value("Ada")
    person.call("POST", "/logout")
    person.call("POST", "/guest", {"name": "Bea"})
    name.fill("Ada the Great")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(name).to_have_value("Bea")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_have_count(1)
    assert person.call("GET", "/me")["name"] == "Bea"
    person.errors[:] = [line for line in person.errors if "403" not in line]
