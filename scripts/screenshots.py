"""Take the screenshots of the documentation with `make screenshots`, or those of some games with
`make screenshots ARGS=pax`.

The greedy player plays a table of each game, for all seats, to the middle of the game. Then a real
server shows the tables to a real browser: light and dark, on a desktop and on a phone. What the
pictures show is stored with them (`scripts.pictures`), so that `make release` finds old ones.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from entente.kernel import registry
from entente.players import PlayerView, make
from entente.server.http.app import create_app
from entente.server.settings import read_settings
from scripts import pictures
from scripts.pax_scenes import SCENES, quarrel

IMAGES = pictures.IMAGES
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SIZES = {"": (1440, 900), "-phone": (390, 844)}
PEOPLE = ("Marguerite", "Theodor")
SETTLED = 2500  # milliseconds until animations have ended

# For each game: its options, the moves to play, the host's seats and the others' seats.
GAMES: dict[str, tuple[dict[str, object], int, list[str], list[str]]] = {
    "attrition": ({}, 150, ["central"], ["entente"]),
    "turmoil": ({}, 90, ["authoritarian"], ["liberal"]),
    "diplomacy": (
        {},
        42,
        ["austria", "italy", "turkey"],
        ["england", "france", "germany", "russia"],
    ),
    "pax": (
        {},
        700,
        ["great_britain"],
        ["france", "germany", "united_states", "japan", "russia", "italy"],
    ),
}


class Guest:
    """A guest of the server that runs inside this program."""

    def __init__(self, server: TestClient, name: str) -> None:
        self.client = TestClient(server.app)
        self.client.portal = server.portal  # all in the server's own event loop
        account = self.client.post("/api/guest", json={"name": name}).json()
        self.client.headers["x-csrf-token"] = account["csrf"]

    def post(self, path: str, **body: object) -> dict[str, Any]:
        response = self.client.post(path, json=body)
        assert response.is_success, response.text
        content: dict[str, Any] = response.json()
        return content


def prepare(server: TestClient, host: Guest, other: Guest, games: list[str]) -> dict[str, str]:
    """Create a table in the middle of each game, and some open ones; return the former by game."""
    tables = {}
    for game in games:
        options, moves, mine, theirs = GAMES[game]
        seats = dict.fromkeys(mine, "me")
        terms = {"options": options, "seats": seats, "private": True, "starts_when_full": True}
        table = str(host.post("/api/tables", game=game, **terms)["id"])
        guests = dict.fromkeys(mine, host)
        for seat in theirs:  # only the host may have two seats
            guests[seat] = other if seat == theirs[0] else Guest(server, seat.title())
            guests[seat].post(f"/api/tables/{table}/join", seat=seat)
        tables[game] = table
        play(server.app, guests, table, {*mine}, moves)
    pace = {"kind": "correspondence", "hours": 48, "days_off": [5, 6]}
    evening = {"kind": "live", "minutes": 45, "increment": 15}
    other.post("/api/tables", game="diplomacy", title="A slow spring", time_control=pace)
    other.post("/api/tables", game="turmoil", seats={"liberal": "me"}, time_control=evening)
    return tables


def play(app: Any, guests: dict[str, Guest], table: str, mine: set[str], moves: int) -> None:
    """Let the greedy player play a number of moves, and on until the host must decide."""
    with ExitStack() as stack:
        sockets = {
            guest: stack.enter_context(guest.client.websocket_connect(f"/ws/tables/{table}"))
            for guest in {*guests.values()}
        }
        for number in count():
            room = app.state.services.rooms.get(table)
            match = room.match
            to_move = match.position.to_move
            if not to_move or (number >= moves and mine & {*to_move}):
                return
            seat = to_move[0]
            player = make("greedy", match.game.info.id, f"{table}/{number}")
            action = player.choose(PlayerView(match.position, seat))
            socket = sockets[guests[seat]]
            seats = mine if seat in mine else {seat}
            # Clients count only the versions they see.
            version = room.visible_counts(seats).version(room.version)
            frame = {"type": "act", "seat": seat, "version": version, "action": action}
            socket.send_json({**frame, "id": "move"})
            while (answer := socket.receive_json()).get("id") != "move":
                pass
            assert answer["type"] == "done", answer


@contextmanager
def run_server(home: Path) -> Iterator[str]:
    """Run a real server on the prepared tables, and yield its address."""
    environment = {**os.environ, "ENTENTE_HOME": str(home)}
    command = [sys.executable, "-m", "entente.server", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def analyses(host: Guest) -> dict[str, str]:
    """Create the analysis boards for scenes of Pax Britannica, and return them by step."""
    steps = {scene.step for scene in SCENES.values() if scene.step}
    headers = {"content-type": "text/plain"}
    analyses = {}
    for step in sorted(steps):
        response = host.client.post("/api/records", content=quarrel(step), headers=headers)
        assert response.is_success, response.text
        analyses[step] = str(response.json()["id"])
    return analyses


def shoot(
    browser: Browser, address: str, cookie: str, tables: dict[str, str], general: bool
) -> Iterator[Path]:
    """Take the screenshots of all pages in all sizes and colour schemes."""
    for form, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            context = visit(browser, address, cookie, (width, height), dark=scheme == "dark")
            page = context.new_page()
            pages = {"home": "/", "lobby": "/tables"} if general else {}
            pages |= {f"{game}-table": f"/tables/{table}" for game, table in tables.items()}
            for name, path in pages.items():
                yield save(page, address + path, IMAGES / f"{name}{form}-{scheme}.png")
            context.close()


def shoot_scenes(
    browser: Browser, address: str, cookie: str, tables: dict[str, str]
) -> Iterator[Path]:
    """Take the scenes of Pax Britannica; `tables` by step, '' for the usual table."""
    for name, scene in SCENES.items():
        context = visit(browser, address, cookie, SIZES[""], dark=False)
        url, path = f"{address}/tables/{tables[scene.step]}", IMAGES / f"pax-{name}-light.png"
        yield save(context.new_page(), url, path, scene.prepare)
        context.close()


def visit(
    browser: Browser, address: str, cookie: str, size: tuple[int, int], *, dark: bool
) -> BrowserContext:
    """Open a browser context in which the introductions of all games are done, and nothing is
    replayed or summed up."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        device_scale_factor=2 if size == SIZES["-phone"] else 1,
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.add_cookies([{"name": "entente_session", "value": cookie, "url": address}])
    seen = json.dumps(registry.names())
    context.add_init_script(f"localStorage['entente.introduced'] = '{seen}'")
    context.add_init_script("localStorage['entente.settings'] = '{\"review\": \"never\"}'")
    return context


