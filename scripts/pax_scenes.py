"""Pictures of Pax Britannica that a quiet game does not show: the map from nearer, the books, the
desk, a congress and a war.

For congress and war five computers play as they do, but that they place markers beside those of
others, settle nothing by themselves, and call a congress or declare war wherever they may.
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
SEED = "look4"
OFFENSIVE = ("influence", "protectorate", "possession")
OFTEN = 0.35  # of the orders of the movement phase
TRIES = 60
LOOKED_AT = "soudan"
MOVED = 600  # milliseconds after which the map stands still


# -- positions


def quarrel(step: str) -> bytes:
    """The record of a quarrelsome game up to a question."""
    match: Match[Any, Any] = Match(registry.load("pax"), OPTIONS, SEED)
    random = Random(SEED)
    while (decision := _awaited(match)).step != step:
        match.act(decision.seat, _quarrelsome(match, decision, random))
    return dump(record_of(match))


def _awaited(match: Match[Any, Any]) -> Decision:
    """The question that the game waits for."""
    seat = match.position.to_move[0]
    return next(each for each in match.position.decisions if each.seat == seat)


def _quarrelsome(match: Match[Any, Any], decision: Decision, random: Random) -> str:
    forced = _forced(match, decision, random)
    if forced is not None:
        return forced
    seat = decision.seat
    character = ("imperial", "trader", "cautious")[match.seats.index(seat) % 3]
    player = make(f"greedy:{character}", "pax", f"{SEED}/{len(match.moves)}")
    return player.choose(PlayerView(match.position, seat))


def _forced(match: Match[Any, Any], decision: Decision, random: Random) -> str | None:
    if decision.step == "open_movement" and random.random() < OFTEN:
        return _provocation(match, decision, random)
    if decision.step == "negotiate":
        return "ready"
    if decision.step == "congress_call":
        return next((each for each in decision.menu if each.split("; ")[0] == "call"), None)
    if decision.step in ("declare_war", "break_off", "answer_defiance"):
        return next((each for each in decision.menu if each.startswith("declare")), None)
    return None


def _provocation(match: Match[Any, Any], decision: Decision, random: Random) -> str | None:
    """A marker beside that of another player; None: none was thought of."""
    view = match.position.view(decision.seat)
    assert isinstance(view, PaxView)
    for action in (decision.menu.sample(random) for _ in range(TRIES)):
        verb, *words = action.split()
        if verb == "place" and len(words) == 2 and words[1] in OFFENSIVE:
            there: Mapping[str, object] = view.markers.get(words[0], {})
            if any(power in match.seats for power in there if power != decision.seat):
                return action
    return None


# -- what is looked at


class Scene(NamedTuple):
    """A picture: the question of a game, '' for the table itself, and what is done first."""

    step: str
    prepare: Callable[[Page], None]


def region(page: Page) -> None:
    """What a part of the world is worth, and who stands there."""
    page.locator("[data-map-menu] summary").click()
    page.locator("[data-find]").select_option(LOOKED_AT)
    page.wait_for_timeout(MOVED)


def close(page: Page) -> None:
    """Every marker and unit."""
    region(page)
    page.keyboard.press("b")
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_timeout(MOVED)


def ledger(page: Page) -> None:
    page.locator("[data-affair=ledger]").click()
    page.locator(".tabs .large").click()


def desk(page: Page) -> None:
    """A treaty is being written."""
    page.locator("[data-affair=treaties]").click()
    desk = page.locator("[data-region=treaties]")
    desk.locator("[data-action=write-treaty]").click()
    desk.locator("[data-power=germany]").first.click()
    desk.locator("[data-template=peace]").click()


def nothing(page: Page) -> None:
    """As it is."""


def large(page: Page) -> None:
    """More room for what stands below the question."""
    page.locator(".tabs .large").click()


SCENES = {
    "region": Scene("", region),
    "close": Scene("", close),
    "ledger": Scene("", ledger),
    "desk": Scene("", desk),
    "congress": Scene("vote_draft", large),
    "war": Scene("attacks", nothing),
}
