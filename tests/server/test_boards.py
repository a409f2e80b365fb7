"""The boards that a client draws on: the fragment and its facts."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from entente.games.diplomacy.drawing.signs import NIGHT, POWER_COLOURS, PowerColours
from entente.kernel import LANGUAGES, BoardPlan, registry
from entente.kernel.board_svg import stylesheet
from entente.server import library
from entente.server.problem import Problem
from tests.amount import amount
from tests.toys import Orders

GAMES = ("attrition", "diplomacy", "turmoil")
TAGS = {"g", "path", "rect", "circle", "text", "tspan", "title", "defs", "pattern"}
COLOUR = re.compile(r"#[0-9a-f]{6}")


def plan(game: str, language: str = "en", **overrides: Any) -> BoardPlan:
    made = registry.load(game, {f"{name}.toml": rows for name, rows in overrides.items()})
    found = made.presentation.plan(made.catalog(language))
    assert found is not None
    return found


def facts_of(board: BoardPlan) -> Any:
    """The facts of a board, as a client gets them."""
    return msgspec.json.decode(msgspec.json.encode(board.facts))


def drawn(board: BoardPlan) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{board.svg}</svg>")


def ids(board: BoardPlan, kind: str) -> list[str]:
    return [
        each.attrib["data-id"]
        for each in drawn(board).iter()
        if {"element", kind} <= set(each.get("class", "").split())
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_fragment_needs_no_inline_style(game: str, language: str) -> None:
    """A page whose policy forbids inline styles can show it; colours are the style sheet's."""
    board = plan(game, language)
    tags = {element.tag for element in drawn(board).iter()} - {"svg"}
    assert tags <= TAGS
    assert not re.search(r"\sstyle=|<script|<style|\son\w+=", board.svg)
    assert not COLOUR.search(board.svg)
    assert board.width > 1000
    assert board.height > 800


@pytest.mark.parametrize("game", GAMES)
def test_every_element_has_one_name_that_actions_use(game: str) -> None:
    for element in drawn(plan(game)).iter():
        is_element = "element" in element.get("class", "").split()
        assert is_element == ("data-id" in element.attrib)


@pytest.mark.parametrize("game", GAMES)
def test_all_classes_of_a_style_sheet_begin_at_the_board(game: str) -> None:
    """Nothing of a page outside the board is touched."""
    rules = re.sub(r"/\*.*?\*/", "", stylesheet(f"entente.games.{game}"), flags=re.S)
    for chosen in re.findall(r"([^{}]+)\{[^{}]*\}", rules):
        for each in chosen.split(","):
            assert each.strip().startswith((".board", f".{game}")), each


def test_a_game_without_a_board_says_so() -> None:
    assert Orders().presentation.plan(Orders().catalog("en")) is None
    with pytest.raises(Problem):
        library.board(Orders(), "en")


# -- Europe in Turmoil


def test_turmoil_has_its_spaces_boxes_regions_and_tracks() -> None:
    board = plan("turmoil")
    facts = facts_of(board)
    assert ids(board, "space") == list(facts["spaces"]) == list(facts["places"])
    assert ids(board, "box") == list(facts["sides"]) == list(facts["boxes"])
    assert set(ids(board, "region")) == set(facts["regions"]) - {"independent"}
    assert not set(facts["regions"]) & (set(facts["spaces"]) | set(facts["boxes"]))
    cells = [
        (element.attrib["data-track"], element.attrib["data-cell"])
        for element in drawn(board).iter()
        if "data-track" in element.attrib
    ]
    assert cells == [
        (name, cell) for name, track in facts["tracks"].items() for cell in track["boxes"]
    ]
    assert ("vp", "-3") in cells


def test_turmoil_describes_a_space() -> None:
    facts = facts_of(plan("turmoil"))
    vienna = facts["spaces"]["vienna"]
    assert (vienna["region"], vienna["battleground"]) == ("austria_hungary", True)
    assert "vienna" in facts["spaces"][vienna["near"][0]]["near"]
    assert facts["regions"]["france"]["values"]["control"] == 9
    assert len(facts["markers"]) == 13


def test_an_owners_figures_and_links_are_on_the_board_of_turmoil() -> None:
    link = {"a": "paris", "b": "vienna"}
    space = {"id": "paris", "stability": 7}
    board = plan("turmoil", spaces={"space": [space], "link": [link]})
    assert facts_of(board)["spaces"]["paris"]["stability"] == 7
    assert {"a": "paris", "b": "vienna"}.items() <= facts_of(board)["links"][-1].items()
    paris = next(e for e in drawn(board).iter() if e.get("data-id") == "paris")
    assert "7" in "".join(paris.itertext())


