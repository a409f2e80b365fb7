"""Press opens on what is unread, shows the recipients, and typed keys do not play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.games import played_beside
from tests.browser.late import Late
from tests.browser.pages import overflow, resize, violations
from tests.browser.people import POLL, Crowd, Json, Person
from tests.browser.test_letters import (
    POWERS,
    SECRET,
    TAB,
    at_table,
    begin,
    box,
    kept,
    read_press,
    talk,
)

WIDE = "localStorage.setItem('entente.settings', '{\"width\": 60}')"
# As long as no frame is drawn, the page does not hear that something has been scrolled.
NO_FRAME = "addEventListener('scroll', (event) => event.stopImmediatePropagation(), true)"
IN_SIGHT = """(line) => {
    const [at, frame] = [line, line.closest('.letters')].map((e) => e.getBoundingClientRect());
    return at.top >= frame.top && at.bottom <= frame.bottom;
}"""
IN_WINDOW = """(thing) => {
    const window = thing.closest('.window');
    const [at, frame, map] = [thing, window, window.querySelector('svg')].map((e) =>
        e.getBoundingClientRect());
    const x = (Math.max(at.left, map.left) + Math.min(at.right, map.right)) / 2;
    const y = (Math.max(at.top, map.top) + Math.min(at.bottom, map.bottom)) / 2;
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
}"""


def letter(person: Person, table: str, seat: str, text: str, *to: str) -> Json:
    sent: Json = person.call(
        "POST", f"/tables/{table}/chat", {"seat": seat, "to": list(to), "text": text}
    )
    assert "number" in sent, sent
    return sent


def with_russia(fanny: Person, boris: Person) -> str:
    """A table of three, at which Fanny has France and Boris has Russia."""
    seats = {"france": "me", "russia": None, "england": "random"}
    table = fanny.table("diplomacy", options={"players": 3, "split": "B"}, seats=seats)
    boris.call("POST", f"/tables/{table}/join", {"seat": "russia"})
    return table


def place(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found
    return found


def until_in_window(page: Page, thing: str, inside: bool) -> None:
    page.wait_for_function(
        f"([thing, inside]) => ({IN_WINDOW})(document.querySelector(thing)) === inside",
        arg=[thing, inside],
        polling=POLL,
    )


def open_on_unread(fanny: Person, boris: Person) -> str:
    """Fanny's page opens a letter of Boris's that she has not read; the table."""
    page, table = fanny.page, with_russia(fanny, boris)
    for number in range(1, 4):
        last = letter(boris, table, "russia", f"Letter {number}\nwith\nfour\nlines", "france")
    read = {"seat": "france", "conversation": ["france", "russia"], "number": last["number"]}
    fanny.call("POST", f"/tables/{table}/chat/read", read)
    letter(boris, table, "russia", "First news: Burgundy and STP, not bur.", "france")
    letter(boris, table, "russia", "News for all")
    for number in range(1, 4):
        letter(boris, table, "russia", f"Later news {number}\nwith\nfour\nlines", "france")

    # The key opens what has been unread for longest, where it begins, with the cursor in the box.
    fanny.prepare(WIDE)
    fanny.open(table)
    tab = page.get_by_role("tab", name="Chat")
    expect(tab).to_contain_text("5")
    with page.expect_response(re.compile(r"/chat\?")):  # the same letters once more
        page.keyboard.press("p")
    expect(tab).to_have_attribute("aria-selected", "true")
    russia = page.get_by_role("log", name="Russia")
    line = russia.get_by_text("New", exact=True)
    line.wait_for()
    expect(russia.locator(".fresh + article")).to_contain_text("First news")
    expect(russia.locator(".fresh")).to_have_count(1)
    at_first = f"() => ({IN_SIGHT})(document.querySelector('.letters .fresh'))"
    page.wait_for_function(at_first, polling=POLL)
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_value("")
    expect(box(page)).to_have_attribute("aria-label", re.compile("Russia"))

    return table


def test_press_opens_on_what_is_unread(crowd: Crowd) -> None:
    """One learns that one's letter was read, and when it was not."""
    fanny, boris = crowd.person("Fanny"), crowd.person("Boris")
    fanny.prepare(NO_FRAME)
    page, table = fanny.page, open_on_unread(fanny, boris)
    assert not violations(page, TAB)
    box(page).fill("Is Burgundy free?")
    page.get_by_role("button", name="Send to Russia").click()
    russia = page.get_by_role("log", name="Russia")
    russia.get_by_text("Not read yet.").wait_for()
    letters = boris.call("GET", f"/tables/{table}/chat")["messages"]
    read = {"conversation": ["france", "russia"], "number": letters[-1]["number"]}
    boris.call("POST", f"/tables/{table}/chat/read", {"seat": "russia", **read})
    russia.get_by_text("Read by Russia.").wait_for()


