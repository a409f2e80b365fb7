"""A page of any browser, with the little of Playwright's interface that `Player` needs."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from typing import Any

Json = dict[str, Any]
PATIENCE = 60  # seconds
KEYS = {"Escape": "\ue00c", "Enter": "\ue007"}

# Where a click hits the element: its middle, brought into view.
MIDDLE = """([css, nth]) => {
    const found = [...document.querySelectorAll(css)].filter((e) => e.getClientRects().length);
    const element = found[nth];
    if (!element) return null;
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
}"""
COUNT = """(css) => [...document.querySelectorAll(css)]
    .filter((each) => each.getClientRects().length).length"""


class OtherPage(ABC):
    """A window of a browser."""

    def __init__(self) -> None:
        self.mouse = self
        self.keyboard = Keyboard(self)

    @abstractmethod
    def goto(self, address: str) -> None: ...

    @abstractmethod
    def run(self, script: str) -> Any:
        """Run an expression of a text or of a promise of one; return it."""

    @abstractmethod
    def perform(self, actions: list[Json]) -> None:
        """Perform the actions of input devices, as WebDriver writes them."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the window this size, or the least it can have."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return the errors of the pages so far."""

    def evaluate(self, script: str, argument: object = None) -> Any:
        """Call a function of JavaScript; return its result."""
        called = f"({script})({json.dumps(argument)})"
        found = self.run(f"(async () => JSON.stringify((await {called}) ?? null))()")
        return json.loads(found)

    def until(self, script: str, argument: object = None) -> Any:
        """Wait until a function returns something; return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.evaluate(script, argument):
                return found
            time.sleep(0.05)
        raise AssertionError(f"in vain: {script} {argument}")

    def click(self, x: float, y: float) -> None:
        pointer = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.perform([{**mouse, "actions": [{**pointer, "duration": 0}, *press]}])

    def locator(self, css: str) -> Control:
        return Control(self, css)


class Keyboard:
    def __init__(self, page: OtherPage) -> None:
        self.page = page

    def press(self, key: str) -> None:
        value = KEYS[key]
        strokes = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.page.perform([{"type": "key", "id": "keyboard", "actions": strokes}])


class Control:
    """Elements by a selector, of which one may be chosen."""

    def __init__(self, page: OtherPage, css: str, place: int = 0) -> None:
        self.page, self.css, self.place = page, css, place

    def locator(self, css: str) -> Control:
        return Control(self.page, f"{self.css} {css}")

    def and_(self, other: Control) -> Control:
        return Control(self.page, self.css + other.css)

    def nth(self, place: int) -> Control:
        return Control(self.page, self.css, place)

    @property
    def first(self) -> Control:
        return self.nth(0)

    def count(self) -> int:
        return int(self.page.evaluate(COUNT, self.css))

    def get_attribute(self, name: str) -> str | None:
        script = "([css, name]) => document.querySelector(css)?.getAttribute(name)"
        found: str | None = self.page.evaluate(script, [self.css, name])
        return found

    def click(self) -> None:
        x, y = self.page.until(MIDDLE, [self.css, self.place])
        self.page.click(x, y)

    def wait_for(self, state: str = "visible") -> None:
        compare = "!" if state == "detached" else "!!"
        self.page.until(f"(css) => {compare}document.querySelector(css)", self.css)
