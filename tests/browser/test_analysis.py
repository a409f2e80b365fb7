"""The thoughts of computers, for their opponents and in replays."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from tests.amount import THOROUGH
from tests.browser.games import given, moved, played, until_asked
from tests.browser.pages import resize, unfit, violations
from tests.browser.people import Crowd

PHONE: ViewportSize = {"width": 390, "height": 844}
LYING: ViewportSize = {"width": 844, "height": 390}


@pytest.mark.amount
def test_a_game_is_analysed_and_a_line_tried_out(crowd: Crowd) -> None:
    """The course with its turning points, the thoughts of a level, and what if."""
    person = crowd.person("Student", has_touch=True)
    page = person.page
    person.prepare("localStorage['entente.adviser'] = 'easy'")
    table = given(person, played("attrition"))
    person.go(f"/tables/{table}?tab=analysis&move=6")
    analysis = page.locator(".analysis")
    graph = analysis.get_by_role("slider", name="Chances over the game")
    graph.wait_for()
    analysis.locator(".turning").first.wait_for()
    assert not violations(page, ".analysis")
    graph.focus()
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "5")
    expect(page.locator(".banner.past")).to_contain_text("move 5 of")

    analysis.get_by_role("button", name="Best move for Central Powers").click()
    lines = analysis.get_by_role("list", name="Best lines")
    lines.wait_for()
    first = lines.get_by_role("button").first
    first.click()
    expect(first).to_have_attribute("aria-expanded", "true")
    assert not violations(page, ".analysis")
    person.shoot("analysis-lines")
    if THOROUGH:
        resize(page, PHONE)
        assert not unfit(page)
        person.shoot("analysis-phone")
        first.click()  # the earlier analysis is still there, folded
    lines.get_by_role("button", name="Try this line").click()
    sandbox = page.locator(".table[data-status=playing]")
    sandbox.wait_for()
    assert int(sandbox.get_attribute("data-moves") or 0) > 5
    assert page.url.partition("?")[0] != f"{person.server.address}/tables/{table}"
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Undo to move 5").wait_for()
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator(".banner.past")).to_contain_text("move 5 of")
    assert page.url.partition("?")[0] == f"{person.server.address}/tables/{table}"


@pytest.mark.soak
def test_a_visitor_who_wants_analysis_enters_a_name(crowd: Crowd) -> None:
    """In a dialog with a field for it; then the analysis is there."""
    player, visitor = crowd.person("Loser"), crowd.person()
    table = player.table("turmoil", seats={"authoritarian": "me", "liberal": "random"})
    until_asked(player, table)  # the computer may have the first move
    assert moved(player, table)
    player.call("POST", f"/tables/{table}/concede", {"seat": "authoritarian"})
    page = visitor.page
    visitor.go(f"/tables/{table}")
    page.get_by_role("heading", name="The game is over").wait_for()
    page.get_by_role("button", name="Analysis").click()
    page.get_by_label("Your name").fill("Curious")
    visitor.shoot("analysis-name")
    page.get_by_role("button", name="Continue").click()
    page.locator(".analysis").get_by_role("heading").first.wait_for()
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Choose a name first.")).to_have_count(0)


@pytest.mark.soak
def test_a_computer_explains_its_moves(crowd: Crowd) -> None:
    """In the log, and after each of its turns for a player who wants it."""
    person = crowd.person("Beginner")
    page = person.page
    table = person.table("attrition", seats={"central": "easy", "entente": "me"})
    until_asked(person, table)
    person.open(table)
    page.get_by_role("tab", name="Log").click()
    page.locator(".log").get_by_role("button", name="Why was move").last.click()
    answer = page.locator(".log div.why")
    answer.locator("p").first.wait_for()
    assert not violations(page, ".log")
    person.shoot("why-log")
    page.get_by_role("tab", name="More").click()
    page.get_by_label("Explain computer moves").check()
    card = page.get_by_role("region", name="Why these moves")
    card.locator("p").first.wait_for()
    person.shoot("why")
    card.get_by_role("button", name="Don’t show this again").click()
    expect(card).to_have_count(0)


def thinking_socket(socket: WebSocketRoute) -> None:
    """The socket of a page at which a computer thinks: the server's own, and after the table this
    frame, which it sends only during a long search."""
    server = socket.connect_to_server()
    answer = json.dumps({"type": "thinking", "seats": {"central": 12.0}})

    def hear(frame: str | bytes) -> None:
        socket.send(frame)
        if '"type":"state"' in str(frame):
            socket.send(answer)

    server.on_message(hear)


@pytest.mark.soak
def test_it_shows_that_computers_think(crowd: Crowd) -> None:
    """A quiet sign beside the seat, and for how long already; the page stays usable."""
    person, other = crowd.person("Waiting"), crowd.person("Slow")
    page = person.page
    table = person.table("attrition", seats={"entente": "me", "central": None})
    other.call("POST", f"/tables/{table}/join", {"seat": "central"})
    person.prepare("")  # its socket is not as new
    page.route_web_socket("**/ws/**", thinking_socket)
    person.open(table)
    sign = page.locator(".chairs li", has_text="Central Powers").locator(".thinks")
    expect(sign).to_contain_text("thinking")
    expect(sign.get_by_role("timer")).to_contain_text(" s")
    expect(page.locator("[data-region=decide]")).to_contain_text("the computer is thinking")
    assert not violations(page, ".above")
    person.shoot("thinking")
    page.get_by_role("tab", name="Players").click()
    expect(page.locator(".players .thinks")).to_have_count(1)
    # On a telephone the seats are out of sight: the sign is beside the player to move.
    for size in (PHONE, LYING):
        resize(page, size)
        tab = page.get_by_role("tab", name="Actions")
        expect(tab).to_contain_text("the computer is thinking")
        assert not violations(page, "[role=tablist]")
        person.shoot(f"thinking-{size['width']}")
    tab.click()
    expect(page.locator("[data-region=decide]")).to_contain_text("the computer is thinking")
    expect(tab).not_to_contain_text("thinking")
    tab.click()  # which folds it away
    expect(tab).to_contain_text("the computer is thinking")