@pytest.mark.soak
def test_letters_are_found_and_read(crowd: Crowd) -> None:
    fanny, boris = crowd.person("Fanny"), crowd.person("Boris")
    page, table = fanny.page, open_on_unread(fanny, boris)
    russia = page.get_by_role("log", name="Russia")

    # Where there is room the conversations are beside the letters; a writer has their colours.
    talks = page.get_by_role("list", name="Conversations")
    expect(talks.get_by_role("button", name="Everyone")).to_contain_text("1 unread")
    its_talk = talks.get_by_role("button", name="Russia")
    expect(its_talk).not_to_contain_text("unread")
    its_talk.locator("time").wait_for()
    colour = its_talk.locator("[data-owner=RUSSIA]").evaluate(
        "(e) => getComputedStyle(e).backgroundColor"
    )
    assert colour == "rgb(169, 79, 144)"  # its livery
    list_at, letters_at = place(talks), place(russia)
    assert list_at["x"] + list_at["width"] <= letters_at["x"]
    assert not violations(page, TAB)
    fanny.shoot("press-beside")

    # What a letter names is shown on the map.
    news = russia.locator("article", has_text="First news")
    expect(news.locator("p").get_by_role("button")).to_have_text(["Burgundy", "STP"])
    news.get_by_role("button", name="Burgundy").hover()
    expect(page.locator("path[data-id=BUR]")).to_have_class(re.compile("pointed"))
    page.locator("[data-region=board] [tabindex]").first.focus()
    for _ in range(8):
        page.keyboard.press("+")
    until_in_window(page, "path[data-id=STP]", False)
    news.get_by_role("button", name="STP").click()
    until_in_window(page, "path[data-id=STP]", True)

    # One learns that one's letter was read when its reader has looked at it, and no sooner.
    box(page).fill("Is Burgundy free?")
    page.get_by_role("button", name="Send to Russia").click()
    russia.get_by_text("Not read yet.").wait_for()
    boris.open(table)
    read_press(boris.page)
    boris.page.get_by_role("log", name="France").get_by_text("Is Burgundy free?").wait_for()
    expect(boris.page.get_by_role("tab", name="Chat")).not_to_contain_text("unread")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    talk(page, "Russia")  # where it was, unless the connection was lost meanwhile
    russia.get_by_text("Read by Russia.").wait_for()

    # What came with it is not new a second time; the other conversation is opened by itself.
    page.get_by_role("tab", name="Log").click()
    read_press(page)
    expect(page.get_by_role("log", name="Everyone").locator(".fresh + article")).to_contain_text(
        "News for all"
    )
    talk(page, "Russia")
    russia.get_by_text("Is Burgundy free?").wait_for()
    expect(russia.locator(".fresh")).to_have_count(0)

    # Letters stand under their turn; a search goes through all conversations.
    expect(russia.get_by_role("heading")).to_have_text(["Spring 1901"])
    page.get_by_role("button", name="Search messages").click()
    page.get_by_role("searchbox").fill("NEWS  all")
    match = page.get_by_role("region", name="Search messages").get_by_role("button")
    expect(match).to_have_count(1)
    expect(match).to_contain_text("Everyone · Spring 1901")
    match.click()
    expect(page.get_by_role("log", name="Everyone")).to_contain_text("News for all")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    header = page.locator(".chairs").get_by_role("button", name="Message to Russia")
    header.click()
    expect(box(page)).to_have_attribute("aria-label", re.compile("Russia"))
    page.get_by_role("tab", name="Players").click()
    page.locator("#tabpanel").get_by_role("button", name="Message to Russia").click()
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_attribute("aria-label", re.compile("Russia"))

    # Where there is no room beside the letters, the conversations stand above them. It opens on
    # what is unread; so the server must know first that all is read.
    expect(page.get_by_role("tab", name="Chat")).not_to_contain_text("unread")
    resize(page, {"width": 390, "height": 844})
    talk(page, "Russia")
    list_at, letters_at = place(talks), place(russia)
    assert list_at["y"] + list_at["height"] <= letters_at["y"]
    assert not overflow(page)
    fanny.shoot("press-above")


