"""Measure the home page and the table page: script loaded until the first view and after it, load
time on a slow connection, frame rate while the map is dragged on a slow machine, and the time from
a click to the changed board.

    python -m benchmarks.page
    python -m benchmarks.page --games turmoil --rounds 5
    python -m benchmarks.page --only-actions
    python -m benchmarks.page --only-actions --against ../before/src

`--against` names the sources of another version with its built client. Both versions act in turn,
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

from benchmarks.page_actions import ACTION_MOST, TIMED, Player, action_line, ratio_line
from benchmarks.page_weight import GAMES, HOME_MOST, TABLE_MOST
from benchmarks.server import machine_line
from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
HOME_PAINTED_MOST = 2500  # milliseconds on the slowest line
BOARD_MOST = 1500  # milliseconds
SLOWDOWN = 4  # of the processor while the map is dragged
TURN = 5  # actions of one version before it is the other's turn
IDLE = 1500  # milliseconds without a new script
FOREVER = 1e9  # milliseconds
DROPPED = 50  # milliseconds from which a frame is seen as a stutter


class Network(NamedTuple):
    """A connection: megabits a second, and the round trip in milliseconds."""

    name: str
    megabits: float
    delay: int


# The presets of browsers' developer tools.
NETWORKS = (Network("cable", 10.0, 40), Network("fast 4G", 9.0, 60), Network("slow 4G", 1.6, 150))

# When the board with its pieces is drawn, and when the decision can be answered too because no part
# of the page is still loading.
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
# Script loaded by a moment; the page loads some parts later, while it is idle.
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


class LoadFigures(NamedTuple):
    """The load of a page: milliseconds until the board is drawn, kB of script until the decision
    can be answered, and kB of script loaded after that."""

    board: float
    script: float
    later: float = 0.0


def open_page(browser: Browser, server: RunningServer, guest: Guest) -> Page:
    """Open a page in a fresh browser context with a guest's cookie."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 720},
        locale="en-GB",
        service_workers="block",  # responses through one count uncompressed
        bypass_csp=True,  # our init scripts run in the page
    )
    name, _, value = guest.cookie.partition("=")
    address = f"http://127.0.0.1:{server.port}"
    context.add_cookies([{"name": name, "value": value, "url": address}])
    context.add_init_script(f"localStorage.setItem('entente.introduced', '{_list(GAMES)}')")
    context.add_init_script(WATCHED)
    return context.new_page()


def _list(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def throttle(page: Page, network: Network) -> None:
    speed = network.megabits * 1e6 / 8
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": network.delay,
            "downloadThroughput": speed,
            "uploadThroughput": speed,
        },
    )


