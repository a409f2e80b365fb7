"""Toy games as another package would bring them: by entry points, found like any other game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random

import msgspec
import pytest

from entente.kernel import (
    END,
    STAY,
    Action,
    Catalog,
    Chance,
    Choose,
    DecisionStep,
    Frame,
    Game,
    GameInfo,
    Menu,
    Message,
    Option,
    Options,
    Outcome,
    Position,
    Presentation,
    Seat,
    State,
    View,
    say,
    step,
)
from entente.kernel.game_package import GamePackage
from entente.kernel.steps import Steps
from entente.kernel.text import catalog_of
from tests.open_play import Concert, ConcertState, ConcertView
from tests.toys import Conference, GiveOrders, Orders, OrdersState

ENTRY_POINTS = """[entente.games]
conference = tests.cli.toy_games:conference
orders = tests.cli.toy_games:orders
trouble = tests.cli.toy_games:trouble
walk = tests.cli.toy_games:walk
garden = tests.cli.toy_games:garden
concert = tests.cli.toy_games:concert
twodesks = tests.cli.toy_games:two_desks
nodesk = tests.cli.toy_games:no_desk
"""
UNWRITTEN = "[entente.games]\nwordless = tests.cli.toy_games:wordless\n"


ROOT = Path(__file__).parents[2]


@pytest.fixture
def toys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games are installed, for this process and those it starts.

    Always in the same folder: what is installed there is found out once.
    """
    folder = tmp_path_factory.getbasetemp() / "toys"
    if not folder.exists():
        install(folder)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))


