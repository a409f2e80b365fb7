"""The home page and the page of a table: how much script they load until the first view and after
it, how long they take on a slow line, how smoothly the map moves under the pointer on a slow
machine, and how soon an own action changes the board.

    python -m benchmarks.page
    python -m benchmarks.page --games turmoil --rounds 5
    python -m benchmarks.page --only-actions
    python -m benchmarks.page --only-actions --against ../before/src

`--against` names the sources of another version with its built client. Both versions act by turns,
so that the ratios hold on a busy machine as well.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.page_actions import ACTED_MOST, TIMED, Player, acted_line, ratio_line
from benchmarks.page_weight import GAMES, HOME_MOST, TABLE_MOST
from benchmarks.server import machine_line
from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
HOME_PAINTED_MOST = 2500  # milliseconds on the slowest line
BOARD_MOST = 1500  # milliseconds
SLOWED = 4  # times slower is the processor while the map is moved
TURN = 5  # actions of a version before those of the other one
CALM = 1500  # milliseconds without a new script
FOREVER = 1e9  # milliseconds
DROPPED = 50  # milliseconds; a frame that takes as long is seen as a jerk


class Line(NamedTuple):
    """A connection: megabits a second, and milliseconds there and back."""

    name: str
    megabits: float
    delay: int


# As the developer tools of browsers have them.
LINES = (Line("cable", 10.0, 40), Line("fast 4G", 9.0, 60), Line("slow 4G", 1.6, 150))

# The moment at which a board is drawn that has its pieces, and the moment from which the question
# can be answered too: no part of the page is still being loaded.
WATCHED = """
window.drawn = 0;
window.whole = 0;
const look = () => {
  const board = document.querySelector('.stage svg');
  const isDrawn = board && board.getBoundingClientRect().width > 50;
  if (isDrawn && !window.drawn) window.drawn = performance.now();
  if (isDrawn && !document.querySelector('[data-coming]')) window.whole = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
# The largest element painted so far, as browsers report it (LCP).
PAINTED = """
window.painted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.painted = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
"""
# Script that had come by some moment; parts that are loaded while the page is idle come later.
SCRIPTS = """(until) => performance.getEntriesByType('resource')
    .filter((each) => each.name.endsWith('.js') && each.responseEnd <= until)
    .reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000"""
FRAMES = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const tick = (now) => {
    window.frames_seen.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


class Opened(NamedTuple):
    """How a page came: milliseconds until the board was drawn, kB of script until the question
    could be answered, and kB of all script once the page was idle."""

    board: float
    script: float
    later: float = 0.0


def open_page(browser: Browser, server: RunningServer, guest: Guest) -> Page:
    """A browser that has never been here, with a guest's cookie."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 720},
        locale="en-GB",
        service_workers="block",  # what passes through one counts with its size unpacked
        bypass_csp=True,  # what waits for the page is a script of ours in it
    )
    name, _, value = guest.cookie.partition("=")
    address = f"http://127.0.0.1:{server.port}"
    context.add_cookies([{"name": name, "value": value, "url": address}])
    context.add_init_script(f"localStorage.setItem('entente.introduced', '{_list(GAMES)}')")
    context.add_init_script(WATCHED)
    return context.new_page()


def _list(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def slow_down(page: Page, line: Line) -> None:
    speed = line.megabits * 1e6 / 8
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": line.delay,
            "downloadThroughput": speed,
            "uploadThroughput": speed,
        },
    )


def opened_home(browser: Browser, server: RunningServer, line: Line) -> Opened:
    """Open the home page as a new visitor; `board` is the largest contentful paint."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    context.add_init_script(PAINTED)
    page = context.new_page()
    slow_down(page, line)
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_load_state("networkidle")
    home = Opened(page.evaluate("window.painted"), page.evaluate(SCRIPTS, FOREVER))
    context.close()
    return home


def opened(browser: Browser, server: RunningServer, guest: Guest, table: str, line: Line) -> Opened:
    page = open_page(browser, server, guest)
    slow_down(page, line)
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table}")
    page.wait_for_function("window.whole > 0")
    board, whole = page.evaluate("[window.drawn, window.whole]")
    loaded = -1.0
    while loaded != (loaded := page.evaluate(SCRIPTS, FOREVER)):  # the page loads on while idle
        page.wait_for_timeout(CALM)
    script = page.evaluate(SCRIPTS, whole)
    result = Opened(board, script, loaded - script)
    page.context.close()
    return result


def moved(browser: Browser, server: RunningServer, guest: Guest, table: str) -> list[float]:
    """Milliseconds of each frame while the map is dragged about."""
    page = open_page(browser, server, guest)
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table}")
    page.wait_for_function("window.drawn > 0")
    session = page.context.new_cdp_session(page)
    page.locator(".stage svg").first.hover()
    for _ in range(4):
        page.mouse.wheel(0, -300)
    page.wait_for_timeout(500)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    box = page.locator(".stage").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(60):
        page.mouse.move(middle[0] + 3 * (step % 40 - 20), middle[1] + 2 * (step % 30 - 15))
    page.mouse.up()
    times: list[float] = page.evaluate("window.frames_seen")
    page.context.close()
    return times[1:]


