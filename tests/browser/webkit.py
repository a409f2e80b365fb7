"""WebKit, in the small browser of WebKitGTK, over WebDriver."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket as new_socket
from typing import Any

import httpx2

from tests.browser.other_page import PATIENCE, Json, OtherPage

PROGRAM = "WebKitWebDriver"
BROWSER = "webkit2gtk-4.*/MiniBrowser"
# The page notes its errors: WebDriver has no log.
NOTE = """() => {
    if (window.notedErrors) return;
    window.notedErrors = JSON.parse(window.name || '[]');
    const note = (text) => {
        window.notedErrors.push(text);
        window.name = JSON.stringify(window.notedErrors);
    };
    addEventListener('error', (event) => note(String(event.message)));
    addEventListener('unhandledrejection', (event) => note(String(event.reason)));
    const { error } = console;
    console.error = (...words) => { note(words.join(' ')); error(...words); };
}"""


class WebKitPage(OtherPage):
    def __init__(self, client: httpx2.Client, session: str) -> None:
        super().__init__()
        self.client, self.session = client, session

    def ask(self, path: str, body: Json) -> Any:
        answer = self.client.post(f"/session/{self.session}/{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def goto(self, address: str) -> None:
        self.ask("url", {"url": address})
        self.evaluate(NOTE)

    def run(self, script: str) -> Any:
        wrapped = f"const done = arguments[0]; ({script}).then(done, (e) => done('!' + e));"
        found = self.ask("execute/async", {"script": wrapped, "args": []})
        assert not str(found).startswith("!"), found
        return found

    def perform(self, actions: list[Json]) -> None:
        self.ask("actions", {"actions": actions})

    def resize(self, width: int, height: int) -> None:
        self.ask("window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def errors(self) -> list[str]:
        found: list[str] = self.evaluate("() => window.notedErrors")
        return found


def free_port() -> int:
    with new_socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def webkit(home: Path) -> Iterator[WebKitPage]:
    """Start WebKit on a screen of its own."""
    browser = next(Path("/usr/lib").glob(f"*/{BROWSER}"))
    port = free_port()
    environment = {
        **os.environ,
        "HOME": str(home),
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24"]
    with (home / "webkit.log").open("w") as log:
        process = subprocess.Popen(
            [*screen, PROGRAM, f"--port={port}", "--host=127.0.0.1"],
            stdout=log,
            stderr=log,
            env=environment,
            start_new_session=True,
        )
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE * 2) as client:
            session = _session(client, str(browser))
            page = WebKitPage(client, session)
            page.resize(1300, 1000)
            page.ask("timeouts", {"script": PATIENCE * 1000})
            yield page
            client.delete(f"/session/{session}")
    finally:
        os.killpg(process.pid, 15)
        process.wait(PATIENCE)


def _session(client: httpx2.Client, browser: str) -> str:
    options = {"binary": browser, "args": ["--automation"]}
    wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
    end = time.monotonic() + PATIENCE
    while True:
        try:
            answer = client.post("/session", json=wanted)
            break
        except httpx2.TransportError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    session: str = answer.json()["value"]["sessionId"]
    return session
