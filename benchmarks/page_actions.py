"""How fast a click shows: from the release of the button to the frame with the changed board.

A player with all seats of a table clicks through a game, with all confirmations that a new user
gets. Each own action is timed in the page, and split into what the page does before it sends the
action, the answer of the server, and the drawing of the new state. The answer holds what all seats
see, so it is the largest there is.

Times depend on what else the machine does. The processor time of the page's main thread does not,
so it is the figure to compare two versions by on a busy machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from playwright.sync_api import CDPSession, Locator, Page

ACTED_MOST = 100  # milliseconds, median of a game
PATIENCE = 30_000  # milliseconds for an answer on a busy machine
TRIES = 8  # clicks in a row that lead to no action

# Times of the last click, of the action sent after it, and of the state that answers it. A page
# draws after the callbacks of a frame, so a frame is drawn at the task that follows them.
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

# What to click on, the first that is there: a confirmation, an action, or what leads to one.
DECIDE = "[data-region=decide]"
CLICKED = (
    "[role=alertdialog] button.grave",
    f"{DECIDE} .places button[data-place]",
    f"{DECIDE} button.way",
    f"{DECIDE} button.choice",
    f"{DECIDE} [data-open-places]",
    f"{DECIDE} button.primary",
)
# It is our turn, and nothing is under way.
SETTLED = """() => {
  const table = document.querySelector('.table');
  const decide = document.querySelector('[data-region=decide]');
  return document.querySelector('[role=alertdialog]') ||
    (table?.dataset.busy === 'false' && decide?.classList.contains('mine'));
}"""
# Whether a click has led to no action and to no confirmation after a while.
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


class Acted(NamedTuple):
    """Milliseconds of an action: until its result is drawn, until the page shows that it was sent,
    until it was sent, and until the server answered."""

    drawn: float
    noticed: float
    sent: float
    answered: float


class Cost(NamedTuple):
    """Milliseconds of processor time of the page's main thread from a click to its drawn result:
    all of it, and what scripts, styles and layout take of it."""

    whole: float
    script: float
    style: float
    layout: float


COSTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


class Player:
    """Clicks through a game on its page, one own action after the other."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.costs: list[Cost] = []
        self._random = Random(game)
        self._tries = 0
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    @property
    def times(self) -> list[Acted]:
        """The times of all actions so far."""
        return [Acted(*each) for each in self.page.evaluate("window.acted")]

    def act(self, number: int) -> bool:
        """Click until this number of own actions is done; false if the game offers no more."""
        while (done := self._done()) < number:
            self.page.wait_for_function(SETTLED, timeout=PATIENCE)
            button = self._button()
            if button is None:
                return False
            # Only the click itself is timed, without the search for the button.
            button.hover(timeout=PATIENCE)
            before = self._cost()
            self.page.mouse.down()
            self.page.mouse.up()
            self._tries = self._tries + 1 if self.page.evaluate(LED_NOWHERE, done) else 0
            if self._done() > done:
                spent = zip(self._cost(), before, strict=True)
                self.costs.append(Cost(*(now - then for now, then in spent)))
        return True

    def _button(self) -> Locator | None:
        # Where several clicks led to no action, such as at a place without any, end the turn.
        wanted = (CLICKED[0], CLICKED[-1]) if self._tries > TRIES else CLICKED
        for selector in wanted:
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


def acted_line(game: str, times: list[Acted], costs: list[Cost]) -> str:
    """One line of the report."""
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
    """How this version compares with another one: below 1 is faster."""
    ours, theirs = Acted(*_medians(now.times)), Acted(*_medians(then.times))
    cost, other = _medians(now.costs), _medians(then.costs)
    spent = zip(cost, other, strict=True)
    whole, script, style, layout = (mine / max(its, 0.01) for mine, its in spent)
    return (
        f"{game:10} against the other version: {ours.drawn / theirs.drawn:.2f} until the changed "
        f"board, {ours.noticed / theirs.noticed:.2f} until the page shows the click; processor "
        f"time {whole:.2f} (script {script:.2f}, style {style:.2f}, layout {layout:.2f})"
    )
