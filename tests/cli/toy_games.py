"""Toy games as another package would bring them: by entry points, found like any other game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from entente.kernel import Frame, GameInfo, Menu, Option, Seat
from entente.kernel.record import AnyGame
from entente.kernel.steps import Steps
from tests.toys import Conference, GiveOrders, Orders, OrdersState

ENTRY_POINTS = """[entente.games]
conference = tests.cli.toy_games:conference
orders = tests.cli.toy_games:orders
trouble = tests.cli.toy_games:trouble
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


Trouble.steps.ask("orders")(Broken)