def sit_down(
    browser: Browser, server: RunningServer, guest: Guest, table: str, game: str
) -> Player:
    """A player at a table, whose actions are timed."""
    page = open_page(browser, server, guest)
    page.context.add_init_script(TIMED)
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table}")
    page.wait_for_function("window.drawn > 0")
    return Player(page, game)


def act_by_turns(players: Sequence[Player], number: int) -> None:
    """A few actions of each player in turn, until each has done this number."""
    for done in range(0, number, TURN):
        for player in players:
            player.act(min(done + TURN, number))


def own_table(server: RunningServer, game: str) -> tuple[Guest, str]:
    """A guest at a new table with all seats."""
    guest = Guest(server, "looker")
    seats = registry.load(game).info.seats
    wishes = {"game": game, "seats": dict.fromkeys(seats, "me"), "private": True}
    return guest, str(guest.post("/api/tables", wishes)["id"])


def main() -> int:
    """Exit status 1 if a page is too heavy, too slow on a fast line or slow to answer a click."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--actions", type=int, default=50, help="own actions timed in each game")
    parser.add_argument("--only-actions", action="store_true", help="time nothing else")
    parser.add_argument("--against", type=Path, help="`src` of another version, with its client")
    arguments = parser.parse_args()
    wanted = os.environ.get("ENTENTE_CHROMIUM")
    browsers = [path for name in ([wanted] if wanted else NAMES) if (path := shutil.which(name))]
    if not browsers:
        raise SystemExit("the page is measured with Chromium: sh scripts/chromium.sh")
    print(machine_line(), flush=True)
    slow = False
    with (
        tempfile.TemporaryDirectory(prefix="entente-page-") as home,
        RunningServer(Path(home)) as server,
        sync_playwright() as playwright,
        ExitStack() as stack,
    ):
        servers = [server]
        if arguments.against:
            other = stack.enter_context(tempfile.TemporaryDirectory(prefix="entente-page-"))
            sources = str(arguments.against.resolve())
            servers.append(stack.enter_context(RunningServer(Path(other), PYTHONPATH=sources)))
        browser = playwright.chromium.launch(executable_path=browsers[0], args=FLAGS)
        lines = () if arguments.only_actions else LINES
        for line in lines:
            runs = [opened_home(browser, server, line) for _ in range(arguments.rounds)]
            painted, script = median(each.board for each in runs), runs[0].script
            slow |= script > HOME_MOST or painted > HOME_PAINTED_MOST
            print(
                f"home       {line.name:8} {painted:6.0f} ms until the largest paint, "
                f"{script:4.0f} kB of script",
                flush=True,
            )
        for game in arguments.games:
            guest, table = own_table(server, game)
            for line in lines:
                runs = [
                    opened(browser, server, guest, table, line) for _ in range(arguments.rounds)
                ]
                board, script = median(each.board for each in runs), runs[0].script
                slow |= script > TABLE_MOST or (line.megabits > 5 and board > BOARD_MOST)
                text = (
                    f"{line.name:8} {board:6.0f} ms until the board, {script:4.0f} kB of script "
                    f"and {runs[0].later:.0f} kB when idle"
                )
                print(f"{game:10} {text}", flush=True)
            if lines:
                frames = moved(browser, server, guest, table)
                jerks = sum(each > DROPPED for each in frames)
                print(
                    f"{game:10} map moved on a processor {SLOWED} times slower: "
                    f"{len(frames)} frames, median {median(frames):.0f} ms, "
                    f"{jerks} of over {DROPPED} ms",
                    flush=True,
                )
            players = [sit_down(browser, server, guest, table, game)]
            for each in servers[1:]:
                players.append(sit_down(browser, each, *own_table(each, game), game))
            act_by_turns(players, arguments.actions)
            slow |= median(each.drawn for each in players[0].times) > ACTED_MOST
            load = os.getloadavg()[0] / (os.cpu_count() or 1)
            for player in players:
                line_of_game = acted_line(game, player.times, player.costs)
                print(f"{line_of_game} (load {load:.1f} a core)", flush=True)
            if len(players) > 1:
                print(ratio_line(game, *players), flush=True)
            for player in players:
                player.page.context.close()
        browser.close()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
