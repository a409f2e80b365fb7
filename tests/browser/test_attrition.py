"""A guest plays a whole game of An Attrition of Souls against the computer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import Crowd
from tests.browser.play import Player

MOST_CLICKS = 2000  # no game needs so many


def test_a_guest_plays_a_whole_game(crowd: Crowd, tmp_path: Path) -> None:
    """From the home page to the end in what the page offers, and the record proves it."""
    guest = crowd.person()
    page = guest.page
    guest.go()
    page.get_by_role("button", name="Play now: An Attrition of Souls").click()
    page.get_by_label("Your name").fill("Newcomer")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("dialog", name="Introduction")).to_be_visible()
    guest.shoot("attrition-introduction")
    page.get_by_role("button", name="Skip").click()

    player = Player(page, "a whole game")
    for clicks in range(MOST_CLICKS):
        if not player.step():
            break
        if clicks == 15:
            guest.shoot("attrition-in-play")
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    guest.shoot("attrition-over")
    assert player.clicks["list"]
    assert player.clicks["board"]

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / "game.jsonl"
    download.value.save_as(record)
    command = str(Path(sys.executable).with_name("entente"))
    check = [command, "replay", str(record), "--verify"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
