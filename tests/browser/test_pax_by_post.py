"""Pax Britannica by correspondence: ten turns, seven seats, two people and five computers.

Prints the questions and waits of each turn: a wait is a visit to the page because the table waited
for this person.
"""

from __future__ import annotations

import re
from collections import Counter
from statistics import median

import pytest
from playwright.sync_api import Browser

from tests.browser.people import Crowd, Person
from tests.server.running import Server

# The rules of the Correspondence preset (web/src/pages/new/presets.ts).
RULES = {
    "phase_mode": "sealed",
    "reaction_rounds": 0,
    "congress_mode": "by_post",
    "congress_rounds": 1,
}
BY_POST = {"kind": "correspondence", "hours": 48, "days_off": []}
PEOPLE = ("france", "italy")
COMPUTERS = dict.fromkeys(("great_britain", "germany", "united_states", "japan", "russia"), "easy")
LEAST = 7  # turns
GAMES = 4  # the Great War may end one before the tenth turn
MOST_CLICKS = 12_000
MOST_ANSWERS = 600  # clicks in one visit
PAUSE = 100  # milliseconds between two looks

# What is answered: nothing is at stake for a test.
QUIET = ("seal", "ready", "done", "no_offer", "status_quo", "pass", "attend", "wait")
LOOK = """() => {
    const table = document.querySelector('.table');
    const decide = document.querySelector('[data-region=decide]');
    if (!table || !decide) return null;
    const status = document.querySelector('[data-region=status]')?.textContent ?? '';
    return {
        over: table.dataset.status === 'over',
        mine: decide.classList.contains('mine') && table.dataset.busy === 'false',
        prompt: decide.querySelector('.prompt')?.innerText ?? '',
        turn: Number(/(\\d+)\\/10/.exec(status)?.[1] ?? 0),
    };
}"""
# One click towards an answer: a confirmation, a preferred answer, the last one, or what a plan
# still needs; then the choices of several matters.
CLICK = """(wished) => {
    const able = (e) => e.getAttribute('aria-disabled') !== 'true' && !e.disabled;
    const hit = (e, name) => { e.click(); return name ?? e.dataset.action ?? 'click'; };
    const sure = document.querySelector('[role=alertdialog]');
    if (sure) return hit([...sure.querySelectorAll('button.grave, button.primary')].at(-1), 'sure');
    const decide = document.querySelector('[data-region=decide]');
    const writing = ['draft', 'peace', 'discard', 'put-forward', 'add-clause', 'pick-on-map'];
    const all = [...decide.querySelectorAll('button[data-action]')].filter(able)
        .filter((e) => !writing.includes(e.dataset.action));
    const fits = (wish) => all.find((e) => `${e.dataset.action} `.startsWith(`${wish} `));
    const found = wished.map(fits).find(Boolean);
    if (found) return hit(found);
    if (decide.querySelector('[data-action=seal]')) { // a plan that lacks units or a fleet
        const fleets = /fleet/.test(decide.querySelector('.answer [role=status]')?.textContent);
        const sort = fleets ? 'fleets' : 'units';
        const buy = all.filter((e) => e.dataset.action.startsWith(fleets ? 'launch ' : 'buy '));
        if (buy.length) return hit(buy.at(-1));
        const only = decide.querySelector(`[data-sort=${sort}]`);
        if (only && only.getAttribute('aria-pressed') !== 'true') return hit(only, sort);
        const places = [...decide.querySelectorAll('.places [data-place], [data-advised]')];
        const tried = (window.tried ??= {});
        const place = places.sort((a, b) =>
            (tried[a.dataset.place] ?? 0) - (tried[b.dataset.place] ?? 0))[0];
        if (!place) return hit(decide.querySelector('[data-open-places]'), 'list');
        tried[place.dataset.place] = (tried[place.dataset.place] ?? 0) + 1;
        return hit(place, 'place');
    }
    if (all.length) return hit(all.at(-1));
    for (const list of decide.querySelectorAll('select')) {
        if (list.value && list.selectedOptions[0]?.value !== '—') continue;
        list.value = [...list.options].filter((e) => !e.disabled && e.value !== '—').at(-1).value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
        return 'select';
    }
    for (const set of decide.querySelectorAll('fieldset')) {
        const radios = [...set.querySelectorAll('input[type=radio]')];
        if (!radios.length || radios.some((e) => e.checked)) continue;
        radios[0].click();
        return 'radio';
    }
    const confirm = [...decide.querySelectorAll('.answer button.primary')].find(able);
    return confirm ? hit(confirm, 'confirm') : '';
}"""


