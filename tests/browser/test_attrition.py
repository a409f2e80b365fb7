"""A guest plays a whole game of An Attrition of Souls against the computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from entente.cli.main import main
from tests.amount import THOROUGH, amount
from tests.browser.games import given, nearly_over, played
from tests.browser.pages import overflow, violations
from tests.browser.people import Crowd, Person
from tests.browser.play import Player
from tests.browser.test_answers import BUSY, refuse, was_refused
from tests.games.attrition.scene import GAME

MOST_CLICKS = 2000  # no game needs as many
CLICKS = amount(5, MOST_CLICKS)  # in the first turn
LAST = 4  # moves of a game, with which its last turn is soon played


@pytest.mark.amount
def test_a_guest_plays_a_whole_game(crowd: Crowd, tmp_path: Path) -> None:
    """From the home page to the end in what the page offers, and the record proves it. Every day
    it is the beginning of one game and the end of another."""
    guest = crowd.person()
    page = guest.page
    guest.go()
    page.get_by_role("button", name="Play now: An Attrition of Souls").click()
    page.get_by_label("Your name").fill("Newcomer")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("dialog", name="Introduction").wait_for()
    guest.shoot("attrition-introduction")
    page.get_by_role("button", name="Skip").click()
    is_accompanied(guest)

    player = Player(page, "a whole game")
    for clicks in range(CLICKS):
        if not player.step():
            break
        if clicks == 4:
            guest.shoot("attrition-in-play")
    if not THOROUGH:
        guest.open(given(guest, nearly_over("attrition", LAST)))
    for _ in range(MOST_CLICKS):
        if not player.step():
            break
    page.get_by_role("heading", name="The game is over").wait_for()
    guest.shoot("attrition-over")
    assert player.clicks["list"]
    assert player.clicks["board"]

    with page.expect_download() as download:
        page.get_by_role("link", name="Download game").click()
    record = tmp_path / "game.jsonl"
    download.value.save_as(record)
    assert main(["replay", str(record), "--verify"]) == 0
    if THOROUGH:
        the_story_is_read(guest)


def the_story_is_read(guest: Person) -> None:
    """What the game was like; a link to one of its moments, and the picture of that."""
    page = guest.page
    page.get_by_role("link", name="Game report").click()
    page.get_by_role("heading", name="Game report").wait_for()
    graph = page.get_by_role("img", name="Graph: Industry points. At the end:")
    expect(graph.locator("polyline")).to_have_count(2)
    page.get_by_text("Figures as a table").first.click()
    rows = page.get_by_role("region", name="Industry points").get_by_role("row")
    points = page.locator("figure").first.locator("rect title").count()
    expect(rows).to_have_count(points + 1)
    expect(page.get_by_role("row", name="Battles begun")).to_be_visible()
    expect(page.get_by_text("expected.").first).to_be_visible()
    assert not violations(page)
    assert not overflow(page)
    guest.shoot("attrition-story")

    turn = page.locator(".turns a").first
    move = str(turn.get_attribute("href")).partition("?move=")[2]
    turn.click()
    page.get_by_text(f"You are viewing move {move} of").wait_for()
    expect(page.get_by_role("button", name="Copy link to this position")).to_be_visible()
    fonts = list[str]()
    page.on("request", lambda sent: fonts.append(sent.url) if ".woff2" in sent.url else None)
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture of this position").click()
    assert any("eb-garamond" in font for font in fonts)  # a picture has none by itself
    assert any("source-sans" in font for font in fonts)
    assert download.value.suggested_filename == f"attrition-{move}.png"
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 1800  # as wide as it should be


def is_accompanied(guest: Person) -> None:
    """After the introduction the first turn is accompanied, until one has enough of it."""
    guide = guest.page.get_by_role("region", name="Your first turn")
    expect(guide).to_contain_text("Tiles come from your reserves")
    ask = guide.get_by_role("button", name="Suggest a move")
    refuse(guest.page, r"/guide/advice")
    ask.click()
    expect(guide.get_by_role("alert")).to_have_text(BUSY)
    was_refused(guest)
    ask.click()
    expect(guide.get_by_role("status")).to_contain_text("The computer would choose: ")
    expect(guide.get_by_role("alert")).to_have_count(0)
    guest.shoot("attrition-guide")
    assert not violations(guest.page, ".guide")
    guide.get_by_role("button", name="End guide").click()
    expect(guide).to_have_count(0)


def test_a_newcomer_clicks_in_vain_and_wonders_about_a_mark(crowd: Crowd) -> None:
    """An impossible action shows its own reason; reconstructed values are marked; a click counts
    for the button that was pressed."""
    guest = crowd.person("Newcomer")
    page = guest.page
    guest.open(guest.table("attrition", seats={"central": "me", "entente": "random"}))
    page.locator("[data-region=decide].mine").wait_for()

    enemy = page.locator(".heap[data-id$=belgrade]").first
    enemy.click()
    reason = page.locator("[data-region=decide]").get_by_role("alert")
    expect(reason).to_contain_text("belongs to your opponent")
    page.locator("g.plate[data-id=hungary] text.name").click()
    expect(reason).to_contain_text("tiles are mobilised only in capitals")

    choice = page.locator("[data-region=decide] .choices button.choice[data-action]").first
    box = choice.bounding_box()
    assert box
    version = guest.version
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    choice.evaluate("each => { each.closest('.choices').style.paddingTop = '20rem' }")
    page.mouse.up()
    expect(page.locator(".table")).not_to_have_attribute("data-version", str(version))

    marked = page.locator("g.plate .doubt")
    doubtful = [each for each in GAME.board.doubtful_regions if GAME.board.regions[each].ip]
    assert doubtful
    expect(marked).to_have_count(len(doubtful))
    mark = page.get_by_role("link", name="reconstructed")
    mark.hover()
    expect(mark).to_have_attribute("href", "/games/attrition/data")
    page.get_by_text("could not be checked against the original").wait_for()
    page.locator("g.plate[data-id=berlin] text.name").hover()
    page.get_by_text("Reconstructed: 3 industry points.").wait_for()


@pytest.mark.soak
def test_a_click_that_does_not_go_with_the_pick_moves_it_and_does_nothing(crowd: Crowd) -> None:
    """Vienna has a single tile to mobilise: another click takes it, the first only moves there."""
    guest = crowd.person("Wilhelm")
    page = guest.page
    guest.open(given(guest, played("attrition", moves=0)))
    page.locator("[data-region=decide].mine").wait_for()
    decide = page.locator("[data-region=decide]")
    before = guest.version
    page.locator("g.plate[data-id=berlin] text.name").click()
    expect(decide.locator(".picked")).to_contain_text("Selected: Berlin.")
    page.locator("g.plate[data-id=vienna] text.name").click()
    expect(decide.locator(".picked")).to_contain_text("Selected: Vienna. Only one action")
    guest.shoot("attrition-pick-moved")
    assert guest.version == before
    page.locator("g.plate[data-id=moscow] text.name").click()
    decide.get_by_role("alert").wait_for()
    expect(decide.locator(".picked")).to_contain_text("Selected: Vienna.")
    assert guest.version == before
    page.locator("g.plate[data-id=vienna] text.name").click()
    guest.sees_version(before + 1)


@pytest.mark.soak
def test_russia_fights_on_until_its_player_asks(crowd: Crowd) -> None:
    """The question of the surrender opens no turn; it comes on request, and names its price."""
    guest = crowd.person("Ferdinand")
    page = guest.page
    guest.open(guest.table("attrition", seats={"central": "random", "entente": "me"}, seed="x"))
    decide = page.locator("[data-region=decide].mine")
    first = decide.locator(".prompt")
    expect(first).to_contain_text("by rail", timeout=60_000)
    page.locator("[data-russia] button").click()
    expect(first).to_contain_text("Does Russia surrender?")
    expect(decide.locator("[data-action=surrender]")).to_contain_text("IP")
    decide.locator("[data-action=done]").click()
    expect(first).to_contain_text("by rail")


# What of the question can be clicked where it is shown.
IN_SIGHT = """() => [...document.querySelector('[data-region=decide]').querySelectorAll('button')]
    .filter((button) => button.matches('.choice, .primary, [data-back]'))
    .filter((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top && button.contains(top);
    }).map((button) => button.dataset.action ?? button.textContent.trim())"""


def test_an_open_tab_leaves_more_than_the_end_of_the_phase(crowd: Crowd) -> None:
    """On a low screen there are other choices in sight, or the way back to all of them."""
    person = crowd.person("Low", viewport={"width": 1280, "height": 720})
    page = person.page
    person.open(person.table("attrition", seats={"central": "me", "entente": "me"}))
    player = Player(page, "low")
    choices = page.locator("[data-region=decide] .choice")
    while not page.locator("[data-action=done]").count():
        assert player.step()
    before = choices.count()
    for tab in page.get_by_role("tab").all():
        tab.click()
        in_sight = page.evaluate(IN_SIGHT)
        assert "done" not in in_sight or [each for each in in_sight if each != "done"]
        assert len(set(in_sight) - {"done", "Back to the decision"}) > 1 or (
            "Back to the decision" in in_sight
        )
    page.get_by_role("tab", name="Chat").click()
    person.shoot("attrition-low-tab")
    page.get_by_role("button", name="Back to the decision").click()
    assert page.get_by_role("button", name="Back to the decision").count() == 0
    assert len([each for each in page.evaluate(IN_SIGHT) if each != "done"]) >= min(before - 1, 4)
