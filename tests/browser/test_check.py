"""The check before a decision is closed, in every game and both languages: what it costs, and the
way to its place."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from entente.kernel import Match, registry
from entente.kernel.record import dump, record_of
from tests.browser.games import given
from tests.browser.pages import violations, visit
from tests.browser.people import Crowd

AnyMatch = Match[Any, Any]
BRITAIN = "great_britain"
# The page asks before likely mistakes, as it does by default.
ASKED = """localStorage['entente.settings'] = '{"review": "never"}'"""


class Case(NamedTuple):
    """A decision with a risk: how the game comes there, how the page closes it, what is shown."""

    game: str
    moves: Callable[[AnyMatch], None]
    close: Callable[[Page], None]
    kind: str
    english: str
    french: str
    anyway: str
    options: dict[str, Any] = {}
    shows: str = ""  # what "Go there" opens, besides the place on the map


# -- how the games come to it


def no_move(match: AnyMatch) -> None:
    """The first decision of the game."""


def army_withdrawn(match: AnyMatch) -> None:
    """To the movement of the first turn; then the British leave an area without an army."""
    while not any(each.step in ("open_movement", "plans") for each in match.position.decisions):
        first = match.position.decisions[0]
        match.act(first.seat, next(iter(first.menu)))
    decision = next(each for each in match.position.decisions_for(BRITAIN) if each.step != "desk")
    match.act(BRITAIN, next(each for each in decision.menu if " fiji home_great_britain" in each))


def badly_scored(match: AnyMatch) -> None:
    """Random play until a player may score a region in which the opponent is ahead."""
    rng = Random("score")
    while True:
        (decision,) = match.position.decisions[:1]
        bound = match.position.bind(decision)
        if decision.step == "play_card" and any(map(bound.risks, decision.menu)):
            return
        match.act(decision.seat, decision.menu.sample(rng))


# -- how the page closes it


def press(action: str) -> Callable[[Page], None]:
    return lambda page: page.locator(
        f"[data-region=decide] [data-action^='{action}']"
    ).first.click()


def submit(page: Page) -> None:
    """Two armies go to the same province."""
    written = page.locator("[data-region=decide] select").evaluate_all(
        "all => all.map(s => s.value)"
    )
    if "A VIE - GAL" not in written:
        box = page.locator("[data-region=decide] input").first
        for order in ("A VIE - GAL", "A BUD - GAL"):
            box.fill(order)
            box.press("Enter")
            expect(box).to_have_value("")
    page.locator("[data-region=decide] button.primary").first.click()


CASES = {
    "pax": Case(
        "pax",
        army_withdrawn,
        press("ready"),
        "no_garrison",
        "No army in Fiji: your possession becomes an influence. Each turn the income",
        "aux Fidji : votre marqueur (possession) devient une influence",
        "Me déclarer prêt quand même",
        {"players": 4, "phase_mode": "open"},
        "[data-place-card=fiji]",
    ),
    "pax sealed": Case(
        "pax",
        army_withdrawn,
        press("seal"),
        "no_garrison",
        "No army in Fiji",
        "armée aux Fidji",
        "Sceller quand même",
        {"players": 4, "phase_mode": "sealed"},
        "[data-place-card=fiji]",
    ),
    "diplomacy": Case(
        "diplomacy",
        no_move,
        submit,
        "same_place",
        "go to the same province (Galicia): they bounce.",
        "visent la même province (Galicie)",
        "Envoyer quand même",
    ),
    "turmoil": Case(
        "turmoil",
        badly_scored,
        press("score"),
        "scores_against",
        "now gives your opponent",
        "adversaire",
        "Le faire quand même",
        shows="dialog[open]",
    ),
    "attrition": Case(
        "attrition",
        no_move,
        press("done"),
        "tiles_lost",
        "that could still be mobilised",
        "que vous pourriez encore mobiliser",
        "Le faire quand même",
    ),
}


# Every day the orders of Diplomacy are checked in a test of their own.
@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_the_check_before_a_decision_is_closed(crowd: Crowd, name: str) -> None:
    """It costs nothing to look: only "anyway" closes the decision."""
    case = CASES[name]
    match: AnyMatch = Match(registry.load(case.game), case.options, "check")
    case.moves(match)
    person = crowd.person("Clemens")
    page = person.page
    visit(person, "/about")
    page.evaluate(ASKED)
    table = given(person, dump(record_of(match)))
    person.open(table)
    before = person.version
    case.close(page)
    line = page.locator(f"[role=alertdialog] [data-caution={case.kind}]").first
    expect(line).to_contain_text(case.english)
    assert not violations(page, "[role=alertdialog]")
    person.shoot(f"check-{name.replace(' ', '-')}")
    line.get_by_role("button", name="Go there").click()
    expect(line).to_have_count(0)
    if case.shows:
        page.locator(case.shows).wait_for()
        page.keyboard.press("Escape")
    assert person.version == before
    page.get_by_label("Language", exact=True).select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    person.open(table)  # while the page connects again, a click does nothing
    case.close(page)
    expect(line).to_contain_text(case.french)
    expect(line.get_by_role("button", name="Y aller")).to_be_visible()
    page.get_by_role("alertdialog").get_by_role("button", name=case.anyway).click()
    person.sees_version(before + 1)