# -- keys

# Everything that single keys do on the pages of tables, and what they would change.
SHORTCUTS = "?uq,.vflpnbhmscd1234567890+-"
SEEN = """() => {
    const table = document.querySelector('.table');
    return [
        table.dataset.version, table.className, table.dataset.moves,
        document.querySelector('[role=tab][aria-selected=true]').id,
        document.querySelectorAll('dialog, [role=alertdialog], .words').length,
        document.querySelector('.board-place .window svg')?.getAttribute('style'),
        localStorage['entente.settings'],
        document.querySelector('[data-region=decide] .prompt')?.innerText,
        document.querySelectorAll('.picked').length,
        document.querySelector('.bar')?.innerText,
    ].join(' | ');
}"""


def types_all(page: Page, field: Locator) -> None:
    """All letters that play elsewhere are typed, and nothing else happens."""
    field.focus()
    before = page.evaluate(SEEN)
    page.keyboard.type(SHORTCUTS)
    page.keyboard.type(SHORTCUTS.upper())
    expect(field).to_have_value(SHORTCUTS + SHORTCUTS.upper())
    expect(field).to_be_focused()
    assert page.evaluate(SEEN) == before


@pytest.mark.soak
def test_typing_into_a_box_does_not_play(crowd: Crowd) -> None:
    person = crowd.person("Typist")
    page = person.page
    table = person.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})
    played_beside(table, 3, person)  # something that could be taken back
    person.open(table)
    page.locator(".undo").wait_for()
    types_all(page, page.get_by_role("searchbox"))
    page.get_by_role("searchbox").fill("")
    page.locator("body").click(position={"x": 1, "y": 1})
    page.keyboard.press("p")
    expect(box(page)).to_be_focused()
    types_all(page, box(page))
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.get_by_role("tab", name="Notes").click()
    types_all(page, page.locator("#notes"))

    # Where orders are written on the map too, with a unit that waits for what it shall do.
    person.open(at_table(person, "france"))
    person.sees_version(7)  # the six computers have decided
    page.locator("button.unit").last.click()
    page.locator(".bar").get_by_role("button", name="Hold").wait_for()
    page.keyboard.press("p")
    expect(box(page)).to_be_focused()
    types_all(page, box(page))


# -- proposals


def click_map(page: Page, province: str) -> None:
    page.locator(f"path.province[data-id={province}]").dispatch_event("click")


