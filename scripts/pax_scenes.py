"""Scenes of Pax Britannica for screenshots: the map from nearer, the ledger, the treaty desk, a
congress and a war.

For congress and war five computers play as usual, except that they place markers beside those of
others, settle nothing in negotiation, and call a congress or declare war whenever they can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

from entente.games.pax.presentation.view import PaxView
from entente.kernel import Decision, Match, registry
from entente.kernel.record import dump, record_of
from entente.players import PlayerView, make

OPTIONS = {"players": 5, "turns": 3}
SEED, SEEDS = "look", 20
OFFENSIVE = ("influence", "protectorate", "possession")
PROVOCATIONS = 0.35  # share of the orders in the movement phase
TRIES = 60
AREA = "soudan"
SETTLED = 600  # milliseconds until the map stops moving


# -- positions


def quarrel(step: str) -> bytes:
    """Return the record of a quarrelsome game up to the first decision of a step.

    A change of the rules or of the players changes the games, so the first of some seeds is taken.
    """
    for number in range(SEEDS):
        match: Match[Any, Any] = Match(registry.load("pax"), OPTIONS, f"{SEED}{number}")
        random = Random(SEED)
        while match.position.to_move:
            decision = _next_decision(match)
            if decision.step == step:
                return dump(record_of(match))
            match.act(decision.seat, _quarrelsome_action(match, decision, random))
    raise LookupError(f"no quarrelsome game comes to the step {step!r}")


def _next_decision(match: Match[Any, Any]) -> Decision:
    """Return the decision that the game waits for."""
    seat = match.position.to_move[0]
    return next(each for each in match.position.decisions if each.seat == seat)


def _quarrelsome_action(match: Match[Any, Any], decision: Decision, random: Random) -> str:
    forced = _forced(match, decision, random)
    if forced is not None:
        return forced
    seat = decision.seat
    character = ("imperial", "trader", "cautious")[match.seats.index(seat) % 3]
    player = make(f"greedy:{character}", "pax", f"{SEED}/{len(match.moves)}")
    return player.choose(PlayerView(match.position, seat))


def _forced(match: Match[Any, Any], decision: Decision, random: Random) -> str | None:
    if decision.step == "open_movement" and random.random() < PROVOCATIONS:
        return _provocation(match, decision, random)
    if decision.step == "negotiate":
        return "ready"
    if decision.step == "congress_call":
        return next((each for each in decision.menu if each.split("; ")[0] == "call"), None)
    if decision.step in ("declare_war", "break_off", "answer_defiance"):
        return next((each for each in decision.menu if each.startswith("declare")), None)
    return None


def _provocation(match: Match[Any, Any], decision: Decision, random: Random) -> str | None:
    """Return an order that places a marker beside another player's, None if none is found."""
    view = match.position.view(decision.seat)
    assert isinstance(view, PaxView)
    for action in (decision.menu.sample(random) for _ in range(TRIES)):
        verb, *words = action.split()
        if verb == "place" and len(words) == 2 and words[1] in OFFENSIVE:
            markers: Mapping[str, object] = view.markers.get(words[0], {})
            if any(power in match.seats for power in markers if power != decision.seat):
                return action
    return None


# -- scenes


class Scene(NamedTuple):
    """A screenshot: the step of a quarrelsome game ('' for the usual table), and preparations."""

    step: str
    prepare: Callable[[Page], None]


def region(page: Page) -> None:
    """Show the values and markers of a part of the world."""
    page.locator("[data-map-menu] summary").click()
    page.locator("[data-find]").select_option(AREA)
    page.wait_for_timeout(SETTLED)


def close(page: Page) -> None:
    """Show every marker and unit."""
    region(page)
    page.keyboard.press("b")
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_timeout(SETTLED)


def ledger(page: Page) -> None:
    large(page)
    page.locator("[data-affair=ledger]").click()


def desk(page: Page) -> None:
    """Start writing a treaty."""
    page.locator("#tab-panel").click()  # on a laptop, a panel comes with its tab
    page.locator("[data-affair=treaties]").click()
    desk = page.locator("[data-region=treaties]")
    desk.locator("[data-action=write-treaty]").click()
    desk.locator("[data-power=germany]").first.click()
    desk.locator("[data-template=peace]").click()


def nothing(page: Page) -> None:
    """Leave the page as it is."""


def large(page: Page) -> None:
    """Enlarge the panel below the decision."""
    page.locator(".tabs .large").click()


SCENES = {
    "region": Scene("", region),
    "close": Scene("", close),
    "ledger": Scene("", ledger),
    "desk": Scene("", desk),
    "congress": Scene("vote_draft", large),
    "war": Scene("attacks", nothing),
}
