"""Playing with what a page offers: what is lit on the board, what is listed beside it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

TURN = 60_000  # milliseconds for a whole turn of the computer on a busy machine

READY = """() => {
    const table = document.querySelector('.table');
    const decide = document.querySelector('[data-region=decide]');
    return table && decide && (table.dataset.status === 'over' ||
        (decide.classList.contains('mine') && table.dataset.busy === 'false'));
}"""

STAMP = """() => {
    const table = document.querySelector('.table');
    const decide = document.querySelector('[data-region=decide]');
    return table && decide && [table.dataset.version, table.dataset.status, table.dataset.busy,
        decide.textContent, decide.querySelectorAll('button').length].join('|');
}"""

# Looking at every frame would keep the page drawing for nothing.
UNTIL = """async (done, patience) => {
    const end = performance.now() + patience;
    while (!done()) {
        if (performance.now() > end) throw new Error(`in vain, after ${patience} ms: ${done}`);
        await new Promise((later) => setTimeout(later, 15));
    }
}"""

EDGE = 3  # pixels from the edge of the board, where a finger may mean what is beside it

# What can be clicked now. A thing of the board is looked for only on request, or if a test finds
# nothing in the lists: the first from `start` on that has a point where it is on top, and where a
# finger does not mean a button, once the board has the size that the list beside it leaves.
OFFERED = f"""async ({{finger, onBoard, start, patience}}) => {{
    await ({UNTIL})({READY}, patience);
    const table = document.querySelector('.table');
    const decide = document.querySelector('[data-region=decide]');
    const shown = (e) => e.getClientRects().length > 0;
    const able = (e) => !e.disabled && e.getAttribute('aria-disabled') !== 'true' && shown(e);
    const all = (selector) => [...decide.querySelectorAll(selector)].filter(able);
    const around = finger ? [-24, 0, 24] : [];
    const isByButton = (x, y) => around.some((right) => around.some((down) =>
        document.elementFromPoint(x + right, y + down)?.closest('button')));
    const choices = all('button.choice').length;
    const spot = async () => {{
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const frame = document.querySelector('.window')?.getBoundingClientRect();
        if (!frame) return null; // a game without a board
        const isInside = (x, y) => x > frame.left + {EDGE} && x < frame.right - {EDGE} &&
            y > frame.top + {EDGE} && y < frame.bottom - {EDGE};
        const lit = [...document.querySelectorAll('.board .lit[data-id], .board .asked[data-id]')];
        const first = Math.floor(start * lit.length);
        for (const element of [...lit.slice(first), ...lit.slice(0, first)]) {{
            const box = element.getBoundingClientRect();
            for (let n = 1; n < 16; n++) {{
                const x = box.x + (box.width * ((n * 7) % 16)) / 16;
                const y = box.y + (box.height * ((n * 11) % 16)) / 16;
                const onTop = document.elementFromPoint(x, y)?.closest('[data-id]') === element;
                if (onTop && isInside(x, y) && !isByButton(x, y)) return {{x, y}};
            }}
        }}
        return null;
    }};
    return {{
        version: Number(table.dataset.version),
        status: table.dataset.status,
        stamp: ({STAMP})(),
        prompt: decide.querySelector('.prompt')?.innerText ?? '',
        choices,
        more: all('p[role=status] + ul li button:last-child').length,
        confirm: all('button.primary[data-key=Enter]').length,
        amount: all('input[type=number]').length,
        slots: all('select').length,
        spot: onBoard || !choices ? await spot() : null,
    }};
}}"""

# Irreversible and regrettable actions need a confirmation: a test that
# plays here thinks better of giving up, and regrets nothing.
SURE = "[role=alertdialog] button.grave"
REGRETTED = "[role=alertdialog] ul"
CHANGED = f"""async ({{before, patience}}) => {{
    const sure = () => document.querySelector('[role=alertdialog]') !== null;
    const isChanged = () => {{
        const table = document.querySelector('.table');
        const stamp = ({STAMP})();
        return stamp && table.dataset.busy !== 'true' && stamp !== before;
    }};
    const touched = () => document.querySelector('.tapped') !== null;
    await ({UNTIL})(() => sure() || touched() || isChanged(), patience);
    return sure() ? 'sure?' : touched() ? 'touched' : 'changed';
}}"""


class Offer(NamedTuple):
    """What the page of a table offers at one moment."""

    version: int
    status: str
    stamp: str
    prompt: str
    choices: int
    more: int
    confirm: int
    amount: int
    slots: int
    spot: dict[str, Any] | None  # of something on the board


class Player:
    """Clicks on the board and in the lists of a page, as chance has it."""

    def __init__(self, page: Page, seed: str, board: float = 0.5, touch: bool = False) -> None:
        self.page = page
        self.touch = touch  # with a finger rather than a mouse
        self.random = Random(seed)
        self.board = board  # how likely the board is clicked where both would do
        self.clicks: Counter[str] = Counter()  # by what was clicked
        self.decide = page.locator("[data-region=decide]")

    def offer(self) -> Offer:
        """What can be done, once it is our turn or the game is over."""
        wanted = {
            "finger": self.touch,
            "onBoard": self.random.random() < self.board,
            "start": self.random.random(),
            "patience": TURN,
        }
        return Offer(**self.page.evaluate(OFFERED, wanted))

    def step(self) -> bool:
        """One click, and what the page makes of it; False once the game is over."""
        return self._step(self.offer())

    def _step(self, offer: Offer) -> bool:
        if offer.status == "over":
            return False
        self._click(offer)
        wanted = {"before": offer.stamp, "patience": TURN}
        found = self.page.evaluate(CHANGED, wanted)
        if found == "touched":  # a finger first sees what it would do
            self._hit("touched", self.page.locator(".tapped button.primary"))
            self.page.locator(".tapped").wait_for(state="detached")
            found = self.page.evaluate(CHANGED, wanted)
        if found == "sure?":
            if self.page.locator(REGRETTED).count():
                self._hit("sure", self.page.locator(SURE))
            else:
                self.page.keyboard.press("Escape")
            self.page.locator(SURE).wait_for(state="detached")
        return True

    def decision(self) -> bool:
        """As many clicks as a decision needs; False if the game is over."""
        offer = self.offer()
        before = offer.version
        while self._step(offer):
            if self.version != before:
                return True
            offer = self.offer()
        return False

    @property
    def version(self) -> int:
        """Of the table, as the page has it."""
        return int(self.page.locator(".table").get_attribute("data-version") or 0)

    def _click(self, offer: Offer) -> None:
        if offer.slots or offer.amount or (offer.confirm and not offer.more):
            self._hit("confirm", self.decide.locator("button.primary[data-key=Enter]").first)
        elif offer.more:
            rows = self.decide.locator("p[role=status] + ul li button:last-child")
            able = rows.and_(self.page.locator(":not([aria-disabled=true])"))
            self._hit("more", able.nth(self.random.randrange(offer.more)))
        elif offer.spot:
            self.clicks["board"] += 1
            at = self.page.touchscreen.tap if self.touch else self.page.mouse.click
            at(offer.spot["x"], offer.spot["y"])
        else:
            assert offer.choices, f"nothing to click on: {offer.prompt}"
            listed = self.decide.locator("button.choice")
            self._hit("list", listed.nth(self.random.randrange(offer.choices)))

    def _hit(self, what: str, control: Locator) -> None:
        self.clicks[what] += 1
        if self.touch:
            control.tap()
        else:
            control.click()