@pytest.mark.soak
def test_a_proposal_is_drawn_sent_shown_and_taken_over(crowd: Crowd) -> None:
    fanny, gustav = crowd.person("Fanny"), crowd.person("Gustav")
    seats = dict.fromkeys(POWERS, "random") | {"france": "me", "germany": None}
    table = fanny.table("diplomacy", seats=seats)
    gustav.call("POST", f"/tables/{table}/join", {"seat": "germany"})
    for person in (fanny, gustav):
        person.open(table)
        person.page.locator(".table[data-moves='5']").wait_for()  # the computers have decided
    page, other = fanny.page, gustav.page
    letter(gustav, table, "germany", "Nothing", "france")
    read_press(page)
    talk(page, "Germany")

    # What is clicked is no order, and goes to Germany with the letter.
    box(page).fill("Shall we? F Bre - Mao and")
    page.get_by_role("button", name="Insert a place").click()
    click_map(page, "BUR")
    expect(box(page)).to_have_value("Shall we? F Bre - Mao and Burgundy")
    page.get_by_role("button", name="Draw a proposal").click()
    bar = page.get_by_role("group", name="You are drawing a proposal.")
    page.locator(".proposing path.province.lit[data-id=MUN]").wait_for(state="attached")
    for province in ("MUN", "RUH", "PAR", "BUR", "KIE", "HOL"):
        click_map(page, province)
    expect(page.locator(".order.proposed")).to_have_count(3)
    expect(bar).to_contain_text("Proposed: 3")
    page.get_by_role("button", name="Remove F KIE - HOL").click()
    expect(page.locator(".order.proposed")).to_have_count(2)
    own = page.get_by_role("list", name="Your orders").get_by_role("combobox")
    assert {each.input_value() for each in own.all()} == {""}
    assert not violations(page)
    fanny.shoot("proposal-drawing")
    bar.get_by_role("button", name="Send").click()
    bar.wait_for(state="detached")
    expect(page.locator(".order")).to_have_count(0)
    expect(page.get_by_role("log").get_by_text("Not read yet.")).to_be_visible()

    # A reader sees it on the map, and adopts what is possible.
    read_press(other)
    sent = other.get_by_role("log", name="France").locator("article", has_text="Shall we?")
    expect(page.get_by_role("log").get_by_text("Read by Germany.")).to_be_visible()
    sent.get_by_role("button", name="F Bre - Mao").hover()
    other.locator(".order.proposed[data-order='F BRE - MAO']").wait_for(state="attached")
    sent.get_by_role("button", name="Show on the map").click()
    expect(other.locator(".order.proposed")).to_have_count(2)
    assert not violations(other)
    gustav.shoot("proposal-shown")
    sent.get_by_role("button", name="Show on the map").click()
    sent.get_by_role("button", name="Use as my orders (1)").click()
    other.locator(".order:not(.proposed)[data-order='A MUN - RUH']").wait_for(state="attached")

    # Boris hears no more of it, and the operator does.
    mute = other.get_by_role("button", name="Mute conversation")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    sent.get_by_role("button", name="Report or mute").click()
    dialog = other.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("He lies.")
    assert not violations(other)
    gustav.shoot("report")
    dialog.get_by_role("button", name="Report", exact=True).click()
    dialog.get_by_text("We have received your report").wait_for()
    dialog.get_by_role("button", name="Close").click()
    expect(sent.get_by_text("reported")).to_be_visible()
    other.get_by_role("tab", name="Log").click()
    letter(fanny, table, "france", "Are you there?", "germany")
    letter(fanny, table, "france", "Is anybody there?")
    expect(other.get_by_role("tab", name="Chat")).to_have_text(re.compile(r"^\D*11 unread"))