@pytest.fixture
def unwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A toy game without texts is installed, for this process."""
    folder = tmp_path / "unwritten"
    install(folder, UNWRITTEN)
    monkeypatch.syspath_prepend(str(folder))


def install(folder: Path, entry_points: str = ENTRY_POINTS) -> None:
    """Put toy games into a folder as an installed package."""
    package = folder / "toys-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    (package / "entry_points.txt").write_text(entry_points)


conference = GamePackage(create=lambda overrides: Conference())
orders = GamePackage(create=lambda overrides: Orders())
trouble = GamePackage(create=lambda overrides: Trouble())
walk = GamePackage(create=lambda overrides: Walk())
garden = GamePackage(create=lambda overrides: Garden())
concert = GamePackage(create=lambda overrides: ShownConcert("concert", desks=1))
two_desks = GamePackage(create=lambda overrides: ShownConcert("twodesks", desks=2))
no_desk = GamePackage(create=lambda overrides: ShownConcert("nodesk", desks=0))
wordless = GamePackage(create=lambda overrides: Wordless())


class Wordless(Conference):
    """A game whose maker has not written a single text."""

    info = msgspec.structs.replace(Conference.info, id="wordless")

    def catalog(self, language: str) -> Catalog:
        return Catalog(language, catalog_of("entente.kernel", language).texts)


class ShownConcert(Concert):
    """Open play with a drawing, and with as many desks beside it as one likes."""

    def __init__(self, name: str, desks: int) -> None:
        self.info = msgspec.structs.replace(Concert.info, id=name)
        self.desks = desks

    def set_up(self, options: Options, chance: Chance) -> ConcertState:
        state = super().set_up(options, chance)
        state.standing = [frame for frame in state.standing if frame.step != "desk"]
        for _ in range(self.desks):
            state.push_standing("desk")
        return state

    @cached_property
    def presentation(self) -> Presentation[ConcertState]:
        return Purse()


class Purse(Presentation[ConcertState]):
    """A drawing of what only one power sees."""

    def render_text(self, view: View, catalog: Catalog) -> str:
        assert isinstance(view, ConcertView)
        return f"THE PURSE OF {view.seat}: {view.purse}"


class Broken(GiveOrders):
    """Orders that go wrong in the second turn, or never end."""

    def menu(self, context: OrdersState, frame: Frame, seat: Seat) -> Menu:
        if context.turn == 1 and context.options["kind"] == "crash":
            raise ZeroDivisionError("the rules divided by nothing")
        return super().menu(context, frame, seat)

    def resolve_sealed(
        self, context: OrdersState, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        if context.options["kind"] == "endless":
            context.push("orders")
        else:
            super().resolve_sealed(context, frame, answers)


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
class Stride(DecisionStep[Way]):
    """1: in turn, each goes up to three places; who reaches the tenth wins."""

    section = "1"

    def seats(self, context: Way, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, context: Way, frame: Frame, seat: Seat) -> Menu:
        return Choose(("go 1", "go 2", "go 3"))

    def apply(self, context: Way, frame: Frame, seat: Seat, action: Action) -> bool:
        context.place += int(action.args[0])
        context.log(say("log.at", place=context.place))
        other = "blue" if seat == "red" else "red"
        if context.place < 10:
            context.push(step("stride", seat=other))
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

    def build_view(self, position: Position[Way, Way], seat: Seat | None) -> View:
        return View(**position.seen(seat))

    def resample_hidden(self, context: Way, seat: Seat, rng: Random) -> None:
        """Nothing is hidden."""

    def catalog(self, language: str) -> Catalog:
        return Catalog(language, {**catalog_of("entente.kernel", language).texts, **WALK_TEXTS})


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


# -- a game with many choices, asked again and again, and a wide drawing


BEDS = tuple(f"bed{number}" for number in range(1, 21))
LATE = "orchard"


class Ground(State, kw_only=True):
    """What was planted, and how much is left to plant."""

    planted: list[str] = []
    left: int = 3


garden_steps: Steps[Ground] = Steps()


class Gardening(DecisionStep[Ground]):
    """What red and blue are asked in turn."""

    section = "1"

    def seats(self, context: Ground, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)


@garden_steps.ask("look")
class Look(Gardening):
    """1: one may hide or show oneself."""

    def menu(self, context: Ground, frame: Frame, seat: Seat) -> Menu:
        return Choose(("hide", "reveal"))

    def apply(self, context: Ground, frame: Frame, seat: Seat, action: Action) -> bool:
        context.push(step("plant", seat=seat))
        return END


@garden_steps.ask("plant")
class Plant(Gardening):
    """1: free beds, three each, red one more; once the seventh is planted, also the orchard."""

    def prompt(self, context: Ground, frame: Frame, seat: Seat) -> Message:
        key = "prompt.plant" if context.planted else "prompt.plant_first"
        return say(key, left=context.left)

    def menu(self, context: Ground, frame: Frame, seat: Seat) -> Menu:
        free = [bed for bed in BEDS if bed not in context.planted]
        late = [LATE] if "bed7" in context.planted and LATE not in context.planted else []
        return Choose(tuple(f"plant {bed}" for bed in (*late, *free)))

    def hint(self, context: Ground, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return say("hint.plant", bed=action.args[0])

    def apply(self, context: Ground, frame: Frame, seat: Seat, action: Action) -> bool:
        context.planted.append(action.args[0])
        context.left -= 1
        if context.left:
            return STAY
        if len(context.planted) == 3:
            context.left = 3
            context.push(step("rest", seat=seat), step("plant", seat="blue"))
        elif seat == "blue":
            context.left = 1
            context.push(step("plant", seat="red"))
        else:
            context.outcome = Outcome((), {"red": 0.5, "blue": 0.5}, say("end.planted"))
        return END


@garden_steps.ask("rest")
class Rest(Gardening):
    """1: there is nothing to choose here."""

    def menu(self, context: Ground, frame: Frame, seat: Seat) -> Menu:
        return Choose(("rest",))

    def apply(self, context: Ground, frame: Frame, seat: Seat, action: Action) -> bool:
        return END


class Garden(Game[Ground, Ground]):
    """Two who plant beds."""

    info = GameInfo("garden", "1", "tests", ("red", "blue"), ())
    state_type = Ground
    steps = garden_steps

    def set_up(self, options: Options, chance: Chance) -> Ground:
        return Ground(options=options, chance=chance, stack=[step("look", seat="red")])

    def context(self, state: Ground) -> Ground:
        return state

    def copy(self, state: Ground) -> Ground:
        return self.load(self.save(state))

    def build_view(self, position: Position[Ground, Ground], seat: Seat | None) -> View:
        return View(**position.seen(seat))

    def resample_hidden(self, context: Ground, seat: Seat, rng: Random) -> None:
        """Nothing is hidden."""

    @cached_property
    def presentation(self) -> GardenPresentation:
        return GardenPresentation()

    def catalog(self, language: str) -> Catalog:
        texts = GARDEN_TEXTS | (GARDEN_IN_FRENCH if language == "fr" else {})
        return Catalog(language, {**catalog_of("entente.kernel", language).texts, **texts})


class GardenPresentation(Presentation[Ground]):
    """A drawing too wide for most terminals, and the beds in words."""

    def render_text(self, view: View, catalog: Catalog) -> str:
        return "THE WHOLE GARDEN " + "· " * 45

    def render_terminal(self, view: View, catalog: Catalog, width: int) -> str:
        return "A SKETCH OF THE GARDEN"

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        if element not in (*BEDS, LATE):
            return None
        return f"{catalog.name('bed', element)}: * * *"


GARDEN_TEXTS = {
    "info.title": "The Garden",
    "info.summary": "Two plant a garden.",
    "prompt.look": "Do you hide?",
    "prompt.plant_first": "Plant {left} beds.",
    "prompt.plant": "Plant on, {left} left.",
    "prompt.rest": "Rest.",
    "action.hide": "Hide",
    "action.reveal": "Show yourself",
    "action.plant": "Plant {0:bed}",
    "action.rest": "Rest",
    "hint.plant": "in {bed:bed} everything grows",
    "end.planted": "everything is planted.",
    "names.seat_the.red": "the Red",
    "names.seat_the.blue": "the Blue",
    "names.seat.red": "Red",
    "names.seat.blue": "Blue",
    "names.verb.hide": "hide",
    "names.verb.reveal": "reveal",
    "names.verb.plant": "plant",
    "names.verb.rest": "rest",
    "names.bed.orchard": "Old orchard",
    **{f"names.bed.bed{number}": f"Bed number {number}" for number in range(1, 21)},
}
GARDEN_IN_FRENCH = {
    "action.plant": "Planter : {0:bed}",
    "end.planted": "tout est planté.",
    "names.seat_the.red": "le Rouge",
    "names.seat_the.blue": "le Bleu",
    "names.verb.hide": "cacher",
    "names.verb.reveal": "révéler",
    "names.verb.plant": "planter",
    "names.verb.rest": "reposer",
    "names.bed.orchard": "Vieux verger",
    **{f"names.bed.bed{number}": f"Plate-bande {number}" for number in range(1, 21)},
}
