"""Time a player's own actions: from the release of the button to the frame with the changed board.

A player with all seats of a table clicks through a game, with all confirmations that a new user
gets. The page times each action, split into the work before sending it, the server's answer, and
drawing the new state. The answer contains the views of all seats, so it is the largest possible.

Wall times depend on what else the machine does. The processor time of the page's main thread does
not: use it to compare two versions on a busy machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from playwright.sync_api import CDPSession, Locator, Page

ACTION_MOST = 100  # milliseconds, median of a game
TIMEOUT = 30_000  # milliseconds, enough for a busy machine
TRIES = 8  # clicks in a row without an action

# Times of the last click, of the action sent after it, and of the state that answers it. A page
# paints after the callbacks of a frame, so the next task marks a painted frame.
TIMED = """
window.acted = [];
let pressed = 0, sent = 0, heard = 0, noticed = 0;
const drawn = (then) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => then(performance.now());
  channel.port2.postMessage(null);
});
addEventListener('pointerup', (event) => {
  pressed = event.timeStamp;
  sent = heard = noticed = 0;
}, true);
const Usual = window.WebSocket;
window.WebSocket = class extends Usual {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', ({ data }) => {
      if (sent && !heard && /^.{0,20}"(delta|state)"/.test(data)) heard = performance.now();
    });
  }
  send(text) {
    if (/"type":"act"/.test(text)) sent = performance.now();
    super.send(text);
  }
};
new MutationObserver((changes) => {
  for (const { attributeName, target } of changes) {
    const from = pressed;
    if (!from) continue;
    if (attributeName === 'data-busy' && target.dataset.busy === 'true' && !noticed) {
      drawn((now) => { noticed ||= now - from; });
    }
    if (attributeName === 'data-version' && heard) {
      const [out, back] = [sent - from, heard - sent];
      pressed = 0;
      drawn((now) => window.acted.push([now - from, noticed || now - from, out, back]));
    }
  }
}).observe(document, {
  subtree: true, attributes: true, attributeFilter: ['data-version', 'data-busy'],
});
"""

# What to click, the first one present: a confirmation, an action, or a control that leads to one.
DECIDE = "[data-region=decide]"
CLICKED = (
    "[role=alertdialog] button.grave",
    f"{DECIDE} .places button[data-place]",
    f"{DECIDE} button.way",
    f"{DECIDE} button.choice",
    f"{DECIDE} [data-open-places]",
    f"{DECIDE} button.primary",
)
# It is our turn, and no request is under way.
SETTLED = """() => {
  const table = document.querySelector('.table');
  const decide = document.querySelector('[data-region=decide]');
  return document.querySelector('[role=alertdialog]') ||
    (table?.dataset.busy === 'false' && decide?.classList.contains('mine'));
}"""
# Whether a click leads neither to an action nor to a confirmation.
LED_NOWHERE = """async (done) => {
  for (let n = 0; n < 40; n++) {
    if (window.acted.length > done) return false;
    if (document.querySelector('[role=alertdialog]')) return false;
    const busy = document.querySelector('.table').dataset.busy === 'true';
    if (n > 10 && !busy) return true;
    await new Promise((later) => setTimeout(later, 25));
  }
  return false;
}"""
USABLE = ":visible:not([disabled]):not([aria-disabled=true])"


class ActionTimes(NamedTuple):
    """Milliseconds of an action: until its result is drawn, until the page shows that it was sent,
    until it is sent, and from there until the server answers."""

    drawn: float
    noticed: float
    sent: float
    answered: float


class Cost(NamedTuple):
    """Milliseconds of processor time of the page's main thread from a click to its drawn result:
    in total, and for scripts, styles and layout."""

    whole: float
    script: float
    style: float
    layout: float


COSTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


class Player:
    """Clicks through a game on its page, one action after another."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.costs: list[Cost] = []
        self._random = Random(game)
        self._tries = 0
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    @property
    def times(self) -> list[ActionTimes]:
        """The times of all actions so far."""
        return [ActionTimes(*each) for each in self.page.evaluate("window.acted")]

    def act(self, number: int) -> bool:
        """Click until this number of actions is done; return False if the game offers no more."""
        while (done := self._done()) < number:
            self.page.wait_for_function(SETTLED, timeout=TIMEOUT)
            button = self._button()
            if button is None:
                return False
            # Only the click itself is timed, without the search for the button.
            button.hover(timeout=TIMEOUT)
            before = self._cost()
            self.page.mouse.down()
            self.page.mouse.up()
            self._tries = self._tries + 1 if self.page.evaluate(LED_NOWHERE, done) else 0
            if self._done() > done:
                pairs = zip(self._cost(), before, strict=True)
                self.costs.append(Cost(*(now - then for now, then in pairs)))
        return True

    def _button(self) -> Locator | None:
        # After several clicks without an action, as at a place that offers none, end the turn.
        selectors = (CLICKED[0], CLICKED[-1]) if self._tries > TRIES else CLICKED
        for selector in selectors:
            buttons = self.page.locator(selector + USABLE)
            if count := buttons.count():
                return buttons.nth(self._random.randrange(count))
        return None

    def _done(self) -> int:
        done: int = self.page.evaluate("window.acted.length")
        return done

    def _cost(self) -> Cost:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        seconds = {each["name"]: each["value"] for each in metrics}
        return Cost(*(seconds[name] * 1000 for name in COSTS))


def _medians(figures: Sequence[tuple[float, ...]]) -> list[float]:
    return [median(each) for each in zip(*figures, strict=True)]


def action_line(game: str, times: list[ActionTimes], costs: list[Cost]) -> str:
    """Return one line of the report."""
    drawn, noticed, sent, answered = _medians(times)
    cost = Cost(*_medians(costs))
    return (
        f"{game:10} {len(times)} own actions: {drawn:.0f} ms until the changed board, of which "
        f"{sent:.0f} before sending, {answered:.0f} for the answer and "
        f"{drawn - sent - answered:.0f} to draw; {noticed:.0f} ms until the page shows the click; "
        f"{cost.whole:.0f} ms of processor time in the page (script {cost.script:.0f}, "
        f"style {cost.style:.0f}, layout {cost.layout:.0f})"
    )


def ratio_line(game: str, now: Player, then: Player) -> str:
    """Compare this version with another one; ratios below 1 are faster."""
    ours, theirs = ActionTimes(*_medians(now.times)), ActionTimes(*_medians(then.times))
    cost, other = _medians(now.costs), _medians(then.costs)
    pairs = zip(cost, other, strict=True)
    whole, script, style, layout = (mine / max(its, 0.01) for mine, its in pairs)
    return (
        f"{game:10} against the other version: {ours.drawn / theirs.drawn:.2f} until the changed "
        f"board, {ours.noticed / theirs.noticed:.2f} until the page shows the click; processor "
        f"time {whole:.2f} (script {script:.2f}, style {style:.2f}, layout {layout:.2f})"
    )