def save(page: Page, url: str, path: Path, prepare: Callable[[Page], None] | None = None) -> Path:
    page.goto(url)
    page.locator("main#content").wait_for()  # otherwise it is no page of the client
    page.wait_for_load_state("networkidle")
    if prepare is not None:
        page.locator("[data-region=decide] [data-action]").first.wait_for()
        prepare(page)
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=path)
    return path


def main() -> None:
    games = sys.argv[1:]
    if unknown := [game for game in games if game not in GAMES]:
        sys.exit(f"unknown game {', '.join(unknown)}; choose from {', '.join(GAMES)}")
    browsers = map(shutil.which, ("chromium-headless-shell", "chromium"))
    chromium = os.environ.get("ENTENTE_CHROMIUM") or next(filter(None, browsers), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app(read_settings({"ENTENTE_HOME": folder}))
        with TestClient(app) as server:
            host, other = (Guest(server, name) for name in PEOPLE)
            tables = prepare(server, host, other, games or list(GAMES))
            scenes = {"": tables["pax"], **analyses(host)} if "pax" in tables else {}
        cookie = host.client.cookies["entente_session"]
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with run_server(Path(folder)) as address:
            taken = list(shoot(browser, address, cookie, tables, general=not games))
            if scenes:
                taken += shoot_scenes(browser, address, cookie, scenes)
        browser.close()
    pictures.store(pictures.ROOT, [path.name for path in taken])
    print(*taken, sep="\n")


if __name__ == "__main__":
    main()