# -- An Attrition of Souls


def test_attrition_has_area_and_plate_of_each_region() -> None:
    board = plan("attrition")
    regions = set(facts_of(board)["regions"])
    assert set(ids(board, "region")) == set(ids(board, "plate")) == regions
    assert set(facts_of(board)["places"]) == regions


def test_attrition_describes_a_tile() -> None:
    tiles = facts_of(plan("attrition"))["tiles"]
    assert (tiles["germany-infantry"]["face"], tiles["germany-artillery"]["face"]) == (1, 2)
    assert tiles["germany-infantry-down"]["up"] == "germany-infantry"
    elites = [tile for tile in tiles.values() if tile["type"] == "elite"]
    assert all(tile["special"] in (4, 5, 6) and len(tile["costs"]) == 2 for tile in elites)


def test_an_owners_paths_and_points_are_on_the_board_of_attrition() -> None:
    rows = {
        "region": [{"id": "rome", "ip": 3}],
        "path": [
            {"kind": "land", "a": "paris", "b": "belgium", "remove": True},
            {"kind": "sea", "a": "rome", "b": "levant"},
        ],
    }
    facts = facts_of(plan("attrition", map=rows))
    pairs = {(path["kind"], frozenset((path["a"], path["b"]))) for path in facts["paths"]}
    assert ("sea", frozenset(("rome", "levant"))) in pairs
    assert ("land", frozenset(("paris", "belgium"))) not in pairs
    assert facts["regions"]["rome"]["ip"] == 3


# -- Diplomacy


def test_diplomacy_has_its_provinces_and_centres() -> None:
    board = plan("diplomacy")
    facts = facts_of(board)
    assert sorted(ids(board, "province")) == sorted(facts["provinces"])
    centres = {e.attrib["data-centre"] for e in drawn(board).iter() if "data-centre" in e.attrib}
    assert centres == {name for name, each in facts["provinces"].items() if each["supply"]}
    assert len(centres) == 34


def test_diplomacy_sends_the_places_of_units_and_moves() -> None:
    spain = facts_of(plan("diplomacy"))["provinces"]["SPA"]
    assert set(spain["coasts"]) == {"SPA/NC", "SPA/SC"}
    assert "MAO" in spain["fleet"]["SPA/NC"]
    assert set(spain["army"]) == {"GAS", "MAR", "POR"}


def test_diplomacy_knows_the_codes_of_both_languages() -> None:
    codes = facts_of(plan("diplomacy"))["codes"]
    assert (codes["en"]["STP/SC"], codes["fr"]["STP/SC"]) == ("STP/SC", "StP(cs)")
    for language in LANGUAGES:
        assert len(set(codes[language].values())) == len(codes[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_powers_have_letters_of_their_own(language: str) -> None:
    powers = facts_of(plan("diplomacy", language))["powers"]
    assert len({power["letters"] for power in powers.values()}) == 7


def test_the_style_sheet_has_the_liveries() -> None:
    sheet = stylesheet("entente.games.diplomacy")
    for power, colours in POWER_COLOURS.items():
        night = NIGHT[power]
        assert f'[data-owner="{power}"]' in sheet
        assert f"--livery: light-dark({colours.colour}, {night.colour})" in sheet
        assert f"--letters: light-dark({colours.letters}, {night.letters})" in sheet


@pytest.mark.parametrize("palette", [POWER_COLOURS, NIGHT], ids=["day", "night"])
def test_letters_can_be_read_on_their_livery(palette: dict[str, PowerColours]) -> None:
    """WCAG 2, AA: 4.5 to 1."""
    for colours in palette.values():
        light, dark = sorted((luminance(colours.colour), luminance(colours.letters)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colours


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


FIRST_VISITORS = """
import sys
from threading import Barrier, Thread

from entente.server import library

library.open_library()
sys.setswitchinterval(1e-6)
ready = Barrier(8)


def visit(number):
    ready.wait()
    library.page("board", ("en", "fr")[number % 2], "turmoil")


threads = [Thread(target=visit, args=(number,)) for number in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.amount
def test_many_first_visitors_at_once_do_not_stop_the_server() -> None:
    """Reading the same kind of data for the first time in two threads crashes msgspec, now and
    then: without care about one in four of these processes."""
    for _ in range(amount(1, 12)):
        ran = subprocess.run([sys.executable, "-c", FIRST_VISITORS], capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, "")
