"""Toy games as another package would bring them: by entry points, found like any other game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from entente.kernel import (
    END,
    Ask,
    Catalog,
    Chance,
    Choose,
    Frame,
    Game,
    GameInfo,
    Menu,
    Option,
    Options,
    Outcome,
    Seat,
    State,
    View,
    say,
    step,
)
from entente.kernel.record import AnyGame
from entente.kernel.steps import Steps
from entente.kernel.text import package_texts
from tests.toys import Conference, GiveOrders, Orders, OrdersState

ENTRY_POINTS = """[entente.games]
conference = tests.cli.toy_games:conference
orders = tests.cli.toy_games:orders
trouble = tests.cli.toy_games:trouble
walk = tests.cli.toy_games:walk
"""


ROOT = Path(__file__).parents[2]


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games are installed, for this process and those it starts."""
    folder = tmp_path / "installed"
    install(folder)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))


def install(folder: Path) -> None:
    """Put the toy games into a folder as an installed package."""
    package = folder / "toys-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    (package / "entry_points.txt").write_text(ENTRY_POINTS)


def conference(overrides: Mapping[str, Any]) -> AnyGame:
    return Conference()


def orders(overrides: Mapping[str, Any]) -> AnyGame:
    return Orders()


def trouble(overrides: Mapping[str, Any]) -> AnyGame:
    return Trouble()


def walk(overrides: Mapping[str, Any]) -> AnyGame:
    return Walk()


class Broken(GiveOrders):
    """Orders that go wrong in the second turn, or never end."""

    def menu(self, context: OrdersState, frame: Frame, seat: Seat) -> Menu:
        if context.turn == 1 and context.options["kind"] == "crash":
            raise ZeroDivisionError("the rules divided by nothing")
        return super().menu(context, frame, seat)

    def unseal(self, context: OrdersState, frame: Frame, answers: Mapping[Seat, str]) -> None:
        if context.options["kind"] == "endless":
            context.call("orders")
        else:
            super().unseal(context, frame, answers)


class Trouble(Orders):
    """A game whose rules have mistakes."""

    info = GameInfo(
        "trouble",
        "1",
        "tests",
        Orders.info.seats,
        (*Orders.info.options, Option("kind", "1", "crash", ("crash", "endless", "none"))),
    )
    steps: Steps[OrdersState] = Steps()

    def catalog(self, language: str) -> Catalog:
        own = {"option.kind.name": "Trouble", "option.kind.help": "Which mistake."}
        return Catalog(language, {**super().catalog(language).texts, **own})


Trouble.steps.ask("orders")(Broken)


# -- a game with nothing hidden and no chance


class Way(State, kw_only=True):
    """How far the two have come together."""

    place: int = 0


walk_steps: Steps[Way] = Steps()


@walk_steps.ask("stride")
class Stride(Ask[Way]):
    """1: in turn, each goes up to three places; who reaches the tenth wins."""

    section = "1"

    def seats(self, context: Way, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, context: Way, frame: Frame, seat: Seat) -> Menu:
        return Choose(("go 1", "go 2", "go 3"))

    def take(self, context: Way, frame: Frame, seat: Seat, action: str) -> bool:
        context.place += int(action.split()[1])
        context.tell(say("log.at", place=context.place))
        other = "blue" if seat == "red" else "red"
        if context.place < 10:
            context.call(step("stride", seat=other))
        else:
            context.outcome = Outcome((seat,), {seat: 1.0, other: 0.0}, say("end.there"))
        return END


class Walk(Game[Way, Way]):
    """Two who walk together."""

    info = GameInfo("walk", "1", "tests", ("red", "blue"), ())
    state_type = Way
    steps = walk_steps

    def set_up(self, options: Options, chance: Chance) -> Way:
        return Way(options=options, chance=chance, stack=[step("stride", seat="red")])

    def context(self, state: Way) -> Way:
        return state

    def copy(self, state: Way) -> Way:
        return self.load(self.save(state))

    def view(self, state: Way, seat: Seat | None) -> View:
        return View(**self.seen(state, seat))

    def determinize(self, state: Way, seat: Seat, rng: Random) -> Way:
        return self.copy(state)

    def catalog(self, language: str) -> Catalog:
        return Catalog(language, {**package_texts("entente.kernel", language), **WALK_TEXTS})


WALK_TEXTS = {
    "info.title": "The Walk",
    "info.summary": "Two walk to the tenth place.",
    "prompt.stride": "How far?",
    "action.go": "go {0}",
    "log.at": "They are at {place}.",
    "end.there": "They are there.",
    "names.seat.red": "Red",
    "names.seat.blue": "Blue",
    "names.verb.go": "go",
}
