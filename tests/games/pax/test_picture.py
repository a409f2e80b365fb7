"""The table in plain text, things in words, and the story after the end."""

from __future__ import annotations

import msgspec
import pytest

from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.regions import REGIONS
from entente.games.pax.presentation.view import PaxView
from entente.games.pax.records.congress import Congress, Item, TabledDraft
from entente.games.pax.records.treaty import Clause
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.state import Cause, PaxState, TensionRise
from entente.kernel import Position, say
from entente.kernel.statistics import Transition
from entente.kernel.text import LANGUAGES
from tests.games.pax.worlds import board

GAME = PaxBritannica({})
Table = Position[PaxState, PaxContext]


def begun() -> Table:
    return GAME.begin({"players": 7, "turns": 2}, "picture")


def look(position: Table, seat: str | None = "france", **changes: object) -> PaxView:
    view = position.view(seat)
    assert isinstance(view, PaxView)
    return msgspec.structs.replace(view, **changes)


def picture(view: PaxView, language: str = "en") -> str:
    return GAME.presentation.render_text(view, GAME.catalog(language).strict)


def test_the_regions_hold_every_area_once() -> None:
    listed = [area for areas in REGIONS.values() for area in areas]
    assert sorted(listed) == sorted(board().areas)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_keeps_to_its_width(language: str) -> None:
    view = look(begun())
    catalog = GAME.catalog(language).strict
    drawn = picture(view, language)
    assert max(map(len, drawn.splitlines())) <= 100
    sketch = GAME.presentation.render_terminal(view, catalog, 72)
    assert max(map(len, sketch.splitlines())) <= 72
    for area in board().areas:
        name = catalog.name("area", area).replace(" ", "\u00a0")
        assert name in drawn.replace(" ", "\u00a0"), area


def test_markers_units_and_signs() -> None:
    position = begun()
    world = position.context
    world.put_marker("france", "tunis", Status.PROTECTORATE, Status.NONE)
    world.put_marker("great_britain", "tunis", Status.INFLUENCE, Status.INTEREST)
    world.add_unit("france", "army", "tunis", 3)
    world.add_unit("france", "army", "tunis", 3)
    world.state.unrest = ("tunis",)
    drawn = picture(look(position)).replace("\u00a0", " ")
    line = next(line for line in drawn.splitlines() if line.startswith("Tunis"))
    assert line.split("  ")[0] == "Tunis!"
    for part in ("FR prot+", "GB intr>infl+", "FR a2×3"):
        assert part in line


def test_affairs_are_described() -> None:
    """Causes, tension and blame, a congress with its draft, a war with its conquests."""
    clause = Clause("remove", {"power": "france", "area": "siam"})
    congress = Congress(
        "france",
        (Item("siam", "siam", (1,), ("france", "great_britain")),),
        ("france",),
        host="germany",
        members=("france", "germany"),
        drafts=(TabledDraft("germany", (clause,)),),
    )
    war = War(
        1,
        camps=(("france",), ("great_britain",)),
        declarers=("france",),
        round=2,
        conquered={"egypt": "france"},
        surrendered=(WarUnit("great_britain", "army", "", 3),),
        closed={"suez": ("france",)},
        quiet=1,
    )
    view = look(
        begun(),
        causes=(Cause(1, "status_dispute", "france", "great_britain", "siam"),),
        tension=9,
        rises=(TensionRise(1, "declaration_of_war", 5, "france", 9),),
        congress=congress,
        wars=(war,),
    )
    drawn = " ".join(picture(view).split())
    for part in (
        "France against Great Britain, in Siam: conflicting markers",
        "European tension: 9",
        "declaration of war (1880, blame: France)",
        "1. France withdraws its marker in Siam.",
        "France against Great Britain, round 2",
        "France has conquered: Egypt",
        "Great Britain has surrendered 3 strength points",
        "closed to France",
    ):
        assert part in drawn, part
    assert "Guerres" in picture(view, "fr").title()


def test_the_description_of_an_area_names_the_broken_lines() -> None:
    position = begun()
    text = GAME.presentation.describe(look(position), "egypt", GAME.catalog("en").strict)
    assert text is not None
    assert "value 8, strength 5" in text
    assert "Japan has no line: after " in text
    assert "it would need a merchant fleet in the" in text
    position.context.set_fleets("great_britain", ("mediterranean", "north_atlantic"))
    text = GAME.presentation.describe(look(position), "egypt", GAME.catalog("en").strict)
    assert text is not None
    assert "A line of communication has: Great Britain" in text


def test_everything_on_the_table_is_described() -> None:
    view = look(begun())
    here = board()
    things = [*here.areas, *here.homes, *here.seas, *here.capes, *here.powers]
    for language in LANGUAGES:
        catalog = GAME.catalog(language).strict
        for thing in things:
            assert GAME.presentation.describe(view, thing, catalog), thing
        assert GAME.presentation.describe(view, "atlantis", catalog) is None
        home = GAME.presentation.describe(view, "home_france", catalog)
        assert home == GAME.presentation.describe(view, "france", catalog)


def test_the_statistics_count_deeds_by_seat() -> None:
    position = begun()
    state, statistics = position.state, GAME.statistics
    figures = statistics.figures(state)
    assert set(figures) == set(statistics.measures)
    assert figures["areas"]["great_britain"] > figures["areas"]["japan"] == 0
    entries = [
        say(
            "log.bought",
            power="austria_hungary",
            kind="army",
            strength=3,
            place="home_austria_hungary",
        ),
        say("log.bought", power="spain", kind="army", strength=3, place="home_spain"),
        say("log.treaty", treaty="treaty-1", parties=["germany", "austria_hungary", "france"]),
        say("log.tension_by", amount=5, kind="treaty_broken", seat="italy", total=5),
        say("log.treasury", power="france", office=35, die=4, balance=40),
    ]
    transition = Transition("germany", "ready", state, state, entries)
    deeds = [(deed.seat, deed.kind, deed.times) for deed in statistics.done(transition)]
    assert deeds == [
        ("germany", "bought", 1),
        ("germany", "treaties", 1),
        ("france", "treaties", 1),
        ("italy", "blame", 5),
    ]
    assert [(roll.seat, roll.got) for roll in statistics.rolled(transition)] == [("france", 4)]


def test_after_the_end_points_include_the_final_record() -> None:
    view = look(begun(), points={"france": 7}, totals={"france": 123, "italy": -14})
    powers = GAME.presentation.render_text(view, GAME.catalog("en").strict)
    assert row_of(powers, "France*")[1] == "123"
    assert row_of(powers, "Italy")[1] == "-14"
    assert "123 points" in str(GAME.presentation.describe(view, "france", GAME.catalog("en")))


def row_of(drawn: str, power: str) -> list[str]:
    """The cells of a power's line in the ledger."""
    return next(line.split() for line in drawn.splitlines() if line.startswith(power + " "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_duties_are_described(language: str) -> None:
    view = look(begun(), duty=say("why.duty_spend", power="france"))
    recap = GAME.presentation.recap(view, (), GAME.catalog(language).strict)
    assert recap.duty.endswith(".")
    assert "duty" not in recap.duty
    idle = GAME.presentation.recap(look(begun(), duty=None), (), GAME.catalog(language).strict)
    assert idle.duty == ""


def test_the_story_shows_the_points_an_end_would_have_brought() -> None:
    position = begun()
    worth = GAME.statistics.figures(position.state)["worth"]
    assert worth["great_britain"] > 0 == worth["italy"]
    position.state.totals = dict.fromkeys(position.state.points, 5)
    assert set(GAME.statistics.figures(position.state)["worth"].values()) == {5}
