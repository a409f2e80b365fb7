"""The Concert of Europe, a toy game of open play, at a table of the server."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from types import TracebackType

import msgspec
import pytest

from entente.kernel import Menu
from tests.open_play import POWERS
from tests.server.people import House, Json, Live, Person

AUSTRIA, BRITAIN, FRANCE = POWERS


def install(factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package, installed, that brings the game.

    Always in the same folder: what is installed there is found out once, and processes that think
    are handed on from test to test.
    """
    folder = factory.getbasetemp() / "concert"
    about = folder / "concert-1.0.dist-info"
    if not about.exists():
        about.mkdir(parents=True)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: concert\nVersion: 1.0\n")
        points = "[entente.games]\nconcert = tests.open_play:package\n"
        (about / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(folder))


class Concert:
    """Three people at a table, each with a socket."""

    def __init__(self, house: House, **body: object) -> None:
        self.people = {seat: house.person(seat.title()) for seat in POWERS}
        self.house = house
        host = self.people[AUSTRIA]
        table = host.table("concert", seats={AUSTRIA: "me"}, **body)
        for seat in POWERS[1:]:
            table = self.people[seat].sit(table, seat)
        self.table: Json = table
        self.lives: dict[str, Live] = {}
        self._sockets = ExitStack()

    def __enter__(self) -> Concert:
        for seat, person in self.people.items():
            self.lives[seat] = self._sockets.enter_context(person.live(self.table))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sockets.close()

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table['id']}"

    def asked(self, seat: str) -> dict[str, Json]:
        """The decisions of a seat, by step."""
        self.lives[seat].sync()
        return {each["step"]: each for each in self.lives[seat].decisions(seat)}

    def waiting(self) -> list[str]:
        """Whom the game waits for."""
        live = self.lives[AUSTRIA]
        live.sync()
        to_move: list[str] = live.state["seats"][AUSTRIA]["view"]["to_move"]
        return to_move

    def act(self, seat: str, step: str, action: str, version: int | None = None) -> Json:
        """Answer the decision of a step, as it is now or as it was seen at a version."""
        window = self.asked(seat)[step]["id"]
        return self.lives[seat].act(seat, action, version, window)

    def do(self, step: str, **actions: str) -> None:
        """Answers of several seats, which are accepted."""
        for seat, action in actions.items():
            answer = self.act(seat, step, action)
            assert answer["type"] == "done", answer

    def to_the_congress(self) -> None:
        self.do("market", **dict.fromkeys(POWERS, "ready"))

    def to_the_campaign(self) -> None:
        self.to_the_congress()
        self.do("congress", **dict.fromkeys(POWERS, "vote nay"))

    def log(self, seat: str) -> list[Json]:
        """All that a seat may read."""
        self.lives[seat].sync()
        log: list[Json] = self.lives[seat].state["log"]
        return log

    def chairs(self) -> Json:
        self.lives[AUSTRIA].sync()
        players: Json = self.lives[AUSTRIA].state["players"]
        return players


def spectator(concert: Concert) -> Person:
    return concert.house.person(None)


def offer_to(concert: Concert, seat: str, to: str) -> str:
    """Some offer that a seat may make to another."""
    menu: Menu = msgspec.convert(concert.asked(seat)["desk"]["menu"], type=Menu)
    rng = Random(1)
    while not (action := menu.sample(rng)).startswith(f"offer to={to}"):
        pass
    return action