@pytest.mark.soak
def test_a_proposal_of_an_earlier_season_is_not_adopted(crowd: Crowd) -> None:
    """Its orders may be possible again, but they are out of date."""
    anna, bert = crowd.person("Anna"), crowd.person("Bert")
    terms = {"options": {"players": 2}, "seats": {"austria": "me"}}
    table = anna.table("diplomacy", **terms)
    bert.call("POST", f"/tables/{table}/join", {"seat": "england"})
    parts = anna.call("GET", f"/tables/{table}/chat/proposals?seat=austria")["parts"]
    # Beside the orders there are terms, such as peace.
    holds = [each for orders in parts.values() for each in orders if each.endswith(" H")]
    body = {"seat": "austria", "to": ["england"], "text": "Peace?", "proposal": holds}
    sent = anna.call("POST", f"/tables/{table}/chat", body)
    assert "number" in sent, sent
    page = bert.page
    bert.open(table)
    read_press(page)
    proposed = page.locator("article", has_text="Peace?")
    take = proposed.get_by_role("button", name="Use as my orders")
    take.wait_for()
    expect(proposed).not_to_contain_text("Proposed for")
    anna.open(table)
    for each in (anna.page, page):
        each.get_by_role("button", name="Submit orders", exact=True).click()
    expect(page.locator("[data-region=decide]")).to_contain_text("Autumn 1914")
    expect(proposed).to_contain_text("Proposed for Spring 1914.")
    expect(take).to_have_count(0)
    bert.shoot("proposal-old")


# -- drafts


@pytest.mark.soak
def test_a_slow_server_puts_no_letter_into_another_box(crowd: Crowd) -> None:
    """Drafts and their confirmations come late and in the wrong order."""
    person = crowd.person("Fanny")
    page = person.page
    held: list[Route] = []
    requests = re.compile(r"/api/tables/[\w-]+/chat")
    is_slow = True
    person.open(at_table(person, "france"))
    read_press(page)
    begin(page, "Italy")
    begin(page, "Turkey")
    talk(page, "Italy")
    page.route(requests, lambda route: held.append(route) if is_slow else route.continue_())
    with page.expect_request("**/chat/draft"):
        box(page).fill(SECRET)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    talk(page, "Turkey")
    expect(box(page)).to_have_value("")
    with page.expect_request("**/chat/draft"):
        box(page).fill("To the Sultan")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    talk(page, "Everyone")
    expect(box(page)).to_have_value("")
    box(page).fill("To all")
    talk(page, "Turkey")

    def boxes() -> dict[str, str]:
        found = {}
        for who in ("Italy", "Everyone", "Turkey"):
            talk(page, who)
            found[who] = box(page).input_value()
        return found

    written = {"Italy": SECRET, "Everyone": "To all", "Turkey": "To the Sultan"}
    assert boxes() == written
    is_slow = False
    assert len(held) >= 4
    for route in reversed(held):
        route.continue_()
        assert boxes() == written
    for who in written:
        talk(page, who)
        kept(page)
    page.unroute(requests)
    page.reload()
    read_press(page)
    expect(box(page)).to_have_value("To all")
    assert boxes() == written


# -- answers that come late


def test_a_late_answer_takes_nothing_away(crowd: Crowd) -> None:
    """Neither a letter that came while it was on its way, nor that one has read something."""
    fanny, boris = crowd.person("Fanny"), crowd.person("Boris")
    page, table = fanny.page, with_russia(fanny, boris)
    letter(boris, table, "russia", "To you alone", "france")
    fanny.open(table)
    read_press(page)
    page.get_by_role("log", name="Russia").get_by_text("To you alone").wait_for()
    tab = page.get_by_role("tab", name="Chat")
    expect(tab).not_to_contain_text("unread")
    page.get_by_role("tab", name="Log").click()

    # A frame from before the letter was written arrives after it.
    reasons = re.compile(r"/api/tables/[\w-]+/chat\?")
    late = Late(page, reasons)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    late.wait()
    letter(boris, table, "russia", "News for all")
    expect(tab).to_contain_text("1 unread")
    late.arrives()
    expect(tab).to_contain_text("1 unread")

    # The server sends what is unread before it hears that it was read.
    late = Late(page, re.compile("/chat/read$"), asked=True)
    read_press(page)
    page.get_by_role("log", name="Everyone").get_by_text("News for all").wait_for()
    late.wait()
    talk(page, "Russia")
    with page.expect_response(reasons) as answer:
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    assert any(each["unread"] for each in answer.value.json()["conversations"])
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    expect(tab).not_to_contain_text("unread")
    late.arrives()
    expect(tab).not_to_contain_text("unread")