def load_home(browser: Browser, server: RunningServer, network: Network) -> LoadFigures:
    """Open the home page as a new visitor; `board` is the largest contentful paint."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    context.add_init_script(PAINTED)
    page = context.new_page()
    throttle(page, network)
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_load_state("networkidle")
    home = LoadFigures(page.evaluate("window.painted"), page.evaluate(SCRIPTS, FOREVER))
    context.close()
    return home


def load_table(
    browser: Browser, server: RunningServer, guest: Guest, table: str, network: Network
) -> LoadFigures:
    """Open the page of a table in a fresh browser context."""
    page = open_page(browser, server, guest)
    throttle(page, network)
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table}")
    page.wait_for_function("window.whole > 0")
    board, whole = page.evaluate("[window.drawn, window.whole]")
    loaded = -1.0
    while loaded != (loaded := page.evaluate(SCRIPTS, FOREVER)):  # it keeps loading while idle
        page.wait_for_timeout(IDLE)
    script = page.evaluate(SCRIPTS, whole)
    result = LoadFigures(board, script, loaded - script)
    page.context.close()
    return result


def drag_map(browser: Browser, server: RunningServer, guest: Guest, table: str) -> list[float]:
    """Drag the map and return the milliseconds of each frame."""
    page = open_page(browser, server, guest)
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table}")
    page.wait_for_function("window.drawn > 0")
    session = page.context.new_cdp_session(page)
    page.locator(".stage svg").first.hover()
    for _ in range(4):
        page.mouse.wheel(0, -300)
    page.wait_for_timeout(500)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
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


def open_table(
    browser: Browser, server: RunningServer, guest: Guest, table: str, game: str
) -> Player:
    """Open a table for a player whose actions are timed."""
    page = open_page(browser, server, guest)
    page.context.add_init_script(TIMED)
    page.goto(f"http://127.0.0.1:{server.port}/tables/{table}")
    page.wait_for_function("window.drawn > 0")
    return Player(page, game)


def act_in_turn(players: Sequence[Player], number: int) -> None:
    """Let the players act in turn, a few actions each, until each has done this number."""
    for done in range(0, number, TURN):
        for player in players:
            player.act(min(done + TURN, number))


def own_table(server: RunningServer, game: str) -> tuple[Guest, str]:
    """Create a table and return its host, a guest who has all its seats."""
    guest = Guest(server, "looker")
    seats = registry.load(game).info.seats
    terms = {"game": game, "seats": dict.fromkeys(seats, "me"), "private": True}
    return guest, str(guest.post("/api/tables", terms)["id"])


def main() -> int:
    """Measure; return exit status 1 if a page is too heavy, loads slowly or reacts slowly."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--actions", type=int, default=50, help="own actions timed in each game")
    parser.add_argument("--only-actions", action="store_true", help="time only actions")
    parser.add_argument("--against", type=Path, help="`src` of another version, with its client")
    arguments = parser.parse_args()
    chosen = os.environ.get("ENTENTE_CHROMIUM")
    browsers = [path for name in ([chosen] if chosen else NAMES) if (path := shutil.which(name))]
    if not browsers:
        raise SystemExit("this needs Chromium; install it with sh scripts/chromium.sh")
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
        networks = () if arguments.only_actions else NETWORKS
        for network in networks:
            runs = [load_home(browser, server, network) for _ in range(arguments.rounds)]
            painted, script = median(each.board for each in runs), runs[0].script
            slow |= script > HOME_MOST or painted > HOME_PAINTED_MOST
            print(
                f"home       {network.name:8} {painted:6.0f} ms until the largest paint, "
                f"{script:4.0f} kB of script",
                flush=True,
            )
        for game in arguments.games:
            guest, table = own_table(server, game)
            for network in networks:
                runs = [
                    load_table(browser, server, guest, table, network)
                    for _ in range(arguments.rounds)
                ]
                board, script = median(each.board for each in runs), runs[0].script
                slow |= script > TABLE_MOST or (network.megabits > 5 and board > BOARD_MOST)
                text = (
                    f"{network.name:8} {board:6.0f} ms until the board, {script:4.0f} kB of script "
                    f"and {runs[0].later:.0f} kB when idle"
                )
                print(f"{game:10} {text}", flush=True)
            if networks:
                frames = drag_map(browser, server, guest, table)
                dropped = sum(each > DROPPED for each in frames)
                print(
                    f"{game:10} map dragged on a processor {SLOWDOWN} times slower: "
                    f"{len(frames)} frames, median {median(frames):.0f} ms, "
                    f"{dropped} over {DROPPED} ms",
                    flush=True,
                )
            players = [open_table(browser, server, guest, table, game)]
            for each in servers[1:]:
                players.append(open_table(browser, each, *own_table(each, game), game))
            act_in_turn(players, arguments.actions)
            slow |= median(each.drawn for each in players[0].times) > ACTION_MOST
            load = os.getloadavg()[0] / (os.cpu_count() or 1)
            for player in players:
                text = action_line(game, player.times, player.costs)
                print(f"{text} (load {load:.1f} a core)", flush=True)
            if len(players) > 1:
                print(ratio_line(game, *players), flush=True)
            for player in players:
                player.page.context.close()
        browser.close()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
