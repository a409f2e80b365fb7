"""Europe in Turmoil: an opponent's card is played for its points, by one person and between two."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.games import begun, moved, played_beside
from tests.browser.people import POLL, Crowd, Person
from tests.browser.play import Player
from tests.games.turmoil.table import A, Table

MAGYARIZATION = 12  # a Liberal event that checks support
LATER = "(version) => Number(document.querySelector('.table').dataset.version) > version"
SEEN = """() => [Number(document.querySelector('.table').dataset.version),
    document.querySelector('[data-region=decide]').classList.contains('mine')]"""
BEGUN = 9  # moves: support is being placed, and the seat to move places more than one
CLICKED = 4  # decisions that are in nothing special; the others are made beside the pages
MOST_DECISIONS = 150  # by then a player has had an opponent's card, and the points to check


class Side:
    """One of the two, who plays a card of the other side as soon as possible."""

    def __init__(self, person: Person, seed: str) -> None:
        self.person = person
        self.player = Player(person.page, seed, board=0.3)
        self.foreign = person.page.locator(".tray .playable:has(.theirs) [data-card]")
        self.opened = 0  # cards of the opponent's, played out of the tray

    def has_choice(self, action: str) -> bool:
        return self.player.decide.locator(f"[data-action^='{action}']").count() > 0

    def choose(self, action: str) -> None:
        """Take the first of the listed choices that begins so."""
        before = self.person.version
        self.player.offer()
        self.player.decide.locator(f"[data-action^='{action}']").first.click()
        self.person.sees_version(before + 1)

    def decide(self, action: str) -> None:
        """Take a choice, and wait for the next decision; the others may play in between."""
        before = self.person.version
        self.player.decide.locator(f"[data-action='{action}']").click()
        self.person.page.wait_for_function(LATER, arg=before, polling=POLL)
        self.player.offer()

    def play_foreign(self) -> None:
        """Open a card of the opponent's in the hand and use its points."""
        before = self.person.version
        self.foreign.first.click()
        self.person.shoot("turmoil-foreign-card")
        ways = self.person.page.locator(".sheet-of-card .ways")
        ways.get_by_role("button", name="Play the event – why not?").click()
        ways.get_by_role("alert").wait_for()
        ways.get_by_role("button", name="Use the OPs").click()
        self.person.sees_version(before + 1)
        self.opened += 1


def turn_of(sides: list[Side]) -> Side:
    """Whose decision it is, once both pages show the same table."""
    while True:
        seen = [side.person.page.evaluate(SEEN) for side in sides]
        latest = max(version for version, _ in seen)
        late = [side for side, (version, _) in zip(sides, seen, strict=True) if version < latest]
        for side in late:
            side.person.sees_version(latest)
        deciding = [side for side, (_, asked) in zip(sides, seen, strict=True) if asked]
        if deciding and not late:
            return deciding[0]
        sides[0].person.page.wait_for_timeout(POLL)


def test_an_opponents_card_is_played_for_its_points(crowd: Crowd) -> None:
    """Its event comes first and is the other's to carry out, then a check of support."""
    person = crowd.person("Otto")
    scene = Table().to_play(A).give(A, MAGYARIZATION)
    person.open(begun(person, scene.game, scene.state))
    side = Side(person, "one")
    side.player.offer()
    side.play_foreign()
    for action in ("before", "check dual_monarchy", "check"):
        side.choose(action)
    person.shoot("turmoil-check")
    log = person.page.get_by_role("tabpanel")
    expect(log).to_contain_text("event")
    expect(log).to_contain_text(re.compile("check", re.IGNORECASE))


@pytest.mark.soak
def test_a_turn_with_an_opponents_event(crowd: Crowd) -> None:
    """Undo while support is set up, an opponent's card, its event, a check of support."""
    first, second = crowd.person("Otto"), crowd.person("Jean")
    table = first.table("turmoil", seats={"authoritarian": "me", "liberal": None})
    second.call("POST", f"/tables/{table}/join", {"seat": "liberal"})
    played_beside(table, BEGUN, first, second)
    for person in (first, second):
        person.open(table)
    sides = [Side(first, "one"), Side(second, "two")]

    undone = event = checked = False
    clicked = 0
    for _ in range(MOST_DECISIONS):
        side = turn_of(sides)
        if not undone and side.has_choice("place"):
            side.choose("place")
            undo(side.person)
            undone = True
        elif not event and side.has_choice("ops") and side.foreign.count():
            side.play_foreign()
        elif not event and side.has_choice("before"):
            side.choose("before")
            event = True
            side.person.shoot("turmoil-event")
        elif event and side.has_choice("check"):
            side.choose("check")
            checked = True
            side.person.shoot("turmoil-check")
            break
        elif clicked < CLICKED:
            side.player.decision()
            clicked += 1
        else:
            before = side.person.version
            assert moved(side.person, table)
            side.person.sees_version(before + 1)
    assert undone
    assert event
    assert any(side.opened for side in sides)
    assert checked
    for side in sides:
        log = side.person.page.get_by_role("tabpanel")
        expect(log).to_contain_text("event")
        expect(log).to_contain_text(re.compile("check", re.IGNORECASE))


@pytest.mark.soak
def test_unusable_things_show_a_reason(crowd: Crowd) -> None:
    """A card while a space is due, a space while a card is."""
    person = crowd.person("Otto")
    table = person.table("turmoil", seats={"authoritarian": "me", "liberal": "random"})
    person.open(table)
    side, page = Side(person, "one"), person.page
    side.player.offer()
    if side.has_choice("hide"):  # asked only with a choice, because the opponent is a computer
        side.decide("hide")
    page.locator(".tray [data-card]").first.click()
    reason = page.locator(".sheet-of-card .ways").get_by_role("alert")
    expect(reason).to_contain_text("is a strategy card; choose a space now")
    page.keyboard.press("Escape")
    while not side.has_choice("ops"):
        before = person.version
        assert moved(person, table)
        page.wait_for_function(LATER, arg=before, polling=POLL)
        side.player.offer()
    page.locator(".board [data-id=symbolism]").first.click()
    reason = side.player.decide.get_by_role("alert")
    expect(reason).to_contain_text("Symbolism is a space (Russia, stability 1). Play a card first")


def undo(person: Person) -> None:
    """Take back what was just done; the same question is put again."""
    prompt = person.page.locator("[data-region=decide] .prompt")
    moves = int(person.page.locator(".table").get_attribute("data-moves") or 0)
    person.page.get_by_role("button", name="Undo").click()
    expect(person.page.locator(".table")).to_have_attribute("data-moves", str(moves - 1))
    prompt.wait_for()