class Visits:
    """What one person was asked, by turn."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.turn = 1
        self.waits: Counter[int] = Counter()
        self.questions: Counter[int] = Counter()
        self.steps: Counter[str] = Counter()

    def look_in(self) -> bool:
        """Answer everything that is asked now; return whether the game is over."""
        seen = self.person.page.evaluate(LOOK)
        if seen is None or not seen["mine"]:
            return bool(seen and seen["over"])
        if (turn := seen["turn"] or self.turn) > self.turn:
            print(f"turn {turn}: before it {dict(self.waits)}", flush=True)
        self.turn = turn
        self.waits[self.turn] += 1
        before: str | None = None  # a plan alone has no prompt, and is a question too
        for _ in range(MOST_ANSWERS):
            prompt = re.sub(r"\d+", "", seen["prompt"])
            if prompt != before:
                self.questions[self.turn] += 1
                self.steps[prompt[:60]] += 1
                before = prompt
            assert self.person.page.evaluate(CLICK, list(QUIET)), f"nothing to click: {prompt}"
            self.person.page.wait_for_timeout(PAUSE)
            seen = self.person.page.evaluate(LOOK)
            self.turn = seen["turn"] or self.turn
            if seen["over"] or not seen["mine"]:
                # a computer that answers at once is no wait
                self.person.page.wait_for_timeout(PAUSE)
                seen = self.person.page.evaluate(LOOK)
                if seen["over"] or not seen["mine"]:
                    return bool(seen["over"])
        raise AssertionError(f"no end: {prompt}")

    def laid_down(self) -> None:
        """Use the usual standing instructions."""
        page = self.person.page
        page.locator("[data-instructions] > summary").click()
        page.locator("[data-instructions-usual]").click()
        page.locator("[data-instructions] .count").wait_for()
        page.locator("[data-instructions] > summary").click()


def whole_game(first: Person, second: Person) -> list[Visits]:
    """Play a table by correspondence to its end."""
    seats = {**COMPUTERS, PEOPLE[0]: "me"}
    table = first.table("pax", seats=seats, options=RULES, time_control=BY_POST)
    second.sit(table, PEOPLE[1])
    first.open(table)
    visits = [Visits(first), Visits(second)]
    for each in visits:
        each.person.page.locator("[data-instructions]").wait_for()
        each.laid_down()
    for _ in range(MOST_CLICKS):
        over = [each.look_in() for each in visits]
        first.shoot(f"by-post-{visits[0].turn}")
        if all(over):
            return visits
        first.page.wait_for_timeout(PAUSE)
    raise AssertionError("the game does not end")


@pytest.mark.soak
@pytest.mark.timeout(3600)  # a whole game among computers, on a busy machine
def test_ten_turns_by_correspondence_to_the_end(chromium: Browser, server: Server) -> None:
    """Two people with standing instructions look in; five levels answer at once."""
    with Crowd(chromium, server) as crowd:
        first, second = crowd.person("Fanny"), crowd.person("Ivo")
        for _ in range(GAMES):
            visits = whole_game(first, second)
            for name, each in zip(PEOPLE, visits, strict=True):
                turns = sorted(each.waits)
                print(f"{name}: waits {dict(each.waits)}, questions {dict(each.questions)}")
                print(f"{name}: {each.steps.most_common(12)}")
                assert turns == [*range(1, len(turns) + 1)]
                assert median(each.waits.values()) <= 6
                assert max(each.waits.values()) <= 15
            if len(visits[0].waits) >= LEAST:
                return
        raise AssertionError(f"the Great War ended all games before turn {LEAST}")
