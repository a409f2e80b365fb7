"""Firefox, over WebDriver BiDi, which it speaks itself."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.other_page import PATIENCE, Json, OtherPage

PROGRAM = "firefox-esr"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
QUIET = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.update.enabled": False,
}


class FirefoxPage(OtherPage):
    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self.socket = socket
        self.number = 0
        self.logged: list[str] = []
        self.ask("session.new", {"capabilities": {}})
        self.context = self.ask("browsingContext.getTree", {})["contexts"][0]["context"]
        self.ask("session.subscribe", {"events": ["log.entryAdded"]})
        self.resize(1280, 920)

    def ask(self, method: str, parameters: Json) -> Json:
        """Send a command; return its result."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(command))
        while True:
            answer: Json = json.loads(self.socket.recv(PATIENCE))
            if answer.get("method") == "log.entryAdded":
                self._log(answer["params"])
            if answer.get("id") == self.number:
                assert answer["type"] == "success", answer
                result: Json = answer["result"]
                return result

    def _log(self, entry: Json) -> None:
        if entry["level"] == "error":
            self.logged.append(str(entry.get("text")))

    def goto(self, address: str) -> None:
        where = {"context": self.context, "url": address, "wait": "complete"}
        self.ask("browsingContext.navigate", where)

    def run(self, script: str) -> Any:
        target = {"context": self.context}
        wanted = {"expression": script, "target": target, "awaitPromise": True}
        answer = self.ask("script.evaluate", wanted)
        assert answer["type"] == "success", answer
        return answer["result"]["value"]

    def perform(self, actions: list[Json]) -> None:
        self.ask("input.performActions", {"context": self.context, "actions": actions})

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", {"context": self.context, "viewport": size})

    def errors(self) -> list[str]:
        self.ask("session.status", {})  # what was logged before has come
        return self.logged


@contextmanager
def firefox(home: Path, **preferences: object) -> Iterator[FirefoxPage]:
    """Start Firefox with a profile of its own."""
    profile = home / "firefox"
    profile.mkdir()
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in {**QUIET, **preferences}.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    command = [PROGRAM, "--headless", "--no-remote", "--remote-debugging-port", "0"]
    process = subprocess.Popen(
        [*command, "--profile", str(profile), "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1"},
    )
    try:
        assert process.stderr is not None
        address = next(found[1] for line in process.stderr if (found := LISTENING.search(line)))
        with connect(f"{address}/session", max_size=None, open_timeout=PATIENCE) as socket:
            yield FirefoxPage(socket)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
