"""Tables and people: open, invite, watch, be turned away, play again, come back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.amount import THOROUGH
from tests.browser.pages import follow, resize, settled
from tests.browser.people import Crowd, Person
from tests.browser.play import Player

NEW = "/tables/new?game=attrition"


def create(person: Person, title: str, *, private: bool = False, watched: bool = True) -> str:
    """Fill in the page for a new table that is shown; its address."""
    page = person.page
    page.get_by_text("All settings").click()
    page.get_by_label("Table name").fill(title)
    page.get_by_label("Private (link only)").set_checked(private)
    page.get_by_label("Allow spectators").set_checked(watched)
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("heading", name="Waiting for players").wait_for()
    return page.url.removeprefix(person.server.address)


def start(host: Person) -> None:
    """All are there, and the host starts the game."""
    host.page.get_by_role("button", name="Start game").click()


@pytest.mark.soak
def test_a_stranger_has_one_seat_until_the_host_removes_them(crowd: Crowd) -> None:
    host, stranger = crowd.person("Host"), crowd.person("Stranger")
    table = host.table("diplomacy", seats={"austria": "me"}, title="One each")
    host.open(table)
    stranger.go("/tables")
    row = stranger.page.get_by_role("listitem").filter(has_text="One each")
    row.get_by_role("button", name="Join").click()
    leave = stranger.page.get_by_role("button", name="Leave seat")
    leave.wait_for()
    sit = stranger.page.get_by_role("button", name="Join")
    expect(sit).to_have_count(0)
    decide = stranger.page.locator("[data-region=decide]")
    turkey = decide.get_by_role("listitem").filter(has_text="Turkey")
    turkey.get_by_role("button", name="Move here").click()
    expect(turkey).to_contain_text("Stranger")
    expect(leave).to_have_count(1)
    stranger.shoot("seats-stranger")
    stranger.go("/tables?scope=open")
    row.get_by_role("link", name="Go to table").wait_for()
    expect(row.get_by_role("button", name="Join")).to_have_count(0)
    stranger.open(table)
    host.shoot("seats-host")
    host.page.get_by_role("button", name="Remove player").click()
    expect(leave).to_have_count(0)
    expect(host.page.get_by_role("button", name="Remove player")).to_have_count(0)


def test_a_player_who_is_too_late_for_a_seat_gets_a_reason(crowd: Crowd) -> None:
    """The list is read again, and says why as well."""
    seats = {"central": None, "entente": None}
    table = crowd.person("Host").table("attrition", seats=seats, title="One chair")
    late, early = crowd.person("Late"), crowd.person("Early")
    late.go("/tables")
    row = late.page.get_by_role("listitem").filter(has_text="One chair")
    chair = row.get_by_role("button", name="Join as Entente")
    chair.wait_for()
    early.call("POST", f"/tables/{table}/join", {"seat": "entente"})
    chair.click()
    expect(chair).to_have_count(0)
    expect(late.page.locator("main").get_by_role("alert")).not_to_be_empty()
    late.errors[:] = [line for line in late.errors if "409" not in line]  # what was refused


@pytest.mark.amount
def test_an_open_table_is_found_joined_and_played_again(crowd: Crowd) -> None:
    host = crowd.person("Host")
    host.go(NEW)
    path = create(host, "Come one, come all")
    host.shoot("lobby-waiting")
    guest = crowd.person()
    page = guest.page
    guest.go("/tables")
    row = page.get_by_role("listitem").filter(has_text="Come one, come all")
    row.wait_for()
    guest.shoot("lobby-open")
    row.get_by_role("button", name="Join as Entente").click()
    page.get_by_label("Your name").fill("Stranger")
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("All seats are taken; the host starts the game.").wait_for()
    host.shoot("lobby-full")
    start(host)
    for person in (host, guest):
        person.page.locator(".table[data-status=playing]").wait_for()
    page.get_by_role("dialog", name="Introduction").get_by_role("button", name="Skip").click()
    Player(host.page, "lobby").decision()
    guest.sees_version(host.version)

    # on a tablet upright the end is shown in place of the seats
    resize(page, {"width": 768, "height": 1024})
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Concede").click()
    sure = page.get_by_role("alertdialog", name="Concede the game?")
    expect(sure).to_contain_text("You lose and the other side wins. This cannot be undone.")
    sure.get_by_role("button", name="Concede").click()
    host.page.get_by_text("Winner: Central Powers").wait_for()
    page.get_by_text("Better luck next time.").wait_for()
    if not THOROUGH:
        return
    host.page.get_by_role("button", name="Rematch as Entente").click()
    expect(host.page).not_to_have_url(host.server.address + path)
    page.get_by_role("button", name="Go to rematch").click()
    for person in (host, guest):
        person.page.locator(".table[data-status=playing]").wait_for()
    assert host.page.url == page.url


@pytest.mark.soak
def test_a_private_table_by_its_link_and_a_closed_one(crowd: Crowd) -> None:
    """It is in no list; a person with the link joins or watches. A closed table
    turns spectators away."""
    host = crowd.person("Host")
    host.go(NEW)
    path = create(host, "Between friends", private=True)
    friend = crowd.person("Friend")
    watcher = crowd.person("Watcher")
    friend.go("/tables")
    settled(friend.page)
    expect(friend.page.get_by_text("Between friends")).to_have_count(0)
    follow(friend, path)
    friend.page.get_by_role("button", name="Join").click()
    start(host)
    friend.page.locator(".table[data-status=playing]").wait_for()
    watcher.go(path)
    watcher.page.get_by_text("You are watching.").wait_for()
    Player(host.page, "private").decision()
    watcher.sees_version(host.version)
    host.page.get_by_role("tab", name="Players").click()
    host.page.get_by_text("1 spectator.").wait_for()
    watcher.shoot("lobby-watching")

    follow(host, NEW)
    path = create(host, "Closed doors", watched=False)
    friend.call("POST", f"/tables/{path.rpartition('/')[2]}/join", {"seat": "entente"})
    start(host)
    host.page.locator(".table[data-status=playing]").wait_for()
    follow(watcher, path)
    watcher.page.locator("main").get_by_role("alert").wait_for()
    watcher.shoot("lobby-turned-away")
    expect(watcher.page.locator(".table")).to_have_count(0)
    watcher.errors.clear()  # the browser notes every refusal


def test_a_refused_password_is_reported_and_makes_no_guest(crowd: Crowd) -> None:
    """The input stays, so that only the password needs to be changed."""
    person = crowd.person()
    page = person.page
    person.go("/signup")
    name = f"Vera {person.server.address.rpartition(':')[2]}"
    register = page.locator("section", has=page.get_by_role("heading", name="Sign up"))
    register.get_by_label("Name").fill(name)
    register.get_by_label("Password").fill("password1")
    # A server without mail does not ask for an address.
    expect(register.get_by_label("E-mail")).to_have_count(0)
    register.get_by_role("button", name="Sign up").click()
    expect(register.locator("form").get_by_role("alert")).to_contain_text("password")
    person.shoot("register-refused")
    expect(register.get_by_label("Name")).to_have_value(name)
    expect(register.get_by_label("Password")).to_have_value("password1")
    assert person.call("GET", "/me") is None
    register.get_by_label("Password").fill("correct horse battery")
    register.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name=name).wait_for()
    person.errors[:] = [line for line in person.errors if "422" not in line]  # what was refused


def test_a_guest_keeps_their_games_with_a_password(crowd: Crowd) -> None:
    """Register, log out, be refused, log in; the table is still theirs."""
    person = crowd.person("Passer-by")
    page = person.page
    person.table("attrition", seats={"central": "me", "entente": None}, title="Mine to keep")
    person.go("/profile")
    name = f"Keeper {person.server.address.rpartition(':')[2]}"
    page.locator("section").get_by_role("link", name="Sign up").click()
    register = page.locator("section", has=page.get_by_role("heading", name="Sign up"))
    register.get_by_label("Name").fill(name)
    register.get_by_label("Password").fill("correct horse battery")
    person.shoot("profile-guest")
    register.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name=name, exact=True).wait_for()
    expect(register).to_have_count(0)
    person.shoot("profile-registered")
    page.get_by_role("button", name="Log out").click()

    login = page.locator("section", has=page.get_by_role("heading", name="Log in"))
    login.get_by_label("Name").fill(name)
    login.get_by_label("Password").fill("wrong horse battery")
    login.get_by_role("button", name="Log in").click()
    login.get_by_role("alert").wait_for()
    login.get_by_label("Password").fill("correct horse battery")
    login.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name=name, exact=True).wait_for()
    person.go("/tables?scope=mine")
    page.get_by_text("Mine to keep").wait_for()
    person.errors.clear()  # the browser notes every refusal


@pytest.mark.soak
def test_the_seats_follow_the_options(crowd: Crowd) -> None:
    """With three players of Diplomacy there are other seats; choosing one shows all
    powers that it plays, here, at the table and in the list of tables."""
    person = crowd.person("Host")
    page = person.page
    person.go("/tables/new?game=diplomacy")
    page.get_by_text("All settings").click()
    players = page.locator("label.choice", has=page.get_by_text("Players", exact=True))
    players.locator("select").select_option("3")
    seats = page.locator("fieldset label.seat")
    expect(seats).to_have_count(3)
    powers = ["Russia", "England, France and Germany", "Austria-Hungary, Italy and Turkey"]
    expect(seats.locator("span")).to_have_text(powers)
    sides = page.get_by_label("Your side").locator("option")
    expect(sides).to_have_text([*powers, "Random side"])
    person.shoot("lobby-new-table")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("heading", name="Waiting for players").wait_for()
    expect(page.get_by_role("list", name="Players").locator("strong")).to_have_text(powers)
    other = crowd.person("Guest")
    other.go("/tables?scope=open")
    for powers_of_seat in powers[1:]:
        other.page.get_by_role("button", name=f"Join as {powers_of_seat}").first.wait_for()
